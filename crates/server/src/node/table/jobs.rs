//! What is to be done at a table by nobody in particular: bots choose, dice fall, time is over.

use std::sync::Arc;
use std::time::Duration;

use finaud_online::{Act, Command, Role, Seq, Task};
use finaud_rules::Seat;
use tokio::time::Instant;

use super::{Actor, Failure, Live, Message};
use crate::node::thinking::{self, Lane};

/// What other nodes have appended is theirs to go on with, for so many milliseconds.
const COURTESY: u64 = 400;
/// What failed is tried again after this.
const AGAIN: Duration = Duration::from_millis(500);

impl Live {
    /// The first job that nobody is at, and when it is ours to do.
    pub(super) fn next_job(&self) -> Option<(u64, Task)> {
        let courtesy = if self.leads { 0 } else { COURTESY };
        let jobs = self.table.jobs().into_iter().filter(|job| match &job.task {
            Task::Choose { seat, .. } => self.thinking.get(seat) != Some(&self.table.decision(*seat)),
            _ => true,
        });
        jobs.map(|job| (job.due.0 + courtesy, job.task))
            .min_by_key(|(due, _)| *due)
    }

    pub(super) async fn do_next_job(&mut self) -> Result<(), Failure> {
        let Some((due, task)) = self.next_job() else {
            return Ok(());
        };
        if due > self.node.now().0 {
            return Ok(());
        }
        match task.command() {
            Some((command, role)) => {
                let done = self.perform(&command, &Actor::Role(role)).await;
                self.rest_after(done)
            }
            None => {
                if let Task::Choose { seat, level } = task {
                    self.think(seat, &level);
                }
                Ok(())
            }
        }
    }

    /// A job that fails is tried again a little later; only a table that cannot go on ends.
    fn rest_after(&mut self, done: Result<Seq, Failure>) -> Result<(), Failure> {
        match done {
            Ok(_) => Ok(()),
            Err(failure) if failure.is_final() => Err(failure),
            Err(_) => {
                self.rest_until = Some(Instant::now() + AGAIN);
                Ok(())
            }
        }
    }

    fn think(&mut self, seat: Seat, level: &str) {
        let decision = self.table.decision(seat);
        self.thinking.insert(seat, decision);
        let Some(thought) = thinking::task(&self.table, seat, level) else {
            tracing::error!(table = %self.id, level, "a bot cannot play");
            return;
        };
        let (node, id) = (Arc::clone(&self.node), self.id);
        let (settings, game) = (self.table.settings().clone(), self.table.game().clone());
        self.node.spawn(async move {
            let start = Instant::now();
            let means = node.means(&settings, &game).await;
            let lane = match means {
                Some(_) => Lane::OwnSheets,
                None => Lane::Games,
            };
            let action = node.thinkers.think(lane, move || thought(means)).await;
            node.metrics.thinking.observe(start.elapsed());
            let _ = node.send(id, Message::Thought(seat, decision, action)).await;
        });
    }

    pub(super) async fn thought(
        &mut self,
        seat: Seat,
        decision: u32,
        action: Option<String>,
    ) -> Result<(), Failure> {
        if self.thinking.get(&seat) == Some(&decision) {
            self.thinking.remove(&seat);
        }
        let Some(action) = action else {
            tracing::error!(table = %self.id, "a bot had no answer");
            self.rest_until = Some(Instant::now() + AGAIN);
            return Ok(());
        };
        if self.table.decision(seat) != decision {
            return Ok(());
        }
        let command = Command::by_itself(decision, Act::Choose { action });
        let done = self.perform(&command, &Actor::Role(Role::Bot(seat))).await;
        self.rest_after(done)
    }
}
