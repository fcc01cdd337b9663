//! The challenge of the day and its board.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Extension, Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::Response;
use finaud_catalog::day::Day;
use finaud_online::{CommandId, KeyHash, Refused, Scope};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Api, failed, fresh, key_in, no, read_body, refused};
use crate::front::Peer;
use crate::standing::daily::{self, MASTER};
use crate::store::DailyTry;

/// How many of a board are shown; whoever asks sees their own place in any case.
const SHOWN: usize = 100;

/// The board of today.
pub(super) async fn today(State(api): State<Arc<Api>>, headers: HeaderMap) -> Response {
    let day = daily::day_at(api.node.now());
    answer(&api, &headers, day).await
}

/// The board of a day, `2031-05-04`.
pub(super) async fn board(
    State(api): State<Arc<Api>>,
    Path(day): Path<String>,
    headers: HeaderMap,
) -> Response {
    let today = daily::day_at(api.node.now());
    match day.parse::<Day>() {
        Ok(day) if day <= today => answer(&api, &headers, day).await,
        _ => refused(StatusCode::NOT_FOUND, "no-such-day"),
    }
}

async fn answer(api: &Api, headers: &HeaderMap, day: Day) -> Response {
    let player = match headers.contains_key(header::AUTHORIZATION) {
        true => match key_in(headers, header::AUTHORIZATION) {
            Ok(key) => Some(String::from(key.hash())),
            Err(why) => return no(why),
        },
        false => None,
    };
    match board_of(api, day, player.as_deref()).await {
        Ok(board) => fresh(StatusCode::OK, board),
        Err(response) => response,
    }
}

async fn board_of(api: &Api, day: Day, player: Option<&str>) -> Result<Value, Response> {
    let text = day.to_string();
    let Some(settings) = daily::settings_of(day) else {
        return Err(refused(StatusCode::NOT_FOUND, "no-such-day"));
    };
    let store = api.node.store();
    let everybody = store.daily_board(&text).await;
    let everybody = everybody.map_err(|error| api.unavailable(&error))?;
    let (master, people): (Vec<DailyTry>, Vec<DailyTry>) =
        everybody.into_iter().partition(|one| one.player == MASTER);
    let place = |one: &DailyTry| people.iter().filter(|other| other.score > one.score).count() + 1;
    let is_you = |one: &DailyTry| Some(one.player.as_str()) == player;
    let line = |one: &DailyTry| json!({ "place": place(one), "name": one.name, "points": one.score, "you": is_you(one) });
    let board: Vec<Value> = people.iter().take(SHOWN).map(line).collect();
    let own = people.iter().find(|one| is_you(one)).map(line);
    let tried = match player {
        Some(player) => store.daily_try(&text, player).await,
        None => Ok(None),
    };
    let tried = tried.map_err(|error| api.unavailable(&error))?;
    let over = api.node.now() >= daily::end_of(day);
    let seed = api.node.seed_of_day(&text, &settings.game).await;
    let seed = seed.map_err(|failure| failed(&failure))?;
    let commitment = seed.server_commitment(&Scope::Day(text.clone()));
    Ok(json!({
        "v": 1,
        "day": text,
        "game": settings.game,
        "ends": daily::end_of(day),
        "over": over,
        "commitment": commitment,
        // Before the day is over nobody learns anything that depends on the dice.
        "seed": over.then(|| String::from(seed)),
        "master": master.first().filter(|_| over).and_then(|one| one.score),
        "count": people.len(),
        "board": board,
        "you": own,
        "try": tried.map(|(one, goes_on)| json!({ "table": one.table, "goes_on": goes_on })),
    }))
}

#[derive(Deserialize)]
pub(super) struct Begin {
    id: CommandId,
    key: KeyHash,
}

/// Opens the table for somebody's only ranked try today.
pub(super) async fn begin(
    State(api): State<Arc<Api>>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Response> {
    let key = key_in(&headers, header::AUTHORIZATION).map_err(no)?;
    let Begin { id, key: seat } = read_body(&headers, body).await?;
    let player = api.known(&key).await?;
    let day = daily::day_at(api.node.now()).to_string();
    let known = api.node.store().daily_try(&day, &player.id).await;
    let known = known.map_err(|error| api.unavailable(&error))?;
    // Whoever comes back opens nothing.
    if known.is_none() && !api.addresses.table(api.address(peer, &headers)) {
        return Err(refused(StatusCode::TOO_MANY_REQUESTS, "too-many-tables"));
    }
    if seat == key.hash() {
        return Err(failed(&Refused::BadKey.into()));
    }
    let asked = daily::Asked {
        player: key.hash(),
        name: player.name,
        id,
        key: seat,
    };
    let table = daily::begin(&api.node, &asked).await;
    let table = table.map_err(|failure| failed(&failure))?;
    Ok(fresh(StatusCode::CREATED, json!({ "table": table, "day": day })))
}
