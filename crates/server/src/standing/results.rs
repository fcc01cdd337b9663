//! Results of rated tables: each counts once, however many nodes look at it and whatever dies in between.
//!
//! What is to be done is in the store: tables that are over and at which somebody agreed to be rated. The unique key of a result
//! decides who counted it.

use std::collections::BTreeMap;

use finaud_catalog::RatingScale;
use finaud_online::{Entry, Event, Logged, OnlineTable, Sitter};

use super::rating::{Belief, RatedSeat, ResultBody, bot};
use crate::games::rating_scale;
use crate::log::read_log;
use crate::node::{Node, NotReplayed};
use crate::store::{Agreement, Rated, RatedResult, Rating, SitterRow, Store, StoreError};

/// How many tables are looked at in one go.
const AT_ONCE: u32 = 100;
/// How often others may count a game of the same people in between.
const CONFLICTS: u32 = 8;

/// Who is rated at a table, and what came of it.
struct Outcome {
    ranks: Vec<u8>,
    points: Vec<i32>,
    sitters: Vec<Rates>,
}

enum Rates {
    Person(String),
    Bot(String, Belief),
}

/// Counts all results that are due; how many there were.
pub(crate) async fn settle_results(node: &Node) -> Result<usize, StoreError> {
    let tables = node.store().unsettled(AT_ONCE).await?;
    for table in &tables {
        settle_table(node, table).await?;
    }
    Ok(tables.len())
}

async fn settle_table(node: &Node, table: &str) -> Result<(), StoreError> {
    let store = node.store();
    let log = read_log(store, table).await?;
    let known = store.sitters(table).await?;
    let replayed = match node.replay(&log).await {
        Ok(online) => Some(online),
        Err(NotReplayed::Store(error)) => return Err(error),
        Err(NotReplayed::Log(_)) => None,
    };
    let rated = replayed.and_then(|online| {
        let game = online.settings().game.clone();
        let scale = rating_scale(&game)?;
        Some((outcome(&online, &log, &known, scale)?, game, scale))
    });
    let Some((outcome, game, scale)) = rated else {
        return store.settle(table).await;
    };
    let at = log.last().map_or(0, |last| last.entry.at.0 as i64);
    for _ in 0..CONFLICTS {
        let result = result_of(store, table, &game, at, &outcome, scale).await?;
        match store.rate(&result).await? {
            Rated::Counted | Rated::Already => return Ok(()),
            Rated::Conflict => {}
        }
    }
    // The next round will find it again.
    Ok(())
}

/// What came of a table, if it counts.
fn outcome(table: &OnlineTable, log: &[Logged], known: &[SitterRow], scale: &RatingScale) -> Option<Outcome> {
    let settings = table.settings();
    if !settings.rated || settings.hints || table.seats().len() < 2 {
        return None;
    }
    let entries: Vec<Entry> = log.iter().map(|logged| logged.entry.clone()).collect();
    let ranks = table.ranks().or_else(|| table.ranks_given_up(&entries))?;
    // Whoever took a seat during the game has not played it.
    let begins = entries.iter().position(|entry| !Event::is_one(&entry.body))?;
    let moved = |entry: &Entry| {
        matches!(
            Event::read(&entry.body),
            Some(Event::Sat { .. } | Event::Freed { .. })
        )
    };
    if entries[begins..].iter().any(moved) {
        return None;
    }
    let rates = |seat: &finaud_online::OnlineSeat| match &seat.sitter {
        Sitter::Bot(level) => Some(Rates::Bot(level.clone(), bot(scale, level)?)),
        Sitter::Person | Sitter::Away(_) => {
            let key = String::from(*seat.key_hash()?);
            let sitter = known.iter().find(|sitter| sitter.seat_key == key)?;
            (sitter.rating == Agreement::Yes).then(|| Rates::Person(sitter.player.clone()))
        }
        Sitter::Nobody | Sitter::Vacant(_) => None,
    };
    let sitters: Option<Vec<Rates>> = table.seats().iter().map(rates).collect();
    Some(Outcome {
        ranks,
        points: table.points(),
        sitters: sitters?,
    })
}

async fn result_of(
    store: &dyn Store,
    table: &str,
    game: &str,
    at: i64,
    outcome: &Outcome,
    scale: &RatingScale,
) -> Result<RatedResult, StoreError> {
    let people: Vec<(u8, String)> = (0..)
        .zip(&outcome.sitters)
        .filter_map(|(seat, sitter)| match sitter {
            Rates::Person(player) => Some((seat, player.clone())),
            Rates::Bot(..) => None,
        })
        .collect();
    let players: Vec<String> = people.iter().map(|(_, player)| player.clone()).collect();
    let before: BTreeMap<String, Rating> = store
        .ratings(game, &players)
        .await?
        .into_iter()
        .map(|rating| (rating.player.clone(), rating))
        .collect();
    let seats = outcome.sitters.iter().zip(&outcome.ranks).zip(&outcome.points);
    let seats = seats.map(|((sitter, rank), points)| {
        let (before, games, bot) = match sitter {
            Rates::Bot(level, belief) => (*belief, None, Some(level.clone())),
            Rates::Person(player) => match before.get(player) {
                Some(rating) => (belief_of(rating), Some(rating.games), None),
                None => (Belief::START, Some(0), None),
            },
        };
        RatedSeat {
            rank: *rank,
            points: *points,
            before,
            games,
            bot,
        }
    });
    let body = ResultBody {
        width: scale.width,
        seats: seats.collect(),
    };
    let after = body.after();
    let ratings = people.iter().map(|(seat, player)| {
        let place = usize::from(*seat);
        Rating {
            player: player.clone(),
            mean: after[place].mean,
            deviation: after[place].deviation,
            games: body.seats[place].games.unwrap_or(0) + 1,
        }
    });
    Ok(RatedResult {
        table: table.to_owned(),
        game: game.to_owned(),
        at,
        ratings: ratings.collect(),
        body: serde_json::to_string(&body).unwrap_or_default(),
        players: people,
    })
}

/// What a rating says is believed.
pub(crate) fn belief_of(rating: &Rating) -> Belief {
    Belief {
        mean: rating.mean,
        deviation: rating.deviation,
    }
}
