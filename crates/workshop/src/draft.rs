//! A sheet in the making: read from TOML, written as TOML.

use std::fmt::Write as _;

use finaud_rules::{Problem, Sheet, Step, builtin, builtin_ids, builtin_text};
use serde::{Deserialize, Serialize};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::value::Value;

/// The longest text of a sheet that is taken in, in bytes. The largest real one has a tenth of it.
pub const MOST_TEXT: usize = 64 * 1024;

/// The sheet that somebody begins with who begins with nothing.
const EMPTY: &str = include_str!("empty.toml");

/// A sheet in the making, right or wrong. Two drafts are the same if they are written the same.
#[derive(Clone, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Draft {
    pub(crate) root: Value,
}

impl PartialEq for Draft {
    fn eq(&self, other: &Draft) -> bool {
        self.root == other.root || self.text() == other.text()
    }
}

/// Why a text is no draft.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NotRead {
    /// It has so many bytes.
    TooLong(usize),
    /// It is not TOML.
    Syntax(Box<Problem>),
}

impl Draft {
    /// The draft of a text, whatever is wrong with the sheet.
    pub fn read(text: &str) -> Result<Draft, NotRead> {
        if text.len() > MOST_TEXT {
            return Err(NotRead::TooLong(text.len()));
        }
        match DeTable::parse(text) {
            Ok(document) => {
                let draft = Draft {
                    root: table(document.get_ref()),
                };
                // Written plainly, it may be longer than it was, and could not be read again.
                match draft.text().len() {
                    long if long > MOST_TEXT => Err(NotRead::TooLong(long)),
                    _ => Ok(draft),
                }
            }
            Err(_) => {
                let problem = Sheet::read(text).problems.into_iter().next();
                match problem {
                    Some(problem) => Err(NotRead::Syntax(Box::new(problem))),
                    // The reader of sheets has nothing against it: there is nothing in it.
                    None => Ok(Draft {
                        root: Value::Table(Vec::new()),
                    }),
                }
            }
        }
    }

    /// A sheet that can be played and has hardly anything on it.
    pub fn empty() -> Draft {
        Draft::read(EMPTY).unwrap_or(Draft {
            root: Value::Table(Vec::new()),
        })
    }

    /// A copy of a built-in sheet, as one's own.
    pub fn copy_of(game: &str) -> Option<Draft> {
        let mut draft = Draft::read(builtin_text(game)?).ok()?;
        draft.put("id", Value::Text(format!("{game}-mine")));
        draft.put("provenance", Value::Text("custom".into()));
        Some(draft)
    }

    /// The built-in game that this is a corrected sheet of, as its id says.
    pub fn origin(&self) -> Option<&'static str> {
        let id = self.head("id")?;
        let fits = |game: &&'static str| {
            id.strip_prefix(*game)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
        };
        let known = builtin_ids().into_iter().filter(|game| builtin(game).is_some());
        known.filter(fits).max_by_key(|game| game.len())
    }

    /// The game it is a copy of, and that game's sheet under the name of the copy, which says that it is one.
    pub fn original(&self) -> Option<(&'static str, Draft)> {
        let game = self.origin()?;
        let mut sheet = Draft::copy_of(game)?;
        if let Some(name) = self.root().key("name") {
            sheet.put("name", name.clone());
        }
        Some((game, sheet))
    }

    /// A text at the head of the sheet.
    pub fn head(&self, key: &str) -> Option<&str> {
        self.root.key(key)?.text()
    }

    /// The entries of a list at the head of the sheet: its zones, its dice. None if it has no such list.
    pub fn list(&self, key: &str) -> &[Value] {
        self.root.key(key).map(Value::entries).unwrap_or_default()
    }

    /// The value at the end of a path.
    pub fn get(&self, path: &[Step]) -> Option<&Value> {
        self.root.get(path)
    }

    /// The whole sheet.
    pub fn root(&self) -> &Value {
        &self.root
    }

    /// Sets a value at the head of the sheet.
    pub fn put(&mut self, key: &str, value: Value) {
        if let Value::Table(fields) = &mut self.root {
            match fields.iter_mut().find(|(known, _)| known == key) {
                Some((_, there)) => *there = value,
                None => fields.push((key.into(), value)),
            }
        }
    }

    /// The text of the sheet under an id of its own: the game it comes from, and a number that is the same for the same sheet.
    /// So games on a corrected sheet are never counted with those on the guess, nor with those on another correction.
    pub fn stamped(&self) -> String {
        let mut bare = self.clone();
        if let Value::Table(fields) = &mut bare.root {
            fields.retain(|(key, _)| {
                !["id", "name", "source", "provenance", "ratings"].contains(&key.as_str())
            });
        }
        // FNV-1a.
        let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
        for byte in bare.text().bytes() {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
        let origin = self.origin().unwrap_or("sheet");
        let letters = b"abcdefghijklmnopqrstuvwxyz234567";
        let number: String = (0..8)
            .map(|place| char::from(letters[(hash >> (5 * place) & 31) as usize]))
            .collect();
        let mut named = self.clone();
        named.put("id", Value::Text(format!("{origin:.30}-{number}")));
        named.text()
    }

    /// The sheet as TOML.
    pub fn text(&self) -> String {
        let mut text = String::new();
        write_table(&mut text, &mut Vec::new(), self.root.fields());
        text
    }
}

fn table(table: &DeTable<'_>) -> Value {
    let mut fields: Vec<(usize, String, Value)> = table
        .iter()
        .map(|(key, value)| (place(value), key.get_ref().to_string(), tree(value.get_ref())))
        .collect();
    // In the order in which they are written.
    fields.sort_by_key(|(at, ..)| *at);
    Value::Table(fields.into_iter().map(|(_, key, value)| (key, value)).collect())
}

/// Where a value begins. Headings may come again and again; what stands below them does not.
fn place(value: &Spanned<DeValue<'_>>) -> usize {
    let first = match value.get_ref() {
        DeValue::Array(entries) => entries.iter().map(place).min(),
        DeValue::Table(fields) => fields.iter().map(|(_, value)| place(value)).min(),
        _ => None,
    };
    first.unwrap_or(value.span().start)
}

fn tree(value: &DeValue<'_>) -> Value {
    match value {
        DeValue::String(text) => Value::Text(text.to_string()),
        DeValue::Integer(number) => match i64::from_str_radix(number.as_str(), number.radix()) {
            Ok(number) => Value::Number(number),
            Err(_) => Value::Other(number.to_string()),
        },
        DeValue::Float(number) => Value::Other(number.as_str().to_string()),
        DeValue::Boolean(flag) => Value::Flag(*flag),
        DeValue::Datetime(date) => Value::Other(date.to_string()),
        DeValue::Array(entries) => Value::List(entries.iter().map(|entry| tree(entry.get_ref())).collect()),
        DeValue::Table(fields) => table(fields),
    }
}

/// Is the value written in double brackets, once for each entry?
fn in_brackets(value: &Value) -> bool {
    let entries = value.entries();
    let large =
        |entry: &Value| entry.fields().iter().any(|(_, value)| !is_small(value)) || entry.fields().len() > 2;
    !entries.is_empty()
        && entries.iter().all(|entry| matches!(entry, Value::Table(_)))
        && entries.iter().any(large)
}

fn is_small(value: &Value) -> bool {
    !matches!(value, Value::List(_) | Value::Table(_))
}

fn is_heading(value: &Value) -> bool {
    matches!(value, Value::Table(fields) if fields.len() > 3 || fields.iter().any(|(_, value)| !is_small(value)))
        || in_brackets(value)
}

/// Writes what stands below a heading: plain values first, then what has headings of its own, since nothing may follow those.
fn write_table(text: &mut String, heading: &mut Vec<String>, fields: &[(String, Value)]) {
    for (key, value) in fields.iter().filter(|(_, value)| !is_heading(value)) {
        let _ = writeln!(text, "{} = {}", quoted_key(key), inline(value, 0));
    }
    for (key, value) in fields.iter().filter(|(_, value)| is_heading(value)) {
        heading.push(quoted_key(key));
        let name = heading.join(".");
        match value {
            Value::Table(inner) => {
                let _ = writeln!(text, "\n[{name}]");
                write_table(text, heading, inner);
            }
            _ => {
                for entry in value.entries() {
                    let _ = writeln!(text, "\n[[{name}]]");
                    write_table(text, heading, entry.fields());
                }
            }
        }
        heading.pop();
    }
}

fn quoted_key(key: &str) -> String {
    let bare = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    if !key.is_empty() && key.bytes().all(bare) {
        key.into()
    } else {
        quoted(key)
    }
}

fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            '\t' => quoted.push_str("\\t"),
            letter if letter.is_control() => {
                let _ = write!(quoted, "\\u{:04X}", u32::from(letter));
            }
            letter => quoted.push(letter),
        }
    }
    quoted.push('"');
    quoted
}

/// A value on the right of an equals sign. Lists of texts with several words, and of lists, take a line for each entry.
fn inline(value: &Value, depth: usize) -> String {
    match value {
        Value::Text(text) => quoted(text),
        Value::Number(number) => number.to_string(),
        Value::Flag(flag) => flag.to_string(),
        Value::Other(text) => text.clone(),
        Value::List(entries) => {
            let is_row = |entry: &Value| match entry {
                Value::Text(text) => text.split(' ').count() > 2,
                other => !is_small(other),
            };
            let all: Vec<String> = entries.iter().map(|entry| inline(entry, depth + 1)).collect();
            if depth == 0 && entries.iter().any(is_row) {
                let lines: Vec<String> = all.iter().map(|entry| format!("    {entry},\n")).collect();
                format!("[\n{}]", lines.concat())
            } else {
                format!("[{}]", all.join(", "))
            }
        }
        Value::Table(fields) => {
            let all: Vec<String> = (fields.iter())
                .map(|(key, value)| format!("{} = {}", quoted_key(key), inline(value, depth + 1)))
                .collect();
            match all.is_empty() {
                true => "{}".into(),
                false => format!("{{ {} }}", all.join(", ")),
            }
        }
    }
}
