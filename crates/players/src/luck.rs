//! What luck was worth in a game, roll by roll.
//!
//! Luck is what an outcome of dice or cards was worth against the mean over outcomes of the same roll, by the same quick
//! valuation on both sides. So it is 0 on average for any player, however little the valuation knows, and a result without
//! its luck has the mean of the result: only its spread is smaller. The review tells luck so, and luck-adjusted figures are
//! results without it.

use finaud_record::{Notation, bits_at};
use finaud_rules::Seat;

use crate::coach::{Analyst, Outlook};
use crate::{Roster, SearchLimits, draw_outcomes};

/// Keeps the draws of luck apart from the dice of the same seed.
const LUCK: u64 = 0x1c4a_11ce_5eed_0001;

/// What an outcome was worth to a seat. What it is measured against depends on the seed of the game, on the number of the
/// event and on the state, and not on what fell then.
pub(crate) fn luck_of<G: Notation>(
    game: &G,
    analyst: &mut dyn Analyst<G>,
    roll: Roll<'_, G>,
    seat: Seat,
) -> Outlook {
    let text = game.position_text(roll.before);
    let place = text.bytes().fold(roll.number, bits_at_byte);
    let sample = draw_outcomes(game, roll.before, bits_at(roll.seed ^ LUCK, place));
    analyst.luck(game, roll.before, roll.outcome, seat, &sample)
}

/// Some bits and one byte more.
fn bits_at_byte(bits: u64, byte: u8) -> u64 {
    bits_at(bits, u64::from(byte))
}

/// An event in which luck decided.
pub(crate) struct Roll<'a, G: Notation> {
    /// The seed of the game; 0 where it has none.
    pub(crate) seed: u64,
    /// The number of the event in the game, from 0.
    pub(crate) number: u64,
    /// The state before it.
    pub(crate) before: &'a G::State,
    /// What fell.
    pub(crate) outcome: G::Outcome,
}

/// Adds up the luck of every seat while a game is played.
pub struct LuckMeter<G: Notation> {
    analyst: Box<dyn Analyst<G> + Send>,
    seed: u64,
    events: u64,
    sums: Vec<Outlook>,
}

impl<G: Notation + Roster> LuckMeter<G> {
    /// A meter for this game. It values states as the review does, without search.
    pub fn new(game: &G) -> LuckMeter<G> {
        LuckMeter {
            analyst: game.analyst(SearchLimits::NONE),
            seed: 0,
            events: 0,
            sums: vec![Outlook::nothing(game); game.seats()],
        }
    }
}

impl<G: Notation> LuckMeter<G> {
    /// A game with this seed begins.
    pub fn begin(&mut self, game: &G, seed: u64) {
        self.seed = seed;
        self.events = 0;
        self.sums.fill(Outlook::nothing(game));
    }

    /// Somebody chose.
    pub fn choice(&mut self) {
        self.events += 1;
    }

    /// Dice fell, or a card was turned. Returns what that was worth to each seat.
    pub fn outcome(&mut self, game: &G, before: &G::State, outcome: G::Outcome) -> Vec<Outlook> {
        let number = self.events;
        self.events += 1;
        let mut worth = Vec::with_capacity(self.sums.len());
        for (index, sum) in self.sums.iter_mut().enumerate() {
            let roll = Roll {
                seed: self.seed,
                number,
                before,
                outcome,
            };
            let luck = luck_of(game, &mut *self.analyst, roll, Seat(index as u8));
            *sum = sum.plus(luck);
            worth.push(luck);
        }
        worth
    }

    /// The luck of each seat since the game began.
    pub fn sums(&self) -> &[Outlook] {
        &self.sums
    }
}

impl<G: Notation> std::fmt::Debug for LuckMeter<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("LuckMeter")
            .field("sums", &self.sums)
            .finish_non_exhaustive()
    }
}
