//! PUSH in every command: the same surfaces, but cards and other numbers of players.

mod common;

use std::path::Path;
use std::process::Output;

use common::{answers, complaint, fails, finaud, folder, json, play, printed, run, run_with, timeless};

/// Runs a command with one more argument that has blanks in it.
fn run_on(args: &str, last: &str) -> Output {
    let mut command = finaud(args);
    command.arg(last);
    run_with(command, "")
}

/// Replays this record.
fn replay(record: &str, args: &str) -> Output {
    run_with(finaud(&format!("replay - {args}")), record)
}

/// The record cannot be replayed, and the sentence says why.
#[track_caller]
fn no_game(record: &str, says: &str) {
    let output = replay(record, "");
    let said = complaint(&output);
    assert!(said.contains(says) && said.lines().count() == 1, "{said}");
    assert_eq!(
        (output.status.code(), printed(&output).as_str()),
        (Some(1), ""),
        "{said}"
    );
}

/// A whole game of bots, written down.
fn record(folder: &Path, players: usize, variant: &str) -> String {
    let seats = " --seat =club --seat =random".repeat(3);
    let seats: Vec<&str> = seats.split(" --").skip(1).take(players).collect();
    let file = format!("bots-{players}-{variant}.txt");
    let args = format!(
        "push --variant {variant} --seed 5 --save {file} --{}",
        seats.join(" --")
    );
    let text = play(folder, &args, "");
    assert!(text.contains("The game is over."), "{text}");
    std::fs::read_to_string(folder.join(file)).unwrap()
}

#[test]
fn people_and_bots_play_to_the_end() {
    let folder = folder("push-play");
    for (seats, players) in [
        ("", 2),
        (
            "--seat Ada --seat =club --seat Bo --seat =random --seat =club --seat Cy",
            6,
        ),
    ] {
        for variant in ["standard", "risk"] {
            let file = format!("{players}-{variant}.txt");
            let args = format!("push --variant {variant} --seed 2 --save {file} {seats}");
            let text = play(&folder, &args, &answers(3));
            assert!(text.contains("The game is over."), "{text}");
            assert!(
                text.contains(&format!("The seed of this game: push-p{players}-2")),
                "{text}"
            );
            let long = text.lines().find(|line| line.chars().count() > 80);
            assert_eq!(long, None, "a line is too long");
            let saved = std::fs::read_to_string(folder.join(&file)).unwrap();
            assert_eq!(
                saved.contains("\noption variant: risk\n"),
                variant == "risk",
                "{saved}"
            );
            let replayed = replay(&saved, "--quiet");
            assert!(replayed.status.success(), "{}", complaint(&replayed));
        }
    }
}

#[test]
fn a_game_that_was_left_goes_on_in_its_variant() {
    let folder = folder("push-resume");
    let choices = "1\n2\n".repeat(600);
    play(&folder, "push --variant risk --seed 8 --save whole.txt", &choices);
    let left = play(
        &folder,
        "push --variant risk --seed 8 --save left.txt",
        "1\n2\n1\n2\nq\n",
    );
    assert!(
        left.contains("Saved. Go on with: finaud play --resume left.txt"),
        "{left}"
    );
    let rest = play(&folder, "--resume left.txt", &choices);
    assert!(rest.contains("The game is over."), "{rest}");
    let read = |file: &str| std::fs::read_to_string(folder.join(file)).unwrap();
    assert_eq!(read("left.txt"), read("whole.txt"));
}

#[test]
fn real_cards_and_the_real_die_are_typed_in() {
    let folder = folder("push-real");
    // What is the only choice is played unasked: the first draw, the first place, and what Bo takes.
    let typed = "red +5\nred 7\nr5\ndraw\nred 5\ndraw\ndie\nplace 1\nstop\ntake 1\nsix\nred\nq\n";
    let args = "push --real-dice --seat Ada --seat Bo --save game.txt";
    let text = play(&folder, args, typed);
    for words in [
        "Turn the next card and type it",
        "`red +5` is no card: it should be a colour with a value from 1 to 6",
        "`red 7` is no card",
        "Roll the die and type what it shows",
        "The die cannot show `six`",
    ] {
        assert!(text.contains(words), "{words} is missing:\n{text}");
    }
    let saved = std::fs::read_to_string(folder.join("game.txt")).unwrap();
    assert!(
        saved.ends_with("  card die\n  1 place 1\n  1 stop\n  1 take 1\n  die red\n  2 take 1\n"),
        "{saved}"
    );
}

#[test]
fn simulations_share_out_the_victories() {
    for players in 2..=6 {
        for variant in ["standard", "risk"] {
            let figures = json(&format!(
                "sim --game push --players {players} --variant {variant} --bot club --games 60 --json"
            ));
            let shares: Vec<f64> = figures["win_shares"]
                .as_array()
                .unwrap()
                .iter()
                .map(|share| share.as_f64().unwrap())
                .collect();
            assert_eq!(shares.len(), players, "{figures}");
            assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{figures}");
            assert_eq!(figures["seats"].as_array().unwrap().len(), players);
            let chosen = if variant == "risk" {
                serde_json::json!({ "variant": "risk" })
            } else {
                serde_json::json!({})
            };
            assert_eq!(figures["rulings"], chosen);
            let zones = &figures["zones"];
            let parts = zones["open"].as_f64().unwrap() + zones["protected"].as_f64().unwrap();
            assert!(
                (parts - figures["mean"].as_f64().unwrap()).abs() < 1e-9,
                "{figures}"
            );
            assert!(
                figures.get("foxes").is_none() && figures.get("ratings").is_none(),
                "{figures}"
            );
        }
    }
}

#[test]
fn the_variant_and_the_player_matter_and_threads_do_not() {
    let figures = |args: &str| timeless(json(&format!("sim --game push -p 3 --games 300 --json {args}")));
    let mean = |args: &str| figures(args)["mean"].as_f64().unwrap();
    let (usual, risky) = (mean("--bot club"), mean("--bot club --variant risk"));
    assert!(risky < usual, "the star takes cards: {risky} and {usual}");
    assert_ne!(mean("--bot random"), usual);
    let alone = figures("--threads 1");
    assert_eq!(alone, figures("--threads 7"));
}

#[test]
fn a_simulation_without_a_number_of_players_is_of_two() {
    assert_eq!(json("sim --game push --games 5 --json")["players"], 2);
    assert_eq!(json("sim --games 5 --json")["players"], 1);
}

#[test]
fn people_get_a_table_with_a_row_for_each_seat() {
    let text = printed(&run("sim --game push -p 6 --variant risk --games 100"));
    for words in [
        "PUSH, 6 players: 100 games by random",
        "ruling variant = risk",
        "protected",
        "seat 6  mean",
        "wins",
    ] {
        assert!(text.contains(words), "{words} is missing:\n{text}");
    }
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
}

#[test]
fn a_game_is_told_to_its_end() {
    let folder = folder("push-replay");
    for (players, variant) in [(2, "risk"), (3, "standard"), (6, "risk")] {
        let record = record(&folder, players, variant);
        let text = printed(&replay(&record, ""));
        assert!(text.starts_with(&format!("PUSH, {players} players\n")), "{text}");
        assert!(
            text.contains("\nturn of seat 1\n    1  seat 1 (club): draw\n    2  card "),
            "{text}"
        );
        assert!(text.contains("the game is over"), "{text}");
        let told = record
            .lines()
            .find_map(|line| line.strip_prefix("result: "))
            .unwrap();
        let quiet = printed(&replay(&record, "--quiet"));
        let rows = quiet.lines().filter(|line| line.starts_with("seat "));
        let totals: Vec<&str> = rows.filter_map(|line| line.split_whitespace().last()).collect();
        assert_eq!(totals.join(" "), told, "{quiet}");
        assert!(quiet.contains("  open  protected   total\n"), "{quiet}");
    }
}

#[test]
fn a_record_cut_off_anywhere_is_unfinished_or_refused_in_a_sentence() {
    let record = record(&folder("push-cut"), 2, "risk");
    // A game that was broken off has no result yet.
    let result = record.lines().find(|line| line.starts_with("result: ")).unwrap();
    let record = record.replace(&format!("{result}\n"), "");
    let head = record.find("\n\n").unwrap();
    for cut in (0..head + 200).step_by(11) {
        let output = replay(&record[..cut], "--quiet");
        let (said, text) = (complaint(&output), printed(&output));
        match output.status.code() {
            Some(0) => assert!(
                text.contains("goes on") && said.is_empty(),
                "cut at {cut}: {text}"
            ),
            code => {
                assert_eq!((code, said.lines().count()), (Some(1), 1), "cut at {cut}: {said}");
                assert!(said.starts_with("finaud: the record: "), "{said}");
            }
        }
    }
    let middle = record.find("\n  1 draw\n").unwrap();
    let text = printed(&replay(&record[..middle + 10], "--quiet"));
    assert!(
        text.contains("After one event the game goes on: dice or cards come next."),
        "{text}"
    );
    assert!(text.contains("\npush phase=drawing / /\n"), "{text}");
}

#[test]
fn altered_records_are_refused_with_the_line() {
    let record = record(&folder("push-altered"), 3, "risk");
    let first = record
        .lines()
        .position(|line| line.starts_with("  card "))
        .unwrap()
        + 1;
    let card = record.lines().nth(first - 1).unwrap();
    let with = |from: &str, to: &str| {
        assert!(record.contains(from), "{from}\n{record}");
        record.replacen(from, to, 1)
    };
    no_game(
        &with(card, "  card red +5"),
        &format!("line {first}: `card red +5` is not possible"),
    );
    no_game(
        &with(card, "  die star"),
        "it is time to turn a card, not to roll the die",
    );
    no_game(
        &with("  1 place new", "  1 place 1"),
        &format!("line {}: `place 1` is not possible", first + 1),
    );
    no_game(
        &with("option variant: risk", "option variant: rsk"),
        "did you mean `risk`?",
    );
    no_game(
        &with("option variant: risk", "option star: all"),
        "there is no option `star`",
    );
    no_game(
        &with("players: 3", "players: 2"),
        "seat 3 is named, but 2 people play",
    );
    for players in ["1", "7"] {
        let short = format!("finaud record 1\ngame: push\nplayers: {players}\n");
        no_game(&short, &format!("PUSH is for 2 to 6 players, not {players}"));
    }
    let impossible =
        "finaud record 1\ngame: push\nplayers: 2\nposition: push phase=taking taker=2 columns=r1|b1|g1 / /\n";
    no_game(impossible, "so many columns are left only after a bust");
}

#[test]
fn perft_counts_cards_and_faces() {
    let nodes = |args: &str, depth: &str| {
        let text = printed(&run(&format!(
            "perft --game push {args} --depth {depth} --luck all"
        )));
        let line = text
            .lines()
            .find(|line| line.trim_start().starts_with(&format!("{depth} ")));
        line.unwrap().split_whitespace().nth(1).unwrap().to_string()
    };
    // Draw, then 30 number cards and a Die card; with three players a Switch card too.
    assert_eq!(nodes("", "2"), "31");
    assert_eq!(nodes("--players 3", "2"), "32");
    // Five faces leave four colours, the star all of them or none; drawing is possible besides.
    let position = "push phase=rolling taker=2 rolls=1 discard=die,die / / zone=r1,b2,g3,y4,p5";
    for (variant, count) in [("standard", "31"), ("risk", "26")] {
        let output = run_on(
            &format!("perft --game push --variant {variant} --depth 2 --luck all --position"),
            position,
        );
        let last = printed(&output).lines().last().unwrap().to_string();
        assert!(last.split_whitespace().take(2).eq(["2", count]), "{last}");
    }
}

#[test]
fn the_bench_measures_cards_too() {
    let figures = json("bench --game push --players 6 --variant risk --seconds 0.05 --threads 1 --json");
    assert_eq!(
        (&figures["game"], &figures["players"]),
        (&"push".into(), &6.into())
    );
    assert!(
        figures["decisions_per_second"].as_f64().unwrap() > 1.0,
        "{figures}"
    );
    let text = printed(&run("bench --game push --seconds 0.05 --threads 1"));
    assert!(
        text.starts_with("PUSH, 2 players") && text.contains("decisions/s"),
        "{text}"
    );
}

#[test]
fn what_push_is_not_is_said_in_a_sentence() {
    for command in ["sim", "bench", "perft"] {
        let alone = format!("{command} --game push --players 1");
        fails(&alone, 2, "PUSH is for 2 to 6 players, not 1");
        let crowd = format!("{command} --game push --players 7");
        fails(
            &crowd,
            2,
            "the number of players must be a whole number from 1 to 6",
        );
        let variant = format!("{command} --game push --variant rsk");
        fails(
            &variant,
            2,
            "the variant is `standard` or `risk`, not `rsk`, did you mean `risk`?",
        );
        let ruling = format!("{command} --game push --ruling forfeit_always=true");
        fails(&ruling, 2, "PUSH has no rulings to choose; it has --variant");
    }
    fails(
        "sim --game tres-fute --variant risk",
        2,
        "--variant is for PUSH; a dice game has --ruling",
    );
    fails(
        "sim --game push --bot greedy",
        2,
        "PUSH has no player `greedy`; it has random, novice, club, expert, master",
    );
    fails("sheet show push", 2, "PUSH is played with cards: it has no sheet");
    let folder = folder("push-refused");
    let seven = "--seat A ".repeat(7);
    for (args, says) in [
        ("--seat Ada", "players, not 1"),
        (seven.as_str(), "players, not 7"),
        ("--variant wild", "not `wild`"),
        ("--seed push-p3-7K3", "another game"),
        ("--seat Ada --seat Bo=greedy", "has no player `greedy`"),
    ] {
        common::fails_in(&folder, &format!("play push {args}"), 2, says);
    }
}

#[test]
fn impossible_positions_are_refused() {
    for (position, says) in [
        ("push / /zone=die", "`die` is no number card"),
        (
            "push / zone=r1,r1,r1,r1 /",
            "there are more `red 1` cards than the game has",
        ),
        (
            "push phase=taking taker=2 columns=r1|b1|g1 / /",
            "so many columns are left only after a bust",
        ),
        (
            "push phase=rolling taker=1 / /",
            "a Die card that was rolled for is not in the discard",
        ),
        ("push / / /", "players given: 3, in a game for 2"),
        ("push phase=aft", "`aft` is no phase"),
        ("", "should begin with the name of the game"),
    ] {
        let output = run_on("perft --game push --position", position);
        let said = complaint(&output);
        assert!(
            said.starts_with("finaud: the position cannot be read: ") && said.contains(says),
            "{said}"
        );
        assert_eq!(
            (output.status.code(), printed(&output).as_str()),
            (Some(2), ""),
            "{said}"
        );
    }
}
