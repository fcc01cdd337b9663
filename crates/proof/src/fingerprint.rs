//! A state in 128 bits.

use std::hash::{Hash, Hasher};

/// The fingerprint of a state. Two different states share one with a chance of 2⁻¹²⁸: among a billion states, some two do
/// with a chance of 10⁻²¹.
pub(crate) fn fingerprint(state: &impl Hash) -> u128 {
    let mut hasher = Lanes {
        one: 0x243f_6a88_85a3_08d3,
        other: 0x1319_8a2e_0370_7344,
    };
    state.hash(&mut hasher);
    u128::from(mix(hasher.one)) << 64 | u128::from(mix(hasher.other ^ hasher.one.rotate_left(32)))
}

/// Two hashes side by side that have nothing in common but their input.
struct Lanes {
    one: u64,
    other: u64,
}

impl Lanes {
    #[inline]
    fn add(&mut self, word: u64) {
        self.one = (self.one ^ word)
            .wrapping_mul(0xff51_afd7_ed55_8ccd)
            .rotate_left(29);
        let other = self.other.wrapping_add(word).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
        self.other = other ^ other >> 31;
    }
}

/// The output function of SplitMix64.
fn mix(mut bits: u64) -> u64 {
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

impl Hasher for Lanes {
    fn finish(&self) -> u64 {
        self.one
    }

    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<8>();
        words.iter().for_each(|word| self.add(u64::from_le_bytes(*word)));
        if !rest.is_empty() {
            let mut last = [0; 8];
            last[..rest.len()].copy_from_slice(rest);
            self.add(u64::from_le_bytes(last) ^ (rest.len() as u64) << 56);
        }
    }

    #[inline]
    fn write_u8(&mut self, byte: u8) {
        self.add(byte.into());
    }

    #[inline]
    fn write_u16(&mut self, word: u16) {
        self.add(word.into());
    }

    #[inline]
    fn write_u32(&mut self, word: u32) {
        self.add(word.into());
    }

    #[inline]
    fn write_u64(&mut self, word: u64) {
        self.add(word);
    }

    #[inline]
    fn write_usize(&mut self, word: usize) {
        self.add(word as u64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn states_that_differ_little_have_fingerprints_that_differ() {
        let mut seen = HashSet::new();
        let mut halves = HashSet::new();
        for one in 0..200u8 {
            for other in 0..200u16 {
                let print = fingerprint(&([one, 0], other, [other as u8, one]));
                assert!(seen.insert(print), "{one} {other}");
                halves.insert(print as u64);
                halves.insert((print >> 64) as u64);
            }
        }
        assert_eq!(halves.len(), 2 * seen.len());
    }
}
