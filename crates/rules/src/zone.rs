//! The coloured zones: what can be written where, what it triggers and what it scores.
//!
//! Each mechanic is one file. A zone never looks at dice places or players: it is handed the numbers an entry may
//! use ([`Values`]) and where the die comes from ([`Reach`]), and answers with [`Mark`]s. What it looks like, cell by
//! cell, is a [`ZoneView`].

pub(crate) mod grid;
pub(crate) mod lines;
mod mark_counts;
pub(crate) mod pairs;
pub(crate) mod regions;
pub(crate) mod spread;
pub(crate) mod square;
pub(crate) mod stride;
pub(crate) mod track;
pub mod view;

pub use grid::{Access, Grid, GridScore, Group, SetNumber};
pub use lines::{Line, LineRule, Lines};
pub use pairs::{PairCell, Pairs};
pub use regions::{Part, Regions, Shade};
pub use spread::{Spread, SpreadCell};
pub use square::{Square, SquareGroup};
pub use stride::Stride;
pub use track::{Factor, FreeNumber, Track, TrackCell, TrackRule, TrackScore, Writes};
pub use view::{
    BonusStatus, BonusView, CellSet, CellStatus, CellView, Demand, Digest, ExtraPoints, GroupKind, GroupView,
    InkForm, LinkView, MarkForm, PartOfZone, PointsTable, Printed, RowOrder, RowView, Spot, Unfinished,
    Written, ZoneView,
};

pub(crate) use mark_counts::MarkCounts;

use crate::Message;
use crate::bonus::{Award, Give};
use crate::setup::{ZoneSetup, no_cell};
use crate::values::Values;

/// What a player has written in one zone.
///
/// `filled` has a bit for every cell that is crossed or holds a number; the mechanic knows what the numbers are. `mark_counts`
/// follows from the rest; it stays empty in zones where the place of a die matters.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Ink {
    pub(crate) filled: u32,
    pub(crate) mark_counts: MarkCounts,
    pub(crate) numbers: [u8; 12],
}

impl Ink {
    /// An empty zone.
    pub const EMPTY: Ink = Ink {
        filled: 0,
        mark_counts: MarkCounts::NONE,
        numbers: [0; 12],
    };

    /// How many cells are filled, for mechanics that use the low bits only.
    #[inline]
    fn count(&self) -> usize {
        self.filled.count_ones() as usize
    }
}

/// Which cells a die may reach where the zone cares about the die's place.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reach {
    /// Any cell: a bonus.
    Anywhere,
    /// The row of the slot the die lies on.
    Row(u8),
    /// Grey cells only: a die of the platter.
    Grey,
}

/// The circumstances of an entry, for the zones that look beyond the number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct EntryContext {
    /// Which cells may be reached.
    pub reach: Reach,
    /// How many other dice count along with the entry, by face: four bits for each number.
    pub companions: u32,
    /// What the other dice show that the entry moves to the platter: four bits for each die, none for those that stay.
    pub moved: u32,
}

impl EntryContext {
    /// A bonus: no die, no place.
    pub const BONUS: EntryContext = EntryContext {
        reach: Reach::Anywhere,
        companions: 0,
        moved: 0,
    };

    #[inline]
    fn companions_showing(self, number: u8) -> u32 {
        self.companions.checked_shr(4 * u32::from(number)).unwrap_or(0) & 15
    }
}

/// Left or right.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Side {
    /// Towards the left, or the left cell.
    Left,
    /// Towards the right, or the right cell.
    Right,
}

/// One thing written in a zone.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Mark {
    /// Cross this cell (counted from 0).
    Cell(u8),
    /// Cross the cells printed `number` in these rows (one bit a row).
    Cells {
        /// The number printed in the cells.
        number: u8,
        /// The rows, one bit each.
        rows: u8,
    },
    /// Cross the next cell.
    Next,
    /// Write this number (times the cell's factor) in the next cell.
    Number(u8),
    /// Write this halved number in the next cell and take its bonus.
    Half(u8),
    /// Write this number times the cell's factor in the next cell and give up its bonus.
    Times(u8),
    /// Write this number on one side.
    Side(Side, u8),
    /// Write this number in a line (counted from 0).
    Line(u8, u8),
    /// Cross several cells at once: a set that the zone knows by its number.
    Set(SetNumber),
}

/// Where the number of an entry comes from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Source {
    /// The picked die alone.
    Face,
    /// The zone's die plus the white die, whichever of the two is picked.
    WithWhite,
    /// The picked die plus all other dice on the platter.
    WithPlatter,
    /// The zone's die and the white die name a place together, whichever of the two is picked.
    BesideWhite,
}

/// The number that stands for a place named by two dice: 1 to 36, row after row.
#[inline]
pub(crate) fn place_of(row: u8, column: u8) -> u8 {
    (row * 6 + column).saturating_sub(6)
}

/// One coloured zone of a sheet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Zone {
    /// Its colour, which is also the name of its die.
    pub name: String,
    /// Where the numbers come from.
    pub source: Source,
    /// Is a free number ("?") any number here, whatever the white die shows and whatever the table has chosen?
    pub free_is_any: bool,
    /// How it is filled and scored.
    pub mechanic: Mechanic,
}

/// How a zone is filled and scored.
#[derive(Clone, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Mechanic {
    /// Cells in any order, groups that pay.
    Grid(Grid),
    /// Left to right, with an entry condition and factors.
    Track(Track),
    /// Rightwards, skipping allowed, bonuses between neighbours.
    Stride(Stride),
    /// Outwards from a centre.
    Spread(Spread),
    /// Parallel lines.
    Lines(Lines),
    /// Blocks of two cells.
    Pairs(Pairs),
    /// Rows and columns named by two dice.
    Square(Square),
    /// Connected parts that are crossed as a whole.
    Regions(Regions),
}

macro_rules! each_mechanic {
    ($mechanic:expr, $it:ident => $body:expr) => {
        match $mechanic {
            Mechanic::Grid($it) => $body,
            Mechanic::Track($it) => $body,
            Mechanic::Stride($it) => $body,
            Mechanic::Spread($it) => $body,
            Mechanic::Lines($it) => $body,
            Mechanic::Pairs($it) => $body,
            Mechanic::Square($it) => $body,
            Mechanic::Regions($it) => $body,
        }
    };
}

impl Zone {
    /// Calls `out` with every mark this number allows, each once.
    #[inline]
    pub fn marks_of(&self, ink: &Ink, number: u8, at: EntryContext, mut out: impl FnMut(Mark)) {
        each_mechanic!(&self.mechanic, it => it.marks_of(ink, number, at, &mut out));
    }

    /// The mark with this index among those of [`Zone::marks_of`], of which there must be so many.
    #[inline(always)]
    pub(crate) fn nth_mark_of(&self, ink: &Ink, number: u8, at: EntryContext, index: usize) -> Option<Mark> {
        match &self.mechanic {
            Mechanic::Grid(grid) if grid.is_plain() => grid.nth_cell(ink, number, at, index).map(Mark::Cell),
            Mechanic::Track(track) => Some(track.nth_mark_of(number, index)),
            _ => {
                let (mut left, mut picked) = (index, None);
                self.marks_of(ink, number, at, |mark| {
                    if left == 0 {
                        picked.get_or_insert(mark);
                    }
                    left = left.saturating_sub(1);
                });
                picked
            }
        }
    }

    /// Is this mark one of the ways to write this number? As [`Zone::allows`], but quicker, for zones that count their ways.
    #[inline]
    pub(crate) fn has_mark(&self, ink: &Ink, number: u8, mark: Mark) -> bool {
        match &self.mechanic {
            Mechanic::Track(track) => {
                let mark_counts = ink.mark_counts.count(number);
                mark_counts > 0 && track.nth_mark_of(number, 0) == mark
                    || mark_counts > 1 && track.nth_mark_of(number, 1) == mark
            }
            _ => self.allows(ink, Values::one(number), EntryContext::BONUS, mark),
        }
    }

    /// Calls `out` with every mark these values allow, each once.
    pub fn marks(&self, ink: &Ink, values: Values, at: EntryContext, mut out: impl FnMut(Mark)) {
        match &self.mechanic {
            // Different numbers may come to the same mark here.
            Mechanic::Track(track) => track.marks(ink, values, &mut out),
            // A cross that may go anywhere goes by cells, not by numbers.
            Mechanic::Grid(grid) => grid.marks(ink, values, at, &mut out),
            // What a number allows, every higher one does.
            Mechanic::Regions(regions) => {
                if let Some(number) = values.highest() {
                    regions.marks_of(ink, number, at, &mut out);
                }
            }
            _ => values
                .iter()
                .for_each(|number| self.marks_of(ink, number, at, &mut out)),
        }
    }

    /// Do these values allow this mark?
    #[inline]
    pub fn allows(&self, ink: &Ink, values: Values, at: EntryContext, mark: Mark) -> bool {
        each_mechanic!(&self.mechanic, it => it.allows(ink, values, at, mark))
    }

    /// Does this number allow any mark at all?
    #[inline]
    pub fn any_of(&self, ink: &Ink, number: u8, at: EntryContext) -> bool {
        each_mechanic!(&self.mechanic, it => it.any_of(ink, number, at))
    }

    /// Do these values allow any mark at all?
    #[inline]
    pub fn any(&self, ink: &Ink, values: Values, at: EntryContext) -> bool {
        match &self.mechanic {
            Mechanic::Track(track) => track.any(ink, values),
            Mechanic::Grid(grid) if values == Values::ANY => grid.any_free(ink, at),
            Mechanic::Regions(regions) => values
                .highest()
                .is_some_and(|number| regions.any_of(ink, number, at)),
            _ => values.iter().any(|number| self.any_of(ink, number, at)),
        }
    }

    /// Writes a mark and calls `award` for everything it gives, with the place that gives it. The mark must be allowed.
    #[inline]
    pub(crate) fn write(&self, ink: &mut Ink, mark: Mark, mut award: impl FnMut(Spot, Award)) {
        each_mechanic!(&self.mechanic, it => it.write(ink, mark, &mut award));
    }

    /// Does what a number allows depend on the ink alone? Not where the die's place or other dice matter.
    pub(crate) fn is_context_free(&self) -> bool {
        let by_number_alone = match &self.mechanic {
            Mechanic::Grid(grid) => {
                !grid.matching() && !grid.counts_moved() && grid.access() == Access::Anywhere
            }
            // There are more places than counted numbers, and more open parts than can be counted.
            Mechanic::Square(_) | Mechanic::Regions(_) => false,
            _ => true,
        };
        let countable = (0..=mark_counts::MAX_NUMBER)
            .all(|number| self.count_marks(&Ink::EMPTY, number) <= mark_counts::MAX_MARKS);
        by_number_alone && countable && self.source != Source::WithPlatter
    }

    /// Whether what a mark gives follows from its cell, whatever the number and the other dice.
    pub(crate) fn gives_by_cell(&self) -> bool {
        let by_cell = match &self.mechanic {
            Mechanic::Grid(_) => true,
            Mechanic::Track(track) => track.gives_by_cell(),
            _ => false,
        };
        by_cell && self.is_context_free() && matches!(self.source, Source::Face | Source::WithWhite)
    }

    /// The marks of any numbers, one for each cell, in a zone where a mark [gives by its cell](Zone::gives_by_cell): of several
    /// numbers the one that leaves most open.
    pub(crate) fn mark_each_cell(&self, ink: &Ink, out: impl FnMut(Mark)) {
        let numbers = match &self.mechanic {
            Mechanic::Track(track) => track.lowest_that_fits(ink).map_or(Values::NONE, Values::one),
            _ => Values::ANY,
        };
        self.marks(ink, numbers, EntryContext::BONUS, out);
    }

    fn count_marks(&self, ink: &Ink, number: u8) -> usize {
        let mut count = 0;
        self.marks_of(ink, number, EntryContext::BONUS, |_| count += 1);
        count
    }

    /// The ways to write each number, counted mark by mark.
    pub(crate) fn count_all_marks(&self, ink: &Ink) -> MarkCounts {
        (0..=mark_counts::MAX_NUMBER).fold(MarkCounts::NONE, |mark_counts, number| {
            mark_counts.and(MarkCounts::of(number, self.count_marks(ink, number)))
        })
    }

    /// The ways to write each number after this mark was written: as [`Zone::count_all_marks`], but quicker.
    #[inline(always)]
    pub(crate) fn update_mark_counts(&self, ink: &mut Ink, mark: Mark) {
        match (&self.mechanic, mark) {
            (Mechanic::Grid(grid), Mark::Cell(cell)) => {
                // A cell that was only circled can be crossed yet.
                let crossed = ink.filled >> (cell & 31) & 1;
                ink.mark_counts.lose(grid.number(cell).unwrap_or(0), crossed);
            }
            (Mechanic::Track(track), _) => ink.mark_counts = track.mark_counts(ink),
            (Mechanic::Lines(lines), _) => ink.mark_counts = lines.mark_counts(ink),
            (Mechanic::Pairs(pairs), _) => ink.mark_counts = pairs.mark_counts(ink),
            _ => ink.mark_counts = self.count_all_marks(ink),
        }
    }

    /// The points of the zone.
    pub fn score(&self, ink: &Ink) -> i16 {
        each_mechanic!(&self.mechanic, it => it.score(ink))
    }

    /// How many different marks the zone knows: the size of its part of the action numbers.
    pub fn mark_count(&self) -> usize {
        each_mechanic!(&self.mechanic, it => it.mark_count())
    }

    /// How many of them a bonus can make: they come first.
    pub fn gift_mark_count(&self) -> usize {
        match &self.mechanic {
            Mechanic::Grid(grid) => grid.gift_mark_count(),
            _ => self.mark_count(),
        }
    }

    /// The mark that crosses just these cells, where cells are crossed together in sets.
    pub fn mark_of_cells(&self, cells: CellSet) -> Option<Mark> {
        match &self.mechanic {
            Mechanic::Grid(grid) => grid.mark_of(cells),
            _ => None,
        }
    }

    /// The number of a mark within the zone; `None` if the zone has no such mark.
    pub fn mark_index(&self, mark: Mark) -> Option<usize> {
        each_mechanic!(&self.mechanic, it => it.mark_index(mark))
    }

    /// The mark with this number.
    pub fn mark_at(&self, index: usize) -> Option<Mark> {
        each_mechanic!(&self.mechanic, it => it.mark_at(index))
    }

    /// Every award printed in the zone.
    pub fn awards(&self) -> Vec<Award> {
        each_mechanic!(&self.mechanic, it => it.awards())
    }

    /// The numbers a free number ("?") may be in this zone now.
    pub(crate) fn free_values(&self, ink: &Ink) -> Values {
        match (&self.mechanic, self.source) {
            (Mechanic::Track(track), _) => track.free_values(ink),
            (_, Source::WithWhite | Source::BesideWhite) => Values::ANY,
            _ => Values::FACES,
        }
    }

    /// Does it matter to the zone where a die lies, or what others show?
    pub(crate) fn looks_at_places(&self) -> bool {
        matches!(&self.mechanic, Mechanic::Grid(grid)
            if grid.matching() || grid.counts_moved() || grid.access() == Access::BySlot)
    }

    /// Does the slot of a die decide which cells it reaches?
    pub(crate) fn goes_by_slot(&self) -> bool {
        matches!(&self.mechanic, Mechanic::Grid(grid) if grid.access() == Access::BySlot)
    }

    /// Do the dice that a pick moves give crosses?
    pub(crate) fn counts_moved_dice(&self) -> bool {
        matches!(&self.mechanic, Mechanic::Grid(grid) if grid.counts_moved())
    }

    /// Can an entry count other dice than the one that is picked, and the white one?
    pub fn counts_other_dice(&self) -> bool {
        self.source == Source::WithPlatter
            || matches!(&self.mechanic, Mechanic::Grid(grid) if grid.matching() || grid.counts_moved())
    }

    /// Can a bonus of this kind mark the zone? A cross needs cells that are crossed, a certain number a row of numbers.
    pub fn takes(&self, give: Give) -> bool {
        match self.mark_form() {
            MarkForm::Cell
            | MarkForm::Rows
            | MarkForm::Next
            | MarkForm::Step
            | MarkForm::Set
            | MarkForm::Part => !matches!(give, Give::Number(_)),
            MarkForm::Number | MarkForm::HalfOrTimes => give != Give::Cross,
            MarkForm::Side | MarkForm::Line(_) => give == Give::Free,
        }
    }

    /// The zone cell by cell, with what is written in it.
    pub fn view(&self, ink: &Ink) -> ZoneView {
        each_mechanic!(&self.mechanic, it => it.view(ink))
    }

    /// Calls `out` with the id of every cell in which something is written, and with what that is: its number, or 1 for a
    /// cross; where a circle comes before the cross, 1 for the circle and 2 for the cross. The same as [`Zone::view`] says,
    /// but quick enough for whoever looks at millions of sheets.
    #[inline]
    pub fn each_written(&self, ink: &Ink, mut out: impl FnMut(u8, u8)) {
        each_mechanic!(&self.mechanic, it => it.each_written(ink, &mut out));
    }

    /// What the sheet calls a shade of the zone.
    pub fn shade_name(&self, shade: u8) -> Option<&str> {
        match &self.mechanic {
            Mechanic::Regions(regions) => {
                let shade = regions.shades().get(usize::from(shade));
                shade.map(|shade| shade.name.as_str())
            }
            _ => None,
        }
    }

    /// The cells a mark fills.
    pub fn targets(&self, ink: &Ink, mark: Mark) -> CellSet {
        each_mechanic!(&self.mechanic, it => it.targets(ink, mark))
    }

    /// Calls `out` with everything that is begun, or comes next, and can still pay. Allocates nothing.
    pub fn unfinished(&self, ink: &Ink, mut out: impl FnMut(Unfinished)) {
        each_mechanic!(&self.mechanic, it => it.unfinished(ink, &mut out));
    }

    /// How its marks are told apart in writing.
    pub fn mark_form(&self) -> MarkForm<'_> {
        each_mechanic!(&self.mechanic, it => it.mark_form())
    }

    /// How its contents are written down.
    pub fn ink_form(&self) -> InkForm {
        each_mechanic!(&self.mechanic, it => it.ink_form())
    }

    /// What stands in the zone, as plain data.
    pub(crate) fn setup(&self, ink: &Ink) -> ZoneSetup {
        each_mechanic!(&self.mechanic, it => it.setup(ink))
    }

    /// Writes what plain data says into empty ink; whether that can be is for [`Zone::violations`] to say.
    pub(crate) fn read_setup(&self, setup: &ZoneSetup, ink: &mut Ink) -> Result<(), Message> {
        each_mechanic!(&self.mechanic, it => it.read_setup(setup, ink))
    }

    /// No way of filling the zone pays more than this, or costs more.
    pub(crate) fn most_points(&self) -> i64 {
        each_mechanic!(&self.mechanic, it => it.most_points())
    }

    /// Tells everything on which the course of a game depends.
    pub fn digest(&self, out: &mut impl Digest) {
        out.text(&self.name);
        out.byte(match self.source {
            Source::Face => 0,
            Source::WithWhite => 1,
            Source::WithPlatter => 2,
            Source::BesideWhite => 3,
        });
        each_mechanic!(&self.mechanic, it => it.digest(out));
    }

    /// Says what is wrong with the ink, if anything.
    pub(crate) fn violations(&self, ink: &Ink) -> Vec<Message> {
        each_mechanic!(&self.mechanic, it => it.violations(ink))
    }

    /// How many cells the zone has, printed crosses included.
    pub fn cell_count(&self) -> usize {
        each_mechanic!(&self.mechanic, it => it.cell_count())
    }
}

/// Says that a mark list of cells runs past the zone's last cell.
fn stray_cells(filled: u32, cells: usize) -> Option<Message> {
    let stray = u64::from(filled) >> cells;
    (stray != 0).then(|| no_cell(cells as u32 + stray.trailing_zeros() + 1, cells))
}

/// Says that the filled cells of a left-to-right row have a gap.
fn gap(filled: u32) -> Option<Message> {
    (filled & (filled.wrapping_add(1)) != 0).then(|| {
        Message::new(
            "position.gap",
            "cell {cell} is empty although a cell to its right is filled",
        )
        .with("cell", filled.trailing_ones() + 1)
    })
}

/// Says that a number cannot stand in a cell, counted from 1.
fn wrong_number(number: u8, cell: usize) -> Message {
    Message::new("position.wrong-number", "{number} cannot stand in cell {cell}")
        .with("number", number)
        .with("cell", cell)
}

/// Says that a number in a cell, counted from 1, may not follow the one before it.
fn wrong_order(number: u8, cell: usize, before: u8) -> Message {
    Message::new(
        "position.wrong-order",
        "{number} in cell {cell} may not follow {before}",
    )
    .with("number", number)
    .with("cell", cell)
    .with("before", before)
}
