//! An analyst made of two searches: one for points, one for the victory.

use std::sync::Arc;

use finaud_rules::{Game, Next, Seat};

use super::{Analyst, EvaluatedAction, Outlook};
use crate::evaluation::Winning;
use crate::learned::{Encoder, Evaluator, Learnable, Net};
use crate::search::{Evaluation, Search, SearchLimits};

/// Two searches side by side.
struct Pair<P, W> {
    points: Search<P>,
    /// Nobody wins alone.
    win: Option<Search<W>>,
    nodes: u64,
}

/// An analyst on an evaluation of points and one of the chance to win.
pub(crate) fn analyst<G, P, W>(
    game: &G,
    limits: SearchLimits,
    points: P,
    win: W,
) -> Box<dyn Analyst<G> + Send>
where
    G: Game + Sync,
    G::State: Send + Sync,
    G::Outcome: Send + Sync,
    P: Evaluation<G> + Clone + Send + 'static,
    W: Evaluation<G> + Clone + Send + 'static,
{
    let alone = game.seats() == 1;
    // Two questions share what may be spent.
    let limits = if alone { limits } else { limits.halved() };
    Box::new(Pair {
        points: Search::new(points, limits),
        win: (!alone).then(|| Search::new(win, limits)),
        nodes: 0,
    })
}

impl<G, P, W> Analyst<G> for Pair<P, W>
where
    G: Game + Sync,
    G::State: Send + Sync,
    G::Outcome: Send + Sync,
    P: Evaluation<G> + Clone + Send,
    W: Evaluation<G> + Clone + Send,
{
    fn outlook(&mut self, game: &G, state: &G::State, seat: Seat) -> Outlook {
        if game.next(state) == Next::Over {
            self.nodes = 0;
            return Outlook::of_end(game, state, seat);
        }
        let points = f64::from(self.points.worth(game, state, seat));
        self.nodes = self.points.nodes();
        let win = self.win.as_mut().map(|search| {
            let win = f64::from(search.worth(game, state, seat)).clamp(0.0, 1.0);
            self.nodes += search.nodes();
            win
        });
        Outlook { points, win }
    }

    fn evaluate_actions(
        &mut self,
        game: &G,
        state: &G::State,
        seat: Seat,
        legal: &[G::Action],
    ) -> Vec<EvaluatedAction<G::Action>> {
        let by_points = self.points.evaluate_all(game, state, seat, legal);
        self.nodes = self.points.nodes();
        let by_win = self.win.as_mut().map(|search| {
            let ranked = search.evaluate_all(game, state, seat, legal);
            self.nodes += search.nodes();
            ranked
        });
        legal
            .iter()
            .filter_map(|action| {
                let points = by_points.iter().find(|ranked| ranked.action == *action)?;
                let win = by_win
                    .as_ref()
                    .map(|ranked| ranked.iter().find(|ranked| ranked.action == *action));
                let win = match win {
                    None => None,
                    Some(found) => Some(found?),
                };
                Some(EvaluatedAction {
                    action: *action,
                    outlook: Outlook {
                        points: f64::from(points.value),
                        win: win.map(|ranked| f64::from(ranked.value).clamp(0.0, 1.0)),
                    },
                    outcomes: win.map_or(points.outcomes, |win| win.outcomes.min(points.outcomes)),
                })
            })
            .collect()
    }

    fn luck(
        &mut self,
        game: &G,
        before: &G::State,
        outcome: G::Outcome,
        seat: Seat,
        sample: &[(G::Outcome, u32)],
    ) -> Outlook {
        let points = self.points.luck(game, before, outcome, seat, sample);
        self.nodes = self.points.nodes();
        let win = self.win.as_mut().map(|search| {
            let win = search.luck(game, before, outcome, seat, sample);
            self.nodes += search.nodes();
            win
        });
        Outlook { points, win }
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }

    fn evaluates_after_chance(&self) -> bool {
        self.points.evaluation().evaluates_after_chance()
    }
}

/// The chance to win and nothing else, from what the net predicts of everybody's final score.
#[derive(Clone)]
pub struct WinChance<G: Learnable> {
    winning: Winning<G>,
}

impl<G: Learnable> WinChance<G> {
    /// The chances by this net.
    pub fn new(game: &G, net: &Arc<Net>) -> WinChance<G> {
        WinChance {
            winning: Winning::new(game, net),
        }
    }
}

impl<G: Learnable> Evaluation<G> for WinChance<G> {
    fn begin(&mut self) {
        Evaluation::<G>::begin(&mut self.winning);
    }

    fn set_root(&mut self, game: &G, state: &G::State, seat: Seat) {
        self.winning.set_root(game, state, seat);
    }

    fn value(&mut self, game: &G, state: &G::State, seat: Seat) -> f32 {
        self.winning.prospects(game, state, seat).0
    }

    fn margin(&self) -> f32 {
        Evaluation::<G>::margin(&self.winning)
    }
}

/// The mean of the final score, for games whose nets predict something else in the first place.
#[derive(Clone)]
pub struct MeanScore<G: Learnable> {
    evaluator: Evaluator<G, G::Encoder>,
    margin: f32,
}

impl<G: Learnable> MeanScore<G> {
    /// The mean by this net; actions whose static evaluations are further apart than `margin` points need no search.
    pub fn new(game: &G, net: Arc<Net>, margin: f32) -> MeanScore<G> {
        MeanScore {
            evaluator: Evaluator::new(game.encoder(), net).with_cache(),
            margin,
        }
    }
}

impl<G: Learnable> Evaluation<G> for MeanScore<G> {
    fn set_root(&mut self, game: &G, state: &G::State, seat: Seat) {
        self.evaluator.set_root(game, state, seat);
    }

    fn value(&mut self, game: &G, state: &G::State, seat: Seat) -> f32 {
        let quantiles = self.evaluator.predict(game, state, seat).quantiles;
        quantiles.iter().sum::<f32>() / quantiles.len() as f32
    }

    fn margin(&self) -> f32 {
        self.margin
    }

    fn evaluates_after_chance(&self) -> bool {
        self.evaluator.encoder().evaluates_after_chance()
    }
}

/// The share of the victory, where the net predicts it seat by seat: what is predicted for a seat, out of what is predicted
/// for all of them together.
#[derive(Clone)]
pub struct Share<G: Learnable> {
    evaluators: Vec<Evaluator<G, G::Encoder>>,
    margin: f32,
}

/// The least share that counts as predicted: nobody is out of a game before its end. Chosen by hand, not measured; it keeps
/// the sum of all shares above 0.
const LEAST_SHARE: f32 = 0.001;

impl<G: Learnable> Share<G> {
    /// The shares by this net.
    pub fn new(game: &G, net: &Arc<Net>) -> Share<G> {
        let evaluator = || Evaluator::new(game.encoder(), Arc::clone(net)).with_cache();
        Share {
            evaluators: (0..game.seats()).map(|_| evaluator()).collect(),
            margin: game.candidate_margin(),
        }
    }
}

impl<G: Learnable> Evaluation<G> for Share<G> {
    fn set_root(&mut self, game: &G, state: &G::State, _: Seat) {
        for (seat, evaluator) in self.evaluators.iter_mut().enumerate() {
            evaluator.set_root(game, state, Seat(seat as u8));
        }
    }

    fn value(&mut self, game: &G, state: &G::State, seat: Seat) -> f32 {
        if game.next(state) == Next::Over {
            return self.evaluators[seat.index()].value(game, state, seat);
        }
        let mut predicted = |seat: usize| {
            self.evaluators[seat]
                .value(game, state, Seat(seat as u8))
                .max(LEAST_SHARE)
        };
        let all: f32 = (0..game.seats()).map(&mut predicted).sum();
        predicted(seat.index()) / all
    }

    fn margin(&self) -> f32 {
        self.margin
    }

    fn evaluates_after_chance(&self) -> bool {
        self.evaluators
            .first()
            .is_some_and(|evaluator| evaluator.encoder().evaluates_after_chance())
    }
}
