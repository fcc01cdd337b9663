//! Whose dice, and which.

use finaud_record::{SeedError, SeedString};
use leptos::prelude::*;

use super::desk::{Desk, Fault, Seeded};
use crate::any_table::PUSH;
use crate::choices::{Choice, Choices};
use crate::daily::Day;
use crate::messages::{t, tf, tn};
use crate::start::name_of;

/// Finaud's dice or real ones; a surprise, a seed or the day.
pub fn section(desk: Desk) -> AnyView {
    let cards = desk.game == PUSH;
    let (title, finaud, real, finaud_about, real_about) = if cards {
        (
            t("setup.luck.title_cards"),
            t("setup.luck.finaud_cards"),
            t("setup.luck.real_cards"),
            t("setup.luck.finaud_cards_about"),
            t("setup.luck.real_cards_about"),
        )
    } else {
        (
            t("setup.luck.title_dice"),
            t("setup.luck.finaud_dice"),
            t("setup.luck.real_dice"),
            t("setup.luck.finaud_dice_about"),
            t("setup.luck.real_dice_about"),
        )
    };
    let whose = vec![Choice::new("luck-finaud", finaud), Choice::new("luck-real", real)];
    view! {
        <section class="card setting" aria-labelledby="luck">
            <h2 id="luck">{title}</h2>
            <Choices
                label=t("setup.luck.whose")
                choices=whose
                chosen=Signal::derive(move || usize::from(desk.real.get()))
                choose=move |index: usize| desk.real.set(index == 1)
            />
            <p class="setting-why" aria-live="polite">{move || if desk.real.get() { real_about } else { finaud_about }}</p>
            {move || (!desk.real.get()).then(|| which(desk))}
        </section>
    }
    .into_any()
}

fn which(desk: Desk) -> AnyView {
    let mut kinds = vec![Seeded::Surprise, Seeded::Told];
    let mut choices = vec![
        Choice::new("seed-surprise", t("setup.seed.surprise")),
        Choice::new("seed-own", t("setup.seed.own")),
    ];
    if Day::today().game() == desk.game {
        kinds.push(Seeded::Daily);
        choices.push(Choice::new("seed-daily", t("setup.seed.daily")));
    }
    let known = kinds.clone();
    let chosen = move || {
        known
            .iter()
            .position(|kind| *kind == desk.seeded.get())
            .unwrap_or(0)
    };
    let about = move || match desk.seeded.get() {
        Seeded::Surprise => t("setup.seed.surprise_about"),
        Seeded::Told => t("setup.seed.own_about"),
        Seeded::Daily => t("setup.seed.daily_about"),
    };
    view! {
        <h3>{t("setup.seed.title")}</h3>
        <Choices
            label=t("setup.seed.title")
            choices=choices
            chosen=Signal::derive(chosen)
            choose=move |index: usize| desk.seeded.set(kinds[index])
        />
        <p class="setting-why" aria-live="polite">{about}</p>
        {move || (desk.seeded.get() == Seeded::Told).then(|| typed(desk))}
    }
    .into_any()
}

fn typed(desk: Desk) -> AnyView {
    let bad = move || !desk.seed.with(|seed| seed.trim().is_empty()) && desk.fault().is_some();
    let remark = move || {
        if desk.seed.with(|seed| seed.trim().is_empty()) {
            return tf("setup.seed.example", &[("seed", &example(desk))]);
        }
        match desk.fault() {
            Some(fault) => explain(desk, &fault),
            None => t("setup.seed.good").into(),
        }
    };
    view! {
        <div class="field">
            <label for="seed">{t("setup.seed.label")}</label>
            <input
                id="seed"
                type="text"
                class="seed-input"
                maxlength="400"
                autocomplete="off"
                autocapitalize="off"
                spellcheck="false"
                data-do="seed"
                aria-describedby="seed-remark"
                aria-invalid=move || bad().to_string()
                prop:value=desk.seed.get_untracked()
                on:input=move |event| desk.seed.set(event_target_value(&event))
            />
            <p id="seed-remark" class="setting-why" class:fault=bad aria-live="polite">{remark}</p>
        </div>
    }
    .into_any()
}

/// A seed as one could type it here.
fn example(desk: Desk) -> String {
    let players = desk.places.with(Vec::len) as u8;
    SeedString::new(&desk.id(), players, 7779).map_or_else(|_| "7K3".into(), |seed| seed.to_string())
}

/// What is wrong, in a sentence.
pub fn explain(desk: Desk, fault: &Fault) -> String {
    match fault {
        Fault::Empty => t("setup.fault.empty").into(),
        Fault::Seed(error) => explain_seed(error, &example(desk)),
        Fault::OtherGame(game) => tf("setup.fault.other_game", &[("game", &name_of(game))]),
        Fault::OtherPlayers(players) => tn("setup.fault.other_players", i64::from(*players)),
        Fault::DailyAlone => t("setup.fault.daily_alone").into(),
        Fault::DailyPlain => t("setup.fault.daily_plain").into(),
        Fault::Refused(why) => tf("setup.fault.refused", &[("why", why)]),
    }
}

/// Why a text is no seed, in a sentence.
pub fn explain_seed(error: &SeedError, example: &str) -> String {
    match error {
        SeedError::Shape => tf("setup.fault.shape", &[("example", &example)]),
        SeedError::Game => tf("setup.fault.game", &[("example", &example)]),
        SeedError::Players => t("setup.fault.players").into(),
        SeedError::Digit(letter) => tf("setup.fault.digit", &[("letter", letter)]),
        SeedError::Code => t("setup.fault.code").into(),
    }
}
