//! Whatever the text, reading a record gives a game or a sentence; a game it gives is written and read back the same.
#![no_main]

use finaud_record::{Record, RecordHeader, choose_rulings};
use finaud_rules::{TableGame, builtin};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let Ok(header) = RecordHeader::read(text) else {
        return;
    };
    let Some(sheet) = builtin(&header.game) else {
        return;
    };
    let mut sheet = sheet.clone();
    if choose_rulings(&mut sheet, &header.options).is_err() {
        return;
    }
    let Ok(game) = TableGame::new(sheet, usize::from(header.players)) else {
        return;
    };
    let Ok(replayed) = Record::read(&game, text) else {
        return;
    };
    let again = Record::read(&game, &replayed.record.write(&game)).expect("what is written can be read");
    assert_eq!(again.state, replayed.state);
    assert_eq!(again.record, replayed.record);
});
