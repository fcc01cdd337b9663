//! Texts in the languages of the players.
//!
//! A language is a folder of message files, `languages/fr/*.toml`, and nothing else: its plural rules, its lists and its
//! numbers are data too. A message has a key, the file's name and the path in it (`home.play`), and a template:
//!
//! | template | says |
//! |---|---|
//! | `{name}` | the argument: a text, a number, a word |
//! | `{zone.f}` | a form of it that the sentence needs, here the feminine; the plain form where there is no other |
//! | `{n, plural, one {{n} point} other {{n} points}}` | by the plural category of a number; `=0 {none}` for one number |
//! | `{who, select, you {À toi} other {À {name}}}` | by the argument itself |
//! | `{n, decimal}`, `{n, signed}`, `{n, percent}` | one decimal; with its sign; as a percentage |
//! | `{dice, and}`, `{dice, or}` | a list with *and* or *or* before its last part |
//! | `{{`, `}}` | a brace |
//!
//! `docs/languages.md` tells how to add a language. All languages have the same messages with the same arguments: a test
//! refuses others.
//!
//! ```
//! use finaud_messages::Language;
//!
//! let french = Language::get("fr").unwrap();
//! assert_eq!(french.fill("common.points", &[("n", &1)]), "1 point");
//! assert_eq!(french.fill("common.points", &[("n", &21)]), "21 points");
//! ```
#![forbid(unsafe_code)]

mod catalog;
mod check;
#[cfg(feature = "embedded")]
mod embedded;
#[cfg(feature = "files")]
pub mod files;
mod names;
mod plural;
mod template;
mod value;

pub use catalog::{CatalogError, Language, extend, install};
pub use check::problems;
pub use names::{GiftName, Names};
pub use template::arguments;
pub use value::{Argument, Forms, Value};
