//! A list: one entry after the other, more of them or fewer, and in another order where they are told apart.

use finaud_rules::Step;
use finaud_workshop::{Edit, Kind, Value, propose};
use leptos::prelude::*;

use super::bench::{Bench, Shown};
use super::field::{control, inside, mistakes};
use super::words as names;
use crate::messages::{t, tf};

pub(super) fn list(bench: Bench, shown: &Shown, path: &[Step]) -> AnyView {
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
            matches!(kind, Some(Kind::Text | Kind::Line { .. } | Kind::SomeOf(_)))
        }
        Value::Number(_) | Value::Flag(_) | Value::Other(_) => false,
    };
    let large = entries.iter().enumerate().any(is_large);
    let is_free = count.is_none_or(|count| count != entries.len());
    let tables = entries.iter().all(|entry| matches!(entry, Value::Table(_)));
    let each = entries.iter().enumerate().map(|(index, _)| {
        let inner = inside(path, Step::Index(index));
        let label = names::entry(of, index);
        let own = (is_free && tables).then(|| entry_buttons(bench, path, index, entries));
        view! {
            <li data-entry=index>
                <span class="ws-entry"><span>{label.clone()}</span>{own}</span>
                {control(bench, shown, &inner, label)}
                {mistakes(shown, &inner)}
            </li>
        }
    });
    let each = each.collect_view();
    let buttons = is_free.then(|| end_buttons(bench, path, entries));
    view! { <ol class="ws-list" class:large=large>{each}</ol> {buttons} }.into_any()
}

/// One more at the end, or one fewer.
fn end_buttons(bench: Bench, path: &[Step], entries: &[Value]) -> AnyView {
    let (length, last) = (entries.len(), entries.last().cloned());
    let (add_path, remove_path) = (path.to_vec(), inside(path, Step::Index(length.saturating_sub(1))));
    let add = move |_| {
        let place = inside(&add_path, Step::Index(length));
        let value = last.clone().or_else(|| {
            let shown = bench.shown.get_untracked();
            let mut one = shown.draft.clone();
            Edit::Remove(add_path.clone()).apply(&mut one).ok()?;
            propose(&one, &add_path)?.entries().first().cloned()
        });
        bench.edit(Edit::Insert(
            place,
            length,
            value.unwrap_or(Value::Text(String::new())),
        ));
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
    .into_any()
}

/// What moves an entry or takes it out.
fn entry_buttons(bench: Bench, path: &[Step], index: usize, entries: &[Value]) -> AnyView {
    let label = (index + 1).to_string();
    let (here, gone) = (path.to_vec(), inside(path, Step::Index(index)));
    let values = entries.to_vec();
    let swap = move |other: usize| {
        let set = |to: usize, from: usize| Edit::Set(inside(&here, Step::Index(to)), values[from].clone());
        bench.edit(Edit::Several(vec![set(index, other), set(other, index)]));
    };
    view! {
        <span class="ws-entry-buttons">
            {movers(label.clone(), index, entries.len(), swap)}
            <button type="button" class="ws-small" data-do="remove-this" aria-label=tf("workshop.leave_out", &[("what", &label)])
                on:click=move |_| bench.edit(Edit::Remove(gone.clone()))>"×"</button>
        </span>
    }
    .into_any()
}

/// Two buttons that move something one place up or down.
pub(super) fn movers(
    name: String,
    index: usize,
    count: usize,
    swap: impl Fn(usize) + Clone + 'static,
) -> AnyView {
    let (up, down) = (swap.clone(), swap);
    let (first, last) = (index == 0, index + 1 == count);
    view! {
        <button type="button" class="ws-small" data-do="move-up" data-index=index disabled=first
            aria-label=tf("workshop.move_up", &[("what", &name)]) on:click=move |_| up(index - 1)>"↑"</button>
        <button type="button" class="ws-small" data-do="move-down" data-index=index disabled=last
            aria-label=tf("workshop.move_down", &[("what", &name)]) on:click=move |_| down(index + 1)>"↓"</button>
    }
    .into_any()
}
