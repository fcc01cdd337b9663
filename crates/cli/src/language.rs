//! The language this run of the program speaks.

use std::env;
use std::sync::OnceLock;

use finaud_messages::Language;

static CHOSEN: OnceLock<Language> = OnceLock::new();

/// Reads `--lang`.
pub(crate) fn parse(text: &str) -> Result<Language, String> {
    Language::get(text).ok_or_else(|| {
        let codes: Vec<&str> = Language::all().iter().map(|language| language.code()).collect();
        format!("the languages are {}", codes.join(", "))
    })
}

/// Chooses the language, once: the one that was asked for, or else that of the environment.
pub(crate) fn choose(asked: Option<Language>) {
    let chosen = asked.or_else(|| of_environment(|name| env::var(name).ok()));
    // Chosen once, before anything is said.
    let _ = CHOSEN.set(chosen.unwrap_or_else(Language::english));
}

/// The language of this run; English where none was chosen, as in tests.
pub(crate) fn language() -> Language {
    CHOSEN.get().copied().unwrap_or_else(Language::english)
}

/// The first of these variables that is not empty decides, as everywhere.
fn of_environment(variable: impl Fn(&str) -> Option<String>) -> Option<Language> {
    let set = |name: &&str| variable(name).filter(|value| !value.is_empty());
    let tag = ["LC_ALL", "LC_MESSAGES", "LANG"].iter().find_map(set)?;
    Language::get(&tag)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(variables: &[(&str, &str)]) -> Option<&'static str> {
        let value = |name: &str| {
            let found = variables.iter().find(|(known, _)| *known == name);
            found.map(|(_, value)| (*value).to_string())
        };
        of_environment(value).map(Language::code)
    }

    #[test]
    fn the_environment_chooses_the_language() {
        assert_eq!(code(&[("LANG", "fr_FR.UTF-8")]), Some("fr"));
        assert_eq!(code(&[("LANG", "fr_FR.UTF-8"), ("LC_ALL", "de_AT")]), Some("de"));
        assert_eq!(
            code(&[("LANG", "de"), ("LC_MESSAGES", ""), ("LC_ALL", "")]),
            Some("de")
        );
        assert_eq!(code(&[("LANG", "fr"), ("LC_ALL", "C")]), None);
        assert_eq!(code(&[("LANG", "pt_BR")]), None);
        assert_eq!(code(&[]), None);
    }

    #[test]
    fn an_unknown_language_is_refused_with_those_there_are() {
        assert_eq!(parse("de"), Ok(Language::get("de").unwrap()));
        let codes: Vec<&str> = Language::all().iter().map(|language| language.code()).collect();
        assert_eq!(
            parse("xx"),
            Err(format!("the languages are {}", codes.join(", ")))
        );
    }
}
