//! *Pairs*: blocks of two cells, filled block by block; each pays left minus right.

use super::grid::bits;
use super::{EntryContext, Ink, Mark, Side, stray_cells};
use crate::bonus::Award;
use crate::values::Values;

/// The most cells, two a block.
pub(crate) const MAX_CELLS: usize = 12;

/// A cell of a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PairCell {
    /// What the number is multiplied by.
    pub factor: u8,
    /// What filling it gives.
    pub award: Option<Award>,
}

/// Blocks of two cells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pairs {
    /// The cells: left and right of the first block, left and right of the second, …
    pub cells: Vec<PairCell>,
}

impl Pairs {
    /// The number in a cell; `None` if it is empty.
    pub fn number(&self, ink: &Ink, cell: usize) -> Option<u8> {
        (ink.filled >> cell & 1 != 0).then(|| ink.numbers[cell])
    }

    /// Left minus right of a complete block.
    pub fn star(&self, ink: &Ink, block: usize) -> Option<i16> {
        Some(i16::from(self.number(ink, 2 * block)?) - i16::from(self.number(ink, 2 * block + 1)?))
    }

    /// The first block that is not complete.
    #[inline]
    fn open_block(ink: &Ink) -> usize {
        ink.filled.trailing_ones() as usize / 2
    }

    #[inline]
    fn fits(&self, ink: &Ink, side: Side, number: u8) -> bool {
        let cell = 2 * Pairs::open_block(ink) + side as usize;
        cell < self.cells.len() && ink.filled >> cell & 1 == 0 && (1..=6).contains(&number)
    }

    #[inline]
    pub(super) fn marks_of(&self, ink: &Ink, number: u8, _: EntryContext, out: &mut impl FnMut(Mark)) {
        for side in [Side::Left, Side::Right] {
            if self.fits(ink, side, number) {
                out(Mark::Side(side, number));
            }
        }
    }

    #[inline]
    pub(super) fn allows(&self, ink: &Ink, values: Values, _: EntryContext, mark: Mark) -> bool {
        matches!(mark, Mark::Side(side, number) if values.contains(number) && self.fits(ink, side, number))
    }

    #[inline]
    pub(super) fn any_of(&self, ink: &Ink, number: u8, _: EntryContext) -> bool {
        self.fits(ink, Side::Left, number) || self.fits(ink, Side::Right, number)
    }

    #[inline]
    pub(super) fn write(&self, ink: &mut Ink, mark: Mark, award: &mut impl FnMut(Award)) {
        let Mark::Side(side, number) = mark else { return };
        let index = 2 * Pairs::open_block(ink) + side as usize;
        let cell = &self.cells[index];
        ink.filled |= 1 << index;
        ink.numbers[index] = number * cell.factor;
        if let Some(won) = cell.award {
            award(won);
        }
    }

    pub(super) fn score(&self, ink: &Ink) -> i16 {
        (0..self.cells.len() / 2)
            .filter_map(|block| self.star(ink, block))
            .sum()
    }

    pub(super) fn mark_count(&self) -> usize {
        12
    }

    pub(super) fn mark_index(&self, mark: Mark) -> Option<usize> {
        match mark {
            Mark::Side(side, number @ 1..=6) => Some(6 * side as usize + usize::from(number) - 1),
            _ => None,
        }
    }

    pub(super) fn mark_at(&self, index: usize) -> Option<Mark> {
        let side = match index / 6 {
            0 => Side::Left,
            1 => Side::Right,
            _ => return None,
        };
        Some(Mark::Side(side, (index % 6) as u8 + 1))
    }

    pub(super) fn awards(&self) -> Vec<Award> {
        self.cells.iter().filter_map(|cell| cell.award).collect()
    }

    pub(super) fn cell_count(&self) -> usize {
        self.cells.len()
    }

    pub(super) fn faults(&self, ink: &Ink) -> Vec<String> {
        let mut faults: Vec<String> = stray_cells(ink.filled, self.cell_count()).into_iter().collect();
        let open = Pairs::open_block(ink);
        for cell in bits(ink.filled) {
            if usize::from(cell) / 2 > open {
                faults.push(format!(
                    "cell {} is filled although block {} is not complete",
                    cell + 1,
                    open + 1
                ));
            }
        }
        for (index, cell) in self.cells.iter().enumerate() {
            let number = ink.numbers[index];
            match self.number(ink, index) {
                None if number == 0 => {}
                Some(_)
                    if number.is_multiple_of(cell.factor) && (1..=6).contains(&(number / cell.factor)) => {}
                _ => faults.push(format!("{number} cannot stand in cell {}", index + 1)),
            }
        }
        faults
    }
}
