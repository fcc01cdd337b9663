//! Lists the sheets that come with Finaud: every folder of `games` and of `gallery` that has one, in the order in which they are
//! offered.

use std::path::Path;
use std::{env, fs};

fn main() {
    let out = env::var_os("OUT_DIR").expect("set by cargo");
    for (folder, list) in [("games", "sheets.rs"), ("gallery", "gallery.rs")] {
        let sheets = sheets_in(&Path::new("../..").join(folder));
        fs::write(Path::new(&out).join(list), sheets).expect("a writable output folder");
    }
}

/// The sheets of a folder of games, as a list of ids and texts.
fn sheets_in(games: &Path) -> String {
    println!("cargo::rerun-if-changed={}", games.display());
    let mut sheets: Vec<(i64, String, String)> = Vec::new();
    let folders = fs::read_dir(games).unwrap_or_else(|error| panic!("{}: {error}", games.display()));
    for folder in folders.filter_map(|entry| Some(entry.ok()?.path())) {
        let sheet = folder.join("sheet.toml");
        if !sheet.exists() {
            continue;
        }
        let about = fs::read_to_string(folder.join("game.toml"));
        let about: toml::Table = about
            .unwrap_or_else(|error| panic!("{}: game.toml: {error}", folder.display()))
            .parse()
            .unwrap_or_else(|error| panic!("{}: game.toml: {error}", folder.display()));
        let order = about
            .get("order")
            .and_then(toml::Value::as_integer)
            .unwrap_or(i64::MAX);
        let id = folder.file_name().expect("a name").to_string_lossy().into_owned();
        let path = fs::canonicalize(&sheet).expect("it exists");
        sheets.push((order, id, path.to_string_lossy().into_owned()));
    }
    sheets.sort();
    let mut list = String::from("&[\n");
    for (_, id, path) in sheets {
        list += &format!("    ({id:?}, include_str!({path:?})),\n");
    }
    list + "]\n"
}
