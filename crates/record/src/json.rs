//! From JSON to plain data, with errors that say where they are.

use std::fmt;

use finaud_rules::Message;
use serde::de::{DeserializeOwned, DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

/// The longest sentence about a value.
const LONGEST: usize = 300;

/// Reads JSON in which no object has a key twice: one of the two values would be lost without a word.
///
/// ```
/// use finaud_record::parse_json;
/// assert_eq!(parse_json(r#"{"a":[1,2]}"#).unwrap()["a"][1], 2);
/// let error = parse_json(r#"{"a":1,"a":2}"#).unwrap_err();
/// assert_eq!(error.to_string(), "the key `a` is given twice at line 1 column 10");
/// ```
pub fn parse_json(text: &str) -> serde_json::Result<Value> {
    let mut reader = serde_json::Deserializer::from_str(text);
    let value = UniqueKeys.deserialize(&mut reader)?;
    reader.end()?;
    Ok(value)
}

/// Builds a value, key by key.
struct UniqueKeys;

impl<'de> DeserializeSeed<'de> for UniqueKeys {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for UniqueKeys {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any JSON value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(Value::Number(value.into()))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(Value::Number(value.into()))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(Number::from_f64(value).map_or(Value::Null, Value::Number))
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(Value::String(value.into()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element_seed(UniqueKeys)? {
            list.push(item);
        }
        Ok(Value::Array(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
        let mut object = Map::new();
        while let Some(key) = entries.next_key::<String>()? {
            if object.contains_key(&key) {
                let shown = crate::words::quote(&key);
                return Err(A::Error::custom(format!("the key {shown} is given twice")));
            }
            let value = entries.next_value_seed(UniqueKeys)?;
            object.insert(key, value);
        }
        Ok(Value::Object(object))
    }
}

/// Reads plain data. What is wrong with it is said in English only: these are the words of the reader of plain data.
pub(crate) fn from_value<T: DeserializeOwned>(value: &Value) -> Result<T, Message> {
    T::deserialize(value).map_err(|error| {
        let error = error
            .to_string()
            .replace("expected u8", "expected a number from 0 to 255");
        let harmless = error.chars().filter(|letter| !letter.is_control());
        harmless.take(LONGEST).collect::<String>().into()
    })
}

/// An error and its place.
fn at(place: &str, what: Message) -> Message {
    Message::new("read.at", "{place}: {what}")
        .with("place", place.replace(char::is_control, ""))
        .with("what", what)
}

/// Tries to read a part and notes the error, if there is one, with its place.
pub(crate) fn probe<T: DeserializeOwned>(value: &Value, place: &str, errors: &mut Vec<Message>) {
    if let Err(error) = from_value::<T>(value) {
        errors.push(at(place, error));
    }
}

/// The same for a part that is an object: a list of its values in some order would do for the reader of plain data, and
/// would mean something else with the next field.
pub(crate) fn probe_object<T: DeserializeOwned>(value: &Value, place: &str, errors: &mut Vec<Message>) {
    if value.is_object() {
        probe::<T>(value, place, errors);
    } else {
        errors.push(at(
            place,
            Message::new("read.no-object", "it should be an object"),
        ));
    }
}
