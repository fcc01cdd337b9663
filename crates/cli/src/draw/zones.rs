//! How each mechanic looks.

use finaud_rules::zone::{Factor, Lines, Pairs, Spread, Stride, Track, TrackRule, TrackScore, Writes};
use finaud_rules::{Award, Mechanic, Sheet, Source, Zone, ZoneSetup};

use super::Detail;
use super::award::sign;
use super::block::{Block, Cell};
use super::paint::{Hue, Style};

/// Draws a zone with what is written in it.
pub(super) fn block(sheet: &Sheet, zone: &Zone, setup: &ZoneSetup, hue: Hue, detail: Detail) -> Block {
    let pen = Pen { sheet, hue, detail };
    let mut block = match &zone.mechanic {
        Mechanic::Grid(grid) => pen.grid(grid, crossed(setup)),
        Mechanic::Track(track) => pen.track(track, setup),
        Mechanic::Stride(stride) => pen.stride(stride, crossed(setup)),
        Mechanic::Spread(spread) => pen.spread(spread, setup),
        Mechanic::Lines(lines) => pen.lines(lines, setup),
        Mechanic::Pairs(pairs) => pen.pairs(pairs, setup),
    };
    match zone.source {
        Source::Face => {}
        _ if detail == Detail::Brief => {}
        Source::WithWhite => block.note(format!("{} + {}", zone.name, sheet.dice[0].name)),
        Source::WithPlatter => block.note("the die + the other dice on the platter"),
    }
    block
}

/// The crossed cells, one bit each.
fn crossed(setup: &ZoneSetup) -> u64 {
    let cells = setup.crossed.iter().flatten();
    cells.fold(0, |bits, cell| {
        bits | 1u64.checked_shl(u32::from(*cell).wrapping_sub(1)).unwrap_or(0)
    })
}

pub(super) fn has(bits: u64, cell: usize) -> bool {
    bits >> cell & 1 != 0
}

/// What a zone is drawn with.
pub(super) struct Pen<'a> {
    pub(super) sheet: &'a Sheet,
    hue: Hue,
    detail: Detail,
}

/// What became of a bonus.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Fate {
    Open,
    Won,
    Lost,
}

impl Pen<'_> {
    pub(super) fn free(&self, text: impl Into<String>) -> Cell {
        Cell::new(text, Style::Zone(self.hue))
    }

    pub(super) fn filled(&self, text: impl Into<String>) -> Cell {
        Cell::new(text, Style::Filled(self.hue))
    }

    pub(super) fn award(&self, award: Option<Award>, fate: Fate) -> Cell {
        let Some(award) = award else {
            return Cell::default();
        };
        match fate {
            Fate::Open => Cell::new(sign(self.sheet, award), Style::Plain),
            Fate::Won => Cell::new(format!("{}✓", sign(self.sheet, award)), Style::Faint),
            Fate::Lost => Cell::new("–", Style::Faint),
        }
    }

    /// A table of points that starts with no cross, which needs no telling.
    pub(super) fn by_crosses(&self, what: &str, points: &[i16]) -> String {
        let how = if self.detail == Detail::Full {
            " by crosses"
        } else {
            ""
        };
        let points: Vec<String> = points.iter().skip(1).map(ToString::to_string).collect();
        format!("{what}{how}: {}", points.join(" "))
    }

    pub(super) fn faint(text: impl Into<String>) -> Cell {
        Cell::new(text, Style::Faint)
    }

    fn track(&self, track: &Track, setup: &ZoneSetup) -> Block {
        let mut block = Block::default();
        let written = match track.writes {
            Writes::Cross => setup.crossed.as_deref().unwrap_or_default().len(),
            Writes::Number | Writes::HalfOrTimes => setup.numbers.as_deref().unwrap_or_default().len(),
        };
        let given_up = |cell: usize| {
            setup
                .given_up
                .iter()
                .flatten()
                .any(|other| usize::from(*other) == cell + 1)
        };
        if track.score == TrackScore::Last {
            let points = track.cells.iter().enumerate();
            let style = |cell| {
                if cell + 1 == written {
                    Style::Bold
                } else {
                    Style::Faint
                }
            };
            block.row(
                "points",
                points
                    .map(|(cell, it)| Cell::new(it.points.to_string(), style(cell)))
                    .collect(),
            );
        }
        // Where the cells have factors too, the least numbers need a row of their own.
        let factors = track.writes == Writes::HalfOrTimes
            || track.cells.iter().any(|cell| cell.factor != Factor::Times(1));
        let at_least = track.rule == TrackRule::AtLeast;
        if at_least && factors {
            let least = track
                .cells
                .iter()
                .map(|cell| Pen::faint(format!("≥{}", cell.least)));
            block.row("", least.collect());
        }
        let cells = track.cells.iter().enumerate().map(|(index, cell)| {
            if index < written {
                let number = setup.numbers.iter().flatten().nth(index);
                return self.filled(number.map_or_else(|| "X".into(), ToString::to_string));
            }
            self.free(match cell.factor {
                _ if at_least && !factors => format!("≥{}", cell.least),
                Factor::HalfOnly => "½".into(),
                Factor::Times(factor) if track.writes == Writes::HalfOrTimes => format!("½/×{factor}"),
                Factor::Times(1) => "_".into(),
                Factor::Times(factor) => format!("×{factor}"),
            })
        });
        block.row("", cells.collect());
        let awards = track.cells.iter().enumerate().map(|(index, cell)| {
            let fate = if given_up(index) {
                Fate::Lost
            } else if index < written {
                Fate::Won
            } else {
                Fate::Open
            };
            self.award(cell.award, fate)
        });
        block.row("", awards.collect());
        if self.detail == Detail::Brief {
            return block;
        }
        if let TrackRule::Rising { restart } = track.rule {
            let after = restart.map_or(String::new(), |number| format!("; after a {number} anything"));
            block.note(format!("each number higher than the one before{after}"));
        }
        if !track.extra.is_empty() {
            let steps = track
                .extra
                .iter()
                .map(|(least, points)| format!("{points} from {least}"));
            block.note(format!(
                "more points for a number: {}",
                steps.collect::<Vec<_>>().join(", ")
            ));
        }
        block
    }

    fn stride(&self, stride: &Stride, crossed: u64) -> Block {
        let mut block = Block::default();
        let reached = 64 - crossed.leading_zeros() as usize;
        let cells = stride.numbers().iter().enumerate().map(|(cell, number)| {
            if has(crossed, cell) {
                self.filled("X")
            } else if cell < reached {
                Pen::faint("–")
            } else {
                self.free(number.to_string())
            }
        });
        block.row("", cells.collect());
        let awards = stride.between().iter().enumerate().map(|(cell, award)| {
            let fate = match (has(crossed, cell), has(crossed, cell + 1)) {
                (true, true) => Fate::Won,
                (left, right) if !left && cell < reached || !right && cell + 1 < reached => Fate::Lost,
                _ => Fate::Open,
            };
            self.award(*award, fate)
        });
        block.row_between("", awards.collect());
        block.note(self.by_crosses("points", stride.points()));
        block
    }

    fn spread(&self, spread: &Spread, setup: &ZoneSetup) -> Block {
        let mut block = Block::default();
        let left = setup.left.as_deref().unwrap_or_default();
        let right = setup.right.as_deref().unwrap_or_default();
        let written = |cells: &[u8], index: usize| match cells.get(index) {
            Some(number) => self.filled(number.to_string()),
            None => self.free("_"),
        };
        let points = |side: &[finaud_rules::zone::SpreadCell], count: usize, index: usize| {
            let style = if index + 1 == count {
                Style::Bold
            } else {
                Style::Faint
            };
            Cell::new(side[index].points.to_string(), style)
        };
        let award = |side: &[finaud_rules::zone::SpreadCell], count: usize, index: usize| {
            self.award(
                side[index].award,
                if index < count { Fate::Won } else { Fate::Open },
            )
        };
        let both = |middle: Cell, cell: &dyn Fn(bool, usize) -> Cell| -> Vec<Cell> {
            let lefts = (0..spread.left.len()).rev().map(|index| cell(true, index));
            let rights = (0..spread.right.len()).map(|index| cell(false, index));
            lefts.chain([middle]).chain(rights).collect()
        };
        let side = |is_left: bool| {
            if is_left {
                (&spread.left[..], left)
            } else {
                (&spread.right[..], right)
            }
        };
        block.row(
            "points",
            both(Cell::default(), &|is_left, index| {
                points(side(is_left).0, side(is_left).1.len(), index)
            }),
        );
        let centre = Cell::new(format!("<{}>", spread.centre), Style::Bold);
        block.row(
            "",
            both(centre, &|is_left, index| written(side(is_left).1, index)),
        );
        block.row(
            "",
            both(Cell::default(), &|is_left, index| {
                award(side(is_left).0, side(is_left).1.len(), index)
            }),
        );
        if self.detail == Detail::Brief {
            return block;
        }
        let (low, high, points) = spread.extra;
        let centre = spread.centre;
        block.note(format!(
            "falling by one to the left, rising by one to the right; {centre} may restart a side"
        ));
        if points != 0 {
            block.note(format!(
                "{points} more points for each number up to {low} or from {high}"
            ));
        }
        block
    }

    fn lines(&self, lines: &Lines, setup: &ZoneSetup) -> Block {
        let mut block = Block::default();
        let written = setup.lines.as_deref().unwrap_or_default();
        let numbers = |line: usize| written.get(line).map(Vec::as_slice).unwrap_or_default();
        for (index, line) in lines.lines.iter().enumerate() {
            let numbers = numbers(index);
            let cells = (0..lines.points.len()).map(|cell| match numbers.get(cell) {
                Some(number) => self.filled(number.to_string()),
                None => self.free("_"),
            });
            let sign = match line.sign.signum() {
                1 => "+",
                -1 => "−",
                _ => " ",
            };
            block.row(&format!("{sign} {}", line.name), cells.collect());
            if line.awards.iter().any(Option::is_some) {
                let fate = |cell: usize| {
                    if cell < numbers.len() {
                        Fate::Won
                    } else {
                        Fate::Open
                    }
                };
                let awards = line
                    .awards
                    .iter()
                    .enumerate()
                    .map(|(cell, award)| self.award(*award, fate(cell)));
                block.row("", awards.collect());
            }
        }
        let complete = (0..lines.lines.len())
            .map(|line| numbers(line).len())
            .min()
            .unwrap_or(0);
        let points = lines.points.iter().enumerate().map(|(column, points)| {
            let won = if column < complete { "✓" } else { "" };
            Cell::new(format!("{points}{won}"), Style::Bold)
        });
        block.row("column", points.collect());
        if self.detail == Detail::Brief {
            return block;
        }
        let falling = lines
            .lines
            .iter()
            .filter(|line| line.rule == finaud_rules::zone::LineRule::Falling);
        for line in falling {
            block.note(format!("{}: each number lower than the one before", line.name));
        }
        block
    }

    fn pairs(&self, pairs: &Pairs, setup: &ZoneSetup) -> Block {
        let mut block = Block::default();
        let blocks = setup.pairs.as_deref().unwrap_or_default();
        let number = |cell: usize| {
            let (left, right) = blocks.get(cell / 2).copied().unwrap_or_default();
            if cell.is_multiple_of(2) { left } else { right }
        };
        let cells = pairs.cells.iter().enumerate().map(|(index, cell)| {
            let side = if index.is_multiple_of(2) { "+" } else { "−" };
            match number(index) {
                Some(number) => self.filled(format!("{side}{number}")),
                None => self.free(format!("{side}×{}", cell.factor)),
            }
        });
        block.row("", cells.collect());
        let awards = pairs.cells.iter().enumerate().map(|(index, cell)| {
            self.award(
                cell.award,
                if number(index).is_some() {
                    Fate::Won
                } else {
                    Fate::Open
                },
            )
        });
        block.row("", awards.collect());
        let stars = (0..pairs.cells.len() / 2).map(|pair| match (number(2 * pair), number(2 * pair + 1)) {
            (Some(left), Some(right)) => {
                Cell::new(format!("={}", i16::from(left) - i16::from(right)), Style::Bold)
            }
            _ => Pen::faint("="),
        });
        // A star stands in the middle of its block.
        block.row_between("", stars.flat_map(|star| [star, Cell::default()]).collect());
        block
    }
}
