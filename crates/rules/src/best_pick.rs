//! The mean of the best pick, without looking at every roll.
//!
//! After the last roll of a turn, and in the passive turn, one die is picked and nobody looks at the others again. So what a die
//! is worth depends on its own face alone, or on two faces where the white die is added. The values of a few dozen faces
//! replace those of 46,656 rolls.

use std::collections::HashMap;
use std::sync::OnceLock;

use crate::action::Action;
use crate::bonus::Power;
use crate::chance::Sorting;
use crate::dice_game::DiceGame;
use crate::die::{DICE, Dice, Die, DieSet, Face, ZONES};
use crate::entry::Role;
use crate::game::Seat;
use crate::observer::Unobserved;
use crate::position::{Phase, Position, Stage};
use crate::turn::ROLLS;
use crate::zone::Source;

/// Whose sheet it is.
const ALONE: Seat = Seat(0);
/// No entry at all.
const NOTHING: f64 = f64::NEG_INFINITY;
/// How many sortings of a roll there can be divides this.
const SORTINGS: u32 = 60;

/// Tells the value of a state to which a choice leads.
type Value<'v, const SEATS: usize> = &'v mut dyn FnMut(&Position<SEATS>) -> f64;

/// The dice on the platter in the passive turn, with the faces that matter.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Platter {
    dice: DieSet,
    /// What the dice of the platter show and those added to them; `None` for the others.
    faces: [Option<Face>; DICE],
}

impl<const SEATS: usize> DiceGame<SEATS> {
    /// The mean over the roll that is due, for somebody who plays alone and picks what is worth most; `None` where the dice
    /// that are not picked matter.
    pub(crate) fn mean_of_best_pick(
        &self,
        position: &Position<SEATS>,
        value: Value<'_, SEATS>,
    ) -> Option<f64> {
        if position.phase != Phase::Rolling || !self.spent_dice_are_dead(position, 1) {
            return None;
        }
        let mut sums = (0..ZONES).filter(|zone| self.sheet().zones[*zone].source == Source::WithWhite);
        let sum = sums.next();
        if sums.next().is_some() {
            return None;
        }
        match position.active() {
            Some(_) if position.roll == ROLLS => Some(self.mean_of_last_roll(position, sum, value)),
            None if !self.sheet().rulings.solo_fallback => {
                Some(self.mean_of_passive_turn(position, sum, value))
            }
            _ => None,
        }
    }

    /// The last roll of the active turn: the dice of the pool fall independently of each other.
    fn mean_of_last_roll(
        &self,
        position: &Position<SEATS>,
        sum: Option<usize>,
        value: Value<'_, SEATS>,
    ) -> f64 {
        let mut rolled = *position;
        rolled.phase = Phase::Rolled;
        for die in rolled.dice.pool() {
            rolled.dice.show(die, None);
        }
        let pool = rolled.dice.pool();
        let added: DieSet = sum
            .into_iter()
            .flat_map(|zone| [Die::White, Die::ALL[zone + 1]])
            .collect();
        let mut parts = Vec::new();
        let together = pool.and(added);
        if !together.is_empty() {
            parts.push(self.best_of_each_roll(&rolled, together, Role::Active, value));
        }
        for die in pool.minus(added) {
            parts.push(self.best_of_each_roll(&rolled, std::iter::once(die).collect(), Role::Active, value));
        }
        let mut after = |action: Action| {
            let mut after = rolled;
            self.carry_out(&mut after, ALONE, action, &mut Unobserved);
            value(&after)
        };
        let forfeited = after(Action::Forfeit);
        let mut always = if self.sheet().rulings.forfeit_always {
            forfeited
        } else {
            NOTHING
        };
        if position.player(ALONE).boxes(Power::Reroll).any() {
            always = always.max(after(Action::Reroll));
        }
        mean_of_highest(&parts, forfeited, always)
    }

    /// What the best entry of these dice is worth after each of their rolls.
    fn best_of_each_roll(
        &self,
        position: &Position<SEATS>,
        dice: DieSet,
        role: Role,
        value: Value<'_, SEATS>,
    ) -> Vec<f64> {
        let mut values = Vec::new();
        crate::chance::rolls(dice, &mut |outcome, _| {
            let crate::Outcome::Roll(faces) = outcome else {
                return;
            };
            let mut shown = *position;
            shown.dice.roll(&faces);
            values.push(self.best_entry(&shown, dice, role, value));
        });
        values
    }

    /// What the best entry of these dice is worth.
    fn best_entry(&self, shown: &Position<SEATS>, dice: DieSet, role: Role, value: Value<'_, SEATS>) -> f64 {
        let mut actions = Vec::with_capacity(16);
        self.entries(
            shown,
            ALONE,
            dice,
            role,
            crate::entry::Spending::Nothing,
            &mut actions,
        );
        let values = actions.into_iter().map(|action| {
            let mut after = *shown;
            self.carry_out(&mut after, ALONE, action, &mut Unobserved);
            value(&after)
        });
        values.fold(NOTHING, f64::max)
    }

    /// The passive turn: the three lowest dice lie on the platter.
    fn mean_of_passive_turn(
        &self,
        position: &Position<SEATS>,
        sum: Option<usize>,
        value: Value<'_, SEATS>,
    ) -> f64 {
        let mut window = *position;
        window.phase = Phase::Window;
        window.players[0].window.set_stage(Stage::Pick);
        for die in Die::ALL {
            window.dice.show(die, None);
        }
        window.dice.put_on_platter(DieSet::ALL);
        // What each die is worth: by its own face, and by that of its partner where there is one.
        let partner = |die: Die| match (die, sum) {
            (Die::White, Some(zone)) => Some(Die::ALL[zone + 1]),
            (die, Some(zone)) if die == Die::ALL[zone + 1] => Some(Die::White),
            _ => None,
        };
        let mut worth = [[[NOTHING; 7]; 7]; DICE];
        for die in Die::ALL {
            for face in Face::ALL {
                let mut shown = window;
                shown.dice.show(die, Some(face));
                let own = usize::from(face.pips());
                let one = std::iter::once(die).collect();
                match partner(die) {
                    None => worth[die.index()][own][0] = self.best_entry(&shown, one, Role::Passive, value),
                    Some(partner) => {
                        for other in Face::ALL {
                            shown.dice.show(partner, Some(other));
                            worth[die.index()][own][usize::from(other.pips())] =
                                self.best_entry(&shown, one, Role::Passive, value);
                        }
                    }
                }
            }
        }
        let mut declined = window;
        self.carry_out(&mut declined, ALONE, Action::Decline, &mut Unobserved);
        let declined = value(&declined);
        let mut total = 0.0;
        for (platter, weight) in platters(sum) {
            let pips = |die: Die| platter.faces[die.index()].map_or(0, |face| usize::from(face.pips()));
            let best = platter
                .dice
                .iter()
                .map(|die| worth[die.index()][pips(die)][partner(die).map_or(0, pips)])
                .fold(NOTHING, f64::max);
            let may_decline = best == NOTHING || !self.sheet().rulings.passive_must_pick;
            let best = if may_decline { best.max(declined) } else { best };
            total += best * f64::from(*weight);
        }
        total / (46_656.0 * f64::from(SORTINGS))
    }
}

/// The mean of the highest of several independent parts, each of which takes every one of its values equally often.
/// `nothing` stands in where no part has a value; `always` may be had instead.
fn mean_of_highest(parts: &[Vec<f64>], nothing: f64, always: f64) -> f64 {
    let mut at_most: Vec<f64> = vec![0.0; parts.len()];
    let mut values: Vec<(f64, usize)> = Vec::with_capacity(64);
    for (part, list) in parts.iter().enumerate() {
        for value in list {
            if *value == NOTHING {
                at_most[part] += 1.0 / list.len() as f64;
            } else {
                values.push((*value, part));
            }
        }
    }
    values.sort_by(|one, other| one.0.total_cmp(&other.0));
    let mut before: f64 = at_most.iter().product();
    let mut mean = before * nothing.max(always);
    for (value, part) in values {
        at_most[part] += 1.0 / parts[part].len() as f64;
        let now: f64 = at_most.iter().product();
        mean += (now - before) * value.max(always);
        before = now;
    }
    // Fractions add up to 1 but for rounding.
    mean / before
}

/// Every platter of the passive turn with its weight; they add up to 46,656 · [`SORTINGS`]. `sum` is the zone to whose die the
/// white one is added.
fn platters(sum: Option<usize>) -> &'static [(Platter, u32)] {
    static PLATTERS: [OnceLock<Vec<(Platter, u32)>>; ZONES + 1] = [const { OnceLock::new() }; ZONES + 1];
    PLATTERS[sum.map_or(ZONES, |zone| zone)].get_or_init(|| {
        let added: DieSet = sum
            .into_iter()
            .flat_map(|zone| [Die::White, Die::ALL[zone + 1]])
            .collect();
        let mut found: HashMap<Platter, u32> = HashMap::new();
        crate::chance::rolls(DieSet::ALL, &mut |outcome, _| {
            let crate::Outcome::Roll(faces) = outcome else {
                return;
            };
            let mut dice = Dice::FRESH;
            dice.roll(&faces);
            let mut sorted = Vec::new();
            let total = Sorting::of(&dice, false).outcomes(&mut |outcome, _| sorted.push(outcome.platter));
            for platter in sorted {
                let kept = if platter.and(added).is_empty() {
                    platter
                } else {
                    platter.union(added)
                };
                let shown =
                    std::array::from_fn(|index| faces[index].filter(|_| kept.contains(Die::ALL[index])));
                *found
                    .entry(Platter {
                        dice: platter,
                        faces: shown,
                    })
                    .or_default() += SORTINGS / total;
            }
        });
        let mut list: Vec<(Platter, u32)> = found.into_iter().collect();
        // The order of a hash map differs from run to run, and with it the last digit of a sum.
        list.sort_by_key(|(platter, _)| (platter.dice.bits(), platter.faces));
        list
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn platters_cover_all_rolls() {
        for sum in [None, Some(1), Some(4)] {
            let total: u32 = platters(sum).iter().map(|(_, weight)| *weight).sum();
            assert_eq!(total, 46_656 * SORTINGS);
        }
    }

    #[test]
    fn the_highest_of_independent_parts() {
        // A die, and a coin that shows 3 or nothing.
        let die: Vec<f64> = (1..=6).map(f64::from).collect();
        let coin = vec![NOTHING, 3.0];
        let mean = |always| mean_of_highest(&[die.clone(), coin.clone()], -1.0, always);
        let half: f64 = 21.0 / 12.0 + (3.0 + 3.0 + 3.0 + 4.0 + 5.0 + 6.0) / 12.0;
        assert!((mean(NOTHING) - half).abs() < 1e-12);
        let five: f64 = (5.0 * 5.0 + 6.0) / 6.0;
        assert!((mean(5.0) - five).abs() < 1e-12);
        assert!((mean_of_highest(&[coin.clone(), coin], 1.0, NOTHING) - 2.5).abs() < 1e-12);
        assert!((mean_of_highest(&[], 1.0, NOTHING) - 1.0).abs() < 1e-12);
    }
}
