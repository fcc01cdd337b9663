//! An analyst made of two searches: one for points, one for the victory.

use std::sync::Arc;

use finaud_rules::{Next, Seat};

use super::{Analyst, Appraised, Deed, Explained, Outlook};
use crate::evaluation::Winning;
use crate::learned::{Judge, Learned, Net, Sight};
use crate::search::{Effort, Evaluate, Search};

/// Two searches side by side.
struct Pair<P, W> {
    points: Search<P>,
    /// Nobody wins alone.
    win: Option<Search<W>>,
    nodes: u64,
}

/// An analyst on an evaluation of points and one of the chance to win.
pub(crate) fn analyst<G, P, W>(game: &G, effort: Effort, points: P, win: W) -> Box<dyn Analyst<G>>
where
    G: Explained + Sync,
    G::State: Send + Sync,
    G::Luck: Send + Sync,
    P: Evaluate<G> + Clone + Send + 'static,
    W: Evaluate<G> + Clone + Send + 'static,
{
    let alone = game.seats() == 1;
    // Two questions share what may be spent.
    let effort = if alone { effort } else { effort.halved() };
    Box::new(Pair {
        points: Search::new(points, effort),
        win: (!alone).then(|| Search::new(win, effort)),
        nodes: 0,
    })
}

impl<G, P, W> Analyst<G> for Pair<P, W>
where
    G: Explained + Sync,
    G::State: Send + Sync,
    G::Luck: Send + Sync,
    P: Evaluate<G> + Clone + Send,
    W: Evaluate<G> + Clone + Send,
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

    fn appraise(
        &mut self,
        game: &G,
        state: &G::State,
        seat: Seat,
        legal: &[G::Action],
    ) -> Vec<Appraised<G::Action>> {
        let by_points = self.points.weigh_all(game, state, seat, legal);
        self.nodes = self.points.nodes();
        let by_win = self.win.as_mut().map(|search| {
            let weighed = search.weigh_all(game, state, seat, legal);
            self.nodes += search.nodes();
            weighed
        });
        legal
            .iter()
            .filter_map(|action| {
                let points = by_points.iter().find(|weighed| weighed.action == *action)?;
                let win = by_win
                    .as_ref()
                    .map(|weighed| weighed.iter().find(|weighed| weighed.action == *action));
                let win = match win {
                    None => None,
                    Some(found) => Some(found?),
                };
                Some(Appraised {
                    action: *action,
                    outlook: Outlook {
                        points: f64::from(points.value),
                        win: win.map(|weighed| f64::from(weighed.value).clamp(0.0, 1.0)),
                    },
                    outcomes: win.map_or(points.outcomes, |win| win.outcomes.min(points.outcomes)),
                })
            })
            .collect()
    }

    fn deeds(&self, game: &G, state: &G::State, seat: Seat, action: G::Action) -> Vec<Deed> {
        game.deeds(state, seat, action)
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }

    fn watches_luck(&self) -> bool {
        self.points.evaluation().watches_luck()
    }
}

/// The chance to win and nothing else, from what the net foretells of everybody's final score.
#[derive(Clone)]
pub struct Chance<G: Learned> {
    winning: Winning<G>,
}

impl<G: Learned> Chance<G> {
    /// The chances this net sees.
    pub fn new(game: &G, net: &Arc<Net>) -> Chance<G> {
        Chance {
            winning: Winning::new(game, net),
        }
    }
}

impl<G: Learned> Evaluate<G> for Chance<G> {
    fn begin(&mut self) {
        Evaluate::<G>::begin(&mut self.winning);
    }

    fn focus(&mut self, game: &G, state: &G::State, seat: Seat) {
        self.winning.focus(game, state, seat);
    }

    fn value(&mut self, game: &G, state: &G::State, seat: Seat) -> f32 {
        self.winning.prospects(game, state, seat).0
    }

    fn margin(&self) -> f32 {
        Evaluate::<G>::margin(&self.winning)
    }
}

/// The mean of the final score, for games whose nets foretell something else in the first place.
#[derive(Clone)]
pub struct MeanScore<G: Learned> {
    judge: Judge<G, G::Eyes>,
    margin: f32,
}

impl<G: Learned> MeanScore<G> {
    /// The mean this net sees; actions further apart than `margin` points at first sight need no closer look.
    pub fn new(game: &G, net: Arc<Net>, margin: f32) -> MeanScore<G> {
        MeanScore {
            judge: Judge::new(game.eyes(), net).remembering(),
            margin,
        }
    }
}

impl<G: Learned> Evaluate<G> for MeanScore<G> {
    fn focus(&mut self, game: &G, state: &G::State, seat: Seat) {
        self.judge.focus(game, state, seat);
    }

    fn value(&mut self, game: &G, state: &G::State, seat: Seat) -> f32 {
        let quantiles = self.judge.verdict(game, state, seat).quantiles;
        quantiles.iter().sum::<f32>() / quantiles.len() as f32
    }

    fn margin(&self) -> f32 {
        self.margin
    }

    fn watches_luck(&self) -> bool {
        self.judge.sight().watches_luck()
    }
}

/// The share of the victory, where the net foretells it seat by seat: what is foretold for a seat, out of what is foretold
/// for all of them together.
#[derive(Clone)]
pub struct Share<G: Learned> {
    judges: Vec<Judge<G, G::Eyes>>,
    margin: f32,
}

/// The least that a seat is foretold: nobody is out of a game before its end.
const LEAST_SHARE: f32 = 0.001;

impl<G: Learned> Share<G> {
    /// The shares this net sees.
    pub fn new(game: &G, net: &Arc<Net>) -> Share<G> {
        let judge = || Judge::new(game.eyes(), Arc::clone(net)).remembering();
        Share {
            judges: (0..game.seats()).map(|_| judge()).collect(),
            margin: game.close(),
        }
    }
}

impl<G: Learned> Evaluate<G> for Share<G> {
    fn focus(&mut self, game: &G, state: &G::State, _: Seat) {
        for (seat, judge) in self.judges.iter_mut().enumerate() {
            judge.focus(game, state, Seat(seat as u8));
        }
    }

    fn value(&mut self, game: &G, state: &G::State, seat: Seat) -> f32 {
        if game.next(state) == Next::Over {
            return self.judges[seat.index()].value(game, state, seat);
        }
        let mut foretold = |seat: usize| {
            self.judges[seat]
                .value(game, state, Seat(seat as u8))
                .max(LEAST_SHARE)
        };
        let all: f32 = (0..game.seats()).map(&mut foretold).sum();
        foretold(seat.index()) / all
    }

    fn margin(&self) -> f32 {
        self.margin
    }

    fn watches_luck(&self) -> bool {
        self.judges
            .first()
            .is_some_and(|judge| judge.sight().watches_luck())
    }
}
