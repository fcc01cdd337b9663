//! The letters of a map: cells with the same letter are a part. Letters are used from `a` on without gaps, so whoever changes one
//! may change others, and everything that is said of their parts.

use finaud_rules::{Expected, Step, ValuePath};

use crate::cells::{WrittenCell, divided, lists_of_cells, zone_path};
use crate::check::Checked;
use crate::draft::Draft;
use crate::edit::Edit;
use crate::value::Value;

/// The letters that parts may have.
fn alphabet() -> std::ops::RangeInclusive<char> {
    'a'..='z'
}

/// The letters of a row.
pub(crate) type LetterRow = Vec<char>;

fn is_map_row(checked: &Checked, path: &[Step]) -> bool {
    let mut expected = checked.expectations.at(path);
    expected.any(|expected| matches!(expected, Expected::MapRow { .. }))
}

/// The rows of a map, if the list at this place is one.
pub(crate) fn rows_in(checked: &Checked, draft: &Draft, list: &[Step]) -> Option<Vec<LetterRow>> {
    let first: ValuePath = list.iter().cloned().chain([Step::Index(0)]).collect();
    if !is_map_row(checked, &first) {
        return None;
    }
    let rows = draft.get(list)?.entries().iter();
    rows.map(|row| Some(row.text()?.chars().collect())).collect()
}

/// The part that a cell of a map belongs to: its letter, always a small one. `None` where there is no cell, or no map.
pub fn part_of(checked: &Checked, draft: &Draft, cell: &WrittenCell) -> Option<char> {
    let letter = draft.get(&cell.path)?.text()?.chars().nth(cell.at)?;
    (is_map_row(checked, &cell.path) && letter.is_ascii_alphabetic()).then(|| letter.to_ascii_lowercase())
}

/// Is the bonus of its part printed in a cell?
pub fn prints_bonus(draft: &Draft, cell: &WrittenCell) -> bool {
    let row = draft.get(&cell.path).and_then(Value::text);
    row.and_then(|row| row.chars().nth(cell.at))
        .is_some_and(|letter| letter.is_ascii_uppercase())
}

/// The list that a row belongs to, and which row it is.
fn list_of(cell: &WrittenCell) -> Option<(&[Step], usize)> {
    match cell.path.split_last()? {
        (Step::Index(row), list) => Some((list, *row)),
        _ => None,
    }
}

fn used(rows: &[LetterRow]) -> Vec<char> {
    let has = |letter: &char| {
        rows.iter()
            .flatten()
            .any(|other| other.to_ascii_lowercase() == *letter)
    };
    alphabet().filter(has).collect()
}

/// The letters that a cell of a map may have: those that are there, and the next one for a new part.
pub fn parts(checked: &Checked, draft: &Draft, cell: &WrittenCell) -> Vec<char> {
    let rows = list_of(cell).and_then(|(list, _)| rows_in(checked, draft, list));
    let used = used(&rows.unwrap_or_default());
    let new = alphabet().find(|letter| !used.contains(letter));
    used.into_iter().chain(new).collect()
}

/// A cell of a map gets the letter of another part, of a new one, or is no cell any more. A part without cells goes, with
/// everything that was said of it, and the letters close up.
pub fn set_part(checked: &Checked, draft: &Draft, cell: &WrittenCell, part: Option<char>) -> Edit {
    let found = list_of(cell).and_then(|(list, row)| Some((list, row, rows_in(checked, draft, list)?)));
    let (Some((list, row, mut rows)), [_, Step::Index(zone), ..]) = (found, cell.path.as_slice()) else {
        return Edit::Several(Vec::new());
    };
    if let Some(there) = rows[row].get_mut(cell.at) {
        *there = part.unwrap_or('-');
    }
    rewritten(checked, draft, *zone, list, &rows)
}

/// The bonus of a part is printed in this cell: it gets the capital letter, the other cells of the part have none.
pub fn print_bonus_here(checked: &Checked, draft: &Draft, cell: &WrittenCell) -> Edit {
    let found = list_of(cell).and_then(|(list, row)| Some((list, row, rows_in(checked, draft, list)?)));
    let (Some((list, row, mut rows)), Some(part)) = (found, part_of(checked, draft, cell)) else {
        return Edit::Several(Vec::new());
    };
    for letter in rows.iter_mut().flatten() {
        if letter.to_ascii_lowercase() == part {
            *letter = part;
        }
    }
    if let Some(there) = rows[row].get_mut(cell.at) {
        *there = part.to_ascii_uppercase();
    }
    Edit::set(list, written(&rows))
}

fn written(rows: &[LetterRow]) -> Value {
    let rows = rows.iter().map(|row| Value::Text(row.iter().collect()));
    Value::List(rows.collect())
}

/// The map of a zone with other letters, closed up, and everything in the zone that goes by them. A new part belongs to the first
/// of those that divide the parts among them, where somebody sees it and can change it.
pub(crate) fn rewritten(
    checked: &Checked,
    draft: &Draft,
    zone: usize,
    list: &[Step],
    rows: &[LetterRow],
) -> Edit {
    let before = used(&rows_in(checked, draft, list).unwrap_or_default());
    let now = used(rows);
    let renamed = |letter: char| {
        let place = now.iter().position(|known| *known == letter)?;
        alphabet().nth(place)
    };
    let rows: Vec<LetterRow> = rows
        .iter()
        .map(|row| {
            let letters = row
                .iter()
                .map(|letter| match renamed(letter.to_ascii_lowercase()) {
                    Some(other) if letter.is_ascii_uppercase() => other.to_ascii_uppercase(),
                    Some(other) => other,
                    None => *letter,
                });
            letters.collect()
        })
        .collect();
    let mut edits = vec![Edit::set(list, written(&rows))];
    let mut new: Vec<char> = (now.iter().filter(|letter| !before.contains(letter)))
        .filter_map(|letter| renamed(*letter))
        .collect();
    for (path, _) in lists_of_cells(checked, zone) {
        let Some(text) = draft.get(path).and_then(Value::text) else {
            continue;
        };
        let words = text
            .split_whitespace()
            .filter_map(|word| renamed(word.chars().next()?));
        let mut words: Vec<char> = words.collect();
        if divided(path).is_some() {
            words.append(&mut new);
        }
        let words: Vec<String> = words.iter().map(char::to_string).collect();
        edits.push(Edit::set(path, Value::Text(words.join(" "))));
    }
    let inside = zone_path(zone);
    for (key, value) in draft.get(&inside).map(Value::fields).unwrap_or_default() {
        if let Some(fields) = by_letter(value) {
            let fields = fields
                .into_iter()
                .filter_map(|(letter, value)| Some((renamed(letter)?.to_string(), value)));
            let path: ValuePath = inside.iter().cloned().chain([Step::Key(key.clone())]).collect();
            edits.push(Edit::Set(path, Value::Table(fields.collect())));
        }
    }
    Edit::Several(edits)
}

/// A table with a key for each part; `None` if it is something else.
fn by_letter(value: &Value) -> Option<Vec<(char, Value)>> {
    let fields = value.fields();
    let letter = |key: &str| match key.chars().collect::<Vec<_>>().as_slice() {
        [letter] if alphabet().contains(letter) => Some(*letter),
        _ => None,
    };
    let all: Option<Vec<(char, Value)>> = fields
        .iter()
        .map(|(key, value)| Some((letter(key)?, value.clone())))
        .collect();
    all.filter(|all| !all.is_empty())
}
