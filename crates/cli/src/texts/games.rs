//! Why there is no such game, sheet or record.

use finaud_record::push;
use finaud_rules::{Problem, nearest};
use finaud_table::{GameError, games};

/// No game and no file has this name.
pub(crate) fn no_such_game(name: &str) -> String {
    match nearest(name, games()) {
        Some(id) => format!("there is no game `{name}`; did you mean `{id}`?"),
        None => format!(
            "there is no game `{name}`; there are {}, and any sheet file",
            games().collect::<Vec<_>>().join(", ")
        ),
    }
}

/// A sheet file that cannot be played on.
pub(crate) fn unplayable_sheet(file: &str, error: &GameError) -> String {
    match error {
        GameError::Sheet(problems) => format!("{file} cannot be played: {}", first_of(problems, file)),
        other => format!("{file} cannot be played: {other}"),
    }
}

fn first_of(problems: &[Problem], file: &str) -> String {
    let first = problems.first().map(ToString::to_string).unwrap_or_default();
    let others = match problems.len() {
        0 | 1 => String::new(),
        2 => " (and another problem)".into(),
        count => format!(" (and {} more problems)", count - 1),
    };
    format!("{first}{others}; `finaud sheet check {file}` lists all")
}

/// A sheet is asked for, and the game has none.
pub(crate) fn no_sheet() -> String {
    format!("{} is played with cards: it has no sheet", push::NAME)
}

/// `--variant` with a dice game.
pub(crate) fn no_variant() -> String {
    format!("--variant is for {}; a dice game has --ruling", push::NAME)
}

/// `--ruling` with PUSH.
pub(crate) fn no_rulings() -> String {
    format!("{} has no rulings to choose; it has --variant", push::NAME)
}

/// A ruling without a value.
pub(crate) fn ruling_format(text: &str) -> String {
    format!("a ruling is written KEY=VALUE, as in `forfeit_always=true`, not `{text}`")
}

/// The argument that names the sheet of a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SheetArgument {
    /// `--sheet`.
    Sheet,
    /// `--game`.
    Game,
}

/// Why a record cannot be read for want of its game.
pub(crate) fn no_game_of_record(error: &GameError, argument: SheetArgument) -> String {
    match (error, argument) {
        (GameError::Unknown { id, guess }, SheetArgument::Sheet) => {
            let id = shown(id);
            let guess = guess.map_or_else(String::new, |guess| format!(", did you mean `{guess}`?"));
            format!("there is no built-in game `{id}`{guess}; --sheet FILE names the sheet of another one")
        }
        (GameError::OtherSheet { wanted, found }, SheetArgument::Sheet) => {
            format!("the record is of the game `{}`, not of `{found}`", shown(wanted))
        }
        (GameError::Unknown { id, .. } | GameError::OtherSheet { wanted: id, .. }, SheetArgument::Game) => {
            format!(
                "the game `{}` is not built in; name its sheet file with --game",
                shown(id)
            )
        }
        (other, _) => other.to_string(),
    }
}

/// An id of somebody's making, fit for a sentence.
fn shown(id: &str) -> String {
    id.chars()
        .filter(|letter| !letter.is_control())
        .take(60)
        .collect()
}

/// A bot that does not play this game.
pub(crate) fn no_such_bot(game: &str, bot: &str, known: &[&str]) -> String {
    format!("{game} has no player `{bot}`; it has {}", known.join(", "))
}

/// A seat that a record does not have.
pub(crate) fn no_seat_in_record(name: &str, players: usize, seat: usize) -> String {
    format!("{name} is of {players} players: there is no seat {seat}")
}

/// An event that a record does not have.
pub(crate) fn too_few_events(name: &str, known: usize, wanted: usize) -> String {
    format!("{name} has {known} events, not {wanted}")
}
