//! The line that goes back.

use std::fmt::Write;

use serde_json::Value;

use crate::request_error::RequestError;

/// What a command answers: fields in the order they are to be read.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Reply(Vec<(&'static str, Value)>);

/// What came of a line.
pub(crate) type Answer = Result<Reply, RequestError>;

impl Reply {
    /// An answer without fields.
    pub(crate) fn new() -> Reply {
        Reply::default()
    }

    /// Adds a field.
    #[must_use]
    pub(crate) fn with(mut self, field: &'static str, value: impl Into<Value>) -> Reply {
        self.0.push((field, value.into()));
        self
    }
}

/// The line for an answer: the `id` of the question first, if it had one.
pub(crate) fn line(id: Option<&Value>, answer: &Answer) -> String {
    let mut line = String::from("{");
    if let Some(id) = id {
        push(&mut line, "id", id);
    }
    match answer {
        Ok(Reply(fields)) => {
            push(&mut line, "ok", &Value::Bool(true));
            fields
                .iter()
                .for_each(|(field, value)| push(&mut line, field, value));
        }
        Err(request_error) => {
            push(&mut line, "ok", &Value::Bool(false));
            push(&mut line, "error", &request_error.sentence().into());
        }
    }
    line.push('}');
    line
}

fn push(line: &mut String, field: &str, value: &Value) {
    let comma = if line.len() > 1 { "," } else { "" };
    // Writing into a string cannot fail.
    let _ = write!(line, "{comma}\"{field}\":{value}");
}
