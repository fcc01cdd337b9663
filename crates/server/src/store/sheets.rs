//! What is posted for tables: sheets that are somebody's own, and weights for them, by their hashes.

use super::{Answer, Millis};

/// Something that was posted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PostedFile {
    /// Its SHA-256, in hexadecimal digits.
    pub hash: String,
    /// The sheet that it is for, if these are weights; none if it is a sheet.
    pub sheet: Option<String>,
    /// When it was posted or asked for a table last.
    pub used: Millis,
    /// What it is.
    pub body: Vec<u8>,
}

/// What became of something that is posted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Posted {
    /// It is kept from now on.
    New,
    /// It was there already.
    Known,
    /// There is no room for it.
    NoRoom,
}

/// Keeps what is posted.
pub trait SheetStore {
    /// Keeps a file, if all together then have at most so many bytes. One that is there stays, and counts as used again.
    fn post<'a>(&'a self, file: &'a PostedFile, room: u64) -> Answer<'a, Posted>;

    /// A file, by its hash.
    fn posted<'a>(&'a self, hash: &'a str) -> Answer<'a, Option<PostedFile>>;

    /// Says that a file is used now; false if it is not there.
    fn use_posted<'a>(&'a self, hash: &'a str, at: Millis) -> Answer<'a, bool>;

    /// Forgets files that were not used since `unused`: sheets that no table names, and weights that no table names but those that
    /// are over and were not touched since `over`. How many there were.
    fn forget_posted(&self, unused: Millis, over: Millis) -> Answer<'_, u64>;
}
