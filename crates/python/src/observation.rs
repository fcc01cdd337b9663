//! What a player sees, as numbers. Every observation has a name and a version; a version never changes its columns.

mod dice;
mod push;

use finaud_players::learned::{Encoder, Learnable};
use finaud_rules::{Game, Seat};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::game::{PyGame, with_kind};

/// The version of the plain observation: it is raised whenever a column changes its meaning.
const PLAIN_VERSION: u32 = 1;

/// A game whose states can be observed plainly: whole numbers, column by column.
pub(crate) trait Observe: Game {
    /// Where everything stands, worked out once.
    type Plan: Clone + Send + Sync;

    /// The plan of this game.
    fn plan(&self) -> Self::Plan;

    /// The names of the columns.
    fn plain_columns(&self) -> Vec<String>;

    /// Writes what a seat sees. The row is as long as there are columns.
    fn write_plain(&self, plan: &Self::Plan, state: &Self::State, seat: Seat, row: &mut [i16]);

    /// The column that has the points of the player who sits so far from the one who sees it.
    fn points_column(plan: &Self::Plan, distance: usize) -> usize;

    /// How many dice are rolled by this chance, if it is a roll of several dice that could be rolled one by one.
    fn dice_to_roll(chance: Self::Chance) -> Option<usize>;
}

/// The kinds of observation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Observation {
    /// Whole numbers, column by column.
    Plain,
    /// The inputs of the nets of our own players.
    Encoder,
    /// None at all.
    Nothing,
}

impl Observation {
    /// The observation with this name, with or without its version.
    pub(crate) fn read(name: &str, game: &PyGame) -> PyResult<Observation> {
        let all = [Observation::Plain, Observation::Encoder, Observation::Nothing];
        let found = all
            .into_iter()
            .find(|kind| kind.word() == name || kind.name(game) == name);
        found.ok_or_else(|| {
            PyValueError::new_err(format!(
                "there is no observation `{name}`; this game has `{}`, `{}` and `none`",
                Observation::Plain.name(game),
                Observation::Encoder.name(game)
            ))
        })
    }

    fn word(self) -> &'static str {
        match self {
            Observation::Plain => "plain",
            Observation::Encoder => "encoder",
            Observation::Nothing => "none",
        }
    }

    /// Its name with its version.
    pub(crate) fn name(self, game: &PyGame) -> String {
        match self {
            Observation::Plain => format!("plain-v{PLAIN_VERSION}"),
            Observation::Encoder => {
                format!(
                    "encoder-v{}",
                    with_kind!(&game.kind, game => game.encoder_version())
                )
            }
            Observation::Nothing => "none".into(),
        }
    }

    /// The names of its columns.
    pub(crate) fn columns(self, game: &PyGame) -> Vec<String> {
        fn inputs<G: Learnable>(game: &G) -> usize {
            game.encoder().inputs()
        }
        match self {
            Observation::Plain => with_kind!(&game.kind, game => game.plain_columns()),
            Observation::Encoder => {
                let inputs = with_kind!(&game.kind, game => inputs(&**game));
                (0..inputs).map(|input| format!("input {input}")).collect()
            }
            Observation::Nothing => Vec::new(),
        }
    }
}

/// Columns that are counted and named one after the other, so that names and places cannot disagree.
#[derive(Default)]
struct Columns {
    names: Vec<String>,
}

impl Columns {
    /// One more column; its place.
    fn add(&mut self, name: impl Into<String>) -> usize {
        self.names.push(name.into());
        self.names.len() - 1
    }
}

/// A player as another one counts them: `own` sheet first, then clockwise.
fn whose(distance: usize) -> String {
    match distance {
        0 => "own".into(),
        _ => format!("+{distance}"),
    }
}
