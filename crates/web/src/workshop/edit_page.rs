//! A draft on the bench: its name, undo and redo, what is wrong, the drawing, the panel, and the ways out.

use std::sync::Arc;

use finaud_rules::{Problem, Step};
use finaud_workshop::{Edit, Kind, Value};
use leptos::prelude::*;

use super::bench::{Bench, Selected, Shown};
use super::drawing::drawing;
use super::kept::{KeptDraft, NotKept};
use super::panel::panel;
use super::send::{Section, send, to_table};
use super::words as names;
use crate::messages::{t, tn};
use crate::pages::setup::back_icon;
use crate::route::Route;

/// So many mistakes are told at once; the others are folded away.
const MOST_AT_ONCE: usize = 5;

/// The page of a draft.
pub(super) fn page(id: String, kept: KeptDraft) -> AnyView {
    let bench = Bench::new(id, kept);
    let name = move || {
        let shown = bench.shown.get();
        let name = shown.draft.head("name").unwrap_or_default().trim().to_owned();
        if name.is_empty() {
            t("workshop.unnamed").to_owned()
        } else {
            name
        }
    };
    let keys = window_event_listener(leptos::ev::keydown, move |event| {
        let typing = document()
            .active_element()
            .is_some_and(|element| ["INPUT", "TEXTAREA"].contains(&element.tag_name().as_str()));
        if typing || !(event.ctrl_key() || event.meta_key()) {
            return;
        }
        match (event.key().as_str(), event.shift_key()) {
            ("z", false) => bench.undo(),
            ("z" | "Z", true) | ("y", false) => bench.redo(),
            _ => return,
        }
        event.prevent_default();
    });
    on_cleanup(move || keys.remove());
    view! {
        <main id="content" class="workshop" data-page="workshop" data-draft=bench.id()>
            <header class="ws-head">
                <a class="icon-button" data-do="workshop" href=Route::Workshop(String::new()).hash() aria-label=t("workshop.all")>{back_icon()}</a>
                <h1><button type="button" class="ws-name" data-do="edit-name-head" on:click=move |_| bench.select(Selected::Part(vec![Step::Key("name".into())]))>{name}</button></h1>
                <button type="button" class="button small" data-do="undo-edit" aria-label=t("workshop.undo") title=t("workshop.undo")
                    disabled=move || !bench.can_undo() on:click=move |_| bench.undo()>"↶"</button>
                <button type="button" class="button small" data-do="redo-edit" aria-label=t("workshop.redo") title=t("workshop.redo")
                    disabled=move || !bench.can_redo() on:click=move |_| bench.redo()>"↷"</button>
            </header>
            {move || bench.outdated.get().map(|why| outdated(bench, why))}
            <p class="ws-error" role="alert" data-notice="">{move || bench.notice.get()}</p>
            {move || mistakes(bench, &bench.shown.get())}
            <div class="ws-bench" id="workshop-bench" inert=move || bench.outdated.get().is_some()>
                {drawing(bench)}
                {panel(bench)}
            </div>
            {send(bench)}
        </main>
    }
    .into_any()
}

/// Another window has changed the draft: whoever sits here says with which one it goes on. Nothing is lost either way.
fn outdated(bench: Bench, why: NotKept) -> AnyView {
    let inner = match why {
        NotKept::Changed => view! {
            <p>{t("workshop.elsewhere.changed")}</p>
            <div class="row">
                <button type="button" class="button primary" data-do="take-newer" on:click=move |_| bench.take_newer()>{t("workshop.elsewhere.newer")}</button>
                <button type="button" class="button" data-do="take-own" on:click=move |_| bench.take_own()>{t("workshop.elsewhere.own")}</button>
            </div>
        }
        .into_any(),
        NotKept::Gone => view! {
            <p>{t("workshop.elsewhere.gone")}</p>
            <div class="row">
                <button type="button" class="button primary" data-do="keep-again" on:click=move |_| bench.keep_again()>{t("workshop.elsewhere.keep")}</button>
                <a class="button" href=Route::Workshop(String::new()).hash()>{t("workshop.all")}</a>
            </div>
        }
        .into_any(),
    };
    view! { <section class="ws-state wrong" role="alert" data-outdated="">{inner}</section> }.into_any()
}

/// What is wrong, all of it, each with a way there.
fn mistakes(bench: Bench, shown: &Arc<Shown>) -> AnyView {
    let (errors, warnings): (Vec<&Problem>, Vec<&Problem>) = shown
        .checked
        .problems
        .iter()
        .partition(|problem| problem.is_error());
    let line = |problem: &&Problem| {
        let place = names::place(shown, &problem.path);
        let what = names::mistake(problem);
        let part = |key: &str| Selected::Part(vec![Step::Key(key.into())]);
        let goal = match problem.what.key() {
            // What is missing has no place yet.
            "sheet.no-dice" => part("dice"),
            "sheet.no-rulings" => part("rulings"),
            _ => goal(&problem.path),
        };
        view! {
            <li><button type="button" class="ws-problem" data-problem="" on:click=move |_| bench.select(goal.clone())><b>{place}</b>" – "{what}</button></li>
        }
    };
    let told = match errors.is_empty() {
        true => t("workshop.ready").to_owned(),
        false => tn("workshop.mistakes", errors.len() as i64),
    };
    let list = |problems: &[&Problem]| problems.iter().map(line).collect_view();
    let (first, others) = errors.split_at(errors.len().min(MOST_AT_ONCE));
    let (bad, more, odd) = (list(first), list(others), list(&warnings));
    let more = (!others.is_empty()).then(|| {
        view! { <details class="ws-odd"><summary>{tn("workshop.more_mistakes", others.len() as i64)}</summary><ul>{more}</ul></details> }
    });
    let wrong = !errors.is_empty();
    let bonuses: Vec<Edit> = errors
        .iter()
        .filter(|problem| shown.checked.kind(&shown.draft, &problem.path) == Some(Kind::Bonus))
        .map(|problem| Edit::set(&problem.path, Value::Text(String::new())))
        .collect();
    let clear = (bonuses.len() > 1).then(|| {
        let told = tn("workshop.clear_bonuses", bonuses.len() as i64);
        view! {
            <button type="button" class="button small" data-do="clear-bonuses" on:click=move |_| bench.edit(Edit::Several(bonuses.clone()))>{told}</button>
        }
    });
    let odd = (!warnings.is_empty()).then(|| {
        view! {
            <details class="ws-odd"><summary>{tn("workshop.warnings", warnings.len() as i64)}</summary><ul>{odd}</ul></details>
        }
    });
    let play = (!wrong).then(|| {
        let play = move |_| {
            let shown = bench.shown.get_untracked();
            to_table(&shown.draft, Some(bench.id()), Section::Seats);
        };
        view! { <button type="button" class="button small primary" data-do="play-at-once" on:click=play>{t("workshop.play_now")}</button> }
    });
    view! {
        <section class="ws-state" class:wrong=wrong data-errors=errors.len() aria-live="polite">
            <p>{told} {play}</p>
            <ul>{bad}</ul>
            {more}
            {clear}
            {odd}
        </section>
    }
    .into_any()
}

/// Where a mistake is mended.
fn goal(path: &[Step]) -> Selected {
    match path {
        [Step::Key(zones), Step::Index(zone), rest @ ..] if zones == "zones" => {
            let values = if rest.len() > 1 {
                vec![(path.to_vec(), None)]
            } else {
                Vec::new()
            };
            Selected::Zone(*zone, values)
        }
        [Step::Key(zones)] if zones == "zones" => Selected::Sheet,
        [Step::Key(_), ..] => Selected::Part(path[..1].to_vec()),
        _ => Selected::Sheet,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mistake_leads_to_where_it_is_mended() {
        let key = |word: &str| Step::Key(word.into());
        let bonus = vec![key("zones"), Step::Index(2), key("bonus"), Step::Index(4)];
        assert_eq!(goal(&bonus), Selected::Zone(2, vec![(bonus.clone(), None)]));
        assert_eq!(goal(&bonus[..2]), Selected::Zone(2, Vec::new()));
        assert_eq!(
            goal(&[key("actions"), key("+1")]),
            Selected::Part(vec![key("actions")])
        );
        assert_eq!(goal(&[]), Selected::Sheet);
    }
}
