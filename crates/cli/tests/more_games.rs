//! Games that come as folders: `--more-games`.

mod common;

use std::path::Path;

use common::{complaint, fails, folder, printed, run};

/// A folder with one game that no code knows.
fn more() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/games");
    path.canonicalize().unwrap().display().to_string()
}

#[test]
fn a_game_from_a_folder_is_in_every_list_and_can_be_played() {
    let more = more();
    let list = printed(&run(&format!("--more-games {more} sheet list")));
    assert!(list.lines().any(|line| line.starts_with("fox-hole")), "{list}");
    let shown = printed(&run(&format!(
        "sheet show fox-hole --more-games {more} --lang fr"
    )));
    for words in ["H foin (hay)", " K  ruisseau", "croix mousse", "B berry"] {
        assert!(shown.contains(words), "{words} is missing:\n{shown}");
    }
    let played = run(&format!("--more-games {more} sim -g fox-hole -n 5 -b club"));
    assert!(printed(&played).contains("Fox Hole"), "{}", complaint(&played));
    // Without the folder nobody knows it.
    let unknown = run("sheet show fox-hole");
    assert!(
        complaint(&unknown).contains("fox-hole"),
        "{}",
        complaint(&unknown)
    );
}

#[test]
fn what_is_wrong_with_a_folder_is_said() {
    fails("--more-games no-such-folder sheet list", 1, "no-such-folder");
    let home = folder("more-games");
    let game = home.join("foxes");
    std::fs::create_dir_all(&game).unwrap();
    let at = home.display();
    let sheet = std::fs::read_to_string(Path::new(&more()).join("fox-hole/sheet.toml")).unwrap();
    std::fs::write(game.join("sheet.toml"), &sheet).unwrap();
    fails(
        &format!("--more-games {at} sheet list"),
        1,
        "calls itself `fox-hole`",
    );
    std::fs::write(game.join("sheet.toml"), sheet.replace("fox-hole", "foxes")).unwrap();
    std::fs::write(game.join("game.toml"), "order = \"first\"\n").unwrap();
    fails(&format!("--more-games {at} sheet list"), 1, "game.toml");
    let refused = |text: &str, words: &str| {
        std::fs::write(game.join("game.toml"), text).unwrap();
        fails(&format!("--more-games {at} sheet list"), 1, words);
    };
    refused("colour = 3\n", "colour");
    refused("tint = \"red;}\"\n", "tint");
    refused("[daily]\nturn = 5\nfrom = \"yesterday\"\n", "from");
    refused(
        "[example]\nsheet = \"\"\nroll = [9, 9]\nchosen = \"hay\"\n",
        "roll",
    );
    refused(
        "[example]\nsheet = \"\"\nroll = [1, 2, 3, 4, 5, 6]\nchosen = \"nettle\"\n",
        "nettle",
    );
    refused("\"\\u001b[31m\" = 1\n", "\\u{1b}");
    std::fs::write(game.join("game.toml"), "").unwrap();
    std::fs::write(game.join("1.weights"), "nonsense").unwrap();
    fails(&format!("--more-games {at} sheet list"), 1, "1.weights");
}

#[test]
fn games_that_are_built_in_stay_as_they_are() {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
    let own = own.canonicalize().unwrap();
    let list = printed(&run("sheet list"));
    assert_eq!(
        printed(&run(&format!("--more-games {} sheet list", own.display()))),
        list
    );
    let home = folder("more-games-known");
    std::fs::create_dir_all(home.join("hyper-fute")).unwrap();
    let sheet = std::fs::read_to_string(own.join("hyper-fute/sheet.toml")).unwrap();
    std::fs::write(
        home.join("hyper-fute/sheet.toml"),
        sheet.replace("name = \"Hyper Futé\"", "name = \"Hyper\""),
    )
    .unwrap();
    let args = format!("--more-games {} sheet list", home.display());
    fails(&args, 1, "`hyper-fute` belongs to a built-in game");
}

#[cfg(unix)]
#[test]
fn what_is_no_file_is_refused_instead_of_read_for_ever() {
    let home = folder("more-games-odd");
    std::fs::create_dir_all(home.join("odd")).unwrap();
    let link = home.join("odd/sheet.toml");
    let args = format!("--more-games {} sheet list", home.display());
    for (target, words) in [
        ("/dev/zero", "no file"),
        ("sheet.toml", "sheet.toml"),
        ("nowhere", "sheet.toml"),
    ] {
        let _ = std::fs::remove_file(&link);
        std::os::unix::fs::symlink(target, &link).unwrap();
        fails(&args, 1, words);
    }
}
