//! What is edited now: what was tapped, then everything around it.

use finaud_rules::{Power, Problem, Rulings, Step, Tint, ValuePath};
use finaud_workshop::{Checked, Edit, Value, add_zone, change_mechanic, mechanics, recolour, remove_zone};
use leptos::prelude::*;

use super::bench::{Bench, Selected, Shown};
use super::field::{control, field, id_of, inside, key, mistakes, offers, words_for};
use super::picker::picker;
use super::words as names;
use crate::choices::Switch;
use crate::messages::{language, t, tf};

/// The parts of the head of a sheet: what each is called, and the keys it has.
const PARTS: [(&str, &[&str]); 6] = [
    ("name", &["name", "source"]),
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

fn back(bench: Bench) -> AnyView {
    view! {
        <button type="button" class="ws-small" data-do="back-to-sheet" aria-label=t("workshop.back_to_sheet") on:click=move |_| bench.select(Selected::Sheet)>"‹"</button>
    }
    .into_any()
}

/// Everything there is to edit.
fn whole(bench: Bench, shown: &Shown) -> AnyView {
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
    let zones = shown
        .draft
        .root()
        .key("zones")
        .map(Value::entries)
        .unwrap_or_default();
    let zones = zones.iter().enumerate().map(|(index, zone)| {
        let wrong = shown
            .checked
            .problems_in(&[key("zones"), Step::Index(index)])
            .any(Problem::is_error);
        let mechanic = zone.key("mechanic").and_then(Value::text).unwrap_or_default();
        view! {
            <li><button type="button" class="ws-part" class:wrong=wrong data-do="edit-zone-row" data-index=index
                on:click=move |_| bench.select(Selected::Zone(index, Vec::new()))>
                <span>{names::capital(&names::zone(shown, index))} <small>{names::mechanic(mechanic)}</small></span><span aria-hidden="true">"›"</span></button></li>
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
                    set=move |on| bench.edit(Edit::Set(path.clone(), Value::Flag(on)))/>
                {wrong}
            </li>
        }
    });
    view! { <ul class="rulings">{each.collect_view()}</ul> {mistakes(shown, &table)} }.into_any()
}

/// The rows of action boxes.
fn actions(bench: Bench, shown: &Shown) -> AnyView {
    let table = [key("actions")];
    let rows = shown.draft.get(&table).map(Value::fields).unwrap_or_default();
    let each = rows
        .iter()
        .map(|(name, _)| field(bench, shown, &inside(&table, key(name))));
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
    let choose = (with_boxes.len() > 1 && !has("choice")).then(|| {
        let rows = Value::Table(vec![("choose".into(), Value::List(with_boxes))]);
        view! {
            <button type="button" class="button small" data-offer="choice"
                on:click=move |_| bench.edit(Edit::Set(vec![key("actions"), key("choice")], rows.clone()))>{t("workshop.add_choice")}</button>
        }
    });
    view! {
        {each}
        {mistakes(shown, &table)}
        <div class="ws-offers">{offered.collect_view()} {choose}</div>
    }
    .into_any()
}

/// The dice: their letters and titles.
fn dice(bench: Bench, shown: &Shown) -> AnyView {
    let dice = shown
        .draft
        .root()
        .key("dice")
        .map(Value::entries)
        .unwrap_or_default();
    let each = dice.iter().enumerate().map(|(index, die)| {
        let path = [key("dice"), Step::Index(index)];
        let fields = die
            .fields()
            .iter()
            .filter(|(name, _)| name != "colour")
            .map(|(name, _)| field(bench, shown, &inside(&path, key(name))));
        let name = tf("workshop.die", &[("die", &names::named(die))]);
        view! {
            <details class="ws-die" data-die=index><summary>{name}</summary>
                {colours(bench, shown, index)} {fields.collect_view()} {offers(bench, shown, &path)} {mistakes(shown, &path)}
            </details>
        }
    });
    view! { {each.collect_view()} {mistakes(shown, &[key("dice")])} }.into_any()
}

/// The colours a die may have.
fn colours(bench: Bench, shown: &Shown, die: usize) -> AnyView {
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

/// A zone: what was tapped in it, then its form.
fn zone_panel(bench: Bench, shown: &Shown, zone: usize, values: &[(ValuePath, Option<usize>)]) -> AnyView {
    let path = [key("zones"), Step::Index(zone)];
    let Some(table) = shown.draft.get(&path) else {
        return whole(bench, shown);
    };
    let name = names::capital(&names::zone(shown, zone));
    let tapped: Vec<AnyView> = values
        .iter()
        .map(|(value, word)| tapped(bench, shown, value, *word))
        .collect();
    let open = tapped.is_empty();
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
    let dice = shown
        .draft
        .root()
        .key("dice")
        .map(Value::entries)
        .unwrap_or_default();
    let die = dice
        .iter()
        .position(|die| die.key("name").is_some() && die.key("name") == table.key("name"));
    let fields = table
        .fields()
        .iter()
        .filter(|(name, _)| !["name", "mechanic"].contains(&name.as_str()))
        .map(|(name, _)| field(bench, shown, &inside(&path, key(name))));
    view! {
        <h2>{back(bench)} {name}</h2>
        {tapped}
        {mistakes(shown, &path)}
        <details class="ws-form" open=open data-do="zone-form">
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
        (Some(word), _) => word_choice(bench, shown, path, word),
        (None, Some(finaud_workshop::Kind::Bonus)) => picker(bench, shown, path),
        (None, _) => {
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

/// What may be printed in a cell.
fn word_choice(bench: Bench, shown: &Shown, path: &ValuePath, word: usize) -> AnyView {
    let text = shown.draft.get(path).and_then(Value::text).unwrap_or_default();
    let words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
    let now = words.get(word).cloned().unwrap_or_default();
    let buttons = words_for(shown, path, word).into_iter().map(|other| {
        let pressed = other == now;
        let (path, mut words) = (path.clone(), words.clone());
        let label = match other.as_str() {
            "X" => t("workshop.printed_cross").to_owned(),
            "-" => t("workshop.no_cell").to_owned(),
            number => number.to_owned(),
        };
        let sign = other.clone();
        if let Some(there) = words.get_mut(word) {
            there.clone_from(&other);
        }
        let text = words.join(" ");
        view! {
            <button type="button" class="ws-choice" data-word=other aria-label=label aria-pressed=pressed.to_string()
                on:click=move |_| bench.edit(Edit::Set(path.clone(), Value::Text(text.clone())))>{sign}</button>
        }
    });
    view! {
        <p class="ws-label">{tf("workshop.cell_n", &[("n", &(word + 1))])}</p>
        <div class="ws-choices" role="group" aria-label=t("workshop.printed")>{buttons.collect_view()}</div>
    }
    .into_any()
}
