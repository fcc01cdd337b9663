//! What the table shows now.

use finaud_rules::{Action, Seat, Seats};
use finaud_table::{AnyAction, AnyEvent, Awaits, Table};
use leptos::prelude::*;

use super::choose::SheetCells;
use super::effects::{effects_of, written};
use crate::at_step::{DicePosition, dice_now};
use crate::session::GameSession;

/// Everything the table shows, worked out once for each change.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct DiceScene {
    pub(super) position: DicePosition,
    pub(super) awaits: Awaits,
    /// The person whose choice is made now.
    pub(super) acting: Option<Seat>,
    pub(super) legal: Vec<Action>,
    /// How many events there were: a new one is a new scene even if it looks the same.
    pub(super) step: usize,
}

/// The scene of a table at which these people may choose here.
pub(super) fn scene(table: &Table, people: Seats, wanted: Option<Seat>) -> DiceScene {
    let awaits = table.awaits();
    let acting = wanted.filter(|seat| people.contains(*seat)).or(people.first());
    let legal = acting.map(|seat| table.legal(seat)).unwrap_or_default();
    let legal = legal
        .into_iter()
        .filter_map(|action| match action {
            AnyAction::Dice(action) => Some(action),
            AnyAction::Push(_) => None,
        })
        .collect();
    DiceScene {
        position: *dice_now(table).expect("a dice game"),
        awaits,
        acting,
        legal,
        step: table.steps(),
    }
}

/// What is asked of the person here, and how much happened before that was more than a choice of somebody beside them.
pub(super) type Question = (Option<Seat>, Vec<Action>, usize);

/// What is asked. Where the others sit elsewhere it is the same question as long as only they choose. Like every memo, it is
/// worked out for whoever reads it, not for whoever only tracks it.
pub(super) fn question(session: GameSession, scene: Memo<DiceScene>) -> Memo<Question> {
    Memo::new(move |_| {
        let (acting, legal, step) = scene.with(|scene| (scene.acting, scene.legal.clone(), scene.step));
        let happened = match session.remote {
            Some(_) => session
                .table
                .with_untracked(|table| not_beside(table, step, acting)),
            None => step,
        };
        (acting, legal, happened)
    })
}

/// How many of the first events are no choice of somebody beside this seat.
fn not_beside(table: &Table, steps: usize, seat: Option<Seat>) -> usize {
    let beside = |step| matches!(table.event(step), Some(AnyEvent::Choice(by, _)) if Some(by) != seat);
    (0..steps).filter(|step| !beside(*step)).count()
}

/// The sheet shown while nobody is asked: the first person's here; a bot's where no person plays.
pub(super) fn own_seat(session: GameSession, table: &Table) -> Seat {
    let own = session.remote.and_then(|remote| remote.seat);
    let mut people = table.all_seats().filter(|seat| table.is_person(*seat));
    own.or_else(|| people.next()).unwrap_or(Seat(0))
}

/// How many events ink is fresh: about a turn.
const FRESH: usize = 6;

/// The cells that were written last on this sheet.
pub(super) fn fresh(table: &Table, seat: Seat) -> SheetCells {
    let last = table.steps();
    (last.saturating_sub(FRESH)..last)
        .rev()
        .map(|step| written(&effects_of(table, step), seat))
        .find(|cells| !cells.is_empty())
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::new_game::tests::played;

    #[test]
    fn what_others_choose_beside_somebody_asks_them_nothing_new() {
        let table = played("tres-fute", 2, 5);
        for seat in table.all_seats() {
            let mut before = 0;
            for step in 0..table.steps() {
                let after = not_beside(&table, step + 1, Some(seat));
                let others = matches!(table.event(step), Some(AnyEvent::Choice(by, _)) if by != seat);
                assert_eq!(after, before + usize::from(!others), "step {step}");
                before = after;
            }
        }
    }
}
