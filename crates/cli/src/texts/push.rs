//! What is said during a game of PUSH.

use finaud_messages::Value;
use finaud_rules::push::{Card, Colour};

use super::{say, words};

/// A player's turn, with what is left in the pile.
pub(crate) fn turn(name: &str, pile: u32) -> String {
    say("terminal.push.turn", &[("n", &pile), ("name", &name)])
}

/// Somebody rolls the die in this turn.
pub(crate) fn rolls(turn: &str, name: &str) -> String {
    say("terminal.push.rolls", &[("turn", &turn), ("name", &name)])
}

/// Somebody else takes a column in this turn.
pub(crate) fn takes(turn: &str, name: &str) -> String {
    say("terminal.push.takes", &[("turn", &turn), ("name", &name)])
}

/// A seat without a name.
pub(crate) fn somebody() -> String {
    words("terminal.push.somebody")
}

/// Before the cards of a column, counted from 1.
pub(crate) fn column(number: usize) -> String {
    say("terminal.push.column", &[("n", &number)])
}

/// Before the colours, and before the values, of what still fits a column.
pub(crate) fn free() -> String {
    words("terminal.push.free")
}

/// See [`free`].
pub(crate) fn free_values() -> String {
    words("terminal.push.free-values")
}

/// A Die card still fits a column.
pub(crate) fn free_die() -> String {
    words("terminal.push.free-die")
}

/// Before what is said about Switch cards.
pub(crate) fn switch() -> String {
    words("terminal.push.switch")
}

/// Switch cards that lie there.
pub(crate) fn switches(count: u8, clockwise: bool) -> String {
    let key = if clockwise {
        "terminal.push.switched-back"
    } else {
        "terminal.push.switched"
    };
    say(key, &[("n", &count)])
}

/// Before the card that is to be placed.
pub(crate) fn card() -> String {
    words("terminal.push.card")
}

fn colour_word(colour: Colour) -> Value<'static> {
    Value::Word(colour.word().into())
}

/// A colour.
pub(crate) fn colour(colour: Colour) -> String {
    say("terminal.push.colour", &[("colour", &colour_word(colour))])
}

/// A kind of cards, or a card of a number.
pub(crate) fn card_name(card: Card) -> String {
    match card {
        Card::Number(kind) => say(
            "terminal.push.number-card",
            &[("colour", &colour_word(kind.colour())), ("n", &kind.value())],
        ),
        Card::Die => words("terminal.push.die-card"),
        Card::Switch => words("terminal.push.switch-card"),
    }
}

/// Open and protected cards.
pub(crate) fn open() -> String {
    words("terminal.push.open")
}

/// See [`open`].
pub(crate) fn protected() -> String {
    words("terminal.push.protected")
}

/// Cards with their points; no cards.
pub(crate) fn cards(values: &str, points: i16) -> String {
    if points == 0 {
        "–".into()
    } else {
        format!("{values} = {points}")
    }
}

/// Above the choices.
pub(crate) fn choices() -> String {
    words("terminal.push.choices")
}

/// A choice: turn a card.
pub(crate) fn draw() -> String {
    words("terminal.push.draw")
}

/// A choice: stop.
pub(crate) fn stop() -> String {
    words("terminal.push.stop")
}

/// A choice: protect these cards.
pub(crate) fn protect(colour: Colour, values: &str) -> String {
    say(
        "terminal.push.protect",
        &[("colour", &colour_word(colour)), ("values", &values)],
    )
}

/// What protecting keeps.
pub(crate) fn keeps(points: i16) -> String {
    say("terminal.push.keeps", &[("n", &points)])
}

/// A choice: put the card on a column, counted from 1.
pub(crate) fn place(column: u8) -> String {
    say("terminal.push.place", &[("n", &column)])
}

/// A choice: begin a column, counted from 1.
pub(crate) fn begin(column: u8) -> String {
    say("terminal.push.begin", &[("n", &column)])
}

/// A choice: take a column, counted from 1.
pub(crate) fn take(column: u8, rolls: bool) -> String {
    let key = if rolls {
        "terminal.push.take-and-roll"
    } else {
        "terminal.push.take"
    };
    say(key, &[("n", &column)])
}

/// What taking brings.
pub(crate) fn gain(points: i16) -> String {
    format!("+{points}")
}

/// A card is to be turned.
pub(crate) fn card_prompt() -> String {
    words("terminal.push.card-prompt")
}

/// The die is to be rolled.
pub(crate) fn die_prompt() -> String {
    words("terminal.push.die-prompt")
}

/// A card was turned.
pub(crate) fn turned(card: Card) -> String {
    say("terminal.push.turned", &[("card", &card_name(card))])
}

/// The die was rolled; it shows a colour or the star.
pub(crate) fn rolled(face: Option<Colour>) -> String {
    let face = face.map_or_else(|| words("push.card.star"), colour);
    say("terminal.push.rolled", &[("face", &face)])
}

/// There is no next card.
pub(crate) fn pile_is_empty() -> String {
    words("terminal.push.empty-pile")
}

/// Every card fits somewhere.
pub(crate) fn cannot_bust() -> String {
    words("terminal.push.cannot-bust")
}

/// How likely the next card busts.
pub(crate) fn may_bust(busting: u32, all: u32) -> String {
    let percent = 100.0 * f64::from(busting) / f64::from(all);
    say(
        "terminal.push.may-bust",
        &[("chance", &percent), ("busting", &busting), ("all", &all)],
    )
}

/// What the die takes by its faces: colours with their points, then the star.
pub(crate) fn die_takes(colours: &[(Colour, i16)], star: i16, faces: usize) -> String {
    let colours: Vec<String> = colours
        .iter()
        .map(|(face, points)| format!("{} {points}", colour(*face)))
        .collect();
    say(
        "terminal.push.die-takes",
        &[
            ("faces", &faces),
            ("colours", &colours.join(", ")),
            ("star", &star),
        ],
    )
}

/// So many cards of a kind.
pub(crate) fn cards_left(count: usize, card: &str) -> String {
    say("terminal.push.cards-left", &[("n", &count), ("card", &card)])
}

/// What is left in the pile.
pub(crate) fn left_in_pile(game: &str, variant: &str, cards: &[String]) -> String {
    say(
        "terminal.push.left",
        &[
            ("game", &game),
            ("variant", &variant),
            ("cards", &cards.join(", ")),
        ],
    )
}
