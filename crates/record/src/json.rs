//! From JSON to plain data, with faults that say where they are.

use serde::de::DeserializeOwned;
use serde_json::Value;

/// The longest sentence about a value.
const LONGEST: usize = 300;

/// Reads plain data.
pub(crate) fn from_value<T: DeserializeOwned>(value: &Value) -> Result<T, String> {
    T::deserialize(value).map_err(|fault| {
        let fault = fault
            .to_string()
            .replace("expected u8", "expected a number from 0 to 255");
        fault
            .chars()
            .filter(|letter| !letter.is_control())
            .take(LONGEST)
            .collect()
    })
}

/// Tries to read a part and notes the fault, if there is one, with its place.
pub(crate) fn probe<T: DeserializeOwned>(value: &Value, place: &str, faults: &mut Vec<String>) {
    if let Err(fault) = from_value::<T>(value) {
        faults.push(format!("{}: {fault}", place.replace(char::is_control, "")));
    }
}
