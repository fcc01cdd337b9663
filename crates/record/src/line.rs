//! What the positions of all games have in common when they are written in one line: the name of the game, `key=value`
//! words about the table, and after each `/` those about a seat.

use std::collections::BTreeSet;

use crate::notation::ParseError;
use crate::words::{number, quote, tidy};

/// The longest line that is read.
const LONGEST: usize = 64 * 1024;
/// How many faults are named before a reader gives up.
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
        return Err(ParseError::because(format!(
            "the position has {} bytes; at most {LONGEST} are read",
            line.len()
        )));
    }
    Ok(tidy(line))
}

/// The keys a part of a line has used.
#[derive(Default)]
pub(crate) struct Keys(BTreeSet<String>);

/// What is wrong with a line.
#[derive(Default)]
pub(crate) struct Faults {
    /// Where the next fault is: put before its sentence.
    pub(crate) place: String,
    told: Vec<String>,
}

impl Faults {
    pub(crate) fn add(&mut self, what: impl AsRef<str>) {
        self.told.push(format!("{}{}", self.place, what.as_ref()));
    }

    /// Is it time to give up?
    pub(crate) fn are_enough(&self) -> bool {
        self.told.len() >= MOST_FAULTS
    }

    /// What was read, or its fault and something empty.
    pub(crate) fn keep<T: Default>(&mut self, read: Result<T, String>) -> T {
        read.unwrap_or_else(|fault| {
            self.add(fault);
            T::default()
        })
    }

    /// The line must begin with the name of the game.
    pub(crate) fn name(&mut self, named: Option<&str>, wanted: &str) {
        match named {
            Some(game) if game.eq_ignore_ascii_case(wanted) => {}
            Some(game) => self.add(format!(
                "the position is for {}, this game is `{wanted}`",
                quote(game)
            )),
            None => self.add(format!(
                "the position should begin with the name of the game: `{wanted}`"
            )),
        }
    }

    /// Takes `key=value` apart. Each key may be used once.
    pub(crate) fn pair<'t>(&mut self, keys: &mut Keys, word: &'t str) -> Option<(&'t str, &'t str)> {
        match word.split_once('=') {
            _ if self.are_enough() => {}
            None => self.add(format!("{} should be `key=value`", quote(word))),
            Some((key, _)) if !keys.0.insert(key.to_ascii_lowercase()) => {
                self.add(format!("{} is given twice", quote(key)));
            }
            pair => return pair,
        }
        None
    }

    /// Reads a number.
    pub(crate) fn count(&mut self, key: &str, value: &str) -> u8 {
        let count =
            number(value).ok_or_else(|| format!("`{key}`: {} is not a number from 0 to 255", quote(value)));
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
