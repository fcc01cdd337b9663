//! `finaud train`, and what was learned in the other commands.

mod common;

use std::path::Path;

use common::{complaint, fails, fails_in, finaud, folder, json, printed, run_with};
use finaud_rules::builtin_text;

/// Runs it in a folder and gives what it printed and what it noted.
fn says(folder: &Path, args: &str) -> (String, String) {
    let mut command = finaud(args);
    command.current_dir(folder);
    let output = run_with(command, "");
    assert!(output.status.success(), "finaud {args}: {}", complaint(&output));
    (printed(&output), complaint(&output))
}

const SMALL: &str = "--held-out 2 --threads 1 --out own.weights";

#[test]
fn a_training_goes_on_with_the_same_command_and_its_weights_can_be_lent() {
    let folder = folder("train");
    let (told, _) = says(&folder, &format!("train --game tres-fute --games 256 {SMALL}"));
    assert!(told.contains("0 games so far"), "{told}");
    assert!(told.contains("written to own.weights"), "{told}");
    let (told, _) = says(&folder, &format!("train --game tres-fute --games 512 {SMALL}"));
    assert!(told.contains("256 games so far"), "{told}");
    let file = std::fs::read(folder.join("own.weights")).unwrap();
    let header = String::from_utf8_lossy(&file[..400]).into_owned();
    for line in [
        "finaud weights 1",
        "game: tres-fute",
        "games: 512",
        "held out: 1 players: mean",
        "command: finaud train --game tres-fute",
    ] {
        assert!(header.contains(line), "{line}: {header}");
    }
    let (lent, _) = says(&folder, "sim --weights own.weights --bot expert -n 3 --json");
    let own = json("sim --bot expert -n 3 --json");
    let lent: serde_json::Value = serde_json::from_str(&lent).unwrap();
    assert!(
        lent["mean"].as_f64() < own["mean"].as_f64(),
        "two generations teach little"
    );

    fails_in(
        &folder,
        "sim --game hyper-fute --weights own.weights --bot expert",
        1,
        "these weights are for tres-fute",
    );
    fails_in(
        &folder,
        "sim --players 2 --weights own.weights --bot expert",
        1,
        "not for tres-fute with 2-4 players",
    );
    std::fs::write(folder.join("short.weights"), &file[..file.len() / 2]).unwrap();
    fails_in(&folder, "sim --weights short.weights", 1, "cut short or altered");
    fails_in(
        &folder,
        "sim --weights missing.weights",
        1,
        "missing.weights cannot be opened",
    );
    std::fs::write(folder.join("poem.weights"), "Roses are red").unwrap();
    fails_in(
        &folder,
        "sim --weights poem.weights",
        1,
        "this is no file of weights",
    );
    fails_in(
        &folder,
        &format!("train --games 512 --seed 9 {SMALL}"),
        1,
        "belongs to another training",
    );
    fails_in(
        &folder,
        &format!("train --players many --games 512 {SMALL}"),
        1,
        "belongs to another training",
    );
    fails_in(
        &folder,
        &format!("train --games 9 --weights own.weights {SMALL}"),
        2,
        "not from --weights",
    );
    std::fs::write(folder.join("own.weights.training"), "Violets are blue").unwrap();
    fails_in(
        &folder,
        &format!("train --games 512 {SMALL}"),
        1,
        "move it away to begin anew",
    );
}

#[test]
fn learned_weights_learn_on_without_luck() {
    let folder = folder("train-outcomes");
    says(&folder, &format!("train --game tres-fute --games 256 {SMALL}"));
    let on =
        "train --game tres-fute --games 256 --held-out 2 --threads 1 --from own.weights --out on.weights";
    says(&folder, &format!("{on} --outcomes 3"));
    let file = std::fs::read(folder.join("on.weights")).unwrap();
    let header = String::from_utf8_lossy(&file[..400]).into_owned();
    assert!(header.contains("--from own.weights --games 256"), "{header}");
    assert!(header.contains(" --outcomes 3 --out FILE"), "{header}");
    // It goes on only as what it was.
    fails_in(&folder, on, 1, "belongs to another training");
    fails_in(
        &folder,
        &format!("{on} --outcomes 5000"),
        2,
        "the number of outcomes",
    );
}

#[test]
fn a_best_response_is_learned_at_one_table_and_meets_its_opponents_in_the_arena() {
    let folder = folder("train-against");
    let train = "train --game push --players 3 --variant risk --games 256 --held-out 6 --threads 1 --out best.weights";
    let (told, _) = says(&folder, &format!("{train} --against club,expert"));
    assert!(
        told.starts_with("PUSH for 3 players,")
            && told.contains("against club, expert: risk for 3:")
            && !told.contains("for 2"),
        "{told}"
    );
    let file = std::fs::read(folder.join("best.weights")).unwrap();
    let header = String::from_utf8_lossy(&file[..600]).into_owned();
    assert!(
        header.contains("--variant risk --players 3 --against club,expert --games 256"),
        "{header}"
    );
    // It goes on only against the same opponents.
    fails_in(&folder, train, 1, "belongs to another training");
    // Without opponents of its own it is measured against `club`, at the table it learns at.
    let alone = "train --game push --players 3 --variant risk --games 64 --held-out 6 --threads 1 --out alone.weights";
    let (told, _) = says(&folder, alone);
    assert!(told.contains("against club: risk for 3: "), "{told}");
    // A file may be an opponent, too.
    let on = "train --game push --players 2 --games 256 --held-out 4 --threads 1 --out on.weights";
    let (told, _) = says(&folder, &format!("{on} --against expert:best.weights"));
    assert!(told.contains("against expert:best.weights: for 2:"), "{told}");

    let arena = "arena --game push --players 3 -n 60 --json --bots";
    let (told, _) = says(&folder, &format!("{arena} expert:best.weights,expert --one-seat"));
    let figures: serde_json::Value = serde_json::from_str(&told).unwrap();
    assert_eq!(figures["seatings"], "one against");
    assert_eq!(figures["games_per_deal"], 3);
    let [best, expert] = &figures["bots"].as_array().unwrap()[..] else {
        panic!("{told}");
    };
    assert_eq!(best["bot"], "expert:best.weights");
    assert_eq!((&best["games"], &best["seats"]), (&60.into(), &60.into()));
    assert_eq!((&expert["games"], &expert["seats"]), (&60.into(), &120.into()));
    assert!((best["fair_share"].as_f64().unwrap() - 1.0 / 3.0).abs() < 1e-9);
    assert!(
        best["win_share"].as_f64().unwrap() < 0.3,
        "a generation teaches little: {told}"
    );
    for (bots, code, says) in [
        ("expert:none.weights,expert", 1, "none.weights cannot be opened"),
        ("expert:best.weights.training,expert", 1, "no file of weights"),
        (
            "club:best.weights,expert",
            2,
            "`club` has learned nothing at PUSH",
        ),
        ("expert,expert", 2, "named twice"),
        ("expert,club,master --one-seat", 2, "--one-seat takes two --bots"),
    ] {
        fails_in(&folder, &format!("{arena} {bots}"), code, says);
    }
    fails_in(
        &folder,
        "arena --players 1 --bots expert,club --one-seat",
        2,
        "2 bots cannot sit at a table for 1",
    );
}

#[test]
fn several_learn_from_what_one_has_learned() {
    let folder = folder("train-from");
    says(
        &folder,
        "train --game hyper-fute --games 256 --held-out 2 --threads 1 --out one.weights",
    );
    let many =
        "train --game hyper-fute --players many --games 256 --held-out 3 --threads 1 --out many.weights";
    says(&folder, &format!("{many} --from one.weights"));
    let file = std::fs::read(folder.join("many.weights")).unwrap();
    let header = String::from_utf8_lossy(&file[..400]).into_owned();
    assert!(
        header.contains("--players many --from one.weights --games 256"),
        "{header}"
    );
    // It goes on only as what it was.
    fails_in(&folder, many, 1, "belongs to another training");
    let other = "train --game tres-fute --players many --games 256 --out other.weights";
    fails_in(
        &folder,
        &format!("{other} --from one.weights"),
        2,
        "one.weights is for hyper-fute with 1 players; --from takes weights of tres-fute",
    );
    fails_in(
        &folder,
        &format!("{other} --from none.weights"),
        1,
        "none.weights cannot be read",
    );
    fails_in(
        &folder,
        &format!("{other} --from many.weights.training"),
        1,
        "this is no file of weights",
    );
    assert!(
        !folder.join("other.weights.training").exists(),
        "nothing is begun"
    );
}

#[test]
fn a_sheet_nobody_learned_is_played_all_the_same_and_the_levels_say_so() {
    let folder = folder("unlearned");
    let sheet = builtin_text("tres-fute").unwrap();
    let sheet = sheet.replacen("id = \"tres-fute\"", "id = \"mine\"", 1);
    std::fs::write(folder.join("mine.toml"), sheet).unwrap();
    for bot in ["club", "expert", "master"] {
        let (_, note) = says(&folder, &format!("sim --game mine.toml --bot {bot} -n 1 --json"));
        assert!(
            note.contains("nobody has learned the sheet `mine`, but it is nearly `tres-fute`"),
            "{note}"
        );
    }
    let (_, note) = says(&folder, "sim --game mine.toml --bot greedy -n 1 --json");
    assert_eq!(note, "");
    // Its own weights are all it lacks.
    says(&folder, &format!("train --game mine.toml --games 256 {SMALL}"));
    let (_, note) = says(
        &folder,
        "sim --game mine.toml --weights own.weights --bot expert -n 1 --json",
    );
    assert_eq!(note, "");
}

#[test]
fn the_table_of_strength_has_a_line_for_each_level_and_the_next_lower_one() {
    let folder = folder("strength");
    let (table, _) = says(
        &folder,
        "strength --game tres-fute --players 1 -n 6 --master-games 2",
    );
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!(lines.len(), 2 + 4, "{table}");
    for (line, level) in lines[2..].iter().zip(["novice", "club", "expert", "master"]) {
        assert!(
            line.starts_with(&format!("| Très Futé | 1 | `{level}` |")),
            "{line}"
        );
        assert_eq!(line.matches('|').count(), lines[0].matches('|').count(), "{line}");
    }
}

#[test]
fn absurd_wishes_are_refused() {
    fails(
        "train --games 0 --out x",
        2,
        "the number of games must be a whole number",
    );
    fails("train --rate 2 --out x", 2, "`2` is no number from 0 to 1");
    fails("train --lambda nan --out x", 2, "`nan` is no number from 0 to 1");
    fails(
        "train --players 7 --out x",
        2,
        "--players is `1`, `many` or a number of players, not `7`",
    );
    fails("train --players 5 --out x", 2, "players, not 5");
    fails("train --game push --out x", 2, "for several players");
    fails("train --against expert --out x", 2, "nobody to play --against");
    fails(
        "train --game push --players many --against exprt --out x",
        2,
        "did you mean `expert`?",
    );
    fails(
        "train --game push --players many --against greedy --out x",
        2,
        "greedy",
    );
    fails("train --game nothing --out x", 2, "there is no game `nothing`");
    fails("train --games 10", 2, "--out");
    fails(
        "strength --games 0",
        2,
        "the number of games must be a whole number",
    );
    fails("strength --game nothing", 2, "there is no game `nothing`");
    fails("strength --game push --players 1", 2, "players, not 1");
    fails("strength --game tres-fute --players 5", 2, "players, not 5");
    fails("train --games 9 --out no/such/folder/x", 1, "cannot be written");
}
