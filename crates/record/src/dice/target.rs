//! Places in a zone as text: what stands after the zone's name in an action.
//!
//! | mechanic | text |
//! |---|---|
//! | grid | the printed number, with row and column where the number alone leaves a doubt: `7`, `3 r1`, `3 r1 c2` |
//! | grid with matching dice | the number and all rows: `4 r1`, `4 r1,3` |
//! | track of crosses | nothing: it is always the next cell |
//! | track of numbers | the number before it is multiplied: `6` |
//! | track with two ways | `half 2` (with the bonus), `times 4` (without it) |
//! | stride | the printed number and the cell: `5 #2` |
//! | spread, pairs | the side and the number: `left 6` |
//! | lines | the line and the number: `top 6` |

use finaud_rules::zone::{CellView, MarkForm, Printed, ZoneView};
use finaud_rules::{Ink, Mark, Side, Zone};

use crate::words::{Words, did_you_mean, number, number_after, quote};

/// Writes where in the zone a mark goes.
pub(super) fn text(zone: &Zone, mark: Mark) -> String {
    match (mark, zone.mark_form()) {
        (Mark::Cell(cell), MarkForm::Cell) => cell_text(&printed(zone), cell),
        (Mark::Cell(cell), MarkForm::Step) => {
            let number = number_in(printed(zone).cell(cell)).unwrap_or(0);
            format!("{number} #{}", u16::from(cell) + 1)
        }
        (Mark::Cell(cell), _) => format!("#{}", u16::from(cell) + 1),
        (Mark::Cells { number, rows }, _) => {
            let rows: Vec<String> = (0..8)
                .filter(|row| rows >> row & 1 != 0)
                .map(|row| (row + 1).to_string())
                .collect();
            format!("{number} r{}", rows.join(","))
        }
        (Mark::Next, _) => String::new(),
        (Mark::Number(number), _) => number.to_string(),
        (Mark::Half(half), _) => format!("half {half}"),
        (Mark::Times(number), _) => format!("times {number}"),
        (Mark::Side(Side::Left, number), _) => format!("left {number}"),
        (Mark::Side(Side::Right, number), _) => format!("right {number}"),
        (Mark::Line(line, number), MarkForm::Line(lines)) => {
            let name = lines.get(usize::from(line)).map_or("?", |line| &line.name);
            format!("{name} {number}")
        }
        (Mark::Line(_, number), _) => format!("? {number}"),
    }
}

/// The zone as it is printed.
fn printed(zone: &Zone) -> ZoneView {
    zone.view(&Ink::EMPTY)
}

/// The number printed in a cell.
fn number_in(cell: Option<&CellView>) -> Option<u8> {
    match cell?.printed {
        Printed::Number(number) => Some(number),
        _ => None,
    }
}

fn cell_text(view: &ZoneView, cell: u8) -> String {
    let columns = view.columns.max(1);
    let (row, column) = (cell / columns, cell % columns);
    let Some(number) = number_in(view.cell(cell)) else {
        return format!("r{} c{}", row + 1, column + 1);
    };
    let mut alike = view
        .cells
        .iter()
        .filter(|cell| number_in(Some(cell)) == Some(number));
    if alike.clone().count() == 1 {
        number.to_string()
    } else if alike.by_ref().filter(|cell| cell.row == row).count() == 1 {
        format!("{number} r{}", row + 1)
    } else {
        format!("{number} r{} c{}", row + 1, column + 1)
    }
}

/// Reads where in the zone a mark goes.
pub(super) fn read(zone: &Zone, words: &mut Words<'_>) -> Result<Mark, String> {
    let name = &zone.name;
    let mark = match zone.mark_form() {
        MarkForm::Rows => read_rows(name, &printed(zone), words)?,
        MarkForm::Cell => read_cell(name, &printed(zone), words)?,
        MarkForm::Next => Mark::Next,
        MarkForm::Number => Mark::Number(read_number(name, words)?),
        MarkForm::HalfOrTimes if words.take_if("half") => Mark::Half(read_number(name, words)?),
        MarkForm::HalfOrTimes if words.take_if("times") => Mark::Times(read_number(name, words)?),
        MarkForm::HalfOrTimes => return Err(instead(words, &format!("in {name}, say `half` or `times`"))),
        MarkForm::Step => read_step(name, &printed(zone), words)?,
        MarkForm::Side => {
            let side = if words.take_if("left") {
                Side::Left
            } else if words.take_if("right") {
                Side::Right
            } else {
                return Err(instead(words, &format!("in {name}, say `left` or `right`")));
            };
            Mark::Side(side, read_number(name, words)?)
        }
        MarkForm::Line(lines) => {
            let names: Vec<&str> = lines.iter().map(|line| line.name.as_str()).collect();
            let known = |word: &str| names.iter().position(|name| name.eq_ignore_ascii_case(word));
            let Some(line) = words.take_as(known) else {
                let guess = words
                    .peek()
                    .map_or_else(String::new, |word| did_you_mean(word, names.iter().copied()));
                return Err(
                    instead(words, &format!("in {name}, name a line: {}", names.join(", "))) + &guess,
                );
            };
            Mark::Line(line as u8, read_number(name, words)?)
        }
    };
    if zone.mark_index(mark).is_none() {
        return Err(format!("`{}` cannot be entered in {name}", text(zone, mark)));
    }
    Ok(mark)
}

/// `what`, and the word that stands there instead.
fn instead(words: &Words<'_>, what: &str) -> String {
    words
        .peek()
        .map_or_else(|| what.to_string(), |word| format!("{what}, not {}", quote(word)))
}

fn read_number(name: &str, words: &mut Words<'_>) -> Result<u8, String> {
    words
        .take_as(number)
        .ok_or_else(|| instead(words, &format!("a number for {name} should stand here")))
}

fn read_cell(name: &str, view: &ZoneView, words: &mut Words<'_>) -> Result<Mark, String> {
    let printed = words.take_as(number);
    let row = words.take_as(|word| number_after('r', word));
    let column = words.take_as(|word| number_after('c', word));
    if printed.is_none() && (row.is_none() || column.is_none()) {
        return Err(instead(
            words,
            &format!("name a cell of {name} by its number, with `r` and the row if need be"),
        ));
    }
    // Places without a cell have a text too: every mark that can be numbered can be written.
    let columns = view.columns.max(1);
    let mut fitting = (0..view.rows.len() as u8 * columns).filter(|cell| {
        printed.is_none_or(|printed| number_in(view.cell(*cell)) == Some(printed))
            && row.is_none_or(|row| cell / columns + 1 == row)
            && column.is_none_or(|column| cell % columns + 1 == column)
    });
    match (fitting.next(), fitting.next()) {
        (Some(cell), None) => Ok(Mark::Cell(cell)),
        (Some(cell), Some(_)) => Err(format!(
            "{name} has several such cells; write the row too, as in `{}`",
            cell_text(view, cell)
        )),
        (None, _) => {
            let printed = printed.map_or_else(String::new, |number| format!(" printed {number}"));
            let row = row.map_or_else(String::new, |row| format!(" in row {row}"));
            let column = column.map_or_else(String::new, |column| format!(" in column {column}"));
            Err(format!("{name} has no cell{printed}{row}{column}"))
        }
    }
}

fn read_rows(name: &str, view: &ZoneView, words: &mut Words<'_>) -> Result<Mark, String> {
    let number = read_number(name, words)?;
    let row_count = view.rows.len() as u8;
    let rows = words
        .take()
        .ok_or_else(|| format!("name the rows of {name} to be crossed, as in `{number} r1,3`"))?;
    let unclear = || {
        format!(
            "{} should be `r` and rows from 1 to {}, as in `r1,3`",
            quote(rows),
            row_count
        )
    };
    let list = rows.strip_prefix(['r', 'R']).ok_or_else(unclear)?;
    let mut mask = 0u8;
    for row in list.split(',') {
        let row = crate::words::number(row)
            .filter(|row| (1..=row_count.min(8)).contains(row))
            .ok_or_else(unclear)?;
        let bit = 1 << (row - 1);
        if mask & bit != 0 {
            return Err(format!("row {row} of {name} is named twice"));
        }
        mask |= bit;
    }
    Ok(Mark::Cells { number, rows: mask })
}

fn read_step(name: &str, view: &ZoneView, words: &mut Words<'_>) -> Result<Mark, String> {
    let printed = words.take_as(number);
    let cell = words.take_as(|word| number_after('#', word));
    if printed.is_none() && cell.is_none() {
        return Err(instead(
            words,
            &format!("name a cell of {name} by its number and place, as in `5 #2`"),
        ));
    }
    let cells = view
        .cells
        .iter()
        .filter_map(|cell| Some((cell.id + 1, number_in(Some(cell))?)));
    let mut fitting = cells.filter(|(place, number)| {
        printed.is_none_or(|printed| printed == *number) && cell.is_none_or(|cell| cell == *place)
    });
    match (fitting.next(), fitting.next()) {
        (Some((place, _)), None) => Ok(Mark::Cell(place - 1)),
        (Some((place, number)), Some(_)) => Err(format!(
            "{name} has several cells printed {number}; write the place too, as in `{number} #{place}`"
        )),
        (None, _) => {
            let printed = printed.map_or_else(String::new, |number| format!(" printed {number}"));
            let place = cell.map_or_else(String::new, |place| format!(" at place {place}"));
            Err(format!("{name} has no cell{printed}{place}"))
        }
    }
}
