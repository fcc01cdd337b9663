//! `finaud arena`.

mod common;

use common::{complaint, fails, finaud, printed, run};
use finaud_players::Roster;
use finaud_rules::TableGame;
use serde_json::Value;

fn json(args: &str) -> Value {
    let output = run(&format!("arena {args} --json"));
    assert!(output.status.success(), "arena {args}: {}", complaint(&output));
    serde_json::from_str(&printed(&output)).unwrap()
}

/// Without what depends on the clock and the machine.
fn timeless(mut figures: Value) -> Value {
    for key in ["seconds", "threads"] {
        figures.as_object_mut().unwrap().remove(key).unwrap();
    }
    for bot in figures["bots"].as_array_mut().unwrap() {
        for key in ["microseconds_mean", "microseconds_p95"] {
            bot.as_object_mut().unwrap().remove(key).unwrap();
        }
    }
    figures
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is no number"))
}

#[test]
fn the_json_says_everything() {
    let figures = json("--game tres-fute --bots random,greedy --games 41 --seed 7");
    assert_eq!(figures["game"], "tres-fute");
    assert_eq!(
        (&figures["players"], &figures["seed"]),
        (&Value::from(2), &Value::from(7))
    );
    // Whole deals only: 20 of two games.
    assert_eq!(
        (
            &figures["deals"],
            &figures["games"],
            &figures["games_per_deal"],
            &figures["seatings"]
        ),
        (
            &Value::from(20),
            &Value::from(40),
            &Value::from(2),
            &Value::from("all")
        )
    );
    let bots = figures["bots"].as_array().unwrap();
    let names: Vec<_> = bots.iter().map(|bot| bot["bot"].clone()).collect();
    assert_eq!(names, ["random", "greedy"]);
    for bot in bots {
        assert_eq!(
            (&bot["games"], &bot["seats"]),
            (&Value::from(40), &Value::from(40))
        );
        assert_eq!(number(&bot["fair_share"]), 0.5);
        let mean = number(&bot["mean"]);
        assert!(number(&bot["mean_interval"][0]) < mean && mean < number(&bot["mean_interval"][1]));
        let share = number(&bot["win_share"]);
        assert!(number(&bot["win_share_interval"][0]) <= share);
        assert!(share <= number(&bot["win_share_interval"][1]));
        for key in ["sd", "decisions", "microseconds_mean", "microseconds_p95"] {
            assert!(number(&bot[key]) > 0.0, "{key}: {bot}");
        }
    }
    let shares: f64 = bots.iter().map(|bot| number(&bot["win_share"])).sum();
    assert!((shares - 1.0).abs() < 1e-9);
    let pairs = figures["pairs"].as_array().unwrap();
    assert_eq!(pairs.len(), 1);
    let difference = number(&bots[0]["mean"]) - number(&bots[1]["mean"]);
    assert!((number(&pairs[0]["difference"]) - difference).abs() < 1e-9);
    assert!(
        number(&pairs[0]["difference_interval"][1]) < 0.0,
        "greedy is better"
    );
}

#[test]
fn threads_change_nothing_but_the_time() {
    for args in [
        "--bots random,greedy --players 3 --games 60",
        "--bots random,greedy --players 1 --games 30 --game hyper-fute",
        "--bots random,club --players 5 --games 100 --game push --variant risk",
    ] {
        let figures = |threads: u32| timeless(json(&format!("{args} --seed 5 --threads {threads}")));
        let alone = figures(1);
        assert_eq!(alone, figures(3), "{args}");
        let other = timeless(json(&format!("{args} --seed 6")));
        assert_ne!(alone["bots"], other["bots"], "{args}");
    }
}

#[test]
fn a_bot_alone_meets_the_dice_of_the_simulation() {
    let alone = json("--bots greedy --players 1 --games 25 --seed 3");
    let both = json("--bots random,greedy --players 1 --games 50 --seed 3");
    let sim = run("sim --bot greedy --players 1 --games 25 --seed 3 --json");
    let sim: Value = serde_json::from_str(&printed(&sim)).unwrap();
    assert_eq!(alone["bots"][0]["mean"], sim["mean"]);
    assert_eq!(both["bots"][1]["mean"], sim["mean"]);
    assert_eq!(both["seatings"], "alone");
    assert_eq!(number(&both["bots"][0]["fair_share"]), 0.5);
    assert_eq!(alone["pairs"], Value::Array(Vec::new()));
}

#[test]
fn at_least_one_deal_is_played() {
    let figures = json("--bots random,greedy --players 4 --games 1");
    assert_eq!(
        (&figures["deals"], &figures["games"]),
        (&Value::from(1), &Value::from(6))
    );
    // One deal says nothing about how far it may be off.
    assert_eq!(figures["bots"][0]["mean_interval"], Value::Null);
    assert_eq!(figures["pairs"][0]["difference_interval"], Value::Null);
    assert_eq!(
        figures["bots"][0]["seats"],
        Value::from(12),
        "each bot has two of four seats"
    );
}

#[test]
fn rulings_and_variants_are_named() {
    let dice = json("--bots random,greedy --games 4 --ruling forfeit_always=true");
    assert_eq!(dice["rulings"], serde_json::json!({ "forfeit_always": "true" }));
    let push = json("--game push --variant risk --bots random,club --games 4");
    assert_eq!(push["rulings"], serde_json::json!({ "variant": "risk" }));
}

#[test]
fn people_get_a_table() {
    let output = run("arena --bots random,greedy --games 201");
    let text = printed(&output);
    for words in [
        "Très Futé, 2 players: 100 deals, 200 games, seed 1",
        "A deal is 2 games: every seating on the same luck.",
        "wins %",
        "µs p95",
        "random − greedy",
        "±",
    ] {
        assert!(text.contains(words), "{words} is missing:\n{text}");
    }
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    assert_eq!(
        complaint(&output),
        "",
        "there is no progress bar without a terminal"
    );
    let text = printed(&run("arena --bots random,greedy --players 1 --games 2"));
    assert!(text.contains("each bot alone on the same luck"), "{text}");
}

#[test]
fn bad_input_is_refused_in_a_sentence() {
    for (args, words) in [
        (
            "--bots random,gredy",
            "there is no player `gredy`; did you mean `greedy`?",
        ),
        ("--bots random,", "there is no player ``"),
        ("", "--bots"),
        (
            "--game push --bots greedy,random",
            "PUSH has no player `greedy`; it has random",
        ),
        ("--bots random,random", "`random` is named twice"),
        (
            "--game push --bots random --players 1",
            "PUSH is for 2 to 6 players, not 1",
        ),
        (
            "--bots random,greedy --players 5",
            "this game is for 1 to 4 players, not 5",
        ),
        (
            "--bots random --players 0",
            "the number of players must be a whole number",
        ),
        (
            "--bots random --games 0",
            "the number of games must be a whole number from 1",
        ),
        ("--bots random --games 1e13", "the number of games"),
        (
            "--bots random --games -1",
            "the number of games must be a whole number",
        ),
        ("--bots random --threads 0", "the number of threads"),
        ("--bots random --seed x", "a seed is a whole number"),
        ("--bots random --game tres-fut", "did you mean `tres-fute`?"),
        ("--bots random --variant risk", "--variant is for PUSH"),
    ] {
        fails(&format!("arena {args}"), 2, words);
    }
}

#[test]
fn more_bots_than_seats_are_refused() {
    let names: Vec<&str> = TableGame::BOTS.iter().map(|bot| bot.name()).collect();
    // Two seats are the fewest of a table.
    if names.len() > 2 {
        fails(
            &format!("arena --bots {} --players 2", names.join(",")),
            2,
            &format!(
                "{} bots cannot sit at a table for 2; give more --players",
                names.len()
            ),
        );
    }
}

#[cfg(unix)]
#[test]
fn an_interrupted_match_prints_what_it_has() {
    let child = common::start(finaud("arena --bots random,greedy --games 1e12 --json"));
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
    assert!(figures["deals"].as_u64().unwrap() > 0);
    assert!(
        complaint(&output).contains("interrupted after"),
        "{}",
        complaint(&output)
    );
}
