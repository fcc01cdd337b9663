//! How a game is written down: actions, positions, whole games and seeds, as text.
//!
//! [`Notation`] is what a game can write and read; the dice games ([`dice`]) and PUSH ([`push`]) have it. Actions and luck
//! are short texts ([`dice::action`], [`dice::target`], [`dice::outcome`], [`push::action`], [`push::outcome`]), a position is
//! one line ([`dice::position`], [`push::position`]), a whole game is a [`Record`] ([`record`]), and a [`SeedString`] names
//! the luck of a game that nobody has played yet ([`dice::seeded`], [`push::seeded`]).
//! Everything that is written reads back as the same thing, and what cannot be read is answered with a sentence.
//!
//! ```
//! use finaud_record::Notation;
//! use finaud_rules::{Game, Seat, SoloGame, builtin};
//!
//! let game = SoloGame::new(builtin("tres-fute").unwrap().clone(), 1).unwrap();
//! let mut state = game.read_position("tres-fute phase=rolled pool=W4,Y3,B2,G6,O1,V5 / reroll=1").unwrap();
//! let action = game.read_action("white as violet 4").unwrap();
//! game.play(&mut state, Seat(0), action).unwrap();
//! assert_eq!(
//!     game.position_text(&state),
//!     "tres-fute roll=2 pool=G6,V5 slots=W4 platter=Y3,B2,O1 / violet=4 reroll=1"
//! );
//! ```
#![forbid(unsafe_code)]

pub mod dice;
mod event;
mod heading;
mod json;
mod line;
mod notation;
pub mod push;
pub mod record;
mod seed;
mod words;

pub use dice::position::{read_setup, setup_text};
pub use dice::{choose_rulings, own_id};
pub use event::{Event, EventError};
pub use heading::Heading;
pub use json::parse_json;
pub use line::setup_names;
pub use notation::{Notation, ParseError};
pub use record::{
    Logged, RECORD_VERSION, Record, RecordError, RecordErrorKind, RecordHeader, Replay, Replayed, Step,
};
pub use seed::{
    Place, SeedError, SeedString, SplitMix64, bits_at, example_game, read_seed_code, scale, seed_code,
    seed_in_series,
};
