//! A line, taken apart.

use std::ops::RangeInclusive;

use finaud_record::parse_json;
use serde_json::{Map, Value};

use crate::command::{COMMANDS, Command, Described};
use crate::request_error::{RequestError, quoted};

/// A command with its fields, all of them known by name. A field that is `null` is left out.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Request {
    pub(crate) command: Command,
    fields: Map<String, Value>,
}

/// Reads a line: the `id` to answer with, and what is asked.
pub(crate) fn read(line: &str) -> (Option<Value>, Result<Request, RequestError>) {
    let mut fields = match parse_json(line) {
        Ok(Value::Object(fields)) => fields,
        Ok(other) => {
            let why = format!(
                "a line must be a JSON object such as {{\"do\":\"help\"}}, not {}",
                kind(&other)
            );
            return (None, Err(RequestError::new(why)));
        }
        Err(error) => {
            let why = if error.is_data() {
                error.to_string()
            } else {
                format!("this line is not JSON: {error}")
            };
            return (None, Err(RequestError::new(why)));
        }
    };
    let id = fields.remove("id").filter(|id| !id.is_null());
    (id, Request::new(fields))
}

impl Request {
    fn new(mut fields: Map<String, Value>) -> Result<Request, RequestError> {
        let described = match fields.remove("do") {
            Some(Value::String(word)) => Described::find(&word).ok_or_else(|| {
                RequestError::unknown("command", &word, COMMANDS.iter().map(|described| described.word))
            })?,
            Some(other) => {
                return Err(RequestError::new(format!(
                    "`do` must be the name of a command, not {}",
                    kind(&other)
                )));
            }
            None => {
                return Err(RequestError::new(
                    "`do` is missing: it names the command, such as {\"do\":\"help\"}",
                ));
            }
        };
        let known = described.fields.iter().map(|(field, _)| *field);
        if let Some(stray) = fields
            .keys()
            .find(|field| !known.clone().any(|known| known == **field))
        {
            if described.fields.is_empty() {
                let sentence = format!(
                    "`{}` has no fields, so {} means nothing",
                    described.word,
                    quoted(stray)
                );
                return Err(RequestError::new(sentence));
            }
            return Err(RequestError::unknown(
                &format!("field of `{}` called", described.word),
                stray,
                known,
            ));
        }
        fields.retain(|_, value| !value.is_null());
        Ok(Request {
            command: described.command,
            fields,
        })
    }

    /// A field as it is.
    pub(crate) fn value(&self, field: &str) -> Option<&Value> {
        self.fields.get(field)
    }

    /// Is the field there?
    pub(crate) fn has(&self, field: &str) -> bool {
        self.fields.contains_key(field)
    }

    /// A field that holds a text.
    pub(crate) fn text(&self, field: &str) -> Result<Option<&str>, RequestError> {
        self.get(field, "a text in quotes", Value::as_str)
    }

    /// A field that holds true or false.
    pub(crate) fn flag(&self, field: &str) -> Result<Option<bool>, RequestError> {
        self.get(field, "true or false", Value::as_bool)
    }

    /// A field that holds an object.
    pub(crate) fn object(&self, field: &str) -> Result<Option<&Map<String, Value>>, RequestError> {
        self.get(field, "an object in { }", Value::as_object)
    }

    /// A field that holds a list.
    pub(crate) fn list(&self, field: &str) -> Result<Option<&Vec<Value>>, RequestError> {
        self.get(field, "a list in [ ]", Value::as_array)
    }

    /// A field that holds a whole number of this range.
    pub(crate) fn number(
        &self,
        field: &str,
        range: RangeInclusive<usize>,
    ) -> Result<Option<usize>, RequestError> {
        let wanted = format!("a whole number from {} to {}", range.start(), range.end());
        self.get(field, &wanted, |value| {
            let number = usize::try_from(value.as_u64()?).ok()?;
            range.contains(&number).then_some(number)
        })
    }

    fn get<'a, T>(
        &'a self,
        field: &str,
        wanted: &str,
        read: impl Fn(&'a Value) -> Option<T>,
    ) -> Result<Option<T>, RequestError> {
        let Some(value) = self.fields.get(field) else {
            return Ok(None);
        };
        match read(value) {
            Some(read) => Ok(Some(read)),
            None => Err(RequestError::new(format!(
                "`{field}` must be {wanted}, not {}",
                kind(value)
            ))),
        }
    }
}

/// A value in words, short enough for a sentence.
pub(crate) fn kind(value: &Value) -> String {
    match value {
        Value::Null | Value::Bool(_) | Value::Number(_) => value.to_string(),
        Value::String(text) => format!("the text {}", quoted(text)),
        Value::Array(_) => "a list".into(),
        Value::Object(_) => "an object".into(),
    }
}
