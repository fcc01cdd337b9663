//! Actions as text, free of the position.
//!
//! | text | action |
//! |---|---|
//! | `roll`, `end rolls`, `reroll`, `forfeit`, `decline`, `done` | what they say |
//! | `take back green` | take the green die back from the platter |
//! | `blue 7`, `white as violet 4` | pick a die and enter it |
//! | `+1 white as yellow 3 r1` | use it as an extra die |
//! | `pink half 2 joker 6`, `green left 3 polish 2` | with actions spent on it |
//! | `yellow X: yellow 3 r1`, `black ?: violet 4` | use a bonus to mark a zone |
//! | `melange: joker` | use a bonus to circle an action box |
//!
//! How a place in a zone is written is told in [`target`]. When read, case does not matter, more blanks do no
//! harm, and a die's letter will do for its name.

use finaud_rules::{Action, Die, Entry, Face, GiftChoice, Joker, Mark, Power, Sheet};

use super::target;
use crate::notation::ParseError;
use crate::words::{Words, did_you_mean, number, quote, tidy};

/// No action has a text longer than this.
const LONGEST: usize = 256;

const PLAIN: [(&str, Action); 6] = [
    ("roll", Action::Roll),
    ("end rolls", Action::EndRolls),
    ("reroll", Action::Reroll),
    ("forfeit", Action::Forfeit),
    ("decline", Action::Decline),
    ("done", Action::Done),
];

/// Writes an action.
pub(super) fn text(sheet: &Sheet, action: Action) -> String {
    match action {
        Action::TakeBack(die) => format!("take back {}", sheet.dice[die.index()].name),
        Action::Pick(entry) => entry_text(sheet, entry),
        Action::Extra(entry) => format!("+1 {}", entry_text(sheet, entry)),
        Action::Gift { gift, zone, mark } => {
            format!("{}: {}", gift_name(sheet, gift), marked(sheet, zone, mark))
        }
        Action::Circle { gift, power } => format!("{}: {}", gift_name(sheet, gift), power.word()),
        Action::Roll
        | Action::EndRolls
        | Action::Reroll
        | Action::Forfeit
        | Action::Decline
        | Action::Done => PLAIN
            .iter()
            .find(|(_, plain)| *plain == action)
            .map_or("", |(text, _)| text)
            .into(),
    }
}

fn gift_name(sheet: &Sheet, gift: u8) -> &str {
    sheet.gifts.get(usize::from(gift)).map_or("?", |gift| &gift.name)
}

fn marked(sheet: &Sheet, zone: u8, mark: Mark) -> String {
    let Some(zone) = sheet.zones.get(usize::from(zone)) else {
        return "?".into();
    };
    let target = target::text(zone, mark);
    if target.is_empty() {
        zone.name.clone()
    } else {
        format!("{} {target}", zone.name)
    }
}

fn entry_text(sheet: &Sheet, entry: Entry) -> String {
    let mut text = String::new();
    if entry.die.zone() != Some(entry.zone) {
        text = format!("{} as ", sheet.dice[entry.die.index()].name);
    }
    text += &marked(sheet, entry.zone, entry.mark);
    match entry.joker {
        None => {}
        Some(Joker::Number(face)) => text += &format!(" joker {}", face.pips()),
        Some(Joker::Free) => text += " joker ?",
    }
    if entry.polish > 0 {
        text += &format!(" polish {}", entry.polish);
    }
    text
}

/// Reads an action.
pub(super) fn read(sheet: &Sheet, text: &str) -> Result<Action, ParseError> {
    if text.len() > LONGEST {
        return Err(ParseError::because(format!(
            "{} is too long to be an action",
            quote(text)
        )));
    }
    read_tidy(sheet, &tidy(text)).map_err(ParseError::because)
}

fn read_tidy(sheet: &Sheet, text: &str) -> Result<Action, String> {
    if let Some((_, action)) = PLAIN.iter().find(|(plain, _)| plain.eq_ignore_ascii_case(text)) {
        return Ok(*action);
    }
    if let Some((gift, use_of_it)) = text.split_once(':') {
        return read_gift(sheet, gift.trim(), use_of_it);
    }
    let mut words = Words::of(text);
    let action = match words.peek() {
        None => return Err("an action is missing here".into()),
        Some(word) if word.eq_ignore_ascii_case("take") => {
            words.take();
            if !words.take_if("back") {
                return Err(format!(
                    "after `take` comes `back` and a die: `take back {}`",
                    sheet.dice[1].name
                ));
            }
            Action::TakeBack(read_die(sheet, &mut words)?)
        }
        Some("+1") => {
            words.take();
            Action::Extra(read_entry(sheet, &mut words)?)
        }
        Some(_) => Action::Pick(read_entry(sheet, &mut words)?),
    };
    ended(&mut words).map(|()| action)
}

fn ended(words: &mut Words<'_>) -> Result<(), String> {
    words.take().map_or(Ok(()), |word| {
        Err(format!("{} is too much at the end of the action", quote(word)))
    })
}

fn dice_names(sheet: &Sheet) -> impl Iterator<Item = &str> {
    sheet.dice.iter().map(|die| die.name.as_str())
}

fn read_die(sheet: &Sheet, words: &mut Words<'_>) -> Result<Die, String> {
    let word = words
        .take()
        .ok_or("the action ends where a die should be named")?;
    sheet.die_named(word).ok_or_else(|| {
        let actions = PLAIN.iter().map(|(text, _)| *text).chain(["take back"]);
        format!(
            "{} is no die and no action{}",
            quote(word),
            did_you_mean(word, dice_names(sheet).chain(actions))
        )
    })
}

fn read_zone(sheet: &Sheet, words: &mut Words<'_>) -> Result<u8, String> {
    let word = words
        .take()
        .ok_or("the action ends where a zone should be named")?;
    sheet
        .zone_named(word)
        .or_else(|| sheet.die_named(word)?.zone())
        .ok_or_else(|| {
            let names = sheet.zones.iter().map(|zone| zone.name.as_str());
            format!("{} is no zone{}", quote(word), did_you_mean(word, names))
        })
}

fn read_entry(sheet: &Sheet, words: &mut Words<'_>) -> Result<Entry, String> {
    let die = read_die(sheet, words)?;
    let name = &sheet.dice[die.index()].name;
    let zone = if words.take_if("as") {
        let zone = read_zone(sheet, words)?;
        if die.zone().is_some_and(|own| own != zone) {
            return Err(format!(
                "the {name} die cannot stand for another colour; only {} can",
                sheet.dice[0].name
            ));
        }
        zone
    } else {
        let example = &sheet.zones[0].name;
        die.zone()
            .ok_or_else(|| format!("say what the {name} die stands for: `{name} as {example}`"))?
    };
    let mark = target::read(&sheet.zones[usize::from(zone)], words)?;
    let mut entry = Entry::plain(die, zone, mark);
    loop {
        if entry.joker.is_none() && words.take_if("joker") {
            entry.joker = Some(read_joker(sheet, words)?);
        } else if entry.polish == 0 && words.take_if("polish") {
            entry.polish = read_polish(sheet, words)?;
        } else {
            return Ok(entry);
        }
    }
}

fn read_joker(sheet: &Sheet, words: &mut Words<'_>) -> Result<Joker, String> {
    let word = words
        .take()
        .ok_or("after `joker` comes the number of the box, or `?`")?;
    let joker = match word {
        "?" => Some(Joker::Free),
        _ => number(word).and_then(Face::new).map(Joker::Number),
    };
    joker
        .filter(|joker| sheet.power(Power::Joker).jokers.contains(joker))
        .ok_or_else(|| format!("the sheet has no joker box {}", quote(word)))
}

fn read_polish(sheet: &Sheet, words: &mut Words<'_>) -> Result<u8, String> {
    let word = words
        .take()
        .ok_or("after `polish` comes the number of boxes spent")?;
    let boxes = sheet.power(Power::Polish).boxes;
    number(word)
        .filter(|count| (1..=boxes).contains(count))
        .ok_or_else(|| {
            format!(
                "{} polish boxes cannot be spent: the sheet has {boxes}",
                quote(word)
            )
        })
}

fn read_gift(sheet: &Sheet, name: &str, use_of_it: &str) -> Result<Action, String> {
    let Some(gift) = sheet.gift_named(name) else {
        let names = sheet.gifts.iter().map(|gift| gift.name.as_str());
        return Err(format!(
            "{} is no bonus that asks for a choice{}",
            quote(name),
            did_you_mean(name, names)
        ));
    };
    let mut words = Words::of(use_of_it);
    let action = match &sheet.gifts[usize::from(gift)].choice {
        GiftChoice::Circle(powers) => {
            let word = words.take().unwrap_or_default();
            let known: Vec<&str> = powers.iter().map(|power| power.word()).collect();
            let power = powers
                .iter()
                .find(|power| power.word().eq_ignore_ascii_case(word))
                .ok_or_else(|| {
                    format!(
                        "after `{name}:` comes one of {}, not {}",
                        known.join(", "),
                        quote(word)
                    )
                })?;
            Action::Circle { gift, power: *power }
        }
        GiftChoice::Mark(zones) => {
            let zone = read_zone(sheet, &mut words)?;
            if !zones.iter().any(|(known, _)| *known == zone) {
                return Err(format!(
                    "`{name}` cannot mark {}",
                    sheet.zones[usize::from(zone)].name
                ));
            }
            Action::Gift {
                gift,
                zone,
                mark: target::read(&sheet.zones[usize::from(zone)], &mut words)?,
            }
        }
    };
    ended(&mut words).map(|()| action)
}
