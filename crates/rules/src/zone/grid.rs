//! *Grid*: cells in any order, groups of cells that pay.

mod moved;
mod view;

pub(crate) use moved::ROWS as MOVED_ROWS;
pub use moved::SetNumber;

use super::view::{CellSet, Digest, InkForm, MarkForm, Spot};
use super::{EntryContext, Ink, Mark, Reach, stray_cells};
use crate::Message;
use crate::bonus::Award;
use crate::setup::ZoneSetup;
use crate::values::Values;

/// The most cells a grid may have.
pub(crate) const MAX_CELLS: usize = 32;
/// The highest number that may be printed in a cell.
pub(crate) const MAX_NUMBER: usize = 12;

/// Cells that together give a bonus or points.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Group {
    /// The cells, one bit each. Cells printed crossed are left out.
    pub cells: u32,
    /// What completing the group gives.
    pub award: Option<Award>,
    /// The points of the complete group.
    pub points: i16,
}

/// Which cells a die may reach.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    /// Every free cell.
    Anywhere,
    /// Row n for a die of slot n, the grey cells for a die of the platter.
    BySlot,
}

/// How a grid scores.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GridScore {
    /// The points of the complete groups.
    Groups,
    /// By the number of crosses; the table starts with no cross.
    Crosses(Vec<i16>),
    /// By the number of crosses in each row; the table starts with no cross.
    Rows(Vec<i16>),
}

/// Cells in any order, groups that pay.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Grid {
    rows: u8,
    columns: u8,
    open: u32,
    printed: u32,
    grey: u32,
    shaded: u32,
    numbers: [u8; MAX_CELLS],
    with_number: [u32; MAX_NUMBER + 1],
    access: Access,
    matching: bool,
    /// The dice of the rows, by index, where the dice that a pick moves give crosses too.
    moved: Option<[u8; MOVED_ROWS]>,
    /// Does an entry make one cross, whatever other dice show?
    plain: bool,
    /// Are cells circled before they are crossed?
    twice: bool,
    groups: Vec<Group>,
    groups_of: [u32; MAX_CELLS],
    score: GridScore,
}

impl Grid {
    /// An empty grid of this size; `number` says what is printed where: `None` for no cell, `Some(0)` for a printed cross.
    pub(crate) fn new(rows: u8, columns: u8, number: impl Fn(u8, u8) -> Option<u8>) -> Grid {
        let mut grid = Grid {
            rows,
            columns,
            open: 0,
            printed: 0,
            grey: 0,
            shaded: 0,
            numbers: [0; MAX_CELLS],
            with_number: [0; MAX_NUMBER + 1],
            access: Access::Anywhere,
            matching: false,
            moved: None,
            plain: true,
            twice: false,
            groups: Vec::new(),
            groups_of: [0; MAX_CELLS],
            score: GridScore::Groups,
        };
        for row in 0..rows {
            for column in 0..columns {
                let cell = usize::from(row * columns + column);
                match number(row, column) {
                    None => {}
                    Some(0) => grid.printed |= 1 << cell,
                    Some(number) => {
                        grid.open |= 1 << cell;
                        grid.numbers[cell] = number;
                        grid.with_number[usize::from(number)] |= 1 << cell;
                    }
                }
            }
        }
        grid.shaded = grid.open;
        grid
    }

    pub(crate) fn add_group(&mut self, cells: u32, award: Option<Award>, points: i16) {
        let cells = cells & self.open;
        let index = self.groups.len();
        for cell in bits(cells) {
            self.groups_of[usize::from(cell)] |= 1 << index;
        }
        self.groups.push(Group { cells, award, points });
    }

    pub(crate) fn set_access(&mut self, access: Access, grey: u32) {
        self.access = access;
        self.grey = grey;
    }

    pub(crate) fn set_matching(&mut self) {
        self.matching = true;
        self.plain = false;
    }

    pub(crate) fn set_moved(&mut self, dice: [u8; MOVED_ROWS]) {
        self.moved = Some(dice);
        self.plain = false;
    }

    pub(crate) fn set_twice(&mut self) {
        self.twice = true;
    }

    pub(crate) fn set_shaded(&mut self, shaded: u32) {
        self.shaded = shaded;
    }

    pub(crate) fn set_score(&mut self, score: GridScore) {
        self.score = score;
    }

    /// How many rows there are.
    pub fn rows(&self) -> u8 {
        self.rows
    }

    /// How many columns there are.
    pub fn columns(&self) -> u8 {
        self.columns
    }

    /// The number printed in a cell; `None` where there is no cell or a printed cross.
    pub fn number(&self, cell: u8) -> Option<u8> {
        self.numbers
            .get(usize::from(cell))
            .copied()
            .filter(|number| *number > 0)
    }

    /// The cells that can be crossed, one bit each.
    pub fn open(&self) -> u32 {
        self.open
    }

    /// The cells printed crossed.
    pub fn printed(&self) -> u32 {
        self.printed
    }

    /// The grey cells.
    pub fn grey(&self) -> u32 {
        self.grey
    }

    /// The cells that count for the bonuses of rows and columns.
    pub fn shaded(&self) -> u32 {
        self.shaded
    }

    /// Which cells a die may reach.
    pub fn access(&self) -> Access {
        self.access
    }

    /// Do matching dice give more crosses?
    pub fn matching(&self) -> bool {
        self.matching
    }

    /// Does an entry make one cross, whatever other dice show?
    #[inline]
    pub(crate) fn is_plain(&self) -> bool {
        self.plain
    }

    /// Do the dice that a pick moves give more crosses?
    pub fn counts_moved(&self) -> bool {
        self.moved.is_some()
    }

    /// Are cells circled before they are crossed?
    pub fn twice(&self) -> bool {
        self.twice
    }

    /// The cells that count for groups: where cells are circled first, those that are circled.
    #[inline]
    pub fn marked(&self, ink: &Ink) -> u32 {
        if self.twice {
            let [a, b, c, d, ..] = ink.numbers;
            u32::from_le_bytes([a, b, c, d])
        } else {
            ink.filled
        }
    }

    fn set_marked(ink: &mut Ink, cells: u32) {
        ink.numbers[..4].copy_from_slice(&cells.to_le_bytes());
    }

    /// The groups that pay.
    pub fn groups(&self) -> &[Group] {
        &self.groups
    }

    /// How it scores.
    pub fn scoring(&self) -> &GridScore {
        &self.score
    }

    /// The cells of a row, one bit each.
    #[inline]
    pub fn row(&self, row: u8) -> u32 {
        let width = u32::from(self.columns);
        let ones = ((1u64 << width) - 1) as u32;
        ones.checked_shl(u32::from(row) * width).unwrap_or(0)
    }

    /// The cells of a column, one bit each.
    pub fn column(&self, column: u8) -> u32 {
        (0..self.rows).map(|row| 1 << (row * self.columns + column)).sum()
    }

    #[inline]
    fn free(&self, ink: &Ink, at: EntryContext) -> u32 {
        let reachable = match (self.access, at.reach) {
            (Access::Anywhere, _) | (_, Reach::Anywhere) => self.open,
            (Access::BySlot, Reach::Row(row)) => self.open & self.row(row),
            (Access::BySlot, Reach::Grey) => self.open & self.grey,
        };
        reachable & !ink.filled
    }

    /// The rows (one bit each) in which these cells lie.
    fn rows_of(&self, cells: u32) -> u8 {
        (0..self.rows)
            .filter(|row| cells & self.row(*row) != 0)
            .fold(0, |rows, row| rows | 1 << row)
    }

    fn cells_in_rows(&self, number: u8, rows: u8) -> u32 {
        let cells = self.with_number(number);
        bits(u32::from(rows)).fold(0, |picked, row| picked | cells & self.row(row))
    }

    fn cells_of(&self, mark: Mark) -> Option<u32> {
        match mark {
            Mark::Cell(cell) if !self.matching && usize::from(cell) < MAX_CELLS => Some(1 << cell),
            Mark::Cells { number, rows } if self.matching => Some(self.cells_in_rows(number, rows)),
            Mark::Set(set) if self.moved.is_some() => Some(self.cells_of_set(set)),
            _ => None,
        }
    }

    #[inline]
    fn with_number(&self, number: u8) -> u32 {
        self.with_number.get(usize::from(number)).copied().unwrap_or(0)
    }

    /// The free cell with this index among those printed with a number.
    #[inline]
    pub(super) fn nth_cell(&self, ink: &Ink, number: u8, at: EntryContext, index: usize) -> Option<u8> {
        let mut cells = self.free(ink, at) & self.with_number(number);
        for _ in 0..index {
            cells &= cells.wrapping_sub(1);
        }
        (cells != 0).then(|| cells.trailing_zeros() as u8)
    }

    #[inline]
    pub(super) fn marks_of(&self, ink: &Ink, number: u8, at: EntryContext, out: &mut impl FnMut(Mark)) {
        let cells = self.free(ink, at) & self.with_number(number);
        if self.plain {
            bits(cells).for_each(|cell| out(Mark::Cell(cell)));
            return;
        }
        if let Some(dice) = self.moved {
            self.moved_marks(dice, ink, number, at, out);
            return;
        }
        let rows = self.rows_of(cells);
        let most = 1 + at.companions_showing(number);
        // Every non-empty subset of the free rows, largest first.
        let mut subset = rows;
        while subset != 0 {
            if subset.count_ones() <= most {
                out(Mark::Cells { number, rows: subset });
            }
            subset = (subset - 1) & rows;
        }
    }

    pub(super) fn marks(&self, ink: &Ink, values: Values, at: EntryContext, out: &mut impl FnMut(Mark)) {
        if !self.plain {
            values
                .below(MAX_NUMBER as u8 + 1)
                .iter()
                .for_each(|number| self.marks_of(ink, number, at, out));
        } else {
            let open =
                bits(self.free(ink, at)).filter(|cell| values.contains(self.numbers[usize::from(*cell)]));
            open.for_each(|cell| out(Mark::Cell(cell)));
        }
    }

    #[inline]
    pub(super) fn allows(&self, ink: &Ink, values: Values, at: EntryContext, mark: Mark) -> bool {
        let free = self.free(ink, at);
        match mark {
            Mark::Cell(cell) => {
                !self.matching
                    && free.checked_shr(u32::from(cell)).unwrap_or(0) & 1 != 0
                    && values.contains(self.numbers[usize::from(cell)])
            }
            Mark::Cells { number, rows } => {
                let wanted = self.cells_in_rows(number, rows);
                self.matching
                    && values.contains(number)
                    && rows != 0
                    && wanted.count_ones() == rows.count_ones()
                    && wanted & !free == 0
                    && rows.count_ones() <= 1 + at.companions_showing(number)
            }
            Mark::Set(set) => self
                .moved
                .is_some_and(|dice| self.allows_set(dice, ink, values, at, set)),
            _ => false,
        }
    }

    /// Is any cell free?
    #[inline]
    pub(super) fn any_free(&self, ink: &Ink, at: EntryContext) -> bool {
        self.free(ink, at) != 0
    }

    #[inline]
    pub(super) fn any_of(&self, ink: &Ink, number: u8, at: EntryContext) -> bool {
        self.free(ink, at) & self.with_number(number) != 0
    }

    #[inline]
    pub(super) fn write(&self, ink: &mut Ink, mark: Mark, award: &mut impl FnMut(Spot, Award)) {
        let cells = match mark {
            Mark::Cell(cell) => 1 << (cell % MAX_CELLS as u8),
            _ => self.cells_of(mark).unwrap_or(0),
        };
        if self.twice {
            return self.write_twice(ink, cells, award);
        }
        let before = ink.filled;
        ink.filled |= cells;
        self.award_groups(cells, before, ink.filled, award);
    }

    /// Circles a cell, or crosses one that is circled.
    #[inline(never)]
    fn write_twice(&self, ink: &mut Ink, cells: u32, award: &mut impl FnMut(Spot, Award)) {
        let before = self.marked(ink);
        ink.filled |= cells & before;
        Grid::set_marked(ink, before | cells);
        self.award_groups(cells & !before, before, before | cells, award);
    }

    /// Hands out what the groups give that these cells complete.
    #[inline(always)]
    fn award_groups(&self, cells: u32, before: u32, after: u32, award: &mut impl FnMut(Spot, Award)) {
        let touched = bits(cells).fold(0, |groups, cell| groups | self.groups_of[usize::from(cell)]);
        for index in bits(touched) {
            let group = &self.groups[usize::from(index)];
            let completed = group.cells & !after == 0 && group.cells & !before != 0;
            if let (true, Some(won)) = (completed, group.award) {
                award(Spot::Group(index), won);
            }
        }
    }

    pub(super) fn score(&self, ink: &Ink) -> i16 {
        match &self.score {
            GridScore::Groups => self
                .groups
                .iter()
                .filter(|group| group.cells & !ink.filled == 0)
                .map(|group| group.points)
                .sum(),
            GridScore::Crosses(table) => table[ink.count()],
            GridScore::Rows(table) => (0..self.rows)
                .map(|row| table[(ink.filled & self.row(row)).count_ones() as usize])
                .sum(),
        }
    }

    pub(super) fn mark_count(&self) -> usize {
        if self.matching {
            MAX_NUMBER_ON_A_DIE * ((1 << self.rows) - 1)
        } else if self.moved.is_some() {
            self.cell_count() + moved::SETS
        } else {
            self.cell_count()
        }
    }

    /// Only dice make several crosses at once.
    pub(super) fn gift_mark_count(&self) -> usize {
        if self.moved.is_some() {
            self.cell_count()
        } else {
            self.mark_count()
        }
    }

    pub(super) fn mark_index(&self, mark: Mark) -> Option<usize> {
        let subsets = (1usize << self.rows) - 1;
        let index = match mark {
            Mark::Cell(cell) if !self.matching => {
                return Some(usize::from(cell)).filter(|cell| *cell < self.cell_count());
            }
            Mark::Set(set) if self.moved.is_some() => self.cell_count() + Grid::set_index(set)?,
            Mark::Cells { number, rows } if self.matching => {
                (usize::from(number).checked_sub(1)?) * subsets
                    + usize::from(rows).checked_sub(1).filter(|rows| *rows < subsets)?
            }
            _ => return None,
        };
        (index < self.mark_count()).then_some(index)
    }

    pub(super) fn mark_at(&self, index: usize) -> Option<Mark> {
        if index >= self.mark_count() {
            return None;
        }
        if let Some(set) = index
            .checked_sub(self.cell_count())
            .filter(|_| self.moved.is_some())
        {
            return Grid::set_at(set);
        }
        let subsets = (1usize << self.rows) - 1;
        Some(if self.matching {
            Mark::Cells {
                number: (index / subsets) as u8 + 1,
                rows: (index % subsets) as u8 + 1,
            }
        } else {
            Mark::Cell(index as u8)
        })
    }

    pub(super) fn awards(&self) -> Vec<Award> {
        self.groups.iter().filter_map(|group| group.award).collect()
    }

    pub(super) fn targets(&self, _: &Ink, mark: Mark) -> CellSet {
        self.cells_of(mark).unwrap_or(0).into()
    }

    /// The mark that crosses just these cells.
    pub(super) fn mark_of(&self, cells: CellSet) -> Option<Mark> {
        let cells = u32::try_from(cells.0).ok()?;
        let known = cells & self.open == cells && cells != 0 && self.moved.is_some();
        known.then(|| self.mark_of_cells(cells)).flatten()
    }

    pub(super) fn mark_form(&self) -> MarkForm<'_> {
        if self.matching {
            MarkForm::Rows
        } else if self.moved.is_some() {
            MarkForm::Set
        } else {
            MarkForm::Cell
        }
    }

    pub(super) fn ink_form(&self) -> InkForm {
        if self.twice {
            InkForm::Circled
        } else {
            InkForm::Crossed
        }
    }

    pub(super) fn setup(&self, ink: &Ink) -> ZoneSetup {
        let mut setup = ZoneSetup::crossed(ink.filled.into(), self.cell_count());
        if self.twice {
            let circled = self.marked(ink) & !ink.filled;
            setup.circled = ZoneSetup::crossed(circled.into(), self.cell_count()).crossed;
        }
        setup
    }

    pub(super) fn read_setup(&self, setup: &ZoneSetup, ink: &mut Ink) -> Result<(), Message> {
        setup.read_crossed(self.cell_count(), ink)?;
        if self.twice {
            let mut marked = ink.filled;
            for cell in setup.circled.iter().flatten() {
                let bit = ZoneSetup::bit(*cell, self.cell_count())?;
                if marked & bit != 0 {
                    let error = Message::new("position.circled-twice", "cell {cell} is marked twice");
                    return Err(error.with("cell", *cell));
                }
                marked |= bit;
            }
            Grid::set_marked(ink, marked);
        }
        Ok(())
    }

    /// No way of filling the zone pays more than this, or costs more.
    pub(super) fn most_points(&self) -> i64 {
        let size = |points: &i16| i64::from(*points).abs();
        let largest = |table: &[i16]| table.iter().map(size).max().unwrap_or(0);
        match &self.score {
            GridScore::Groups => self.groups.iter().map(|group| size(&group.points)).sum(),
            GridScore::Crosses(table) => largest(table),
            GridScore::Rows(table) => i64::from(self.rows) * largest(table),
        }
    }

    pub(super) fn digest(&self, out: &mut impl Digest) {
        out.text("grid");
        out.byte(self.rows);
        out.byte(self.columns);
        (0..self.rows * self.columns).for_each(|cell| out.byte(self.number(cell).unwrap_or(0)));
        [self.open, self.printed, self.grey, self.shaded]
            .into_iter()
            .for_each(|cells| out.number(cells.into()));
        out.byte(match self.access {
            Access::Anywhere => 0,
            Access::BySlot => 1,
        });
        out.byte(u8::from(self.matching));
        out.count(self.groups.len());
        for group in &self.groups {
            out.number(group.cells.into());
            out.award(group.award);
            out.number(group.points.into());
        }
        let (kind, table) = match &self.score {
            GridScore::Groups => (0, &[][..]),
            GridScore::Crosses(table) => (1, table.as_slice()),
            GridScore::Rows(table) => (2, table.as_slice()),
        };
        out.byte(kind);
        out.count(table.len());
        table.iter().for_each(|points| out.number((*points).into()));
        if self.twice {
            out.text("twice");
        }
        if let Some(dice) = self.moved {
            out.text("moved");
            dice.into_iter().for_each(|die| out.byte(die));
        }
    }

    pub(super) fn cell_count(&self) -> usize {
        usize::from(self.rows) * usize::from(self.columns)
    }

    pub(super) fn violations(&self, ink: &Ink) -> Vec<Message> {
        if let Some(stray) = stray_cells(ink.filled, self.cell_count()) {
            return vec![stray];
        }
        bits((ink.filled | self.marked(ink)) & !self.open)
            .map(|cell| {
                Message::new("position.closed-cell", "cell {cell} cannot be crossed").with("cell", cell + 1)
            })
            .collect()
    }
}

/// Grids with matching dice are marked by the face of a die.
const MAX_NUMBER_ON_A_DIE: usize = 6;

/// The bits that are set, lowest first.
#[inline]
pub(crate) fn bits(mut mask: u32) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        (mask != 0).then(|| {
            let bit = mask.trailing_zeros() as u8;
            mask &= mask - 1;
            bit
        })
    })
}
