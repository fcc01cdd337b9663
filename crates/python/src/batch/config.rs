//! How a batch of games is asked and answered.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// What an action is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Actions {
    /// Its stable number.
    Number,
    /// Its position in the list of legal actions.
    Index,
}

/// What a reward is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reward {
    /// The points that were gained: they add up to the score.
    Points,
    /// The score, once the game is over.
    Final,
    /// The share of the victory, once the game is over.
    Win,
}

/// What becomes of an action that is not legal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Illegal {
    /// An exception; no game of the batch has moved.
    Raise,
    /// Nothing happens in its game.
    Ignore,
    /// Its game ends; whoever did it gets −1.
    Terminate,
}

/// When a game that is over begins anew.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Autoreset {
    /// With the next step, whose action is ignored.
    NextStep,
    /// At once.
    SameStep,
    /// When it is told to.
    Disabled,
}

/// Reads a word that stands for a choice.
pub(crate) fn read<T: Copy>(what: &str, word: &str, known: &[(&str, T)]) -> PyResult<T> {
    let found = known.iter().find(|(name, _)| *name == word);
    found.map(|(_, value)| *value).ok_or_else(|| {
        let names: Vec<String> = known.iter().map(|(name, _)| format!("\"{name}\"")).collect();
        PyValueError::new_err(format!("{what} is {}, not \"{word}\"", names.join(" or ")))
    })
}

/// Everything that was chosen for a batch.
#[derive(Clone, Debug)]
pub(crate) struct Config {
    pub(crate) actions: Actions,
    pub(crate) reward: Reward,
    pub(crate) illegal: Illegal,
    pub(crate) autoreset: Autoreset,
    /// Who plays for each seat; `None` for whoever steps the batch.
    pub(crate) opponents: Vec<Option<finaud_players::Bot>>,
    /// The width of a mask.
    pub(crate) width: usize,
    pub(crate) seed: u64,
}
