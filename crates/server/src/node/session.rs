//! What one client says, message by message, whatever line it comes on.

use std::sync::Arc;

use axum::extract::ws::Utf8Bytes;
use finaud_online::wire::{self, ClientMessage, Hello, ServerMessage};
use finaud_online::{Command, CommandId, Key, Refused, TableId};
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Duration, Instant};

use super::table::{self, Failure, Message, Reply};
use super::{Frame, Node, Outbox};
use crate::limits::TokenBucket;
use crate::metrics::count;

/// Who goes on too fast for so many messages is sent away.
const TOO_FAST: u32 = 200;

/// A client that is connected.
pub struct Session {
    node: Arc<Node>,
    socket: u64,
    outbox: Outbox,
    bucket: TokenBucket,
    too_fast: u32,
    at: Option<(TableId, Option<Key>)>,
}

/// Whether a session goes on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Going {
    /// It does.
    On,
    /// It has ended. This is to be sent after what is in the outbox, however full that is.
    Away(Utf8Bytes),
}

impl Session {
    /// A session, and what is to be sent in it.
    pub fn new(node: &Arc<Node>) -> (Session, mpsc::Receiver<Frame>) {
        let (outbox, frames) = Outbox::new();
        let limits = node.limits();
        let every = Duration::from_secs(1) / limits.messages_per_second.max(1);
        let session = Session {
            node: Arc::clone(node),
            socket: node.next_socket(),
            outbox,
            bucket: TokenBucket::new(limits.messages, every, Instant::now()),
            too_fast: 0,
            at: None,
        };
        (session, frames)
    }

    /// Has it said where it wants to be?
    pub fn has_joined(&self) -> bool {
        self.at.is_some()
    }

    /// Takes a frame that says nothing: it costs something all the same.
    pub fn receive_empty(&mut self) -> Going {
        self.may_speak().err().unwrap_or(Going::On)
    }

    /// Is this one frame too many, and what becomes of the session then?
    fn may_speak(&mut self) -> Result<(), Going> {
        if self.bucket.take(Instant::now()) {
            self.too_fast = self.too_fast.saturating_sub(1);
            return Ok(());
        }
        count(&self.node.metrics.too_fast);
        self.too_fast += 1;
        Err(match self.too_fast > TOO_FAST {
            true => self.end(&Refused::TooFast, 10_000),
            false => Going::On,
        })
    }

    /// Takes a message.
    pub async fn receive(&mut self, text: &str) -> Going {
        match self.may_speak() {
            Ok(()) => {}
            Err(Going::On) => {
                self.refuse(command_of(text), Refused::TooFast);
                return Going::On;
            }
            Err(away) => return away,
        }
        let message = match wire::read_client(text) {
            Ok(message) => message,
            Err(why @ Refused::Version { .. }) => return self.end(&why, 60_000),
            Err(why) => {
                self.refuse(command_of(text), why);
                return Going::On;
            }
        };
        match message {
            ClientMessage::Hello(hello) => self.hello(hello).await,
            ClientMessage::Ping { n } => {
                let now = self.node.now();
                self.send(&ServerMessage::Pong { n, now });
                Going::On
            }
            ClientMessage::Do(asked) => {
                let Some((_, key)) = self.at else {
                    self.refuse(Some(asked.id), Refused::NoSuchTable);
                    return Going::On;
                };
                let reply = Reply::Socket(self.socket, asked.id);
                let command = Command::new(asked.id, asked.at, asked.what);
                self.tell(Message::Do(Box::new(table::Do { key, command, reply })))
                    .await
            }
            ClientMessage::Say { phrase } => self.tell(Message::Say(self.socket, phrase)).await,
            ClientMessage::Since { seq } => self.tell(Message::Since(self.socket, seq)).await,
        }
    }

    async fn hello(&mut self, hello: Hello) -> Going {
        self.leave().await;
        let (reply, answer) = oneshot::channel();
        let join = table::Join {
            socket: self.socket,
            outbox: self.outbox.clone(),
            key: hello.key,
            since: hello.since,
            hidden: hello.hidden,
            reply,
        };
        let sent = self.node.send(hello.table, Message::Join(Box::new(join))).await;
        let joined = match sent {
            Ok(()) => answer.await.unwrap_or(Err(Failure::Unavailable)),
            Err(failure) => Err(failure),
        };
        match joined {
            Ok(()) => {
                self.at = Some((hello.table, hello.key));
                Going::On
            }
            Err(Failure::Refused(why)) => {
                self.refuse(None, why);
                Going::On
            }
            Err(failure) => self.end_for(&failure),
        }
    }

    /// Gives a message to the table, if it is at one.
    async fn tell(&mut self, message: Message) -> Going {
        let Some((table, _)) = self.at else {
            return Going::On;
        };
        match self.node.send(table, message).await {
            Ok(()) => Going::On,
            Err(failure) => self.end_for(&failure),
        }
    }

    async fn leave(&mut self) {
        if let Some((table, _)) = self.at.take() {
            let inbox = self.node.live().get(&table).cloned();
            if let Some(inbox) = inbox {
                let _ = inbox.send(Message::Leave(self.socket)).await;
            }
        }
    }

    /// Ends the session from this side, for this reason.
    pub fn end(&self, why: &Refused, after: u32) -> Going {
        self.bye(why.to_string(), after)
    }

    /// Ends the session because the server stops.
    pub fn stop(&self) -> Going {
        self.bye(
            "the server is being restarted".to_owned(),
            self.node.jitter(2_000) as u32,
        )
    }

    fn end_for(&self, failure: &Failure) -> Going {
        let wait = 500 + self.node.jitter(2_000) as u32;
        match failure {
            Failure::Refused(why) => self.end(why, 60_000),
            Failure::Full => self.end(&Refused::Busy, 5_000 + wait),
            Failure::Stopping => self.stop(),
            Failure::Unavailable => self.bye("the database does not answer".to_owned(), wait),
            Failure::Broken => self.bye("the table cannot be read".to_owned(), 60_000),
        }
    }

    fn bye(&self, why: String, after: u32) -> Going {
        Going::Away(wire::write(&ServerMessage::Bye { why, after }).into())
    }

    fn refuse(&self, id: Option<CommandId>, why: Refused) {
        let seq = 0;
        self.send(&ServerMessage::Refused { id, why, seq });
    }

    fn send(&self, message: &ServerMessage) {
        self.outbox.send(Frame::Text(wire::write(message).into()));
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        if let Some((table, _)) = self.at.take() {
            self.node.tell_table(&table, Message::Leave(self.socket));
        }
    }
}

/// The command that a message would have been, so that a refusal can name it.
fn command_of(text: &str) -> Option<CommandId> {
    if text.len() > wire::MOST_CLIENT_BYTES {
        return None;
    }
    let value: serde_json::Value = serde_json::from_str(text).ok()?;
    value.get("do")?.get("id")?.as_str()?.parse().ok()
}
