//! Which game: a built-in one or a sheet of one's own, for how many players, under which readings of the rules.

use std::ops::RangeInclusive;

use finaud_record::{Notation, ParseError, RecordHeader, choose_rulings, own_id, push};
use finaud_rules::push::MAX_PUSH_SEATS;
use finaud_rules::{
    MAX_SEATS, Message, Problem, Push, Sheet, TableGame, builtin, builtin_ids, gallery_ids, nearest,
};
use serde::{Deserialize, Serialize};

use crate::AnyGame;

/// What is to be played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GameSpec {
    /// The id of the game.
    pub game: String,
    /// The text of a sheet of one's own.
    pub sheet: Option<String>,
    /// What differs from the game's own reading of the rules: rulings, or PUSH's `variant`.
    pub options: Vec<(String, String)>,
    /// How many play.
    pub players: usize,
}

/// Why there is no such game.
#[derive(Clone, PartialEq, Debug)]
pub enum GameError {
    /// No game has this id.
    Unknown {
        /// The id.
        id: String,
        /// What was probably meant.
        guess: Option<&'static str>,
    },
    /// The sheet cannot be played on: every problem of it.
    Sheet(Vec<Problem>),
    /// The id of the sheet belongs to another game.
    TakenId(ParseError),
    /// The sheet is not the one that is asked for.
    OtherSheet {
        /// The id that is asked for.
        wanted: String,
        /// The id of the sheet.
        found: String,
    },
    /// An option does not exist, or not with this value.
    Options(ParseError),
    /// So many cannot play.
    Players(Message),
}

impl GameError {
    /// The reason in a sentence.
    pub fn message(&self) -> Message {
        match self {
            GameError::Unknown { id, guess: None } => {
                Message::new("game.unknown", "there is no game `{id}`").with("id", id)
            }
            GameError::Unknown {
                id,
                guess: Some(guess),
            } => Message::new(
                "game.unknown-guess",
                "there is no game `{id}`; did you mean `{guess}`?",
            )
            .with("id", id)
            .with("guess", *guess),
            GameError::Sheet(problems) => {
                let told = problems.iter().rev().map(Problem::message).reduce(|below, one| {
                    let lines = Message::new("game.sheet-lines", "{one}\n{other}");
                    lines.with("one", one).with("other", below)
                });
                Message::new("game.sheet", "the sheet cannot be played on: {problems}")
                    .with("problems", told.unwrap_or_else(Message::nothing))
            }
            GameError::TakenId(error) | GameError::Options(error) => error.message(),
            GameError::OtherSheet { wanted, found } => Message::new(
                "game.other-sheet",
                "the game `{wanted}` is not on the sheet `{found}`",
            )
            .with("wanted", wanted)
            .with("found", found),
            GameError::Players(message) => message.clone(),
        }
    }
}

impl std::fmt::Display for GameError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.message())
    }
}

impl std::error::Error for GameError {}

/// The ids of all built-in games, in the order they are offered to players.
pub fn games() -> impl Iterator<Item = &'static str> + Clone {
    builtin_ids().into_iter().chain([push::ID])
}

/// How many may play the game with this id; any game that is not PUSH is played on a sheet.
pub fn players_of(id: &str) -> RangeInclusive<usize> {
    if id == push::ID {
        2..=MAX_PUSH_SEATS
    } else {
        1..=MAX_SEATS
    }
}

/// A sheet somebody wrote, checked; every problem is named.
pub fn read_sheet(text: &str) -> Result<Sheet, GameError> {
    let reading = Sheet::read(text);
    let errors = || {
        let problems = reading.problems.iter();
        problems.filter(|problem| problem.is_error()).cloned().collect()
    };
    let sheet = reading.sheet.clone().ok_or_else(|| GameError::Sheet(errors()))?;
    own_id(&sheet).map_err(GameError::TakenId)?;
    Ok(sheet)
}

impl GameSpec {
    /// A game on its own sheet, with its own rules.
    pub fn plain(game: &str, players: usize) -> GameSpec {
        GameSpec {
            game: game.into(),
            sheet: None,
            options: Vec::new(),
            players,
        }
    }

    /// The game of a record; `sheet` is the text of its sheet, where it is somebody's own.
    pub fn of_record(header: &RecordHeader, sheet: Option<&str>) -> GameSpec {
        GameSpec {
            game: header.game.clone(),
            sheet: sheet.map(Into::into),
            options: header.options.clone(),
            players: usize::from(header.players),
        }
    }

    /// The sheet, with the readings of the rules that were chosen; `None` for a game without one.
    pub fn sheet(&self) -> Result<Option<Sheet>, GameError> {
        if self.is_push() {
            return Ok(None);
        }
        let mut sheet = match &self.sheet {
            Some(text) => read_sheet(text)?,
            None => builtin(&self.game).cloned().ok_or_else(|| GameError::Unknown {
                id: self.game.clone(),
                guess: nearest(&self.game, games().chain(gallery_ids())),
            })?,
        };
        if sheet.id != self.game {
            return Err(GameError::OtherSheet {
                wanted: self.game.clone(),
                found: sheet.id,
            });
        }
        choose_rulings(&mut sheet, &self.options).map_err(GameError::Options)?;
        Ok(Some(sheet))
    }

    /// The game.
    pub fn build(&self) -> Result<AnyGame, GameError> {
        match self.sheet()? {
            Some(sheet) => {
                let game = TableGame::new(sheet, self.players);
                let game = game.map_err(|error| GameError::Players(error.message()))?;
                Ok(AnyGame::Dice(Box::new(game)))
            }
            None => {
                let variant = push::variant_of(&self.options).map_err(GameError::Options)?;
                let game = Push::new(self.players, variant);
                let game = game.map_err(|error| GameError::Players(error.message()))?;
                Ok(AnyGame::Push(Box::new(game)))
            }
        }
    }

    /// Is it PUSH, which has no sheet?
    fn is_push(&self) -> bool {
        self.sheet.is_none() && self.game.eq_ignore_ascii_case(push::ID)
    }

    /// The game with these rules and players, as it is asked for again.
    pub fn of<G: Notation>(game: &G, sheet: Option<&str>) -> GameSpec {
        GameSpec {
            game: game.id().into(),
            sheet: sheet.map(Into::into),
            options: game.options(),
            players: game.seats(),
        }
    }
}
