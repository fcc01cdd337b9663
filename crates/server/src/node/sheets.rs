//! Sheets that are somebody's own: read from the store when a table needs them, and what bots go by there.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use finaud_online::{
    LogError, Logged, OnlineTable, Refused, Settings, SharedGame, SheetHash, Shelf, WeightsHash,
};
use finaud_players::learned::{Learnable, Net, Weights};
use finaud_players::{PlayerMeans, Roster};

use super::{Failure, Lane, Node};
use crate::store::StoreError;

/// How many nets are kept for bots at such tables. One has about a megabyte.
const MOST_NETS: usize = 16;
/// How long a bot may think on a sheet that nobody here has seen before.
const TIME: Duration = Duration::from_secs(2);

/// Why a log could not be replayed.
pub(crate) enum NotReplayed {
    /// The store does not answer.
    Store(StoreError),
    /// The log, or its sheet, is not as it should be.
    Log(LogError),
}

/// What makes two tables of this kind the same for a bot.
type NetKey = (
    SheetHash,
    Vec<(String, String)>,
    &'static str,
    Option<WeightsHash>,
);

/// What bots go by at tables with sheets that are somebody's own; the last one used is the last one.
#[derive(Default)]
pub(super) struct Nets(Mutex<Vec<(NetKey, Option<Arc<Net>>)>>);

impl Nets {
    fn kept(&self) -> MutexGuard<'_, Vec<(NetKey, Option<Arc<Net>>)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn find(&self, key: &NetKey) -> Option<Option<Arc<Net>>> {
        let mut kept = self.kept();
        let place = kept.iter().position(|(known, _)| known == key)?;
        let found = kept.remove(place);
        let net = found.1.clone();
        kept.push(found);
        Some(net)
    }

    fn keep(&self, key: NetKey, net: Option<Arc<Net>>) {
        let mut kept = self.kept();
        kept.retain(|(known, _)| *known != key);
        if kept.len() >= MOST_NETS {
            kept.remove(0);
        }
        kept.push((key, net));
    }
}

impl Node {
    /// The text of a sheet that is somebody's own, if it is not in memory.
    async fn fetch_sheet(&self, hash: &SheetHash) -> Result<Option<String>, StoreError> {
        let file = self.store.posted(&hash.to_string()).await?;
        let sheet = file.filter(|file| file.sheet.is_none());
        Ok(sheet.and_then(|file| String::from_utf8(file.body).ok()))
    }

    /// The games of this node, among them one on this sheet.
    fn shelf_with(&self, sheet: Option<&str>) -> MutexGuard<'_, Shelf> {
        let mut shelf = self.shelf();
        if let Some(sheet) = sheet {
            // It was checked when it was posted; what cannot be read any more is missing.
            let _ = shelf.add_sheet(sheet);
        }
        shelf
    }

    /// The games of this node, with what a table with these settings needs.
    pub(crate) async fn shelf_for(&self, settings: &Settings) -> Result<MutexGuard<'_, Shelf>, StoreError> {
        let missing = self.shelf().missing_sheet(settings);
        let sheet = match &missing {
            Some(hash) => self.fetch_sheet(hash).await?,
            None => return Ok(self.shelf()),
        };
        Ok(self.shelf_with(sheet.as_deref()))
    }

    /// The table with this log.
    pub(crate) async fn replay(&self, log: &[Logged]) -> Result<OnlineTable, NotReplayed> {
        let replayed = OnlineTable::replay(log, &mut self.shelf());
        let Err(LogError::NoSheet(hash)) = replayed else {
            return replayed.map_err(NotReplayed::Log);
        };
        let sheet = self.fetch_sheet(&hash).await.map_err(NotReplayed::Store)?;
        OnlineTable::replay(log, &mut self.shelf_with(sheet.as_deref())).map_err(NotReplayed::Log)
    }

    /// Is everything there that was posted for a table with these settings? From now on it is used.
    pub(super) async fn use_posted(&self, settings: &Settings) -> Result<(), Failure> {
        let now = self.now().0 as i64;
        let Some(sheet) = &settings.sheet else {
            return Ok(());
        };
        let sheet = sheet.to_string();
        let weights = settings.weights.map(|weights| weights.to_string());
        for hash in std::iter::once(&sheet).chain(&weights) {
            let there = self.store.use_posted(hash, now).await;
            if !there.map_err(|error| self.unavailable(&error))? {
                return Err(Refused::NoSuchSheet.into());
            }
        }
        // Whether the weights are for this sheet is seen when a bot wants to go by them.
        Ok(())
    }

    /// What a bot goes by at a table; none where it is a game like any other.
    pub(super) async fn means(&self, settings: &Settings, game: &SharedGame) -> Option<PlayerMeans> {
        let sheet = settings.sheet?;
        let SharedGame::Dice(game) = game else { return None };
        let key = (
            sheet,
            settings.options.clone(),
            game.player_range(),
            settings.weights,
        );
        let time = Some(TIME);
        if let Some(net) = self.nets.find(&key) {
            return Some(PlayerMeans { net, time });
        }
        let posted = match settings.weights {
            Some(weights) => match self.store.posted(&weights.to_string()).await {
                Ok(file) => file,
                Err(error) => {
                    // With what there is, this time.
                    self.unavailable(&error);
                    return Some(PlayerMeans { net: None, time });
                }
            },
            None => None,
        };
        let game = Arc::clone(game);
        let found = self.thinkers.think(Lane::OwnSheets, move || {
            let own = posted.and_then(|file| Weights::read(&file.body).ok());
            let own = own.filter(|weights| game.accepts(weights).is_ok());
            Some(own.map(|weights| weights.net).or_else(|| game.net()))
        });
        let net = found.await?;
        self.nets.keep(key, net.clone());
        Some(PlayerMeans { net, time })
    }
}
