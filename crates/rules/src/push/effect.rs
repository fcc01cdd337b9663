//! What an event of PUSH did.

use crate::game::Seat;

use super::{Card, Colour, Column, NumberCards};

/// One thing that an action or an outcome did. Together, in their order, the effects of an event tell everything that
/// changed on the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PushEffect {
    /// The turn of a player begins.
    TurnBegins(Seat),
    /// A card was turned.
    Turned(Card),
    /// Columns are taken in the other direction now.
    Switched {
        /// Clockwise?
        clockwise: bool,
    },
    /// A card was put in a column, counted from 0.
    Placed {
        /// The card.
        card: Card,
        /// The column.
        column: u8,
        /// Did it begin the column?
        begins: bool,
    },
    /// The turned card fits nowhere.
    Bust(Seat),
    /// A player turns no more cards.
    Stopped(Seat),
    /// A player took a column, counted from 0 among those that lay there.
    Taken {
        /// Who.
        seat: Seat,
        /// Which.
        column: u8,
        /// Its cards.
        cards: Column,
    },
    /// A player turned the open cards of a colour face down.
    Protected {
        /// Who.
        seat: Seat,
        /// The colour.
        colour: Colour,
        /// The cards.
        cards: NumberCards,
    },
    /// A player rolled the die: a colour, or the star.
    DieRolled {
        /// Who.
        seat: Seat,
        /// What it shows.
        face: Option<Colour>,
    },
    /// The die took open cards of a player.
    DieTook {
        /// Whose.
        seat: Seat,
        /// Which.
        cards: NumberCards,
    },
    /// A card went to the discard: one that fits nowhere, or a Die card that was rolled for.
    Discarded(Card),
    /// A column that nobody takes went to the discard.
    ColumnDiscarded(Column),
    /// The turn of a player is over.
    TurnEnds(Seat),
    /// The game is over.
    GameOver,
}
