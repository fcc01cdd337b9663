//! Records as columns.

use finaud_record::{Event, Record, RecordHeader};
use finaud_rules::Seat;
use finaud_table::GameSpec;
use numpy::{IntoPyArray, PyArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::game::{Playable, PyGame, with_kind};
use crate::observation::Observation;

/// The events of a record, as columns.
struct Columns {
    players: Vec<i8>,
    actions: Vec<i32>,
    texts: Vec<String>,
    /// For each choice of a player: what was seen, row after row, and how many could be chosen.
    observations: Vec<i16>,
    choices: Vec<i32>,
    points: Vec<i32>,
    over: bool,
}

fn columns<G: Playable>(game: &G, text: &str, observation: Observation) -> Result<Columns, String> {
    let record = Record::read(game, text)
        .map_err(|error| error.to_string())?
        .record;
    let states = record.states(game).map_err(|error| error.to_string())?;
    let plan = game.plan();
    let width = game.plain_columns().len();
    let mut all = Columns {
        players: Vec::new(),
        actions: Vec::new(),
        texts: Vec::new(),
        observations: Vec::new(),
        choices: Vec::new(),
        points: Vec::new(),
        over: false,
    };
    let mut legal = Vec::new();
    for (event, state) in record.log().zip(&states) {
        let (player, action) = match event {
            Event::Choice(seat, action) => {
                game.legal(state, seat, &mut legal);
                all.choices.push(legal.len() as i32);
                if observation == Observation::Plain {
                    let start = all.observations.len();
                    all.observations.resize(start + width, 0);
                    game.write_plain(&plan, state, seat, &mut all.observations[start..]);
                }
                let number = game.action_index(action).map_or(-1, |number| number as i32);
                (seat.0 as i8, number)
            }
            Event::Outcome(_) => (-1, -1),
        };
        all.players.push(player);
        all.actions.push(action);
        all.texts.push(event.text(game));
    }
    if let Some(last) = states.last() {
        let seats = (0..game.seats() as u8).map(Seat);
        all.points = seats.map(|seat| game.points(last, seat)).collect();
        all.over = game.next(last) == finaud_rules::Next::Over;
    }
    Ok(all)
}

/// A record, checked by the rules, as a dict of its header and of columns with an entry for each event.
#[pyfunction]
#[pyo3(signature = (record, sheet=None, observation="none"))]
pub(crate) fn record_columns<'py>(
    py: Python<'py>,
    record: &str,
    sheet: Option<String>,
    observation: &str,
) -> PyResult<Bound<'py, PyDict>> {
    let header = RecordHeader::read(record).map_err(|error| PyValueError::new_err(error.to_string()))?;
    let game = PyGame::of_spec(GameSpec::of_record(&header, sheet.as_deref()))?;
    let observation = Observation::read(observation, &game)?;
    if observation == Observation::Encoder {
        return Err(PyValueError::new_err(
            "records are observed plainly; replay them with `State.from_record` for the encoder's inputs",
        ));
    }
    let all = py
        .detach(|| with_kind!(&game.kind, game => columns(&**game, record, observation)))
        .map_err(PyValueError::new_err)?;
    let dict = PyDict::new(py);
    dict.set_item("game", &header.game)?;
    dict.set_item("players", header.players)?;
    dict.set_item("seed", header.seed.as_ref().map(ToString::to_string))?;
    dict.set_item("names", &header.seats)?;
    dict.set_item("options", &header.options)?;
    dict.set_item("points", all.points)?;
    dict.set_item("over", all.over)?;
    dict.set_item("player", all.players.into_pyarray(py))?;
    dict.set_item("action", all.actions.into_pyarray(py))?;
    dict.set_item("text", all.texts)?;
    let choices = all.choices.len();
    dict.set_item("num_legal", all.choices.into_pyarray(py))?;
    if observation == Observation::Plain {
        let width = Observation::Plain.columns(&game).len();
        let rows = all.observations.into_pyarray(py).reshape([choices, width])?;
        dict.set_item("observation", rows)?;
    }
    Ok(dict)
}
