//! *Square*: six rows and six columns; the zone's die names the row, the white die the column. Rows, columns and diagonals
//! pay once they have a few crosses.

use super::view::{
    BonusStatus, BonusView, CellSet, CellStatus, CellView, Digest, GroupKind, GroupView, InkForm, MarkForm,
    Printed, RowOrder, RowView, Spot, Unfinished, Written, ZoneView,
};
use super::{EntryContext, Ink, Mark};
use crate::Message;
use crate::bonus::Award;
use crate::setup::{ZoneSetup, no_cell};
use crate::values::Values;

/// How many rows and columns there are: one for each face of a die.
pub(crate) const SIDE: u8 = 6;
const CELLS: usize = (SIDE as usize) * (SIDE as usize);

/// A row, a column or a diagonal that gives something.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SquareGroup {
    /// Which one.
    pub kind: GroupKind,
    /// Its cells, one bit each.
    pub cells: u64,
    /// What it gives.
    pub award: Option<Award>,
    /// What it pays.
    pub points: i16,
}

/// Rows and columns named by two dice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Square {
    /// How many crosses a group needs.
    pub crosses: u8,
    /// The groups that give something.
    pub groups: Vec<SquareGroup>,
}

/// The cells of a row, a column or a diagonal.
pub(crate) fn cells_of(kind: GroupKind) -> u64 {
    let is_in = |row: u8, column: u8| match kind {
        GroupKind::Row(wanted) => row == wanted,
        GroupKind::Column(wanted) => column == wanted,
        GroupKind::Diagonal => row == column,
        GroupKind::OtherDiagonal => row + column + 1 == SIDE,
        GroupKind::Block(_) | GroupKind::Shade(_) | GroupKind::Other => false,
    };
    (0..CELLS as u8)
        .filter(|cell| is_in(cell / SIDE, cell % SIDE))
        .fold(0, |cells, cell| cells | 1 << cell)
}

impl Square {
    /// The crossed cells, one bit each: more than the 32 that other zones have.
    #[inline]
    pub fn crossed(&self, ink: &Ink) -> u64 {
        u64::from(ink.filled) | u64::from(ink.numbers[0]) << u32::BITS
    }

    fn set_crossed(ink: &mut Ink, crossed: u64) {
        ink.filled = crossed as u32;
        ink.numbers[0] = (crossed >> u32::BITS) as u8;
    }

    /// The free cell that a number stands for.
    #[inline]
    fn cell_for(&self, ink: &Ink, number: u8) -> Option<u8> {
        let cell = number.checked_sub(1)?;
        let is_free = usize::from(cell) < CELLS && self.crossed(ink) >> cell & 1 == 0;
        is_free.then_some(cell)
    }

    #[inline]
    pub(super) fn marks_of(&self, ink: &Ink, number: u8, _: EntryContext, out: &mut impl FnMut(Mark)) {
        if let Some(cell) = self.cell_for(ink, number) {
            out(Mark::Cell(cell));
        }
    }

    #[inline]
    pub(super) fn allows(&self, ink: &Ink, values: Values, _: EntryContext, mark: Mark) -> bool {
        matches!(mark, Mark::Cell(cell @ 0..36) if values.contains(cell + 1) && self.cell_for(ink, cell + 1).is_some())
    }

    #[inline]
    pub(super) fn any_of(&self, ink: &Ink, number: u8, _: EntryContext) -> bool {
        self.cell_for(ink, number).is_some()
    }

    #[inline]
    pub(super) fn write(&self, ink: &mut Ink, mark: Mark, award: &mut impl FnMut(Spot, Award)) {
        let Mark::Cell(cell @ 0..36) = mark else { return };
        let crossed = self.crossed(ink) | 1 << cell;
        Square::set_crossed(ink, crossed);
        for (index, group) in self.groups.iter().enumerate() {
            let completed = group.cells >> cell & 1 != 0
                && (group.cells & crossed).count_ones() == u32::from(self.crosses);
            if let (true, Some(won)) = (completed, group.award) {
                award(Spot::Group(index as u8), won);
            }
        }
    }

    /// How many more crosses a group needs.
    fn needed(&self, ink: &Ink, group: &SquareGroup) -> u8 {
        let crosses = (group.cells & self.crossed(ink)).count_ones() as u8;
        self.crosses.saturating_sub(crosses)
    }

    pub(super) fn score(&self, ink: &Ink) -> i16 {
        let paying = self.groups.iter().filter(|group| group.points != 0);
        paying
            .filter(|group| self.needed(ink, group) == 0)
            .map(|group| group.points)
            .sum()
    }

    pub(super) fn mark_count(&self) -> usize {
        CELLS
    }

    pub(super) fn mark_index(&self, mark: Mark) -> Option<usize> {
        match mark {
            Mark::Cell(cell) => Some(usize::from(cell)).filter(|cell| *cell < CELLS),
            _ => None,
        }
    }

    pub(super) fn mark_at(&self, index: usize) -> Option<Mark> {
        (index < CELLS).then_some(Mark::Cell(index as u8))
    }

    pub(super) fn awards(&self) -> Vec<Award> {
        self.groups.iter().filter_map(|group| group.award).collect()
    }

    pub(super) fn targets(&self, _: &Ink, mark: Mark) -> CellSet {
        match mark {
            Mark::Cell(cell) if usize::from(cell) < CELLS => CellSet::one(cell),
            _ => CellSet::EMPTY,
        }
    }

    #[inline]
    pub(super) fn each_written(&self, ink: &Ink, out: &mut impl FnMut(u8, u8)) {
        let crossed = CellSet(self.crossed(ink));
        crossed.iter().for_each(|cell| out(cell, 1));
    }

    pub(super) fn view(&self, ink: &Ink) -> ZoneView {
        let rows = (0..SIDE).map(|_| RowView::plain(RowOrder::Free));
        let mut view = ZoneView::new(rows.collect(), SIDE.into());
        let crossed = self.crossed(ink);
        for cell in 0..CELLS {
            let filled = crossed >> cell & 1 != 0;
            let (row, column) = (cell / usize::from(SIDE), cell % usize::from(SIDE));
            view.cells.push(CellView {
                printed: Printed::Number(column as u8 + 1),
                status: if filled {
                    CellStatus::Filled
                } else {
                    CellStatus::Open
                },
                written: filled.then_some(Written::Cross),
                ..CellView::blank(cell, row, column)
            });
        }
        for group in &self.groups {
            let needed = self.needed(ink, group);
            let (status, missing) = if needed == 0 {
                (BonusStatus::Paid, CellSet::EMPTY)
            } else {
                (BonusStatus::Open, CellSet(group.cells & !crossed))
            };
            view.groups.push(GroupView {
                kind: group.kind,
                cells: CellSet(group.cells),
                missing,
                needed,
                points: group.points,
                factor: None,
                bonus: group.award.map(|award| BonusView {
                    award,
                    status,
                    missing,
                }),
            });
        }
        view.crosses = Some(self.crosses);
        view
    }

    pub(super) fn unfinished(&self, ink: &Ink, out: &mut impl FnMut(Unfinished)) {
        for group in &self.groups {
            out(Unfinished::Group {
                filled: self.crosses - self.needed(ink, group),
                cells: self.crosses,
                points: group.points,
                award: group.award,
            });
        }
    }

    pub(super) fn mark_form(&self) -> MarkForm<'_> {
        MarkForm::Cell
    }

    pub(super) fn ink_form(&self) -> InkForm {
        InkForm::Crossed
    }

    pub(super) fn setup(&self, ink: &Ink) -> ZoneSetup {
        ZoneSetup::crossed(self.crossed(ink), CELLS)
    }

    pub(super) fn read_setup(&self, setup: &ZoneSetup, ink: &mut Ink) -> Result<(), Message> {
        let crossed = setup.crossed_cells(CELLS)?;
        Square::set_crossed(ink, crossed);
        Ok(())
    }

    /// No way of filling the zone pays more than this, or costs more.
    pub(super) fn most_points(&self) -> i64 {
        self.groups
            .iter()
            .map(|group| i64::from(group.points).abs())
            .sum()
    }

    pub(super) fn digest(&self, out: &mut impl Digest) {
        out.text("square");
        out.byte(self.crosses);
        out.count(self.groups.len());
        for group in &self.groups {
            out.number(group.cells as i64);
            out.award(group.award);
            out.number(group.points.into());
        }
    }

    pub(super) fn cell_count(&self) -> usize {
        CELLS
    }

    pub(super) fn violations(&self, ink: &Ink) -> Vec<Message> {
        let stray = self.crossed(ink) >> CELLS;
        let stray = (stray != 0).then(|| no_cell(CELLS as u32 + stray.trailing_zeros() + 1, CELLS));
        stray.into_iter().collect()
    }
}
