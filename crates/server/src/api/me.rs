//! Who somebody is: a key on their devices, a name, ratings. And at which tables they want to be known.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Extension, Path, State};
use axum::http::{HeaderMap, HeaderName, StatusCode, header};
use axum::response::Response;
use finaud_online::{Key, Phase, Refused, Role, TableId, check_name};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Api, failed, fresh, key_in, no, read_body, refused};
use crate::front::Peer;
use crate::games::rating_scale;
use crate::log::read_log;
use crate::node::{Failure, NotReplayed};
use crate::standing::results::belief_of;
use crate::store::{Agreement, Player, Rating, SitterRow, StoreError};

/// The header with the key of a player, where another one is in `Authorization`.
pub(super) const PLAYER: HeaderName = HeaderName::from_static("finaud-player");
/// Nothing after this is asked for: only the right that a key gives.
pub(super) const NOTHING_SINCE: u32 = i32::MAX as u32;

/// That somebody was here is written down once in so many milliseconds: a day.
const SEEN_EVERY: i64 = 24 * 3_600_000;

#[derive(Deserialize)]
pub(super) struct Rename {
    name: String,
}

impl Api {
    pub(super) fn unavailable(&self, error: &StoreError) -> Response {
        failed(&self.node.unavailable(error))
    }

    /// Somebody whose key this is, if they are known.
    pub(super) async fn known(&self, key: &Key) -> Result<Player, Response> {
        let id = String::from(key.hash());
        let known = self.node.store().player(&id).await;
        let player = known
            .map_err(|error| self.unavailable(&error))?
            .ok_or_else(|| refused(StatusCode::NOT_FOUND, "no-such-player"))?;
        let now = self.node.now().0 as i64;
        if now - player.seen > SEEN_EVERY {
            let seen = Player {
                seen: now,
                ..player.clone()
            };
            let met = self.node.store().meet(&seen).await;
            met.map_err(|error| self.unavailable(&error))?;
        }
        Ok(player)
    }

    /// The seat of a key at a table.
    pub(super) async fn seat_of(
        &self,
        table: &str,
        key: Key,
    ) -> Result<(TableId, crate::node::Look), Response> {
        let table: TableId = table.parse().map_err(|_| failed(&Refused::NoSuchTable.into()))?;
        let look = self.node.look(table, Some(key), NOTHING_SINCE).await;
        let look = look.map_err(|failure| failed(&failure))?;
        match look.you {
            Role::Seat(_) => Ok((table, look)),
            _ => Err(failed(&Refused::NoSeat.into())),
        }
    }
}

/// A rating as people see it; without its points as long as they say nothing.
pub(super) fn shown(game: &str, rating: &Rating) -> Value {
    let belief = belief_of(rating);
    match belief.is_shown() {
        true => json!({
            "game": game,
            "games": rating.games,
            "rating": belief.mean.round(),
            "deviation": belief.deviation.round(),
        }),
        false => json!({ "game": game, "games": rating.games }),
    }
}

pub(super) async fn show(State(api): State<Arc<Api>>, headers: HeaderMap) -> Result<Response, Response> {
    let key = key_in(&headers, header::AUTHORIZATION).map_err(no)?;
    let player = api.known(&key).await?;
    let ratings = api.node.store().ratings_of(&player.id).await;
    let ratings = ratings.map_err(|error| api.unavailable(&error))?;
    let ratings: Vec<Value> = ratings.iter().map(|(game, rating)| shown(game, rating)).collect();
    Ok(fresh(
        StatusCode::OK,
        json!({ "name": player.name, "ratings": ratings }),
    ))
}

pub(super) async fn rename(
    State(api): State<Arc<Api>>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Response> {
    let key = key_in(&headers, header::AUTHORIZATION).map_err(no)?;
    let Rename { name } = read_body(&headers, body).await?;
    let name = check_name(&name).map_err(|why| failed(&why.into()))?;
    let now = api.node.now().0 as i64;
    let known = api.node.store().player(&String::from(key.hash())).await;
    let known = known.map_err(|error| api.unavailable(&error))?;
    // Whoever makes many keys is as welcome as whoever opens many tables.
    if known.is_none() && !api.addresses.table(api.address(peer, &headers)) {
        return Err(refused(StatusCode::TOO_MANY_REQUESTS, "too-many-players"));
    }
    let player = Player {
        id: key.hash().into(),
        name: name.clone(),
        created: now,
        seen: now,
    };
    let met = api.node.store().meet(&player).await;
    met.map_err(|error| api.unavailable(&error))?;
    Ok(fresh(StatusCode::OK, json!({ "name": name })))
}

pub(super) async fn forget(State(api): State<Arc<Api>>, headers: HeaderMap) -> Result<Response, Response> {
    let key = key_in(&headers, header::AUTHORIZATION).map_err(no)?;
    let id = String::from(key.hash());
    let forgotten = crate::standing::forget::forget(&api.node, &id).await;
    forgotten.map_err(|error| api.unavailable(&error))?;
    // Also for somebody who was never here: whoever asks twice gets the same answer.
    Ok(fresh(StatusCode::OK, json!({ "forgotten": true })))
}

#[derive(Deserialize)]
pub(super) struct Sit {
    /// Whether the result may change their rating; left out, what was agreed stays.
    #[serde(default)]
    rated: Option<bool>,
}

/// Somebody says who sits in their seat, and whether the result may change their rating.
pub(super) async fn sit(
    State(api): State<Arc<Api>>,
    Path(table): Path<String>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Response> {
    let seat_key = key_in(&headers, header::AUTHORIZATION).map_err(no)?;
    let player_key = key_in(&headers, PLAYER).map_err(no)?;
    let Sit { rated } = read_body(&headers, body).await?;
    let (table, look) = api.seat_of(&table, seat_key).await?;
    let player = api.known(&player_key).await?;
    // Whoever knows how it goes cannot decide any more whether it counts.
    let in_time = matches!(look.view.phase, Phase::Open | Phase::Seeding);
    if rated.is_some() && !in_time {
        return Err(failed(&Refused::Begun.into()));
    }
    let store = api.node.store();
    let known = store.sitters(table.as_str()).await;
    let known = known.map_err(|error| api.unavailable(&error))?;
    let seat_key = String::from(seat_key.hash());
    // Nor can they let somebody else sit there who has not agreed, or be known at another seat.
    let is_other = |one: &SitterRow| (one.seat_key == seat_key) != (one.player == player.id);
    if !in_time
        && known
            .iter()
            .any(|one| one.rating != Agreement::No && is_other(one))
    {
        return Err(failed(&Refused::Begun.into()));
    }
    let before = known
        .iter()
        .find(|one| one.seat_key == seat_key && one.player == player.id)
        .map_or(Agreement::No, |one| one.rating);
    let sitter = SitterRow {
        table: table.to_string(),
        seat_key,
        player: player.id,
        rating: match rated {
            Some(true) => Agreement::Yes,
            Some(false) => Agreement::No,
            None => before,
        },
    };
    let kept = store.know_sitter(&sitter).await;
    kept.map_err(|error| api.unavailable(&error))?;
    let agreed = sitter.rating != Agreement::No;
    Ok(fresh(StatusCode::OK, json!({ "known": true, "rated": agreed })))
}

/// Who at a table has agreed that it counts, and the ratings that say something.
pub(super) async fn players(
    State(api): State<Arc<Api>>,
    Path(table): Path<String>,
) -> Result<Response, Response> {
    let table: TableId = table.parse().map_err(|_| failed(&Refused::NoSuchTable.into()))?;
    let store = api.node.store();
    let unavailable = |error: StoreError| api.unavailable(&error);
    let log = read_log(store, table.as_str()).await.map_err(unavailable)?;
    if log.is_empty() {
        return Err(failed(&Refused::NoSuchTable.into()));
    }
    let online = api.node.replay(&log).await.map_err(|why| match why {
        NotReplayed::Store(error) => api.unavailable(&error),
        NotReplayed::Log(_) => failed(&Failure::Broken),
    })?;
    let sitters = store.sitters(table.as_str()).await.map_err(unavailable)?;
    let game = online.settings().game.clone();
    let ids: Vec<String> = sitters.iter().map(|sitter| sitter.player.clone()).collect();
    let ratings = store.ratings(&game, &ids).await.map_err(unavailable)?;
    let scale = rating_scale(&game);
    let seats: Vec<Value> = (1_u8..)
        .zip(online.seats())
        .map(|(number, seat)| {
            let key = seat.key_hash().map(|key| String::from(*key));
            let sitter = sitters
                .iter()
                .find(|sitter| Some(&sitter.seat_key) == key.as_ref());
            let rating = sitter.and_then(|sitter| ratings.iter().find(|one| one.player == sitter.player));
            let level = seat.level().filter(|_| !seat.is_person());
            let bot = level.and_then(|level| scale?.bots.get(level));
            json!({
                "seat": number,
                "agreed": sitter.is_some_and(|sitter| sitter.rating != Agreement::No),
                "rating": match (rating, bot) {
                    (Some(rating), _) => shown(&game, rating)["rating"].clone(),
                    (None, Some(points)) => json!(points),
                    (None, None) => Value::Null,
                },
            })
        })
        .collect();
    let rated = online.settings().rated && scale.is_some();
    Ok(fresh(StatusCode::OK, json!({ "rated": rated, "seats": seats })))
}
