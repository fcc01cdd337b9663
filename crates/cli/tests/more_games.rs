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
    std::fs::write(game.join("game.toml"), "colour = 3\n").unwrap();
    fails(&format!("--more-games {at} sheet list"), 1, "colour");
    std::fs::write(game.join("game.toml"), "").unwrap();
    std::fs::write(game.join("1.weights"), "nonsense").unwrap();
    fails(&format!("--more-games {at} sheet list"), 1, "1.weights");
}
