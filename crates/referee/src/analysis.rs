//! What every choice is worth, and why.

use std::time::Duration;

use finaud_messages::Language;
use finaud_players::SearchLimits;
use finaud_players::coach::analyse;
use finaud_rules::{Next, Seat};
use serde_json::{Value, json};

use crate::reply::{Answer, Reply};
use crate::request::Request;
use crate::request_error::RequestError;
use crate::spoken::Spoken;

/// How many states are valued unless told otherwise.
const NODES: usize = 60_000;
/// The most that may be asked for: a line is answered before the next one is read.
const MOST_NODES: usize = 1_000_000;
/// The longest time in milliseconds.
const MOST_TIME: usize = 60_000;

/// Looks at a state for a seat, for all seats that are asked, or, where nobody is, for all.
pub(crate) fn answer<G: Spoken>(game: &G, state: &G::State, seat: Option<Seat>, request: &Request) -> Answer {
    let limits = limits(request)?;
    let seats: Vec<Seat> = match (seat, game.next(state)) {
        (Some(seat), _) => vec![seat],
        (None, Next::Choice(asked)) => asked.iter().collect(),
        (None, Next::Chance(_) | Next::Over) => (0..game.seats() as u8).map(Seat).collect(),
    };
    let mut analyst = game.analyst(limits);
    let analyses: Vec<Value> = seats
        .into_iter()
        .map(|seat| json!(analyse(game, &mut *analyst, state, seat, Language::english())))
        .collect();
    Ok(Reply::new()
        .with("caveat", game.caveat().map(|caveat| caveat.to_string()))
        .with("analysis", analyses))
}

fn limits(request: &Request) -> Result<SearchLimits, RequestError> {
    let time = request.number("time", 1..=MOST_TIME)?;
    // Who gives a time only has as many states as fit into it.
    let usual = if time.is_some() { MOST_NODES } else { NODES };
    Ok(SearchLimits {
        nodes: request.number("nodes", 0..=MOST_NODES)?.unwrap_or(usual) as u64,
        time: time.map(|time| Duration::from_millis(time as u64)),
        candidates: usize::MAX,
        threads: 1,
    })
}
