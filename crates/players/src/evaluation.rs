//! The evaluations a search can stand on.

use std::sync::Arc;

use finaud_rules::{DiceGame, Next, Phase, Position, Seat};

use crate::greedy;
use crate::learned::{Judge, Learned, Net, QUANTILES};
use crate::search::Evaluate;

/// The learned value itself: the expected outcome.
#[derive(Clone, Debug)]
pub struct Expected<G: Learned> {
    judge: Judge<G, G::Eyes>,
    margin: f32,
}

impl<G: Learned> Expected<G> {
    /// The value of this net.
    pub fn new(game: &G, net: Arc<Net>) -> Expected<G> {
        let judge = Judge::new(game.eyes(), net).remembering();
        let margin = game.close();
        Expected { judge, margin }
    }
}

impl<G: Learned> Evaluate<G> for Expected<G> {
    fn focus(&mut self, game: &G, state: &G::State, seat: Seat) {
        self.judge.focus(game, state, seat);
    }

    fn value(&mut self, game: &G, state: &G::State, seat: Seat) -> f32 {
        self.judge.value(game, state, seat)
    }

    fn margin(&self) -> f32 {
        self.margin
    }
}

/// The chance to win, from what the net foretells of everybody's final score.
#[derive(Clone, Debug)]
pub struct Winning<G: Learned> {
    /// One for each seat: each has looked closely at the state as its seat sees it.
    judges: Vec<Judge<G, G::Eyes>>,
}

/// How much an expected point counts beside a whole victory: next to nothing, but it decides where all is won or lost.
const POINT: f32 = 1e-4;

impl<G: Learned> Winning<G> {
    /// The chances this net sees.
    pub fn new(game: &G, net: &Arc<Net>) -> Winning<G> {
        Winning {
            judges: (0..game.seats())
                .map(|_| Judge::new(game.eyes(), Arc::clone(net)))
                .collect(),
        }
    }

    /// The chance of a seat to win; shared victories count by share.
    pub fn chance(&mut self, game: &G, state: &G::State, seat: Seat) -> f32 {
        if game.next(state) == Next::Over {
            let winners = game.winners(state);
            let share = 1.0 / winners.iter().count().max(1) as f32;
            return if winners.contains(seat) { share } else { 0.0 };
        }
        let scores: Vec<[f32; QUANTILES]> = (0..self.judges.len())
            .map(|other| {
                self.judges[other]
                    .verdict(game, state, Seat(other as u8))
                    .quantiles
            })
            .collect();
        chance(&scores, seat.index())
    }
}

/// The chance that one score is the highest, each given by its quantiles.
fn chance(scores: &[[f32; QUANTILES]], mine: usize) -> f32 {
    let all = |score: f32| {
        let others = scores.iter().enumerate().filter(|(other, _)| *other != mine);
        others
            .map(|(_, quantiles)| below(quantiles, score))
            .product::<f32>()
    };
    scores[mine].iter().map(|score| all(*score)).sum::<f32>() / QUANTILES as f32
}

/// How likely a score given by its quantiles is below this one; between two quantiles it is evenly spread.
fn below(quantiles: &[f32; QUANTILES], score: f32) -> f32 {
    let level = |index: usize| (2 * index + 1) as f32 / (2 * QUANTILES) as f32;
    let above = quantiles.partition_point(|quantile| *quantile < score);
    // Beyond the outermost quantiles, the tail is as wide as the step before it.
    let (low, high, from) = match above {
        0 => (2.0 * quantiles[0] - quantiles[1], quantiles[0], -level(0)),
        QUANTILES => {
            let last = QUANTILES - 1;
            (
                quantiles[last],
                2.0 * quantiles[last] - quantiles[last - 1],
                level(last),
            )
        }
        _ => (quantiles[above - 1], quantiles[above], level(above - 1)),
    };
    let share = ((score - low) / (high - low).max(0.5)).clamp(0.0, 1.0);
    (from + share / QUANTILES as f32).clamp(0.0, 1.0)
}

impl<G: Learned> Evaluate<G> for Winning<G> {
    fn focus(&mut self, game: &G, state: &G::State, _: Seat) {
        for (seat, judge) in self.judges.iter_mut().enumerate() {
            judge.focus(game, state, Seat(seat as u8));
        }
    }

    fn value(&mut self, game: &G, state: &G::State, seat: Seat) -> f32 {
        let points = self.judges[seat.index()].value(game, state, seat);
        self.chance(game, state, seat) + POINT * points
    }

    fn margin(&self) -> f32 {
        0.12
    }
}

/// A plain estimate for dice games without weights: the sheet as it is and what it promises.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Plain;

impl<const SEATS: usize> Evaluate<DiceGame<SEATS>> for Plain {
    fn focus(&mut self, _: &DiceGame<SEATS>, _: &Position<SEATS>, _: Seat) {}

    fn value(&mut self, game: &DiceGame<SEATS>, position: &Position<SEATS>, seat: Seat) -> f32 {
        if position.phase() == Phase::Over {
            return finaud_rules::Game::points(game, position, seat) as f32;
        }
        greedy::position_worth(game, position, seat) as f32 / greedy::POINT as f32
    }

    fn margin(&self) -> f32 {
        20.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ramp(from: f32) -> [f32; QUANTILES] {
        std::array::from_fn(|index| from + 10.0 * index as f32)
    }

    #[test]
    fn equals_win_half_and_a_hopeless_lag_loses() {
        let even = chance(&[ramp(100.0), ramp(100.0)], 0);
        assert!((even - 0.5).abs() < 0.01, "{even}");
        assert!(chance(&[ramp(100.0), ramp(400.0)], 0) < 0.001);
        assert!(chance(&[ramp(400.0), ramp(100.0)], 0) > 0.999);
    }

    #[test]
    fn the_chances_of_a_table_sum_to_about_one() {
        let scores = [ramp(100.0), ramp(120.0), ramp(90.0)];
        let sum: f32 = (0..3).map(|seat| chance(&scores, seat)).sum();
        assert!((sum - 1.0).abs() < 0.03, "{sum}");
    }
}
