//! The settings.

use leptos::prelude::*;

use crate::messages::t;

/// The settings.
#[component]
pub fn SettingsPage() -> impl IntoView {
    view! {
        <main id="content" data-page="settings">
            <h1>{t("common.page.settings")}</h1>
        </main>
    }
}
