//! Where everything on a sheet is drawn: worked out once from how its zones are read.
//!
//! All lengths are in units of the drawing, which is [`WIDTH`] wide: one unit is a pixel on a small phone.

mod zone;

use zone::Room;

use finaud_rules::zone::{PartOfZone, Printed, Spot, ZoneView};
use finaud_rules::{Award, Die, Ink, Sheet, insertion_sort};

/// How wide a sheet is drawn.
pub const WIDTH: f32 = 380.0;
const GAP: f32 = 5.0;
/// The strip with a zone's letter.
const STRIP: f32 = 20.0;
const PAD: f32 = 4.0;
/// How high a sheet may be drawn: below it, a phone has the dice.
const HIGHEST: f32 = 420.0;
/// The most columns of a zone that has a neighbour.
const COMPACT: u8 = 8;

/// A rectangle.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rect {
    /// The left edge.
    pub x: f32,
    /// The upper edge.
    pub y: f32,
    /// The width.
    pub w: f32,
    /// The height.
    pub h: f32,
}

impl Rect {
    fn new(x: f32, y: f32, w: f32, h: f32) -> Rect {
        Rect { x, y, w, h }
    }

    /// Does this point lie in it?
    pub fn holds(self, x: f32, y: f32) -> bool {
        (self.x..self.x + self.w).contains(&x) && (self.y..self.y + self.h).contains(&y)
    }

    /// The middle.
    pub fn middle(self) -> (f32, f32) {
        (self.x + self.w / 2.0, self.y + self.h / 2.0)
    }
}

/// A cell.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct CellPlan {
    /// Its number in the zone, from 0.
    pub id: u8,
    /// Where it is.
    pub rect: Rect,
    /// What is printed in it.
    pub printed: Printed,
    /// Is it grey: open to dice of the platter?
    pub grey: bool,
    /// Does it count for the bonuses of rows and columns?
    pub shaded: bool,
    /// The part it belongs to, where whole parts are crossed.
    pub part: Option<PartOfZone>,
    /// The least number that wins its bonus, where not every number does.
    pub bonus_from: Option<u8>,
}

/// A die that stands for a row.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RowDie {
    /// The middle of its letter.
    pub x: f32,
    /// Its base line.
    pub y: f32,
    /// The die.
    pub die: Die,
}

/// A bonus printed on the sheet.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Badge {
    /// What is won.
    pub award: Award,
    /// Its middle.
    pub x: f32,
    /// Its middle.
    pub y: f32,
    /// What releases it.
    pub spot: Spot,
}

/// A line of small print.
#[derive(Clone, PartialEq, Debug)]
pub struct Print {
    /// Its middle.
    pub x: f32,
    /// Its base line.
    pub y: f32,
    /// What it says.
    pub text: String,
    /// Is it lit once so many cells are filled (and no more)?
    pub at_count: Option<usize>,
}

/// A zone.
#[derive(Clone, PartialEq, Debug)]
pub struct ZonePlan {
    /// Its index.
    pub zone: usize,
    /// Its frame.
    pub frame: Rect,
    /// Its cells.
    pub cells: Vec<CellPlan>,
    /// Its bonuses.
    pub badges: Vec<Badge>,
    /// Points and other small print.
    pub prints: Vec<Print>,
    /// The dice that stand for rows.
    pub row_dice: Vec<RowDie>,
    /// The lines between parts, as a path.
    pub borders: String,
    /// Squares that show a shade beside what it gives.
    pub swatches: Vec<(Rect, u8)>,
}

/// A whole sheet.
#[derive(Clone, PartialEq, Debug)]
pub struct SheetPlan {
    /// How high it is.
    pub height: f32,
    /// The zones, in the order of the sheet.
    pub zones: Vec<ZonePlan>,
}

impl SheetPlan {
    /// Lays out a sheet; one that would be too high for a phone gets lower cells.
    pub fn of(sheet: &Sheet) -> SheetPlan {
        let plan = SheetPlan::with(sheet, zone::ROOMY);
        if plan.height < HIGHEST {
            plan
        } else {
            SheetPlan::with(sheet, zone::TIGHT)
        }
    }

    /// Zones of several rows stand side by side, those of one long row below them.
    fn with(sheet: &Sheet, room: Room) -> SheetPlan {
        let views: Vec<ZoneView> = sheet.zones.iter().map(|zone| zone.view(&Ink::EMPTY)).collect();
        let is_compact = |zone: &usize| views[*zone].rows.len() > 1 && views[*zone].columns <= COMPACT;
        let (compact, long): (Vec<usize>, Vec<usize>) = (0..views.len()).partition(is_compact);
        let mut zones = Vec::new();
        let mut y = 0.0;
        for pair in compact.chunks(2) {
            let width = (WIDTH - GAP * (pair.len() - 1) as f32) / pair.len() as f32;
            let mut height: f32 = 0.0;
            let first = zones.len();
            for (place, zone) in pair.iter().enumerate() {
                let x = place as f32 * (width + GAP);
                let plan = ZonePlan::of(*zone, &views[*zone], Rect::new(x, y, width, 0.0), room);
                height = height.max(plan.frame.h);
                zones.push(plan);
            }
            // Neighbours are equally high.
            zones[first..]
                .iter_mut()
                .for_each(|plan: &mut ZonePlan| plan.frame.h = height);
            y += height + GAP;
        }
        for zone in long {
            let plan = ZonePlan::of(zone, &views[zone], Rect::new(0.0, y, WIDTH, 0.0), room);
            y += plan.frame.h + GAP;
            zones.push(plan);
        }
        insertion_sort(&mut zones, |one, other| one.zone.cmp(&other.zone));
        SheetPlan {
            height: y - GAP,
            zones,
        }
    }
}

impl ZonePlan {
    fn of(zone: usize, view: &ZoneView, frame: Rect, room: Room) -> ZonePlan {
        let mut plan = ZonePlan {
            zone,
            frame,
            cells: Vec::new(),
            badges: Vec::new(),
            prints: Vec::new(),
            row_dice: Vec::new(),
            borders: String::new(),
            swatches: Vec::new(),
        };
        let inner = Rect::new(
            frame.x + STRIP + PAD,
            frame.y + PAD,
            frame.w - STRIP - 2.0 * PAD,
            0.0,
        );
        plan.frame.h = zone::lay_out(&mut plan, view, inner, room) + 2.0 * PAD;
        plan
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use finaud_rules::{builtin, builtin_ids};

    #[test]
    fn every_cell_lies_inside_its_zone_and_on_no_other() {
        for id in builtin_ids() {
            let sheet = builtin(id).unwrap();
            let plan = SheetPlan::of(sheet);
            assert_eq!(plan.zones.len(), sheet.zones.len());
            for zone in &plan.zones {
                let frame = zone.frame;
                for cell in &zone.cells {
                    let rect = cell.rect;
                    assert!(
                        rect.x >= frame.x
                            && rect.y >= frame.y
                            && rect.x + rect.w <= frame.x + frame.w + 0.01
                            && rect.y + rect.h <= frame.y + frame.h,
                        "{id} zone {} cell {}: {rect:?} in {frame:?}",
                        zone.zone,
                        cell.id
                    );
                    assert!(
                        rect.w >= 22.0,
                        "{id} zone {}: cells of {} are too small to tap",
                        zone.zone,
                        rect.w
                    );
                    for other in zone.cells.iter().filter(|other| other.id != cell.id) {
                        let apart = rect.x + rect.w <= other.rect.x + 0.01
                            || other.rect.x + other.rect.w <= rect.x + 0.01
                            || rect.y + rect.h <= other.rect.y + 0.01
                            || other.rect.y + other.rect.h <= rect.y + 0.01;
                        assert!(
                            apart,
                            "{id} zone {}: cells {} and {}",
                            zone.zone, cell.id, other.id
                        );
                    }
                }
            }
            assert!(
                plan.height < HIGHEST,
                "{id} is {} high: no room for the dice on a phone",
                plan.height
            );
        }
    }

    #[test]
    fn every_bonus_of_the_zones_is_drawn() {
        for id in builtin_ids() {
            let sheet = builtin(id).unwrap();
            let plan = SheetPlan::of(sheet);
            for zone in &plan.zones {
                let printed = sheet.zones[zone.zone].awards().len();
                assert_eq!(
                    zone.badges.len(),
                    printed,
                    "{id}, {}",
                    sheet.zones[zone.zone].name
                );
            }
        }
    }
}
