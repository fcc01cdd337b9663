//! Positions as JSON: the fields of [`PushSetup`], with errors that say where they are.

use finaud_rules::Message;
use finaud_rules::push::{PushPhase, PushSeat, PushSetup};
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::json::{from_value, probe, probe_object};
use crate::notation::ParseError;

/// Reads a setup. The parts are tried first, so that a error has a place.
pub(super) fn setup(value: &Value) -> Result<PushSetup, ParseError> {
    if !value.is_object() {
        return Err(ParseError::because(Message::new(
            "position.no-push-object",
            "a position is an object with `game`, `current`, `phase`, `seats`",
        )));
    }
    let mut errors = Vec::new();
    for key in ["current", "rolls", "switches"] {
        try_field::<u8>(value, key, &mut errors);
    }
    try_field::<Option<u8>>(value, "taker", &mut errors);
    try_field::<PushPhase>(value, "phase", &mut errors);
    try_field::<Option<String>>(value, "card", &mut errors);
    try_field::<Vec<Vec<String>>>(value, "columns", &mut errors);
    try_field::<Vec<String>>(value, "discard", &mut errors);
    try_field::<Option<Vec<String>>>(value, "pile", &mut errors);
    let seats = value.get("seats").and_then(Value::as_array);
    for (index, seat) in seats.into_iter().flatten().enumerate() {
        probe_object::<PushSeat>(seat, &format!("seats[{index}]"), &mut errors);
    }
    if errors.is_empty() {
        match from_value(value) {
            Ok(setup) => return Ok(setup),
            Err(error) => errors.push(error),
        }
    }
    Err(ParseError::all(errors))
}

fn try_field<T: DeserializeOwned>(value: &Value, key: &str, errors: &mut Vec<Message>) {
    if let Some(field) = value.get(key) {
        probe::<T>(field, key, errors);
    }
}
