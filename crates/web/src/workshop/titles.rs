//! What people call something: one text for everybody, or one for each language.

use finaud_rules::Step;
use finaud_workshop::{Edit, Value};
use leptos::prelude::*;

use super::bench::{Bench, Shown};
use super::field::{Caption, inside, text_input};
use crate::messages::{Language, language, t};

/// One text, and the way to one for each language.
pub(super) fn title(bench: Bench, path: &[Step], now: &str, caption: Caption) -> AnyView {
    let set = {
        let path = path.to_vec();
        move |value: Value| bench.edit(Edit::Set(path.clone(), value))
    };
    let text = Value::Text(now.to_owned());
    let texts = Language::all()
        .into_iter()
        .map(|language| (language.code().to_owned(), text.clone()));
    let (texts, place) = (Value::Table(texts.collect()), path.to_vec());
    view! {
        {text_input(path, now, caption, set)}
        <p><button type="button" class="link" data-do="by-language"
            on:click=move |_| bench.edit(Edit::Set(place.clone(), texts.clone()))>{t("workshop.by_language")}</button></p>
    }
    .into_any()
}

/// A text for each language, and the way back to one.
pub(super) fn titles(bench: Bench, shown: &Shown, path: &[Step]) -> AnyView {
    let table = shown.draft.get(path);
    let of = |code: &str| {
        let text = table.and_then(|table| table.key(code)).and_then(Value::text);
        text.unwrap_or_default().to_owned()
    };
    let whole = path.to_vec();
    let last = table.is_some_and(|table| table.fields().len() < 2);
    let fields = Language::all().into_iter().map(|language| {
        let whole = whole.clone();
        let place = inside(path, Step::Key(language.code().into()));
        let caption = Caption {
            label: language.name().to_owned(),
            invalid: shown.checked.problems_at(&place).next().is_some(),
        };
        let (now, goal) = (of(language.code()), place.clone());
        let set = move |value: Value| {
            // A language without a text has none: others stand in for it.
            let empty = value.text().is_some_and(|text| text.trim().is_empty());
            bench.edit(match empty {
                true if last => Edit::Set(whole.clone(), value),
                true => Edit::Remove(goal.clone()),
                false => Edit::Set(goal.clone(), value),
            });
        };
        view! { <label class="ws-language"><span>{language.name()}</span>{text_input(&place, &now, caption, set)}</label> }
    });
    let fields = fields.collect_view();
    let first = table.map(Value::fields).unwrap_or_default().first();
    let one = Some(of(language().code())).filter(|text| !text.is_empty());
    let one = one.or_else(|| first.and_then(|(_, text)| text.text().map(str::to_owned)));
    let (one, place) = (Value::Text(one.unwrap_or_default()), path.to_vec());
    view! {
        {fields}
        <p><button type="button" class="link" data-do="one-language"
            on:click=move |_| bench.edit(Edit::Set(place.clone(), one.clone()))>{t("workshop.one_language")}</button></p>
    }
    .into_any()
}
