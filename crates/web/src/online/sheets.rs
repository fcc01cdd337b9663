//! Sheets of one's own at online tables: sent to the server with a table, fetched from there by whoever comes.

use finaud_online::wire::MOST_WEIGHTS_BYTES;
use finaud_online::{Refused, SheetHash, WeightsHash};
use finaud_table::GameSpec;
use serde::Deserialize;

use super::server::NotOpened;
use crate::fetch;
use crate::own_sheets::{OwnSheet, SHARED};
use crate::storage;
use crate::taught::{self, Kept};

/// What a table on a sheet of one's own names: the sheet, and what the bots have learned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct PostedSheet {
    pub sheet: SheetHash,
    pub weights: Option<WeightsHash>,
}

/// Sends a sheet to the server, unless it is there, and what the bots were taught on this device.
pub(super) async fn post(sheet: &OwnSheet, players: u8) -> Result<PostedSheet, NotOpened> {
    let hash = SheetHash::of(&sheet.text);
    put(&format!("./api/sheets/{hash}"), sheet.text.as_bytes()).await?;
    // Without them the bots borrow what was learned on the nearest sheet.
    let weights = match taught_weights(sheet, players).await {
        Some(bytes) => {
            let weights = WeightsHash::of(&bytes);
            let there = put(&format!("./api/sheets/{hash}/weights/{weights}"), &bytes).await;
            there.ok().map(|()| weights)
        }
        None => None,
    };
    Ok(PostedSheet { sheet: hash, weights })
}

/// What the bots were taught on this device, if they go by it.
async fn taught_weights(sheet: &OwnSheet, players: u8) -> Option<Vec<u8>> {
    let spec = GameSpec {
        game: sheet.id.clone(),
        sheet: Some(sheet.text.clone()),
        options: Vec::new(),
        players: usize::from(players),
    };
    let key = taught::key(&spec.build().ok()?);
    taught::status(&key).await.filter(|status| status.used)?;
    let bytes = taught::read(&key, Kept::Weights).await?;
    (bytes.len() <= MOST_WEIGHTS_BYTES).then_some(bytes)
}

/// A refusal as a server writes it.
#[derive(Deserialize)]
pub(super) struct RefusedAnswer {
    pub refused: Why,
}

#[derive(Deserialize)]
pub(super) struct Why {
    pub why: Refused,
}

async fn put(address: &str, bytes: &[u8]) -> Result<(), NotOpened> {
    let (status, text) = fetch::put(address, bytes).await.ok_or(NotOpened::Silent)?;
    match (status, serde_json::from_str::<RefusedAnswer>(&text)) {
        (200 | 201, _) => Ok(()),
        (_, Ok(answer)) => Err(NotOpened::Refused(answer.refused.why)),
        (429, Err(_)) => Err(NotOpened::Refused(Refused::TooFast)),
        // A server of before, which knows no such sheets.
        (404 | 405, Err(_)) => Err(NotOpened::Refused(Refused::NoSuchGame)),
        (_, Err(_)) => Err(NotOpened::Silent),
    }
}

/// The sheet with this hash, from this device or from the server.
pub(super) async fn fetch(hash: &SheetHash) -> Result<String, NotOpened> {
    if let Some(text) = kept(hash) {
        return Ok(text);
    }
    let answer = fetch::ask("GET", &format!("./api/sheets/{hash}"), None, None).await;
    match answer.ok_or(NotOpened::Silent)? {
        (200, text) if SheetHash::of(&text) == *hash => {
            keep(hash, &text);
            Ok(text)
        }
        (404, _) => Err(NotOpened::Refused(Refused::NoSuchSheet)),
        _ => Err(NotOpened::Silent),
    }
}

/// A sheet that is kept on this device.
pub(super) fn kept(hash: &SheetHash) -> Option<String> {
    let text = storage::read(&format!("{SHARED}{hash}"))?;
    (SheetHash::of(&text) == *hash).then_some(text)
}

/// Keeps a sheet on this device, as long as a table here needs it.
pub(super) fn keep(hash: &SheetHash, text: &str) {
    // If the device refuses, it is kept in memory, and fetched again next time.
    let _ = storage::write(&format!("{SHARED}{hash}"), text);
}
