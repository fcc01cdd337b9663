//! What dice can do: rolls, and the sorting of the solo passive turn.

use crate::die::{DICE, Dice, Die, DieSet, Face, SLOTS};
use crate::game::Impossible;

/// What is to be rolled or sorted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Chance {
    /// These dice are rolled.
    Roll(DieSet),
    /// Distance decides among dice that show the same.
    Sort(Sorting),
}

/// What the dice did.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// The faces of the dice that were rolled; `None` for the others.
    Roll([Option<Face>; DICE]),
    /// Which dice lay nearest.
    Sort(Sorted),
}

/// The question of the solo passive turn: which dice go to the platter, which to which slot?
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Sorting {
    /// The dice that are low enough to go to the platter in any case.
    pub sure: DieSet,
    /// The dice that tie at the border.
    pub tied: DieSet,
    /// The dice too high for the platter.
    pub high: DieSet,
    /// Does the order of the slots matter?
    pub ordered: bool,
}

/// The answer: the dice of the platter, and the others slot by slot.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Sorted {
    /// The three dice on the platter.
    pub platter: DieSet,
    /// The dice on the slots, first slot first.
    pub slots: [Die; SLOTS],
}

impl Sorting {
    /// Sorts six rolled dice: the three lowest belong on the platter.
    pub(crate) fn of(dice: &Dice, ordered: bool) -> Sorting {
        // How many dice show at most each face, four bits a face: six dice never carry over.
        let counts = Die::ALL.into_iter().fold(0u32, |counts, die| {
            counts + (1 << (4 * u32::from(dice.pips(die))))
        });
        let up_to = counts.wrapping_mul(0x1111_1111);
        // The lowest face that at least three dice do not exceed: adding 5 sets the highest bit of its four.
        let border = ((up_to.wrapping_add(0x5555_5555) & 0x8888_8888).trailing_zeros() / 4) as u8;
        let mut sure = dice.where_face(|face| face < border);
        let mut tied = dice.where_face(|face| face == border);
        if sure.union(tied).len() == SLOTS {
            sure = sure.union(tied);
            tied = DieSet::EMPTY;
        }
        Sorting {
            sure,
            tied,
            high: DieSet::ALL.minus(sure).minus(tied),
            ordered,
        }
    }

    /// Does distance decide anything?
    pub(crate) fn is_open(&self) -> bool {
        self.ordered || !self.tied.is_empty()
    }

    /// How many of the tied dice go to the platter.
    pub fn wanted(&self) -> usize {
        SLOTS - self.sure.len()
    }

    /// The sorting that follows from a ranking of all dice by distance, nearest first.
    pub fn by_distance(&self, ranking: &[Die; DICE]) -> Sorted {
        let mut platter = self.sure;
        ranking
            .iter()
            .filter(|die| self.tied.contains(**die))
            .take(self.wanted())
            .for_each(|die| platter.insert(*die));
        self.placed(platter, ranking)
    }

    #[inline]
    fn placed(&self, platter: DieSet, ranking: &[Die; DICE]) -> Sorted {
        let rest = DieSet::ALL.minus(platter);
        // One place too many: a die of the platter is overwritten by the next die of the slots.
        let mut slots = [Die::White; SLOTS + 1];
        let mut count = 0;
        let order = if self.ordered { ranking } else { &Die::ALL };
        for die in order {
            slots[count.min(SLOTS)] = *die;
            count += usize::from(rest.contains(*die));
        }
        Sorted {
            platter,
            slots: [slots[0], slots[1], slots[2]],
        }
    }

    /// The answer where distance decides nothing.
    pub(crate) fn settled(&self) -> Sorted {
        self.by_distance(&Die::ALL)
    }

    /// Says why a sorting cannot have happened.
    pub(crate) fn forbids(&self, sorted: Sorted) -> Option<Impossible> {
        let slots: DieSet = sorted.slots.into_iter().collect();
        if sorted.platter.len() != SLOTS || slots != DieSet::ALL.minus(sorted.platter) {
            return Some(Impossible::WrongSorting);
        }
        if !self.sure.minus(sorted.platter).is_empty() || !self.high.minus(slots).is_empty() {
            return Some(Impossible::NotTheLowest);
        }
        if !self.ordered && !sorted.slots.is_sorted() {
            return Some(Impossible::SlotsOutOfOrder);
        }
        None
    }

    /// Visits every sorting with its weight; returns the sum of the weights.
    ///
    /// All rankings of the dice by distance are equally likely. Given the tied dice of the platter, an order of the slots
    /// is the likelier the more room it leaves the platter's dice in front of the first tied die that missed it.
    pub(crate) fn outcomes(&self, visit: &mut dyn FnMut(Sorted, u32)) -> u32 {
        let mut total = 0;
        let wanted = self.wanted() as u32;
        for subset in 0..1u8 << DICE {
            let chosen: DieSet = Die::ALL
                .into_iter()
                .filter(|die| subset >> *die as u8 & 1 != 0)
                .collect();
            if chosen.len() != self.wanted() || !chosen.minus(self.tied).is_empty() {
                continue;
            }
            let platter = self.sure.union(chosen);
            let canonical = self.placed(platter, &Die::ALL);
            let missed = self.tied.minus(chosen);
            let orders: &[[usize; SLOTS]] = if self.ordered { &ORDERS } else { &ORDERS[..1] };
            for order in orders {
                let slots = order.map(|index| canonical.slots[index]);
                let weight = if !self.ordered || missed.is_empty() {
                    1
                } else {
                    let before = slots.iter().take_while(|die| !missed.contains(**die)).count() as u32;
                    choose(wanted + before, before)
                };
                visit(Sorted { platter, slots }, weight);
                total += weight;
            }
        }
        total
    }
}

/// The orders of three things, the given one first.
const ORDERS: [[usize; SLOTS]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// How many ways there are to choose `few` of `many`.
fn choose(many: u32, few: u32) -> u32 {
    (1..=few).fold(1, |mark_counts, step| mark_counts * (many + 1 - step) / step)
}

/// Visits every roll of these dice, each with weight 1; returns how many there are.
pub(crate) fn rolls(dice: DieSet, visit: &mut dyn FnMut(Outcome, u32)) -> u32 {
    let total = 6u32.pow(dice.len() as u32);
    for number in 0..total {
        let mut rest = number;
        let mut faces = [None; DICE];
        for die in dice {
            faces[die.index()] = Some(Face::ALL[rest as usize % 6]);
            rest /= 6;
        }
        visit(Outcome::Roll(faces), 1);
    }
    total
}
