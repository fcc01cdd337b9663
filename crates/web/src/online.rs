//! Tables that friends share from elsewhere: a link, a waiting room, a line that may break, dice that nobody chose.
//!
//! All of this is a part of the program of its own ([`crate::lazy`]). What the first page needs to know about these tables is in
//! [`crate::my_tables`]; the table on the screen is the one that everybody plays at ([`crate::session::Remote`]).

pub mod board;
mod ending;
mod identity;
mod invitation;
mod keys;
mod line;
pub mod me;
pub mod new_table;
mod notify;
mod panel;
mod people;
mod phrases;
mod play;
pub mod qr;
mod rated;
mod refresh;
mod room;
mod server;
mod sheets;
mod status;
pub mod table;
mod unsent;

pub use ending::record_seal;
pub use refresh::refresh;
