//! Whether the languages say the same things.

use std::collections::{BTreeMap, BTreeSet};

use crate::plural;
use crate::template::{arguments, mistakes};

/// What is wrong with the messages of some languages: one that is missing or empty, a template that cannot be read,
/// arguments that another language calls otherwise.
///
/// Words may have other forms in every language (`word.blue.f`), and so may ordinals: only the words themselves must be
/// there. Plural rules are each language's own.
pub fn problems(languages: &BTreeMap<String, BTreeMap<String, String>>) -> Vec<String> {
    let mut found = Vec::new();
    let all: BTreeSet<&str> = languages
        .values()
        .flat_map(|messages| messages.keys())
        .map(|key| name(key))
        .collect();
    for (code, messages) in languages {
        let own: BTreeSet<&str> = messages.keys().map(|key| name(key)).collect();
        for key in all.difference(&own).filter(|key| !is_own(key)) {
            found.push(format!("{code}: `{key}` is missing"));
        }
        for (key, text) in messages {
            if text.trim().is_empty() {
                found.push(format!("{code}: `{key}` is empty"));
            }
            if key.starts_with("language.plural.") {
                if !plural::is_valid(text) {
                    found.push(format!("{code}: `{key}` is no rule: {text}"));
                }
                continue;
            }
            for mistake in mistakes(text) {
                found.push(format!("{code}: `{key}`: {mistake}"));
            }
        }
    }
    let mut expected: BTreeMap<&str, (&str, BTreeSet<&str>)> = BTreeMap::new();
    for (code, messages) in languages {
        for (key, text) in messages.iter().filter(|(key, _)| !is_own(key) && *key != DATE) {
            // A language may do without an argument, but not have one of its own.
            let blanks = arguments(text);
            let (richest, most) = expected.entry(key).or_insert_with(|| (code, blanks.clone()));
            if blanks.is_superset(most) {
                (*richest, *most) = (code, blanks);
            } else if !blanks.is_subset(most) {
                found.push(format!("`{key}` has other arguments in {code} than in {richest}"));
            }
        }
    }
    found
}

/// Every language puts a date together as it likes: from the day or from its two digits, and so on.
const DATE: &str = "language.date";

/// Is it for each language to say whether it has this at all?
fn is_own(key: &str) -> bool {
    key.starts_with("language.plural.") || key.starts_with("ordinal.")
}

/// The key without the form of a word.
fn name(key: &str) -> &str {
    let word = key.strip_prefix("word.").and_then(|rest| rest.split_once('.'));
    match word {
        Some((word, _)) => &key[.."word.".len() + word.len()],
        None => key,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(french: &[(&str, &str)], english: &[(&str, &str)]) -> Vec<String> {
        let table = |messages: &[(&str, &str)]| {
            let pairs = messages.iter().map(|(key, text)| ((*key).into(), (*text).into()));
            pairs.collect::<BTreeMap<String, String>>()
        };
        problems(&[("en".into(), table(english)), ("fr".into(), table(french))].into())
    }

    #[test]
    fn what_is_missing_or_differs_is_told() {
        assert_eq!(found(&[("a", "x {n}")], &[("a", "y {n}")]), [""; 0]);
        assert_eq!(found(&[("a", "x")], &[]), ["en: `a` is missing"]);
        assert_eq!(
            found(&[("a", "x {n}")], &[("a", "y {m}")]),
            ["`a` has other arguments in fr than in en"]
        );
        assert_eq!(
            found(&[("a", "x")], &[("a", "y {m}")]),
            [""; 0],
            "not every language needs every argument"
        );
        assert_eq!(found(&[("a", " ")], &[("a", "y")]), ["fr: `a` is empty"]);
        let broken = found(
            &[("a", "{n, plural, one {x}}")],
            &[("a", "{n, plurl, other {x}}")],
        );
        assert_eq!(broken.len(), 2, "{broken:?}");
        assert_eq!(found(&[("a", "x { y")], &[("a", "y")]).len(), 1);
        assert_eq!(found(&[("language.plural.one", "n is 1")], &[]).len(), 1);
        let dates = found(&[(DATE, "{dd}/{mm}")], &[(DATE, "{day} {month}")]);
        assert_eq!(dates, [""; 0]);
    }

    #[test]
    fn words_may_have_other_forms() {
        let french = [
            ("word.blue.m", "bleu"),
            ("word.blue.f", "bleue"),
            ("ordinal.1.f", "première"),
        ];
        assert_eq!(found(&french, &[("word.blue", "blue")]), [""; 0]);
        assert_eq!(found(&french, &[]), ["en: `word.blue` is missing"]);
    }
}
