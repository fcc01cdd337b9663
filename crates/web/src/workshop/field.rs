//! A value to be changed: what stands there decides how, and what is wrong with it is told beside it.

use finaud_rules::{Expected, Problem, Step, ValuePath};
use finaud_workshop::{Edit, Offer, Value, propose};
use leptos::prelude::*;

use super::bench::{Bench, Shown};
use super::control::Control;
use super::picker::{chip, picker};
use super::words as names;
use super::{list, rows, titles};
use crate::choices::Switch;
use crate::messages::{t, tf, tn};

/// The path to something inside.
pub(super) fn inside(path: &[Step], step: Step) -> ValuePath {
    path.iter().cloned().chain([step]).collect()
}

pub(super) fn key(word: &str) -> Step {
    Step::Key(word.into())
}

/// What an input is called on the page.
pub(super) fn id_of(path: &[Step]) -> String {
    let step = |step: &Step| match step {
        Step::Key(key) => key.replace(|letter: char| !letter.is_ascii_alphanumeric(), "_"),
        Step::Index(index) => index.to_string(),
    };
    format!("ws-{}", path.iter().map(step).collect::<Vec<_>>().join("-"))
}

/// What is wrong with a value.
pub(super) fn mistakes(shown: &Shown, path: &[Step]) -> AnyView {
    let told: Vec<AnyView> = shown
        .checked
        .problems_at(path)
        .map(|problem| {
            let class = if problem.is_error() {
                "ws-error"
            } else {
                "ws-warning"
            };
            let what = names::mistake(problem);
            view! { <p class=class data-mistake=id_of(path)>{what}</p> }.into_any()
        })
        .collect();
    told.into_any()
}

/// A key of a table: its name, its value, and a way to leave it out where it may be.
pub(super) fn field(bench: Bench, shown: &Shown, path: &[Step]) -> AnyView {
    let Some(Step::Key(name)) = path.last() else {
        return control(bench, shown, path, String::new());
    };
    let label = names::label(path);
    let may_go = shown
        .checked
        .expectations
        .at(path)
        .all(|expected| !matches!(expected, Expected::Key { needed: true, .. }));
    let remove = may_go.then(|| {
        let (path, said) = (path.to_vec(), tf("workshop.leave_out", &[("what", &label)]));
        view! {
            <button type="button" class="ws-small" data-do="leave-out" aria-label=said title=t("workshop.leave_out_short")
                on:click=move |_| bench.edit(Edit::Remove(path.clone()))>"×"</button>
        }
    });
    let inner = control(bench, shown, path, label.clone());
    // A switch says itself what it is about.
    let is_switch = matches!(
        Control::of(&shown.checked, &shown.draft, path),
        Some(Control::Switch(_))
    );
    let head = (!is_switch).then(|| label.clone());
    view! {
        <div class="ws-field" class:ws-switched=is_switch data-field=name.clone() role="group" aria-label=label.clone()>
            <p class="ws-label"><span>{head}</span>{remove}</p>
            {inner}
            {mistakes(shown, path)}
        </div>
    }
    .into_any()
}

/// What changes a value.
pub(super) fn control(bench: Bench, shown: &Shown, path: &[Step], label: String) -> AnyView {
    let (Some(value), Some(control)) = (
        shown.draft.get(path),
        Control::of(&shown.checked, &shown.draft, path),
    ) else {
        return ().into_any();
    };
    let set = {
        let path = path.to_vec();
        move |value: Value| bench.edit(Edit::Set(path.clone(), value))
    };
    let caption = Caption {
        label: label.clone(),
        invalid: shown.checked.problems_at(path).any(Problem::is_error),
    };
    let word = |word: String| (word.clone(), names::word(&word), Value::Text(word));
    let text = || value.text().unwrap_or_default();
    match control {
        Control::Switch(on) => {
            view! { <Switch label=label explained="" mark="flag" on=Signal::derive(move || on) set=move |on| set(Value::Flag(on))/> }.into_any()
        }
        Control::Number(least, most) => number(path, value, (least, most), caption, set),
        Control::NumberOr(least, most, words) => {
            let numbers = (least..=most.min(least + 30))
                .map(|number| (number.to_string(), number.to_string(), Value::Number(number)));
            let options = words.into_iter().map(word).chain(numbers).collect();
            choice(path, value, options, label, set)
        }
        Control::Words(words) => choice(path, value, words.into_iter().map(word).collect(), label, set),
        Control::ActionRow(rows) => {
            let option = |name: String| (name.clone(), names::key(&name), Value::Text(name));
            choice(path, value, rows.into_iter().map(option).collect(), label, set)
        }
        Control::Bonus => bonus(bench, shown, path, label),
        Control::Marks(words) => rows::marks(bench, shown, path, words, label),
        Control::PrintedRow => rows::printed_row(bench, path, text(), &label),
        Control::MapRow => rows::map_row(bench, shown, path, &label),
        Control::Rows => rows::rows(bench, shown, path),
        Control::List => list::list(bench, shown, path),
        Control::Titles => titles::titles(bench, shown, path),
        Control::Title => titles::title(bench, path, text(), caption),
        Control::Table => {
            let fields = value.fields().iter();
            let keys = fields.map(|(name, _)| field(bench, shown, &inside(path, key(name))));
            view! { <div class="ws-table">{keys.collect_view()}{offers(bench, shown, path)}</div> }.into_any()
        }
        Control::Text => text_input(path, text(), caption, set),
        Control::Raw => raw(path, value, caption, set),
    }
}

/// A value that fits nowhere, as it is written: a number stays one if it is typed as one.
fn raw(path: &[Step], value: &Value, caption: Caption, set: impl Fn(Value) + 'static) -> AnyView {
    let now = match value {
        Value::Text(text) | Value::Other(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        Value::Flag(flag) => flag.to_string(),
        Value::List(_) | Value::Table(_) => String::new(),
    };
    text_input(path, &now, caption, move |value| {
        let number = value.text().and_then(|text| text.trim().parse().ok());
        set(number.map_or(value.clone(), Value::Number));
    })
}

/// What an input is called, and whether something is wrong with it.
pub(super) struct Caption {
    pub(super) label: String,
    pub(super) invalid: bool,
}

/// A text to be typed.
pub(super) fn text_input(
    path: &[Step],
    now: &str,
    caption: Caption,
    set: impl Fn(Value) + 'static,
) -> AnyView {
    view! {
        <input class="text" id=id_of(path) aria-label=caption.label aria-invalid=caption.invalid.to_string() prop:value=now.to_owned()
            on:change=move |event| set(Value::Text(event_target_value(&event)))/>
    }
    .into_any()
}

fn number(
    path: &[Step],
    value: &Value,
    (least, most): (i64, i64),
    caption: Caption,
    set: impl Fn(Value) + Clone + 'static,
) -> AnyView {
    let now = match value {
        Value::Number(number) => number.to_string(),
        Value::Text(text) | Value::Other(text) => text.clone(),
        Value::Flag(_) | Value::List(_) | Value::Table(_) => String::new(),
    };
    view! {
        <input class="ws-number" type="number" inputmode="numeric" id=id_of(path) aria-label=caption.label aria-invalid=caption.invalid.to_string()
            min=least max=most prop:value=now
            on:change=move |event| {
                let text = event_target_value(&event);
                // What is no number stays as it was typed, and is told to be wrong.
                set(text.trim().parse().map_or(Value::Text(text), Value::Number));
            }/>
    }
    .into_any()
}

fn choice(
    path: &[Step],
    value: &Value,
    mut options: Vec<(String, String, Value)>,
    label: String,
    set: impl Fn(Value) + 'static,
) -> AnyView {
    if !options.iter().any(|(_, _, option)| option == value) {
        let shown = match value {
            Value::Text(text) | Value::Other(text) => text.clone(),
            Value::Number(number) => number.to_string(),
            Value::Flag(_) | Value::List(_) | Value::Table(_) => String::new(),
        };
        options.insert(0, (shown.clone(), shown, value.clone()));
    }
    let values: Vec<Value> = options.iter().map(|(_, _, value)| value.clone()).collect();
    let shown = options
        .into_iter()
        .enumerate()
        .map(|(index, (mark, text, option))| {
            let chosen = option == *value;
            view! { <option value=index data-word=mark selected=chosen>{text}</option> }
        });
    view! {
        <select id=id_of(path) aria-label=label on:change=move |event| {
            let index: Option<usize> = event_target_value(&event).parse().ok();
            if let Some(value) = index.and_then(|index| values.get(index)) {
                set(value.clone());
            }
        }>{shown.collect_view()}</select>
    }
    .into_any()
}

/// A bonus: its sign, and everything it could be once it is tapped.
fn bonus(bench: Bench, shown: &Shown, path: &[Step], label: String) -> AnyView {
    let open = RwSignal::new(false);
    let now = shown
        .draft
        .get(path)
        .and_then(Value::text)
        .unwrap_or_default()
        .to_owned();
    let sheet = shown.sheet();
    let said = format!("{label} {}", names::bonus(sheet.as_deref(), &now));
    let wrong = shown.checked.problems_at(path).any(Problem::is_error);
    let path = path.to_vec();
    view! {
        <button type="button" class="ws-bonus" class:wrong=wrong id=id_of(&path) aria-label=said aria-expanded=move || open.get().to_string()
            on:click=move |_| open.update(|open| *open = !*open)>{chip(sheet.as_deref(), &now)}</button>
        {move || open.get().then(|| picker(bench, &bench.shown.get_untracked(), &path))}
    }
    .into_any()
}

/// So many keys that could be added are shown at once; more are folded away.
const MOST_OFFERS: usize = 3;

/// The keys that a table could have and has not.
pub(super) fn offers(bench: Bench, shown: &Shown, path: &[Step]) -> AnyView {
    let alert: RwSignal<Option<String>> = RwSignal::new(None);
    let offers = shown.checked.offers(&shown.draft, path);
    // A die's colour is chosen by eye.
    let is_colour =
        |offer: &Offer| matches!(path, [Step::Key(dice), _] if dice == "dice") && offer.key == "colour";
    let offers = offers.into_iter().filter(|offer| !is_colour(offer));
    let (needed, others): (Vec<Offer>, Vec<Offer>) = offers.partition(|offer| offer.needed);
    let button = |offer: Offer| {
        let inner = inside(path, key(&offer.key));
        let label = names::label(&inner);
        let add = move |_| {
            let shown = bench.shown.get_untracked();
            match propose(&shown.draft, &inner) {
                Some(value) => bench.edit(Edit::Set(inner.clone(), value)),
                None => alert.set(Some(t("workshop.not_now").into())),
            }
        };
        view! {
            <button type="button" class="button small" class:wrong=offer.needed data-offer=offer.key.clone() on:click=add>{format!("+ {label}")}</button>
        }
        .into_any()
    };
    let count = others.len();
    let needed: Vec<AnyView> = needed.into_iter().map(&button).collect();
    let others: Vec<AnyView> = others.into_iter().map(&button).collect();
    let others = (count > 0).then(|| {
        let buttons = view! { <div class="ws-offers" role="group" aria-label=t("workshop.could_have")>{others}</div> };
        if count <= MOST_OFFERS {
            return buttons.into_any();
        }
        // Most people want none of them.
        let fold = id_of(path);
        let open = bench.is_open(&fold).unwrap_or(false);
        view! {
            <details class="ws-odd" data-do="more-offers" open=open on:toggle=move |event| bench.opened(&fold, &event)>
                <summary>{tn("workshop.more_offers", count as i64)}</summary>{buttons}
            </details>
        }
        .into_any()
    });
    let needed = (!needed.is_empty()).then(|| view! { <div class="ws-offers">{needed}</div> });
    view! { {needed} {others} <p class="ws-error" role="alert">{move || alert.get()}</p> }.into_any()
}
