//! The review of a game.

use leptos::prelude::*;

use crate::messages::t;

/// The review of a game.
#[component]
pub fn ReviewPage(
    /// The name the game is kept under.
    id: String,
) -> impl IntoView {
    let _ = id;
    view! {
        <main id="content" data-page="review">
            <h1>{t("common.page.review")}</h1>
        </main>
    }
}
