//! What the server answers about tables: sockets, and the same commands over plain HTTP.

mod daily;
mod me;
mod push;
mod sheets;

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, to_bytes};
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::{Extension, Path, Query, Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse as _, Response};
use axum::routing::{get, post, put};
use axum::{Json, Router};
use finaud_online::wire::{self, MOST_CLIENT_BYTES, ServerMessage};
use finaud_online::{Command, Key, Refused, Role, Seq, TableId};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::front::{Peer, Place};
use crate::limits::AddressBook;
use crate::node::{APP, Failure, Node};
use crate::push::PushService;
use crate::server::Settings;
use crate::socket;

/// How long the body of a request may take.
const BODY_PATIENCE: Duration = Duration::from_secs(10);
/// The same for a file, from a phone with a slow line.
const FILE_PATIENCE: Duration = Duration::from_secs(60);

/// What all answers need.
pub(crate) struct Api {
    pub(crate) node: Arc<Node>,
    pub(crate) addresses: Arc<AddressBook>,
    pub(crate) push: Arc<PushService>,
    pub(crate) settings: Settings,
}

pub(crate) fn routes(api: Arc<Api>) -> Router {
    let counted = Router::new()
        .route("/api/t", post(open))
        .route("/api/t/{table}", get(look).post(act))
        .route("/api/t/{table}/players", get(me::players).put(me::sit))
        .route(
            "/api/t/{table}/push",
            put(push::subscribe).delete(push::unsubscribe),
        )
        .route("/api/sheets/{sheet}", get(sheets::sheet).put(sheets::put_sheet))
        .route(
            "/api/sheets/{sheet}/weights/{weights}",
            get(sheets::weights).put(sheets::put_weights),
        )
        .route("/api/push", get(push::key))
        .route("/api/me", get(me::show).put(me::rename).delete(me::forget))
        .route("/api/daily", get(daily::today).post(daily::begin))
        .route("/api/daily/{day}", get(daily::board))
        .route_layer(from_fn_with_state(Arc::clone(&api), count_request));
    Router::new()
        .route("/api/about", get(about))
        .route("/api/socket", get(connect))
        .merge(counted)
        .with_state(api)
}

/// Refuses a request if it is one too many from where it comes.
async fn count_request(
    State(api): State<Arc<Api>>,
    Extension(peer): Extension<Peer>,
    request: Request,
    next: Next,
) -> Response {
    if !api.addresses.request(api.address(peer, request.headers())) {
        return failed(&Refused::TooFast.into());
    }
    next.run(request).await
}

/// That there is a server at all, for the app.
async fn about(State(api): State<Arc<Api>>) -> Response {
    let about = json!({
        "v": wire::VERSION,
        "app": APP,
        "url": api.settings.public_url,
        "local": api.settings.is_local,
    });
    fresh(StatusCode::OK, about)
}

async fn connect(
    State(api): State<Arc<Api>>,
    Extension(peer): Extension<Peer>,
    Extension(place): Extension<Arc<Place>>,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Response {
    if !is_same_origin(&headers, api.settings.public_url.as_deref()) {
        return refused(StatusCode::FORBIDDEN, "other-origin");
    }
    if api.node.stop_token().is_cancelled() {
        return failed(&Failure::Stopping);
    }
    let Ok(upgrade) = upgrade else {
        return refused(StatusCode::UPGRADE_REQUIRED, "socket-wanted");
    };
    let Some(counted) = api.addresses.socket(api.address(peer, &headers)) else {
        return refused(StatusCode::TOO_MANY_REQUESTS, "too-many-sockets");
    };
    let node = Arc::clone(&api.node);
    socket::bounded(upgrade).on_upgrade(async move |socket| {
        let metrics = Arc::clone(&node.metrics);
        metrics.sockets.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        node.counted(Box::pin(socket::run(socket, Arc::clone(&node))))
            .await;
        metrics.sockets.fetch_sub(1, std::sync::atomic::Ordering::Relaxed);
        drop((counted, place));
    })
}

async fn open(
    State(api): State<Arc<Api>>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
    body: Body,
) -> Response {
    let text = match read(&headers, body).await {
        Ok(text) => text,
        Err(response) => return response,
    };
    let asked = match wire::read_open(&text) {
        Ok(asked) => asked,
        Err(why) => return failed(&why.into()),
    };
    if !api.addresses.table(api.address(peer, &headers)) {
        return refused(StatusCode::TOO_MANY_REQUESTS, "too-many-tables");
    }
    match api.node.open(asked.id, &asked.opening).await {
        Ok((table, seq)) => fresh(StatusCode::CREATED, json!({ "table": table, "seq": seq })),
        Err(failure) => failed(&failure),
    }
}

#[derive(Deserialize)]
struct Since {
    #[serde(default)]
    since: Seq,
}

async fn look(
    State(api): State<Arc<Api>>,
    Path(table): Path<String>,
    since: Result<Query<Since>, axum::extract::rejection::QueryRejection>,
    headers: HeaderMap,
) -> Response {
    let (table, key, since) = match (table.parse::<TableId>(), key_of(&headers), since) {
        (Ok(table), Ok(key), Ok(Query(since))) => (table, key, since.since),
        (Err(_), ..) => return failed(&Refused::NoSuchTable.into()),
        (_, Err(why), _) => return failed(&why.into()),
        (.., Err(_)) => return failed(&Refused::Unreadable.into()),
    };
    match api.node.look(table, key, since).await {
        Ok(look) => {
            let seat = match look.you {
                Role::Seat(seat) => json!(seat.0 + 1),
                _ => Value::Null,
            };
            let answer = json!({ "seq": look.seq, "seat": seat, "view": look.view, "events": look.entries });
            fresh(StatusCode::OK, answer)
        }
        Err(failure) => failed(&failure),
    }
}

async fn act(
    State(api): State<Arc<Api>>,
    Path(table): Path<String>,
    headers: HeaderMap,
    body: Body,
) -> Response {
    let text = match read(&headers, body).await {
        Ok(text) => text,
        Err(response) => return response,
    };
    let asked = wire::read_do(&text);
    let (table, key, asked) = match (table.parse::<TableId>(), key_of(&headers), asked) {
        (Ok(table), Ok(key), Ok(asked)) => (table, key, asked),
        (Err(_), ..) => return failed(&Refused::NoSuchTable.into()),
        (_, Err(why), _) | (.., Err(why)) => return failed(&why.into()),
    };
    let id = asked.id;
    let command = Command::new(id, asked.at, asked.what);
    match api.node.act(table, key, command).await {
        Ok(seq) => fresh(StatusCode::OK, json!(ServerMessage::Ack { id, seq })),
        Err(failure) => failed(&failure),
    }
}

impl Api {
    /// Whom a request comes from: the address before the last proxy, if there is one that we were told of.
    fn address(&self, peer: Peer, headers: &HeaderMap) -> IpAddr {
        if !self.settings.behind_proxy {
            return peer.0;
        }
        let last = headers.get_all("x-forwarded-for").iter().next_back();
        let named = last.and_then(|value| value.to_str().ok()?.rsplit(',').next()?.trim().parse().ok());
        named.unwrap_or(peer.0)
    }
}

/// The body of a request, if it is JSON and short.
async fn read(headers: &HeaderMap, body: Body) -> Result<String, Response> {
    let kind = headers
        .get(header::CONTENT_TYPE)
        .and_then(|kind| kind.to_str().ok());
    let essence = kind.and_then(|kind| kind.split(';').next()).map(str::trim);
    // A form of another site cannot send this kind without asking first.
    if !essence.is_some_and(|kind| kind.eq_ignore_ascii_case("application/json")) {
        return Err(refused(StatusCode::UNSUPPORTED_MEDIA_TYPE, "json-wanted"));
    }
    let bytes = read_within(body, MOST_CLIENT_BYTES, BODY_PATIENCE).await?;
    String::from_utf8(bytes).map_err(|_| failed(&Refused::Unreadable.into()))
}

/// The body of a request that is a file. Only pages of ours can send one: others would have to ask first.
async fn read_bytes(body: Body, most: usize) -> Result<Vec<u8>, Response> {
    read_within(body, most, FILE_PATIENCE).await
}

async fn read_within(body: Body, most: usize, patience: Duration) -> Result<Vec<u8>, Response> {
    match tokio::time::timeout(patience, to_bytes(body, most)).await {
        Ok(Ok(bytes)) => Ok(bytes.into()),
        Ok(Err(_)) => Err(failed(&Refused::TooLong { most }.into())),
        Err(_) => Err(refused(StatusCode::REQUEST_TIMEOUT, "too-slow")),
    }
}

/// A JSON body of version 1, read as something.
async fn read_body<T: serde::de::DeserializeOwned>(headers: &HeaderMap, body: Body) -> Result<T, Response> {
    #[derive(Deserialize)]
    struct Version {
        v: u32,
    }
    let text = read(headers, body).await?;
    let unreadable = |_| failed(&Refused::Unreadable.into());
    let Version { v } = serde_json::from_str(&text).map_err(unreadable)?;
    if v != wire::VERSION {
        let spoken = wire::VERSION;
        return Err(failed(&Refused::Version { spoken }.into()));
    }
    serde_json::from_str(&text).map_err(unreadable)
}

/// The key that a header must have.
fn key_in(headers: &HeaderMap, name: header::HeaderName) -> Result<Key, Refused> {
    let value = headers.get(&name).and_then(|value| value.to_str().ok());
    let value = value.map(|value| value.strip_prefix("Bearer ").unwrap_or(value).trim());
    value
        .and_then(|value| value.parse().ok())
        .ok_or(Refused::WrongKey)
}

/// The key in `Authorization: Bearer …`; none if there is no such header.
fn key_of(headers: &HeaderMap) -> Result<Option<Key>, Refused> {
    let Some(value) = headers.get(header::AUTHORIZATION) else {
        return Ok(None);
    };
    let key = value
        .to_str()
        .ok()
        .and_then(|value| value.strip_prefix("Bearer "));
    key.and_then(|key| key.trim().parse().ok())
        .map(Some)
        .ok_or(Refused::WrongKey)
}

/// Is the page that asks one of ours? Programs that are no browser send no origin.
fn is_same_origin(headers: &HeaderMap, public_url: Option<&str>) -> bool {
    let text = |name| {
        headers
            .get(name)
            .and_then(|value: &HeaderValue| value.to_str().ok())
    };
    let Some(origin) = headers.get(header::ORIGIN) else {
        return true;
    };
    let Some(host) = origin
        .to_str()
        .ok()
        .and_then(|origin| origin.split_once("://"))
        .map(|(_, host)| host)
    else {
        return false;
    };
    let public = public_url.and_then(|url| url.split("://").nth(1)?.split('/').next());
    text(header::HOST) == Some(host) || public == Some(host)
}

fn status_of(why: &Refused) -> StatusCode {
    match why {
        Refused::TooLong { .. } => StatusCode::PAYLOAD_TOO_LARGE,
        Refused::Unreadable | Refused::Version { .. } => StatusCode::BAD_REQUEST,
        Refused::TooFast | Refused::TooManySheets => StatusCode::TOO_MANY_REQUESTS,
        Refused::Busy => StatusCode::SERVICE_UNAVAILABLE,
        Refused::NoSuchTable | Refused::NoSuchSheet => StatusCode::NOT_FOUND,
        Refused::BadSheet | Refused::BadWeights => StatusCode::UNPROCESSABLE_ENTITY,
        Refused::NoRoom => StatusCode::INSUFFICIENT_STORAGE,
        Refused::WrongKey => StatusCode::FORBIDDEN,
        _ => StatusCode::CONFLICT,
    }
}

fn failed(failure: &Failure) -> Response {
    let mut response = match failure {
        Failure::Refused(why) => fresh(status_of(why), json!({ "refused": { "why": why } })),
        Failure::Full => refused(StatusCode::SERVICE_UNAVAILABLE, "busy"),
        Failure::Stopping => refused(StatusCode::SERVICE_UNAVAILABLE, "stopping"),
        Failure::Unavailable => refused(StatusCode::SERVICE_UNAVAILABLE, "no-database"),
        Failure::Broken => refused(StatusCode::INTERNAL_SERVER_ERROR, "broken-table"),
    };
    if [StatusCode::SERVICE_UNAVAILABLE, StatusCode::TOO_MANY_REQUESTS].contains(&response.status()) {
        let wait = HeaderValue::from_static("2");
        response.headers_mut().insert(header::RETRY_AFTER, wait);
    }
    response
}

/// A refusal as an answer.
fn no(why: Refused) -> Response {
    failed(&why.into())
}

fn refused(status: StatusCode, why: &str) -> Response {
    fresh(status, json!({ "refused": { "why": why } }))
}

/// An answer that nobody keeps.
fn fresh(status: StatusCode, answer: Value) -> Response {
    let no_store = [(header::CACHE_CONTROL, HeaderValue::from_static("no-store"))];
    (status, no_store, Json(answer)).into_response()
}
