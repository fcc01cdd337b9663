//! Where the parts of one zone are drawn: its cells, bonuses and small print.
//!
//! A zone of one row has its points above the cells and its bonuses below them. A zone of several rows has the bonuses of
//! its rows to the right, those of its columns below, and points at the bottom.

use finaud_rules::insertion_sort;
use finaud_rules::zone::{
    BonusView, CellView, ExtraPoints, GroupKind, GroupView, PointsTable, RowOrder, Spot, ZoneView,
};

use super::{Badge, CellPlan, Print, Rect, RowDie, ZonePlan};

/// The largest cell.
const CELL: f32 = 34.0;

/// How much room things have.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Room {
    /// How high a cell is at most.
    cell: f32,
    /// How high a cell of a map is at most.
    map: f32,
    /// A row or a column of badges.
    badges: f32,
    /// A line of small print.
    small: f32,
}

/// Plenty: cells are square.
pub(super) const ROOMY: Room = Room {
    cell: CELL,
    map: CELL,
    badges: 19.0,
    small: 11.0,
};
/// As little as a finger can bear, for sheets that would be too high.
pub(super) const TIGHT: Room = Room {
    cell: 21.0,
    map: 19.0,
    badges: 17.0,
    small: 10.0,
};

/// How far the base line of a sign lies below the middle of its cells.
const SIGN_DROP: f32 = 3.5;

/// Places everything a zone has into the width of `inner`; returns the height it takes.
pub(super) fn lay_out(plan: &mut ZonePlan, view: &ZoneView, inner: Rect, room: Room) -> f32 {
    let height = if view.cells.iter().any(|cell| cell.part.is_some()) {
        map(plan, view, inner, room)
    } else if view.rows.len() > 1 {
        several_rows(plan, view, inner, room)
    } else {
        one_row(plan, view, inner, room)
    };
    height + extras(plan, view, inner, inner.y + height, room)
}

impl ZonePlan {
    fn cell(&mut self, cell: &CellView, rect: Rect) {
        self.cells.push(CellPlan {
            id: cell.id,
            rect,
            printed: cell.printed,
            grey: cell.grey,
            shaded: cell.shaded,
            part: cell.part,
            bonus_from: cell.bonus_from,
        });
    }

    fn badge(&mut self, bonus: Option<BonusView>, spot: Spot, x: f32, y: f32) {
        if let Some(BonusView { award, .. }) = bonus {
            self.badges.push(Badge { award, x, y, spot });
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

    /// Points by the number of filled cells, in a row of this width.
    fn points_row(&mut self, points: &[i16], x: f32, y: f32, width: f32) {
        let step = width / points.len().max(1) as f32;
        for (index, points) in points.iter().enumerate() {
            self.print(x + step * (index as f32 + 0.5), y, points, Some(index + 1));
        }
    }
}

/// The points for one cell, two cells and so on; a table starts with those for none.
fn from_one(table: &[i16]) -> &[i16] {
    table.get(1..).unwrap_or_default()
}

/// Where the cells of a single row stand.
#[derive(Clone, Copy)]
struct RowCells {
    /// How many belong together.
    block: usize,
    /// How wide a block is, with the room to its neighbours.
    width: f32,
    /// The room on either side of a block.
    margin: f32,
    size: f32,
}

impl RowCells {
    fn of(view: &ZoneView, width: f32) -> RowCells {
        let columns = usize::from(view.columns).max(1);
        let is_block = |group: &&GroupView| matches!(group.kind, GroupKind::Block(_));
        let blocks = view.groups.iter().filter(is_block).count();
        if blocks == 0 {
            let size = (width / columns as f32).min(CELL);
            return RowCells {
                block: 1,
                width: size,
                margin: 0.0,
                size,
            };
        }
        let (block, width, margin) = (columns.div_ceil(blocks), width / blocks as f32, 1.5);
        RowCells {
            block,
            width,
            margin,
            size: ((width - 2.0 * margin) / block as f32).min(CELL),
        }
    }

    /// The left edge of a cell.
    fn x(self, column: u8) -> f32 {
        let (block, within) = (usize::from(column) / self.block, usize::from(column) % self.block);
        block as f32 * self.width + within as f32 * self.size + self.margin
    }

    /// Does a block go on with this cell?
    fn goes_on(self, column: u8) -> bool {
        !usize::from(column).is_multiple_of(self.block)
    }
}

fn one_row(plan: &mut ZonePlan, view: &ZoneView, inner: Rect, room: Room) -> f32 {
    let cells = RowCells::of(view, inner.w);
    let size = cells.size;
    let high = size.min(room.cell);
    let table = match &view.table {
        PointsTable::None => &[],
        PointsTable::Whole(table) | PointsTable::EachRow(table) => from_one(table),
    };
    let has_points = !table.is_empty() || view.cells.iter().any(|cell| cell.points.is_some());
    let top = if has_points { room.small } else { 0.0 };
    let (y, points_y) = (inner.y + top, inner.y + room.small - 3.0);
    let badges_y = y + high + room.badges / 2.0;
    let order = view.rows.first().map_or(RowOrder::Free, |row| row.order);
    for cell in &view.cells {
        let rect = Rect::new(inner.x + cells.x(cell.column), y, size, high);
        plan.cell(cell, rect);
        if let Some(points) = cell.points {
            // A row that grows to both sides has two last cells.
            let at_count = (order != RowOrder::Outwards).then_some(usize::from(cell.column) + 1);
            plan.print(rect.middle().0, points_y, points, at_count);
        }
        plan.badge(cell.bonus, Spot::Cell(cell.id), rect.middle().0, badges_y);
        // A sign between cells: each number is higher than the one before, or the right one is subtracted.
        let sign = match order {
            RowOrder::Rising { .. } if cell.column > 0 => Some("‹"),
            RowOrder::NotRising if cell.column > 0 => Some("≥"),
            _ if cells.goes_on(cell.column) => Some("−"),
            _ => None,
        };
        if let Some(sign) = sign {
            plan.print(rect.x, rect.middle().1 + SIGN_DROP, sign, None);
        }
    }
    plan.points_row(table, inner.x, points_y, size * f32::from(view.columns));
    for link in &view.links {
        let right = plan.cells.iter().find(|cell| cell.id == link.right);
        if let Some(x) = right.map(|cell| cell.rect.x) {
            plan.badge(Some(link.bonus), Spot::Between(link.left), x, badges_y);
        }
    }
    top + high + room.badges
}

/// What differs between rows that are lines of their own, each with its sign, and rows of a grid.
#[derive(Clone, Copy)]
struct RowStyle {
    /// Room for the sign before a row.
    sign: f32,
    /// The space between rows.
    apart: f32,
    /// How far the points of columns lie below the cells.
    points_drop: f32,
}

const LINES: RowStyle = RowStyle {
    sign: 10.0,
    apart: 1.0,
    points_drop: 0.0,
};
const GRID: RowStyle = RowStyle {
    sign: 0.0,
    apart: 0.0,
    points_drop: 1.0,
};

/// Does the group bind two cells, one above the other? Its bonus is printed between them.
fn upper_of_two<'a>(view: &'a ZoneView, group: &GroupView) -> Option<&'a CellView> {
    if group.kind != GroupKind::Other || group.cells.len() != 2 {
        return None;
    }
    let mut cells = group.cells.iter().filter_map(|id| view.cell(id));
    let (upper, lower) = (cells.next()?, cells.next()?);
    (upper.column == lower.column && upper.row + 1 == lower.row).then_some(upper)
}

fn several_rows(plan: &mut ZonePlan, view: &ZoneView, inner: Rect, room: Room) -> f32 {
    let is_lines = view.rows.iter().any(|row| row.sign.is_some());
    let mut style = if is_lines { LINES } else { GRID };
    if view.rows.iter().any(|row| row.die.is_some()) {
        style.sign = LINES.sign;
    }
    let giving = || {
        let groups = view.groups.iter().zip(0..);
        groups.filter(|(group, _)| group.bonus.is_some())
    };
    let has_row_bonus = giving().any(|(group, _)| matches!(group.kind, GroupKind::Row(_)));
    let has_between = giving().any(|(group, _)| upper_of_two(view, group).is_some());
    let right = if has_row_bonus { room.badges } else { 0.0 };
    let gap = if has_between { room.badges } else { 0.0 };
    let columns = f32::from(view.columns);
    let width = inner.w - style.sign - right;
    let size = (width / columns).min(CELL);
    let high = size.min(room.cell);
    let left = inner.x + style.sign + (width - size * columns) / 2.0;
    let column_x = |column: u8| left + f32::from(column) * size;
    // The upper edge of each row, and the lower edge of the last one with its bonuses.
    let mut row_y = Vec::new();
    let (mut y, mut bottom) = (inner.y, inner.y);
    for row in 0..view.rows.len() {
        row_y.push(y);
        let is_here = |cell: &CellView| usize::from(cell.row) == row && cell.bonus.is_some();
        let badges = if view.cells.iter().any(is_here) {
            room.badges - 2.0
        } else {
            0.0
        };
        bottom = y + high + badges;
        y += high + badges.max(gap).max(style.apart);
    }
    let row_y = |row: u8| row_y.get(usize::from(row)).copied().unwrap_or(inner.y);
    for (row, index) in view.rows.iter().zip(0..) {
        if let Some(die) = row.die {
            let (x, y) = (inner.x + 3.0, row_y(index) + high / 2.0 + 4.0);
            plan.row_dice.push(RowDie { x, y, die });
        }
        let sign = match row.sign {
            None => continue,
            Some(0) => "·",
            Some(1) => "+",
            Some(_) => "−",
        };
        plan.print(inner.x + 3.0, row_y(index) + high / 2.0 + 4.0, sign, None);
    }
    for cell in &view.cells {
        let rect = Rect::new(column_x(cell.column), row_y(cell.row), size, high);
        plan.cell(cell, rect);
        let order = view.rows.get(usize::from(cell.row)).map(|row| row.order);
        if let (Some(RowOrder::Rising { .. }), 1..) = (order, cell.column) {
            plan.print(rect.x, rect.middle().1 + SIGN_DROP, "‹", None);
        }
        let badge_y = rect.y + high + (room.badges - 2.0) / 2.0;
        plan.badge(cell.bonus, Spot::Cell(cell.id), rect.middle().0, badge_y);
    }
    let grid_right = column_x(view.columns);
    let has_below = group_badges(plan, view, room, |group| match group.kind {
        GroupKind::Row(row) => GroupPlace::Beside(grid_right + right / 2.0, row_y(row) + high / 2.0),
        GroupKind::Column(column) => {
            GroupPlace::Below(column_x(column) + size / 2.0, bottom + room.badges / 2.0)
        }
        GroupKind::Diagonal
        | GroupKind::OtherDiagonal
        | GroupKind::Block(_)
        | GroupKind::Shade(_)
        | GroupKind::Other => match upper_of_two(view, group) {
            Some(upper) => GroupPlace::Between(
                column_x(upper.column) + size / 2.0,
                row_y(upper.row) + high + gap / 2.0,
            ),
            None => {
                let corner = if has_row_bonus { right / 2.0 } else { -size / 2.0 };
                GroupPlace::Corner(grid_right + corner, bottom + room.badges / 2.0)
            }
        },
    });
    let mut below = if has_below { room.badges } else { 0.0 };
    let pays = |group: &&GroupView| group.points != 0 || group.factor.is_some();
    for group in view.groups.iter().filter(pays) {
        if let GroupKind::Column(column) = group.kind {
            let y = bottom + room.small + style.points_drop;
            let text = match group.factor {
                Some(factor) => format!("×{factor}"),
                None => group.points.to_string(),
            };
            plan.print(column_x(column) + size / 2.0, y, text, None);
            below = below.max(room.small + 3.0);
        }
    }
    bottom += below;
    match &view.table {
        PointsTable::None => {}
        PointsTable::Whole(table) => {
            plan.points_row(from_one(table), inner.x, bottom + room.small, inner.w);
            bottom += room.small + 2.0;
        }
        PointsTable::EachRow(table) => {
            for (points, column) in from_one(table).iter().zip(0..view.columns) {
                plan.print(column_x(column) + size / 2.0, bottom + room.small, points, None);
            }
            bottom += room.small + 2.0;
        }
    }
    bottom - inner.y
}

/// A map of parts: bonuses stand in their cells, those of shades in the strip, the points of columns below.
fn map(plan: &mut ZonePlan, view: &ZoneView, inner: Rect, room: Room) -> f32 {
    let columns = f32::from(view.columns.max(1));
    let size = (inner.w / columns).min(CELL);
    let high = size.min(room.map);
    let left = inner.x + (inner.w - size * columns) / 2.0;
    let bottom = inner.y + high * view.rows.len() as f32;
    let part_at = |row: u8, column: u8| {
        let mut cells = view.cells.iter();
        cells
            .find(|cell| (cell.row, cell.column) == (row, column))
            .and_then(|cell| cell.part)
            .map(|part| part.letter)
    };
    for cell in &view.cells {
        let (x, y) = (
            left + f32::from(cell.column) * size,
            inner.y + f32::from(cell.row) * high,
        );
        let rect = Rect::new(x, y, size, high);
        plan.cell(cell, rect);
        plan.badge(cell.bonus, Spot::Cell(cell.id), rect.middle().0, rect.middle().1);
        let here = cell.part.map(|part| part.letter);
        if cell.column == 0 || part_at(cell.row, cell.column - 1) != here {
            plan.borders += &format!("M{x:.1} {y:.1}v{high:.1}");
        }
        if part_at(cell.row, cell.column + 1) != here {
            plan.borders += &format!("M{:.1} {y:.1}v{high:.1}", x + size);
        }
        if cell.row == 0 || part_at(cell.row - 1, cell.column) != here {
            plan.borders += &format!("M{x:.1} {y:.1}h{size:.1}");
        }
        if part_at(cell.row + 1, cell.column) != here {
            plan.borders += &format!("M{x:.1} {:.1}h{size:.1}", y + high);
        }
    }
    // The strip has its letter above and its points below.
    let strip = inner.x - super::PAD - super::STRIP / 2.0;
    let mut y = inner.y + 26.0;
    for (group, index) in view.groups.iter().zip(0..) {
        match group.kind {
            GroupKind::Shade(shade) if group.bonus.is_some() => {
                plan.swatches
                    .push((Rect::new(strip - 9.0, y - 9.0, 18.0, 18.0), shade));
                plan.badge(group.bonus, Spot::Group(index), strip, y);
                y += room.badges;
            }
            GroupKind::Column(column) => {
                let x = left + (f32::from(column) + 0.5) * size;
                plan.print(x, bottom + room.small, group.points, None);
            }
            _ => {}
        }
    }
    bottom + room.small + 3.0 - inner.y
}

/// Where the bonus of a group stands, and in which turn it is drawn.
#[derive(Clone, Copy, Debug)]
enum GroupPlace {
    Beside(f32, f32),
    Between(f32, f32),
    Below(f32, f32),
    /// The corner below the bonuses of the rows: the next one stands to its left.
    Corner(f32, f32),
}

/// Draws the bonuses of groups; says whether any of them stands below the cells.
fn group_badges(
    plan: &mut ZonePlan,
    view: &ZoneView,
    room: Room,
    place: impl Fn(&GroupView) -> GroupPlace,
) -> bool {
    let rank = |place: GroupPlace| match place {
        GroupPlace::Beside(..) => 0,
        GroupPlace::Between(..) => 1,
        GroupPlace::Below(..) => 2,
        GroupPlace::Corner(..) => 3,
    };
    let groups = view.groups.iter().zip(0..);
    let mut placed: Vec<(GroupPlace, Option<BonusView>, Spot)> = groups
        .filter(|(group, _)| group.bonus.is_some())
        .map(|(group, index)| (place(group), group.bonus, Spot::Group(index)))
        .collect();
    insertion_sort(&mut placed, |one, other| rank(one.0).cmp(&rank(other.0)));
    let mut in_corner = 0.0;
    for (place, bonus, spot) in &placed {
        match *place {
            GroupPlace::Beside(x, y) | GroupPlace::Between(x, y) | GroupPlace::Below(x, y) => {
                plan.badge(*bonus, *spot, x, y);
            }
            GroupPlace::Corner(x, y) => {
                plan.badge(*bonus, *spot, x - in_corner, y);
                in_corner += room.badges;
            }
        }
    }
    placed.last().is_some_and(|(place, ..)| rank(*place) > 1)
}

/// What is said about special numbers, side by side; returns the height it takes.
fn extras(plan: &mut ZonePlan, view: &ZoneView, inner: Rect, y: f32, room: Room) -> f32 {
    let points = |extra: &ExtraPoints| {
        let bounds = [
            extra.up_to.map(|number| format!("≤ {number}")),
            extra.from.map(|number| format!("≥ {number}")),
            extra.only.map(|number| number.to_string()),
        ];
        let bounds: Vec<String> = bounds.into_iter().flatten().collect();
        format!("{}: {:+}", bounds.join(", "), extra.points)
    };
    let mut texts: Vec<String> = view.extras.iter().map(points).collect();
    texts.extend(view.doubled.map(|number| format!("{number}: {number} {number}")));
    for group in &view.groups {
        if group.kind == GroupKind::OtherDiagonal && group.points != 0 {
            texts.push(format!("↗ {} × X: {:+}", view.crosses.unwrap_or(0), group.points));
        }
    }
    if texts.is_empty() {
        return 0.0;
    }
    // A single line stands a little closer.
    let apart = if texts.len() > 1 { 1.0 } else { 0.0 };
    let step = inner.w / texts.len() as f32;
    for (index, text) in texts.iter().enumerate() {
        let x = inner.x + step * (index as f32 + 0.5);
        plan.print(x, y + apart + room.small - 3.0, text, None);
    }
    room.small + apart
}
