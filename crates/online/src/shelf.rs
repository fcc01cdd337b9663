//! The games of a process: each exists once, however many tables play it.

use std::collections::HashMap;
use std::sync::Arc;

use finaud_record::Notation as _;
use finaud_rules::{Push, TableGame};
use finaud_table::{AnyGame, GameError, GameSpec, read_sheet};

use crate::{Refused, Settings, SheetHash};

/// How many games are kept before those nobody plays are put away, and how many sheets before those that none of these needs.
const MOST_GAMES: usize = 64;
const MOST_SHEETS: usize = 64;

/// A game that many tables share.
#[derive(Clone, Debug)]
pub enum SharedGame {
    /// A dice game.
    Dice(Arc<TableGame>),
    /// PUSH.
    Push(Arc<Push>),
}

impl SharedGame {
    /// The fingerprint of its sheet.
    pub(crate) fn edition(&self) -> Option<String> {
        let number = match self {
            SharedGame::Dice(game) => game.fingerprint(),
            SharedGame::Push(game) => game.fingerprint(),
        };
        number.map(|number| format!("{number:016x}"))
    }

    /// The same game for another number of players.
    pub(crate) fn with_players(&self, players: usize) -> Result<SharedGame, String> {
        match self {
            SharedGame::Dice(game) => TableGame::new(game.sheet().clone(), players)
                .map(|game| SharedGame::Dice(Arc::new(game)))
                .map_err(|error| error.to_string()),
            SharedGame::Push(game) => Push::new(players, game.variant())
                .map(|game| SharedGame::Push(Arc::new(game)))
                .map_err(|error| error.to_string()),
        }
    }

    /// Does nobody else have it?
    fn is_idle(&self) -> bool {
        match self {
            SharedGame::Dice(game) => Arc::strong_count(game) == 1,
            SharedGame::Push(game) => Arc::strong_count(game) == 1,
        }
    }
}

/// The games of a process, and sheets that are somebody's own.
#[derive(Clone, Debug, Default)]
pub struct Shelf {
    games: HashMap<ShelfMark, SharedGame>,
    sheets: HashMap<SheetHash, String>,
}

/// What makes two games the same.
type ShelfMark = (String, u8, Vec<(String, String)>, Option<SheetHash>);

impl Shelf {
    /// Puts a sheet on the shelf that is somebody's own. Every problem of one that cannot be played on is named.
    pub fn add_sheet(&mut self, text: &str) -> Result<SheetHash, GameError> {
        read_sheet(text)?;
        let hash = SheetHash::of(text);
        if self.sheets.len() >= MOST_SHEETS {
            self.games.retain(|_, game| !game.is_idle());
            let games = &self.games;
            let is_played = |hash: &SheetHash| games.keys().any(|(.., sheet)| sheet.as_ref() == Some(hash));
            self.sheets.retain(|hash, _| is_played(hash));
        }
        self.sheets.insert(hash, text.into());
        Ok(hash)
    }

    /// Is everything there that a table with these settings needs? A sheet of somebody's own may have to be fetched first.
    pub fn missing_sheet(&self, settings: &Settings) -> Option<SheetHash> {
        settings.sheet.filter(|hash| !self.sheets.contains_key(hash))
    }

    /// The text of a sheet that is somebody's own.
    pub fn sheet(&self, hash: &SheetHash) -> Option<&str> {
        self.sheets.get(hash).map(String::as_str)
    }

    /// The game as a table is asked for it.
    pub fn spec(&self, settings: &Settings) -> Result<GameSpec, Refused> {
        let sheet = match &settings.sheet {
            None => None,
            Some(hash) => Some(self.sheet(hash).ok_or(Refused::NoSuchSheet)?),
        };
        Ok(settings.spec(sheet))
    }

    /// The game.
    pub fn game(&mut self, settings: &Settings) -> Result<SharedGame, Refused> {
        let mark = (
            settings.game.clone(),
            settings.players,
            settings.options.clone(),
            settings.sheet,
        );
        if let Some(game) = self.games.get(&mark) {
            return Ok(game.clone());
        }
        let built = self.spec(settings)?.build().map_err(|_| Refused::NoSuchGame)?;
        let game = match built {
            AnyGame::Dice(game) => SharedGame::Dice(Arc::new(*game)),
            AnyGame::Push(game) => SharedGame::Push(Arc::new(*game)),
        };
        if self.games.len() >= MOST_GAMES {
            self.games.retain(|_, game| !game.is_idle());
        }
        self.games.insert(mark, game.clone());
        Ok(game)
    }
}
