//! The settings.

use finaud_rules::{Die, builtin};
use leptos::prelude::*;

use crate::art;
use crate::catalog;
use crate::choices::{ChoiceItem, Choices, Switch};
use crate::colours;
use crate::dice_table::words;
use crate::messages::{language, t, tf, tn};
use crate::new_game::{LONGEST_NAME, clean_name};
use crate::pace::Pace;
use crate::pages::home::Languages;
use crate::pages::setup::BackHome;
use crate::route::Route;
use crate::saved;
use crate::settings::{Theme, settings};

const THEMES: [Theme; 3] = [Theme::Auto, Theme::Light, Theme::Dark];
const PACES: [Option<Pace>; 4] = [None, Some(Pace::Calm), Some(Pace::Quick), Some(Pace::Instant)];

/// The settings.
#[component]
pub fn SettingsPage() -> impl IntoView {
    view! {
        <main id="content" class="narrow settings" data-page="settings">
            <header class="page-head"><BackHome/><h1>{t("common.page.settings")}</h1></header>
            <section class="card setting" aria-labelledby="set-language">
                <h2 id="set-language">{t("settings.language.title")}</h2>
                <Languages/>
            </section>
            {look()}
            {at_the_table()}
            {feel()}
            {who()}
            {storage()}
            {about()}
        </main>
    }
    .into_any()
}

fn look() -> AnyView {
    let settings = settings();
    let themes = vec![
        ChoiceItem::new("theme-auto", t("settings.look.theme_auto")),
        ChoiceItem::new("theme-light", t("settings.look.theme_light")),
        ChoiceItem::new("theme-dark", t("settings.look.theme_dark")),
    ];
    let die = |(index, (colour, name)): (usize, (String, String))| {
        view! { <li>{art::single_die(&colour, index % 6 + 1)} <span>{name}</span></li> }
    };
    view! {
        <section class="card setting" aria-labelledby="set-look">
            <h2 id="set-look">{t("settings.look.title")}</h2>
            <h3>{t("settings.look.theme")}</h3>
            <Choices
                label=t("settings.look.theme")
                choices=themes
                chosen=Signal::derive(move || THEMES.iter().position(|theme| *theme == settings.theme.get()).unwrap_or(0))
                choose=move |index: usize| settings.theme.set(THEMES[index])
            />
            <Switch
                label=t("settings.look.safe")
                explained=t("settings.look.safe_why")
                mark="safe-colours"
                on=settings.safe_colours
                set=move |on| settings.safe_colours.set(on)
            />
            <ul class="palette" aria-label=t("settings.look.preview")>{dice().into_iter().enumerate().map(die).collect_view()}</ul>
        </section>
    }
    .into_any()
}

/// The dice of all games, for a look at their colours: each colour once, with its name.
fn dice() -> Vec<(String, String)> {
    let mut dice: Vec<(String, String)> = Vec::new();
    for sheet in catalog::ids().filter_map(builtin) {
        for die in Die::ALL {
            let colour = colours::of_die(sheet, die);
            if !dice.iter().any(|(known, _)| *known == colour) {
                dice.push((colour, words::die(language(), sheet, die)));
            }
        }
    }
    dice
}

fn at_the_table() -> AnyView {
    let settings = settings();
    let paces = vec![
        ChoiceItem::new("pace-auto", t("settings.game.pace_auto")),
        ChoiceItem::new("pace-calm", t("settings.game.pace_calm")),
        ChoiceItem::new("pace-quick", t("settings.game.pace_quick")),
        ChoiceItem::new("pace-instant", t("settings.game.pace_instant")),
    ];
    let pace_why = move || match settings.pace.get() {
        None => t("settings.game.pace_auto_why"),
        Some(Pace::Calm) => t("settings.game.pace_calm_why"),
        Some(Pace::Quick) => t("settings.game.pace_quick_why"),
        Some(Pace::Instant) => t("settings.game.pace_instant_why"),
    };
    view! {
        <section class="card setting" aria-labelledby="set-table">
            <h2 id="set-table">{t("settings.game.title")}</h2>
            <div class="field">
                <label for="name">{t("settings.game.name")}</label>
                <input
                    id="name"
                    type="text"
                    maxlength=LONGEST_NAME.to_string()
                    autocomplete="nickname"
                    spellcheck="false"
                    data-do="name"
                    aria-describedby="name-why"
                    prop:value=settings.name.get_untracked()
                    on:input=move |event| settings.name.set(clean_name(&event_target_value(&event)))
                />
                <p id="name-why" class="setting-why">{t("settings.game.name_why")}</p>
            </div>
            <h3>{t("settings.game.pace")}</h3>
            <Choices
                label=t("settings.game.pace")
                choices=paces
                chosen=Signal::derive(move || PACES.iter().position(|pace| *pace == settings.pace.get()).unwrap_or(0))
                choose=move |index: usize| settings.pace.set(PACES[index])
            />
            <p class="setting-why" aria-live="polite">{pace_why}</p>
            <Switch
                label=t("settings.game.auto_roll")
                explained=t("settings.game.auto_roll_why")
                mark="auto-roll"
                on=settings.auto_roll
                set=move |on| settings.auto_roll.set(on)
            />
            <Switch
                label=t("settings.game.remarks")
                explained=t("settings.game.remarks_why")
                mark="remarks"
                on=Signal::derive(move || !settings.quiet_bots.get())
                set=move |on: bool| settings.quiet_bots.set(!on)
            />
        </section>
    }
    .into_any()
}

fn feel() -> AnyView {
    let settings = settings();
    view! {
        <section class="card setting" aria-labelledby="set-feel">
            <h2 id="set-feel">{t("settings.feel.title")}</h2>
            <Switch
                label=t("settings.feel.sound")
                explained=t("settings.feel.sound_why")
                mark="sound"
                on=settings.sound
                set=move |on| settings.sound.set(on)
            />
            <Switch
                label=t("settings.feel.haptics")
                explained=t("settings.feel.haptics_why")
                mark="haptics"
                on=settings.haptics
                set=move |on| settings.haptics.set(on)
            />
            <Switch
                label=t("settings.feel.calm")
                explained=t("settings.feel.calm_why")
                mark="calm"
                on=settings.calm
                set=move |on| settings.calm.set(on)
            />
        </section>
    }
    .into_any()
}

/// Who one is where others play along.
fn who() -> AnyView {
    view! {
        <section class="card setting" aria-labelledby="set-who">
            <h2 id="set-who">{t("settings.who.title")}</h2>
            <p class="setting-why">{t("settings.who.why")}</p>
            <p><a class="button small" data-do="me" href=Route::Me(String::new()).hash()>{t("settings.who.open")}</a></p>
        </section>
    }
    .into_any()
}

fn storage() -> AnyView {
    let games = saved::ids().len();
    let told = if games == 0 {
        t("settings.storage.none").into()
    } else {
        tn("settings.storage.games", games as i64)
    };
    view! {
        <section class="card setting" aria-labelledby="set-storage">
            <h2 id="set-storage">{t("settings.storage.title")}</h2>
            <p data-games=games><strong>{told}</strong></p>
            <p class="setting-why">{t("settings.storage.why")}</p>
            <p><a class="button small" data-do="history" href=Route::History.hash()>{t("settings.storage.manage")}</a></p>
        </section>
    }
    .into_any()
}

fn about() -> AnyView {
    view! {
        <section class="card setting about" aria-labelledby="set-about">
            <h2 id="set-about">{t("settings.about.title")}</h2>
            <p><strong>{tf("settings.about.version", &[("version", &env!("CARGO_PKG_VERSION"))])}</strong></p>
            <p>{t("settings.about.licence")}</p>
            <p>{t("settings.about.offline")}</p>
            <p>{t("home.affiliation")}</p>
        </section>
    }
    .into_any()
}
