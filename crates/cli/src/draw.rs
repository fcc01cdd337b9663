//! A sheet as text, drawn from its data. Nothing here knows a rule; colours help, letters are enough.

mod award;
mod block;
mod grid;
mod paint;
mod zones;

pub(crate) use award::{legend, name as award_name};
pub(crate) use block::wrapped;
pub(crate) use paint::{Hue, Line, Palette, Style};

use finaud_rules::{BoxesSetup, Die, Joker, Power, PowerRow, Score, SeatSetup, Sheet, ZoneSetup};

use block::Block;

/// The width of a drawing.
pub(crate) const WIDTH: usize = 80;
/// Two blocks this narrow stand side by side.
const HALF: usize = (WIDTH - GAP.len()) / 2;
const GAP: &str = "  ";

/// The colour of a die, or of the zone with its colour.
pub(crate) fn hue(sheet: &Sheet, die: Die) -> paint::Hue {
    paint::Hue::named(&sheet.dice[die.index()].name)
}

/// How much is said.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Detail {
    /// Rules of the zones too.
    Full,
    /// What is printed and written.
    Brief,
}

/// Everything written on a sheet: zones with their points, action boxes, foxes.
pub(crate) fn sheet(sheet: &Sheet, seat: &SeatSetup, score: &Score, detail: Detail) -> Vec<Line> {
    let empty = ZoneSetup::default();
    let mut blocks = sheet.zones.iter().enumerate().map(|(index, zone)| {
        let die = Die::ALL[index + 1];
        let setup = seat.zones.get(&zone.name).unwrap_or(&empty);
        let mut block = zones::block(sheet, zone, setup, hue(sheet, die), detail);
        let points = score.zones[index];
        block.title = Line::new()
            .with(
                format!(" {} ", sheet.dice[die.index()].letter),
                Style::Filled(hue(sheet, die)),
            )
            .with(format!(" {}", zone.name), Style::Zone(hue(sheet, die)))
            .with(
                format!("  {points} {}", if points == 1 { "point" } else { "points" }),
                Style::Plain,
            );
        block
    });
    let mut lines = Vec::new();
    let mut waiting: Option<Block> = None;
    let flush = |lines: &mut Vec<Line>, block: Block| {
        lines.extend(block.lines(WIDTH));
        lines.push(Line::new());
    };
    for block in blocks.by_ref() {
        match waiting.take() {
            Some(left) if left.width() <= HALF && block.width() <= HALF => {
                lines.extend(side_by_side(left.lines(HALF), block.lines(HALF)));
                lines.push(Line::new());
            }
            Some(left) => {
                flush(&mut lines, left);
                waiting = Some(block);
            }
            None => waiting = Some(block),
        }
    }
    if let Some(block) = waiting {
        flush(&mut lines, block);
    }
    lines.extend(boxes(sheet, seat));
    let foxes = format!("foxes   {} of {}", seat.foxes, sheet.fox_count());
    let worth = if seat.foxes > 0 {
        format!(", worth {} in all", score.fox_points)
    } else {
        String::new()
    };
    lines.push(Line::plain(foxes + &worth));
    lines
}

fn side_by_side(left: Vec<Line>, right: Vec<Line>) -> Vec<Line> {
    let rows = left.len().max(right.len());
    let (mut left, mut right) = (left.into_iter(), right.into_iter());
    (0..rows)
        .map(|_| {
            let line = left.next().unwrap_or_default();
            match right.next() {
                Some(other) => line.padded(HALF).with(GAP, Style::Plain).and(other),
                None => line,
            }
        })
        .collect()
}

/// The rows of action boxes: `·` is not won yet, `( )` can be used, `[x]` is used.
fn boxes(sheet: &Sheet, seat: &SeatSetup) -> Vec<Line> {
    let rows = Power::ALL
        .into_iter()
        .filter(|power| sheet.power(*power).boxes > 0);
    let empty = BoxesSetup::default();
    rows.map(|power| {
        let row = sheet.power(power);
        let setup = seat.boxes.get(power.word()).unwrap_or(&empty);
        let mut line = Line::plain(format!("{:<8}", power.word()));
        for index in 0..row.boxes {
            line = line.and(one_box(row, setup, index));
        }
        if let Some(end) = row.end {
            let won = if setup.circled == row.boxes { "✓" } else { "" };
            line = line.with(format!("  all: {}{won}", award_name(sheet, end)), Style::Plain);
        }
        line
    })
    .collect()
}

fn one_box(row: &PowerRow, setup: &BoxesSetup, index: u8) -> Line {
    let inside = match row.jokers.get(usize::from(index)) {
        Some(Joker::Number(face)) => face.pips().to_string(),
        Some(Joker::Free) => "?".into(),
        None => String::new(),
    };
    let (text, style) = if setup.used.contains(&(index + 1)) {
        ("[x]".into(), Style::Faint)
    } else if index < setup.circled {
        (
            format!("({})", if inside.is_empty() { "o" } else { &inside }),
            Style::Bold,
        )
    } else {
        (
            format!(" {} ", if inside.is_empty() { "·" } else { &inside }),
            Style::Faint,
        )
    };
    Line::new().with(text, style).with(" ", Style::Plain)
}
