//! A value to be changed: what stands there decides how, and what is wrong with it is told beside it.

use finaud_rules::{Expected, Power, Problem, Step, ValuePath};
use finaud_workshop::{Checked, Edit, Kind, Value, propose};
use leptos::prelude::*;

use super::bench::{Bench, Shown};
use super::picker::{chip, picker};
use super::words as names;
use crate::choices::Switch;
use crate::messages::{language, t, tf};

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
    let label = names::key(name);
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
    view! {
        <div class="ws-field" data-field=name.clone() role="group" aria-label=label.clone()>
            <p class="ws-label"><span>{label.clone()}</span>{remove}</p>
            {inner}
            {mistakes(shown, path)}
        </div>
    }
    .into_any()
}

/// What changes a value.
pub(super) fn control(bench: Bench, shown: &Shown, path: &[Step], label: String) -> AnyView {
    let Some(value) = shown.draft.get(path) else {
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
    match (shown.checked.kind(&shown.draft, path), value) {
        (Some(Kind::Flag), Value::Flag(on)) => {
            let on = *on;
            view! { <Switch label=label explained="" mark="flag" on=Signal::derive(move || on) set=move |on| set(Value::Flag(on))/> }.into_any()
        }
        (Some(Kind::Number { least, most }), _) => number(path, value, (least, most), caption, set),
        (Some(Kind::NumberOr { least, most, words }), _) => {
            let mut options: Vec<(String, String, Value)> = words
                .into_iter()
                .map(|word| (word.clone(), names::word(&word), Value::Text(word)))
                .collect();
            options.extend(
                (least..=most.min(least + 30))
                    .map(|number| (number.to_string(), number.to_string(), Value::Number(number))),
            );
            choice(path, value, options, label, set)
        }
        (Some(Kind::OneOf(words)), _) => {
            let option = |word: String| (word.clone(), names::word(&word), Value::Text(word));
            choice(path, value, words.into_iter().map(option).collect(), label, set)
        }
        (Some(Kind::Bonus), _) => bonus(bench, shown, path, label),
        (_, Value::List(_)) => list(bench, shown, path),
        (_, Value::Table(fields)) if is_by_language(fields) => {
            let code = language().code();
            let inner = inside(path, key(code));
            let now = value.key(code).and_then(Value::text).unwrap_or_default();
            let set = move |value: Value| bench.edit(Edit::Set(inner.clone(), value));
            text(path, now, caption, set)
        }
        (_, Value::Table(fields)) => {
            let keys = fields
                .iter()
                .map(|(name, _)| field(bench, shown, &inside(path, key(name))));
            view! { <div class="ws-table">{keys.collect_view()}{offers(bench, shown, path)}</div> }.into_any()
        }
        (Some(Kind::Text), Value::Text(words)) if words.split_whitespace().count() > 1 => {
            row_of_words(path, words, label, set)
        }
        (_, Value::Text(now)) if choosing(path) => {
            let rows = shown
                .draft
                .root()
                .key("actions")
                .map(Value::fields)
                .unwrap_or_default();
            let rows = rows.iter().filter(|(name, _)| Power::from_word(name).is_some());
            let option =
                |(name, _): &(String, Value)| (name.clone(), names::key(name), Value::Text(name.clone()));
            choice(
                path,
                &Value::Text(now.clone()),
                rows.map(option).collect(),
                label,
                set,
            )
        }
        (_, Value::Text(now) | Value::Other(now)) => text(path, now, caption, set),
        (_, Value::Number(now)) => {
            let now = now.to_string();
            text(path, &now, caption, move |value| {
                let number = value.text().and_then(|text| text.trim().parse().ok());
                set(number.map_or(value.clone(), Value::Number));
            })
        }
        (_, Value::Flag(on)) => {
            let on = *on;
            view! { <Switch label=label explained="" mark="flag" on=Signal::derive(move || on) set=move |on| set(Value::Flag(on))/> }.into_any()
        }
    }
}

/// Is it the row that a bonus lets somebody choose?
fn choosing(path: &[Step]) -> bool {
    matches!(path, [Step::Key(actions), _, Step::Key(choose), Step::Index(_)] if actions == "actions" && choose == "choose")
}

/// Is it a text in several languages?
fn is_by_language(fields: &[(String, Value)]) -> bool {
    let code = |(key, value): &(String, Value)| key.len() == 2 && value.text().is_some();
    !fields.is_empty() && fields.iter().all(code)
}

/// What an input is called, and whether something is wrong with it.
struct Caption {
    label: String,
    invalid: bool,
}

fn text(path: &[Step], now: &str, caption: Caption, set: impl Fn(Value) + 'static) -> AnyView {
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

/// A text of several words, each in a box of its own: the printed numbers of a row.
fn row_of_words(path: &[Step], words: &str, label: String, set: impl Fn(Value) + Clone + 'static) -> AnyView {
    let words: Vec<String> = words.split_whitespace().map(str::to_owned).collect();
    let boxes = words.iter().enumerate().map(|(index, word)| {
        let (all, set) = (words.clone(), set.clone());
        let said = format!("{label} {}", index + 1);
        view! {
            <input class="ws-word" id=format!("{}-w{index}", id_of(path)) aria-label=said maxlength="3" prop:value=word.clone()
                on:change=move |event| {
                    let mut all = all.clone();
                    let text = event_target_value(&event);
                    match text.trim() {
                        "" => { all.remove(index); }
                        word => all[index] = word.replace(' ', ""),
                    }
                    set(Value::Text(all.join(" ")));
                }/>
        }
    });
    let boxes = boxes.collect_view();
    let (all, more) = (words.clone(), set.clone());
    view! {
        <div class="ws-words">
            {boxes}
            <button type="button" class="ws-small" data-do="more-words" aria-label=tf("workshop.one_more_in", &[("what", &label)])
                on:click=move |_| {
                    let mut all = all.clone();
                    all.extend(all.last().cloned());
                    more(Value::Text(all.join(" ")));
                }>"+"</button>
        </div>
    }
    .into_any()
}

fn list(bench: Bench, shown: &Shown, path: &[Step]) -> AnyView {
    let entries = shown.draft.get(path).map(Value::entries).unwrap_or_default();
    let (of, count) = match shown.checked.kind(&shown.draft, path) {
        Some(Kind::List { of, count }) => (of, count),
        _ => ("entry", None),
    };
    let is_large = |(index, entry): (usize, &Value)| match entry {
        Value::Table(_) | Value::List(_) => true,
        Value::Text(_) => {
            let kind = shown
                .checked
                .kind(&shown.draft, &inside(path, Step::Index(index)));
            matches!(kind, Some(Kind::Text | Kind::Line { .. }))
        }
        Value::Number(_) | Value::Flag(_) | Value::Other(_) => false,
    };
    let large = entries.iter().enumerate().any(is_large);
    let each = entries.iter().enumerate().map(|(index, _)| {
        let inner = inside(path, Step::Index(index));
        let label = names::entry(of, index);
        let shown_label = label.clone();
        view! {
            <li data-entry=index>
                <span class="ws-entry">{shown_label}</span>
                {control(bench, shown, &inner, label)}
                {mistakes(shown, &inner)}
            </li>
        }
    });
    let each = each.collect_view();
    let is_free = count.is_none_or(|count| count != entries.len());
    let buttons = is_free.then(|| {
        let (length, last) = (entries.len(), entries.last().cloned());
        let (add_path, remove_path) = (path.to_vec(), inside(path, Step::Index(length.saturating_sub(1))));
        let add = move |_| {
            let place = inside(&add_path, Step::Index(length));
            let value = last.clone().or_else(|| {
                let shown = bench.shown.get_untracked();
                let mut one = shown.draft.clone();
                let list = propose_list(&mut one, &add_path)?;
                list.entries().first().cloned()
            });
            bench.edit(Edit::Insert(place, length, value.unwrap_or(Value::Text(String::new()))));
        };
        view! {
            <p class="ws-more">
                <button type="button" class="ws-small" data-do="add-entry" aria-label=t("workshop.one_more") on:click=add>"+"</button>
                {(length > 0).then(|| view! {
                    <button type="button" class="ws-small" data-do="remove-entry" aria-label=t("workshop.one_fewer")
                        on:click=move |_| bench.edit(Edit::Remove(remove_path.clone()))>"−"</button>
                })}
            </p>
        }
    });
    view! { <ol class="ws-list" class:large=large>{each}</ol> {buttons} }.into_any()
}

/// A list as it would be proposed if it were not there.
fn propose_list(draft: &mut finaud_workshop::Draft, path: &[Step]) -> Option<Value> {
    Edit::Remove(path.to_vec()).apply(draft).ok()?;
    propose(draft, path)
}

/// The keys that a table could have and has not.
pub(super) fn offers(bench: Bench, shown: &Shown, path: &[Step]) -> AnyView {
    let alert: RwSignal<Option<String>> = RwSignal::new(None);
    let offers = shown.checked.offers(&shown.draft, path);
    let offers: Vec<AnyView> = offers
        .into_iter()
        .map(|offer| {
            let label = names::key(&offer.key);
            let inner = inside(path, key(&offer.key));
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
        })
        .collect();
    if offers.is_empty() {
        return ().into_any();
    }
    view! {
        <div class="ws-offers" role="group" aria-label=t("workshop.could_have")>{offers}</div>
        <p class="ws-error" role="alert">{move || alert.get()}</p>
    }
    .into_any()
}

/// The words that may stand in place of one word of a text, found by trying.
pub(super) fn words_for(shown: &Shown, path: &[Step], word: usize) -> Vec<String> {
    let text = shown.draft.get(path).and_then(Value::text).unwrap_or_default();
    let words: Vec<&str> = text.split_whitespace().collect();
    let errors = |draft: &finaud_workshop::Draft| {
        let checked = Checked::of(draft);
        checked
            .problems
            .iter()
            .filter(|problem| problem.is_error())
            .count()
    };
    let before = errors(&shown.draft);
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
        changed.is_ok() && errors(&tried) <= before
    })
    .collect()
}
