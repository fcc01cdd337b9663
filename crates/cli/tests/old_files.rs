//! Files of version 0.1, kept in `testdata`: every command still reads them.

mod common;

use common::{complaint, finaud, folder, json, printed, run_with};
use serde_json::Value;

const OLD: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/0.1");

/// The old records, with the argument that names their sheet where it is not built in.
fn records(argument: &str) -> Vec<(String, String)> {
    let files = std::fs::read_dir(format!("{OLD}/records")).unwrap();
    let mut names: Vec<String> = files
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    assert!(names.len() >= 10, "{names:?}");
    let with_sheet = |name: String| {
        let own = name.starts_with("fox-hole");
        let sheet = own.then(|| format!(" {argument} {OLD}/fox-hole.toml"));
        (name, sheet.unwrap_or_default())
    };
    names.into_iter().map(with_sheet).collect()
}

fn text(record: &str) -> String {
    std::fs::read_to_string(format!("{OLD}/records/{record}")).unwrap()
}

#[test]
fn old_records_replay_to_their_results() {
    for (name, sheet) in records("--sheet") {
        let replayed = json(&format!("replay {OLD}/records/{name} --json{sheet}"));
        let text = text(&name);
        let result = text.lines().find_map(|line| line.strip_prefix("result: "));
        let scores = replayed["scores"].as_array().unwrap().iter();
        let points: Vec<String> = scores.map(|score| score["points"].to_string()).collect();
        assert_eq!(Some(points.join(" ").as_str()), result, "{name}");
        assert_eq!(replayed["over"], true, "{name}");
        let events = text.lines().filter(|line| line.starts_with("  ")).count();
        assert_eq!(replayed["events"].as_array().unwrap().len(), events, "{name}");
    }
}

#[test]
fn old_games_that_were_left_go_on() {
    let folder = folder("old-games");
    for (name, sheet) in records("--game") {
        let text = text(&name);
        let lines: Vec<&str> = text
            .lines()
            .filter(|line| !line.starts_with("result: "))
            .collect();
        let half = lines[..lines.len() / 2].join("\n");
        std::fs::write(folder.join(&name), half + "\n").unwrap();
        let mut command = finaud(&format!("play --resume {name}{sheet}"));
        command.current_dir(&folder);
        let output = run_with(command, "");
        assert!(output.status.success(), "{name}: {}", complaint(&output));
        assert!(printed(&output).contains("The game is over."), "{name}");
    }
}

#[test]
fn old_records_are_analysed_and_reviewed() {
    for (name, sheet) in records("--game") {
        let file = format!("{OLD}/records/{name}");
        let analysed = json(&format!("analyse {file} --json --nodes 0{sheet}"));
        assert!(analysed["played"].is_object(), "{name}: {analysed}");
        let reviewed = json(&format!("review {file} --json --nodes 0{sheet}"));
        assert_ne!(reviewed, Value::Null, "{name}");
    }
}

#[test]
fn old_weights_play_as_they_did() {
    let figures = json(&format!(
        "sim --game {OLD}/fox-hole.toml --weights {OLD}/weights/fox-hole.1.weights --bot expert --games 20 \
         --seed 4 --json"
    ));
    assert_eq!(figures["mean"], 133.4);
}
