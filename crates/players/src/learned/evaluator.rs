//! Evaluating a state quickly: states near the root share its work.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::Arc;

use finaud_rules::{Game, Next, Seat};

use super::encoder::{Encoder, GROUPS};
use super::net::{FIRST, Net, OUTPUTS, QUANTILES};

/// How many units of the first layer are summed at a time.
const PART: usize = 16;

/// A learned value at work.
#[derive(Clone, Debug)]
pub struct Evaluator<G: Game, S> {
    encoder: S,
    net: Arc<Net>,
    /// The state that was set as the root, and for whom.
    root: Option<(G::State, Seat)>,
    sums: [[f32; FIRST]; GROUPS],
    /// The inputs of the state at hand that are not known yet, and where each group of them starts.
    inputs: Vec<(u16, f32)>,
    starts: [usize; GROUPS + 1],
    /// The outputs of the net since the root was set, by its inputs; `None` without a cache.
    cache: Option<HashMap<u64, [f32; OUTPUTS], BuildHasherDefault<IdentityHasher>>>,
}

/// The keys of the cache are hashes already.
#[derive(Clone, Copy, Debug, Default)]
struct IdentityHasher(u64);

impl Hasher for IdentityHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = self.0 << 8 | u64::from(*byte);
        }
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}

/// What a net predicts for a state.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Prediction {
    /// The expected outcome.
    pub value: f32,
    /// The quantiles of the final score, lowest first.
    pub quantiles: [f32; QUANTILES],
}

impl<G: Game, S: Encoder<G>> Evaluator<G, S> {
    /// An evaluator with this encoder and this net.
    ///
    /// # Panics
    /// If the net was made for another number of inputs.
    pub fn new(encoder: S, net: Arc<Net>) -> Evaluator<G, S> {
        assert_eq!(
            encoder.inputs(),
            net.inputs(),
            "the net was made for other inputs"
        );
        Evaluator {
            encoder,
            net,
            root: None,
            sums: [[0.0; FIRST]; GROUPS],
            inputs: Vec::with_capacity(256),
            starts: [0; GROUPS + 1],
            cache: None,
        }
    }

    /// Keeps the outputs of the net until the next root: worth it where the same inputs come again and again.
    #[must_use]
    pub fn with_cache(mut self) -> Evaluator<G, S> {
        self.cache = Some(HashMap::default());
        self
    }

    /// How states become inputs.
    pub fn encoder(&self) -> &S {
        &self.encoder
    }

    /// Sets the root: states that differ little from it are then evaluated faster.
    pub fn set_root(&mut self, game: &G, state: &G::State, seat: Seat) {
        self.root = None;
        if let Some(cache) = &mut self.cache {
            cache.clear();
        }
        self.encode(game, state, seat);
        for group in 0..self.encoder.groups() {
            let inputs = &self.inputs[self.starts[group]..self.starts[group + 1]];
            let mut sum = [0.0; FIRST];
            for (index, value) in inputs {
                self.net.add_input(&mut sum, usize::from(*index), *value);
            }
            self.sums[group] = sum;
        }
        self.root = Some((*state, seat));
    }

    /// Collects the inputs of the groups that differ from the root; those that do not are marked `true`.
    fn encode(&mut self, game: &G, state: &G::State, seat: Seat) -> [bool; GROUPS] {
        let groups = self.encoder.groups();
        let root = self.root.as_ref().filter(|(_, whose)| *whose == seat);
        let mut known = [false; GROUPS];
        self.inputs.clear();
        for (group, known) in known.iter_mut().enumerate().take(groups) {
            self.starts[group] = self.inputs.len();
            *known = root.is_some_and(|(root, _)| self.encoder.same_inputs(root, state, seat, group));
            if !*known {
                let inputs = &mut self.inputs;
                self.encoder
                    .encode_group(game, state, seat, group, &mut |index, value| {
                        inputs.push((index as u16, value));
                    });
            }
        }
        self.starts[groups] = self.inputs.len();
        known
    }

    /// The key of the collected inputs in the cache.
    fn cache_key(&self, known: &[bool; GROUPS]) -> u64 {
        let mut key = 0x9e37_79b9_7f4a_7c15u64;
        let mut mix = |bits: u64| {
            key = (key ^ bits).wrapping_mul(0xff51_afd7_ed55_8ccd);
            key ^= key >> 32;
        };
        known.iter().for_each(|known| mix(u64::from(*known)));
        for (index, value) in &self.inputs {
            mix(u64::from(*index) << 32 | u64::from(value.to_bits()));
        }
        key
    }

    /// The sums of the first layer, from the collected inputs. They are always added group by group in the same order: the
    /// same state gives the same sums, whatever the root is.
    fn first(&self, known: &[bool; GROUPS]) -> [f32; FIRST] {
        let groups = self.encoder.groups();
        // Part by part, so that the sums stay in registers while all inputs pass by.
        let mut first = [0.0; FIRST];
        for (part, units) in first.as_chunks_mut::<PART>().0.iter_mut().enumerate() {
            let at = part * PART;
            let mut sum: [f32; PART] = std::array::from_fn(|unit| self.net.first_bias[at + unit]);
            for (group, known) in known.iter().enumerate().take(groups) {
                if *known {
                    let add = &self.sums[group][at..at + PART];
                    sum.iter_mut().zip(add).for_each(|(sum, add)| *sum += add);
                    continue;
                }
                let mut own = [0.0; PART];
                for (index, value) in &self.inputs[self.starts[group]..self.starts[group + 1]] {
                    let row = &self.net.first[usize::from(*index)][at..at + PART];
                    own.iter_mut()
                        .zip(row)
                        .for_each(|(own, weight)| *own += value * weight);
                }
                sum.iter_mut().zip(&own).for_each(|(sum, own)| *sum += own);
            }
            *units = sum;
        }
        first
    }

    /// All outputs, from the collected inputs or from the cache.
    fn outputs(&mut self, known: &[bool; GROUPS]) -> [f32; OUTPUTS] {
        let key = self.cache.is_some().then(|| self.cache_key(known));
        if let Some(outputs) = key.and_then(|key| self.cache.as_ref()?.get(&key)) {
            return *outputs;
        }
        let outputs = self.net.pass(self.first(known)).outputs;
        if let (Some(cache), Some(key)) = (&mut self.cache, key) {
            cache.insert(key, outputs);
        }
        outputs
    }

    /// What a state is worth to a seat; the outcome itself once the game is over.
    pub fn value(&mut self, game: &G, state: &G::State, seat: Seat) -> f32 {
        if game.next(state) == Next::Over {
            return self.encoder.target(game, state, seat);
        }
        let known = self.encode(game, state, seat);
        // With a cache, the other outputs may be asked for later.
        let output = if self.cache.is_some() {
            self.outputs(&known)[0]
        } else {
            self.net.value(self.first(&known))
        };
        self.before_net(game, state, seat) + output * self.encoder.output_scale()
    }

    /// What a seat has without the net: its score, and a plain estimate of what the net does not know.
    fn before_net(&self, game: &G, state: &G::State, seat: Seat) -> f32 {
        let so_far = self.encoder.score_so_far(game, state, seat);
        match self.net.plain {
            0 => so_far,
            groups => so_far + self.encoder.plain_estimate(game, state, seat, groups),
        }
    }

    /// What a state is worth to a seat, and the distribution of the final score. The quantiles are in points.
    pub fn predict(&mut self, game: &G, state: &G::State, seat: Seat) -> Prediction {
        let points = game.points(state, seat) as f32;
        if game.next(state) == Next::Over {
            return Prediction {
                value: self.encoder.target(game, state, seat),
                quantiles: [points; QUANTILES],
            };
        }
        let known = self.encode(game, state, seat);
        let outputs = self.outputs(&known);
        let mut quantiles = std::array::from_fn(|index| points + outputs[1 + index] * super::QUANTILE_UNIT);
        quantiles.sort_by(f32::total_cmp);
        Prediction {
            value: self.before_net(game, state, seat) + outputs[0] * self.encoder.output_scale(),
            quantiles,
        }
    }
}
