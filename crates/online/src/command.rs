//! What somebody wants to happen.

use finaud_rules::Seat;
use serde::{Deserialize, Serialize};

use crate::ids::{maybe_seat_number, seat_number, seat_numbers};
use crate::{CommandId, Commitment, KeyHash, Seed, Settings};

/// Who gives a command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// Whoever has the key of this seat.
    Seat(Seat),
    /// Whoever has the invitation: may take a free seat.
    Joiner,
    /// Anybody: may look.
    Watcher,
    /// The server, for a bot in this seat. Nobody's key gives this role.
    Bot(Seat),
    /// The server: the clock, and dice for those who do not roll. Nobody's key gives this role.
    House,
}

/// Something that somebody wants to happen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Command {
    /// Its name; `None` for what the server does by itself.
    pub id: Option<CommandId>,
    /// The number of the decision of that seat for which it was made. It counts for choices, rolls and taking back only.
    pub at: u32,
    /// What is to happen.
    pub act: Act,
}

/// A table to be opened, and who opens it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Opening {
    /// What is agreed.
    pub settings: Settings,
    /// The name of whoever opens the table, who gets the first seat and is the host.
    pub name: String,
    /// The hash of the key of their seat.
    pub key: KeyHash,
    /// The hash of the key in the invitation.
    pub join: KeyHash,
}

/// What can be wanted at a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Act {
    /// Somebody with an invitation takes a free seat.
    Sit {
        /// Which one; the first free one if it does not matter.
        #[serde(default, with = "maybe_seat_number", skip_serializing_if = "Option::is_none")]
        seat: Option<Seat>,
        /// Their name.
        name: String,
        /// The hash of the key that the seat is to have.
        key: KeyHash,
    },
    /// Somebody wants to be called otherwise.
    Name {
        /// How.
        name: String,
    },
    /// Somebody leaves: before the game the seat is free, during the game a bot plays until they return.
    Leave {},
    /// The host gives a free seat, or one that is silent when seeds are due, to a bot.
    Bot {
        /// Which one.
        #[serde(with = "seat_number")]
        seat: Seat,
        /// The level of the bot.
        level: String,
        /// Its name; that of the level if there is none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
    },
    /// The host makes somebody, or a bot, leave. The key of the seat is worth nothing from now on.
    Free {
        /// Which seat.
        #[serde(with = "seat_number")]
        seat: Seat,
    },
    /// The host changes the number of seats; only free ones go.
    Chairs {
        /// How many there are to be.
        players: u8,
    },
    /// The host changes the order of the seats.
    Order {
        /// Which seat of now comes first, second and so on.
        #[serde(with = "seat_numbers")]
        seats: Vec<Seat>,
    },
    /// The host begins: seats are fixed, seeds are due.
    Begin {},
    /// A seat commits to its seed.
    Commit {
        /// The commitment.
        commitment: Commitment,
    },
    /// A seat shows its seed.
    Reveal {
        /// The seed.
        seed: Seed,
    },
    /// A seat chooses.
    Choose {
        /// The action in the words of records, without the seat: `white as violet 4`.
        action: String,
    },
    /// The dice of a seat fall.
    Roll {},
    /// A seat takes back its last choice.
    Undo {},
    /// A seat is handed to a bot: one's own, or that of somebody who is late.
    Hand {
        /// Which one.
        #[serde(with = "seat_number")]
        seat: Seat,
        /// The level of the bot; that of the table if there is none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        level: Option<String>,
    },
    /// Somebody takes back a seat that was handed to a bot.
    Return {},
    /// Nobody wants to go on.
    Abandon {},
    /// The same people want to play again.
    Rematch {},
    /// Somebody's time is over. The server alone says so.
    Late {
        /// Whose.
        #[serde(with = "seat_number")]
        seat: Seat,
    },
    /// The day is over: its dice may be known. The server alone says so.
    Unseal {},
}

impl Act {
    /// Does it leave the game where it is, or take it back, and can it be done for ever?
    pub(crate) fn is_aside(&self) -> bool {
        matches!(
            self,
            Act::Name { .. }
                | Act::Leave {}
                | Act::Bot { .. }
                | Act::Free { .. }
                | Act::Chairs { .. }
                | Act::Order { .. }
                | Act::Undo {}
                | Act::Hand { .. }
        )
    }
}

impl Command {
    /// A command of somebody, for a decision of their seat.
    pub fn new(id: CommandId, at: u32, act: Act) -> Command {
        Command {
            id: Some(id),
            at,
            act,
        }
    }

    /// Something the server does by itself.
    pub fn by_itself(at: u32, act: Act) -> Command {
        Command { id: None, at, act }
    }
}
