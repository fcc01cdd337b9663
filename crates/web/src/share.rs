//! A game leaves this device and comes back: inside a link, as a text to copy, as a file.

mod claims;
pub mod copy_button;
mod device;
mod exchange;
mod links;
mod result;
mod squares;

pub use claims::{Claims, Doubt, told_hints};
pub use copy_button::CopyButton;
pub use device::{address, copy_and_tell, save_bytes, save_file};
pub use exchange::{Exported, FoundGame, Import, NewFound, export, games_in, import, without_names};
pub use finaud_workshop::NotUnpacked;
pub use links::{Packed, challenge, challenge_of, decoded, pack, unpack};
pub use result::{challenge_text, for_others, is_nameless, result_text};
pub use squares::squares;
