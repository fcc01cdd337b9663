//! Actions as text: `draw`, `stop`, `protect red`, `place 2`, `place new`, `take 1`. Columns count from 1.
//!
//! When read, case does not matter, more blanks do no harm, and the letter of a colour will do for its word.

use finaud_rules::PushAction;
use finaud_rules::push::{COLUMNS, Colour};

use super::card::{colour, colour_words};
use crate::notation::ParseError;
use crate::words::{Words, did_you_mean, number, quote};

/// No action has a text longer than this.
const LONGEST: usize = 256;

const WORDS: [&str; 5] = ["draw", "stop", "protect", "place", "take"];

/// Writes an action.
pub(super) fn text(action: PushAction) -> String {
    let column = |index: u8| u16::from(index) + 1;
    match action {
        PushAction::Draw => "draw".into(),
        PushAction::Stop => "stop".into(),
        PushAction::Protect(colour) => format!("protect {}", colour.word()),
        PushAction::Place(index) => format!("place {}", column(index)),
        PushAction::PlaceNew => "place new".into(),
        PushAction::Take(index) => format!("take {}", column(index)),
    }
}

/// Reads an action.
pub(super) fn read(text: &str) -> Result<PushAction, ParseError> {
    if text.len() > LONGEST {
        return Err(ParseError::because(format!(
            "{} is too long to be an action",
            quote(text)
        )));
    }
    read_words(&mut Words::of(text)).map_err(ParseError::because)
}

fn read_words(words: &mut Words<'_>) -> Result<PushAction, String> {
    let word = words.take().ok_or("an action is missing here")?;
    let action = match word.to_ascii_lowercase().as_str() {
        "draw" => PushAction::Draw,
        "stop" => PushAction::Stop,
        "protect" => PushAction::Protect(read_colour(words)?),
        "place" if words.take_if("new") => PushAction::PlaceNew,
        "place" => PushAction::Place(read_column(words, "`place new` or ")?),
        "take" => PushAction::Take(read_column(words, "")?),
        _ => {
            let guess = did_you_mean(word, WORDS);
            return Err(format!("{} is no action{guess}", quote(word)));
        }
    };
    match words.take() {
        None => Ok(action),
        Some(word) => Err(format!("{} is too much at the end of the action", quote(word))),
    }
}

fn read_colour(words: &mut Words<'_>) -> Result<Colour, String> {
    let word = words
        .take()
        .ok_or("after `protect` comes a colour: `protect red`")?;
    colour(word).ok_or_else(|| {
        format!(
            "{} is no colour{}",
            quote(word),
            did_you_mean(word, colour_words())
        )
    })
}

fn read_column(words: &mut Words<'_>, or: &str) -> Result<u8, String> {
    let word = words.take().unwrap_or_default();
    number(word)
        .filter(|column| (1..=COLUMNS).contains(&usize::from(*column)))
        .map(|column| column - 1)
        .ok_or_else(|| {
            format!(
                "{} is no column: say {or}a column from 1 to {COLUMNS}",
                quote(word)
            )
        })
}
