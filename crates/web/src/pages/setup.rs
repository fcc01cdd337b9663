//! Setting a table.

pub mod form;
pub mod luck;
mod plays;
mod rules;
mod seats;
mod sheet;
mod teach;

use leptos::prelude::*;

use crate::art;
use crate::catalog;
use crate::choices::{ChoiceItem, Choices, Switch};
use crate::messages::{t, tf};
use crate::new_game::{PUSH, clean_name, name_of};
use crate::route::Route;
use form::TableForm;

/// Setting a table.
#[component]
pub fn Setup(
    /// The id of the game, and perhaps the section to begin with: `tres-fute/teach`.
    game: String,
) -> impl IntoView {
    let (game, section) = match game.split_once('/') {
        Some((game, section)) => (game.to_owned(), section.to_owned()),
        None => (game, String::new()),
    };
    if ["teach", "plays"].contains(&section.as_str()) {
        show_section(section);
    }
    let form = match game == form::OWN {
        true => TableForm::own(),
        false => catalog::game(&game).map(|known| TableForm::new(known.id.as_str())),
    };
    match form {
        Some(form) => table(form),
        None => unknown(&game),
    }
}

/// Shows a section once it is there.
fn show_section(section: String) {
    let show = move || {
        if let Some(element) = document().get_element_by_id(&section) {
            element.scroll_into_view();
        }
    };
    // The page is drawn, then scrolled to its top, then here.
    set_timeout(show, std::time::Duration::from_millis(120));
}

fn table(form: TableForm) -> AnyView {
    let alert: RwSignal<Option<String>> = RwSignal::new(None);
    let start = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let refused = form.start().err();
        alert.set(refused.map(|why| luck::explain(form, &why)));
    };
    // What was wrong is told until something is changed.
    Effect::new(move |_| {
        form.error();
        alert.set(None);
    });
    let push = form.game == PUSH;
    view! {
        <main id="content" class="setup" data-page="setup" data-game=form.game>
            <header class="setup-head">
                <BackHome/>
                <div class="setup-title">
                    <p class="eyebrow">{t("common.page.new")}</p>
                    <h1>{move || form.with_sheet(|sheet| sheet.name.clone()).unwrap_or_else(|| name_of(form.game).to_owned())}</h1>
                </div>
                <div class="setup-art">{art::picture(form.game)}</div>
            </header>
            <form class="setup-form" on:submit=start>
                <div class="setup-column">
                    {seats::section(form)} {luck::section(form)}
                </div>
                <div class="setup-column">
                    {push.then(|| variant(form))}
                    {(!push).then(|| sheet::section(form))}
                    {(!push).then(|| teach::section(form))}
                    {(!push).then(|| plays::section(form))}
                    <section class="card setting">
                        <h2 class="visually-hidden">{t("setup.coach.label")}</h2>
                        <Switch
                            label=t("setup.coach.label")
                            explained=t("setup.coach.about")
                            mark="coach"
                            on=form.coach
                            set=move |on| form.coach.set(on)
                        />
                    </section>
                    {(!push).then(|| rules::section(form))}
                </div>
                <div class="setup-start">
                    <Alert alert=alert/>
                    <p id="start-off" class="error">{move || form.refused.get().then(|| t("setup.fault.sheet"))}</p>
                    <button type="submit" class="button primary" data-do="start" aria-describedby="start-off"
                        disabled=move || form.refused.get()>{t("setup.start")}</button>
                </div>
            </form>
        </main>
    }
    .into_any()
}

fn variant(form: TableForm) -> AnyView {
    let choices = vec![
        ChoiceItem::new("variant-standard", t("setup.variant.standard")),
        ChoiceItem::new("variant-risk", t("setup.variant.risk")),
    ];
    let about = move || {
        if form.risk.get() {
            t("setup.variant.risk_about")
        } else {
            t("setup.variant.standard_about")
        }
    };
    view! {
        <section class="card setting" aria-labelledby="variant">
            <h2 id="variant">{t("setup.variant.title")}</h2>
            <Choices
                label=t("setup.variant.title")
                choices=choices
                chosen=Signal::derive(move || usize::from(form.risk.get()))
                choose=move |index: usize| form.risk.set(index == 1)
            />
            <p class="setting-why" aria-live="polite">{about}</p>
        </section>
    }
    .into_any()
}

fn unknown(game: &str) -> AnyView {
    view! {
        <main id="content" class="narrow" data-page="setup">
            <header class="page-head"><BackHome/><h1>{t("common.page.new")}</h1></header>
            <p class="card" role="alert">{tf("setup.unknown", &[("game", &clean_name(game))])}</p>
            <p><a class="button primary" href=Route::Home.hash()>{t("setup.challenge.home")}</a></p>
        </main>
    }
    .into_any()
}

/// The way back to all games.
#[component]
pub fn BackHome() -> impl IntoView {
    view! { <a class="icon-button" data-do="home" href=Route::Home.hash() aria-label=t("common.home")>{back_icon()}</a> }
}

/// The arrow on every way back.
pub fn back_icon() -> AnyView {
    view! {
        <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="2.400" stroke-linecap="round" stroke-linejoin="round">
            <path d="M15 5l-7 7 7 7"></path>
        </svg>
    }
    .into_any()
}

/// What went wrong, told at once.
#[component]
pub fn Alert(
    /// What went wrong, if anything.
    alert: RwSignal<Option<String>>,
) -> impl IntoView {
    view! { <div role="alert">{move || alert.get().map(|why| view! { <p class="error" data-alert="">{why}</p> })}</div> }
}
