//! Positions as JSON: the fields of [`Setup`], with errors that say where they are.

use finaud_rules::{BoxesSetup, DieSetup, Message, SeatSetup, Setup, ZoneSetup};
use serde_json::Value;

use crate::json::{from_value, probe, probe_object};
use crate::notation::ParseError;

/// Reads a setup. The parts are tried first, the innermost before the outer ones, so that a error has a place.
pub(super) fn setup(value: &Value) -> Result<Setup, ParseError> {
    if !value.is_object() {
        return Err(ParseError::because(Message::new(
            "position.no-object",
            "a position is an object with `game`, `round`, `turn`, `roll`, `phase`, `seats`",
        )));
    }
    let mut errors = Vec::new();
    for key in ["round", "turn", "roll", "rerolls"] {
        value
            .get(key)
            .into_iter()
            .for_each(|number| probe::<u8>(number, key, &mut errors));
    }
    for (name, die) in members(value, "dice") {
        probe_object::<DieSetup>(die, &format!("dice.{name}"), &mut errors);
    }
    for (index, seat) in value
        .get("seats")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .enumerate()
    {
        let place = format!("seats[{index}]");
        let before = errors.len();
        for (name, zone) in members(seat, "zones") {
            probe_object::<ZoneSetup>(zone, &format!("{place}.zones.{name}"), &mut errors);
        }
        for (name, boxes) in members(seat, "boxes") {
            probe_object::<BoxesSetup>(boxes, &format!("{place}.boxes.{name}"), &mut errors);
        }
        if errors.len() == before {
            probe_object::<SeatSetup>(seat, &place, &mut errors);
        }
    }
    if errors.is_empty() {
        match from_value(value) {
            Ok(setup) => return Ok(setup),
            Err(error) => errors.push(error),
        }
    }
    Err(ParseError::all(errors))
}

fn members<'a>(value: &'a Value, key: &str) -> impl Iterator<Item = (&'a String, &'a Value)> {
    value.get(key).and_then(Value::as_object).into_iter().flatten()
}
