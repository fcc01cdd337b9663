//! What dice did, as text: `W4 Y3 B2 G6 O1 V5` for a roll, `platter B V O slots W Y G` for a sorting.

use finaud_rules::{DICE, Die, DieSet, Face, Message, Outcome, SLOTS, Sheet, Sorted};

use crate::notation::ParseError;
use crate::words::{Words, did_you_mean, number, quote};

/// No luck has a text longer than this.
const LONGEST: usize = 256;

/// Writes luck.
pub(super) fn text(sheet: &Sheet, outcome: Outcome) -> String {
    let letters = |dice: &mut dyn Iterator<Item = Die>| {
        dice.map(|die| sheet.dice[die.index()].letter.to_string())
            .collect::<Vec<_>>()
            .join(" ")
    };
    match outcome {
        Outcome::Roll(faces) => {
            let rolled = Die::ALL.into_iter().zip(faces).filter_map(|(die, face)| {
                face.map(|face| format!("{}{}", sheet.dice[die.index()].letter, face.pips()))
            });
            rolled.collect::<Vec<_>>().join(" ")
        }
        Outcome::Sort(Sorted { platter, slots }) => {
            format!(
                "platter {} slots {}",
                letters(&mut platter.iter()),
                letters(&mut slots.into_iter())
            )
        }
    }
}

/// Reads luck: dice in any order, by letter or name.
pub(super) fn read(sheet: &Sheet, text: &str) -> Result<Outcome, ParseError> {
    if text.len() > LONGEST {
        let error = Message::new("outcome.long-roll", "{text} is too long to be a roll");
        return Err(ParseError::because(error.with("text", quote(text))));
    }
    let text = text.replace(',', " ");
    let mut words = Words::of(&text);
    let sorts = words.peek().is_some_and(|word| is_heap(word).is_some());
    let outcome = if sorts {
        sorting(sheet, &mut words).map(Outcome::Sort)
    } else {
        roll(sheet, &mut words)
    };
    outcome.map_err(ParseError::because)
}

fn roll(sheet: &Sheet, words: &mut Words<'_>) -> Result<Outcome, Message> {
    let mut faces = [None; DICE];
    if words.peek().is_none() {
        return Err(Message::new(
            "outcome.nothing",
            "no die is named; write each as its letter and face, as in `W4`",
        ));
    }
    while let Some(word) = words.take() {
        let (die, face) = match sheet.die_named(word) {
            Some(die) => {
                let face = words.take().ok_or_else(|| {
                    let error = Message::new("outcome.face-missing", "what does the die {die} show?");
                    error.with("die", quote(word))
                });
                (die, face?)
            }
            None => die_and_face(sheet, word)?,
        };
        let face = number(face).and_then(Face::new).ok_or_else(|| no_face(face))?;
        if faces[die.index()].replace(face).is_some() {
            return Err(named_twice(sheet, die));
        }
    }
    Ok(Outcome::Roll(faces))
}

/// No die shows this.
pub(super) fn no_face(face: &str) -> Message {
    Message::new("outcome.no-face", "a die cannot show {face}").with("face", quote(face))
}

fn named_twice(sheet: &Sheet, die: Die) -> Message {
    Message::new("outcome.die-twice", "the {die} die is named twice")
        .with("die", &sheet.dice[die.index()].name)
}

/// Parts `W4` into die and face.
pub(super) fn die_and_face<'a>(sheet: &Sheet, word: &'a str) -> Result<(Die, &'a str), Message> {
    let name =
        word.trim_end_matches(|letter: char| letter.is_ascii_digit() || letter == '-' || letter == '+');
    match sheet.die_named(name) {
        Some(die) => Ok((die, &word[name.len()..])),
        None => Err(no_die(sheet, if name.is_empty() { word } else { name })),
    }
}

fn no_die(sheet: &Sheet, word: &str) -> Message {
    let names = sheet.dice.iter().map(|die| die.name.as_str());
    let letters: Vec<String> = sheet.dice.iter().map(|die| die.letter.to_string()).collect();
    Message::new("outcome.no-die", "{word} is none of the dice {dice}{guess}")
        .with("word", quote(word))
        .with("dice", letters.join(" "))
        .with("guess", did_you_mean(word, names))
}

/// Is the word one of the two heaps of a sorting? `true` for the platter.
fn is_heap(word: &str) -> Option<bool> {
    let platter = word.eq_ignore_ascii_case("platter");
    (platter || word.eq_ignore_ascii_case("slots")).then_some(platter)
}

fn sorting(sheet: &Sheet, words: &mut Words<'_>) -> Result<Sorted, Message> {
    let mut heaps: [Vec<Die>; 2] = Default::default();
    let mut on_platter = true;
    while let Some(word) = words.take() {
        if let Some(platter) = is_heap(word) {
            on_platter = platter;
            continue;
        }
        let die = sheet.die_named(word).ok_or_else(|| no_die(sheet, word))?;
        if heaps.iter().flatten().any(|other| *other == die) {
            return Err(named_twice(sheet, die));
        }
        heaps[usize::from(!on_platter)].push(die);
    }
    let [platter, slots] = heaps;
    let wrong = || {
        Message::new(
            "outcome.sorting",
            "name three dice after `platter` and three after `slots`: `platter B V O slots W Y G`",
        )
    };
    if platter.len() != SLOTS {
        return Err(wrong());
    }
    let platter: DieSet = platter.into_iter().collect();
    Ok(Sorted {
        platter,
        slots: slots.try_into().map_err(|_| wrong())?,
    })
}
