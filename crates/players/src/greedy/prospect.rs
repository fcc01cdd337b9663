//! What a zone promises beyond the points it already has.

use finaud_rules::zone::{Grid, GridScore, Lines, Pairs, Track, TrackScore};
use finaud_rules::{Award, EntryContext, Ink, Mark, Mechanic, Side, Values, Zone};

use super::{FOX, GIFT, POINT, box_worth};

/// How much of a group's worth its first cells bring: this percentage of the square of the share that is filled.
const GROUP: i32 = 60;
/// How much of the bonus under the next cell of a track counts already, in percent; half of that for the one after it.
const NEAR: i32 = 90;
/// Points that grow faster and faster lead one who looks at the next step only away from long rows. So a row is also
/// worth what it would have if its points grew evenly, times this percentage.
const EVENLY: i32 = 250;
/// The middle of what a die shows, in hundredths.
const MEAN_FACE: i32 = 350;

/// What the zone promises, in hundredths of a point.
pub(super) fn prospect(zone: &Zone, ink: &Ink) -> i32 {
    match &zone.mechanic {
        Mechanic::Grid(grid) => grid_prospect(zone, grid, ink),
        Mechanic::Track(track) => track_prospect(track, ink),
        Mechanic::Lines(lines) => lines_prospect(lines, ink),
        Mechanic::Pairs(pairs) => pairs_prospect(pairs, ink),
        Mechanic::Stride(_) | Mechanic::Spread(_) => 0,
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

/// What a row lacks to even growth: it has `now` points for `filled` cells and would have `end` if all were filled.
fn all_actions(filled: usize, cells: usize, now: i16, end: i16) -> i32 {
    let even = filled as i32 * i32::from(end) * POINT / cells.max(1) as i32;
    (even - i32::from(now) * POINT) * EVENLY / 100
}

/// What a group is worth that is not complete yet.
fn begun(worth: i32, filled: i32, size: i32) -> i32 {
    if size == 0 || filled == size {
        0
    } else {
        worth * GROUP * filled * filled / (100 * size * size)
    }
}

/// The cells of a grid that are crossed, as bits.
fn crossed(zone: &Zone, grid: &Grid, ink: &Ink) -> u32 {
    let mut free = 0;
    let values = if grid.matching() {
        Values::FACES
    } else {
        Values::ANY
    };
    zone.marks(ink, values, EntryContext::BONUS, |mark| match mark {
        Mark::Cell(cell) => free |= 1 << cell,
        Mark::Cells { number, rows } => {
            // Without matching dice a mark is one cell: the one printed `number` in one row.
            let first = rows.trailing_zeros() as u8 * grid.columns();
            let cells = (first..first + grid.columns()).filter(|cell| grid.number(*cell) == Some(number));
            cells.for_each(|cell| free |= 1 << cell);
        }
        _ => {}
    });
    grid.open() & !free
}

fn grid_prospect(zone: &Zone, grid: &Grid, ink: &Ink) -> i32 {
    let crossed = crossed(zone, grid, ink);
    let along = |points: &[i16], cells: u32| {
        let crosses = (crossed & cells).count_ones() as usize;
        match (points.get(crosses), points.last()) {
            (Some(now), Some(end)) => all_actions(crosses, points.len() - 1, *now, *end),
            _ => 0,
        }
    };
    let growth: i32 = match grid.scoring() {
        GridScore::Crosses(points) => along(points, u32::MAX),
        GridScore::Rows(points) => (0..grid.rows()).map(|row| along(points, grid.row(row))).sum(),
        GridScore::Groups => 0,
    };
    let groups = grid.groups().iter().map(|group| {
        let filled = (group.cells & crossed).count_ones() as i32;
        let worth = i32::from(group.points) * POINT + award_worth(group.award);
        begun(worth, filled, group.cells.count_ones() as i32)
    });
    growth + groups.sum::<i32>()
}

fn track_prospect(track: &Track, ink: &Ink) -> i32 {
    let count = track.count(ink);
    let ahead = track.cells.iter().skip(count).take(3).enumerate();
    let near: i32 = ahead
        .map(|(steps, cell)| award_worth(cell.award) * NEAR / 100 / (1 << steps))
        .sum();
    let growth = match (track.score, track.cells.last()) {
        (TrackScore::Last, Some(end)) => {
            let now = count.checked_sub(1).map_or(0, |last| track.cells[last].points);
            all_actions(count, track.cells.len(), now, end.points)
        }
        _ => 0,
    };
    near + growth
}

/// Columns that are begun.
fn lines_prospect(lines: &Lines, ink: &Ink) -> i32 {
    let all = lines.lines.len();
    let columns = lines.points.iter().enumerate().map(|(column, points)| {
        let filled = (0..all).filter(|line| lines.count(ink, *line) > column).count();
        begun(i32::from(*points) * POINT, filled as i32, all as i32)
    });
    columns.sum()
}

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
