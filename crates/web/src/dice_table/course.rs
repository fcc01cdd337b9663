//! Where the game stands, and what happened.

use std::sync::Arc;

use finaud_rules::{Award, Phase, Sheet};
use leptos::prelude::*;

use super::sheet_view::award_mark;
use super::{gains, words};
use crate::any_table::{AnyAction, AnyEvent, AnyTable, DiceView};
use crate::messages::{Language, language, t, tf};
use crate::session::Session;
use crate::tell;

/// The rounds with their bonuses, and which roll it is.
pub(super) fn round_bar(sheet: &Sheet, view: Signal<DiceView>) -> impl IntoView {
    let rounds = view.with_untracked(|view| view.rounds);
    let boxes: Vec<AnyView> = (1..=rounds)
        .map(|round| {
            let award = sheet.round_awards.get(usize::from(round) - 1).copied().flatten();
            let sign = award.map(|award| {
                view! {
                    <svg viewBox="0 0 24 18" role="img" aria-label=words::award(language(), sheet, award)>
                        {award_mark(sheet, award, 12.0, 9.0)}
                    </svg>
                }
            });
            view! {
                <li
                    class="round"
                    class:now=move || view.with(|view| view.round) == round
                    class:past=move || round < view.with(|view| view.round)
                    aria-current=move || (view.with(|view| view.round) == round).then_some("step")
                >
                    {round} {sign}
                </li>
            }
            .into_any()
        })
        .collect();
    let roll = move || {
        view.with(|view| match (view.phase, view.active) {
            (Phase::Over, _) => String::new(),
            (_, None) => t("dice.passive").to_owned(),
            _ => tf("dice.roll", &[("n", &view.roll.max(1))]),
        })
    };
    view! {
        <div class="round-bar">
            <ol class="rounds" aria-label=move || view.with(|view| tf("dice.round", &[("n", &view.round), ("all", &view.rounds)]))>
                {boxes}
            </ol>
            <span class="roll">{roll}</span>
        </div>
    }
    .into_any()
}

/// What just happened, in a line.
pub(super) fn ticker(session: Session, sheet: Arc<Sheet>) -> impl IntoView {
    let line = move || session.table.with(|table| last_words(language(), table, &sheet));
    view! { <p class="ticker" aria-live="polite" data-ticker>{line}</p> }.into_any()
}

/// The last choice and what it won, in words; the last roll if it came after.
fn last_words(language: Language, table: &AnyTable, sheet: &Sheet) -> String {
    let Some(last) = table.steps().checked_sub(1) else {
        return String::new();
    };
    event_words(language, table, sheet, last)
}

/// An event of a dice game in words, with what it won.
pub fn event_words(language: Language, table: &AnyTable, sheet: &Sheet, step: usize) -> String {
    let (Some(event), Some(before), Some(after)) =
        (table.event(step), table.dice_at(step), table.dice_at(step + 1))
    else {
        return String::new();
    };
    match event {
        AnyEvent::Choice(seat, AnyAction::Dice(action)) => {
            let player = &before.players[seat.index()];
            let what = tell::action(language, table, step, seat, AnyAction::Dice(action));
            let mut line = if table.seats() > 1 {
                let name = tell::seat(language, table, seat);
                language.fill("dice.said.choice", &[("name", &name), ("what", &what)])
            } else {
                what
            };
            for award in gains::gains(sheet, player, &after.players[seat.index()]) {
                line += " · ";
                line += &match award {
                    Award::Fox => language.text("dice.won.fox").to_owned(),
                    Award::Circle(power) => {
                        language.fill("dice.won.box", &[("power", &words::power(language, power))])
                    }
                    Award::Gift(gift) => {
                        language.fill("dice.won.gift", &[("gift", &words::gift(language, sheet, gift))])
                    }
                };
            }
            line
        }
        AnyEvent::Outcome(luck) => tell::luck(language, table, luck),
        AnyEvent::Choice(..) => String::new(),
    }
}

/// How many events the log goes back.
const LOGGED: usize = 40;

/// What happened, newest first.
pub(super) fn log(session: Session, sheet: Arc<Sheet>) -> impl IntoView {
    let lines = move || {
        session.table.with(|table| {
            let last = table.steps();
            (last.saturating_sub(LOGGED)..last)
                .rev()
                .map(|step| {
                    let luck = matches!(table.event(step), Some(AnyEvent::Outcome(_)));
                    view! { <li class:luck=luck>{event_words(language(), table, &sheet, step)}</li> }
                        .into_any()
                })
                .collect::<Vec<AnyView>>()
        })
    };
    view! {
        <section class="log" aria-label=t("dice.log")>
            <h2>{t("dice.log")}</h2>
            <ol>{lines}</ol>
        </section>
    }
    .into_any()
}
