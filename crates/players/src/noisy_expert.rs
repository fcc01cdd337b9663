//! `club` at the dice games: plays by the learned value with random errors.

use std::sync::Arc;

use finaud_record::SplitMix64;
use finaud_rules::Seat;

use crate::Player;
use crate::expert::best_by;
use crate::learned::{Evaluator, Learnable, Net};

/// Plays by a learned value to which it adds noise: each action seems a few points better or worse than it is.
#[derive(Clone, Debug)]
pub struct NoisyExpert<G: Learnable> {
    evaluator: Evaluator<G, G::Encoder>,
    /// The standard deviation of the noise, in points.
    noise_sd: f32,
    random: SplitMix64,
}

impl<G: Learnable> NoisyExpert<G> {
    /// A player with this net and noise of this standard deviation.
    pub fn new(game: &G, net: Arc<Net>, noise_sd: f32, seed: u64) -> NoisyExpert<G> {
        NoisyExpert {
            evaluator: Evaluator::new(game.encoder(), net),
            noise_sd,
            random: SplitMix64::new(seed),
        }
    }
}

impl<G: Learnable> Player<G> for NoisyExpert<G> {
    fn begin(&mut self, seed: u64) {
        self.random = SplitMix64::new(seed);
    }

    fn choose(&mut self, game: &G, state: &G::State, seat: Seat, legal: &[G::Action]) -> G::Action {
        let NoisyExpert {
            evaluator,
            noise_sd,
            random,
        } = self;
        best_by(evaluator, game, state, seat, legal, |value| {
            value + *noise_sd * noise(random)
        })
    }
}

/// About normally distributed: the sum of three even draws between −1 and 1 has a mean of 0 and a standard deviation of 1.
fn noise(random: &mut SplitMix64) -> f32 {
    const STEPS: u64 = 1 << 20;
    (0..3)
        .map(|_| 2.0 * random.below(STEPS) as f32 / STEPS as f32 - 1.0)
        .sum()
}
