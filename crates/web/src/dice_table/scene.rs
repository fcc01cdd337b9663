//! What the table shows now.

use std::collections::BTreeSet;

use finaud_rules::{Action, Seat, Sheet};

use super::choose::{self, CellId};
use crate::any_table::{AnyAction, AnyEvent, AnyTable, Awaits, DiceView};

/// Everything the table shows, worked out once for each change.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Scene {
    pub(super) view: DiceView,
    pub(super) awaits: Awaits,
    /// The person whose choice is made now.
    pub(super) acting: Option<Seat>,
    pub(super) legal: Vec<Action>,
    /// How many events there were: a new one is a new scene even if it looks the same.
    pub(super) step: usize,
}

/// The scene of a table.
pub(super) fn scene(table: &AnyTable, wanted: Option<Seat>) -> Scene {
    let awaits = table.awaits();
    let acting = match awaits {
        Awaits::People(seats) => wanted.filter(|seat| seats.contains(*seat)).or(seats.first()),
        _ => None,
    };
    let legal = acting.map(|seat| table.legal(seat)).unwrap_or_default();
    let legal = legal
        .into_iter()
        .filter_map(|action| match action {
            AnyAction::Dice(action) => Some(action),
            AnyAction::Push(_) => None,
        })
        .collect();
    Scene {
        view: table.dice_at(table.steps()).expect("a dice game"),
        awaits,
        acting,
        legal,
        step: table.steps(),
    }
}

/// The sheet shown while nobody is asked: the first person's; a bot's where no person plays.
pub(super) fn own_seat(table: &AnyTable) -> Seat {
    let seats = (0..table.seats() as u8).map(Seat);
    let mut people = seats.filter(|seat| table.is_person(*seat));
    people.next().unwrap_or(Seat(0))
}

/// The cells that the last choice on this sheet wrote.
pub(super) fn fresh(table: &AnyTable, sheet: &Sheet, seat: Seat) -> BTreeSet<CellId> {
    let cells = |step: usize| match table.event(step) {
        Some(AnyEvent::Choice(chooser, AnyAction::Dice(action))) if chooser == seat => {
            let view = table.dice_at(step)?;
            let cells = choose::cells_of(sheet, &view.players[seat.index()], action);
            (!cells.is_empty()).then_some(cells)
        }
        _ => None,
    };
    // Of this turn only: older ink is dry.
    let last = table.steps();
    (last.saturating_sub(6)..last)
        .rev()
        .find_map(cells)
        .into_iter()
        .flatten()
        .collect()
}
