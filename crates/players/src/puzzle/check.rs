//! Checking puzzles once more, as somebody who has no part in making them would.

use finaud_record::Notation;
use finaud_rules::{Message, Next, Seat};

use super::make::rated;
use super::{Puzzle, Verdict};
use crate::{Roster, SearchLimits};

/// What is wrong with a puzzle.
#[derive(Clone, PartialEq, Debug)]
pub struct PuzzleFault(pub Message);

impl std::fmt::Display for PuzzleFault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for PuzzleFault {}

/// Checks that the position is possible, that the seat is asked and that the choices are legal; and that what the puzzle
/// calls best is what a search with these limits and `master` find best.
pub fn check<G: Roster + Notation>(
    game: &G,
    puzzle: &Puzzle,
    limits: SearchLimits,
) -> Result<(), PuzzleFault> {
    let state = game
        .read_position(&puzzle.position)
        .map_err(|error| PuzzleFault(error.message()))?;
    let seat = Seat(puzzle.seat);
    if !matches!(game.next(&state), Next::Choice(seats) if seats.contains(seat)) {
        let why = Message::new(
            "puzzle.not-asked",
            "seat {seat} has nothing to choose in this position",
        );
        return Err(PuzzleFault(why.with("seat", u16::from(seat.0) + 1)));
    }
    let mut legal = Vec::new();
    game.legal(&state, seat, &mut legal);
    for choice in &puzzle.choices {
        let action = game.read_action(&choice.action);
        let action = action.map_err(|error| PuzzleFault(error.message()))?;
        if !legal.contains(&action) {
            let why = Message::new("puzzle.illegal", "`{action}` is not possible in this position");
            return Err(PuzzleFault(why.with("action", &choice.action)));
        }
    }
    let found = rated(game, &state, seat, limits);
    let judged = |action: &str| puzzle.judge(action).verdict == Verdict::Right;
    let other = |action: &str| {
        let why = Message::new("puzzle.other-best", "a search prefers `{action}`");
        Err(PuzzleFault(why.with("action", action)))
    };
    match found.choices.first() {
        Some(best) if !judged(&best.action) => return other(&best.action),
        _ => {}
    }
    let master = crate::seated::choose_in(game, &state, seat, crate::Bot::Master, 0);
    match master.map(|action| game.action_text(action)) {
        Some(action) if !judged(&action) => other(&action),
        _ => Ok(()),
    }
}
