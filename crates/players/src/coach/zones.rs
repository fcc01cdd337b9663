//! What an entry does in its zone, read off the sheet's data.

use finaud_rules::zone::{Factor, Grid, Group, Lines, Pairs, Spread, Stride, Track, TrackRule};
use finaud_rules::{Award, Ink, Mark, Mechanic, Side, Zone};

use super::{GroupKind, Reason};

/// An award with the place it comes from.
pub(super) struct Found {
    pub(super) group: Option<(GroupKind, i16)>,
    pub(super) award: Option<Award>,
}

/// What an entry does in a zone, beyond points.
#[derive(Default)]
pub(super) struct Written {
    /// Groups that are complete, bonuses that are won.
    pub(super) found: Vec<Found>,
    /// A bonus that was given up for points.
    pub(super) given_up: Option<Award>,
    /// Bonuses that one more entry would win.
    pub(super) near: Vec<Award>,
    /// What follows for later entries.
    pub(super) later: Vec<Reason>,
    /// The cells that pay together and lack fewest, and how many they lack.
    pub(super) towards: Option<(GroupKind, u32)>,
}

impl Written {
    fn cell(&mut self, award: Option<Award>) {
        if award.is_some() {
            self.found.push(Found { group: None, award });
        }
    }

    fn group(&mut self, kind: GroupKind, points: i16, award: Option<Award>) {
        let group = Some((kind, points));
        self.found.push(Found { group, award });
    }
}

/// What a mark does in a zone.
pub(super) fn written(zone: &Zone, before: &Ink, after: &Ink, mark: Mark) -> Written {
    match &zone.mechanic {
        Mechanic::Grid(grid) => on_grid(grid, before, after),
        Mechanic::Track(track) => on_track(&zone.name, track, before, after, mark),
        Mechanic::Stride(stride) => on_stride(&zone.name, stride, before, mark),
        Mechanic::Spread(spread) => on_spread(spread, before, mark),
        Mechanic::Lines(lines) => on_lines(lines, before, after, mark),
        Mechanic::Pairs(pairs) => on_pairs(pairs, before, after),
    }
}

fn missing(group: &Group, ink: &Ink) -> u32 {
    (group.cells & !ink.filled()).count_ones()
}

fn on_grid(grid: &Grid, before: &Ink, after: &Ink) -> Written {
    let mut written = Written::default();
    for group in grid.groups() {
        let (had, has) = (missing(group, before), missing(group, after));
        if has == 0 && had > 0 {
            written.group(group_kind(grid, group), group.points, group.award);
        } else if has == 1 && had > 1 {
            written.near.extend(group.award);
        }
        if has > 0 && has < had && written.towards.is_none_or(|(_, fewest)| has < fewest) {
            written.towards = Some((group_kind(grid, group), has));
        }
    }
    written
}

fn group_kind(grid: &Grid, group: &Group) -> GroupKind {
    let is = |cells: u32| {
        let open = cells & grid.open();
        group.cells == open || group.cells == open & grid.shaded()
    };
    let (rows, columns) = (usize::from(grid.rows()), usize::from(grid.columns()));
    if let Some(row) = (0..rows).find(|row| is(grid.row(*row as u8))) {
        return GroupKind::Row(row);
    }
    if let Some(column) = (0..columns).find(|column| is(grid.column(*column as u8))) {
        return GroupKind::Column(column);
    }
    let diagonal = (0..rows.min(columns)).fold(0u32, |cells, step| cells | 1 << (step * columns + step));
    if is(diagonal) {
        GroupKind::Diagonal
    } else {
        GroupKind::Other
    }
}

fn on_track(name: &str, track: &Track, before: &Ink, after: &Ink, mark: Mark) -> Written {
    let mut written = Written::default();
    let (from, to) = (track.count(before), track.count(after));
    for cell in track.cells.iter().take(to).skip(from) {
        if matches!(mark, Mark::Times(_)) {
            written.given_up = cell.award;
        } else {
            written.cell(cell.award);
        }
    }
    let Some(next) = track.cells.get(to) else {
        return written;
    };
    if !matches!(next.factor, Factor::Times(0)) {
        written.near.extend(next.award);
    }
    let last = to.checked_sub(1).map_or(0, |cell| track.number(after, cell));
    let (least, most) = match track.rule {
        TrackRule::Any => return written,
        TrackRule::AtLeast => (next.least, 6),
        TrackRule::Rising { restart } if restart == Some(last) => return written,
        TrackRule::Rising { .. } => (last + 1, track.most),
    };
    if 3 * least >= 2 * most + 3 {
        written.later.push(Reason::Needs {
            zone: name.into(),
            least,
            most,
        });
    }
    written
}

fn on_stride(name: &str, stride: &Stride, before: &Ink, mark: Mark) -> Written {
    let mut written = Written::default();
    let Mark::Cell(cell) = mark else { return written };
    let neighbour = cell
        .checked_sub(1)
        .filter(|left| before.filled() >> left & 1 != 0);
    if let Some(left) = neighbour {
        written.cell(stride.between().get(usize::from(left)).copied().flatten());
    }
    written
        .near
        .extend(stride.between().get(usize::from(cell)).copied().flatten());
    let passed = 32 - before.filled().leading_zeros();
    let cells = u32::from(cell).saturating_sub(passed);
    if cells > 0 {
        written.later.push(Reason::Skips {
            zone: name.into(),
            cells,
        });
    }
    written
}

fn on_spread(spread: &Spread, before: &Ink, mark: Mark) -> Written {
    let mut written = Written::default();
    let Mark::Side(side, _) = mark else { return written };
    let count = spread.written(before, side).len();
    let cells = spread.cells(side);
    written.cell(cells.get(count).and_then(|cell| cell.award));
    written
        .near
        .extend(cells.get(count + 1).and_then(|cell| cell.award));
    written
}

fn on_lines(lines: &Lines, before: &Ink, after: &Ink, mark: Mark) -> Written {
    let mut written = Written::default();
    let Mark::Line(line, _) = mark else { return written };
    let line = usize::from(line);
    let count = lines.count(before, line);
    let Some(awards) = lines.lines.get(line).map(|line| &line.awards) else {
        return written;
    };
    written.cell(awards.get(count).copied().flatten());
    written.near.extend(awards.get(count + 1).copied().flatten());
    let complete = |ink: &Ink| {
        let counts = (0..lines.lines.len()).map(|line| lines.count(ink, line));
        counts.min().unwrap_or(0)
    };
    for column in complete(before)..complete(after) {
        written.group(GroupKind::Column(column), lines.points[column], None);
    }
    written
}

fn on_pairs(pairs: &Pairs, before: &Ink, after: &Ink) -> Written {
    let mut written = Written::default();
    for (index, cell) in pairs.cells.iter().enumerate() {
        if pairs.number(before, index).is_none() && pairs.number(after, index).is_some() {
            written.cell(cell.award);
        }
    }
    for block in 0..pairs.cells.len() / 2 {
        if let (None, Some(star)) = (pairs.star(before, block), pairs.star(after, block)) {
            written.group(GroupKind::Block(block), star, None);
        } else if pairs.star(after, block).is_none() {
            let half = [Side::Left, Side::Right].map(|side| 2 * block + side as usize);
            if half.iter().any(|cell| pairs.number(after, *cell).is_some()) {
                let empty = half.into_iter().find(|cell| pairs.number(after, *cell).is_none());
                written
                    .near
                    .extend(empty.and_then(|cell| pairs.cells[cell].award));
            }
        }
    }
    written
}
