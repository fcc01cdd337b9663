//! What the engine says, in the reader's language.

use finaud_rules::Message;
use serde::{Deserialize, Serialize};

use crate::messages::{Language, language};

/// A sentence of the engine for the reader of the page.
pub fn describe(message: &Message) -> String {
    language().describe(message)
}

/// A sentence of the engine, and the language it is in.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Description {
    /// The sentence.
    pub text: String,
    /// The code of its language: English where there is no translation.
    pub language: String,
}

impl Description {
    /// A sentence in this language, or in English.
    pub fn of(language: Language, message: &Message) -> Description {
        let translated = language.find(message.key()).is_some();
        Description {
            text: language.describe(message),
            language: if translated { language.code() } else { "en" }.into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messages::tests::french;

    #[test]
    fn a_sentence_with_a_key_of_ours_is_translated_with_its_parts() {
        let message = Message::new("coach.failed", "the coach has no answer: {why}").with(
            "why",
            Message::new("worker.gone", "the background process has stopped"),
        );
        for language in Language::all() {
            let why = language.text("worker.gone");
            let described = Description::of(language, &message);
            assert_eq!(described.text, language.fill("coach.failed", &[("why", &why)]));
            assert_eq!(described.language, language.code());
        }
    }

    #[test]
    fn any_other_sentence_stays_english() {
        let message = Message::new("no.such-key", "{n} dice are missing").with("n", 2u8);
        let described = Description::of(french(), &message);
        assert_eq!(
            (described.text.as_str(), described.language.as_str()),
            ("2 dice are missing", "en")
        );
        assert_eq!(
            Description::of(french(), &Message::from("as it is {n}")).text,
            "as it is {n}"
        );
    }
}
