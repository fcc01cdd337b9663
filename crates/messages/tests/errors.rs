//! Everything the engine can be dissatisfied with, said in every language: no English is left in it.

mod provoked;

use std::collections::{BTreeMap, BTreeSet};

use finaud_messages::{Language, arguments};
use finaud_rules::{Argument, Message};
use provoked::all_errors;

/// The areas of the sentences that must all be provoked.
const AREAS: [&str; 13] = [
    "action", "game", "online", "outcome", "position", "read", "record", "refusal", "restore", "seed",
    "sheet", "table", "undo",
];

/// Sentences that no text provokes. They guard against mistakes of our own, or against a game without end.
const GUARDS: [&str; 6] = [
    "position.empty-cell-number",
    "position.place.position",
    "position.stray-number",
    "position.unstable",
    "record.event-count",
    "record.nothing",
];

/// English words that neither French nor German has, nor the keys of files that a place names.
const ENGLISH: [&str; 39] = [
    "the", "is", "are", "cannot", "should", "and", "or", "not", "but", "has", "have", "of", "with", "there",
    "which", "only", "it", "its", "this", "that", "to", "for", "be", "may", "more", "than", "write", "where",
    "seat", "turn", "roll", "cell", "row", "column", "game", "sheet", "box", "round", "player",
];

fn parts<'m>(message: &'m Message, found: &mut Vec<&'m Message>) {
    found.push(message);
    for (_, argument) in message.arguments() {
        if let Argument::Message(part) = argument {
            parts(part, found);
        }
    }
}

/// The messages and everything in them.
fn with_parts(messages: &[Message]) -> Vec<&Message> {
    let mut found = Vec::new();
    messages.iter().for_each(|message| parts(message, &mut found));
    found
}

/// Does it have words of others in it that are English for good: those of the readers of JSON and TOML?
fn quotes_english(message: &Message) -> bool {
    let mut found = Vec::new();
    parts(message, &mut found);
    found
        .iter()
        .any(|part| part.key().is_empty() && part.to_string().contains(' '))
}

/// The sentence without what is written as it is: between backquotes, double quotes or double brackets.
fn own_words(sentence: &str) -> String {
    let outside = |text: &str, mark: &str| text.split(mark).step_by(2).collect::<Vec<_>>().join(" ");
    let sentence = sentence.replace("[[", "`").replace("]]", "`");
    outside(&outside(&sentence, "`"), "\"")
}

#[test]
fn every_sentence_is_provoked() {
    let errors = all_errors();
    let met: BTreeSet<&str> = with_parts(&errors).iter().map(|part| part.key()).collect();
    let all = Language::english().messages();
    let of_the_engine = all.keys().filter(|key| {
        let (area, rest) = key.split_once('.').unwrap_or((key, ""));
        // `game.tres-fute.…` is a text of a game.
        AREAS.contains(&area) && !(area == "game" && rest.contains('.'))
    });
    let unmet: Vec<&str> = of_the_engine
        .map(String::as_str)
        .filter(|key| !met.contains(key) && !GUARDS.contains(key))
        .collect();
    assert!(unmet.is_empty(), "{unmet:#?}");
    let needless: Vec<&&str> = GUARDS.iter().filter(|key| met.contains(*key)).collect();
    assert!(needless.is_empty(), "these are provoked: {needless:?}");
}

#[test]
fn every_blank_is_filled() {
    let english = Language::english();
    let errors = all_errors();
    for part in with_parts(&errors) {
        let Some(template) = english.find(part.key()) else {
            assert!(part.key().is_empty(), "{part:?}");
            continue;
        };
        let given: BTreeSet<&str> = part.arguments().iter().map(|(name, _)| *name).collect();
        assert_eq!(given, arguments(template), "`{}`", part.key());
        // Numbers below zero get a minus sign of their own.
        let described = english.describe(part).replace('−', "-");
        assert_eq!(described, part.to_string(), "`{}`", part.key());
    }
}

#[test]
fn no_english_is_left_in_other_languages() {
    let mut errors = all_errors();
    errors.retain(|error| !quotes_english(error));
    assert!(errors.len() > 500, "{}", errors.len());
    let mut left: BTreeMap<String, String> = BTreeMap::new();
    for language in Language::all()
        .into_iter()
        .filter(|language| language.code() != "en")
    {
        for error in &errors {
            let sentence = language.describe(error);
            let words = own_words(&sentence);
            let mut words = words.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
            if let Some(word) = words.find(|word| ENGLISH.contains(word)) {
                left.insert(format!("{}: {word}", language.code()), sentence);
            }
        }
    }
    assert!(left.is_empty(), "{left:#?}");
}
