//! A cell that was tapped: what is printed in it, which part of a map it belongs to, and what else is said of it.

use finaud_rules::{Expected, Step, ValuePath};
use finaud_workshop::{
    CellMark, Checked, Edit, Value, WrittenCell, part_of, parts, print_bonus_here, prints_bonus, set_part,
    toggled,
};
use leptos::prelude::*;

use super::bench::{Bench, Shown};
use super::field::key;
use super::picker::picker;
use super::words as names;
use crate::choices::Switch;
use crate::messages::{language, t, tf};

/// What may be printed in a cell.
pub(super) fn printed_cell(bench: Bench, shown: &Shown, cell: &WrittenCell) -> AnyView {
    let text = shown
        .draft
        .get(&cell.path)
        .and_then(Value::text)
        .unwrap_or_default();
    let words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
    let now = words.get(cell.at).cloned().unwrap_or_default();
    let buttons = words_for(shown, &cell.path, cell.at).into_iter().map(|other| {
        let pressed = other == now;
        let (path, mut words) = (cell.path.clone(), words.clone());
        let label = match other.as_str() {
            "X" => t("workshop.printed_cross").to_owned(),
            "-" => t("workshop.no_cell").to_owned(),
            number => number.to_owned(),
        };
        let sign = match other.as_str() {
            "-" => t("workshop.no_cell").to_owned(),
            "X" => "✕".to_owned(),
            number => number.to_owned(),
        };
        if let Some(there) = words.get_mut(cell.at) {
            there.clone_from(&other);
        }
        let text = words.join(" ");
        view! {
            <button type="button" class="ws-choice" data-word=other aria-label=label aria-pressed=pressed.to_string()
                on:click=move |_| bench.edit(Edit::Set(path.clone(), Value::Text(text.clone())))>{sign}</button>
        }
    });
    view! {
        <p class="ws-label">{tf("workshop.cell_n", &[("n", &(cell.at + 1))])}</p>
        <div class="ws-choices" role="group" aria-label=t("workshop.printed")>{buttons.collect_view()}</div>
    }
    .into_any()
}

/// Which part of a map a cell belongs to, where the bonus of the part is printed, and what it is.
pub(super) fn map_cell(bench: Bench, shown: &Shown, cell: &WrittenCell) -> AnyView {
    let (checked, draft) = (&shown.checked, &shown.draft);
    let now = part_of(checked, draft, cell);
    let all = parts(checked, draft, cell);
    let is_new = |part: char| {
        let list = &cell.path[..cell.path.len() - 1];
        let rows = draft.get(list).map(Value::entries).unwrap_or_default();
        let has = |row: &Value| {
            row.text()
                .is_some_and(|row| row.to_ascii_lowercase().contains(part))
        };
        !rows.iter().any(has)
    };
    let choices = all.into_iter().map(Some).chain([None]).map(|part| {
        let (sign, word) = match part {
            Some(part) if is_new(part) => (t("workshop.new_part").to_owned(), part.to_string()),
            Some(part) => (part.to_string(), part.to_string()),
            None => (t("workshop.no_cell").to_owned(), "-".to_owned()),
        };
        let pressed = (part == now).to_string();
        let cell = cell.clone();
        let choose = move |_| {
            let shown = bench.shown.get_untracked();
            bench.edit(set_part(&shown.checked, &shown.draft, &cell, part));
        };
        view! { <button type="button" class="ws-choice" data-word=word aria-pressed=pressed on:click=choose>{sign}</button> }
    });
    let choices = choices.collect_view();
    let bonus = now.map(|part| part_bonus(bench, shown, cell, part));
    view! {
        <p class="ws-label">{t("workshop.part_of_map")}</p>
        <div class="ws-choices" role="group" aria-label=t("workshop.part_of_map")>{choices}</div>
        {bonus}
    }
    .into_any()
}

/// What crossing a part gives, and whether that is printed in this cell.
fn part_bonus(bench: Bench, shown: &Shown, cell: &WrittenCell, part: char) -> AnyView {
    // Where the reader takes a key for each part.
    let is_place = |path: &ValuePath| {
        path.len() == 4 && path.starts_with(&cell.path[..2]) && path[3] == key(&part.to_string())
    };
    let mut expected = shown.checked.expectations.values.iter();
    let place = expected.find_map(|(path, expected)| {
        (is_place(path) && matches!(expected, Expected::Key { .. })).then(|| path.clone())
    });
    let Some(place) = place else {
        return ().into_any();
    };
    let label = names::label(&place);
    if shown.draft.get(&place).is_none() {
        let add = move |_| bench.edit(Edit::Set(place.clone(), Value::Text(String::new())));
        return view! { <button type="button" class="button small" data-offer="part-bonus" on:click=add>{format!("+ {label}")}</button> }
            .into_any();
    }
    let here = prints_bonus(&shown.draft, cell);
    let printed = {
        let cell = cell.clone();
        move |_| {
            let shown = bench.shown.get_untracked();
            bench.edit(print_bonus_here(&shown.checked, &shown.draft, &cell));
        }
    };
    view! {
        <p class="ws-label">{label}</p>
        {picker(bench, shown, &place)}
        <button type="button" class="button small" data-do="bonus-here" disabled=here on:click=printed>{t("workshop.bonus_here")}</button>
    }
    .into_any()
}

/// Everything else that the zone says of a cell: each is so or not; of those that divide the cells among them, one is so.
pub(super) fn marks(bench: Bench, shown: &Shown, cell: &WrittenCell) -> AnyView {
    let [_, Step::Index(zone), ..] = cell.path.as_slice() else {
        return ().into_any();
    };
    let all = finaud_workshop::marks(&shown.checked, &shown.draft, *zone, cell);
    let (divided, single): (Vec<CellMark>, Vec<CellMark>) = all
        .into_iter()
        .partition(|mark| matches!(mark.path.as_slice(), [_, _, _, Step::Index(_), Step::Key(_)]));
    let toggle = move |mark: &CellMark| {
        let shown = bench.shown.get_untracked();
        bench.edit(toggled(&shown.draft, mark));
    };
    let single = single.into_iter().map(|mark| {
        let on = mark.on;
        let name = mark.path.iter().rev().find_map(|step| match step {
            Step::Key(key) => Some(key.as_str()),
            Step::Index(_) => None,
        });
        let label = mark_name(name.unwrap_or_default());
        view! { <Switch label=label explained="" mark="mark" on=Signal::derive(move || on) set=move |_| toggle(&mark)/> }
    });
    let single = single.collect_view();
    let label = divided.first().map(|mark| names::label(&mark.path[..3]));
    let choices = divided.into_iter().map(|mark| {
        let entry = shown.draft.get(&mark.path[..4]);
        let name = entry.and_then(|entry| entry.key("name")?.text().map(str::to_owned));
        let name = name.unwrap_or_else(|| names::label(&mark.path[..4]));
        let pressed = mark.on;
        view! {
            <button type="button" class="ws-choice" data-mark=name.clone() aria-pressed=pressed.to_string() disabled=pressed
                on:click=move |_| toggle(&mark)>{name.clone()}</button>
        }
    });
    let choices = choices.collect_view();
    let choices = label.map(|label| {
        view! {
            <p class="ws-label">{label.clone()}</p>
            <div class="ws-choices" role="group" aria-label=label>{choices}</div>
        }
    });
    view! { {single} {choices} }.into_any()
}

/// What is said of a cell by a list of cells.
fn mark_name(key: &str) -> String {
    let known = language().find(&format!("workshop.mark.{key}"));
    known.map_or_else(|| names::key(key), str::to_owned)
}

/// The words that may be printed in a cell, found by trying: whatever the reader has nothing against in this row. What does not go
/// with other cells is told, and can be set right there.
fn words_for(shown: &Shown, path: &[Step], word: usize) -> Vec<String> {
    let text = shown.draft.get(path).and_then(Value::text).unwrap_or_default();
    let words: Vec<&str> = text.split_whitespace().collect();
    let errors = |checked: &Checked| {
        checked
            .problems_at(path)
            .filter(|problem| problem.is_error())
            .count()
    };
    let before = errors(&shown.checked);
    let all = (1..=12)
        .map(|number| number.to_string())
        .chain(["X".into(), "-".into()]);
    all.filter(|other| {
        let mut words: Vec<&str> = words.clone();
        let Some(there) = words.get_mut(word) else {
            return false;
        };
        *there = other;
        let mut tried = shown.draft.clone();
        let changed = Edit::set(path, Value::Text(words.join(" "))).apply(&mut tried);
        changed.is_ok() && errors(&Checked::of(&tried)) <= before
    })
    .collect()
}
