//! Puts the message files of all languages into the program, one table each.

#[allow(unreachable_pub, dead_code)] // part of the library too
#[path = "src/files.rs"]
mod files;

use std::path::Path;
use std::{env, fs};

fn main() {
    let root = Path::new("../..");
    let (languages, games) = (root.join("languages"), root.join("games"));
    for folder in [&languages, &games] {
        println!("cargo::rerun-if-changed={}", folder.display());
    }
    let out = env::var_os("OUT_DIR").expect("set by cargo");
    let mut list = String::from("&[\n");
    let all = files::read_languages(&languages, &[&games]).unwrap_or_else(|error| panic!("{error}"));
    for (code, messages) in all {
        let path = Path::new(&out).join(format!("{code}.json"));
        let mut json = String::from("{");
        for (index, (key, text)) in messages.iter().enumerate() {
            let comma = if index > 0 { "," } else { "" };
            json += &format!("{comma}{}:{}", quoted(key), quoted(text));
        }
        fs::write(&path, json + "}").expect("a writable output folder");
        list += &format!("    ({code:?}, include_str!(concat!(env!(\"OUT_DIR\"), \"/{code}.json\"))),\n");
    }
    fs::write(Path::new(&out).join("languages.rs"), list + "]\n").expect("a writable output folder");
}

/// A text as JSON has it.
fn quoted(text: &str) -> String {
    let mut json = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' | '\\' => json.extend(['\\', letter]),
            letter if letter.is_control() => json += &format!("\\u{:04x}", letter as u32),
            letter => json.push(letter),
        }
    }
    json + "\""
}
