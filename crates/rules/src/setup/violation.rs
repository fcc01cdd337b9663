//! What is wrong with a position written by hand.

use super::part::Part;
use crate::Message;

/// Something in a setup that cannot be: where, and what.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Violation {
    /// The part of the setup: `dice`, `seat 2, zone green`.
    pub place: Message,
    /// What is wrong with it.
    pub what: Message,
}

impl Violation {
    pub(crate) fn new(place: Part<'_>, what: Message) -> Violation {
        Violation {
            place: place.message(),
            what,
        }
    }

    /// A position that does not survive being written down: a mistake of ours, not of whoever wrote it.
    pub(crate) fn unstable() -> Violation {
        let what = Message::new(
            "position.unstable",
            "it changes when it is written down and read again",
        );
        Violation::new(Part::Position, what)
    }
}

/// The whole sentence.
impl From<Violation> for Message {
    fn from(violation: Violation) -> Message {
        Message::new("position.violation", "{place}: {what}")
            .with("place", violation.place)
            .with("what", violation.what)
    }
}

impl std::fmt::Display for Violation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", Message::from(self.clone()))
    }
}

/// Collects violations.
pub(super) struct Findings(pub(super) Vec<Violation>);

impl Findings {
    pub(super) fn add(&mut self, place: Part<'_>, what: Message) {
        self.0.push(Violation::new(place, what));
    }

    pub(super) fn require(&mut self, holds: bool, place: Part<'_>, what: impl FnOnce() -> Message) {
        if !holds {
            self.add(place, what());
        }
    }
}

/// The setup is of another game.
pub(crate) fn other_game(named: &str, id: &str) -> Message {
    Message::new(
        "position.other-game",
        "the position is for `{named}`, this game is `{id}`",
    )
    .with("named", named)
    .with("id", id)
}

/// Other seats are asked than the setup says.
pub(crate) fn other_seats_asked(due: &[u8], told: &[u8]) -> Message {
    Message::new("position.other-asked", "seats {due} have to choose, not {told}")
        .with("due", format!("{due:?}"))
        .with("told", format!("{told:?}"))
}
