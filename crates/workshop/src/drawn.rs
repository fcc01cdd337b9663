//! Which value of a draft is drawn where. It is found by trying: a value is changed, and what looks different then shows it.
//! So nothing here knows a mechanic, and every one can be edited where it is drawn.

use finaud_rules::{Expected, Sheet, Step, ValuePath};

use crate::check::Checked;
use crate::draft::Draft;
use crate::edit::Edit;
use crate::value::Value;
use crate::zones::bonus_paths;

/// A value that shows itself in more places than these is none of a place.
const MOST_PLACES: usize = 4;

/// Something drawn, and the value it shows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bound<T> {
    /// What is drawn.
    pub drawn: T,
    /// The value.
    pub path: ValuePath,
    /// The word of the value, counted from 0, where it is a text of several words.
    pub word: Option<usize>,
}

/// A draft with something in every place that can give a bonus, so that every place is drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Filled {
    /// The draft.
    pub draft: Draft,
    /// The same with something else in the places that were filled: what looks different on it gives nothing in truth.
    pub other: Option<Draft>,
}

/// Puts something into every place that can give a bonus and does not.
pub fn with_every_bonus(draft: &Draft) -> Filled {
    let checked = Checked::of(draft);
    let Some(word) = plain_bonus(&checked, "") else {
        return Filled {
            draft: draft.clone(),
            other: None,
        };
    };
    let mut places = bonus_paths(draft, &[Step::Key("zones".into())]);
    places.retain(|path| {
        let text = draft.get(path).and_then(Value::text);
        text.is_some_and(|text| text.trim().is_empty())
    });
    let reads = |filled: &Draft| Sheet::read(&filled.text()).sheet.is_some();
    let mut filled = fill(draft, &places, &word);
    if !reads(&filled) {
        // Not all places may give something at once: as many as can.
        let mut possible: Vec<ValuePath> = Vec::new();
        for place in places {
            possible.push(place);
            if !reads(&fill(draft, &possible, &word)) {
                possible.pop();
            }
        }
        places = possible;
        filled = fill(draft, &places, &word);
    }
    let other = plain_bonus(&checked, &word).map(|word| fill(draft, &places, &word));
    Filled {
        draft: filled,
        other: other.filter(reads),
    }
}

fn fill(draft: &Draft, places: &[ValuePath], word: &str) -> Draft {
    let mut filled = draft.clone();
    for path in places {
        // The places are those of the draft.
        let _ = Edit::set(path, Value::Text(word.into())).apply(&mut filled);
    }
    filled
}

/// A bonus that asks nothing, other than this one: a box of an action, or a fox where there are no boxes.
fn plain_bonus(checked: &Checked, other: &str) -> Option<String> {
    let words = &checked.expectations.bonuses;
    let boxes = words.iter().skip(1).take_while(|word| !word.contains(' '));
    let mut plain = boxes.chain(words.first()).filter(|word| *word != other);
    plain.next().cloned()
}

/// What shows the value at a place.
pub fn shows<T: PartialEq + Clone>(
    draft: &Draft,
    path: &[Step],
    look: impl Fn(&Sheet) -> Vec<(T, String)>,
) -> Vec<T> {
    let checked = Checked::of(draft);
    let (Some(sheet), Some(value)) = (&checked.sheet, draft.get(path)) else {
        return Vec::new();
    };
    let before = look(sheet);
    let tries = checked
        .expectations
        .at(path)
        .flat_map(|expected| others(&checked, value, expected));
    let mut found = tries.filter_map(|(_, other)| {
        let mut tried = draft.clone();
        Edit::set(path, other).apply(&mut tried).ok()?;
        let sheet = Sheet::read(&tried.text()).sheet?;
        Some(changed(&before, &look(&sheet))).filter(|different| !different.is_empty())
    });
    found.next().unwrap_or_default()
}

/// Which values of a zone are drawn where; `look` says how each thing that is drawn looks on a sheet.
pub fn bound<T: PartialEq + Clone>(
    draft: &Draft,
    zone: usize,
    look: impl Fn(&Sheet) -> Vec<(T, String)>,
) -> Vec<Bound<T>> {
    let checked = Checked::of(draft);
    let Some(sheet) = &checked.sheet else {
        return Vec::new();
    };
    let before = look(sheet);
    let inside = [Step::Key("zones".into()), Step::Index(zone)];
    let mut all: Vec<Bound<T>> = Vec::new();
    let mut seen: Vec<(&[Step], Option<usize>)> = Vec::new();
    for (path, expected) in &checked.expectations.values {
        if !path.starts_with(&inside) {
            continue;
        }
        let Some(value) = draft.get(path) else { continue };
        for (word, other) in others(&checked, value, expected) {
            if seen.contains(&(path.as_slice(), word)) {
                continue;
            }
            let mut tried = draft.clone();
            if Edit::set(path, other).apply(&mut tried).is_err() {
                continue;
            }
            let Some(sheet) = Sheet::read(&tried.text()).sheet else {
                continue;
            };
            let different = changed(&before, &look(&sheet));
            if different.is_empty() || different.len() > MOST_PLACES {
                continue;
            }
            seen.push((path, word));
            all.extend(different.into_iter().map(|drawn| Bound {
                drawn,
                path: path.clone(),
                word,
            }));
        }
    }
    all
}

/// Other values that could stand there, each with the word that is different.
fn others(checked: &Checked, value: &Value, expected: &Expected) -> Vec<(Option<usize>, Value)> {
    match (expected, value) {
        (Expected::Bonus, Value::Text(text)) => {
            let other = plain_bonus(checked, text).or_else(|| Some("fox".into()).filter(|fox| fox != text));
            other
                .map(|other| (None, Value::Text(other)))
                .into_iter()
                .collect()
        }
        (Expected::Number { least, most }, Value::Number(number)) => {
            let near = [number + 1, number - 1];
            let fits = near.into_iter().filter(|other| (least..=most).contains(&other));
            fits.map(|other| (None, Value::Number(other))).collect()
        }
        (Expected::PrintedRow { .. }, Value::Text(text)) => {
            let words: Vec<&str> = text.split_whitespace().collect();
            let mut others = Vec::new();
            for index in 0..words.len() {
                for other in other_words(words[index]) {
                    let mut words: Vec<&str> = words.clone();
                    words[index] = &other;
                    others.push((Some(index), Value::Text(words.join(" "))));
                }
            }
            others
        }
        _ => Vec::new(),
    }
}

/// Words that could stand in a text in place of this one.
fn other_words(word: &str) -> Vec<String> {
    match word.parse::<i64>() {
        Ok(number) => [number + 1, number - 1].map(|other| other.to_string()).to_vec(),
        Err(_) => vec!["2".into(), "3".into()],
    }
}

/// What looks different; nothing if something came or went, since then everything may have moved.
fn changed<T: PartialEq + Clone>(before: &[(T, String)], after: &[(T, String)]) -> Vec<T> {
    if before.len() != after.len() {
        return Vec::new();
    }
    let mut different = Vec::new();
    for (drawn, look) in after {
        match before.iter().find(|(known, _)| known == drawn) {
            Some((_, same)) if same == look => {}
            Some(_) => different.push(drawn.clone()),
            None => return Vec::new(),
        }
    }
    different
}
