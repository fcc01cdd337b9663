//! *Regions*: a map of connected parts, each crossed as a whole by a die that shows at least as many pips as it has cells.
//! From some parts one starts, then one goes on beside what is crossed. Complete columns pay.

use super::grid::bits;
use super::view::{
    BonusStatus, BonusView, CellSet, CellStatus, CellView, Digest, GroupKind, GroupView, InkForm, MarkForm,
    PartOfZone, RowOrder, RowView, Spot, Unfinished, Written, ZoneView,
};
use super::{EntryContext, Ink, Mark, stray_cells};
use crate::Message;
use crate::bonus::Award;
use crate::setup::ZoneSetup;
use crate::values::Values;

/// The most cells of a map.
pub(crate) const MAX_CELLS: usize = 64;
/// The most parts: one for each letter.
pub(crate) const MAX_PARTS: usize = 26;
/// The most cells of a part: no die shows more.
pub(crate) const MAX_SIZE: usize = 6;
/// The most shades.
pub(crate) const MAX_SHADES: usize = 4;

/// Connected cells that are crossed together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part {
    /// Its cells, one bit each.
    pub cells: u64,
    /// The parts that lie beside it, one bit each.
    pub touches: u32,
    /// Its shade, by index.
    pub shade: u8,
    /// What crossing it gives.
    pub award: Option<Award>,
    /// The cell in which that is printed.
    pub bonus_cell: u8,
}

/// Parts of one colour.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shade {
    /// Its name.
    pub name: String,
    /// Its parts, one bit each.
    pub parts: u32,
    /// What crossing all of them gives.
    pub award: Option<Award>,
}

/// Connected parts that are crossed as a whole.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Regions {
    rows: u8,
    columns: u8,
    parts: Vec<Part>,
    /// The parts to start from, one bit each.
    start: u32,
    shades: Vec<Shade>,
    points: Vec<i16>,
    /// The parts that have a cell in each column.
    in_column: Vec<u32>,
    /// The parts that a die with so many pips can cross.
    fitting: [u32; MAX_SIZE + 1],
}

impl Regions {
    pub(crate) fn new(
        rows: u8,
        columns: u8,
        parts: Vec<Part>,
        start: u32,
        shades: Vec<Shade>,
        points: Vec<i16>,
    ) -> Regions {
        let parts_where = |holds: &dyn Fn(&Part) -> bool| {
            let found = parts.iter().enumerate().filter(|(_, part)| holds(part));
            found.fold(0, |mask, (index, _)| mask | 1 << index)
        };
        let in_column = (0..columns).map(|column| {
            let cells = column_cells(rows, columns, column);
            parts_where(&|part| part.cells & cells != 0)
        });
        let in_column = in_column.collect();
        let fitting =
            std::array::from_fn(|pips| parts_where(&|part| part.cells.count_ones() as usize <= pips));
        Regions {
            rows,
            columns,
            parts,
            start,
            shades,
            points,
            in_column,
            fitting,
        }
    }

    /// The parts, in the order of their letters.
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// The shades.
    pub fn shades(&self) -> &[Shade] {
        &self.shades
    }

    /// The points of each complete column.
    pub fn points(&self) -> &[i16] {
        &self.points
    }

    /// The parts that have a cell in a column, one bit each.
    pub fn in_column(&self, column: usize) -> u32 {
        self.in_column.get(column).copied().unwrap_or(0)
    }

    /// The parts that can be crossed now, whatever their size.
    #[inline]
    pub fn open(&self, ink: &Ink) -> u32 {
        if ink.filled == 0 {
            return self.start;
        }
        // Kept with the ink: what lies beside the crossed parts.
        let [a, b, c, d, ..] = ink.numbers;
        u32::from_le_bytes([a, b, c, d]) & !ink.filled
    }

    /// Crosses parts.
    fn cross(&self, ink: &mut Ink, parts: u32) {
        ink.filled |= parts;
        let beside = bits(ink.filled).fold(0, |beside, part| beside | self.parts[usize::from(part)].touches);
        ink.numbers[..4].copy_from_slice(&beside.to_le_bytes());
    }

    #[inline]
    fn fitting(&self, ink: &Ink, number: u8) -> u32 {
        self.open(ink) & self.fitting[usize::from(number).min(MAX_SIZE)]
    }

    #[inline]
    pub(super) fn marks_of(&self, ink: &Ink, number: u8, _: EntryContext, out: &mut impl FnMut(Mark)) {
        bits(self.fitting(ink, number)).for_each(|part| out(Mark::Cell(part)));
    }

    #[inline]
    pub(super) fn allows(&self, ink: &Ink, values: Values, _: EntryContext, mark: Mark) -> bool {
        let fitting = values.highest().map_or(0, |number| self.fitting(ink, number));
        matches!(mark, Mark::Cell(part) if fitting.checked_shr(part.into()).unwrap_or(0) & 1 != 0)
    }

    #[inline]
    pub(super) fn any_of(&self, ink: &Ink, number: u8, _: EntryContext) -> bool {
        self.fitting(ink, number) != 0
    }

    #[inline]
    pub(super) fn write(&self, ink: &mut Ink, mark: Mark, award: &mut impl FnMut(Spot, Award)) {
        let Mark::Cell(index) = mark else { return };
        let Some(part) = self.parts.get(usize::from(index)) else {
            return;
        };
        self.cross(ink, 1 << index);
        if let Some(won) = part.award {
            award(Spot::Cell(part.bonus_cell), won);
        }
        let shade = &self.shades[usize::from(part.shade)];
        if let (0, Some(won)) = (shade.parts & !ink.filled, shade.award) {
            award(Spot::Group(part.shade), won);
        }
    }

    pub(super) fn score(&self, ink: &Ink) -> i16 {
        let columns = self.points.iter().zip(&self.in_column);
        columns
            .filter(|(_, parts)| **parts & !ink.filled == 0)
            .map(|(points, _)| *points)
            .sum()
    }

    pub(super) fn mark_count(&self) -> usize {
        self.parts.len()
    }

    pub(super) fn mark_index(&self, mark: Mark) -> Option<usize> {
        match mark {
            Mark::Cell(part) => Some(usize::from(part)).filter(|part| *part < self.parts.len()),
            _ => None,
        }
    }

    pub(super) fn mark_at(&self, index: usize) -> Option<Mark> {
        (index < self.parts.len()).then_some(Mark::Cell(index as u8))
    }

    pub(super) fn awards(&self) -> Vec<Award> {
        let parts = self.parts.iter().filter_map(|part| part.award);
        parts
            .chain(self.shades.iter().filter_map(|shade| shade.award))
            .collect()
    }

    pub(super) fn targets(&self, _: &Ink, mark: Mark) -> CellSet {
        match mark {
            Mark::Cell(part) => {
                let part = self.parts.get(usize::from(part));
                part.map_or(CellSet::EMPTY, |part| CellSet(part.cells))
            }
            _ => CellSet::EMPTY,
        }
    }

    /// The cells of some parts.
    fn cells_of(&self, parts: u32) -> u64 {
        bits(parts).fold(0, |cells, part| cells | self.parts[usize::from(part)].cells)
    }

    #[inline]
    pub(super) fn each_written(&self, ink: &Ink, out: &mut impl FnMut(u8, u8)) {
        let crossed = CellSet(self.cells_of(ink.filled));
        crossed.iter().for_each(|cell| out(cell, 1));
    }

    pub(super) fn view(&self, ink: &Ink) -> ZoneView {
        let rows = (0..self.rows).map(|_| RowView::plain(RowOrder::Free));
        let mut view = ZoneView::new(rows.collect(), self.columns.into());
        let crossed = self.cells_of(ink.filled);
        for cell in 0..self.rows * self.columns {
            let has = |part: &Part| part.cells >> cell & 1 != 0;
            let Some(index) = self.parts.iter().position(has) else {
                continue;
            };
            let part = &self.parts[index];
            let filled = ink.filled >> index & 1 != 0;
            let (status, paid, missing) = if filled {
                (CellStatus::Filled, BonusStatus::Paid, 0)
            } else {
                (CellStatus::Open, BonusStatus::Open, part.cells)
            };
            let bonus = part.award.filter(|_| part.bonus_cell == cell);
            let (row, column) = (cell / self.columns, cell % self.columns);
            view.cells.push(CellView {
                written: filled.then_some(Written::Cross),
                status,
                bonus: bonus.map(|award| BonusView {
                    award,
                    status: paid,
                    missing: CellSet(missing),
                }),
                part: Some(PartOfZone {
                    letter: letter(index),
                    shade: part.shade,
                    start: self.start >> index & 1 != 0,
                }),
                ..CellView::blank(cell.into(), row.into(), column.into())
            });
        }
        // Shades come first: what they give is told by their index.
        let shades = self.shades.iter().zip(0..);
        let shades = shades.map(|(shade, index)| {
            let cells = self.cells_of(shade.parts);
            (GroupKind::Shade(index), cells, 0, shade.award)
        });
        let columns = self.points.iter().zip(0..);
        let columns = columns.map(|(points, column)| {
            let mut cells = column_cells(self.rows, self.columns, column);
            cells &= self.cells_of(u32::MAX >> (u32::BITS - self.parts.len() as u32));
            (GroupKind::Column(column), cells, *points, None)
        });
        for (kind, cells, points, award) in shades.chain(columns) {
            let missing = CellSet(cells & !crossed);
            let status = if missing.is_empty() {
                BonusStatus::Paid
            } else {
                BonusStatus::Open
            };
            view.groups.push(GroupView {
                kind,
                cells: CellSet(cells),
                missing,
                needed: missing.len() as u8,
                points,
                factor: None,
                bonus: award.map(|award| BonusView {
                    award,
                    status,
                    missing,
                }),
            });
        }
        view.shades = self.shades.iter().map(|shade| shade.name.clone()).collect();
        view
    }

    pub(super) fn unfinished(&self, ink: &Ink, out: &mut impl FnMut(Unfinished)) {
        let columns = self.points.iter().zip(&self.in_column);
        let columns = columns.map(|(points, parts)| (*parts, *points, None));
        let shades = self.shades.iter().map(|shade| (shade.parts, 0, shade.award));
        for (parts, points, award) in columns.chain(shades) {
            out(Unfinished::Group {
                filled: (parts & ink.filled).count_ones() as u8,
                cells: parts.count_ones() as u8,
                points,
                award,
            });
        }
        for part in bits(self.open(ink)) {
            if let Some(award) = self.parts[usize::from(part)].award {
                out(Unfinished::Group {
                    filled: 0,
                    cells: 1,
                    points: 0,
                    award: Some(award),
                });
            }
        }
    }

    pub(super) fn mark_form(&self) -> MarkForm<'_> {
        MarkForm::Part
    }

    pub(super) fn ink_form(&self) -> InkForm {
        InkForm::Crossed
    }

    pub(super) fn setup(&self, ink: &Ink) -> ZoneSetup {
        ZoneSetup::crossed(ink.filled.into(), self.parts.len())
    }

    pub(super) fn read_setup(&self, setup: &ZoneSetup, ink: &mut Ink) -> Result<(), Message> {
        let crossed = setup.crossed_cells(self.parts.len())?;
        self.cross(ink, crossed as u32);
        Ok(())
    }

    /// No way of filling the zone pays more than this, or costs more.
    pub(super) fn most_points(&self) -> i64 {
        self.points.iter().map(|points| i64::from(*points).abs()).sum()
    }

    pub(super) fn digest(&self, out: &mut impl Digest) {
        out.text("regions");
        out.byte(self.rows);
        out.byte(self.columns);
        out.number(self.start.into());
        out.count(self.parts.len());
        for part in &self.parts {
            out.number(part.cells as i64);
            out.byte(part.shade);
            out.award(part.award);
        }
        out.count(self.shades.len());
        for shade in &self.shades {
            out.award(shade.award);
        }
        out.count(self.points.len());
        self.points.iter().for_each(|points| out.number((*points).into()));
    }

    pub(super) fn cell_count(&self) -> usize {
        usize::from(self.rows) * usize::from(self.columns)
    }

    pub(super) fn violations(&self, ink: &Ink) -> Vec<Message> {
        if let Some(stray) = stray_cells(ink.filled, self.parts.len()) {
            return vec![stray];
        }
        // What can be reached by way of crossed parts.
        let mut reached = self.start & ink.filled;
        loop {
            let beside = bits(reached).fold(0, |beside, part| beside | self.parts[usize::from(part)].touches);
            let more = (reached | beside) & ink.filled;
            if more == reached {
                break;
            }
            reached = more;
        }
        bits(ink.filled & !reached)
            .map(|part| {
                Message::new(
                    "position.part-apart",
                    "part {part} is crossed although no crossed part leads to it",
                )
                .with("part", part + 1)
            })
            .collect()
    }
}

/// The letter of a part.
pub(crate) fn letter(part: usize) -> char {
    char::from(b'a' + part as u8)
}

/// The cells of a column of a map, one bit each.
fn column_cells(rows: u8, columns: u8, column: u8) -> u64 {
    (0..rows).fold(0, |cells, row| cells | 1 << (row * columns + column))
}
