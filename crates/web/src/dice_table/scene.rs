//! What the table shows now.

use finaud_rules::{Action, Seat, Seats};
use finaud_table::{AnyAction, Awaits, Table};

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
