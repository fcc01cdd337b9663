//! The texts of the app in the chosen language. They stand in `languages/`, beside everybody else's.

pub use finaud_messages::{Argument, Language};
use leptos::prelude::*;

/// The language chosen. A change draws the whole page anew, so nothing needs to follow it.
pub fn language() -> Language {
    crate::settings::settings().language.get_untracked()
}

/// The message with this key in the chosen language.
pub fn t(key: &'static str) -> &'static str {
    language().text(key)
}

/// The message with its blanks filled, in the chosen language.
pub fn tf(key: &'static str, blanks: &[(&str, &dyn Argument)]) -> String {
    language().fill(key, blanks)
}

/// The message about a number, which is `{n}` in it.
pub fn tn(key: &'static str, number: i64) -> String {
    tf(key, &[("n", &number)])
}

/// The languages in which tests ask.
#[cfg(test)]
pub(crate) mod tests {
    use super::Language;

    pub(crate) fn french() -> Language {
        Language::get("fr").expect("French")
    }

    pub(crate) fn english() -> Language {
        Language::english()
    }

    pub(crate) fn german() -> Language {
        Language::get("de").expect("German")
    }
}
