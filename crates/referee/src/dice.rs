//! Dice as JSON.

use finaud_rules::{Chance, DICE, Die, DieSet, Face, Outcome, Rulings, SLOTS, Sheet, Sorted, TableGame};
use serde_json::{Map, Value, json};

use crate::request::{Request, kind};
use crate::request_error::RequestError;
use crate::spoken::Spoken;

impl Spoken for TableGame {
    const LUCK_FIELDS: &'static [&'static str] = &["dice", "platter", "slots"];

    /// Every ruling: `{"forfeit_always":false}`.
    fn chosen(&self) -> (&'static str, Value) {
        let rulings = self.sheet().rulings;
        let rulings: Map<String, Value> = Rulings::KEYS
            .into_iter()
            .map(|key| (key.to_string(), rulings.get(key).into()))
            .collect();
        ("rulings", rulings.into())
    }

    fn chance_json(&self, chance: Chance) -> Value {
        let names = |dice: DieSet| -> Vec<&str> {
            dice.iter()
                .map(|die| self.sheet().dice[die.index()].name.as_str())
                .collect()
        };
        match chance {
            Chance::Roll(dice) => json!({ "roll": names(dice) }),
            Chance::Sort(sorting) => json!({ "sort": {
                "platter": names(sorting.sure),
                "tied": names(sorting.tied),
                "wanted": sorting.wanted(),
                "slots": names(sorting.high),
                "ordered": sorting.ordered,
            } }),
        }
    }

    fn described_outcome(&self, request: &Request) -> Result<Option<Outcome>, RequestError> {
        match (request.has("dice"), request.has("platter"), request.has("slots")) {
            (false, false, false) => Ok(None),
            (true, false, false) => roll(self.sheet(), request).map(Some),
            (false, true, _) => sorting(self.sheet(), request).map(Some),
            (false, false, true) => Err(RequestError::new(
                "`slots` goes with `platter`: name the three dice on the platter",
            )),
            (true, _, _) => Err(RequestError::new(
                "dice are rolled (`dice`) or sorted (`platter`), not both at once",
            )),
        }
    }
}

fn roll(sheet: &Sheet, request: &Request) -> Result<Outcome, RequestError> {
    let mut faces = [None; DICE];
    for (name, value) in request.object("dice")?.into_iter().flatten() {
        let die = die_named(sheet, name)?;
        let pips = value
            .as_u64()
            .and_then(|pips| u8::try_from(pips).ok())
            .and_then(Face::new);
        let Some(face) = pips else {
            return Err(RequestError::new(format!(
                "the {name} die must show 1 to 6, not {}",
                kind(value)
            )));
        };
        if faces[die.index()].replace(face).is_some() {
            let name = &sheet.dice[die.index()].name;
            return Err(RequestError::new(format!("the {name} die is given twice")));
        }
    }
    Ok(Outcome::Roll(faces))
}

fn sorting(sheet: &Sheet, request: &Request) -> Result<Outcome, RequestError> {
    let platter: DieSet = dice(sheet, request, "platter")?.into_iter().collect();
    let slots = if request.has("slots") {
        dice(sheet, request, "slots")?
    } else if sheet.numbered_slots {
        return Err(RequestError::new(
            "`slots` is missing: on this sheet it matters which die lies on which slot",
        ));
    } else {
        DieSet::ALL.minus(platter).iter().collect()
    };
    let slots: [Die; SLOTS] = slots.try_into().map_err(|slots: Vec<Die>| {
        RequestError::new(format!("there are {SLOTS} slots, not {}", slots.len()))
    })?;
    Ok(Outcome::Sort(Sorted { platter, slots }))
}

/// The dice a field lists, each once.
fn dice(sheet: &Sheet, request: &Request, field: &str) -> Result<Vec<Die>, RequestError> {
    let mut dice = Vec::new();
    for value in request.list(field)?.into_iter().flatten() {
        let Some(name) = value.as_str() else {
            return Err(RequestError::new(format!(
                "`{field}` must list dice by name, not {}",
                kind(value)
            )));
        };
        let die = die_named(sheet, name)?;
        if dice.contains(&die) {
            let name = &sheet.dice[die.index()].name;
            return Err(RequestError::new(format!(
                "the {name} die is listed twice in `{field}`"
            )));
        }
        dice.push(die);
    }
    Ok(dice)
}

fn die_named(sheet: &Sheet, name: &str) -> Result<Die, RequestError> {
    sheet
        .die_named(name)
        .ok_or_else(|| RequestError::unknown("die", name, sheet.dice.iter().map(|die| die.name.as_str())))
}
