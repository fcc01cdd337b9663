//! What the referee needs of a game beside its notation.

use finaud_record::Notation;
use serde_json::Value;

use crate::complaint::Complaint;
use crate::request::Request;

/// A game the referee can speak about: luck as structured JSON.
pub(crate) trait Spoken: Notation {
    /// The readings of the rules the game is played with, all of them: `{"forfeit_always":false}`.
    fn rulings_json(&self) -> Value;

    /// What is to be rolled or drawn: `{"roll":["white","blue"]}`.
    fn chance_json(&self, chance: Self::Chance) -> Value;

    /// The luck described by the fields of a `luck` command other than `luck` and `seeded`; `None` if there is none of
    /// them.
    fn described_luck(&self, request: &Request) -> Result<Option<Self::Luck>, Complaint>;
}
