//! The dice: their colours, letters, names, and their order.

use finaud_rules::{Step, Tint};
use finaud_workshop::{Value, complete_dice, recolour, rename_die, swap_dice};
use leptos::prelude::*;

use super::bench::{Bench, Shown};
use super::field::{Caption, field, inside, key, mistakes, offers, text_input};
use super::list::movers;
use super::words as names;
use crate::messages::{language, t, tf};

/// The panel.
pub(super) fn dice(bench: Bench, shown: &Shown) -> AnyView {
    let dice = shown.draft.list("dice");
    let count = dice.len();
    let each = dice.iter().enumerate().map(|(index, die)| {
        let path = [key("dice"), Step::Index(index)];
        let fields = die
            .fields()
            .iter()
            .filter(|(name, _)| !["colour", "name"].contains(&name.as_str()))
            .map(|(name, _)| field(bench, shown, &inside(&path, key(name))));
        let title = names::named(die);
        let name = tf("workshop.die", &[("die", &title)]);
        let mark = format!("die-{index}");
        let open = bench.is_open(&mark).unwrap_or(false);
        let swap = move |other: usize| {
            let shown = bench.shown.get_untracked();
            bench.edit(swap_dice(&shown.draft, index, other));
        };
        view! {
            <div class="ws-line">
                <details class="ws-die" data-die=index open=open on:toggle=move |event| bench.opened(&mark, &event)><summary>{name.clone()}</summary>
                    {colours(bench, shown, index)} {fields.collect_view()} {own_name(bench, shown, index)}
                    {offers(bench, shown, &path)} {mistakes(shown, &path)}
                </details>
                {movers(name, index, count, swap)}
            </div>
        }
    });
    // There is a die for each zone, and one more.
    let missing = (count != shown.draft.list("zones").len() + 1).then(|| {
        let complete = move |_| {
            let shown = bench.shown.get_untracked();
            bench.edit(complete_dice(&shown.draft));
        };
        view! { <button type="button" class="button small" data-do="complete-dice" on:click=complete>{t("workshop.complete_dice")}</button> }
    });
    view! { <p class="setting-why">{t("workshop.dice_about")}</p> {missing} {each.collect_view()} {mistakes(shown, &[key("dice")])} }.into_any()
}

/// The word by which records, bonuses and its zone know a die: it changes everywhere at once.
fn own_name(bench: Bench, shown: &Shown, die: usize) -> AnyView {
    let path = [key("dice"), Step::Index(die), key("name")];
    let now = shown.draft.get(&path).and_then(Value::text).unwrap_or_default();
    let caption = Caption {
        label: t("workshop.die_word").to_owned(),
        invalid: shown.checked.problems_at(&path).next().is_some(),
    };
    let set = move |value: Value| {
        let shown = bench.shown.get_untracked();
        bench.edit(rename_die(
            &shown.draft,
            die,
            value.text().unwrap_or_default().trim(),
        ));
    };
    view! {
        <div class="ws-field" data-field="name">
            <p class="ws-label">{t("workshop.die_word")}</p>
            {text_input(&path, now, caption, set)}
            {mistakes(shown, &path)}
        </div>
    }
    .into_any()
}

/// The colours a die may have.
pub(super) fn colours(bench: Bench, shown: &Shown, die: usize) -> AnyView {
    let path = [key("dice"), Step::Index(die)];
    let entry = shown.draft.get(&path);
    let word = |name: &str| {
        entry
            .and_then(|die| die.key(name)?.text())
            .unwrap_or_default()
            .to_owned()
    };
    let (name, own) = (word("name"), word("colour"));
    let now = if own.is_empty() { name } else { own };
    let set = move |colour: String| {
        let shown = bench.shown.get_untracked();
        bench.edit(recolour(&shown.draft, die, &colour));
    };
    let swatches = Tint::NAMES.into_iter().filter(|name| *name != "black").map(|name| {
        let label = language().find(&format!("common.colour.{name}")).unwrap_or(name);
        let pressed = now == name;
        view! {
            <button type="button" class="ws-swatch" style=format!("background:var(--{name})") aria-label=label title=label data-colour=name
                aria-pressed=pressed.to_string() on:click=move |_| set(name.into())></button>
        }
    });
    let mixed = if now.starts_with('#') {
        now.clone()
    } else {
        "#888888".into()
    };
    view! {
        <div class="ws-swatches" role="group" aria-label=t("workshop.colour")>
            {swatches.collect_view()}
            <input type="color" id=format!("ws-colour-{die}") aria-label=t("workshop.own_colour") prop:value=mixed
                on:change=move |event| set(event_target_value(&event))/>
        </div>
        {mistakes(shown, &inside(&path, key("colour")))}
    }
    .into_any()
}
