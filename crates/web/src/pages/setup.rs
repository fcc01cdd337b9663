//! Setting a table.

use leptos::prelude::*;

use crate::messages::t;

/// Setting a table.
#[component]
pub fn Setup(
    /// The id of the game.
    game: String,
) -> impl IntoView {
    let _ = game;
    view! {
        <main id="content" data-page="setup">
            <h1>{t("common.page.new")}</h1>
        </main>
    }
}
