//! A node: the tables that somebody looks at are in memory here, one task each. It owns nothing and may forget everything:
//! the log in the store is the truth.

mod outbox;
mod session;
mod sheets;
mod table;
#[cfg(test)]
mod tests;
mod thinking;

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use finaud_online::{CommandId, Key, Logged, OnlineTable, Opening, Refused, Seed, Seq, Shelf, TableId, Time};
use sha2::{Digest as _, Sha256};
use tokio::sync::mpsc;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::bus::{Bus, Heard, Hint, News};
use crate::limits::Limits;
use crate::log::row_of;
use crate::metrics::{Metrics, count};
use crate::store::{Head, NewTable, Phase, Store, StoreError};

pub use outbox::{Frame, Outbox};
pub use session::{Going, Session};
pub(crate) use sheets::NotReplayed;
pub use table::Failure;
pub(crate) use table::Look;
use table::Message;
pub(crate) use thinking::{Lane, choose_for};
pub use thinking::{ThinkerThreads, Thinkers};

/// How often all live tables are compared with the store, in case that hints were lost.
const POLL: Duration = Duration::from_secs(5);
/// How often tables that nobody looks at are searched for something to do.
const SWEEP: Duration = Duration::from_secs(1);
/// How long something waits for the node that has the table in memory before others do it.
const COURTESY: u64 = 2_000;
/// How many tables are woken at once.
const WAKE: u32 = 200;
/// How often old tables are forgotten, and after how long.
const EXPIRY: Duration = Duration::from_secs(600);
const OPEN_FOR: i64 = 24 * 3_600_000;
const PLAYING_FOR: i64 = 60 * 24 * 3_600_000;
/// A sheet that no table needs is forgotten after a week without being posted again; weights so long after the end of the last table
/// with them.
const SHEETS_FOR: i64 = 7 * 24 * 3_600_000;
const WEIGHTS_FOR: i64 = 30 * 24 * 3_600_000;
/// A table whose log cannot be read here is not tried again by itself before this.
const UNREADABLE: Duration = Duration::from_secs(600);

/// How a server calls itself.
pub(crate) const APP: &str = concat!("finaud ", env!("CARGO_PKG_VERSION"));

/// What time it is.
#[derive(Debug, Clone, Copy)]
pub enum Clock {
    /// The time of this machine.
    System,
    /// Counted from here with the runtime's clock, which a simulation can move.
    Simulated(Instant, Time),
}

impl Clock {
    /// Now.
    pub fn now(self) -> Time {
        match self {
            Clock::System => {
                let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
                Time(millis(since))
            }
            Clock::Simulated(start, time) => Time(time.0 + millis(start.elapsed())),
        }
    }
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// Where random bytes come from.
pub type Random = Arc<dyn Fn(&mut [u8]) + Send + Sync>;

/// Those of the operating system.
pub fn system_random() -> Random {
    Arc::new(|bytes| getrandom::fill(bytes).expect("a system without random numbers cannot deal dice"))
}

/// What a node is made of.
pub struct Parts {
    /// Where tables are kept.
    pub store: Arc<dyn Store>,
    /// How other nodes are told.
    pub bus: Bus,
    /// How much it does.
    pub limits: Limits,
    /// What time it is.
    pub clock: Clock,
    /// Where random bytes come from.
    pub random: Random,
    /// Who thinks for the bots.
    pub thinkers: Thinkers,
}

/// A node.
pub struct Node {
    store: Arc<dyn Store>,
    bus: Bus,
    limits: Limits,
    clock: Clock,
    random: Random,
    thinkers: Thinkers,
    pub(crate) metrics: Arc<Metrics>,
    shelf: Mutex<Shelf>,
    nets: sheets::Nets,
    live: Mutex<BTreeMap<TableId, mpsc::Sender<Message>>>,
    /// Tables whose logs could not be read, and when that was.
    unreadable: Mutex<BTreeMap<TableId, Instant>>,
    /// Its number among the nodes.
    number: u64,
    sockets: AtomicU64,
    tasks: TaskTracker,
    /// Politely: nothing new is begun.
    stop: CancellationToken,
    /// At once, as if the power were cut.
    kill: CancellationToken,
}

impl Node {
    /// Starts one.
    pub fn start(parts: Parts) -> Arc<Node> {
        let mut number = [0; 8];
        (parts.random)(&mut number);
        let node = Arc::new(Node {
            store: parts.store,
            bus: parts.bus,
            limits: parts.limits,
            clock: parts.clock,
            random: parts.random,
            thinkers: parts.thinkers,
            metrics: Arc::default(),
            shelf: Mutex::default(),
            nets: sheets::Nets::default(),
            live: Mutex::default(),
            unreadable: Mutex::default(),
            number: u64::from_le_bytes(number),
            sockets: AtomicU64::new(0),
            tasks: TaskTracker::new(),
            stop: CancellationToken::new(),
            kill: CancellationToken::new(),
        });
        node.spawn_until_stop(Arc::clone(&node).hear());
        node.spawn_until_stop(Arc::clone(&node).poll());
        node.spawn_until_stop(Arc::clone(&node).sweep());
        node.spawn_until_stop(Arc::clone(&node).expire());
        node
    }

    /// Runs until the node is told to stop.
    fn spawn_until_stop(&self, task: impl Future<Output = ()> + Send + 'static) {
        let stop = self.stop.clone();
        self.tasks.spawn(async move {
            tokio::select! {
                biased;
                () = stop.cancelled() => {}
                () = task => {}
            }
        });
    }

    /// Runs until it ends or the node is killed.
    pub(crate) fn spawn(&self, task: impl Future<Output = ()> + Send + 'static) {
        let kill = self.kill.clone();
        // Boxed, since what is moved around is otherwise held twice.
        let mut task = Box::pin(task);
        self.tasks.spawn(async move {
            tokio::select! {
                biased;
                () = kill.cancelled() => {}
                () = &mut task => {}
            }
        });
    }

    /// Counts a task among those that are waited for at the end.
    pub(crate) async fn counted(&self, task: impl Future<Output = ()>) {
        self.tasks.track_future(task).await;
    }

    /// Cancelled, it ends the node politely.
    pub fn stop_token(&self) -> &CancellationToken {
        &self.stop
    }

    /// Waits until everything that was begun before the stop has ended, within bounds.
    pub async fn stopped(&self, patience: Duration) {
        self.stop.cancel();
        self.tasks.close();
        let _ = tokio::time::timeout(patience, self.tasks.wait()).await;
        self.kill.cancel();
    }

    /// Ends everything at once, as if the power were cut.
    pub fn kill(&self) {
        self.stop.cancel();
        self.kill.cancel();
    }

    /// Returns when the node is killed.
    pub async fn killed(&self) {
        self.kill.cancelled().await;
    }

    /// Where everything is kept.
    pub(crate) fn store(&self) -> &dyn Store {
        &*self.store
    }

    /// Who thinks for the bots.
    pub(crate) fn thinkers(&self) -> &Thinkers {
        &self.thinkers
    }

    /// Where random bytes come from.
    pub(crate) fn random(&self) -> &Random {
        &self.random
    }

    pub(crate) fn limits(&self) -> &Limits {
        &self.limits
    }

    /// What time it is here.
    pub fn now(&self) -> Time {
        self.clock.now()
    }

    /// Whole milliseconds below a bound.
    pub(crate) fn jitter(&self, below: u64) -> u64 {
        let mut bytes = [0; 8];
        (self.random)(&mut bytes);
        u64::from_le_bytes(bytes) % below.max(1)
    }

    fn seed(&self) -> Seed {
        let mut seed = Seed([0; 32]);
        (self.random)(&mut seed.0);
        seed
    }

    pub(crate) fn shelf(&self) -> MutexGuard<'_, Shelf> {
        self.shelf.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn live(&self) -> MutexGuard<'_, BTreeMap<TableId, mpsc::Sender<Message>>> {
        self.live.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn next_socket(&self) -> u64 {
        self.sockets.fetch_add(1, Ordering::Relaxed)
    }

    /// Opens a table. Asked again with the same id, it gives the same answer.
    pub async fn open(&self, id: CommandId, opening: &Opening) -> Result<(TableId, Seq), Failure> {
        thinking::check_level(&opening.settings.stand_in)?;
        // The dice of a day are dealt once to everybody, and not to whoever asks.
        if opening.settings.daily.is_some() {
            return Err(Refused::BadSettings.into());
        }
        self.use_posted(&opening.settings).await?;
        let log = {
            let shelf = self.shelf_for(&opening.settings).await;
            let mut shelf = shelf.map_err(|error| self.unavailable(&error))?;
            OnlineTable::open(opening, id, self.now(), self.seed(), &mut shelf)?.1
        };
        let table = TableId::of_opening(&id);
        if self.create(&log, None).await? {
            count(&self.metrics.opened);
        }
        Ok((table, log.len() as Seq))
    }

    /// The seed that all tables of a day share: from a secret of the server, which nobody can compute.
    pub(crate) async fn seed_of_day(&self, day: &str, game: &str) -> Result<Seed, Failure> {
        let secret = self.store.secret("daily", &self.seed().0).await;
        let secret = secret.map_err(|error| self.unavailable(&error))?;
        let mut hasher = Sha256::new();
        for part in ["finaud day 1", day, game] {
            hasher.update(part);
            hasher.update([0]);
        }
        hasher.update(secret);
        Ok(Seed(hasher.finalize().into()))
    }

    /// Keeps the first rows of a table; false if there are some already.
    pub(crate) async fn create(&self, log: &[Logged], parent: Option<&TableId>) -> Result<bool, Failure> {
        let table = self.replay(log).await.map_err(|why| match why {
            NotReplayed::Store(error) => self.unavailable(&error),
            NotReplayed::Log(_) => Failure::Broken,
        })?;
        let new = NewTable {
            id: table.id().to_string(),
            game: table.settings().game.clone(),
            parent: parent.map(ToString::to_string),
            sheet: table.settings().sheet.map(|sheet| sheet.to_string()),
            weights: table.settings().weights.map(|weights| weights.to_string()),
            head: head_of(&table),
            rows: log.iter().map(row_of).collect(),
        };
        let created = self.store.create(&new).await;
        created.map_err(|error| self.unavailable(&error))
    }

    pub(crate) fn unavailable(&self, error: &StoreError) -> Failure {
        count(&self.metrics.store_errors);
        tracing::warn!(%error, "the store does not answer");
        Failure::Unavailable
    }

    /// Gives a message to a table, which is fetched into memory if it is not there.
    async fn send(self: &Arc<Self>, id: TableId, mut message: Message) -> Result<(), Failure> {
        loop {
            let known = self.live().get(&id).cloned();
            let inbox = match known {
                Some(inbox) => inbox,
                None => self.wake(id)?,
            };
            match inbox.send(message).await {
                Ok(()) => return Ok(()),
                // It was forgotten in this moment: once more.
                Err(mpsc::error::SendError(back)) => {
                    message = back;
                    self.drop_dead(&id, &inbox);
                }
            }
            if self.kill.is_cancelled() {
                return Err(Failure::Stopping);
            }
            tokio::task::yield_now().await;
        }
    }

    fn wake(self: &Arc<Self>, id: TableId) -> Result<mpsc::Sender<Message>, Failure> {
        if self.stop.is_cancelled() {
            return Err(Failure::Stopping);
        }
        let mut live = self.live();
        if let Some(inbox) = live.get(&id) {
            return Ok(inbox.clone());
        }
        if live.len() >= self.limits.live_tables {
            return Err(Failure::Full);
        }
        let (inbox, messages) = table::inbox();
        live.insert(id, inbox.clone());
        self.metrics
            .live_tables
            .store(live.len() as i64, Ordering::Relaxed);
        drop(live);
        self.spawn(table::live(Arc::clone(self), id, messages));
        Ok(inbox)
    }

    /// Forgets a table whose task has died: nobody else would, and everybody would write to it in vain for ever.
    fn drop_dead(&self, id: &TableId, inbox: &mpsc::Sender<Message>) {
        let mut live = self.live();
        if live.get(id).is_some_and(|known| known.same_channel(inbox)) {
            live.remove(id);
            self.metrics
                .live_tables
                .store(live.len() as i64, Ordering::Relaxed);
        }
    }

    /// Forgets a table if nobody has written to it in the meantime. Nobody writes to it any more then.
    fn forget(&self, id: &TableId, messages: &mut mpsc::Receiver<Message>) -> bool {
        let mut live = self.live();
        if !messages.is_empty() {
            return false;
        }
        live.remove(id);
        messages.close();
        self.metrics
            .live_tables
            .store(live.len() as i64, Ordering::Relaxed);
        true
    }

    /// Tells other nodes.
    fn tell(&self, table: &TableId, what: News) {
        let (node, table) = (self.number, table.to_string());
        self.bus.tell(Hint { node, table, what });
    }

    /// Tells a live table, if it is one and has the time.
    fn tell_table(&self, id: &TableId, message: Message) {
        if let Some(inbox) = self.live().get(id) {
            let _ = inbox.try_send(message);
        }
    }

    async fn hear(self: Arc<Self>) {
        let mut listener = self.bus.listen();
        loop {
            match listener.hear().await {
                Heard::Hint(hint) if hint.node == self.number => {}
                Heard::Hint(hint) => {
                    let Ok(id) = hint.table.parse() else { continue };
                    let message = match hint.what {
                        News::Grown(seq) => Message::Grown(seq),
                        News::Here(seats, watchers) => Message::Here(hint.node, seats, watchers),
                        News::Said(seat, phrase) => Message::Said(seat, phrase),
                    };
                    self.tell_table(&id, message);
                }
                Heard::Lost => self.compare().await,
            }
        }
    }

    async fn poll(self: Arc<Self>) {
        loop {
            tokio::time::sleep(POLL).await;
            self.compare().await;
        }
    }

    /// Tells every live table how long its log is.
    async fn compare(&self) {
        let tables: Vec<String> = self.live().keys().map(ToString::to_string).collect();
        if tables.is_empty() {
            return;
        }
        match self.store.heads(&tables).await {
            Ok(heads) => {
                for (id, seq) in heads {
                    if let Ok(id) = id.parse() {
                        self.tell_table(&id, Message::Grown(seq));
                    }
                }
            }
            Err(error) => drop(self.unavailable(&error)),
        }
    }

    /// Wakes tables at which something is due and nobody looks.
    async fn sweep(self: Arc<Self>) {
        loop {
            tokio::time::sleep(SWEEP + Duration::from_millis(self.jitter(500))).await;
            let by = self.now().0.saturating_sub(COURTESY) as i64;
            match self.store.due(by, WAKE).await {
                Ok(tables) => {
                    let ids = tables.iter().filter_map(|id| id.parse().ok());
                    for id in ids.filter(|id| !self.is_unreadable(id)) {
                        let _ = self.wake(id);
                    }
                }
                Err(error) => drop(self.unavailable(&error)),
            }
        }
    }

    /// Remembers that a log cannot be read, so that it is not tried every second.
    fn note_unreadable(&self, id: TableId) {
        let mut unreadable = self.unreadable.lock().unwrap_or_else(PoisonError::into_inner);
        unreadable.retain(|_, since| since.elapsed() < UNREADABLE);
        unreadable.insert(id, Instant::now());
    }

    fn is_unreadable(&self, id: &TableId) -> bool {
        let unreadable = self.unreadable.lock().unwrap_or_else(PoisonError::into_inner);
        unreadable
            .get(id)
            .is_some_and(|since| since.elapsed() < UNREADABLE)
    }

    async fn expire(self: Arc<Self>) {
        loop {
            tokio::time::sleep(EXPIRY + Duration::from_millis(self.jitter(60_000))).await;
            let now = self.now().0 as i64;
            match self.store.expire(now - OPEN_FOR, now - PLAYING_FOR).await {
                Ok(0) => {}
                Ok(gone) => tracing::info!(gone, "tables were forgotten"),
                Err(error) => drop(self.unavailable(&error)),
            }
            let forgotten = self.store.forget_posted(now - SHEETS_FOR, now - WEIGHTS_FOR);
            match forgotten.await {
                Ok(0) => {}
                Ok(gone) => tracing::info!(gone, "sheets and weights were forgotten"),
                Err(error) => drop(self.unavailable(&error)),
            }
        }
    }

    /// A table as somebody with this key sees it.
    pub(crate) async fn look(
        self: &Arc<Self>,
        id: TableId,
        key: Option<Key>,
        since: Seq,
    ) -> Result<table::Look, Failure> {
        self.ask(id, |reply| {
            Message::Look(Box::new(table::LookRequest { key, since, reply }))
        })
        .await
    }

    /// Does something at a table; the number at which it is kept.
    pub(crate) async fn act(
        self: &Arc<Self>,
        id: TableId,
        key: Option<Key>,
        command: finaud_online::Command,
    ) -> Result<Seq, Failure> {
        let asked = |reply| {
            Message::Do(Box::new(table::Do {
                key,
                command,
                reply: table::Reply::Caller(reply),
            }))
        };
        self.ask(id, asked).await
    }

    /// Who has a table before them, here or at other nodes.
    pub(crate) async fn who_looks(self: &Arc<Self>, id: TableId) -> Vec<finaud_rules::Seat> {
        let is_here = self.live().contains_key(&id);
        if !is_here && !self.bus.is_local() {
            // Other nodes say who is there every few seconds, to those who have the table.
            let _ = self.wake(id);
            tokio::time::sleep(table::PRESENCE_HEARD).await;
        }
        self.ask(id, Message::WhoLooks).await.unwrap_or_default()
    }

    async fn ask<T>(
        self: &Arc<Self>,
        id: TableId,
        message: impl FnOnce(tokio::sync::oneshot::Sender<Result<T, Failure>>) -> Message,
    ) -> Result<T, Failure> {
        let (reply, answer) = tokio::sync::oneshot::channel();
        self.send(id, message(reply)).await?;
        answer.await.unwrap_or(Err(Failure::Unavailable))
    }
}

fn head_of(table: &OnlineTable) -> Head {
    Head {
        phase: match table.phase() {
            finaud_online::Phase::Open => Phase::Open,
            finaud_online::Phase::Over if table.play().is_none() => Phase::GivenUp,
            finaud_online::Phase::Over => Phase::Over,
            _ => Phase::Playing,
        },
        due: table.due().map(|due| due.0 as i64),
        remind: table
            .reminders()
            .iter()
            .map(|reminder| reminder.at.0 as i64)
            .min(),
    }
}

impl From<Refused> for Failure {
    fn from(refused: Refused) -> Failure {
        Failure::Refused(refused)
    }
}
