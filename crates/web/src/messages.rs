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
    use std::path::Path;

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

    /// Every key written in the source exists. Keys are the first arguments of `t`, `tf`, `tn`, `text` and `fill`.
    #[test]
    fn every_key_in_the_source_has_a_message() {
        let mut missing = Vec::new();
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        visit(&folder, &mut |text| {
            for call in ["t(\"", "tf(\"", "text(\"", "fill(\"", "tn(\""] {
                for (at, _) in text.match_indices(call) {
                    if text[..at].ends_with(|before: char| before.is_alphanumeric() || before == '_') {
                        continue;
                    }
                    let key = text[at + call.len()..].split('"').next().unwrap_or_default();
                    if english().find(key).is_none() && !missing.contains(&key.to_owned()) {
                        missing.push(key.to_owned());
                    }
                }
            }
        });
        missing.retain(|key| key.contains('.') && !key.contains(' '));
        assert!(missing.is_empty(), "no message for {missing:?}");
    }

    fn visit(folder: &Path, look: &mut dyn FnMut(&str)) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                visit(&path, look);
            } else {
                look(&std::fs::read_to_string(path).unwrap());
            }
        }
    }
}
