//! What `finaud verify` says.

use finaud_rules::Message;

use super::say;
use crate::language::language;

/// The dice are sound: why.
pub(crate) fn sound(what: &Message) -> String {
    say("terminal.verify.sound", &[("what", &language().describe(what))])
}

/// Something else to know.
pub(crate) fn note(what: &Message) -> String {
    say("terminal.verify.note", &[("what", &language().describe(what))])
}
