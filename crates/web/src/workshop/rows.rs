//! Cells that are written row by row: printed numbers, letters of a map, and texts that list some of them.

use finaud_rules::Step;
use finaud_workshop::{
    CellMark, Edit, Kind, Resize, Value, WrittenCell, part_of, parts, resized, set_part, toggled,
};
use leptos::prelude::*;

use super::bench::{Bench, Shown};
use super::field::{id_of, inside, mistakes};
use super::words as names;
use crate::messages::{t, tf};

/// A row of printed cells, each in a box of its own. In a row that stands alone, an emptied box goes; in a row among others it is
/// no cell any more, since all rows are equally long.
pub(super) fn printed_row(bench: Bench, path: &[Step], words: &str, label: &str) -> AnyView {
    let words: Vec<String> = words.split_whitespace().map(str::to_owned).collect();
    let alone = !matches!(path.last(), Some(Step::Index(_)));
    let set = {
        let path = path.to_vec();
        move |words: &[String]| bench.edit(Edit::Set(path.clone(), Value::Text(words.join(" "))))
    };
    let boxes = words.iter().enumerate().map(|(index, word)| {
        let (all, set) = (words.clone(), set.clone());
        let said = format!("{label} {}", index + 1);
        view! {
            <input class="ws-word" id=format!("{}-w{index}", id_of(path)) aria-label=said maxlength="3" prop:value=word.clone()
                on:change=move |event| {
                    let mut all = all.clone();
                    let text = event_target_value(&event);
                    match text.trim() {
                        "" if alone => { all.remove(index); }
                        "" => all[index] = "-".into(),
                        word => all[index] = word.replace(' ', ""),
                    }
                    set(&all);
                }/>
        }
    });
    let boxes = boxes.collect_view();
    let buttons = alone.then(|| {
        let (more, fewer) = (words.clone(), words.clone());
        let (set_more, set_fewer) = (set.clone(), set.clone());
        view! {
            <button type="button" class="ws-small" data-do="more-words" aria-label=tf("workshop.one_more_in", &[("what", &label)])
                on:click=move |_| {
                    let mut all = more.clone();
                    all.extend(all.last().cloned());
                    set_more(&all);
                }>"+"</button>
            <button type="button" class="ws-small" data-do="fewer-words" aria-label=t("workshop.one_fewer") disabled=fewer.len() < 2
                on:click=move |_| set_fewer(&fewer[..fewer.len() - 1])>"−"</button>
        }
    });
    view! { <div class="ws-words">{boxes} {buttons}</div> }.into_any()
}

/// A row of a map: a letter for each cell.
pub(super) fn map_row(bench: Bench, shown: &Shown, path: &[Step], label: &str) -> AnyView {
    let count = shown.draft.get(path).and_then(Value::text).unwrap_or_default();
    let cells = (0..count.chars().count()).map(|at| {
        let cell = WrittenCell {
            path: path.to_vec(),
            at,
        };
        let now = part_of(&shown.checked, &shown.draft, &cell);
        let all: Vec<Option<char>> = std::iter::once(None)
            .chain(parts(&shown.checked, &shown.draft, &cell).into_iter().map(Some))
            .collect();
        let options = all.iter().map(|part| {
            let name = part.map_or_else(|| "–".into(), |part| part.to_string());
            view! { <option selected=*part == now>{name}</option> }
        });
        let options = options.collect_view();
        let said = format!("{label} {}", at + 1);
        let change = move |event: leptos::ev::Event| {
            let index = event_target::<web_sys::HtmlSelectElement>(&event).selected_index();
            let chosen = usize::try_from(index).ok().and_then(|index| all.get(index));
            if let Some(part) = chosen {
                let shown = bench.shown.get_untracked();
                bench.edit(set_part(&shown.checked, &shown.draft, &cell, *part));
            }
        };
        view! { <select class="ws-word" id=format!("{}-w{at}", id_of(path)) aria-label=said on:change=change>{options}</select> }
    });
    view! { <div class="ws-words">{cells.collect_view()}</div> }.into_any()
}

/// Several rows, one below the other, and what makes them more or fewer.
pub(super) fn rows(bench: Bench, shown: &Shown, path: &[Step]) -> AnyView {
    let count = shown.draft.get(path).map_or(0, |rows| rows.entries().len());
    let each = (0..count).map(|row| {
        let inner = inside(path, Step::Index(row));
        let label = names::entry("row", row);
        let text = shown.draft.get(&inner).and_then(Value::text).unwrap_or_default();
        let row = match shown.checked.kind(&shown.draft, &inner) {
            Some(Kind::MapRow) => map_row(bench, shown, &inner, &label),
            _ => printed_row(bench, &inner, text, &label),
        };
        view! { <li><span class="ws-entry">{label}</span>{row}{mistakes(shown, &inner)}</li> }
    });
    let each = each.collect_view();
    let sizes = [
        (Resize::MoreRows, "more_rows"),
        (Resize::FewerRows, "fewer_rows"),
        (Resize::MoreColumns, "more_columns"),
        (Resize::FewerColumns, "fewer_columns"),
    ];
    let sizes = sizes.map(|(resize, name)| {
        let edit = resized(&shown.checked, &shown.draft, path, resize);
        let off = edit.is_none();
        view! {
            <button type="button" class="button small" data-do=name disabled=off
                on:click=move |_| edit.iter().for_each(|edit| bench.edit(edit.clone()))>{t_of(name)}</button>
        }
    });
    view! {
        <ol class="ws-list large ws-rows">{each}</ol>
        <div class="ws-offers">{sizes.into_iter().collect_view()}</div>
    }
    .into_any()
}

fn t_of(name: &str) -> &'static str {
    match name {
        "more_rows" => t("workshop.size.more_rows"),
        "fewer_rows" => t("workshop.size.fewer_rows"),
        "more_columns" => t("workshop.size.more_columns"),
        _ => t("workshop.size.fewer_columns"),
    }
}

/// A text that lists some words: each is on or off.
pub(super) fn marks(
    bench: Bench,
    shown: &Shown,
    path: &[Step],
    words: Vec<String>,
    label: String,
) -> AnyView {
    let text = shown
        .draft
        .get(path)
        .and_then(Value::text)
        .unwrap_or_default()
        .to_owned();
    // What is listed and should not be can be taken out too.
    let stray = text.split_whitespace().map(str::to_owned);
    let stray: Vec<String> = stray.filter(|word| !words.contains(word)).collect();
    let buttons = words.into_iter().chain(stray).map(|word| {
        let mark = CellMark {
            path: path.to_vec(),
            on: text.split_whitespace().any(|there| there == word),
            word: word.clone(),
        };
        let pressed = mark.on.to_string();
        let toggle = move |_| {
            let shown = bench.shown.get_untracked();
            bench.edit(toggled(&shown.draft, &mark));
        };
        view! { <button type="button" class="ws-choice" data-word=word.clone() aria-pressed=pressed on:click=toggle>{word.clone()}</button> }
    });
    view! { <div class="ws-choices" role="group" aria-label=label>{buttons.collect_view()}</div> }.into_any()
}
