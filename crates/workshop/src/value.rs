//! A value of a sheet's text: TOML as a tree whose keys keep their order.

use finaud_rules::Step;
use serde::{Deserialize, Serialize};

/// A value of a sheet's text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Value {
    /// A text.
    Text(String),
    /// A whole number.
    Number(i64),
    /// True or false.
    Flag(bool),
    /// Something that no sheet has, as it was written: a decimal number, a date.
    Other(String),
    /// A list.
    List(Vec<Value>),
    /// A table.
    Table(Vec<(String, Value)>),
}

impl Value {
    /// The value at the end of a path.
    pub fn get(&self, path: &[Step]) -> Option<&Value> {
        path.iter().try_fold(self, |value, step| value.inside(step))
    }

    fn inside(&self, step: &Step) -> Option<&Value> {
        match (self, step) {
            (Value::Table(entries), Step::Key(key)) => {
                let entry = entries.iter().find(|(known, _)| known == key);
                entry.map(|(_, value)| value)
            }
            (Value::List(entries), Step::Index(index)) => entries.get(*index),
            _ => None,
        }
    }

    /// The same, to be changed.
    pub(crate) fn get_mut(&mut self, path: &[Step]) -> Option<&mut Value> {
        path.iter().try_fold(self, |value, step| match (value, step) {
            (Value::Table(entries), Step::Key(key)) => {
                let entry = entries.iter_mut().find(|(known, _)| known == key);
                entry.map(|(_, value)| value)
            }
            (Value::List(entries), Step::Index(index)) => entries.get_mut(*index),
            _ => None,
        })
    }

    /// The value of a key.
    pub fn key(&self, key: &str) -> Option<&Value> {
        match self {
            Value::Table(entries) => {
                let entry = entries.iter().find(|(known, _)| known == key);
                entry.map(|(_, value)| value)
            }
            _ => None,
        }
    }

    /// The text, if it is one.
    pub fn text(&self) -> Option<&str> {
        match self {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The number, if it is one.
    pub fn number(&self) -> Option<i64> {
        match self {
            Value::Number(number) => Some(*number),
            _ => None,
        }
    }

    /// The entries of a list; none if it is something else.
    pub fn entries(&self) -> &[Value] {
        match self {
            Value::List(entries) => entries,
            _ => &[],
        }
    }

    /// The keys of a table with their values; none if it is something else.
    pub fn fields(&self) -> &[(String, Value)] {
        match self {
            Value::Table(fields) => fields,
            _ => &[],
        }
    }

    /// Calls `see` for every value inside and for this one, each with its path.
    pub(crate) fn walk<'a>(&'a self, path: &mut Vec<Step>, see: &mut impl FnMut(&[Step], &'a Value)) {
        see(path, self);
        match self {
            Value::List(entries) => {
                for (index, entry) in entries.iter().enumerate() {
                    path.push(Step::Index(index));
                    entry.walk(path, see);
                    path.pop();
                }
            }
            Value::Table(fields) => {
                for (key, value) in fields {
                    path.push(Step::Key(key.clone()));
                    value.walk(path, see);
                    path.pop();
                }
            }
            Value::Text(_) | Value::Number(_) | Value::Flag(_) | Value::Other(_) => {}
        }
    }
}
