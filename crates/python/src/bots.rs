//! The bots, one choice at a time.

use finaud_players::{Bot, Roster};
use finaud_rules::Seat;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// The bot with this name.
pub(crate) fn named(name: &str) -> PyResult<Bot> {
    Bot::by_name(name).map_err(|error| PyValueError::new_err(error.to_string()))
}

/// The bot with this name, if it can play the game.
pub(crate) fn able<G: Roster + finaud_record::Notation>(game: &G, name: &str) -> PyResult<Bot> {
    let bot = named(name)?;
    if G::BOTS.contains(&bot) {
        return Ok(bot);
    }
    let known: Vec<&str> = G::BOTS.iter().map(|bot| bot.name()).collect();
    let id = finaud_record::Notation::id(game);
    Err(PyValueError::new_err(format!(
        "`{name}` does not play {id}; {} do",
        known.join(", ")
    )))
}

/// What a bot chooses, as a number.
pub(crate) fn choose<G: Roster>(
    game: &G,
    state: &G::State,
    bot: Bot,
    seat: Seat,
    seed: u64,
) -> Result<usize, String> {
    if !G::BOTS.contains(&bot) {
        return Err(format!("`{bot}` does not play this game"));
    }
    let action = finaud_players::seated::choose_in(game, state, seat, bot, seed);
    let action = action.ok_or_else(|| format!("it is not player {}'s choice now", seat.index()))?;
    game.action_index(action)
        .ok_or_else(|| "the chosen action has no number".into())
}

/// The names of all bots, weakest first.
#[pyfunction]
pub(crate) fn bot_names() -> Vec<&'static str> {
    Bot::names().collect()
}
