//! Which game: a built-in one or a sheet of one's own, for how many players, under which readings of the rules.

use std::path::Path;
use std::sync::{Arc, OnceLock};

use finaud_players::Roster;
use finaud_players::learned::Learnable;
use finaud_record::{Notation, SeedString, push};
use finaud_rules::{Game, Push, SoloGame, TableGame, gallery_ids};
use finaud_table::{AnyGame, GameSpec, games, players_of, read_sheet};
use pyo3::exceptions::{PyOSError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::observation::Observe;
use crate::width::index_width;

/// A sheet file larger than this is no sheet.
const MAX_SHEET_BYTES: u64 = 1 << 20;

/// Everything the package asks of a game.
pub(crate) trait Playable:
    Notation
    + Game<State: Send + Sync, Action: Send + Sync, Chance: Send, Outcome: Send + Sync>
    + Roster
    + Learnable
    + Observe
    + Clone
    + Send
    + Sync
    + 'static
{
}

impl Playable for SoloGame {}
impl Playable for TableGame {}
impl Playable for Push {}

/// A game of any kind; one who plays a dice game alone has the smaller state.
#[derive(Clone)]
pub(crate) enum Kind {
    Solo(Arc<SoloGame>),
    Table(Arc<TableGame>),
    Push(Arc<Push>),
}

/// Does something with the game inside a reference to a [`Kind`]: the expression is compiled for each kind.
macro_rules! with_kind {
    ($kind:expr, $game:ident => $body:expr) => {
        match $kind {
            $crate::game::Kind::Solo($game) => $body,
            $crate::game::Kind::Table($game) => $body,
            $crate::game::Kind::Push($game) => $body,
        }
    };
}
pub(crate) use with_kind;

/// A game: its rules, its sheet and its number of players. It never changes, and may be shared by threads.
///
/// Args:
///     game: the id of a built-in game or of a sheet of the gallery (`finaud.games()` and `finaud.gallery()` list them), or
///         the path of a sheet file.
///     players: how many play; as few as can be if left out.
///     rulings: readings of the rules that differ from the sheet's own, `{"forfeit_always": True}`.
///     variant: the variant of PUSH, `"standard"` or `"risk"`.
///     sheet: the TOML text of a sheet of your own, instead of a file.
#[pyclass(frozen, module = "finaud", name = "Game")]
pub(crate) struct PyGame {
    pub(crate) spec: GameSpec,
    pub(crate) kind: Kind,
    /// How wide a list of legal actions is taken to be; worked out when it is asked for.
    index_width: OnceLock<usize>,
}

impl PyGame {
    /// The game of this spec.
    pub(crate) fn of_spec(mut spec: GameSpec) -> PyResult<PyGame> {
        let game = spec
            .build()
            .map_err(|error| PyValueError::new_err(error.to_string()))?;
        let kind = match (game.solo(), game) {
            (Some(solo), _) => Kind::Solo(Arc::new(solo)),
            (None, AnyGame::Dice(game)) => Kind::Table(Arc::new(*game)),
            (None, AnyGame::Push(game)) => Kind::Push(Arc::new(*game)),
        };
        spec.game = with_kind!(&kind, game => game.id().to_string());
        Ok(PyGame {
            spec,
            kind,
            index_width: OnceLock::new(),
        })
    }

    /// Is it the same game, so that states of one can be compared with states of the other?
    pub(crate) fn same(&self, other: &PyGame) -> bool {
        self.identity() == other.identity()
    }

    /// What makes it the same game: its rules, not how its sheet is written.
    fn identity(&self) -> (&str, usize, Vec<(String, String)>, Option<u64>) {
        let (options, fingerprint) = with_kind!(&self.kind, game => (game.options(), game.fingerprint()));
        (&self.spec.game, self.spec.players, options, fingerprint)
    }

    /// A seat, checked.
    pub(crate) fn seat(&self, player: usize) -> PyResult<finaud_rules::Seat> {
        if player < self.spec.players {
            return Ok(finaud_rules::Seat(player as u8));
        }
        Err(PyValueError::new_err(format!(
            "there is no player {player}: {} play, counted from 0",
            self.spec.players
        )))
    }
}

/// The rulings and the variant as options of a spec.
fn options_of(
    is_push: bool,
    rulings: Option<&Bound<'_, PyDict>>,
    variant: Option<String>,
) -> PyResult<Vec<(String, String)>> {
    let mut options = Vec::new();
    if let Some(rulings) = rulings {
        if is_push && !rulings.is_empty() {
            return Err(PyValueError::new_err("PUSH has no rulings; it has a variant"));
        }
        for (key, value) in rulings {
            let key: String = key.extract().map_err(|_| wrong_rulings())?;
            let value = match value.extract::<bool>() {
                Ok(value) => value.to_string(),
                Err(_) => value.extract::<String>().map_err(|_| wrong_rulings())?,
            };
            options.push((key, value));
        }
    }
    if let Some(variant) = variant {
        if !is_push {
            return Err(PyValueError::new_err(
                "only PUSH has a variant; dice games have rulings",
            ));
        }
        options.push(("variant".into(), variant));
    }
    Ok(options)
}

fn wrong_rulings() -> PyErr {
    PyTypeError::new_err("rulings are a dict of names and truth values, as in {\"forfeit_always\": True}")
}

/// The text of a sheet file.
fn sheet_file(path: &str) -> PyResult<String> {
    let told = |error: std::io::Error| PyOSError::new_err(format!("{path} cannot be read: {error}"));
    let size = std::fs::metadata(path).map_err(told)?.len();
    if size > MAX_SHEET_BYTES {
        return Err(PyValueError::new_err(format!(
            "{path} is too large to be a sheet"
        )));
    }
    let bytes = std::fs::read(path).map_err(told)?;
    String::from_utf8(bytes).map_err(|_| PyValueError::new_err(format!("{path} is no text file")))
}

#[pymethods]
impl PyGame {
    #[new]
    #[pyo3(signature = (game=None, players=None, *, rulings=None, variant=None, sheet=None))]
    pub(crate) fn new(
        game: Option<String>,
        players: Option<usize>,
        rulings: Option<&Bound<'_, PyDict>>,
        variant: Option<String>,
        sheet: Option<String>,
    ) -> PyResult<PyGame> {
        let named = game.unwrap_or_else(|| finaud_record::example_game().to_string());
        let path = Path::new(&named);
        let is_file = sheet.is_none()
            && !games()
                .chain(gallery_ids())
                .any(|id| id.eq_ignore_ascii_case(&named))
            && (path.components().count() > 1 || path.extension().is_some());
        let sheet = if is_file { Some(sheet_file(&named)?) } else { sheet };
        let id = match &sheet {
            Some(text) => {
                let sheet = read_sheet(text);
                sheet
                    .map_err(|error| PyValueError::new_err(error.to_string()))?
                    .id
            }
            None => named,
        };
        let is_push = sheet.is_none() && id.eq_ignore_ascii_case(push::ID);
        let fewest = if is_push { *players_of(push::ID).start() } else { 1 };
        PyGame::of_spec(GameSpec {
            game: if is_push { push::ID.into() } else { id },
            sheet,
            options: options_of(is_push, rulings, variant)?,
            players: players.unwrap_or(fewest),
        })
    }

    /// The id used in records and seeds.
    #[getter]
    fn id(&self) -> &str {
        &self.spec.game
    }

    /// The name for people.
    #[getter]
    fn name(&self) -> String {
        with_kind!(&self.kind, game => game.name().to_string())
    }

    /// How many play.
    #[getter]
    fn players(&self) -> usize {
        self.spec.players
    }

    /// The rulings, or the variant, that differ from the game's own reading of the rules.
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for (key, value) in with_kind!(&self.kind, game => game.options()) {
            dict.set_item(key, value)?;
        }
        Ok(dict)
    }

    /// How many different actions there are: the size of a mask over action numbers.
    #[getter]
    pub(crate) fn num_actions(&self) -> usize {
        with_kind!(&self.kind, game => game.action_count())
    }

    /// The width of the compact action space, in which an action is a position in the list of legal actions.
    #[getter]
    pub(crate) fn index_width(&self) -> usize {
        *self
            .index_width
            .get_or_init(|| with_kind!(&self.kind, game => index_width(&**game)))
    }

    /// The TOML text of the sheet, if it is one of your own.
    #[getter]
    fn sheet(&self) -> Option<&str> {
        self.spec.sheet.as_deref()
    }

    /// A short text for an action that a player can read.
    pub(crate) fn action_text(&self, action: usize) -> PyResult<String> {
        with_kind!(&self.kind, game => game.action_from_index(action).map(|action| game.action_text(action)))
            .ok_or_else(|| no_action(self, action as i64))
    }

    /// The number of the action with this text.
    pub(crate) fn action_number(&self, text: &str) -> PyResult<usize> {
        with_kind!(&self.kind, game => {
            let action = game.read_action(text).map_err(|error| PyValueError::new_err(error.to_string()))?;
            game.action_index(action)
        })
        .ok_or_else(|| PyValueError::new_err(format!("the game has no action `{text}`")))
    }

    /// The names of the columns of an observation, `"plain"` or `"encoder"`.
    #[pyo3(signature = (observation="plain"))]
    fn columns(&self, observation: &str) -> PyResult<Vec<String>> {
        let observation = crate::observation::Observation::read(observation, self)?;
        Ok(observation.columns(self))
    }

    /// The full name, with its version, of an observation: `"plain-v1"`.
    #[pyo3(signature = (observation="plain"))]
    fn observation_name(&self, observation: &str) -> PyResult<String> {
        Ok(crate::observation::Observation::read(observation, self)?.name(self))
    }

    /// The bots that can play the game, weakest first.
    fn bots(&self) -> Vec<&'static str> {
        fn names<G: Roster>(_: &G) -> Vec<&'static str> {
            G::BOTS.iter().map(|bot| bot.name()).collect()
        }
        with_kind!(&self.kind, game => names(&**game))
    }

    /// Why the strongest bots and the coach know less of this game than they could; `None` if nothing is missing.
    fn caveat(&self) -> Option<String> {
        with_kind!(&self.kind, game => game.caveat().map(|caveat| caveat.to_string()))
    }

    /// The string that names this game, its players and a seed: it can be told to others.
    fn seed_string(&self, seed: u64) -> PyResult<String> {
        let string = SeedString::new(&self.spec.game, self.spec.players as u8, seed);
        Ok(string
            .map_err(|error| PyValueError::new_err(error.to_string()))?
            .to_string())
    }

    fn __repr__(&self) -> String {
        let players = self.spec.players;
        let mut text = format!("finaud.Game({:?}, {players}", self.spec.game);
        for (key, value) in &self.spec.options {
            text += &format!(", {key}={value}");
        }
        text + ")"
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<PyGame>().is_ok_and(|other| self.same(other.get()))
    }

    fn __hash__(&self) -> u64 {
        crate::state::hashed(&self.identity())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let rebuild = py.import("finaud._finaud")?.getattr("_game")?;
        (rebuild, spec_parts(&self.spec)).into_pyobject(py)
    }
}

/// A spec as plain data.
pub(crate) type SpecParts = (String, usize, Vec<(String, String)>, Option<String>);

pub(crate) fn spec_parts(spec: &GameSpec) -> SpecParts {
    (
        spec.game.clone(),
        spec.players,
        spec.options.clone(),
        spec.sheet.clone(),
    )
}

/// The game that was pickled.
#[pyfunction]
#[pyo3(name = "_game")]
pub(crate) fn unpickled_game(
    game: String,
    players: usize,
    options: Vec<(String, String)>,
    sheet: Option<String>,
) -> PyResult<PyGame> {
    PyGame::of_spec(GameSpec {
        game,
        sheet,
        options,
        players,
    })
}

/// The ids of the built-in games, in the order they are offered to players.
#[pyfunction]
#[pyo3(name = "games")]
pub(crate) fn game_ids() -> Vec<&'static str> {
    games().collect()
}

/// The ids of the sheets of the gallery, in the order they are offered to players. Each is a game like the others.
#[pyfunction]
#[pyo3(name = "gallery")]
pub(crate) fn gallery_sheets() -> Vec<&'static str> {
    gallery_ids()
}

/// How many can play the built-in game, or on the sheet of the gallery, with this id: the fewest and the most.
#[pyfunction]
pub(crate) fn player_counts(game: &str) -> PyResult<(usize, usize)> {
    if !games().chain(gallery_ids()).any(|id| id == game) {
        GameSpec::plain(game, 1)
            .build()
            .map_err(|error| PyValueError::new_err(error.to_string()))?;
    }
    let range = players_of(game);
    Ok((*range.start(), *range.end()))
}

/// A seed string taken apart: the game, the players, the seed.
#[pyfunction]
pub(crate) fn read_seed(text: &str) -> PyResult<(String, u8, u64)> {
    let seed: SeedString = text
        .parse()
        .map_err(|error: finaud_record::SeedError| PyValueError::new_err(error.to_string()))?;
    Ok((seed.game().into(), seed.players(), seed.seed()))
}

/// The seed of the game with this index in a series.
#[pyfunction]
pub(crate) fn seed_in_series(seed: u64, index: u64) -> u64 {
    finaud_record::seed_in_series(seed, index)
}

pub(crate) fn no_action(game: &PyGame, action: i64) -> PyErr {
    PyValueError::new_err(format!(
        "there is no action {action}: the numbers go from 0 to {}",
        game.num_actions() - 1
    ))
}
