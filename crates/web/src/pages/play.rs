//! A game in progress.

use leptos::prelude::*;

use crate::messages::t;

/// A game in progress.
#[component]
pub fn Play(
    /// The name the game is kept under.
    id: String,
) -> impl IntoView {
    let _ = id;
    view! {
        <main id="content" data-page="play">
            <h1>{t("common.page.play")}</h1>
        </main>
    }
}
