//! What is written on a sheet: in its cells, of its bonuses, and where a mark would go.

use finaud_rules::zone::Writes;
use finaud_rules::{Ink, Mark, Mechanic, Side};

use super::plan::{When, spread_cell};

/// What is written in a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Written {
    /// Nothing yet.
    Nothing,
    /// A cross.
    Cross,
    /// A number.
    Number(u8),
    /// Nothing, and nothing ever will be.
    Lost,
}

/// What is written in a cell of a zone.
pub fn written(mechanic: &Mechanic, ink: &Ink, cell: u8) -> Written {
    let index = usize::from(cell);
    let filled = ink.filled() >> cell & 1 != 0;
    match mechanic {
        Mechanic::Grid(_) if filled => Written::Cross,
        Mechanic::Stride(_) if filled => Written::Cross,
        Mechanic::Stride(_) if ink.filled() >> cell != 0 => Written::Lost,
        Mechanic::Track(track) if index < track.count(ink) => match track.writes {
            Writes::Cross => Written::Cross,
            _ => Written::Number(track.number(ink, index)),
        },
        Mechanic::Spread(spread) => {
            let (side, index) = if index < spread.left.len() {
                (Side::Left, index)
            } else {
                (Side::Right, index - spread.left.len())
            };
            let number = spread.written(ink, side).get(index).copied();
            number.map_or(Written::Nothing, Written::Number)
        }
        Mechanic::Lines(lines) => {
            let columns = lines.points.len();
            let (line, place) = (index / columns, index % columns);
            if place < lines.count(ink, line) {
                Written::Number(lines.number(ink, line, place))
            } else {
                Written::Nothing
            }
        }
        Mechanic::Pairs(pairs) => pairs.number(ink, index).map_or(Written::Nothing, Written::Number),
        _ => Written::Nothing,
    }
}

/// How a bonus stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Standing {
    /// It can be won.
    Open,
    /// It was won.
    Won,
    /// It was given up or skipped.
    Lost,
}

/// How a bonus stands.
pub fn standing(mechanic: &Mechanic, ink: &Ink, when: When) -> Standing {
    let is_filled = |cell: u8| !matches!(written(mechanic, ink, cell), Written::Nothing | Written::Lost);
    let is_lost = |cell: u8| written(mechanic, ink, cell) == Written::Lost;
    match when {
        When::All(cells) if cells & !ink.filled() == 0 => Standing::Won,
        When::All(_) => Standing::Open,
        When::Cell(cell) => match mechanic {
            Mechanic::Track(track) if is_filled(cell) && track.crossed_out(ink, usize::from(cell)) => {
                Standing::Lost
            }
            _ if is_filled(cell) => Standing::Won,
            _ => Standing::Open,
        },
        When::Both(cell) if is_lost(cell) || is_lost(cell + 1) => Standing::Lost,
        When::Both(cell) if is_filled(cell) && is_filled(cell + 1) => Standing::Won,
        When::Both(_) => Standing::Open,
    }
}

/// The cells a mark writes in, before it is written.
pub fn targets(mechanic: &Mechanic, ink: &Ink, mark: Mark) -> Vec<u8> {
    match (mechanic, mark) {
        (_, Mark::Cell(cell)) => vec![cell],
        (Mechanic::Grid(grid), Mark::Cells { number, rows }) => (0..grid.rows() * grid.columns())
            .filter(|cell| grid.number(*cell) == Some(number) && rows >> (cell / grid.columns()) & 1 != 0)
            .collect(),
        (Mechanic::Track(track), _) => vec![track.count(ink) as u8],
        (Mechanic::Spread(spread), Mark::Side(side, _)) => {
            vec![spread_cell(spread, side, spread.written(ink, side).len()) as u8]
        }
        (Mechanic::Lines(lines), Mark::Line(line, _)) => {
            let count = lines.count(ink, usize::from(line));
            vec![(usize::from(line) * lines.points.len() + count) as u8]
        }
        (Mechanic::Pairs(pairs), Mark::Side(side, _)) => {
            let block = (0..pairs.cells.len() / 2).find(|block| pairs.star(ink, *block).is_none());
            block
                .map(|block| (2 * block + side as usize) as u8)
                .into_iter()
                .collect()
        }
        _ => Vec::new(),
    }
}
