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
    for folder in files::sorted(&languages).expect("the folder `languages`") {
        if !folder.is_dir() {
            continue;
        }
        let code = folder.file_name().expect("a name").to_string_lossy().into_owned();
        let mut messages = files::read_folder(&folder).unwrap_or_else(|error| panic!("{error}"));
        for game in files::sorted(&games).unwrap_or_default() {
            let file = game.join(format!("{code}.toml"));
            if file.exists() {
                let prefix = format!("games.{}", game.file_name().expect("a name").to_string_lossy());
                files::read_file(&file, &prefix, &mut messages).unwrap_or_else(|error| panic!("{error}"));
            }
        }
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
