//! A game in progress: which game it is, who sits where, the log, undo, and where chance comes from.
//!
//! A [`Table`] holds any game of the house: every surface shows a view of one. It prints nothing and asks nobody: it
//! says what it [awaits](Table::awaits), is told what people chose or rolled, and knows what that did
//! ([`Table::effects`]). Bots sit at it under a name; who plays for that name is not the table's business.
//!
//! ```
//! use finaud_rules::Seat;
//! use finaud_table::{Awaits, Chair, ChanceSource, GameSpec, Table};
//!
//! let spec = GameSpec::plain("tres-fute", 1);
//! let mut table = Table::new(&spec, vec![Chair::person("Ada")], ChanceSource::Seed(7)).unwrap();
//! assert!(matches!(table.awaits(), Awaits::Seeded(_)));
//! table.apply_seeded().unwrap();
//! let action = table.legal(Seat(0))[0];
//! table.play(Seat(0), action).unwrap();
//! assert_eq!(table.undo().unwrap().seat, Some(Seat(0)));
//! ```
#![forbid(unsafe_code)]

mod any;
mod chair;
mod game_table;
mod restore;
mod spec;
mod table;
mod undo;

pub use any::{AnyAction, AnyChance, AnyEffect, AnyEvent, AnyGame, AnyOutcome};
pub use chair::{Chair, Sitter};
pub use game_table::{ChanceSource, GameTable, WrongChairs};
pub use restore::{DEALT_TAG, RestoreError};
pub use spec::{GameError, GameSpec, games, players_of, read_sheet};
pub use table::{Awaits, Table};
pub use undo::{CannotUndo, Undo};
