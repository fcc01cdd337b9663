//! Lists the weights that come with Finaud: `games/ID/PLAYERS.weights`, and those of the gallery.

use std::path::Path;
use std::{env, fs};

fn main() {
    let mut files: Vec<(String, String, String)> = Vec::new();
    let folders = [Path::new("../../games"), Path::new("../../gallery")];
    for folder in folders {
        println!("cargo::rerun-if-changed={}", folder.display());
    }
    let read = |folder| fs::read_dir(folder).expect("the folders `games` and `gallery`");
    for game in folders.into_iter().flat_map(read).filter_map(Result::ok) {
        let id = game.file_name().to_string_lossy().into_owned();
        for file in fs::read_dir(game.path())
            .into_iter()
            .flatten()
            .filter_map(Result::ok)
        {
            let path = file.path();
            if path.extension().is_some_and(|ending| ending == "weights") {
                let players = path.file_stem().expect("a name").to_string_lossy().into_owned();
                let path = fs::canonicalize(&path).expect("it exists");
                files.push((id.clone(), players, path.to_string_lossy().into_owned()));
            }
        }
    }
    files.sort();
    let mut list = String::from("&[\n");
    for (game, players, path) in files {
        list += &format!("    ({game:?}, {players:?}, include_bytes!({path:?})),\n");
    }
    let out = env::var_os("OUT_DIR").expect("set by cargo");
    fs::write(Path::new(&out).join("weights.rs"), list + "]\n").expect("a writable output folder");
}
