//! What the engine says, in the reader's language.
//!
//! The engine's sentences have keys ([`Message`]). A sentence whose key is among the app's messages is said in the
//! reader's language, any other in English.

use std::fmt::Display;

use finaud_rules::{Argument, Message};
use serde::{Deserialize, Serialize};

use crate::messages::{Language, language};

/// A sentence of the engine for the reader of the page.
pub fn describe(message: &Message) -> String {
    Description::of(language(), message).text
}

/// A sentence of the engine, and the language it is in.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Description {
    /// The sentence.
    pub text: String,
    /// Its language: English where there is no translation.
    pub language: Language,
}

impl Description {
    /// A sentence in this language, or in English.
    pub fn of(language: Language, message: &Message) -> Description {
        if language.find(message.key()).is_none() {
            return Description {
                text: message.to_string(),
                language: Language::En,
            };
        }
        let arguments: Vec<(&str, String)> = message
            .arguments()
            .iter()
            .map(|(name, argument)| match argument {
                Argument::Text(text) => (*name, text.clone()),
                Argument::Message(part) => (*name, Description::of(language, part).text),
            })
            .collect();
        let blanks: Vec<(&str, &dyn Display)> = arguments
            .iter()
            .map(|(name, text)| (*name, text as &dyn Display))
            .collect();
        Description {
            text: language.fill(message.key(), &blanks),
            language,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_with_a_key_of_ours_is_translated_with_its_parts() {
        let message = Message::new("coach.failed", "the coach has no answer: {why}").with(
            "why",
            Message::new("worker.gone", "the background process has stopped"),
        );
        for language in Language::ALL {
            let why = language.text("worker.gone");
            let described = Description::of(language, &message);
            assert_eq!(described.text, language.fill("coach.failed", &[("why", &why)]));
            assert_eq!(described.language, language);
        }
    }

    #[test]
    fn any_other_sentence_stays_english() {
        let message = Message::new("no.such-key", "{n} dice are missing").with("n", 2u8);
        let described = Description::of(Language::Fr, &message);
        assert_eq!(
            (described.text.as_str(), described.language),
            ("2 dice are missing", Language::En)
        );
        assert_eq!(
            Description::of(Language::Fr, &Message::from("as it is {n}")).text,
            "as it is {n}"
        );
    }
}
