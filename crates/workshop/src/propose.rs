//! A value to begin with, for a key that a table does not have yet. What may stand there is found by trying.

use finaud_rules::{Expected, Sheet, Step};

use crate::check::{Checked, Kind};
use crate::draft::Draft;
use crate::value::Value;

/// So deep are lists in lists of tables.
const DEEPEST: usize = 4;
/// The most entries that are proposed for a list.
const MOST_ENTRIES: usize = 64;

/// A value that fits at a place where there is none; `None` if nothing is known to fit.
pub fn propose(draft: &Draft, path: &[Step]) -> Option<Value> {
    let (_, expectations) = Sheet::read_closely(&draft.text());
    let example = expectations.at(path).find_map(|expected| match expected {
        Expected::Key {
            example: Some(example),
            ..
        } => Some(example.clone()),
        _ => None,
    });
    let example = example.and_then(|example| {
        let read = Draft::read(&format!("example = {example}")).ok()?;
        read.root.key("example").cloned()
    });
    example.or_else(|| fitting(draft, path, DEEPEST))
}

/// Puts something there and looks what the reader would rather have.
fn fitting(draft: &Draft, path: &[Step], deep: usize) -> Option<Value> {
    let deep = deep.checked_sub(1)?;
    // A reader that looks for one kind of value may look for another one first: the flag is never both.
    let probes = [
        Value::Flag(true),
        Value::Text(String::new()),
        Value::List(Vec::new()),
    ];
    let kind = probes.into_iter().find_map(|probe| {
        let tried = with(draft, path, probe)?;
        Checked::of(&tried).kind(&tried, path)
    })?;
    Some(match kind {
        Kind::Flag => Value::Flag(true),
        Kind::Number { least, most } | Kind::NumberOr { least, most, .. } => {
            Value::Number(if least <= 1 && most >= 1 { 1 } else { least })
        }
        Kind::OneOf(words) => Value::Text(words.into_iter().next()?),
        Kind::Bonus | Kind::Text | Kind::SomeOf(_) => Value::Text(String::new()),
        Kind::PrintedRow => Value::Text("1 2 3".into()),
        Kind::MapRow => Value::Text("a".into()),
        Kind::Line { .. } => Value::Text("…".into()),
        Kind::Name => Value::Text("name".into()),
        Kind::List { count, .. } => {
            let mut tried = with(draft, path, Value::List(vec![Value::Flag(true)]))?;
            let mut inner = path.to_vec();
            inner.push(Step::Index(0));
            let entry = fitting(&tried, &inner, deep)?;
            // How many there should be is known best once there is one.
            tried = with(&tried, &inner, entry.clone())?;
            let told = match Checked::of(&tried).kind(&tried, path) {
                Some(Kind::List { count, .. }) => count,
                _ => count,
            };
            Value::List(vec![entry; told.unwrap_or(1).min(MOST_ENTRIES)])
        }
        Kind::Table => {
            let mut table = Value::Table(Vec::new());
            for _ in 0..8 {
                let tried = with(draft, path, table.clone())?;
                let offers = Checked::of(&tried).offers(&tried, path);
                let Some(offer) = offers.into_iter().find(|offer| offer.needed) else {
                    break;
                };
                let mut inner = path.to_vec();
                inner.push(Step::Key(offer.key.clone()));
                let value = propose(&tried, &inner)?;
                if let Value::Table(fields) = &mut table {
                    fields.push((offer.key, value));
                }
            }
            table
        }
    })
}

/// The draft with a value at a place, whether there was one or not.
fn with(draft: &Draft, path: &[Step], value: Value) -> Option<Draft> {
    let mut tried = draft.clone();
    crate::Edit::set(path, value).apply(&mut tried).ok()?;
    Some(tried)
}
