//! What happened at a table, as it is kept: the log is the only truth.

use finaud_rules::Seat;
use serde::{Deserialize, Serialize};

use crate::ids::{maybe_seat_number, seat_number, seat_numbers};
use crate::{CommandId, Commitment, KeyHash, Seed, Seq, Settings, TableId, Time};

/// The version of the log that this program writes. An old log keeps its own.
pub const LOG_VERSION: u32 = 1;

/// One thing that happened, as everybody may know it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Entry {
    /// Its number in the log, from 1.
    pub seq: Seq,
    /// When.
    pub at: Time,
    /// The seat that did it; `None` if nobody at the table did: the server, a bot, or somebody without a seat.
    #[serde(default, with = "maybe_seat_number", skip_serializing_if = "Option::is_none")]
    pub by: Option<Seat>,
    /// What: a line of the record's notation if it belongs to the game, else an [`Event`] in JSON.
    pub body: String,
}

/// What only the server knows about an entry. It never leaves the server.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Private {
    /// The command that did it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub command: Option<CommandId>,
    /// The hash of a key: of the seat that was taken, or of the invitation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<KeyHash>,
    /// A seed of the server: of this draw, or of the table of the rematch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<Seed>,
}

/// A row of the store: an entry with what only the server knows.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Logged {
    /// What everybody may know.
    #[serde(flatten)]
    pub entry: Entry,
    /// What only the server knows.
    #[serde(flatten)]
    pub private: Private,
}

/// Something that happened at the table, apart from the game itself.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Event {
    /// The table was opened. The first entry of every log.
    Opened(Box<Opened>),
    /// Somebody took a seat.
    Sat {
        /// Which one.
        #[serde(with = "seat_number")]
        seat: Seat,
        /// Their name.
        name: String,
    },
    /// Somebody is called otherwise now.
    Named {
        /// Their seat.
        #[serde(with = "seat_number")]
        seat: Seat,
        /// How.
        name: String,
    },
    /// Somebody left before the game: the seat is free.
    Left {
        /// Their seat.
        #[serde(with = "seat_number")]
        seat: Seat,
    },
    /// The host freed a seat; during the game a bot plays there until somebody sits down.
    Freed {
        /// Which one.
        #[serde(with = "seat_number")]
        seat: Seat,
    },
    /// A bot took a seat.
    Bot {
        /// Which one.
        #[serde(with = "seat_number")]
        seat: Seat,
        /// Its level.
        level: String,
        /// Its name.
        name: String,
    },
    /// There are so many seats now; free ones went, the last ones first.
    Chairs {
        /// How many.
        players: u8,
    },
    /// The seats have another order.
    Ordered {
        /// The old number of the first, the second and so on.
        #[serde(with = "seat_numbers")]
        seats: Vec<Seat>,
    },
    /// The seats are fixed, seeds are due.
    Began {},
    /// A seat committed to its seed.
    Committed {
        /// Which one.
        #[serde(with = "seat_number")]
        seat: Seat,
        /// To what.
        commitment: Commitment,
    },
    /// A seat showed its seed. After the last one, the game is on.
    Shown {
        /// Which one.
        #[serde(with = "seat_number")]
        seat: Seat,
        /// The seed.
        seed: Seed,
    },
    /// Everything is drawn anew, because somebody did not show their seed: the old seeds are worth nothing.
    Redrawn {
        /// The server's new commitment.
        commitment: Commitment,
    },
    /// A seat took back its last choice.
    Undone {
        /// Which one.
        #[serde(with = "seat_number")]
        seat: Seat,
        /// The entries that did not happen.
        removes: Vec<Seq>,
    },
    /// Somebody's time was over.
    Late {
        /// Whose.
        #[serde(with = "seat_number")]
        seat: Seat,
    },
    /// A bot plays for somebody from now on.
    Handed {
        /// For whom.
        #[serde(with = "seat_number")]
        seat: Seat,
        /// The level of the bot.
        level: String,
    },
    /// Somebody plays for themselves again.
    Returned {
        /// Who.
        #[serde(with = "seat_number")]
        seat: Seat,
    },
    /// Nothing more will be played.
    Ended {
        /// The points of each seat; none if there was no game.
        points: Vec<i32>,
        /// Was it given up before its end?
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        abandoned: bool,
    },
    /// The server showed its seed: the dice can be checked.
    Revealed {
        /// The seed.
        seed: Seed,
    },
    /// The same people go on at another table.
    Rematched {
        /// Which one.
        table: TableId,
    },
}

/// What is known from the beginning.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Opened {
    /// The version of the log.
    pub v: u32,
    /// The name of the table.
    pub table: TableId,
    /// What is agreed.
    #[serde(flatten)]
    pub settings: Settings,
    /// The fingerprint of the sheet, 16 digits from 0 to f, so that an app with another edition notices.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub edition: Option<String>,
    /// The server's commitment to its seed.
    pub commitment: Commitment,
    /// The table of which this is the rematch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent: Option<TableId>,
}

impl Event {
    /// As it stands in the log.
    pub fn text(&self) -> String {
        // Plain data always has a JSON form.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// The event in this body; `None` if it is one of the game, or cannot be read.
    pub fn read(body: &str) -> Option<Event> {
        serde_json::from_str(body).ok()
    }

    /// How many entries it makes idle, its own among them: what is taken back counts together with the taking back.
    pub(crate) fn asides(&self) -> Seq {
        match self {
            Event::Undone { removes, .. } => 1 + removes.len() as Seq,
            _ => 1,
        }
    }

    /// Does a body belong to the table rather than to the game?
    pub fn is_one(body: &str) -> bool {
        body.starts_with('{')
    }
}
