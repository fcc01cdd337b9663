//! Drafts as others see them: those that can be played, and sheets that come from an online table.

use finaud_table::read_sheet;
use finaud_workshop::{Draft, differences};

use super::kept::{self, Found};
use crate::own_sheets::OwnSheet;

/// The drafts that can be played, the newest first.
pub fn playable() -> Vec<OwnSheet> {
    let mut sheets: Vec<OwnSheet> = Vec::new();
    for draft in drafts().filter(|draft| !is_plain_copy(draft)) {
        let offered = offered(&draft.stamped());
        sheets.extend(offered.filter(|sheet| sheets.iter().all(|known| known.id != sheet.id)));
    }
    sheets
}

/// The drafts of this device, the newest first.
fn drafts() -> impl Iterator<Item = Draft> {
    kept::all().into_iter().filter_map(|(_, found)| match found {
        Found::Draft(kept) => Some(kept.work.draft().clone()),
        Found::Damaged(_) | Found::Nothing => None,
    })
}

/// Is it a copy in which nobody has changed anything? Whoever wants that game plays the game itself.
fn is_plain_copy(draft: &Draft) -> bool {
    let original = draft.original();
    original.is_some_and(|(_, sheet)| differences(&sheet, draft).is_empty())
}

/// A sheet as a choice, if it can be played.
fn offered(text: &str) -> Option<OwnSheet> {
    let sheet = read_sheet(text).ok()?;
    Some(OwnSheet {
        name: sheet.name,
        id: sheet.id,
        text: text.to_owned(),
    })
}

/// Keeps a sheet among the drafts, unless it is there; false if it cannot be read.
pub fn keep(text: &str) -> bool {
    let Ok(draft) = Draft::read(text) else {
        return false;
    };
    let wanted = draft.stamped();
    if !drafts().any(|kept| kept.stamped() == wanted) {
        kept::begin(draft);
    }
    true
}
