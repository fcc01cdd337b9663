//! *Spread*: outwards from a centre, to both sides.

use super::view::{
    BonusStatus, BonusView, CellSet, CellStatus, CellView, Digest, ExtraPoints, InkForm, MarkForm, Printed,
    RowOrder, RowView, Spot, Unfinished, Written, ZoneView,
};
use super::{EntryContext, Ink, Mark, Side, gap, stray_cells};
use crate::Message;
use crate::bonus::Award;
use crate::setup::ZoneSetup;
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
    pub(super) fn write(&self, ink: &mut Ink, mark: Mark, award: &mut impl FnMut(Spot, Award)) {
        let Mark::Side(side, number) = mark else { return };
        let count = self.written(ink, side).len();
        let index = side as usize * MAX_CELLS + count;
        ink.filled |= 1 << index;
        ink.numbers[index] = number;
        if let Some(won) = self.cells(side)[count].award {
            award(Spot::Cell(self.cell_id(side, count)), won);
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

    /// The number of a cell: those of the left side first, nearest to the centre first; the centre comes last.
    fn cell_id(&self, side: Side, index: usize) -> u8 {
        match side {
            Side::Left => index as u8,
            Side::Right => (self.left.len() + index) as u8,
        }
    }

    pub(super) fn targets(&self, ink: &Ink, mark: Mark) -> CellSet {
        let Mark::Side(side, _) = mark else {
            return CellSet::EMPTY;
        };
        let next = self.written(ink, side).len();
        if next < self.cells(side).len() {
            CellSet::one(self.cell_id(side, next))
        } else {
            CellSet::EMPTY
        }
    }

    #[inline]
    pub(super) fn each_written(&self, ink: &Ink, out: &mut impl FnMut(u8, u8)) {
        for side in [Side::Left, Side::Right] {
            for (index, number) in self.written(ink, side).iter().enumerate() {
                out(self.cell_id(side, index), *number);
            }
        }
    }

    pub(super) fn view(&self, ink: &Ink) -> ZoneView {
        let centre = self.left.len();
        let mut view = ZoneView::new(
            vec![RowView::plain(RowOrder::Outwards)],
            centre + 1 + self.right.len(),
        );
        for side in [Side::Left, Side::Right] {
            let written = self.written(ink, side);
            for (index, cell) in self.cells(side).iter().enumerate() {
                let number = written.get(index).copied();
                let column = match side {
                    Side::Left => centre - 1 - index,
                    Side::Right => centre + 1 + index,
                };
                let (status, paid) = match number {
                    Some(_) => (CellStatus::Filled, BonusStatus::Paid),
                    None => (CellStatus::Open, BonusStatus::Open),
                };
                view.cells.push(CellView {
                    written: number.map(Written::Number),
                    status,
                    points: Some(cell.points),
                    bonus: cell.award.map(|award| BonusView {
                        award,
                        status: paid,
                        missing: (written.len()..=index)
                            .map(|cell| self.cell_id(side, cell))
                            .collect(),
                    }),
                    ..CellView::blank(usize::from(self.cell_id(side, index)), 0, column)
                });
            }
        }
        view.cells.push(CellView {
            printed: Printed::Centre(self.centre),
            status: CellStatus::Fixed,
            ..CellView::blank(self.cell_count(), 0, centre)
        });
        let (low, high, points) = self.extra;
        if points != 0 {
            view.extras.push(ExtraPoints {
                up_to: Some(low),
                from: Some(high),
                only: None,
                points,
            });
        }
        view
    }

    /// Nothing is told: two sides grow apart, and what fits next depends on both.
    pub(super) fn unfinished(&self, _: &Ink, _: &mut impl FnMut(Unfinished)) {}

    pub(super) fn mark_form(&self) -> MarkForm<'_> {
        MarkForm::Side
    }

    pub(super) fn ink_form(&self) -> InkForm {
        InkForm::Sides
    }

    pub(super) fn setup(&self, ink: &Ink) -> ZoneSetup {
        ZoneSetup {
            left: Some(self.written(ink, Side::Left).to_vec()),
            right: Some(self.written(ink, Side::Right).to_vec()),
            ..ZoneSetup::default()
        }
    }

    pub(super) fn read_setup(&self, setup: &ZoneSetup, ink: &mut Ink) -> Result<(), Message> {
        for (side, numbers) in [(Side::Left, &setup.left), (Side::Right, &setup.right)] {
            let numbers = numbers.as_deref().unwrap_or_default();
            let cells = self.cells(side).len();
            if numbers.len() > cells {
                let error = Message::new("position.side-cells", "a side has {cells} cells, not {found}");
                return Err(error.with("cells", cells).with("found", numbers.len()));
            }
            for number in numbers {
                self.write(ink, Mark::Side(side, *number), &mut |_, _| {});
            }
        }
        Ok(())
    }

    /// No way of filling the zone pays more than this, or costs more.
    pub(super) fn most_points(&self) -> i64 {
        let size = |points: i16| i64::from(points).abs();
        let cells = self.left.iter().chain(&self.right);
        let most = cells.map(|cell| size(cell.points)).max().unwrap_or(0);
        2 * most + self.cell_count() as i64 * size(self.extra.2)
    }

    pub(super) fn digest(&self, out: &mut impl Digest) {
        out.text("spread");
        out.byte(self.centre);
        for side in [Side::Left, Side::Right] {
            out.count(self.cells(side).len());
            for cell in self.cells(side) {
                out.number(cell.points.into());
                out.award(cell.award);
            }
        }
        let (low, high, points) = self.extra;
        out.byte(low);
        out.byte(high);
        out.number(points.into());
    }

    pub(super) fn cell_count(&self) -> usize {
        self.left.len() + self.right.len()
    }

    pub(super) fn violations(&self, ink: &Ink) -> Vec<Message> {
        let mut violations: Vec<Message> = stray_cells(ink.filled, 2 * MAX_CELLS).into_iter().collect();
        for side in [Side::Left, Side::Right] {
            let of_side = |what: Message| {
                let sentence = match side {
                    Side::Left => Message::new("position.of-left-side", "left side: {what}"),
                    Side::Right => Message::new("position.of-right-side", "right side: {what}"),
                };
                sentence.with("what", what)
            };
            let filled = Spread::side_bits(ink, side);
            if let Some(violation) = stray_cells(filled, self.cells(side).len()).or_else(|| gap(filled)) {
                violations.push(of_side(violation));
                continue;
            }
            let mut partial = Ink::EMPTY;
            for (index, number) in self.written(ink, side).iter().enumerate() {
                if !self.fitting(&partial, side).contains(*number) {
                    let violation = Message::new("position.unfitting", "{number} does not fit cell {cell}");
                    let violation = violation.with("number", *number);
                    violations.push(of_side(violation.with("cell", index + 1)));
                }
                partial.filled |= 1 << (side as usize * MAX_CELLS + index);
                partial.numbers[side as usize * MAX_CELLS + index] = (*number).clamp(LOWEST, HIGHEST);
            }
            let written = self.written(ink, side).len();
            if ink.numbers[side as usize * MAX_CELLS..][..MAX_CELLS][written..]
                .iter()
                .any(|number| *number != 0)
            {
                violations.push(of_side(Message::new(
                    "position.empty-cell-number",
                    "an empty cell holds a number",
                )));
            }
        }
        violations
    }
}
