//! Positions as JSON: the fields of [`Setup`], with faults that say where they are.

use finaud_rules::{BoxesSetup, DieSetup, SeatSetup, Setup, ZoneSetup};
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::notation::Unreadable;

/// Reads a setup. The parts are tried first, the innermost before the outer ones, so that a fault has a place.
pub(super) fn setup(value: &Value) -> Result<Setup, Unreadable> {
    if !value.is_object() {
        return Err(Unreadable::because(
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
        match Setup::deserialize_from(value) {
            Ok(setup) => return Ok(setup),
            Err(fault) => faults.push(fault),
        }
    }
    Err(Unreadable::all(faults))
}

fn members<'a>(value: &'a Value, key: &str) -> impl Iterator<Item = (&'a String, &'a Value)> {
    value.get(key).and_then(Value::as_object).into_iter().flatten()
}

fn probe<T: DeserializeOwned>(value: &Value, place: &str, faults: &mut Vec<String>) {
    if let Err(fault) = T::deserialize_from(value) {
        faults.push(format!("{}: {fault}", place.replace(char::is_control, "")));
    }
}

trait DeserializeFrom: Sized {
    fn deserialize_from(value: &Value) -> Result<Self, String>;
}

impl<T: DeserializeOwned> DeserializeFrom for T {
    fn deserialize_from(value: &Value) -> Result<T, String> {
        T::deserialize(value).map_err(|fault| {
            let fault = fault
                .to_string()
                .replace("expected u8", "expected a number from 0 to 255");
            fault
                .chars()
                .filter(|letter| !letter.is_control())
                .take(300)
                .collect()
        })
    }
}
