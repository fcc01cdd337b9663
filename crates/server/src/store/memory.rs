//! Tables in memory: for tests, and for simulations in which the store fails as databases do.

mod sheets;
mod standing;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::{
    Agreement, Answer, Append, Appended, DailyTry, Head, Millis, NewTable, Phase, Player, PostedFile,
    RatedResult, Rating, Row, SitterRow, Store, StoreError, Subscription,
};

/// What goes wrong in one call.
#[derive(Debug, Clone, Copy, Default)]
pub struct Fault {
    /// How long it takes until the call arrives.
    pub before: Duration,
    /// How long it takes until the answer arrives.
    pub after: Duration,
    /// What becomes of the call.
    pub kind: FaultKind,
}

/// What becomes of a call.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum FaultKind {
    /// It is done and answered.
    #[default]
    None,
    /// It never arrives; the caller gets an error.
    Lost,
    /// It is done, but the answer never arrives; the caller gets an error.
    AnswerLost,
}

/// Decides for each call what goes wrong in it.
pub type Faults = Box<dyn FnMut() -> Fault + Send>;

/// A store in memory. Clones of it with other faults share the data, as nodes share a database.
pub struct MemoryStore {
    data: Arc<Mutex<Data>>,
    faults: Option<Mutex<Faults>>,
}

#[derive(Default)]
struct Data {
    tables: BTreeMap<String, Table>,
    subscriptions: BTreeMap<(String, String), Subscription>,
    players: BTreeMap<String, Player>,
    sitters: Vec<SitterRow>,
    results: Vec<RatedResult>,
    ratings: BTreeMap<(String, String), Rating>,
    /// Each with whether it goes on.
    dailies: BTreeMap<(String, String), (DailyTry, bool)>,
    secrets: BTreeMap<String, Vec<u8>>,
    posted: BTreeMap<String, PostedFile>,
}

struct Table {
    head: Head,
    touched: Millis,
    told: String,
    sheet: Option<String>,
    weights: Option<String>,
    rows: Vec<Row>,
}

impl Default for MemoryStore {
    fn default() -> MemoryStore {
        MemoryStore::new()
    }
}

impl MemoryStore {
    /// An empty one that never fails.
    pub fn new() -> MemoryStore {
        MemoryStore {
            data: Arc::default(),
            faults: None,
        }
    }

    /// The same data, seen over a line on which these things go wrong.
    pub fn with_faults(&self, faults: Faults) -> MemoryStore {
        MemoryStore {
            data: Arc::clone(&self.data),
            faults: Some(Mutex::new(faults)),
        }
    }

    fn data(&self) -> MutexGuard<'_, Data> {
        self.data.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does something with the data, under the faults of this line.
    fn run<'a, T: Send + 'a>(&'a self, work: impl FnOnce(&mut Data) -> T + Send + 'a) -> Answer<'a, T> {
        let fault = self.faults.as_ref().map(|faults| {
            let mut faults = faults.lock().unwrap_or_else(PoisonError::into_inner);
            faults()
        });
        let Fault { before, after, kind } = fault.unwrap_or_default();
        Box::pin(async move {
            if !before.is_zero() {
                tokio::time::sleep(before).await;
            }
            if kind == FaultKind::Lost {
                return Err(StoreError::new("the call was lost"));
            }
            let answer = work(&mut self.data());
            if !after.is_zero() {
                tokio::time::sleep(after).await;
            }
            match kind {
                FaultKind::AnswerLost => Err(StoreError::new("the answer was lost")),
                FaultKind::None | FaultKind::Lost => Ok(answer),
            }
        })
    }
}

impl Store for MemoryStore {
    fn create<'a>(&'a self, table: &'a NewTable) -> Answer<'a, bool> {
        self.run(|data| {
            if data.tables.contains_key(&table.id) {
                return false;
            }
            let new = Table {
                head: table.head,
                touched: table.rows.last().map_or(0, |row| row.at),
                told: String::new(),
                sheet: table.sheet.clone(),
                weights: table.weights.clone(),
                rows: table.rows.clone(),
            };
            data.tables.insert(table.id.clone(), new);
            let before = data.sitters.iter();
            let again: Vec<SitterRow> = before
                .filter(|sitter| Some(&sitter.table) == table.parent.as_ref())
                .map(|sitter| SitterRow {
                    table: table.id.clone(),
                    rating: match sitter.rating {
                        Agreement::No => Agreement::No,
                        Agreement::Yes | Agreement::Settled => Agreement::Yes,
                    },
                    ..sitter.clone()
                })
                .collect();
            data.sitters.extend(again);
            true
        })
    }

    fn append<'a>(&'a self, append: &'a Append) -> Answer<'a, Appended> {
        self.run(|data| {
            let Some(table) = data.tables.get_mut(&append.table) else {
                return Appended::Conflict;
            };
            let known = append.command().and_then(|command| {
                let mut rows = table.rows.iter();
                rows.find(|row| row.command.as_ref() == Some(command))
            });
            if let Some(row) = known {
                return Appended::Duplicate(row.seq);
            }
            if table.rows.len() as i64 != append.expected() {
                return Appended::Conflict;
            }
            table.rows.extend_from_slice(&append.rows);
            table.head = append.head;
            table.touched = append.touched();
            Appended::Committed
        })
    }

    fn tail<'a>(&'a self, table: &'a str, since: u32) -> Answer<'a, Vec<Row>> {
        self.run(move |data| {
            let rows = data.tables.get(table).map(|table| table.rows.as_slice());
            rows.and_then(|rows| rows.get(since as usize..))
                .unwrap_or_default()
                .to_vec()
        })
    }

    fn heads<'a>(&'a self, tables: &'a [String]) -> Answer<'a, Vec<(String, u32)>> {
        self.run(move |data| {
            let known = tables.iter().filter_map(|id| {
                let table = data.tables.get(id)?;
                Some((id.clone(), table.rows.len() as u32))
            });
            known.collect()
        })
    }

    fn due(&self, now: Millis, limit: u32) -> Answer<'_, Vec<String>> {
        self.run(move |data| {
            let mut due: Vec<(Millis, &String)> = data
                .tables
                .iter()
                .filter_map(|(id, table)| Some((table.head.due?, id)))
                .filter(|(due, _)| *due <= now)
                .collect();
            due.sort_unstable();
            due.truncate(limit as usize);
            due.into_iter().map(|(_, id)| id.clone()).collect()
        })
    }

    fn expire(&self, open: Millis, playing: Millis) -> Answer<'_, u64> {
        self.run(move |data| {
            let before = data.tables.len();
            data.tables.retain(|_, table| match table.head.phase {
                Phase::Open | Phase::GivenUp => table.touched >= open,
                Phase::Playing => table.touched >= playing,
                Phase::Over => true,
            });
            let Data {
                tables,
                subscriptions,
                sitters,
                ..
            } = data;
            subscriptions.retain(|(_, table), _| {
                let is_over = |table: &Table| table.head.phase == Phase::Over && table.touched < open;
                tables.get(table).is_some_and(|table| !is_over(table))
            });
            sitters.retain(|sitter| tables.contains_key(&sitter.table));
            (before - tables.len()) as u64
        })
    }

    fn redact<'a>(&'a self, table: &'a str, seq: u32, body: &'a str) -> Answer<'a, ()> {
        self.run(move |data| {
            let rows = data.tables.get_mut(table).map(|table| &mut table.rows);
            if let Some(row) = rows.and_then(|rows| rows.iter_mut().find(|row| row.seq == seq)) {
                body.clone_into(&mut row.body);
            }
        })
    }

    fn secret<'a>(&'a self, name: &'a str, fresh: &'a [u8]) -> Answer<'a, Vec<u8>> {
        self.run(move |data| {
            let kept = data.secrets.entry(name.to_owned());
            kept.or_insert_with(|| fresh.to_vec()).clone()
        })
    }
}
