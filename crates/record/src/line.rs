//! What the positions of all games have in common when they are written in one line: the name of the game, `key=value`
//! words about the table, and after each `/` those about a seat.

use std::collections::BTreeSet;

use finaud_rules::Message;

use crate::notation::ParseError;
use crate::words::{did_you_mean, number, quote, tidy};

/// The longest line that is read.
const LONGEST: usize = 64 * 1024;
/// How many errors are named before a reader gives up.
const MOST_FAULTS: usize = 20;

/// The game and the number of players a line speaks of, before it is read.
///
/// ```
/// assert_eq!(finaud_record::setup_names("hyper-fute round=2 / foxes=1 /"), Some(("hyper-fute", 2)));
/// ```
pub fn setup_names(line: &str) -> Option<(&str, usize)> {
    if line.len() > LONGEST {
        return None;
    }
    let seats = line.bytes().filter(|byte| *byte == b'/').count().max(1);
    let table = line.split('/').next()?;
    table
        .split_whitespace()
        .next()
        .filter(|game| !game.contains('='))
        .map(|game| (game, seats))
}

/// The line with single blanks, if it is not too long.
pub(crate) fn tidied(line: &str) -> Result<String, ParseError> {
    if line.len() > LONGEST {
        let error = Message::new(
            "position.too-long",
            "the position has {bytes} bytes; at most {most} are read",
        );
        return Err(ParseError::because(
            error.with("bytes", line.len()).with("most", LONGEST),
        ));
    }
    Ok(tidy(line))
}

/// The keys a part of a line has used.
#[derive(Default)]
pub(crate) struct Keys(BTreeSet<String>);

/// What is wrong with a line.
#[derive(Default)]
pub(crate) struct ErrorCollector {
    /// The seat whose part of the line is read, from 1; the table's if there is none.
    pub(crate) seat: Option<usize>,
    told: Vec<Message>,
}

impl ErrorCollector {
    pub(crate) fn add(&mut self, what: Message) {
        self.told.push(match self.seat {
            None => what,
            Some(seat) => Message::new("position.of-seat", "seat {seat}: {what}")
                .with("seat", seat)
                .with("what", what),
        });
    }

    /// Is it time to give up?
    pub(crate) fn are_enough(&self) -> bool {
        self.told.len() >= MOST_FAULTS
    }

    /// What was read, or its error and something empty.
    pub(crate) fn keep<T: Default>(&mut self, read: Result<T, Message>) -> T {
        read.unwrap_or_else(|error| {
            self.add(error);
            T::default()
        })
    }

    /// The line must begin with the name of the game.
    pub(crate) fn name(&mut self, named: Option<&str>, wanted: &str) {
        match named {
            Some(game) if game.eq_ignore_ascii_case(wanted) => {}
            Some(game) => {
                let what = Message::new(
                    "position.names-other-game",
                    "the position is for {named}, this game is `{id}`",
                );
                self.add(what.with("named", quote(game)).with("id", wanted));
            }
            None => {
                let what = Message::new(
                    "position.names-no-game",
                    "the position should begin with the name of the game: `{id}`",
                );
                self.add(what.with("id", wanted));
            }
        }
    }

    /// Takes `key=value` apart. Each key may be used once.
    pub(crate) fn pair<'t>(&mut self, keys: &mut Keys, word: &'t str) -> Option<(&'t str, &'t str)> {
        match word.split_once('=') {
            _ if self.are_enough() => {}
            None => {
                let what = Message::new("position.no-key", "{word} should be `key=value`");
                self.add(what.with("word", quote(word)));
            }
            Some((key, _)) if !keys.0.insert(key.to_ascii_lowercase()) => {
                let what = Message::new("position.key-twice", "{key} is given twice");
                self.add(what.with("key", quote(key)));
            }
            pair => return pair,
        }
        None
    }

    /// Reads a number.
    pub(crate) fn count(&mut self, key: &str, value: &str) -> u8 {
        let count = number(value).ok_or_else(|| of_key(key, no_number(value)));
        self.keep(count)
    }

    /// What was read, if nothing is wrong.
    pub(crate) fn or<T>(self, read: T) -> Result<T, ParseError> {
        if self.told.is_empty() {
            Ok(read)
        } else {
            Err(ParseError::all(self.told))
        }
    }
}

/// Something is wrong with the value of a key.
pub(crate) fn of_key(key: &str, what: Message) -> Message {
    Message::new("position.of-key", "`{key}`: {what}")
        .with("key", key)
        .with("what", what)
}

/// A text is no number.
pub(crate) fn no_number(text: &str) -> Message {
    Message::new("position.no-number", "{text} is not a number from 0 to 255").with("text", quote(text))
}

/// No phase has this name.
pub(crate) fn no_phase<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Message {
    Message::new("position.no-phase", "{word} is no phase{guess}")
        .with("word", quote(word))
        .with("guess", did_you_mean(word, known))
}

/// A key is not one of the table; the hint says where it belongs.
pub(crate) fn not_of_table(key: &str, hint: Message) -> Message {
    Message::new(
        "position.not-of-table",
        "{key} says nothing about the table{hint}",
    )
    .with("key", quote(key))
    .with("hint", hint)
}

/// The hint that a key is one of the table.
pub(crate) fn belongs_to_table() -> Message {
    Message::new("position.belongs-to-table", ", it belongs before the first `/`")
}
