//! The log of a live table.
//!
//! A command is decided, appended, and only after the commit applied, told and acknowledged. If another node was quicker,
//! or nobody knows what became of the append, the log is read again and the command decided again.

use std::sync::Arc;
use std::time::Duration;

use finaud_online::{Act, Command, Decision, Logged, OnlineTable, Refused, Seq, TableId};
use tokio::time::Instant;

use super::{Actor, Failure, Live};
use crate::log::{logged_of, row_of};
use crate::metrics::count;
use crate::node::{Node, NotReplayed, head_of, thinking};
use crate::store::{Append, Appended};

/// How often another node may be quicker before the command is given up.
const CONFLICTS: u32 = 8;
/// How long a store that does not answer is asked again.
const STORE_PATIENCE: Duration = Duration::from_secs(10);

/// Reads a table from the store.
pub(super) async fn load(node: &Arc<Node>, id: TableId) -> Result<OnlineTable, Failure> {
    let log = read(node, id, 0).await?;
    if log.is_empty() {
        return Err(Refused::NoSuchTable.into());
    }
    node.replay(&log).await.map_err(|why| match why {
        NotReplayed::Store(error) => node.unavailable(&error),
        NotReplayed::Log(error) => broken(node, id, &error),
    })
}

fn broken(node: &Node, id: TableId, error: &dyn std::fmt::Display) -> Failure {
    count(&node.metrics.broken);
    node.note_unreadable(id);
    tracing::error!(table = %id, %error, "the log of a table cannot be read");
    Failure::Broken
}

/// The rows after a number, asked for until the store answers or the patience is over.
pub(super) async fn read(node: &Arc<Node>, id: TableId, since: Seq) -> Result<Vec<Logged>, Failure> {
    let start = Instant::now();
    let mut pause = Duration::from_millis(20);
    loop {
        match node.store.tail(id.as_str(), since).await {
            Ok(rows) => {
                let log: Option<Vec<Logged>> = rows.into_iter().map(logged_of).collect();
                return log.ok_or_else(|| broken(node, id, &"a private part is damaged"));
            }
            Err(error) => {
                let failure = node.unavailable(&error);
                if start.elapsed() > STORE_PATIENCE || node.stop.is_cancelled() {
                    return Err(failure);
                }
            }
        }
        tokio::time::sleep(pause).await;
        pause = (pause * 2).min(Duration::from_secs(1));
    }
}

impl Live {
    /// Makes something happen; the number at which it is kept.
    pub(super) async fn perform(&mut self, command: &Command, by: &Actor) -> Result<Seq, Failure> {
        if let Act::Bot { level, .. }
        | Act::Hand {
            level: Some(level), ..
        } = &command.act
        {
            thinking::check_level(level)?;
        }
        let start = Instant::now();
        let mut conflicts = 0;
        let mut is_fresh = false;
        loop {
            if self.stale {
                self.refresh().await?;
                is_fresh = true;
            }
            let rows = match self.decide(command, by) {
                Ok(Decision::Already(seq)) => {
                    self.make_rematch().await?;
                    return Ok(seq);
                }
                Ok(Decision::Append(rows)) => rows,
                Err(refused) if is_fresh => return Err(refused.into()),
                // What speaks against it may be gone already: another node may know more.
                Err(_) => {
                    self.stale = true;
                    continue;
                }
            };
            let mut next = self.table.clone();
            for row in &rows {
                let applied = next.apply(row);
                applied.map_err(|error| broken(&self.node, self.id, &error))?;
            }
            let append = Append {
                table: self.id.to_string(),
                head: head_of(&next),
                rows: rows.iter().map(row_of).collect(),
            };
            let asked = Instant::now();
            let appended = self.node.store.append(&append).await;
            self.node.metrics.append.observe(asked.elapsed());
            match appended {
                Ok(Appended::Committed) => {
                    let first = rows.first().map_or(0, |row| row.entry.seq);
                    self.table = next;
                    self.leads = true;
                    self.tell_rows(rows);
                    self.make_rematch().await?;
                    return Ok(first);
                }
                Ok(Appended::Conflict | Appended::Duplicate(_)) => {
                    count(&self.node.metrics.conflicts);
                    conflicts += 1;
                    let before = self.table.seq();
                    self.refresh().await?;
                    is_fresh = true;
                    if self.table.seq() == before && !self.exists().await? {
                        return Err(Refused::NoSuchTable.into());
                    }
                    if conflicts >= CONFLICTS {
                        return Err(Failure::Unavailable);
                    }
                }
                Err(error) => {
                    // It may have been written or not: the log knows.
                    let failure = self.node.unavailable(&error);
                    self.stale = true;
                    if start.elapsed() > STORE_PATIENCE || self.node.stop.is_cancelled() {
                        return Err(failure);
                    }
                }
            }
        }
    }

    fn decide(&self, command: &Command, by: &Actor) -> Result<Decision, Refused> {
        // Whoever knows the name of a command has given it, whatever became of their key since.
        if let Some(seq) = command.id.and_then(|id| self.table.seq_of(&id)) {
            return Ok(Decision::Already(seq));
        }
        let role = match by {
            Actor::Role(role) => *role,
            Actor::Key(key) => self.table.admit(key.as_ref())?,
        };
        self.table
            .decide(command, role, self.node.now(), self.node.seed())
    }

    async fn exists(&self) -> Result<bool, Failure> {
        let heads = self.node.store.heads(&[self.id.to_string()]).await;
        let heads = heads.map_err(|error| self.node.unavailable(&error))?;
        Ok(!heads.is_empty())
    }

    /// Takes in what others have appended.
    pub(super) async fn refresh(&mut self) -> Result<(), Failure> {
        self.stale = true;
        let rows = read(&self.node, self.id, self.table.seq()).await?;
        self.stale = false;
        if rows.is_empty() {
            return Ok(());
        }
        for row in &rows {
            let applied = self.table.apply(row);
            applied.map_err(|error| broken(&self.node, self.id, &error))?;
        }
        self.leads = false;
        self.tell_rows(rows);
        self.make_rematch().await
    }

    /// The table of a rematch is made by whoever sees first that there is to be one.
    pub(super) async fn make_rematch(&mut self) -> Result<(), Failure> {
        if self.rematch_made || self.table.next_table().is_none() {
            return Ok(());
        }
        let log = {
            let shelf = self.node.shelf_for(self.table.settings()).await;
            let mut shelf = shelf.map_err(|error| self.node.unavailable(&error))?;
            self.table.rematch(&mut shelf)
        };
        if let Some(log) = log {
            self.node.create(&log, Some(&self.id)).await?;
        }
        self.rematch_made = true;
        Ok(())
    }
}
