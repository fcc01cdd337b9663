//! Lists that go by something else: one entry for each cell, row or column. When that changes, they follow.

use finaud_rules::{Expected, Sheet, Step, ValuePath};

use crate::check::Checked;
use crate::draft::Draft;
use crate::edit::Edit;
use crate::value::Value;

/// Rows of lists follow their rows, their entries follow the columns: twice is enough, once more is safe.
const ROUNDS: usize = 3;

/// The edit, and with it everything that makes lists follow which were as long as they should be before.
pub fn fitted(draft: &Draft, edit: Edit) -> Edit {
    let before = off_length(draft);
    let mut after = draft.clone();
    if edit.apply(&mut after).is_err() {
        return edit;
    }
    let mut edits = vec![edit];
    for _ in 0..ROUNDS {
        let wrong: Vec<(ValuePath, usize)> = off_length(&after)
            .into_iter()
            .filter(|(path, _)| !before.iter().any(|(known, _)| known == path))
            .collect();
        if wrong.is_empty() {
            break;
        }
        let checked = Checked::of(&after);
        for (path, count) in wrong {
            let Some(Value::List(entries)) = after.get(&path) else {
                continue;
            };
            let mut entries = entries.clone();
            let blank = filler(&after, &checked, &path, &entries);
            entries.resize(count, blank);
            let resize = Edit::Set(path, Value::List(entries));
            if resize.apply(&mut after).is_ok() {
                edits.push(resize);
            }
        }
    }
    match edits.len() {
        1 => edits.remove(0),
        _ => Edit::Several(edits),
    }
}

/// The lists that are longer or shorter than they should be, and how long they should be.
fn off_length(draft: &Draft) -> Vec<(ValuePath, usize)> {
    let (_, expectations) = Sheet::read_closely(&draft.text());
    let mut found: Vec<(ValuePath, usize)> = Vec::new();
    for (path, expected) in expectations.values {
        let Expected::List {
            count: Some(count), ..
        } = expected
        else {
            continue;
        };
        // Dice and zones are added and removed by people, one by one.
        let is_whole = path.len() < 2;
        let is_off = matches!(draft.get(&path), Some(Value::List(entries)) if entries.len() != count);
        if is_off && !is_whole && !found.iter().any(|(known, _)| *known == path) {
            found.push((path, count));
        }
    }
    found
}

/// What is added to a list: no bonus, or the same as the last entry.
fn filler(draft: &Draft, checked: &Checked, path: &[Step], entries: &[Value]) -> Value {
    let mut last = path.to_vec();
    last.push(Step::Index(entries.len().saturating_sub(1)));
    match (checked.kind(draft, &last), entries.last()) {
        (Some(crate::Kind::Bonus), _) | (_, None) => Value::Text(String::new()),
        (_, Some(last)) => last.clone(),
    }
}
