//! What `finaud puzzles` says.

use super::say;

/// How far the making is.
pub(crate) fn progress(puzzles: usize, games: u64) -> String {
    say("puzzle.progress", &[("n", &puzzles), ("games", &(games as i64))])
}

/// What was made.
pub(crate) fn made(puzzles: usize, games: u64, searched: u64) -> String {
    say(
        "puzzle.made",
        &[
            ("n", &puzzles),
            ("games", &(games as i64)),
            ("searched", &(searched as i64)),
        ],
    )
}

/// Not all that were asked for were found.
pub(crate) fn too_few(wanted: usize, found: usize) -> String {
    say("puzzle.too-few", &[("n", &found), ("wanted", &wanted)])
}

/// A puzzle that does not hold.
pub(crate) fn wrong(number: usize, why: &str) -> String {
    say("puzzle.wrong", &[("n", &number), ("why", &why)])
}

/// The sum of a check.
pub(crate) fn checked(all: usize, wrong: usize) -> String {
    say("puzzle.checked", &[("n", &all), ("wrong", &wrong)])
}
