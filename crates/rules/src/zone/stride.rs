//! *Stride*: rightwards, skipping allowed, bonuses between neighbours.

use super::grid::bits;
use super::view::{
    BonusStatus, BonusView, CellSet, CellStatus, CellView, Digest, InkForm, LinkView, MarkForm, PointsTable,
    Printed, RowOrder, RowView, Spot, Unfinished, Written, ZoneView,
};
use super::{EntryContext, Ink, Mark, stray_cells};
use crate::Message;
use crate::bonus::Award;
use crate::setup::ZoneSetup;
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
        self.with_number.get(usize::from(number)).copied().unwrap_or(0) & !Stride::passed(ink)
    }

    /// The cells up to the last cross, crossed or skipped.
    #[inline]
    fn passed(ink: &Ink) -> u32 {
        u32::MAX.checked_shr(ink.filled.leading_zeros()).unwrap_or(0)
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
    pub(super) fn write(&self, ink: &mut Ink, mark: Mark, award: &mut impl FnMut(Spot, Award)) {
        let Mark::Cell(cell) = mark else { return };
        ink.filled |= 1 << cell;
        let before = cell.checked_sub(1).filter(|before| ink.filled >> before & 1 != 0);
        if let Some(before) = before
            && let Some(won) = self.between[usize::from(before)]
        {
            award(Spot::Between(before), won);
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

    pub(super) fn targets(&self, _: &Ink, mark: Mark) -> CellSet {
        match mark {
            Mark::Cell(cell) if usize::from(cell) < self.numbers.len() => CellSet::one(cell),
            _ => CellSet::EMPTY,
        }
    }

    #[inline]
    pub(super) fn each_written(&self, ink: &Ink, out: &mut impl FnMut(u8, u8)) {
        CellSet::from(ink.filled).iter().for_each(|cell| out(cell, 1));
    }

    pub(super) fn view(&self, ink: &Ink) -> ZoneView {
        let mut view = ZoneView::new(vec![RowView::plain(RowOrder::Free)], self.numbers.len());
        let filled = CellSet::from(ink.filled);
        let skipped = CellSet::from(Stride::passed(ink) & !ink.filled);
        for (index, number) in self.numbers.iter().enumerate() {
            let id = index as u8;
            let status = match () {
                () if filled.contains(id) => CellStatus::Filled,
                () if skipped.contains(id) => CellStatus::Closed,
                () => CellStatus::Open,
            };
            view.cells.push(CellView {
                printed: Printed::Number(*number),
                written: filled.contains(id).then_some(Written::Cross),
                status,
                ..CellView::blank(index, 0, index)
            });
        }
        for (index, award) in self.between.iter().enumerate() {
            let Some(award) = *award else { continue };
            let (left, right) = (index as u8, index as u8 + 1);
            let missing = [left, right].into_iter().filter(|cell| !filled.contains(*cell));
            let missing: CellSet = missing.collect();
            let status = match () {
                () if missing.is_empty() => BonusStatus::Paid,
                () if skipped.contains(left) || skipped.contains(right) => BonusStatus::Lost,
                () => BonusStatus::Open,
            };
            let missing = if status == BonusStatus::Open {
                missing
            } else {
                CellSet::EMPTY
            };
            view.links.push(LinkView {
                left,
                right,
                bonus: BonusView {
                    award,
                    status,
                    missing,
                },
            });
        }
        view.table = PointsTable::Whole(self.points.clone());
        view
    }

    /// Nothing is told: skipping makes every promise of a stride depend on what comes next.
    pub(super) fn unfinished(&self, _: &Ink, _: &mut impl FnMut(Unfinished)) {}

    pub(super) fn mark_form(&self) -> MarkForm<'_> {
        MarkForm::Step
    }

    pub(super) fn ink_form(&self) -> InkForm {
        InkForm::Crossed
    }

    pub(super) fn setup(&self, ink: &Ink) -> ZoneSetup {
        ZoneSetup::crossed(ink.filled.into(), self.cell_count())
    }

    pub(super) fn read_setup(&self, setup: &ZoneSetup, ink: &mut Ink) -> Result<(), Message> {
        setup.read_crossed(self.cell_count(), ink)
    }

    /// No way of filling the zone pays more than this, or costs more.
    pub(super) fn most_points(&self) -> i64 {
        let sizes = self.points.iter().map(|points| i64::from(*points).abs());
        sizes.max().unwrap_or(0)
    }

    pub(super) fn digest(&self, out: &mut impl Digest) {
        out.text("stride");
        out.count(self.numbers.len());
        self.numbers.iter().for_each(|number| out.byte(*number));
        out.count(self.between.len());
        self.between.iter().for_each(|award| out.award(*award));
        out.count(self.points.len());
        self.points.iter().for_each(|points| out.number((*points).into()));
    }

    pub(super) fn cell_count(&self) -> usize {
        self.numbers.len()
    }

    pub(super) fn violations(&self, ink: &Ink) -> Vec<Message> {
        stray_cells(ink.filled, self.cell_count()).into_iter().collect()
    }
}
