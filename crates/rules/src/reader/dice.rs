//! `[[dice]]`: the wild die, and one die for each zone.

use super::bonus::RESERVED;
use super::problem::quote;
use super::walk::{Fields, Node};
use super::zones::Draft;
use crate::die::{DICE, ZONES};
use crate::sheet::DieName;

/// Reads the dice and puts the wild one first. The others must have the names of the zones, in their order.
pub(super) fn read(root: &Fields<'_>, entries: &[Node<'_>], zones: &[Draft<'_>]) -> Option<[DieName; DICE]> {
    let mut wild: Vec<DieName> = Vec::new();
    let mut coloured: Vec<DieName> = Vec::new();
    for entry in entries {
        let Some((die, is_wild)) = read_die(entry) else {
            continue;
        };
        for other in wild.iter().chain(&coloured) {
            if other.name == die.name {
                entry.error(format!("there are two dice with the name {}", die.name));
            }
            if other.letter == die.letter {
                entry.error(format!(
                    "{} and {} have the same letter {}",
                    other.name, die.name, die.letter
                ));
            }
        }
        if is_wild { &mut wild } else { &mut coloured }.push(die);
    }
    // Dice that could not be read are missing here; there is no point in counting and comparing the others.
    if wild.len() + coloured.len() != DICE {
        return None;
    }
    if wild.len() != 1 {
        root.error(format!(
            "exactly one of the dice should have wild = true, but {} have",
            wild.len()
        ));
        return None;
    }
    if zones.len() == ZONES {
        for (index, (die, zone)) in coloured.iter().zip(zones).enumerate() {
            if die.name != zone.name && !zone.name.is_empty() {
                let (die, zone, place) = (&die.name, &zone.name, format!("zone {}", index + 1));
                root.error_at(
                    &place,
                    format!("its die is {die}, but its name is {zone}; dice and zones have the same order"),
                );
            }
        }
    }
    wild.extend(coloured);
    wild.try_into().ok()
}

fn read_die(entry: &Node<'_>) -> Option<(DieName, bool)> {
    let mut fields = entry.fields()?;
    let name = fields.need("name", "\"yellow\"");
    let letter = fields.need("letter", "\"Y\"");
    let wild = fields.maybe("wild").map_or(Some(false), |wild| wild.flag());
    fields.finish("a die");
    let name = name.and_then(|node| {
        let name = node.word()?;
        if RESERVED.contains(&name.as_str()) {
            node.error(format!(
                "a die cannot be called {}: the word means something else",
                quote(&name)
            ));
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
                node.error(format!(
                    "{} should be one capital letter from A to Z",
                    quote(text)
                ));
                None
            }
        }
    });
    Some((
        DieName {
            name: name?,
            letter: letter?,
        },
        wild?,
    ))
}
