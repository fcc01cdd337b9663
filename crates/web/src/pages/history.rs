//! All games on this device, and what they add up to.

use leptos::prelude::*;

use crate::messages::t;

/// All games on this device, and what they add up to.
#[component]
pub fn History() -> impl IntoView {
    view! {
        <main id="content" data-page="history">
            <h1>{t("common.page.history")}</h1>
        </main>
    }
}
