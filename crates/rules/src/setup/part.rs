//! Where in a position something is wrong.

use crate::Message;

/// A part of a position. Seats and columns count from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Part<'a> {
    Asked,
    Card,
    Column(usize),
    Columns,
    Current,
    Dice,
    Die(&'a str),
    Discard,
    Game,
    Phase,
    Pile,
    Position,
    Rerolls,
    Roll,
    Round,
    Seats,
    Switches,
    Taker,
    Turn,
    /// Somebody's sheet, or what lies in front of somebody.
    Seat(usize),
    /// A zone of somebody's sheet.
    Zone(usize, &'a str),
    /// A row of action boxes of somebody's sheet.
    Boxes(usize, &'a str),
    /// Somebody's open cards.
    OpenCards(usize),
    /// Somebody's protected cards.
    Protected(usize),
}

impl Part<'_> {
    /// The place in words.
    pub(crate) fn message(self) -> Message {
        match self {
            Part::Asked => Message::new("position.place.asked", "asked"),
            Part::Card => Message::new("position.place.card", "card"),
            Part::Column(column) => {
                Message::new("position.place.column", "column {column}").with("column", column)
            }
            Part::Columns => Message::new("position.place.columns", "columns"),
            Part::Current => Message::new("position.place.current", "current"),
            Part::Dice => Message::new("position.place.dice", "dice"),
            Part::Die(name) => Message::new("position.place.die", "die {name}").with("name", name),
            Part::Discard => Message::new("position.place.discard", "discard"),
            Part::Game => Message::new("position.place.game", "game"),
            Part::Phase => Message::new("position.place.phase", "phase"),
            Part::Pile => Message::new("position.place.pile", "pile"),
            Part::Position => Message::new("position.place.position", "position"),
            Part::Rerolls => Message::new("position.place.rerolls", "rerolls"),
            Part::Roll => Message::new("position.place.roll", "roll"),
            Part::Round => Message::new("position.place.round", "round"),
            Part::Seats => Message::new("position.place.seats", "seats"),
            Part::Switches => Message::new("position.place.switches", "switches"),
            Part::Taker => Message::new("position.place.taker", "taker"),
            Part::Turn => Message::new("position.place.turn", "turn"),
            Part::Seat(seat) => Message::new("position.place.seat", "seat {seat}").with("seat", seat),
            Part::Zone(seat, zone) => Message::new("position.place.zone", "seat {seat}, zone {zone}")
                .with("seat", seat)
                .with("zone", zone),
            Part::Boxes(seat, power) => Message::new("position.place.boxes", "seat {seat}, {power} boxes")
                .with("seat", seat)
                .with("power", power),
            Part::OpenCards(seat) => {
                Message::new("position.place.open-cards", "seat {seat}, zone").with("seat", seat)
            }
            Part::Protected(seat) => {
                Message::new("position.place.protected", "seat {seat}, protected").with("seat", seat)
            }
        }
    }
}
