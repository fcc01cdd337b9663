//! The messages between a client and a server: JSON, one object each. `docs/online.md` is the protocol.

use finaud_rules::Seat;
use serde::{Deserialize, Serialize};

use crate::ids::{maybe_seat_number, seat_number, seat_numbers};
use crate::{Act, CommandId, Entry, Key, Opening, Refused, Seq, TableId, Time};

/// The version of the protocol that is spoken here.
pub const VERSION: u32 = 1;
/// The most bytes of a message to a server.
pub const MOST_CLIENT_BYTES: usize = 4 * 1024;
/// The most bytes of a message to a client.
pub const MOST_SERVER_BYTES: usize = 256 * 1024;
/// The most bytes of a sheet of one's own.
pub const MOST_SHEET_BYTES: usize = 64 * 1024;
/// The most bytes of the weights that come with it.
pub const MOST_WEIGHTS_BYTES: usize = 256 * 1024;
/// The most entries in one message; a longer log takes several.
pub const MOST_LISTED: usize = 500;
/// The most letters of an action, of the name of a program and of a reason.
const ACTION_LETTERS: usize = 200;
const APP_LETTERS: usize = 40;

/// To a server.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ClientMessage {
    /// The first message.
    Hello(Hello),
    /// A command.
    Do(Do),
    /// A phrase, by its number from 1. It is not kept.
    Say {
        /// Which one.
        phrase: u8,
    },
    /// Entries are missing: send those after this one.
    Since {
        /// The last entry known.
        seq: Seq,
    },
    /// Are you there?
    Ping {
        /// A number that comes back.
        n: u32,
    },
}

/// Who comes to which table, and what they know of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Hello {
    /// The version of the protocol.
    pub v: u32,
    /// The name and version of the program.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub app: String,
    /// The table.
    pub table: TableId,
    /// The key of a seat or of an invitation; nothing to watch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<Key>,
    /// The last entry known; 0 for none.
    #[serde(default)]
    pub since: Seq,
    /// Is the table shown where nobody sees it? Then nobody is there, and whoever sits there may be notified.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub hidden: bool,
}

/// A command.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Do {
    /// Its name, chosen at random: sent again, it is acknowledged again and happens once.
    pub id: CommandId,
    /// The number of the decision of the seat, where it counts.
    #[serde(default)]
    pub at: u32,
    /// What is to happen.
    pub what: Act,
}

/// To a client.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ServerMessage {
    /// The answer to `hello`; entries follow.
    Welcome(Welcome),
    /// Entries, without a gap.
    Events {
        /// The number of the first.
        from: Seq,
        /// The entries.
        list: Vec<Entry>,
    },
    /// The command is in the log, for good.
    Ack {
        /// Which one.
        id: CommandId,
        /// Its entry.
        seq: Seq,
    },
    /// The command, or the message before, is refused.
    Refused {
        /// Which command.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        id: Option<CommandId>,
        /// Why.
        why: Refused,
        /// The last entry of the log when it was refused.
        seq: Seq,
    },
    /// Who is there.
    Presence {
        /// The seats with somebody at them.
        #[serde(with = "seat_numbers")]
        seats: Vec<Seat>,
        /// How many watch.
        watchers: u32,
    },
    /// Somebody says a phrase.
    Said {
        /// Who.
        #[serde(with = "seat_number")]
        seat: Seat,
        /// Which one, from 1.
        phrase: u8,
    },
    /// The answer to `ping`.
    Pong {
        /// The same number.
        n: u32,
        /// The time of the server.
        now: Time,
    },
    /// The server closes the line: come back after so many milliseconds.
    Bye {
        /// Why, for those who look for mistakes.
        why: String,
        /// When to come back.
        after: u32,
    },
}

/// How a server answers `hello`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Welcome {
    /// The version of the protocol.
    pub v: u32,
    /// The last entry of the log.
    pub seq: Seq,
    /// The seat of the key; none for an invitation and for those who watch.
    #[serde(default, with = "maybe_seat_number", skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    /// Does the key invite to take a seat?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub invited: bool,
    /// The time of the server.
    pub now: Time,
    /// The name and version of the server.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub app: String,
}

/// A table to be opened, as it is posted.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Open {
    /// The version of the protocol.
    pub v: u32,
    /// The name of the command, from which the name of the table follows.
    pub id: CommandId,
    /// The table.
    #[serde(flatten)]
    pub opening: Opening,
}

/// Reads a message to a server: first its length, then its form, then the limits of everything in it.
pub fn read_client(text: &str) -> Result<ClientMessage, Refused> {
    let message: ClientMessage = read(text, MOST_CLIENT_BYTES)?;
    match &message {
        ClientMessage::Hello(hello) => {
            speaks(hello.v)?;
            short(&hello.app, APP_LETTERS)?;
        }
        ClientMessage::Do(command) => check(command)?,
        ClientMessage::Say { .. } | ClientMessage::Since { .. } | ClientMessage::Ping { .. } => {}
    }
    Ok(message)
}

/// Reads a command that comes without a socket.
pub fn read_do(text: &str) -> Result<Do, Refused> {
    let command: Do = read(text, MOST_CLIENT_BYTES)?;
    check(&command)?;
    Ok(command)
}

/// Reads a table to be opened.
pub fn read_open(text: &str) -> Result<Open, Refused> {
    // The version first: what else a newer one says cannot be known.
    #[derive(Deserialize)]
    struct Version {
        v: u32,
    }
    let version: Version = read(text, MOST_CLIENT_BYTES)?;
    speaks(version.v)?;
    read(text, MOST_CLIENT_BYTES)
}

/// Reads a message to a client.
pub fn read_server(text: &str) -> Result<ServerMessage, Refused> {
    read(text, MOST_SERVER_BYTES)
}

/// A message as text.
pub fn write<M: Serialize>(message: &M) -> String {
    // Plain data always has a JSON form.
    serde_json::to_string(message).unwrap_or_default()
}

/// Entries as messages, none of them too long. None for no entries.
pub fn events(list: &[Entry]) -> Vec<ServerMessage> {
    let mut messages: Vec<Vec<Entry>> = Vec::new();
    let mut bytes = 0;
    for entry in list {
        // Quotes in a body are escaped, which may double it; the rest of an entry is short.
        let size = 2 * entry.body.len() + 100;
        match messages.last_mut() {
            Some(last) if last.len() < MOST_LISTED && bytes + size < MOST_SERVER_BYTES / 2 => {
                last.push(entry.clone());
                bytes += size;
            }
            _ => {
                messages.push(vec![entry.clone()]);
                bytes = size;
            }
        }
    }
    let message = |list: Vec<Entry>| ServerMessage::Events {
        from: list.first().map_or(0, |entry| entry.seq),
        list,
    };
    messages.into_iter().map(message).collect()
}

fn read<'a, M: Deserialize<'a>>(text: &'a str, most: usize) -> Result<M, Refused> {
    if text.len() > most {
        return Err(Refused::TooLong { most });
    }
    serde_json::from_str(text).map_err(|_| Refused::Unreadable)
}

fn speaks(version: u32) -> Result<(), Refused> {
    if version == VERSION {
        Ok(())
    } else {
        Err(Refused::Version { spoken: VERSION })
    }
}

fn short(text: &str, most: usize) -> Result<(), Refused> {
    if text.len() <= most {
        Ok(())
    } else {
        Err(Refused::TooLong { most })
    }
}

/// What the table itself does not check before it looks closer.
fn check(command: &Do) -> Result<(), Refused> {
    match &command.what {
        Act::Choose { action } => short(action, ACTION_LETTERS),
        _ => Ok(()),
    }
}
