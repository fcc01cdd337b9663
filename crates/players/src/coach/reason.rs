//! What an action does: facts without words.

use finaud_rules::{Game, Power, Seat};

/// Something the sheet gives.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Thing {
    /// A fox.
    Fox,
    /// A box of an action.
    Box(Power),
    /// A bonus that lets the player mark something, by its name: `yellow X`.
    Gift(String),
}

/// Cells that pay together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GroupKind {
    /// A row, counted from 0.
    Row(usize),
    /// A column, counted from 0.
    Column(usize),
    /// The diagonal.
    Diagonal,
    /// Another group of cells.
    Other,
    /// A block of two cells, counted from 0.
    Block(usize),
}

/// Something an action does.
#[derive(Clone, PartialEq, Debug)]
pub enum Reason {
    /// Completes cells that pay together.
    Completes {
        /// The zone.
        zone: String,
        /// The cells.
        group: GroupKind,
        /// What they pay in points; 0 for none.
        points: i16,
        /// What they give.
        won: Option<Thing>,
    },
    /// Wins what a cell gives.
    Wins {
        /// The zone.
        zone: String,
        /// What is won.
        won: Thing,
    },
    /// Circles a box with a gift.
    Circles(Power),
    /// Leaves a bonus for points.
    GivesUp {
        /// The zone.
        zone: String,
        /// What is not won.
        lost: Thing,
    },
    /// Brings points in a zone; fewer than 0 if it costs some.
    Points {
        /// The zone.
        zone: String,
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
        zone: String,
        /// What is near.
        won: Thing,
    },
    /// Cells that pay together come nearer to completion.
    Towards {
        /// The zone.
        zone: String,
        /// The cells.
        group: GroupKind,
        /// How many are missing.
        missing: u32,
    },
    /// Fills a cell that gives nothing at once.
    Fills(String),
    /// The next entry in a row needs a high number.
    Needs {
        /// The zone.
        zone: String,
        /// The least number.
        least: u8,
        /// The highest there is.
        most: u8,
    },
    /// Cells that can never be crossed any more.
    Skips {
        /// The zone.
        zone: String,
        /// How many.
        cells: u32,
    },
    /// Dice go to the platter: their names and faces.
    GivesAway(Vec<(String, u8)>),
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
    TakesBack(String),
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
        colour: &'static str,
        /// Their points.
        points: i16,
    },
    /// PUSH: a column grows.
    Builds {
        /// Which, counted from 0.
        column: usize,
        /// What it is worth then.
        points: i16,
    },
    /// PUSH: a column is begun.
    Begins(usize),
    /// PUSH: a column is taken.
    Takes(i16),
    /// PUSH: the die is rolled; what it costs on average.
    RollsForIt(f64),
}

/// A game whose actions can be explained.
pub trait Explain: Game {
    /// What a legal action of a seat does, the most telling first.
    fn reasons(&self, state: &Self::State, seat: Seat, action: Self::Action) -> Vec<Reason>;
}
