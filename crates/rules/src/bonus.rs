//! What the sheet gives: foxes, action boxes and marks, and the rows of action boxes themselves.

use crate::die::Face;

/// The kinds of action a sheet may have boxes for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Power {
    /// Roll all dice of the pool again.
    Reroll,
    /// Take one more die at the end of a turn ("+1").
    Extra,
    /// Let a die count as another number.
    Joker,
    /// Raise or lower a die of the platter by one.
    Polish,
    /// Take a die of the platter back into the pool.
    TakeBack,
}

/// How many kinds of action there are.
pub const POWERS: usize = 5;

impl Power {
    /// All kinds, in the order the sheet lists them.
    pub const ALL: [Power; POWERS] = [
        Power::Reroll,
        Power::Extra,
        Power::Joker,
        Power::Polish,
        Power::TakeBack,
    ];

    /// The word sheets, records and positions use.
    pub fn word(self) -> &'static str {
        match self {
            Power::Reroll => "reroll",
            Power::Extra => "+1",
            Power::Joker => "joker",
            Power::Polish => "polish",
            Power::TakeBack => "return",
        }
    }

    /// The kind with this word.
    pub fn from_word(word: &str) -> Option<Power> {
        Power::ALL.into_iter().find(|power| power.word() == word)
    }
}

/// What is printed in a box of the number joker.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Joker {
    /// The die counts as this number.
    Number(Face),
    /// The die counts as any number ("?").
    Free,
}

impl Joker {
    /// All kinds of joker box: 1 to 6, then "?".
    pub const ALL: [Joker; 7] = [
        Joker::Number(Face::One),
        Joker::Number(Face::Two),
        Joker::Number(Face::Three),
        Joker::Number(Face::Four),
        Joker::Number(Face::Five),
        Joker::Number(Face::Six),
        Joker::Free,
    ];

    /// Where the kind stands in [`Joker::ALL`].
    pub fn index(self) -> usize {
        match self {
            Joker::Number(face) => usize::from(face.pips()) - 1,
            Joker::Free => 6,
        }
    }
}

/// The most boxes a row may have.
pub const MAX_BOXES: usize = 12;

/// A row of action boxes on one player's sheet: some are circled, from the left, and some of those crossed off.
///
/// The low bits are the boxes that can be used, one bit each; above them stands how many are circled.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Boxes(u16);

impl Boxes {
    /// No box is circled.
    pub const NONE: Boxes = Boxes(0);
    /// The bits of the boxes.
    const OPEN: u16 = (1 << MAX_BOXES) - 1;

    /// How many boxes are circled, used ones included.
    #[inline]
    pub fn circled(self) -> u8 {
        (self.0 >> MAX_BOXES) as u8
    }

    /// How many boxes are crossed off.
    #[inline]
    pub fn used(self) -> u8 {
        self.circled() - self.left()
    }

    /// Is the box with this index crossed off?
    #[inline]
    pub fn is_used(self, index: usize) -> bool {
        index < usize::from(self.circled()) && !self.is_open(index)
    }

    /// How many boxes are circled and not yet used.
    #[inline]
    pub fn left(self) -> u8 {
        (self.0 & Boxes::OPEN).count_ones() as u8
    }

    /// Can a box be used now?
    #[inline]
    pub fn any(self) -> bool {
        self.0 & Boxes::OPEN != 0
    }

    /// Can the box with this index be used now?
    #[inline]
    pub fn is_open(self, index: usize) -> bool {
        index < MAX_BOXES && self.0 >> index & 1 != 0
    }

    /// Circles the next box. A row has no more than [`MAX_BOXES`]: who circles looks at the sheet first.
    #[inline]
    pub(crate) fn circle(&mut self) {
        self.0 = self.0.wrapping_add((1 << MAX_BOXES) | 1 << self.circled());
    }

    /// Crosses off the leftmost open boxes, of which there must be so many.
    #[inline]
    pub(crate) fn spend(&mut self, count: u8) {
        for _ in 0..count {
            self.0 &= self.0.wrapping_sub(1);
        }
    }

    /// Crosses off one box, if it is open.
    #[inline]
    pub(crate) fn spend_box(&mut self, index: usize) {
        if index < MAX_BOXES {
            self.0 &= !(1 << index);
        }
    }
}

/// A row of action boxes as the sheet prints it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PowerRow {
    /// How many boxes there are.
    pub boxes: u8,
    /// What each joker box shows; empty for the other actions.
    pub jokers: Vec<Joker>,
    /// What circling the last box gives.
    pub end: Option<Award>,
}

/// Something the sheet gives when its condition is met.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Award {
    /// A fox.
    Fox,
    /// The next box of an action row is circled.
    Circle(Power),
    /// A gift the player has to use at once: the index into [`crate::Sheet::gifts`].
    Gift(u8),
}

/// What a marking bonus lets the player do in one zone.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Give {
    /// A cross that needs no number ("X").
    Cross,
    /// This number.
    Number(Face),
    /// A number of the player's choice ("?").
    Free,
}

/// A bonus that asks for a choice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Gift {
    /// Its name, as sheets and records write it: `yellow X`, `black ?`, `melange`.
    pub name: String,
    /// What may be done with it.
    pub choice: GiftChoice,
}

/// What may be done with a gift.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GiftChoice {
    /// Mark one of these zones (by index) in this way.
    Mark(Vec<(u8, Give)>),
    /// Circle a box of one of these rows.
    Circle(Vec<Power>),
}
