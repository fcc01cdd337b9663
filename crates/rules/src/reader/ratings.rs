//! `[[ratings]]`: the steps of the solo rating, highest first.

use super::LONGEST_NAME;
use super::walk::Node;
use crate::sheet::{Rating, Titles};

/// The most steps.
const MOST: usize = 20;

/// Reads the steps; a sheet may have none.
pub(super) fn read(node: Option<Node<'_>>) -> Vec<Rating> {
    let Some(node) = node else { return Vec::new() };
    let Some(entries) = node.list("step") else {
        return Vec::new();
    };
    if entries.len() > MOST {
        node.error(format!(
            "has {} steps, but may have at most {MOST}",
            entries.len()
        ));
    }
    let mut ratings: Vec<Rating> = Vec::new();
    let mut above: Option<i16> = None;
    for (index, entry) in entries.iter().enumerate() {
        let Some(mut fields) = entry.fields() else {
            continue;
        };
        let is_last = index + 1 == entries.len();
        let from = fields.maybe("from");
        let titles = fields.need(
            "title",
            "{ fr = \"Renardeau\", en = \"Fox cub\", de = \"Fuchswelpe\" }",
        );
        fields.finish("a step of the rating");
        match &from {
            Some(from) if is_last => from.error("the last step is for all lower scores and has no \"from\""),
            None if !is_last => entry.error("\"from\" is missing; only the last step goes without"),
            _ => {}
        }
        let from = from.and_then(|from| from.number(-9999, 9999));
        if let (Some(from), Some(above)) = (from, above)
            && from >= above
        {
            entry.error(format!("steps go from high to low, but {from} follows {above}"));
        }
        above = from.or(above);
        let Some(titles) = titles.and_then(|titles| read_titles(&titles)) else {
            continue;
        };
        ratings.push(Rating { from, titles });
    }
    ratings
}

/// One text for all languages, or a text for each by its code: `{ fr = "…", en = "…" }`.
pub(super) fn read_titles(node: &Node<'_>) -> Option<Titles> {
    if node.is_text() {
        let title = node.line_of_text(LONGEST_NAME)?;
        return Some([("en".to_string(), title)].into_iter().collect());
    }
    let mut titles = Vec::new();
    for (language, title) in node.entries()? {
        let plain = language.len() == 2 && language.bytes().all(|byte| byte.is_ascii_lowercase());
        if !plain {
            title.error("should stand behind the code of a language, such as fr, en or de");
            return None;
        }
        titles.push((language.to_string(), title.line_of_text(LONGEST_NAME)?));
    }
    if titles.is_empty() {
        node.error("should have a text in at least one language");
        return None;
    }
    Some(titles.into_iter().collect())
}
