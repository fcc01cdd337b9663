//! Edits: what somebody changes on a draft, as data. Each has an edit that takes it back.

use finaud_rules::{Step, ValuePath};
use serde::{Deserialize, Serialize};

use crate::draft::Draft;
use crate::value::Value;

/// A change of a draft.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Edit {
    /// This value in place of another, or of a key that was not there.
    Set(ValuePath, Value),
    /// The key or the entry goes.
    Remove(ValuePath),
    /// A new key or entry, with so many others of its table or list before it.
    Insert(ValuePath, usize, Value),
    /// All of these, one after the other, or none.
    Several(Vec<Edit>),
}

/// An edit is about a place that the draft does not have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoSuchPlace(pub ValuePath);

impl Edit {
    /// Sets the value at the end of a path.
    pub fn set(path: &[Step], value: Value) -> Edit {
        Edit::Set(path.to_vec(), value)
    }

    /// Changes a draft. Gives the edit that takes it back; or changes nothing.
    pub fn apply(&self, draft: &mut Draft) -> Result<Edit, NoSuchPlace> {
        let missing = |path: &ValuePath| NoSuchPlace(path.clone());
        match self {
            Edit::Set(path, value) => {
                if let Some(there) = draft.root.get_mut(path) {
                    let before = std::mem::replace(there, value.clone());
                    return Ok(Edit::Set(path.clone(), before));
                }
                match parent(draft, path).ok_or_else(|| missing(path))? {
                    (Value::Table(fields), Step::Key(key)) => {
                        fields.push((key.clone(), value.clone()));
                        Ok(Edit::Remove(path.clone()))
                    }
                    _ => Err(missing(path)),
                }
            }
            Edit::Remove(path) => match parent(draft, path).ok_or_else(|| missing(path))? {
                (Value::Table(fields), Step::Key(key)) => {
                    let place = fields.iter().position(|(known, _)| known == key);
                    let place = place.ok_or_else(|| missing(path))?;
                    Ok(Edit::Insert(path.clone(), place, fields.remove(place).1))
                }
                (Value::List(entries), Step::Index(index)) if *index < entries.len() => {
                    Ok(Edit::Insert(path.clone(), *index, entries.remove(*index)))
                }
                _ => Err(missing(path)),
            },
            Edit::Insert(path, place, value) => {
                match parent(draft, path).ok_or_else(|| missing(path))? {
                    (Value::Table(fields), Step::Key(key))
                        if fields.iter().all(|(known, _)| known != key) =>
                    {
                        fields.insert((*place).min(fields.len()), (key.clone(), value.clone()));
                    }
                    (Value::List(entries), Step::Index(index)) if *index <= entries.len() => {
                        entries.insert(*index, value.clone());
                    }
                    _ => return Err(missing(path)),
                }
                Ok(Edit::Remove(path.clone()))
            }
            Edit::Several(edits) => {
                let mut back = Vec::new();
                for edit in edits {
                    match edit.apply(draft) {
                        Ok(undo) => back.push(undo),
                        Err(error) => {
                            for undo in back.iter().rev() {
                                // What was just done can be undone.
                                let _ = undo.apply(draft);
                            }
                            return Err(error);
                        }
                    }
                }
                back.reverse();
                Ok(Edit::Several(back))
            }
        }
    }
}

/// The table or list around a place, and the last step to it.
fn parent<'a, 'p>(draft: &'a mut Draft, path: &'p [Step]) -> Option<(&'a mut Value, &'p Step)> {
    let (last, outer) = path.split_last()?;
    Some((draft.root.get_mut(outer)?, last))
}
