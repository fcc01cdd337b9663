//! Bots think here: a few at a time, away from those who wait for the network.

use std::sync::Arc;

use finaud_online::{OnlineTable, Refused};
use finaud_players::{Bot, PlayerMeans, Roster, seated};
use finaud_record::Notation;
use finaud_rules::Seat;
use tokio::sync::Semaphore;

/// Who thinks for the bots.
#[derive(Clone)]
pub enum Thinkers {
    /// So many threads at once.
    Threads(ThinkerThreads),
    /// Whoever asks, at once: for simulations, in which nothing may happen by chance.
    Here,
}

/// How many may think at once.
#[derive(Clone)]
pub struct ThinkerThreads {
    games: Arc<Semaphore>,
    own_sheets: Arc<Semaphore>,
}

/// What is thought about. Sheets that are somebody's own have threads of their own: however long somebody makes bots think there,
/// those at other tables have theirs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Lane {
    /// A game that comes with Finaud.
    Games,
    /// A sheet that is somebody's own.
    OwnSheets,
}

impl Thinkers {
    /// So many threads at once, and half as many again for sheets that are somebody's own; with 0 one fewer than there are
    /// processors, so that somebody is left for the sockets.
    pub fn threads(count: usize) -> Thinkers {
        let processors = || std::thread::available_parallelism().map_or(1, usize::from);
        let count = if count == 0 {
            (processors() - 1).max(1)
        } else {
            count
        };
        Thinkers::Threads(ThinkerThreads {
            games: Arc::new(Semaphore::new(count)),
            own_sheets: Arc::new(Semaphore::new((count / 2).max(1))),
        })
    }

    /// What comes out of some thinking; nothing if it broke.
    pub(crate) async fn think<T: Send + 'static>(
        &self,
        lane: Lane,
        thought: impl FnOnce() -> Option<T> + Send + 'static,
    ) -> Option<T> {
        match self {
            Thinkers::Here => thought(),
            Thinkers::Threads(threads) => {
                let places = match lane {
                    Lane::Games => &threads.games,
                    Lane::OwnSheets => &threads.own_sheets,
                };
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

/// What a bot is to think about, taken along so that the table can go on. It goes by what it is given, or by what is learned of the
/// game.
pub(crate) fn task(
    table: &OnlineTable,
    seat: Seat,
    level: &str,
) -> Option<impl FnOnce(Option<PlayerMeans>) -> Option<String> + Send + use<>> {
    let bot = check_level(level).ok()?;
    let seed = table.bot_seed(seat)?;
    let play = table.play()?.clone();
    Some(move |means: Option<PlayerMeans>| match &play {
        finaud_online::Play::Dice(play) => {
            choose(play.game().as_ref(), play.state(), seat, (bot, seed), means)
        }
        finaud_online::Play::Push(play) => {
            choose(play.game().as_ref(), play.state(), seat, (bot, seed), means)
        }
    })
}

/// What a bot chooses for a seat, found here and now.
pub(crate) fn choose_for(table: &OnlineTable, seat: Seat, level: &str) -> Option<String> {
    task(table, seat, level)?(None)
}

fn choose<G: Notation + Roster>(
    game: &G,
    state: &G::State,
    seat: Seat,
    (bot, seed): (Bot, u64),
    means: Option<PlayerMeans>,
) -> Option<String> {
    let action = match means {
        Some(means) => seated::choose_with(game, state, seat, (bot, seed), means),
        None => seated::choose_in(game, state, seat, bot, seed),
    };
    Some(game.action_text(action?))
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    /// However long bots think on sheets that somebody made for that, those at other tables do not wait for them.
    #[tokio::test]
    async fn sheets_of_ones_own_have_threads_of_their_own() {
        let thinkers = Thinkers::threads(1);
        let (release, held) = mpsc::channel::<()>();
        let slow = tokio::spawn({
            let thinkers = thinkers.clone();
            async move {
                thinkers
                    .think(Lane::OwnSheets, move || held.recv().err().map(|_| 1))
                    .await
            }
        });
        let waiting = tokio::spawn({
            let thinkers = thinkers.clone();
            async move { thinkers.think(Lane::OwnSheets, || Some(2)).await }
        });
        assert_eq!(thinkers.think(Lane::Games, || Some(3)).await, Some(3));
        assert!(!slow.is_finished() && !waiting.is_finished());
        drop(release);
        assert_eq!(
            (slow.await.ok(), waiting.await.ok()),
            (Some(Some(1)), Some(Some(2)))
        );
    }
}
