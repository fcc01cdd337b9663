//! Everything that `play`, `replay`, `analyse`, `serve`, `sheet` and `verify` say to people, one function for each text.
//!
//! The words stand in the message files of the languages, `languages/LANG/terminal.toml` and `analysis.toml` above all; the
//! functions put in what they speak of. The other modules decide what is said and where it stands on the page. `review`
//! takes its text from the players' crate, and why something is refused comes as a `Message` from the rules, the records
//! or the table.

pub(crate) mod analyse;
pub(crate) mod dice;
pub(crate) mod files;
pub(crate) mod games;
pub(crate) mod play;
pub(crate) mod push;
pub(crate) mod puzzles;
pub(crate) mod replay;
pub(crate) mod serve;
pub(crate) mod sheet;
pub(crate) mod verify;

use finaud_messages::{Argument, Language, Names, Value};
use finaud_rules::{Award, Die, Sheet};

use crate::language::language;

/// The message with this key, its blanks filled.
fn say(key: &str, arguments: &[(&str, &dyn Argument)]) -> String {
    language().fill(key, arguments)
}

/// The message with this key.
fn words(key: &str) -> String {
    say(key, &[])
}

/// Names as a list.
fn list<T: AsRef<str>>(names: &[T]) -> Value<'_> {
    Value::List(names.iter().map(|name| name.as_ref().into()).collect())
}

/// `1 point`, `7 points`.
pub(crate) fn points(points: i32) -> String {
    // The plain minus of the tables beside it.
    say("common.points", &[("n", &points)]).replace('−', "-")
}

/// `solo`, or `3 players`.
pub(crate) fn players(language: Language, seats: usize) -> String {
    match seats {
        1 => language.fill("terminal.solo", &[]),
        seats => language.fill("common.players", &[("n", &seats)]),
    }
}

/// A die, or the zone with its name.
pub(crate) fn die(sheet: &Sheet, die: Die) -> String {
    let name = Names::of(sheet).die(language(), die);
    say("terminal.zone", &[("zone", &name)])
}

/// Something the sheet gives.
pub(crate) fn award(sheet: &Sheet, award: Award) -> String {
    let name = Names::of(sheet).award(language(), award);
    say("terminal.award", &[("award", &name)])
}

/// What foxes are called, and the sum of everything, at the edge of a table.
pub(crate) fn foxes() -> String {
    words("terminal.foxes")
}

/// See [`foxes`].
pub(crate) fn total() -> String {
    words("terminal.total")
}

/// The text as a sentence: with a capital first letter and a full stop.
pub(crate) fn sentence(text: &str) -> String {
    let text = text.trim_end_matches('.');
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    let stop = (!text.ends_with(['?', '!', '…'])).then_some('.');
    first.chain(letters).chain(stop).collect()
}

/// Something worth knowing before the rest.
pub(crate) fn note(text: &str) -> String {
    say("terminal.note", &[("text", &text)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_becomes_a_sentence() {
        assert_eq!(sentence("there is no way."), "There is no way.");
        assert_eq!(sentence("`x` is no card"), "`x` is no card.");
        assert_eq!(sentence("did you mean `pink`?"), "Did you mean `pink`?");
        assert_eq!(sentence("été"), "Été.");
    }
}
