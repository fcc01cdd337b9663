//! What is wrong with a draft, where, and what could be written instead.

use finaud_rules::{Expectations, Expected, Problem, Sheet, Step};

use crate::draft::Draft;
use crate::value::Value;

/// A draft as the reader of sheets sees it.
#[derive(Clone, PartialEq, Debug)]
pub struct Checked {
    /// The sheet, if it can be played.
    pub sheet: Option<Sheet>,
    /// Everything that is wrong or odd.
    pub problems: Vec<Problem>,
    /// What could be written where.
    pub expectations: Expectations,
}

/// What may be written at a place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Any text.
    Text,
    /// A text for people, of at most so many letters.
    Line {
        /// The most letters.
        longest: usize,
    },
    /// A single word of lowercase letters.
    Name,
    /// Yes or no.
    Flag,
    /// A number.
    Number {
        /// The least.
        least: i64,
        /// The most.
        most: i64,
    },
    /// One of these words.
    OneOf(Vec<String>),
    /// Some of these words, with spaces between.
    SomeOf(Vec<String>),
    /// What is printed in the cells of a row, with spaces between.
    PrintedRow,
    /// A row of a map: a letter for each cell.
    MapRow,
    /// A number, or one of these words.
    NumberOr {
        /// The least number.
        least: i64,
        /// The most.
        most: i64,
        /// The words.
        words: Vec<String>,
    },
    /// A bonus.
    Bonus,
    /// A list.
    List {
        /// What its entries are called.
        of: &'static str,
        /// How many there should be, where that is certain.
        count: Option<usize>,
    },
    /// A table.
    Table,
}

/// A key that a table could have and has not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Offer {
    /// The key.
    pub key: String,
    /// Is it missing, or may it be left out?
    pub needed: bool,
}

impl Checked {
    /// Checks a draft.
    pub fn of(draft: &Draft) -> Checked {
        let (reading, expectations) = Sheet::read_closely(&draft.text());
        Checked {
            sheet: reading.sheet,
            problems: reading.problems,
            expectations,
        }
    }

    /// What is wrong at a place or inside it.
    pub fn problems_in<'a>(&'a self, path: &'a [Step]) -> impl Iterator<Item = &'a Problem> {
        self.problems
            .iter()
            .filter(move |problem| problem.path.starts_with(path))
    }

    /// What is wrong at a place itself.
    pub fn problems_at<'a>(&'a self, path: &'a [Step]) -> impl Iterator<Item = &'a Problem> {
        self.problems.iter().filter(move |problem| problem.path == path)
    }

    /// What may be written at a place; `None` where nothing is expected.
    pub fn kind(&self, draft: &Draft, path: &[Step]) -> Option<Kind> {
        let all: Vec<&Expected> = self.expectations.at(path).collect();
        let either = all.iter().any(|expected| **expected == Expected::TextOrOther);
        let best = all
            .iter()
            .filter_map(|expected| rank(expected))
            .max_by_key(|(rank, _)| *rank);
        match best.map(|(_, kind)| kind) {
            Some(Kind::Number { least, most }) if either => Some(Kind::NumberOr {
                least,
                most,
                words: words_instead(draft, path),
            }),
            Some(Kind::OneOf(words)) if either => match number_instead(draft, path) {
                Some((least, most)) => Some(Kind::NumberOr { least, most, words }),
                None => Some(Kind::OneOf(words)),
            },
            kind => kind,
        }
    }

    /// The keys that the table at a place could have and has not, in the order of the reader.
    pub fn offers(&self, draft: &Draft, path: &[Step]) -> Vec<Offer> {
        let mut offers: Vec<Offer> = Vec::new();
        let Some(table) = draft.get(path) else {
            return offers;
        };
        for (place, expected) in &self.expectations.values {
            let (Expected::Key { needed, .. }, Some((Step::Key(key), outer))) =
                (expected, place.split_last())
            else {
                continue;
            };
            let known = offers.iter().any(|offer| offer.key == *key);
            if outer == path && table.key(key).is_none() && !known {
                offers.push(Offer {
                    key: key.clone(),
                    needed: *needed,
                });
            }
        }
        offers
    }
}

/// The kind that an expectation stands for; the higher the rank, the more it says.
fn rank(expected: &Expected) -> Option<(u8, Kind)> {
    Some(match expected {
        Expected::Bonus => (9, Kind::Bonus),
        Expected::OneOf(words) => (8, Kind::OneOf(words.clone())),
        Expected::SomeOf(words) => (8, Kind::SomeOf(words.clone())),
        Expected::PrintedRow { .. } => (8, Kind::PrintedRow),
        Expected::MapRow { .. } => (8, Kind::MapRow),
        Expected::Number { least, most } => (
            7,
            Kind::Number {
                least: *least,
                most: *most,
            },
        ),
        Expected::Flag => (6, Kind::Flag),
        Expected::Line { longest } => (5, Kind::Line { longest: *longest }),
        Expected::Name => (4, Kind::Name),
        Expected::List {
            of,
            count: Some(count),
        } => (
            3,
            Kind::List {
                of,
                count: Some(*count),
            },
        ),
        Expected::List { of, count: None } => (2, Kind::List { of, count: None }),
        Expected::Table => (2, Kind::Table),
        Expected::Text => (1, Kind::Text),
        Expected::TextOrOther | Expected::Key { .. } => return None,
    })
}

/// The draft with another value at a place, as the reader sees it.
fn tried(draft: &Draft, path: &[Step], value: Value) -> Option<Expectations> {
    let mut tried = draft.clone();
    *tried.root.get_mut(path)? = value;
    Some(Sheet::read_closely(&tried.text()).1)
}

/// The words that may stand where a number stands.
fn words_instead(draft: &Draft, path: &[Step]) -> Vec<String> {
    let expectations = tried(draft, path, Value::Text(String::new()));
    let all: Vec<Expected> = expectations
        .iter()
        .flat_map(|all| all.at(path))
        .cloned()
        .collect();
    let words = all.into_iter().filter_map(|expected| match expected {
        Expected::OneOf(words) => Some(words),
        _ => None,
    });
    words.flatten().collect()
}

/// The numbers that may stand where a word stands.
fn number_instead(draft: &Draft, path: &[Step]) -> Option<(i64, i64)> {
    let expectations = tried(draft, path, Value::Number(0))?;
    let mut numbers = expectations.at(path).filter_map(|expected| match expected {
        Expected::Number { least, most } => Some((*least, *most)),
        _ => None,
    });
    numbers.next()
}
