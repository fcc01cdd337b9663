//! `novice` for PUSH: a careful beginner, who counts cards on the table and points in front of him, never the pile.

use finaud_rules::Seat;
use finaud_rules::push::{Push, PushAction, PushState};

use crate::Player;

/// Stops at a fixed number of cards, protects at a fixed sum, takes the column with most points.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PushNovice;

/// So many cards on the table are enough: most tables with fewer still have room for the next one.
const ENOUGH_CARDS: usize = 5;
/// A column with so many points is taken at once.
const ENOUGH_POINTS: i16 = 10;
/// A colour with so many open points is not left to the die.
const TOO_MUCH_TO_LOSE: i16 = 12;

impl PushNovice {
    fn value(state: &PushState, seat: Seat, action: PushAction) -> i16 {
        let columns = state.columns();
        let points = |column: u8| {
            columns
                .get(usize::from(column))
                .map_or(0, |column| column.points())
        };
        match action {
            PushAction::Draw => 0,
            PushAction::Stop => {
                let cards: usize = columns.iter().map(|column| column.cards().count()).sum();
                let best = columns.iter().map(|column| column.points()).max().unwrap_or(0);
                if cards >= ENOUGH_CARDS || best >= ENOUGH_POINTS {
                    1
                } else {
                    -1
                }
            }
            PushAction::Protect(colour) => {
                state.bench(seat).zone().of(colour).points() + 1 - TOO_MUCH_TO_LOSE
            }
            // Cards are kept together: each new column is one for somebody else.
            PushAction::Place(column) => 1 + points(column),
            PushAction::PlaceNew => 0,
            PushAction::Take(column) => points(column),
        }
    }
}

impl Player<Push> for PushNovice {
    fn begin(&mut self, _: u64) {}

    /// # Panics
    /// If there is no legal action.
    fn choose(&mut self, _: &Push, state: &PushState, seat: Seat, legal: &[PushAction]) -> PushAction {
        // The first of equals: `max_by_key` would take the last.
        let best = legal
            .iter()
            .rev()
            .max_by_key(|action| PushNovice::value(state, seat, **action));
        *best.expect("a seat that is asked has a legal action")
    }
}
