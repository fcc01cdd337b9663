//! A block of text: labelled rows of cells of equal width, cut into pieces where they are too wide.

use super::paint::{Style, TextLine};

/// The width of a cell.
const CELL: usize = 5;

/// A cell of a row.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct TextCell {
    text: String,
    style: Style,
}

impl TextCell {
    pub(super) fn new(text: impl Into<String>, style: Style) -> TextCell {
        TextCell {
            text: text.into(),
            style,
        }
    }

    /// Is nothing in it?
    pub(super) fn is_empty(&self) -> bool {
        self.text.is_empty()
    }
}

/// A row of cells.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Row {
    label: String,
    cells: Vec<TextCell>,
    /// Do the cells stand between those of the other rows?
    between: bool,
}

/// A title, rows of cells and sentences below them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Block {
    pub(super) title: TextLine,
    rows: Vec<Row>,
    notes: Vec<String>,
}

impl Block {
    /// Adds a row.
    pub(super) fn row(&mut self, label: &str, cells: Vec<TextCell>) {
        self.add(label, cells, false);
    }

    /// Adds a row whose cells stand between those of the row above.
    pub(super) fn row_between(&mut self, label: &str, cells: Vec<TextCell>) {
        self.add(label, cells, true);
    }

    fn add(&mut self, label: &str, mut cells: Vec<TextCell>, between: bool) {
        while cells.last().is_some_and(TextCell::is_empty) {
            cells.pop();
        }
        self.rows.push(Row {
            label: label.into(),
            cells,
            between,
        });
    }

    /// Adds a sentence below the rows.
    pub(super) fn note(&mut self, text: impl Into<String>) {
        self.notes.push(text.into());
    }

    fn label_width(&self) -> usize {
        let longest = self
            .rows
            .iter()
            .map(|row| row.label.chars().count())
            .max()
            .unwrap_or(0);
        if longest == 0 { 0 } else { longest + 1 }
    }

    /// How wide it wants to be; sentences can be broken.
    pub(super) fn width(&self) -> usize {
        let row =
            |row: &Row| self.label_width() + row.cells.len() * CELL + if row.between { CELL / 2 } else { 0 };
        self.rows
            .iter()
            .map(row)
            .chain([self.title.width()])
            .max()
            .unwrap_or(0)
    }

    /// The lines, none wider than this.
    pub(super) fn lines(&self, width: usize) -> Vec<TextLine> {
        let label = self.label_width();
        let shift = if self.rows.iter().any(|row| row.between) {
            CELL / 2
        } else {
            0
        };
        let columns = (width.saturating_sub(label + shift) / CELL).max(1);
        let widest = self.rows.iter().map(|row| row.cells.len()).max().unwrap_or(0);
        let mut lines = vec![self.title.clone()];
        for first in (0..widest).step_by(columns) {
            for row in &self.rows {
                let cells = row.cells.iter().skip(first).take(columns);
                if first > 0 && cells.len() == 0 {
                    continue;
                }
                let mut line = TextLine::new().with(&row.label, Style::Faint).padded(label);
                if row.between {
                    line = line.padded(label + CELL / 2);
                }
                for cell in cells {
                    line = line.and(centred(cell));
                }
                lines.push(line);
            }
        }
        lines.extend(
            self.notes
                .iter()
                .flat_map(|note| wrapped(note, width))
                .map(TextLine::plain),
        );
        lines
    }
}

fn centred(cell: &TextCell) -> TextLine {
    let length = cell.text.chars().count();
    let before = CELL.saturating_sub(length) / 2;
    let line = TextLine::new()
        .with(" ".repeat(before), Style::Plain)
        .with(&cell.text, cell.style);
    line.padded(CELL)
}

/// Breaks a text between words.
pub(crate) fn wrapped(text: &str, width: usize) -> Vec<String> {
    broken(text.split(' '), width)
}

/// Breaks a list behind its commas.
pub(crate) fn wrapped_list(text: &str, width: usize) -> Vec<String> {
    let items = text.split_inclusive(", ").map(str::trim_end);
    broken(items, width)
}

fn broken<'a>(pieces: impl Iterator<Item = &'a str>, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in pieces {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.into()),
        }
    }
    lines
}
