//! What an action does: facts without words.

use finaud_rules::push::Colour;
use finaud_rules::zone::GroupKind;
use finaud_rules::{Award, Die, Face, Game, Power, Seat};

use finaud_messages::Names;

/// Something an action does. Zones are given by their index on the sheet.
#[derive(Clone, PartialEq, Debug)]
pub enum Reason {
    /// Completes cells that pay together.
    Completes {
        /// The zone.
        zone: u8,
        /// The cells.
        group: GroupKind,
        /// What they pay in points; 0 for none.
        points: i16,
        /// What they give.
        won: Option<Award>,
    },
    /// Wins what a cell gives.
    Wins {
        /// The zone.
        zone: u8,
        /// What is won.
        won: Award,
    },
    /// Circles a box with a gift.
    Circles(Power),
    /// Circles the last box of a row, and wins what is at its end.
    RowEnd {
        /// The row.
        power: Power,
        /// What is won.
        won: Award,
    },
    /// Leaves a bonus for points.
    GivesUp {
        /// The zone.
        zone: u8,
        /// What is not won.
        lost: Award,
    },
    /// Brings points in a zone; fewer than 0 if it costs some.
    Points {
        /// The zone.
        zone: u8,
        /// How many.
        points: i16,
    },
    /// The foxes count more, or less: they are worth the lowest zone.
    Foxes {
        /// How many there are.
        foxes: u8,
        /// What they are worth more together.
        points: i16,
    },
    /// One more entry, and this is won.
    Near {
        /// The zone.
        zone: u8,
        /// The cell that is missing.
        cell: NearCell,
        /// What is near.
        won: Award,
    },
    /// Cells that pay together come nearer to completion.
    Towards {
        /// The zone.
        zone: u8,
        /// The cells.
        group: GroupKind,
        /// How many are missing.
        missing: u32,
    },
    /// Fills a cell of this zone that gives nothing at once.
    Fills(u8),
    /// The next entry in a row needs a high number.
    Needs {
        /// The zone.
        zone: u8,
        /// The least number.
        least: u8,
        /// The highest there is.
        most: u8,
    },
    /// Cells that can never be crossed any more.
    Skips {
        /// The zone.
        zone: u8,
        /// How many.
        cells: u32,
    },
    /// Dice go to the platter.
    GivesAway(Vec<(Die, Face)>),
    /// Dice stay for the next roll.
    Keeps(usize),
    /// Boxes are crossed off.
    Spends {
        /// The action.
        power: Power,
        /// How many boxes.
        count: u8,
        /// How many are left.
        left: u8,
    },
    /// Rolls dice.
    Rolls(usize),
    /// Uses no die of the roll.
    UsesNoDie,
    /// Takes nothing from the platter.
    TakesNothing,
    /// Ends the turn with so many extra dice left.
    Finishes(u8),
    /// Stops rolling.
    StopsRolling,
    /// Takes a die back into the pool.
    TakesBack(Die),
    /// PUSH: the next card may fit nowhere.
    Bust {
        /// How likely, from 0 to 1.
        chance: f64,
        /// What the best column is worth, which is gone then.
        stake: i16,
    },
    /// PUSH: a column will be one's own.
    Secures(i16),
    /// PUSH: columns that others take, best first.
    Leaves(Vec<i16>),
    /// PUSH: cards that no die can take any more.
    Protects {
        /// The colour.
        colour: Colour,
        /// Their points.
        points: i16,
    },
    /// PUSH: a column grows.
    Builds {
        /// Which, counted from 0.
        column: u8,
        /// What it is worth then.
        points: i16,
    },
    /// PUSH: a column is begun.
    Begins(u8),
    /// PUSH: a column is taken.
    Takes(i16),
    /// PUSH: the die is rolled; what it costs on average.
    RollsForIt(f64),
    /// Does not spend a box that the other choice spends.
    Spares(Power),
    /// Does not give up what the other choice gives up.
    KeepsBonus {
        /// The zone.
        zone: u8,
        /// What stays within reach.
        won: Award,
    },
    /// Skips fewer cells than the other choice.
    SkipsFewer {
        /// The zone.
        zone: u8,
        /// How many fewer.
        cells: u32,
    },
    /// Leaves a row open to numbers that the other choice shuts out.
    KeepsOpen(u8),
    /// PUSH: the next card busts less often than after the other choice; 0 if no card is turned.
    LessRisk {
        /// How likely a bust is after the other choice, from 0 to 1.
        from: f64,
        /// How likely it is after this one.
        to: f64,
    },
    /// PUSH: leaves so many points fewer to others than the other choice.
    LeavesLess(i16),
    /// PUSH: no die is rolled, as after the other choice, where it costs so much on average.
    AvoidsDie(f64),
    /// Nothing that shows at once: it is what may follow that is better.
    Prospects,
}

/// The one cell that a bonus still lacks, as players call it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NearCell {
    /// The next one of a row that is filled from one end.
    Next,
    /// The one with this number.
    Number(u8),
    /// The one with this number in this row, counted from 0: other rows have the number too.
    InRow(u8, u8),
}

/// A game whose actions can be explained.
pub trait Explain: Game {
    /// What a legal action of a seat does, the most telling first.
    fn reasons(&self, state: &Self::State, seat: Seat, action: Self::Action) -> Vec<Reason>;

    /// What the zones, dice and bonuses are called that reasons speak of.
    fn names(&self) -> Names<'_>;
}
