//! Who one is on this server: a key on the device, no account. It is made when somebody first wants something that needs it.

use finaud_online::{Key, TableId};
use leptos::prelude::*;
use serde::Deserialize;
use serde_json::{Value, json};

use super::keys::new_key;
use crate::fetch;
use crate::settings::settings;
use crate::storage;

/// Where the key is kept.
const KEPT: &str = "me";

/// The key of this device, if there is one.
pub(super) fn key() -> Option<Key> {
    storage::read(KEPT)?.parse().ok()
}

/// Takes a key over: that of another device.
pub(super) fn take(key: Key) {
    // If the device refuses, it is kept in memory and the page says so.
    let _ = storage::write(KEPT, &String::from(key));
}

/// Forgets the key.
pub(super) fn drop_key() {
    storage::remove(KEPT);
}

/// Asks the server as the player of this device.
pub(super) async fn ask(method: &str, address: &str, body: Option<Value>) -> Option<(u16, Value)> {
    let key = key().map(String::from);
    let body = body.map(|body| body.to_string());
    let (status, text) = fetch::ask(method, address, key.as_deref(), body.as_deref()).await?;
    Some((status, serde_json::from_str(&text).unwrap_or_default()))
}

/// Is known to the server under a name, with a new key if there is none. False if the server does not answer.
pub(super) async fn introduce(name: &str) -> bool {
    if key().is_none() {
        take(new_key());
    }
    let name = json!({ "v": 1, "name": name });
    matches!(ask("PUT", "./api/me", Some(name)).await, Some((200, _)))
}

/// Says at a table who sits there; `rated` is whether the result may change the rating, if that is to be said.
/// Does nothing for somebody who has no key.
pub(super) async fn sit(table: TableId, seat_key: &str, rated: Option<bool>) -> bool {
    let Some(player) = key().map(String::from) else {
        return false;
    };
    let mut body = json!({ "v": 1 });
    if let Some(rated) = rated {
        body["rated"] = rated.into();
    }
    let address = format!("./api/t/{table}/players");
    let keys = (Some(seat_key), Some(player.as_str()));
    let answer = fetch::ask_as("PUT", &address, keys, Some(&body.to_string())).await;
    matches!(answer, Some((200, _)))
}

/// The name by which somebody goes here; empty if they have none.
pub(super) fn name() -> String {
    settings().name.get_untracked().trim().to_owned()
}

/// How strong somebody is at a game, as far as that can be said.
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub(super) struct GameRating {
    pub game: String,
    pub games: u32,
    #[serde(default)]
    pub rating: Option<f64>,
}

/// What the server knows about somebody.
#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
pub(super) struct Known {
    pub name: String,
    #[serde(default)]
    pub ratings: Vec<GameRating>,
}
