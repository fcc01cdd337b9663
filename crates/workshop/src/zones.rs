//! Zones that come, go, and change their mechanic or their colour. Which mechanics there are is asked of the reader; how a zone
//! of a mechanic looks, of the sheets that are there.

use finaud_rules::{Expected, Sheet, Step, Tint, builtin_ids, builtin_text};

use crate::check::{Checked, Kind};
use crate::draft::Draft;
use crate::edit::Edit;
use crate::propose::propose;
use crate::value::Value;

fn key(word: &str) -> Step {
    Step::Key(word.into())
}

fn zone_path(zone: usize) -> Vec<Step> {
    vec![key("zones"), Step::Index(zone)]
}

/// Every mechanic the rules know.
pub fn mechanics() -> Vec<String> {
    let draft = Draft::empty();
    let mut path = zone_path(0);
    path.push(key("mechanic"));
    match Checked::of(&draft).kind(&draft, &path) {
        Some(Kind::OneOf(words)) => words,
        _ => Vec::new(),
    }
}

/// A zone of a mechanic, without bonuses: as on the first sheet that has one, or as the reader would have it.
fn zone_of(mechanic: &str, name: &str) -> Value {
    let sheets = builtin_ids().into_iter().filter_map(builtin_text);
    let drafts = std::iter::once(Draft::empty()).chain(sheets.filter_map(|text| Draft::read(text).ok()));
    let found = drafts.into_iter().find_map(|draft| {
        let zones = draft.list("zones");
        let zone = zones
            .iter()
            .position(|zone| zone.key("mechanic").and_then(Value::text) == Some(mechanic))?;
        without_bonuses(&draft, zone)
    });
    let zone = found.unwrap_or_else(|| from_examples(mechanic));
    renamed(zone, name)
}

fn renamed(mut zone: Value, name: &str) -> Value {
    if let Some(there) = zone.get_mut(&[key("name")]) {
        *there = Value::Text(name.into());
    }
    zone
}

/// A zone of a draft with empty texts where its bonuses are.
fn without_bonuses(draft: &Draft, zone: usize) -> Option<Value> {
    let mut bare = draft.clone();
    let path = zone_path(zone);
    for bonus in bonus_paths(draft, &path) {
        *bare.root.get_mut(&bonus)? = Value::Text(String::new());
    }
    bare.get(&path).cloned()
}

/// Where bonuses stand inside a place.
pub(crate) fn bonus_paths(draft: &Draft, inside: &[Step]) -> Vec<Vec<Step>> {
    let (_, expectations) = Sheet::read_closely(&draft.text());
    let bonuses = expectations
        .values
        .into_iter()
        .filter(|(path, expected)| *expected == Expected::Bonus && path.starts_with(inside));
    bonuses.map(|(path, _)| path).collect()
}

/// A zone with everything the reader asks for, as in its examples.
fn from_examples(mechanic: &str) -> Value {
    let mut draft = Draft::empty();
    let name = Value::Text("name".into());
    let zone = Value::Table(vec![
        ("name".into(), name),
        ("mechanic".into(), Value::Text(mechanic.into())),
    ]);
    let path = zone_path(0);
    if let Some(there) = draft.root.get_mut(&path) {
        *there = zone;
    }
    for _ in 0..12 {
        let offers = Checked::of(&draft).offers(&draft, &path);
        let Some(offer) = offers.into_iter().find(|offer| offer.needed) else {
            break;
        };
        let mut inner = path.clone();
        inner.push(Step::Key(offer.key));
        let Some(value) = propose(&draft, &inner) else {
            break;
        };
        if Edit::Set(inner, value).apply(&mut draft).is_err() {
            break;
        }
    }
    draft.get(&path).cloned().unwrap_or(Value::Table(Vec::new()))
}

/// The names of all dice.
fn dice_names(draft: &Draft) -> Vec<String> {
    let dice = draft.list("dice");
    let names = dice.iter().filter_map(|die| die.key("name")?.text());
    names.map(str::to_string).collect()
}

/// A letter that no die has: one of the name, or any.
fn free_letter(draft: &Draft, name: &str, besides: Option<usize>) -> String {
    let dice = draft.list("dice");
    let taken: Vec<&str> = dice
        .iter()
        .enumerate()
        .filter(|(index, _)| Some(*index) != besides)
        .filter_map(|(_, die)| die.key("letter")?.text())
        .collect();
    let letters = name
        .to_ascii_uppercase()
        .chars()
        .chain('A'..='Z')
        .collect::<Vec<_>>();
    let free = letters
        .into_iter()
        .find(|letter| letter.is_ascii_uppercase() && !taken.contains(&letter.to_string().as_str()));
    free.unwrap_or('Z').to_string()
}

/// A zone more, of this mechanic, with a die of a colour that no other die has.
pub fn add_zone(draft: &Draft, mechanic: &str) -> Edit {
    let taken = dice_names(draft);
    let free = |name: &&str| !taken.iter().any(|known| known == name) && *name != "black" && *name != "white";
    let name = Tint::NAMES
        .into_iter()
        .find(free)
        .map_or_else(|| format!("die{}", "x".repeat(taken.len() % 16)), str::to_string);
    let die = Value::Table(vec![
        ("name".into(), Value::Text(name.clone())),
        ("letter".into(), Value::Text(free_letter(draft, &name, None))),
    ]);
    let zone = zone_of(mechanic, &name);
    Edit::Several(vec![append(draft, "dice", die), append(draft, "zones", zone)])
}

fn append(draft: &Draft, list: &str, value: Value) -> Edit {
    match draft.root.key(list) {
        Some(Value::List(entries)) => {
            Edit::Insert(vec![key(list), Step::Index(entries.len())], entries.len(), value)
        }
        _ => Edit::Set(vec![key(list)], Value::List(vec![value])),
    }
}

/// A zone and its die go. Bonuses for it stay, and are wrong until somebody changes them: nothing is lost unseen.
pub fn remove_zone(draft: &Draft, zone: usize) -> Edit {
    let die = die_of_zone(draft, zone).map(|die| Edit::Remove(vec![key("dice"), Step::Index(die)]));
    Edit::Several(
        std::iter::once(Edit::Remove(zone_path(zone)))
            .chain(die)
            .collect(),
    )
}

/// The die that has the name of a zone.
pub fn die_of_zone(draft: &Draft, zone: usize) -> Option<usize> {
    let name = draft.list("zones").get(zone)?.key("name")?.text()?;
    position_of(draft.list("dice"), name)
}

/// The entry with this name.
fn position_of(entries: &[Value], name: &str) -> Option<usize> {
    let named = |entry: &Value| entry.key("name").and_then(Value::text) == Some(name);
    entries.iter().position(named)
}

/// The zone changes its place with the one before or after it on the sheet, and so do their dice: both have the same order.
/// Nothing happens where there is no such zone.
pub fn swap_zones(draft: &Draft, zone: usize, other: usize) -> Edit {
    let zones = draft.list("zones");
    if zone.max(other) >= zones.len() {
        return Edit::Several(Vec::new());
    }
    let mut edits = swap("zones", zones, zone, other);
    if let (Some(one), Some(two)) = (die_of_zone(draft, zone), die_of_zone(draft, other)) {
        edits.extend(swap("dice", draft.list("dice"), one, two));
    }
    Edit::Several(edits)
}

/// The die changes its place with another one; where both have zones, those follow.
pub fn swap_dice(draft: &Draft, die: usize, other: usize) -> Edit {
    let dice = draft.list("dice");
    if die.max(other) >= dice.len() {
        return Edit::Several(Vec::new());
    }
    let zone = |die: usize| position_of(draft.list("zones"), dice[die].key("name")?.text()?);
    match (zone(die), zone(other)) {
        (Some(one), Some(two)) => swap_zones(draft, one, two),
        _ => Edit::Several(swap("dice", dice, die, other)),
    }
}

fn swap(list: &str, entries: &[Value], one: usize, two: usize) -> Vec<Edit> {
    let set = |to: usize, from: usize| Edit::Set(vec![key(list), Step::Index(to)], entries[from].clone());
    match one == two {
        true => Vec::new(),
        false => vec![set(one, two), set(two, one)],
    }
}

/// The zone gets another mechanic, and with it other cells.
pub fn change_mechanic(draft: &Draft, zone: usize, mechanic: &str) -> Edit {
    let path = zone_path(zone);
    let name = draft
        .get(&path)
        .and_then(|zone| zone.key("name"))
        .and_then(Value::text);
    let zone = zone_of(mechanic, name.unwrap_or("name"));
    Edit::Set(path, zone)
}

/// A die and its zone get another colour. A die that is called by a colour gets the name of the new one, wherever it is named.
pub fn recolour(draft: &Draft, die: usize, colour: &str) -> Edit {
    let path = vec![key("dice"), Step::Index(die)];
    let Some(there) = draft.get(&path) else {
        return Edit::Several(Vec::new());
    };
    let inside = |word: &str| path.iter().cloned().chain([key(word)]).collect::<Vec<_>>();
    let old = there.key("name").and_then(Value::text).unwrap_or_default();
    let is_free = !dice_names(draft).iter().any(|name| name == colour);
    let can_be_name = Tint::NAMES.contains(&colour) && colour != "black" && is_free;
    if !Tint::NAMES.contains(&old) || !can_be_name {
        return Edit::Set(inside("colour"), Value::Text(colour.into()));
    }
    let mut edits = vec![
        Edit::Set(inside("name"), Value::Text(colour.into())),
        Edit::Set(
            inside("letter"),
            Value::Text(free_letter(draft, colour, Some(die))),
        ),
    ];
    for gone in ["colour", "title"] {
        if there.key(gone).is_some() {
            edits.push(Edit::Remove(inside(gone)));
        }
    }
    edits.extend(renamed_uses(draft, old, colour));
    Edit::Several(edits)
}

/// A die gets another name, and with it its zone, wherever it is named.
pub fn rename_die(draft: &Draft, die: usize, name: &str) -> Edit {
    let path = vec![key("dice"), Step::Index(die), key("name")];
    let old = draft.get(&path).and_then(Value::text).unwrap_or_default();
    let twice = dice_names(draft).iter().filter(|known| *known == old).count() > 1;
    let mut edits = vec![Edit::Set(path, Value::Text(name.into()))];
    // Where two have the same name, nobody knows which one is meant elsewhere.
    if !old.is_empty() && !twice {
        edits.extend(renamed_uses(draft, old, name));
    }
    Edit::Several(edits)
}

/// A row of action boxes, or a bonus that lets one choose between rows, gets another name wherever it is named.
pub fn rename_action(draft: &Draft, old: &str, name: &str) -> Edit {
    let path = vec![key("actions"), key(old)];
    let rows = draft.root.key("actions").map(Value::fields).unwrap_or_default();
    let (Some(place), None) = (
        rows.iter().position(|(known, _)| known == old),
        rows.iter().find(|(known, _)| known == name),
    ) else {
        return Edit::Several(Vec::new());
    };
    let mut edits = vec![
        Edit::Remove(path),
        Edit::Insert(vec![key("actions"), key(name)], place, rows[place].1.clone()),
    ];
    for bonus in bonus_paths(draft, &[]) {
        if draft.get(&bonus).and_then(Value::text) == Some(old) {
            edits.push(Edit::Set(bonus, Value::Text(name.into())));
        }
    }
    Edit::Several(edits)
}

/// Everything outside the dice that names a die: its zone, lists of dice, and bonuses: `yellow X`, `yellow X or blue 4`.
fn renamed_uses(draft: &Draft, old: &str, name: &str) -> Vec<Edit> {
    let mut edits = Vec::new();
    let (_, expectations) = Sheet::read_closely(&draft.text());
    let is_one_of = |place: &[Step]| {
        let mut expected = expectations.at(place);
        expected.any(
            |expected| matches!(expected, Expected::OneOf(words) if words.iter().any(|word| word == old)),
        )
    };
    draft.root.walk(&mut Vec::new(), &mut |place, value| {
        let Some(text) = value.text() else { return };
        let is_name = matches!(place, [Step::Key(zones), Step::Index(_), Step::Key(name)] if zones == "zones" && name == "name");
        let is_die = place.first() == Some(&key("dice"));
        let words: Vec<&str> = text.split(' ').collect();
        let is_bonus = words.len() > 1 && words.split(|word| *word == "or").any(|way| way.first() == Some(&old));
        let is_listed = text == old && place.first() == Some(&key("zones")) && is_one_of(place);
        if !is_die && ((is_name && text == old) || is_listed || (is_bonus && words.len() % 3 == 2)) {
            let changed: Vec<&str> = words.iter().map(|word| if *word == old { name } else { word }).collect();
            edits.push(Edit::set(place, Value::Text(changed.join(" "))));
        }
    });
    edits
}
