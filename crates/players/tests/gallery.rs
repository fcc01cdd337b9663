//! The gallery: its sheets are right, can be played by any number of people, and stand apart from the games.

use finaud_players::learned::{Learnable, built_in};
use finaud_players::{Random, play_out};
use finaud_rules::{
    Game, MAX_SEATS, Next, Provenance, Sheet, SoloGame, TableGame, builtin, builtin_ids, builtin_text,
    gallery_ids,
};

#[test]
fn every_sheet_is_right_and_its_own() {
    let ids = gallery_ids();
    assert!(ids.len() >= 6, "{ids:?}");
    for id in ids {
        let reading = Sheet::read(builtin_text(id).unwrap());
        assert_eq!(reading.problems, [], "{id}");
        let sheet = reading.sheet.unwrap();
        assert_eq!((sheet.id.as_str(), sheet.provenance), (id, Provenance::Custom));
        assert!(!builtin_ids().contains(&id), "{id} is among the games");
        assert!(!sheet.ratings.is_empty(), "{id} has no titles");
    }
}

#[test]
fn every_sheet_is_played_to_the_end_by_any_number() {
    for id in gallery_ids() {
        for players in 1..=MAX_SEATS {
            let game = TableGame::new(builtin(id).unwrap().clone(), players).unwrap();
            for seed in 0..20 {
                let mut bots: Vec<Random> =
                    (0..players as u64).map(|seat| Random::new(seed + seat)).collect();
                let over = play_out(&game, seed, &mut bots, &mut Vec::new()).state;
                assert_eq!(
                    game.next(&over),
                    Next::Over,
                    "{id}, {players} players, seed {seed}"
                );
                let violations = game.violations(&over);
                assert!(violations.is_empty(), "{id}: {violations:?}");
            }
        }
    }
}

#[test]
fn weights_that_are_there_fit_their_sheet() {
    for id in gallery_ids() {
        let sheet = builtin(id).unwrap();
        let alone = SoloGame::new(sheet.clone(), 1).unwrap();
        let together = TableGame::new(sheet.clone(), 3).unwrap();
        if let Some(weights) = built_in(id, alone.player_range()) {
            assert!(alone.accepts(weights).is_ok(), "{id}");
        }
        if let Some(weights) = built_in(id, together.player_range()) {
            assert!(together.accepts(weights).is_ok(), "{id}");
        }
    }
}
