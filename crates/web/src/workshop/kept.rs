//! Drafts on this device: each with its whole history, kept as somebody edits.
//!
//! A draft may be open in two windows. Each time it is kept it gets the next number, and a window keeps it only over the number it
//! knows: what another window has kept is never lost.

use finaud_workshop::{Draft, Workbench};
use serde::{Deserialize, Serialize};

use crate::own_sheets::DRAFTS as PREFIX;
use crate::storage;

/// A draft as it is kept.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct KeptDraft {
    #[serde(flatten)]
    pub(super) work: Workbench,
    /// How often it was kept; drafts from before have none.
    #[serde(default)]
    pub(super) revision: u64,
}

/// What is found under the name of a draft.
pub(super) enum Found {
    /// A draft.
    Draft(KeptDraft),
    /// Something that is none, as it is written.
    Damaged(String),
    /// Nothing.
    Nothing,
}

/// Why a draft was not kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NotKept {
    /// Another window has kept it meanwhile.
    Changed,
    /// It was deleted, or what is there is no draft.
    Gone,
}

fn name(id: &str) -> String {
    format!("{PREFIX}{id}")
}

/// Is this the text that keeps the draft?
pub(super) fn is_of(id: &str, stored: &str) -> bool {
    stored == name(id)
}

/// The number of a draft as it is kept now.
pub(super) fn revision(id: &str) -> Option<u64> {
    #[derive(Deserialize)]
    struct Numbered {
        #[serde(default)]
        revision: u64,
    }
    let text = storage::read(&name(id))?;
    serde_json::from_str::<Numbered>(&text)
        .ok()
        .map(|kept| kept.revision)
}

/// Keeps a draft with its history over the number this window knows, and gives the next one. Where the device refuses, it stays
/// in memory and the page says so.
pub(super) fn save(id: &str, work: &Workbench, over: u64) -> Result<u64, NotKept> {
    match revision(id) {
        Some(now) if now == over => Ok(write(id, work, over)),
        Some(_) => Err(NotKept::Changed),
        None => Err(NotKept::Gone),
    }
}

/// Keeps a draft whatever is there.
pub(super) fn write(id: &str, work: &Workbench, over: u64) -> u64 {
    let kept = KeptDraft {
        work: work.clone(),
        revision: over + 1,
    };
    if let Ok(text) = serde_json::to_string(&kept) {
        // What the device does not take is told by the page.
        let _ = storage::write(&name(id), &text);
    }
    kept.revision
}

/// What is kept under this name.
pub(super) fn load(id: &str) -> Found {
    match storage::read(&name(id)) {
        None => Found::Nothing,
        Some(text) => read(&text).map_or(Found::Damaged(text), Found::Draft),
    }
}

/// A draft as it is kept; `None` if it is none. Somebody may have written anything there: what could not be written as a sheet and
/// read again is no draft.
fn read(text: &str) -> Option<KeptDraft> {
    let kept: KeptDraft = serde_json::from_str(text).ok()?;
    let draft = kept.work.draft();
    Draft::read(&draft.text())
        .is_ok_and(|read| read == *draft)
        .then_some(kept)
}

/// Keeps a draft under a new name.
pub(super) fn begin(draft: Draft) -> String {
    begin_with(&Workbench::new(draft))
}

/// Keeps a draft with its history under a new name.
pub(super) fn begin_with(work: &Workbench) -> String {
    let now = js_sys::Date::now() as u64;
    let mut id = format!("{now:x}");
    while storage::read(&name(&id)).is_some() {
        id.push('x');
    }
    write(&id, work, 0);
    id
}

/// Forgets a draft.
pub(super) fn forget(id: &str) {
    storage::remove(&name(id));
}

/// Everything that is kept, the newest first, each under its name.
pub(super) fn all() -> Vec<(String, Found)> {
    let names = storage::names(PREFIX).into_iter().rev();
    names
        .map(|name| {
            let id = name[PREFIX.len()..].to_owned();
            let found = load(&id);
            (id, found)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use finaud_rules::Step;
    use finaud_workshop::{Edit, Value};

    use super::*;

    #[test]
    fn a_draft_is_kept_with_its_history_and_its_number() {
        let mut work = Workbench::new(Draft::empty());
        let place = vec![Step::Key("rounds".into()), Step::Index(1)];
        work.apply(Edit::Set(place, Value::Number(7))).unwrap();
        let text = serde_json::to_string(&KeptDraft {
            work: work.clone(),
            revision: 12,
        });
        let kept = read(&text.unwrap()).unwrap();
        assert_eq!((kept.work.clone(), kept.revision), (work, 12));
        assert!(kept.work.can_undo());
        // Drafts of before have no number.
        let old = serde_json::to_string(&Workbench::new(Draft::empty())).unwrap();
        assert_eq!(read(&old).unwrap().revision, 0);
    }

    #[test]
    fn rubbish_is_no_draft() {
        let deep = format!("{}1{}", "[".repeat(5_000), "]".repeat(5_000));
        let other = |text: &str| format!("{{\"draft\":{{\"Table\":[[\"a\",{{\"Other\":\"{text}\"}}]]}}}}");
        let twice = "{\"draft\":{\"Table\":[[\"a\",{\"Number\":1}],[\"a\",{\"Number\":2}]]}}";
        for rubbish in [
            "",
            "null",
            "[]",
            "{}",
            "{\"draft\":1}",
            "{\"draft\":{\"Table\":[]},\"done\":7}",
            "{\"revision\":-1}",
            &deep,
            &other("1]\\nb = ["),
            &other(""),
            twice,
        ] {
            assert!(read(rubbish).is_none(), "{rubbish}");
        }
        // A history that does not fit is no harm.
        let odd = "{\"draft\":{\"Table\":[]},\"done\":[{\"Remove\":[\"zones\",3]}]}";
        let mut kept = read(odd).unwrap();
        assert!(!kept.work.undo() && !kept.work.can_undo());
        // More than a sheet may have.
        let long = format!(
            "{{\"draft\":{{\"Table\":[[\"a\",{{\"Text\":\"{}\"}}]]}}}}",
            "x".repeat(70_000)
        );
        assert!(read(&long).is_none());
    }
}
