//! What is edited now: what was tapped, then everything around it.

use finaud_rules::{Problem, Rulings, Step, ValuePath};
use finaud_workshop::{Edit, Value, add_zone, mechanics, swap_zones};
use leptos::prelude::*;

use super::actions::actions;
use super::bench::{Bench, Selected, Shown};
use super::dice::dice;
use super::field::{field, inside, key, mistakes};
use super::list::movers;
use super::words as names;
use super::zone::zone_panel;
use crate::choices::Switch;
use crate::messages::{language, t};
use crate::pages::setup::back_icon;

/// The parts of the head of a sheet: what each is called, and the keys it has.
pub(super) const PARTS: [(&str, &[&str]); 6] = [
    ("name", &["name", "source", "provenance"]),
    ("rounds", &["rounds", "round_bonuses", "numbered_slots"]),
    ("actions", &["actions"]),
    ("dice", &["dice"]),
    ("rulings", &["rulings"]),
    ("ratings", &["ratings"]),
];

/// The panel.
pub(super) fn panel(bench: Bench) -> AnyView {
    let shown = move || {
        let shown = bench.shown.get();
        match bench.selected.get() {
            Selected::Sheet => whole(bench, &shown),
            Selected::Part(path) => part(bench, &shown, &path),
            Selected::Zone(zone, values) => zone_panel(bench, &shown, zone, &values),
        }
    };
    view! { <section id="workshop-panel" class="ws-panel card" aria-label=t("workshop.panel") data-panel="workshop">{shown}</section> }.into_any()
}

pub(super) fn back(bench: Bench) -> AnyView {
    view! {
        <button type="button" class="ws-small" data-do="back-to-sheet" aria-label=t("workshop.back_to_sheet") on:click=move |_| bench.select(Selected::Sheet)>{back_icon()}</button>
    }
    .into_any()
}

/// Everything there is to edit.
pub(super) fn whole(bench: Bench, shown: &Shown) -> AnyView {
    let parts = PARTS.map(|(name, keys)| {
        let wrong = keys
            .iter()
            .any(|part| shown.checked.problems_in(&[key(part)]).any(Problem::is_error));
        let label = language().find(&format!("workshop.part.{name}")).unwrap_or(name);
        view! {
            <li><button type="button" class="ws-part" class:wrong=wrong data-do=format!("edit-{name}")
                on:click=move |_| bench.select(Selected::Part(vec![key(name)]))>{label}<span aria-hidden="true">"›"</span></button></li>
        }
    });
    let zones = shown.draft.list("zones");
    let count = zones.len();
    let zones = zones.iter().enumerate().map(|(index, zone)| {
        let wrong = shown
            .checked
            .problems_in(&[key("zones"), Step::Index(index)])
            .any(Problem::is_error);
        let mechanic = zone.key("mechanic").and_then(Value::text).unwrap_or_default();
        let name = names::zone(shown, index);
        let swap = move |other: usize| {
            let shown = bench.shown.get_untracked();
            bench.edit(swap_zones(&shown.draft, index, other));
        };
        view! {
            <li class="ws-line"><button type="button" class="ws-part" class:wrong=wrong data-do="edit-zone-row" data-index=index
                on:click=move |_| bench.select(Selected::Zone(index, Vec::new()))>
                <span>{names::capital(&name)} <small>{names::mechanic(mechanic)}</small></span><span aria-hidden="true">"›"</span></button>
                {movers(name, index, count, swap)}</li>
        }
    });
    let add = move |event: leptos::ev::Event| {
        let mechanic = event_target_value(&event);
        if !mechanic.is_empty() {
            let shown = bench.shown.get_untracked();
            bench.edit(add_zone(&shown.draft, &mechanic));
        }
    };
    let known = mechanics().into_iter().map(|mechanic| {
        let name = names::mechanic(&mechanic);
        view! { <option value=mechanic>{name}</option> }
    });
    view! {
        <h2>{t("workshop.parts")}</h2>
        <p class="setting-why">{t("workshop.tap_about")}</p>
        <h3>{t("workshop.zones")}</h3>
        <ul class="ws-parts">{zones.collect_view()}</ul>
        <label class="ws-add">{t("workshop.add_zone")}
            <select id="ws-add-zone" data-do="add-zone" on:change=add>
                <option value="" selected=true>{t("workshop.choose_mechanic")}</option>
                {known.collect_view()}
            </select>
        </label>
        <h3>{t("workshop.head")}</h3>
        <ul class="ws-parts">{parts.into_iter().collect_view()}</ul>
    }
    .into_any()
}

/// A part of the head.
fn part(bench: Bench, shown: &Shown, path: &ValuePath) -> AnyView {
    let Some(Step::Key(name)) = path.first() else {
        return whole(bench, shown);
    };
    let (name, keys) = PARTS
        .into_iter()
        .find(|(_, keys)| keys.contains(&name.as_str()))
        .unwrap_or(("name", &["name"]));
    let label = language().find(&format!("workshop.part.{name}")).unwrap_or(name);
    let inner = match name {
        "rulings" => rulings(bench, shown),
        "actions" => actions(bench, shown),
        "dice" => dice(bench, shown),
        _ => {
            let offered = shown.checked.offers(&shown.draft, &[]);
            let fields = keys.iter().map(|part| {
                let path = [key(part)];
                if shown.draft.get(&path).is_some() {
                    return field(bench, shown, &path);
                }
                let can = offered.iter().any(|offer| offer.key == **part);
                can.then(|| offer_one(bench, part)).into_any()
            });
            fields.collect_view().into_any()
        }
    };
    view! { <h2>{back(bench)} {label}</h2> {inner} }.into_any()
}

fn offer_one(bench: Bench, part: &'static str) -> AnyView {
    let add = move |_| {
        let shown = bench.shown.get_untracked();
        let path = [key(part)];
        if let Some(value) = finaud_workshop::propose(&shown.draft, &path) {
            bench.edit(Edit::set(&path, value));
        }
    };
    view! { <button type="button" class="button small" data-offer=part on:click=add>{format!("+ {}", names::key(part))}</button> }.into_any()
}

/// Answers a question of rules. A sheet without any answers gets them all: no, but for this one.
fn answer(bench: Bench, path: &ValuePath, value: Value) {
    let shown = bench.shown.get_untracked();
    let (outer, _) = path.split_at(1);
    let set = Edit::Set(path.clone(), value);
    bench.edit(match shown.draft.get(outer) {
        Some(Value::Table(_)) => set,
        _ => {
            let none = Rulings::KEYS.map(|ruling| (ruling.to_owned(), Value::Flag(false)));
            Edit::Several(vec![Edit::set(outer, Value::Table(none.to_vec())), set])
        }
    });
}

/// The readings of the rules, as questions.
fn rulings(bench: Bench, shown: &Shown) -> AnyView {
    let table = [key("rulings")];
    let each = Rulings::KEYS.into_iter().map(|ruling| {
        let path = inside(&table, key(ruling));
        let on = shown.draft.get(&path) == Some(&Value::Flag(true));
        let question = language()
            .find(&format!("workshop.ruling.{ruling}"))
            .or_else(|| language().find(&format!("setup.rules.{ruling}")))
            .unwrap_or(ruling);
        let told = t(if on { "workshop.yes" } else { "workshop.no" });
        let wrong = mistakes(shown, &path);
        view! {
            <li>
                <Switch label=question explained=told mark=ruling on=Signal::derive(move || on)
                    set=move |on| answer(bench, &path, Value::Flag(on))/>
                {wrong}
            </li>
        }
    });
    view! { <ul class="rulings">{each.collect_view()}</ul> {mistakes(shown, &table)} }.into_any()
}
