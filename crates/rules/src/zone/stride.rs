//! *Stride*: rightwards, skipping allowed, bonuses between neighbours.

use super::grid::bits;
use super::{EntryContext, Ink, Mark, stray_cells};
use crate::bonus::Award;
use crate::values::Values;

/// The most cells a stride may have.
pub(crate) const MAX_CELLS: usize = 16;

/// A row of printed numbers, crossed rightwards; skipped cells are lost.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stride {
    numbers: Vec<u8>,
    with_number: [u32; 7],
    between: Vec<Option<Award>>,
    points: Vec<i16>,
}

impl Stride {
    /// A row with these numbers (1 to 6), bonuses between neighbours, and points by crosses (none first).
    pub(crate) fn new(numbers: Vec<u8>, between: Vec<Option<Award>>, points: Vec<i16>) -> Stride {
        let mut with_number = [0; 7];
        for (cell, number) in numbers.iter().enumerate() {
            with_number[usize::from(*number)] |= 1 << cell;
        }
        Stride {
            numbers,
            with_number,
            between,
            points,
        }
    }

    /// The printed numbers.
    pub fn numbers(&self) -> &[u8] {
        &self.numbers
    }

    /// The bonuses between neighbours: the first lies between cells 0 and 1.
    pub fn between(&self) -> &[Option<Award>] {
        &self.between
    }

    /// The points by crosses, from none.
    pub fn points(&self) -> &[i16] {
        &self.points
    }

    /// The cells printed with this number that lie right of the last cross.
    #[inline]
    fn reachable(&self, ink: &Ink, number: u8) -> u32 {
        let passed = u32::MAX.checked_shr(ink.filled.leading_zeros()).unwrap_or(0);
        self.with_number.get(usize::from(number)).copied().unwrap_or(0) & !passed
    }

    #[inline]
    pub(super) fn marks_of(&self, ink: &Ink, number: u8, _: EntryContext, out: &mut impl FnMut(Mark)) {
        bits(self.reachable(ink, number)).for_each(|cell| out(Mark::Cell(cell)));
    }

    #[inline]
    pub(super) fn allows(&self, ink: &Ink, values: Values, _: EntryContext, mark: Mark) -> bool {
        let Mark::Cell(cell) = mark else { return false };
        let Some(number) = self.numbers.get(usize::from(cell)) else {
            return false;
        };
        values.contains(*number) && self.reachable(ink, *number) >> cell & 1 != 0
    }

    #[inline]
    pub(super) fn any_of(&self, ink: &Ink, number: u8, _: EntryContext) -> bool {
        self.reachable(ink, number) != 0
    }

    #[inline]
    pub(super) fn write(&self, ink: &mut Ink, mark: Mark, award: &mut impl FnMut(Award)) {
        let Mark::Cell(cell) = mark else { return };
        ink.filled |= 1 << cell;
        let before = cell.checked_sub(1).filter(|before| ink.filled >> before & 1 != 0);
        if let Some(won) = before.and_then(|before| self.between[usize::from(before)]) {
            award(won);
        }
    }

    pub(super) fn score(&self, ink: &Ink) -> i16 {
        self.points[ink.count()]
    }

    pub(super) fn mark_count(&self) -> usize {
        self.cell_count()
    }

    pub(super) fn mark_index(&self, mark: Mark) -> Option<usize> {
        match mark {
            Mark::Cell(cell) if usize::from(cell) < self.cell_count() => Some(usize::from(cell)),
            _ => None,
        }
    }

    pub(super) fn mark_at(&self, index: usize) -> Option<Mark> {
        (index < self.cell_count()).then_some(Mark::Cell(index as u8))
    }

    pub(super) fn awards(&self) -> Vec<Award> {
        self.between.iter().filter_map(|award| *award).collect()
    }

    pub(super) fn cell_count(&self) -> usize {
        self.numbers.len()
    }

    pub(super) fn faults(&self, ink: &Ink) -> Vec<String> {
        stray_cells(ink.filled, self.cell_count()).into_iter().collect()
    }
}
