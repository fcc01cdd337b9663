//! How a game is played.

use leptos::prelude::*;

use crate::messages::t;

/// How a game is played.
#[component]
pub fn How(
    /// The id of the game.
    game: String,
) -> impl IntoView {
    let _ = game;
    view! {
        <main id="content" data-page="how">
            <h1>{t("common.page.how")}</h1>
        </main>
    }
}
