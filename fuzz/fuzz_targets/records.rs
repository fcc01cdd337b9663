//! Whatever the text, reading a record gives a game or a sentence; a game it gives is written and read back the same,
//! also at a table that is set up from it.
#![no_main]

use finaud_fuzz::game;
use finaud_record::{Notation, Record, RecordHeader};
use finaud_table::{RestoreError, Table, with_game};
use libfuzzer_sys::fuzz_target;

/// How many events the record has, if it can be read.
fn read<G: Notation>(game: &G, text: &str) -> Option<usize> {
    let replayed = Record::read(game, text).ok()?;
    let again = Record::read(game, &replayed.record.write(game)).expect("what is written can be read");
    assert_eq!(again.state, replayed.state);
    assert_eq!(again.record, replayed.record);
    Some(replayed.record.events.len())
}

fuzz_target!(|text: &str| {
    let Ok(header) = RecordHeader::read(text) else {
        return;
    };
    let Some(game) = game(&header.game, usize::from(header.players), &header.options) else {
        assert!(Table::restore(text, None).is_err());
        return;
    };
    let events = with_game!(&game, game => read(game, text));
    match Table::restore(text, None) {
        Ok(table) => {
            assert_eq!(Some(table.steps()), events);
            // The table keeps what matters to the game; what it writes is what it is set up from again.
            let written = table.record_text();
            let again = Table::restore(&written, None).expect("what is written can be read");
            assert_eq!(again.record_text(), written);
            assert_eq!(again.position_text(), table.position_text());
            assert_eq!(again.chairs(), table.chairs());
        }
        // A game does not go on with other rules.
        Err(RestoreError::OtherEdition(_)) => {}
        Err(error) => assert_eq!(events, None, "{error}"),
    }
});
