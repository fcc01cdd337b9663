//! What cards and die did, as text: `card red 5`, `card die`, `card switch`; `die red`, `die star`.
//!
//! When read, case does not matter, more blanks do no harm, and the letter of a colour will do for its word: `card r5`.

use finaud_rules::push::{Card, Colour};
use finaud_rules::{Message, PushOutcome};

use super::card::{self, colour_words};
use crate::notation::ParseError;
use crate::words::{Words, did_you_mean, quote};

/// No luck has a text longer than this.
const LONGEST: usize = 256;
/// The word for the face that is no colour.
const STAR: &str = "star";

/// Writes luck.
pub(super) fn text(outcome: PushOutcome) -> String {
    match outcome {
        PushOutcome::Card(card) => format!("card {card}"),
        PushOutcome::Die(shown) => format!("die {}", shown.map_or(STAR, Colour::word)),
    }
}

/// Reads luck.
pub(super) fn read(text: &str) -> Result<PushOutcome, ParseError> {
    let mut words = words(
        text,
        Message::new("outcome.long", "{text} is too long to be an outcome"),
    )?;
    let outcome = if words.take_if("card") {
        take_card(&mut words).map(PushOutcome::Card)
    } else if words.take_if("die") {
        take_face(&mut words).map(PushOutcome::Die)
    } else {
        let word = words.take().unwrap_or_default();
        let error = Message::new(
            "outcome.no-luck",
            "{word} tells no luck: say `card` and the card that was turned, or `die` and what it shows",
        );
        Err(error.with("word", quote(word)))
    };
    outcome.map_err(ParseError::because)
}

/// Reads a card alone: `red 5`, `r5`, `die`, `switch`.
pub fn read_card(text: &str) -> Result<Card, ParseError> {
    let long = Message::new("outcome.long-card", "{text} is too long to be a card");
    take_card(&mut words(text, long)?).map_err(ParseError::because)
}

/// Reads a face of the die alone: a colour, or `star`, which is none.
pub fn read_face(text: &str) -> Result<Option<Colour>, ParseError> {
    let long = Message::new("outcome.long-face", "{text} is too long to be a face of the die");
    take_face(&mut words(text, long)?).map_err(ParseError::because)
}

/// The words of a text, unless it is too long.
fn words(text: &str, long: Message) -> Result<Words<'_>, ParseError> {
    if text.len() > LONGEST {
        return Err(ParseError::because(long.with("text", quote(text))));
    }
    Ok(Words::of(text))
}

fn take_card(words: &mut Words<'_>) -> Result<Card, Message> {
    let card = card::take(words)?;
    ended(words).map(|()| card)
}

fn take_face(words: &mut Words<'_>) -> Result<Option<Colour>, Message> {
    let word = words
        .take()
        .ok_or_else(|| Message::new("outcome.which-face", "what does the die show?"))?;
    let shown = if word.eq_ignore_ascii_case(STAR) {
        None
    } else {
        Some(card::colour(word).ok_or_else(|| {
            Message::new("outcome.no-colour", "the die cannot show {word}{guess}")
                .with("word", quote(word))
                .with("guess", did_you_mean(word, colour_words().chain([STAR])))
        })?)
    };
    ended(words).map(|()| shown)
}

fn ended(words: &mut Words<'_>) -> Result<(), Message> {
    words.take().map_or(Ok(()), |word| {
        let error = Message::new("outcome.too-much", "the outcome should end before {word}");
        Err(error.with("word", quote(word)))
    })
}
