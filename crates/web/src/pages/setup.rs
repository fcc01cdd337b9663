//! Setting a table.

pub mod desk;
pub mod luck;
mod rules;
mod seats;
mod sheet;

use leptos::prelude::*;

use crate::any_table::PUSH;
use crate::art;
use crate::choices::{Choice, Choices, Switch};
use crate::messages::{t, tf};
use crate::route::Route;
use crate::start::{GAMES, clean_name, name_of};
use desk::Desk;

/// Setting a table.
#[component]
pub fn Setup(
    /// The id of the game.
    game: String,
) -> impl IntoView {
    match GAMES.into_iter().find(|known| *known == game) {
        Some(game) => table(Desk::new(game)),
        None => unknown(&game),
    }
}

fn table(desk: Desk) -> AnyView {
    let fault: RwSignal<Option<String>> = RwSignal::new(None);
    let start = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let refused = desk.start().err();
        fault.set(refused.map(|why| luck::explain(desk, &why)));
    };
    // What was wrong is told until something is changed.
    Effect::new(move |_| {
        desk.fault();
        fault.set(None);
    });
    let push = desk.game == PUSH;
    view! {
        <main id="content" class="setup" data-page="setup" data-game=desk.game>
            <header class="setup-head">
                <BackHome/>
                <div class="setup-title">
                    <p class="eyebrow">{t("common.page.new")}</p>
                    <h1>{name_of(desk.game)}</h1>
                </div>
                <div class="setup-art">{art::picture(desk.game)}</div>
            </header>
            <form class="setup-form" on:submit=start>
                <div class="setup-column">
                    {seats::section(desk)} {luck::section(desk)}
                </div>
                <div class="setup-column">
                    {push.then(|| variant(desk))}
                    {(!push).then(|| sheet::section(desk))}
                    <section class="card setting">
                        <h2 class="visually-hidden">{t("setup.coach.label")}</h2>
                        <Switch
                            label=t("setup.coach.label")
                            explained=t("setup.coach.about")
                            mark="coach"
                            on=desk.coach
                            set=move |on| desk.coach.set(on)
                        />
                    </section>
                    {(!push).then(|| rules::section(desk))}
                </div>
                <div class="setup-start">
                    <Alert fault=fault/>
                    <button type="submit" class="button primary" data-do="start">{t("setup.start")}</button>
                </div>
            </form>
        </main>
    }
    .into_any()
}

fn variant(desk: Desk) -> AnyView {
    let choices = vec![
        Choice::new("variant-standard", t("setup.variant.standard")),
        Choice::new("variant-risk", t("setup.variant.risk")),
    ];
    let about = move || {
        if desk.risk.get() {
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
                chosen=Signal::derive(move || usize::from(desk.risk.get()))
                choose=move |index: usize| desk.risk.set(index == 1)
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
    view! {
        <a class="icon-button" data-do="home" href=Route::Home.hash() aria-label=t("common.home")>
            <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="2.400" stroke-linecap="round" stroke-linejoin="round">
                <path d="M15 5l-7 7 7 7"></path>
            </svg>
        </a>
    }
}

/// What went wrong, told at once.
#[component]
pub fn Alert(
    /// What went wrong, if anything.
    fault: RwSignal<Option<String>>,
) -> impl IntoView {
    view! { <div role="alert">{move || fault.get().map(|why| view! { <p class="fault" data-fault="">{why}</p> })}</div> }
}
