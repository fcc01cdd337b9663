//! *Track*: filled from left to right without gaps, with an entry condition and factors.

mod view;

use super::view::{CellSet, Digest, InkForm, MarkForm, Spot};
use super::{EntryContext, Ink, Mark, MarkCounts, gap, stray_cells, wrong_number, wrong_order};
use crate::Message;
use crate::bonus::Award;
use crate::setup::ZoneSetup;
use crate::values::Values;

/// The most cells a track may have.
pub(crate) const MAX_CELLS: usize = 12;

/// What may follow what.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TrackRule {
    /// Any number.
    Any,
    /// At least the number printed in the cell.
    AtLeast,
    /// More than the number before it; after `restart` anything goes.
    Rising {
        /// The number after which any number may follow.
        restart: Option<u8>,
    },
    /// The number before it, or less.
    NotRising,
}

/// What a free number ("?") may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FreeNumber {
    /// A face of a die.
    Face,
    /// One more than the number before it.
    Next,
    /// A sum of two dice.
    Sum,
}

/// What is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Writes {
    /// A cross.
    Cross,
    /// The number times the factor of the cell.
    Number,
    /// Half the number (rounded up) with the bonus, or the number times the factor without it.
    HalfOrTimes,
}

/// What the number is multiplied by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Factor {
    /// By this.
    Times(u8),
    /// It is always halved, rounded up.
    HalfOnly,
}

/// How a track scores.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TrackScore {
    /// The points above the last filled cell.
    Last,
    /// The sum of the written numbers.
    Sum,
}

/// A cell of a track.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TrackCell {
    /// The number printed in it: the least that may be entered under [`TrackRule::AtLeast`].
    pub least: u8,
    /// The factor.
    pub factor: Factor,
    /// The points above it.
    pub points: i16,
    /// What filling it gives.
    pub award: Option<Award>,
    /// The least number that wins it.
    pub bonus_from: u8,
}

/// Filled from left to right.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Track {
    /// The cells.
    pub cells: Vec<TrackCell>,
    /// What may follow what.
    pub rule: TrackRule,
    /// What is written.
    pub writes: Writes,
    /// The highest number that can be entered: 6 for one die, 12 for two, 36 with the platter.
    pub most: u8,
    /// What a free number may be.
    pub free: FreeNumber,
    /// A number that is written in the next cell as well, where the copy gives nothing; 0 for none.
    pub doubled: u8,
    /// How it scores.
    pub score: TrackScore,
    /// Points for high numbers, highest first: (at least, points).
    pub extra: Vec<(u8, i16)>,
    /// Does the sheet print them number by number?
    pub exact_extra: bool,
}

/// Bit of [`Ink::filled`] that says: the bonus of cell 0 was crossed out.
const CROSSED_OUT: u32 = 16;

impl Track {
    #[inline]
    fn filled(ink: &Ink) -> usize {
        (ink.filled as u16).trailing_ones() as usize
    }

    /// How many cells are filled.
    pub fn count(&self, ink: &Ink) -> usize {
        Track::filled(ink)
    }

    /// The number in a filled cell; 0 for a cross.
    pub fn number(&self, ink: &Ink, cell: usize) -> u8 {
        ink.numbers.get(cell).copied().unwrap_or(0)
    }

    /// Was the bonus of this cell given up for points?
    pub fn crossed_out(&self, ink: &Ink, cell: usize) -> bool {
        ink.filled >> (CROSSED_OUT + cell as u32) & 1 != 0
    }

    #[inline]
    fn last(&self, ink: &Ink) -> Option<u8> {
        Track::filled(ink).checked_sub(1).map(|last| ink.numbers[last])
    }

    /// The cell this number may be entered in now.
    #[inline]
    fn cell_for(&self, ink: &Ink, number: u8) -> Option<&TrackCell> {
        let cell = self.cells.get(Track::filled(ink))?;
        let fits = match self.rule {
            TrackRule::Any => true,
            TrackRule::AtLeast => number >= cell.least,
            TrackRule::Rising { restart } => self
                .last(ink)
                .is_none_or(|last| number > last || restart == Some(last)),
            TrackRule::NotRising => self.last(ink).is_none_or(|last| number <= last),
        };
        (fits && (number <= self.most || self.writes == Writes::Cross)).then_some(cell)
    }

    /// Whether what a mark gives follows from its cell, whatever the number, and the lowest number that fits leaves most open.
    pub(super) fn gives_by_cell(&self) -> bool {
        let is_plain = |cell: &TrackCell| cell.factor == Factor::Times(1);
        let is_open = match self.rule {
            TrackRule::Any | TrackRule::AtLeast => true,
            TrackRule::Rising { .. } => self.cells.iter().all(is_plain),
            TrackRule::NotRising => false,
        };
        is_open
            && self.doubled == 0
            && self.writes != Writes::HalfOrTimes
            && self.cells.iter().all(|cell| cell.bonus_from == 0)
    }

    /// The lowest number that fits now.
    pub(super) fn lowest_that_fits(&self, ink: &Ink) -> Option<u8> {
        Values::ANY
            .iter()
            .find(|number| self.cell_for(ink, *number).is_some())
    }

    /// The ways to write each number now.
    #[inline(always)]
    pub(super) fn mark_counts(&self, ink: &Ink) -> MarkCounts {
        let Some(cell) = self.cells.get(Track::filled(ink)) else {
            return MarkCounts::NONE;
        };
        let least = match self.rule {
            TrackRule::Any | TrackRule::NotRising => 0,
            TrackRule::AtLeast => cell.least,
            TrackRule::Rising { restart } => match self.last(ink) {
                Some(last) if Some(last) != restart => last + 1,
                _ => 0,
            },
        };
        let most = if self.writes == Writes::Cross {
            u8::MAX - 1
        } else if self.rule == TrackRule::NotRising {
            self.last(ink).unwrap_or(self.most)
        } else {
            self.most
        };
        let mark_counts = MarkCounts::span(least, most);
        let two_ways = self.writes == Writes::HalfOrTimes && cell.factor != Factor::HalfOnly;
        if two_ways {
            mark_counts.and(mark_counts)
        } else {
            mark_counts
        }
    }

    pub(super) fn free_values(&self, ink: &Ink) -> Values {
        match self.free {
            FreeNumber::Face => Values::FACES,
            FreeNumber::Next => Values::one(self.last(ink).map_or(1, |last| last + 1)),
            FreeNumber::Sum => Values::SUMS,
        }
    }

    #[inline]
    pub(super) fn marks_of(&self, ink: &Ink, number: u8, _: EntryContext, out: &mut impl FnMut(Mark)) {
        let Some(cell) = self.cell_for(ink, number) else {
            return;
        };
        match self.writes {
            Writes::Cross => out(Mark::Next),
            Writes::Number => out(Mark::Number(number)),
            Writes::HalfOrTimes => {
                out(Mark::Half(number.div_ceil(2)));
                if cell.factor != Factor::HalfOnly {
                    out(Mark::Times(number));
                }
            }
        }
    }

    /// The mark with this index among those of a number that fits.
    #[inline]
    pub(super) fn nth_mark_of(&self, number: u8, index: usize) -> Mark {
        match self.writes {
            Writes::Cross => Mark::Next,
            Writes::Number => Mark::Number(number),
            Writes::HalfOrTimes if index == 0 => Mark::Half(number.div_ceil(2)),
            Writes::HalfOrTimes => Mark::Times(number),
        }
    }

    /// The marks of several numbers: halves that are the same count once.
    pub(super) fn marks(&self, ink: &Ink, values: Values, out: &mut impl FnMut(Mark)) {
        if self.writes == Writes::Cross {
            if self.any(ink, values) {
                out(Mark::Next);
            }
            return;
        }
        let mut last_half = 0;
        for number in values.iter() {
            self.marks_of(ink, number, EntryContext::BONUS, &mut |mark| match mark {
                Mark::Half(half) if half == last_half => {}
                Mark::Half(half) => {
                    last_half = half;
                    out(mark);
                }
                _ => out(mark),
            });
        }
    }

    /// Does one of the numbers fit? If any does, the highest does, or the lowest where numbers do not rise.
    #[inline]
    pub(super) fn any(&self, ink: &Ink, values: Values) -> bool {
        let likeliest = match self.rule {
            TrackRule::NotRising => values.iter().next(),
            _ => values.highest(),
        };
        likeliest.is_some_and(|number| self.cell_for(ink, number).is_some())
    }

    #[inline]
    pub(super) fn allows(&self, ink: &Ink, values: Values, _: EntryContext, mark: Mark) -> bool {
        let fits = |number: u8| values.contains(number) && self.cell_for(ink, number).is_some();
        match (mark, self.writes) {
            (Mark::Next, Writes::Cross) => self.any(ink, values),
            (Mark::Number(number), Writes::Number) => fits(number),
            (Mark::Half(half @ 1..=3), Writes::HalfOrTimes) => fits(2 * half) || fits(2 * half - 1),
            (Mark::Times(number @ 1..=6), Writes::HalfOrTimes) => {
                fits(number) && self.cells[Track::filled(ink)].factor != Factor::HalfOnly
            }
            _ => false,
        }
    }

    #[inline]
    pub(super) fn any_of(&self, ink: &Ink, number: u8, _: EntryContext) -> bool {
        self.cell_for(ink, number).is_some()
    }

    #[inline]
    pub(super) fn write(&self, ink: &mut Ink, mark: Mark, award: &mut impl FnMut(Spot, Award)) {
        let index = Track::filled(ink);
        let cell = &self.cells[index];
        let factor = match cell.factor {
            Factor::Times(factor) => factor,
            Factor::HalfOnly => 1,
        };
        ink.filled |= 1 << index;
        let mut won = cell.award;
        match mark {
            Mark::Number(number) => {
                ink.numbers[index] = number * factor;
                if number < cell.bonus_from {
                    won = None;
                }
                if number == self.doubled && index + 1 < self.cells.len() {
                    ink.filled |= 1 << (index + 1);
                    ink.numbers[index + 1] = number * factor;
                }
            }
            Mark::Half(half) => ink.numbers[index] = half,
            Mark::Times(number) => {
                ink.numbers[index] = number * factor;
                ink.filled |= 1 << (CROSSED_OUT + index as u32);
                won = None;
            }
            _ => {}
        }
        if let Some(won) = won {
            award(Spot::Cell(index as u8), won);
        }
    }

    pub(super) fn score(&self, ink: &Ink) -> i16 {
        let filled = Track::filled(ink);
        let numbers = &ink.numbers[..filled];
        let base = match self.score {
            TrackScore::Last => filled.checked_sub(1).map_or(0, |last| self.cells[last].points),
            TrackScore::Sum => numbers.iter().map(|number| i16::from(*number)).sum(),
        };
        let extra = |number: u8| {
            self.extra
                .iter()
                .find(|(least, _)| number >= *least)
                .map_or(0, |(_, points)| *points)
        };
        base + if self.extra.is_empty() {
            0
        } else {
            let counted = numbers.iter().enumerate();
            counted
                .filter(|(cell, _)| !self.is_copy(ink, *cell))
                .map(|(_, number)| extra(*number))
                .sum()
        }
    }

    /// Was the number in this cell written along with the one before it?
    fn is_copy(&self, ink: &Ink, cell: usize) -> bool {
        if self.doubled == 0 || self.entered(ink, cell) != self.doubled {
            return false;
        }
        // Doubled numbers stand in pairs, from the left.
        let before = (0..cell).rev();
        let run = before.take_while(|cell| self.entered(ink, *cell) == self.doubled);
        run.count() % 2 == 1
    }

    /// The number that was entered in a cell, before it was multiplied.
    fn entered(&self, ink: &Ink, cell: usize) -> u8 {
        match self.cells[cell].factor {
            Factor::Times(factor) => ink.numbers[cell] / factor.max(1),
            Factor::HalfOnly => ink.numbers[cell],
        }
    }

    pub(super) fn mark_count(&self) -> usize {
        match self.writes {
            Writes::Cross => 1,
            Writes::Number => usize::from(self.most),
            Writes::HalfOrTimes => 9,
        }
    }

    pub(super) fn mark_index(&self, mark: Mark) -> Option<usize> {
        match (mark, self.writes) {
            (Mark::Next, Writes::Cross) => Some(0),
            (Mark::Number(number), Writes::Number) if (1..=self.most).contains(&number) => {
                Some(usize::from(number) - 1)
            }
            (Mark::Half(half @ 1..=3), Writes::HalfOrTimes) => Some(usize::from(half) - 1),
            (Mark::Times(number @ 1..=6), Writes::HalfOrTimes) => Some(usize::from(number) + 2),
            _ => None,
        }
    }

    pub(super) fn mark_at(&self, index: usize) -> Option<Mark> {
        let number = u8::try_from(index).ok()?;
        (index < self.mark_count()).then_some(match self.writes {
            Writes::Cross => Mark::Next,
            Writes::Number => Mark::Number(number + 1),
            Writes::HalfOrTimes if number < 3 => Mark::Half(number + 1),
            Writes::HalfOrTimes => Mark::Times(number - 2),
        })
    }

    pub(super) fn awards(&self) -> Vec<Award> {
        self.cells.iter().filter_map(|cell| cell.award).collect()
    }

    pub(super) fn targets(&self, ink: &Ink, mark: Mark) -> CellSet {
        let next = Track::filled(ink);
        let cells = match mark {
            Mark::Number(number) if number == self.doubled => 2,
            _ => 1,
        };
        let cells = next..self.cells.len().min(next + cells);
        cells.map(|cell| cell as u8).collect()
    }

    pub(super) fn mark_form(&self) -> MarkForm<'_> {
        match self.writes {
            Writes::Cross => MarkForm::Next,
            Writes::Number => MarkForm::Number,
            Writes::HalfOrTimes => MarkForm::HalfOrTimes,
        }
    }

    pub(super) fn ink_form(&self) -> InkForm {
        match self.writes {
            Writes::Cross => InkForm::Crossed,
            Writes::Number => InkForm::Numbers,
            Writes::HalfOrTimes => InkForm::NumbersAndGivenUp,
        }
    }

    pub(super) fn setup(&self, ink: &Ink) -> ZoneSetup {
        if self.writes == Writes::Cross {
            return ZoneSetup::crossed((ink.filled & 0xffff).into(), self.cells.len());
        }
        let count = Track::filled(ink);
        let given_up = || (0..count).filter(|cell| self.crossed_out(ink, *cell));
        ZoneSetup {
            numbers: Some(ink.numbers[..count].to_vec()),
            given_up: (self.writes == Writes::HalfOrTimes)
                .then(|| given_up().map(|cell| cell as u8 + 1).collect()),
            ..ZoneSetup::default()
        }
    }

    pub(super) fn read_setup(&self, setup: &ZoneSetup, ink: &mut Ink) -> Result<(), Message> {
        let cells = self.cells.len();
        setup.read_crossed(cells, ink)?;
        setup.read_numbers(setup.numbers.iter().flatten().copied().map(Some), cells, ink)?;
        for cell in setup.given_up.iter().flatten() {
            let bit = ZoneSetup::bit(*cell, cells)?;
            if ink.filled & bit == 0 {
                let error = Message::new(
                    "position.empty-given-up",
                    "cell {cell} is empty, so its bonus cannot be given up",
                );
                return Err(error.with("cell", *cell));
            }
            ink.filled |= bit << CROSSED_OUT;
        }
        Ok(())
    }

    /// No way of filling the zone pays more than this, or costs more.
    pub(super) fn most_points(&self) -> i64 {
        let size = |points: i16| i64::from(points).abs();
        let written = self.cells.iter().map(|cell| match cell.factor {
            Factor::Times(factor) => i64::from(factor) * i64::from(self.most),
            Factor::HalfOnly => i64::from(self.most),
        });
        let base = match self.score {
            TrackScore::Last => self.cells.iter().map(|cell| size(cell.points)).max().unwrap_or(0),
            TrackScore::Sum => written.sum(),
        };
        let extra = self
            .extra
            .iter()
            .map(|(_, points)| size(*points))
            .max()
            .unwrap_or(0);
        base + self.cells.len() as i64 * extra
    }

    pub(super) fn digest(&self, out: &mut impl Digest) {
        out.text("track");
        out.count(self.cells.len());
        for cell in &self.cells {
            out.byte(cell.least);
            out.byte(match cell.factor {
                Factor::Times(factor) => factor,
                Factor::HalfOnly => 0,
            });
            out.number(cell.points.into());
            out.award(cell.award);
        }
        match self.rule {
            TrackRule::Any => out.byte(0),
            TrackRule::AtLeast => out.byte(1),
            TrackRule::Rising { restart } => {
                out.byte(2);
                out.byte(restart.unwrap_or(0));
            }
            TrackRule::NotRising => out.byte(3),
        }
        out.byte(match self.writes {
            Writes::Cross => 0,
            Writes::Number => 1,
            Writes::HalfOrTimes => 2,
        });
        out.byte(self.most);
        out.byte(match self.free {
            FreeNumber::Face => 0,
            FreeNumber::Next => 1,
            FreeNumber::Sum => 2,
        });
        out.byte(match self.score {
            TrackScore::Last => 0,
            TrackScore::Sum => 1,
        });
        out.count(self.extra.len());
        for (least, points) in &self.extra {
            out.byte(*least);
            out.number((*points).into());
        }
        if self.doubled > 0 {
            out.text("doubled");
            out.byte(self.doubled);
        }
        if self.cells.iter().any(|cell| cell.bonus_from > 0) {
            out.text("bonus from");
            self.cells.iter().for_each(|cell| out.byte(cell.bonus_from));
        }
    }

    pub(super) fn cell_count(&self) -> usize {
        self.cells.len()
    }

    pub(super) fn violations(&self, ink: &Ink) -> Vec<Message> {
        let filled = ink.filled & 0xffff;
        if let Some(violation) = stray_cells(filled, self.cells.len()).or_else(|| gap(filled)) {
            return vec![violation];
        }
        let count = Track::filled(ink);
        let mut violations = Vec::new();
        for (index, cell) in self.cells.iter().enumerate() {
            let number = ink.numbers[index];
            let crossed_out = self.crossed_out(ink, index);
            let place = index + 1;
            if index >= count || self.writes == Writes::Cross {
                if number != 0 || crossed_out {
                    let violation = Message::new(
                        "position.stray-number",
                        "cell {cell} holds {number} but should hold no number",
                    );
                    violations.push(violation.with("cell", place).with("number", number));
                }
                continue;
            }
            let factor = match (cell.factor, self.writes, crossed_out) {
                (Factor::Times(factor), Writes::Number, false)
                | (Factor::Times(factor), Writes::HalfOrTimes, true) => Some(factor),
                (_, Writes::HalfOrTimes, false) => None,
                _ => {
                    let violation =
                        Message::new("position.nothing-given-up", "cell {cell} has no bonus to give up");
                    violations.push(violation.with("cell", place));
                    continue;
                }
            };
            let possible = match factor {
                None => (1..=3).contains(&number),
                Some(factor) => {
                    factor > 0
                        && number.is_multiple_of(factor)
                        && (1..=self.most).contains(&(number / factor))
                }
            };
            if !possible {
                violations.push(wrong_number(number, place));
            }
            if let (TrackRule::Rising { restart }, Some(before)) = (self.rule, index.checked_sub(1)) {
                let before = ink.numbers[before];
                if Some(before) != restart && number <= before {
                    violations.push(wrong_order(number, place, before));
                }
            }
            if let (TrackRule::NotRising, Some(before)) = (self.rule, index.checked_sub(1)) {
                let before = ink.numbers[before];
                if number > before {
                    violations.push(wrong_order(number, place, before));
                }
            }
            // A doubled number has its copy to the right, unless it stands in the last cell.
            let is_single = self.doubled > 0
                && self.entered(ink, index) == self.doubled
                && !self.is_copy(ink, index)
                && index + 1 < self.cells.len()
                && (index + 1 >= count || self.entered(ink, index + 1) != self.doubled);
            if is_single {
                let violation = Message::new(
                    "position.not-doubled",
                    "{number} in cell {cell} should stand in the next cell too",
                );
                violations.push(violation.with("number", number).with("cell", place));
            }
        }
        violations
    }
}
