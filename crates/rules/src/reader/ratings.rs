//! `[[ratings]]`: the steps of the solo rating, highest first.

use super::LONGEST_NAME;
use super::location::Noun;
use super::walk::Node;
use crate::sheet::{Rating, Titles};
use crate::{Argument, Message};

/// The most steps.
const MOST: usize = 20;

/// Reads the steps; a sheet may have none.
pub(super) fn read(node: Option<Node<'_>>) -> Vec<Rating> {
    let Some(node) = node else { return Vec::new() };
    let Some(entries) = node.list(Noun::Step) else {
        return Vec::new();
    };
    if entries.len() > MOST {
        node.error(too_many_steps(entries.len(), MOST));
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
        fields.finish(Message::new("sheet.table.rating", "a step of the rating"));
        match &from {
            Some(from) if is_last => from.error(Message::new(
                "sheet.last-step",
                "the last step is for all lower scores and has no \"from\"",
            )),
            None if !is_last => entry.error(Message::new(
                "sheet.step-without-from",
                "\"from\" is missing; only the last step goes without",
            )),
            _ => {}
        }
        let from = from.and_then(|from| from.number(-9999, 9999));
        if let (Some(from), Some(above)) = (from, above)
            && from >= above
        {
            entry.error(rising_steps(from, above));
        }
        above = from.or(above);
        let Some(titles) = titles.and_then(|titles| read_titles(&titles)) else {
            continue;
        };
        ratings.push(Rating { from, titles });
    }
    ratings
}

/// A list has more steps than it may have.
pub(super) fn too_many_steps(count: usize, most: usize) -> Message {
    Message::new(
        "sheet.step-count",
        "has {count} steps, but may have at most {most}",
    )
    .with("count", count)
    .with("most", most)
}

/// A step is not below the one before.
pub(super) fn rising_steps(from: impl Into<Argument>, before: impl Into<Argument>) -> Message {
    Message::new(
        "sheet.rising-steps",
        "steps go from high to low, but {from} follows {before}",
    )
    .with("from", from)
    .with("before", before)
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
            title.error(Message::new(
                "sheet.bad-language",
                "should follow the code of a language, such as fr, en or de",
            ));
            return None;
        }
        titles.push((language.to_string(), title.line_of_text(LONGEST_NAME)?));
    }
    if titles.is_empty() {
        node.error(Message::new(
            "sheet.no-language",
            "should have a text in at least one language",
        ));
        return None;
    }
    Some(titles.into_iter().collect())
}
