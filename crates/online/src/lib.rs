//! A table that people far apart share.
//!
//! A table is a **log**, and [`OnlineTable`] is what the log adds up to. A [`Command`] leads to entries for the log or is
//! [`Refused`] ([`OnlineTable::decide`]); whoever keeps the log appends the entries, if nobody was quicker, and applies
//! them ([`OnlineTable::apply`]). Server and app fold the same log. Nothing here reads a clock or draws random numbers:
//! both come in from outside.
//!
//! - Who may do what: keys are compared by their hashes ([`OnlineTable::role_of`]).
//! - A command names the decision of its seat for which it was made, so that people choose side by side, and has a name of
//!   its own, so that it can be sent twice.
//! - Nobody chooses the dice: [`dice`](Seed) follow from seeds that everybody committed to. [`verify`] checks a record.
//! - [`wire`] has the messages, [`Client`] is the other end of a line.
//!
//! ```
//! use finaud_online::{
//!     Act, Command, CommandId, Decision, Key, OnlineTable, Opening, Phase, Seed, Settings, Shelf, Time,
//! };
//!
//! let mut shelf = Shelf::default();
//! let (mine, invitation) = (Key([1; 16]), Key([2; 16]));
//! let opening = Opening {
//!     settings: Settings::plain("push", 2),
//!     name: "Ada".into(),
//!     key: mine.hash(),
//!     join: invitation.hash(),
//! };
//! let (mut table, log) =
//!     OnlineTable::open(&opening, CommandId([3; 16]), Time(0), Seed([4; 32]), &mut shelf).unwrap();
//! assert_eq!(log.len(), 2);
//!
//! let act = Act::Sit { seat: None, name: "Bo".into(), key: Key([5; 16]).hash() };
//! let role = table.role_of(Some(&invitation)).unwrap();
//! let command = Command::new(CommandId([6; 16]), 0, act);
//! let Decision::Append(rows) = table.decide(&command, role, Time(1), Seed([7; 32])).unwrap() else {
//!     panic!("it is new");
//! };
//! table.apply(&rows[0]).unwrap();
//! assert_eq!(table.seats()[1].name, "Bo");
//! assert_eq!(table.phase(), Phase::Open);
//! // The same command once more: acknowledged, and nothing happens.
//! assert_eq!(table.decide(&command, role, Time(2), Seed([8; 32])), Ok(Decision::Already(3)));
//! ```
#![forbid(unsafe_code)]

mod client;
mod command;
mod decide;
mod dice;
mod draw;
mod event;
mod ids;
mod jobs;
mod play;
mod ranking;
mod refused;
mod remind;
mod seal;
mod settings;
mod shelf;
mod story;
mod table;
mod view;
pub mod wire;

pub use client::{Client, Line, Notice, Pending, SavedClient, Unsent, Visibility};
pub use command::{Act, Command, Opening, Role};
pub use decide::{
    ABSENT_AFTER, Decision, IDLE_FOR, MOST_ASIDES, MOST_ENTRIES, OPEN_FOR, PHRASES, RATED_ABSENT_AFTER,
};
pub use dice::{DICE_SCHEME, DiceKey, Scope};
pub use draw::Draw;
pub use event::{Entry, Event, LOG_VERSION, Logged, Opened, Private};
pub use ids::{
    CommandId, Commitment, IdError, Key, KeyHash, Seed, Seq, SheetHash, TableId, Time, WeightsHash,
};
pub use jobs::{Job, Task, UNDO_OFFERED};
pub use play::{GamePlay, Online, Play};
pub use refused::{LogError, Refused};
pub use remind::{REMIND_AFTER, Reminder, Stage};
pub use seal::{Broken, Seal, verify, verify_log};
pub use settings::{Late, NAME_LETTERS, Pace, Settings, check_name};
pub use shelf::{SharedGame, Shelf};
pub use story::{Step, game_of, record_of, steps};
pub use table::{OnlineSeat, OnlineTable, Phase, Sitter};
pub use view::{SeatKind, SeatView, View, You};
