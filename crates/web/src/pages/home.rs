//! The first page: five games, today’s challenge, one tap to a game.

use leptos::prelude::*;

use crate::messages::t;

/// The first page: five games, today’s challenge, one tap to a game.
#[component]
pub fn Home() -> impl IntoView {
    view! {
        <main id="content" data-page="home">
            <h1>{t("common.title")}</h1>
        </main>
    }
}
