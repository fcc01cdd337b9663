//! `finaud sheet report`, run as the program it is.

mod common;

use common::{fails, fails_in, finaud, folder, json, printed, run, run_with};

#[test]
fn a_report_tells_how_a_sheet_plays() {
    let told = printed(&run("sheet report tres-fute -n 5"));
    for words in [
        "Très Futé: what solo games say about the sheet",
        "5 games of `expert`, which has learned this sheet (seed 1).",
        "Results",
        "Points by zone",
        "start of round 1",
        "yellow, diagonal",
        "which die of the roll, and where",
        "Luck and skill",
        "Compared with the built-in sheets",
    ] {
        assert!(told.contains(words), "{words}: {told}");
    }
    assert!(!told.contains("seat 1"), "{told}");
    let told = printed(&run("sheet report tres-fute -n 3 --players 3"));
    assert!(told.contains("games of 3") && told.contains("seat 3"), "{told}");
}

/// The shape of the JSON: programs rely on these keys.
#[test]
fn the_json_has_its_keys() {
    let report = json("sheet report melange-fute -n 3 --players 2 --json");
    let keys =
        |value: &serde_json::Value| -> Vec<String> { value.as_object().unwrap().keys().cloned().collect() };
    assert_eq!(
        keys(&report),
        [
            "bonuses",
            "close_within",
            "foxes",
            "game",
            "games",
            "length",
            "luck",
            "name",
            "played",
            "players",
            "questions",
            "results",
            "seats",
            "seed",
            "zones"
        ]
    );
    assert_eq!(
        keys(&report["results"]),
        [
            "counts",
            "max",
            "mean",
            "median",
            "min",
            "p10",
            "p90",
            "sd",
            "standard_error"
        ]
    );
    assert_eq!(
        keys(&report["zones"][0]),
        ["cells", "filled", "lowest", "name", "points", "sd"]
    );
    assert_eq!(
        keys(&report["zones"][0]["cells"][0]),
        ["cell", "column", "filled", "round", "row"]
    );
    assert_eq!(
        keys(&report["bonuses"][0]),
        ["award", "lost", "place", "round", "won"]
    );
    assert_eq!(keys(&report["foxes"]), ["count", "points", "printed", "shares"]);
    assert_eq!(
        keys(&report["length"]),
        ["actions", "decisions", "rolls", "turns"]
    );
    assert_eq!(
        keys(&report["luck"]),
        [
            "beginner",
            "beginner_wins",
            "games",
            "sd_without",
            "share",
            "skill_share"
        ]
    );
    assert_eq!(keys(&report["seats"][1]), ["mean", "wins"]);
    assert_eq!(report["played"]["by"], "learned");
    assert_eq!(report["bonuses"][0]["place"]["round"], 1);
    assert_eq!((&report["players"], &report["games"]), (&2.into(), &3.into()));
}

#[test]
fn threads_make_no_difference() {
    let one = printed(&run("sheet report hyper-fute -n 6 --threads 1 --json"));
    assert_eq!(
        one,
        printed(&run("sheet report hyper-fute -n 6 --threads 3 --json"))
    );
}

#[test]
fn drawings_and_a_page_are_written() {
    let folder = folder("sheet-report");
    let mut command = finaud("sheet report tres-fute -n 2 --html page.html --svg picture.svg");
    command.current_dir(&folder);
    assert!(run_with(command, "").status.success());
    let page = std::fs::read_to_string(folder.join("page.html")).unwrap();
    assert!(
        page.starts_with("<!doctype html>") && page.contains("<svg"),
        "{page}"
    );
    let picture = std::fs::read_to_string(folder.join("picture.svg")).unwrap();
    assert!(
        picture.starts_with("<svg") && picture.contains("yellow"),
        "{picture}"
    );
}

#[test]
fn wrong_wishes_get_a_sentence() {
    fails("sheet report push", 2, "PUSH");
    fails("sheet report tres-fut", 2, "tres-fut");
    fails(
        "sheet report tres-fute -n 0",
        2,
        "the number of games must be a whole number from 1 to",
    );
    fails("sheet report tres-fute --players 5", 2, "5");
    fails(
        "sheet report tres-fute --weights nowhere.weights",
        1,
        "nowhere.weights",
    );
    let folder = folder("sheet-report-wrong");
    std::fs::write(folder.join("broken.toml"), "format = 1\nzones = 7\n").unwrap();
    fails_in(&folder, "sheet report broken.toml", 1, "broken.toml");
    std::fs::write(folder.join("no.weights"), "these are no weights").unwrap();
    fails_in(
        &folder,
        "sheet report tres-fute --weights no.weights",
        1,
        "no.weights",
    );
    fails_in(
        &folder,
        "sheet report tres-fute -n 1 --svg missing/a.svg",
        1,
        "missing/a.svg",
    );
}
