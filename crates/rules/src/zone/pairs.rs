//! *Pairs*: blocks of two cells, filled block by block; each pays left minus right.

use super::grid::bits;
use super::view::{
    BonusStatus, BonusView, CellSet, CellStatus, CellView, Digest, GroupKind, GroupView, InkForm, MarkForm,
    Printed, RowOrder, RowView, Spot, Unfinished, Written, ZoneView,
};
use super::{EntryContext, Ink, Mark, MarkCounts, Side, gap, stray_cells, wrong_number};
use crate::Message;
use crate::bonus::Award;
use crate::setup::ZoneSetup;
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
    /// Does the left cell of a block come first?
    pub in_order: bool,
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
        self.is_open(ink, cell) && (1..=6).contains(&number)
    }

    /// Can a cell of the open block be filled now?
    #[inline]
    fn is_open(&self, ink: &Ink, cell: usize) -> bool {
        let in_turn = !self.in_order || ink.filled.trailing_ones() as usize == cell;
        cell < self.cells.len() && ink.filled >> cell & 1 == 0 && in_turn
    }

    /// The ways to write each number now.
    pub(super) fn mark_counts(&self, ink: &Ink) -> MarkCounts {
        let left = 2 * Pairs::open_block(ink);
        [left, left + 1]
            .into_iter()
            .fold(MarkCounts::NONE, |counts, cell| {
                if self.is_open(ink, cell) {
                    counts.and(MarkCounts::span(1, 6))
                } else {
                    counts
                }
            })
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
    pub(super) fn write(&self, ink: &mut Ink, mark: Mark, award: &mut impl FnMut(Spot, Award)) {
        let Mark::Side(side, number) = mark else { return };
        let index = 2 * Pairs::open_block(ink) + side as usize;
        let cell = &self.cells[index];
        ink.filled |= 1 << index;
        ink.numbers[index] = number * cell.factor;
        if let Some(won) = cell.award {
            award(Spot::Cell(index as u8), won);
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

    pub(super) fn targets(&self, ink: &Ink, mark: Mark) -> CellSet {
        let Mark::Side(side, _) = mark else {
            return CellSet::EMPTY;
        };
        let cell = 2 * Pairs::open_block(ink) + side as usize;
        if self.is_open(ink, cell) {
            CellSet::one(cell as u8)
        } else {
            CellSet::EMPTY
        }
    }

    #[inline]
    pub(super) fn each_written(&self, ink: &Ink, out: &mut impl FnMut(u8, u8)) {
        for cell in CellSet::from(ink.filled).iter() {
            out(cell, ink.numbers[usize::from(cell)]);
        }
    }

    pub(super) fn view(&self, ink: &Ink) -> ZoneView {
        let mut view = ZoneView::new(vec![RowView::plain(RowOrder::Free)], self.cells.len());
        let empty = |cells: std::ops::Range<usize>| -> CellSet {
            let cells = cells.map(|cell| cell as u8);
            cells.filter(|cell| ink.filled >> cell & 1 == 0).collect()
        };
        for (index, cell) in self.cells.iter().enumerate() {
            let number = self.number(ink, index);
            let (status, paid) = match number {
                Some(_) => (CellStatus::Filled, BonusStatus::Paid),
                None => (CellStatus::Open, BonusStatus::Open),
            };
            // The blocks before have to be complete.
            let missing = match number {
                Some(_) => CellSet::EMPTY,
                None if self.in_order => empty(0..index + 1),
                None => empty(0..index / 2 * 2).union(CellSet::one(index as u8)),
            };
            view.cells.push(CellView {
                printed: Printed::Times(cell.factor),
                written: number.map(Written::Number),
                status,
                bonus: cell.award.map(|award| BonusView {
                    award,
                    status: paid,
                    missing,
                }),
                sign: Some(if index.is_multiple_of(2) { 1 } else { -1 }),
                ..CellView::blank(index, 0, index)
            });
        }
        for block in 0..self.cells.len() / 2 {
            let cells = 2 * block..2 * block + 2;
            view.groups.push(GroupView {
                kind: GroupKind::Block(block as u8),
                cells: cells.clone().map(|cell| cell as u8).collect(),
                missing: empty(cells.clone()),
                needed: empty(cells).len() as u8,
                points: self.star(ink, block).unwrap_or(0),
                factor: None,
                bonus: None,
            });
        }
        view
    }

    pub(super) fn unfinished(&self, ink: &Ink, out: &mut impl FnMut(Unfinished)) {
        for block in 0..self.cells.len() / 2 {
            let factor = |side: Side| i16::from(self.cells[2 * block + side as usize].factor);
            let number = |side: Side| self.number(ink, 2 * block + side as usize).map(i16::from);
            match (number(Side::Left), number(Side::Right)) {
                (Some(left), None) => out(Unfinished::HalfBlock {
                    points: left,
                    factor: -factor(Side::Right),
                }),
                (None, Some(right)) => out(Unfinished::HalfBlock {
                    points: -right,
                    factor: factor(Side::Left),
                }),
                _ => {}
            }
        }
    }

    pub(super) fn mark_form(&self) -> MarkForm<'_> {
        MarkForm::Side
    }

    pub(super) fn ink_form(&self) -> InkForm {
        InkForm::Pairs
    }

    pub(super) fn setup(&self, ink: &Ink) -> ZoneSetup {
        let blocks = (0..self.cells.len() / 2)
            .map(|block| (self.number(ink, 2 * block), self.number(ink, 2 * block + 1)))
            .take_while(|block| *block != (None, None));
        ZoneSetup {
            pairs: Some(blocks.collect()),
            ..ZoneSetup::default()
        }
    }

    pub(super) fn read_setup(&self, setup: &ZoneSetup, ink: &mut Ink) -> Result<(), Message> {
        let pairs = setup.pairs.iter().flatten();
        let halves = pairs.flat_map(|(left, right)| [*left, *right]);
        setup.read_numbers(halves, self.cells.len(), ink)
    }

    /// No way of filling the zone pays more than this, or costs more.
    pub(super) fn most_points(&self) -> i64 {
        self.cells.iter().map(|cell| 6 * i64::from(cell.factor)).sum()
    }

    pub(super) fn digest(&self, out: &mut impl Digest) {
        out.text("pairs");
        out.count(self.cells.len());
        for cell in &self.cells {
            out.byte(cell.factor);
            out.award(cell.award);
        }
        if self.in_order {
            out.text("in order");
        }
    }

    pub(super) fn cell_count(&self) -> usize {
        self.cells.len()
    }

    pub(super) fn violations(&self, ink: &Ink) -> Vec<Message> {
        let mut violations: Vec<Message> = stray_cells(ink.filled, self.cell_count()).into_iter().collect();
        let open = Pairs::open_block(ink);
        for cell in bits(ink.filled) {
            if usize::from(cell) / 2 > open {
                let violation = Message::new(
                    "position.block-open",
                    "cell {cell} is filled although block {block} is not complete",
                );
                violations.push(violation.with("cell", cell + 1).with("block", open + 1));
            }
        }
        if self.in_order {
            violations.extend(gap(ink.filled));
        }
        for (index, cell) in self.cells.iter().enumerate() {
            let number = ink.numbers[index];
            match self.number(ink, index) {
                None if number == 0 => {}
                Some(_)
                    if number.is_multiple_of(cell.factor) && (1..=6).contains(&(number / cell.factor)) => {}
                _ => violations.push(wrong_number(number, index + 1)),
            }
        }
        violations
    }
}
