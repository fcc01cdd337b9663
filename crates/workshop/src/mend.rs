//! A sheet to draw, even where the draft is wrong: what cannot be read is left out of the picture, not out of the draft.

use finaud_rules::{Sheet, Step};

use crate::draft::Draft;
use crate::edit::Edit;
use crate::value::Value;

/// So often the reader is asked before the picture is given up.
const MOST_TRIES: usize = 40;

/// What can be drawn of a draft.
#[derive(Clone, PartialEq, Debug)]
pub struct Drawable {
    /// The sheet.
    pub sheet: Sheet,
    /// The text it was read from.
    pub draft: Draft,
    /// The zones in it that are those of the draft; others only fill the place.
    pub zones: Vec<usize>,
}

/// What can be drawn of a draft; `None` if too much is wrong.
pub fn drawable(draft: &Draft) -> Option<Drawable> {
    let empty = Draft::empty();
    let stubs = empty.list("zones");
    let mut mended = draft.clone();
    let there = draft.list("zones").len();
    let mut real: Vec<usize> = (0..there.min(stubs.len())).collect();
    let mut dice_replaced = false;
    for _ in 0..MOST_TRIES {
        let reading = Sheet::read(&mended.text());
        if let Some(sheet) = reading.sheet {
            return Some(Drawable {
                sheet,
                draft: mended,
                zones: real,
            });
        }
        let mut progress = false;
        for problem in reading.problems.iter().filter(|problem| problem.is_error()) {
            progress |= match problem.path.as_slice() {
                [Step::Key(zones), Step::Index(zone), ..] if zones == "zones" && *zone < stubs.len() => {
                    let bonus = problem.path.len() > 3
                        && problem
                            .path
                            .last()
                            .is_some_and(|step| matches!(step, Step::Index(_)));
                    let text = mended
                        .get(&problem.path)
                        .and_then(Value::text)
                        .is_some_and(|text| !text.is_empty());
                    if bonus && text {
                        Edit::set(&problem.path, Value::Text(String::new()))
                            .apply(&mut mended)
                            .is_ok()
                    } else {
                        real.retain(|known| known != zone);
                        put_stub(&mut mended, *zone, &stubs[*zone])
                    }
                }
                [Step::Key(zones), ..] if zones == "zones" => fill_zones(&mut mended, stubs),
                [] | [Step::Key(_)]
                    if !dice_replaced
                        && mended.list("zones").len() == stubs.len()
                        && problem.path.is_empty() =>
                {
                    dice_replaced = true;
                    new_dice(&mut mended)
                }
                [Step::Key(dice), ..] if dice == "dice" => {
                    dice_replaced = true;
                    new_dice(&mut mended)
                }
                [Step::Key(head), ..] => match empty.root.key(head) {
                    Some(value) => {
                        mended.put(head, value.clone());
                        true
                    }
                    None => Edit::Remove(vec![Step::Key(head.clone())])
                        .apply(&mut mended)
                        .is_ok(),
                },
                _ => fill_head(&mut mended, &empty) | fill_zones(&mut mended, stubs),
            };
        }
        if !progress {
            return None;
        }
    }
    None
}

/// Another zone in the place of one that cannot be read, under the same name where it has one.
fn put_stub(mended: &mut Draft, zone: usize, stub: &Value) -> bool {
    let path = [Step::Key("zones".into()), Step::Index(zone)];
    let name = mended.get(&path).and_then(|zone| zone.key("name")).cloned();
    let mut stub = stub.clone();
    if let (Some(name), Some(there)) = (name, stub.get_mut(&[Step::Key("name".into())])) {
        *there = name;
    }
    let same = mended.get(&path) == Some(&stub);
    match same {
        // Even so it is wrong: its name is.
        true => {
            let name = Value::Text("abcdefgh"[zone..].repeat(2));
            Edit::set(
                &[path[0].clone(), path[1].clone(), Step::Key("name".into())],
                name,
            )
            .apply(mended)
            .is_ok()
                && new_dice(mended)
        }
        false => Edit::set(&path, stub).apply(mended).is_ok(),
    }
}

/// As many zones as a sheet has.
fn fill_zones(mended: &mut Draft, stubs: &[Value]) -> bool {
    let mut zones = mended.list("zones").to_vec();
    let before = zones.len();
    zones.truncate(stubs.len());
    for stub in &stubs[zones.len()..] {
        let mut stub = stub.clone();
        let taken = |name: &str| {
            zones
                .iter()
                .any(|zone| zone.key("name").and_then(Value::text) == Some(name))
        };
        let own = stub
            .key("name")
            .and_then(Value::text)
            .unwrap_or_default()
            .to_string();
        if taken(&own) {
            let name = (b'a'..=b'z')
                .map(|letter| char::from(letter).to_string().repeat(6))
                .find(|name| !taken(name));
            if let (Some(name), Some(there)) = (name, stub.get_mut(&[Step::Key("name".into())])) {
                *there = Value::Text(name);
            }
        }
        zones.push(stub);
    }
    let changed = before != stubs.len() || mended.root.key("zones").is_none();
    mended.put("zones", Value::List(zones));
    changed && {
        new_dice(mended);
        true
    }
}

/// What every sheet says at its head, where it is missing.
fn fill_head(mended: &mut Draft, empty: &Draft) -> bool {
    let mut changed = false;
    for (key, value) in empty.root.fields() {
        if mended.root.key(key).is_none() {
            mended.put(key, value.clone());
            changed = true;
        }
    }
    changed
}

/// Dice that go with the zones: those that are there, and plain ones for the others; if that is nothing new, plain ones for all.
fn new_dice(mended: &mut Draft) -> bool {
    let zones = mended.list("zones");
    let names: Vec<String> = zones
        .iter()
        .filter_map(|zone| Some(zone.key("name")?.text()?.to_string()))
        .collect();
    let before = mended.root.key("dice").cloned();
    let known = before.as_ref().map(Value::entries).unwrap_or_default();
    let kept = Value::List(dice_for(&names, known));
    let dice = match before.as_ref() == Some(&kept) {
        true => Value::List(dice_for(&names, &[])),
        false => kept,
    };
    let changed = before.as_ref() != Some(&dice);
    mended.put("dice", dice);
    changed
}

/// A die for each zone and a white one: those that are there, and plain ones where they are missing.
pub fn complete_dice(draft: &Draft) -> Edit {
    let zones = draft.list("zones").iter();
    let names: Vec<String> = zones
        .filter_map(|zone| Some(zone.key("name")?.text()?.to_string()))
        .collect();
    let dice = Value::List(dice_for(&names, draft.list("dice")));
    Edit::Set(vec![Step::Key("dice".into())], dice)
}

fn dice_for(names: &[String], known: &[Value]) -> Vec<Value> {
    let is_wild = |die: &&Value| die.key("wild") == Some(&Value::Flag(true));
    let named = |name: &str| {
        let dice = known.iter().filter(|die| !is_wild(die));
        dice.into_iter()
            .find(|die| die.key("name").and_then(Value::text) == Some(name))
    };
    let wild = if names.iter().any(|name| name == "white") {
        "wild"
    } else {
        "white"
    };
    let wild = known.iter().find(is_wild).cloned().unwrap_or_else(|| {
        let mut die = plain_die(wild, 'W');
        if let Value::Table(fields) = &mut die {
            fields.push(("wild".into(), Value::Flag(true)));
        }
        die
    });
    let mut dice = vec![wild];
    for name in names {
        let free = |letter: &char| {
            let letter = letter.to_string();
            let has = |die: &Value| die.key("letter").and_then(Value::text) == Some(letter.as_str());
            !known.iter().any(has) && !dice.iter().any(has)
        };
        let die = named(name).cloned();
        let die = die.unwrap_or_else(|| plain_die(name, ('A'..='Z').find(free).unwrap_or('Z')));
        dice.push(die);
    }
    dice
}

fn plain_die(name: &str, letter: char) -> Value {
    Value::Table(vec![
        ("name".into(), Value::Text(name.into())),
        ("letter".into(), Value::Text(letter.to_string())),
    ])
}
