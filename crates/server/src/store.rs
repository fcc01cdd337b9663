//! Where the tables are kept.
//!
//! A table is a log. Whoever knows its last number may append the next ones; if somebody else was quicker, the store says so
//! and nothing was written. There is no lock, no lease and no owner: the unique key of an event, (table, number), decides.
//! What an event says is no business of the store.

mod memory;
mod migrations;
mod postgres;
mod sheets;
mod sqlite;
mod standing;

use std::fmt;
use std::pin::Pin;

pub use memory::{Fault, FaultKind, Faults, MemoryStore};
pub use migrations::{Database, newest as newest_migration};
pub use postgres::PostgresStore;
pub use sheets::*;
pub use sqlite::SqliteStore;
pub use standing::*;

/// Milliseconds since 1970, UTC.
pub type Millis = i64;

/// What a client called its command: 16 bytes of its own choice.
pub type CommandId = [u8; 16];

/// What a store answers, later.
pub type Answer<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

/// One event of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// Its number in the log; the first is 1.
    pub seq: u32,
    /// When it happened.
    pub at: Millis,
    /// Whose it is; nobody's if it belongs to the table.
    pub seat: Option<u8>,
    /// The command it answers, at most once a table.
    pub command: Option<CommandId>,
    /// What everybody may read.
    pub body: String,
    /// What never leaves the server.
    pub private: Option<String>,
}

/// What is known of a table without reading its log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Head {
    /// Where it stands in its life.
    pub phase: Phase,
    /// When somebody has to look after it next.
    pub due: Option<Millis>,
    /// When somebody may have to be reminded that it waits for them.
    pub remind: Option<Millis>,
}

/// Where a table stands in its life.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// People sit down.
    Open = 0,
    /// They play.
    Playing = 1,
    /// The game is over.
    Over = 2,
    /// It was given up before there was a game: nobody will miss it.
    GivenUp = 3,
}

/// A table that is to be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewTable {
    /// Its name, random enough that nobody guesses it.
    pub id: String,
    /// Which game.
    pub game: String,
    /// The table that it is the rematch of.
    pub parent: Option<String>,
    /// The hash of its sheet, where it is somebody's own, and of the weights by which bots play there.
    pub sheet: Option<String>,
    /// See `sheet`.
    pub weights: Option<String>,
    /// The head after its first events.
    pub head: Head,
    /// Its first events, numbered from 1.
    pub rows: Vec<Row>,
}

/// More events for a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Append {
    /// The table.
    pub table: String,
    /// The head after them.
    pub head: Head,
    /// The events. The first has the number after the last one known; one command at most is among them.
    pub rows: Vec<Row>,
}

impl Append {
    /// The number of the last event before these.
    fn expected(&self) -> i64 {
        self.rows.first().map_or(0, |row| i64::from(row.seq) - 1)
    }

    fn command(&self) -> Option<&CommandId> {
        self.rows.iter().find_map(|row| row.command.as_ref())
    }

    fn touched(&self) -> Millis {
        self.rows.last().map_or(0, |row| row.at)
    }
}

/// What became of an append.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Appended {
    /// Everything is written and will not be lost.
    Committed,
    /// Nothing was written: the log is longer than expected, or there is no such table.
    Conflict,
    /// Nothing was written: the command is there already, at this number.
    Duplicate(u32),
}

/// The store did not answer as it should.
///
/// A write that ends so may have happened or not: read again and look.
#[derive(Debug)]
pub struct StoreError(String);

impl StoreError {
    /// What went wrong.
    pub fn new(what: impl Into<String>) -> StoreError {
        StoreError(what.into())
    }
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for StoreError {}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> StoreError {
        StoreError(format!("the database says: {error}"))
    }
}

impl From<sqlx::migrate::MigrateError> for StoreError {
    fn from(error: sqlx::migrate::MigrateError) -> StoreError {
        StoreError(match error {
            sqlx::migrate::MigrateError::VersionMissing(version) => {
                format!(
                    "the database was made by a newer version of Finaud (its tables have version {version})"
                )
            }
            error => format!("the database could not be brought up to date: {error}"),
        })
    }
}

/// Keeps tables, and what goes with them. Every answer to a write comes after the commit.
pub trait Store: StandingStore + SheetStore + Send + Sync + 'static {
    /// Opens a table; false if there is one of this name already, which stays as it is.
    fn create<'a>(&'a self, table: &'a NewTable) -> Answer<'a, bool>;

    /// Appends events, all or none.
    fn append<'a>(&'a self, append: &'a Append) -> Answer<'a, Appended>;

    /// The events after a number; none also where there is no such table.
    fn tail<'a>(&'a self, table: &'a str, since: u32) -> Answer<'a, Vec<Row>>;

    /// The last numbers of those of these tables that exist.
    fn heads<'a>(&'a self, tables: &'a [String]) -> Answer<'a, Vec<(String, u32)>>;

    /// Tables that somebody has to look after by now, those that have waited longest first.
    fn due(&self, now: Millis, limit: u32) -> Answer<'_, Vec<String>>;

    /// Forgets tables without a game that were not touched since `open`, and those that never ended, since `playing`; and whom to
    /// notify about tables that are over and were not touched since `open`.
    fn expire(&self, open: Millis, playing: Millis) -> Answer<'_, u64>;

    /// Replaces what everybody may read of an event: a name that is to be forgotten.
    fn redact<'a>(&'a self, table: &'a str, seq: u32, body: &'a str) -> Answer<'a, ()>;

    /// A secret of this server: the one kept under this name, or this fresh one, which is kept from now on.
    fn secret<'a>(&'a self, name: &'a str, fresh: &'a [u8]) -> Answer<'a, Vec<u8>>;
}
