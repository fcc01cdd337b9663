//! PUSH as JSON.

use finaud_record::push::{outcome, variant_word};
use finaud_rules::{Push, PushChance, PushOutcome};
use serde_json::{Value, json};

use crate::request::Request;
use crate::request_error::RequestError;
use crate::spoken::Spoken;

impl Spoken for Push {
    const LUCK_FIELDS: &'static [&'static str] = &["card", "die"];

    fn chosen(&self) -> (&'static str, Value) {
        ("variant", variant_word(self.variant()).into())
    }

    fn chance_json(&self, chance: PushChance) -> Value {
        match chance {
            PushChance::Card => json!({ "draw": "card" }),
            PushChance::Die(seat) => json!({ "roll": ["die"], "seat": u16::from(seat.0) + 1 }),
        }
    }

    fn described_outcome(&self, request: &Request) -> Result<Option<PushOutcome>, RequestError> {
        Ok(match (request.text("card")?, request.text("die")?) {
            (None, None) => None,
            (Some(card), None) => Some(PushOutcome::Card(outcome::read_card(card)?)),
            (None, Some(face)) => Some(PushOutcome::Die(outcome::read_face(face)?)),
            (Some(_), Some(_)) => {
                return Err(RequestError::new(
                    "a card is turned (`card`) or the die rolled (`die`), not both at once",
                ));
            }
        })
    }
}
