//! Learning by self-play: TD(λ) on the states after each choice.
//!
//! A generation of games is played with the net as it stands; every choice takes the action whose afterstate is worth
//! most. Walking back through each game, the worth of an afterstate is moved towards a blend of what the net thought of
//! the next one and of what came of it later (λ). The step size and the share of random choices fall to nothing.
//!
//! A roll moves the value of a state several times as far as the net errs. Where [`Plan::outcomes`] says so, luck is taken out
//! of what is learned: what an outcome was worth against the mean over others of the same chance. Its mean is zero, so
//! targets are right on average as before, and much less noisy.

use finaud_record::{Notation, SplitMix64, bits_at, seed_in_series};
use finaud_rules::{Game, Next, Seat};
use std::sync::Arc;

use super::encoder::{Encoder, Inputs};
use super::net::{Net, OUTPUTS, QUANTILES, quantile_level};
use super::{Evaluator, QUANTILE_UNIT};

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

struct TrainingSample {
    inputs: Inputs,
    /// What the value should have said, in units of the net.
    target: f32,
    /// What the final score came to beyond the points at the time, in units of the quantiles.
    end: f32,
}

struct Decision {
    inputs: Inputs,
    /// What the seat had at the time, and its points.
    standing: f32,
    points: f32,
    /// What chance gave the seat since its last moment, against the mean.
    luck: f32,
    kind: Kind,
}

/// How a moment came about.
#[derive(Clone, Copy)]
enum Kind {
    /// The seat took the afterstate that the net thought best, and worth this much.
    Best(f32),
    /// The seat chose at random; the best afterstate would have been worth this much.
    Random(f32),
    /// The seat did nothing: others chose, or an outcome of chance came.
    Watched,
}

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

    /// Plays one generation and learns from it. Returns the mean outcome of its games.
    pub fn generation<G, S>(&mut self, game: &G, encoder: &S, plan: &Plan) -> f32
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
            // Each worker plays a run of games of its own: the samples do not depend on who is faster.
            let share = plan.generation * worker / threads..plan.generation * (worker + 1) / threads;
            for index in share {
                let seed = seed_in_series(plan.seed, first + index as u64);
                let mut play = SelfPlay::new(game, &mut evaluator, seed, plan);
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

/// A game against oneself.
struct SelfPlay<'a, G: Notation, S: Encoder<G>> {
    game: &'a G,
    evaluator: &'a mut Evaluator<G, S>,
    seed: u64,
    lambda: f32,
    outcomes: u32,
    random: SplitMix64,
    /// What each seat can learn from, in order.
    moments: Vec<Vec<Decision>>,
    /// What chance gave each seat since its last moment.
    luck: Vec<f32>,
    /// Who chooses after the chance that is due, and what it is worth to them on average.
    expected: Option<(Seat, f32)>,
    legal: Vec<G::Action>,
}

impl<'a, G: Notation, S: Encoder<G>> SelfPlay<'a, G, S> {
    fn new(game: &'a G, evaluator: &'a mut Evaluator<G, S>, seed: u64, plan: &Plan) -> Self {
        SelfPlay {
            game,
            evaluator,
            seed,
            lambda: plan.lambda,
            outcomes: plan.outcomes,
            random: SplitMix64::new(bits_at(seed, u64::MAX)),
            moments: (0..game.seats()).map(|_| Vec::new()).collect(),
            luck: vec![0.0; game.seats()],
            expected: None,
            legal: Vec::new(),
        }
    }

    /// Plays to the end and adds what every seat can learn from it. Returns the mean outcome of the seats.
    fn run(&mut self, explore: f32, samples: &mut Vec<TrainingSample>) -> f32 {
        let game = self.game;
        let mut state = game.start();
        loop {
            match game.next(&state) {
                Next::Over => break,
                Next::Chance(_) => self.roll(&mut state),
                Next::Choice(asked) => {
                    let seat = asked.first().expect("a choice belongs to somebody");
                    self.choose(&mut state, seat, explore);
                }
            }
        }
        if let Some((seat, mean)) = self.expected.take() {
            self.luck[seat.index()] += self.evaluator.encoder().target(game, &state, seat) - mean;
        }
        self.collect(&state, samples)
    }

    fn roll(&mut self, state: &mut G::State) {
        let game = self.game;
        // Chance that follows chance, without a choice in between, is one event.
        if self.outcomes > 0 && self.expected.is_none() {
            self.expected = self.mean_after_chance(state);
        }
        apply_seeded(game, state, self.seed);
        if let Next::Choice(asked) = game.next(state)
            && self.evaluator.encoder().evaluates_after_chance()
            && self.random.below(2) == 0
        {
            let seat = Seat(self.random.below(game.seats() as u64) as u8);
            if !asked.contains(seat) {
                self.remember(state, seat, Kind::Watched);
            }
        }
    }

    fn choose(&mut self, state: &mut G::State, seat: Seat, explore: f32) {
        let game = self.game;
        let expected = self.expected.take().filter(|(awaited, _)| *awaited == seat);
        game.legal(state, seat, &mut self.legal);
        let is_free = self.legal.len() > 1;
        let (mut best, mut after) = (0.0, *state);
        if is_free || expected.is_some() {
            (best, after) = best_choice(game, self.evaluator, state, seat, &self.legal);
        } else if let Some(action) = self.legal.first() {
            game.play(&mut after, seat, *action)
                .expect("listed actions are legal");
        }
        if let Some((_, mean)) = expected {
            self.luck[seat.index()] += best - mean;
        }
        let mut kind = Kind::Best(best);
        if is_free && (self.random.below(1 << 20) as f32) < explore * (1 << 20) as f32 {
            let action = self.legal[self.random.below(self.legal.len() as u64) as usize];
            after = *state;
            game.play(&mut after, seat, action)
                .expect("listed actions are legal");
            kind = Kind::Random(best);
        }
        *state = after;
        if is_free && game.next(state) != Next::Over {
            self.remember(state, seat, kind);
            // What others do changes a seat's prospects too; a sample now and then is enough.
            let seats = game.seats() as u64;
            if seats > 1 && self.random.below(4) == 0 {
                let other = Seat(self.random.below(seats) as u8);
                if other != seat {
                    self.remember(state, other, Kind::Watched);
                }
            }
        }
    }

    /// What the chance that is due is worth on average to whoever chooses next; nothing where that depends on chance.
    fn mean_after_chance(&mut self, before: &G::State) -> Option<(Seat, f32)> {
        let game = self.game;
        let mut seeds = SplitMix64::new(self.random.next_u64());
        let mut whose = None;
        let mut sum = 0.0;
        for _ in 0..self.outcomes {
            let seed = seeds.next_u64();
            let mut after = *before;
            while let Next::Chance(_) = game.next(&after) {
                apply_seeded(game, &mut after, seed);
            }
            let seat = match game.next(&after) {
                Next::Choice(asked) => asked.first()?,
                _ => whose.unwrap_or(Seat(0)),
            };
            if *whose.get_or_insert(seat) != seat {
                return None;
            }
            sum += match game.next(&after) {
                Next::Choice(_) => {
                    game.legal(&after, seat, &mut self.legal);
                    best_choice(game, self.evaluator, &after, seat, &self.legal).0
                }
                _ => self.evaluator.encoder().target(game, &after, seat),
            };
        }
        Some((whose?, sum / self.outcomes as f32))
    }

    fn remember(&mut self, state: &G::State, seat: Seat, kind: Kind) {
        let encoder = self.evaluator.encoder();
        let moment = Decision {
            inputs: Inputs::of(encoder, self.game, state, seat),
            standing: encoder.score_so_far(self.game, state, seat),
            points: self.game.points(state, seat) as f32,
            luck: std::mem::take(&mut self.luck[seat.index()]),
            kind,
        };
        self.moments[seat.index()].push(moment);
    }

    /// Walks back through the game of every seat.
    fn collect(&mut self, end: &G::State, samples: &mut Vec<TrainingSample>) -> f32 {
        let encoder = self.evaluator.encoder();
        let mut total = 0.0;
        for (index, moments) in self.moments.iter_mut().enumerate() {
            let seat = Seat(index as u8);
            let outcome = encoder.target(self.game, end, seat);
            let points = self.game.points(end, seat) as f32;
            total += outcome;
            let mut target = outcome - self.luck[index];
            for moment in moments.drain(..).rev() {
                samples.push(TrainingSample {
                    target: (target - moment.standing) / encoder.output_scale(),
                    end: (points - moment.points) / QUANTILE_UNIT,
                    inputs: moment.inputs,
                });
                target = match moment.kind {
                    Kind::Best(worth) => self.lambda * target + (1.0 - self.lambda) * worth,
                    // After a random choice the rest of the game says nothing about the moments before.
                    Kind::Random(worth) => worth,
                    Kind::Watched => target,
                } - moment.luck;
            }
        }
        total / self.game.seats() as f32
    }
}

fn apply_seeded<G: Notation>(game: &G, state: &mut G::State, seed: u64) {
    let outcome = game.seeded_outcome(state, seed).expect("chance is due");
    game.apply_chance(state, outcome)
        .expect("a seeded outcome is possible");
}

/// The action whose afterstate is worth most: what it is worth, and the afterstate.
fn best_choice<G: Game, S: Encoder<G>>(
    game: &G,
    evaluator: &mut Evaluator<G, S>,
    state: &G::State,
    seat: Seat,
    legal: &[G::Action],
) -> (f32, G::State) {
    evaluator.set_root(game, state, seat);
    let (mut best, mut chosen) = (f32::NEG_INFINITY, *state);
    for action in legal {
        let mut after = *state;
        game.play(&mut after, seat, *action)
            .expect("listed actions are legal");
        let worth = evaluator.value(game, &after, seat);
        if worth > best {
            (best, chosen) = (worth, after);
        }
    }
    (best, chosen)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learned::Learnable;
    use finaud_rules::{SoloGame, builtin};

    const GAMES: u64 = 60;

    /// What the first moment of each game is told that its game came to, in units of the outcome.
    fn first_targets(outcomes: u32) -> Vec<f32> {
        let game = SoloGame::new(builtin("tres-fute").unwrap().clone(), 1).unwrap();
        let encoder = game.encoder();
        let net = Arc::clone(&game.weights().unwrap().net);
        let mut evaluator = Evaluator::new(encoder, net);
        let plan = Plan {
            lambda: 1.0,
            outcomes,
            ..Plan::default()
        };
        let targets = (0..GAMES).map(|seed| {
            let mut samples = Vec::new();
            SelfPlay::new(&game, &mut evaluator, seed, &plan).run(0.0, &mut samples);
            // They are collected from the end of the game.
            samples.last().unwrap().target
        });
        targets.collect()
    }

    fn mean_and_variance(values: &[f32]) -> (f32, f32) {
        let count = values.len() as f32;
        let mean = values.iter().sum::<f32>() / count;
        let squares = values.iter().map(|value| (value - mean).powi(2)).sum::<f32>();
        (mean, squares / (count - 1.0))
    }

    #[test]
    fn without_luck_targets_have_the_same_mean_and_spread_less() {
        let (mean, variance) = mean_and_variance(&first_targets(0));
        let (calm_mean, calm_variance) = mean_and_variance(&first_targets(16));
        assert!(calm_variance < variance / 3.0, "{calm_variance} and {variance}");
        let error = ((variance + calm_variance) / GAMES as f32).sqrt();
        assert!((mean - calm_mean).abs() < 3.0 * error, "{mean} and {calm_mean}");
    }
}
