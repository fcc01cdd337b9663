//! Reading message files into flat tables: by the build script, and by whoever packs the app.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// No file of a game or a language is nearly as large.
const LARGEST_FILE: u64 = 4 << 20;

/// The messages of a language by key.
pub type Messages = BTreeMap<String, String>;

/// The messages of a folder of `AREA.toml` files; keys begin with the area.
pub fn read_folder(folder: &Path) -> Result<Messages, String> {
    let mut messages = Messages::new();
    for path in sorted(folder)? {
        let is_toml = path.extension().is_some_and(|ending| ending == "toml");
        if let (true, Some(area)) = (is_toml, path.file_stem()) {
            read_file(&path, &area.to_string_lossy(), &mut messages)?;
        }
    }
    Ok(messages)
}

/// Adds the messages of one file; keys begin with the prefix.
pub fn read_file(path: &Path, prefix: &str, messages: &mut Messages) -> Result<(), String> {
    let name = path.display();
    let text = read_text(path)?;
    let table: toml::Table = text.parse().map_err(|error| toml_error(path, &text, &error))?;
    flatten(prefix, &toml::Value::Table(table), messages).map_err(|error| format!("{name}: {error}"))
}

/// The text of a file that is one, and not too long.
pub fn read_text(path: &Path) -> Result<String, String> {
    let bytes = read_bytes(path)?;
    String::from_utf8(bytes).map_err(|_| format!("{}: this is no text in UTF-8", path.display()))
}

/// The contents of a file that is one, and not too long.
pub fn read_bytes(path: &Path) -> Result<Vec<u8>, String> {
    let name = path.display();
    let failed = |error: std::io::Error| format!("{name}: {error}");
    let about = fs::metadata(path).map_err(failed)?;
    if !about.is_file() {
        return Err(format!("{name}: this is no file"));
    }
    if about.len() > LARGEST_FILE {
        return Err(format!(
            "{name}: the file is larger than {} MB",
            LARGEST_FILE >> 20
        ));
    }
    fs::read(path).map_err(failed)
}

/// What is wrong with a TOML file, in one sentence.
pub fn toml_error(path: &Path, text: &str, error: &toml::de::Error) -> String {
    let start = error.span().map_or(0, |span| span.start);
    let line = 1 + text
        .as_bytes()
        .iter()
        .take(start)
        .filter(|byte| **byte == b'\n')
        .count();
    let message = error.message().lines().next().unwrap_or_default();
    let short: String = message.chars().take(200).collect();
    format!("{}, line {line}: {short}", path.display())
}

fn flatten(key: &str, value: &toml::Value, messages: &mut Messages) -> Result<(), String> {
    match value {
        toml::Value::Table(values) => {
            for (name, value) in values {
                flatten(&format!("{key}.{name}"), value, messages)?;
            }
            Ok(())
        }
        toml::Value::String(text) => {
            messages.insert(key.into(), text.clone());
            Ok(())
        }
        toml::Value::Integer(number) => {
            messages.insert(key.into(), number.to_string());
            Ok(())
        }
        other => Err(format!("`{key}`: only texts are messages, not {other}")),
    }
}

/// What lies in a folder, by name.
pub fn sorted(folder: &Path) -> Result<Vec<std::path::PathBuf>, String> {
    let read = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut paths: Vec<_> = read.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    Ok(paths)
}

/// The messages of each language, with those of the games, in the order in which the languages are offered.
pub fn read_languages(languages: &Path, games: &[&Path]) -> Result<Vec<(String, Messages)>, String> {
    let mut all = Vec::new();
    for folder in sorted(languages)?.into_iter().filter(|path| path.is_dir()) {
        let code = folder
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let mut messages = read_folder(&folder)?;
        for games in games {
            read_game_texts(games, &code, &mut messages)?;
        }
        all.push((code, messages));
    }
    let order = |messages: &Messages| messages.get("language.order")?.parse::<u32>().ok();
    all.sort_by_key(|(_, messages)| order(messages).unwrap_or(u32::MAX));
    Ok(all)
}

/// Adds what the games in a folder say in a language.
pub fn read_game_texts(games: &Path, code: &str, messages: &mut Messages) -> Result<(), String> {
    for game in sorted(games)? {
        let file = game.join(format!("{code}.toml"));
        if file.exists() {
            let id = game
                .file_name()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned();
            read_file(&file, &format!("games.{id}"), messages)?;
        }
    }
    Ok(())
}
