//! Grids in which the dice that a pick moves give crosses too: one more cross for each of them, in the row of its colour.
//!
//! An entry is a main cross and some extra crosses below its number. Each row belongs to a die, and one more die goes to any
//! row, so that at most one row gets two extra crosses. Such sets are numbered: a [`Mark`] holds the number of its set.

use super::super::{EntryContext, Ink, Mark};
use super::{Grid, bits};
use crate::values::Values;

/// How many rows there are: one for each colour but the zone's own.
pub(crate) const ROWS: usize = 4;
/// The highest number.
const MOST: u8 = 6;

/// The number of a set of crosses, from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SetNumber([u8; 2]);

impl SetNumber {
    fn new(number: u16) -> SetNumber {
        SetNumber(number.to_be_bytes())
    }

    fn get(self) -> u16 {
        u16::from_be_bytes(self.0)
    }
}

/// A main cross with at least one extra cross, by rows and numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Crosses {
    row: u8,
    number: u8,
    /// The numbers that are crossed beside the main cross in each row, one bit each.
    extras: [u8; ROWS],
}

/// How many ways there are to place extra crosses of so many numbers, none included.
const fn ways(lower: u16) -> u16 {
    let each = lower + 1;
    single_ways(lower) + ROWS as u16 * pairs(lower) * each * each * each
}

/// The ways without two extra crosses in one row.
const fn single_ways(lower: u16) -> u16 {
    let each = lower + 1;
    each * each * each * each
}

/// How many pairs so many numbers make.
const fn pairs(numbers: u16) -> u16 {
    numbers * numbers.saturating_sub(1) / 2
}

/// Where the sets with a main cross of each number begin, and behind the last how many there are.
const STARTS: [u16; MOST as usize + 2] = {
    let mut starts = [0; MOST as usize + 2];
    let mut number = 1;
    while number <= MOST as usize {
        starts[number + 1] = starts[number] + ROWS as u16 * (ways(number as u16 - 1) - 1);
        number += 1;
    }
    starts
};

/// How many sets there are.
pub(super) const SETS: usize = STARTS[MOST as usize + 1] as usize;

impl Crosses {
    fn rank(self) -> SetNumber {
        let lower = u16::from(self.number) - 1;
        let each = lower + 1;
        let mut code = 0;
        let mut double = None;
        for (row, extras) in self.extras.into_iter().enumerate() {
            if extras.count_ones() == 2 {
                double = Some((row as u16, extras));
            } else {
                code = code * each
                    + if extras == 0 {
                        0
                    } else {
                        extras.trailing_zeros() as u16
                    };
            }
        }
        if let Some((row, extras)) = double {
            let (low, high) = (extras.trailing_zeros() as u16, extras.ilog2() as u16);
            let pair = pairs(high - 1) + low - 1;
            code += single_ways(lower) + (row * pairs(lower) + pair) * each * each * each;
        }
        let start = STARTS[usize::from(self.number)];
        SetNumber::new(start + u16::from(self.row) * (ways(lower) - 1) + code - 1)
    }

    fn unrank(number: SetNumber) -> Option<Crosses> {
        let index = number.get();
        let main = (1..=MOST).find(|number| index < STARTS[usize::from(*number) + 1])?;
        let lower = u16::from(main) - 1;
        let each = lower + 1;
        let rest = index - STARTS[usize::from(main)];
        let (row, mut code) = (rest / (ways(lower) - 1), rest % (ways(lower) - 1) + 1);
        let mut crosses = Crosses {
            row: row as u8,
            number: main,
            extras: [0; ROWS],
        };
        let double = code.checked_sub(single_ways(lower)).map(|code| {
            let which = code / (each * each * each);
            (which / pairs(lower), which % pairs(lower))
        });
        if double.is_some() {
            code = (code - single_ways(lower)) % (each * each * each);
        }
        for row in (0..ROWS).rev() {
            if let Some((_, pair)) = double.filter(|(double, _)| usize::from(*double) == row) {
                let high = (2..=lower).rev().find(|high| pairs(high - 1) <= pair)?;
                let low = pair - pairs(high - 1) + 1;
                crosses.extras[row] = 1 << low | 1 << high;
            } else {
                let digit = code % each;
                code /= each;
                if digit > 0 {
                    crosses.extras[row] = 1 << digit;
                }
            }
        }
        Some(crosses)
    }
}

impl Grid {
    /// The cell of a row that shows a number, as a bit; none where the row does not show it.
    #[inline]
    fn cell_in_row(&self, row: usize, number: u8) -> u32 {
        self.with_number(number) & self.row(row as u8)
    }

    /// What the dice show that this pick moves: the die of each row, and the one that goes to any row; 0 for those that stay.
    /// Dice that show no less than the number entered give no cross.
    fn moved_faces(&self, dice: [u8; ROWS], number: u8, at: EntryContext) -> ([u8; ROWS], u8) {
        let below = |face: u8| if face < number { face } else { 0 };
        let faces = dice.map(|die| below((at.moved >> (4 * die) & 15) as u8));
        let own = dice.iter().fold(0, |mask, die| mask | 15 << (4 * die));
        // Of the other two dice one is picked.
        let any = at.moved & !own;
        let any = if any == 0 {
            0
        } else {
            (any >> (any.trailing_zeros() / 4 * 4) & 15) as u8
        };
        (faces, below(any))
    }

    #[inline(never)]
    pub(super) fn moved_marks(
        &self,
        dice: [u8; ROWS],
        ink: &Ink,
        number: u8,
        at: EntryContext,
        out: &mut impl FnMut(Mark),
    ) {
        let free = self.free(ink, at);
        let main = free & self.with_number(number);
        bits(main).for_each(|cell| out(Mark::Cell(cell)));
        if main == 0 || at.moved == 0 {
            return;
        }
        let (faces, any) = self.moved_faces(dice, number, at);
        let is_free = |row: usize, face: u8| face > 0 && self.cell_in_row(row, face) & free != 0;
        let own: u32 = (0..ROWS)
            .filter(|row| is_free(*row, faces[*row]))
            .map(|row| 1 << row)
            .sum();
        // Where the die of the row shows the same number, that one makes the cross.
        let anywhere = || (0..ROWS).filter(|row| is_free(*row, any) && faces[*row] != any);
        for cell in bits(main) {
            let mut subset = own;
            loop {
                let mut extras = [0; ROWS];
                bits(subset).for_each(|row| extras[usize::from(row)] = 1 << faces[usize::from(row)]);
                let crosses = Crosses {
                    row: cell / self.columns,
                    number,
                    extras,
                };
                for row in anywhere() {
                    let mut more = crosses;
                    more.extras[row] |= 1 << any;
                    out(Mark::Set(more.rank()));
                }
                if subset == 0 {
                    break;
                }
                out(Mark::Set(crosses.rank()));
                subset = (subset - 1) & own;
            }
        }
    }

    #[inline(never)]
    pub(super) fn allows_set(
        &self,
        dice: [u8; ROWS],
        ink: &Ink,
        values: Values,
        at: EntryContext,
        set: SetNumber,
    ) -> bool {
        let Some(crosses) = Crosses::unrank(set) else {
            return false;
        };
        let free = self.free(ink, at);
        let (faces, any) = self.moved_faces(dice, crosses.number, at);
        let main = self.cell_in_row(usize::from(crosses.row), crosses.number);
        let mut any_left = 1;
        let mut extras_fit = true;
        for (row, extras) in crosses.extras.into_iter().enumerate() {
            for face in bits(extras.into()) {
                extras_fit &= self.cell_in_row(row, face) & free != 0;
                if face != faces[row] {
                    extras_fit &= face == any && any_left > 0;
                    any_left = 0;
                }
            }
        }
        extras_fit && values.contains(crosses.number) && main & free != 0
    }

    /// The cells of a set.
    #[inline(never)]
    pub(super) fn cells_of_set(&self, set: SetNumber) -> u32 {
        Crosses::unrank(set).map_or(0, |crosses| {
            let main = self.cell_in_row(usize::from(crosses.row), crosses.number);
            let extras = crosses.extras.into_iter().enumerate();
            extras.fold(main, |cells, (row, extras)| {
                bits(extras.into()).fold(cells, |cells, face| cells | self.cell_in_row(row, face))
            })
        })
    }

    /// The mark that crosses these cells, where one does.
    pub(super) fn mark_of_cells(&self, cells: u32) -> Option<Mark> {
        if cells.count_ones() == 1 {
            return Some(Mark::Cell(cells.trailing_zeros() as u8));
        }
        let number = |cell: u8| self.number(cell);
        let main = bits(cells).max_by_key(|cell| number(*cell))?;
        let mut crosses = Crosses {
            row: main / self.columns,
            number: number(main)?,
            extras: [0; ROWS],
        };
        for cell in bits(cells).filter(|cell| *cell != main) {
            crosses.extras[usize::from(cell / self.columns)] |= 1 << number(cell)?;
        }
        let doubles = crosses.extras.iter().filter(|extras| extras.count_ones() == 2);
        let numbered = doubles.count() <= 1 && crosses.extras.iter().all(|extras| extras.count_ones() <= 2);
        let lower = crosses.extras.iter().all(|extras| *extras >> crosses.number == 0);
        (numbered && lower).then(|| Mark::Set(crosses.rank()))
    }

    pub(super) fn set_index(set: SetNumber) -> Option<usize> {
        Some(usize::from(set.get())).filter(|index| *index < SETS)
    }

    pub(super) fn set_at(index: usize) -> Option<Mark> {
        let number = u16::try_from(index).ok().filter(|_| index < SETS)?;
        Some(Mark::Set(SetNumber::new(number)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_is_a_set_of_its_own() {
        for index in 0..SETS {
            let set = SetNumber::new(index as u16);
            let crosses = Crosses::unrank(set).unwrap();
            assert_eq!(crosses.rank(), set, "{crosses:?}");
            assert!(crosses.extras.iter().any(|extras| *extras != 0));
            assert!(
                crosses
                    .extras
                    .iter()
                    .all(|extras| extras & 1 == 0 && *extras >> crosses.number == 0)
            );
        }
        assert_eq!(Crosses::unrank(SetNumber::new(SETS as u16)), None);
        assert_eq!(SETS, 59_140);
    }
}
