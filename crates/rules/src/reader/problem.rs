//! What is wrong with a sheet, in sentences.

use std::cell::{Cell, RefCell};
use std::fmt;

use super::expectation::{Notes, Step, ValuePath};
use super::location::Location;
use crate::Message;
use crate::{insertion_sort, is_unprintable};

/// The most problems that are listed; a person mends these first and reads the sheet again.
const MOST_LISTED: usize = 100;

/// How bad a problem is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ProblemKind {
    /// The sheet cannot be played.
    Error,
    /// The sheet can be played, but is probably not what its author meant.
    Warning,
}

/// One thing that is wrong with a sheet.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Problem {
    /// Where on the sheet: `zone yellow, row 2, cell 3`.
    pub place: Message,
    /// The line of the file, counted from 1, where there is one.
    pub line: Option<usize>,
    /// The value it is about, or the table or list around it; empty for the whole sheet.
    pub path: ValuePath,
    /// What is wrong and what would be right.
    pub what: Message,
    /// How bad it is.
    pub kind: ProblemKind,
}

impl Problem {
    /// Does the problem keep the sheet from being played?
    pub fn is_error(&self) -> bool {
        self.kind == ProblemKind::Error
    }

    /// The whole sentence, with the place and the line it speaks of.
    pub fn message(&self) -> Message {
        let sentence = match self.line {
            Some(line) => {
                Message::new("sheet.problem-in-line", "{place} (line {line}): {what}").with("line", line)
            }
            None => Message::new("sheet.problem", "{place}: {what}"),
        };
        let (place, what) = (self.place.clone(), self.what.clone());
        sentence.with("place", place).with("what", what)
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.message())
    }
}

/// Collects the problems of one sheet while it is read.
pub(super) struct Report {
    /// Where each line of the text ends.
    line_ends: Vec<usize>,
    problems: RefCell<Vec<Problem>>,
    unlisted: Cell<usize>,
    failed: Cell<bool>,
    pub(super) notes: Notes,
}

impl Report {
    pub(super) fn new(text: &str, notes: Notes) -> Report {
        Report {
            notes,
            line_ends: text
                .bytes()
                .enumerate()
                .filter(|(_, byte)| *byte == b'\n')
                .map(|(at, _)| at)
                .collect(),
            problems: RefCell::new(Vec::new()),
            unlisted: Cell::new(0),
            failed: Cell::new(false),
        }
    }

    /// Notes an error. `at` is the byte of the text where it was found.
    pub(super) fn error(&self, place: &Location, at: Option<usize>, path: &[Step], what: Message) {
        self.failed.set(true);
        self.note((place, at, path), what, ProblemKind::Error);
    }

    /// Notes a warning.
    pub(super) fn warning(&self, place: &Location, at: Option<usize>, path: &[Step], what: Message) {
        self.note((place, at, path), what, ProblemKind::Warning);
    }

    fn note(&self, (place, at, path): (&Location, Option<usize>, &[Step]), what: Message, kind: ProblemKind) {
        let mut problems = self.problems.borrow_mut();
        if problems.len() == MOST_LISTED {
            self.unlisted.set(self.unlisted.get() + 1);
            return;
        }
        let line = at.map(|at| self.line_ends.partition_point(|end| *end < at) + 1);
        problems.push(Problem {
            place: place.message(),
            line,
            path: path.to_vec(),
            what,
            kind,
        });
    }

    /// Was there an error?
    pub(super) fn failed(&self) -> bool {
        self.failed.get()
    }

    /// All problems in the order of the lines.
    pub(super) fn into_problems(self) -> Vec<Problem> {
        let mut problems = self.problems.into_inner();
        insertion_sort(&mut problems, |one, other| one.line.cmp(&other.line));
        let unlisted = self.unlisted.get();
        if unlisted > 0 {
            problems.push(Problem {
                place: Location::default().message(),
                line: None,
                path: ValuePath::new(),
                what: Message::new(
                    "sheet.more-problems",
                    "further problems: {count}; fix these first",
                )
                .with("count", unlisted),
                kind: if self.failed.get() {
                    ProblemKind::Error
                } else {
                    ProblemKind::Warning
                },
            });
        }
        problems
    }
}

/// A piece of the author's text for a message: short, in quotes, harmless on a terminal.
pub(super) fn quote(text: &str) -> String {
    const MOST: usize = 40;
    let mut quoted = String::from("\"");
    for char in text.chars().take(MOST) {
        if is_unprintable(char) {
            quoted.extend(char.escape_default());
        } else {
            quoted.push(char);
        }
    }
    if text.chars().nth(MOST).is_some() {
        quoted.push('…');
    }
    quoted.push('"');
    quoted
}
