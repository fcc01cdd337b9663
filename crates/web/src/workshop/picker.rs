//! Choosing a bonus: none, a fox, a box of an action, or a mark in a zone; of marks, several to choose from.

use finaud_rules::{Award, Power, Sheet, Step};
use finaud_workshop::{Edit, Value};
use leptos::prelude::*;

use super::bench::{Bench, Shown};
use super::words as names;
use crate::colours;
use crate::dice_table::{fox_icon, words};
use crate::messages::{language, t, tf};

/// The sign of a bonus.
pub(super) fn chip(sheet: Option<&Sheet>, text: &str) -> AnyView {
    let ways = text.split(" or ").map(|way| one_chip(sheet, way.trim()));
    view! { <span class="ws-chip">{ways.collect_view()}</span> }.into_any()
}

fn one_chip(sheet: Option<&Sheet>, text: &str) -> AnyView {
    if text == "fox" {
        return fox_icon();
    }
    match (Power::from_word(text), sheet, text.split_once(' ')) {
        (Some(power), Some(sheet), _) => {
            let sign = words::sign(language(), sheet, Award::Circle(power));
            view! { <span class="ws-sign power">{sign}</span> }.into_any()
        }
        (_, sheet, Some((zone, give))) => {
            let index = sheet.and_then(|sheet| Some((sheet, sheet.zone_named(zone)?)));
            let colour = index.map_or_else(
                || "black".into(),
                |(sheet, index)| colours::of_zone(sheet, usize::from(index)),
            );
            let style = format!("background:var(--{colour});color:var(--{colour}-ink)");
            view! { <span class="ws-sign" style=style>{give.to_owned()}</span> }.into_any()
        }
        _ if text.is_empty() => view! { <span class="ws-sign none">"–"</span> }.into_any(),
        _ => view! { <span class="ws-sign power">"◐"</span> }.into_any(),
    }
}

/// The bonus at a place, to be changed.
pub(super) fn picker(bench: Bench, shown: &Shown, path: &[Step]) -> AnyView {
    let now = shown.draft.get(path).and_then(Value::text).unwrap_or_default();
    let now: String = now.split_whitespace().collect::<Vec<_>>().join(" ");
    let ways: Vec<String> = now.split(" or ").map(str::to_owned).collect();
    let sheet = shown.sheet();
    let words = &shown.checked.expectations.bonuses;
    let several = RwSignal::new(ways.len() > 1);
    let button = |word: String| {
        let pressed = now == word || (ways.len() > 1 && ways.contains(&word));
        let label = names::bonus(sheet.as_deref(), &word);
        let sign = one_chip(sheet.as_deref(), &word);
        let (path, ways, mark) = (path.to_vec(), ways.clone(), word.clone());
        let choose = move |_| {
            let is_mark = word.contains(' ');
            let text = match several.get_untracked() && is_mark {
                true => toggled(&ways, &word),
                false => word.clone(),
            };
            bench.edit(Edit::Set(path.clone(), Value::Text(text)));
        };
        let shown_name = (!mark.contains(' ')).then(|| view! { <span>{label.clone()}</span> });
        view! {
            <button type="button" class="ws-choice" data-bonus-word=mark aria-label=label.clone() aria-pressed=pressed.to_string() on:click=choose>
                {sign} {shown_name}
            </button>
        }
        .into_any()
    };
    let plain: Vec<AnyView> = std::iter::once(String::new())
        .chain(words.iter().filter(|word| !word.contains(' ')).cloned())
        .map(&button)
        .collect();
    let mut zones: Vec<(String, Vec<AnyView>)> = Vec::new();
    for word in words {
        let Some((zone, give)) = word.split_once(' ') else {
            continue;
        };
        let gives: Vec<String> = match give {
            "6" => (1..=6).map(|number| format!("{zone} {number}")).collect(),
            _ => vec![word.clone()],
        };
        let buttons: Vec<AnyView> = gives.into_iter().map(&button).collect();
        match zones.iter_mut().find(|(known, _)| known == zone) {
            Some((_, all)) => all.extend(buttons),
            None => zones.push((zone.to_owned(), buttons)),
        }
    }
    let zones = zones.into_iter().map(|(zone, buttons)| {
        let name = match zone.as_str() {
            "black" => t("workshop.any_zone").to_owned(),
            zone => names::titled(language(), sheet.as_deref(), zone),
        };
        let label = tf("workshop.bonus_for", &[("zone", &name)]);
        view! {
            <div class="ws-choices" role="group" aria-label=label><span class="ws-choices-name">{name}</span>{buttons}</div>
        }
    });
    view! {
        <div class="ws-picker" data-picker="">
            <p class="ws-now">{chip(sheet.as_deref(), &now)} <strong>{names::bonus(sheet.as_deref(), &now)}</strong></p>
            <div class="ws-choices" role="group" aria-label=t("workshop.bonus_plain")>{plain}</div>
            {zones.collect_view()}
            <label class="ws-several">
                <input type="checkbox" data-do="several" prop:checked=several.get_untracked() on:change=move |event| several.set(event_target_checked(&event))/>
                {t("workshop.several_ways")}
            </label>
        </div>
    }
    .into_any()
}

/// A choice between marks with one more of them, or one fewer.
fn toggled(ways: &[String], word: &str) -> String {
    let mut ways: Vec<&str> = (ways.iter())
        .map(String::as_str)
        .filter(|way| way.contains(' '))
        .collect();
    match ways.iter().position(|way| *way == word) {
        Some(at) => {
            ways.remove(at);
        }
        None => ways.push(word),
    }
    ways.join(" or ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_added_to_a_choice_and_taken_out_again() {
        let ways = |text: &str| text.split(" or ").map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(toggled(&ways("fox"), "blue ?"), "blue ?");
        assert_eq!(toggled(&ways("blue ?"), "black X"), "blue ? or black X");
        assert_eq!(toggled(&ways("blue ? or black X"), "blue ?"), "black X");
        assert_eq!(toggled(&ways("blue ?"), "blue ?"), "");
    }
}
