//! A game in progress: who sits where, the log, undo, and where luck comes from.
//!
//! A [`Table`] is what every surface shows a view of. It prints nothing and asks nobody: it says what it
//! [awaits](Table::awaits), is told what people chose or rolled, and does the rest itself.
//!
//! ```
//! use finaud_players::Bot;
//! use finaud_rules::{builtin, SoloGame};
//! use finaud_table::{Awaits, Chair, ChanceSource, Table};
//!
//! let game = SoloGame::new(builtin("tres-fute").unwrap().clone(), 1).unwrap();
//! let mut table = Table::new(game, vec![Chair::bot("Reynard", Bot::Random)], ChanceSource::Seed(7)).unwrap();
//! while table.advance().is_some() {}
//! assert_eq!(table.awaits(), Awaits::Over);
//! ```
#![forbid(unsafe_code)]

mod chair;
mod saved;
mod table;

pub use chair::{Chair, Sitter};
pub use saved::NotRestored;
pub use table::{Awaits, ChanceSource, NothingToUndo, Table, WrongChairs};
