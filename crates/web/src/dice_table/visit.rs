//! Where only one sheet has room: what a bot wrote, or somebody elsewhere, slides in for a moment. What people write here they
//! see as they do.

use std::sync::Arc;

use finaud_rules::{Seat, Sheet};
use finaud_table::{AnyEvent, Table};
use leptos::prelude::*;

use super::choose::SheetCells;
use super::course::event_lines;
use super::effects::{effects_of, written};
use super::scene::DiceScene;
use super::sheet_view::{Lights, zone_picture};
use crate::handover::seat_colour;
use crate::messages::language;
use crate::session::GameSession;
use crate::settings::in_one_column;
use crate::tell;

/// What somebody wrote who is not at this screen.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Visit {
    seat: Seat,
    /// The index of the event.
    step: usize,
    cells: SheetCells,
}

/// What somebody who does not play here wrote with the last event on a sheet other than this one.
fn visit(table: &Table, shown: Seat, plays_here: impl Fn(Seat) -> bool) -> Option<Visit> {
    let step = table.steps().checked_sub(1)?;
    let Some(AnyEvent::Choice(seat, _)) = table.event(step) else {
        return None;
    };
    let cells = written(&effects_of(table, step), seat);
    (seat != shown && !plays_here(seat) && !cells.is_empty()).then_some(Visit { seat, step, cells })
}

/// The cards of those who wrote something: the last of each, since the person looked on.
pub(super) fn visits(
    session: GameSession,
    sheet: Arc<Sheet>,
    scene: Memo<DiceScene>,
    seat: Memo<Seat>,
) -> impl IntoView {
    let shown = RwSignal::new(Vec::<Visit>::new());
    Effect::new(move |before: Option<usize>| {
        let step = session.table.with(Table::steps);
        let new = session.table.with_untracked(|table| {
            // Whoever chooses is not to be disturbed by others who choose as well.
            let busy = session.remote.is_some() && !session.asked_here(table).is_empty();
            let wrote = visit(table, seat.get_untracked(), |seat| {
                session.plays_here(table, seat)
            });
            wrote.filter(|_| !busy)
        });
        let follows = before.is_some_and(|before| before + 1 == step);
        let own = session.table.with_untracked(|table| {
            matches!(table.event(step.saturating_sub(1)), Some(AnyEvent::Choice(by, _)) if by == seat.get_untracked())
        });
        if !follows || own || session.hurried.get() {
            if !shown.with_untracked(Vec::is_empty) {
                shown.set(Vec::new());
            }
        } else if let Some(new) = new.filter(|_| in_one_column()) {
            shown.update(|shown| {
                shown.retain(|old| old.seat != new.seat);
                shown.push(new);
            });
        }
        step
    });
    let card = move |visit: Visit| {
        let player = Signal::derive(move || scene.with(|scene| *scene.position.player(visit.seat)));
        let lights = Signal::derive(move || Lights {
            fresh: visit.cells,
            ..Lights::default()
        });
        let mut zones: Vec<u8> = visit.cells.iter().map(|(zone, _)| zone).collect();
        zones.dedup();
        let pictures = zones
            .into_iter()
            .map(|zone| zone_picture(&sheet, usize::from(zone), player, lights))
            .collect_view();
        let (name, told) = session.table.with_untracked(|table| {
            let what = tell::event(language(), table, visit.step);
            let lines = event_lines(language(), table, &sheet, visit.step);
            // The name stands above it.
            let told = lines.into_iter().next().unwrap_or_default();
            let told = told.find(&what).map_or(told.clone(), |at| told[at..].to_owned());
            (tell::seat(language(), table, visit.seat), told)
        });
        view! {
            <div class="visit" data-visit=visit.seat.0 + 1 style=seat_colour(visit.seat)
                on:click=move |_| shown.update(|shown| shown.retain(|old| *old != visit))>
                <b>{name}</b>
                <p>{told}</p>
                <div class="zones">{pictures}</div>
            </div>
        }
    };
    view! {
        <div class="visits" aria-hidden="true">
            <For each=move || shown.get() key=|visit| (visit.seat, visit.step) children=card/>
        </div>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::new_game::tests::played;

    #[test]
    fn others_visit_with_what_they_wrote_and_nobody_visits_themselves() {
        let table = played("tres-fute", 3, 4);
        let mut seen = 0;
        for step in 0..table.steps() {
            let now = table.until(step + 1);
            let Some(AnyEvent::Choice(seat, _)) = table.event(step) else {
                assert_eq!(visit(&now, Seat(0), |_| false), None, "dice write nothing");
                continue;
            };
            assert_eq!(visit(&now, seat, |_| false), None);
            let other = Seat((seat.0 + 1) % 3);
            let wrote = !written(&effects_of(&table, step), seat).is_empty();
            assert_eq!(visit(&now, other, |_| true), None, "what is written here is seen");
            let found = visit(&now, other, |_| false);
            assert_eq!(
                found.map(|found| (found.seat, found.step)),
                wrote.then_some((seat, step))
            );
            seen += usize::from(wrote);
        }
        assert!(seen > 10, "{seen}");
    }
}
