//! Which cells of a sheet stand out, and how.

use crate::dice_table::choose::{CellId, Cost, SheetCells};
use crate::messages::language;

/// Which cells stand out.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Lights {
    /// A tap on these means something.
    pub legal: SheetCells,
    /// The coach would write here.
    pub hint: SheetCells,
    /// These were written just now.
    pub fresh: SheetCells,
    /// What has to be paid for cells that cannot be had for nothing.
    pub paid: Vec<(CellId, Cost)>,
    /// These are chosen, and not written yet.
    pub drafted: SheetCells,
    /// The number that is to be written there; a cross where there is none.
    pub draft: Option<u16>,
    /// A review shows that this was written.
    pub played: SheetCells,
    /// A review shows that writing here would have been better.
    pub better: SheetCells,
}

/// How one cell stands out.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct CellLight {
    pub(super) legal: bool,
    pub(super) hint: bool,
    pub(super) fresh: bool,
    pub(super) paid: Option<Cost>,
    pub(super) draft: Option<Option<u16>>,
    pub(super) played: bool,
    pub(super) better: bool,
}

impl Lights {
    pub(super) fn at(&self, cell: CellId) -> CellLight {
        let legal = self.legal.contains(cell);
        CellLight {
            legal,
            hint: self.hint.contains(cell),
            fresh: self.fresh.contains(cell),
            paid: (self.paid.iter())
                .find(|(known, _)| legal && *known == cell)
                .map(|(_, cost)| *cost),
            draft: self.drafted.contains(cell).then_some(self.draft),
            played: self.played.contains(cell),
            better: self.better.contains(cell),
        }
    }
}

impl CellLight {
    /// What a review says of the cell, after its name.
    pub(super) fn reviewed(self, name: String) -> String {
        let told = |name: String, key| language().fill(key, &[("cell", &name)]);
        let name = if self.played {
            told(name, "dice.cell.played")
        } else {
            name
        };
        if self.better {
            told(name, "dice.cell.better")
        } else {
            name
        }
    }
}
