//! The best line of somebody who knows all dice beforehand, with a price on luck.
//!
//! Let V be any valuation and D the luck of a roll: what it was worth by V against the mean over other rolls at the same place.
//! For somebody who does not know the dice, the mean of D is 0, whatever he plays. So for any number α, the mean over dice of
//!
//! > the maximum over all lines of (points − α · sum of D)
//!
//! is at least what anybody reaches on average: it is an *upper bound*. With α = 0 it is the bound of the clairvoyant. With
//! the perfect valuation and α = 1 every line is worth the same, and the bound is exact.
//!
//! What is found here is the best line of a search of bounded width. There may be a better one, so the mean of what is found
//! is an *estimate* of the bound from below, and proves nothing.
//!
//! The rolls that luck is measured against belong to the place in the game and not to the line: all lines that come to a place
//! are measured against the same ones. They are drawn from seeds of their own, so they tell nothing about the dice that fall.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use finaud_players::learned::{Evaluator, Learnable, Net};
use finaud_record::bits_at;
use finaud_rules::{Next, Seat};

use crate::fingerprint::fingerprint;

/// Keeps the rolls that luck is measured against apart from the dice of the path.
const OTHER_ROLLS: u64 = 0xd1ce_0f0a_11e2_0001;
/// Whose points count.
const SEAT: Seat = Seat(0);

/// How lines are searched and what luck costs.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    /// What a point of luck costs.
    pub alpha: f64,
    /// How many rolls luck is measured against at each place.
    pub outcomes: u64,
    /// How many lines are kept at each place.
    pub width: usize,
    /// A choice that looks worse than the best one by more than this is not followed.
    pub margin: f32,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            alpha: 0.7,
            outcomes: 64,
            width: 12,
            margin: 8.0,
        }
    }
}

/// The best line that was found on a path.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Line {
    /// Its points less what its luck cost: what counts.
    pub worth: f64,
    /// Its points.
    pub points: i32,
    /// Its luck.
    pub luck: f64,
}

/// Searches lines.
#[derive(Debug)]
pub struct LineSearch<'a, G: Learnable> {
    game: &'a G,
    evaluator: Evaluator<G, G::Encoder>,
    settings: Settings,
}

/// A line on its way: luck is due.
struct Open<State> {
    state: State,
    luck: f64,
    /// What is expected of it by the valuation.
    value: f64,
}

impl<'a, G: Learnable> LineSearch<'a, G> {
    /// A search that values states by this net.
    pub fn new(game: &'a G, net: Arc<Net>, settings: Settings) -> LineSearch<'a, G> {
        LineSearch {
            game,
            evaluator: Evaluator::new(game.encoder(), net).with_cache(),
            settings,
        }
    }

    /// The best line found from a state on the dice of a seed.
    pub fn best(&mut self, start: &G::State, seed: u64) -> Option<Line> {
        let mut open: BTreeMap<u64, Vec<Open<G::State>>> = BTreeMap::new();
        let mut best = None;
        let mut seen = HashSet::new();
        self.follow(start, 0.0, &mut seen, &mut open, &mut best);
        while let Some((_, mut lines)) = open.pop_first() {
            self.keep_best(&mut lines);
            for line in lines {
                let luck = line.luck + self.luck(&line.state, seed);
                let after = self.after_luck(&line.state, seed);
                seen.clear();
                self.follow(&after, luck, &mut seen, &mut open, &mut best);
            }
        }
        best
    }

    /// Drops lines that others have come to more cheaply, and all but the most promising.
    fn keep_best(&self, lines: &mut Vec<Open<G::State>>) {
        let worth = |line: &Open<G::State>| line.value - self.settings.alpha * line.luck;
        lines.sort_by(|one, other| worth(other).total_cmp(&worth(one)));
        let mut seen = HashSet::new();
        lines.retain(|line| seen.insert(fingerprint(&self.game.essence(&line.state))));
        lines.truncate(self.settings.width.max(1));
    }

    /// The state after the luck that is due; luck that follows at once is part of it.
    fn after_luck(&self, before: &G::State, seed: u64) -> G::State {
        let mut after = *before;
        while let Next::Chance(_) = self.game.next(&after) {
            let outcome = self.game.seeded_outcome(&after, seed).expect("chance is due");
            self.game
                .apply_chance(&mut after, outcome)
                .expect("a seeded outcome is possible");
        }
        after
    }

    /// What the luck of this path is worth here against that of others.
    fn luck(&mut self, before: &G::State, seed: u64) -> f64 {
        if self.settings.alpha == 0.0 {
            return 0.0;
        }
        self.evaluator.set_root(self.game, before, SEAT);
        let mut sum = 0.0;
        for index in 0..self.settings.outcomes.max(1) {
            let other = self.after_luck(before, bits_at(seed ^ OTHER_ROLLS, index));
            sum += self.choice_value(&other);
        }
        let fell = self.after_luck(before, seed);
        self.choice_value(&fell) - sum / self.settings.outcomes.max(1) as f64
    }

    /// What the best choice is worth, by the valuation.
    fn choice_value(&mut self, state: &G::State) -> f64 {
        let mut best = f32::NEG_INFINITY;
        let mut legal = Vec::with_capacity(32);
        self.game.legal(state, SEAT, &mut legal);
        for action in legal {
            let mut after = *state;
            if self.game.play(&mut after, SEAT, action).is_ok() {
                best = best.max(self.evaluator.value(self.game, &after, SEAT));
            }
        }
        if best.is_finite() {
            f64::from(best)
        } else {
            f64::from(self.evaluator.value(self.game, state, SEAT))
        }
    }

    /// Follows all promising choices until luck is due or the game is over.
    fn follow(
        &mut self,
        state: &G::State,
        luck: f64,
        seen: &mut HashSet<u128>,
        open: &mut BTreeMap<u64, Vec<Open<G::State>>>,
        best: &mut Option<Line>,
    ) {
        match self.game.next(state) {
            Next::Over => {
                let points = self.game.points(state, SEAT);
                let worth = f64::from(points) - self.settings.alpha * luck;
                if best.is_none_or(|best| worth > best.worth) {
                    *best = Some(Line { worth, points, luck });
                }
            }
            Next::Chance(_) => {
                let place = self.game.chance_place(state).expect("chance is due");
                let value = f64::from(self.evaluator.value(self.game, state, SEAT));
                open.entry(place.0).or_default().push(Open {
                    state: *state,
                    luck,
                    value,
                });
            }
            Next::Choice(_) => {
                let mut legal = Vec::with_capacity(32);
                self.game.legal(state, SEAT, &mut legal);
                self.evaluator.set_root(self.game, state, SEAT);
                let mut after: Vec<(f32, G::State)> = Vec::with_capacity(legal.len());
                for action in legal {
                    let mut next = *state;
                    if self.game.play(&mut next, SEAT, action).is_ok() {
                        after.push((self.evaluator.value(self.game, &next, SEAT), next));
                    }
                }
                let most = after.iter().map(|(value, _)| *value).fold(f32::MIN, f32::max);
                for (value, next) in after {
                    // The same extra dice in another order are the same line.
                    if value >= most - self.settings.margin && seen.insert(fingerprint(&next)) {
                        self.follow(&next, luck, seen, open, best);
                    }
                }
            }
        }
    }
}
