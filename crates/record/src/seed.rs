//! Seeds: where dice come from when nobody rolls them, and the strings that name them.
//!
//! All random numbers of Finaud come from SplitMix64 (Steele, Lea and Flood, 2014): small, portable, the same for ever.

pub(crate) mod place;
mod string;

pub use place::Place;
pub use string::{SeedError, SeedString, example_game, read_seed_code, seed_code};

/// The SplitMix64 generator.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SplitMix64(u64);

/// The step of the generator: 2⁶⁴ divided by the golden ratio, made odd.
const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// The output function of SplitMix64: every bit of the input changes about half of the bits of the output.
#[inline]
fn mix(mut bits: u64) -> u64 {
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

impl SplitMix64 {
    /// The generator that starts from this seed.
    #[inline]
    pub fn new(seed: u64) -> SplitMix64 {
        SplitMix64(seed)
    }

    /// The next 64 random bits.
    #[inline]
    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(STEP);
        mix(self.0)
    }

    /// A number below `bound`, by multiplication: the bias is below `bound` / 2⁶⁴.
    #[inline]
    pub fn below(&mut self, bound: u64) -> u64 {
        scale(self.next_u64(), bound)
    }
}

/// The random bits of one place in a game: they depend on the seed and the place alone.
#[inline]
pub fn bits_at(seed: u64, place: u64) -> u64 {
    mix(mix(seed.wrapping_add(STEP)) ^ place.wrapping_mul(STEP))
}

/// The seed of the game with this index in a series: `seed` names the series.
#[inline]
pub fn seed_in_series(seed: u64, index: u64) -> u64 {
    bits_at(seed ^ 0x5eed_5e71_e500_0000, index)
}

/// Scales random bits to a number below `bound`.
#[inline]
pub fn scale(bits: u64, bound: u64) -> u64 {
    ((u128::from(bits) * u128::from(bound)) >> 64) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_generator_is_the_published_one() {
        let mut random = SplitMix64::new(1_234_567);
        let published = [
            6_457_827_717_110_365_317,
            3_203_168_211_198_807_973,
            9_817_491_932_198_370_423,
            4_593_380_528_125_082_431,
            16_408_922_859_458_223_821,
        ];
        assert_eq!(published.map(|_| random.next_u64()), published);
    }

    #[test]
    fn scaling_reaches_both_ends() {
        assert_eq!(scale(0, 6), 0);
        assert_eq!(scale(u64::MAX, 6), 5);
        assert_eq!(scale(u64::MAX, u64::MAX), u64::MAX - 1);
    }
}
