//! `random`: every legal action is equally likely.

use finaud_record::SplitMix64;
use finaud_rules::{Game, Seat};

use crate::Player;

/// Plays every legal action with the same probability.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Random(SplitMix64);

impl Random {
    /// The random player with this seed.
    pub fn new(seed: u64) -> Random {
        Random(SplitMix64::new(seed))
    }
}

impl<G: Game> Player<G> for Random {
    #[inline]
    fn begin(&mut self, seed: u64) {
        *self = Random::new(seed);
    }

    #[inline]
    fn choose(&mut self, _: &G, _: &G::State, _: Seat, legal: &[G::Action]) -> G::Action {
        legal[self.0.below(legal.len() as u64) as usize]
    }

    /// # Panics
    /// If the seat is not asked.
    #[inline(always)]
    fn decide(&mut self, game: &G, state: &G::State, seat: Seat, scratch: &mut Vec<G::Action>) -> G::Action {
        let picked = game.nth_legal(state, seat, scratch, |count| self.0.below(count as u64) as usize);
        picked.expect("a seat that is asked has a legal action")
    }
}
