//! `finaud sim`, `finaud bench` and `finaud perft`.

mod common;

use common::{GAMES, complaint, fails, finaud, json, printed, run, timeless};
use serde_json::Value;

#[test]
fn the_json_says_everything() {
    let figures = json("sim --game tres-fute --players 1 --bot greedy --games 50 --seed 7 --json");
    for key in [
        "game",
        "players",
        "bot",
        "games",
        "seed",
        "mean",
        "sd",
        "min",
        "p10",
        "median",
        "p90",
        "max",
        "zones",
        "foxes",
        "games_per_second",
        "seconds",
        "decisions_per_second",
        "ratings",
        "rulings",
        "standard_error",
    ] {
        assert!(figures.get(key).is_some(), "{key} is missing: {figures}");
    }
    assert_eq!(figures["game"], "tres-fute");
    assert_eq!(figures["bot"], "greedy");
    assert_eq!(
        (figures["games"].as_u64(), figures["seed"].as_u64()),
        (Some(50), Some(7))
    );
    let number = |key: &str| figures[key].as_f64().unwrap();
    let order = ["min", "p10", "median", "p90", "max"].map(number);
    assert!(order.is_sorted(), "{order:?}");
    assert!(number("min") <= number("mean") && number("mean") <= number("max"));
    let zones = figures["zones"].as_object().unwrap();
    assert_eq!(zones.len(), 5);
    let parts: f64 = zones.values().map(|mean| mean.as_f64().unwrap()).sum();
    let foxes = figures["foxes"]["points"].as_f64().unwrap();
    assert!((parts + foxes - number("mean")).abs() < 1e-9);
    let shares: f64 = figures["ratings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|step| step["share"].as_f64().unwrap())
        .sum();
    assert!((shares - 1.0).abs() < 1e-9);
}

#[test]
fn threads_change_nothing_but_the_time() {
    for game in GAMES {
        for players in [1, 3] {
            let figures = |threads: u32| {
                timeless(json(&format!(
                    "sim --game {game} -p {players} --games 300 --seed 5 --threads {threads} --json"
                )))
            };
            let alone = figures(1);
            assert_eq!(alone, figures(2), "{game}");
            assert_eq!(alone, figures(7), "{game}");
        }
    }
}

#[test]
fn another_seed_gives_other_games() {
    let mean = |seed: u32| json(&format!("sim --games 200 --seed {seed} --json"))["mean"].clone();
    assert_ne!(mean(1), mean(2));
    assert_eq!(mean(1), mean(1));
}

#[test]
fn victories_are_shared_out() {
    let figures = json("sim --game hyper-fute --players 4 --bot greedy --games 40 --json");
    let wins: Vec<f64> = figures["wins"]
        .as_array()
        .unwrap()
        .iter()
        .map(|wins| wins.as_f64().unwrap())
        .collect();
    assert_eq!(wins.len(), 4);
    assert!((wins.iter().sum::<f64>() - 40.0).abs() < 1e-9);
    assert_eq!(figures["seats"].as_array().unwrap().len(), 4);
    assert!(figures.get("ratings").is_none());
}

#[test]
fn a_ruling_can_be_read_in_another_way() {
    let usual = json("sim --games 300 --json");
    let other = json("sim --games 300 --ruling forfeit_always=true --json");
    assert_eq!(usual["rulings"], serde_json::json!({}));
    assert_eq!(other["rulings"], serde_json::json!({ "forfeit_always": "true" }));
    assert_ne!(usual["mean"], other["mean"]);
}

#[test]
fn people_get_a_table_and_a_histogram() {
    let output = run("sim --game hyper-fute --players 2 --games 200");
    let text = printed(&output);
    for words in [
        "Hyper Futé, 2 players: 200 games by random",
        "mean",
        "median",
        "turquoise",
        "seat 2",
        "█",
    ] {
        assert!(text.contains(words), "{words} is missing:\n{text}");
    }
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    assert_eq!(
        complaint(&output),
        "",
        "there is no progress bar without a terminal"
    );
}

#[test]
fn bad_counts_are_refused_in_a_sentence() {
    let games = "the number of games must be a whole number from 1 to 1,000,000,000,000";
    for count in [
        "0",
        "-5",
        "1.5",
        "ten",
        "1000000000001",
        "99999999999999999999999999",
    ] {
        fails(&format!("sim --games {count}"), 2, games);
    }
    for count in ["0", "-1", "x", "4294967297"] {
        fails(
            &format!("sim --players {count}"),
            2,
            "the number of players must be a whole number from 1",
        );
    }
    fails("sim --players 5", 2, "this game is for 1 to 4 players, not 5");
    fails("sim --threads 0", 2, "the number of threads");
    fails("sim --seed -1", 2, "a seed is a whole number");
    fails("bench --seconds 0", 2, "a measurement takes");
    fails("bench --seconds NaN", 2, "a measurement takes");
    fails("perft --depth -1", 2, "the depth must be");
}

#[test]
fn unknown_names_are_answered_with_the_nearest() {
    fails(
        "sim --game tres-fut",
        2,
        "there is no game `tres-fut`; did you mean `tres-fute`?",
    );
    fails(
        "sim --game hedgehog",
        2,
        "there is no game `hedgehog`; there are tres-fute,",
    );
    fails("sim --game nothing.toml", 1, "nothing.toml cannot be opened");
    fails(
        "sim --bot gredy",
        2,
        "there is no player `gredy`; did you mean `greedy`?",
    );
    fails("sim --ruling forfeit_alway=true", 2, "forfeit_always");
    fails("sim --ruling forfeit_always", 2, "a ruling is written KEY=VALUE");
    fails("sim --ruling forfeit_always=maybe", 2, "`true` or `false`");
    fails("simm", 2, "sim");
}

#[test]
fn a_closed_pipe_is_no_failure() {
    for args in [
        "sim --games 20000",
        "sim --games 20000 --json",
        "sheet show hyper-fute",
        "bench --seconds 0.05",
    ] {
        let mut child = common::start(finaud(args));
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!(complaint(&output), "", "finaud {args}");
        assert!(output.status.success(), "finaud {args}");
    }
}

#[cfg(unix)]
#[test]
fn an_interrupted_simulation_prints_what_it_has() {
    let child = common::start(finaud("sim --games 1e12 --json"));
    std::thread::sleep(std::time::Duration::from_millis(700));
    let killed = std::process::Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status()
        .unwrap();
    assert!(killed.success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let figures: Value = serde_json::from_str(&printed(&output)).unwrap();
    assert_eq!(figures["interrupted"], true);
    assert!(figures["games"].as_u64().unwrap() > 0);
    assert!(
        complaint(&output).contains("interrupted after"),
        "{}",
        complaint(&output)
    );
}

#[test]
fn the_bench_measures() {
    let figures = json("bench --seconds 0.05 --threads 1,2 --json");
    for key in ["games_per_second", "decisions_per_second", "decisions_per_game"] {
        assert!(figures[key].as_f64().unwrap() > 1.0, "{figures}");
    }
    assert!(
        figures["bytes_per_state"]["solo"].as_u64().unwrap()
            < figures["bytes_per_state"]["table"].as_u64().unwrap()
    );
    let threads: Vec<_> = figures["scaling"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["threads"].clone())
        .collect();
    assert_eq!(threads, [1, 2]);
    let text = printed(&run("bench --seconds 0.05 --threads 1"));
    assert!(
        text.contains("decisions/s") && text.contains("bytes per state"),
        "{text}"
    );
}

#[test]
fn perft_counts_from_any_position() {
    let text = printed(&run("perft --depth 2 --luck all"));
    assert!(text.contains("46,656"), "{text}");
    let mut command = finaud("perft --depth 1 --position");
    command.arg("tres-fute phase=rolled pool=W4,Y3,B2,G6,O1,V5");
    let text = printed(&common::run_with(command, ""));
    // Yellow 3 twice, blue, green, orange, violet, and white as each: yellow 4 twice.
    assert!(
        text.lines()
            .any(|line| line.split_whitespace().take(2).eq(["1", "12"])),
        "{text}"
    );
    let mut command = finaud("perft --position");
    command.arg("tres-fute pool=W9");
    let output = common::run_with(command, "");
    assert_eq!(output.status.code(), Some(2));
    assert!(
        complaint(&output).contains("the position cannot be read"),
        "{}",
        complaint(&output)
    );
}
