//! Where an address leads nowhere.

use leptos::prelude::*;

use crate::messages::t;

/// Where an address leads nowhere.
#[component]
pub fn Lost() -> impl IntoView {
    view! {
        <main id="content" class="narrow" data-page="lost">
            <h1>{t("common.page.lost")}</h1>
            <p>{t("common.lost")}</p>
            <p><a class="button primary" href="#/">{t("common.home")}</a></p>
        </main>
    }
}
