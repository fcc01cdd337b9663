//! The rules of the Futé dice games and of PUSH.
//!
//! Pure: no input or output, no clock, no random numbers. A game ([`Game`]) says what comes next ([`Next`]): a choice of
//! some seats, luck, or the end. Dice come in from outside as [`Outcome`].
//!
//! ```
//! use finaud_rules::{builtin, Game, Next, Seat, SoloGame};
//!
//! let game = SoloGame::new(builtin("tres-fute").unwrap().clone(), 1).unwrap();
//! let mut position = game.start();
//! let Next::Chance(_) = game.next(&position) else { panic!("the first round's bonus asks nothing") };
//!
//! // Let the first of all outcomes apply: six ones.
//! let mut first = None;
//! game.outcomes(&position, &mut |chance, _| { first.get_or_insert(chance); });
//! game.apply_chance(&mut position, first.unwrap()).unwrap();
//!
//! let mut actions = Vec::new();
//! game.legal(&position, Seat(0), &mut actions);
//! game.play(&mut position, Seat(0), actions[0]).unwrap();
//! ```
#![forbid(unsafe_code)]

pub mod action;
mod best_pick;
pub mod bonus;
mod builtin;
pub mod chance;
mod dice_game;
pub mod die;
pub mod effect;
mod entry;
mod essence;
mod game;
mod gift;
mod ink;
mod insertion_sort;
mod message;
mod observer;
mod position;
pub mod push;
mod reader;
mod score;
mod setup;
pub mod sheet;
mod tally;
mod turn;
mod values;
mod written;
pub mod zone;

pub use action::{ACTION_SPACE_VERSION, Action, ActionSpace, Entry};
pub use bonus::{Award, Boxes, Gift, GiftChoice, Give, Joker, Power, PowerRow};
pub use builtin::{builtin, builtin_ids, builtin_text, gallery_ids, install_builtin};
pub use chance::{Chance, Outcome, Sorted, Sorting};
pub use dice_game::{DiceGame, SeatsError, SoloGame, TableGame};
pub use die::{DICE, Dice, Die, DieSet, Face, Place, SLOTS, ZONES};
pub use effect::{Effect, Loss, Origin, RollsEnd};
pub use game::{Decision, Game, Impossible, Next, Refusal, Seat, Seats, TieBreak};
pub use insertion_sort::insertion_sort;
pub use message::{Argument, Message, is_unprintable};
pub use observer::{Observer, Unobserved};
pub use position::{Pending, Phase, Player, Position, Stage};
pub use push::{Push, PushAction, PushChance, PushEffect, PushOutcome, PushState, Variant};
pub use reader::{Expectations, Expected, Problem, ProblemKind, Reading, Step, ValuePath, nearest};
pub use score::{Score, winners};
pub use setup::{
    BoxesSetup, DieSetup, PhaseName, PlaceName, SeatSetup, Setup, StageName, Violation, ZoneSetup,
};
pub use sheet::{DieName, MAX_SEATS, Provenance, Rating, Rulings, Sheet, Tint, Titles};
pub use turn::ROLLS;
pub use values::Values;
pub use zone::{EntryContext, Ink, Mark, Mechanic, Reach, Side, Source, Zone};
