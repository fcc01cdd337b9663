//! What is kept beside the tables: who people are, ratings, days, and whom to notify.

use super::{Answer, Millis};

/// A push subscription of a browser.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Subscription {
    /// Where to push to; one subscription for each.
    pub endpoint: String,
    /// The table that it is for.
    pub table: String,
    /// The seat that it is for.
    pub seat: u8,
    /// Whose it is, if they want to be known.
    pub player: Option<String>,
    /// Keys and language, as the push service of this server reads them.
    pub body: String,
}

/// Somebody who wants to be known again: a key on a device, no account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Player {
    /// The hash of the key.
    pub id: String,
    /// The name they chose.
    pub name: String,
    /// When they came first.
    pub created: Millis,
    /// When they were here last.
    pub seen: Millis,
}

/// How strong somebody is at a game.
#[derive(Debug, Clone, PartialEq)]
pub struct Rating {
    /// Who.
    pub player: String,
    /// The middle of what is believed.
    pub mean: f64,
    /// How sure that is.
    pub deviation: f64,
    /// How many games it comes from.
    pub games: u32,
}

/// Somebody who sits at a table and wants to be known there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SitterRow {
    /// The table.
    pub table: String,
    /// The hash of the key of their seat, which they take along when seats are moved and to a rematch.
    pub seat_key: String,
    /// Who it is.
    pub player: String,
    /// Whether the result may change their rating.
    pub rating: Agreement,
}

/// Whether somebody agreed that a table counts for their rating.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Agreement {
    /// They did not.
    No = 0,
    /// They did.
    Yes = 1,
    /// They did, and the result was looked at.
    Settled = 2,
}

impl Agreement {
    pub(super) fn of(state: i64) -> Agreement {
        match state {
            1 => Agreement::Yes,
            2 => Agreement::Settled,
            _ => Agreement::No,
        }
    }
}

/// A table at which somebody may have to be reminded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reminder {
    /// The table.
    pub table: String,
    /// When.
    pub at: Millis,
    /// Who was reminded of what already, as whoever reminds wrote it.
    pub told: String,
}

/// The result of a rated table, and what it changes.
#[derive(Debug, Clone, PartialEq)]
pub struct RatedResult {
    /// The table; it is counted once.
    pub table: String,
    /// The game.
    pub game: String,
    /// When it ended.
    pub at: Millis,
    /// Ranks and ratings by seats, without names, as whoever rates writes them.
    pub body: String,
    /// Whose result it is: seats, counted from 0, and players.
    pub players: Vec<(u8, String)>,
    /// The ratings afterwards, each with one game more than it was computed from.
    pub ratings: Vec<Rating>,
}

/// What became of a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rated {
    /// It counts now.
    Counted,
    /// It counted already.
    Already,
    /// Another game of one of them was counted in between: compute again.
    Conflict,
}

/// How a try at a daily challenge ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DailyEnd {
    /// It counts, with these points.
    Score(i32),
    /// It does not count: given up, or not over in time.
    Nothing,
}

/// A try at a daily challenge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DailyTry {
    /// The day, as `2026-11-17`.
    pub day: String,
    /// Who tries.
    pub player: String,
    /// Their name on the board.
    pub name: String,
    /// The table at which they do.
    pub table: String,
    /// Their points, once it is over.
    pub score: Option<i32>,
    /// When it began or ended.
    pub at: Millis,
}

/// Keeps what belongs to people.
pub trait StandingStore {
    /// Remembers whom to push to; the endpoint's subscription for the same table is replaced.
    fn subscribe<'a>(&'a self, subscription: &'a Subscription) -> Answer<'a, ()>;

    /// Forgets an endpoint, at one table or everywhere.
    fn unsubscribe<'a>(&'a self, endpoint: &'a str, table: Option<&'a str>) -> Answer<'a, ()>;

    /// Whom to push to about a seat of a table.
    fn subscriptions<'a>(&'a self, table: &'a str, seat: u8) -> Answer<'a, Vec<Subscription>>;

    /// Tables with subscriptions at which somebody may have to be reminded by now.
    fn reminders(&self, now: Millis, limit: u32) -> Answer<'_, Vec<Reminder>>;

    /// Moves a reminder, unless somebody else did or the table went on: then it answers false.
    fn move_reminder<'a>(
        &'a self,
        reminder: &'a Reminder,
        to: Option<Millis>,
        told: &'a str,
    ) -> Answer<'a, bool>;

    /// Remembers somebody, or that they are back, perhaps with another name.
    fn meet<'a>(&'a self, player: &'a Player) -> Answer<'a, ()>;

    /// Somebody by their key's hash.
    fn player<'a>(&'a self, id: &'a str) -> Answer<'a, Option<Player>>;

    /// Players who were last here before this, those who have been away longest first.
    fn players_absent_since(&self, before: Millis, limit: u32) -> Answer<'_, Vec<String>>;

    /// Forgets somebody: name, ratings, days, subscriptions, and that it was they who sat where.
    fn forget<'a>(&'a self, player: &'a str) -> Answer<'a, ()>;

    /// Remembers who sits behind the key of a seat. Somebody sits once at a table, and what was settled stays so.
    fn know_sitter<'a>(&'a self, sitter: &'a SitterRow) -> Answer<'a, ()>;

    /// Who sits at a table, as far as they want to be known. A rematch knows those of the table before.
    fn sitters<'a>(&'a self, table: &'a str) -> Answer<'a, Vec<SitterRow>>;

    /// Where somebody sits or sat.
    fn seats_of<'a>(&'a self, player: &'a str) -> Answer<'a, Vec<SitterRow>>;

    /// Tables that are over and may count for ratings, but were not looked at yet.
    fn unsettled(&self, limit: u32) -> Answer<'_, Vec<String>>;

    /// Says that a table was looked at and does not count.
    fn settle<'a>(&'a self, table: &'a str) -> Answer<'a, ()>;

    /// Counts the result of a rated table, once, and settles it.
    fn rate<'a>(&'a self, result: &'a RatedResult) -> Answer<'a, Rated>;

    /// The ratings of these players at a game.
    fn ratings<'a>(&'a self, game: &'a str, players: &'a [String]) -> Answer<'a, Vec<Rating>>;

    /// The ratings of somebody at all games, each with the game.
    fn ratings_of<'a>(&'a self, player: &'a str) -> Answer<'a, Vec<(String, Rating)>>;

    /// What somebody's rating at a game comes from: their seats and the bodies of the results, the first one first.
    fn results_of<'a>(&'a self, game: &'a str, player: &'a str) -> Answer<'a, Vec<(u8, String)>>;

    /// Begins somebody's try at a daily challenge, or gives the one that they have begun.
    fn begin_daily<'a>(&'a self, daily: &'a DailyTry) -> Answer<'a, DailyTry>;

    /// Writes how a try ended; what is written stays.
    fn end_daily<'a>(&'a self, day: &'a str, player: &'a str, end: DailyEnd, at: Millis) -> Answer<'a, ()>;

    /// Somebody's try of a day, and whether it goes on.
    fn daily_try<'a>(&'a self, day: &'a str, player: &'a str) -> Answer<'a, Option<(DailyTry, bool)>>;

    /// Tries whose tables are over, but which were not looked at yet.
    fn unsettled_dailies(&self, limit: u32) -> Answer<'_, Vec<DailyTry>>;

    /// The latest days before this one on which somebody's try counts, the latest first.
    fn daily_days<'a>(&'a self, before: &'a str, limit: u32) -> Answer<'a, Vec<String>>;

    /// Everybody who finished a day's challenge, the best first.
    fn daily_board<'a>(&'a self, day: &'a str) -> Answer<'a, Vec<DailyTry>>;
}
