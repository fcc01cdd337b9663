//! A training that can go on later: everything it has, in one file.

use super::net::Net;
use super::train::Training;

const MARK: &[u8; 20] = b"finaud training 0001";

/// A file that holds no training one could go on with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoTraining;

impl std::fmt::Display for NoTraining {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(
            "this is no training to go on with: the file is of another kind, another game, or was cut short",
        )
    }
}

impl std::error::Error for NoTraining {}

impl Training {
    /// The training as bytes.
    pub fn write(&self) -> Vec<u8> {
        let mut bytes = MARK.to_vec();
        for count in [self.net.inputs() as u64, self.steps, self.games] {
            bytes.extend(count.to_le_bytes());
        }
        for net in [&self.net, &self.mean, &self.first_moment, &self.second_moment] {
            for weight in net.slices().into_iter().flatten() {
                bytes.extend(weight.to_le_bytes());
            }
        }
        bytes
    }

    /// The training in these bytes, for a net with so many inputs.
    pub fn read(bytes: &[u8], inputs: usize) -> Result<Training, NoTraining> {
        let rest = bytes.strip_prefix(MARK).ok_or(NoTraining)?;
        let (counts, weights) = rest.split_at_checked(24).ok_or(NoTraining)?;
        let count = |index: usize| -> u64 {
            let bytes = &counts[8 * index..][..8];
            bytes
                .iter()
                .rev()
                .fold(0, |number, byte| number << 8 | u64::from(*byte))
        };
        let mut nets: [Net; 4] = std::array::from_fn(|_| Net::zero(inputs));
        let size: usize = nets[0].slices().iter().map(|part| part.len()).sum();
        if count(0) != inputs as u64 || weights.len() != 4 * 4 * size {
            return Err(NoTraining);
        }
        let mut numbers = weights
            .chunks_exact(4)
            .map(|bytes| f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]));
        for net in &mut nets {
            for weight in net.slices_mut().into_iter().flatten() {
                *weight = numbers
                    .next()
                    .filter(|number| number.is_finite())
                    .ok_or(NoTraining)?;
            }
        }
        let [net, mean, first_moment, second_moment] = nets;
        Ok(Training {
            net,
            mean,
            first_moment,
            second_moment,
            steps: count(1),
            games: count(2),
        })
    }

    /// Did this input ever occur?
    pub fn seen(&self, input: usize) -> bool {
        self.second_moment.first[input]
            .iter()
            .any(|second_moment| *second_moment > 0.0)
    }
}
