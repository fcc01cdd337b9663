//! Records of earlier versions, kept in `testdata`: the table at which they were written can be set up again.

use std::path::{Path, PathBuf};

use finaud_players::seated::{advance, check_bots};
use finaud_record::RecordHeader;
use finaud_table::{Table, games};

/// The games that this version had.
const GAMES: [&str; 5] = [
    "tres-fute",
    "tres-fute-deluxe",
    "melange-fute",
    "hyper-fute",
    "push",
];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/0.1")
}

/// The records, and the text of the sheet for those that are played on somebody's own.
fn records() -> Vec<(String, String, Option<String>)> {
    let files = std::fs::read_dir(folder().join("records")).unwrap();
    let mut files: Vec<PathBuf> = files.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let records = files.into_iter().map(|file| {
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&file).unwrap();
        let game = RecordHeader::read(&text).unwrap().game;
        let own = !games().any(|id| id == game);
        let sheet = own.then(|| std::fs::read_to_string(folder().join(format!("{game}.toml"))).unwrap());
        (name, text, sheet)
    });
    records.collect()
}

#[test]
fn old_records_come_to_their_results() {
    let records = records();
    let played = |id: &str| records.iter().any(|(name, ..)| name.starts_with(id));
    assert!(GAMES.into_iter().all(played) && played("fox-hole"));
    for (name, text, sheet) in records {
        let header = RecordHeader::read(&text).unwrap();
        let table = Table::restore(&text, sheet.as_deref()).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(table.is_over(), "{name}");
        let points: Vec<i32> = table.all_seats().map(|seat| table.points(seat)).collect();
        assert_eq!(Some(points), header.result, "{name}");
        assert_eq!(table.options(), header.options, "{name}");
        assert_eq!(table.seed(), header.seed, "{name}");
        check_bots(&table).unwrap_or_else(|error| panic!("{name}: {error}"));

        // What is written today is read today, and says the same.
        let written = table.record_text();
        let again = Table::restore(&written, sheet.as_deref()).unwrap();
        assert_eq!(again.record_text(), written, "{name}");
        assert_eq!(again.steps(), table.steps(), "{name}");
        let events = |text: &str| -> Vec<String> {
            let lines = text.lines().filter(|line| line.starts_with("  "));
            lines.map(Into::into).collect()
        };
        assert_eq!(events(&written), events(&text), "{name}");
    }
}

#[test]
fn the_dice_of_an_old_seed_still_fall_the_same_way() {
    for (name, text, sheet) in records() {
        let table = Table::restore(&text, sheet.as_deref()).unwrap();
        // Weights may have been learned anew, so what bots choose is taken from the record.
        let mut replayed = table.until(0);
        for step in 0..table.steps() {
            let event = table.event(step).unwrap();
            match replayed.apply_seeded() {
                Some(outcome) => assert_eq!(outcome, event, "{name}, event {}", step + 1),
                None => replayed.apply(event).unwrap(),
            }
        }
        assert!(replayed.is_over(), "{name}");
        // A game that was left in the middle goes on with its bots.
        let mut left = table.until(table.steps() / 2);
        while advance(&mut left).is_some() {}
        assert!(left.is_over(), "{name}");
    }
}
