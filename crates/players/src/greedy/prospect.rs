//! What a zone promises beyond the points it already has: groups half done, numbers that leave room.

use finaud_rules::zone::{Grid, GridScore, Lines, Pairs, Stride, Track};
use finaud_rules::{Award, Circumstance, Ink, Mark, Mechanic, Side, Values, Zone};

use finaud_rules::zone::{TrackRule, Writes};

use super::{GIFT, POINT, box_worth};

/// What a fox is worth while it is out of reach.
const FOX: i32 = 800;
/// How much of a group's worth its first cells bring: the square of the share that is filled, times this, in percent.
const GROUP: i32 = 60;
/// What each cell ahead is worth that a number leaves open.
const ROOM: i32 = 60;

/// What the zone promises, in hundredths of a point.
pub(super) fn prospect(zone: &Zone, ink: &Ink) -> i32 {
    match &zone.mechanic {
        Mechanic::Grid(grid) => grid_prospect(zone, grid, ink),
        Mechanic::Track(track) => track_prospect(track, ink),
        Mechanic::Stride(stride) => stride_prospect(zone, stride, ink),
        Mechanic::Lines(lines) => lines_prospect(lines, ink),
        Mechanic::Pairs(pairs) => pairs_prospect(pairs, ink),
        Mechanic::Spread(_) => 0,
    }
}

fn award_worth(award: Option<Award>) -> i32 {
    match award {
        None => 0,
        Some(Award::Fox) => FOX,
        Some(Award::Circle(power)) => box_worth(power),
        Some(Award::Gift(_)) => GIFT,
    }
}

/// The cells of a grid that are still free, as bits.
fn free_cells(zone: &Zone, grid: &Grid, ink: &Ink) -> u32 {
    let mut free = 0;
    let values = if grid.matching() {
        Values::FACES
    } else {
        Values::ANY
    };
    zone.marks(ink, values, Circumstance::BONUS, |mark| match mark {
        Mark::Cell(cell) => free |= 1 << cell,
        Mark::Cells { number, rows } => {
            // Without matching dice a mark is one cell: the one printed `number` in one row.
            let row = grid.row(rows.trailing_zeros() as u8);
            let mut cells = row & grid.open();
            while cells != 0 {
                let cell = cells.trailing_zeros();
                if grid.number(cell as u8) == Some(number) {
                    free |= 1 << cell;
                }
                cells &= cells - 1;
            }
        }
        _ => {}
    });
    free
}

/// Half-done groups: the nearer to complete, the more of their bonus and points counts already.
fn grid_prospect(zone: &Zone, grid: &Grid, ink: &Ink) -> i32 {
    let free = free_cells(zone, grid, ink);
    let pays = matches!(grid.scoring(), GridScore::Groups);
    grid.groups()
        .iter()
        .map(|group| {
            let size = group.cells.count_ones() as i32;
            let filled = size - (group.cells & free).count_ones() as i32;
            if size == 0 || filled == size {
                return 0;
            }
            let points = if pays { i32::from(group.points) * POINT } else { 0 };
            (points + award_worth(group.award)) * GROUP * filled * filled / (100 * size * size)
        })
        .sum()
}

/// A rising track with a high last number is all but closed.
fn track_prospect(track: &Track, ink: &Ink) -> i32 {
    let count = track.count(ink);
    let ahead = (track.cells.len() - count) as i32;
    match (track.rule, count.checked_sub(1)) {
        (TrackRule::Rising { restart }, Some(last)) if track.writes != Writes::Cross => {
            let last = track.number(ink, last);
            let taken = if Some(last) == restart { 0 } else { i32::from(last) };
            let most = i32::from(track.most);
            ROOM * ahead * (most - taken) / most
        }
        _ => ROOM * ahead,
    }
}

/// Skipped cells are lost.
fn stride_prospect(zone: &Zone, stride: &Stride, ink: &Ink) -> i32 {
    let mut ahead = 0;
    zone.marks(ink, Values::FACES, Circumstance::BONUS, |_| ahead += 1);
    let _ = stride;
    ROOM * ahead
}

/// Columns that are begun, and room in falling lines.
fn lines_prospect(lines: &Lines, ink: &Ink) -> i32 {
    let size = lines.lines.len() as i32;
    let columns = lines.points.iter().enumerate().map(|(column, points)| {
        let filled = (0..lines.lines.len())
            .filter(|line| lines.count(ink, *line) > column)
            .count() as i32;
        if filled == size {
            0
        } else {
            i32::from(*points) * POINT * GROUP * filled * filled / (100 * size * size)
        }
    });
    columns.sum()
}

/// The middle of what a die shows, in hundredths.
const MEAN_FACE: i32 = 350;

/// A half-done block is expected to be completed with a middling number.
fn pairs_prospect(pairs: &Pairs, ink: &Ink) -> i32 {
    (0..pairs.cells.len() / 2)
        .map(|block| {
            let factor = |side: Side| i32::from(pairs.cells[2 * block + side as usize].factor);
            match (pairs.number(ink, 2 * block), pairs.number(ink, 2 * block + 1)) {
                (Some(left), None) => i32::from(left) * POINT - MEAN_FACE * factor(Side::Right),
                (None, Some(right)) => MEAN_FACE * factor(Side::Left) - i32::from(right) * POINT,
                _ => 0,
            }
        })
        .sum()
}
