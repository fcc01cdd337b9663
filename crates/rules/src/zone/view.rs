//! A zone read cell by cell: what is printed, what is written, what it pays, and what is still to be had.
//!
//! Whoever shows a zone or speaks about it reads a [`ZoneView`] and needs to know no mechanic.

use crate::bonus::Award;
use crate::die::Die;

/// Some cells of a zone, one bit each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct CellSet(pub u64);

impl CellSet {
    /// No cell.
    pub const EMPTY: CellSet = CellSet(0);

    /// Just this cell.
    pub fn one(cell: u8) -> CellSet {
        CellSet(1u64.checked_shl(u32::from(cell)).unwrap_or(0))
    }

    /// Is the cell in the set?
    pub fn contains(self, cell: u8) -> bool {
        self.0.checked_shr(u32::from(cell)).unwrap_or(0) & 1 != 0
    }

    /// Is there no cell?
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many cells there are.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The cells of both sets.
    #[must_use]
    pub fn union(self, other: CellSet) -> CellSet {
        CellSet(self.0 | other.0)
    }

    /// The cells of this set that are not in the other.
    #[must_use]
    pub fn minus(self, other: CellSet) -> CellSet {
        CellSet(self.0 & !other.0)
    }

    /// The cells, lowest first.
    pub fn iter(self) -> impl Iterator<Item = u8> {
        let (low, high) = (self.0 as u32, (self.0 >> 32) as u32);
        super::grid::bits(low).chain(super::grid::bits(high).map(|cell| cell + 32))
    }
}

impl From<u32> for CellSet {
    fn from(cells: u32) -> CellSet {
        CellSet(cells.into())
    }
}

impl FromIterator<u8> for CellSet {
    fn from_iter<I: IntoIterator<Item = u8>>(cells: I) -> CellSet {
        cells
            .into_iter()
            .fold(CellSet::EMPTY, |set, cell| set.union(CellSet::one(cell)))
    }
}

impl std::fmt::Debug for CellSet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// What is printed in a cell.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Printed {
    /// Nothing.
    Blank,
    /// A number.
    Number(u8),
    /// The least number that may be entered, and what it is multiplied by.
    AtLeast {
        /// The least number.
        least: u8,
        /// The factor; 1 if none is printed.
        factor: u8,
    },
    /// What the number is multiplied by.
    Times(u8),
    /// The number is halved.
    Half,
    /// The number is halved, or multiplied by this without the bonus.
    HalfOrTimes(u8),
    /// A cross.
    Cross,
    /// A number to start from.
    Centre(u8),
}

/// What a player wrote in a cell.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Written {
    /// A cross.
    Cross,
    /// A circle, which a cross may follow.
    Circle,
    /// A number, multiplied or halved already.
    Number(u8),
}

/// Whether a cell can be filled.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CellStatus {
    /// It can be filled, now or later.
    Open,
    /// It is filled.
    Filled,
    /// It was skipped and can never be filled.
    Closed,
    /// It is printed as it stays.
    Fixed,
}

/// What became of a bonus.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BonusStatus {
    /// It can still be won.
    Open,
    /// It was won.
    Paid,
    /// It was given up for points.
    GivenUp,
    /// It can never be won.
    Lost,
}

/// A bonus printed on the sheet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BonusView {
    /// What is won.
    pub award: Award,
    /// What became of it.
    pub status: BonusStatus,
    /// The cells that have to be filled before it is won; empty once it is decided.
    pub missing: CellSet,
}

/// One cell of a zone.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct CellView {
    /// Its number in the zone, from 0: the same in effects and marks.
    pub id: u8,
    /// Its row, from 0.
    pub row: u8,
    /// Its column, from 0.
    pub column: u8,
    /// What is printed in it.
    pub printed: Printed,
    /// What is written in it.
    pub written: Option<Written>,
    /// Whether it can be filled.
    pub status: CellStatus,
    /// The points printed above it, which count while it is the last filled cell of its row or side.
    pub points: Option<i16>,
    /// What filling it gives.
    pub bonus: Option<BonusView>,
    /// Is it open to dice of the platter?
    pub grey: bool,
    /// Does it count for the bonuses of rows and columns, where not all cells do?
    pub shaded: bool,
    /// The least number that may be entered, where cells ask for one.
    pub least: Option<u8>,
    /// What its number counts in the end, where cells differ: −1 or 1 times.
    pub sign: Option<i8>,
    /// The least number that wins its bonus, where not every number does.
    pub bonus_from: Option<u8>,
    /// The part it belongs to, where whole parts are crossed.
    pub part: Option<PartOfZone>,
}

/// A part of a zone: connected cells that are crossed together.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PartOfZone {
    /// Its letter, from `a` on.
    pub letter: char,
    /// Its shade, by index.
    pub shade: u8,
    /// Can the first entry be made here?
    pub start: bool,
}

impl CellView {
    /// An open cell with nothing printed.
    pub(super) fn blank(id: usize, row: usize, column: usize) -> CellView {
        CellView {
            id: id as u8,
            row: row as u8,
            column: column as u8,
            printed: Printed::Blank,
            written: None,
            status: CellStatus::Open,
            points: None,
            bonus: None,
            grey: false,
            shaded: false,
            least: None,
            sign: None,
            bonus_from: None,
            part: None,
        }
    }

    /// What the number entered here is multiplied by.
    pub fn factor(&self) -> u8 {
        match self.printed {
            Printed::Times(factor) | Printed::HalfOrTimes(factor) | Printed::AtLeast { factor, .. } => factor,
            Printed::Blank | Printed::Number(_) | Printed::Half | Printed::Cross | Printed::Centre(_) => 1,
        }
    }
}

/// Which cells a group has.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum GroupKind {
    /// A row, counted from 0.
    Row(u8),
    /// A column, counted from 0.
    Column(u8),
    /// The diagonal from the top left.
    Diagonal,
    /// The diagonal from the top right.
    OtherDiagonal,
    /// The cells of a shade, by index.
    Shade(u8),
    /// A block of two cells, counted from 0.
    Block(u8),
    /// Other cells.
    Other,
}

/// Cells that pay together.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct GroupView {
    /// Which cells it has.
    pub kind: GroupKind,
    /// Its cells; printed crosses are left out.
    pub cells: CellSet,
    /// The cells still to be filled; where a few will do, those that could be filled.
    pub missing: CellSet,
    /// How many cells still have to be filled.
    pub needed: u8,
    /// What the complete group pays in points; of a block, what it came to, 0 until then.
    pub points: i16,
    /// What the sum of its numbers is multiplied by, once it is complete, where it pays that.
    pub factor: Option<u8>,
    /// What completing it gives.
    pub bonus: Option<BonusView>,
}

impl GroupView {
    /// Are enough of its cells filled?
    pub fn is_complete(&self) -> bool {
        self.needed == 0
    }
}

/// A bonus between a cell and its neighbour to the right: both have to be filled.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LinkView {
    /// The left cell.
    pub left: u8,
    /// The right cell.
    pub right: u8,
    /// What is won.
    pub bonus: BonusView,
}

/// What may follow what in a row.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RowOrder {
    /// Anything.
    Free,
    /// A higher number; anything after `restart`.
    Rising {
        /// The number after which any number may follow.
        restart: Option<u8>,
    },
    /// A lower number.
    Falling,
    /// A lower number, or the same again.
    NotRising,
    /// By one down to the left, by one up to the right; the number in the middle may be written again.
    Outwards,
}

/// A row of cells.
#[derive(Clone, PartialEq, Debug)]
pub struct RowView {
    /// Its name, where rows have names.
    pub name: Option<String>,
    /// What its numbers count in the end, where rows differ: −1, 0 or 1 times.
    pub sign: Option<i8>,
    /// What may follow what.
    pub order: RowOrder,
    /// The slot whose dice reach it, from 0, where that matters.
    pub slot: Option<u8>,
    /// The die that crosses here when it is moved, where that matters.
    pub die: Option<Die>,
}

impl RowView {
    /// A row without a name.
    pub(super) fn plain(order: RowOrder) -> RowView {
        RowView {
            name: None,
            sign: None,
            order,
            slot: None,
            die: None,
        }
    }
}

/// Points by the number of filled cells; the table starts with none.
#[derive(Clone, PartialEq, Debug)]
pub enum PointsTable {
    /// There is none.
    None,
    /// For the whole zone.
    Whole(Vec<i16>),
    /// For each row.
    EachRow(Vec<i16>),
}

/// Points for special numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExtraPoints {
    /// For numbers up to this one.
    pub up_to: Option<u8>,
    /// And for numbers from this one on.
    pub from: Option<u8>,
    /// Or for this number alone.
    pub only: Option<u8>,
    /// So many points for each.
    pub points: i16,
}

/// The numbers that may be entered next, where what was entered before narrows them down.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Demand {
    /// The least number.
    pub least: u8,
    /// The highest number there is; below `least` if nothing fits any more.
    pub most: u8,
}

/// A zone with what is written in it.
#[derive(Clone, PartialEq, Debug)]
pub struct ZoneView {
    /// The rows of cells, top to bottom.
    pub rows: Vec<RowView>,
    /// How many columns there are.
    pub columns: u8,
    /// The cells.
    pub cells: Vec<CellView>,
    /// Bonuses between neighbours.
    pub links: Vec<LinkView>,
    /// Cells that pay together.
    pub groups: Vec<GroupView>,
    /// Points by the number of filled cells.
    pub table: PointsTable,
    /// Points for special numbers, lowest bound first.
    pub extras: Vec<ExtraPoints>,
    /// The number that is written twice, where one is.
    pub doubled: Option<u8>,
    /// How many crosses its groups need, where a few will do.
    pub crosses: Option<u8>,
    /// The names of its shades.
    pub shades: Vec<String>,
    /// The numbers that may be entered next.
    pub demand: Option<Demand>,
}

impl ZoneView {
    /// A zone of so many columns without anything in it.
    pub(super) fn new(rows: Vec<RowView>, columns: usize) -> ZoneView {
        ZoneView {
            rows,
            columns: columns as u8,
            cells: Vec::new(),
            links: Vec::new(),
            groups: Vec::new(),
            table: PointsTable::None,
            extras: Vec::new(),
            doubled: None,
            crosses: None,
            shades: Vec::new(),
            demand: None,
        }
    }

    /// The cell with this number.
    pub fn cell(&self, id: u8) -> Option<&CellView> {
        self.cells.iter().find(|cell| cell.id == id)
    }

    /// The cells a player can fill or has filled, in the order of their numbers.
    pub fn playable(&self) -> impl Iterator<Item = &CellView> {
        self.cells.iter().filter(|cell| cell.status != CellStatus::Fixed)
    }

    /// How many cells are filled.
    pub fn filled(&self) -> usize {
        self.cells
            .iter()
            .filter(|cell| cell.status == CellStatus::Filled)
            .count()
    }

    /// Every bonus of the zone, with the place it comes from.
    pub fn bonuses(&self) -> impl Iterator<Item = (Spot, BonusView)> {
        let cells = self
            .cells
            .iter()
            .filter_map(|cell| Some((Spot::Cell(cell.id), cell.bonus?)));
        let links = self
            .links
            .iter()
            .map(|link| (Spot::Between(link.left), link.bonus));
        let groups = self.groups.iter().zip(0..);
        let groups = groups.filter_map(|(group, index)| Some((Spot::Group(index), group.bonus?)));
        cells.chain(links).chain(groups)
    }
}

/// The place in a zone that releases a bonus.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Spot {
    /// This cell.
    Cell(u8),
    /// This cell together with its neighbour to the right.
    Between(u8),
    /// The group with this index, see [`ZoneView::groups`].
    Group(u8),
}

/// Something in a zone that is begun and can still pay: for players that plan ahead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unfinished {
    /// A row whose points grow with every cell.
    Row {
        /// How many cells are filled.
        filled: u8,
        /// How many there are.
        cells: u8,
        /// What it pays now.
        now: i16,
        /// What it pays in the end.
        end: i16,
    },
    /// Cells that pay together.
    Group {
        /// How many of them are filled.
        filled: u8,
        /// How many there are.
        cells: u8,
        /// What they pay.
        points: i16,
        /// What they give.
        award: Option<Award>,
    },
    /// A bonus further along a row.
    Ahead {
        /// How many entries lie before the one that wins it.
        before: u8,
        /// What it is.
        award: Award,
    },
    /// A block with one number in it.
    HalfBlock {
        /// What this number counts.
        points: i16,
        /// What the other one will be multiplied by; below 0 if it is subtracted.
        factor: i16,
    },
}

/// How marks of a zone are told apart in writing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MarkForm<'a> {
    /// By the printed number, row and column of a cell.
    Cell,
    /// By a number and the rows in which it is crossed.
    Rows,
    /// There is only one: the next cell.
    Next,
    /// By the number that is entered.
    Number,
    /// By the number and whether it is halved.
    HalfOrTimes,
    /// By the printed number and the place in the row.
    Step,
    /// By a side and a number.
    Side,
    /// By the name of a line and a number.
    Line(&'a [super::Line]),
    /// By the cells that are crossed together.
    Set,
    /// By the letter of a part.
    Part,
}

/// How the contents of a zone are written down.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InkForm {
    /// The crossed cells.
    Crossed,
    /// The numbers in their order.
    Numbers,
    /// The same, and the cells whose bonus was given up.
    NumbersAndGivenUp,
    /// The numbers on both sides of the middle.
    Sides,
    /// The numbers of each line.
    Lines,
    /// The numbers of each block.
    Pairs,
    /// The crossed cells, and those that are only circled.
    Circled,
}

/// Takes in everything about a sheet on which the course of a game depends, in a fixed order.
pub trait Digest {
    /// A byte.
    fn byte(&mut self, byte: u8);

    /// A number.
    fn number(&mut self, number: i64);

    /// A text.
    fn text(&mut self, text: &str);

    /// A bonus, or none.
    fn award(&mut self, award: Option<Award>);

    /// How many things follow.
    fn count(&mut self, count: usize) {
        self.number(count as i64);
    }
}
