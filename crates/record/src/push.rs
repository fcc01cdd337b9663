//! PUSH, written down.
//!
//! ```
//! use finaud_record::{Notation, push};
//! use finaud_rules::{Game, Seat};
//!
//! let game = push::game(3, &[("variant".into(), "risk".into())]).unwrap();
//! let mut state = game.read_position("push phase=after-card columns=r5,die|b1 / / zone=r2 /").unwrap();
//! for (seat, action) in [(0, "stop"), (0, "take 2"), (1, "take 1")] {
//!     game.play(&mut state, Seat(seat), game.read_action(action).unwrap()).unwrap();
//! }
//! game.apply_chance(&mut state, game.read_outcome("die red").unwrap()).unwrap();
//! assert_eq!(game.position_text(&state), "push current=2 discard=r2,r5,die / zone=b1 / /");
//! ```

pub mod action;
mod card;
mod json;
pub mod outcome;
pub mod position;
pub mod seeded;

use finaud_rules::{Game, Message, Push, PushAction, PushOutcome, PushState, Seat, Variant};
use serde_json::{Value, json};

use crate::dice::no_option;
use crate::heading::Heading;
use crate::notation::{Notation, ParseError};
use crate::seed::Place;
use crate::words::{did_you_mean, quote};

/// The id of the game.
pub const ID: &str = "push";
/// The name of the game.
pub const NAME: &str = "PUSH";

/// The only option.
const VARIANT: &str = "variant";

/// The word for a variant.
pub fn variant_word(variant: Variant) -> &'static str {
    match variant {
        Variant::Standard => "standard",
        Variant::Risk => "risk",
    }
}

/// The variant with this word.
pub fn read_variant(word: &str) -> Result<Variant, ParseError> {
    let known = [Variant::Standard, Variant::Risk];
    let found = known
        .into_iter()
        .find(|variant| variant_word(*variant).eq_ignore_ascii_case(word));
    found.ok_or_else(|| {
        let error = Message::new(
            "game.no-variant",
            "the variant is `standard` or `risk`, not {word}{guess}",
        );
        let guess = did_you_mean(word, known.map(variant_word));
        ParseError::because(error.with("word", quote(word)).with("guess", guess))
    })
}

/// The game for so many players under the options of a record or a command: `("variant", "risk")`, or none.
pub fn game(players: usize, options: &[(String, String)]) -> Result<Push, ParseError> {
    let variant = variant_of(options)?;
    Push::new(players, variant).map_err(|error| ParseError::because(error.message()))
}

/// The variant that these options choose.
pub fn variant_of(options: &[(String, String)]) -> Result<Variant, ParseError> {
    let mut variant = Variant::Standard;
    for (key, value) in options {
        if key != VARIANT {
            return Err(ParseError::because(no_option(key, [VARIANT])));
        }
        variant = read_variant(value)?;
    }
    Ok(variant)
}

impl Notation for Push {
    fn id(&self) -> &str {
        ID
    }

    fn name(&self) -> &str {
        NAME
    }

    fn options(&self) -> Vec<(String, String)> {
        match self.variant() {
            Variant::Standard => Vec::new(),
            variant @ Variant::Risk => vec![(VARIANT.into(), variant_word(variant).into())],
        }
    }

    fn action_text(&self, action: PushAction) -> String {
        action::text(action)
    }

    fn read_action(&self, text: &str) -> Result<PushAction, ParseError> {
        action::read(text)
    }

    fn outcome_text(&self, outcome: PushOutcome) -> String {
        outcome::text(outcome)
    }

    fn read_outcome(&self, text: &str) -> Result<PushOutcome, ParseError> {
        outcome::read(text)
    }

    /// Whose turn it is: two turns of one player never follow each other.
    fn heading(&self, state: &PushState) -> Heading {
        Heading::TurnOf(state.current())
    }

    fn position_text(&self, state: &PushState) -> String {
        position::text(&self.setup(state))
    }

    fn read_position(&self, text: &str) -> Result<PushState, ParseError> {
        let setup = position::read(self, text)?;
        self.position(&setup).map_err(ParseError::all)
    }

    fn position_json(&self, state: &PushState) -> Value {
        serde_json::to_value(self.setup(state)).unwrap_or_default()
    }

    fn read_position_json(&self, value: &Value) -> Result<PushState, ParseError> {
        self.position(&json::setup(value)?).map_err(ParseError::all)
    }

    fn score_json(&self, state: &PushState, seat: Seat) -> Value {
        if seat.index() >= self.seats() {
            return Value::Null;
        }
        let bench = state.bench(seat);
        json!({
            "zone": bench.zone().points(),
            "protected": bench.protected().points(),
            "cards": bench.cards(),
            "total": bench.points(),
        })
    }

    #[inline(always)]
    fn seeded_outcome(&self, state: &PushState, seed: u64) -> Option<PushOutcome> {
        seeded::outcome(self, state, seed)
    }

    fn chance_place(&self, state: &PushState) -> Option<Place> {
        seeded::due_place(self, state)
    }

    fn outcome_of_bits(&self, state: &PushState, bits: u64) -> Option<PushOutcome> {
        seeded::outcome_of_bits(self, state, bits)
    }
}
