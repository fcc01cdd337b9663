//! What `finaud play` says, whatever the game.

use super::{list, say, words};

/// The first line.
pub(crate) fn greeting(game: &str) -> String {
    say("terminal.play.greeting", &[("game", &game)])
}

/// The commands.
pub(crate) fn help() -> String {
    words("terminal.play.help")
}

/// What the person is called who sits down without a name.
pub(crate) fn you() -> String {
    words("common.you")
}

/// What stands before the answer to a person's choice.
pub(crate) fn prompt(name: &str) -> String {
    format!("{name}>")
}

/// What stands before dice or cards that are typed in.
pub(crate) fn chance_prompt() -> String {
    words("terminal.play.dice")
}

/// Somebody chose.
pub(crate) fn choice(name: &str, action: &str) -> String {
    say("dice.said.choice", &[("name", &name), ("what", &action)])
}

/// Somebody had no choice.
pub(crate) fn only_choice(name: &str, action: &str) -> String {
    say("terminal.play.only-choice", &[("name", &name), ("what", &action)])
}

/// Something was taken back.
pub(crate) fn taken_back() -> String {
    words("terminal.play.taken-back")
}

/// The last roll was not typed in.
pub(crate) fn nothing_to_retype() -> String {
    words("terminal.play.nothing-to-retype")
}

/// No choice has this number.
pub(crate) fn no_such_choice(number: usize) -> String {
    say("terminal.play.no-such-choice", &[("n", &number)])
}

/// An action that is not legal now.
pub(crate) fn not_now() -> String {
    words("terminal.play.not-now")
}

/// There are no chances to speak of.
pub(crate) fn no_chances() -> String {
    words("terminal.play.no-chances")
}

/// No player has this number.
pub(crate) fn no_such_player(players: usize) -> String {
    say("terminal.play.no-such-player", &[("n", &players)])
}

/// Choices that are not shown, by their numbers.
pub(crate) fn more_choices(hidden: usize, first: usize, last: usize) -> String {
    say(
        "terminal.play.more-choices",
        &[("n", &hidden), ("first", &first), ("last", &last)],
    )
}

/// Where a game stands that is over.
pub(crate) fn game_over() -> String {
    words("terminal.play.over")
}

/// A game was saved; how to go on with it.
pub(crate) fn saved(path: &str, built_in: bool) -> String {
    let mut command = format!("finaud play --resume {path}");
    if !built_in {
        // A sheet that is not built in has to be named again.
        command += &format!(" --game {}", words("terminal.play.sheet-file"));
    }
    say("terminal.play.saved", &[("command", &command)])
}

/// Where a finished game is kept.
pub(crate) fn record(path: &str) -> String {
    say("terminal.play.record", &[("file", &path)])
}

/// Above the final scores.
pub(crate) fn over() -> String {
    words("dice.ask.over")
}

/// Who wins.
pub(crate) fn winners(names: &[&str]) -> String {
    match names {
        [one] => say("terminal.play.wins", &[("name", one)]),
        several => say("terminal.play.share", &[("names", &list(several))]),
    }
}

/// The rating of a score.
pub(crate) fn rating(points: i32, title: &str) -> String {
    say("terminal.play.rating", &[("n", &points), ("title", &title)])
}

/// The seed of a finished game.
pub(crate) fn seed(seed: &str) -> String {
    say("terminal.play.seed", &[("seed", &seed)])
}

/// A file holds a game that is not over.
pub(crate) fn unfinished(file: &str, game: &str, players: u8) -> String {
    say(
        "terminal.play.unfinished",
        &[("file", &file), ("game", &game), ("players", &players)],
    )
}

/// What is to be done with it.
pub(crate) fn go_on() -> String {
    words("terminal.play.go-on")
}

/// A file holds a game that is over.
pub(crate) fn finished(file: &str) -> String {
    say("terminal.play.finished", &[("file", &file)])
}

/// Something else than a game is in a file.
pub(crate) fn no_record(file: &str) -> String {
    say("terminal.play.no-record", &[("file", &file)])
}

/// A game cannot go on.
pub(crate) fn cannot_resume(file: &str) -> String {
    say("terminal.play.cannot-resume", &[("file", &file)])
}

/// A game cannot go on because its sheet was changed.
pub(crate) fn other_edition(why: &str) -> String {
    say("terminal.play.other-edition", &[("why", &why)])
}

/// A file cannot be written.
pub(crate) fn cannot_save(file: &str) -> String {
    say("terminal.play.cannot-save", &[("file", &file)])
}

/// Every usual name of a file is taken.
pub(crate) fn too_many_games() -> String {
    words("terminal.play.too-many-games")
}

/// A text that is no seed.
pub(crate) fn no_seed(text: &str, why: &str) -> String {
    say("record.no-seed", &[("text", &format!("`{text}`")), ("why", &why)])
}

/// A seed of another game.
pub(crate) fn other_seed(text: &str, wanted: (&str, usize), found: (&str, usize)) -> String {
    say(
        "terminal.play.other-seed",
        &[
            ("text", &text),
            ("wanted", &wanted.0),
            ("wanted_players", &wanted.1),
            ("found", &found.0),
            ("found_players", &found.1),
        ],
    )
}
