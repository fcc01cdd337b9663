//! Whatever the line, reading a position gives a position or faults; a position it gives is valid, is written and read
//! back the same, and can be played on.
#![no_main]

use finaud_fuzz::{WithGame, play_at_random, with_game};
use finaud_record::{Notation, setup_names};
use libfuzzer_sys::fuzz_target;

struct Read<'a>(&'a str);

impl WithGame for Read<'_> {
    fn with<G: Notation>(self, game: &G) {
        let Read(line) = self;
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
}

fuzz_target!(|line: &str| {
    let Some((id, seats)) = setup_names(line) else {
        return;
    };
    with_game(id, seats, &[], Read(line));
    // The line does not tell the variant of PUSH; a dice game has none.
    with_game(id, seats, &[("variant".into(), "risk".into())], Read(line));
});
