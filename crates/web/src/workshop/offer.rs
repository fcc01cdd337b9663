//! Drafts as others see them: those that can be played, and sheets that come from an online table.

use finaud_table::read_sheet;
use finaud_workshop::Draft;

use super::kept::{self, Found};
use crate::own_sheets::OwnSheet;

/// The drafts that can be played, the newest first.
pub fn playable() -> Vec<OwnSheet> {
    let mut sheets: Vec<OwnSheet> = Vec::new();
    for text in stamped() {
        let offered = offered(&text);
        sheets.extend(offered.filter(|sheet| sheets.iter().all(|known| known.id != sheet.id)));
    }
    sheets
}

/// The drafts of this device as sheets that leave the workshop, the newest first.
fn stamped() -> impl Iterator<Item = String> {
    kept::all().into_iter().filter_map(|(_, found)| match found {
        Found::Draft(kept) => Some(kept.work.draft().stamped()),
        Found::Damaged(_) | Found::Nothing => None,
    })
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
    if !stamped().any(|text| text == wanted) {
        kept::begin(draft);
    }
    true
}
