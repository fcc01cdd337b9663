//! The drawings of a report: how the results spread, and how often each cell is filled.

use std::fmt::Write;

use finaud_messages::{Argument, Language};
use finaud_rules::zone::{CellStatus, CellView, Printed, ZoneView};
use finaud_rules::{Sheet, SoloGame, Tint};

use super::bins::bins;
use super::names::Words;
use super::{CellReport, Report, UNREACHED};
use crate::xml::{escaped, round_step};

const WIDTH: f64 = 960.0;
const MARGIN: f64 = 24.0;

const PAPER: &str = "#fbf8f1";
const INK: &str = "#2b2a33";
const FAINT: &str = "#d9d2c3";
const LINE: &str = "#4a5d8f";
const MISSED: &str = "#b3263c";

/// A drawing without its frame, and how high it is.
struct Drawing {
    body: String,
    height: f64,
}

/// Both drawings, one below the other. `sheet` is the sheet the report is about.
pub fn svg(report: &Report, sheet: &Sheet, language: Language) -> String {
    let words = Words::new(report, sheet, language);
    let (above, below) = (histogram(&words), heat_map(&words));
    let body = format!(
        "{}<g transform=\"translate(0 {})\">\n{}</g>\n",
        above.body, above.height, below.body
    );
    framed(
        &words,
        &words.title(),
        &Drawing {
            body,
            height: above.height + below.height,
        },
    )
}

/// How the results spread.
pub fn results(report: &Report, sheet: &Sheet, language: Language) -> String {
    let words = Words::new(report, sheet, language);
    framed(&words, &words.words("report.heading.results"), &histogram(&words))
}

/// How often each cell is filled, drawn as the sheet is laid out.
pub fn cells(report: &Report, sheet: &Sheet, language: Language) -> String {
    let words = Words::new(report, sheet, language);
    framed(&words, &words.words("report.heading.cells"), &heat_map(&words))
}

fn framed(words: &Words<'_>, title: &str, drawing: &Drawing) -> String {
    let height = drawing.height;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{height}\" \
         viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" font-family=\"Georgia, 'Times New Roman', serif\" \
         font-size=\"13\" fill=\"{INK}\">\n<title>{}</title>\n\
         <rect width=\"{WIDTH}\" height=\"{height}\" fill=\"{PAPER}\"/>\n{}</svg>\n",
        escaped(&format!("{}: {title}", words.report.name)),
        drawing.body
    )
}

/// How many bars the results have, or a few more.
const BARS: i32 = 32;

fn histogram(words: &Words<'_>) -> Drawing {
    const HEIGHT: f64 = 300.0;
    const LEFT: f64 = 64.0;
    const TOP: f64 = 52.0;
    const BOTTOM: f64 = 40.0;
    let mut body = String::new();
    let results = &words.report.results;
    let bins = bins(results, BARS);
    let all = bins.iter().map(|bin| bin.count).sum::<u64>().max(1) as f64;
    let share = |count: u64| count as f64 / all;
    let most = bins.iter().map(|bin| share(bin.count)).fold(0.01, f64::max);
    let (low, high) = match (bins.first(), bins.last()) {
        (Some(first), Some(last)) => (f64::from(first.low), f64::from(last.high) + 1.0),
        _ => (0.0, 1.0),
    };
    let x = |result: f64| LEFT + (WIDTH - LEFT - MARGIN) * (result - low) / (high - low).max(1e-9);
    let y = |share: f64| HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * share / most;
    let heading = escaped(&words.words("report.heading.results"));
    // Writing into a string cannot fail.
    let _ = writeln!(
        body,
        "<text x=\"{MARGIN}\" y=\"30\" font-size=\"18\">{heading}</text>"
    );
    let step = round_step(100.0 * most / 4.0) / 100.0;
    let mut line = 0.0;
    while line <= most + 1e-9 {
        let (at, label) = (y(line), escaped(&words.percent(line)));
        let _ = writeln!(
            body,
            "<line x1=\"{LEFT}\" y1=\"{at:.1}\" x2=\"{}\" y2=\"{at:.1}\" stroke=\"{FAINT}\"/>\
             <text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{label}</text>",
            WIDTH - MARGIN,
            LEFT - 8.0,
            at + 4.0
        );
        line += step;
    }
    for bin in &bins {
        let (from, to) = (x(f64::from(bin.low)) + 0.5, x(f64::from(bin.high) + 1.0) - 0.5);
        let (top, percent) = (y(share(bin.count)), words.percent(share(bin.count)));
        let arguments: [(&str, &dyn Argument); 3] =
            [("low", &bin.low), ("high", &bin.high), ("share", &percent)];
        let told = escaped(&words.say("report.bar", &arguments));
        let _ = writeln!(
            body,
            "<rect x=\"{from:.1}\" y=\"{top:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"{LINE}\">\
             <title>{told}</title></rect>",
            (to - from).max(0.5),
            y(0.0) - top
        );
    }
    let step = round_step((high - low) / 10.0);
    let mut at = (low / step).ceil() * step;
    while at <= high {
        let _ = writeln!(
            body,
            "<text x=\"{:.1}\" y=\"{}\" text-anchor=\"middle\">{at:.0}</text>",
            x(at),
            HEIGHT - BOTTOM + 20.0
        );
        at += step;
    }
    let middle = x(results.mean);
    let mean = words.number(results.mean, 1);
    let mean = escaped(&words.say("report.mean", &[("mean", &mean)]));
    let _ = writeln!(
        body,
        "<line x1=\"{middle:.1}\" y1=\"{}\" x2=\"{middle:.1}\" y2=\"{}\" stroke=\"{MISSED}\" stroke-width=\"2\" \
         stroke-dasharray=\"6 4\"/><text x=\"{middle:.1}\" y=\"{}\" text-anchor=\"middle\">{mean}</text>",
        TOP - 4.0,
        HEIGHT - BOTTOM,
        TOP - 10.0
    );
    Drawing { body, height: HEIGHT }
}

/// The sides of a cell, where there is room for it.
const CELL: f64 = 46.0;
const CELL_HEIGHT: f64 = 38.0;
/// What stands above the cells of a zone.
const ZONE_HEAD: f64 = 30.0;
const GAP: f64 = 28.0;

fn heat_map(words: &Words<'_>) -> Drawing {
    let mut body = String::new();
    let heading = escaped(&words.words("report.heading.cells"));
    let _ = writeln!(
        body,
        "<text x=\"{MARGIN}\" y=\"30\" font-size=\"18\">{heading}</text>"
    );
    let legend = escaped(&words.words("report.cells"));
    let _ = writeln!(body, "<text x=\"{MARGIN}\" y=\"50\">{legend}</text>");
    let views = views(words.sheet);
    let (mut x, mut y, mut lowest) = (MARGIN, 66.0, 66.0f64);
    for (index, view) in views.iter().enumerate() {
        let columns = f64::from(view.columns.max(1));
        let cell = CELL.min((WIDTH - 2.0 * MARGIN) / columns);
        let (width, height) = (columns * cell, ZONE_HEAD + view.rows.len() as f64 * CELL_HEIGHT);
        if x > MARGIN && x + width > WIDTH - MARGIN {
            (x, y) = (MARGIN, lowest + GAP);
        }
        let _ = draw_zone(&mut body, words, index, view, (x, y), cell);
        lowest = lowest.max(y + height);
        x += width + GAP;
    }
    Drawing {
        body,
        height: lowest + MARGIN,
    }
}

/// The zones of an empty sheet.
fn views(sheet: &Sheet) -> Vec<ZoneView> {
    let Ok(game) = SoloGame::new(sheet.clone(), 1) else {
        return Vec::new();
    };
    let zones = sheet.zones.iter().enumerate();
    zones
        .map(|(index, zone)| zone.view(game.new_player().ink(index)))
        .collect()
}

fn draw_zone(
    body: &mut String,
    words: &Words<'_>,
    index: usize,
    view: &ZoneView,
    (x, y): (f64, f64),
    width: f64,
) -> std::fmt::Result {
    let Some(zone) = words.report.zones.get(index) else {
        return Ok(());
    };
    let tint = words
        .sheet
        .dice
        .get(index + 1)
        .map_or([0x8a, 0x84, 0x7a], |die| rgb(&die.tint));
    let points = words.number(zone.points, 1);
    let title = words.say(
        "report.zone-title",
        &[("zone", &words.zone(index)), ("points", &points)],
    );
    writeln!(
        body,
        "<rect x=\"{x}\" y=\"{}\" width=\"12\" height=\"12\" rx=\"3\" fill=\"{}\" stroke=\"{INK}\"/>\
         <text x=\"{}\" y=\"{}\">{}</text>",
        y + 6.0,
        hex(tint),
        x + 18.0,
        y + 17.0,
        escaped(&title)
    )?;
    for cell in &view.cells {
        let left = x + f64::from(cell.column) * width;
        let top = y + ZONE_HEAD + f64::from(cell.row) * CELL_HEIGHT;
        let report = zone.cells.iter().find(|known| known.cell == cell.id);
        match report {
            Some(report) if cell.status != CellStatus::Fixed => {
                draw_cell(body, words, index, (cell, report), (left, top), width, tint)?;
            }
            _ => writeln!(
                body,
                "<rect x=\"{:.1}\" y=\"{top:.1}\" width=\"{:.1}\" height=\"{}\" fill=\"{FAINT}\"/>\
                 <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
                left + 1.0,
                width - 2.0,
                CELL_HEIGHT - 2.0,
                left + width / 2.0,
                top + 23.0,
                printed(cell)
            )?,
        }
    }
    Ok(())
}

fn draw_cell(
    body: &mut String,
    words: &Words<'_>,
    zone: usize,
    (cell, report): (&CellView, &CellReport),
    (x, y): (f64, f64),
    width: f64,
    tint: [u8; 3],
) -> std::fmt::Result {
    let fill = mixed(tint, report.filled);
    let ink = ink_on(fill);
    // A frame says what the colour says: nobody comes here.
    let frame = if report.filled < UNREACHED {
        format!("stroke=\"{MISSED}\" stroke-width=\"2\" stroke-dasharray=\"4 3\"")
    } else {
        format!("stroke=\"{FAINT}\"")
    };
    let share = words.percent(report.filled);
    let name = words.cell(zone, report);
    let told = match report.round {
        Some(round) => {
            let round = words.number(round, 1);
            words.say(
                "report.cell-told",
                &[("cell", &name), ("share", &share), ("round", &round)],
            )
        }
        None => words.say("report.cell-never", &[("cell", &name)]),
    };
    writeln!(
        body,
        "<g><title>{}</title><rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{}\" rx=\"4\" fill=\"{}\" {frame}/>\
         <text x=\"{:.1}\" y=\"{:.1}\" font-size=\"11\" fill=\"{ink}\">{}</text>\
         <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\" fill=\"{ink}\">{:.0}</text></g>",
        escaped(&told),
        x + 1.5,
        y + 1.5,
        width - 3.0,
        CELL_HEIGHT - 3.0,
        hex(fill),
        x + 5.0,
        y + 13.0,
        printed(cell),
        x + width / 2.0,
        y + 29.0,
        100.0 * report.filled
    )
}

/// What is printed in a cell.
fn printed(cell: &CellView) -> String {
    match cell.printed {
        Printed::Blank => cell.least.map_or_else(String::new, |least| format!("≥{least}")),
        Printed::Number(number) | Printed::Centre(number) => number.to_string(),
        Printed::AtLeast { least, factor: 1 } => format!("≥{least}"),
        Printed::AtLeast { least, factor } => format!("≥{least} ×{factor}"),
        Printed::Times(factor) => format!("×{factor}"),
        Printed::Half => "½".into(),
        Printed::HalfOrTimes(factor) => format!("½ ×{factor}"),
        Printed::Cross => "✕".into(),
    }
}

/// The colours that sheets know by name.
const COLOURS: [(&str, [u8; 3]); 15] = [
    ("white", [0xb9, 0xb2, 0xa4]),
    ("yellow", [0xd9, 0xa4, 0x1a]),
    ("blue", [0x2f, 0x6f, 0xb3]),
    ("green", [0x2f, 0x7d, 0x4f]),
    ("orange", [0xd0, 0x6a, 0x1e]),
    ("violet", [0x6f, 0x4a, 0x9c]),
    ("turquoise", [0x1f, 0x8f, 0x94]),
    ("brown", [0x7a, 0x52, 0x33]),
    ("pink", [0xc9, 0x4f, 0x86]),
    ("red", [0xb5, 0x32, 0x38]),
    ("black", [0x3a, 0x38, 0x40]),
    ("grey", [0x78, 0x76, 0x7c]),
    ("silver", [0x8f, 0x97, 0xa3]),
    ("gold", [0xb0, 0x8a, 0x2e]),
    ("purple", [0x8a, 0x3f, 0x8f]),
];

fn rgb(tint: &Tint) -> [u8; 3] {
    match tint {
        Tint::Mixed(colour) => *colour,
        Tint::Named(name) => {
            let found = COLOURS.iter().find(|(known, _)| known == name);
            found.map_or([0x78, 0x76, 0x7c], |(_, colour)| *colour)
        }
    }
}

/// So much of a colour on white.
fn mixed(colour: [u8; 3], share: f64) -> [u8; 3] {
    let share = share.clamp(0.0, 1.0);
    colour.map(|part| (255.0 + (f64::from(part) - 255.0) * share).round() as u8)
}

/// White or black, whichever is read better on a colour: one of them always has a contrast of 4.5.
fn ink_on(colour: [u8; 3]) -> &'static str {
    let [red, green, blue] = colour.map(|part| {
        let part = f64::from(part) / 255.0;
        if part <= 0.04045 {
            part / 12.92
        } else {
            ((part + 0.055) / 1.055).powf(2.4)
        }
    });
    let luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    if luminance < 0.179 { "#ffffff" } else { "#000000" }
}

fn hex([red, green, blue]: [u8; 3]) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_colour_with_a_name_is_known() {
        for name in Tint::NAMES {
            assert!(COLOURS.iter().any(|(known, _)| *known == name), "{name}");
        }
    }

    #[test]
    fn a_cell_that_is_always_filled_has_the_colour_of_its_zone() {
        assert_eq!(mixed([10, 20, 30], 1.0), [10, 20, 30]);
        assert_eq!(mixed([10, 20, 30], 0.0), [255, 255, 255]);
    }
}
