//! Reading message files into flat tables: by the build script, and by whoever packs the app.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

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
    let text = fs::read_to_string(path).map_err(|error| format!("{name}: {error}"))?;
    let table: toml::Table = text.parse().map_err(|error| format!("{name}: {error}"))?;
    flatten(prefix, &toml::Value::Table(table), messages).map_err(|error| format!("{name}: {error}"))
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
