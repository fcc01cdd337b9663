//! Where everything on a sheet is drawn: worked out once from the sheet's data, by mechanic.
//!
//! All lengths are in units of the drawing, which is [`WIDTH`] wide: one unit is a pixel on a small phone.

use finaud_rules::zone::{
    Factor, Grid, GridScore, Lines, Pairs, Spread, Stride, Track, TrackRule, TrackScore, Writes,
};
use finaud_rules::{Award, Mechanic, Sheet, Side};

/// How wide a sheet is drawn.
pub const WIDTH: f32 = 380.0;
const GAP: f32 = 5.0;
/// The strip with a zone's letter.
const STRIP: f32 = 20.0;
const PAD: f32 = 4.0;
/// Room for a row or a column of badges.
const BADGES: f32 = 19.0;
/// Room for a line of small print.
const SMALL: f32 = 11.0;
/// The largest cell.
const CELL: f32 = 34.0;

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

    /// The middle.
    pub fn middle(self) -> (f32, f32) {
        (self.x + self.w / 2.0, self.y + self.h / 2.0)
    }
}

/// What is printed in a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Printed {
    /// Nothing.
    Blank,
    /// A number.
    Number(u8),
    /// The least number that may be entered.
    AtLeast(u8),
    /// A factor.
    Times(u8),
    /// Half the number.
    Half,
    /// A cross.
    Cross,
    /// A number to start from.
    Centre(u8),
}

/// A cell.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Cell {
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
}

/// What has to be filled for a bonus.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum When {
    /// All of these cells, one bit each.
    All(u32),
    /// This cell, unless the bonus was given up for points.
    Cell(u8),
    /// This cell and the next.
    Both(u8),
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
    /// When it is won.
    pub when: When,
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

/// A line that binds cells.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rule {
    /// One end.
    pub from: (f32, f32),
    /// The other.
    pub to: (f32, f32),
}

/// A zone.
#[derive(Clone, PartialEq, Debug)]
pub struct ZonePlan {
    /// Its index.
    pub zone: usize,
    /// Its frame.
    pub frame: Rect,
    /// Its cells.
    pub cells: Vec<Cell>,
    /// Its bonuses.
    pub badges: Vec<Badge>,
    /// Points and other small print.
    pub prints: Vec<Print>,
    /// Lines.
    pub rules: Vec<Rule>,
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
    /// Lays out a sheet: compact zones side by side, long ones below them.
    pub fn of(sheet: &Sheet) -> SheetPlan {
        let compact = |zone: &usize| {
            matches!(
                sheet.zones[*zone].mechanic,
                Mechanic::Grid(_) | Mechanic::Lines(_)
            )
        };
        let (blocks, long): (Vec<usize>, Vec<usize>) = (0..sheet.zones.len()).partition(compact);
        let mut zones = Vec::new();
        let mut y = 0.0;
        for pair in blocks.chunks(2) {
            let width = (WIDTH - GAP * (pair.len() - 1) as f32) / pair.len() as f32;
            let mut height: f32 = 0.0;
            let first = zones.len();
            for (place, zone) in pair.iter().enumerate() {
                let x = place as f32 * (width + GAP);
                let plan = zone_plan(sheet, *zone, x, y, width);
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
            let plan = zone_plan(sheet, zone, 0.0, y, WIDTH);
            y += plan.frame.h + GAP;
            zones.push(plan);
        }
        zones.sort_by_key(|plan| plan.zone);
        SheetPlan {
            height: y - GAP,
            zones,
        }
    }
}

fn zone_plan(sheet: &Sheet, zone: usize, x: f32, y: f32, width: f32) -> ZonePlan {
    let mut plan = ZonePlan {
        zone,
        frame: Rect::new(x, y, width, 0.0),
        cells: Vec::new(),
        badges: Vec::new(),
        prints: Vec::new(),
        rules: Vec::new(),
    };
    let inner = Rect::new(x + STRIP + PAD, y + PAD, width - STRIP - 2.0 * PAD, 0.0);
    let height = match &sheet.zones[zone].mechanic {
        Mechanic::Grid(grid) => grid_plan(&mut plan, grid, inner),
        Mechanic::Track(track) => track_plan(&mut plan, track, inner),
        Mechanic::Stride(stride) => stride_plan(&mut plan, stride, inner),
        Mechanic::Spread(spread) => spread_plan(&mut plan, spread, inner),
        Mechanic::Lines(lines) => lines_plan(&mut plan, lines, inner),
        Mechanic::Pairs(pairs) => pairs_plan(&mut plan, pairs, inner),
    };
    plan.frame.h = height + 2.0 * PAD;
    plan
}

impl ZonePlan {
    fn cell(&mut self, id: usize, rect: Rect, printed: Printed) {
        self.cells.push(Cell {
            id: id as u8,
            rect,
            printed,
            grey: false,
            shaded: false,
        });
    }

    fn badge(&mut self, award: Option<Award>, x: f32, y: f32, when: When) {
        if let Some(award) = award {
            self.badges.push(Badge { award, x, y, when });
        }
    }

    fn print(&mut self, x: f32, y: f32, text: impl ToString, at_count: Option<usize>) {
        self.prints.push(Print {
            x,
            y,
            text: text.to_string(),
            at_count,
        });
    }

    /// A row of points, one for each number of crosses from 1 on.
    fn points_row(&mut self, points: &[i16], x: f32, y: f32, width: f32) {
        let step = width / points.len().max(1) as f32;
        for (index, points) in points.iter().enumerate() {
            self.print(x + step * (index as f32 + 0.5), y, points, Some(index + 1));
        }
    }
}

fn points_from_one(table: &[i16]) -> &[i16] {
    table.get(1..).unwrap_or_default()
}

fn grid_plan(plan: &mut ZonePlan, grid: &Grid, inner: Rect) -> f32 {
    let (rows, columns) = (usize::from(grid.rows()), usize::from(grid.columns()));
    let group_of = |cells: u32| {
        let mut found = grid.groups().iter().filter(move |group| group.cells == cells);
        found.next()
    };
    // A row counts with its shaded cells where there are any.
    let counted = |cells: u32| {
        if grid.shaded() == 0 {
            cells & grid.open()
        } else {
            cells & grid.shaded()
        }
    };
    let row_groups: Vec<_> = (0..rows)
        .map(|row| group_of(counted(grid.row(row as u8))))
        .collect();
    let column_groups: Vec<_> = (0..columns)
        .map(|column| group_of(counted(grid.column(column as u8))))
        .collect();
    let gives = |groups: &[Option<&finaud_rules::zone::Group>]| {
        groups.iter().flatten().any(|group| group.award.is_some())
    };
    let pays = |groups: &[Option<&finaud_rules::zone::Group>]| {
        groups.iter().flatten().any(|group| group.points != 0)
    };
    let between: Vec<_> = grid
        .groups()
        .iter()
        .filter(|group| {
            group.cells.count_ones() == 2
                && group.award.is_some()
                && group.cells.trailing_zeros() as usize + columns
                    == 31 - group.cells.leading_zeros() as usize
                && !column_groups
                    .iter()
                    .flatten()
                    .any(|column| column.cells == group.cells)
        })
        .collect();
    let right = if gives(&row_groups) { BADGES } else { 0.0 };
    let gap = if between.is_empty() { 0.0 } else { BADGES };
    let size = ((inner.w - right) / columns as f32).min(CELL);
    let left = inner.x + (inner.w - right - size * columns as f32) / 2.0;
    let row_y = |row: usize| inner.y + row as f32 * (size + gap);
    for cell in 0..rows * columns {
        let bit = 1u32 << cell;
        let printed = match grid.number(cell as u8) {
            Some(number) => Printed::Number(number),
            None if grid.printed() & bit != 0 => Printed::Cross,
            None => continue,
        };
        let (row, column) = (cell / columns, cell % columns);
        let rect = Rect::new(left + column as f32 * size, row_y(row), size, size);
        plan.cells.push(Cell {
            id: cell as u8,
            rect,
            printed,
            grey: grid.grey() & bit != 0,
            // Where every cell counts, none needs to be told apart.
            shaded: grid.shaded() != grid.open() && grid.shaded() & bit != 0,
        });
    }
    let grid_right = left + columns as f32 * size;
    for (row, group) in row_groups.iter().enumerate() {
        if let Some(group) = group {
            let y = row_y(row) + size / 2.0;
            plan.badge(group.award, grid_right + right / 2.0, y, When::All(group.cells));
        }
    }
    for group in &between {
        let upper = group.cells.trailing_zeros() as usize;
        let x = left + (upper % columns) as f32 * size + size / 2.0;
        let y = row_y(upper / columns) + size + gap / 2.0;
        plan.badge(group.award, x, y, When::All(group.cells));
    }
    let mut bottom = row_y(rows - 1) + size;
    // The diagonal, and whatever else pays together, stands in the corner below the rows' badges.
    let known = |cells: u32| {
        let listed = |groups: &[Option<&finaud_rules::zone::Group>]| {
            groups.iter().flatten().any(|group| group.cells == cells)
        };
        listed(&row_groups) || listed(&column_groups) || between.iter().any(|group| group.cells == cells)
    };
    let others: Vec<_> = grid
        .groups()
        .iter()
        .filter(|group| !known(group.cells) && group.award.is_some())
        .collect();
    let corner = if right > 0.0 {
        grid_right + right / 2.0
    } else {
        grid_right - size / 2.0
    };
    let mut below = 0.0_f32;
    if gives(&column_groups) {
        for (column, group) in column_groups.iter().enumerate() {
            if let Some(group) = group {
                let x = left + column as f32 * size + size / 2.0;
                plan.badge(group.award, x, bottom + BADGES / 2.0, When::All(group.cells));
            }
        }
        below = BADGES;
    }
    for (index, group) in others.iter().enumerate() {
        plan.badge(
            group.award,
            corner - index as f32 * BADGES,
            bottom + BADGES / 2.0,
            When::All(group.cells),
        );
        below = BADGES;
    }
    if pays(&column_groups) {
        for (column, group) in column_groups.iter().enumerate() {
            if let Some(group) = group.filter(|group| group.points != 0) {
                let x = left + column as f32 * size + size / 2.0;
                plan.print(x, bottom + SMALL + 1.0, group.points, None);
            }
        }
        below = below.max(SMALL + 3.0);
    }
    bottom += below;
    match grid.scoring() {
        GridScore::Groups => {}
        GridScore::Crosses(table) => {
            plan.points_row(points_from_one(table), inner.x, bottom + SMALL, inner.w);
            bottom += SMALL + 2.0;
        }
        GridScore::Rows(table) => {
            let row = points_from_one(table);
            let step = size;
            for (index, points) in row.iter().enumerate().take(columns) {
                plan.print(left + step * (index as f32 + 0.5), bottom + SMALL, points, None);
            }
            bottom += SMALL + 2.0;
        }
    }
    bottom - inner.y
}

/// The cell size of a row of so many cells.
fn row_cell(inner: Rect, cells: usize) -> f32 {
    (inner.w / cells.max(1) as f32).min(CELL)
}

fn track_plan(plan: &mut ZonePlan, track: &Track, inner: Rect) -> f32 {
    let size = row_cell(inner, track.cells.len());
    let points = track.score == TrackScore::Last;
    let top = if points { SMALL } else { 0.0 };
    for (index, cell) in track.cells.iter().enumerate() {
        let printed = match (&track.rule, cell.factor, track.writes) {
            (TrackRule::AtLeast, _, Writes::Cross) => Printed::AtLeast(cell.least),
            (_, Factor::HalfOnly, _) => Printed::Half,
            (_, Factor::Times(factor), Writes::HalfOrTimes) => Printed::Times(factor),
            (_, Factor::Times(factor), _) if factor > 1 => Printed::Times(factor),
            (TrackRule::AtLeast, _, _) => Printed::AtLeast(cell.least),
            _ => Printed::Blank,
        };
        let rect = Rect::new(inner.x + index as f32 * size, inner.y + top, size, size);
        plan.cell(index, rect, printed);
        if points {
            plan.print(
                rect.middle().0,
                inner.y + SMALL - 3.0,
                cell.points,
                Some(index + 1),
            );
        }
        plan.badge(
            cell.award,
            rect.middle().0,
            rect.y + size + BADGES / 2.0,
            When::Cell(index as u8),
        );
        // A sign between the cells: each number is higher than the one before.
        if index > 0 && matches!(track.rule, TrackRule::Rising { .. }) {
            plan.print(rect.x, rect.y + size / 2.0 + 3.5, "‹", None);
        }
    }
    let mut height = top + size + BADGES;
    if !track.extra.is_empty() {
        let step = inner.w / track.extra.len() as f32;
        for (index, (from, points)) in track.extra.iter().rev().enumerate() {
            plan.print(
                inner.x + step * (index as f32 + 0.5),
                inner.y + height + SMALL - 2.0,
                format!("≥ {from}: +{points}"),
                None,
            );
        }
        height += SMALL + 1.0;
    }
    height
}

fn stride_plan(plan: &mut ZonePlan, stride: &Stride, inner: Rect) -> f32 {
    let size = row_cell(inner, stride.numbers().len());
    for (index, number) in stride.numbers().iter().enumerate() {
        let rect = Rect::new(inner.x + index as f32 * size, inner.y + SMALL, size, size);
        plan.cell(index, rect, Printed::Number(*number));
    }
    plan.points_row(
        points_from_one(stride.points()),
        inner.x,
        inner.y + SMALL - 3.0,
        size * stride.numbers().len() as f32,
    );
    for (index, award) in stride.between().iter().enumerate() {
        let x = inner.x + (index + 1) as f32 * size;
        plan.badge(
            *award,
            x,
            inner.y + SMALL + size + BADGES / 2.0,
            When::Both(index as u8),
        );
    }
    SMALL + size + BADGES
}

/// The number of a spread's cell: those of the left side first, nearest to the centre first.
pub(super) fn spread_cell(spread: &Spread, side: Side, index: usize) -> usize {
    match side {
        Side::Left => index,
        Side::Right => spread.left.len() + index,
    }
}

fn spread_plan(plan: &mut ZonePlan, spread: &Spread, inner: Rect) -> f32 {
    let count = spread.left.len() + 1 + spread.right.len();
    let size = row_cell(inner, count);
    let at = |place: usize| Rect::new(inner.x + place as f32 * size, inner.y + SMALL, size, size);
    for side in [Side::Left, Side::Right] {
        for (index, cell) in spread.cells(side).iter().enumerate() {
            let place = match side {
                Side::Left => spread.left.len() - 1 - index,
                Side::Right => spread.left.len() + 1 + index,
            };
            let (rect, id) = (at(place), spread_cell(spread, side, index));
            plan.cell(id, rect, Printed::Blank);
            plan.print(rect.middle().0, inner.y + SMALL - 3.0, cell.points, None);
            plan.badge(
                cell.award,
                rect.middle().0,
                rect.y + size + BADGES / 2.0,
                When::Cell(id as u8),
            );
        }
    }
    let centre = at(spread.left.len());
    plan.cell(
        spread.left.len() + spread.right.len(),
        centre,
        Printed::Centre(spread.centre),
    );
    let (low, high, points) = spread.extra;
    plan.print(
        inner.x + inner.w / 2.0,
        inner.y + SMALL + size + BADGES + SMALL - 3.0,
        format!("≤ {low}, ≥ {high}: +{points}"),
        None,
    );
    SMALL + size + BADGES + SMALL
}

fn lines_plan(plan: &mut ZonePlan, lines: &Lines, inner: Rect) -> f32 {
    let columns = lines.points.len();
    let size = row_cell(
        Rect {
            w: inner.w - 10.0,
            ..inner
        },
        columns,
    );
    let mut y = inner.y;
    for (line, rule) in lines.lines.iter().enumerate() {
        let sign = match rule.sign {
            0 => "·",
            1 => "+",
            _ => "−",
        };
        plan.print(inner.x + 3.0, y + size / 2.0 + 4.0, sign, None);
        for cell in 0..columns {
            let rect = Rect::new(inner.x + 10.0 + cell as f32 * size, y, size, size);
            let id = line * columns + cell;
            plan.cell(id, rect, Printed::Blank);
            let award = rule.awards.get(cell).copied().flatten();
            plan.badge(
                award,
                rect.middle().0,
                y + size + BADGES / 2.0 - 1.0,
                When::Cell(id as u8),
            );
        }
        let has_awards = rule.awards.iter().any(Option::is_some);
        y += size + if has_awards { BADGES - 2.0 } else { 1.0 };
    }
    for (column, points) in lines.points.iter().enumerate() {
        plan.print(
            inner.x + 10.0 + (column as f32 + 0.5) * size,
            y + SMALL - 1.0,
            points,
            None,
        );
    }
    y + SMALL + 2.0 - inner.y
}

fn pairs_plan(plan: &mut ZonePlan, pairs: &Pairs, inner: Rect) -> f32 {
    let blocks = pairs.cells.len() / 2;
    let width = inner.w / blocks.max(1) as f32;
    let size = ((width - 3.0) / 2.0).min(CELL);
    for (index, cell) in pairs.cells.iter().enumerate() {
        let x = inner.x + (index / 2) as f32 * width + (index % 2) as f32 * size + 1.5;
        let rect = Rect::new(x, inner.y, size, size);
        plan.cell(index, rect, Printed::Times(cell.factor));
        plan.badge(
            cell.award,
            rect.middle().0,
            inner.y + size + BADGES / 2.0,
            When::Cell(index as u8),
        );
        if index % 2 == 1 {
            plan.print(rect.x, rect.middle().1 + 3.5, "−", None);
        }
    }
    size + BADGES
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
                plan.height < 420.0,
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
