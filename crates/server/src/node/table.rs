//! A live table: one task that takes messages one after the other.

mod jobs;
mod log;
mod presence;
mod sockets;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use finaud_online::wire::{self, ServerMessage};
use finaud_online::{Command, CommandId, Entry, Key, OnlineTable, Refused, Role, Seq, TableId, View};
use finaud_rules::Seat;
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, sleep_until};

use super::{Frame, Node, Outbox};
use crate::metrics::count;
pub(super) use presence::PRESENCE_HEARD;
use sockets::Socket;

/// How many messages may wait at a table.
const INBOX: usize = 32;
/// A table at which nobody is and nothing happens is forgotten after this.
const IDLE: Duration = Duration::from_secs(20);
/// What is due so soon, in milliseconds, is waited for.
const SOON: u64 = 5_000;

/// Why something did not happen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Failure {
    /// The table refuses it.
    Refused(Refused),
    /// The server has enough to do.
    Full,
    /// The server is about to stop.
    Stopping,
    /// The store does not answer: it may have happened or not.
    Unavailable,
    /// The log of the table cannot be read here.
    Broken,
}

impl Failure {
    /// Can the table not go on after this?
    fn is_final(&self) -> bool {
        matches!(self, Failure::Broken | Failure::Refused(Refused::NoSuchTable))
    }
}

/// The way to a table, and its other end.
pub(super) fn inbox() -> (mpsc::Sender<Message>, mpsc::Receiver<Message>) {
    mpsc::channel(INBOX)
}

/// What a table is told.
pub(super) enum Message {
    /// A socket arrives, or shows another key.
    Join(Box<Join>),
    /// A socket has gone.
    Leave(u64),
    /// Somebody wants something to happen.
    Do(Box<Do>),
    /// A socket says a phrase.
    Say(u64, u8),
    /// A socket wants everything after this number.
    Since(u64, Seq),
    /// Somebody without a socket wants to look.
    Look(Box<LookRequest>),
    /// Somebody wants to know whose seats are looked after.
    WhoLooks(oneshot::Sender<Result<Vec<Seat>, Failure>>),
    /// The log is so long, another node or the store says.
    Grown(Seq),
    /// Who is at another node.
    Here(u64, Vec<u8>, u32),
    /// A phrase that was said at another node.
    Said(u8, u8),
    /// A bot has thought.
    Thought(Seat, u32, Option<String>),
}

pub(super) struct Join {
    pub(super) socket: u64,
    pub(super) outbox: Outbox,
    pub(super) key: Option<Key>,
    pub(super) since: Seq,
    pub(super) hidden: bool,
    pub(super) reply: oneshot::Sender<Result<(), Failure>>,
}

pub(super) struct Do {
    pub(super) key: Option<Key>,
    pub(super) command: Command,
    pub(super) reply: Reply,
}

/// Whom to tell what became of a command.
pub(super) enum Reply {
    Socket(u64, CommandId),
    Caller(oneshot::Sender<Result<Seq, Failure>>),
}

/// Who wants something to happen: a role of the server's own, or whoever shows a key.
pub(super) enum Actor {
    Role(Role),
    Key(Option<Key>),
}

pub(super) struct LookRequest {
    pub(super) key: Option<Key>,
    pub(super) since: Seq,
    pub(super) reply: oneshot::Sender<Result<Look, Failure>>,
}

/// A table as somebody sees it.
pub(crate) struct Look {
    pub(crate) seq: Seq,
    pub(crate) you: Role,
    pub(crate) view: View,
    pub(crate) entries: Vec<Entry>,
}

struct Live {
    node: Arc<Node>,
    id: TableId,
    table: OnlineTable,
    sockets: BTreeMap<u64, Socket>,
    /// Who is at other nodes, and when that was heard.
    elsewhere: BTreeMap<u64, (Instant, Vec<u8>, u32)>,
    /// Who was told to be here, and when.
    told: (BTreeSet<u8>, u32),
    told_at: Option<Instant>,
    tell_presence: Option<Instant>,
    tell_nodes: Option<Instant>,
    look_after_slow: Option<Instant>,
    /// Which bots think, about which decision.
    thinking: BTreeMap<Seat, u32>,
    /// Whether the last rows are ours.
    leads: bool,
    /// The outcome of an append is unknown, or the log is longer than ours.
    stale: bool,
    /// Whether the table of the rematch is there, if there is one.
    rematch_made: bool,
    /// Jobs are not tried before this.
    rest_until: Option<Instant>,
    idle_since: Instant,
}

/// The life of a live table, from the first message to the last.
pub(super) async fn live(node: Arc<Node>, id: TableId, mut messages: mpsc::Receiver<Message>) {
    let failure = match Box::pin(log::load(&node, id)).await {
        Ok(table) => {
            let mut live = Live::new(Arc::clone(&node), id, table);
            match live.run(&mut messages).await {
                Some(failure) => failure,
                None => return,
            }
        }
        Err(failure) => failure,
    };
    // Whoever has written to it is told why it has ended.
    loop {
        while let Ok(message) = messages.try_recv() {
            refuse(message, &failure);
        }
        if node.forget(&id, &mut messages) {
            break;
        }
    }
    while let Some(message) = messages.recv().await {
        refuse(message, &failure);
    }
}

fn refuse(message: Message, failure: &Failure) {
    match message {
        Message::Join(join) => drop(join.reply.send(Err(failure.clone()))),
        Message::Look(look) => drop(look.reply.send(Err(failure.clone()))),
        Message::WhoLooks(reply) => drop(reply.send(Err(failure.clone()))),
        Message::Do(asked) => {
            if let Reply::Caller(reply) = asked.reply {
                let _ = reply.send(Err(failure.clone()));
            }
        }
        _ => {}
    }
}

impl Drop for Live {
    /// If something here is so wrong that the task dies, those who are here learn it and come back.
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.say_goodbye(&Failure::Unavailable);
        }
    }
}

impl Live {
    fn new(node: Arc<Node>, id: TableId, table: OnlineTable) -> Live {
        Live {
            node,
            id,
            table,
            sockets: BTreeMap::new(),
            elsewhere: BTreeMap::new(),
            told: (BTreeSet::new(), 0),
            told_at: None,
            tell_presence: None,
            tell_nodes: None,
            look_after_slow: None,
            thinking: BTreeMap::new(),
            leads: true,
            stale: false,
            rematch_made: false,
            rest_until: None,
            idle_since: Instant::now(),
        }
    }

    /// Takes messages until something ends it, which is told, or until it is forgotten.
    async fn run(&mut self, messages: &mut mpsc::Receiver<Message>) -> Option<Failure> {
        let stop = self.node.stop.clone();
        loop {
            let wake = self.wake_at();
            let done = tokio::select! {
                biased;
                message = messages.recv() => match message {
                    // On the heap while it lasts: most tables wait most of the time, and should be small then.
                    Some(message) => Box::pin(self.take(message)).await,
                    None => Err(Failure::Stopping),
                },
                () = stop.cancelled() => Err(Failure::Stopping),
                () = sleep_until(wake) => {
                    if self.is_idle() && self.node.forget(&self.id, messages) {
                        self.pass_on(messages).await;
                        return None;
                    }
                    Box::pin(self.tick()).await
                }
            };
            match done {
                Ok(()) => {}
                Err(failure) if failure.is_final() || failure == Failure::Stopping => {
                    self.say_goodbye(&failure);
                    return Some(failure);
                }
                // The store will answer again, and those who are here stay.
                Err(_) => self.stale = true,
            }
        }
    }

    /// Whoever had found the way just before it closed is served by the next task of this table.
    async fn pass_on(&self, messages: &mut mpsc::Receiver<Message>) {
        while let Some(message) = messages.recv().await {
            let (node, id) = (Arc::clone(&self.node), self.id);
            self.node.spawn(async move {
                let _ = node.send(id, message).await;
            });
        }
    }

    fn say_goodbye(&mut self, failure: &Failure) {
        let why = match failure {
            // Sockets say goodbye themselves.
            Failure::Stopping => return,
            Failure::Refused(refused) => refused.to_string(),
            Failure::Full | Failure::Unavailable => "the table has to be read again".to_owned(),
            Failure::Broken => "the table cannot be read".to_owned(),
        };
        let after = 1_000 + self.node.jitter(2_000) as u32;
        let bye = Frame::Last(wire::write(&ServerMessage::Bye { why, after }).into());
        for socket in std::mem::take(&mut self.sockets).into_values() {
            socket.outbox.send(bye.clone());
        }
    }

    /// When there is something to do next.
    fn wake_at(&self) -> Instant {
        let now = Instant::now();
        let idle = self.idle_since + IDLE;
        let job = self.next_job().map(|(due, _)| {
            let wait = due.saturating_sub(self.node.now().0);
            let job = now + Duration::from_millis(wait);
            self.rest_until.map_or(job, |rest| job.max(rest))
        });
        let others = [self.tell_presence, self.tell_nodes, self.look_after_slow, job];
        let idle = self.sockets.is_empty().then_some(idle);
        let never = now + Duration::from_secs(3_600);
        others
            .into_iter()
            .flatten()
            .chain(idle)
            .min()
            .unwrap_or(never)
            .max(now)
    }

    fn is_idle(&self) -> bool {
        let soon = self
            .next_job()
            .is_some_and(|(due, _)| due < self.node.now().0 + SOON);
        self.sockets.is_empty() && self.thinking.is_empty() && !soon && self.idle_since.elapsed() >= IDLE
    }

    async fn take(&mut self, message: Message) -> Result<(), Failure> {
        self.idle_since = Instant::now();
        match message {
            Message::Join(join) => self.join(*join).await,
            Message::Leave(socket) => {
                if self.sockets.remove(&socket).is_some() {
                    self.presence_changes_here();
                }
                Ok(())
            }
            Message::Do(asked) => self.answer(*asked).await,
            Message::Say(socket, phrase) => {
                self.say(socket, phrase);
                Ok(())
            }
            Message::Since(socket, seq) => self.send_since(socket, seq).await,
            Message::Look(look) => self.look(*look).await,
            Message::WhoLooks(reply) => {
                let _ = reply.send(Ok(self.who_looks()));
                Ok(())
            }
            Message::Grown(seq) if seq > self.table.seq() || self.stale => self.refresh().await,
            Message::Grown(_) => Ok(()),
            Message::Here(node, seats, watchers) => {
                self.hear_presence(node, seats, watchers);
                Ok(())
            }
            Message::Said(seat, phrase) => {
                self.send_all(&ServerMessage::Said {
                    seat: Seat(seat),
                    phrase,
                });
                Ok(())
            }
            Message::Thought(seat, decision, action) => self.thought(seat, decision, action).await,
        }
    }

    async fn tick(&mut self) -> Result<(), Failure> {
        let now = Instant::now();
        let is_due = |time: Option<Instant>| time.is_some_and(|time| time <= now);
        if is_due(self.tell_presence) {
            self.tell_presence = None;
            self.tell_presence_now();
        }
        if is_due(self.tell_nodes) {
            self.tell_nodes_now();
        }
        if is_due(self.look_after_slow) {
            self.catch_up_sockets().await?;
        }
        if is_due(self.rest_until) {
            self.rest_until = None;
        }
        if self.rest_until.is_none() {
            self.do_next_job().await?;
        }
        Ok(())
    }

    async fn answer(&mut self, asked: Do) -> Result<(), Failure> {
        let done = self.perform(&asked.command, &Actor::Key(asked.key)).await;
        let counter = match &done {
            Ok(_) => &self.node.metrics.acked,
            Err(Failure::Refused(_)) => &self.node.metrics.refused,
            Err(_) => &self.node.metrics.unanswered,
        };
        count(counter);
        let ends = match &done {
            Err(failure) if failure.is_final() => Err(failure.clone()),
            _ => Ok(()),
        };
        match (asked.reply, done) {
            (Reply::Caller(reply), done) => drop(reply.send(done)),
            (Reply::Socket(socket, id), Ok(seq)) => self.send(socket, &ServerMessage::Ack { id, seq }),
            (Reply::Socket(socket, id), Err(Failure::Refused(why))) => {
                let (id, seq) = (Some(id), self.table.seq());
                self.send(socket, &ServerMessage::Refused { id, why, seq });
            }
            // Nobody knows yet: the client asks again by itself.
            (Reply::Socket(..), Err(_)) => {}
        }
        ends
    }

    async fn look(&mut self, look: LookRequest) -> Result<(), Failure> {
        // Whoever looks may have acted at another node just before.
        let looked = match self.refresh().await {
            Ok(()) => self.look_now(&look).await,
            Err(failure) => Err(failure),
        };
        let ends = match &looked {
            Err(failure) if *failure == Failure::Broken => Err(Failure::Broken),
            _ => Ok(()),
        };
        let _ = look.reply.send(looked);
        ends
    }

    async fn look_now(&self, look: &LookRequest) -> Result<Look, Failure> {
        let you = self.table.admit(look.key.as_ref())?;
        let rows = log::read(&self.node, self.id, look.since).await?;
        let seq = self.table.seq();
        let known = rows.into_iter().map(|row| row.entry);
        Ok(Look {
            seq,
            you,
            view: self.table.view(you),
            entries: known.filter(|entry| entry.seq <= seq).collect(),
        })
    }
}
