//! Small games solved outright: what the best play is worth in every state, over all that luck can do.
//!
//! Who plays alone wants points; of two, each wants the victory, and what one wins the other loses. With more players a
//! game has no value: what is best depends on what the others do.
//!
//! States are remembered by a fingerprint of their [essence](Game::essence).
//!
//! ```
//! use finaud_proof::exact::Solver;
//! use finaud_record::push;
//! use finaud_rules::Game;
//! use finaud_record::Notation;
//!
//! // One card is left, and it fits nowhere badly: whoever turns it wins.
//! let game = push::game(2, &[]).unwrap();
//! let state = game.read_position("push pile=r5 / zone= / zone=").unwrap();
//! assert_eq!(Solver::new(&game).unwrap().value(&state).unwrap(), 1.0);
//! ```

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

use finaud_rules::{Game, Next, Seat};

use crate::fingerprint::fingerprint;

/// What the players of a game play for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Aim {
    /// Somebody plays alone, for points.
    Points,
    /// Two play for the victory: the value is the first seat's share of it.
    Victory,
}

/// A game that has no value of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoValue {
    /// So many play it.
    pub players: usize,
}

impl std::fmt::Display for NoValue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "only games for one or two players have a value that does not depend on how others play, not games for {}",
            self.players
        )
    }
}

impl std::error::Error for NoValue {}

/// Why a state was not solved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unsolved {
    /// It takes more states than may be remembered.
    TooLarge {
        /// So many may be.
        most: u64,
    },
    /// Somebody stopped it.
    Stopped,
}

impl std::fmt::Display for Unsolved {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Unsolved::TooLarge { most } => {
                write!(f, "more than {most} states would have to be remembered")
            }
            Unsolved::Stopped => f.write_str("stopped before it was solved"),
        }
    }
}

impl std::error::Error for Unsolved {}

/// The memory is in so many parts, so that threads seldom wait for each other.
const PARTS: usize = 256;
/// So many states are remembered unless somebody allows more: about a gigabyte.
const MOST_STATES: u64 = 20_000_000;

/// Solves a game, and remembers what it found.
pub struct Solver<'a, G: Game> {
    game: &'a G,
    aim: Aim,
    memory: Vec<Mutex<Values>>,
    states: AtomicU64,
    most: u64,
    stop: Option<&'a AtomicBool>,
}

type Values = HashMap<u128, f64, BuildHasherDefault<Ready>>;

/// Fingerprints are hashes already.
#[derive(Clone, Copy, Debug, Default)]
struct Ready(u64);

impl Hasher for Ready {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = self.0 << 8 | u64::from(*byte);
        }
    }

    fn write_u128(&mut self, key: u128) {
        self.0 = key as u64;
    }
}

impl<G: Game> std::fmt::Debug for Solver<'_, G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Solver")
            .field("aim", &self.aim)
            .field("states", &self.states())
            .finish_non_exhaustive()
    }
}

impl<'a, G: Game> Solver<'a, G> {
    /// A solver that knows nothing yet.
    pub fn new(game: &'a G) -> Result<Solver<'a, G>, NoValue> {
        let aim = match game.seats() {
            1 => Aim::Points,
            2 => Aim::Victory,
            players => return Err(NoValue { players }),
        };
        Ok(Solver {
            game,
            aim,
            memory: (0..PARTS).map(|_| Mutex::default()).collect(),
            states: AtomicU64::new(0),
            most: MOST_STATES,
            stop: None,
        })
    }

    /// Remembers at most so many states, and gives up when there are more.
    #[must_use]
    pub fn with_most(mut self, most: u64) -> Solver<'a, G> {
        self.most = most;
        self
    }

    /// Gives up when this flag is raised.
    #[must_use]
    pub fn with_stop(mut self, stop: &'a AtomicBool) -> Solver<'a, G> {
        self.stop = Some(stop);
        self
    }

    /// What the values are made of.
    pub fn aim(&self) -> Aim {
        self.aim
    }

    /// How many states are remembered.
    pub fn states(&self) -> u64 {
        self.states.load(Ordering::Relaxed)
    }

    /// What a state is worth if everybody plays as well as can be: points, or the first seat's share of the victory.
    pub fn value(&self, state: &G::State) -> Result<f64, Unsolved> {
        self.find(state, &mut Values::default())
    }

    /// The value of a state. `chain` holds the states between two pieces of luck: the same extra dice in another order.
    fn find(&self, state: &G::State, chain: &mut Values) -> Result<f64, Unsolved> {
        match self.game.next(state) {
            Next::Over => Ok(self.end(state)),
            Next::Choice(seats) => {
                let seat = seats.first().unwrap_or(Seat(0));
                let mut legal = Vec::with_capacity(32);
                self.game.legal(state, seat, &mut legal);
                let mut best: Option<f64> = None;
                for action in legal {
                    let mut after = *state;
                    if self.game.play(&mut after, seat, action).is_ok() {
                        let value = self.recall(&after, chain)?;
                        best = Some(best.map_or(value, |best| self.better(seat, best, value)));
                    }
                }
                Ok(best.unwrap_or_else(|| self.end(state)))
            }
            Next::Chance(_) => self.mean(state),
        }
    }

    /// The mean over what luck can do.
    fn mean(&self, state: &G::State) -> Result<f64, Unsolved> {
        let mut chain = Values::default();
        let mut failed = None;
        if self.aim == Aim::Points {
            let mean = self.game.quick_mean(state, &mut |after| {
                if failed.is_some() {
                    return 0.0;
                }
                self.recall(after, &mut chain).unwrap_or_else(|error| {
                    failed = Some(error);
                    0.0
                })
            });
            if let Some(mean) = mean {
                return failed.map_or(Ok(mean), Err);
            }
        }
        let mut sum = 0.0;
        let total = self.game.outcomes(state, &mut |outcome, weight| {
            if failed.is_some() {
                return;
            }
            match self.after_outcome(state, outcome, &mut chain) {
                Ok(value) => sum += f64::from(weight) * value,
                Err(error) => failed = Some(error),
            }
        });
        match failed {
            Some(error) => Err(error),
            None => Ok(sum / f64::from(total.max(1))),
        }
    }

    /// The same, on so many threads. They share what they remember.
    pub fn value_on(&self, state: &G::State, threads: usize) -> Result<f64, Unsolved>
    where
        G: Sync,
        G::State: Send + Sync,
        G::Outcome: Send + Sync,
    {
        if threads < 2 {
            return self.value(state);
        }
        match self.game.next(state) {
            Next::Over => Ok(self.end(state)),
            Next::Choice(seats) => {
                let seat = seats.first().unwrap_or(Seat(0));
                let mut legal = Vec::new();
                self.game.legal(state, seat, &mut legal);
                for action in &legal {
                    let mut after = *state;
                    if self.game.play(&mut after, seat, *action).is_ok() {
                        let value = self.value_on(&after, threads)?;
                        if matches!(self.game.next(&after), Next::Chance(_)) {
                            self.remember(fingerprint(&self.game.essence(&after)), value)?;
                        }
                    }
                }
                self.value(state)
            }
            Next::Chance(_) => {
                let mut outcomes = Vec::new();
                let total = self.game.outcomes(state, &mut |outcome, weight| {
                    outcomes.push((outcome, weight));
                });
                let values = self.on_threads(state, &outcomes, threads)?;
                let sum: f64 = outcomes
                    .iter()
                    .zip(values)
                    .map(|((_, weight), value)| f64::from(*weight) * value)
                    .sum();
                Ok(sum / f64::from(total.max(1)))
            }
        }
    }

    /// What each outcome is worth. Threads take outcomes one after the other, so nobody waits for the slowest.
    fn on_threads(
        &self,
        state: &G::State,
        outcomes: &[(G::Outcome, u32)],
        threads: usize,
    ) -> Result<Vec<f64>, Unsolved>
    where
        G: Sync,
        G::State: Send + Sync,
        G::Outcome: Send + Sync,
    {
        let next = AtomicUsize::new(0);
        let work = || {
            let mut found = Vec::new();
            let mut chain = Values::default();
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                match outcomes.get(index) {
                    None => return Ok(found),
                    Some((outcome, _)) => {
                        found.push((index, self.after_outcome(state, *outcome, &mut chain)?));
                    }
                }
            }
        };
        let parts: Vec<Result<Vec<(usize, f64)>, Unsolved>> = std::thread::scope(|scope| {
            let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
            let workers = workers.into_iter();
            workers
                .map(|worker| worker.join().expect("solving does not fail"))
                .collect()
        });
        let mut values = vec![0.0; outcomes.len()];
        for part in parts {
            for (index, value) in part? {
                values[index] = value;
            }
        }
        Ok(values)
    }

    fn after_outcome(
        &self,
        state: &G::State,
        outcome: G::Outcome,
        chain: &mut Values,
    ) -> Result<f64, Unsolved> {
        let mut after = *state;
        self.game
            .apply_chance(&mut after, outcome)
            .expect("the rules list outcomes that can happen");
        chain.clear();
        self.find(&after, chain)
    }

    /// The value of a state, from memory where it is known; it is remembered otherwise.
    pub fn remembered(&self, state: &G::State) -> Result<f64, Unsolved> {
        let mut chain = Values::default();
        match self.game.next(state) {
            Next::Over => Ok(self.end(state)),
            // Its own value is asked for seldom: what it leads to is remembered.
            Next::Choice(_) => self.find(state, &mut chain),
            Next::Chance(_) => self.recall(state, &mut chain),
        }
    }

    /// The value of a state to which a choice leads. What luck follows is remembered for good. Who plays alone comes
    /// back to the other states before the next luck only, so those are forgotten then.
    fn recall(&self, state: &G::State, chain: &mut Values) -> Result<f64, Unsolved> {
        let next = self.game.next(state);
        if next == Next::Over {
            return Ok(self.end(state));
        }
        let essence = self.game.essence(state);
        let key = fingerprint(&essence);
        let passing = self.aim == Aim::Points && matches!(next, Next::Choice(_));
        let known = if passing {
            chain.get(&key).copied()
        } else {
            self.part(key).get(&key).copied()
        };
        if let Some(value) = known {
            return Ok(value);
        }
        let value = self.find(&essence, chain)?;
        if passing {
            chain.insert(key, value);
        } else {
            self.remember(key, value)?;
        }
        Ok(value)
    }

    fn remember(&self, key: u128, value: f64) -> Result<(), Unsolved> {
        if self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
            return Err(Unsolved::Stopped);
        }
        if self.part(key).insert(key, value).is_none()
            && self.states.fetch_add(1, Ordering::Relaxed) >= self.most
        {
            return Err(Unsolved::TooLarge { most: self.most });
        }
        Ok(())
    }

    fn part(&self, key: u128) -> std::sync::MutexGuard<'_, Values> {
        let part = &self.memory[(key >> 64) as usize % PARTS];
        part.lock().expect("nobody fails while holding it")
    }

    /// The better of two values for whoever chooses.
    fn better(&self, seat: Seat, one: f64, other: f64) -> f64 {
        match (self.aim, seat) {
            (Aim::Points, _) | (Aim::Victory, Seat(0)) => one.max(other),
            (Aim::Victory, _) => one.min(other),
        }
    }

    /// The value as a seat sees it.
    pub fn for_seat(&self, value: f64, seat: Seat) -> f64 {
        match (self.aim, seat) {
            (Aim::Points, _) | (Aim::Victory, Seat(0)) => value,
            (Aim::Victory, _) => 1.0 - value,
        }
    }

    /// What the end of a game is worth.
    fn end(&self, state: &G::State) -> f64 {
        match self.aim {
            Aim::Points => f64::from(self.game.points(state, Seat(0))),
            Aim::Victory => {
                let winners = self.game.winners(state);
                if winners.contains(Seat(0)) {
                    1.0 / winners.iter().count() as f64
                } else {
                    0.0
                }
            }
        }
    }
}
