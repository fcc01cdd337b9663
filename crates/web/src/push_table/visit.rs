//! Where only one bench has room: what a bot took, made safe or lost slides in for a moment, with its bench as it is now.

use finaud_rules::Seat;
use finaud_rules::push::{Card, Colour};
use finaud_table::AnyEvent;
use leptos::prelude::*;

use super::context::PushContext;
use super::drawing;
use super::log::PushNews;
use super::news::line;
use super::scene::PushScene;
use super::seats::fan;
use crate::handover::seat_colour;
use crate::settings::in_one_column;

/// What changed a bench.
#[derive(Clone, PartialEq, Debug)]
struct Visit {
    seat: Seat,
    /// The index of the event.
    step: usize,
    what: PushNews,
}

/// Whose bench it changed, and with which cards; nothing if it changed none.
fn changed(what: &PushNews) -> Option<(Seat, &[Card])> {
    match what {
        PushNews::Took { seat, cards, .. } | PushNews::Protected { seat, cards } => Some((*seat, cards)),
        PushNews::Rolled { seat, lost, .. } if !lost.is_empty() => Some((*seat, lost)),
        _ => None,
    }
}

/// What the last event did to the bench of a bot.
fn visit(scene: &PushScene, is_person: impl Fn(Seat) -> bool) -> Option<Visit> {
    let step = scene.step.checked_sub(1)?;
    let mut new = scene.log.iter().rev().take_while(|each| each.step == step);
    new.find_map(|each| {
        let (seat, _) = changed(&each.what)?;
        (seat != scene.viewer && !is_person(seat)).then(|| Visit {
            seat,
            step,
            what: each.what.clone(),
        })
    })
}

/// The bench that changed last, over the large one, until it has been seen or somebody goes on.
pub(super) fn visits(context: PushContext) -> AnyView {
    let shown = RwSignal::new(None::<Visit>);
    let is_person = move |seat: Seat| {
        context
            .session
            .table
            .with_untracked(|table| context.session.plays_here(table, seat))
    };
    Effect::new(move |before: Option<usize>| {
        let step = context.look(|scene| scene.step);
        let new = context.look(|scene| visit(scene, is_person));
        let goes_on = context.session.table.with_untracked(|table| {
            let last = step.checked_sub(1).and_then(|last| table.event(last));
            matches!(last, Some(AnyEvent::Choice(seat, _)) if context.session.plays_here(table, seat))
        });
        if goes_on || before.is_none_or(|before| before > step) || context.session.hurried.get() {
            if shown.with_untracked(Option::is_some) {
                shown.set(None);
            }
        } else if new.is_some() && before != Some(step) && in_one_column() {
            shown.set(new);
        }
        step
    });
    let card = move |visit: Visit| {
        let (names, bench) = context.look(|scene| (scene.names.clone(), *scene.state.bench(visit.seat)));
        let fresh: Vec<Colour> = changed(&visit.what)
            .map_or(&[][..], |(_, cards)| cards)
            .iter()
            .filter_map(|card| match card {
                Card::Number(kind) => Some(kind.colour()),
                Card::Die | Card::Switch => None,
            })
            .collect();
        let heap = |colour: Colour| {
            let cards = bench.zone().of(colour);
            let safe = bench.protected().of(colour);
            view! {
                <span class=format!("push-heap {}", colour.word()) class:none=cards.is_empty() class:fresh=fresh.contains(&colour)>
                    <span class="push-heap-head">{drawing::shape(colour)}<b>{cards.points()}</b></span>
                    <span class="push-fan-place">{fan(cards)}</span>
                    {(!safe.is_empty()).then(|| view! { <span class="push-safe">{drawing::shield()}<b>{safe.points()}</b></span> })}
                </span>
            }
        };
        view! {
            <div class="push-visit" data-visit=visit.seat.0 + 1 style=seat_colour(visit.seat) aria-hidden="true" on:click=move |_| shown.set(None)>
                {line(&visit.what, &names)}
                <div class="push-heaps">{Colour::ALL.into_iter().map(heap).collect_view()}</div>
            </div>
        }
    };
    view! { <For each=move || shown.get() key=|visit| visit.step children=card/> }.into_any()
}

#[cfg(test)]
mod tests {
    use super::super::scene::Here;
    use super::*;
    use crate::messages::tests::english;
    use crate::new_game::tests::played;

    #[test]
    fn benches_of_bots_visit_when_they_change_and_those_of_people_never() {
        let table = played("push", 3, 4);
        let only_the_last_is_a_bot = |seat: Seat| seat != Seat(2);
        let scene =
            |step: usize| PushScene::of_table(&table.until(step), Here::default(), english()).unwrap();
        let mut visits = 0;
        for step in 1..=table.steps() {
            let (before, now) = (scene(step - 1), scene(step));
            let found = visit(&now, only_the_last_is_a_bot);
            if before.state.bench(Seat(2)) != now.state.bench(Seat(2)) {
                assert_eq!(
                    found.map(|visit| (visit.seat, visit.step)),
                    Some((Seat(2), step - 1))
                );
                visits += 1;
            } else if let Some(found) = found {
                // A column may hold nothing but Die cards.
                let (_, cards) = changed(&found.what).unwrap();
                assert!(cards.iter().all(|card| *card == Card::Die), "{found:?}");
            }
        }
        assert!(visits > 5, "{visits}");
    }
}
