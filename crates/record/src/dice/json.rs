//! Positions as JSON: the fields of [`Setup`], with faults that say where they are.

use finaud_rules::{BoxesSetup, DieSetup, SeatSetup, Setup, ZoneSetup};
use serde_json::Value;

use crate::json::{from_value, probe};
use crate::notation::ParseError;

/// Reads a setup. The parts are tried first, the innermost before the outer ones, so that a fault has a place.
pub(super) fn setup(value: &Value) -> Result<Setup, ParseError> {
    if !value.is_object() {
        return Err(ParseError::because(
            "a position is an object with `game`, `round`, `turn`, `roll`, `phase`, `seats`",
        ));
    }
    let mut faults = Vec::new();
    for key in ["round", "turn", "roll", "rerolls"] {
        value
            .get(key)
            .into_iter()
            .for_each(|number| probe::<u8>(number, key, &mut faults));
    }
    for (name, die) in members(value, "dice") {
        probe::<DieSetup>(die, &format!("dice.{name}"), &mut faults);
    }
    for (index, seat) in value
        .get("seats")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .enumerate()
    {
        let place = format!("seats[{index}]");
        let before = faults.len();
        for (name, zone) in members(seat, "zones") {
            probe::<ZoneSetup>(zone, &format!("{place}.zones.{name}"), &mut faults);
        }
        for (name, boxes) in members(seat, "boxes") {
            probe::<BoxesSetup>(boxes, &format!("{place}.boxes.{name}"), &mut faults);
        }
        if faults.len() == before {
            probe::<SeatSetup>(seat, &place, &mut faults);
        }
    }
    if faults.is_empty() {
        match from_value(value) {
            Ok(setup) => return Ok(setup),
            Err(fault) => faults.push(fault),
        }
    }
    Err(ParseError::all(faults))
}

fn members<'a>(value: &'a Value, key: &str) -> impl Iterator<Item = (&'a String, &'a Value)> {
    value.get(key).and_then(Value::as_object).into_iter().flatten()
}
