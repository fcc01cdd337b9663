//! Every sentence of the coach: a page for each language, and here what the languages share.

mod english;
mod french;
mod german;
#[cfg(test)]
mod tests;

use finaud_rules::zone::GroupKind;

use super::names::sign;
use super::{Names, Reason};

/// A language the coach speaks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Language {
    /// Français.
    French,
    /// English.
    #[default]
    English,
    /// Deutsch.
    German,
}

impl Language {
    /// All languages.
    pub const ALL: [Language; 3] = [Language::French, Language::English, Language::German];

    /// The code of the language: `fr`.
    pub fn code(self) -> &'static str {
        match self {
            Language::French => "fr",
            Language::English => "en",
            Language::German => "de",
        }
    }

    /// The language with this code.
    pub fn from_code(code: &str) -> Option<Language> {
        Language::ALL.into_iter().find(|language| language.code() == code)
    }
}

/// The most reasons one sentence gives. Chosen by hand: more do not fit on a phone.
const MOST: usize = 4;

/// What an action does, in an English sentence.
pub fn sentence(names: &Names<'_>, reasons: &[Reason]) -> String {
    sentence_in(Language::English, names, reasons)
}

/// What an action does, in a sentence.
///
/// ```
/// use finaud_players::coach::{Names, Reason, words};
///
/// let french = words::Language::from_code("fr").unwrap();
/// assert_eq!(words::sentence_in(french, &Names::default(), &[Reason::Rolls(4)]), "lance 4 dés");
/// ```
pub fn sentence_in(language: Language, names: &Names<'_>, reasons: &[Reason]) -> String {
    let (clause, between, nothing): (fn(&Names<'_>, &Reason) -> String, _, _) = match language {
        Language::French => (french::clause, french::BETWEEN, french::NOTHING),
        Language::English => (english::clause, english::BETWEEN, english::NOTHING),
        Language::German => (german::clause, german::BETWEEN, german::NOTHING),
    };
    let clauses: Vec<String> = reasons
        .iter()
        .take(MOST)
        .map(|reason| clause(names, reason))
        .collect();
    if clauses.is_empty() {
        nothing.into()
    } else {
        clauses.join(between)
    }
}

/// With a space at which no line breaks, as French and German print it.
fn percent(chance: f64) -> String {
    format!("{:.0}\u{a0}%", 100.0 * chance)
}

/// A number with one decimal after a comma.
fn with_comma(number: f64) -> String {
    format!("{number:.1}").replace('.', ",")
}

/// `one, another and a third`.
fn list(words: &[String], and: &str) -> String {
    match words.split_last() {
        None => String::new(),
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} {and} {last}", others.join(", ")),
    }
}
