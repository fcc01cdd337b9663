//! Putting a number on a state, quickly: states near the one looked at last share its work.

use std::sync::Arc;

use finaud_rules::{Game, Next, Seat};

use super::net::{FIRST, Net, OUTPUTS, QUANTILES};
use super::sight::{GROUPS, Sight};

/// A learned value at work.
#[derive(Clone, Debug)]
pub struct Judge<G: Game, S> {
    sight: S,
    net: Arc<Net>,
    /// The state that was focused, and who looked at it.
    focus: Option<(G::State, Seat)>,
    sums: [[f32; FIRST]; GROUPS],
}

/// What a net says about a state.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Verdict {
    /// The expected outcome.
    pub value: f32,
    /// The quantiles of the final score, lowest first.
    pub quantiles: [f32; QUANTILES],
}

impl<G: Game, S: Sight<G>> Judge<G, S> {
    /// A judge with these eyes and this mind.
    ///
    /// # Panics
    /// If the net was made for another number of inputs.
    pub fn new(sight: S, net: Arc<Net>) -> Judge<G, S> {
        assert_eq!(sight.inputs(), net.inputs(), "the net was made for other inputs");
        Judge {
            sight,
            net,
            focus: None,
            sums: [[0.0; FIRST]; GROUPS],
        }
    }

    /// How it sees.
    pub fn sight(&self) -> &S {
        &self.sight
    }

    /// Looks closely at a state: states that differ from it in little are then judged faster.
    pub fn focus(&mut self, game: &G, state: &G::State, seat: Seat) {
        for group in 0..self.sight.groups() {
            self.sums[group] = self.group_sum(game, state, seat, group);
        }
        self.focus = Some((*state, seat));
    }

    fn group_sum(&self, game: &G, state: &G::State, seat: Seat, group: usize) -> [f32; FIRST] {
        let mut sum = [0.0; FIRST];
        self.sight.look(game, state, seat, group, &mut |index, value| {
            self.net.add_input(&mut sum, index, value);
        });
        sum
    }

    /// The sums of the first layer. They are always added group by group in the same order: the same state gives the
    /// same sums, whatever was focused before.
    fn first(&self, game: &G, state: &G::State, seat: Seat) -> [f32; FIRST] {
        let mut first = self.net.first_bias;
        let focus = self.focus.as_ref().filter(|(_, whose)| *whose == seat);
        for group in 0..self.sight.groups() {
            let known = focus.is_some_and(|(focus, _)| self.sight.same(focus, state, seat, group));
            let fresh;
            let sum = if known {
                &self.sums[group]
            } else {
                fresh = self.group_sum(game, state, seat, group);
                &fresh
            };
            for (unit, part) in first.iter_mut().zip(sum) {
                *unit += part;
            }
        }
        first
    }

    /// What a state is worth to a seat; the outcome itself once the game is over.
    pub fn value(&self, game: &G, state: &G::State, seat: Seat) -> f32 {
        if game.next(state) == Next::Over {
            return self.sight.outcome(game, state, seat);
        }
        let output = self.net.value(self.first(game, state, seat));
        self.sight.standing(game, state, seat) + output * self.sight.unit()
    }

    /// What a state is worth to a seat, and how the final score is spread. The quantiles are in points.
    pub fn verdict(&self, game: &G, state: &G::State, seat: Seat) -> Verdict {
        let points = game.points(state, seat) as f32;
        if game.next(state) == Next::Over {
            return Verdict {
                value: self.sight.outcome(game, state, seat),
                quantiles: [points; QUANTILES],
            };
        }
        let outputs: [f32; OUTPUTS] = self.net.pass(self.first(game, state, seat)).outputs;
        let mut quantiles = std::array::from_fn(|index| points + outputs[1 + index] * super::QUANTILE_UNIT);
        quantiles.sort_by(f32::total_cmp);
        Verdict {
            value: self.sight.standing(game, state, seat) + outputs[0] * self.sight.unit(),
            quantiles,
        }
    }
}
