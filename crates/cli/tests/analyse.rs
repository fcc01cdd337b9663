//! `finaud analyse`, run as the program it is.

mod common;

use common::{complaint, fails, finaud, folder, json, printed, run_with};
use serde_json::Value;

const CHOICE: &str = "tres-fute phase=rolled pool=W5,Y3,B6,G6,O1,V5 / blue=9,10,12 reroll=1";
const GOLDEN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../table/tests/golden");

/// Analyses a position with more arguments.
fn analyse(position: &str, more: &str) -> (String, String, Option<i32>) {
    let mut command = finaud("analyse");
    command.arg(position).args(more.split_whitespace());
    let output = run_with(command, "");
    (printed(&output), complaint(&output), output.status.code())
}

/// It fails with this code and these words.
fn refuses(position: &str, more: &str, code: i32, words: &str) {
    let (told, said, status) = analyse(position, more);
    assert!(said.contains(words), "{position} {more}: {said}");
    assert!(!said.contains("panicked"), "{said}");
    assert_eq!(
        (told.as_str(), status),
        ("", Some(code)),
        "{position} {more}: {said}"
    );
}

#[test]
fn every_choice_is_told_with_a_reason() {
    let (told, said, code) = analyse(CHOICE, "--nodes 500");
    assert_eq!((said.as_str(), code), ("", Some(0)));
    assert!(told.contains("seat 1 with 13 choices: "), "{told}");
    assert!(
        told.contains("completes the third blue row: fox; sends the white 5"),
        "{told}"
    );
    assert!(!told.contains("win %"), "{told}");
    let (told, ..) = analyse(&format!("{CHOICE} / violet=3"), "--nodes 0");
    assert!(
        told.contains("   win %    loss  points    loss  action"),
        "{told}"
    );
}

#[test]
fn the_same_as_json() {
    let (told, ..) = analyse(CHOICE, "--json --nodes 300 --threads 2");
    let told: Value = serde_json::from_str(&told).unwrap();
    assert_eq!(
        (&told["game"], &told["next"]),
        (&"tres-fute".into(), &"choice".into())
    );
    let actions = told["seats"][0]["actions"].as_array().unwrap();
    assert_eq!(actions.len(), 13);
    assert_eq!(actions[0]["loss"], 0.0);
    for action in actions {
        assert!(action["loss"].as_f64().unwrap() >= 0.0);
        assert!(action["why"].as_str().is_some_and(|why| !why.is_empty()));
        assert_eq!(action["win"], Value::Null);
    }
}

#[test]
fn records_are_looked_at_before_an_event() {
    let told = json(&format!("analyse {GOLDEN}/melange-fute-p3.txt --json --nodes 0"));
    let played = told["played"]["action"].as_str().unwrap();
    let actions = told["seats"][0]["actions"].as_array().unwrap();
    assert!(actions.iter().any(|action| action["action"] == played));
    let told = json(&format!("analyse {GOLDEN}/push-p4.txt --json --nodes 0 --at 3"));
    assert_eq!(told["event"], 3);
    fails(
        &format!("analyse {GOLDEN}/push-p4.txt --at 99999"),
        2,
        "events, not 99999",
    );
    fails(
        &format!("analyse {GOLDEN}/push-p4.txt --variant risk"),
        2,
        "a record already says",
    );
    fails(
        &format!("analyse {GOLDEN}/push-p4.txt --at 0"),
        2,
        "the event must be",
    );
}

#[test]
fn where_nobody_is_asked_the_value_is_told() {
    let (told, _, code) = analyse("tres-fute round=2 / /", "--nodes 50");
    assert_eq!(code, Some(0));
    assert!(told.contains("dice or cards come next"), "{told}");
    assert!(
        told.contains("seat 1: ") && told.contains("seat 2: ") && told.contains("% to win"),
        "{told}"
    );
    let (told, ..) = analyse("push / /", "--nodes 0");
    assert!(told.contains("seat 1 with 1 choice"), "{told}");
}

#[test]
fn bad_input_is_named() {
    refuses(CHOICE, "--time 0", 2, "the time in milliseconds must be");
    refuses(CHOICE, "--nodes 1e12", 2, "the number of states must be");
    refuses(CHOICE, "--nodes -1", 2, "the number of states must be");
    refuses(CHOICE, "--threads 0", 2, "the number of threads must be");
    refuses(CHOICE, "--seat 2", 2, "no seat 2");
    refuses(CHOICE, "--at 3", 2, "--at picks an event of a record");
    refuses(CHOICE, "--ruling forfeit=true", 2, "there is no option `forfeit`");
    refuses("", "", 2, "there is no position");
    refuses("nowhere.txt", "", 2, "neither a file nor a position");
    refuses("tres-futt round=1 /", "", 2, "did you mean `tres-fute`?");
    refuses(
        "tres-fute round=x pool=W9,Q1 foo /",
        "",
        1,
        "`foo` should be `key=value`",
    );
    refuses("tres-fute round=x pool=W9,Q1 foo /", "", 1, "`x` is not a number");
    refuses("round=1 /", "", 1, "should begin with the name of its game");
}

#[test]
fn a_sheet_nobody_learned_borrows_from_the_nearest_and_says_so() {
    let folder = folder("analyse-sheet");
    let sheet = finaud_rules::builtin_text("tres-fute").unwrap();
    let file = folder.join("mine.toml");
    std::fs::write(&file, sheet.replace("id = \"tres-fute\"", "id = \"mine\"")).unwrap();
    let more = format!("--nodes 100 --game {}", file.display());
    let (told, _, code) = analyse(&CHOICE.replace("tres-fute", "mine"), &more);
    assert_eq!(code, Some(0), "{told}");
    assert!(
        told.contains("Note: nobody has learned the sheet `mine`, but it is nearly `tres-fute`"),
        "{told}"
    );
}
