//! Talking with a session.

use finaud_referee::Session;
use serde_json::{Value, json};

/// Asks and returns the answer, good or bad.
pub(crate) fn ask(session: &mut Session, question: &Value) -> Value {
    let line = session.answer(&question.to_string());
    assert!(!line.contains('\n'), "an answer is one line: {line}");
    serde_json::from_str(&line).unwrap_or_else(|error| panic!("the answer is JSON: {error}: {line}"))
}

/// Asks what must be answered well.
pub(crate) fn ask_well(session: &mut Session, question: &Value) -> Value {
    let answer = ask(session, question);
    assert_eq!(answer["ok"], true, "{question} got {answer}");
    answer
}

/// The whole position.
#[allow(dead_code)]
pub(crate) fn position(session: &mut Session) -> Value {
    ask_well(session, &json!({ "do": "position" }))
}

/// A session with a new game.
#[allow(dead_code)]
pub(crate) fn new_game(game: &str, players: usize, seed: u64) -> Session {
    let mut session = Session::new();
    ask_well(
        &mut session,
        &json!({ "do": "new", "game": game, "players": players, "seed": seed }),
    );
    session
}
