//! Every text of the app, in three languages.
//!
//! The texts stand in `messages/AREA.LANGUAGE.toml`; the build checks that all languages say the same things. A key is
//! the area and the path in the file: `home.play`. Blanks are names in braces: `{points}`.

use leptos::prelude::*;
use serde::{Deserialize, Serialize};

include!(concat!(env!("OUT_DIR"), "/messages.rs"));

/// A language of the app.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Language {
    /// Français.
    Fr,
    /// English.
    #[default]
    En,
    /// Deutsch.
    De,
}

impl Language {
    /// All languages, as they are offered.
    pub const ALL: [Language; 3] = [Language::Fr, Language::En, Language::De];

    /// The code of the language: `fr`.
    pub fn code(self) -> &'static str {
        match self {
            Language::Fr => "fr",
            Language::En => "en",
            Language::De => "de",
        }
    }

    /// What the language calls itself.
    pub fn name(self) -> &'static str {
        match self {
            Language::Fr => "Français",
            Language::En => "English",
            Language::De => "Deutsch",
        }
    }

    /// The language of a browser's tag: `fr-CA`.
    pub fn from_tag(tag: &str) -> Option<Language> {
        let code = tag.split(['-', '_']).next().unwrap_or_default();
        Language::ALL
            .into_iter()
            .find(|language| language.code().eq_ignore_ascii_case(code))
    }

    /// Where the language stands in lists of three titles, as sheets have them: French, English, German.
    pub fn index(self) -> usize {
        self as usize
    }

    /// The message with this key; the key itself if there is none, which the tests do not let happen.
    pub fn text(self, key: &'static str) -> &'static str {
        self.find(key).unwrap_or(key)
    }

    /// The message with this key, if there is one.
    pub fn find(self, key: &str) -> Option<&'static str> {
        let table: &[(&str, &str)] = match self {
            Language::Fr => &FR,
            Language::En => &EN,
            Language::De => &DE,
        };
        let index = table.binary_search_by(|(known, _)| (*known).cmp(key)).ok()?;
        Some(table[index].1)
    }

    /// The message with its blanks filled.
    pub fn fill(self, key: &'static str, blanks: &[(&str, &dyn std::fmt::Display)]) -> String {
        fill(self.text(key), blanks)
    }

    /// Is this number told in the singular?
    pub fn is_one(self, number: i64) -> bool {
        match self {
            Language::Fr => number.abs() < 2,
            Language::En | Language::De => number.abs() == 1,
        }
    }

    /// A number with one decimal, as the language writes it.
    pub fn decimal(self, number: f64) -> String {
        let text = format!("{number:.1}");
        let text = if text == "-0.0" {
            "0.0".into()
        } else {
            text.replace('-', "−")
        };
        match self {
            Language::En => text,
            Language::Fr | Language::De => text.replace('.', ","),
        }
    }
}

fn fill(text: &str, blanks: &[(&str, &dyn std::fmt::Display)]) -> String {
    let mut filled = String::with_capacity(text.len() + 16);
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        filled += before;
        let Some((name, after)) = after.split_once('}') else {
            filled.push('{');
            rest = after;
            continue;
        };
        match blanks.iter().find(|(blank, _)| *blank == name) {
            Some((_, value)) => filled += &value.to_string(),
            None => filled += name,
        }
        rest = after;
    }
    filled + rest
}

/// The language chosen. A change draws the whole page anew, so nothing needs to follow it.
pub fn language() -> Language {
    crate::settings::settings().language.get_untracked()
}

/// The message with this key in the chosen language.
pub fn t(key: &'static str) -> &'static str {
    language().text(key)
}

/// The message with its blanks filled, in the chosen language.
pub fn tf(key: &'static str, blanks: &[(&str, &dyn std::fmt::Display)]) -> String {
    language().fill(key, blanks)
}

/// The message for a number: the key ends in `one` or `many`, and `{n}` is the number.
///
/// `tn("common.points", 3)` is the message `common.points.many` with 3 in it.
pub fn tn(key: &'static str, number: i64) -> String {
    let language = language();
    let form = if language.is_one(number) { "one" } else { "many" };
    let text = language.find(&format!("{key}.{form}")).unwrap_or(key);
    fill(text, &[("n", &number)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_are_filled_and_stray_braces_stay() {
        assert_eq!(fill("{a} and {b}", &[("a", &1), ("b", &"two")]), "1 and two");
        assert_eq!(fill("a { b", &[]), "a { b");
    }

    #[test]
    fn the_tables_are_sorted_so_that_messages_are_found() {
        for language in Language::ALL {
            assert_eq!(language.text("common.name"), "Finaud");
        }
    }

    #[test]
    fn all_languages_say_the_same_things() {
        assert!(FAULTS.is_empty(), "{FAULTS:#?}");
    }

    /// Every key written in the source exists. Keys are the first arguments of `t`, `tf`, `tn`, `text` and `fill`.
    #[test]
    fn every_key_in_the_source_has_a_message() {
        let mut missing = Vec::new();
        visit(
            std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src")),
            &mut |text| {
                for call in ["t(\"", "tf(\"", "text(\"", "fill(\"", "tn(\""] {
                    for (at, _) in text.match_indices(call) {
                        if text[..at].ends_with(|before: char| before.is_alphanumeric() || before == '_') {
                            continue;
                        }
                        let key = text[at + call.len()..].split('"').next().unwrap_or_default();
                        let known = |key: &str| Language::En.find(key).is_some();
                        let found = if call == "tn(\"" {
                            known(&format!("{key}.one")) && known(&format!("{key}.many"))
                        } else {
                            known(key)
                        };
                        if !found && !missing.contains(&key.to_owned()) {
                            missing.push(key.to_owned());
                        }
                    }
                }
            },
        );
        missing.retain(|key| key.contains('.') && !key.contains(' '));
        assert!(missing.is_empty(), "no message for {missing:?}");
    }

    fn visit(folder: &std::path::Path, look: &mut dyn FnMut(&str)) {
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
