//! The numbers an entry may use.

/// A set of numbers from 0 to 63: what a die may count as for one entry.
///
/// Without actions it holds one number; a joker, polish or a free number makes it larger.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Values(u64);

impl Values {
    /// No number.
    pub const NONE: Values = Values(0);
    /// Every number: a cross that may go anywhere.
    pub const ANY: Values = Values(!0);
    /// The faces of a die.
    pub const FACES: Values = Values(0b111_1110);
    /// What two dice can show together: 2 to 12.
    pub const SUMS: Values = Values(0b1_1111_1111_1100);

    /// Just this number. Numbers above 63 do not exist in these games and give the empty set.
    #[inline]
    pub const fn one(number: u8) -> Values {
        if number < 64 {
            Values(1 << number)
        } else {
            Values::NONE
        }
    }

    /// Is the number in the set?
    #[inline]
    pub fn contains(self, number: u8) -> bool {
        number < 64 && self.0 >> number & 1 != 0
    }

    /// Is there no number?
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The highest number of the set.
    #[inline]
    pub fn highest(self) -> Option<u8> {
        63u8.checked_sub(self.0.leading_zeros() as u8)
    }

    /// The numbers of both sets.
    #[inline]
    #[must_use]
    pub fn union(self, other: Values) -> Values {
        Values(self.0 | other.0)
    }

    /// The numbers that are in both sets.
    #[inline]
    #[must_use]
    pub fn and(self, other: Values) -> Values {
        Values(self.0 & other.0)
    }

    /// Every number of the set plus `more`.
    #[inline]
    #[must_use]
    pub fn plus(self, more: u8) -> Values {
        Values(self.0.checked_shl(u32::from(more)).unwrap_or(0))
    }

    /// The set without one number.
    #[inline]
    #[must_use]
    pub fn without(self, number: u8) -> Values {
        Values(self.0 & !Values::one(number).0)
    }

    /// Only the numbers that are at least `least`.
    #[inline]
    #[must_use]
    pub fn at_least(self, least: u8) -> Values {
        Values(self.0 & u64::MAX.checked_shl(u32::from(least)).unwrap_or(0))
    }

    /// Only the numbers below `bound`.
    #[inline]
    #[must_use]
    pub fn below(self, bound: u8) -> Values {
        Values(self.0 & !u64::MAX.checked_shl(u32::from(bound)).unwrap_or(0))
    }

    /// The numbers, lowest first.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = u8> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            (rest != 0).then(|| {
                let number = rest.trailing_zeros() as u8;
                rest &= rest - 1;
                number
            })
        })
    }
}

impl FromIterator<u8> for Values {
    fn from_iter<I: IntoIterator<Item = u8>>(numbers: I) -> Values {
        numbers
            .into_iter()
            .fold(Values::NONE, |set, number| set.union(Values::one(number)))
    }
}

impl std::fmt::Debug for Values {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
