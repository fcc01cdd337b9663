//! What `finaud analyse` says.

use finaud_rules::{Message, Seat};

use super::{players, say, words};
use crate::language::language;

/// The first line; `event` is the event before which a record is looked at.
pub(crate) fn title(game: &str, heading: &str, event: Option<usize>) -> String {
    match event {
        None => say("analysis.title", &[("game", &game), ("heading", &heading)]),
        Some(event) => say(
            "analysis.title-before",
            &[("game", &game), ("heading", &heading), ("event", &event)],
        ),
    }
}

/// Why the numbers are not as good as they could be.
pub(crate) fn rough(caveat: &Message) -> String {
    say("analysis.rough", &[("caveat", &language().describe(caveat))])
}

/// Nobody chooses: an outcome is due.
pub(crate) fn chance_due() -> String {
    words("analysis.chance-due")
}

/// Nobody chooses: the game is over.
pub(crate) fn over() -> String {
    words("analysis.over")
}

/// What a seat may expect.
pub(crate) fn seat(seat: Seat, choices: usize, points: f64, win: Option<f64>) -> String {
    match win {
        None => say(
            "analysis.seat",
            &[("seat", &seat), ("choices", &choices), ("points", &points)],
        ),
        Some(win) => say(
            "analysis.seat-win",
            &[
                ("seat", &seat),
                ("choices", &choices),
                ("points", &points),
                ("win", &(100.0 * win)),
            ],
        ),
    }
}

/// A seat of which nothing can be expected, since nobody has learned the sheet.
pub(crate) fn seat_unknown(seat: Seat, choices: usize) -> String {
    say("analysis.seat-unknown", &[("seat", &seat), ("choices", &choices)])
}

/// The heads of the columns; actions take so much room.
pub(crate) fn heads(with_win: bool, width: usize) -> String {
    let number = |column: &str| format!("{:>8}", words(&format!("analysis.head.{column}")));
    let mut heads = String::new();
    if with_win {
        heads += &(number("win") + &number("loss"));
    }
    heads += &(number("points") + &number("loss"));
    format!(
        "{heads}  {:width$}  {}",
        action_head(),
        words("analysis.head.why")
    )
}

/// The head of the column with the actions.
pub(crate) fn action_head() -> String {
    words("analysis.head.action")
}

/// The mark behind the action that was played.
pub(crate) const PLAYED: &str = " ←";

/// What that mark means.
pub(crate) fn played() -> String {
    words("analysis.played")
}

/// There is nothing to look at.
pub(crate) fn nothing() -> String {
    words("analysis.nothing")
}

/// Neither a file nor a position.
pub(crate) fn neither(text: &str) -> String {
    say("analysis.neither", &[("text", &text)])
}

/// `--at` with a position.
pub(crate) fn no_events() -> String {
    words("analysis.no-events")
}

/// A position that names no game.
pub(crate) fn no_game() -> String {
    words("analysis.no-game")
}

/// `--ruling` or `--variant` with a record.
pub(crate) fn record_has_rules() -> String {
    words("analysis.record-has-rules")
}

/// `--players` with a record of other players.
pub(crate) fn record_has_players(name: &str, players: usize) -> String {
    say(
        "analysis.record-has-players",
        &[("name", &name), ("players", &players)],
    )
}

/// A seat that nobody has.
pub(crate) fn no_seat(seats: usize, seat: usize) -> String {
    say("analysis.no-seat", &[("seats", &seats), ("seat", &seat)])
}

/// How far a review is.
pub(crate) fn progress(done: usize, all: usize) -> String {
    say("analysis.progress", &[("done", &done), ("all", &all)])
}

/// How far the reviews of many games are.
pub(crate) fn games_done(done: usize, all: usize) -> String {
    say("analysis.many.progress", &[("done", &done), ("all", &all)])
}

/// Whose games the figures are of.
pub(crate) fn many_title(game: &str, seats: usize, who: &str, games: usize) -> String {
    let seats = players(language(), seats);
    say(
        if who.is_empty() {
            "analysis.many.title"
        } else {
            "analysis.many.title-named"
        },
        &[
            ("game", &game),
            ("players", &seats),
            ("name", &who),
            ("games", &games),
        ],
    )
}

/// The names of the figures of many games: start, luck, others, losses, correction, end, without luck, accuracy.
pub(crate) fn parts() -> [String; 8] {
    [
        "start",
        "luck",
        "others",
        "losses",
        "correction",
        "final",
        "without-luck",
        "accuracy",
    ]
    .map(|part| words(&format!("analysis.{part}")))
}

/// Above the numbers: in points, and in chances.
pub(crate) fn terms() -> [String; 2] {
    [
        words("analysis.head.points"),
        format!("{} %", words("analysis.head.chance")),
    ]
}

/// What the sign between two numbers means.
pub(crate) fn standard_errors() -> String {
    words("analysis.many.errors")
}

/// How many games are not in the means.
pub(crate) fn left_out(games: usize) -> String {
    say("analysis.many.left-out", &[("n", &games)])
}

/// `--svg` with many games.
pub(crate) fn one_drawing() -> String {
    words("analysis.many.one-drawing")
}
