//! Dice from a seed.
//!
//! Every throw has a place in the game, a number of 64 bits that is made of (lowest byte first) the rerolls so far, the
//! roll (from 1), the turn (from 0), the round (from 1) and the kind of throw (0 for a roll, 1 for a sorting). The random
//! bits of a throw depend on the seed and its place alone: [`bits_at`].
//!
//! A roll scales them to a number below 6⁶ = 46656, whose six digits in base 6, the lowest first, are the faces (less
//! one) of all six dice, white first; only the dice that are rolled take theirs. So a colour shows the same whatever else
//! is rolled with it. A sorting scales them to a number below 6! = 720 and unranks it to an order of the dice by
//! distance: the remainder by 6 says which die is nearest, the rest by 5 which of the remaining dice is next, and so on.
//!
//! All this is for ever: a stored seed means the same dice in every version.

use finaud_rules::{Chance, DICE, DiceGame, Die, DieSet, Face, Game, Next, Outcome, Phase, Position};

use crate::seed::{Place, bits_at, scale};

use crate::seed::place::{ROLL, SORT};
const ROLLS: u64 = 46_656;
const ORDERS: u64 = 720;

#[inline]
fn place<const SEATS: usize>(kind: u64, position: &Position<SEATS>) -> u64 {
    kind << 32
        | u64::from(position.round()) << 24
        | u64::from(position.turn()) << 16
        | u64::from(position.roll()) << 8
        | u64::from(position.rerolls())
}

/// The place of the roll that is due in a position.
#[inline]
pub fn roll_place<const SEATS: usize>(position: &Position<SEATS>) -> u64 {
    place(ROLL, position)
}

/// The place of the sorting that is due in a position.
#[inline]
pub fn sort_place<const SEATS: usize>(position: &Position<SEATS>) -> u64 {
    place(SORT, position)
}

#[inline(always)]
pub(super) fn outcome<const SEATS: usize>(
    game: &DiceGame<SEATS>,
    position: &Position<SEATS>,
    seed: u64,
) -> Option<Outcome> {
    if position.phase() == Phase::Rolling {
        return Some(Outcome::Roll(faces(
            bits_at(seed, roll_place(position)),
            position.dice().pool(),
        )));
    }
    match game.next(position) {
        Next::Chance(Chance::Sort(sorting)) => Some(Outcome::Sort(
            sorting.by_distance(&ranking(bits_at(seed, sort_place(position)))),
        )),
        _ => None,
    }
}

/// The place of whatever is due in a position.
pub(super) fn due_place<const SEATS: usize>(
    game: &DiceGame<SEATS>,
    position: &Position<SEATS>,
) -> Option<Place> {
    match game.next(position) {
        Next::Chance(Chance::Roll(_)) => Some(Place(roll_place(position))),
        Next::Chance(Chance::Sort(_)) => Some(Place(sort_place(position))),
        Next::Choice(_) | Next::Over => None,
    }
}

/// What random bits give in a position.
pub(super) fn outcome_of_bits<const SEATS: usize>(
    game: &DiceGame<SEATS>,
    position: &Position<SEATS>,
    bits: u64,
) -> Option<Outcome> {
    match game.next(position) {
        Next::Chance(Chance::Roll(pool)) => Some(Outcome::Roll(faces(bits, pool))),
        Next::Chance(Chance::Sort(sorting)) => Some(Outcome::Sort(sorting.by_distance(&ranking(bits)))),
        Next::Choice(_) | Next::Over => None,
    }
}

#[inline(always)]
fn faces(bits: u64, pool: DieSet) -> [Option<Face>; DICE] {
    let number = scale(bits, ROLLS) as usize;
    let (low, high) = (&THREE_FACES[number % 216], &THREE_FACES[number / 216 % 216]);
    let faces = [low[0], low[1], low[2], high[0], high[1], high[2]];
    let mut shown = faces.map(Some);
    for die in DieSet::ALL.minus(pool) {
        shown[die.index()] = None;
    }
    shown
}

/// The three digits of every number below 6³, the lowest first, as faces: looked up, since six divisions take longer.
const THREE_FACES: [[Face; 3]; 216] = {
    let mut table = [[Face::One; 3]; 216];
    let mut number = 0;
    while number < table.len() {
        table[number] = [
            Face::ALL[number % 6],
            Face::ALL[number / 6 % 6],
            Face::ALL[number / 36],
        ];
        number += 1;
    }
    table
};

#[inline]
fn ranking(bits: u64) -> [Die; DICE] {
    RANKINGS[scale(bits, ORDERS) as usize]
}

/// The order of the dice for every number below 6!.
const RANKINGS: [[Die; DICE]; ORDERS as usize] = {
    let mut table = [Die::ALL; ORDERS as usize];
    let mut number = 0;
    while number < table.len() {
        let (mut code, mut place) = (number, 0);
        while place < DICE {
            // The die that comes next moves to this place; those before it make room.
            let left = DICE - place;
            let mut from = place + code % left;
            let nearest = table[number][from];
            while from > place {
                table[number][from] = table[number][from - 1];
                from -= 1;
            }
            table[number][place] = nearest;
            code /= left;
            place += 1;
        }
        number += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seed::SplitMix64;

    #[test]
    fn a_colour_shows_the_same_whatever_is_rolled_with_it() {
        let mut random = SplitMix64::new(1);
        for _ in 0..100 {
            let bits = random.next_u64();
            let all = faces(bits, DieSet::ALL);
            for die in Die::ALL {
                let alone = faces(bits, std::iter::once(die).collect());
                assert_eq!(alone[die.index()], all[die.index()]);
                assert_eq!(alone.iter().flatten().count(), 1);
            }
        }
    }

    #[test]
    fn every_order_has_one_number() {
        let step = u64::MAX / ORDERS;
        let mut orders: Vec<[Die; DICE]> = (0..ORDERS).map(|code| ranking(code * step + step / 2)).collect();
        assert_eq!(orders[0], Die::ALL);
        orders.sort_unstable();
        orders.dedup();
        assert_eq!(orders.len(), 720);
    }

    #[test]
    fn faces_of_each_colour_are_even() {
        let mut counts = [[0u32; 6]; DICE];
        for place in 0..60_000 {
            for (die, face) in faces(bits_at(7, place), DieSet::ALL)
                .into_iter()
                .flatten()
                .enumerate()
            {
                counts[die][usize::from(face.pips()) - 1] += 1;
            }
        }
        for counts in counts {
            let chi_square: f64 = counts
                .iter()
                .map(|count| (f64::from(*count) - 10_000.0).powi(2) / 10_000.0)
                .sum();
            // Five degrees of freedom: one colour in ten thousand would exceed 25.7 by chance.
            assert!(chi_square < 25.7, "{counts:?}");
        }
    }

    #[test]
    fn orders_are_even() {
        let mut counts = std::collections::BTreeMap::new();
        for place in 0..72_000 {
            *counts.entry(ranking(bits_at(8, place))).or_insert(0u32) += 1;
        }
        let chi_square: f64 = counts
            .values()
            .map(|count| (f64::from(*count) - 100.0).powi(2) / 100.0)
            .sum();
        // 719 degrees of freedom: mean 719, standard deviation 38.
        assert_eq!(counts.len(), 720);
        assert!((550.0..900.0).contains(&chi_square), "{chi_square}");
    }
}
