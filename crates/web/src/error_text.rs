//! What went wrong, for the reader.

use finaud_record::{RecordError, RecordErrorKind};
use finaud_rules::Message;
use finaud_table::{GameError, RestoreError};
use leptos::prelude::*;

use crate::describe::Description;
use crate::messages::{Argument, Language};
use crate::open::OpenError;

/// A sentence in the reader's language, and what the engine has to say about it.
#[derive(Clone, PartialEq, Debug)]
pub struct ErrorText {
    sentence: String,
    detail: Option<Description>,
}

impl ErrorText {
    /// A sentence that says it all.
    pub fn plain(sentence: impl Into<String>) -> ErrorText {
        ErrorText {
            sentence: sentence.into(),
            detail: None,
        }
    }

    /// A sentence with the engine's words.
    pub fn with(sentence: impl Into<String>, detail: Description) -> ErrorText {
        ErrorText {
            sentence: sentence.into(),
            detail: Some(detail),
        }
    }

    /// A game that cannot be read.
    pub fn broken(language: Language, why: &Message) -> ErrorText {
        ErrorText::with(
            language.text("share.fault.broken"),
            Description::of(language, why),
        )
    }

    /// What is wrong with a record.
    pub fn of_open(language: Language, error: &OpenError) -> ErrorText {
        let named = |key, id: &String| ErrorText::plain(language.fill(key, &[("id", id)]));
        match error {
            OpenError::Restore(RestoreError::Record(RecordError {
                kind: RecordErrorKind::Newer,
                ..
            })) => ErrorText::plain(language.text("share.fault.newer")),
            OpenError::Restore(RestoreError::Record(RecordError {
                line: Some(line),
                why,
                ..
            })) => ErrorText::with(
                language.fill("share.fault.line", &[("line", line)]),
                Description::of(language, why),
            ),
            OpenError::Restore(RestoreError::Game(GameError::Unknown { id, .. })) => {
                named("share.fault.sheet", id)
            }
            OpenError::Restore(RestoreError::OtherEdition(id)) => named("share.fault.edition", id),
            other => ErrorText::broken(language, &other.message()),
        }
    }

    /// The same as a part of a longer sentence, in which it stands for `why`.
    pub fn within(
        self,
        language: Language,
        message: &'static str,
        values: &[(&str, &dyn Argument)],
    ) -> ErrorText {
        let mut all = values.to_vec();
        all.push(("why", &self.sentence));
        ErrorText {
            sentence: language.fill(message, &all),
            detail: self.detail,
        }
    }

    /// To be shown inside a paragraph.
    pub fn view(self) -> AnyView {
        let detail = self.detail.map(|detail| {
            view! { " "<small class="detail" lang=detail.language>{capital(&detail.text)}</small> }
        });
        view! { {self.sentence}{detail} }.into_any()
    }
}

/// A clause of the engine as a sentence of its own.
fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messages::tests::{french, german};

    fn detail(text: &ErrorText) -> Option<&str> {
        text.detail.as_ref().map(|detail| detail.text.as_str())
    }

    #[test]
    fn the_engine_speaks_beside_the_sentence_not_in_it() {
        let error = OpenError::Restore(RestoreError::Record(RecordError {
            kind: RecordErrorKind::Broken,
            line: Some(7),
            why: "there is no die `mauve`".into(),
        }));
        let text = ErrorText::of_open(french(), &error);
        assert!(
            text.sentence.contains('7') && !text.sentence.contains("mauve"),
            "{text:?}"
        );
        assert_eq!(detail(&text), Some("there is no die `mauve`"));
    }

    #[test]
    fn a_longer_sentence_keeps_the_detail() {
        let text = ErrorText::broken(german(), &"it ends too early".into()).within(
            german(),
            "history.refused-from",
            &[("line", &3)],
        );
        assert!(
            text.sentence.contains('3') && text.sentence.contains("gelesen"),
            "{text:?}"
        );
        assert_eq!(detail(&text), Some("it ends too early"));
    }
}
