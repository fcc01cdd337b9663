//! A table put away as a record, and set up again from one.

use finaud_players::{Bot, UnknownBot};
use finaud_record::{Notation, ParseError, Record, SeedString};
use finaud_rules::Refusal;

use crate::{Chair, ChanceSource, Sitter, Table};

/// Why a table cannot be set up from a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NotRestored {
    /// The record is of another game, or of another number of players.
    OtherGame {
        /// What the record says.
        recorded: String,
    },
    /// A bot of the record does not exist.
    Bot(UnknownBot),
    /// The position the record starts from cannot be read.
    Start(ParseError),
    /// An event cannot have happened: its number, from 1, and why.
    Event(usize, Refusal),
}

impl std::fmt::Display for NotRestored {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            NotRestored::OtherGame { recorded } => write!(f, "the record is of another game: {recorded}"),
            NotRestored::Bot(unknown) => unknown.fmt(f),
            NotRestored::Start(fault) => fault.fmt(f),
            NotRestored::Event(number, refusal) => write!(f, "event {number}: {refusal}"),
        }
    }
}

impl std::error::Error for NotRestored {}

/// The tag of a record that names the bot of a seat: `bot 2: greedy`.
fn bot_tag(seat: usize) -> String {
    format!("bot {}", seat + 1)
}

impl<G: Notation> Table<G> {
    /// The game so far as a record: the names, the seed and the bots too.
    ///
    /// # Panics
    /// Never: what happened at a table can happen again.
    pub fn record(&self) -> Record<G> {
        let events = self.log().iter().copied();
        let mut record = Record::since(self.game(), self.states()[0], events).expect("the log was played");
        record.header.seed = match self.chance_source() {
            ChanceSource::Seed(seed) => {
                SeedString::new(self.game().id(), self.chairs().len() as u8, seed).ok()
            }
            ChanceSource::Typed => None,
        };
        record.header.seats = self.chairs().iter().map(|chair| chair.name.clone()).collect();
        for (seat, chair) in self.chairs().iter().enumerate() {
            if let Sitter::Bot(bot) = chair.sitter {
                record.header.tags.push((bot_tag(seat), bot.name().into()));
            }
        }
        record
    }

    /// The table at which this record was written. Without a seed, luck is to be typed in.
    pub fn restore(game: G, record: &Record<G>) -> Result<Table<G>, NotRestored> {
        let header = &record.header;
        if header.game != game.id() || usize::from(header.players) != game.seats() {
            let recorded = format!("{} for {}", header.game, header.players);
            return Err(NotRestored::OtherGame { recorded });
        }
        let mut chairs = Vec::new();
        for (seat, name) in header.seats.iter().enumerate() {
            let sitter = match header.tag(&bot_tag(seat)) {
                None => Sitter::Person,
                Some(bot) => Sitter::Bot(Bot::by_name(bot).map_err(NotRestored::Bot)?),
            };
            chairs.push(Chair {
                name: name.clone(),
                sitter,
            });
        }
        let luck = header
            .seed
            .as_ref()
            .map_or(ChanceSource::Typed, |seed| ChanceSource::Seed(seed.seed()));
        let start = record.start(&game).map_err(NotRestored::Start)?;
        let mut table = Table::starting_at(game, start, chairs, luck);
        for (index, event) in record.log().enumerate() {
            table
                .apply(event)
                .map_err(|refusal| NotRestored::Event(index + 1, refusal))?;
        }
        Ok(table)
    }
}
