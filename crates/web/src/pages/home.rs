//! The first page: all games, today’s challenge, one tap to a game.

mod card;
mod challenge;
mod friends;
mod puzzles;
mod summary;

use leptos::prelude::*;

use crate::art;
use crate::catalog;
use crate::choices::{ChoiceItem, Choices};
use crate::fetch;
use crate::messages::{Language, language, t, tf};
use crate::pages::setup::Alert;
use crate::route::Route;
use crate::settings::settings;
use summary::{HomeSummary, Resume};

/// The first page: all games, today’s challenge, one tap to a game.
#[component]
pub fn Home() -> impl IntoView {
    let summary = HomeSummary::read();
    let alert: RwSignal<Option<String>> = RwSignal::new(None);
    let continued = summary.going_on().iter().map(continue_strip).collect_view();
    let challenge = || challenge::card(&summary.attempts, alert);
    // Whoever is new here comes to play; the challenge and puzzles wait below.
    let newcomer = summary.played().next().is_none();
    let cards = catalog::games()
        .iter()
        .map(|game| card::card(game, &summary, alert))
        .collect_view();
    view! {
        <main id="content" class="home" data-page="home">
            <header class="home-head">
                <div class="brand">
                    <span class="brand-mark">{art::fox_head()}</span>
                    <h1>{t("common.name")}</h1>
                </div>
                <nav class="home-links" aria-label=t("home.links")>
                    <a class="button small" href=Route::History.hash() data-do="history">
                        {chart_icon()} <span>{t("common.page.history")}</span>
                    </a>
                    <a class="button small" href=Route::Achievements.hash() data-do="achievements">
                        {icon("M7 4h10v5a5 5 0 0 1-10 0zM7 6H4a3 3 0 0 0 3 4M17 6h3a3 3 0 0 1-3 4M12 14v4M8 20h8M10 18h4")} <span>{t("common.page.achievements")}</span>
                    </a>
                    <a class="button small" href=Route::Settings.hash() data-do="settings">
                        {gear_icon()} <span>{t("common.page.settings")}</span>
                    </a>
                </nav>
                <p class="brand-line">{t("home.tagline")}</p>
                <div class="home-language"><Languages/></div>
            </header>
            <Alert alert=alert/>
            {friends::my_tables()}
            {continued}
            {friends::invite()}
            {(!newcomer).then(|| puzzles::strip(&summary))}
            <div class="home-grid">{(!newcomer).then(challenge)} {cards} {newcomer.then(challenge)}</div>
            {newcomer.then(|| puzzles::strip(&summary))}
            {friends::strip(
                Route::Gallery(String::new()),
                "gallery",
                "M4 5h7v6H4zM13 5h7v6h-7zM4 13h7v6H4zM16.500 13v6M13.500 16h6",
                [t("home.gallery.title"), t("home.gallery.about")],
            )}
            <footer class="home-foot">
                <p><a data-do="workshop" href=Route::Workshop(String::new()).hash()>{t("home.workshop")}</a></p>
                <p>{t("home.privacy")}</p>
                <p>{t("home.affiliation")}</p>
            </footer>
        </main>
    }
    .into_any()
}

/// The languages, each by its own name.
#[component]
pub fn Languages() -> impl IntoView {
    let languages = Language::all();
    let choices = languages
        .iter()
        .map(|language| ChoiceItem::new(format!("language-{}", language.code()), language.name()))
        .collect();
    let chosen = languages.iter().position(|known| *known == language());
    let chosen = chosen.unwrap_or_default();
    let missing: RwSignal<Option<String>> = RwSignal::new(None);
    view! {
        <Choices
            label=t("home.language")
            choices=choices
            chosen=Signal::derive(move || chosen)
            choose=move |index: usize| leptos::task::spawn_local(speak(languages[index], missing))
        />
        <Alert alert=missing/>
    }
    .into_any()
}

/// Changes the language, once its texts are here. The page is drawn anew; whoever came by keyboard finds the same button
/// again.
async fn speak(language: Language, missing: RwSignal<Option<String>>) {
    if fetch::language(language).await.is_none() {
        missing.set(Some(tf(
            "home.language-missing",
            &[("language", &language.name())],
        )));
        return;
    }
    settings().language.set(language);
    request_animation_frame(move || {
        use wasm_bindgen::JsCast;
        let place = format!("[data-do=language-{}]", language.code());
        if let Some(button) = document().query_selector(&place).ok().flatten() {
            let _ = button.unchecked_into::<web_sys::HtmlElement>().focus();
        }
    });
}

/// A game that is not over, one tap away.
fn continue_strip(resume: &Resume) -> AnyView {
    let title = format!("continue-{}", resume.id);
    let titled_by = title.clone();
    view! {
        <section class="continue" aria-labelledby=titled_by>
            <div class="continue-art">{art::picture(&resume.game)}</div>
            <div class="continue-text">
                <h2 id=title>{t("home.continue.title")}</h2>
                <p>
                    <strong>{resume.name.clone()}</strong>
                    {resume.progress.clone().map(|progress| format!(" · {progress}"))}
                    <span class="continue-when">{tf("home.continue.since", &[("when", &resume.when)])}</span>
                </p>
            </div>
            <a class="button primary" data-do="resume" href=Route::Play(resume.id.clone()).hash()>
                {t("home.continue.button")}
            </a>
        </section>
    }
    .into_any()
}

fn icon(path: &'static str) -> AnyView {
    view! {
        <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">
            <path d=path></path>
        </svg>
    }
    .into_any()
}

fn chart_icon() -> AnyView {
    icon("M4 20h16M6.500 20v-6M12 20V5M17.500 20v-10")
}

fn gear_icon() -> AnyView {
    icon(
        "M4 7h9M19 7h1M4 17h1M11 17h9M16 4.500a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5M8 14.500a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5",
    )
}
