//! A small network: sparse inputs, two hidden layers, a value and the quantiles of the final score.

use finaud_record::SplitMix64;

/// Width of the first hidden layer.
pub(crate) const FIRST: usize = 128;
/// Width of the second hidden layer.
pub(crate) const SECOND: usize = 32;
/// How many quantiles of the final score are predicted: at 1/32, 3/32, … 31/32.
pub const QUANTILES: usize = 16;
/// The outputs: the value, then the quantiles.
pub(crate) const OUTPUTS: usize = 1 + QUANTILES;

/// The weights.
#[derive(Clone, PartialEq, Debug)]
pub struct Net {
    /// One row for each input.
    pub(super) first: Vec<[f32; FIRST]>,
    pub(super) first_bias: [f32; FIRST],
    /// One row for each unit of the first layer.
    pub(super) second: Vec<[f32; SECOND]>,
    pub(super) second_bias: [f32; SECOND],
    /// One row for each unit of the second layer.
    pub(super) last: Vec<[f32; OUTPUTS]>,
    pub(super) last_bias: [f32; OUTPUTS],
    /// The groups of inputs of which nobody has learned anything, one bit each: they are estimated plainly.
    pub(super) plain: u8,
}

/// What the net computes on the way: needed again to learn from it.
#[derive(Clone, Debug)]
pub(super) struct Pass {
    pub(super) first: [f32; FIRST],
    pub(super) second: [f32; SECOND],
    pub(super) outputs: [f32; OUTPUTS],
}

impl Net {
    /// All weights zero: also the shape of a gradient.
    pub fn zero(inputs: usize) -> Net {
        Net {
            first: vec![[0.0; FIRST]; inputs],
            first_bias: [0.0; FIRST],
            second: vec![[0.0; SECOND]; FIRST],
            second_bias: [0.0; SECOND],
            last: vec![[0.0; OUTPUTS]; SECOND],
            last_bias: [0.0; OUTPUTS],
            plain: 0,
        }
    }

    /// The same net for another number of inputs, of which it knows nothing yet.
    pub(super) fn resized(&self, inputs: usize) -> Net {
        Net {
            first: vec![[0.0; FIRST]; inputs],
            ..self.clone()
        }
    }

    /// Takes what another net learned of one of its inputs.
    pub(super) fn copy_input(&mut self, input: usize, other: &Net, from: usize) {
        self.first[input] = other.first[from];
    }

    /// Takes an input of another net as set, always.
    pub(super) fn add_to_bias(&mut self, other: &Net, from: usize) {
        let row = &other.first[from];
        self.first_bias
            .iter_mut()
            .zip(row)
            .for_each(|(sum, weight)| *sum += weight);
    }

    /// Leaves a group of inputs to the plain estimate.
    pub(super) fn estimate_plainly(&mut self, group: usize) {
        self.plain |= 1 << group;
    }

    /// Random weights, of a size that keeps signals alive from layer to layer.
    pub fn random(inputs: usize, seed: u64) -> Net {
        let mut random = SplitMix64::new(seed);
        // The sum of three even draws is near enough to a bell.
        let mut draw = |size: f32| {
            let even = |random: &mut SplitMix64| random.below(1 << 24) as f32 / (1 << 23) as f32 - 1.0;
            size * (even(&mut random) + even(&mut random) + even(&mut random))
        };
        let mut net = Net::zero(inputs);
        // About sixty inputs are active at a time.
        net.first
            .iter_mut()
            .flatten()
            .for_each(|weight| *weight = draw(0.13));
        net.second
            .iter_mut()
            .flatten()
            .for_each(|weight| *weight = draw(0.12));
        // The value starts near nothing: what a seat has already is added to it.
        net.last
            .iter_mut()
            .flatten()
            .for_each(|weight| *weight = draw(0.02));
        net
    }

    /// How many inputs it knows.
    pub fn inputs(&self) -> usize {
        self.first.len()
    }

    /// The widths of the layers: the inputs, the two hidden layers, the outputs (the value, then the quantiles).
    pub fn widths(&self) -> [usize; 4] {
        [self.inputs(), FIRST, SECOND, OUTPUTS]
    }

    /// A net with these weights, in the order and with the sizes of [`Net::slices`]; `None` if a size differs or a weight is
    /// no number.
    pub fn from_slices(inputs: usize, slices: [&[f32]; 6]) -> Option<Net> {
        let mut net = Net::zero(inputs);
        for (own, given) in net.slices_mut().into_iter().zip(slices) {
            if own.len() != given.len() || given.iter().any(|weight| !weight.is_finite()) {
                return None;
            }
            own.copy_from_slice(given);
        }
        Some(net)
    }

    /// All weights as flat slices: for each layer its weights, a row for each unit that comes in, and its biases.
    pub fn slices(&self) -> [&[f32]; 6] {
        [
            self.first.as_flattened(),
            &self.first_bias,
            self.second.as_flattened(),
            &self.second_bias,
            self.last.as_flattened(),
            &self.last_bias,
        ]
    }

    /// All weights as flat slices, in the same order.
    pub(super) fn slices_mut(&mut self) -> [&mut [f32]; 6] {
        [
            self.first.as_flattened_mut(),
            &mut self.first_bias,
            self.second.as_flattened_mut(),
            &mut self.second_bias,
            self.last.as_flattened_mut(),
            &mut self.last_bias,
        ]
    }

    /// Adds an input to a sum of the first layer.
    #[inline]
    pub(super) fn add_input(&self, sum: &mut [f32; FIRST], index: usize, value: f32) {
        let row = &self.first[index];
        for (unit, weight) in sum.iter_mut().zip(row) {
            *unit += value * weight;
        }
    }

    /// The second layer, from the sums of the first, which become its activations.
    #[inline]
    fn second_layer(&self, first: &mut [f32; FIRST]) -> [f32; SECOND] {
        // Half of the units are silent: collect the others first, without branches, then go through them only.
        let mut loud = [0u16; FIRST];
        let mut count = 0;
        for (index, unit) in first.iter_mut().enumerate() {
            *unit = unit.max(0.0);
            loud[count] = index as u16;
            count += usize::from(*unit > 0.0);
        }
        let mut second = self.second_bias;
        for index in &loud[..count] {
            let unit = first[usize::from(*index)];
            for (sum, weight) in second.iter_mut().zip(&self.second[usize::from(*index)]) {
                *sum += unit * weight;
            }
        }
        for unit in &mut second {
            *unit = unit.max(0.0);
        }
        second
    }

    /// The value alone, from the sums of the first layer.
    #[inline]
    pub(super) fn value(&self, mut first: [f32; FIRST]) -> f32 {
        let second = self.second_layer(&mut first);
        let mut value = self.last_bias[0];
        for (unit, row) in second.iter().zip(&self.last) {
            value += unit * row[0];
        }
        value
    }

    /// Everything, from the sums of the first layer.
    pub(super) fn pass(&self, mut first: [f32; FIRST]) -> Pass {
        let second = self.second_layer(&mut first);
        let mut outputs = self.last_bias;
        for (unit, row) in second.iter().zip(&self.last) {
            for (output, weight) in outputs.iter_mut().zip(row) {
                *output += unit * weight;
            }
        }
        Pass {
            first,
            second,
            outputs,
        }
    }

    /// Adds to `gradient` how the weights would have to change to lift the outputs, each by its own measure.
    pub(super) fn backward(
        &self,
        inputs: &[(u16, f32)],
        pass: &Pass,
        outputs: &[f32; OUTPUTS],
        gradient: &mut Net,
    ) {
        let mut second = [0.0; SECOND];
        for (index, unit) in pass.second.iter().enumerate() {
            if *unit > 0.0 {
                let row = &self.last[index];
                let gradient_part = &mut gradient.last[index];
                for (output, error) in outputs.iter().enumerate() {
                    gradient_part[output] += unit * error;
                    second[index] += row[output] * error;
                }
            }
        }
        for (gradient_part, error) in gradient.last_bias.iter_mut().zip(outputs) {
            *gradient_part += error;
        }
        for (gradient_part, error) in gradient.second_bias.iter_mut().zip(&second) {
            *gradient_part += error;
        }
        let mut first = [0.0; FIRST];
        for (index, unit) in pass.first.iter().enumerate() {
            if *unit > 0.0 {
                let row = &self.second[index];
                let gradient_part = &mut gradient.second[index];
                // Eight sums side by side: one would have to wait for itself.
                let mut sums = [0.0; 8];
                for lane in 0..SECOND / 8 {
                    for (part, sum) in sums.iter_mut().enumerate() {
                        *sum += row[lane * 8 + part] * second[lane * 8 + part];
                    }
                }
                for (gradient_part, error) in gradient_part.iter_mut().zip(&second) {
                    *gradient_part += unit * error;
                }
                first[index] = sums.iter().sum();
            }
        }
        for (gradient_part, error) in gradient.first_bias.iter_mut().zip(&first) {
            *gradient_part += error;
        }
        for (index, value) in inputs {
            for (gradient_part, error) in gradient.first[usize::from(*index)].iter_mut().zip(&first) {
                *gradient_part += value * error;
            }
        }
    }

    /// The sums of the first layer for these inputs.
    pub(super) fn sums(&self, inputs: &[(u16, f32)]) -> [f32; FIRST] {
        let mut sums = self.first_bias;
        for (index, value) in inputs {
            self.add_input(&mut sums, usize::from(*index), *value);
        }
        sums
    }
}

/// The share of games that end below each quantile.
pub fn quantile_level(index: usize) -> f32 {
    (2 * index + 1) as f32 / (2 * QUANTILES) as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the backward pass says about each weight is what moving that weight does.
    #[test]
    fn the_gradient_is_the_slope() {
        let net = Net::random(6, 4);
        let inputs = [(0u16, 1.0f32), (3, 0.5), (5, 1.0)];
        let wishes: [f32; OUTPUTS] = std::array::from_fn(|output| 1.0 / (1.0 + output as f32));
        let wish = |net: &Net| -> f32 {
            let outputs = net.pass(net.sums(&inputs)).outputs;
            outputs
                .iter()
                .zip(&wishes)
                .map(|(output, wish)| output * wish)
                .sum()
        };
        let mut gradient = Net::zero(6);
        net.backward(&inputs, &net.pass(net.sums(&inputs)), &wishes, &mut gradient);
        let step = 1e-2;
        for part in 0..6 {
            let size = net.slices()[part].len();
            for index in (0..size).step_by(size.div_ceil(13)) {
                let moved = |by: f32| {
                    let mut moved = net.clone();
                    moved.slices_mut()[part][index] += by;
                    wish(&moved)
                };
                let gradient_part = (moved(step) - moved(-step)) / (2.0 * step);
                let told = gradient.slices()[part][index];
                assert!(
                    (gradient_part - told).abs() < 2e-3,
                    "part {part}, weight {index}: {gradient_part} or {told}"
                );
            }
        }
    }

    #[test]
    fn weights_can_be_taken_out_and_put_back() {
        let net = Net::random(7, 3);
        assert_eq!(Net::from_slices(7, net.slices()), Some(net.clone()));
        assert_eq!(net.widths()[0], 7);
        assert_eq!(Net::from_slices(8, net.slices()), None);
        let mut slices = net.slices();
        let broken = vec![f32::NAN; slices[5].len()];
        slices[5] = &broken;
        assert_eq!(Net::from_slices(7, slices), None);
    }

    #[test]
    fn the_value_is_the_first_output() {
        let net = Net::random(4, 9);
        let sums = net.sums(&[(1, 1.0), (2, -0.5)]);
        assert_eq!(net.value(sums).to_bits(), net.pass(sums).outputs[0].to_bits());
    }
}
