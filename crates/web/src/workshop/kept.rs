//! Drafts on this device: each with its whole history.

use finaud_workshop::{Draft, Workbench};

use crate::own_sheets::DRAFTS as PREFIX;
use crate::storage;

/// A draft as the list shows it.
pub(super) struct KeptDraft {
    pub(super) id: String,
    pub(super) draft: Draft,
}

/// Keeps a draft with its history. Where the device refuses, it stays in memory and the page says so.
pub(super) fn save(id: &str, bench: &Workbench) {
    if let Ok(text) = serde_json::to_string(bench) {
        let _ = storage::write(&format!("{PREFIX}{id}"), &text);
    }
}

/// The draft with this name.
pub(super) fn load(id: &str) -> Option<Workbench> {
    serde_json::from_str(&storage::read(&format!("{PREFIX}{id}"))?).ok()
}

/// Keeps a draft under a new name.
pub(super) fn begin(draft: Draft) -> String {
    let now = js_sys::Date::now() as u64;
    let mut id = format!("{now:x}");
    while storage::read(&format!("{PREFIX}{id}")).is_some() {
        id.push('x');
    }
    save(&id, &Workbench::new(draft));
    id
}

/// Forgets a draft.
pub(super) fn forget(id: &str) {
    storage::remove(&format!("{PREFIX}{id}"));
}

/// All drafts, the newest first.
pub(super) fn all() -> Vec<KeptDraft> {
    let names = storage::names(PREFIX).into_iter().rev();
    let drafts = names.filter_map(|name| {
        let id = name[PREFIX.len()..].to_owned();
        let draft = load(&id)?.draft().clone();
        Some(KeptDraft { id, draft })
    });
    drafts.collect()
}
