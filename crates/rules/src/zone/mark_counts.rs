//! How many ways there are to write each number in a zone: kept with the ink, so that most questions about a zone are
//! answered without looking at its rules again.

/// For each number from 0 to 15, how many marks it allows: none to three.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub(crate) struct MarkCounts(u32);

/// The highest number that is counted.
pub(crate) const MAX_NUMBER: u8 = 15;
/// The most ways that can be counted.
pub(crate) const MAX_MARKS: usize = 3;

impl MarkCounts {
    /// No way at all.
    pub(crate) const NONE: MarkCounts = MarkCounts(0);

    /// One way for every number from `low` to `high`.
    #[inline]
    pub(crate) fn span(low: u8, high: u8) -> MarkCounts {
        let up_to = |bound: u8| (1u64 << (2 * u32::from(bound.min(MAX_NUMBER + 1)))) - 1;
        MarkCounts((up_to(high + 1) & !up_to(low)) as u32 & 0x5555_5555)
    }

    /// The ways of both.
    #[inline]
    #[must_use]
    pub(crate) fn and(self, other: MarkCounts) -> MarkCounts {
        MarkCounts(self.0 + other.0)
    }

    /// So many ways for this number.
    pub(crate) fn of(number: u8, mark_counts: usize) -> MarkCounts {
        MarkCounts((mark_counts.min(MAX_MARKS) as u32) << (2 * number.min(MAX_NUMBER)))
    }

    /// Takes so many ways to write a number away: one, or none.
    #[inline]
    pub(crate) fn lose(&mut self, number: u8, ways: u32) {
        self.0 -= ways << (2 * number);
    }

    /// How many ways there are for a number of at most [`MAX_NUMBER`].
    #[inline]
    pub(crate) fn count(self, number: u8) -> usize {
        (self.0 >> (2 * (number & MAX_NUMBER)) & 3) as usize
    }
}
