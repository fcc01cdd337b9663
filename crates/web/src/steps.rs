//! A game step by step: the table as it was, what was chosen, and what else there was.

mod event;
mod marks;
mod mistakes;
pub mod moves;
mod play_on;
pub mod still;

use std::sync::Arc;

use finaud_record::Notation;
use finaud_rules::{Effect as DiceEffect, PushEffect, Seat};
use finaud_table::{GameTable, Table};
use leptos::prelude::*;
use wasm_bindgen::JsCast;

use crate::chart::GamePart;
use crate::finish;
use crate::messages::{Language, language, t, tf};
use crate::reviewed::Reviewed;
use crate::settings::settings;
use crate::tell;
use event::{detail, line};
pub use marks::bring_into_sight;
use moves::Moves;
use still::Still;

/// Cuts a game into parts: `begins` says what begins with an effect. The first part begins with the game.
fn parts<G: Notation, P>(
    table: &GameTable<G>,
    first: P,
    begins: impl Fn(&G::Effect) -> Option<P>,
) -> Vec<(P, std::ops::Range<usize>)> {
    let steps = table.log().len();
    let mut parts = vec![(first, 0..steps)];
    for step in 0..steps {
        // A part that would begin after the last event has none.
        for part in table
            .effects(step)
            .iter()
            .filter_map(&begins)
            .filter(|_| step + 1 < steps)
        {
            if let Some((_, before)) = parts.last_mut() {
                before.end = step + 1;
            }
            parts.push((part, step + 1..steps));
        }
    }
    parts.retain(|(_, steps)| !steps.is_empty());
    parts
}

/// The parts of a game: the rounds of a dice game, the turns of PUSH.
pub fn game_parts(language: Language, table: &Table) -> Vec<GamePart> {
    if let Some(dice) = table.dice() {
        let first = dice.states()[0].round();
        let rounds = parts(dice, first, |effect| match effect {
            DiceEffect::RoundBegins(round) => Some(*round),
            _ => None,
        });
        let named = |(round, steps): (u8, _)| GamePart {
            short: round.to_string(),
            name: language.fill("review.round", &[("n", &round)]),
            steps,
        };
        return rounds.into_iter().map(named).collect();
    }
    let Some(push) = table.push() else {
        return Vec::new();
    };
    let first = push.states()[0].current();
    let turns = parts(push, first, |effect| match effect {
        PushEffect::TurnBegins(seat) => Some(*seat),
        _ => None,
    });
    let named = |(n, (seat, steps)): (usize, (Seat, _))| GamePart {
        short: n.to_string(),
        name: language.fill(
            "review.turn",
            &[("n", &n), ("name", &tell::seat(language, table, seat))],
        ),
        steps,
    };
    (1..).zip(turns).map(named).collect()
}

/// Steps through a game: buttons, a slider, arrow keys, the table, what happened, and all moves.
#[component]
pub fn Steps(
    /// The game.
    table: StoredValue<Table>,
    /// Before which event the table is shown.
    at: RwSignal<usize>,
    /// What a review says, once there is one.
    #[prop(into)]
    reviewed: Signal<Option<Arc<Reviewed>>>,
    /// The sheet, where it is somebody's own.
    sheet: Option<String>,
) -> impl IntoView {
    let language = language();
    let steps = table.with_value(Table::steps);
    let parts = table.with_value(|table| game_parts(language, table));
    let go = move |to: usize| at.set(to.min(steps));
    follow_arrow_keys(move |key| {
        let now = at.get_untracked();
        match key {
            "ArrowLeft" => go(now.saturating_sub(1)),
            "ArrowRight" => go(now + 1),
            "Home" => go(0),
            "End" => go(steps),
            _ => return false,
        }
        true
    });
    let place = StoredValue::new(parts.clone());
    let where_now = move || {
        let at = at.get();
        let part = place.with_value(|parts| {
            let part = parts
                .iter()
                .find(|part| part.steps.contains(&at))
                .or(parts.last())?;
            Some(part.name.clone())
        });
        let counted = tf("review.step", &[("n", &at), ("all", &steps)]);
        match part {
            Some(part) if at < steps => format!("{part} · {counted}"),
            _ => format!("{} · {counted}", t("review.end")),
        }
    };
    let button = move |mark: &'static str,
                       name: &'static str,
                       picture: &'static str,
                       off: Signal<bool>,
                       to: Signal<usize>| {
        view! {
            <button type="button" class="icon-button" data-do=mark aria-label=name title=name
                prop:disabled=move || off.get() on:click=move |_| go(to.get_untracked())>
                <svg viewBox="0 0 24 24" aria-hidden="true"><path d=picture/></svg>
            </button>
        }
    };
    let at_start = Signal::derive(move || at.get() == 0);
    let at_end = Signal::derive(move || at.get() >= steps);
    let seat = Signal::derive(move || {
        let reviewed = reviewed.get().map(|reviewed| Seat(reviewed.seat));
        reviewed.unwrap_or_else(|| {
            table.with_value(|table| finish::own_seat(table, &settings().name.get_untracked()))
        })
    });
    let marked = marks::marks(table, at, reviewed);
    view! {
        <section class="steps" data-step=move || at.get() data-steps=steps aria-label=t("review.steps")>
            <div class="steps-bar">
                <p class="steps-where" aria-live="polite">{where_now}</p>
                <div class="steps-buttons">
                    {button("first", t("review.first"), "M6 5v14M19 5l-9 7 9 7z", at_start, Signal::derive(|| 0))}
                    {button("back", t("review.back"), "M16 5l-9 7 9 7z", at_start, Signal::derive(move || at.get().saturating_sub(1)))}
                    <input type="range" min="0" max=steps step="1" aria-label=t("review.slider")
                        prop:value=move || at.get().to_string()
                        aria-valuetext=where_now
                        on:input:target=move |event| if let Ok(to) = event.target().value().parse() { go(to) }/>
                    {button("forward", t("review.forward"), "M8 5l9 7-9 7z", at_end, Signal::derive(move || at.get() + 1))}
                    {button("last", t("review.last"), "M18 5v14M5 5l9 7-9 7z", at_end, Signal::derive(move || steps))}
                </div>
            </div>
            <div class="steps-now">
                {mistakes::buttons(reviewed, at)}
                <div class="steps-told" aria-live="polite">
                    {move || {
                        let step = at.get();
                        let reviewed = reviewed.get();
                        table.with_value(|table| line(language, table, step, reviewed.as_deref()))
                    }}
                </div>
            </div>
            <div class="steps-table"><Still table=table at=at seat=seat marks=marked/></div>
            <div class="steps-told steps-detail" aria-live="polite">
                {move || {
                    let step = at.get();
                    let reviewed = reviewed.get();
                    table.with_value(|table| detail(language, table, step, reviewed.as_deref()))
                }}
            </div>
            <div class="steps-more">{play_on::control(table, at, sheet)}</div>
            <Moves table=table at=at reviewed=reviewed parts=parts/>
        </section>
    }
    .into_any()
}

/// Listens to arrow keys that no other control needs; `act` says whether it took one.
fn follow_arrow_keys(act: impl Fn(&str) -> bool + 'static) {
    let listener = window_event_listener(leptos::ev::keydown, move |event| {
        if event.default_prevented()
            || event.ctrl_key()
            || event.alt_key()
            || event.meta_key()
            || event.shift_key()
        {
            return;
        }
        let busy = event
            .target()
            .and_then(|target| target.dyn_into::<web_sys::Element>().ok())
            .is_some_and(|element| {
                let kind = element.tag_name();
                let in_group = element
                    .closest("[role=radiogroup], .moves-list")
                    .ok()
                    .flatten()
                    .is_some();
                in_group || ["INPUT", "TEXTAREA", "SELECT"].contains(&kind.as_str())
            });
        if !busy && act(&event.key()) {
            event.prevent_default();
        }
    });
    on_cleanup(move || listener.remove());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messages::tests::english;
    use crate::new_game::tests::played;

    #[test]
    fn every_step_is_in_one_part() {
        for (game, players, seed) in [("tres-fute", 1, 3), ("hyper-fute", 3, 3), ("push", 4, 3)] {
            let table = played(game, players, seed);
            let parts = game_parts(english(), &table);
            let covered: Vec<usize> = parts.iter().flat_map(|part| part.steps.clone()).collect();
            assert_eq!(covered, (0..table.steps()).collect::<Vec<_>>());
        }
        let rounds = game_parts(english(), &played("tres-fute", 1, 3));
        assert_eq!(rounds.len(), 6);
        assert_eq!(rounds[1].name, "Round 2");
    }
}
