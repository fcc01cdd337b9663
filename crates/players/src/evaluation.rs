//! The evaluations a search can stand on.

use std::sync::Arc;

use finaud_rules::{DiceGame, Game, Next, Phase, Position, Seat};

use crate::greedy;
use crate::learned::{Encoder, Evaluator, Learnable, Net, Prediction, QUANTILES};
use crate::search::Evaluation;

/// The learned value itself: the expected outcome.
#[derive(Clone, Debug)]
pub struct Expected<G: Learnable> {
    evaluator: Evaluator<G, G::Encoder>,
    margin: f32,
}

impl<G: Learnable> Expected<G> {
    /// The value of this net.
    pub fn new(game: &G, net: Arc<Net>) -> Expected<G> {
        let evaluator = Evaluator::new(game.encoder(), net).with_cache();
        let margin = game.candidate_margin();
        Expected { evaluator, margin }
    }
}

impl<G: Learnable> Evaluation<G> for Expected<G> {
    fn set_root(&mut self, game: &G, state: &G::State, seat: Seat) {
        self.evaluator.set_root(game, state, seat);
    }

    fn value(&mut self, game: &G, state: &G::State, seat: Seat) -> f32 {
        self.evaluator.value(game, state, seat)
    }

    fn evaluates_after_chance(&self) -> bool {
        self.evaluator.encoder().evaluates_after_chance()
    }

    fn margin(&self) -> f32 {
        self.margin
    }
}

/// The chance to win, from what the net predicts of everybody's final score.
#[derive(Clone, Debug)]
pub struct Winning<G: Learnable> {
    /// One for each seat.
    evaluators: Vec<Evaluator<G, G::Encoder>>,
    /// What is predicted for the others in this decision.
    others: Option<Others>,
}

/// What is predicted for others.
#[derive(Clone, Debug)]
struct Others {
    /// The final score of each.
    scores: Vec<Spread>,
    /// How their scores are spread around the middle, on average.
    around: Spread,
}

/// The quantiles of a final score.
type Spread = [f32; QUANTILES];

/// How much an expected point counts beside a whole victory: next to nothing, but it decides where all is won or lost.
/// Chosen by hand, not measured: a hundred points are worth a hundredth of a victory.
const POINT: f32 = 1e-4;

impl<G: Learnable> Winning<G> {
    /// The chances by this net.
    pub fn new(game: &G, net: &Arc<Net>) -> Winning<G> {
        Winning {
            evaluators: (0..game.seats())
                .map(|_| Evaluator::new(game.encoder(), Arc::clone(net)).with_cache())
                .collect(),
            others: None,
        }
    }

    /// The chance of a seat to win; shared victories count by share.
    pub fn chance(&mut self, game: &G, state: &G::State, seat: Seat) -> f32 {
        if game.next(state) == Next::Over {
            return share(game, state, seat);
        }
        let value = self.evaluators[seat.index()].value(game, state, seat);
        self.others(game, state, seat).beaten_by(value)
    }

    /// The chance of a seat to win, with what was predicted for the others first in this decision, and its expected score.
    pub(crate) fn prospects(&mut self, game: &G, state: &G::State, seat: Seat) -> (f32, f32) {
        let points = self.evaluators[seat.index()].value(game, state, seat);
        if game.next(state) == Next::Over {
            return (share(game, state, seat), points);
        }
        let others = match self.others.take() {
            Some(others) => others,
            None => self.others(game, state, seat),
        };
        let chance = others.beaten_by(points);
        self.others = Some(others);
        (chance, points)
    }

    fn others(&mut self, game: &G, state: &G::State, seat: Seat) -> Others {
        let mut around = [0.0; QUANTILES];
        let mut scores = Vec::with_capacity(self.evaluators.len());
        for other in (0..self.evaluators.len() as u8)
            .map(Seat)
            .filter(|other| *other != seat)
        {
            let Prediction { value, quantiles } = self.evaluators[other.index()].predict(game, state, other);
            // The value predicts the mean better than the quantiles do; they predict the spread around it.
            let middle = quantiles.iter().sum::<f32>() / QUANTILES as f32;
            scores.push(quantiles.map(|quantile| quantile - middle + value));
            let share = 1.0 / (self.evaluators.len() - 1) as f32;
            around
                .iter_mut()
                .zip(&quantiles)
                .for_each(|(sum, quantile)| *sum += share * (quantile - middle));
        }
        Others { scores, around }
    }
}

impl Others {
    /// The chance to beat them all with this expected score.
    ///
    /// It is taken to be spread as theirs are: they are as far from the end. What the net says of the spread after an
    /// action it would rarely choose comes from its first games, and would make the worst actions look the most daring.
    fn beaten_by(&self, value: f32) -> f32 {
        chance(&self.around.map(|deviation| value + deviation), &self.scores)
    }
}

/// A seat's share of the victory if the game ended now.
pub(crate) fn share<G: Game>(game: &G, state: &G::State, seat: Seat) -> f32 {
    let winners = game.winners(state);
    if winners.contains(seat) {
        1.0 / winners.iter().count() as f32
    } else {
        0.0
    }
}

/// The chance that one score is higher than all others.
fn chance(mine: &Spread, others: &[Spread]) -> f32 {
    let all = |score: f32| others.iter().map(|other| below(other, score)).product::<f32>();
    mine.iter().map(|score| all(*score)).sum::<f32>() / QUANTILES as f32
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

/// Within a decision the others are predicted once, in the first position that is evaluated. Their prospects change little
/// with one choice, and a search that may choose among positions would find those in which the net is wrong about them.
impl<G: Learnable> Evaluation<G> for Winning<G> {
    fn begin(&mut self) {
        self.others = None;
    }

    fn set_root(&mut self, game: &G, state: &G::State, seat: Seat) {
        self.evaluators[seat.index()].set_root(game, state, seat);
    }

    fn value(&mut self, game: &G, state: &G::State, seat: Seat) -> f32 {
        let (chance, points) = self.prospects(game, state, seat);
        chance + POINT * points
    }

    /// Chosen by hand, not measured.
    fn margin(&self) -> f32 {
        0.12
    }
}

/// A plain estimate for dice games without weights: the sheet as it is and what it promises.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Heuristic;

impl<const SEATS: usize> Evaluation<DiceGame<SEATS>> for Heuristic {
    fn set_root(&mut self, _: &DiceGame<SEATS>, _: &Position<SEATS>, _: Seat) {}

    fn value(&mut self, game: &DiceGame<SEATS>, position: &Position<SEATS>, seat: Seat) -> f32 {
        if position.phase() == Phase::Over {
            return game.points(position, seat) as f32;
        }
        greedy::position_worth(game, position, seat) as f32 / greedy::POINT as f32
    }

    /// Chosen by hand, not measured: more than [`Learnable::candidate_margin`], since a plain estimate is further off.
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
        let even = chance(&ramp(100.0), &[ramp(100.0)]);
        assert!((even - 0.5).abs() < 0.01, "{even}");
        assert!(chance(&ramp(100.0), &[ramp(400.0)]) < 0.001);
        assert!(chance(&ramp(400.0), &[ramp(100.0)]) > 0.999);
    }

    #[test]
    fn the_chances_of_a_table_sum_to_about_one() {
        let [one, two, three] = [ramp(100.0), ramp(120.0), ramp(90.0)];
        let sum = chance(&one, &[two, three]) + chance(&two, &[one, three]) + chance(&three, &[one, two]);
        assert!((sum - 1.0).abs() < 0.03, "{sum}");
    }
}
