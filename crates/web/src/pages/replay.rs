//! A whole game that came inside an address.

use leptos::prelude::*;

use crate::messages::t;

/// A whole game that came inside an address.
#[component]
pub fn Replay(
    /// The record, packed.
    data: String,
) -> impl IntoView {
    let _ = data;
    view! {
        <main id="content" data-page="replay">
            <h1>{t("common.page.replay")}</h1>
        </main>
    }
}
