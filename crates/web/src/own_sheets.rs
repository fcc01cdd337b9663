//! Sheets of one's own on their way between the workshop and online tables, which are parts of the program each of its own.

use std::cell::RefCell;

/// A sheet of one's own that can be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OwnSheet {
    /// Its id, under which its games count.
    pub id: String,
    /// What it is called.
    pub name: String,
    /// Its text.
    pub text: String,
}

/// What the names of drafts in the workshop begin with on this device.
pub const DRAFTS: &str = "workshop.";
/// Where a sheet that came with an online table is kept, by its hash.
pub const SHARED: &str = "sheet.";

thread_local! {
    /// The sheet with which somebody comes from the workshop.
    static HANDED: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Hands a sheet to the next table for friends.
pub fn hand(text: String) {
    HANDED.set(Some(text));
}

/// The sheet that was handed over, once.
pub fn handed() -> Option<String> {
    HANDED.take()
}
