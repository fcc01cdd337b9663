//! What happened, kept in sight until something else is chosen, and the log of everything.

use leptos::html;
use leptos::prelude::*;

use super::bar::prompt;
use super::context::PushContext;
use super::drawing;
use super::log::{LogEntry, PushNews, announcement};
use super::sentence::{self, SentencePart, spoken};
use crate::dialog::follow;
use crate::handover::seat_colour;
use crate::messages::{language, t};

/// So many things are told at once where there is room; small screens show the last of them.
const MOST: usize = 6;

/// What happened last.
pub(super) fn news(context: PushContext) -> AnyView {
    let lines =
        Memo::new(move |_| context.look(|scene| (announcement(&scene.log, MOST), scene.names.clone())));
    // A puzzle begins in the middle of a game.
    let fresh = Memo::new(move |_| context.look(|scene| scene.columns.is_empty()));
    let list = move || {
        let (log, names) = lines.get();
        if log.is_empty() && !fresh.get() {
            return ().into_any();
        }
        if log.is_empty() {
            return view! { <p class="push-line">{t("push.start")}</p> }.into_any();
        }
        log.iter()
            .map(|each| line(&each.what, &names))
            .collect_view()
            .into_any()
    };
    view! {
        <section class="push-news" aria-label=t("push.log")>
            <div class="push-lines" aria-hidden="true">{list}</div>
            <button
                type="button"
                class="push-log-open"
                data-do="log"
                aria-label=t("push.log-open")
                title=t("push.log-open")
                on:click=move |_| context.log.set(true)
            >
                "≡"
            </button>
            <p class="visually-hidden" role="status" aria-live="polite">{move || said(context)}</p>
            {log(context)}
        </section>
    }
    .into_any()
}

/// What is spoken: what the last event did, and what is to be done now.
fn said(context: PushContext) -> String {
    context.look(|scene| {
        let language = language();
        let last = scene.log.last().map(|last| last.step);
        let new = scene.log.iter().filter(|each| Some(each.step) == last);
        let mut said: Vec<String> = new
            .map(|each| spoken(language, &each.what, &scene.names))
            .collect();
        said.push(prompt(context, scene));
        said.join(" ")
    })
}

/// What happened, in a line.
pub(super) fn line(what: &PushNews, names: &[String]) -> AnyView {
    let part = |part: SentencePart| match part {
        SentencePart::Words(words) => words.into_any(),
        SentencePart::Name(name, seat) => view! { <b style=seat.map(seat_colour)>{name}</b> }.into_any(),
        SentencePart::Cards(cards) => cards.into_iter().map(drawing::chip).collect_view().into_any(),
        SentencePart::Face(face) => drawing::face_chip(face).into_any(),
    };
    let tone = match what {
        PushNews::Bust { .. } => "bust",
        PushNews::Rolled { lost, .. } if !lost.is_empty() => "lost",
        PushNews::Took { .. } | PushNews::Protected { .. } => "gained",
        _ => "plain",
    };
    let parts = sentence::shown(language(), what, names)
        .into_iter()
        .map(part)
        .collect_view();
    view! { <p class=format!("push-line {tone}")>{parts}</p> }.into_any()
}

/// Everything that happened, the newest turn first.
fn log(context: PushContext) -> AnyView {
    let turns = move || {
        context.look(|scene| {
            let mut log: Vec<LogEntry> = scene.log.clone();
            log.retain(|each| !matches!(each.what, PushNews::Turned { .. }));
            let mut turns: Vec<Vec<LogEntry>> = Vec::new();
            for each in log {
                match turns.last_mut() {
                    Some(turn) if turn.last().is_some_and(|last| last.turn == each.turn) => turn.push(each),
                    _ => turns.push(vec![each]),
                }
            }
            (turns, scene.names.clone())
        })
    };
    let content = move || {
        let (turns, names) = turns();
        if turns.is_empty() {
            return view! { <p>{t("push.log-empty")}</p> }.into_any();
        }
        let turn = |turn: &Vec<LogEntry>| {
            let number = turn.first().map_or(0, |each| each.turn) + 1;
            let spoken_lines = |each: &LogEntry| {
                let said = spoken(language(), &each.what, &names);
                view! { <li><span class="visually-hidden">{said}</span><span aria-hidden="true">{line(&each.what, &names)}</span></li> }
            };
            view! { <li value=number.to_string()><ul>{turn.iter().map(spoken_lines).collect_view()}</ul></li> }
        };
        view! { <ol reversed="" class="push-turns">{turns.iter().rev().map(turn).collect_view()}</ol> }
            .into_any()
    };
    sheet(context.log, t("push.log"), "log", content)
}

/// A dialog that is open while the signal says so.
pub(super) fn sheet<V: IntoView + 'static>(
    open: RwSignal<bool>,
    title: &'static str,
    mark: &'static str,
    content: impl Fn() -> V + Send + Sync + Clone + 'static,
) -> AnyView {
    let dialog: NodeRef<html::Dialog> = NodeRef::new();
    follow(dialog, open);
    let heading = format!("push-sheet-{mark}");
    let labelled = heading.clone();
    view! {
        <dialog
            class="push-sheet"
            data-sheet=mark
            node_ref=dialog
            aria-labelledby=labelled
            on:close=move |_| open.set(false)
            on:click=move |event| {
                // A tap beside the sheet closes it: it falls on the dialog itself.
                let on_itself = event.target().zip(event.current_target()).is_some_and(|(a, b)| a == b);
                if on_itself {
                    open.set(false);
                }
            }
        >
            <div class="push-sheet-in">
                <div class="spread">
                    <h2 id=heading>{title}</h2>
                    <button type="button" class="icon-button" aria-label=t("common.close") on:click=move |_| open.set(false)>
                        "×"
                    </button>
                </div>
                {move || open.get().then(&content)}
            </div>
        </dialog>
    }
    .into_any()
}
