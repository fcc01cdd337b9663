//! `club` at the dice games: somebody who has played a lot. It feels what a position is worth in the end, but not exactly.

use std::sync::Arc;

use finaud_record::SplitMix64;
use finaud_rules::Seat;

use crate::Player;
use crate::expert::best_by;
use crate::learned::{Evaluator, Learnable, Net};

/// Plays by a learned value that it sees through a haze: each action seems a few points better or worse than it is.
#[derive(Clone, Debug)]
pub struct NoisyExpert<G: Learnable> {
    evaluator: Evaluator<G, G::Encoder>,
    /// How far what it sees lies from what it looks at, as a standard deviation.
    haze: f32,
    chance: SplitMix64,
}

impl<G: Learnable> NoisyExpert<G> {
    /// A player with this net and this much haze before it.
    pub fn new(game: &G, net: Arc<Net>, haze: f32, seed: u64) -> NoisyExpert<G> {
        NoisyExpert {
            evaluator: Evaluator::new(game.encoder(), net),
            haze,
            chance: SplitMix64::new(seed),
        }
    }
}

impl<G: Learnable> Player<G> for NoisyExpert<G> {
    fn begin(&mut self, seed: u64) {
        self.chance = SplitMix64::new(seed);
    }

    fn choose(&mut self, game: &G, state: &G::State, seat: Seat, legal: &[G::Action]) -> G::Action {
        let NoisyExpert {
            evaluator,
            haze,
            chance,
        } = self;
        best_by(evaluator, game, state, seat, legal, |value| {
            value + *haze * bell(chance)
        })
    }
}

/// A number around 0, near enough a bell: the sum of three even draws between −1 and 1 has a standard deviation of 1.
fn bell(chance: &mut SplitMix64) -> f32 {
    const STEPS: u64 = 1 << 20;
    (0..3)
        .map(|_| 2.0 * chance.below(STEPS) as f32 / STEPS as f32 - 1.0)
        .sum()
}
