//! What a game needs so that it can be written down.

use finaud_rules::{Game, Refusal, Seat};
use serde_json::Value;

/// Something that happened in a game. The state is what the log of events adds up to.
pub enum Event<G: Game> {
    /// A seat made a choice.
    Choice(Seat, G::Action),
    /// Dice fell, or a card was turned.
    Outcome(G::Outcome),
}

impl<G: Game> Event<G> {
    /// Lets the event happen. A refused event changes nothing.
    pub fn apply(self, game: &G, state: &mut G::State) -> Result<(), Refusal> {
        match self {
            Event::Choice(seat, action) => game.play(state, seat, action),
            Event::Outcome(outcome) => game.apply_chance(state, outcome),
        }
    }
}

// Written out because deriving would ask the game itself to be `Copy`, comparable and so on.
impl<G: Game> Clone for Event<G> {
    fn clone(&self) -> Event<G> {
        *self
    }
}

impl<G: Game> Copy for Event<G> {}

impl<G: Game> PartialEq for Event<G> {
    fn eq(&self, other: &Event<G>) -> bool {
        match (self, other) {
            (Event::Choice(seat, action), Event::Choice(other_seat, other)) => {
                (seat, action) == (other_seat, other)
            }
            (Event::Outcome(outcome), Event::Outcome(other)) => outcome == other,
            _ => false,
        }
    }
}

impl<G: Game> Eq for Event<G> {}

impl<G: Game> std::fmt::Debug for Event<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Event::Choice(seat, action) => f.debug_tuple("Choice").field(seat).field(action).finish(),
            Event::Outcome(outcome) => f.debug_tuple("Luck").field(outcome).finish(),
        }
    }
}

/// How many faults are told at once.
const MOST_FAULTS: usize = 20;

/// A text that could not be read: what is wrong with it, in sentences.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseError(pub Vec<String>);

impl ParseError {
    /// One thing is wrong.
    pub fn because(why: impl Into<String>) -> ParseError {
        ParseError(vec![why.into()])
    }

    /// All of these are wrong; the first ones are told.
    pub fn all<T: ToString>(faults: impl IntoIterator<Item = T>) -> ParseError {
        let mut faults = faults.into_iter();
        let mut told: Vec<String> = faults
            .by_ref()
            .take(MOST_FAULTS)
            .map(|fault| fault.to_string())
            .collect();
        match faults.count() {
            0 => {}
            more => told.push(format!("{more} more things are wrong")),
        }
        ParseError(told)
    }
}

impl std::fmt::Display for ParseError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0.join("; "))
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

    /// Where in the game a state stands, as a heading of a record: `round 2 turn 1`. Consecutive equal headings are one.
    fn heading(&self, state: &Self::State) -> String;

    /// A state in one line.
    fn position_text(&self, state: &Self::State) -> String;

    /// The state written in this line; every fault is named.
    fn read_position(&self, text: &str) -> Result<Self::State, ParseError>;

    /// A state as plain, complete JSON.
    fn position_json(&self, state: &Self::State) -> Value;

    /// The state described by this JSON; every fault is named.
    fn read_position_json(&self, json: &Value) -> Result<Self::State, ParseError>;

    /// What the score of a seat is made of, as plain JSON.
    fn score_json(&self, state: &Self::State, seat: Seat) -> Value;

    /// The luck that a seed gives in this state; `None` if no luck is due. It depends on the seed and on the position in
    /// the game (round, turn, roll, reroll) alone: two players on the same seed meet the same dice.
    fn seeded_outcome(&self, state: &Self::State, seed: u64) -> Option<Self::Outcome>;
}
