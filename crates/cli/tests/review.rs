//! `finaud review`, run as the program it is.

mod common;

use common::{complaint, fails, finaud, folder, json, printed, run, run_with};

const GOLDEN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../table/tests/golden");

#[test]
fn a_game_is_parted_into_luck_and_losses() {
    let output = run(&format!("review {GOLDEN}/tres-fute-deluxe-p1.txt --nodes 0"));
    let told = printed(&output);
    assert_eq!(complaint(&output), "");
    for words in [
        "expected at the start",
        "luck of dice and cards",
        "lost by own choices",
        "final score                   54.0",
        "The costliest choices",
        "better: ",
        "  round 6",
    ] {
        assert!(told.contains(words), "{words}: {told}");
    }
    assert!(!told.contains("others and their dice"), "{told}");
}

#[test]
fn no_line_runs_past_eighty_columns() {
    for file in ["tres-fute-p3", "hyper-fute-p1", "melange-fute-p2", "push-p4"] {
        let output = run(&format!("review {GOLDEN}/{file}.txt --nodes 0"));
        for line in printed(&output).lines() {
            assert!(line.chars().count() <= 80, "{file}: {line}");
        }
    }
}

#[test]
fn the_parts_add_up_in_json() {
    for (file, seat) in [("tres-fute-p3", 2), ("push-p4", 3), ("hyper-fute-p1", 1)] {
        let told = json(&format!(
            "review {GOLDEN}/{file}.txt --seat {seat} --nodes 0 --json"
        ));
        for terms in ["points", "win"] {
            let part = |name: &str| told[terms][name].as_f64();
            let Some(start) = part("start") else {
                assert_eq!((terms, seat), ("win", 1));
                continue;
            };
            let sum = start + part("luck").unwrap() + part("others").unwrap() - part("losses").unwrap();
            assert!((sum - part("end").unwrap()).abs() < 1e-6, "{file}: {terms}");
        }
        for event in told["events"].as_array().unwrap() {
            let loss = event["loss"]["points"].as_f64();
            assert!(loss.is_none_or(|loss| loss >= 0.0));
        }
    }
}

#[test]
fn the_course_is_drawn() {
    let folder = folder("review-svg");
    let file = folder.join("course.svg");
    let output = run(&format!(
        "review {GOLDEN}/push-p2.txt --nodes 0 --svg {}",
        file.display()
    ));
    assert!(output.status.success(), "{}", complaint(&output));
    let drawing = std::fs::read_to_string(&file).unwrap();
    assert!(drawing.starts_with("<svg ") && drawing.ends_with("</svg>\n"));
    assert!(drawing.contains("chance to win (%)"));
    fails(
        &format!(
            "review {GOLDEN}/push-p2.txt --nodes 0 --svg {}/no/such.svg",
            folder.display()
        ),
        1,
        "cannot be written",
    );
}

#[test]
fn an_unfinished_game_is_reviewed_as_far_as_it_goes() {
    let record =
        "finaud record 1\ngame: tres-fute\nplayers: 1\n\nround 1 turn 1\n  W4 Y3 B2 G6 O1 V5\n  1 violet 5\n";
    let output = run_with(finaud("review - --nodes 0"), record);
    let told = printed(&output);
    assert!(told.contains("The game is not over"), "{told}");
    assert!(told.contains("expected in the end"), "{told}");
}

#[test]
fn bad_records_name_the_move() {
    let record =
        "finaud record 1\ngame: tres-fute\nplayers: 1\n\nround 1 turn 1\n  W4 Y3 B2 G6 O1 V5\n  1 violet 6\n";
    let output = run_with(finaud("review -"), record);
    let said = complaint(&output);
    assert!(said.contains("line 7: `violet 6` cannot be"), "{said}");
    assert_eq!((printed(&output).as_str(), output.status.code()), ("", Some(1)));
    fails("review nowhere.txt", 1, "nowhere.txt cannot be read");
    fails(
        &format!("review {GOLDEN}/push-p2.txt --seat 3"),
        2,
        "there is no seat 3",
    );
    fails(
        &format!("review {GOLDEN}/push-p2.txt --seat 0"),
        2,
        "must be a whole number",
    );
    fails(
        &format!("review {GOLDEN}/push-p2.txt --time 0"),
        2,
        "the time in milliseconds",
    );
    let output = run_with(
        finaud("review -"),
        "finaud record 1\ngame: nosuch\nplayers: 1\n\n",
    );
    assert!(
        complaint(&output).contains("name its sheet file with --game"),
        "{}",
        complaint(&output)
    );
}
