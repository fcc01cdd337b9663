//! Places and values of a draft in words.

use finaud_rules::{Argument, Expected, Message, Power, Problem, Sheet, Step};
use finaud_workshop::{Difference, Kind, Value};

use super::bench::Shown;
use crate::describe::describe;
use crate::dice_table::words;
use crate::messages::{Language, language, t, tf};

/// What a key is called.
pub(super) fn key(key: &str) -> String {
    let power = Power::from_word(key).map(|power| words::power(language(), power));
    let known = power.or_else(|| language().find(&format!("workshop.key.{}", slug(key))));
    known.unwrap_or(key).to_owned()
}

/// What the key at the end of a path is called: parts of a map by their letters.
pub(super) fn label(path: &[Step]) -> String {
    match path {
        [Step::Key(zones), _, Step::Key(_), Step::Key(part)] if zones == "zones" && part.len() == 1 => {
            tf("workshop.bonus_of_part", &[("part", part)])
        }
        [.., Step::Key(name)] => key(name),
        [.., Step::Index(index)] => (index + 1).to_string(),
        [] => t("workshop.whole").into(),
    }
}

/// What one of some words means.
pub(super) fn word(word: &str) -> String {
    let known = language().find(&format!("workshop.word.{}", slug(word)));
    known.unwrap_or(word).to_owned()
}

fn slug(word: &str) -> String {
    word.replace(' ', "-")
}

/// What a mechanic is called.
pub(super) fn mechanic(name: &str) -> String {
    let known = language().find(&format!("workshop.mechanic.{name}"));
    known.unwrap_or(name).to_owned()
}

/// How a mechanic works, in a sentence.
pub(super) fn mechanic_about(name: &str) -> Option<&'static str> {
    language().find(&format!("workshop.about.{name}"))
}

/// A die or a zone, by the title the sheet gives it or by its colour.
pub(super) fn named(entry: &Value) -> String {
    let code = language().code();
    let title = entry.key("title").and_then(|title| match title {
        Value::Text(text) => Some(text.clone()),
        titles => {
            let known = titles.key(code).or_else(|| titles.key("en"))?;
            known.text().map(str::to_owned)
        }
    });
    let name = entry.key("name").and_then(Value::text).unwrap_or_default();
    title.unwrap_or_else(|| die(name))
}

fn die(name: &str) -> String {
    let known = language().find(&format!("common.colour.{name}"));
    known.unwrap_or(name).to_owned()
}

/// A zone: by the title of its die.
pub(super) fn zone(shown: &Shown, zone: usize) -> String {
    let zones = shown.draft.list("zones");
    let name = zones.get(zone).and_then(|zone| zone.key("name")?.text());
    let dice = shown.draft.list("dice");
    let die = dice
        .iter()
        .find(|die| name.is_some() && die.key("name").and_then(Value::text) == name);
    match (die, name) {
        (Some(die), _) => named(die),
        (None, Some(name)) => self::die(name),
        (None, None) => tf("workshop.zone_n", &[("n", &(zone + 1))]),
    }
}

/// An entry of a list: `cell 4`.
pub(super) fn entry(of: &str, index: usize) -> String {
    let key = format!("sheet.place.{of}-n");
    match language().find(&key) {
        Some(_) => language().fill(&key, &[("n", &(index + 1))]),
        None => (index + 1).to_string(),
    }
}

/// A place in words: `yellow, bonuses of the rows, row 2`.
pub(super) fn place(shown: &Shown, path: &[Step]) -> String {
    let mut parts: Vec<String> = Vec::new();
    for (depth, step) in path.iter().enumerate() {
        let outer = &path[..depth];
        let whole = |word: &str| matches!(outer, [Step::Key(key)] if key == word);
        match step {
            Step::Key(name) if depth == 0 && ["zones", "dice"].contains(&name.as_str()) && path.len() > 1 => {
            }
            Step::Key(_) => parts.push(label(&path[..=depth])),
            Step::Index(index) if whole("zones") => parts.push(zone(shown, *index)),
            Step::Index(index) if whole("dice") => {
                let die = shown.draft.get(&path[..=depth]).map(named);
                parts.push(die.map_or_else(
                    || entry("die", *index),
                    |die| tf("workshop.die", &[("die", &die)]),
                ));
            }
            Step::Index(index) => {
                let of = shown
                    .checked
                    .expectations
                    .at(outer)
                    .find_map(|expected| match expected {
                        Expected::List { of, .. } => Some(*of),
                        _ => None,
                    });
                parts.push(entry(of.unwrap_or("entry"), *index));
            }
        }
    }
    match parts.is_empty() {
        true => t("workshop.whole").into(),
        false => capital(&parts.join(", ")),
    }
}

/// With a capital letter, as a heading has.
pub(super) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}

/// A bonus in words.
pub(super) fn bonus(sheet: Option<&Sheet>, text: &str) -> String {
    let text = text.trim();
    if text.is_empty() {
        return t("workshop.no_bonus").into();
    }
    if text == "fox" {
        return t("dice.fox").into();
    }
    if let Some(power) = Power::from_word(text) {
        return words::power(language(), power).into();
    }
    if let Some((sheet, gift)) = sheet.and_then(|sheet| Some((sheet, sheet.gift_named(text)?))) {
        return words::gift(language(), sheet, gift);
    }
    let way = |way: &str| match way.split_once(' ') {
        Some((zone, give)) => format!("{} {give}", titled(language(), sheet, zone)),
        None => way.to_owned(),
    };
    let ways: Vec<String> = text.split(" or ").map(way).collect();
    ways.join(&format!(" {} ", t("dice.or")))
}

/// A zone named in a bonus.
pub(super) fn titled(language: Language, sheet: Option<&Sheet>, zone: &str) -> String {
    let index = sheet.and_then(|sheet| Some((sheet, sheet.zone_named(zone)?)));
    match index {
        Some((sheet, index)) => words::zone(language, sheet, usize::from(index)),
        None => die(zone),
    }
}

/// What is wrong, for somebody who never sees the file.
pub(super) fn mistake(problem: &Problem) -> String {
    match problem.path.as_slice() {
        [Step::Key(zones)] if zones == "zones" => t("workshop.zone_count").into(),
        [Step::Key(dice)] if dice == "dice" => t("workshop.die_count").into(),
        [] if problem.what.key() == "sheet.no-zones" => t("workshop.zone_count").into(),
        [] if problem.what.key() == "sheet.no-dice" => t("workshop.die_count").into(),
        [] if problem.what.key() == "sheet.no-rulings" => t("workshop.no_rulings").into(),
        _ => told(&problem.what),
    }
}

/// What the reader of sheets has to say, with the words of the sheet in the reader's language: `yellow X` is *jaune X*.
fn told(message: &Message) -> String {
    describe(&in_words(message))
}

fn in_words(message: &Message) -> Message {
    if message.key().is_empty() {
        return said(&message.to_string()).into();
    }
    let mut told = message.clone();
    for (name, argument) in message.arguments() {
        told = match argument {
            Argument::Text(text) => told.instead(name, said(text)),
            Argument::Message(inner) => told.instead(name, in_words(inner)),
        };
    }
    told
}

/// A bonus or a colour as people say it; anything else as it is written.
fn said(text: &str) -> String {
    let bare = text.trim_matches('"');
    let is_mark = |word: &str| matches!(word, "X" | "?" | "or") || word.parse::<u8>().is_ok();
    let is_known = |word: &str| is_mark(word) || language().find(&format!("common.colour.{word}")).is_some();
    if bare.is_empty() || !bare.split(' ').all(is_known) || bare.split(' ').all(is_mark) {
        return text.to_owned();
    }
    let words: Vec<String> = bare
        .split(' ')
        .map(|word| match word {
            "or" => t("dice.or").to_owned(),
            word => die(word),
        })
        .collect();
    text.replace(bare, &words.join(" "))
}

/// A value in words.
pub(super) fn value(shown: &Shown, path: &[Step], value: &Value) -> String {
    let kind = shown.checked.kind(&shown.draft, path);
    let sheet = shown.sheet();
    match (value, kind) {
        (Value::Text(text), Some(Kind::Bonus)) => bonus(sheet.as_deref(), text),
        (Value::Text(text), Some(Kind::OneOf(_))) => word(text),
        (Value::Text(text), _) if text.is_empty() => t("workshop.nothing").into(),
        // The order of zones or dice: names of colours.
        (Value::Text(text), _) if matches!(path, [_, Step::Index(_)]) => die(text),
        (Value::Text(text) | Value::Other(text), _) => text.clone(),
        (Value::Number(number), _) => number.to_string(),
        (Value::Flag(flag), _) => t(if *flag { "workshop.yes" } else { "workshop.no" }).into(),
        (Value::List(entries), _) => {
            let all: Vec<String> = entries
                .iter()
                .enumerate()
                .map(|(index, entry)| {
                    let mut inner = path.to_vec();
                    inner.push(Step::Index(index));
                    self::value(shown, &inner, entry)
                })
                .collect();
            all.join(", ")
        }
        (Value::Table(_), _) => match value.key("name") {
            Some(_) => named(value),
            None => t("workshop.several").into(),
        },
    }
}

/// What differs, in a sentence.
pub(super) fn difference(shown: &Shown, before: &Shown, found: &Difference) -> String {
    let here = match found.after {
        Some(_) => place(shown, &found.path),
        None => place(before, &found.path),
    };
    let told = |value: Option<&Value>, of: &Shown| value.map(|value| self::value(of, &found.path, value));
    match (
        told(found.before.as_ref(), before),
        told(found.after.as_ref(), shown),
    ) {
        (Some(old), Some(new)) => tf(
            "workshop.difference.changed",
            &[("place", &here), ("old", &old), ("new", &new)],
        ),
        (None, Some(new)) => tf("workshop.difference.added", &[("place", &here), ("new", &new)]),
        (Some(old), None) => tf("workshop.difference.gone", &[("place", &here), ("old", &old)]),
        (None, None) => here,
    }
}

#[cfg(test)]
mod tests {
    use finaud_rules::Rulings;
    use finaud_workshop::{Checked, Draft, mechanics};

    use super::*;
    use crate::catalog;

    /// Whatever the reader of sheets takes has a name in every language: a new mechanic brings its words along.
    #[test]
    fn everything_that_can_be_edited_has_a_name() {
        let mut missing: Vec<String> = Vec::new();
        let mut need = |key: String| {
            for language in Language::all() {
                if language.find(&key).is_none() {
                    missing.push(format!("{}: {key}", language.code()));
                }
            }
        };
        for draft in catalog::ids().filter_map(Draft::copy_of).chain([Draft::empty()]) {
            for (path, expected) in Checked::of(&draft).expectations.values {
                match (path.as_slice(), expected) {
                    ([.., Step::Key(table), Step::Key(_)], Expected::Key { .. }) if table == "rulings" => {}
                    // Parts of a map have letters.
                    ([.., Step::Key(_), Step::Key(part)], Expected::Key { .. }) if part.len() == 1 => {}
                    (
                        [_, _, Step::Key(list)] | [_, _, Step::Key(list), Step::Index(_)],
                        Expected::SomeOf(_),
                    ) => {
                        need(format!("workshop.mark.{list}"));
                    }
                    ([.., Step::Key(key)], Expected::Key { .. }) => {
                        need(format!("workshop.key.{}", slug(key)));
                    }
                    ([.., Step::Key(last)], Expected::OneOf(words)) if last != "mechanic" => {
                        words
                            .iter()
                            .for_each(|word| need(format!("workshop.word.{}", slug(word))));
                    }
                    _ => {}
                }
            }
        }
        for mechanic in mechanics() {
            need(format!("workshop.mechanic.{mechanic}"));
            need(format!("workshop.about.{mechanic}"));
        }
        Rulings::KEYS
            .iter()
            .for_each(|ruling| need(format!("workshop.ruling.{ruling}")));
        missing.sort();
        missing.dedup();
        assert_eq!(missing, Vec::<String>::new());
    }
}
