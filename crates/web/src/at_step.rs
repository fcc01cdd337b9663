//! A table as it was before one of its events.

use finaud_rules::{MAX_SEATS, Position, Push, PushState};
use finaud_table::{GameTable, Table};

/// Where a dice game stands.
pub type DicePosition = Position<MAX_SEATS>;

/// A dice game before the event with this index.
pub fn dice_at(table: &Table, step: usize) -> Option<&DicePosition> {
    table.dice()?.states().get(step)
}

/// A dice game now.
pub fn dice_now(table: &Table) -> Option<&DicePosition> {
    table.dice().map(GameTable::state)
}

/// A game of PUSH and its state before the event with this index.
pub fn push_at(table: &Table, step: usize) -> Option<(&Push, &PushState)> {
    let table = table.push()?;
    Some((table.game(), table.states().get(step)?))
}

/// A game of PUSH and its state now.
pub fn push_now(table: &Table) -> Option<(&Push, &PushState)> {
    push_at(table, table.steps())
}
