//! The server: it hands out the app and keeps the tables at which people play from afar.

mod api;
mod app;
mod bus;
pub mod connect;
mod files;
mod front;
mod games;
mod limits;
mod log;
mod metrics;
mod node;
pub mod push;
mod server;
mod socket;
pub mod standing;
mod store;

pub use app::{AppFile, AppFiles, BuiltIn, Contents, Folder, Found};
pub use bus::{Bus, Heard, Hint, News};
pub use files::allow_many_files;
pub use games::rating_scale;
pub use limits::{Limits, SHEET_EVERY, TABLE_EVERY};
pub use node::{
    Clock, Failure, Frame, Going, Node, Outbox, Parts, Random, Session, ThinkerThreads, Thinkers,
    system_random,
};
pub use server::{Server, Settings};
pub use store::*;
