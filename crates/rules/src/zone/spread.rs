//! *Spread*: outwards from a centre, to both sides.

use super::{EntryContext, Ink, Mark, Side, gap, stray_cells};
use crate::bonus::Award;
use crate::values::Values;

/// The most cells a side may have.
pub(crate) const MAX_CELLS: usize = 6;
/// The lowest and the highest sum of two dice.
const LOWEST: u8 = 2;
const HIGHEST: u8 = 12;

/// A cell of one side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SpreadCell {
    /// The points above it.
    pub points: i16,
    /// What filling it gives.
    pub award: Option<Award>,
}

/// Numbers falling by one to the left and rising by one to the right of a printed centre, which may be written again
/// after any other number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spread {
    /// The number printed in the middle.
    pub centre: u8,
    /// The cells left of it, nearest first.
    pub left: Vec<SpreadCell>,
    /// The cells right of it, nearest first.
    pub right: Vec<SpreadCell>,
    /// Numbers up to the first and from the second on give the third.
    pub extra: (u8, u8, i16),
}

impl Spread {
    /// The cells of a side, nearest to the centre first.
    #[inline]
    pub fn cells(&self, side: Side) -> &[SpreadCell] {
        match side {
            Side::Left => &self.left,
            Side::Right => &self.right,
        }
    }

    #[inline]
    fn side_bits(ink: &Ink, side: Side) -> u32 {
        ink.filled >> (side as usize * MAX_CELLS) & ((1 << MAX_CELLS) - 1)
    }

    /// The numbers written on a side, nearest to the centre first.
    #[inline]
    pub fn written<'a>(&self, ink: &'a Ink, side: Side) -> &'a [u8] {
        let count = Spread::side_bits(ink, side).trailing_ones() as usize;
        &ink.numbers[side as usize * MAX_CELLS..][..count]
    }

    /// The numbers that fit the next cell of a side.
    #[inline]
    fn fitting(&self, ink: &Ink, side: Side) -> Values {
        let written = self.written(ink, side);
        if written.len() == self.cells(side).len() {
            return Values::NONE;
        }
        let before = written.last().copied().unwrap_or(self.centre);
        let next = match side {
            Side::Left => before - 1,
            Side::Right => before + 1,
        };
        let restart = if before == self.centre {
            Values::NONE
        } else {
            Values::one(self.centre)
        };
        Values::one(next)
            .at_least(LOWEST)
            .below(HIGHEST + 1)
            .union(restart)
    }

    #[inline]
    pub(super) fn marks_of(&self, ink: &Ink, number: u8, _: EntryContext, out: &mut impl FnMut(Mark)) {
        for side in [Side::Left, Side::Right] {
            if self.fitting(ink, side).contains(number) {
                out(Mark::Side(side, number));
            }
        }
    }

    #[inline]
    pub(super) fn allows(&self, ink: &Ink, values: Values, _: EntryContext, mark: Mark) -> bool {
        matches!(mark, Mark::Side(side, number) if values.contains(number) && self.fitting(ink, side).contains(number))
    }

    #[inline]
    pub(super) fn any_of(&self, ink: &Ink, number: u8, _: EntryContext) -> bool {
        self.fitting(ink, Side::Left).contains(number) || self.fitting(ink, Side::Right).contains(number)
    }

    #[inline]
    pub(super) fn write(&self, ink: &mut Ink, mark: Mark, award: &mut impl FnMut(Award)) {
        let Mark::Side(side, number) = mark else { return };
        let count = self.written(ink, side).len();
        let index = side as usize * MAX_CELLS + count;
        ink.filled |= 1 << index;
        ink.numbers[index] = number;
        if let Some(won) = self.cells(side)[count].award {
            award(won);
        }
    }

    pub(super) fn score(&self, ink: &Ink) -> i16 {
        let (low, high, points) = self.extra;
        [Side::Left, Side::Right]
            .into_iter()
            .map(|side| {
                let written = self.written(ink, side);
                let reached = written
                    .len()
                    .checked_sub(1)
                    .map_or(0, |last| self.cells(side)[last].points);
                let rare = written
                    .iter()
                    .filter(|number| **number <= low || **number >= high)
                    .count() as i16;
                reached + points * rare
            })
            .sum()
    }

    pub(super) fn mark_count(&self) -> usize {
        2 * usize::from(HIGHEST - LOWEST + 1)
    }

    pub(super) fn mark_index(&self, mark: Mark) -> Option<usize> {
        match mark {
            Mark::Side(side, number @ LOWEST..=HIGHEST) => {
                Some(side as usize * usize::from(HIGHEST - LOWEST + 1) + usize::from(number - LOWEST))
            }
            _ => None,
        }
    }

    pub(super) fn mark_at(&self, index: usize) -> Option<Mark> {
        let numbers = usize::from(HIGHEST - LOWEST + 1);
        let side = match index / numbers {
            0 => Side::Left,
            1 => Side::Right,
            _ => return None,
        };
        Some(Mark::Side(side, (index % numbers) as u8 + LOWEST))
    }

    pub(super) fn awards(&self) -> Vec<Award> {
        self.left
            .iter()
            .chain(&self.right)
            .filter_map(|cell| cell.award)
            .collect()
    }

    pub(super) fn cell_count(&self) -> usize {
        self.left.len() + self.right.len()
    }

    pub(super) fn faults(&self, ink: &Ink) -> Vec<String> {
        let mut faults: Vec<String> = stray_cells(ink.filled, 2 * MAX_CELLS).into_iter().collect();
        for (side, name) in [(Side::Left, "left"), (Side::Right, "right")] {
            let filled = Spread::side_bits(ink, side);
            if let Some(fault) = stray_cells(filled, self.cells(side).len()).or_else(|| gap(filled)) {
                faults.push(format!("{name} side: {fault}"));
                continue;
            }
            let mut partial = Ink::EMPTY;
            for (index, number) in self.written(ink, side).iter().enumerate() {
                if !self.fitting(&partial, side).contains(*number) {
                    faults.push(format!("{name} side: {number} does not fit cell {}", index + 1));
                }
                partial.filled |= 1 << (side as usize * MAX_CELLS + index);
                partial.numbers[side as usize * MAX_CELLS + index] = (*number).clamp(LOWEST, HIGHEST);
            }
            let written = self.written(ink, side).len();
            if ink.numbers[side as usize * MAX_CELLS..][..MAX_CELLS][written..]
                .iter()
                .any(|number| *number != 0)
            {
                faults.push(format!("{name} side: an empty cell holds a number"));
            }
        }
        faults
    }
}
