//! Turns the message files into one table a language. What does not match is written down, and a test refuses it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

const LANGUAGES: [&str; 3] = ["fr", "en", "de"];

fn main() {
    println!("cargo::rerun-if-changed=messages");
    let mut tables: BTreeMap<&str, BTreeMap<String, String>> = BTreeMap::new();
    let mut files: Vec<_> = fs::read_dir("messages")
        .expect("the folder `messages`")
        .map(|entry| entry.expect("a message file").path())
        .collect();
    files.sort();
    for path in files {
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        let parts: Vec<&str> = name.split('.').collect();
        let [area, language, "toml"] = parts[..] else {
            panic!("`messages/{name}` should be called AREA.LANGUAGE.toml");
        };
        let language = *LANGUAGES
            .iter()
            .find(|known| **known == language)
            .unwrap_or_else(|| panic!("`messages/{name}`: there is no language `{language}`"));
        let text = fs::read_to_string(&path).expect("a readable message file");
        let values: toml::Table = text
            .parse()
            .unwrap_or_else(|error| panic!("`messages/{name}`: {error}"));
        flatten(
            area,
            &toml::Value::Table(values),
            tables.entry(language).or_default(),
        );
    }
    let faults = faults(&tables);
    for fault in &faults {
        println!("cargo::warning=messages: {fault}");
    }
    let keys: BTreeSet<String> = tables.values().flat_map(BTreeMap::keys).cloned().collect();
    let mut code = String::new();
    for language in LANGUAGES {
        writeln!(
            code,
            "static {}: [(&str, &str); {}] = [",
            language.to_uppercase(),
            keys.len()
        )
        .unwrap();
        for key in &keys {
            // A missing text is told in another language until somebody writes it.
            let text = [language, "en", "fr", "de"]
                .iter()
                .find_map(|language| tables.get(language)?.get(key));
            writeln!(code, "    ({key:?}, {:?}),", text.expect("some language has it")).unwrap();
        }
        code.push_str("];\n");
    }
    writeln!(
        code,
        "/// What is wrong with the message files.\n#[cfg(test)]\nstatic FAULTS: &[&str] = &{faults:?};"
    )
    .unwrap();
    let out = Path::new(&env::var_os("OUT_DIR").expect("set by cargo")).join("messages.rs");
    fs::write(out, code).expect("the table can be written");
}

fn flatten(key: &str, value: &toml::Value, table: &mut BTreeMap<String, String>) {
    match value {
        toml::Value::Table(values) => {
            for (name, value) in values {
                flatten(&format!("{key}.{name}"), value, table);
            }
        }
        toml::Value::String(text) => {
            table.insert(key.to_owned(), text.clone());
        }
        other => panic!("message `{key}`: only texts are messages, not {other}"),
    }
}

/// Every language has every message, with the same blanks.
fn faults(tables: &BTreeMap<&str, BTreeMap<String, String>>) -> Vec<String> {
    let keys: BTreeSet<&String> = tables.values().flat_map(BTreeMap::keys).collect();
    let mut faults = Vec::new();
    for key in keys {
        let mut blanks_of = Vec::new();
        for language in LANGUAGES {
            match tables.get(language).and_then(|table| table.get(key)) {
                None => faults.push(format!("`{key}` is missing in {language}")),
                Some(text) if text.trim().is_empty() => {
                    faults.push(format!("`{key}` is empty in {language}"));
                }
                Some(text) => blanks_of.push(blanks(text)),
            }
        }
        if blanks_of.windows(2).any(|two| two[0] != two[1]) {
            faults.push(format!("`{key}` has different {{blanks}} in different languages"));
        }
    }
    faults
}

/// The names in braces.
fn blanks(text: &str) -> BTreeSet<&str> {
    text.split('{')
        .skip(1)
        .filter_map(|rest| rest.split_once('}').map(|(name, _)| name))
        .collect()
}
