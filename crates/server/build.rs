//! Lists what the games that come with Finaud say about themselves: `games/ID/game.toml`.

use std::path::Path;
use std::{env, fs};

fn main() {
    let games = Path::new("../../games");
    println!("cargo::rerun-if-changed={}", games.display());
    let folders = fs::read_dir(games).expect("the folder `games`");
    let mut files: Vec<(String, String)> = Vec::new();
    for game in folders.filter_map(Result::ok) {
        if let Ok(path) = fs::canonicalize(game.path().join("game.toml")) {
            let id = game.file_name().to_string_lossy().into_owned();
            println!("cargo::rerun-if-changed={}", path.display());
            files.push((id, path.to_string_lossy().into_owned()));
        }
    }
    files.sort();
    let mut list = String::from("&[\n");
    for (id, path) in files {
        list += &format!("    ({id:?}, include_str!({path:?})),\n");
    }
    let out = env::var_os("OUT_DIR").expect("set by cargo");
    fs::write(Path::new(&out).join("games.rs"), list + "]\n").expect("a writable output folder");
}
