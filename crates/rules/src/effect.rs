//! What an event of a dice game did.

use crate::bonus::{Award, Power};
use crate::die::{Die, DieSet};
use crate::game::Seat;
use crate::zone::{Spot, Written};

/// One thing that an action or an outcome did. Together, in their order, the effects of an event tell everything that
/// changed on the table and on the sheets.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Effect {
    /// A round begins; its number from 1.
    RoundBegins(u8),
    /// A turn begins: of this active player, or the passive turn of somebody who plays alone.
    TurnBegins(Option<Seat>),
    /// A die was put on a slot, counted from 0.
    Placed {
        /// The die.
        die: Die,
        /// The slot.
        slot: u8,
    },
    /// Dice went to the platter.
    ToPlatter(DieSet),
    /// A die came back from the platter.
    TakenBack(Die),
    /// A box was crossed off.
    Spent {
        /// Whose box.
        seat: Seat,
        /// Its row.
        power: Power,
        /// Which box, from 0.
        index: u8,
    },
    /// A bonus that had waited was used.
    GiftUsed {
        /// Whose bonus.
        seat: Seat,
        /// Which, by index.
        gift: u8,
    },
    /// Something was written.
    Written {
        /// On whose sheet.
        seat: Seat,
        /// The zone, by index.
        zone: u8,
        /// The cell.
        cell: u8,
        /// What stands there now.
        what: Written,
    },
    /// Cells that pay together are complete.
    Completed {
        /// On whose sheet.
        seat: Seat,
        /// The zone, by index.
        zone: u8,
        /// The group, by index.
        group: u8,
        /// What it pays in points.
        points: i16,
    },
    /// Something was won: a fox, a box that is circled, a bonus that waits for a choice.
    Won {
        /// By whom.
        seat: Seat,
        /// Where it comes from.
        origin: Origin,
        /// What.
        award: Award,
    },
    /// A bonus was left for points.
    GivenUp {
        /// By whom.
        seat: Seat,
        /// The zone, by index.
        zone: u8,
        /// The cell.
        cell: u8,
        /// What was not won.
        award: Award,
    },
    /// Something was lost.
    Lost {
        /// By whom.
        seat: Seat,
        /// Where it comes from; `None` if it has waited for a choice.
        origin: Option<Origin>,
        /// What.
        award: Award,
        /// Why.
        why: Loss,
    },
    /// The rolls of the turn are over.
    RollsEnd(RollsEnd),
    /// No die that a player may use fits anywhere: nothing is picked.
    NothingFits(Seat),
    /// The turn is over: of this active player, or the passive turn of somebody who plays alone.
    TurnEnds(Option<Seat>),
    /// The game is over.
    GameOver,
}

/// Where something that is won comes from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Origin {
    /// The start of this round, from 1.
    Round(u8),
    /// A place in a zone.
    Zone {
        /// The zone, by index.
        zone: u8,
        /// The place.
        spot: Spot,
    },
    /// The end of a row of boxes.
    RowEnd(Power),
    /// A bonus that lets the player choose a row of boxes, by index.
    Gift(u8),
}

/// Why something is lost.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Loss {
    /// Every box of the row is circled, or every fox won; so many of a bonus wait that no more can.
    NoRoom,
    /// There is nothing left that the bonus could mark or circle.
    NoTarget,
    /// The number that was written is too low for it, or only a copy.
    TooLow,
}

/// Why the rolls of a turn are over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RollsEnd {
    /// There are only three.
    LastRoll,
    /// No die is left to roll.
    NoDice,
    /// The player took no die back.
    Chosen,
}

impl Effect {
    /// Whose sheet it concerns; `None` if it concerns the table.
    pub fn seat(&self) -> Option<Seat> {
        match self {
            Effect::Spent { seat, .. }
            | Effect::GiftUsed { seat, .. }
            | Effect::Written { seat, .. }
            | Effect::Completed { seat, .. }
            | Effect::Won { seat, .. }
            | Effect::GivenUp { seat, .. }
            | Effect::Lost { seat, .. }
            | Effect::NothingFits(seat) => Some(*seat),
            Effect::RoundBegins(_)
            | Effect::TurnBegins(_)
            | Effect::Placed { .. }
            | Effect::ToPlatter(_)
            | Effect::TakenBack(_)
            | Effect::RollsEnd(_)
            | Effect::TurnEnds(_)
            | Effect::GameOver => None,
        }
    }
}
