//! What a game needs so that it can be written down.

use finaud_rules::{Game, Message, Seat};
use serde_json::Value;

use crate::heading::Heading;
use crate::seed::Place;

/// How many things are told at once.
const MOST_TOLD: usize = 20;

/// A text that could not be read: what is wrong with it, in sentences.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseError(pub Vec<Message>);

impl ParseError {
    /// One thing is wrong.
    pub fn because(why: impl Into<Message>) -> ParseError {
        ParseError(vec![why.into()])
    }

    /// All of these are wrong; the first ones are told.
    pub fn all<T: Into<Message>>(errors: impl IntoIterator<Item = T>) -> ParseError {
        let mut errors = errors.into_iter();
        let mut told: Vec<Message> = errors.by_ref().take(MOST_TOLD).map(Into::into).collect();
        match errors.count() {
            0 => {}
            more => {
                told.push(Message::new("read.more-errors", "further mistakes: {count}").with("count", more));
            }
        }
        ParseError(told)
    }

    /// Everything that is wrong, in one sentence.
    pub fn message(&self) -> Message {
        let mut all = self.0.iter().cloned().rev();
        let last = all.next().unwrap_or_else(Message::nothing);
        all.fold(last, |behind, one| {
            Message::new("read.both", "{one}; {other}")
                .with("one", one)
                .with("other", behind)
        })
    }
}

impl std::fmt::Display for ParseError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.message())
    }
}

impl std::error::Error for ParseError {}

/// A game that can be written down and read again.
///
/// Every text round-trips: what is written reads back as the same thing.
pub trait Notation: Game {
    /// The id used in commands, records and seeds: `tres-fute`.
    fn id(&self) -> &str;

    /// The name of the game, for people.
    fn name(&self) -> &str;

    /// What was chosen before the game and differs from the game's own reading of the rules: `("forfeit_always", "true")`.
    fn options(&self) -> Vec<(String, String)>;

    /// A number that changes when something changes on which the course of a game depends, so that an old record of the
    /// changed game can be told; `None` if the game never changes.
    fn fingerprint(&self) -> Option<u64> {
        None
    }

    /// A short text for an action that a player can read: `white as violet 4`.
    fn action_text(&self, action: Self::Action) -> String;

    /// The action with this text. Whether it is legal is for the rules to say.
    fn read_action(&self, text: &str) -> Result<Self::Action, ParseError>;

    /// A short text for what dice or cards did: `W4 Y3 B2`.
    fn outcome_text(&self, outcome: Self::Outcome) -> String;

    /// The luck with this text.
    fn read_outcome(&self, text: &str) -> Result<Self::Outcome, ParseError>;

    /// Where in the game a state stands, as a heading of a record. Consecutive equal headings are one.
    fn heading(&self, state: &Self::State) -> Heading;

    /// A state in one line.
    fn position_text(&self, state: &Self::State) -> String;

    /// The state written in this line; every error is named.
    fn read_position(&self, text: &str) -> Result<Self::State, ParseError>;

    /// A state as plain, complete JSON.
    fn position_json(&self, state: &Self::State) -> Value;

    /// The state described by this JSON; every error is named.
    fn read_position_json(&self, json: &Value) -> Result<Self::State, ParseError>;

    /// What the score of a seat is made of, as plain JSON.
    fn score_json(&self, state: &Self::State, seat: Seat) -> Value;

    /// The luck that a seed gives in this state; `None` if no luck is due. It depends on the seed and on the position in
    /// the game (round, turn, roll, reroll) alone: two players on the same seed meet the same dice.
    fn seeded_outcome(&self, state: &Self::State, seed: u64) -> Option<Self::Outcome>;

    /// Where in the game the luck stands that is due now; `None` if none is. No two lucks of a game have the same place.
    fn chance_place(&self, state: &Self::State) -> Option<Place>;

    /// The luck that 64 random bits give in this state, scaled as those of a seed are; `None` if no luck is due.
    fn outcome_of_bits(&self, state: &Self::State, bits: u64) -> Option<Self::Outcome>;
}
