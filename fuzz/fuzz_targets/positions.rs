//! Whatever the line, reading a position gives a position or faults; a position it gives is valid, is written and read
//! back the same, and can be played on.
#![no_main]

use finaud_fuzz::play_at_random;
use finaud_record::{Notation, setup_names};
use finaud_rules::{TableGame, builtin};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|line: &str| {
    let Some((id, seats)) = setup_names(line) else {
        return;
    };
    let Some(sheet) = builtin(&id) else { return };
    let Ok(game) = TableGame::new(sheet.clone(), seats) else {
        return;
    };
    let Ok(position) = game.read_position(line) else {
        return;
    };
    assert_eq!(game.violations(&position), []);
    assert_eq!(game.read_position(&game.position_text(&position)), Ok(position));
    assert_eq!(
        game.read_position_json(&game.position_json(&position)),
        Ok(position)
    );
    play_at_random(&game, position, line.len() as u64, 60);
});
