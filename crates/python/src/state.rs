//! One game in progress: explicit chance, legal actions, apply, undo.

mod any;

use finaud_record::{Notation, SeedString, parse_json, setup_names};
use finaud_rules::{Game, Seat};
use finaud_table::GameSpec;
use numpy::{IntoPyArray, PyArray1};
use pyo3::exceptions::{PyIndexError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use self::any::NextKind;
pub(crate) use self::any::{AnyState, StateOf, hashed};
use crate::bots;
use crate::game::{Kind, PyGame, no_action, spec_parts, with_kind};
use crate::observation::Observation;

/// The version of pickled states: raised when what is written changes its meaning.
const PICKLE_VERSION: u32 = 1;
/// What `current_player` answers where nobody is to choose: the numbers of OpenSpiel.
const CHANCE_PLAYER: i64 = -1;
const TERMINAL_PLAYER: i64 = -4;

/// What anything said about a state in words, as a Python exception.
fn refused(error: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// A game in progress. Chance is explicit: the state says when dice or cards are due, and is told what came, or rolls.
///
/// Players are counted from 0. Where several may choose at the same time, in any order, `current_player` is the lowest.
///
/// Args:
///     game: a `Game`, the id of a built-in game or of a sheet of the gallery, or the path of a sheet file.
///     players: how many play; as few as can be if left out.
///     seed: where `apply_seeded` and `play_chance` take dice and cards from: a number below 2**64, or a seed string.
///     rulings, variant, sheet: as for `Game`.
#[pyclass(module = "finaud", name = "State", subclass)]
pub(crate) struct PyState {
    game: Py<PyGame>,
    pub(crate) inner: Box<dyn AnyState>,
}

/// The game that the arguments of a constructor mean.
pub(crate) fn game_of<'py>(
    py: Python<'py>,
    game: Option<&Bound<'py, PyAny>>,
    players: Option<usize>,
    rulings: Option<&Bound<'py, PyDict>>,
    variant: Option<String>,
    sheet: Option<String>,
) -> PyResult<Py<PyGame>> {
    if let Some(known) = game.and_then(|game| game.cast::<PyGame>().ok()) {
        let own = known.get();
        if players.is_some_and(|players| players != own.spec.players)
            || rulings.is_some()
            || variant.is_some()
            || sheet.is_some()
        {
            return Err(PyValueError::new_err(
                "a `Game` says already how many play, on which sheet and by which rules",
            ));
        }
        return Ok(known.clone().unbind());
    }
    let named = match game {
        None => None,
        Some(game) => Some(
            game.extract::<String>()
                .or_else(|_| game.str().and_then(|text| path_of(game, text.to_string())))?,
        ),
    };
    Py::new(py, PyGame::new(named, players, rulings, variant, sheet)?)
}

/// A path object's text; anything else names no game.
fn path_of(game: &Bound<'_, PyAny>, text: String) -> PyResult<String> {
    if game.hasattr("__fspath__")? {
        return Ok(text);
    }
    Err(PyTypeError::new_err(format!(
        "a game is a `Game`, the id of one, or the path of a sheet file, not {}",
        game.get_type().name()?
    )))
}

/// A seed: a number, or a seed string that must fit the game.
pub(crate) fn seed_of(seed: Option<&Bound<'_, PyAny>>, game: &PyGame) -> PyResult<Option<u64>> {
    let Some(seed) = seed else { return Ok(None) };
    if let Ok(text) = seed.extract::<String>() {
        let string: SeedString = text.parse().map_err(refused)?;
        if string.game() != game.spec.game || usize::from(string.players()) != game.spec.players {
            return Err(PyValueError::new_err(format!(
                "the seed `{string}` is for {} with {} players, not for {} with {}",
                string.game(),
                string.players(),
                game.spec.game,
                game.spec.players
            )));
        }
        return Ok(Some(string.seed()));
    }
    seed.extract::<u64>()
        .map(Some)
        .map_err(|_| PyValueError::new_err("a seed is a whole number from 0 to 2**64 - 1, or a seed string"))
}

fn fresh(game: &PyGame, seed: Option<u64>) -> Box<dyn AnyState> {
    with_kind!(&game.kind, game => Box::new(StateOf::new(game.clone(), game.start(), seed)))
}

impl PyState {
    pub(crate) fn of(game: Py<PyGame>, inner: Box<dyn AnyState>) -> PyState {
        PyState { game, inner }
    }

    /// The seat that is meant: the one that is named, or the lowest that is asked.
    fn seat(&self, player: Option<usize>) -> PyResult<Seat> {
        match player {
            Some(player) => self.game.get().seat(player),
            None => match self.inner.asked().first() {
                Some(seat) => Ok(Seat(*seat as u8)),
                None => Err(PyValueError::new_err(match self.inner.kind() {
                    NextKind::Chance => "nobody is to choose now: dice or cards are due",
                    NextKind::Choice | NextKind::Over => "nobody is to choose now: the game is over",
                })),
            },
        }
    }

    /// The seat whose view is meant: also where nobody is asked.
    fn view_seat(&self, player: Option<usize>) -> PyResult<Seat> {
        match player {
            None => Ok(self
                .inner
                .asked()
                .first()
                .map_or(Seat(0), |seat| Seat(*seat as u8))),
            Some(player) => self.game.get().seat(player),
        }
    }
}

#[pymethods]
impl PyState {
    #[new]
    #[pyo3(signature = (game=None, players=None, *, seed=None, rulings=None, variant=None, sheet=None))]
    fn new<'py>(
        py: Python<'py>,
        game: Option<&Bound<'py, PyAny>>,
        players: Option<usize>,
        seed: Option<&Bound<'py, PyAny>>,
        rulings: Option<&Bound<'py, PyDict>>,
        variant: Option<String>,
        sheet: Option<String>,
    ) -> PyResult<PyState> {
        let game = game_of(py, game, players, rulings, variant, sheet)?;
        let seed = seed_of(seed, game.get())?;
        let inner = fresh(game.get(), seed);
        Ok(PyState { game, inner })
    }

    /// The state written in one line, as `to_text` writes it. Game and players are read from the line.
    #[staticmethod]
    #[pyo3(signature = (text, game=None, *, seed=None))]
    fn from_text<'py>(
        py: Python<'py>,
        text: &str,
        game: Option<&Bound<'py, PyAny>>,
        seed: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<PyState> {
        let (id, players) = setup_names(text)
            .ok_or_else(|| PyValueError::new_err("a position begins with the id of its game"))?;
        let game = match game {
            Some(_) => game_of(py, game, None, None, None, None)?,
            None => Py::new(py, PyGame::of_spec(GameSpec::plain(id, players))?)?,
        };
        let seed = seed_of(seed, game.get())?;
        let inner = with_kind!(&game.get().kind, game => {
            let now = game.read_position(text).map_err(refused)?;
            Box::new(StateOf::new(game.clone(), now, seed)) as Box<dyn AnyState>
        });
        Ok(PyState { game, inner })
    }

    /// The state described by this JSON text, as `to_json` writes it, in a game.
    #[staticmethod]
    #[pyo3(signature = (json, game, *, seed=None))]
    fn from_json<'py>(
        py: Python<'py>,
        json: &str,
        game: &Bound<'py, PyAny>,
        seed: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<PyState> {
        let value = parse_json(json).map_err(refused)?;
        let game = game_of(py, Some(game), None, None, None, None)?;
        let seed = seed_of(seed, game.get())?;
        let inner = with_kind!(&game.get().kind, game => {
            let now = game.read_position_json(&value).map_err(refused)?;
            Box::new(StateOf::new(game.clone(), now, seed)) as Box<dyn AnyState>
        });
        Ok(PyState { game, inner })
    }

    /// The last state of a record; `undo` leads back to its beginning.
    #[staticmethod]
    #[pyo3(signature = (record, sheet=None))]
    fn from_record(py: Python<'_>, record: &str, sheet: Option<String>) -> PyResult<PyState> {
        let header = finaud_record::RecordHeader::read(record).map_err(refused)?;
        let spec = GameSpec::of_record(&header, sheet.as_deref());
        let game = Py::new(py, PyGame::of_spec(spec)?)?;
        let inner = of_record(&game.get().kind, record)?;
        Ok(PyState { game, inner })
    }

    /// The game that is played.
    #[getter]
    fn game(&self, py: Python<'_>) -> Py<PyGame> {
        self.game.clone_ref(py)
    }

    /// The seed, if there is one.
    #[getter]
    fn seed(&self) -> Option<u64> {
        self.inner.seed()
    }

    /// Is the game over?
    fn is_terminal(&self) -> bool {
        self.inner.kind() == NextKind::Over
    }

    /// Are dice to be rolled or sorted, or is a card to be turned?
    fn is_chance(&self) -> bool {
        self.inner.kind() == NextKind::Chance
    }

    /// The lowest player who is to choose; -1 where chance is due, -4 once the game is over.
    fn current_player(&self) -> i64 {
        match self.inner.kind() {
            NextKind::Chance => CHANCE_PLAYER,
            NextKind::Over => TERMINAL_PLAYER,
            NextKind::Choice => self
                .inner
                .asked()
                .first()
                .map_or(TERMINAL_PLAYER, |seat| *seat as i64),
        }
    }

    /// All players who may choose now, in any order.
    fn current_players(&self) -> Vec<usize> {
        self.inner.asked()
    }

    /// The numbers of the legal actions, ascending; none for a player who is not asked.
    #[pyo3(signature = (player=None))]
    fn legal_actions(&self, player: Option<usize>) -> PyResult<Vec<usize>> {
        match (player, self.inner.kind()) {
            (None, NextKind::Chance | NextKind::Over) => Ok(Vec::new()),
            _ => Ok(self.inner.legal(self.seat(player)?)),
        }
    }

    /// An int8 array with a 1 for every legal action.
    #[pyo3(signature = (player=None))]
    fn legal_mask<'py>(&self, py: Python<'py>, player: Option<usize>) -> PyResult<Bound<'py, PyArray1<i8>>> {
        let mut mask = vec![0i8; self.game.get().num_actions()];
        for action in self.legal_actions(player)? {
            mask[action] = 1;
        }
        Ok(mask.into_pyarray(py))
    }

    /// Plays an action, by its number or its text. A refused one raises ValueError and changes nothing.
    #[pyo3(signature = (action, player=None))]
    fn apply(&mut self, action: &Bound<'_, PyAny>, player: Option<usize>) -> PyResult<()> {
        let seat = self.seat(player)?;
        if let Ok(text) = action.extract::<String>() {
            return self.inner.play_text(seat, &text).map_err(refused);
        }
        let number: i64 = action
            .extract()
            .map_err(|_| PyTypeError::new_err("an action is its number or its text, as in 3 or \"roll\""))?;
        match usize::try_from(number) {
            Ok(action) if action < self.game.get().num_actions() => {
                self.inner.play(seat, action).map_err(refused)
            }
            _ => Err(no_action(self.game.get(), number)),
        }
    }

    /// Every outcome of the chance that is due: its number and its exact probability.
    fn chance_outcomes(&self) -> Vec<(usize, f64)> {
        let (weights, sum) = self.inner.outcomes();
        let probability = |weight: u32| f64::from(weight) / f64::from(sum);
        weights.into_iter().map(probability).enumerate().collect()
    }

    /// How many dice are to be rolled now, where they could be rolled one by one; 0 for all other chance. The number of an
    /// outcome then has their faces, less one, as digits in base 6, the first die lowest.
    fn dice_to_roll(&self) -> usize {
        self.inner.dice_to_roll()
    }

    /// The text of an outcome: what dice show, or a card.
    fn chance_text(&self, outcome: usize) -> PyResult<String> {
        let text = self.inner.outcome_text(outcome);
        text.ok_or_else(|| PyIndexError::new_err(format!("there is no outcome {outcome} now")))
    }

    /// Where in the game the chance stands that is due, for whoever derives dice from a seed of one's own.
    fn chance_place(&self) -> Option<String> {
        self.inner.chance_place()
    }

    /// Applies an outcome of chance, by its number or its text.
    fn apply_chance(&mut self, outcome: &Bound<'_, PyAny>) -> PyResult<()> {
        if let Ok(text) = outcome.extract::<String>() {
            return self.inner.apply_outcome_text(&text).map_err(refused);
        }
        let number: usize = outcome.extract().map_err(|_| {
            PyTypeError::new_err("an outcome is its number or its text, as in 3 or \"W4 Y3\"")
        })?;
        self.inner.apply_outcome(number).map_err(refused)
    }

    /// Applies the outcome that 64 random bits give: `state.apply_bits(rng.integers(2**64, dtype="uint64"))`.
    fn apply_bits(&mut self, bits: u64) -> PyResult<()> {
        self.inner.apply_bits(bits).map_err(refused)
    }

    /// Applies the outcome that the seed gives here. It depends on the seed and the place in the game alone.
    fn apply_seeded(&mut self) -> PyResult<()> {
        self.inner.apply_seeded().map_err(refused)
    }

    /// Applies seeded outcomes until somebody is to choose or the game is over.
    fn play_chance(&mut self) -> PyResult<()> {
        while self.inner.kind() == NextKind::Chance {
            self.inner.apply_seeded().map_err(refused)?;
        }
        Ok(())
    }

    /// Takes the last event back, whatever it was.
    fn undo(&mut self) -> PyResult<()> {
        if self.inner.undo() {
            return Ok(());
        }
        Err(PyIndexError::new_err("nothing has happened that could be undone"))
    }

    /// A copy that goes its own way.
    fn clone(&self, py: Python<'_>) -> PyState {
        PyState {
            game: self.game.clone_ref(py),
            inner: self.inner.copy(),
        }
    }

    fn __copy__(&self, py: Python<'_>) -> PyState {
        self.clone(py)
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> PyState {
        self.clone(py)
    }

    /// Everything that happened, as texts.
    #[getter]
    fn history(&self) -> Vec<String> {
        self.inner.events()
    }

    /// The points of all players as they stand.
    fn points(&self) -> Vec<i32> {
        self.inner.points()
    }

    /// What each player gets in the end: the points of somebody alone, the share of the victory at a table. Zeros before.
    fn returns(&self) -> Vec<f64> {
        let players = self.game.get().spec.players;
        if self.inner.kind() != NextKind::Over {
            return vec![0.0; players];
        }
        if players == 1 {
            return self.inner.points().into_iter().map(f64::from).collect();
        }
        let winners = self.inner.winners();
        let share = 1.0 / winners.len() as f64;
        let of = |seat| if winners.contains(&seat) { share } else { 0.0 };
        (0..players).map(of).collect()
    }

    /// Who wins if the game ended now; several share the victory.
    fn winners(&self) -> Vec<usize> {
        self.inner.winners()
    }

    /// What a player's score is made of, as JSON text.
    fn score_json(&self, player: usize) -> PyResult<String> {
        Ok(self.inner.score_json(self.game.get().seat(player)?))
    }

    /// The state in one line.
    fn to_text(&self) -> String {
        self.inner.text()
    }

    /// The state as JSON text, plain and complete.
    fn to_json(&self) -> String {
        self.inner.json()
    }

    /// The game so far as a record: what `finaud replay` tells and `finaud review` reviews.
    #[pyo3(signature = (names=Vec::new()))]
    fn record(&self, names: Vec<String>) -> String {
        self.inner.record(&names)
    }

    /// What a player sees, as an array: int16 for `"plain"`, float32 for `"encoder"`.
    #[pyo3(signature = (player=None, observation="plain"))]
    fn observation<'py>(
        &self,
        py: Python<'py>,
        player: Option<usize>,
        observation: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        let seat = self.view_seat(player)?;
        Ok(match Observation::read(observation, self.game.get())? {
            Observation::Plain => self.inner.plain(seat).into_pyarray(py).into_any(),
            Observation::Encoder => {
                let columns = Observation::Encoder.columns(self.game.get()).len();
                let mut row = vec![0f32; columns];
                self.inner.sparse(seat).write(0, &mut row);
                row.into_pyarray(py).into_any()
            }
            Observation::Nothing => Vec::<i16>::new().into_pyarray(py).into_any(),
        })
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let other = other
            .cast::<PyState>()
            .ok()
            .and_then(|other| other.try_borrow().ok());
        other.is_some_and(|other| self.game.get().same(other.game.get()) && self.inner.same(&*other.inner))
    }

    fn __hash__(&self) -> u64 {
        self.inner.hash()
    }

    fn __str__(&self) -> String {
        self.to_text()
    }

    fn __repr__(&self) -> String {
        format!("finaud.State.from_text({:?})", self.inner.text())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let rebuild = py.import("finaud._finaud")?.getattr("_state")?;
        let parts = (
            PICKLE_VERSION,
            spec_parts(&self.game.get().spec),
            self.inner.record(&[]),
            self.inner.seed(),
        );
        (rebuild, parts).into_pyobject(py)
    }

    /// What a bot chooses here: the number of the action.
    #[pyo3(signature = (name, player=None, seed=0))]
    fn bot_action(&self, py: Python<'_>, name: &str, player: Option<usize>, seed: u64) -> PyResult<usize> {
        let bot = bots::named(name)?;
        let seat = self.seat(player)?;
        let inner = &self.inner;
        py.detach(|| inner.bot_choice(bot, seat, seed)).map_err(refused)
    }

    /// What every choice is worth, as JSON text: `finaud.analyse` reads it.
    #[pyo3(signature = (player=None, nodes=60_000, language="en", threads=1))]
    fn analysis_json(
        &self,
        py: Python<'_>,
        player: Option<usize>,
        nodes: u64,
        language: &str,
        threads: usize,
    ) -> PyResult<String> {
        let seat = player.map(|player| self.game.get().seat(player)).transpose()?;
        let request = crate::coach::Request::new(seat, nodes, language, threads)?;
        let inner = &self.inner;
        py.detach(|| inner.analysis(&request)).map_err(refused)
    }
}

fn of_record(kind: &Kind, text: &str) -> PyResult<Box<dyn AnyState>> {
    with_kind!(kind, game => {
        let state = StateOf::of_record(game.clone(), text).map_err(refused)?;
        Ok(Box::new(state) as Box<dyn AnyState>)
    })
}

/// The state that was pickled.
#[pyfunction]
#[pyo3(name = "_state")]
pub(crate) fn unpickled_state(
    py: Python<'_>,
    version: u32,
    spec: (String, usize, Vec<(String, String)>, Option<String>),
    record: &str,
    seed: Option<u64>,
) -> PyResult<PyState> {
    if version != PICKLE_VERSION {
        return Err(PyValueError::new_err(format!(
            "this state was pickled in format {version}; this version of finaud reads format {PICKLE_VERSION}"
        )));
    }
    let (id, players, options, sheet) = spec;
    let game = PyGame::of_spec(GameSpec {
        game: id,
        sheet,
        options,
        players,
    })?;
    let inner = with_kind!(&game.kind, game => {
        let mut state = StateOf::of_record(game.clone(), record).map_err(refused)?;
        state.seed = seed;
        Box::new(state) as Box<dyn AnyState>
    });
    Ok(PyState {
        game: Py::new(py, game)?,
        inner,
    })
}
