//! Bonuses: their names, and the short signs that fit under a cell.

use finaud_rules::{Award, Power, Sheet};

use crate::texts::sheet as texts;

/// The name of a bonus, as sheets write it.
pub(crate) fn name(sheet: &Sheet, award: Award) -> String {
    match award {
        Award::Fox => "fox".into(),
        Award::Circle(power) => power.word().into(),
        Award::Gift(gift) => sheet
            .gifts
            .get(usize::from(gift))
            .map_or_else(|| "?".into(), |gift| gift.name.clone()),
    }
}

/// A sign of at most four letters.
pub(super) fn sign(sheet: &Sheet, award: Award) -> String {
    match award {
        Award::Fox => "fox".into(),
        Award::Circle(Power::Reroll) => "re".into(),
        Award::Circle(Power::Extra) => "+1".into(),
        Award::Circle(Power::Joker) => "jo".into(),
        Award::Circle(Power::Polish) => "po".into(),
        Award::Circle(Power::TakeBack) => "tb".into(),
        Award::Gift(_) => {
            let mut short: String = name(sheet, award)
                .split(' ')
                .map(|word| word_sign(sheet, word))
                .collect();
            if short.chars().count() > 4 {
                short = short.chars().take(3).chain(['…']).collect();
            }
            short
        }
    }
}

/// A colour is its letter, black is a star: `yellow X` becomes `YX`.
fn word_sign(sheet: &Sheet, word: &str) -> String {
    match word {
        "black" => "*".into(),
        "or" => "/".into(),
        "melange" => "mel".into(),
        _ => match sheet.dice.iter().find(|die| die.name.eq_ignore_ascii_case(word)) {
            Some(die) => die.letter.to_string(),
            None => word.into(),
        },
    }
}

/// What every sign on the sheet means, in lines no wider than this.
pub(crate) fn legend(sheet: &Sheet, width: usize) -> Vec<String> {
    let mut known: Vec<(String, String)> = Vec::new();
    for award in sheet.awards() {
        let entry = (sign(sheet, award), name(sheet, award));
        if entry.0 != entry.1 && !known.contains(&entry) {
            known.push(entry);
        }
    }
    known.sort();
    let mut lines = vec![String::new()];
    for (sign, name) in known {
        let entry = texts::sign(&sign, &name);
        let line = lines.last_mut().expect("there is always a line");
        let needed = line.chars().count() + 3 + entry.chars().count();
        if line.is_empty() {
            *line = entry;
        } else if needed <= width {
            *line += &format!("   {entry}");
        } else {
            lines.push(entry);
        }
    }
    lines
}
