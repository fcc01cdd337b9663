//! `finaud solve`, `finaud bound`, and `--adjusted`.

mod common;

use common::{fails, finaud, folder, json, printed, run};
use serde_json::Value;

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value}"))
}

#[test]
fn results_without_luck_have_the_same_mean_and_spread_less_on_any_number_of_threads() {
    let figures = json("sim --bot expert -n 60 --seed 5 --adjusted --threads 2 --json");
    let adjusted = &figures["adjusted"];
    let error = number(&figures["standard_error"]) + number(&adjusted["standard_error"]);
    let apart = (number(&figures["mean"]) - number(&adjusted["mean"])).abs();
    assert!(apart < 3.0 * error, "{figures}");
    assert!(
        number(&adjusted["sd"]) < 0.6 * number(&figures["sd"]),
        "{figures}"
    );
    let alone = json("sim --bot expert -n 60 --seed 5 --adjusted --threads 1 --json");
    assert_eq!(&alone["adjusted"], adjusted);
    // Measuring luck changes no game.
    let plain = json("sim --bot expert -n 60 --seed 5 --json");
    assert_eq!(plain["mean"], figures["mean"]);
    assert_eq!(plain.get("adjusted"), None);
}

#[test]
fn matches_are_counted_without_luck_too() {
    let figures = json("arena --game push --players 2 --bots expert,club -n 40 --seed 3 --adjusted --json");
    let bots = figures["adjusted"]["bots"].as_array().unwrap();
    let shares: f64 = bots.iter().map(|bot| number(&bot["win_share"])).sum();
    // What one wins the other loses, with luck and without.
    assert!((shares - 1.0).abs() < 0.02, "{figures}");
    let text = printed(&run("arena --players 1 --bots novice,random -n 6 --adjusted"));
    assert!(text.contains("without luck"), "{text}");
    let table = printed(&run(
        "strength --game push --players 2 -n 4 --master-games 4 --adjusted",
    ));
    let columns: Vec<usize> = table.lines().map(|line| line.matches('|').count()).collect();
    assert!(
        columns.len() == 10 && columns.iter().all(|many| *many == columns[0]),
        "{table}"
    );
}

#[test]
fn a_small_game_is_solved_and_players_are_held_against_it() {
    let mut command = finaud("solve --game push --players 2 --bots expert -n 5 --json --position");
    command.arg("push pile=r5,b1,g3,die / zone=r1,g2 / zone=b2,y6");
    let output = command.output().unwrap();
    let figures: Value = serde_json::from_slice(&output.stdout).unwrap();
    let value = number(&figures["positions"][0]["value"]);
    assert!((0.0..=1.0).contains(&value), "{figures}");
    assert_eq!(figures["aim"], "victory");
    assert!(number(&figures["bots"][0]["gap"]) < 1e-8, "{figures}");
    let positions = folder("solve").join("positions.txt");
    std::fs::write(
        &positions,
        "# two of them\npush pile=r5 / zone= / zone=\n0.5\tpush pile=r5 / zone= / zone=b1\n",
    )
    .unwrap();
    let text = printed(&run(&format!(
        "solve --game push --positions {}",
        positions.display()
    )));
    assert_eq!(text.lines().count(), 2, "{text}");
    assert!(text.starts_with("1.000000000\tpush pile=r5"), "{text}");
}

#[test]
fn what_cannot_be_solved_is_said() {
    fails("solve --game tres-fute --players 3", 2, "one or two players");
    fails(
        "solve --game tres-fute --most 10 --threads 1",
        1,
        "more than 10 states",
    );
    fails("solve --game tres-fute --position nonsense", 2, "cannot be read");
}

#[test]
fn bounds_go_on_from_their_file() {
    let state = folder("bound").join("paths.txt");
    let line = "tres-fute round=6 turn=2 / yellow=1,2,3,6,14,15,16 blue=2,3,4,5,6,7,8,9,10,11,12 green=1,2,3,4,5,6,7,8 \
                orange=5,4,5,10,2 violet=5,6,3,6,6 reroll=5:5 +1=4:4 foxes=3";
    let bound = |paths: &str| -> Value {
        let mut command =
            finaud("bound --outcomes 8 --alpha 0.5,1 --tuning-paths 4 --clairvoyant 1000 --seed 4 --json");
        command
            .args(["-n", paths, "--position", line, "--state"])
            .arg(&state);
        let output = command.output().unwrap();
        serde_json::from_slice(&output.stdout)
            .unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&output.stderr)))
    };
    let few = bound("6");
    assert_eq!(number(&few["proved"]["clairvoyant"]["finished"]), 6.0, "{few}");
    let before = std::fs::read_to_string(&state).unwrap();
    let more = bound("9");
    let after = std::fs::read_to_string(&state).unwrap();
    assert!(after.starts_with(&before));
    // Three paths more with the α that was chosen, and nothing else.
    assert_eq!(after.lines().count(), before.lines().count() + 3);
    let estimated = more["estimated"].as_array().unwrap();
    assert_eq!(estimated.len(), 3, "{more}");
    let ceiling = number(&more["proved"]["ceiling"]["points"]);
    assert!(
        number(&more["proved"]["clairvoyant"]["mean"]) <= ceiling,
        "{more}"
    );
    std::fs::write(&state, "something else\n").unwrap();
    fails(
        &format!("bound -n 1 --state {}", state.display()),
        1,
        "name another file",
    );
}

#[test]
fn bounds_are_for_one_player_on_a_learned_sheet() {
    fails("bound --players 2 -n 1", 2, "plays alone");
    fails("bound --game push -n 1", 2, "plays alone");
}
