//! The online tables of the person at this device: kept here, so that the first page knows at once what waits for them.
//!
//! What a table *is* stands in its log, which the part of the program for online tables keeps beside it. This is only what a
//! list needs to say.

use finaud_rules::insertion_sort;
use serde_json::{Value, json};

use crate::own_sheets::SHARED;
use crate::saved::now;
use crate::storage;

const PREFIX: &str = "table.";
/// Where the log of a table is kept.
pub const LOG: &str = "online.";
/// Where that is kept of it which no window may lose, each under a name of its own.
pub const UNSENT: &str = "unsent.";
/// A table that is over is forgotten after so many milliseconds; its game is among the games.
const KEPT: f64 = 14.0 * 24.0 * 3_600_000.0;
/// So long somebody may want a rematch, in milliseconds.
const REMATCH: f64 = 2.0 * 24.0 * 3_600_000.0;

/// What a table is doing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
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

impl TablePhase {
    fn name(self) -> &'static str {
        match self {
            TablePhase::Open => "open",
            TablePhase::Seeding => "seeding",
            TablePhase::Playing => "playing",
            TablePhase::Over => "over",
        }
    }

    fn read(name: &str) -> TablePhase {
        let all = [TablePhase::Seeding, TablePhase::Playing, TablePhase::Over];
        let known = all.into_iter().find(|phase| phase.name() == name);
        known.unwrap_or(TablePhase::Open)
    }
}

/// A table as a list knows it.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct MyTable {
    /// Its name.
    pub id: String,
    /// The key of one's own seat.
    pub key: Option<String>,
    /// The key of the invitation.
    pub join: Option<String>,
    /// The id of the game.
    pub game: String,
    /// The hash of its sheet and what it is called, where it is somebody's own.
    pub sheet: Option<String>,
    /// See `sheet`.
    pub sheet_name: Option<String>,
    /// One's own seat, counted from 0.
    pub seat: Option<u8>,
    /// The names of the others who sit there.
    pub others: Vec<String>,
    /// What it is doing.
    pub phase: TablePhase,
    /// Is it one's turn?
    pub asked: bool,
    /// Until when, in milliseconds since 1970.
    pub deadline: Option<f64>,
    /// When something happened there last.
    pub changed: f64,
    /// Has the end been seen?
    pub seen: bool,
    /// The table of the rematch, once somebody has asked for one.
    pub next: Option<String>,
    /// The day on whose board its result stands, `2031-05-04`; none for tables with others.
    pub day: Option<String>,
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
        MyTable::read(&storage::read(&format!("{PREFIX}{id}"))?)
    }

    /// Reads what is kept, key by key: the first page knows no more of it than this.
    fn read(text: &str) -> Option<MyTable> {
        let kept: Value = serde_json::from_str(text).ok()?;
        let text = |key: &str| kept[key].as_str().map(str::to_owned);
        let is = |key: &str| kept[key].as_bool().unwrap_or(false);
        let others = kept["others"].as_array().into_iter().flatten();
        Some(MyTable {
            id: text("id")?,
            key: text("key"),
            join: text("join"),
            game: text("game").unwrap_or_default(),
            sheet: text("sheet"),
            sheet_name: text("sheet_name"),
            seat: kept["seat"].as_u64().and_then(|seat| u8::try_from(seat).ok()),
            others: others
                .filter_map(|name| name.as_str().map(str::to_owned))
                .collect(),
            phase: text("phase").map_or(TablePhase::Open, |phase| TablePhase::read(&phase)),
            asked: is("asked"),
            deadline: kept["deadline"].as_f64(),
            changed: kept["changed"].as_f64().unwrap_or(0.0),
            seen: is("seen"),
            next: text("next"),
            day: text("day"),
        })
    }

    fn text(&self) -> String {
        json!({
            "id": self.id,
            "key": self.key,
            "join": self.join,
            "game": self.game,
            "sheet": self.sheet,
            "sheet_name": self.sheet_name,
            "seat": self.seat,
            "others": self.others,
            "phase": self.phase.name(),
            "asked": self.asked,
            "deadline": self.deadline,
            "changed": self.changed,
            "seen": self.seen,
            "next": self.next,
            "day": self.day,
        })
        .to_string()
    }

    /// Keeps it.
    pub fn save(&self) {
        // If the device refuses, it is kept in memory and the page says so.
        let _ = storage::write(&format!("{PREFIX}{}", self.id), &self.text());
    }

    /// Forgets it with its log, and with its sheet if no other table needs that.
    pub fn forget(id: &str) {
        let sheet = MyTable::load(id).and_then(|table| table.sheet);
        storage::remove(&format!("{PREFIX}{id}"));
        if let Some(sheet) =
            sheet.filter(|sheet| kept().iter().all(|table| table.sheet.as_ref() != Some(sheet)))
        {
            storage::remove(&format!("{SHARED}{sheet}"));
        }
        storage::remove(&format!("{LOG}{id}"));
        for name in storage::names(&format!("{UNSENT}{id}.")) {
            storage::remove(&name);
        }
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

    /// Keeps the table of the rematch, at which the keys of this one are good, unless it is known.
    pub fn keep_rematch(&self) {
        let Some(next) = self.next.as_ref().filter(|next| MyTable::load(next).is_none()) else {
            return;
        };
        let mut there = MyTable::new(next);
        there.key.clone_from(&self.key);
        there.join.clone_from(&self.join);
        there.game.clone_from(&self.game);
        there.sheet.clone_from(&self.sheet);
        there.sheet_name.clone_from(&self.sheet_name);
        there.others.clone_from(&self.others);
        there.save();
    }

    /// May its server still have news of it: is it not over, or may somebody ask for a rematch?
    pub fn may_change(&self) -> bool {
        let over = self.phase == TablePhase::Over;
        self.key.is_some() && !(over && (self.next.is_some() || now() - self.changed > REMATCH))
    }
}

/// Every table that is kept here.
pub fn kept() -> Vec<MyTable> {
    let names = storage::names(PREFIX);
    names
        .iter()
        .filter_map(|name| MyTable::load(&name[PREFIX.len()..]))
        .collect()
}

/// The table of the ranked try of a day, if one was begun here.
pub fn ranked_on(day: &str) -> Option<MyTable> {
    kept().into_iter().find(|table| table.day.as_deref() == Some(day))
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

/// Is there anything to ask a server about? Without a table nobody is asked.
pub fn may_change() -> bool {
    kept().iter().any(MyTable::may_change)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_read_as_they_are_kept() {
        let table = MyTable {
            id: "abc".into(),
            key: Some("00".into()),
            join: None,
            game: "push".into(),
            sheet: Some("00ff".into()),
            sheet_name: Some("<b>".into()),
            seat: Some(1),
            others: vec!["Ada".into(), "Bo".into()],
            phase: TablePhase::Playing,
            asked: true,
            deadline: Some(9_000.0),
            changed: 5_000.0,
            seen: false,
            next: None,
            day: Some("2031-05-04".into()),
        };
        assert_eq!(MyTable::read(&table.text()), Some(table.clone()));
        assert_eq!(table.waits(), Some(Waits::Turn));
        for phase in [TablePhase::Open, TablePhase::Seeding, TablePhase::Over] {
            let other = MyTable {
                phase,
                seen: true,
                next: Some("def".into()),
                ..table.clone()
            };
            assert_eq!(MyTable::read(&other.text()), Some(other));
        }
    }

    #[test]
    fn the_end_waits_until_it_is_seen() {
        let mut table = MyTable {
            phase: TablePhase::Over,
            ..MyTable::default()
        };
        assert_eq!(table.waits(), Some(Waits::Result));
        table.seen = true;
        assert_eq!(table.waits(), None);
    }

    #[test]
    fn what_a_version_did_not_know_is_as_usual() {
        let table = MyTable::read(r#"{"id":"abc","later":1}"#).unwrap();
        assert_eq!(table.waits(), Some(Waits::People));
        assert_eq!(MyTable::read(r#"{"later":1}"#), None);
        assert_eq!(MyTable::read("rubbish"), None);
    }
}
