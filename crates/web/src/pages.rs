//! The pages of the app, one file each.

pub mod achievements;
pub mod calendar;
pub mod history;
pub mod home;
pub mod how;
pub mod lesson;
pub mod lost;
pub mod picture;
pub mod play;
pub mod puzzles;
pub mod replay;
pub mod review;
pub mod seed;
pub mod settings;
pub mod setup;
