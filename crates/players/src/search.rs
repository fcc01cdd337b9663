//! Looking ahead over exact chance, on top of any evaluation.
//!
//! Every legal action leads, once the choices it brings along are made, to a *leaf*: dice are to be rolled, a card is to be
//! turned, somebody else is to choose, or the game is over. The leaves get a static evaluation. Those that might be best are
//! then expanded over the outcomes of chance: over all of them where they are few, over an even sample, the same for all
//! leaves, where they are many. Half of the candidates are pruned each time the sample grows.

mod all_actions;
mod chain;
mod luck;
mod turn;

use std::time::Duration;

use finaud_rules::{Game, Next, Seat, insertion_sort};

use crate::deadline::Deadline;
use crate::progress;
use chain::ChainLimits;
pub use luck::draw_outcomes;

/// What puts a number on a state.
pub trait Evaluation<G: Game> {
    /// A new decision begins.
    fn begin(&mut self) {}

    /// Gets ready to evaluate many states near this one.
    fn set_root(&mut self, game: &G, state: &G::State, seat: Seat);

    /// What a state is worth to a seat; exact once the game is over.
    fn value(&mut self, game: &G, state: &G::State, seat: Seat) -> f32;

    /// Can it evaluate a state in which an outcome of chance has left the choice to somebody else?
    fn evaluates_after_chance(&self) -> bool {
        false
    }

    /// How far behind the best, by static evaluation, an action may be and still turn out to be better.
    fn margin(&self) -> f32;
}

/// What a search may spend.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SearchLimits {
    /// After this many evaluated states no further round is begun; 0 trusts the static evaluation. An analysis also stops
    /// following the choices after its actions, once that has taken some.
    pub nodes: u64,
    /// After this time no further round is begun, and no choice after an action is followed.
    pub time: Option<Duration>,
    /// How many actions are expanded, at least one.
    pub candidates: usize,
    /// How many threads share the work.
    pub threads: usize,
}

impl SearchLimits {
    /// The static evaluation only.
    pub const NONE: SearchLimits = SearchLimits {
        nodes: 0,
        time: None,
        candidates: 1,
        threads: 1,
    };

    /// Half of it. What is little stays a search, and does not become a static evaluation.
    pub(crate) fn halved(self) -> SearchLimits {
        SearchLimits {
            nodes: self.nodes.div_ceil(2),
            time: self.time.map(|time| time / 2),
            ..self
        }
    }
}

impl Default for SearchLimits {
    /// What `master` may spend. Chosen by hand, not measured; docs/strength.md says what `master` reaches with it.
    fn default() -> SearchLimits {
        SearchLimits {
            nodes: 30_000,
            time: None,
            candidates: 8,
            threads: 1,
        }
    }
}

/// An action and what it is worth.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ActionValue<A> {
    /// The action.
    pub action: A,
    /// What it is worth.
    pub value: f32,
    /// Its static evaluation.
    pub static_eval: f32,
    /// How many outcomes of chance the value rests on, or how many in a row where a turn was followed; 0 if it is the static
    /// evaluation.
    pub outcomes: usize,
}

/// How many outcomes each round samples, and how far behind the best an action may then be and still stay in, as a part of
/// [`Evaluation::margin`]: the more outcomes, the less chance is left in the comparison. Chosen by hand, not measured: four
/// times as many outcomes halve the error of a mean.
const ROUNDS: [(usize, f32); 4] = [(48, 0.25), (192, 0.1), (768, 0.05), (3072, 0.0)];
/// Where more chance follows an outcome at once, it is sampled with this part of the outcomes. Chosen by hand, not measured.
const FOLLOWING: usize = 8;

/// A search with its evaluation.
#[derive(Clone, Debug)]
pub struct Search<E> {
    evaluate: E,
    limits: SearchLimits,
    /// How many states the last call evaluated.
    nodes: u64,
}

/// The outcomes that were sampled in a round, by what is to be rolled or drawn: candidates mostly share them.
type SampledOutcomes<G> = Vec<(<G as Game>::Chance, OutcomeSample<G>)>;

struct OutcomeSample<G: Game> {
    outcomes: Vec<(G::Outcome, u32)>,
    /// Are these all there are?
    all: bool,
}

struct Candidate<G: Game> {
    index: usize,
    leaf: G::State,
}

impl<E: Clone + Send> Search<E> {
    /// A search on this evaluation.
    pub fn new(evaluate: E, limits: SearchLimits) -> Search<E> {
        Search {
            evaluate,
            limits,
            nodes: 0,
        }
    }

    /// How many states the last call evaluated.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The evaluation below the search.
    pub fn evaluation(&self) -> &E {
        &self.evaluate
    }

    /// Forgets the last question and turns to a new one.
    fn begin<G: Game>(&mut self, game: &G, state: &G::State, seat: Seat) -> Deadline
    where
        E: Evaluation<G>,
    {
        self.nodes = 0;
        self.evaluate.begin();
        self.evaluate.set_root(game, state, seat);
        Deadline::new(self.limits.time)
    }

    /// Evaluates the legal actions of a seat that is asked, as far as it takes to find the best one; best first, among equals
    /// in the order given.
    pub fn rank<G>(
        &mut self,
        game: &G,
        state: &G::State,
        seat: Seat,
        legal: &[G::Action],
    ) -> Vec<ActionValue<G::Action>>
    where
        G: Game + Sync,
        G::State: Send + Sync,
        G::Outcome: Send + Sync,
        E: Evaluation<G>,
    {
        let deadline = self.begin(game, state, seat);
        let leaves = self.leaves(game, state, seat, legal, ChainLimits::timed(deadline));
        let mut ranked: Vec<ActionValue<G::Action>> = leaves
            .iter()
            .map(|leaf| ActionValue {
                action: leaf.action,
                value: leaf.value,
                static_eval: leaf.value,
                outcomes: 0,
            })
            .collect();
        // Which actions were searched: over chance, or, where none is due, by the static evaluation, which is all there is.
        let mut searched = vec![false; ranked.len()];
        let mut candidates: Vec<Candidate<G>> = leaves
            .into_iter()
            .enumerate()
            .map(|(index, leaf)| Candidate {
                index,
                leaf: leaf.state,
            })
            .collect();
        self.prune_candidates(&mut candidates, &ranked, self.limits.candidates, 1.0);
        for (outcomes, margin) in ROUNDS {
            if candidates.len() < 2 || self.nodes >= self.limits.nodes || deadline.is_over() {
                break;
            }
            let mut settled = true;
            let mut sampled = SampledOutcomes::<G>::new();
            for candidate in &candidates {
                let entry = &mut ranked[candidate.index];
                searched[candidate.index] = true;
                let found = self.expand_chance(game, &candidate.leaf, seat, outcomes, &mut sampled);
                if let Some((value, seen, all)) = found {
                    entry.value = value;
                    entry.outcomes = seen;
                    settled &= all;
                }
                progress::report(self.nodes, self.limits.nodes);
            }
            let keep = candidates.len().div_ceil(2).max(2);
            if settled {
                break;
            }
            self.prune_candidates(&mut candidates, &ranked, keep, margin);
        }
        best_first(ranked.into_iter().zip(searched).collect())
    }

    /// Keeps the best candidates, within the margin.
    fn prune_candidates<G: Game>(
        &self,
        candidates: &mut Vec<Candidate<G>>,
        ranked: &[ActionValue<G::Action>],
        keep: usize,
        margin: f32,
    ) where
        E: Evaluation<G>,
    {
        insertion_sort(candidates, |one, other| {
            ranked[other.index].value.total_cmp(&ranked[one.index].value)
        });
        candidates.truncate(keep.max(1));
        if let Some(first) = candidates.first() {
            let bar = ranked[first.index].value - margin * self.evaluate.margin();
            candidates.retain(|candidate| ranked[candidate.index].value >= bar);
        }
    }

    /// The mean over the outcomes of chance in a leaf, how many outcomes it rests on, and whether those are all; `None` where
    /// no chance is due.
    fn expand_chance<G>(
        &mut self,
        game: &G,
        leaf: &G::State,
        seat: Seat,
        outcomes: usize,
        sampled: &mut SampledOutcomes<G>,
    ) -> Option<(f32, usize, bool)>
    where
        G: Game + Sync,
        G::State: Send + Sync,
        G::Outcome: Send + Sync,
        E: Evaluation<G>,
    {
        let Next::Chance(chance) = game.next(leaf) else {
            return None;
        };
        // No chance lies between the candidates of one decision: where the same is to be rolled or drawn, the same can come.
        let known = sampled.iter().position(|(other, _)| *other == chance);
        let place = known.unwrap_or_else(|| {
            sampled.push((chance, sample_outcomes(game, leaf, outcomes)));
            sampled.len() - 1
        });
        let OutcomeSample {
            outcomes: sample,
            all,
        } = &sampled[place].1;
        let mine = |(outcome, _): &(G::Outcome, u32)| leaves_choice(game, leaf, *outcome, seat);
        if !self.evaluate.evaluates_after_chance() && !sample.iter().any(mine) {
            return None;
        }
        self.evaluate.set_root(game, leaf, seat);
        let threads = self.limits.threads.clamp(1, sample.len().max(1));
        let values: Vec<f32> = if threads == 1 {
            sample
                .iter()
                .map(|(outcome, _)| self.after_chance(game, leaf, *outcome, seat, outcomes / FOLLOWING))
                .collect()
        } else {
            let share = sample.len().div_ceil(threads);
            let parts: Vec<(Vec<f32>, u64)> = std::thread::scope(|scope| {
                let workers: Vec<_> = sample
                    .chunks(share)
                    .map(|part| {
                        let mut own = Search::new(self.evaluate.clone(), self.limits);
                        scope.spawn(move || {
                            let values = part
                                .iter()
                                .map(|(outcome, _)| {
                                    own.after_chance(game, leaf, *outcome, seat, outcomes / FOLLOWING)
                                })
                                .collect();
                            (values, own.nodes)
                        })
                    })
                    .collect();
                workers
                    .into_iter()
                    .map(|worker| worker.join().expect("a search does not fail"))
                    .collect()
            });
            self.nodes += parts.iter().map(|(_, nodes)| nodes).sum::<u64>();
            parts.into_iter().flat_map(|(values, _)| values).collect()
        };
        let total: f64 = sample.iter().map(|(_, weight)| f64::from(*weight)).sum();
        let sum: f64 = sample
            .iter()
            .zip(&values)
            .map(|((_, weight), value)| f64::from(*weight) * f64::from(*value))
            .sum();
        Some(((sum / total.max(1.0)) as f32, sample.len(), *all))
    }

    /// The best a seat can make of an outcome, by static evaluation; the mean, where more chance follows at once.
    fn after_chance<G: Game>(
        &mut self,
        game: &G,
        state: &G::State,
        outcome: G::Outcome,
        seat: Seat,
        outcomes: usize,
    ) -> f32
    where
        E: Evaluation<G>,
    {
        let mut after = *state;
        if game.apply_chance(&mut after, outcome).is_err() {
            return self.evaluate.value(game, state, seat);
        }
        match game.next(&after) {
            Next::Choice(seats) if seats.contains(seat) => {
                let mut legal = Vec::with_capacity(64);
                game.legal(&after, seat, &mut legal);
                let mut best = f32::NEG_INFINITY;
                for action in &legal {
                    let mut next = after;
                    if game.play(&mut next, seat, *action).is_ok() {
                        self.nodes += 1;
                        best = best.max(self.evaluate.value(game, &next, seat));
                    }
                }
                best
            }
            Next::Chance(_) => {
                let sample = sample_outcomes(game, &after, outcomes.max(2)).outcomes;
                let total: f64 = sample.iter().map(|(_, weight)| f64::from(*weight)).sum();
                let sum: f64 = sample
                    .iter()
                    .map(|(outcome, weight)| {
                        f64::from(*weight) * f64::from(self.after_chance(game, &after, *outcome, seat, 2))
                    })
                    .sum();
                (sum / total.max(1.0)) as f32
            }
            Next::Choice(_) | Next::Over => {
                self.nodes += 1;
                self.evaluate.value(game, &after, seat)
            }
        }
    }
}

/// Actions in order, each with whether it was searched. What was not searched does not overtake what was: static evaluations are
/// too high on the whole.
fn best_first<A>(mut actions: Vec<(ActionValue<A>, bool)>) -> Vec<ActionValue<A>> {
    let reached = || actions.iter().filter(|(_, searched)| *searched);
    let correction = reached()
        .map(|(entry, _)| entry.value - entry.static_eval)
        .fold(0.0, f32::min);
    let best = reached().map(|(entry, _)| entry.value).reduce(f32::max);
    if let Some(best) = best {
        for (entry, _) in actions.iter_mut().filter(|(_, searched)| !searched) {
            entry.value = (entry.static_eval + correction).min(best);
        }
    }
    insertion_sort(&mut actions, |one, other| {
        let value = other.0.value.total_cmp(&one.0.value);
        value.then(other.1.cmp(&one.1))
    });
    actions.into_iter().map(|(entry, _)| entry).collect()
}

/// Does an outcome leave a choice to this seat, or no choice to anybody?
fn leaves_choice<G: Game>(game: &G, state: &G::State, outcome: G::Outcome, seat: Seat) -> bool {
    let mut after = *state;
    game.apply_chance(&mut after, outcome).is_ok()
        && match game.next(&after) {
            Next::Choice(seats) => seats.contains(seat),
            Next::Chance(_) | Next::Over => true,
        }
}

/// At most so many outcomes of the chance that is due, evenly spread, with their weights; and whether they are all.
fn sample_outcomes<G: Game>(game: &G, state: &G::State, most: usize) -> OutcomeSample<G> {
    let mut count = 0usize;
    let mut all = Vec::with_capacity(most.min(1 << 12));
    game.outcomes(state, &mut |outcome, weight| {
        if count < most {
            all.push((outcome, weight));
        }
        count += 1;
    });
    if count <= most {
        return OutcomeSample {
            outcomes: all,
            all: true,
        };
    }
    // Steps of about the golden share of the whole, and without a common factor with it, never meet a place twice and
    // leave no gaps: every die shows every face about equally often.
    let step = (0..)
        .map(|more| count * 618 / 1000 + more)
        .find(|step| common(*step, count) == 1)
        .unwrap_or(1);
    let mut picked = vec![false; count];
    for turn in 0..most {
        picked[(turn * step + step / 2) % count] = true;
    }
    all.clear();
    let mut index = 0;
    game.outcomes(state, &mut |outcome, weight| {
        if picked[index] {
            all.push((outcome, weight));
        }
        index += 1;
    });
    OutcomeSample {
        outcomes: all,
        all: false,
    }
}

/// The greatest common factor.
fn common(one: usize, other: usize) -> usize {
    if other == 0 {
        one
    } else {
        common(other, one % other)
    }
}
