//! A sheet as text, drawn from its data. Nothing here knows a rule; colours help, letters are enough.

mod award;
mod block;
mod paint;
mod zone;

pub(crate) use award::legend;
pub(crate) use block::{wrapped, wrapped_list};
pub(crate) use paint::{Hue, Palette, Style, TextLine};

use finaud_rules::{Boxes, Die, Joker, Player, Power, PowerRow, Score, Sheet};

use crate::texts::{self, sheet as words};
use block::Block;

/// The width of a drawing.
pub(crate) const WIDTH: usize = 80;
/// Two blocks this narrow stand side by side.
const HALF: usize = (WIDTH - GAP.len()) / 2;
const GAP: &str = "  ";

/// The least width of what stands before action boxes.
const LABEL: usize = 8;

/// The colour of a die and of its zone.
pub(crate) fn hue(sheet: &Sheet, die: Die) -> Hue {
    Hue::of(&sheet.dice[die.index()].tint)
}

/// How much is said.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Detail {
    /// Rules of the zones too.
    Full,
    /// What is printed and written.
    Brief,
}

/// Everything written on a player's sheet: zones with their points, action boxes, foxes.
pub(crate) fn sheet(sheet: &Sheet, player: &Player, detail: Detail) -> Vec<TextLine> {
    let score = Score::of(sheet, player);
    let blocks = sheet.zones.iter().enumerate().map(|(index, zone)| {
        let die = Die::ALL[index + 1];
        let hue = hue(sheet, die);
        let mut block = zone::block(sheet, die, &zone.view(player.ink(index)), hue, detail);
        let points = texts::points(i32::from(score.zones[index]));
        block.title = TextLine::new()
            .with(
                format!(" {} ", sheet.dice[die.index()].letter),
                Style::Filled(hue),
            )
            .with(format!(" {}", texts::die(sheet, die)), Style::Zone(hue))
            .with(format!("  {points}"), Style::Plain);
        block
    });
    let mut lines = in_pairs(blocks);
    let rows = boxes(sheet, player);
    let foxes = words::fox_count(player.foxes(), sheet.fox_count(), score.fox_points);
    let rows = rows.into_iter().chain([(texts::foxes(), TextLine::plain(foxes))]);
    lines.extend(labelled(rows.collect(), LABEL));
    lines
}

/// Lines behind their labels, which are so wide at least.
pub(crate) fn labelled(rows: Vec<(String, TextLine)>, least: usize) -> Vec<TextLine> {
    let widest = rows.iter().map(|(label, _)| label.chars().count() + 1).max();
    let width = widest.unwrap_or(0).max(least);
    rows.into_iter()
        .map(|(label, line)| TextLine::plain(label).padded(width).and(line))
        .collect()
}

/// The blocks below each other, neighbours side by side where both are narrow.
fn in_pairs(blocks: impl Iterator<Item = Block>) -> Vec<TextLine> {
    let mut lines = Vec::new();
    let mut waiting: Option<Block> = None;
    for block in blocks {
        match waiting.take() {
            Some(left) if left.width() <= HALF && block.width() <= HALF => {
                lines.extend(side_by_side(left.lines(HALF), block.lines(HALF)));
                lines.push(TextLine::new());
            }
            Some(left) => {
                lines.extend(left.lines(WIDTH));
                lines.push(TextLine::new());
                waiting = Some(block);
            }
            None => waiting = Some(block),
        }
    }
    if let Some(block) = waiting {
        lines.extend(block.lines(WIDTH));
        lines.push(TextLine::new());
    }
    lines
}

fn side_by_side(left: Vec<TextLine>, right: Vec<TextLine>) -> Vec<TextLine> {
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

/// The rows of action boxes: `·` is not won yet, `(o)` can be used, `[x]` is used.
fn boxes(sheet: &Sheet, player: &Player) -> Vec<(String, TextLine)> {
    let rows = Power::ALL
        .into_iter()
        .filter(|power| sheet.power(*power).boxes > 0);
    rows.map(|power| {
        let (row, boxes) = (sheet.power(power), player.boxes(power));
        let mut line = TextLine::new();
        for index in 0..usize::from(row.boxes) {
            line = line.and(one_box(row, boxes, index));
        }
        if let Some(end) = row.end {
            let end = words::row_end(sheet, end, boxes.circled() == row.boxes);
            line = line.with(format!("  {end}"), Style::Plain);
        }
        (words::power(power), line)
    })
    .collect()
}

fn one_box(row: &PowerRow, boxes: Boxes, index: usize) -> TextLine {
    let inside = match row.jokers.get(index) {
        Some(Joker::Number(face)) => face.pips().to_string(),
        Some(Joker::Free) => "?".into(),
        None => String::new(),
    };
    let (text, style) = if boxes.is_used(index) {
        ("[x]".into(), Style::Faint)
    } else if boxes.is_open(index) {
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
    TextLine::new().with(text, style).with(" ", Style::Plain)
}
