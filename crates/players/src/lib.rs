//! Everything that chooses: bots, search, learned values, the coach and the review.
//!
//! A [`Player`] is shown a state and its legal actions and names one of them. All players are deterministic for a seed.
//!
//! ```
//! use finaud_players::{Bot, play_out};
//! use finaud_rules::{builtin, Game, Seat, SoloGame};
//!
//! let game = SoloGame::new(builtin("tres-fute").unwrap().clone(), 1).unwrap();
//! let mut players = [Bot::by_name("greedy").unwrap().player(&game, 7).unwrap()];
//! let end = play_out(&game, 7, &mut players, &mut Vec::new());
//! assert!(game.points(&end.state, Seat(0)) > 0);
//! ```
#![forbid(unsafe_code)]

pub mod arena;
mod bot;
pub mod coach;
mod deadline;
mod evaluation;
mod expert;
mod greedy;
pub mod learned;
mod luck;
mod master;
mod noisy_expert;
mod novice;
mod perft;
mod play_out;
mod player;
pub mod progress;
mod push_novice;
pub mod puzzle;
mod random;
pub mod report;
pub mod review;
mod search;
pub mod seated;
mod thresholds;
mod xml;

pub use bot::{Bot, Knowledge, PlayerMeans, Roster, UnknownBot};
pub use evaluation::{Expected, Heuristic, Winning};
pub use expert::Expert;
pub use greedy::Greedy;
pub use luck::LuckMeter;
pub use master::{Searcher, TurnSearcher};
pub use noisy_expert::NoisyExpert;
pub use novice::Novice;
pub use perft::{Branching, perft};
pub use play_out::{End, play_out, play_out_logged, play_out_measured};
pub use player::Player;
pub use push_novice::PushNovice;
pub use random::Random;
pub use search::{ActionValue, Evaluation, Search, SearchLimits, draw_outcomes};
pub use thresholds::{Club, Thresholds};
