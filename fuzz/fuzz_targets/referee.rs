//! Whatever the lines, each gets exactly one answer, which is one line of JSON; a refused line changes nothing.
#![no_main]

use finaud_referee::Session;
use libfuzzer_sys::fuzz_target;

const POSITION: &str = r#"{"do":"position"}"#;

fuzz_target!(|text: &str| {
    let mut session = Session::new();
    for line in text.lines().filter(|line| !line.trim().is_empty()).take(50) {
        let before = session.answer(POSITION);
        let answer = session.answer(line);
        assert!(!answer.contains('\n'), "{answer}");
        let json: serde_json::Value = serde_json::from_str(&answer).expect("an answer is JSON");
        if json["ok"] != true {
            assert_eq!(
                session.answer(POSITION),
                before,
                "{line} was refused and changed something"
            );
        }
    }
});
