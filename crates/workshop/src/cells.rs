//! Cells that are written row by row: which word or letter of which text a drawn cell is, and what else is said of it.

use finaud_rules::{Expected, Step, ValuePath};

use crate::check::Checked;
use crate::draft::Draft;
use crate::edit::Edit;
use crate::letters::{self, LetterRow};
use crate::value::Value;

/// Where a cell is written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WrittenCell {
    /// The text of its row.
    pub path: ValuePath,
    /// Which word of it, or which letter of a map, from 0.
    pub at: usize,
}

/// Something that is said of a cell elsewhere: that it is grey, that one starts there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CellMark {
    /// The text that lists such cells.
    pub path: ValuePath,
    /// The word that stands for the cell.
    pub word: String,
    /// Is it there?
    pub on: bool,
}

/// A row or a column more, or one fewer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Resize {
    /// A row more, like the last one.
    MoreRows,
    /// The last row goes.
    FewerRows,
    /// A column more, like the last one.
    MoreColumns,
    /// The last column goes.
    FewerColumns,
}

pub(crate) fn zone_path(zone: usize) -> ValuePath {
    vec![Step::Key("zones".into()), Step::Index(zone)]
}

/// Where the cell of a zone is written, if cells are written row by row.
pub fn written_cell(checked: &Checked, draft: &Draft, zone: usize, cell: usize) -> Option<WrittenCell> {
    let inside = zone_path(zone);
    checked.expectations.values.iter().find_map(|(path, expected)| {
        let text = || draft.get(path).and_then(Value::text).unwrap_or_default();
        let (first, count) = match expected {
            _ if !path.starts_with(&inside) => return None,
            Expected::PrintedRow { first } => (*first, text().split_whitespace().count()),
            Expected::MapRow { first } => (*first, text().chars().count()),
            _ => return None,
        };
        (first..first + count).contains(&cell).then(|| WrittenCell {
            path: path.clone(),
            at: cell - first,
        })
    })
}

/// A place in a row where there is no cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Gap {
    /// The number a cell would have there.
    pub cell: usize,
    /// How many places its row has.
    pub columns: usize,
}

/// The places of a zone where there is no cell, and could be one.
pub fn gaps(checked: &Checked, draft: &Draft, zone: usize) -> Vec<Gap> {
    let inside = zone_path(zone);
    let mut gaps: Vec<Gap> = Vec::new();
    for (path, expected) in &checked.expectations.values {
        let Some(text) = draft.get(path).and_then(Value::text) else {
            continue;
        };
        let (first, row): (usize, Vec<bool>) = match expected {
            _ if !path.starts_with(&inside) => continue,
            Expected::PrintedRow { first } => {
                (*first, text.split_whitespace().map(|word| word == "-").collect())
            }
            Expected::MapRow { first } => (*first, text.chars().map(|letter| letter == '-').collect()),
            _ => continue,
        };
        let columns = row.len();
        let empty = (first..).zip(row).filter(|(_, is_gap)| *is_gap);
        gaps.extend(empty.map(|(cell, _)| Gap { cell, columns }));
    }
    gaps
}

/// The texts in a zone that list some of its cells, each with the words they may have.
pub(crate) fn lists_of_cells(checked: &Checked, zone: usize) -> Vec<(&ValuePath, &Vec<String>)> {
    let inside = zone_path(zone);
    let mut lists: Vec<(&ValuePath, &Vec<String>)> = Vec::new();
    for (path, expected) in &checked.expectations.values {
        let known = lists.iter().any(|(known, _)| *known == path);
        if let (Expected::SomeOf(words), true, false) = (expected, path.starts_with(&inside), known) {
            lists.push((path, words));
        }
    }
    lists
}

/// The text at a place; nothing where there is none.
fn text_at(draft: &Draft, path: &[Step]) -> String {
    draft
        .get(path)
        .and_then(Value::text)
        .unwrap_or_default()
        .to_owned()
}

/// Everything that a zone says of a cell besides what is printed in it.
pub fn marks(checked: &Checked, draft: &Draft, zone: usize, cell: &WrittenCell) -> Vec<CellMark> {
    let text = |path: &[Step]| text_at(draft, path);
    let word = match letters::part_of(checked, draft, cell) {
        Some(letter) => letter.to_string(),
        None => {
            let row = text(&cell.path);
            row.split_whitespace().nth(cell.at).unwrap_or_default().to_owned()
        }
    };
    // A text for each row speaks of its own row alone.
    let same_row = |path: &ValuePath| match (path.last(), cell.path.last()) {
        (Some(Step::Index(row)), Some(Step::Index(own))) => row == own,
        _ => true,
    };
    let lists = lists_of_cells(checked, zone).into_iter();
    lists
        .filter(|(path, words)| same_row(path) && words.contains(&word))
        .map(|(path, _)| CellMark {
            path: path.clone(),
            on: text(path).split_whitespace().any(|there| there == word),
            word: word.clone(),
        })
        .collect()
}

/// Is a text one of several that divide the words among them, such as the parts of a shade? Gives the place of the list and
/// the key in each entry.
pub(crate) fn divided(path: &[Step]) -> Option<(&[Step], &Step)> {
    match path {
        [outer @ .., Step::Index(_), key @ Step::Key(_)] if outer.len() > 1 => Some((outer, key)),
        _ => None,
    }
}

/// Says of a cell what is not said of it, or no longer what is. Where texts divide the cells among them, the others lose it.
pub fn toggled(draft: &Draft, mark: &CellMark) -> Edit {
    let text = |path: &[Step]| text_at(draft, path);
    let own = text(&mark.path);
    if mark.on {
        return Edit::Set(mark.path.clone(), Value::Text(without_word(&own, &mark.word)));
    }
    let mut edits = vec![Edit::Set(
        mark.path.clone(),
        Value::Text(with_word(&own, &mark.word)),
    )];
    if let Some((list, key)) = divided(&mark.path) {
        for other in 0..draft.get(list).map_or(0, |list| list.entries().len()) {
            let place: ValuePath = (list.iter().cloned())
                .chain([Step::Index(other), key.clone()])
                .collect();
            let there = text(&place);
            if place != mark.path && there.split_whitespace().any(|word| word == mark.word) {
                edits.push(Edit::Set(place, Value::Text(without_word(&there, &mark.word))));
            }
        }
    }
    Edit::Several(edits)
}

fn without_word(text: &str, word: &str) -> String {
    let left: Vec<&str> = text.split_whitespace().filter(|there| *there != word).collect();
    left.join(" ")
}

/// One word more: numbers by size, letters by the alphabet.
fn with_word(text: &str, word: &str) -> String {
    let mut words: Vec<&str> = text.split_whitespace().collect();
    let order = |word: &str| (word.parse::<i64>().unwrap_or(0), word.to_owned());
    let after = words.iter().position(|other| order(other) > order(word));
    words.insert(after.unwrap_or(words.len()), word);
    words.join(" ")
}

/// Changes the size of a list of rows; `None` if nothing would be left, or it is no list of rows.
pub fn resized(checked: &Checked, draft: &Draft, list: &[Step], resize: Resize) -> Option<Edit> {
    if let (Some(rows), [_, Step::Index(zone), ..]) = (letters::rows_in(checked, draft, list), list) {
        let rows = resized_map(rows, resize)?;
        return Some(letters::rewritten(checked, draft, *zone, list, &rows));
    }
    let mut rows: Vec<Vec<&str>> = Vec::new();
    for entry in draft.get(list)?.entries() {
        rows.push(entry.text()?.split_whitespace().collect());
    }
    match resize {
        Resize::MoreRows => rows.push(rows.last()?.clone()),
        Resize::FewerRows => {
            rows.pop();
        }
        Resize::MoreColumns => rows.iter_mut().for_each(|row| row.extend(row.last().copied())),
        Resize::FewerColumns => rows.iter_mut().for_each(|row| {
            row.pop();
        }),
    }
    let is_left = !rows.is_empty() && rows.iter().all(|row| !row.is_empty());
    let rows = rows.into_iter().map(|row| Value::Text(row.join(" ")));
    is_left.then(|| Edit::set(list, Value::List(rows.collect())))
}

fn resized_map(mut rows: Vec<LetterRow>, resize: Resize) -> Option<Vec<LetterRow>> {
    // A bonus is printed once.
    let small = |letter: &char| letter.to_ascii_lowercase();
    match resize {
        Resize::MoreRows => rows.push(rows.last()?.iter().map(small).collect()),
        Resize::FewerRows => {
            rows.pop();
        }
        Resize::MoreColumns => rows.iter_mut().for_each(|row| row.extend(row.last().map(small))),
        Resize::FewerColumns => rows.iter_mut().for_each(|row| {
            row.pop();
        }),
    }
    let is_left = !rows.is_empty() && rows.iter().all(|row| !row.is_empty());
    is_left.then_some(rows)
}
