//! The languages inside the program.

use std::collections::BTreeMap;

/// The code of each language and its messages, as JSON.
const LANGUAGES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/languages.rs"));

/// Every language, in the order in which they are offered.
pub(crate) fn languages() -> Vec<(&'static str, BTreeMap<String, String>)> {
    let read = |(code, json): &(&'static str, &str)| {
        let messages: BTreeMap<String, String> = serde_json::from_str(json).unwrap_or_default();
        (*code, messages)
    };
    LANGUAGES.iter().map(read).collect()
}
