//! Where in a game a state stands.

use std::fmt;

use finaud_rules::{Message, Seat};

/// Where in a game a state stands. A record has one above the events that belong together.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Heading {
    /// A turn of a round, both counted from 1.
    Turn {
        /// The round.
        round: u8,
        /// The turn in this round.
        turn: u8,
    },
    /// A turn of a game without rounds: whose it is.
    TurnOf(Seat),
}

impl Heading {
    /// The heading as a sentence that can be said in any language.
    pub fn message(self) -> Message {
        match self {
            Heading::Turn { round, turn } => Message::new("heading.turn", "round {round} turn {turn}")
                .with("round", round)
                .with("turn", turn),
            Heading::TurnOf(seat) => {
                Message::new("heading.turn-of", "turn of seat {seat}").with("seat", seat.to_string())
            }
        }
    }
}

/// As records write it: in every language, and in a program that has no English inside.
impl fmt::Display for Heading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Heading::Turn { round, turn } => write!(f, "round {round} turn {turn}"),
            Heading::TurnOf(seat) => write!(f, "turn of seat {seat}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_write_headings_in_english() {
        let turn = Heading::Turn { round: 2, turn: 1 };
        assert_eq!(turn.to_string(), "round 2 turn 1");
        assert_eq!(Heading::TurnOf(Seat(2)).to_string(), "turn of seat 3");
        for heading in [turn, Heading::TurnOf(Seat(2))] {
            assert_eq!(heading.message().to_string(), heading.to_string());
        }
    }
}
