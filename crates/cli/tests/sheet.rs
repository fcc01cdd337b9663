//! `finaud sheet`, and sheet files in the other commands.

mod common;

use common::{GAMES, complaint, fails, fails_in, finaud, folder, printed, run, run_with};
use finaud_rules::{builtin_text, gallery_ids};

#[test]
fn the_list_names_every_sheet() {
    let text = printed(&run("sheet list"));
    for id in GAMES {
        assert!(text.lines().any(|line| line.starts_with(id)), "{text}");
    }
    assert!(text.contains("reconstruction"));
    for id in gallery_ids() {
        assert!(text.lines().any(|line| line.starts_with(id)), "{text}");
    }
}

#[test]
fn the_gallery_is_played_by_its_ids() {
    for id in gallery_ids() {
        let text = printed(&run(&format!("sheet show {id}")));
        assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
        let result = printed(&run(&format!("sim --game {id} --bot random -n 3 --seed 1")));
        assert!(result.contains("mean"), "{result}");
    }
    fails("sim --game eclai -n 1", 2, "eclair");
}

#[test]
fn sheets_are_drawn_within_eighty_columns_and_without_colours_in_a_pipe() {
    for id in GAMES {
        let text = printed(&run(&format!("sheet show {id}")));
        assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
        assert!(!text.contains('\x1b'), "{id} has colours in a pipe");
        for words in ["rounds by players", "foxes", "solo rating", "rulings", "reroll"] {
            assert!(text.contains(words), "{id}: {words} is missing");
        }
    }
}

#[test]
fn the_drawing_shows_what_is_printed() {
    let text = printed(&run("sheet show tres-fute"));
    for line in [
        "  2    1    x    5   O4",
        "diagonal 3 1 2 6: +1",
        " 10   14   16   20",
    ] {
        assert!(text.contains(line), "{line} is missing:\n{text}");
    }
    let text = printed(&run("sheet show hyper-fute"));
    for line in ["II    1    2   (3)  (4)   5    6", "<7>", "all: brown ?"] {
        assert!(text.contains(line), "{line} is missing:\n{text}");
    }
}

#[test]
fn a_row_that_asks_for_a_least_number_shows_its_factors_too() {
    let folder = folder("least-and-factors");
    let shown = |id: &str, rule: &str| {
        let own = builtin_text(id)
            .unwrap()
            .replacen(&format!("id = \"{id}\""), "id = \"own\"", 1)
            .replacen("rule = \"any\"", rule, 1);
        std::fs::write(folder.join("own.toml"), own).unwrap();
        let mut command = finaud("sheet show own.toml");
        command.current_dir(&folder);
        let output = run_with(command, "");
        let text = printed(&output);
        assert!(output.status.success(), "{text}{}", complaint(&output));
        text
    };
    let rule = "rule = \"at least\"\nleast = [1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5]";
    let text = shown("tres-fute", rule);
    for line in [
        "≥1   ≥2   ≥3   ≥4   ≥5   ≥6   ≥1   ≥2   ≥3   ≥4   ≥5",
        "_    _    _   ×2    _    _   ×2    _   ×2    _   ×3",
    ] {
        assert!(text.contains(line), "{line} is missing:\n{text}");
    }
    let rule = "rule = \"at least\"\nleast = [1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6]";
    let text = shown("hyper-fute", rule);
    for line in ["≥1   ≥2   ≥3", "½  ½/×1 ½/×2"] {
        assert!(text.contains(line), "{line} is missing:\n{text}");
    }
}

#[test]
fn a_sheet_file_is_checked_shown_and_played() {
    let folder = folder("own-sheet");
    let own = builtin_text("tres-fute")
        .unwrap()
        .replace("id = \"tres-fute\"", "id = \"my-sheet\"");
    std::fs::write(folder.join("own.toml"), own).unwrap();
    let here = |args: &str, input: &str| {
        let mut command = finaud(args);
        command.current_dir(&folder);
        run_with(command, input)
    };
    let checked = here("sheet check own.toml", "");
    assert!(checked.status.success(), "{}", printed(&checked));
    assert!(printed(&checked).contains("can be played"));
    assert!(printed(&here("sheet show own.toml", "")).contains("(my-sheet)"));

    let figures: serde_json::Value =
        serde_json::from_str(&printed(&here("sim --game own.toml --games 20 --json", ""))).unwrap();
    assert_eq!(figures["game"], "my-sheet");

    // A game on it is saved, and taken up again where the sheet is named.
    let played = here("play own.toml --seed 3 --save game.txt", "1\nq\n");
    assert!(played.status.success(), "{}", complaint(&played));
    let lost = here("play --resume game.txt", "");
    assert_eq!(lost.status.code(), Some(1));
    assert!(
        complaint(&lost).contains("name its sheet file with --game"),
        "{}",
        complaint(&lost)
    );
    let resumed = here("play --game own.toml --resume game.txt", &"1\n".repeat(400));
    assert!(
        printed(&resumed).contains("The game is over."),
        "{}",
        complaint(&resumed)
    );
}

#[test]
fn another_sheet_does_not_go_by_the_id_of_a_built_in_game() {
    let folder = folder("borrowed-id");
    let text = builtin_text("tres-fute").unwrap();
    let write = |text: &str| std::fs::write(folder.join("own.toml"), text).unwrap();
    let in_folder = |args: &str, input: &str| {
        let mut command = finaud(args);
        command.current_dir(&folder);
        run_with(command, input)
    };
    // The built-in sheet itself, comments aside, is what its id says.
    write(&format!("# my copy\n{text}"));
    assert!(in_folder("sheet check own.toml", "").status.success());
    let played = in_folder("play own.toml --seed 3 --save copy.txt", "1\nq\n");
    assert!(played.status.success(), "{}", complaint(&played));
    assert!(in_folder("play --resume copy.txt", "q\n").status.success());

    let shorter = text.replace("rounds = [6, 6, 5, 4]", "rounds = [5, 5, 5, 4]");
    write(&shorter);
    let says =
        "the id `tres-fute` belongs to a built-in game, which this sheet is not; give it an id of its own";
    for command in [
        "play own.toml",
        "sim --game own.toml",
        "sheet show own.toml",
        "replay copy.txt --sheet own.toml",
    ] {
        fails_in(&folder, command, 1, says);
    }
    let checked = in_folder("sheet check own.toml", "");
    assert_eq!(checked.status.code(), Some(1));
    assert_eq!(
        printed(&checked),
        format!("error: id: {says}\nown.toml cannot be played: 1 error\n")
    );
    // PUSH has no sheet, but an id.
    write(&shorter.replace("id = \"tres-fute\"", "id = \"push\""));
    fails_in(
        &folder,
        "sim --game own.toml",
        1,
        "the id `push` belongs to a built-in game",
    );
}

#[test]
fn a_game_does_not_go_on_under_another_edition_of_its_sheet() {
    let folder = folder("other-edition");
    let own = builtin_text("tres-fute")
        .unwrap()
        .replace("id = \"tres-fute\"", "id = \"my-sheet\"");
    std::fs::write(folder.join("own.toml"), &own).unwrap();
    let here = |args: &str| {
        let mut command = finaud(args);
        command.current_dir(&folder);
        run_with(command, "1\nq\n")
    };
    assert!(here("play own.toml --seed 3 --save game.txt").status.success());
    let saved = || std::fs::read_to_string(folder.join("game.txt")).unwrap();
    let before = saved();
    let shorter = own.replace("rounds = [6, 6, 5, 4]", "rounds = [5, 5, 5, 4]");
    std::fs::write(folder.join("own.toml"), shorter).unwrap();
    let refused = here("play --game own.toml --resume game.txt");
    assert_eq!(refused.status.code(), Some(1));
    assert!(
        complaint(&refused).contains("it was played on another edition of the sheet `my-sheet`"),
        "{}",
        complaint(&refused)
    );
    assert_eq!(saved(), before);
    // A name is no rule.
    std::fs::write(
        folder.join("own.toml"),
        own.replace("name = \"Très Futé\"", "name = \"Mine\""),
    )
    .unwrap();
    let resumed = here("play --game own.toml --resume game.txt");
    assert!(resumed.status.success(), "{}", complaint(&resumed));
}

#[test]
fn everything_wrong_with_a_sheet_is_told_at_once() {
    let folder = folder("broken-sheet");
    let broken = builtin_text("tres-fute")
        .unwrap()
        .replace("\"blue X\", \"orange 4\"", "\"blu X\", \"orange 7\"")
        .replace("rounds = [6, 6, 5, 4]", "rounds = [6, 6, 5]");
    std::fs::write(folder.join("broken.toml"), broken).unwrap();
    let mut command = finaud("sheet check broken.toml");
    command.current_dir(&folder);
    let output = run_with(command, "");
    assert_eq!(output.status.code(), Some(1));
    let text = printed(&output);
    assert!(
        text.lines().filter(|line| line.starts_with("error:")).count() >= 3,
        "{text}"
    );
    assert!(text.contains("cannot be played"), "{text}");
    fails_in(&folder, "sim --game broken.toml", 1, "cannot be played");
}

#[test]
fn what_is_no_sheet_is_refused() {
    let folder = folder("no-sheet");
    let path = folder.join("bytes.toml");
    std::fs::write(&path, [0xff, 0xfe, 0x00]).unwrap();
    fails_in(&folder, "sheet show bytes.toml", 1, "not a text file");
    std::fs::write(&path, "x".repeat(2 << 20)).unwrap();
    fails_in(&folder, "sheet check bytes.toml", 1, "larger than 1 MiB");
    fails("sheet check missing.toml", 1, "missing.toml cannot be opened");
    fails("sheet show hyper-fut", 2, "did you mean `hyper-fute`?");
}

#[test]
fn nothing_in_a_file_or_its_name_is_obeyed_by_the_terminal() {
    let home = folder("escapes");
    let sheet = builtin_text("tres-fute").unwrap();
    let odd = sheet.replacen(
        "letter = \"W\"",
        "letter = \"W\"\ntitle = { \"\\u001b[1m\" = \"x\" }",
        1,
    );
    std::fs::write(home.join("odd.toml"), odd).unwrap();
    let hidden = sheet.replacen("name = \"Très Futé\"", "name = \"\u{202e}étuF\"", 1);
    std::fs::write(home.join("hidden.toml"), hidden).unwrap();
    for args in [
        "sheet check odd.toml",
        "sheet check hidden.toml",
        "sheet show \u{1b}[31m.toml",
        "replay \u{1b}]0;x",
    ] {
        let mut command = finaud(args);
        command.current_dir(&home);
        let output = run_with(command, "");
        let said = printed(&output) + &complaint(&output);
        assert!(
            !output.status.success() && !said.contains(['\u{1b}', '\u{202e}']),
            "{args}: {said:?}"
        );
    }
}
