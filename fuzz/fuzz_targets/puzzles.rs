//! Whatever the text, reading puzzles gives puzzles or an error; what was read is written and read back the same.
#![no_main]

use finaud_players::puzzle::Collection;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let Ok(read) = Collection::read(text) else {
        return;
    };
    // Numbers are written with one digit behind the point: what was written once stays as it is.
    let written = read.text();
    let again = Collection::read(&written).expect("what was written can be read");
    assert_eq!(again.text(), written);
    for puzzle in &read.puzzles {
        let _ = (
            puzzle.judge("draw"),
            puzzle.solutions().count(),
            puzzle.record_text(),
        );
    }
});
