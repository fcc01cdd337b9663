//! What is written in a zone, as one word and back.

use finaud_rules::zone::InkForm;
use finaud_rules::{Message, Zone, ZoneSetup};

use crate::line::no_number;
use crate::words::{number, quote};

/// Writes what stands in a zone; nothing for an empty one.
pub(super) fn text(setup: &ZoneSetup) -> String {
    let list = |numbers: &[u8]| numbers.iter().map(u8::to_string).collect::<Vec<_>>().join(",");
    if let (Some(crossed), Some(circled)) = (&setup.crossed, &setup.circled) {
        let cells = (1..=u8::MAX).filter_map(|cell| match cell {
            _ if crossed.contains(&cell) => Some(cell.to_string()),
            _ if circled.contains(&cell) => Some(format!("{cell}o")),
            _ => None,
        });
        cells.collect::<Vec<_>>().join(",")
    } else if let Some(crossed) = &setup.crossed {
        list(crossed)
    } else if let Some(numbers) = &setup.numbers {
        let given_up = setup.given_up.as_deref().unwrap_or_default();
        let cells = (1..).zip(numbers).map(|(cell, number)| {
            if given_up.contains(&cell) {
                format!("{number}!")
            } else {
                number.to_string()
            }
        });
        cells.collect::<Vec<_>>().join(",")
    } else if let Some(lines) = &setup.lines {
        let lines: Vec<String> = lines.iter().map(|line| list(line)).collect();
        if lines.iter().all(String::is_empty) {
            String::new()
        } else {
            lines.join("|")
        }
    } else if let Some(pairs) = &setup.pairs {
        let half = |number: Option<u8>| number.map_or_else(|| ".".into(), |number| number.to_string());
        pairs
            .iter()
            .map(|(left, right)| format!("{}:{}", half(*left), half(*right)))
            .collect::<Vec<_>>()
            .join(",")
    } else {
        let sides = [&setup.left, &setup.right].map(|side| list(side.as_deref().unwrap_or_default()));
        if sides.iter().all(String::is_empty) {
            String::new()
        } else {
            sides.join("|")
        }
    }
}

/// Reads what stands in a zone.
pub(super) fn read(zone: &Zone, word: &str) -> Result<ZoneSetup, Message> {
    let mut setup = ZoneSetup::default();
    match zone.ink_form() {
        InkForm::Crossed => setup.crossed = Some(list(word)?),
        InkForm::Circled => {
            let (mut crossed, mut circled) = (Vec::new(), Vec::new());
            for part in parts(word) {
                match part.strip_suffix('o') {
                    Some(cell) => circled.push(one(cell)?),
                    None => crossed.push(one(part)?),
                }
            }
            (setup.crossed, setup.circled) = (Some(crossed), Some(circled));
        }
        InkForm::Numbers | InkForm::NumbersAndGivenUp => {
            let given_up = (1..=u8::MAX)
                .zip(parts(word))
                .filter(|(_, part)| part.ends_with('!'));
            let given_up: Vec<u8> = given_up.map(|(cell, _)| cell).collect();
            let numbers: Result<Vec<u8>, Message> = parts(word)
                .map(|part| one(part.strip_suffix('!').unwrap_or(part)))
                .collect();
            setup.numbers = Some(numbers?);
            setup.given_up = (!given_up.is_empty()).then_some(given_up);
        }
        InkForm::Sides => {
            let (left, right) = word.split_once('|').ok_or_else(|| {
                Message::new(
                    "position.no-sides",
                    "{text} should have the numbers left of the centre, `|`, and those right of it",
                )
                .with("text", quote(word))
            })?;
            (setup.left, setup.right) = (Some(list(left)?), Some(list(right)?));
        }
        InkForm::Lines => setup.lines = Some(word.split('|').map(list).collect::<Result<_, _>>()?),
        InkForm::Pairs => setup.pairs = Some(parts(word).map(pair).collect::<Result<_, _>>()?),
    }
    Ok(setup)
}

fn parts(word: &str) -> impl Iterator<Item = &str> {
    word.split(',').filter(move |_| !word.is_empty())
}

fn one(word: &str) -> Result<u8, Message> {
    number(word).ok_or_else(|| no_number(word))
}

/// Reads numbers parted by commas.
pub(super) fn list(word: &str) -> Result<Vec<u8>, Message> {
    parts(word).map(one).collect()
}

fn pair(word: &str) -> Result<(Option<u8>, Option<u8>), Message> {
    let half = |word: &str| {
        if word == "." {
            Ok(None)
        } else {
            one(word).map(Some)
        }
    };
    let (left, right) = word.split_once(':').ok_or_else(|| {
        Message::new(
            "position.no-pair",
            "{text} should be two numbers with `:` between them, `.` for an empty cell",
        )
        .with("text", quote(word))
    })?;
    Ok((half(left)?, half(right)?))
}
