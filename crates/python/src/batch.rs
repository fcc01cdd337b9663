//! Many games at once.

mod arrays;
mod buffers;
mod config;
mod core;
mod games;
mod outputs;

use std::sync::{Arc, Mutex, MutexGuard, TryLockError};

use finaud_players::learned::Learnable;
use numpy::{IntoPyArray, PyArray1, PyArrayMethods};
use pyo3::exceptions::{PyIndexError, PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use self::buffers::Arrays;
use self::config::{Actions, Autoreset, Config, Illegal, Reward, read};
use self::core::{Rules, Why};
use self::games::{Games, GamesOf, Wanted};
use self::outputs::{Rows, Widths};
use crate::bots;
use crate::game::{Playable, PyGame, with_kind};
use crate::net::PyNet;
use crate::observation::{Observation, Observe};
use crate::state::PyState;

/// More games than this do not fit in the memory of any machine.
const MOST_GAMES: usize = 1 << 24;
const MOST_THREADS: usize = 1024;
/// Below this many games it is not worth letting other Python threads run.
const WORTH_RELEASING: usize = 16;

/// Many games at once: the native part of `finaud.Batch`.
#[pyclass(frozen, module = "finaud", name = "RawBatch", subclass)]
pub(crate) struct RawBatch {
    #[pyo3(get)]
    game: Py<PyGame>,
    observation: Observation,
    config: Config,
    widths: Widths,
    games: Mutex<Box<dyn Games>>,
    len: usize,
}

impl RawBatch {
    fn lock(&self) -> PyResult<MutexGuard<'_, Box<dyn Games>>> {
        match self.games.try_lock() {
            Ok(games) => Ok(games),
            Err(TryLockError::WouldBlock) => Err(PyRuntimeError::new_err(
                "another thread is at work in this batch: a batch belongs to one thread at a time",
            )),
            Err(TryLockError::Poisoned(_)) => Err(PyRuntimeError::new_err(
                "this batch was left half-way by an earlier failure and cannot be used any more",
            )),
        }
    }

    /// Does the work, letting other Python threads run where that pays.
    fn work<T: Send>(&self, py: Python<'_>, work: impl FnOnce() -> T + Send) -> T {
        if self.len < WORTH_RELEASING {
            work()
        } else {
            py.detach(work)
        }
    }

    fn index(&self, index: usize) -> PyResult<usize> {
        if index < self.len {
            return Ok(index);
        }
        Err(PyIndexError::new_err(format!(
            "there is no game {index}: the batch has {}, counted from 0",
            self.len
        )))
    }
}

fn games_of<G: Playable>(
    game: &Arc<G>,
    config: Config,
    games: usize,
    pool: Option<rayon::ThreadPool>,
) -> Box<dyn Games> {
    let rules = Rules {
        plan: Observe::plan(&**game),
        encoder: Learnable::encoder(&**game),
        game: Arc::clone(game),
        config,
    };
    Box::new(GamesOf::new(rules, games, pool))
}

#[pymethods]
impl RawBatch {
    #[new]
    #[pyo3(signature = (game, games, *, seed=0, actions="number", observation="plain", reward="points", illegal="raise",
                        autoreset="next_step", opponents=None, threads=1))]
    #[expect(
        clippy::too_many_arguments,
        reason = "each has a name and a default in Python"
    )]
    fn new(
        game: Py<PyGame>,
        games: usize,
        seed: u64,
        actions: &str,
        observation: &str,
        reward: &str,
        illegal: &str,
        autoreset: &str,
        opponents: Option<Vec<Option<String>>>,
        threads: usize,
    ) -> PyResult<RawBatch> {
        if !(1..=MOST_GAMES).contains(&games) {
            return Err(PyValueError::new_err(format!(
                "a batch has 1 to {MOST_GAMES} games, not {games}"
            )));
        }
        if !(1..=MOST_THREADS).contains(&threads) {
            return Err(PyValueError::new_err(format!(
                "a batch has 1 to {MOST_THREADS} threads, not {threads}"
            )));
        }
        let shared = game.get();
        let observation = Observation::read(observation, shared)?;
        let players = shared.spec.players;
        let opponents = opponents.unwrap_or_default();
        if !opponents.is_empty() && opponents.len() != players {
            return Err(PyValueError::new_err(format!(
                "opponents has an entry for each of {players} players, not {}",
                opponents.len()
            )));
        }
        if !opponents.is_empty() && opponents.iter().all(Option::is_some) {
            return Err(PyValueError::new_err(
                "one player at least is yours: its entry of opponents is None",
            ));
        }
        let mut bots = Vec::new();
        for name in &opponents {
            let bot = name
                .as_deref()
                .map(|name| with_kind!(&shared.kind, game => bots::able(&**game, name)));
            bots.push(bot.transpose()?);
        }
        let actions = read(
            "actions",
            actions,
            &[("number", Actions::Number), ("index", Actions::Index)],
        )?;
        let config = Config {
            actions,
            reward: read(
                "reward",
                reward,
                &[
                    ("points", Reward::Points),
                    ("final", Reward::Final),
                    ("win", Reward::Win),
                ],
            )?,
            illegal: read(
                "illegal",
                illegal,
                &[
                    ("raise", Illegal::Raise),
                    ("ignore", Illegal::Ignore),
                    ("terminate", Illegal::Terminate),
                ],
            )?,
            autoreset: read(
                "autoreset",
                autoreset,
                &[
                    ("next_step", Autoreset::NextStep),
                    ("same_step", Autoreset::SameStep),
                    ("disabled", Autoreset::Disabled),
                ],
            )?,
            opponents: bots,
            width: match actions {
                Actions::Number => shared.num_actions(),
                Actions::Index => shared.index_width(),
            },
            seed,
        };
        let pool = if threads > 1 {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
            Some(pool.map_err(|error| PyRuntimeError::new_err(error.to_string()))?)
        } else {
            None
        };
        let batch = with_kind!(&shared.kind, game => games_of(game, config.clone(), games, pool));
        let widths = Widths {
            observation: batch.columns(observation),
            mask: config.width,
            players,
        };
        Ok(RawBatch {
            game,
            observation,
            config,
            widths,
            len: games,
            games: Mutex::new(batch),
        })
    }

    fn __len__(&self) -> usize {
        self.len
    }

    /// How many columns an observation has.
    #[getter]
    fn observation_width(&self) -> usize {
        self.widths.observation
    }

    /// How many actions a mask has.
    #[getter]
    fn width(&self) -> usize {
        self.widths.mask
    }

    /// Plays one action in every game and writes what follows into the arrays of the dict.
    #[pyo3(signature = (actions, arrays, seeds=None))]
    fn step_into(
        &self,
        py: Python<'_>,
        actions: &Bound<'_, PyAny>,
        arrays: &Bound<'_, PyDict>,
        seeds: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let actions = arrays::numbers(actions, "actions", self.len)?;
        let seeds = seeds.map(|seeds| arrays::seeds(seeds, self.len)).transpose()?;
        let mut arrays = Arrays::of(arrays, self.len, self.widths, self.observation)?;
        let outputs = arrays.outputs(self.widths)?;
        let mut games = self.lock()?;
        let games = &mut *games;
        let stepped = self.work(py, || {
            games.check(&actions)?;
            games.step(&actions, seeds.as_deref(), outputs);
            Ok(())
        });
        stepped.map_err(|refused: self::core::Refused| {
            let (index, action) = (refused.game, refused.action);
            PyValueError::new_err(match refused.why {
                Why::Over => format!("game {index} is over: begin it anew with `reset` before it is stepped"),
                Why::Illegal => match self.config.actions {
                    Actions::Number => {
                        format!("action {action} is not legal in game {index}; nothing was changed")
                    }
                    Actions::Index => {
                        format!("game {index} has no legal action at index {action}; nothing was changed")
                    }
                },
            })
        })
    }

    /// Begins games anew, all or those that are chosen, and writes all of them into the arrays of the dict.
    #[pyo3(signature = (arrays, chosen=None, seeds=None))]
    fn reset_into(
        &self,
        py: Python<'_>,
        arrays: &Bound<'_, PyDict>,
        chosen: Option<&Bound<'_, PyAny>>,
        seeds: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let chosen = chosen
            .map(|chosen| arrays::chosen(chosen, "chosen", self.len))
            .transpose()?;
        let seeds = seeds.map(|seeds| arrays::seeds(seeds, self.len)).transpose()?;
        let mut arrays = Arrays::of(arrays, self.len, self.widths, self.observation)?;
        let outputs = arrays.outputs(self.widths)?;
        let mut games = self.lock()?;
        let games = &mut *games;
        self.work(py, || games.reset(chosen.as_deref(), seeds.as_deref(), outputs));
        Ok(())
    }

    /// Ends the chosen games where they stand, so that they begin anew as games do that are over.
    fn end(&self, chosen: &Bound<'_, PyAny>) -> PyResult<()> {
        let chosen = arrays::chosen(chosen, "chosen", self.len)?;
        self.lock()?.end(&chosen);
        Ok(())
    }

    /// The legal actions of all games, one list after the other: where each list begins, and the numbers.
    #[expect(clippy::type_complexity, reason = "two arrays")]
    fn legal<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<i64>>)> {
        let games = self.lock()?;
        let (offsets, numbers) = games.legal();
        Ok((offsets.into_pyarray(py), numbers.into_pyarray(py)))
    }

    /// A legal action for every game, each as likely as the others; 0 where a game is over.
    fn sample<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let mut actions = vec![0; self.len];
        self.lock()?.sample(&mut actions);
        Ok(actions.into_pyarray(py))
    }

    /// What every legal action of every game leads to, before dice fall.
    #[pyo3(signature = (observation="plain", net=None))]
    fn afterstates<'py>(
        &self,
        py: Python<'py>,
        observation: &str,
        net: Option<&Bound<'py, PyNet>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let observation = Observation::read(observation, self.game.get())?;
        let net = net.map(|net| Arc::clone(&net.get().net));
        let mut games = self.lock()?;
        if let Some(net) = &net {
            let wanted = games.columns(Observation::Encoder);
            if net.inputs() != wanted {
                return Err(PyValueError::new_err(format!(
                    "the net has {} inputs, and this game's encoder {wanted}: it is for another game",
                    net.inputs()
                )));
            }
        }
        let has_net = net.is_some();
        let wanted = Wanted { observation, net };
        let games = &mut *games;
        let columns = games.columns(Observation::Plain);
        let after = self.work(py, move || games.afterstates(&wanted));
        let dict = PyDict::new(py);
        let offsets: Vec<i64> = std::iter::once(0).chain(after.ends).collect();
        let many = after.numbers.len();
        dict.set_item("offsets", offsets.into_pyarray(py))?;
        dict.set_item("actions", after.numbers.into_pyarray(py))?;
        dict.set_item("points", after.points.into_pyarray(py))?;
        dict.set_item("over", after.over.into_pyarray(py))?;
        match observation {
            Observation::Plain => {
                let rows = after.plain.into_pyarray(py).reshape([many, columns])?;
                dict.set_item("observations", rows)?;
            }
            Observation::Encoder => set_sparse(&dict, py, after.sparse)?,
            Observation::Nothing => {}
        }
        if has_net {
            dict.set_item("values", after.values.into_pyarray(py))?;
        }
        Ok(dict)
    }

    /// The inputs of our nets for whoever is to choose in each game: those that are not zero.
    fn encode<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let mut games = self.lock()?;
        let games = &mut *games;
        let sparse = self.work(py, move || games.encode());
        let dict = PyDict::new(py);
        set_sparse(&dict, py, sparse)?;
        Ok(dict)
    }

    /// What a player sees of one game.
    fn observe<'py>(&self, py: Python<'py>, index: usize, player: usize) -> PyResult<Bound<'py, PyAny>> {
        let index = self.index(index)?;
        let seat = self.game.get().seat(player)?;
        let games = self.lock()?;
        let width = self.widths.observation;
        Ok(match self.observation {
            Observation::Plain | Observation::Nothing => {
                let mut row = vec![0i16; width];
                if self.observation == Observation::Plain {
                    games.observe(index, seat, Rows::Plain(&mut row));
                }
                row.into_pyarray(py).into_any()
            }
            Observation::Encoder => {
                let mut row = vec![0f32; width];
                games.observe(index, seat, Rows::Encoder(&mut row));
                row.into_pyarray(py).into_any()
            }
        })
    }

    /// What a bot would do in every game.
    fn bot_actions<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let bot = with_kind!(&self.game.get().kind, game => bots::able(&**game, name))?;
        let mut games = self.lock()?;
        let games = &mut *games;
        let actions = self.work(py, move || games.bot_actions(bot));
        Ok(actions.into_pyarray(py))
    }

    /// The points of all players of all games, as they stand.
    fn points<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let points = self.lock()?.points().into_pyarray(py);
        Ok(points.reshape([self.len, self.widths.players])?.into_any())
    }

    /// The seeds of the games, as they are played now.
    fn game_seeds<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<u64>>> {
        Ok(self.lock()?.seeds().into_pyarray(py))
    }

    /// A game of the batch as a `State` of its own.
    fn state(&self, py: Python<'_>, index: usize) -> PyResult<PyState> {
        let index = self.index(index)?;
        Ok(PyState::of(self.game.clone_ref(py), self.lock()?.state(index)))
    }

    /// Puts a state in the place of a game.
    fn set_state(&self, index: usize, state: &Bound<'_, PyAny>) -> PyResult<()> {
        let index = self.index(index)?;
        let state = state
            .cast::<PyState>()
            .map_err(|_| PyTypeError::new_err("a `State` of the same game is wanted"))?;
        let state = state.try_borrow()?;
        let games = &mut *self.lock()?;
        games
            .set_state(index, &*state.inner)
            .map_err(PyValueError::new_err)
    }
}

fn set_sparse(dict: &Bound<'_, PyDict>, py: Python<'_>, sparse: crate::sparse::Sparse) -> PyResult<()> {
    dict.set_item("row_offsets", sparse.offsets().into_pyarray(py))?;
    dict.set_item("indices", sparse.indices.into_pyarray(py))?;
    dict.set_item("values_of_inputs", sparse.values.into_pyarray(py))
}
