//! *Lines*: parallel lines, each filled from left to right; complete columns pay.

use super::{EntryContext, Ink, Mark, gap, stray_cells};
use crate::bonus::Award;
use crate::values::Values;

/// The most cells all lines may have together.
pub(crate) const MAX_CELLS: usize = 24;
/// The most lines.
pub(crate) const MAX_LINES: usize = 4;

/// What may follow what in a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LineRule {
    /// Any number.
    Any,
    /// Less than the number before it.
    Falling,
}

/// One line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// Its name: `top`, `middle`, `bottom`.
    pub name: String,
    /// What may follow what.
    pub rule: LineRule,
    /// What each number counts in the end: −1, 0 or 1 times.
    pub sign: i8,
    /// What filling a cell gives.
    pub awards: Vec<Option<Award>>,
}

/// Parallel lines of equal length.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lines {
    /// The lines, top to bottom.
    pub lines: Vec<Line>,
    /// The points of each complete column.
    pub points: Vec<i16>,
}

impl Lines {
    #[inline]
    fn width(&self) -> usize {
        self.points.len()
    }

    #[inline]
    fn line_bits(&self, ink: &Ink, line: usize) -> u32 {
        ink.filled >> (line * self.width()) & ((1 << self.width()) - 1)
    }

    /// How many numbers a line holds.
    #[inline]
    pub fn count(&self, ink: &Ink, line: usize) -> usize {
        self.line_bits(ink, line).trailing_ones() as usize
    }

    /// The number in a cell of a line; 0 if it is empty.
    #[inline]
    pub fn number(&self, ink: &Ink, line: usize, cell: usize) -> u8 {
        // Two numbers a byte: they are faces of a die.
        let index = line * self.width() + cell;
        ink.numbers[index / 2] >> (4 * (index % 2)) & 15
    }

    pub(crate) fn put(&self, ink: &mut Ink, line: usize, cell: usize, number: u8) {
        let index = line * self.width() + cell;
        ink.filled |= 1 << index;
        ink.numbers[index / 2] |= (number & 15) << (4 * (index % 2));
    }

    #[inline]
    fn fits(&self, ink: &Ink, line: usize, number: u8) -> bool {
        let count = self.count(ink, line);
        count < self.width()
            && (1..=6).contains(&number)
            && match (self.lines[line].rule, count.checked_sub(1)) {
                (LineRule::Falling, Some(last)) => number < self.number(ink, line, last),
                _ => true,
            }
    }

    #[inline]
    pub(super) fn marks_of(&self, ink: &Ink, number: u8, _: EntryContext, out: &mut impl FnMut(Mark)) {
        for line in 0..self.lines.len() {
            if self.fits(ink, line, number) {
                out(Mark::Line(line as u8, number));
            }
        }
    }

    #[inline]
    pub(super) fn allows(&self, ink: &Ink, values: Values, _: EntryContext, mark: Mark) -> bool {
        let Mark::Line(line, number) = mark else {
            return false;
        };
        let line = usize::from(line);
        line < self.lines.len() && values.contains(number) && self.fits(ink, line, number)
    }

    #[inline]
    pub(super) fn any_of(&self, ink: &Ink, number: u8, _: EntryContext) -> bool {
        (0..self.lines.len()).any(|line| self.fits(ink, line, number))
    }

    #[inline]
    pub(super) fn write(&self, ink: &mut Ink, mark: Mark, award: &mut impl FnMut(Award)) {
        let Mark::Line(line, number) = mark else { return };
        let line = usize::from(line);
        let cell = self.count(ink, line);
        self.put(ink, line, cell, number);
        if let Some(won) = self.lines[line].awards[cell] {
            award(won);
        }
    }

    pub(super) fn score(&self, ink: &Ink) -> i16 {
        let numbers: i16 = self
            .lines
            .iter()
            .enumerate()
            .map(|(index, line)| {
                let sum: i16 = (0..self.count(ink, index))
                    .map(|cell| i16::from(self.number(ink, index, cell)))
                    .sum();
                sum * i16::from(line.sign)
            })
            .sum();
        let complete = (0..self.lines.len())
            .map(|line| self.count(ink, line))
            .min()
            .unwrap_or(0);
        numbers + self.points[..complete].iter().sum::<i16>()
    }

    pub(super) fn mark_count(&self) -> usize {
        6 * self.lines.len()
    }

    pub(super) fn mark_index(&self, mark: Mark) -> Option<usize> {
        match mark {
            Mark::Line(line, number @ 1..=6) if usize::from(line) < self.lines.len() => {
                Some(6 * usize::from(line) + usize::from(number) - 1)
            }
            _ => None,
        }
    }

    pub(super) fn mark_at(&self, index: usize) -> Option<Mark> {
        (index < self.mark_count()).then_some(Mark::Line((index / 6) as u8, (index % 6) as u8 + 1))
    }

    pub(super) fn awards(&self) -> Vec<Award> {
        self.lines
            .iter()
            .flat_map(|line| &line.awards)
            .filter_map(|award| *award)
            .collect()
    }

    pub(super) fn cell_count(&self) -> usize {
        self.lines.len() * self.width()
    }

    pub(super) fn faults(&self, ink: &Ink) -> Vec<String> {
        let mut faults: Vec<String> = stray_cells(ink.filled, self.cell_count()).into_iter().collect();
        for (index, line) in self.lines.iter().enumerate() {
            let name = &line.name;
            if let Some(fault) = gap(self.line_bits(ink, index)) {
                faults.push(format!("{name} line: {fault}"));
                continue;
            }
            for cell in 0..self.width() {
                let number = self.number(ink, index, cell);
                let filled = cell < self.count(ink, index);
                if filled && !(1..=6).contains(&number) || !filled && number != 0 {
                    faults.push(format!("{name} line: {number} cannot stand in cell {}", cell + 1));
                } else if filled && cell > 0 && line.rule == LineRule::Falling {
                    let before = self.number(ink, index, cell - 1);
                    if number >= before {
                        faults.push(format!(
                            "{name} line: {number} in cell {} may not follow {before}",
                            cell + 1
                        ));
                    }
                }
            }
        }
        faults
    }
}
