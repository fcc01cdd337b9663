//! Sheets that are somebody's own, and weights for them: posted once, fetched by their hashes.

use std::sync::Arc;

use axum::Json;
use axum::body::Body;
use axum::extract::{Extension, Path, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use finaud_online::wire::{MOST_SHEET_BYTES, MOST_WEIGHTS_BYTES};
use finaud_online::{Refused, SheetHash, WeightsHash};
use finaud_players::learned::{Learnable as _, Weights};
use finaud_rules::{MAX_SEATS, Problem, Sheet, TableGame};
use finaud_table::{GameError, read_sheet};
use serde_json::json;

use super::{Api, failed, fresh, no, read_bytes};
use crate::front::Peer;
use crate::metrics::count;
use crate::node::Lane;
use crate::store::{Posted, PostedFile};

/// So many problems of a sheet are told.
const MOST_TOLD: usize = 20;
/// What is fetched by its hash never changes.
const FOR_EVER: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");

/// Keeps a sheet, if somebody can play on it.
pub(super) async fn put_sheet(
    State(api): State<Arc<Api>>,
    Extension(peer): Extension<Peer>,
    Path(hash): Path<String>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Response> {
    let hash: SheetHash = hash.parse().map_err(|_| no(Refused::WrongHash))?;
    let bytes = read_bytes(body, MOST_SHEET_BYTES).await?;
    let text = String::from_utf8(bytes).map_err(|_| no(Refused::Unreadable))?;
    if SheetHash::of(&text) != hash {
        return Err(no(Refused::WrongHash));
    }
    let hash = hash.to_string();
    if api.is_posted(&hash).await? {
        return Ok(kept(StatusCode::OK, &hash));
    }
    api.count_sheet(peer, &headers).map_err(no)?;
    let thinkers = api.node.thinkers();
    let checked = thinkers.think(Lane::OwnSheets, move || Some(check(&text).map(|_| text)));
    let text = checked
        .await
        .ok_or_else(|| no(Refused::BadSheet))?
        .map_err(bad_sheet)?;
    let file = PostedFile {
        hash,
        sheet: None,
        used: api.node.now().0 as i64,
        body: text.into_bytes(),
    };
    api.post(&file).await
}

/// Keeps weights for a sheet, if bots can go by them.
pub(super) async fn put_weights(
    State(api): State<Arc<Api>>,
    Extension(peer): Extension<Peer>,
    Path((sheet, hash)): Path<(String, String)>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Response> {
    let hash: WeightsHash = hash.parse().map_err(|_| no(Refused::WrongHash))?;
    let sheet: SheetHash = sheet.parse().map_err(|_| no(Refused::NoSuchSheet))?;
    let bytes = read_bytes(body, MOST_WEIGHTS_BYTES).await?;
    if WeightsHash::of(&bytes) != hash {
        return Err(no(Refused::WrongHash));
    }
    let (hash, sheet) = (hash.to_string(), sheet.to_string());
    if api.is_posted(&hash).await? {
        return Ok(kept(StatusCode::OK, &hash));
    }
    let of = api.file(&sheet).await?.filter(|file| file.sheet.is_none());
    let of = of.ok_or_else(|| no(Refused::NoSuchSheet))?;
    api.count_sheet(peer, &headers).map_err(no)?;
    let thinkers = api.node.thinkers();
    let checked = thinkers.think(Lane::OwnSheets, move || {
        let weights = Weights::read(&bytes).ok()?;
        let sheet = check(std::str::from_utf8(&of.body).ok()?).ok()?;
        let fits = (1..=MAX_SEATS).any(|players| {
            TableGame::new(sheet.clone(), players).is_ok_and(|game| game.accepts(&weights).is_ok())
        });
        fits.then_some(bytes)
    });
    let body = checked.await.ok_or_else(|| no(Refused::BadWeights))?;
    let file = PostedFile {
        hash,
        sheet: Some(sheet),
        used: api.node.now().0 as i64,
        body,
    };
    api.post(&file).await
}

/// A sheet, as it was posted.
pub(super) async fn sheet(
    State(api): State<Arc<Api>>,
    Path(hash): Path<String>,
) -> Result<Response, Response> {
    let file = api.file(&hash).await?.filter(|file| file.sheet.is_none());
    Ok(fetched(file, "text/plain; charset=utf-8"))
}

/// Weights for a sheet, as they were posted.
pub(super) async fn weights(
    State(api): State<Arc<Api>>,
    Path((sheet, hash)): Path<(String, String)>,
) -> Result<Response, Response> {
    let of_sheet = |file: &PostedFile| file.sheet.as_ref() == Some(&sheet);
    let file = api.file(&hash).await?.filter(of_sheet);
    Ok(fetched(file, "application/octet-stream"))
}

/// A file of this kind, or that there is none.
fn fetched(file: Option<PostedFile>, kind: &'static str) -> Response {
    let Some(file) = file else {
        return no(Refused::NoSuchSheet);
    };
    let kind = HeaderValue::from_static(kind);
    let headers = [(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, FOR_EVER)];
    (headers, file.body).into_response()
}

/// A sheet on which any number of people can play, by the loader that everybody uses.
fn check(text: &str) -> Result<Sheet, GameError> {
    let sheet = read_sheet(text)?;
    for players in 1..=MAX_SEATS {
        let game = TableGame::new(sheet.clone(), players);
        game.map_err(|error| GameError::Players(error.message()))?;
    }
    Ok(sheet)
}

/// A sheet that is refused, with what is wrong with it.
fn bad_sheet(error: GameError) -> Response {
    let problems: Vec<String> = match &error {
        GameError::Sheet(problems) => problems
            .iter()
            .take(MOST_TOLD)
            .map(|problem: &Problem| problem.message().to_string())
            .collect(),
        other => vec![other.to_string()],
    };
    let why = json!({ "refused": { "why": Refused::BadSheet, "problems": problems } });
    fresh(StatusCode::UNPROCESSABLE_ENTITY, why)
}

fn kept(status: StatusCode, hash: &str) -> Response {
    (status, Json(json!({ "hash": hash }))).into_response()
}

impl Api {
    /// Is there a file of this hash? Then it is used again from now on.
    async fn is_posted(&self, hash: &str) -> Result<bool, Response> {
        let there = self.node.store().use_posted(hash, self.node.now().0 as i64);
        there.await.map_err(|error| self.unavailable(&error))
    }

    async fn file(&self, hash: &str) -> Result<Option<PostedFile>, Response> {
        let file = self.node.store().posted(hash).await;
        file.map_err(|error| self.unavailable(&error))
    }

    /// Refuses one file too many from where it comes. Those that are known already are not counted.
    fn count_sheet(&self, peer: Peer, headers: &HeaderMap) -> Result<(), Refused> {
        match self.addresses.sheet(self.address(peer, headers)) {
            true => Ok(()),
            false => Err(Refused::TooManySheets),
        }
    }

    async fn post(&self, file: &PostedFile) -> Result<Response, Response> {
        let room = self.node.limits().sheet_room;
        let posted = self.node.store().post(file, room).await;
        match posted.map_err(|error| self.unavailable(&error))? {
            Posted::New => {
                count(&self.node.metrics.posted);
                Ok(kept(StatusCode::CREATED, &file.hash))
            }
            Posted::Known => Ok(kept(StatusCode::OK, &file.hash)),
            Posted::NoRoom => {
                tracing::warn!("there is no room for more sheets");
                Err(failed(&Refused::NoRoom.into()))
            }
        }
    }
}
