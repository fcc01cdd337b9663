//! Games kept on this device: those in progress and those that are over.

use finaud_record::RecordHeader;
use finaud_rules::insertion_sort;
use finaud_table::Table;
use serde::{Deserialize, Serialize};

use crate::open::{OpenError, open};
use crate::share::Claims;
use crate::storage::{self, Trouble};

/// The version of what is kept. Older ones are read, newer ones are left alone.
const VERSION: u32 = 1;
const PREFIX: &str = "game.";
/// What the names of scripted first turns begin with. They are kept apart: no list and no statistic knows them.
pub const LESSON: &str = "lesson.";

/// A game on this device.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Saved {
    version: u32,
    /// The name it is kept under.
    pub id: String,
    /// How often it was kept: whoever knows an older one must not write over a newer one.
    pub revision: u64,
    /// When it was begun, in milliseconds since 1970.
    pub started: f64,
    /// When it was last kept.
    pub changed: f64,
    /// The game so far.
    pub record: String,
    /// The sheet, where it is somebody's own.
    #[serde(default)]
    pub sheet: Option<String>,
    /// May the coach be asked?
    #[serde(default = "yes")]
    pub coach: bool,
    /// How often it was asked.
    #[serde(default)]
    pub hints: u32,
    /// The day whose challenge it is: `2031-05-04`.
    #[serde(default)]
    pub daily: Option<String>,
    /// What somebody else reached with this luck.
    #[serde(default)]
    pub beat: Option<Beat>,
    /// Is it a guided first game?
    #[serde(default)]
    pub guided: bool,
    /// Is it over?
    #[serde(default)]
    pub over: bool,
    /// Does it go on from the middle of another game? Then it counts in no best score and no statistics.
    #[serde(default)]
    pub played_on: bool,
    /// Did it come from a link, so that others may have played it?
    #[serde(default)]
    pub brought: bool,
    /// Did a bot or somebody else choose for one's own seat too? Then it is no result of one's own.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub stood_in: bool,
    /// One's own seat, counted from 0, where it is known whatever the names are: at an online table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<u8>,
    /// The online table where it was played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub online: Option<String>,
}

/// What every version has.
#[derive(Deserialize)]
struct SavedVersion {
    version: u32,
}

/// What somebody reached.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Beat {
    /// How many points.
    pub points: i32,
    /// Who, if told.
    pub by: String,
    /// How often the coach helped with it.
    #[serde(default)]
    pub hints: u32,
}

fn yes() -> bool {
    true
}

/// Why a kept game cannot be opened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NotLoaded {
    /// There is none of this name.
    Missing,
    /// It was kept by a newer Finaud.
    Newer,
    /// It cannot be read. The text is still there.
    Broken,
}

/// Why a game was not kept.
#[derive(Clone, PartialEq, Debug)]
pub enum NotSaved {
    /// Another tab has gone on with it: this is how far it is there.
    Elsewhere(Box<Saved>),
    /// The browser refuses; it is kept in memory.
    Trouble(Trouble),
}

/// Now, in milliseconds since 1970.
pub fn now() -> f64 {
    js_sys::Date::now()
}

impl Saved {
    /// A game that has just begun.
    pub fn new(table: &Table, sheet: Option<String>) -> Saved {
        let now = now();
        let random = (js_sys::Math::random() * 1_679_616.0) as u64;
        Saved {
            version: VERSION,
            id: format!("{:x}-{random:x}", now as u64),
            revision: 0,
            started: now,
            changed: now,
            record: table.record_text(),
            sheet,
            coach: true,
            hints: 0,
            daily: None,
            beat: None,
            guided: false,
            over: false,
            played_on: false,
            stood_in: false,
            brought: false,
            seat: None,
            online: None,
        }
    }

    /// Does it count for records and statistics? A guided game is played with somebody's help, and what began in the middle of
    /// another game is no result of its own.
    pub fn counts(&self) -> bool {
        self.over && !self.guided && self.is_own()
    }

    /// Were all choices of the seat one's own? Of what began in the middle of another game, or was left to a bot for a while,
    /// they were not.
    pub fn is_own(&self) -> bool {
        !self.played_on && !self.stood_in
    }

    /// The record as others should read it: with how often the coach was asked (`hints: 3`), and whether the game goes on
    /// from the middle of another one.
    pub fn told(&self, record: &str) -> String {
        let told = self.marked(record);
        match self.hints {
            0 => told,
            hints => with_tag(&told, "hints", &hints.to_string()),
        }
    }

    /// The record for another device of the same person: with everything that decides whether the game counts there.
    pub fn carried(&self) -> String {
        let mut record = self.marked(&self.record);
        for (tag, holds) in [(GUIDED, self.guided), (BROUGHT, self.brought)] {
            if holds {
                record = with_tag(&record, tag, YES);
            }
        }
        record
    }

    /// The record, which says of itself if its game goes on from the middle of another one.
    fn marked(&self, record: &str) -> String {
        match self.played_on && !is_played_on(record) {
            true => with_tag(record, PLAYED_ON, YES),
            false => record.to_owned(),
        }
    }

    /// Takes over what a record from elsewhere claims beside the game, as far as it is believed.
    pub fn take(&mut self, claims: &Claims) {
        self.hints = claims.hints;
        self.daily = claims.daily.map(|day| day.to_string());
        self.guided = claims.guided;
        self.brought = claims.brought;
    }

    /// A game as it is kept on a device.
    pub fn read(text: &str) -> Result<Saved, NotLoaded> {
        match serde_json::from_str::<SavedVersion>(text) {
            Ok(saved) if saved.version > VERSION => Err(NotLoaded::Newer),
            _ => serde_json::from_str(text).map_err(|_| NotLoaded::Broken),
        }
    }

    /// The table as it was left.
    pub fn table(&self) -> Result<Table, OpenError> {
        open(&self.record, self.sheet.as_deref())
    }
}

/// Where a game is kept.
fn key(id: &str) -> String {
    match id.starts_with(LESSON) {
        true => id.to_owned(),
        false => format!("{PREFIX}{id}"),
    }
}

/// How a record says that its game goes on from the middle of another one.
const PLAYED_ON: &str = "played-on";
/// How a record says that its game was a guided one.
pub const GUIDED: &str = "guided";
/// How a record says that its game came from a link.
pub const BROUGHT: &str = "brought";
const YES: &str = "yes";

/// A record with one line more about its game.
fn with_tag(record: &str, tag: &str, value: &str) -> String {
    match record.split_once('\n') {
        Some((first, rest)) => format!("{first}\n{tag}: {value}\n{rest}"),
        None => record.to_owned(),
    }
}

/// Does the game of a record go on from the middle of another one?
pub fn is_played_on(record: &str) -> bool {
    RecordHeader::read(record)
        .is_ok_and(|header| header.position.is_some() || header.tag(PLAYED_ON).is_some())
}

/// The names of all kept games.
pub fn ids() -> Vec<String> {
    storage::names(PREFIX)
        .into_iter()
        .map(|name| name[PREFIX.len()..].to_owned())
        .collect()
}

/// All games that can be read, the last changed first.
pub fn all() -> Vec<Saved> {
    // The name of a game begins with the moment it was begun.
    let mut games: Vec<Saved> = ids().iter().rev().filter_map(|id| load(id).ok()).collect();
    insertion_sort(&mut games, |one, other| other.changed.total_cmp(&one.changed));
    games
}

/// The game of this name.
pub fn load(id: &str) -> Result<Saved, NotLoaded> {
    Saved::read(&storage::read(&key(id)).ok_or(NotLoaded::Missing)?)
}

/// Keeps a game; `saved.revision` goes up.
pub fn save(saved: &mut Saved) -> Result<(), NotSaved> {
    if let Ok(there) = load(&saved.id)
        && there.revision > saved.revision
    {
        return Err(NotSaved::Elsewhere(Box::new(there)));
    }
    saved.revision += 1;
    saved.changed = now();
    let text = serde_json::to_string(saved).unwrap_or_default();
    storage::write(&key(&saved.id), &text).map_err(NotSaved::Trouble)
}

/// What is kept under this name, as it stands there, whether it can be read or not.
pub fn text(id: &str) -> Option<String> {
    storage::read(&format!("{PREFIX}{id}"))
}

/// Puts back what was kept under this name.
pub fn put_back(id: &str, text: &str) {
    // If the device refuses, it is kept in memory and the page says so.
    let _ = storage::write(&format!("{PREFIX}{id}"), text);
}

/// Forgets a game.
pub fn forget(id: &str) {
    storage::remove(&key(id));
}

/// The game that a changed storage key belongs to.
pub fn id_of_key(key: &str) -> Option<&str> {
    storage::name_of_key(key)?.strip_prefix(PREFIX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::daily::Day;
    use crate::storage::tests::version_0_1_of;

    #[test]
    fn every_game_kept_by_version_0_1_opens_at_its_table() {
        let kept = version_0_1_of(PREFIX);
        assert_eq!(kept.len(), 7);
        for (id, text) in kept {
            let saved = Saved::read(&text).unwrap();
            assert_eq!(saved.id, id);
            let table = saved.table().unwrap();
            assert_eq!(table.record_text(), saved.record, "{id}");
            assert_eq!(table.is_over(), saved.over, "{id}");
            // What is kept again says the same.
            let again = Saved::read(&serde_json::to_string(&saved).unwrap());
            assert_eq!(again, Ok(saved));
        }
    }

    #[test]
    fn what_somebody_else_chose_is_no_result_of_ones_own() {
        let (_, mut saved) = kept();
        (saved.over, saved.guided) = (true, false);
        assert!(saved.counts() && saved.is_own());
        saved.stood_in = true;
        assert!(!saved.counts() && !saved.is_own());
        let text = serde_json::to_string(&saved).unwrap();
        assert_eq!(Saved::read(&text), Ok(saved));
    }

    #[test]
    fn a_record_says_that_it_goes_on_from_another_game() {
        let (record, mut saved) = kept();
        assert_eq!(saved.told(&record), record);
        saved.played_on = true;
        let told = saved.told(&record);
        assert!(is_played_on(&told) && !is_played_on(&record));
        assert_eq!(saved.told(&told), told);
        assert_eq!(open(&told, None).unwrap().record_text(), record);
        saved.hints = 2;
        let told = saved.told(&record);
        assert!(is_played_on(&told) && told.contains("\nhints: 2\n"), "{told}");
    }

    /// What does not count on one device does not count on the next.
    #[test]
    fn a_game_is_carried_with_what_decides_whether_it_counts() {
        let (record, mut saved) = kept();
        assert_eq!(saved.carried(), record);
        for (guided, brought) in [(true, false), (false, true), (true, true)] {
            (saved.guided, saved.brought) = (guided, brought);
            let carried = saved.carried();
            assert_eq!(open(&carried, None).unwrap().record_text(), record);
            let mut there = saved.clone();
            (there.guided, there.brought) = (false, false);
            let header = RecordHeader::read(&carried).unwrap();
            there.take(&Claims::of(
                &header,
                &open(&carried, None).unwrap(),
                Day::from_number(20_000),
            ));
            assert_eq!((there.guided, there.brought), (guided, brought));
        }
    }

    /// A finished game as it is kept, without help.
    fn kept() -> (String, Saved) {
        let record = crate::new_game::tests::played("tres-fute", 1, 3).record_text();
        let mut saved = Saved::read(&version_0_1_of(PREFIX).remove(0).1).unwrap();
        (saved.record, saved.hints, saved.over) = (record.clone(), 0, true);
        (record, saved)
    }

    #[test]
    fn games_of_newer_versions_and_broken_texts_are_told_apart() {
        assert_eq!(Saved::read("{\"version\":99}"), Err(NotLoaded::Newer));
        assert_eq!(Saved::read("{\"version\":1}"), Err(NotLoaded::Broken));
        assert_eq!(Saved::read("not even json"), Err(NotLoaded::Broken));
    }
}
