//! What `finaud replay` says.

use finaud_rules::Seat;

use super::{list, say, words};

/// The first line.
pub(crate) fn title(game: &str, players: &str) -> String {
    say("terminal.replay.title", &[("game", &game), ("players", &players)])
}

/// Something that the record says about itself.
pub(crate) fn tag(name: &str, value: &str) -> String {
    say("terminal.replay.tag", &[("name", &name), ("value", &value)])
}

/// The names of tags that are not the record's own.
pub(crate) fn seed_tag() -> String {
    words("terminal.replay.seed")
}

/// See [`seed_tag`].
pub(crate) fn from_tag() -> String {
    words("terminal.replay.from")
}

/// A comment.
pub(crate) fn comment(text: &str) -> String {
    format!("; {text}")
}

/// A seat, with the name of its player if it has one.
pub(crate) fn seat(seat: Seat, name: &str) -> String {
    match name {
        "" => say("terminal.seat", &[("seat", &seat)]),
        name => say("terminal.seat-named", &[("seat", &seat), ("name", &name)]),
    }
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
    let after = say("terminal.replay.after", &[("n", &events)]);
    let (key, names) = match standing {
        GameStatus::Over => ("over", &[][..]),
        GameStatus::Won(winners) => ("won", &winners[..]),
        GameStatus::Chance => ("chance", &[][..]),
        GameStatus::Choice(seats) => ("choice", &seats[..]),
    };
    say(
        &format!("terminal.replay.{key}"),
        &[("after", &after), ("names", &list(names))],
    )
}
