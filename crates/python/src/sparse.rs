//! The inputs of our nets: of thousands of columns, those that are not zero.

use finaud_players::learned::Encoder;
use finaud_rules::{Game, Seat};

/// Rows of inputs, one after the other.
#[derive(Clone, Default)]
pub(crate) struct Sparse {
    /// Where each row ends.
    pub(crate) ends: Vec<i64>,
    pub(crate) indices: Vec<i32>,
    pub(crate) values: Vec<f32>,
}

impl Sparse {
    /// Adds a row: what a seat sees of a state.
    #[inline]
    pub(crate) fn push<G: Game>(
        &mut self,
        encoder: &impl Encoder<G>,
        game: &G,
        state: &G::State,
        seat: Seat,
    ) {
        for group in 0..encoder.groups() {
            encoder.encode_group(game, state, seat, group, &mut |index, value| {
                self.indices.push(index as i32);
                self.values.push(value);
            });
        }
        self.ends.push(self.indices.len() as i64);
    }

    /// Adds the rows of another.
    pub(crate) fn append(&mut self, other: &Sparse) {
        let offset = self.indices.len() as i64;
        self.ends.extend(other.ends.iter().map(|end| end + offset));
        self.indices.extend_from_slice(&other.indices);
        self.values.extend_from_slice(&other.values);
    }

    /// Writes a row in full.
    pub(crate) fn write(&self, row: usize, out: &mut [f32]) {
        let start = row.checked_sub(1).map_or(0, |before| self.ends[before] as usize);
        let end = self.ends[row] as usize;
        out.fill(0.0);
        for (index, value) in self.indices[start..end].iter().zip(&self.values[start..end]) {
            out[*index as usize] += value;
        }
    }

    /// Where the rows begin, and where the last one ends.
    pub(crate) fn offsets(&self) -> Vec<i64> {
        std::iter::once(0).chain(self.ends.iter().copied()).collect()
    }
}
