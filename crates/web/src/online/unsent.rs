//! What must not be lost with a window: kept on the device one by one, so that any other window at the same seat can send it.

use finaud_online::{Client, TableId, Unsent};

use crate::my_tables::UNSENT;
use crate::storage;

fn prefix(table: TableId) -> String {
    format!("{UNSENT}{table}.")
}

/// Does this text belong to what windows at this table share?
pub(super) fn is_shared(table: TableId, name: &str) -> bool {
    name.starts_with(&prefix(table))
}

/// Takes up what other windows have kept, and keeps what this one has. What is worth nothing any more is forgotten.
pub(super) fn share(client: &mut Client, table: TableId) {
    let prefix = prefix(table);
    for name in storage::names(&prefix) {
        let unsent = storage::read(&name).and_then(|text| serde_json::from_str::<Unsent>(&text).ok());
        if !unsent.is_some_and(|unsent| client.take_up(unsent)) {
            storage::remove(&name);
        }
    }
    for unsent in client.unsent() {
        let name = format!("{prefix}{}", unsent.name());
        if let Ok(text) = serde_json::to_string(&unsent)
            && storage::read(&name).as_ref() != Some(&text)
        {
            // If the device refuses, it is kept in memory and the page says so.
            let _ = storage::write(&name, &text);
        }
    }
}
