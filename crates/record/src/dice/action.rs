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

use finaud_rules::{Action, Die, Entry, Face, GiftChoice, Joker, Mark, Message, Power, Sheet};

use super::{no_gift, target};
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
        return Err(ParseError::because(too_long(text)));
    }
    read_tidy(sheet, &tidy(text)).map_err(ParseError::because)
}

fn read_tidy(sheet: &Sheet, text: &str) -> Result<Action, Message> {
    if let Some((_, action)) = PLAIN.iter().find(|(plain, _)| plain.eq_ignore_ascii_case(text)) {
        return Ok(*action);
    }
    if let Some((gift, use_of_it)) = text.split_once(':') {
        return read_gift(sheet, gift.trim(), use_of_it);
    }
    let mut words = Words::of(text);
    let action = match words.peek() {
        None => return Err(missing()),
        Some(word) if word.eq_ignore_ascii_case("take") => {
            words.take();
            if !words.take_if("back") {
                let error = Message::new(
                    "action.take-back",
                    "`take` is followed by `back` and a die: `take back {die}`",
                );
                return Err(error.with("die", &sheet.dice[1].name));
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

/// A text is longer than any action.
pub(crate) fn too_long(text: &str) -> Message {
    Message::new("action.too-long", "{text} is too long to be an action").with("text", quote(text))
}

/// There is no text.
pub(crate) fn missing() -> Message {
    Message::new("action.missing", "an action is missing here")
}

/// Nothing may follow.
pub(crate) fn ended(words: &mut Words<'_>) -> Result<(), Message> {
    words.take().map_or(Ok(()), |word| {
        let error = Message::new("action.too-much", "the action should end before {word}");
        Err(error.with("word", quote(word)))
    })
}

fn dice_names(sheet: &Sheet) -> impl Iterator<Item = &str> {
    sheet.dice.iter().map(|die| die.name.as_str())
}

fn read_die(sheet: &Sheet, words: &mut Words<'_>) -> Result<Die, Message> {
    let word = words.take().ok_or_else(|| {
        Message::new(
            "action.no-die-named",
            "the action ends where a die should be named",
        )
    })?;
    sheet.die_named(word).ok_or_else(|| {
        let actions = PLAIN.iter().map(|(text, _)| *text).chain(["take back"]);
        Message::new("action.no-die", "{word} is no die and no action{guess}")
            .with("word", quote(word))
            .with("guess", did_you_mean(word, dice_names(sheet).chain(actions)))
    })
}

fn read_zone(sheet: &Sheet, words: &mut Words<'_>) -> Result<u8, Message> {
    let word = words.take().ok_or_else(|| {
        Message::new(
            "action.no-zone-named",
            "the action ends where a zone should be named",
        )
    })?;
    sheet
        .zone_named(word)
        .or_else(|| sheet.die_named(word)?.zone())
        .ok_or_else(|| {
            let names = sheet.zones.iter().map(|zone| zone.name.as_str());
            Message::new("action.no-zone", "{word} is no zone{guess}")
                .with("word", quote(word))
                .with("guess", did_you_mean(word, names))
        })
}

fn read_entry(sheet: &Sheet, words: &mut Words<'_>) -> Result<Entry, Message> {
    let die = read_die(sheet, words)?;
    let name = &sheet.dice[die.index()].name;
    let zone = if words.take_if("as") {
        let zone = read_zone(sheet, words)?;
        if die.zone().is_some_and(|own| own != zone) {
            let error = Message::new(
                "action.other-colour",
                "the {die} die cannot stand for another colour; only {wild} can",
            );
            return Err(error.with("die", name).with("wild", &sheet.dice[0].name));
        }
        zone
    } else {
        die.zone().ok_or_else(|| {
            Message::new(
                "action.stands-for",
                "say what the {die} die stands for: `{die} as {zone}`",
            )
            .with("die", name)
            .with("zone", &sheet.zones[0].name)
        })?
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

fn read_joker(sheet: &Sheet, words: &mut Words<'_>) -> Result<Joker, Message> {
    let word = words.take().ok_or_else(|| {
        Message::new(
            "action.joker-number",
            "`joker` is followed by the number of the box, or `?`",
        )
    })?;
    let joker = match word {
        "?" => Some(Joker::Free),
        _ => number(word).and_then(Face::new).map(Joker::Number),
    };
    joker
        .filter(|joker| sheet.power(Power::Joker).jokers.contains(joker))
        .ok_or_else(|| {
            Message::new("action.no-joker", "the sheet has no joker box {word}").with("word", quote(word))
        })
}

fn read_polish(sheet: &Sheet, words: &mut Words<'_>) -> Result<u8, Message> {
    let word = words.take().ok_or_else(|| {
        Message::new(
            "action.polish-number",
            "`polish` is followed by the number of boxes spent",
        )
    })?;
    let boxes = sheet.power(Power::Polish).boxes;
    number(word)
        .filter(|count| (1..=boxes).contains(count))
        .ok_or_else(|| {
            Message::new(
                "action.no-polish",
                "{word} polish boxes cannot be spent: the sheet has {boxes}",
            )
            .with("word", quote(word))
            .with("boxes", boxes)
        })
}

fn read_gift(sheet: &Sheet, name: &str, use_of_it: &str) -> Result<Action, Message> {
    let Some(gift) = sheet.gift_named(name) else {
        return Err(no_gift(sheet, name, name));
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
                    Message::new(
                        "action.gift-power",
                        "`{gift}:` is followed by one of {powers}, not {word}",
                    )
                    .with("gift", name)
                    .with("powers", known.join(", "))
                    .with("word", quote(word))
                })?;
            Action::Circle { gift, power: *power }
        }
        GiftChoice::Mark(zones) => {
            let zone = read_zone(sheet, &mut words)?;
            if !zones.iter().any(|(known, _)| *known == zone) {
                let error = Message::new("action.gift-zone", "`{gift}` cannot mark {zone}");
                let zone = &sheet.zones[usize::from(zone)].name;
                return Err(error.with("gift", name).with("zone", zone));
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
