//! Positions as JSON: the fields of [`PushSetup`], with faults that say where they are.

use finaud_rules::push::{PushPhase, PushSeat, PushSetup};
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::json::{from_value, probe};
use crate::notation::ParseError;

/// Reads a setup. The parts are tried first, so that a fault has a place.
pub(super) fn setup(value: &Value) -> Result<PushSetup, ParseError> {
    if !value.is_object() {
        return Err(ParseError::because(
            "a position is an object with `game`, `current`, `phase`, `seats`",
        ));
    }
    let mut faults = Vec::new();
    for key in ["current", "rolls", "switches"] {
        try_field::<u8>(value, key, &mut faults);
    }
    try_field::<Option<u8>>(value, "taker", &mut faults);
    try_field::<PushPhase>(value, "phase", &mut faults);
    try_field::<Option<String>>(value, "card", &mut faults);
    try_field::<Vec<Vec<String>>>(value, "columns", &mut faults);
    try_field::<Vec<String>>(value, "discard", &mut faults);
    try_field::<Option<Vec<String>>>(value, "pile", &mut faults);
    let seats = value.get("seats").and_then(Value::as_array);
    for (index, seat) in seats.into_iter().flatten().enumerate() {
        probe::<PushSeat>(seat, &format!("seats[{index}]"), &mut faults);
    }
    if faults.is_empty() {
        match from_value(value) {
            Ok(setup) => return Ok(setup),
            Err(fault) => faults.push(fault),
        }
    }
    Err(ParseError::all(faults))
}

fn try_field<T: DeserializeOwned>(value: &Value, key: &str, faults: &mut Vec<String>) {
    if let Some(field) = value.get(key) {
        probe::<T>(field, key, faults);
    }
}
