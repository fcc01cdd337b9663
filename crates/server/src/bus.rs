//! Hints between nodes: that a log has grown, who is here, what somebody says. A hint may be lost, and nothing is.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use sqlx::postgres::{PgListener, PgPool};
use tokio::sync::{broadcast, mpsc};

/// What nodes tell each other.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hint {
    /// The node it comes from, by a number of its own.
    #[serde(rename = "n")]
    pub node: u64,
    /// The table.
    #[serde(rename = "t")]
    pub table: String,
    /// What there is to know.
    #[serde(rename = "w")]
    pub what: News,
}

/// What there is to know about a table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum News {
    /// Its log has grown to this number.
    Grown(u32),
    /// Who is here, at that node: the seats, and how many watch.
    Here(Vec<u8>, u32),
    /// A seat says a phrase.
    Said(u8, u8),
}

/// What a node hears.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Heard {
    /// A hint.
    Hint(Hint),
    /// Hints may have been lost: look at everything.
    Lost,
}

/// How many hints may wait to be heard or told.
const QUEUE: usize = 4096;

/// Carries hints between nodes.
#[derive(Clone)]
pub struct Bus {
    heard: broadcast::Sender<Heard>,
    told: Option<mpsc::Sender<Hint>>,
}

impl Bus {
    /// Between the nodes of one process, and for a node that is alone.
    pub fn local() -> Bus {
        Bus {
            heard: broadcast::Sender::new(QUEUE),
            told: None,
        }
    }

    /// Is everybody whom it reaches in this process?
    pub(crate) fn is_local(&self) -> bool {
        self.told.is_none()
    }

    /// Through PostgreSQL. `address` is where to listen: a connection of its own, without a pool between.
    pub fn postgres(pool: PgPool, address: String) -> Bus {
        let heard = broadcast::Sender::new(QUEUE);
        let (told, to_tell) = mpsc::channel(QUEUE);
        tokio::spawn(tell_all(pool, to_tell));
        tokio::spawn(listen(address, heard.clone()));
        Bus {
            heard,
            told: Some(told),
        }
    }

    /// Tells the other nodes, if that is possible without waiting.
    pub(crate) fn tell(&self, hint: Hint) {
        match &self.told {
            Some(told) => drop(told.try_send(hint)),
            // A node that is alone would only hear itself.
            None if self.heard.receiver_count() > 1 => drop(self.heard.send(Heard::Hint(hint))),
            None => {}
        }
    }

    pub(crate) fn listen(&self) -> Listener {
        Listener(self.heard.subscribe())
    }
}

/// Hears what other nodes tell.
pub(crate) struct Listener(broadcast::Receiver<Heard>);

impl Listener {
    pub(crate) async fn hear(&mut self) -> Heard {
        match self.0.recv().await {
            Ok(heard) => heard,
            Err(broadcast::error::RecvError::Lagged(_)) => Heard::Lost,
            Err(broadcast::error::RecvError::Closed) => std::future::pending().await,
        }
    }
}

const CHANNEL: &str = "finaud";
/// PostgreSQL takes less than 8,000 bytes at once.
const PAYLOAD: usize = 7_900;
/// How long to wait before a lost line is tried again.
const RETRY: Duration = Duration::from_millis(500);

/// Tells hints in batches, outside of the transactions that write: a notification locks the whole database at its commit.
async fn tell_all(pool: PgPool, mut hints: mpsc::Receiver<Hint>) {
    let mut batch = Vec::new();
    while hints.recv_many(&mut batch, 256).await > 0 {
        let mut payload = String::new();
        for hint in batch.drain(..) {
            let Ok(line) = serde_json::to_string(&hint) else {
                continue;
            };
            if payload.len() + line.len() >= PAYLOAD {
                notify(&pool, &payload).await;
                payload.clear();
            }
            payload.push_str(&line);
            payload.push('\n');
        }
        notify(&pool, &payload).await;
    }
}

async fn notify(pool: &PgPool, payload: &str) {
    let told = sqlx::query("select pg_notify($1, $2)")
        .bind(CHANNEL)
        .bind(payload);
    if let Err(error) = told.execute(pool).await {
        // Whoever waits for it looks into the log every few seconds anyway.
        tracing::debug!(%error, "a hint could not be told");
    }
}

async fn listen(address: String, heard: broadcast::Sender<Heard>) {
    loop {
        if let Err(error) = listen_once(&address, &heard).await {
            tracing::warn!(%error, "hints from other nodes cannot be heard");
        }
        tokio::time::sleep(RETRY).await;
    }
}

async fn listen_once(address: &str, heard: &broadcast::Sender<Heard>) -> Result<(), sqlx::Error> {
    let mut listener = PgListener::connect(address).await?;
    listener.listen(CHANNEL).await?;
    let _ = heard.send(Heard::Lost);
    while let Some(notification) = listener.try_recv().await? {
        let hints = notification
            .payload()
            .lines()
            .filter_map(|line| serde_json::from_str(line).ok());
        for hint in hints {
            let _ = heard.send(Heard::Hint(hint));
        }
    }
    Ok(())
}
