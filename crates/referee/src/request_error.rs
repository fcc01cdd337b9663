//! Why a line was refused.

use finaud_record::{ParseError, RecordError};
use finaud_rules::{Refusal, nearest};

/// The most characters of a word of the user that are said back.
const LONGEST_WORD: usize = 60;
/// The most characters of a whole sentence.
const LONGEST_SENTENCE: usize = 4000;

/// A sentence that says what is wrong with a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct RequestError(String);

impl RequestError {
    /// This is wrong.
    pub(crate) fn new(sentence: impl AsRef<str>) -> RequestError {
        RequestError(shortened(sentence.as_ref(), LONGEST_SENTENCE))
    }

    /// There is nothing of this kind with this name: perhaps one of the known names was meant.
    pub(crate) fn unknown<'a>(
        kind: &str,
        name: &str,
        known: impl IntoIterator<Item = &'a str> + Clone,
    ) -> RequestError {
        let hint = match nearest(name, known.clone()) {
            Some(known) => format!("did you mean `{known}`?"),
            None => format!("there are {}", known.into_iter().collect::<Vec<_>>().join(", ")),
        };
        RequestError::new(format!("there is no {kind} {}: {hint}", quoted(name)))
    }

    /// The sentence.
    pub(crate) fn sentence(&self) -> &str {
        &self.0
    }
}

impl From<ParseError> for RequestError {
    fn from(unreadable: ParseError) -> RequestError {
        RequestError::new(unreadable.to_string())
    }
}

impl From<RecordError> for RequestError {
    fn from(error: RecordError) -> RequestError {
        RequestError::new(format!("the record cannot be replayed: {error}"))
    }
}

impl From<Refusal> for RequestError {
    fn from(refusal: Refusal) -> RequestError {
        RequestError::new(refusal.to_string())
    }
}

/// A word of the user, between quotes and not too long.
pub(crate) fn quoted(word: &str) -> String {
    format!("`{}`", shortened(word, LONGEST_WORD))
}

fn shortened(text: &str, longest: usize) -> String {
    match text.char_indices().nth(longest) {
        None => text.into(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}
