//! What `finaud analyse` says.

use finaud_rules::Seat;

/// The first line; `event` is the event before which a record is looked at.
pub(crate) fn title(game: &str, heading: &str, event: Option<usize>) -> String {
    let event = event.map_or_else(String::new, |event| format!(", before event {event}"));
    format!("{game}, {heading}{event}")
}

/// Why the numbers are not as good as they could be.
pub(crate) fn rough(caveat: &str) -> String {
    format!("{} The numbers below are rough.", super::note(caveat))
}

/// Nobody chooses: an outcome is due.
pub(crate) fn chance_due() -> &'static str {
    "Nobody is asked now: luck is due. This is what to expect."
}

/// Nobody chooses: the game is over.
pub(crate) fn over() -> &'static str {
    "Nobody is asked now: the game is over."
}

/// What a seat may expect.
pub(crate) fn seat(seat: Seat, choices: usize, points: f64, win: Option<f64>) -> String {
    let win = win.map_or_else(String::new, |win| format!(", {:.1} % to win", 100.0 * win));
    let choices = match choices {
        0 => String::new(),
        1 => " with 1 choice".into(),
        choices => format!(" with {choices} choices"),
    };
    format!("seat {seat}{choices}: {points:.1} points{win}")
}

/// The heads of the columns; actions take so much room.
pub(crate) fn heads(with_win: bool, width: usize) -> String {
    let win = if with_win { "   win %    loss" } else { "" };
    format!("{win}  points    loss  {:width$}  why", "action")
}

/// The mark behind the action that was played.
pub(crate) const PLAYED: &str = " ←";

/// What that mark means.
pub(crate) fn played() -> &'static str {
    "← was played"
}

/// There is nothing to look at.
pub(crate) fn nothing() -> &'static str {
    "there is no position and no record to look at"
}

/// Neither a file nor a position.
pub(crate) fn neither(text: &str) -> String {
    format!(
        "`{text}` is neither a file nor a position, which begins with the name of its game: \
         `tres-fute phase=rolled pool=W4,Y3,B2,G6,O1,V5 /`"
    )
}

/// `--at` with a position.
pub(crate) fn no_events() -> &'static str {
    "--at picks an event of a record, and this is a position"
}

/// A position that names no game.
pub(crate) fn no_game() -> &'static str {
    "the position should begin with the name of its game, as in `tres-fute …`"
}

/// `--ruling` or `--variant` with a record.
pub(crate) fn record_has_rules() -> &'static str {
    "a record says itself by which rules it was played"
}

/// `--players` with a record of other players.
pub(crate) fn record_has_players(name: &str, players: usize) -> String {
    format!("{name} is of {players} players")
}

/// A seat that nobody has.
pub(crate) fn no_seat(seats: usize, seat: usize) -> String {
    format!("there are {seats} seats: no seat {seat}")
}
