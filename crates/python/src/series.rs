//! Series of games: simulations and duplicate matches, cut by seed so that parts can be played anywhere and in any order.
//!
//! The games and their seeds are those of `finaud sim` and `finaud arena`: the same numbers come out.

use std::sync::{Arc, Mutex};

use finaud_players::arena::{Arena, Deal, Entrant, Estimate, GameResult, Order, Seatings, Tally};
use finaud_players::{Bot, Player, play_out};
use finaud_record::{bits_at, seed_in_series};
use finaud_rules::{Seat, Seats};
use numpy::{
    IntoPyArray, PyArray1, PyArray2, PyArray3, PyArrayMethods, PyReadonlyArray2, PyReadonlyArray3,
    PyUntypedArrayMethods,
};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use rayon::prelude::*;
use serde_json::{Value, json};

use crate::bots;
use crate::game::{Playable, PyGame, with_kind};
use crate::state::{PyState, StateOf};

/// Keeps what a player draws apart from the dice of the same game: as `finaud sim` does.
const SIM_PLAYERS: u64 = 0x0b07_0b07_0b07_0b07;
/// How many games are played before Ctrl-C is looked at.
const CHUNK: u64 = 256;

fn check_part(first: u64, many: u64, what: &str) -> PyResult<()> {
    if many == 0 || first.checked_add(many).is_none() {
        return Err(PyValueError::new_err(format!(
            "there are no {what} from {first} on, {many} of them"
        )));
    }
    Ok(())
}

fn thread_pool(threads: usize) -> PyResult<rayon::ThreadPool> {
    if !(1..=1024).contains(&threads) {
        return Err(PyValueError::new_err(format!(
            "{threads} threads cannot share the work"
        )));
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    pool.map_err(|error| PyValueError::new_err(error.to_string()))
}

/// The scores of one game, and how many choices were made.
fn sim_game<G: Playable>(
    game: &G,
    seed: u64,
    players: &mut [Box<dyn Player<G> + Send>],
    legal: &mut Vec<G::Action>,
) -> (Vec<i32>, Seats, u64) {
    for (seat, player) in players.iter_mut().enumerate() {
        player.begin(bits_at(seed ^ SIM_PLAYERS, seat as u64));
    }
    let end = play_out(game, seed, players, legal);
    let points = (0..game.seats() as u8).map(|seat| game.points(&end.state, Seat(seat)));
    (points.collect(), game.winners(&end.state), end.decisions)
}

/// What the games of a part of a simulation came to.
type SimPart<'py> = (
    Bound<'py, PyArray2<i32>>,
    Bound<'py, PyArray1<u8>>,
    Bound<'py, PyArray1<i64>>,
);

/// Plays some games of a simulation, those from `first` on: the scores of every seat, the winners (a bit for each seat) and the
/// number of choices, game by game.
#[pyfunction]
#[pyo3(signature = (game, bot, seed, first, games, threads=1))]
pub(crate) fn sim_part<'py>(
    py: Python<'py>,
    game: &Bound<'py, PyGame>,
    bot: &str,
    seed: u64,
    first: u64,
    games: u64,
    threads: usize,
) -> PyResult<SimPart<'py>> {
    check_part(first, games, "games")?;
    let kind = &game.get().kind;
    let bot = with_kind!(kind, game => bots::able(&**game, bot))?;
    let pool = thread_pool(threads)?;
    let (mut scores, mut winners, mut decisions) = (Vec::new(), Vec::new(), Vec::new());
    let mut next = first;
    let end = first + games;
    while next < end {
        py.check_signals()?;
        let stop = end.min(next + CHUNK * threads as u64);
        let part = py.detach(|| with_kind!(kind, game => sim_range(&**game, bot, seed, next..stop, &pool)));
        for (points, won, choices) in part {
            scores.extend(points);
            winners.push(won.iter().fold(0u8, |bits, seat| bits | 1 << seat.0));
            decisions.push(choices as i64);
        }
        next = stop;
    }
    let players = game.get().spec.players;
    Ok((
        scores.into_pyarray(py).reshape([games as usize, players])?,
        winners.into_pyarray(py),
        decisions.into_pyarray(py),
    ))
}

fn sim_range<G: Playable>(
    game: &G,
    bot: Bot,
    seed: u64,
    range: std::ops::Range<u64>,
    pool: &rayon::ThreadPool,
) -> Vec<(Vec<i32>, Seats, u64)> {
    let make = || {
        let players: Vec<Box<dyn Player<G> + Send>> =
            (0..game.seats()).filter_map(|_| bot.player(game, 0)).collect();
        (players, Vec::new())
    };
    pool.install(|| {
        let games = range.into_par_iter();
        let played = games.map_init(make, |(players, legal), index| {
            sim_game(game, seed_in_series(seed, index), players, legal)
        });
        played.collect()
    })
}

/// A player of one's own: a Python callable that is shown a `State` and names an action.
struct Own {
    callable: Py<PyAny>,
    game: Py<PyGame>,
    /// The first thing that went wrong.
    failed: Arc<Mutex<Option<PyErr>>>,
}

impl Own {
    fn chosen<G: Playable>(
        &self,
        py: Python<'_>,
        game: &G,
        state: &G::State,
        seat: Seat,
        legal: &[G::Action],
    ) -> PyResult<G::Action> {
        let inner = StateOf::new(Arc::new(game.clone()), *state, None);
        let shown = PyState::of(self.game.clone_ref(py), Box::new(inner));
        let answer = self.callable.call1(py, (shown,))?;
        let number: usize = answer.extract(py).map_err(|_| {
            PyTypeError::new_err("a bot answers with the number of an action, a whole number")
        })?;
        let action = game
            .action_from_index(number)
            .filter(|action| legal.contains(action));
        action.ok_or_else(|| {
            PyValueError::new_err(format!(
                "the bot of player {} chose {number}, which is not legal in {}",
                seat.index(),
                game.position_text(state)
            ))
        })
    }
}

impl<G: Playable> Player<G> for Own {
    fn begin(&mut self, _: u64) {}

    fn choose(&mut self, game: &G, state: &G::State, seat: Seat, legal: &[G::Action]) -> G::Action {
        let failed = |error: PyErr| {
            if let Ok(mut slot) = self.failed.lock() {
                slot.get_or_insert(error);
            }
            legal[0]
        };
        // Once something went wrong, the game is only brought to its end.
        if self.failed.lock().map_or(true, |failed| failed.is_some()) {
            return legal[0];
        }
        Python::attach(|py| self.chosen(py, game, state, seat, legal)).unwrap_or_else(failed)
    }
}

/// Who takes part: a built-in bot, or a callable.
enum Contestant {
    Bot(Bot),
    Own(Py<PyAny>),
}

/// What the games of a part of a match came to.
type ArenaPart<'py> = (Bound<'py, PyArray3<i32>>, Bound<'py, PyArray2<u8>>);

/// Plays some deals of a duplicate match, those from `first` on, each in every seating: the points of every seat and the winners
/// (a bit for each seat), deal by deal and seating by seating.
#[pyfunction]
#[pyo3(signature = (game, bots, seed, first, deals, threads=1))]
pub(crate) fn arena_part<'py>(
    py: Python<'py>,
    game: &Bound<'py, PyGame>,
    bots: Vec<(String, Option<Py<PyAny>>)>,
    seed: u64,
    first: u64,
    deals: u64,
    threads: usize,
) -> PyResult<ArenaPart<'py>> {
    check_part(first, deals, "deals")?;
    let shared = game.get();
    let mut contestants = Vec::new();
    for (name, own) in bots {
        let contestant = match own {
            Some(callable) => Contestant::Own(callable),
            None => Contestant::Bot(with_kind!(&shared.kind, game => bots::able(&**game, &name))?),
        };
        contestants.push((name, contestant));
    }
    let seatings = seatings(contestants.len(), shared)?;
    let failed = Arc::new(Mutex::new(None));
    let pool = thread_pool(threads)?;
    let mut results = Vec::new();
    let end = first + deals;
    let mut next = first;
    while next < end {
        py.check_signals()?;
        let stop = end.min(next + threads as u64);
        let owner = game.clone().unbind();
        let part = {
            let (contestants, failed, pool) = (&contestants, &failed, &pool);
            py.detach(move || {
                with_kind!(&owner.get().kind, game => {
                    deal_range(&**game, &owner, contestants, failed, seed, next..stop, pool)
                })
            })
        };
        results.extend(part.map_err(PyValueError::new_err)?);
        let error = failed.lock().ok().and_then(|mut failed| failed.take());
        if let Some(error) = error {
            return Err(error);
        }
        next = stop;
    }
    let (games, seats) = (seatings.len(), shared.spec.players);
    let points: Vec<i32> = results.iter().flat_map(|result| result.points.clone()).collect();
    let winners: Vec<u8> = results
        .iter()
        .map(|result| result.winners.iter().fold(0, |bits, seat| bits | 1 << seat.0))
        .collect();
    Ok((
        points.into_pyarray(py).reshape([deals as usize, games, seats])?,
        winners.into_pyarray(py).reshape([deals as usize, games])?,
    ))
}

fn seatings(entrants: usize, game: &PyGame) -> PyResult<Seatings> {
    Seatings::of(entrants, game.spec.players).map_err(|error| PyValueError::new_err(error.to_string()))
}

fn deal_range<G: Playable>(
    game: &G,
    owner: &Py<PyGame>,
    contestants: &[(String, Contestant)],
    failed: &Arc<Mutex<Option<PyErr>>>,
    seed: u64,
    range: std::ops::Range<u64>,
    pool: &rayon::ThreadPool,
) -> Result<Vec<GameResult>, String> {
    let mut entrants: Vec<Entrant<G>> = Vec::new();
    for (name, contestant) in contestants {
        entrants.push(match contestant {
            Contestant::Bot(bot) => Entrant::bot(game, *bot).ok_or("a bot cannot play this game")?,
            Contestant::Own(callable) => {
                let (callable, owner) = Python::attach(|py| (callable.clone_ref(py), owner.clone_ref(py)));
                let failed = Arc::clone(failed);
                Entrant::new(name.clone(), move || {
                    let (callable, game) = Python::attach(|py| (callable.clone_ref(py), owner.clone_ref(py)));
                    Box::new(Own {
                        callable,
                        game,
                        failed: Arc::clone(&failed),
                    })
                })
            }
        });
    }
    let arena = Arena::new(game, entrants).map_err(|error| error.to_string())?;
    let play = |players: &mut _, index: u64| -> Vec<GameResult> {
        let deal = seed_in_series(seed, index);
        let seatings = arena.seatings().iter();
        seatings
            .map(|seating| arena.play_game(deal, seating, players))
            .collect()
    };
    let played: Vec<Vec<GameResult>> = pool.install(|| {
        let deals = range.into_par_iter();
        deals.map_init(|| arena.player_pool(), play).collect()
    });
    Ok(played.into_iter().flatten().collect())
}

/// The figures of a match whose parts were played by `arena_part`, as JSON text.
#[pyfunction]
pub(crate) fn arena_report(
    game: &Bound<'_, PyGame>,
    names: Vec<String>,
    points: PyReadonlyArray3<'_, i32>,
    winners: PyReadonlyArray2<'_, u8>,
) -> PyResult<String> {
    let shared = game.get();
    let seatings = seatings(names.len(), shared)?;
    let deals = points.shape()[0];
    let wanted = [deals, seatings.len(), shared.spec.players];
    if points.shape() != wanted || winners.shape() != &wanted[..2] {
        return Err(PyValueError::new_err(format!(
            "the points must have the shape {wanted:?} and the winners {:?}",
            &wanted[..2]
        )));
    }
    let mut tally = Tally::new(&seatings);
    let (points, winners) = (points.as_array(), winners.as_array());
    for (deal, won) in points.outer_iter().zip(winners.outer_iter()) {
        let games: Vec<GameResult> = deal
            .outer_iter()
            .zip(won)
            .map(|(points, won)| GameResult {
                points: points.to_vec(),
                winners: (0..8).filter(|seat| won >> seat & 1 != 0).map(Seat).collect(),
            })
            .collect();
        tally.count(&Deal::of(&seatings, &games));
    }
    let interval = |estimate: &Estimate| estimate.interval();
    let bots: Vec<Value> = names
        .iter()
        .enumerate()
        .map(|(index, name)| {
            let standing = tally.standing(index);
            let share = |interval: [f64; 2]| interval.map(|end| end.clamp(0.0, 1.0));
            json!({
                "bot": name,
                "games": standing.games,
                "seats": standing.seats,
                "mean": standing.points.mean,
                "mean_interval": interval(&standing.points),
                "mean_margin": standing.points.margin,
                "sd": standing.deviation,
                "win_share": standing.wins.mean,
                "win_share_interval": interval(&standing.wins).map(share),
                "win_share_margin": standing.wins.margin,
                "fair_share": standing.fair,
            })
        })
        .collect();
    let pairs: Vec<Value> = tally
        .pairs()
        .map(|(one, other, difference)| {
            json!({
                "bots": [names[one], names[other]],
                "difference": difference.mean,
                "difference_interval": interval(&difference),
            })
        })
        .collect();
    let report = json!({
        "game": shared.spec.game,
        "players": shared.spec.players,
        "deals": tally.deals(),
        "games": tally.games(),
        "games_per_deal": seatings.len(),
        "seatings": match seatings.order() {
            Order::Alone => "alone",
            Order::All => "all",
            Order::OneAgainst => "one against",
            Order::Rotations => "rotations",
        },
        "bots": bots,
        "pairs": pairs,
    });
    Ok(report.to_string())
}

/// How many games a deal has: one for each seating.
#[pyfunction]
pub(crate) fn games_per_deal(game: &Bound<'_, PyGame>, bots: usize) -> PyResult<usize> {
    Ok(seatings(bots, game.get())?.len())
}
