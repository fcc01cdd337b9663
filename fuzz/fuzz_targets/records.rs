//! Whatever the text, reading a record gives a game or a sentence; a game it gives is written and read back the same.
#![no_main]

use finaud_fuzz::{WithGame, with_game};
use finaud_record::{Notation, Record, RecordHeader};
use libfuzzer_sys::fuzz_target;

struct Read<'a>(&'a str);

impl WithGame for Read<'_> {
    fn with<G: Notation>(self, game: &G) {
        let Ok(replayed) = Record::read(game, self.0) else {
            return;
        };
        let again = Record::read(game, &replayed.record.write(game)).expect("what is written can be read");
        assert_eq!(again.state, replayed.state);
        assert_eq!(again.record, replayed.record);
    }
}

fuzz_target!(|text: &str| {
    if let Ok(header) = RecordHeader::read(text) {
        with_game(
            &header.game,
            usize::from(header.players),
            &header.options,
            Read(text),
        );
    }
});
