//! The coach and the review, as JSON text.

use finaud_messages::Language;
use finaud_players::SearchLimits;
use finaud_players::coach::{Analysis, analyse};
use finaud_players::review::{review, svg, text};
use finaud_record::{Record, RecordHeader};
use finaud_rules::{Next, Seat};
use finaud_table::GameSpec;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use serde_json::json;

use crate::game::{Playable, PyGame, with_kind};

/// More states than this nobody waits for.
const MOST_NODES: u64 = 1_000_000_000;

/// What is asked of the coach.
pub(crate) struct Request {
    seat: Option<Seat>,
    limits: SearchLimits,
    language: Language,
}

impl Request {
    pub(crate) fn new(seat: Option<Seat>, nodes: u64, language: &str, threads: usize) -> PyResult<Request> {
        let known = || {
            let codes: Vec<&str> = Language::all().into_iter().map(Language::code).collect();
            PyValueError::new_err(format!(
                "the coach does not speak `{language}`; it speaks {}",
                codes.join(", ")
            ))
        };
        if !(1..=1024).contains(&threads) {
            return Err(PyValueError::new_err(format!(
                "{threads} threads cannot share the work"
            )));
        }
        if nodes > MOST_NODES {
            return Err(PyValueError::new_err(format!("nodes go from 0 to {MOST_NODES}")));
        }
        Ok(Request {
            seat,
            limits: SearchLimits {
                nodes,
                time: None,
                candidates: usize::MAX,
                threads,
            },
            language: Language::get(language).ok_or_else(known)?,
        })
    }
}

/// What every choice of the seats that are asked is worth.
pub(crate) fn analysis<G: Playable>(game: &G, state: &G::State, request: &Request) -> Result<String, String> {
    let next = game.next(state);
    let seats: Vec<Seat> = match (request.seat, next) {
        (Some(seat), _) => vec![seat],
        (None, Next::Choice(asked)) => asked.iter().collect(),
        (None, Next::Chance(_) | Next::Over) => (0..game.seats() as u8).map(Seat).collect(),
    };
    let mut analyst = game.analyst(request.limits);
    let analyses: Vec<Analysis<G::Action>> = seats
        .into_iter()
        .map(|seat| analyse(game, &mut *analyst, state, seat, request.language))
        .collect();
    let mut value = json!({
        "game": game.id(),
        "text": game.position_text(state),
        "caveat": game.caveat().map(|caveat| request.language.describe(&caveat)),
        "players": analyses,
    });
    // Seats are counted from 1 by people, players from 0 by programs in this language.
    for player in value["players"].as_array_mut().into_iter().flatten() {
        if let Some(seat) = player["seat"].as_u64() {
            player["player"] = json!(seat - 1);
        }
    }
    Ok(value.to_string())
}

/// A game walked through once more, parting luck from skill: JSON, text and a drawing.
#[pyfunction]
#[pyo3(signature = (record, player=0, nodes=20_000, language="en", threads=1, sheet=None))]
pub(crate) fn review_record(
    py: Python<'_>,
    record: &str,
    player: usize,
    nodes: u64,
    language: &str,
    threads: usize,
    sheet: Option<String>,
) -> PyResult<(String, String, String)> {
    let header = RecordHeader::read(record).map_err(|error| PyValueError::new_err(error.to_string()))?;
    let game = PyGame::of_spec(GameSpec::of_record(&header, sheet.as_deref()))?;
    let seat = game.seat(player)?;
    let request = Request::new(Some(seat), nodes, language, threads)?;
    py.detach(|| with_kind!(&game.kind, game => reviewed(&**game, record, &request)))
        .map_err(PyValueError::new_err)
}

fn reviewed<G: Playable>(
    game: &G,
    record: &str,
    request: &Request,
) -> Result<(String, String, String), String> {
    let record = Record::read(game, record)
        .map_err(|error| error.to_string())?
        .record;
    let seat = request.seat.unwrap_or(Seat(0));
    let review = review(game, &record, seat, request.limits, request.language, |_| ())
        .map_err(|error| error.to_string())?;
    let json = serde_json::to_value(&review).map_err(|error| error.to_string())?;
    Ok((
        json.to_string(),
        text(&review, request.language),
        svg(&review, request.language),
    ))
}
