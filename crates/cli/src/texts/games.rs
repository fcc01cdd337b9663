//! Why there is no such game, sheet or record.

use finaud_record::push;
use finaud_rules::{Problem, gallery_ids, nearest};
use finaud_table::{GameError, games};

use super::say;
use crate::language::language;

/// No game and no file has this name.
pub(crate) fn no_such_game(name: &str) -> String {
    match nearest(name, games().chain(gallery_ids())) {
        Some(id) => say("game.unknown-guess", &[("id", &name), ("guess", &id)]),
        None => {
            let games = games().collect::<Vec<_>>().join(", ");
            say("terminal.missing.game", &[("name", &name), ("games", &games)])
        }
    }
}

/// A sheet file that cannot be played on.
pub(crate) fn unplayable_sheet(file: &str, error: &GameError) -> String {
    let why = match error {
        GameError::Sheet(problems) => first_of(problems, file),
        other => language().describe(&other.message()),
    };
    say("terminal.missing.unplayable", &[("file", &file), ("why", &why)])
}

fn first_of(problems: &[Problem], file: &str) -> String {
    let first = problems
        .first()
        .map(|problem| language().describe(&problem.message()));
    say(
        "terminal.missing.problems",
        &[
            ("first", &first.unwrap_or_default()),
            ("others", &problems.len().saturating_sub(1)),
            ("file", &file),
        ],
    )
}

/// A sheet is asked for, and the game has none.
pub(crate) fn no_sheet() -> String {
    say("terminal.missing.sheet", &[("game", &push::NAME)])
}

/// `--variant` with a dice game.
pub(crate) fn no_variant() -> String {
    say("terminal.missing.variant", &[("game", &push::NAME)])
}

/// `--ruling` with PUSH.
pub(crate) fn no_rulings() -> String {
    say("terminal.missing.rulings", &[("game", &push::NAME)])
}

/// A ruling without a value.
pub(crate) fn ruling_format(text: &str) -> String {
    say("terminal.missing.ruling-format", &[("text", &text)])
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
        (GameError::Unknown { id, guess: None }, SheetArgument::Sheet) => {
            say("terminal.missing.built-in", &[("id", &shown(id))])
        }
        (
            GameError::Unknown {
                id,
                guess: Some(guess),
            },
            SheetArgument::Sheet,
        ) => say(
            "terminal.missing.built-in-guess",
            &[("id", &shown(id)), ("guess", guess)],
        ),
        (GameError::OtherSheet { wanted, found }, SheetArgument::Sheet) => say(
            "terminal.missing.other-sheet",
            &[("wanted", &shown(wanted)), ("found", found)],
        ),
        (GameError::Unknown { id, .. } | GameError::OtherSheet { wanted: id, .. }, SheetArgument::Game) => {
            say("terminal.missing.sheet-file", &[("id", &shown(id))])
        }
        (other, _) => language().describe(&other.message()),
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
    say(
        "terminal.missing.bot",
        &[("game", &game), ("bot", &bot), ("known", &known.join(", "))],
    )
}

/// A seat that a record does not have.
pub(crate) fn no_seat_in_record(name: &str, players: usize, seat: usize) -> String {
    say(
        "terminal.missing.seat",
        &[("name", &name), ("players", &players), ("seat", &seat)],
    )
}

/// An event that a record does not have.
pub(crate) fn too_few_events(name: &str, known: usize, wanted: usize) -> String {
    say(
        "terminal.missing.events",
        &[("name", &name), ("known", &known), ("wanted", &wanted)],
    )
}
