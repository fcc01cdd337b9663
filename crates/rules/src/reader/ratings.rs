//! `[[ratings]]`: the steps of the solo rating, highest first.

use super::LONGEST_NAME;
use super::walk::Node;
use crate::sheet::Rating;

/// The most steps.
const MOST: usize = 20;
/// The languages a title is written in, in the order of [`Rating::titles`].
const LANGUAGES: [&str; 3] = ["fr", "en", "de"];

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

/// A title in three languages, or one text for all of them.
fn read_titles(node: &Node<'_>) -> Option<[String; 3]> {
    if node.is_text() {
        let title = node.line_of_text(LONGEST_NAME)?;
        return Some(std::array::from_fn(|_| title.clone()));
    }
    let mut fields = node.fields()?;
    let titles = LANGUAGES.map(|language| {
        fields
            .need(language, "\"…\"")
            .and_then(|title| title.line_of_text(LONGEST_NAME))
    });
    fields.finish("a title");
    let [Some(french), Some(english), Some(german)] = titles else {
        return None;
    };
    Some([french, english, german])
}
