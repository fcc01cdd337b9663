//! Whose dice, and which.

use finaud_record::{SeedError, SeedString};
use leptos::prelude::*;

use super::form::{FormError, SeedSource, TableForm};
use crate::choices::{ChoiceItem, Choices};
use crate::daily::{Challenge as _, Day};
use crate::describe::describe;
use crate::messages::{t, tf, tn};
use crate::new_game::{PUSH, name_of};

/// Finaud's dice or real ones; a surprise, a seed or the day.
pub fn section(form: TableForm) -> AnyView {
    let cards = form.game == PUSH;
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
    let whose = vec![
        ChoiceItem::new("luck-finaud", finaud),
        ChoiceItem::new("luck-real", real),
    ];
    view! {
        <section class="card setting" aria-labelledby="luck">
            <h2 id="luck">{title}</h2>
            <Choices
                label=t(if cards { "setup.luck.whose_cards" } else { "setup.luck.whose" })
                choices=whose
                chosen=Signal::derive(move || usize::from(form.real.get()))
                choose=move |index: usize| form.real.set(index == 1)
            />
            <p class="setting-why" aria-live="polite">{move || if form.real.get() { real_about } else { finaud_about }}</p>
            {move || (!form.real.get()).then(|| which(form))}
        </section>
    }
    .into_any()
}

fn which(form: TableForm) -> AnyView {
    let mut kinds = vec![SeedSource::Random, SeedSource::Typed];
    let mut choices = vec![
        ChoiceItem::new("seed-surprise", t("setup.seed.surprise")),
        ChoiceItem::new("seed-own", t("setup.seed.own")),
    ];
    if Day::today().game() == form.game {
        kinds.push(SeedSource::Daily);
        choices.push(ChoiceItem::new("seed-daily", t("setup.seed.daily")));
    }
    let known = kinds.clone();
    let chosen = move || {
        known
            .iter()
            .position(|kind| *kind == form.seeded.get())
            .unwrap_or(0)
    };
    let about = move || match form.seeded.get() {
        SeedSource::Random => t("setup.seed.surprise_about"),
        SeedSource::Typed => t("setup.seed.own_about"),
        SeedSource::Daily => t("setup.seed.daily_about"),
    };
    view! {
        <h3>{t("setup.seed.title")}</h3>
        <Choices
            label=t("setup.seed.title")
            choices=choices
            chosen=Signal::derive(chosen)
            choose=move |index: usize| form.seeded.set(kinds[index])
        />
        <p class="setting-why" aria-live="polite">{about}</p>
        {move || (form.seeded.get() == SeedSource::Typed).then(|| typed(form))}
    }
    .into_any()
}

fn typed(form: TableForm) -> AnyView {
    let bad = move || !form.seed.with(|seed| seed.trim().is_empty()) && form.error().is_some();
    let remark = move || {
        if form.seed.with(|seed| seed.trim().is_empty()) {
            return tf("setup.seed.example", &[("seed", &example(form))]);
        }
        match form.error() {
            Some(error) => explain(form, &error),
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
                prop:value=form.seed.get_untracked()
                on:input=move |event| form.seed.set(event_target_value(&event))
            />
            <p id="seed-remark" class="setting-why" class:error=bad aria-live="polite">{remark}</p>
        </div>
    }
    .into_any()
}

/// A seed as one could type it here.
fn example(form: TableForm) -> String {
    let players = form.places.with(Vec::len) as u8;
    SeedString::new(&form.id(), players, 7779).map_or_else(|_| "7K3".into(), |seed| seed.to_string())
}

/// What is wrong, in a sentence.
pub fn explain(form: TableForm, error: &FormError) -> String {
    match error {
        FormError::Empty => t("setup.fault.empty").into(),
        FormError::Seed(error) => explain_seed(error, &example(form)),
        FormError::OtherGame(game) => tf("setup.fault.other_game", &[("game", &name_of(game))]),
        FormError::OtherPlayers(players) => tn("setup.fault.other_players", i64::from(*players)),
        FormError::DailyAlone => t("setup.fault.daily_alone").into(),
        FormError::DailyPlain => t("setup.fault.daily_plain").into(),
        FormError::Sheet => t("setup.fault.sheet").into(),
        FormError::Refused(error) => tf("setup.fault.refused", &[("why", &describe(&error.message()))]),
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
