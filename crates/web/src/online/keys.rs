//! Keys: drawn by the browser, carried in the part of an address that no server sees, and kept on the device.

use finaud_online::{CommandId, Key, TableId};
use leptos::prelude::*;
use wasm_bindgen::JsValue;

use crate::my_tables::MyTable;
use crate::route::Route;

/// Fills bytes with random ones that nobody can guess.
pub(super) fn random(bytes: &mut [u8]) {
    if let Ok(crypto) = window().crypto() {
        let _ = crypto.get_random_values_with_u8_array(bytes);
    }
}

/// A new key.
pub(super) fn new_key() -> Key {
    let mut key = Key([0; 16]);
    random(&mut key.0);
    key
}

/// The name of a new command.
pub(super) fn new_command() -> CommandId {
    let mut id = CommandId([0; 16]);
    random(&mut id.0);
    id
}

/// What an address of a table says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Place {
    /// The table.
    pub table: TableId,
    /// The key of an invitation.
    pub join: Option<Key>,
    /// The key of a seat.
    pub seat: Option<Key>,
}

impl Place {
    /// Reads what stands after `#/t/`: `NAME`, `NAME/j=KEY`, `NAME/k=KEY`. `None` if a messenger has damaged it.
    pub(super) fn read(text: &str) -> Option<Place> {
        let mut parts = text.split('/');
        let table = parts.next()?.parse().ok()?;
        let mut place = Place {
            table,
            join: None,
            seat: None,
        };
        for part in parts.filter(|part| !part.is_empty()) {
            match part.split_once('=')? {
                ("j", key) => place.join = Some(key.parse().ok()?),
                ("k", key) => place.seat = Some(key.parse().ok()?),
                _ => return None,
            }
        }
        Some(place)
    }

    /// The address of a table with an invitation.
    pub(super) fn invitation(table: &TableId, join: &str) -> String {
        Route::Table(format!("{table}/j={join}")).hash()
    }

    /// The address of a seat: whoever has it plays there.
    pub(super) fn own_seat(table: &TableId, key: &str) -> String {
        Route::Table(format!("{table}/k={key}")).hash()
    }

    /// Moves the keys to the device and out of the address.
    pub(super) fn settle(self) -> MyTable {
        let id = self.table.to_string();
        let kept = MyTable::load(&id);
        let mut table = kept.clone().unwrap_or_else(|| MyTable::new(&id));
        if let Some(join) = self.join {
            table.join = Some(String::from(join));
        }
        if let Some(seat) = self.seat {
            table.key = Some(String::from(seat));
        }
        if kept.as_ref() != Some(&table) {
            table.save();
        }
        if (self.join.is_some() || self.seat.is_some())
            && let Ok(history) = window().history()
        {
            let clean = Route::Table(id).hash();
            let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(&clean));
        }
        table
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read_as_they_are_written() {
        let table = TableId::of_opening(&CommandId([7; 16]));
        let key = Key([0xab; 16]);
        let read = |hash: String| match Route::read(&hash) {
            Route::Table(place) => Place::read(&place),
            other => panic!("{hash} leads to {other:?}"),
        };
        let invited = read(Place::invitation(&table, &String::from(key))).unwrap();
        assert_eq!(
            (invited.table, invited.join, invited.seat),
            (table, Some(key), None)
        );
        let seat = read(Place::own_seat(&table, &String::from(key))).unwrap();
        assert_eq!((seat.table, seat.join, seat.seat), (table, None, Some(key)));
        let watched = read(Route::Table(table.to_string()).hash()).unwrap();
        assert_eq!((watched.join, watched.seat), (None, None));
    }

    #[test]
    fn damaged_addresses_lead_nowhere() {
        let table = TableId::of_opening(&CommandId([7; 16]));
        for damaged in [
            String::new(),
            "nonsense".into(),
            format!("{table}/j="),
            format!("{table}/j=abc"),
            format!("{table}/x=00112233445566778899aabbccddeeff"),
            format!("{table}/hello"),
        ] {
            assert_eq!(Place::read(&damaged), None, "{damaged}");
        }
    }
}
