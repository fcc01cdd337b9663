//! Places in a zone as text: what stands after the zone's name in an action.
//!
//! | mechanic | text |
//! |---|---|
//! | grid | the printed number, with row and column where the number alone leaves a doubt: `7`, `3 r1`, `3 r1 c2` |
//! | grid with matching dice | the number and all rows: `4 r1`, `4 r1,3` |
//! | grid with moved dice | the cell, and after `with` those of the moved dice: `3 r3`, `3 r3 with 2 r3 1 r2` |
//! | square | the column and the row: `2 r4` |
//! | regions | the letter of the part: `c` |
//! | track of crosses | nothing: it is always the next cell |
//! | track of numbers | the number before it is multiplied: `6` |
//! | track with two ways | `half 2` (with the bonus), `times 4` (without it) |
//! | stride | the printed number and the cell: `5 #2` |
//! | spread, pairs | the side and the number: `left 6` |
//! | lines | the line and the number: `top 6` |

use finaud_rules::zone::{CellView, MarkForm, Printed, ZoneView};
use finaud_rules::{Ink, Mark, Message, Side, Zone, insertion_sort};

use crate::words::{Words, did_you_mean, number, number_after, quote};

/// Writes where in the zone a mark goes.
pub(super) fn text(zone: &Zone, mark: Mark) -> String {
    match (mark, zone.mark_form()) {
        (Mark::Cell(cell), MarkForm::Cell | MarkForm::Set) => cell_text(&printed(zone), cell),
        (Mark::Cell(part), MarkForm::Part) => char::from(b'a'.saturating_add(part)).to_string(),
        (Mark::Set(_), _) => set_text(zone, mark),
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

/// The cells of a set, the main one first.
fn set_text(zone: &Zone, mark: Mark) -> String {
    let view = printed(zone);
    let targets = zone.targets(&Ink::EMPTY, mark).iter();
    let mut cells: Vec<&CellView> = targets.filter_map(|cell| view.cell(cell)).collect();
    insertion_sort(&mut cells, |one, other| {
        number_in(Some(other))
            .cmp(&number_in(Some(one)))
            .then(one.id.cmp(&other.id))
    });
    let texts: Vec<String> = cells.iter().map(|cell| cell_text(&view, cell.id)).collect();
    match texts.split_first() {
        Some((main, others)) => format!("{main} with {}", others.join(" ")),
        None => String::new(),
    }
}

/// Reads where in the zone a mark goes.
pub(super) fn read(zone: &Zone, words: &mut Words<'_>) -> Result<Mark, Message> {
    let name = &zone.name;
    let mark = match zone.mark_form() {
        MarkForm::Rows => read_rows(name, &printed(zone), words)?,
        MarkForm::Cell => read_cell(name, &printed(zone), words)?,
        MarkForm::Set => read_set(zone, words)?,
        MarkForm::Part => {
            let letter = |word: &str| {
                let mut letters = word.chars().map(|letter| letter.to_ascii_lowercase());
                let first = letters.next().filter(char::is_ascii_lowercase)?;
                letters.next().is_none().then(|| first as u8 - b'a')
            };
            let Some(part) = words.take_as(letter) else {
                let what = Message::new("action.which-part", "name a part of {zone} by its letter");
                return Err(instead(words, what.with("zone", name)));
            };
            Mark::Cell(part)
        }
        MarkForm::Next => Mark::Next,
        MarkForm::Number => Mark::Number(read_number(name, words)?),
        MarkForm::HalfOrTimes if words.take_if("half") => Mark::Half(read_number(name, words)?),
        MarkForm::HalfOrTimes if words.take_if("times") => Mark::Times(read_number(name, words)?),
        MarkForm::HalfOrTimes => {
            let what = Message::new("action.half-or-times", "in {zone}, say `half` or `times`");
            return Err(instead(words, what.with("zone", name)));
        }
        MarkForm::Step => read_step(name, &printed(zone), words)?,
        MarkForm::Side => {
            let side = if words.take_if("left") {
                Side::Left
            } else if words.take_if("right") {
                Side::Right
            } else {
                let what = Message::new("action.left-or-right", "in {zone}, say `left` or `right`");
                return Err(instead(words, what.with("zone", name)));
            };
            Mark::Side(side, read_number(name, words)?)
        }
        MarkForm::Line(lines) => {
            let names: Vec<&str> = lines.iter().map(|line| line.name.as_str()).collect();
            let known = |word: &str| names.iter().position(|name| name.eq_ignore_ascii_case(word));
            let Some(line) = words.take_as(known) else {
                let what = Message::new("action.which-line", "in {zone}, name a line: {lines}");
                let what = what.with("zone", name).with("lines", names.join(", "));
                return Err(instead_of(words, what, &names));
            };
            Mark::Line(line as u8, read_number(name, words)?)
        }
    };
    if zone.mark_index(mark).is_none() {
        let error = Message::new("action.cannot-enter", "`{mark}` cannot be entered in {zone}");
        return Err(error.with("mark", text(zone, mark)).with("zone", name));
    }
    Ok(mark)
}

/// A cell, and those of the dice that move with it.
fn read_set(zone: &Zone, words: &mut Words<'_>) -> Result<Mark, Message> {
    let (name, view) = (&zone.name, printed(zone));
    let main = read_cell(name, &view, words)?;
    if !words.take_if("with") {
        return Ok(main);
    }
    let mut cells = zone.targets(&Ink::EMPTY, main);
    loop {
        let cell = zone.targets(&Ink::EMPTY, read_cell(name, &view, words)?);
        cells = cells.union(cell);
        if words.peek().and_then(number).is_none() {
            break;
        }
    }
    // The main cross is the highest: sets that no die can make have no number.
    let number = |cell: u8| number_in(view.cell(cell));
    let highest = cells.iter().max_by_key(|cell| number(*cell));
    let is_main = highest.is_some_and(|cell| zone.targets(&Ink::EMPTY, main).contains(cell));
    let mark = zone.mark_of_cells(cells).filter(|_| is_main);
    mark.ok_or_else(|| {
        let error = Message::new(
            "action.no-set",
            "these cells of {zone} cannot be crossed together",
        );
        error.with("zone", name)
    })
}

/// `what`, and the word that stands there instead.
fn instead(words: &Words<'_>, what: Message) -> Message {
    instead_of(words, what, &[])
}

/// The same, with a guess which of these words was meant.
fn instead_of(words: &Words<'_>, what: Message, known: &[&str]) -> Message {
    let Some(word) = words.peek() else { return what };
    Message::new("read.instead", "{what}, not {word}{guess}")
        .with("what", what)
        .with("word", quote(word))
        .with("guess", did_you_mean(word, known.iter().copied()))
}

fn read_number(name: &str, words: &mut Words<'_>) -> Result<u8, Message> {
    words.take_as(number).ok_or_else(|| {
        let what = Message::new("action.number-missing", "a number for {zone} should stand here");
        instead(words, what.with("zone", name))
    })
}

fn read_cell(name: &str, view: &ZoneView, words: &mut Words<'_>) -> Result<Mark, Message> {
    let printed = words.take_as(number);
    let row = words.take_as(|word| number_after('r', word));
    let column = words.take_as(|word| number_after('c', word));
    if printed.is_none() && (row.is_none() || column.is_none()) {
        let what = Message::new(
            "action.which-cell",
            "name a cell of {zone} by its number, with `r` and the row if need be",
        );
        return Err(instead(words, what.with("zone", name)));
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
        (Some(cell), Some(_)) => {
            let error = Message::new(
                "action.several-cells",
                "{zone} has several such cells; write the row too, as in `{example}`",
            );
            Err(error.with("zone", name).with("example", cell_text(view, cell)))
        }
        (None, _) => {
            let in_row = |row| Message::new("action.in-row", " in row {row}").with("row", row);
            let in_column =
                |column| Message::new("action.in-column", " in column {column}").with("column", column);
            let error = Message::new("action.no-cell", "{zone} has no cell{printed}{row}{column}");
            Err(error
                .with("zone", name)
                .with("printed", with_number(printed))
                .with("row", row.map_or_else(Message::nothing, in_row))
                .with("column", column.map_or_else(Message::nothing, in_column)))
        }
    }
}

/// The number that should be printed in a cell, if one was told.
fn with_number(printed: Option<u8>) -> Message {
    printed.map_or_else(Message::nothing, |number| {
        Message::new("action.printed", " printed {number}").with("number", number)
    })
}

fn read_rows(name: &str, view: &ZoneView, words: &mut Words<'_>) -> Result<Mark, Message> {
    let number = read_number(name, words)?;
    let row_count = view.rows.len() as u8;
    let rows = words.take().ok_or_else(|| {
        Message::new(
            "action.which-rows",
            "name the rows of {zone} to be crossed, as in `{number} r1,3`",
        )
        .with("zone", name)
        .with("number", number)
    })?;
    let unclear = || {
        Message::new(
            "action.unclear-rows",
            "{text} should be `r` and rows from 1 to {most}, as in `r1,3`",
        )
        .with("text", quote(rows))
        .with("most", row_count)
    };
    let list = rows.strip_prefix(['r', 'R']).ok_or_else(unclear)?;
    let mut mask = 0u8;
    for row in list.split(',') {
        let row = crate::words::number(row)
            .filter(|row| (1..=row_count.min(8)).contains(row))
            .ok_or_else(unclear)?;
        let bit = 1 << (row - 1);
        if mask & bit != 0 {
            let error = Message::new("action.row-twice", "row {row} of {zone} is named twice");
            return Err(error.with("row", row).with("zone", name));
        }
        mask |= bit;
    }
    Ok(Mark::Cells { number, rows: mask })
}

fn read_step(name: &str, view: &ZoneView, words: &mut Words<'_>) -> Result<Mark, Message> {
    let printed = words.take_as(number);
    let cell = words.take_as(|word| number_after('#', word));
    if printed.is_none() && cell.is_none() {
        let what = Message::new(
            "action.which-step",
            "name a cell of {zone} by its number and place, as in `5 #2`",
        );
        return Err(instead(words, what.with("zone", name)));
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
        (Some((place, number)), Some(_)) => {
            let error = Message::new(
                "action.several-steps",
                "{zone} has several cells printed {number}; write the place too, as in `{number} #{place}`",
            );
            let error = error.with("zone", name).with("number", number);
            Err(error.with("place", place))
        }
        (None, _) => {
            let at_place = |place| Message::new("action.at-place", " at place {place}").with("place", place);
            let error = Message::new("action.no-step", "{zone} has no cell{printed}{place}");
            Err(error
                .with("zone", name)
                .with("printed", with_number(printed))
                .with("place", cell.map_or_else(Message::nothing, at_place)))
        }
    }
}
