//! Somebody else’s luck, to be beaten.

use leptos::prelude::*;

use crate::messages::t;

/// Somebody else’s luck, to be beaten.
#[component]
pub fn SeedLink(
    /// The seed string, and what is to be beaten.
    seed: String,
) -> impl IntoView {
    let _ = seed;
    view! {
        <main id="content" data-page="seed">
            <h1>{t("common.page.seed")}</h1>
        </main>
    }
}
