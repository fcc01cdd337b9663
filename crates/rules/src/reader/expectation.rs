//! What the reader of sheets takes at each place of a text: whoever edits a sheet asks it instead of knowing mechanics.

use std::cell::RefCell;

use serde::{Deserialize, Serialize};

use super::location::Noun;

/// A step from a table or a list to a value in it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Step {
    /// The value of a key.
    Key(String),
    /// An entry of a list, counted from 0.
    Index(usize),
}

/// The way from the whole text to a value in it.
pub type ValuePath = Vec<Step>;

/// What a value may be. A value can be looked at twice, and then has two of these.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Expected {
    /// Any text; a list of words, perhaps.
    Text,
    /// Anything but text is read too: a number, or one of some words.
    TextOrOther,
    /// A text for people.
    Line {
        /// The most letters.
        longest: usize,
    },
    /// A single word of lowercase letters.
    Name,
    /// True or false.
    Flag,
    /// A whole number.
    Number {
        /// The least.
        least: i64,
        /// The most.
        most: i64,
    },
    /// One of these words.
    OneOf(Vec<String>),
    /// Some of these words, each once at most, with spaces between; or none.
    SomeOf(Vec<String>),
    /// What is printed in the cells of a row, with spaces between.
    PrintedRow {
        /// The number of its first cell in the zone.
        first: usize,
    },
    /// A row of a map: a letter for each cell, the same for all cells of a part.
    MapRow {
        /// The number of its first cell in the zone.
        first: usize,
    },
    /// A bonus, or an empty text for none.
    Bonus,
    /// A list.
    List {
        /// What its entries are called in places: `cell`, `row`.
        of: &'static str,
        /// How many there should be, where that is certain.
        count: Option<usize>,
    },
    /// A table; its keys are expected one by one.
    Table,
    /// A key that may be in a table. It is there if it has expectations of its own.
    Key {
        /// Must it be there?
        needed: bool,
        /// What may be written, in TOML, where the key has to be there.
        example: Option<String>,
    },
}

/// Everything the reader was ready to take, in the order in which it looked.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Expectations {
    /// The places, each with what is taken there.
    pub values: Vec<(ValuePath, Expected)>,
    /// The bonus words that mean something on this sheet; a `6` stands for any number.
    pub bonuses: Vec<String>,
}

impl Expectations {
    /// What is taken at a place.
    pub fn at<'a>(&'a self, path: &'a [Step]) -> impl Iterator<Item = &'a Expected> {
        let here = self.values.iter().filter(move |(known, _)| known == path);
        here.map(|(_, expected)| expected)
    }
}

/// Takes expectations down, if anybody wants them.
#[derive(Default)]
pub(super) struct Notes(Option<RefCell<Expectations>>);

impl Notes {
    pub(super) fn wanted() -> Notes {
        Notes(Some(RefCell::default()))
    }

    pub(super) fn note(&self, path: &[Step], expected: impl FnOnce() -> Expected) {
        if let Some(notes) = &self.0 {
            notes.borrow_mut().values.push((path.to_vec(), expected()));
        }
    }

    pub(super) fn note_bonuses(&self, words: impl FnOnce() -> Vec<String>) {
        if let Some(notes) = &self.0 {
            notes.borrow_mut().bonuses = words();
        }
    }

    pub(super) fn take(&self) -> Expectations {
        self.0.as_ref().map(RefCell::take).unwrap_or_default()
    }
}

/// The path to a value inside.
pub(super) fn inside(path: &[Step], step: Step) -> ValuePath {
    let mut longer = Vec::with_capacity(path.len() + 1);
    longer.extend_from_slice(path);
    longer.push(step);
    longer
}

impl Noun {
    /// What an entry is called, for programs.
    pub(super) fn word(self) -> &'static str {
        match self {
            Noun::Block => "block",
            Noun::Bonus => "bonus",
            Noun::Box => "box",
            Noun::Cell => "cell",
            Noun::Column => "column",
            Noun::Cross => "cross",
            Noun::Die => "die",
            Noun::Entry => "entry",
            Noun::Factor => "factor",
            Noun::Line => "line",
            Noun::Pair => "pair",
            Noun::Round => "round",
            Noun::Row => "row",
            Noun::Step => "step",
            Noun::Zone => "zone",
        }
    }
}
