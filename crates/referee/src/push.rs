//! PUSH as JSON.

use finaud_record::push::{luck, variant_word};
use finaud_rules::{Push, PushChance, PushLuck};
use serde_json::{Value, json};

use crate::complaint::Complaint;
use crate::request::Request;
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

    fn described_luck(&self, request: &Request) -> Result<Option<PushLuck>, Complaint> {
        Ok(match (request.text("card")?, request.text("die")?) {
            (None, None) => None,
            (Some(card), None) => Some(PushLuck::Card(luck::read_card(card)?)),
            (None, Some(face)) => Some(PushLuck::Die(luck::read_face(face)?)),
            (Some(_), Some(_)) => {
                return Err(Complaint::new(
                    "a card is turned (`card`) or the die rolled (`die`), not both at once",
                ));
            }
        })
    }
}
