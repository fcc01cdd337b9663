//! What the sources say and what the languages say go together.
//!
//! The engine's sentences stand in the sources, `Message::new("key", "English")`, and in the message files. A sentence
//! that is missing in a language, or says something else in English, shows up here.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use finaud_messages::{Language, arguments};

/// The areas that hold sentences of the engine and nothing else.
const AREAS: [&str; 13] = [
    "action", "game", "online", "outcome", "position", "read", "record", "refusal", "restore", "seed",
    "sheet", "table", "undo",
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn sorted(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    paths
}

fn rust_files(folder: &Path, found: &mut Vec<PathBuf>) {
    for path in sorted(folder) {
        if path.is_dir() {
            rust_files(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
}

/// A file without its comments and its tests.
fn code(path: &Path) -> String {
    let text = fs::read_to_string(path).expect("a source");
    let text = text.split("#[cfg(test)]").next().unwrap_or_default();
    let lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.collect::<Vec<_>>().join("\n")
}

/// The text literal at the start of some code, and what comes behind it.
fn literal(code: &str) -> Option<(String, &str)> {
    let inner = code.trim_start().strip_prefix('"')?;
    let mut text = String::new();
    let mut letters = inner.char_indices();
    while let Some((at, letter)) = letters.next() {
        match letter {
            '"' => return Some((text, &inner[at + 1..])),
            '\\' => match letters.next()?.1 {
                'n' => text.push('\n'),
                same @ ('"' | '\\') => text.push(same),
                other => panic!("an escape that is not known here: \\{other}"),
            },
            letter => text.push(letter),
        }
    }
    None
}

/// The key and the English of every sentence in the sources of all crates.
fn sentences() -> BTreeMap<String, String> {
    let mut files = Vec::new();
    for package in sorted(&root().join("crates")) {
        rust_files(&package.join("src"), &mut files);
    }
    assert!(files.len() > 100);
    let mut found = BTreeMap::new();
    for path in files {
        let code = code(&path);
        for (at, call) in code.match_indices("Message::new(") {
            let parsed = literal(&code[at + call.len()..]).and_then(|(key, behind)| {
                let (english, _) = literal(behind.trim_start().strip_prefix(',')?)?;
                Some((key, english))
            });
            let (key, english) = parsed.unwrap_or_else(|| {
                panic!(
                    "{}: write key and English as texts: {:.60}",
                    path.display(),
                    &code[at..]
                )
            });
            if key.is_empty() {
                continue;
            }
            let known = found.entry(key.clone()).or_insert_with(|| english.clone());
            assert_eq!(*known, english, "`{key}` says two things; {}", path.display());
        }
    }
    found
}

#[test]
fn every_sentence_of_the_engine_is_in_every_language() {
    let sentences = sentences();
    assert!(sentences.len() > 400);
    let mut wrong = Vec::new();
    for (key, english) in &sentences {
        for language in Language::all() {
            let code = language.code();
            match language.find(key) {
                None => wrong.push(format!("{code}: `{key}` is missing: {english}")),
                Some(text) if code == "en" && text != english => {
                    wrong.push(format!(
                        "{code}: `{key}` is `{text}`, but the source says `{english}`"
                    ));
                }
                Some(text) if arguments(text) != arguments(english) => {
                    wrong.push(format!(
                        "{code}: `{key}` has other blanks than `{english}`: {text}"
                    ));
                }
                Some(_) => {}
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn no_message_of_the_engine_is_left_over() {
    let sentences = sentences();
    let games: BTreeSet<String> = sorted(&root().join("games"))
        .iter()
        .filter_map(|game| Some(format!("game.{}.", game.file_name()?.to_str()?)))
        .collect();
    for language in Language::all() {
        for key in language.messages().keys() {
            let area = key.split('.').next().unwrap_or_default();
            // Texts of a game are somebody else's.
            let of_a_game = games.iter().any(|game| key.starts_with(game));
            if AREAS.contains(&area) && !of_a_game {
                assert!(
                    sentences.contains_key(key),
                    "{}: nothing in the sources says `{key}`",
                    language.code()
                );
            }
        }
    }
}

#[test]
fn every_area_of_the_engine_is_used() {
    let used: BTreeSet<String> = sentences()
        .into_keys()
        .filter_map(|key| Some(key.split_once('.')?.0.to_string()))
        .collect();
    for area in AREAS {
        assert!(
            used.contains(area),
            "nothing in the sources is of the area `{area}`"
        );
    }
}

/// Every key that app, terminal and players ask for exists: the first argument of these functions.
#[test]
fn every_key_in_the_sources_has_a_message() {
    const CALLS: [&str; 7] = [
        "t(\"", "tf(\"", "tn(\"", "text(\"", "fill(\"", "say(\"", "words(\"",
    ];
    let english = Language::english();
    let mut files = Vec::new();
    for home in ["web", "cli", "players"] {
        rust_files(&root().join("crates").join(home).join("src"), &mut files);
    }
    let mut missing = BTreeSet::new();
    let mut found = 0;
    for path in files {
        let code = code(&path);
        for call in CALLS {
            for (at, _) in code.match_indices(call) {
                if code[..at].ends_with(|before: char| before.is_alphanumeric() || before == '_') {
                    continue;
                }
                let key = code[at + call.len()..].split('"').next().unwrap_or_default();
                let is_key = key.contains('.') && !key.contains([' ', '{', '/']);
                found += usize::from(is_key);
                if is_key && english.find(key).is_none() {
                    missing.insert(format!("{}: {key}", path.display()));
                }
            }
        }
    }
    assert!(found > 500, "only {found} keys");
    assert!(missing.is_empty(), "no messages for {missing:#?}");
}
