//! What `finaud replay` says.

use finaud_rules::Seat;

use super::list;

/// The first line.
pub(crate) fn title(game: &str, players: &str) -> String {
    format!("{game}, {players}")
}

/// Something that the record says about itself.
pub(crate) fn tag(name: &str, value: &str) -> String {
    format!("{name}: {value}")
}

/// The names of tags that are not the record's own.
pub(crate) const SEED: &str = "seed";
pub(crate) const FROM: &str = "from";

/// A comment.
pub(crate) fn comment(text: &str) -> String {
    format!("; {text}")
}

/// A seat, with the name of its player if it has one.
pub(crate) fn seat(seat: Seat, name: &str) -> String {
    match name {
        "" => format!("seat {seat}"),
        name => format!("seat {seat} ({name})"),
    }
}

/// A choice.
pub(crate) fn choice(seat: &str, action: &str) -> String {
    format!("{seat}: {action}")
}

/// How the game stands.
pub(crate) enum GameStatus {
    /// It is over, and one played.
    Over,
    /// It is over, and these won.
    Won(Vec<String>),
    /// An outcome is due.
    Chance,
    /// These choose.
    Choice(Vec<String>),
}

/// How the game stands after so many events, in a sentence.
pub(crate) fn standing(events: usize, standing: &GameStatus) -> String {
    let after = match events {
        0 => "Before the first event".into(),
        1 => "After one event".into(),
        events => format!("After {events} events"),
    };
    match standing {
        GameStatus::Over => format!("{after} the game is over."),
        GameStatus::Won(winners) => format!("{after} the game is over: victory for {}.", list(winners)),
        GameStatus::Chance => format!("{after} the game goes on: luck is due."),
        GameStatus::Choice(seats) => {
            format!("{after} the game goes on: the choice is with {}.", list(seats))
        }
    }
}

/// The heads of columns that are no part of a score.
pub(crate) const FOXES: &str = "foxes";
pub(crate) const TOTAL: &str = "total";
