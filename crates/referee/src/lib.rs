//! The referee: the rules of the games for other programs.
//!
//! One JSON object a line in, one JSON object a line out; `docs/referee.md` describes every command. A [`Session`] holds
//! one game and answers line by line; [`serve`] runs a session between an input and an output. Whatever a line says, it
//! gets exactly one answer, and a line that is refused changes nothing.
//!
//! ```
//! use finaud_referee::Session;
//!
//! let mut session = Session::new();
//! let answer = session.answer(r#"{"do":"new","game":"tres-fute","players":2}"#);
//! assert!(answer.starts_with(r#"{"ok":true,"#));
//! let answer = session.answer(r#"{"do":"paly","number":3}"#);
//! assert_eq!(answer, r#"{"ok":false,"error":"there is no command `paly`: did you mean `play`?"}"#);
//! ```
#![forbid(unsafe_code)]

mod analysis;
mod command;
mod dice;
mod lines;
mod matched;
mod opening;
mod push;
mod reply;
mod request;
mod request_error;
mod serve;
mod session;
mod spoken;

pub use lines::{Line, Lines};
pub use serve::serve;
pub use session::Session;

/// The version of the protocol. It changes whenever a program that knew the old one could be misled.
pub const PROTOCOL: u32 = 1;

/// The longest line that is read, in bytes without its end.
pub const LONGEST_LINE: usize = 1_000_000;
