//! `[[dice]]`: the wild die, and one die for each zone.

use super::bonus::RESERVED;
use super::location::{Location, Noun};
use super::problem::quote;
use super::ratings::read_titles;
use super::walk::{Fields, Node};
use super::zones::Draft;
use crate::Message;
use crate::die::{DICE, ZONES};
use crate::sheet::{DieName, Tint};

/// Reads the dice and puts the wild one first. The others must have the names of the zones, in their order.
pub(super) fn read(root: &Fields<'_>, entries: &[Node<'_>], zones: &[Draft<'_>]) -> Option<[DieName; DICE]> {
    let mut wild: Vec<DieName> = Vec::new();
    let mut coloured: Vec<DieName> = Vec::new();
    let mut untinted: Vec<String> = Vec::new();
    for entry in entries {
        let Some((die, is_wild, tinted)) = read_die(entry) else {
            continue;
        };
        if !tinted {
            untinted.push(die.name.clone());
        }
        for other in wild.iter().chain(&coloured) {
            if other.name == die.name {
                let what = Message::new("sheet.die-twice", "there are two dice with the name {name}");
                entry.error(what.with("name", &die.name));
            }
            if other.letter == die.letter {
                let what = Message::new(
                    "sheet.letter-twice",
                    "{one} and {other} have the same letter {letter}",
                );
                let what = what.with("one", &other.name).with("other", &die.name);
                entry.error(what.with("letter", die.letter));
            }
        }
        if is_wild { &mut wild } else { &mut coloured }.push(die);
    }
    // Dice that could not be read are missing here; there is no point in counting and comparing the others.
    if wild.len() + coloured.len() != DICE {
        return None;
    }
    if wild.len() != 1 {
        let what = Message::new(
            "sheet.wild-dice",
            "exactly one of the dice should have wild = true, but {count} have",
        );
        root.error(what.with("count", wild.len()));
        return None;
    }
    if zones.len() == ZONES {
        for (index, (die, zone)) in coloured.iter().zip(zones).enumerate() {
            if die.name != zone.name && !zone.name.is_empty() {
                let what = Message::new(
                    "sheet.dice-and-zones",
                    "its die is {die}, but its name is {zone}; dice and zones have the same order",
                );
                let what = what.with("die", &die.name).with("zone", &zone.name);
                root.error_at(&Location::numbered(Noun::Zone, index + 1), what);
            }
        }
    }
    wild.extend(coloured);
    tint_others(&mut wild, &untinted);
    wild.try_into().ok()
}

/// Dice whose name is no colour, and that were given none, get one that no other die has.
fn tint_others(dice: &mut [DieName], untinted: &[String]) {
    let mut free: Vec<&'static str> = Tint::NAMES.to_vec();
    let has_tint = |die: &&DieName| !untinted.contains(&die.name);
    let taken: Vec<Tint> = dice.iter().filter(has_tint).map(|die| die.tint.clone()).collect();
    free.retain(|name| !taken.contains(&Tint::Named(name)));
    let mut free = free.into_iter();
    for (index, die) in dice.iter_mut().enumerate() {
        if untinted.contains(&die.name) {
            // The wild die is white if that is free, the others are not.
            let colour = if index == 0 {
                free.next()
            } else {
                free.find(|name| *name != "white")
            };
            die.tint = colour.map_or(Tint::Named("grey"), Tint::Named);
        }
    }
}

/// A die, whether it is wild, and whether its colour is known.
fn read_die(entry: &Node<'_>) -> Option<(DieName, bool, bool)> {
    let mut fields = entry.fields()?;
    let name = fields.need("name", "\"yellow\"");
    let letter = fields.need("letter", "\"Y\"");
    let wild = fields.maybe("wild").map_or(Some(false), |wild| wild.flag());
    let titles = fields.maybe("title").and_then(|titles| read_titles(&titles));
    let tint = fields.maybe("colour").and_then(|colour| read_tint(&colour));
    fields.finish(Message::new("sheet.table.die", "a die"));
    let name = name.and_then(|node| {
        let name = node.word()?;
        if RESERVED.contains(&name.as_str()) {
            let what = Message::new(
                "sheet.reserved-die",
                "a die cannot be called {name}: the word means something else",
            );
            node.error(what.with("name", quote(&name)));
            return None;
        }
        Some(name)
    });
    let letter = letter.and_then(|node| {
        let text = node.text()?;
        let mut chars = text.chars();
        match (chars.next(), chars.next()) {
            (Some(letter @ 'A'..='Z'), None) => Some(letter),
            _ => {
                let what = Message::new(
                    "sheet.bad-letter",
                    "{text} should be one capital letter from A to Z",
                );
                node.error(what.with("text", quote(text)));
                None
            }
        }
    });
    let name = name?;
    let tint = tint.or_else(|| Tint::read(&name));
    let tinted = tint.is_some();
    Some((
        DieName {
            letter: letter?,
            titles: titles.unwrap_or_default(),
            tint: tint.unwrap_or(Tint::Named("grey")),
            name,
        },
        wild?,
        tinted,
    ))
}

fn read_tint(node: &Node<'_>) -> Option<Tint> {
    let text = node.text()?;
    let tint = Tint::read(text);
    if tint.is_none() {
        let what = Message::new(
            "sheet.bad-colour",
            "{text} should be a colour such as \"#1a7f8e\", or one of {names}",
        );
        let names = Tint::NAMES.join(", ");
        node.error(what.with("text", quote(text)).with("names", names));
    }
    tint
}
