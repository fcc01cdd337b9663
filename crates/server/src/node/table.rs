//! A live table: one task that takes messages one after the other.
//!
//! A command is decided, appended, and only after the commit applied, told and acknowledged. If another node was quicker,
//! or nobody knows what became of the append, the log is read again and the command decided again.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use finaud_online::wire::{self, ServerMessage, Welcome};
use finaud_online::{
    Act, Command, CommandId, Decision, Entry, Key, Logged, OnlineTable, Refused, Role, Seq, TableId, Task,
    View,
};
use finaud_rules::Seat;
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, sleep_until};

use super::{Frame, Node, Outbox, head_of, logged_of, row_of, thinking};
use crate::bus::News;
use crate::metrics::count;
use crate::store::{Append, Appended};

/// How many messages may wait at a table.
const INBOX: usize = 64;
/// How often another node may be quicker before the command is given up.
const CONFLICTS: u32 = 8;
/// How long a store that does not answer is asked again.
const STORE_PATIENCE: Duration = Duration::from_secs(10);
/// Who is here is told at most so often.
const PRESENCE: Duration = Duration::from_millis(700);
/// Other nodes are told so often, and believed a little longer.
const HERE: Duration = Duration::from_secs(5);
const HERE_BELIEVED: Duration = Duration::from_secs(12);
/// How often those who are behind are looked at. Whoever takes nothing at all is cut off by their socket.
const CATCH_UP: Duration = Duration::from_millis(250);
/// A table at which nobody is and nothing happens is forgotten after this.
const IDLE: Duration = Duration::from_secs(20);
/// What other nodes have appended is theirs to go on with, for so many milliseconds.
const COURTESY: u64 = 400;
/// What failed is tried again after this.
const AGAIN: Duration = Duration::from_millis(500);
/// So many frames are kept free for what is not a catch-up.
const SPARE_ROOM: usize = 32;

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

/// The way to a table.
pub(super) struct Inbox;

impl Inbox {
    #[expect(clippy::new_ret_no_self, reason = "the two ends of a channel")]
    pub(super) fn new() -> (mpsc::Sender<Message>, mpsc::Receiver<Message>) {
        mpsc::channel(INBOX)
    }
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

struct Socket {
    outbox: Outbox,
    key: Option<Key>,
    /// The last number it was sent.
    sent: Seq,
    /// Whether there was no room for everything.
    is_behind: bool,
}

impl Socket {
    /// Sends entries up to this number; false if there is no room.
    fn take(&mut self, to: Seq, frame: &Frame) -> bool {
        let taken = self.outbox.send(frame.clone());
        if taken {
            self.sent = to;
        }
        taken
    }
}

/// Entries as frames, each with the number of its last one. Their bytes are shared by all who get them.
fn frames(list: &[Entry]) -> Vec<(Seq, Frame)> {
    let last_of = |message: &ServerMessage| match message {
        ServerMessage::Events { list, .. } => list.last().map(|entry| entry.seq),
        _ => None,
    };
    let messages = wire::events(list).into_iter();
    let framed =
        messages.filter_map(|message| Some((last_of(&message)?, Frame::Text(wire::write(&message).into()))));
    framed.collect()
}

struct Live {
    node: Arc<Node>,
    id: TableId,
    table: OnlineTable,
    sockets: BTreeMap<u64, Socket>,
    /// Who is at other nodes, and when that was heard.
    elsewhere: BTreeMap<u64, (Instant, Vec<u8>, u32)>,
    /// Who was told to be here.
    told: Option<(BTreeSet<u8>, u32)>,
    tell_presence: Option<Instant>,
    tell_nodes: Option<Instant>,
    look_after_slow: Option<Instant>,
    /// Which bots think, about which decision.
    thinking: BTreeMap<Seat, u32>,
    /// Whether the last rows are ours.
    leads: bool,
    /// The outcome of an append is unknown, or the log is longer than ours.
    stale: bool,
    /// Jobs are not tried before this.
    rest_until: Option<Instant>,
    idle_since: Instant,
}

/// The life of a live table, from the first message to the last.
pub(super) async fn live(node: Arc<Node>, id: TableId, mut messages: mpsc::Receiver<Message>) {
    let failure = match load(&node, id).await {
        Ok(table) => {
            let mut live = Live::new(Arc::clone(&node), id, table);
            match live.run(&mut messages).await {
                Some(failure) => failure,
                None => return,
            }
        }
        Err(failure) => failure,
    };
    // Nobody finds this task any more; whoever has written to it is told why.
    loop {
        while let Ok(message) = messages.try_recv() {
            refuse(message, &failure);
        }
        if node.forget(&id, &messages) {
            return;
        }
    }
}

fn refuse(message: Message, failure: &Failure) {
    match message {
        Message::Join(join) => drop(join.reply.send(Err(failure.clone()))),
        Message::Look(look) => drop(look.reply.send(Err(failure.clone()))),
        Message::Do(asked) => {
            if let Reply::Caller(reply) = asked.reply {
                let _ = reply.send(Err(failure.clone()));
            }
        }
        _ => {}
    }
}

/// Reads a table from the store.
async fn load(node: &Arc<Node>, id: TableId) -> Result<OnlineTable, Failure> {
    let log = read(node, id, 0).await?;
    if log.is_empty() {
        return Err(Refused::NoSuchTable.into());
    }
    let table = OnlineTable::replay(&log, &mut node.shelf());
    let table = table.map_err(|error| broken(node, id, &error))?;
    make_rematch(node, &table).await?;
    Ok(table)
}

fn broken(node: &Node, id: TableId, error: &dyn std::fmt::Display) -> Failure {
    count(&node.metrics.broken);
    tracing::error!(table = %id, %error, "the log of a table cannot be read");
    Failure::Broken
}

/// The rows after a number, asked for until the store answers or the patience is over.
async fn read(node: &Arc<Node>, id: TableId, since: Seq) -> Result<Vec<Logged>, Failure> {
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

/// The table of a rematch is made by whoever sees first that there is to be one.
async fn make_rematch(node: &Arc<Node>, table: &OnlineTable) -> Result<(), Failure> {
    let log = match table.next_table() {
        Some(_) => table.rematch(&mut node.shelf()),
        None => None,
    };
    match log {
        Some(log) => node.create(&log, Some(&table.id())).await,
        None => Ok(()),
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
            told: None,
            tell_presence: None,
            tell_nodes: None,
            look_after_slow: None,
            thinking: BTreeMap::new(),
            leads: true,
            stale: false,
            rest_until: None,
            idle_since: Instant::now(),
        }
    }

    /// Takes messages until something ends it, which is told, or until it is forgotten.
    async fn run(&mut self, messages: &mut mpsc::Receiver<Message>) -> Option<Failure> {
        let stop = self.node.stop.clone();
        loop {
            let wake = self.wake_at();
            let ended = tokio::select! {
                biased;
                message = messages.recv() => match message {
                    Some(message) => self.take(message).await,
                    None => Err(Failure::Stopping),
                },
                () = stop.cancelled() => Err(Failure::Stopping),
                () = sleep_until(wake) => {
                    if self.is_idle() && self.node.forget(&self.id, messages) {
                        // Whoever had found the way just before is told to ask again.
                        messages.close();
                        while let Some(message) = messages.recv().await {
                            refuse(message, &Failure::Unavailable);
                        }
                        return None;
                    }
                    self.tick().await
                }
            };
            if let Err(failure) = ended {
                self.say_goodbye(&failure);
                return Some(failure);
            }
        }
    }

    fn say_goodbye(&mut self, failure: &Failure) {
        let why = match failure {
            // Sockets say goodbye themselves.
            Failure::Stopping => return,
            Failure::Refused(refused) => refused.to_string(),
            _ => "the table cannot be read".to_owned(),
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
            .is_some_and(|(due, _)| due < self.node.now().0 + 5_000);
        self.sockets.is_empty() && self.thinking.is_empty() && !soon && self.idle_since.elapsed() >= IDLE
    }

    /// The first job that nobody is at, and when it is ours to do.
    fn next_job(&self) -> Option<(u64, Task)> {
        let courtesy = if self.leads { 0 } else { COURTESY };
        let jobs = self.table.jobs().into_iter().filter(|job| match &job.task {
            Task::Choose { seat, .. } => self.thinking.get(seat) != Some(&self.table.decision(*seat)),
            _ => true,
        });
        jobs.map(|job| (job.due.0 + courtesy, job.task))
            .min_by_key(|(due, _)| *due)
    }

    async fn take(&mut self, message: Message) -> Result<(), Failure> {
        self.idle_since = Instant::now();
        match message {
            Message::Join(join) => self.join(*join).await,
            Message::Leave(socket) => {
                self.sockets.remove(&socket);
                self.presence_changes();
                Ok(())
            }
            Message::Do(asked) => self.answer(*asked).await,
            Message::Say(socket, phrase) => {
                self.say(socket, phrase);
                Ok(())
            }
            Message::Since(socket, seq) => {
                if seq > self.table.seq() {
                    let _ = self.refresh().await;
                }
                let last = self.table.seq();
                if let Some(socket) = self.sockets.get_mut(&socket) {
                    socket.sent = seq.min(last);
                    socket.is_behind = true;
                }
                self.catch_up_sockets().await
            }
            Message::Look(look) => self.look(*look).await,
            Message::Grown(seq) if seq > self.table.seq() => self.refresh().await,
            Message::Grown(_) => Ok(()),
            Message::Here(node, seats, watchers) => {
                self.elsewhere.insert(node, (Instant::now(), seats, watchers));
                self.presence_changes();
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

    async fn do_next_job(&mut self) -> Result<(), Failure> {
        let Some((due, task)) = self.next_job() else {
            return Ok(());
        };
        if due > self.node.now().0 {
            return Ok(());
        }
        match task.command() {
            Some((command, role)) => {
                let done = self.perform(&command, Ok(role)).await;
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
            Err(Failure::Broken) => Err(Failure::Broken),
            Err(Failure::Refused(Refused::NoSuchTable)) => Err(Refused::NoSuchTable.into()),
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
        self.node.spawn(async move {
            let start = Instant::now();
            let action = node.thinkers.think(thought).await;
            node.metrics.thinking.observe(start.elapsed());
            let _ = node.send(id, Message::Thought(seat, decision, action)).await;
        });
    }

    async fn thought(&mut self, seat: Seat, decision: u32, action: Option<String>) -> Result<(), Failure> {
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
        let done = self.perform(&command, Ok(Role::Bot(seat))).await;
        self.rest_after(done)
    }

    async fn answer(&mut self, asked: Do) -> Result<(), Failure> {
        let done = self.perform(&asked.command, Err(asked.key)).await;
        let ends = match &done {
            Err(Failure::Broken) => Err(Failure::Broken),
            Err(Failure::Refused(Refused::NoSuchTable)) => Err(Refused::NoSuchTable.into()),
            _ => Ok(()),
        };
        match &done {
            Ok(_) => count(&self.node.metrics.acked),
            Err(_) => count(&self.node.metrics.refused),
        }
        match asked.reply {
            Reply::Caller(reply) => drop(reply.send(done)),
            Reply::Socket(socket, id) => {
                let message = match done {
                    Ok(seq) => ServerMessage::Ack { id, seq },
                    Err(Failure::Refused(why)) => {
                        let (id, seq) = (Some(id), self.table.seq());
                        ServerMessage::Refused { id, why, seq }
                    }
                    // Nobody knows yet: the client asks again by itself.
                    Err(_) => return ends,
                };
                self.send(socket, &message);
            }
        }
        ends
    }

    /// Makes something happen; the number at which it is kept. The role may follow from a key.
    async fn perform(&mut self, command: &Command, by: Result<Role, Option<Key>>) -> Result<Seq, Failure> {
        if let Act::Bot { level, .. }
        | Act::Hand {
            level: Some(level), ..
        } = &command.act
        {
            thinking::check_level(level)?;
        }
        let start = Instant::now();
        let mut conflicts = 0;
        loop {
            if self.stale {
                self.refresh().await?;
            }
            let role = match &by {
                Ok(role) => *role,
                Err(key) => self.table.admit(key.as_ref())?,
            };
            let rows = match self
                .table
                .decide(command, role, self.node.now(), self.node.seed())?
            {
                Decision::Already(seq) => return Ok(seq),
                Decision::Append(rows) => rows,
            };
            let mut next = self.table.clone();
            for row in &rows {
                next.apply(row)
                    .map_err(|error| broken(&self.node, self.id, &error))?;
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
                    make_rematch(&self.node, &self.table).await?;
                    return Ok(first);
                }
                Ok(Appended::Conflict | Appended::Duplicate(_)) => {
                    count(&self.node.metrics.conflicts);
                    conflicts += 1;
                    let before = self.table.seq();
                    self.stale = true;
                    self.refresh().await?;
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

    fn decide(&self, command: &Command, by: &Result<Role, Option<Key>>) -> Result<Decision, Refused> {
        let role = match by {
            Ok(role) => *role,
            Err(key) => self.table.admit(key.as_ref())?,
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
    async fn refresh(&mut self) -> Result<(), Failure> {
        let rows = match read(&self.node, self.id, self.table.seq()).await {
            Ok(rows) => rows,
            Err(Failure::Broken) => return Err(Failure::Broken),
            Err(failure) => {
                self.stale = true;
                return Err(failure);
            }
        };
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
        Ok(())
    }

    /// Tells sockets and other nodes that these rows are kept.
    fn tell_rows(&mut self, rows: Vec<Logged>) {
        let Some(first) = rows.first().map(|row| row.entry.seq) else {
            return;
        };
        if self.leads {
            self.node.tell(&self.id, News::Grown(self.table.seq()));
        }
        let last = self.table.seq();
        let list: Vec<Entry> = rows.into_iter().map(|row| row.entry).collect();
        let seats_change = list.iter().any(|entry| entry.body.starts_with('{'));
        let frames = frames(&list);
        let now = Instant::now();
        let mut slow = false;
        for socket in self.sockets.values_mut() {
            let follows = !socket.is_behind && socket.sent + 1 == first;
            if follows && frames.iter().all(|(to, frame)| socket.take(*to, frame)) {
                debug_assert_eq!(socket.sent, last);
            } else {
                if !socket.is_behind {
                    count(&self.node.metrics.behind);
                    socket.is_behind = true;
                }
                slow = true;
            }
        }
        if slow {
            self.look_after_slow.get_or_insert(now + CATCH_UP);
        }
        if seats_change {
            self.presence_changes();
        }
    }

    async fn join(&mut self, join: Join) -> Result<(), Failure> {
        // Whoever comes may have seen more at another node, or got their key there.
        let mut admitted = self.table.admit(join.key.as_ref());
        if self.stale || join.since > self.table.seq() || admitted.is_err() {
            if let Err(failure) = self.refresh().await {
                let ends = failure == Failure::Broken;
                let _ = join.reply.send(Err(failure));
                return if ends { Err(Failure::Broken) } else { Ok(()) };
            }
            admitted = self.table.admit(join.key.as_ref());
        }
        let role = match admitted {
            Ok(role) => role,
            Err(refused) => {
                let _ = join.reply.send(Err(refused.into()));
                return Ok(());
            }
        };
        let watchers = || {
            let sockets = self.sockets.iter().filter(|(id, _)| **id != join.socket);
            sockets
                .filter(|(_, socket)| self.seat_of(socket).is_none())
                .count()
        };
        if !matches!(role, Role::Seat(_)) && watchers() >= self.node.limits.watchers {
            let _ = join.reply.send(Err(Failure::Full));
            return Ok(());
        }
        let socket = Socket {
            outbox: join.outbox,
            key: join.key,
            sent: join.since.min(self.table.seq()),
            is_behind: true,
        };
        let welcome = ServerMessage::Welcome(Welcome {
            v: wire::VERSION,
            seq: self.table.seq(),
            seat: match role {
                Role::Seat(seat) => Some(seat),
                _ => None,
            },
            invited: role == Role::Joiner,
            now: self.node.now(),
            app: super::APP.into(),
        });
        socket.outbox.send(Frame::Text(wire::write(&welcome).into()));
        self.sockets.insert(join.socket, socket);
        let _ = join.reply.send(Ok(()));
        self.told = None;
        self.presence_changes();
        self.catch_up_sockets().await
    }

    /// Sends those who are behind what they miss, as much as there is room for.
    async fn catch_up_sockets(&mut self) -> Result<(), Failure> {
        self.look_after_slow = None;
        self.sockets.retain(|_, socket| !socket.outbox.is_closed());
        let last = self.table.seq();
        let behind: Vec<u64> = self
            .sockets
            .iter()
            .filter(|(_, socket)| socket.is_behind)
            .map(|(id, _)| *id)
            .collect();
        let mut log: Option<(Seq, Vec<Entry>)> = None;
        for id in behind {
            let Some(socket) = self.sockets.get_mut(&id) else {
                continue;
            };
            if socket.sent < last && log.as_ref().is_none_or(|(from, _)| *from > socket.sent) {
                let since = socket.sent;
                let rows = match read(&self.node, self.id, since).await {
                    Ok(rows) => rows,
                    Err(Failure::Broken) => return Err(Failure::Broken),
                    Err(_) => break,
                };
                let known = rows
                    .into_iter()
                    .map(|row| row.entry)
                    .filter(|entry| entry.seq <= last);
                log = Some((since, known.collect()));
            }
            let entries = log.as_ref().map_or(&[][..], |(_, entries)| entries);
            let missing = entries.partition_point(|entry| entry.seq <= socket.sent);
            for (to, frame) in frames(&entries[missing..]) {
                if socket.outbox.room() <= SPARE_ROOM || !socket.take(to, &frame) {
                    break;
                }
            }
            if socket.sent == last {
                socket.is_behind = false;
            }
        }
        if self.sockets.values().any(|socket| socket.is_behind) {
            self.look_after_slow = Some(Instant::now() + CATCH_UP);
        }
        Ok(())
    }

    async fn look(&mut self, look: LookRequest) -> Result<(), Failure> {
        // Whoever looks may have acted at another node just before.
        if let Err(failure) = self.refresh().await {
            let ends = failure == Failure::Broken;
            let _ = look.reply.send(Err(failure));
            return if ends { Err(Failure::Broken) } else { Ok(()) };
        }
        let looked = match self.table.admit(look.key.as_ref()) {
            Ok(role) => {
                let last = self.table.seq();
                let rows = read(&self.node, self.id, look.since).await;
                rows.map(|rows| Look {
                    seq: last,
                    you: role,
                    view: self.table.view(role),
                    entries: rows
                        .into_iter()
                        .map(|row| row.entry)
                        .filter(|entry| entry.seq <= last)
                        .collect(),
                })
            }
            Err(refused) => Err(refused.into()),
        };
        let _ = look.reply.send(looked);
        Ok(())
    }

    fn say(&mut self, id: u64, phrase: u8) {
        let Some(socket) = self.sockets.get(&id) else {
            return;
        };
        let allowed = self.table.admit(socket.key.as_ref());
        match allowed.and_then(|role| self.table.may_say(role, phrase)) {
            Ok(seat) => {
                self.node.tell(&self.id, News::Said(seat.0, phrase));
                self.send_all(&ServerMessage::Said { seat, phrase });
            }
            Err(why) => {
                let seq = self.table.seq();
                self.send(id, &ServerMessage::Refused { id: None, why, seq });
            }
        }
    }

    fn send(&mut self, id: u64, message: &ServerMessage) {
        if let Some(socket) = self.sockets.get(&id) {
            // No room: the client asks again, as after any lost answer.
            socket.outbox.send(Frame::Text(wire::write(message).into()));
        }
    }

    fn send_all(&self, message: &ServerMessage) {
        let frame = Frame::Text(wire::write(message).into());
        for socket in self.sockets.values().filter(|socket| !socket.is_behind) {
            socket.outbox.send(frame.clone());
        }
    }

    fn seat_of(&self, socket: &Socket) -> Option<Seat> {
        match self.table.role_of(socket.key.as_ref()) {
            Some(Role::Seat(seat)) => Some(seat),
            _ => None,
        }
    }

    fn presence_changes(&mut self) {
        let now = Instant::now();
        self.tell_presence.get_or_insert(now + PRESENCE);
        if self.tell_nodes.is_none() && !self.sockets.is_empty() {
            self.tell_nodes = Some(now);
        }
    }

    fn here(&self) -> (BTreeSet<u8>, u32) {
        let mut seats = BTreeSet::new();
        let mut watchers = 0;
        for socket in self.sockets.values() {
            match self.seat_of(socket) {
                Some(seat) => drop(seats.insert(seat.0)),
                None => watchers += 1,
            }
        }
        (seats, watchers)
    }

    fn tell_presence_now(&mut self) {
        let (mut seats, mut watchers) = self.here();
        self.elsewhere
            .retain(|_, (heard, ..)| heard.elapsed() < HERE_BELIEVED);
        for (_, there, more) in self.elsewhere.values() {
            seats.extend(there);
            watchers += more;
        }
        if !self.elsewhere.is_empty() {
            // What is believed for a while has to be looked at again.
            self.tell_presence = Some(Instant::now() + HERE_BELIEVED);
        }
        let told = (seats, watchers);
        if self.told.as_ref() != Some(&told) {
            let seats = told.0.iter().map(|seat| Seat(*seat)).collect();
            self.send_all(&ServerMessage::Presence { seats, watchers });
            self.told = Some(told);
        }
    }

    fn tell_nodes_now(&mut self) {
        let (seats, watchers) = self.here();
        self.node
            .tell(&self.id, News::Here(seats.into_iter().collect(), watchers));
        self.tell_nodes = (!self.sockets.is_empty()).then(|| Instant::now() + HERE);
    }
}
