//! Actions as text: `draw`, `stop`, `protect red`, `place 2`, `place new`, `take 1`. Columns count from 1.
//!
//! When read, case does not matter, more blanks do no harm, and the letter of a colour will do for its word.

use finaud_rules::push::{COLUMNS, Colour};
use finaud_rules::{Message, PushAction};

use super::card::{colour, colour_words};
use crate::dice::action::{ended, missing, too_long};
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
        return Err(ParseError::because(too_long(text)));
    }
    read_words(&mut Words::of(text)).map_err(ParseError::because)
}

fn read_words(words: &mut Words<'_>) -> Result<PushAction, Message> {
    let word = words.take().ok_or_else(missing)?;
    let action = match word.to_ascii_lowercase().as_str() {
        "draw" => PushAction::Draw,
        "stop" => PushAction::Stop,
        "protect" => PushAction::Protect(read_colour(words)?),
        "place" if words.take_if("new") => PushAction::PlaceNew,
        "place" => PushAction::Place(read_column(
            words,
            Message::new(
                "action.where-to-place",
                "{word} is no column: say `place new` or a column from 1 to {most}",
            ),
        )?),
        "take" => PushAction::Take(read_column(
            words,
            Message::new(
                "action.what-to-take",
                "{word} is no column: say a column from 1 to {most}",
            ),
        )?),
        _ => {
            let error = Message::new("action.unknown", "{word} is no action{guess}");
            let error = error.with("word", quote(word));
            return Err(error.with("guess", did_you_mean(word, WORDS)));
        }
    };
    ended(words).map(|()| action)
}

fn read_colour(words: &mut Words<'_>) -> Result<Colour, Message> {
    let word = words.take().ok_or_else(|| {
        Message::new(
            "action.what-to-protect",
            "`protect` is followed by a colour: `protect red`",
        )
    })?;
    colour(word).ok_or_else(|| {
        Message::new("action.no-colour", "{word} is no colour{guess}")
            .with("word", quote(word))
            .with("guess", did_you_mean(word, colour_words()))
    })
}

/// Reads a column, or says what should be said instead.
fn read_column(words: &mut Words<'_>, error: Message) -> Result<u8, Message> {
    let word = words.take().unwrap_or_default();
    number(word)
        .filter(|column| (1..=COLUMNS).contains(&usize::from(*column)))
        .map(|column| column - 1)
        .ok_or_else(|| error.with("word", quote(word)).with("most", COLUMNS))
}
