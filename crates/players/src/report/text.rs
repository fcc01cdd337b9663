//! A report as text for a terminal.

use std::fmt::Write;

use finaud_messages::Language;
use finaud_rules::Sheet;

use super::Report;
use super::bins::bins;
use super::names::Words;
use super::outline::{Part, outline};

/// No line runs past this column: sentences go on below.
const COLUMNS: usize = 80;
/// The longest bar.
const BAR: usize = 44;
/// How many bars there are, or a few more.
const BARS: i32 = 20;

/// The report as text. `sheet` is the sheet it is about.
pub fn text(report: &Report, sheet: &Sheet, language: Language) -> String {
    let words = Words::new(report, sheet, language);
    let mut text = format!("{}\n", words.title());
    for part in outline(&words) {
        // Writing into a string cannot fail.
        let _ = match part {
            Part::Heading(heading) => writeln!(text, "\n{heading}"),
            Part::Sentence(sentence) => tell(&mut text, "  ", "  ", &sentence),
            Part::List(items) => items
                .iter()
                .try_for_each(|item| tell(&mut text, "  - ", "    ", item)),
            Part::Table(heads, rows) => table(&mut text, &heads, &rows),
            Part::Results => histogram(&mut text, &words),
            Part::Cells => heat_map(&mut text, &words),
        };
    }
    text
}

/// Writes a sentence; what does not fit goes on below.
fn tell(text: &mut String, first: &str, below: &str, sentence: &str) -> std::fmt::Result {
    let mut column = 0;
    // Blanks that do not break, as French has them, stay where they are.
    for word in sentence.split(' ').filter(|word| !word.is_empty()) {
        let length = word.chars().count();
        if column == 0 {
            write!(text, "{first}{word}")?;
            column = first.chars().count() + length;
        } else if column + 1 + length <= COLUMNS {
            write!(text, " {word}")?;
            column += 1 + length;
        } else {
            write!(text, "\n{below}{word}")?;
            column = below.chars().count() + length;
        }
    }
    writeln!(text)
}

/// Texts stand on the left, numbers on the right. A row that is too long for the page has its first column shortened.
fn table(text: &mut String, heads: &[String], rows: &[Vec<String>]) -> std::fmt::Result {
    let columns = heads.len();
    let width = |column: usize| {
        let cells = rows.iter().map(|row| row[column].chars().count());
        cells.chain([heads[column].chars().count()]).max().unwrap_or(0)
    };
    let mut widths: Vec<usize> = (0..columns).map(width).collect();
    let all = |gap: usize| widths.iter().sum::<usize>() + gap * columns;
    let gap = if all(2) > COLUMNS { 1 } else { 2 };
    let too_wide = all(gap).saturating_sub(COLUMNS);
    widths[0] -= too_wide.min(widths[0].saturating_sub(8));
    let is_number = |column: usize| {
        let starts_like_one = |cell: &String| {
            cell.is_empty() || cell.starts_with(['-', '–', '−']) || {
                cell.starts_with(|first: char| first.is_ascii_digit()) && !cell.contains(char::is_alphabetic)
            }
        };
        rows.iter().all(|row| starts_like_one(&row[column]))
    };
    let mut line = |cells: &[String]| {
        let mut line = String::new();
        for (column, cell) in cells.iter().enumerate() {
            let width = widths[column];
            let cell = shortened(cell, width);
            let fill = " ".repeat(width.saturating_sub(cell.chars().count()));
            line.push_str(&" ".repeat(gap));
            if column > 0 && is_number(column) {
                line.push_str(&fill);
                line.push_str(&cell);
            } else {
                line.push_str(&cell);
                line.push_str(&fill);
            }
        }
        writeln!(text, "{}", line.trim_end())
    };
    line(heads)?;
    rows.iter().try_for_each(|row| line(row))
}

fn shortened(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.into();
    }
    text.chars().take(width.saturating_sub(1)).chain(['…']).collect()
}

fn histogram(text: &mut String, words: &Words<'_>) -> std::fmt::Result {
    let bins = bins(&words.report.results, BARS);
    let most = bins.iter().map(|bin| bin.count).max().unwrap_or(1).max(1);
    let all = bins.iter().map(|bin| bin.count).sum::<u64>().max(1);
    for bin in bins {
        let label = if bin.low == bin.high {
            bin.low.to_string()
        } else {
            format!("{}–{}", bin.low, bin.high)
        };
        let bar = "█".repeat((bin.count as usize * BAR).div_ceil(most as usize));
        let share = words.percent(bin.count as f64 / all as f64);
        writeln!(text, "{}", format!("  {label:>11} {share:>7} {bar}").trim_end())?;
    }
    Ok(())
}

/// How many percent of the sheets fill each cell, row by row.
fn heat_map(text: &mut String, words: &Words<'_>) -> std::fmt::Result {
    tell(text, "  ", "  ", &words.words("report.cells"))?;
    for (index, zone) in words.report.zones.iter().enumerate() {
        writeln!(text, "  {}", words.zone(index))?;
        let rows = zone.cells.iter().map(|cell| cell.row).max().unwrap_or(0);
        for row in 1..=rows {
            let mut line = String::new();
            for cell in zone.cells.iter().filter(|cell| cell.row == row) {
                let start = 4 + 5 * (usize::from(cell.column) - 1);
                let gap = start.saturating_sub(line.chars().count());
                line.push_str(&" ".repeat(gap));
                let percent = 100.0 * cell.filled;
                let shown = match percent {
                    _ if percent <= 0.0 => "–".into(),
                    _ if percent < 0.5 => "<1".into(),
                    _ => format!("{percent:.0}"),
                };
                line.push_str(&format!("{shown:>4}"));
            }
            if !line.is_empty() {
                writeln!(text, "{line}")?;
            }
        }
    }
    Ok(())
}
