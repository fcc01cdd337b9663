//! Whatever the line, reading a position gives a position or errors; a position it gives is valid, is written and read
//! back the same, and can be played on.
#![no_main]

use finaud_fuzz::{game, play_at_random};
use finaud_record::{Notation, setup_names};
use finaud_table::with_game;
use libfuzzer_sys::fuzz_target;

fn read<G: Notation>(game: &G, line: &str) {
    let Ok(start) = game.read_position(line) else {
        return;
    };
    // Reading checks what it reads, so a state that reads back is a valid one.
    let reads_back = |state: &G::State| {
        let text = game.position_text(state);
        assert_eq!(game.read_position(&text).as_ref(), Ok(state), "{text}");
    };
    reads_back(&start);
    assert_eq!(game.read_position_json(&game.position_json(&start)), Ok(start));
    play_at_random(game, start, line.len() as u64, 60, reads_back);
}

fuzz_target!(|line: &str| {
    let Some((id, seats)) = setup_names(line) else {
        return;
    };
    // The line does not tell the variant of PUSH; a dice game has none.
    for options in [&[][..], &[("variant".into(), "risk".into())]] {
        if let Some(game) = game(id, seats, options) {
            with_game!(&game, game => read(game, line));
        }
    }
});
