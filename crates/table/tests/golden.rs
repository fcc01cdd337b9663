//! Complete games by random players, kept as text. A change of the rules, of the notation or of the dice of a seed shows
//! up here as a difference that a person can read.
//!
//! `FINAUD_BLESS=1 cargo test -p finaud-table --test golden` writes the files anew.

use std::path::PathBuf;

use finaud_players::{Roster, seated};
use finaud_record::{Notation, Record};
use finaud_rules::{Push, Seat, SoloGame, TableGame, Variant, builtin, builtin_ids, gallery_ids};
use finaud_table::{Chair, ChanceSource, GameTable};

/// A game to its end, with the position after each turn and the final scores as comments.
fn golden<G: Notation + Roster>(game: G, seed: u64) -> String {
    let chairs = (1..=game.seats())
        .map(|seat| Chair::bot(format!("random {seat}"), "random"))
        .collect();
    let mut table = GameTable::new(game, chairs, ChanceSource::Seed(seed)).unwrap();
    while seated::advance_in(&mut table).is_some() {}
    let game = table.game();
    let mut record = table.record();
    let last = record.events.len() - 1;
    for (index, logged) in record.events.iter_mut().enumerate() {
        let (before, after) = (&table.states()[index], &table.states()[index + 1]);
        if index == last || game.heading(before) != game.heading(after) {
            logged.comments.push(game.position_text(after));
        }
        if index == last {
            let seats = (0..game.seats()).map(|seat| Seat(seat as u8));
            let scores = seats.map(|seat| format!("seat {seat}: {}", game.score_json(after, seat)));
            logged.comments.extend(scores);
        }
    }
    record.write(game)
}

fn compare<G: Notation + Roster + Clone>(game: G, seed: u64) {
    let name = format!("{}-p{}.txt", game.id(), game.seats());
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("tests/golden")
        .join(&name);
    let played = golden(game.clone(), seed);
    if std::env::var_os("FINAUD_BLESS").is_some() {
        std::fs::write(&path, &played).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    for (number, (kept, played)) in kept.lines().zip(played.lines()).enumerate() {
        assert_eq!(kept, played, "{name}, line {}", number + 1);
    }
    assert_eq!(
        kept.len(),
        played.len(),
        "{name} has another length; FINAUD_BLESS=1 writes it"
    );

    // The file is a record like any other.
    let replayed = Record::read(&game, &kept).unwrap();
    assert_eq!(replayed.warnings, []);
    let result: Vec<i32> = (0..game.seats())
        .map(|seat| game.points(&replayed.state, Seat(seat as u8)))
        .collect();
    assert_eq!(replayed.record.header.result, Some(result));
}

#[test]
fn solo_games_go_as_they_went() {
    for (seed, id) in (101..).zip(builtin_ids()) {
        compare(SoloGame::new(builtin(id).unwrap().clone(), 1).unwrap(), seed);
    }
}

#[test]
fn games_of_the_gallery_go_as_they_went() {
    for (seed, id) in (301..).zip(gallery_ids()) {
        let sheet = builtin(id).unwrap();
        compare(SoloGame::new(sheet.clone(), 1).unwrap(), seed);
        compare(TableGame::new(sheet.clone(), 2).unwrap(), seed);
    }
}

#[test]
fn games_of_several_go_as_they_went() {
    for (seed, id) in (201..).zip(builtin_ids()) {
        for players in [2, 3] {
            compare(
                TableGame::new(builtin(id).unwrap().clone(), players).unwrap(),
                seed,
            );
        }
    }
}

#[test]
fn games_of_push_go_as_they_went() {
    compare(Push::new(2, Variant::Standard).unwrap(), 301);
    compare(Push::new(4, Variant::Standard).unwrap(), 302);
    compare(Push::new(6, Variant::Risk).unwrap(), 303);
}
