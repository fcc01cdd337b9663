//! The zones of a dice game as inputs: for each mechanic, what is filled and what the next entry depends on.
//!
//! The only file of the players that names mechanics. The inputs of trained weights have to stay as they are, so they are
//! not made from what a zone looks like ([`finaud_rules::zone::ZoneView`]), which may change.

use finaud_rules::zone::{Grid, GridScore, Lines, Pairs, Regions, Spread, Square, Stride, Track, TrackRule};
use finaud_rules::{Ink, Mechanic, Side, Zone};

/// How many inputs a zone has.
pub(super) fn zone_size(zone: &Zone) -> usize {
    match &zone.mechanic {
        Mechanic::Grid(grid) => grid_size(grid),
        Mechanic::Track(track) => {
            let counts = track.cells.len() + 1;
            let lasts = match track.rule {
                TrackRule::Rising { .. } | TrackRule::NotRising => lasts(track.most),
                TrackRule::Any | TrackRule::AtLeast => 0,
            };
            counts + counts * lasts
        }
        Mechanic::Stride(stride) => (stride.numbers().len() + 1) * (stride.numbers().len() + 3),
        Mechanic::Spread(spread) => (spread.left.len() + spread.right.len() + 2) * lasts(12),
        Mechanic::Lines(lines) => {
            let counts = lines.points.len() + 1;
            let pairs = if lines.factors.is_empty() { 0 } else { HALF_SUMS };
            lines.lines.len() * counts * (lasts(6) + 1) + counts + pairs
        }
        Mechanic::Pairs(pairs) => (pairs.cells.len() + 2) * 14,
        Mechanic::Square(square) => SQUARE + 1 + square.groups.len() * SQUARE_STEPS,
        Mechanic::Regions(regions) => {
            3 * regions.parts().len() + 1 + (regions.points().len() + regions.shades().len()) * 8
        }
    }
}

/// What is written in columns of lines that are not complete, in steps of six.
const HALF_SUMS: usize = 12;
/// The cells of a square, and how many crosses of a group are told apart.
const SQUARE: usize = 2 * 36;
const SQUARE_STEPS: usize = 7;

/// The class of the last number of a row: sums of several dice are told apart more coarsely the higher they are.
fn last_class(number: u8) -> usize {
    match number {
        0..=12 => usize::from(number),
        _ => (12 + usize::from(number - 11) / 2).min(24),
    }
}

/// How many classes of last numbers there are up to this one.
fn lasts(most: u8) -> usize {
    last_class(most) + 1
}

fn grid_size(grid: &Grid) -> usize {
    let cells = usize::from(grid.rows()) * usize::from(grid.columns());
    // Circles are told apart from crosses.
    let circles = if grid.twice() { cells + 1 } else { 0 };
    2 * cells + 1 + grid.groups().len() * 8 + usize::from(grid.rows()) * 13 + circles
}

/// For each input of a zone, the one of another zone that means the same; `None` if the zones have nothing in common.
pub(super) fn borrowed_inputs(from: &Zone, to: &Zone) -> Option<Vec<Option<usize>>> {
    match (&from.mechanic, &to.mechanic) {
        (Mechanic::Grid(from), Mechanic::Grid(to)) => borrowed_grid(from, to),
        (Mechanic::Track(from), Mechanic::Track(to)) => {
            let rising = |track: &Track| match track.rule {
                TrackRule::Rising { restart } => Some((true, restart, lasts(track.most))),
                TrackRule::NotRising => Some((false, None, lasts(track.most))),
                TrackRule::Any | TrackRule::AtLeast => None,
            };
            let (counts, known) = (to.cells.len() + 1, from.cells.len() + 1);
            // A row that is much longer is played otherwise.
            if rising(from) != rising(to) || counts.abs_diff(known) > 2 {
                return None;
            }
            let lasts = rising(to).map_or(0, |(.., lasts)| lasts);
            let near = |count: usize| count.min(known - 1);
            let by_count = (0..counts).map(near);
            let by_last =
                (0..counts * lasts).map(|index| known + near(index / lasts) * lasts + index % lasts);
            Some(by_count.chain(by_last).map(Some).collect())
        }
        // The others are borrowed as a whole.
        _ => {
            let same = std::mem::discriminant(&from.mechanic) == std::mem::discriminant(&to.mechanic)
                && zone_size(from) == zone_size(to);
            same.then(|| (0..zone_size(to)).map(Some).collect())
        }
    }
}

/// Cells and crosses are the same in grids of one size; groups are those with the same cells.
fn borrowed_grid(from: &Grid, to: &Grid) -> Option<Vec<Option<usize>>> {
    let same_rows = |from: &Grid, to: &Grid| (0..to.rows()).all(|row| from.row(row) == to.row(row));
    if (from.rows(), from.columns()) != (to.rows(), to.columns()) || !same_rows(from, to) {
        return None;
    }
    if from.twice() || to.twice() {
        let same = from == to;
        return same.then(|| (0..grid_size(to)).map(Some).collect());
    }
    let groups = 2 * usize::from(to.rows()) * usize::from(to.columns()) + 1;
    let rows = usize::from(to.rows()) * 13;
    let partner = |index: usize| {
        let wanted = to.groups()[index / 8].cells;
        let found = from.groups().iter().position(|group| group.cells == wanted);
        found.map(|found| groups + found * 8 + index % 8)
    };
    let by_groups = (0..to.groups().len() * 8).map(partner);
    let by_rows = (0..rows).map(|row| Some(groups + from.groups().len() * 8 + row));
    Some((0..groups).map(Some).chain(by_groups).chain(by_rows).collect())
}

/// Calls `out` with the inputs of a zone that are set.
pub(super) fn encode_zone(zone: &Zone, ink: &Ink, out: &mut impl FnMut(usize)) {
    match &zone.mechanic {
        Mechanic::Grid(grid) => encode_grid(grid, ink, out),
        Mechanic::Track(track) => encode_track(track, ink, out),
        Mechanic::Stride(stride) => encode_stride(stride, ink, out),
        Mechanic::Spread(spread) => encode_spread(spread, ink, out),
        Mechanic::Lines(lines) => encode_lines(lines, ink, out),
        Mechanic::Pairs(pairs) => encode_pairs(pairs, ink, out),
        Mechanic::Square(square) => encode_square(square, ink, out),
        Mechanic::Regions(regions) => encode_regions(regions, ink, out),
    }
}

fn encode_grid(grid: &Grid, ink: &Ink, out: &mut impl FnMut(usize)) {
    let filled = ink.filled();
    let cells = usize::from(grid.rows()) * usize::from(grid.columns());
    let mut rest = filled;
    while rest != 0 {
        out(rest.trailing_zeros() as usize);
        rest &= rest - 1;
    }
    out(cells + filled.count_ones() as usize);
    let groups = 2 * cells + 1;
    let marked = grid.marked(ink);
    for (index, group) in grid.groups().iter().enumerate() {
        let missing = (group.cells & !marked).count_ones().min(7) as usize;
        out(groups + index * 8 + missing);
    }
    if grid.twice() {
        let circles = groups + grid.groups().len() * 8 + usize::from(grid.rows()) * 13;
        (0..cells)
            .filter(|cell| (marked & !filled) >> cell & 1 != 0)
            .for_each(|cell| out(circles + cell));
        // A circle is as good as half a cross: none may be left for the points to come.
        if marked == filled {
            out(circles + cells);
        }
    }
    if let GridScore::Rows(_) = grid.scoring() {
        let rows = groups + grid.groups().len() * 8;
        for row in 0..grid.rows() {
            let crosses = (filled & grid.row(row)).count_ones().min(12) as usize;
            out(rows + usize::from(row) * 13 + crosses);
        }
    }
}

fn encode_track(track: &Track, ink: &Ink, out: &mut impl FnMut(usize)) {
    let count = track.count(ink);
    out(count);
    if let TrackRule::Rising { restart } = track.rule {
        let last = count.checked_sub(1).map_or(0, |last| track.number(ink, last));
        let bar = if Some(last) == restart { 0 } else { last };
        let lasts = lasts(track.most);
        out(track.cells.len() + 1 + count * lasts + last_class(bar).min(lasts - 1));
    }
    if track.rule == TrackRule::NotRising {
        let last = count.checked_sub(1).map_or(0, |last| track.number(ink, last));
        let lasts = lasts(track.most);
        out(track.cells.len() + 1 + count * lasts + last_class(last).min(lasts - 1));
    }
}

fn encode_square(square: &Square, ink: &Ink, out: &mut impl FnMut(usize)) {
    let crossed = square.crossed(ink);
    (0..36)
        .filter(|cell| crossed >> cell & 1 != 0)
        .for_each(&mut *out);
    out(36 + crossed.count_ones() as usize);
    for (index, group) in square.groups.iter().enumerate() {
        let crosses = (group.cells & crossed).count_ones() as usize;
        out(SQUARE + 1 + index * SQUARE_STEPS + crosses);
    }
}

fn encode_regions(regions: &Regions, ink: &Ink, out: &mut impl FnMut(usize)) {
    let (parts, crossed, open) = (regions.parts().len(), ink.filled(), regions.open(ink));
    for part in 0..parts {
        if crossed >> part & 1 != 0 {
            out(part);
        } else if open >> part & 1 != 0 {
            out(parts + part);
        }
    }
    out(2 * parts + crossed.count_ones() as usize);
    let columns = (0..regions.points().len()).map(|column| regions.in_column(column));
    let shades = regions.shades().iter().map(|shade| shade.parts);
    for (index, group) in columns.chain(shades).enumerate() {
        let missing = (group & !crossed).count_ones().min(7) as usize;
        out(3 * parts + 1 + index * 8 + missing);
    }
}

fn encode_stride(stride: &Stride, ink: &Ink, out: &mut impl FnMut(usize)) {
    let counts = stride.numbers().len() + 1;
    let count = ink.filled().count_ones() as usize;
    let passed = (32 - ink.filled().leading_zeros()) as usize;
    out(count);
    out(counts + passed);
    out(2 * counts + count * counts + passed);
}

fn encode_spread(spread: &Spread, ink: &Ink, out: &mut impl FnMut(usize)) {
    let mut base = 0;
    for side in [Side::Left, Side::Right] {
        let written = spread.written(ink, side);
        out(base + written.len() * lasts(12) + last_class(written.last().copied().unwrap_or(0)));
        base += (spread.cells(side).len() + 1) * lasts(12);
    }
}

fn encode_lines(lines: &Lines, ink: &Ink, out: &mut impl FnMut(usize)) {
    let counts = lines.points.len() + 1;
    let mut complete = counts;
    let mut base = 0;
    for line in 0..lines.lines.len() {
        let count = lines.count(ink, line);
        complete = complete.min(count);
        let last = count
            .checked_sub(1)
            .map_or(0, |last| lines.number(ink, line, last));
        out(base + count);
        out(base + counts + count * lasts(6) + last_class(last));
        base += counts * (lasts(6) + 1);
    }
    out(base + complete);
    if !lines.factors.is_empty() {
        let open = lines.factors.iter().enumerate().skip(complete);
        let worth: i16 = open
            .map(|(column, factor)| i16::from(*factor) * lines.column_sum(ink, column))
            .sum();
        out(base + counts + (usize::from(worth.unsigned_abs()) / 6).min(HALF_SUMS - 1));
    }
}

fn encode_pairs(pairs: &Pairs, ink: &Ink, out: &mut impl FnMut(usize)) {
    let block = ink.filled().trailing_ones() as usize / 2;
    let part = |side: usize| {
        let cell = 2 * block + side;
        let factor = pairs.cells.get(cell).map_or(1, |cell| cell.factor.max(1));
        pairs
            .number(ink, cell)
            .map_or(0, |number| usize::from(number / factor).min(6))
    };
    out(block * 14 + part(0));
    out(block * 14 + 7 + part(1));
}
