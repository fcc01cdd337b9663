//! Whatever the text, reading a sheet gives a sheet or problems; a sheet it gives can be played to the end, and its zones
//! can be read cell by cell on the way.
#![no_main]

use finaud_fuzz::{play_at_random, views_are_consistent};
use finaud_rules::{Game, Sheet, TableGame};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let reading = Sheet::read(text);
    let Some(sheet) = reading.sheet else {
        assert!(
            reading.problems.iter().any(|problem| problem.is_error()),
            "no sheet, and no word why"
        );
        return;
    };
    let seats = 1 + text.len() % 4;
    let game = TableGame::new(sheet, seats).expect("1 to 4 players can play any sheet");
    let mut events = 0;
    play_at_random(&game, game.start(), text.len() as u64, 2000, |position| {
        assert_eq!(game.violations(position), []);
        events += 1;
        // Views are made for people: looking now and then is enough.
        if events % 50 == 0 {
            for player in position.players() {
                views_are_consistent(game.sheet(), player);
            }
        }
    });
});
