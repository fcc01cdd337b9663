//! A zone: what was tapped in it, then its form.

use finaud_rules::{Step, ValuePath};
use finaud_workshop::{Kind, Value, WrittenCell, change_mechanic, die_of_zone, mechanics, remove_zone};
use leptos::prelude::*;

use super::bench::{Bench, Selected, Shown};
use super::cell::{map_cell, marks, printed_cell};
use super::dice::colours;
use super::field::{control, field, id_of, inside, key, mistakes, offers};
use super::panel::{back, whole};
use super::picker::picker;
use super::words as names;
use crate::messages::t;

/// The panel.
pub(super) fn zone_panel(
    bench: Bench,
    shown: &Shown,
    zone: usize,
    values: &[(ValuePath, Option<usize>)],
) -> AnyView {
    let path = [key("zones"), Step::Index(zone)];
    let Some(table) = shown.draft.get(&path) else {
        return whole(bench, shown);
    };
    let name = names::capital(&names::zone(shown, zone));
    let tapped: Vec<AnyView> = values
        .iter()
        .map(|(value, word)| tapped(bench, shown, value, *word))
        .collect();
    let open = bench.is_open("zone-form").unwrap_or(tapped.is_empty());
    let now = table
        .key("mechanic")
        .and_then(Value::text)
        .unwrap_or_default()
        .to_owned();
    let mechanic = inside(&path, key("mechanic"));
    let known = mechanics();
    let options = known.iter().map(|mechanic| {
        let chosen = *mechanic == now;
        view! { <option value=mechanic.clone() selected=chosen>{names::mechanic(mechanic)}</option> }
    });
    let change = move |event: leptos::ev::Event| {
        let shown = bench.shown.get_untracked();
        bench.edit(change_mechanic(&shown.draft, zone, &event_target_value(&event)));
    };
    let remove = move |_| {
        let shown = bench.shown.get_untracked();
        bench.edit(remove_zone(&shown.draft, zone));
        bench.select(Selected::Sheet);
    };
    let die = die_of_zone(&shown.draft, zone);
    let fields = table
        .fields()
        .iter()
        .filter(|(name, _)| !["name", "mechanic"].contains(&name.as_str()))
        .map(|(name, _)| field(bench, shown, &inside(&path, key(name))));
    view! {
        <h2>{back(bench)} {name}</h2>
        {tapped}
        {mistakes(shown, &path)}
        <details class="ws-form" open=open data-do="zone-form" on:toggle=move |event| bench.opened("zone-form", &event)>
            <summary>{t("workshop.zone_form")}</summary>
            {die.map(|die| colours(bench, shown, die))}
            <div class="ws-field">
                <p class="ws-label">{t("workshop.key.mechanic")}</p>
                <select id=id_of(&mechanic) aria-label=t("workshop.key.mechanic") data-do="mechanic" on:change=change>{options.collect_view()}</select>
                {names::mechanic_about(&now).map(|about| view! { <p class="setting-why">{about}</p> })}
                {mistakes(shown, &mechanic)}
            </div>
            {fields.collect_view()}
            {offers(bench, shown, &path)}
            <p><button type="button" class="button small quiet" data-do="remove-zone" on:click=remove>{t("workshop.remove_zone")}</button></p>
        </details>
    }
    .into_any()
}

/// What was tapped: a bonus, a printed number, or a number with the row it stands in.
fn tapped(bench: Bench, shown: &Shown, path: &ValuePath, word: Option<usize>) -> AnyView {
    let place = names::place(shown, path);
    let inner = match (word, shown.checked.kind(&shown.draft, path)) {
        (Some(at), Some(kind)) if matches!(kind, Kind::PrintedRow | Kind::MapRow) => {
            let cell = WrittenCell {
                path: path.clone(),
                at,
            };
            let inner = match kind {
                Kind::MapRow => map_cell(bench, shown, &cell),
                _ => printed_cell(bench, shown, &cell),
            };
            view! { {inner} {marks(bench, shown, &cell)} }.into_any()
        }
        (_, Some(Kind::Bonus)) => picker(bench, shown, path),
        (_, _) => {
            // The row around a number: points are changed together.
            let (last, outer) = match path.split_last() {
                Some((Step::Index(_), outer)) => (true, outer),
                _ => (false, path.as_slice()),
            };
            if last {
                let focused = id_of(path);
                request_animation_frame(move || super::bench::focus(&focused));
            }
            control(bench, shown, outer, place.clone())
        }
    };
    view! { <div class="ws-tapped" data-tapped=id_of(path)><h3>{place}</h3>{inner}{mistakes(shown, path)}</div> }.into_any()
}
