//! Learning by TD(λ) on the states after each choice: from games against oneself, or against opponents that stay as they are.
//!
//! A generation of games is played with the net as it stands; every choice takes the action whose afterstate is worth
//! most. Walking back through each game, the worth of an afterstate is moved towards a blend of what the net thought of
//! the next one and of what came of it later (λ). The step size and the share of random choices fall to nothing.
//!
//! A roll moves the value of a state several times as far as the net errs. Where [`Plan::outcomes`] says so, luck is taken out
//! of what is learned: what an outcome was worth against the mean over others of the same chance. Its mean is zero, so
//! targets are right on average as before, and much less noisy.

use std::sync::Arc;

use finaud_record::{Notation, SplitMix64, bits_at, seed_in_series};
use finaud_rules::Seat;

use super::Evaluator;
use super::encoder::Encoder;
use super::net::{Net, OUTPUTS, QUANTILES, quantile_level};
use super::training_game::{Opponents, TrainingGame, TrainingSample};
use crate::arena::Entrant;

/// How to learn.
#[derive(Clone, PartialEq, Debug)]
pub struct Plan {
    /// How many games are played in all.
    pub games: u64,
    /// Names the series of dice and the first weights.
    pub seed: u64,
    /// Games played with one net.
    pub generation: usize,
    /// Afterstates in one step.
    pub batch: usize,
    /// How much what came later counts against what the net thought next.
    pub lambda: f32,
    /// The step size at first; it falls to a hundredth.
    pub rate: f32,
    /// The share of random choices at first; it falls to nothing after half of the games.
    pub explore: f32,
    /// Over how many outcomes the mean is taken that luck is measured against; none leaves luck in the targets.
    pub outcomes: u32,
    /// How many threads play and learn.
    pub threads: usize,
}

impl Default for Plan {
    fn default() -> Plan {
        Plan {
            games: 1_000_000,
            seed: 1,
            generation: 256,
            batch: 512,
            lambda: 0.8,
            rate: 1e-3,
            explore: 0.05,
            outcomes: 0,
            threads: 1,
        }
    }
}

/// A net in training, with everything needed to go on later.
#[derive(Clone, PartialEq, Debug)]
pub struct Training {
    /// The weights as they stand.
    pub net: Net,
    /// The mean of the weights over the last steps: what is kept.
    pub mean: Net,
    pub(super) first_moment: Net,
    pub(super) second_moment: Net,
    /// Steps taken.
    pub steps: u64,
    /// Games played.
    pub games: u64,
}

/// How much of the mean each step keeps. Chosen by hand, not measured: it averages about the last 2,000 steps.
const MEAN: f32 = 0.9995;
/// How many parts the sums of a step are made of, for up to as many threads.
const PARTS: usize = 4;
/// How much the quantiles count in a step against the value. Chosen by hand, not measured.
const QUANTILE_SHARE: f32 = 0.1;

impl Training {
    /// Random weights.
    pub fn new(inputs: usize, seed: u64) -> Training {
        Training::from_net(Net::random(inputs, seed))
    }

    /// Begins with these weights.
    pub fn from_net(net: Net) -> Training {
        Training {
            mean: net.clone(),
            first_moment: Net::zero(net.inputs()),
            second_moment: Net::zero(net.inputs()),
            net,
            steps: 0,
            games: 0,
        }
    }

    /// Plays one generation against itself and learns from it. Returns the mean outcome of its games.
    pub fn generation<G, S>(&mut self, game: &G, encoder: &S, plan: &Plan) -> f32
    where
        G: Notation + Sync,
        S: Encoder<G> + Sync + Clone,
    {
        self.generation_against(game, encoder, plan, &[])
    }

    /// The same against opponents that do not learn. One seat learns in each game, the next one in the next; who sits in each
    /// other seat is drawn. The outcome is that of the seat that learns. With no opponents, all seats learn.
    pub fn generation_against<G, S>(
        &mut self,
        game: &G,
        encoder: &S,
        plan: &Plan,
        opponents: &[Entrant<G>],
    ) -> f32
    where
        G: Notation + Sync,
        S: Encoder<G> + Sync + Clone,
    {
        let progress = (self.games as f32 / plan.games.max(1) as f32).min(1.0);
        let explore = plan.explore * (1.0 - 2.0 * progress).max(0.0);
        let net_of_generation = Arc::new(self.net.clone());
        let first = self.games;
        let threads = plan.threads.clamp(1, plan.generation.max(1));
        let play = |worker: usize| {
            let mut evaluator = Evaluator::new(encoder.clone(), Arc::clone(&net_of_generation));
            let mut samples = Vec::new();
            let mut total = 0.0;
            let mut opponents = (!opponents.is_empty()).then(|| Opponents::new(opponents, game.seats()));
            // Each worker plays a run of games of its own: the samples do not depend on who is faster.
            let share = plan.generation * worker / threads..plan.generation * (worker + 1) / threads;
            for index in share {
                let number = first + index as u64;
                let seed = seed_in_series(plan.seed, number);
                if let Some(opponents) = &mut opponents {
                    let learner = Seat((number % game.seats() as u64) as u8);
                    opponents.sit_down(learner, seed);
                }
                let mut play = TrainingGame::new(game, &mut evaluator, opponents.as_mut(), seed, plan);
                total += play.run(explore, &mut samples);
            }
            (samples, total)
        };
        let mut parts: Vec<(Vec<TrainingSample>, f32)> = on_threads(threads, &play);
        let total: f32 = parts.iter().map(|(_, total)| total).sum();
        let mut samples: Vec<TrainingSample> = parts.drain(..).flat_map(|(samples, _)| samples).collect();
        let mut random = SplitMix64::new(bits_at(plan.seed, first));
        for last in (1..samples.len()).rev() {
            samples.swap(last, random.below(last as u64 + 1) as usize);
        }
        // From the full step size to a hundredth of it, along half a wave.
        let wave = 0.5 * (1.0 + (progress * std::f32::consts::PI).cos());
        let rate = plan.rate * (0.01 + 0.99 * wave);
        for batch in samples.chunks(plan.batch.max(1)) {
            self.step(batch, rate, threads);
        }
        self.games += plan.generation as u64;
        total / plan.generation.max(1) as f32
    }

    /// One step of Adam.
    fn step(&mut self, batch: &[TrainingSample], rate: f32, threads: usize) {
        let net = &self.net;
        // Always the same parts, so that the sums do not depend on the number of threads.
        let parts: Vec<&[TrainingSample]> = batch.chunks(batch.len().div_ceil(PARTS).max(1)).collect();
        let shares: Vec<&[&[TrainingSample]]> = parts
            .chunks(parts.len().div_ceil(threads.max(1)).max(1))
            .collect();
        let add_up = |share: usize| {
            let gradient = |part: &&[TrainingSample]| {
                let mut gradient = Net::zero(net.inputs());
                part.iter().for_each(|sample| learn(net, sample, &mut gradient));
                gradient
            };
            shares[share].iter().map(gradient).collect::<Vec<Net>>()
        };
        let mut gradients: Vec<Net> = on_threads(shares.len(), &add_up).into_iter().flatten().collect();
        if gradients.is_empty() {
            return;
        }
        let mut gradient = gradients.remove(0);
        for other in &gradients {
            for (sum, part) in gradient.slices_mut().into_iter().zip(other.slices()) {
                for (sum, part) in sum.iter_mut().zip(part) {
                    *sum += part;
                }
            }
        }
        self.steps += 1;
        let (first_decay, second_decay) = (0.9f32, 0.999f32);
        let rate = rate * (1.0 - second_decay.powf(self.steps as f32)).sqrt()
            / (1.0 - first_decay.powf(self.steps as f32));
        // A young mean follows quickly.
        let keep = MEAN.min(1.0 - 1.0 / (1.0 + self.steps as f32 / 4.0));
        let scale = 1.0 / batch.len().max(1) as f32;
        let parts = self
            .net
            .slices_mut()
            .into_iter()
            .zip(self.mean.slices_mut())
            .zip(self.first_moment.slices_mut())
            .zip(self.second_moment.slices_mut())
            .zip(gradient.slices());
        for ((((net, mean), first_moment), second_moment), gradient) in parts {
            for index in 0..net.len() {
                let gradient = gradient[index] * scale;
                first_moment[index] = first_decay * first_moment[index] + (1.0 - first_decay) * gradient;
                second_moment[index] =
                    second_decay * second_moment[index] + (1.0 - second_decay) * gradient * gradient;
                net[index] -= rate * first_moment[index] / (second_moment[index].sqrt() + 1e-7);
                mean[index] = keep * mean[index] + (1.0 - keep) * net[index];
            }
        }
    }
}

/// What so many workers find, in their order. A single one works here: where there are no threads, none is asked for.
fn on_threads<T: Send>(workers: usize, work: &(impl Fn(usize) -> T + Sync)) -> Vec<T> {
    if workers <= 1 {
        return (0..workers).map(work).collect();
    }
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..workers)
            .map(|worker| scope.spawn(move || work(worker)))
            .collect();
        let workers = workers.into_iter();
        workers
            .map(|worker| worker.join().expect("games come to their end"))
            .collect()
    })
}

/// Adds one sample to the gradient.
fn learn(net: &Net, sample: &TrainingSample, gradient: &mut Net) {
    let pass = net.pass(net.sums(&sample.inputs.active));
    let mut errors = [0.0; OUTPUTS];
    // Huber loss: an error beyond 1 has no more effect than one of 1.
    errors[0] = (pass.outputs[0] - sample.target).clamp(-1.0, 1.0);
    for index in 0..QUANTILES {
        let below = if sample.end < pass.outputs[1 + index] {
            1.0
        } else {
            0.0
        };
        errors[1 + index] = QUANTILE_SHARE * (below - quantile_level(index)) / QUANTILES as f32;
    }
    net.backward(&sample.inputs.active, &pass, &errors, gradient);
}
