//! What stays on this device: texts by name, in the browser's local storage.
//!
//! Where the browser forbids it or has no room, everything goes on in memory, and the page says so: [`trouble`].

use finaud_rules::insertion_sort;
use std::cell::RefCell;

use leptos::prelude::*;

/// Why texts are not kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trouble {
    /// The browser does not let pages keep anything.
    Forbidden,
    /// There is no room left.
    Full,
}

/// Everything Finaud keeps begins with this.
const PREFIX: &str = "finaud.";

thread_local! {
    /// What could not be kept elsewhere.
    static MEMORY: RefCell<Vec<(String, String)>> = const { RefCell::new(Vec::new()) };
    static TROUBLE: RwSignal<Option<Trouble>> = RwSignal::new(None);
}

/// What hinders keeping, if anything: for a notice.
pub fn trouble() -> RwSignal<Option<Trouble>> {
    TROUBLE.with(|trouble| *trouble)
}

fn local() -> Option<web_sys::Storage> {
    web_sys::window()?.local_storage().ok().flatten()
}

/// The text with this name.
pub fn read(name: &str) -> Option<String> {
    let in_memory = MEMORY.with_borrow(|memory| {
        let known = memory.iter().find(|(known, _)| known == name);
        known.map(|(_, text)| text.clone())
    });
    in_memory.or_else(|| local()?.get_item(&format!("{PREFIX}{name}")).ok().flatten())
}

/// Keeps a text. If the browser refuses, it is kept until the page is left, and the trouble is told.
pub fn write(name: &str, text: &str) -> Result<(), Trouble> {
    let kept = match local() {
        None => Err(Trouble::Forbidden),
        Some(storage) => {
            storage
                .set_item(&format!("{PREFIX}{name}"), text)
                .map_err(|_| match storage.length() {
                    // A storage that cannot even hold a letter is closed, not full.
                    Ok(0) => Trouble::Forbidden,
                    _ => Trouble::Full,
                })
        }
    };
    let all_kept = MEMORY.with_borrow_mut(|memory| {
        memory.retain(|(known, _)| known != name);
        if kept.is_err() {
            memory.push((name.into(), text.into()));
        }
        memory.is_empty()
    });
    let told = match kept {
        Err(why) => Some(why),
        Ok(()) if all_kept => None,
        // This one had room, but another one will be lost with the page.
        Ok(()) => trouble().get_untracked(),
    };
    if trouble().get_untracked() != told {
        trouble().set(told);
    }
    kept
}

/// Forgets a text.
pub fn remove(name: &str) {
    MEMORY.with_borrow_mut(|memory| memory.retain(|(known, _)| known != name));
    if let Some(storage) = local() {
        let _ = storage.remove_item(&format!("{PREFIX}{name}"));
    }
}

/// The names of all texts that begin so.
pub fn names(prefix: &str) -> Vec<String> {
    let mut names: Vec<String> = MEMORY.with_borrow(|memory| {
        let names = memory.iter().map(|(name, _)| name);
        names.filter(|name| name.starts_with(prefix)).cloned().collect()
    });
    if let Some(storage) = local() {
        let wanted = format!("{PREFIX}{prefix}");
        let keys = (0..storage.length().unwrap_or(0)).filter_map(|index| storage.key(index).ok().flatten());
        names.extend(
            keys.filter(|key| key.starts_with(&wanted))
                .map(|key| key[PREFIX.len()..].to_owned()),
        );
    }
    insertion_sort(&mut names, Ord::cmp);
    names.dedup();
    names
}

/// The name of the text that another tab changed, from the key of a storage event.
pub fn name_of_key(key: &str) -> Option<&str> {
    key.strip_prefix(PREFIX)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use std::collections::BTreeMap;

    /// What version 0.1 kept in a browser: texts by name.
    pub(crate) fn version_0_1() -> BTreeMap<String, String> {
        let text = include_str!("../../../testdata/0.1/web/local-storage.json");
        let all: BTreeMap<String, String> = serde_json::from_str(text).unwrap();
        all.into_iter()
            .map(|(key, text)| (name_of_key(&key).expect("a key of ours").to_owned(), text))
            .collect()
    }

    /// Those whose names begin so, by the rest of the name.
    pub(crate) fn version_0_1_of(prefix: &str) -> Vec<(String, String)> {
        let all = version_0_1().into_iter();
        all.filter_map(|(name, text)| Some((name.strip_prefix(prefix)?.to_owned(), text)))
            .collect()
    }
}
