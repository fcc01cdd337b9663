//! The online tables of the person at this device: kept here, so that the first page knows at once what waits for them.
//!
//! What a table *is* stands in its log, which the part of the program for online tables keeps beside it. This is only what a
//! list needs to say.

use finaud_rules::insertion_sort;
use serde::{Deserialize, Serialize};

use crate::fetch;
use crate::saved::now;
use crate::storage;

const PREFIX: &str = "table.";
/// Where the log of a table is kept.
pub const LOG: &str = "online.";
/// A table that is over is forgotten after so many milliseconds; its game is among the games.
const KEPT: f64 = 14.0 * 24.0 * 3_600_000.0;
/// So long somebody may want a rematch, in milliseconds.
const REMATCH: f64 = 2.0 * 24.0 * 3_600_000.0;

/// What a table is doing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TablePhase {
    /// People sit down.
    #[default]
    Open,
    /// The seats are fixed, and the dice are being sealed.
    Seeding,
    /// The game is on.
    Playing,
    /// Nothing more is played.
    Over,
}

/// A table as a list knows it.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct MyTable {
    /// Its name.
    pub id: String,
    /// The key of one's own seat.
    #[serde(default)]
    pub key: Option<String>,
    /// The key of the invitation.
    #[serde(default)]
    pub join: Option<String>,
    /// The id of the game.
    #[serde(default)]
    pub game: String,
    /// One's own seat, counted from 0.
    #[serde(default)]
    pub seat: Option<u8>,
    /// The names of the others who sit there.
    #[serde(default)]
    pub others: Vec<String>,
    /// What it is doing.
    #[serde(default)]
    pub phase: TablePhase,
    /// Is it one's turn?
    #[serde(default)]
    pub asked: bool,
    /// Until when, in milliseconds since 1970.
    #[serde(default)]
    pub deadline: Option<f64>,
    /// When something happened there last.
    #[serde(default)]
    pub changed: f64,
    /// Has the end been seen?
    #[serde(default)]
    pub seen: bool,
    /// The table of the rematch, once somebody has asked for one.
    #[serde(default)]
    pub next: Option<String>,
}

/// What a list says about a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Waits {
    /// It is one's turn.
    Turn,
    /// It is over, and one has not seen how.
    Result,
    /// People are sitting down.
    People,
    /// Others are asked.
    Others,
}

impl MyTable {
    /// A table of which only the name is known.
    pub fn new(id: &str) -> MyTable {
        MyTable {
            id: id.into(),
            changed: now(),
            ..MyTable::default()
        }
    }

    /// The table of this name, if it is kept here.
    pub fn load(id: &str) -> Option<MyTable> {
        serde_json::from_str(&storage::read(&format!("{PREFIX}{id}"))?).ok()
    }

    /// Keeps it.
    pub fn save(&self) {
        // If the device refuses, it is kept in memory and the page says so.
        let text = serde_json::to_string(self).unwrap_or_default();
        let _ = storage::write(&format!("{PREFIX}{}", self.id), &text);
    }

    /// Forgets it with its log.
    pub fn forget(id: &str) {
        storage::remove(&format!("{PREFIX}{id}"));
        storage::remove(&format!("{LOG}{id}"));
    }

    /// What is to be said about it; nothing if it is over and seen.
    pub fn waits(&self) -> Option<Waits> {
        Some(match self.phase {
            TablePhase::Over if self.seen => return None,
            TablePhase::Over => Waits::Result,
            TablePhase::Playing if self.asked => Waits::Turn,
            TablePhase::Playing => Waits::Others,
            TablePhase::Open | TablePhase::Seeding => Waits::People,
        })
    }

    /// Takes over what a server says about it.
    fn take(&mut self, view: TableSeen) {
        let own = view.you.seat;
        let seat = |number: &u8| view.seats.iter().find(|seat| seat.seat == *number);
        let mine = own.as_ref().and_then(seat);
        self.asked = mine.is_some_and(|seat| seat.asked);
        self.deadline = mine.and_then(|seat| seat.deadline);
        self.seat = own.map(|number| number.saturating_sub(1));
        self.others = view
            .seats
            .iter()
            .filter(|seat| Some(seat.seat) != own && !seat.name.is_empty())
            .map(|seat| seat.name.clone())
            .collect();
        self.game = view.settings.game;
        self.phase = view.phase;
        self.changed = view.touched;
        self.next = view.next;
    }

    /// Keeps the table of the rematch, at which the keys of this one are good, unless it is known.
    pub fn keep_rematch(&self) {
        let Some(next) = self.next.as_ref().filter(|next| MyTable::load(next).is_none()) else {
            return;
        };
        let mut there = MyTable::new(next);
        there.key.clone_from(&self.key);
        there.join.clone_from(&self.join);
        there.game.clone_from(&self.game);
        there.others.clone_from(&self.others);
        there.save();
    }

    /// May its server still have news of it: is it not over, or may somebody ask for a rematch?
    fn may_change(&self) -> bool {
        let over = self.phase == TablePhase::Over;
        self.key.is_some() && !(over && (self.next.is_some() || now() - self.changed > REMATCH))
    }
}

/// Every table that is kept here.
fn kept() -> Vec<MyTable> {
    let names = storage::names(PREFIX);
    names
        .iter()
        .filter_map(|name| MyTable::load(&name[PREFIX.len()..]))
        .collect()
}

/// The tables that have something to say, what waits for one first.
pub fn all() -> Vec<MyTable> {
    let mut tables: Vec<MyTable> = Vec::new();
    for table in kept() {
        let old = now() - table.changed > KEPT;
        if old && (table.phase == TablePhase::Over || table.key.is_none()) {
            MyTable::forget(&table.id);
        } else if table.key.is_some() && table.waits().is_some() {
            // Whoever only watched has nothing waiting.
            tables.push(table);
        }
    }
    let rank = |table: &MyTable| match table.waits() {
        Some(Waits::Turn) => 0,
        Some(Waits::Result) => 1,
        _ => 2,
    };
    insertion_sort(&mut tables, |one, other| {
        let later = other.changed.total_cmp(&one.changed);
        rank(one).cmp(&rank(other)).then(later)
    });
    tables
}

/// What a server says about a table, as far as a list cares.
#[derive(Deserialize)]
struct TableAnswer {
    view: TableSeen,
}

#[derive(Deserialize)]
struct TableSeen {
    phase: TablePhase,
    touched: f64,
    #[serde(default)]
    next: Option<String>,
    settings: SettingsSeen,
    seats: Vec<SeatSeen>,
    you: YouSeen,
}

#[derive(Deserialize)]
struct SettingsSeen {
    game: String,
}

#[derive(Deserialize)]
struct SeatSeen {
    seat: u8,
    #[serde(default)]
    name: String,
    asked: bool,
    #[serde(default)]
    deadline: Option<f64>,
}

#[derive(Deserialize)]
struct YouSeen {
    #[serde(default)]
    seat: Option<u8>,
}

/// Is there anything to ask a server about? Without a table nobody is asked.
pub fn may_change() -> bool {
    kept().iter().any(MyTable::may_change)
}

/// Asks the server how the tables stand, and keeps that. Says whether anything is different now.
pub async fn refresh() -> bool {
    let mut changed = false;
    for mut table in kept().into_iter().filter(MyTable::may_change) {
        let address = format!("./api/t/{}?since={}", table.id, u32::MAX);
        let Some((status, text)) = fetch::ask("GET", &address, table.key.as_deref(), None).await else {
            return changed;
        };
        let before = table.clone();
        match (status, serde_json::from_str::<TableAnswer>(&text)) {
            (200, Ok(answer)) => table.take(answer.view),
            // It was swept away, or our seat was given to somebody else.
            (403 | 404, _) if text.contains("\"refused\"") => {
                MyTable::forget(&table.id);
                changed = true;
                continue;
            }
            _ => return changed,
        }
        if table != before {
            table.save();
            table.keep_rematch();
            changed = true;
        }
    }
    changed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_waits_is_read_from_what_a_server_says() {
        let answer = r#"{"seq":9,"view":{"table":"abc","seq":9,"touched":5000,"phase":"playing",
            "settings":{"game":"push","players":2},"host":1,"draws":1,"commitment":"00",
            "seats":[{"seat":1,"kind":"person","name":"Ada","asked":false,"committed":true,"shown":true},
            {"seat":2,"kind":"person","name":"Bo","asked":true,"deadline":9000,"committed":true,"shown":true}],
            "you":{"seat":2,"at":3}},"events":[]}"#;
        let mut table = MyTable {
            id: "abc".into(),
            ..MyTable::default()
        };
        table.take(serde_json::from_str::<TableAnswer>(answer).unwrap().view);
        assert_eq!(table.waits(), Some(Waits::Turn));
        assert_eq!((table.seat, table.deadline), (Some(1), Some(9000.0)));
        assert_eq!(table.others, ["Ada"]);
        assert_eq!(table.game, "push");
        table.phase = TablePhase::Over;
        assert_eq!(table.waits(), Some(Waits::Result));
        table.seen = true;
        assert_eq!(table.waits(), None);
    }

    #[test]
    fn what_a_version_did_not_know_is_as_usual() {
        let table: MyTable = serde_json::from_str(r#"{"id":"abc","later":1}"#).unwrap();
        assert_eq!(table.waits(), Some(Waits::People));
    }
}
