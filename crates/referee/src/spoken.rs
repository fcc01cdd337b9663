//! What the referee needs of a game beside its notation.

use finaud_players::Roster;
use finaud_record::Notation;
use serde_json::Value;

use crate::request::Request;
use crate::request_error::RequestError;

/// A game the referee can speak about: luck as structured JSON.
pub(crate) trait Spoken: Notation + Roster {
    /// The fields of `luck` that describe luck of this game.
    const LUCK_FIELDS: &'static [&'static str];

    /// What was chosen before the game, all of it: a field of `new` and its value.
    fn chosen(&self) -> (&'static str, Value);

    /// What is to be rolled or drawn: `{"roll":["white","blue"]}`.
    fn chance_json(&self, chance: Self::Chance) -> Value;

    /// The luck described by the fields above; `None` if there is none of them.
    fn described_outcome(&self, request: &Request) -> Result<Option<Self::Outcome>, RequestError>;
}
