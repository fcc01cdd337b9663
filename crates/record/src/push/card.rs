//! Cards and colours as words.

use finaud_rules::Message;
use finaud_rules::push::{Card, Colour, Kind};

use crate::words::{Words, did_you_mean, number, quote};

/// The letter of a colour.
fn letter(colour: Colour) -> char {
    match colour {
        Colour::Red => 'r',
        Colour::Blue => 'b',
        Colour::Green => 'g',
        Colour::Yellow => 'y',
        Colour::Purple => 'p',
    }
}

/// The colour with this word or letter.
pub(super) fn colour(word: &str) -> Option<Colour> {
    let mut letters = word.chars();
    match (letters.next(), letters.next()) {
        (Some(only), None) => Colour::ALL
            .into_iter()
            .find(|colour| letter(*colour).eq_ignore_ascii_case(&only)),
        _ => Colour::from_word(word),
    }
}

/// The words of all colours.
pub(super) fn colour_words() -> impl Iterator<Item = &'static str> {
    Colour::ALL.into_iter().map(Colour::word)
}

/// A card as one short word: `r5`, `die`, `switch`.
pub(super) fn code(card: Card) -> String {
    match card {
        Card::Number(kind) => format!("{}{}", letter(kind.colour()), kind.value()),
        Card::Die | Card::Switch => card.to_string(),
    }
}

/// The card with this word: `r5`, `red5`, `die`, `switch`.
pub(super) fn read_code(word: &str) -> Result<Card, Message> {
    let name = word.trim_end_matches(|letter: char| letter.is_ascii_digit());
    let value = &word[name.len()..];
    let card = match name.to_ascii_lowercase().as_str() {
        "die" if value.is_empty() => Some(Card::Die),
        "switch" if value.is_empty() => Some(Card::Switch),
        _ => numbered(name, value),
    };
    card.ok_or_else(|| no_card(word, name))
}

fn numbered(name: &str, value: &str) -> Option<Card> {
    Kind::new(colour(name)?, number(value)?).map(Card::Number)
}

fn no_card(text: &str, name: &str) -> Message {
    let mut known = colour_words().chain(["die", "switch"]);
    let guess = if known.any(|word| word.eq_ignore_ascii_case(name)) {
        Message::nothing()
    } else {
        did_you_mean(name, colour_words().chain(["die", "switch"]))
    };
    Message::new(
        "outcome.no-card",
        "{text} is no card: it should be a colour with a value from 1 to 6, `die` or `switch`{guess}",
    )
    .with("text", quote(text))
    .with("guess", guess)
}

/// Takes a card from the words: `red 5`, `r5`, `die`, `switch`.
pub(super) fn take(words: &mut Words<'_>) -> Result<Card, Message> {
    let word = words
        .take()
        .ok_or_else(|| Message::new("outcome.which-card", "which card is it?"))?;
    // After a colour comes its value, however it is spelt: a complaint should show both words.
    let is_value = |value: &str| colour(word).is_some() || number(value).is_some();
    match words.take_as(|value| is_value(value).then_some(value)) {
        None => read_code(word),
        Some(value) => numbered(word, value).ok_or_else(|| no_card(&format!("{word} {value}"), word)),
    }
}
