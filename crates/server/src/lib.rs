//! The server: it hands out the app and keeps the tables at which people play from afar.

mod app;
mod files;
mod front;
mod games;
mod limits;
mod log;
mod server;
pub mod standing;
mod store;

pub use app::{AppFile, AppFiles, BuiltIn, Contents, Folder, Found};
pub use files::allow_many_files;
pub use games::rating_scale;
pub use limits::{Limits, TABLE_EVERY};
pub use server::{Server, Settings};
pub use store::*;
