//! Bots think here: a few at a time, away from those who wait for the network.

use std::sync::Arc;

use finaud_online::{OnlineTable, Refused};
use finaud_players::{Bot, Roster, seated};
use finaud_record::Notation;
use finaud_rules::Seat;
use tokio::sync::Semaphore;

/// Who thinks for the bots.
#[derive(Clone)]
pub enum Thinkers {
    /// So many threads at once.
    Threads(Arc<Semaphore>),
    /// Whoever asks, at once: for simulations, in which nothing may happen by chance.
    Here,
}

impl Thinkers {
    /// So many threads at once; with 0 one fewer than there are processors, so that somebody is left for the sockets.
    pub fn threads(count: usize) -> Thinkers {
        let processors = || std::thread::available_parallelism().map_or(1, usize::from);
        let count = if count == 0 {
            (processors() - 1).max(1)
        } else {
            count
        };
        Thinkers::Threads(Arc::new(Semaphore::new(count)))
    }

    /// What comes out of some thinking; nothing if it broke.
    pub(crate) async fn think<T: Send + 'static>(
        &self,
        thought: impl FnOnce() -> Option<T> + Send + 'static,
    ) -> Option<T> {
        match self {
            Thinkers::Here => thought(),
            Thinkers::Threads(places) => {
                let place = Arc::clone(places).acquire_owned().await.ok()?;
                tokio::task::spawn_blocking(move || {
                    let _place = place;
                    thought()
                })
                .await
                .ok()?
            }
        }
    }
}

/// Is there a bot of this level?
pub(crate) fn check_level(level: &str) -> Result<Bot, Refused> {
    Bot::by_name(level).map_err(|_| Refused::BadLevel)
}

/// What a bot is to think about, taken along so that the table can go on.
pub(crate) fn task(
    table: &OnlineTable,
    seat: Seat,
    level: &str,
) -> Option<impl FnOnce() -> Option<String> + Send + use<>> {
    let bot = check_level(level).ok()?;
    let seed = table.bot_seed(seat)?;
    let play = table.play()?.clone();
    Some(move || match &play {
        finaud_online::Play::Dice(play) => choose(play.game().as_ref(), play.state(), seat, bot, seed),
        finaud_online::Play::Push(play) => choose(play.game().as_ref(), play.state(), seat, bot, seed),
    })
}

/// What a bot chooses for a seat, found here and now.
pub(crate) fn choose_for(table: &OnlineTable, seat: Seat, level: &str) -> Option<String> {
    task(table, seat, level)?()
}

fn choose<G: Notation + Roster>(
    game: &G,
    state: &G::State,
    seat: Seat,
    bot: Bot,
    seed: u64,
) -> Option<String> {
    let action = seated::choose_in(game, state, seat, bot, seed)?;
    Some(game.action_text(action))
}
