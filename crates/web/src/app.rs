//! The page: which part of the app is shown, and what stands around it.

use leptos::prelude::*;

use crate::fetch;
use crate::lazy;
use crate::messages::t;
use crate::offline;
use crate::pages;
use crate::route::{self, Route};
use crate::settings::settings;
use crate::sound;
use crate::storage::{self, Trouble};

/// The whole app.
#[component]
pub fn App() -> impl IntoView {
    settings().follow();
    // Signals live as long as where they are first asked for: these are asked for here, since pages come and go.
    let _ = (storage::trouble(), offline::update_ready(), fetch::arrived());
    offline::register();
    sound::listen();
    let route = route::follow();
    Effect::new(move |_| {
        settings().language.track();
        document().set_title(&title(&route.get()));
    });
    view! {
        {move || {
            // A changed language draws everything anew, so that no text is left behind.
            settings().language.track();
            view! {
                <a class="skip" href="#content" on:click=skip>{t("common.skip")}</a>
                <Notices/>
                {page(route.get())}
            }
        }}
    }
}

fn page(route: Route) -> AnyView {
    match route {
        Route::Home => pages::home::Home().into_any(),
        Route::Play(id) => pages::play::Play(pages::play::PlayProps { id }).into_any(),
        Route::Lost => pages::lost::Lost().into_any(),
        other => lazy::page(other),
    }
}

fn title(route: &Route) -> String {
    let page = match route {
        Route::Home => return t("common.title").into(),
        Route::New(_) => t("common.page.new"),
        Route::Play(_) => t("common.page.play"),
        Route::Review(_) => t("common.page.review"),
        Route::History => t("common.page.history"),
        Route::Achievements => t("common.page.achievements"),
        Route::Calendar => t("common.page.calendar"),
        Route::How(_) => t("common.page.how"),
        Route::Learn(_) => t("home.guided"),
        Route::Puzzles(_) => t("common.page.puzzles"),
        Route::Settings => t("common.page.settings"),
        Route::Replay(_) => t("common.page.replay"),
        Route::Seed(_) => t("common.page.seed"),
        Route::Friends => t("common.page.friends"),
        Route::Table(_) => t("common.page.table"),
        Route::Me(_) => t("common.page.me"),
        Route::Board(_) => t("common.page.board"),
        Route::Workshop(_) => t("common.page.workshop"),
        Route::Gallery(_) => t("common.page.gallery"),
        Route::Lost => t("common.page.lost"),
    };
    format!("{page} · Finaud")
}

/// Jumps over the head of the page. The address must stay as it is: it names the page.
fn skip(event: leptos::ev::MouseEvent) {
    event.prevent_default();
    if let Some(main) = document().query_selector("main").ok().flatten() {
        use wasm_bindgen::JsCast;
        let main: web_sys::HtmlElement = main.unchecked_into();
        main.set_tab_index(-1);
        let _ = main.focus();
    }
}

/// What concerns every page: the device keeps nothing, or a new version is there.
#[component]
fn Notices() -> impl IntoView {
    let trouble = storage::trouble();
    view! {
        <div class="notices" aria-live="polite">
            {move || trouble.get().map(|trouble| {
                let text = match trouble {
                    Trouble::Forbidden => t("common.storage.forbidden"),
                    Trouble::Full => t("common.storage.full"),
                };
                view! { <p class="notice" data-notice="storage">{text}</p> }
            })}
            <offline::UpdateBanner/>
        </div>
    }
}
