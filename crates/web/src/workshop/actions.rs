//! The rows of action boxes, and bonuses that let one choose between them.

use finaud_rules::Power;
use finaud_workshop::{Checked, Edit, Value, rename_action};
use leptos::prelude::*;

use super::bench::{Bench, Shown};
use super::field::{Caption, field, inside, key, mistakes, text_input};
use crate::messages::{language, t};

/// The panel.
pub(super) fn actions(bench: Bench, shown: &Shown) -> AnyView {
    let table = [key("actions")];
    let rows = shown.draft.get(&table).map(Value::fields).unwrap_or_default();
    let each = rows.iter().map(|(name, row)| {
        let own = row.key("choose").map(|_| own_name(bench, shown, name));
        view! { {field(bench, shown, &inside(&table, key(name)))} {own} }
    });
    let each = each.collect_view();
    let has = |word: &str| rows.iter().any(|(name, _)| name == word);
    let missing: Vec<Power> = Power::ALL
        .into_iter()
        .filter(|power| !has(power.word()))
        .collect();
    let no_table = shown.draft.get(&table).is_none();
    let add = move |power: Power| {
        let shown = bench.shown.get_untracked();
        let path = vec![key("actions"), key(power.word())];
        let row = |boxes: Value| Value::Table(vec![("boxes".into(), boxes)]);
        let edit = |row: Value| match no_table {
            true => Edit::Set(
                vec![key("actions")],
                Value::Table(vec![(power.word().into(), row)]),
            ),
            false => Edit::Set(path.clone(), row),
        };
        // Some rows count their boxes, others show what is in each.
        let fits = |row: &Value| {
            let mut tried = shown.draft.clone();
            let set = edit(row.clone()).apply(&mut tried);
            set.is_ok()
                && Checked::of(&tried)
                    .problems_in(&path)
                    .all(|problem| !problem.is_error())
        };
        let rows = [
            row(Value::Number(3)),
            row(Value::List(vec![Value::Text("?".into())])),
        ];
        let fitting = rows.iter().find(|row| fits(row)).unwrap_or(&rows[0]);
        bench.edit(edit(fitting.clone()));
    };
    let offered = missing.into_iter().map(|power| {
        let label = crate::dice_table::words::power(language(), power);
        view! { <button type="button" class="button small" data-offer=power.word() on:click=move |_| add(power)>{format!("+ {label}")}</button> }
    });
    let with_boxes: Vec<Value> = rows
        .iter()
        .filter(|(name, _)| Power::from_word(name).is_some())
        .map(|(name, _)| Value::Text(name.clone()))
        .collect();
    let letters = std::iter::once(String::new()).chain(('b'..='z').map(String::from));
    let free = letters
        .map(|letter| format!("choice{letter}"))
        .find(|name| !has(name));
    let choose = free.filter(|_| with_boxes.len() > 1).map(|name| {
        let rows = Value::Table(vec![("choose".into(), Value::List(with_boxes))]);
        view! {
            <button type="button" class="button small" data-offer="choice"
                on:click=move |_| bench.edit(Edit::Set(vec![key("actions"), key(&name)], rows.clone()))>{t("workshop.add_choice")}</button>
        }
    });
    view! {
        {each}
        {mistakes(shown, &table)}
        <div class="ws-offers">{offered.collect_view()} {choose}</div>
    }
    .into_any()
}

/// The name of a bonus that lets one choose a row: it changes wherever the bonus stands.
fn own_name(bench: Bench, shown: &Shown, name: &str) -> AnyView {
    let path = [key("actions"), key(name)];
    let caption = Caption {
        label: t("workshop.choice_name").to_owned(),
        invalid: shown.checked.problems_at(&path).next().is_some(),
    };
    let old = name.to_owned();
    let set = move |value: Value| {
        let shown = bench.shown.get_untracked();
        bench.edit(rename_action(
            &shown.draft,
            &old,
            value.text().unwrap_or_default().trim(),
        ));
    };
    view! {
        <div class="ws-field ws-table">
            <p class="ws-label">{t("workshop.choice_name")}</p>
            {text_input(&path, name, caption, set)}
        </div>
    }
    .into_any()
}
