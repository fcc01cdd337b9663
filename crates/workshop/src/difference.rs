//! What differs between two drafts.

use finaud_rules::{Step, ValuePath};

use crate::draft::Draft;
use crate::value::Value;

/// Something that is different now.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// Where: in the draft as it is now, or as it was where it is gone.
    pub path: ValuePath,
    /// What was there; `None` if it is new.
    pub before: Option<Value>,
    /// What is there; `None` if it is gone.
    pub after: Option<Value>,
}

/// What every copy has its own of, and no player cares about.
const OWN: [&str; 4] = ["format", "id", "provenance", "source"];

/// Everything that differs, in the order of the sheet.
pub fn differences(before: &Draft, after: &Draft) -> Vec<Difference> {
    let mut found = Vec::new();
    compare(&mut Vec::new(), &before.root, &after.root, &mut found);
    // Dice have the order of their zones: that is told once.
    let order_of = |difference: &Difference, list: &str| matches!(difference.path.as_slice(), [Step::Key(key)] if key == list);
    if found.iter().any(|difference| order_of(difference, "zones")) {
        found.retain(|difference| !order_of(difference, "dice"));
    }
    found.retain(|difference| match difference.path.first() {
        Some(Step::Key(key)) => !OWN.contains(&key.as_str()),
        _ => true,
    });
    found
}

fn compare(path: &mut ValuePath, before: &Value, after: &Value, found: &mut Vec<Difference>) {
    match (before, after) {
        _ if before == after => {}
        (Value::Table(old), Value::Table(new)) => {
            for (key, value) in new {
                path.push(Step::Key(key.clone()));
                match before.key(key) {
                    Some(there) => compare(path, there, value, found),
                    None => found.push(added(path, value)),
                }
                path.pop();
            }
            for (key, value) in old.iter().filter(|(key, _)| after.key(key).is_none()) {
                path.push(Step::Key(key.clone()));
                found.push(gone(path, value));
                path.pop();
            }
        }
        (Value::List(old), Value::List(new)) if named(old) && named(new) => {
            for (index, value) in new.iter().enumerate() {
                path.push(Step::Index(index));
                match old.iter().find(|other| other.key("name") == value.key("name")) {
                    Some(there) => compare(path, there, value, found),
                    None => found.push(added(path, value)),
                }
                path.pop();
            }
            let kept = |from: &[Value], in_other: &[Value]| -> Vec<Value> {
                let names = from.iter().filter_map(|entry| entry.key("name").cloned());
                names
                    .filter(|name| in_other.iter().any(|entry| entry.key("name") == Some(name)))
                    .collect()
            };
            let (was, is) = (kept(old, new), kept(new, old));
            if was != is {
                found.push(Difference {
                    path: path.clone(),
                    before: Some(Value::List(was)),
                    after: Some(Value::List(is)),
                });
            }
            for (index, value) in old.iter().enumerate() {
                if !new.iter().any(|other| other.key("name") == value.key("name")) {
                    path.push(Step::Index(index));
                    found.push(gone(path, value));
                    path.pop();
                }
            }
        }
        (Value::List(old), Value::List(new)) if old.len() == new.len() => {
            for (index, (one, other)) in old.iter().zip(new).enumerate() {
                path.push(Step::Index(index));
                compare(path, one, other, found);
                path.pop();
            }
        }
        _ => found.push(Difference {
            path: path.clone(),
            before: Some(before.clone()),
            after: Some(after.clone()),
        }),
    }
}

/// Are these tables that have names, all different?
fn named(entries: &[Value]) -> bool {
    let names: Vec<&str> = entries
        .iter()
        .filter_map(|entry| entry.key("name")?.text())
        .collect();
    let twice = |(index, name): (usize, &&str)| names[..index].contains(name);
    names.len() == entries.len() && !names.iter().enumerate().any(twice)
}

fn added(path: &[Step], value: &Value) -> Difference {
    Difference {
        path: path.to_vec(),
        before: None,
        after: Some(value.clone()),
    }
}

fn gone(path: &[Step], value: &Value) -> Difference {
    Difference {
        path: path.to_vec(),
        before: Some(value.clone()),
        after: None,
    }
}
