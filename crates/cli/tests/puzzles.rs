//! `finaud puzzles`: files that hold, files that do not, and files that are none.

mod common;

use common::{complaint, fails, folder, printed, run};

const GOOD: &str = "finaud puzzles 1
game tres-fute

puzzle 1
players 1
seat 1
position tres-fute round=5 phase=rolled pool=W4,Y3,B2,G2,O1,V3 / yellow=2,3,6,11 blue=3,4,7,8,10,12 green=1,2,3,4 orange=4,5 violet=4,5 reroll=2:2 +1=3:3
best 221.5 blue 6
loss 7.3 orange 1
loss 21.0 yellow 3 r1
";

fn file(name: &str, text: &str) -> String {
    let path = folder(name).join("puzzles.txt");
    std::fs::write(&path, text).unwrap();
    path.display().to_string()
}

#[test]
fn a_puzzle_whose_answer_is_best_holds() {
    let output = run(&format!(
        "puzzles check --nodes 3000 {}",
        file("puzzle-good", GOOD)
    ));
    assert!(output.status.success(), "{}", complaint(&output));
    assert_eq!(printed(&output), "1 puzzle checked, all of them hold\n");
}

#[test]
fn a_puzzle_whose_answer_is_not_best_is_named() {
    let wrong = GOOD
        .replace("best 221.5 blue 6", "best 221.5 orange 1")
        .replace("loss 7.3 orange 1", "loss 7.3 blue 6");
    let output = run(&format!(
        "puzzles check --nodes 3000 {}",
        file("puzzle-wrong", &wrong)
    ));
    assert_eq!(output.status.code(), Some(1));
    let said = printed(&output);
    assert!(
        said.starts_with("puzzle 1: a search prefers `blue 6`\n"),
        "{said}"
    );
    assert!(said.contains("1 does not hold"), "{said}");
}

#[test]
fn impossible_positions_and_choices_are_named() {
    for (name, from, to, why) in [
        (
            "puzzle-illegal",
            "orange 1",
            "violet 1",
            "`violet 1` is not possible",
        ),
        ("puzzle-position", "pool=W4", "pool=W9", "puzzle 1: "),
        ("puzzle-asked", "phase=rolled", "phase=roll", "puzzle 1: "),
    ] {
        let output = run(&format!(
            "puzzles check --nodes 0 {}",
            file(name, &GOOD.replace(from, to))
        ));
        assert_eq!(output.status.code(), Some(1), "{name}");
        assert!(printed(&output).contains(why), "{name}: {}", printed(&output));
    }
}

#[test]
fn what_is_no_file_of_puzzles_is_refused() {
    fails("puzzles check nowhere.txt", 1, "nowhere.txt");
    let broken = file("puzzle-broken", &GOOD.replace("puzzle 1", "puzzle 7"));
    fails(&format!("puzzles check {broken}"), 1, "line 4");
    fails("puzzles make --game monopoly", 2, "monopoly");
    fails("puzzles make --count 0", 2, "puzzles");
}

#[test]
fn puzzles_that_are_missing_are_said() {
    let path = folder("puzzle-few").join("puzzles.txt");
    let output = run(&format!(
        "puzzles make --game push --count 60 --games 1 --out {}",
        path.display()
    ));
    assert_eq!(output.status.code(), Some(1));
    assert!(
        complaint(&output).contains("of 60 puzzles"),
        "{}",
        complaint(&output)
    );
    // What was found is written all the same.
    assert!(
        std::fs::read_to_string(path)
            .unwrap()
            .starts_with("finaud puzzles 1\ngame push\n")
    );
}

#[test]
fn a_place_that_cannot_be_written_is_found_before_the_work() {
    // So many games would take hours.
    let command = "puzzles make --game tres-fute --count 900 --games 1000000 --out";
    fails(
        &format!("{command} /no/such/folder/puzzles.txt"),
        1,
        "/no/such/folder/puzzles.txt",
    );
    fails(
        &format!("{command} {}", folder("puzzle-folder").display()),
        1,
        "puzzle-folder",
    );
    fails(
        "train --game tres-fute --out /no/such/folder/1.weights",
        1,
        "/no/such/folder/1.weights",
    );
}
