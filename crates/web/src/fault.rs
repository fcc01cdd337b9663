//! What went wrong, told to the reader.

use std::fmt::Display;

use leptos::prelude::*;

use crate::messages::Language;
use crate::share::Fault;

/// A sentence in the reader's language, and what the engine has to say about it, which is English.
#[derive(Clone, PartialEq, Debug)]
pub struct Told {
    sentence: String,
    detail: Option<String>,
}

impl Told {
    /// A sentence that says it all.
    pub fn plain(sentence: impl Into<String>) -> Told {
        Told {
            sentence: sentence.into(),
            detail: None,
        }
    }

    /// A sentence with the engine's words.
    pub fn with(sentence: impl Into<String>, detail: impl Into<String>) -> Told {
        Told {
            sentence: sentence.into(),
            detail: Some(detail.into()),
        }
    }

    /// A record that cannot be read.
    pub fn broken(language: Language, why: impl Into<String>) -> Told {
        Told::with(language.text("share.fault.broken"), why)
    }

    /// What is wrong with a record.
    pub fn fault(language: Language, fault: &Fault) -> Told {
        match fault {
            Fault::Newer => Told::plain(language.text("share.fault.newer")),
            Fault::UnknownSheet(id) => Told::plain(language.fill("share.fault.sheet", &[("id", id)])),
            Fault::OtherEdition(id) => Told::plain(language.fill("share.fault.edition", &[("id", id)])),
            Fault::Broken {
                line: Some(line),
                why,
            } => Told::with(language.fill("share.fault.line", &[("line", line)]), why),
            Fault::Broken { line: None, why } => Told::broken(language, why),
        }
    }

    /// The same as a part of a longer sentence, in which it stands for `why`.
    pub fn within(self, language: Language, message: &'static str, values: &[(&str, &dyn Display)]) -> Told {
        let mut all = values.to_vec();
        all.push(("why", &self.sentence));
        Told {
            sentence: language.fill(message, &all),
            detail: self.detail,
        }
    }

    /// To be shown inside a paragraph.
    pub fn view(self) -> AnyView {
        let detail = self
            .detail
            .map(|detail| view! { " "<small class="detail" lang="en">{detail}</small> });
        view! { {self.sentence}{detail} }.into_any()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_engine_speaks_beside_the_sentence_not_in_it() {
        let fault = Fault::Broken {
            line: Some(7),
            why: "there is no die `mauve`".into(),
        };
        let told = Told::fault(Language::Fr, &fault);
        assert!(
            told.sentence.contains('7') && !told.sentence.contains("mauve"),
            "{told:?}"
        );
        assert_eq!(told.detail.as_deref(), Some("there is no die `mauve`"));
    }

    #[test]
    fn a_longer_sentence_keeps_the_detail() {
        let told = Told::broken(Language::De, "it ends too early").within(
            Language::De,
            "history.refused-from",
            &[("line", &3)],
        );
        assert!(
            told.sentence.contains('3') && told.sentence.contains("gelesen"),
            "{told:?}"
        );
        assert_eq!(told.detail.as_deref(), Some("it ends too early"));
    }
}
