//! Counting entries without listing them.

use crate::die::{DICE, DieSet, ZONES};

/// How many entries there are for each use of a die and those before it, six bits a use: each zone's own die, then the
/// white die in each zone.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tally(u64);

/// How many bits count the entries of a use: room for all entries of ten uses, and one bit more.
const TALLY_BITS: usize = 6;
/// The lowest bit of every use.
const EACH_USE: u64 = {
    let (mut ones, mut place) = (0, 0);
    while place < 2 * ZONES {
        ones |= 1 << (TALLY_BITS * place);
        place += 1;
    }
    ones
};

/// All bits of the uses of each set of dice.
const USES: [u64; 1 << DICE] = {
    let mut table = [0; 1 << DICE];
    let mut dice = 0;
    while dice < table.len() {
        let mut place = 0;
        while place < 2 * ZONES {
            let die = if place < ZONES { place + 1 } else { 0 };
            if dice >> die & 1 != 0 {
                table[dice] |= ((1 << TALLY_BITS) - 1) << (TALLY_BITS * place);
            }
            place += 1;
        }
        dice += 1;
    }
    table
};

impl Tally {
    /// So many entries for the use at this place.
    #[inline]
    pub(crate) fn place(place: usize, count: usize) -> u64 {
        (count as u64) << (TALLY_BITS * place)
    }

    /// Sums up the counts of the uses that these dice have.
    #[inline]
    pub(crate) fn of(counts: u64, dice: DieSet) -> Tally {
        Tally((counts & USES[usize::from(dice.bits())]).wrapping_mul(EACH_USE))
    }

    /// How many entries the uses before this place have.
    #[inline]
    fn before(self, place: usize) -> usize {
        (self.0 << TALLY_BITS >> (TALLY_BITS * place)) as usize % (1 << TALLY_BITS)
    }

    /// How many there are together.
    #[inline]
    pub(crate) fn total(self) -> usize {
        // Not `before` the place behind the last: its bits would lie above the 64th.
        (self.0 >> (TALLY_BITS * (2 * ZONES - 1))) as usize % (1 << TALLY_BITS)
    }

    /// The use to which the entry with this index belongs, and its index there.
    #[inline]
    pub(crate) fn find(self, index: usize) -> Option<(usize, usize)> {
        // The highest bit of every use that ends at or before the index stays: no branch predicts a random index.
        const HIGHEST: u64 = EACH_USE << (TALLY_BITS - 1);
        (index < self.total()).then(|| {
            let ended = (HIGHEST | (EACH_USE * index as u64)).wrapping_sub(self.0);
            let place = (ended & HIGHEST).count_ones() as usize;
            (place, index - self.before(place))
        })
    }
}
