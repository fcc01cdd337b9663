//! `finaud verify`, run as the program it is.

mod common;

use common::{complaint, finaud, json, printed, run, run_with};

const OLD: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/0.1");

#[test]
fn the_dice_of_online_games_are_checked_in_every_language() {
    let file = format!("{OLD}/online/push-p4.txt");
    for (code, says) in [
        ("en", "Sound: nobody chose the dice or the cards: all "),
        (
            "fr",
            "En ordre\u{a0}: personne n’a choisi les dés ni les cartes\u{a0}: les ",
        ),
        ("de", "In Ordnung: niemand hat Würfel oder Karten gewählt: Alle "),
    ] {
        let output = run(&format!("verify {file} --lang {code}"));
        assert!(output.status.success(), "{}", complaint(&output));
        let said = printed(&output);
        assert!(said.starts_with(says), "{said}");
        // It was drawn twice, and it does not prove everything.
        assert_eq!(said.lines().count(), 3, "{said}");
    }
    let report = json(&format!("verify {file} --json"));
    assert_eq!(report["sound"], true);
    assert_eq!(report["draws"], 2);
    assert!(report["outcomes"].as_u64().unwrap() > 20);
}

#[test]
fn changed_dice_are_found() {
    let text = std::fs::read_to_string(format!("{OLD}/online/tres-fute-p1.txt")).unwrap();
    let sound = run_with(finaud("verify -"), &text);
    assert!(sound.status.success(), "{}", complaint(&sound));
    let seed = text.lines().find(|line| line.starts_with("dice seed: ")).unwrap();
    let forged = text.replace(seed, &format!("dice seed: {}", "00".repeat(32)));
    let output = run_with(finaud("verify -"), &forged);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        complaint(&output).contains("the server's seed is not the one it committed to"),
        "{}",
        complaint(&output)
    );
}

#[test]
fn other_games_have_nothing_to_check() {
    let output = run(&format!("verify {OLD}/records/push-p2-11.txt --lang de"));
    assert_eq!(output.status.code(), Some(1));
    assert!(
        complaint(&output).contains("hier gibt es keine Würfel zu prüfen"),
        "{}",
        complaint(&output)
    );
}
