//! A table set up again from a record.

use finaud_record::{Notation, ParseError, Record, RecordError, RecordErrorKind, RecordHeader};
use finaud_rules::{Message, Refusal};

use crate::game_table::bot_tag;
use crate::{Chair, ChanceSource, GameError, GameTable, Sitter};

/// The tag of a record that was played at an online table: its name.
pub const DEALT_TAG: &str = "dice table";

/// Why a table cannot be set up from a record.
#[derive(Clone, PartialEq, Debug)]
pub enum RestoreError {
    /// The record cannot be read.
    Record(RecordError),
    /// Its game cannot be played here.
    Game(GameError),
    /// It was played on another edition of the sheet with this id.
    OtherEdition(String),
    /// The position it starts from cannot be read.
    Start(ParseError),
    /// An event cannot have happened: its number, from 1, and why.
    Event(usize, Refusal),
}

impl RestoreError {
    /// Did a newer version of this program write the record?
    pub fn is_newer(&self) -> bool {
        matches!(self, RestoreError::Record(error) if error.kind == RecordErrorKind::Newer)
    }

    /// The reason in a sentence.
    pub fn message(&self) -> Message {
        match self {
            RestoreError::Record(error) => error.message(),
            RestoreError::Game(error) => error.message(),
            RestoreError::OtherEdition(id) => Message::new(
                "restore.other-edition",
                "it was played on another edition of the sheet `{id}`",
            )
            .with("id", id),
            RestoreError::Start(error) => error.message(),
            RestoreError::Event(number, refusal) => Message::new("restore.event", "event {number}: {why}")
                .with("number", *number)
                .with("why", refusal.message()),
        }
    }
}

impl std::fmt::Display for RestoreError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.message())
    }
}

impl std::error::Error for RestoreError {}

impl From<RecordError> for RestoreError {
    fn from(error: RecordError) -> RestoreError {
        RestoreError::Record(error)
    }
}

impl From<GameError> for RestoreError {
    fn from(error: GameError) -> RestoreError {
        RestoreError::Game(error)
    }
}

/// Who sat where when a record was written.
fn chairs(header: &RecordHeader) -> Vec<Chair> {
    let chair = |(seat, name): (usize, &String)| Chair {
        name: name.clone(),
        sitter: match header.tag(&bot_tag(seat)) {
            None => Sitter::Person,
            Some(bot) => Sitter::Bot(bot.into()),
        },
    };
    header.seats.iter().enumerate().map(chair).collect()
}

impl<G: Notation> GameTable<G> {
    /// The table at which this record of the game was written. Without a seed, outcomes are to be typed in, unless an online
    /// table has dealt them all.
    pub fn restore(game: G, text: &str) -> Result<GameTable<G>, RestoreError> {
        let header = RecordHeader::read(text)?;
        if let (Some(then), Some(now)) = (header.sheet, game.fingerprint())
            && then != now
            && header.game == game.id()
        {
            return Err(RestoreError::OtherEdition(header.game));
        }
        let record = Record::read(&game, text)?.record;
        GameTable::of_record(game, &record)
    }

    /// The table of a record that was read already.
    pub fn of_record(game: G, record: &Record<G>) -> Result<GameTable<G>, RestoreError> {
        let header = &record.header;
        let chance = match (&header.seed, &header.result) {
            (Some(seed), _) => ChanceSource::Seed(seed.seed()),
            // Nobody deals any more at an online table that was left: real dice may finish the game.
            (None, Some(_)) if header.tag(DEALT_TAG).is_some() => ChanceSource::Dealt,
            (None, _) => ChanceSource::Typed,
        };
        let start = record.start(&game).map_err(RestoreError::Start)?;
        let table = GameTable::starting_at(game, start, chairs(header), chance);
        let mut table = table.map_err(|wrong| RestoreError::Game(GameError::Players(wrong.message())))?;
        for (index, event) in record.log().enumerate() {
            table
                .apply(event)
                .map_err(|refusal| RestoreError::Event(index + 1, refusal))?;
        }
        Ok(table)
    }
}
