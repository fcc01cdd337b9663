//! Whom to notify when a table waits for them.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::Response;
use finaud_online::Role;
use serde::Deserialize;
use serde_json::json;

use super::me::PLAYER;
use super::{Api, fresh, key_in, no, read_body, refused};
use crate::push::{Endpoint, SubscriptionBody};
use crate::store::Subscription;

/// How many browsers may be notified for a seat.
const MOST_FOR_A_SEAT: usize = 8;
/// The most letters of the name of a language.
const LANGUAGE_LETTERS: usize = 12;

/// The key with which browsers subscribe.
pub(super) async fn key(State(api): State<Arc<Api>>) -> Response {
    match api.push.pusher(&api.node).await {
        Ok(pusher) => fresh(StatusCode::OK, json!({ "v": 1, "key": pusher.public_key() })),
        Err(error) => api.unavailable(&error),
    }
}

#[derive(Deserialize)]
pub(super) struct Subscribe {
    endpoint: String,
    #[serde(flatten)]
    body: SubscriptionBody,
}

pub(super) async fn subscribe(
    State(api): State<Arc<Api>>,
    Path(table): Path<String>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Response> {
    let seat_key = key_in(&headers, header::AUTHORIZATION).map_err(no)?;
    let player = match headers.contains_key(PLAYER) {
        true => Some(api.known(&key_in(&headers, PLAYER).map_err(no)?).await?.id),
        false => None,
    };
    let Subscribe { endpoint, body } = read_body(&headers, body).await?;
    let pusher = api.push.pusher(&api.node).await;
    let pusher = pusher.map_err(|error| api.unavailable(&error))?;
    let plain = |text: &str| {
        text.bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    };
    let readable = Endpoint::read(&endpoint, pusher.reach()).is_ok()
        && body.keys().is_some()
        && body.lang.len() <= LANGUAGE_LETTERS
        && plain(&body.lang);
    if !readable {
        return Err(refused(StatusCode::BAD_REQUEST, "bad-subscription"));
    }
    let (table, look) = api.seat_of(&table, seat_key).await?;
    let Role::Seat(seat) = look.you else {
        return Err(refused(StatusCode::CONFLICT, "no-seat"));
    };
    let store = api.node.store();
    let known = store.subscriptions(table.as_str(), seat.0).await;
    let known = known.map_err(|error| api.unavailable(&error))?;
    if known.len() >= MOST_FOR_A_SEAT && known.iter().all(|one| one.endpoint != endpoint) {
        return Err(refused(StatusCode::CONFLICT, "too-many-subscriptions"));
    }
    let subscription = Subscription {
        endpoint,
        table: table.to_string(),
        seat: seat.0,
        player,
        body: serde_json::to_string(&body).unwrap_or_default(),
    };
    let kept = store.subscribe(&subscription).await;
    kept.map_err(|error| api.unavailable(&error))?;
    Ok(fresh(StatusCode::OK, json!({ "subscribed": true })))
}

#[derive(Deserialize)]
pub(super) struct Unsubscribe {
    endpoint: String,
}

pub(super) async fn unsubscribe(
    State(api): State<Arc<Api>>,
    Path(table): Path<String>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Response> {
    let seat_key = key_in(&headers, header::AUTHORIZATION).map_err(no)?;
    let Unsubscribe { endpoint } = read_body(&headers, body).await?;
    // What no database could hold is not there.
    if endpoint.chars().any(char::is_control) {
        return Err(refused(StatusCode::BAD_REQUEST, "bad-subscription"));
    }
    let (table, _) = api.seat_of(&table, seat_key).await?;
    let gone = api
        .node
        .store()
        .unsubscribe(&endpoint, Some(table.as_str()))
        .await;
    gone.map_err(|error| api.unavailable(&error))?;
    Ok(fresh(StatusCode::OK, json!({ "subscribed": false })))
}
