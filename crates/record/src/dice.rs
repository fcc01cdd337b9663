//! The dice games, written down.

pub mod action;
mod fingerprint;
mod json;
pub mod outcome;
pub mod position;
pub mod seeded;
pub mod target;

use finaud_rules::{Action, DiceGame, Message, Outcome, Position, Rulings, Score, Seat, Sheet, builtin};
use serde_json::{Map, Value, json};

use crate::heading::Heading;
use crate::notation::{Notation, ParseError};
use crate::push;
use crate::seed::Place;
use crate::words::{did_you_mean, quote};

impl<const SEATS: usize> Notation for DiceGame<SEATS> {
    fn id(&self) -> &str {
        &self.sheet().id
    }

    fn name(&self) -> &str {
        &self.sheet().name
    }

    fn options(&self) -> Vec<(String, String)> {
        let usual = self.sheet().own_rulings;
        let chosen = self.sheet().rulings;
        let differs = |key: &&str| chosen.get(key) != usual.get(key);
        let setting = |key: &str| (key.to_string(), chosen.get(key).unwrap_or_default().to_string());
        Rulings::KEYS.into_iter().filter(differs).map(setting).collect()
    }

    fn fingerprint(&self) -> Option<u64> {
        Some(fingerprint::of(self.sheet()))
    }

    fn action_text(&self, action: Action) -> String {
        action::text(self.sheet(), action)
    }

    fn read_action(&self, text: &str) -> Result<Action, ParseError> {
        action::read(self.sheet(), text)
    }

    fn outcome_text(&self, outcome: Outcome) -> String {
        outcome::text(self.sheet(), outcome)
    }

    fn read_outcome(&self, text: &str) -> Result<Outcome, ParseError> {
        outcome::read(self.sheet(), text)
    }

    fn heading(&self, position: &Position<SEATS>) -> Heading {
        Heading::Turn {
            round: position.round(),
            turn: position.turn() + 1,
        }
    }

    fn position_text(&self, position: &Position<SEATS>) -> String {
        position::setup_text(self.sheet(), &self.setup(position))
    }

    fn read_position(&self, text: &str) -> Result<Position<SEATS>, ParseError> {
        let setup = position::read_setup(self.sheet(), text)?;
        self.position(&setup).map_err(ParseError::all)
    }

    fn position_json(&self, position: &Position<SEATS>) -> Value {
        serde_json::to_value(self.setup(position)).unwrap_or_default()
    }

    fn read_position_json(&self, value: &Value) -> Result<Position<SEATS>, ParseError> {
        self.position(&json::setup(value)?).map_err(ParseError::all)
    }

    fn score_json(&self, position: &Position<SEATS>, seat: Seat) -> Value {
        let Some(player) = position.players().get(seat.index()) else {
            return Value::Null;
        };
        let score = Score::of(self.sheet(), player);
        let zones = self.sheet().zones.iter().zip(score.zones);
        let zones: Map<String, Value> = zones
            .map(|(zone, points)| (zone.name.clone(), points.into()))
            .collect();
        json!({ "zones": zones, "foxes": score.foxes, "fox_points": score.fox_points, "total": score.total })
    }

    #[inline(always)]
    fn seeded_outcome(&self, position: &Position<SEATS>, seed: u64) -> Option<Outcome> {
        seeded::outcome(self, position, seed)
    }

    fn chance_place(&self, position: &Position<SEATS>) -> Option<Place> {
        seeded::due_place(self, position)
    }

    fn outcome_of_bits(&self, position: &Position<SEATS>, bits: u64) -> Option<Outcome> {
        seeded::outcome_of_bits(self, position, bits)
    }
}

/// Sets the readings of the rules that a record or a command names; the others stay as they are.
///
/// ```
/// use finaud_record::choose_rulings;
/// let mut sheet = finaud_rules::builtin("tres-fute").unwrap().clone();
/// choose_rulings(&mut sheet, &[("forfeit_always".into(), "true".into())]).unwrap();
/// assert!(sheet.rulings.forfeit_always);
/// ```
pub fn choose_rulings(sheet: &mut Sheet, options: &[(String, String)]) -> Result<(), ParseError> {
    let mut chosen = sheet.rulings;
    for (key, value) in options {
        let Some(switch) = chosen.switch(key) else {
            return Err(ParseError::because(no_option(key, Rulings::KEYS)));
        };
        *switch = match value.as_str() {
            "true" => true,
            "false" => false,
            _ => {
                let error = Message::new(
                    "game.option-value",
                    "the option `{key}` is `true` or `false`, not {value}",
                );
                return Err(ParseError::because(
                    error.with("key", key).with("value", quote(value)),
                ));
            }
        };
    }
    sheet.rulings = chosen;
    Ok(())
}

/// The game has no such option, but these.
pub(crate) fn no_option<'a>(key: &str, known: impl IntoIterator<Item = &'a str>) -> Message {
    Message::new("game.no-option", "there is no option {key}{guess}")
        .with("key", quote(key))
        .with("guess", did_you_mean(key, known))
}

/// No bonus of the sheet that asks for a choice has this name, which is written as `word`.
fn no_gift(sheet: &Sheet, word: &str, name: &str) -> Message {
    let names = sheet.gifts.iter().map(|gift| gift.name.as_str());
    Message::new("read.no-gift", "{word} is no bonus that asks for a choice{guess}")
        .with("word", quote(word))
        .with("guess", did_you_mean(name, names))
}

/// Makes sure that a sheet does not go by the id of another game: records and seeds name games by their ids alone.
///
/// ```
/// use finaud_record::own_id;
/// let mut sheet = finaud_rules::builtin("tres-fute").unwrap().clone();
/// assert!(own_id(&sheet).is_ok());
/// sheet.rounds = [5; 4];
/// assert!(own_id(&sheet).is_err());
/// ```
pub fn own_id(sheet: &Sheet) -> Result<(), ParseError> {
    let taken = match builtin(&sheet.id) {
        Some(known) => known != sheet,
        None => sheet.id == push::ID,
    };
    if taken {
        let error = Message::new(
            "game.taken-id",
            "the id `{id}` belongs to a built-in game, which this sheet is not; give it an id of its own",
        );
        return Err(ParseError::because(error.with("id", &sheet.id)));
    }
    Ok(())
}
