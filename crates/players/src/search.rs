//! Looking ahead over exact chance, on top of any evaluation.
//!
//! Every legal action leads, once the choices it brings along at once are made, to a *leaf*: dice are to be rolled, a
//! card is to be turned, somebody else is to choose, or the game is over. The leaves are valued at first sight; those
//! that might be best are then looked at through what luck can do there: over all outcomes where they are few, over an
//! even selection of them, the same for all, where they are many. Half of the candidates drop out each time the
//! selection grows.

mod all_actions;

use std::time::Duration;

use finaud_rules::{Game, Next, Seat};

use crate::deadline::Deadline;
use crate::insertion_sort::insertion_sort;
use crate::progress;

/// What puts a number on a state.
pub trait Evaluation<G: Game> {
    /// A new decision begins.
    fn begin(&mut self) {}

    /// Gets ready to value many states near this one.
    fn set_root(&mut self, game: &G, state: &G::State, seat: Seat);

    /// What a state is worth to a seat; exact once the game is over.
    fn value(&mut self, game: &G, state: &G::State, seat: Seat) -> f32;

    /// Does it know what to make of a state that luck has left to somebody else?
    fn evaluates_after_chance(&self) -> bool {
        false
    }

    /// How far behind the best, at first sight, an action may be and still turn out to be better.
    fn margin(&self) -> f32;
}

/// How hard to look.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SearchLimits {
    /// After this many valued states no further round is begun; 0 trusts the first sight.
    pub nodes: u64,
    /// After this time no further round is begun.
    pub time: Option<Duration>,
    /// How many actions are looked at closely, at least one.
    pub candidates: usize,
    /// How many threads share the work.
    pub threads: usize,
}

impl SearchLimits {
    /// First sight only.
    pub const NONE: SearchLimits = SearchLimits {
        nodes: 0,
        time: None,
        candidates: 1,
        threads: 1,
    };

    /// Half of it. What is little stays a look, and does not become a first sight.
    pub(crate) fn halved(self) -> SearchLimits {
        SearchLimits {
            nodes: self.nodes.div_ceil(2),
            time: self.time.map(|time| time / 2),
            ..self
        }
    }
}

impl Default for SearchLimits {
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
    /// What it seemed to be worth at first sight.
    pub static_eval: f32,
    /// How many outcomes of luck the value rests on; 0 if none was looked at.
    pub outcomes: usize,
}

/// How many outcomes each round looks at, and how far behind the best an action may then be and still stay in, as a part
/// of the margin at first sight: the more outcomes, the less chance is left in the comparison.
const ROUNDS: [(usize, f32); 4] = [(48, 0.25), (192, 0.1), (768, 0.05), (3072, 0.0)];
/// How many states are valued at most to find out where the choices after an action lead.
const CASCADE: usize = 400;

/// A search with its evaluation.
#[derive(Clone, Debug)]
pub struct Search<E> {
    evaluate: E,
    limits: SearchLimits,
    /// How many states the last call valued.
    nodes: u64,
}

/// The outcomes that were drawn in a round, by what is to be rolled or drawn: candidates mostly share them.
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

    /// How many states the last call valued.
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

    /// Weighs the legal actions of a seat that is asked; best first, among equals in the order given.
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
        let mut ranked = Vec::with_capacity(legal.len());
        let mut candidates = Vec::with_capacity(legal.len());
        // Which actions were looked at closely: through luck, or where none is due and first sight is all there is.
        let mut close = vec![false; legal.len()];
        for action in legal {
            let mut after = *state;
            if game.play(&mut after, seat, *action).is_err() {
                continue;
            }
            let (leaf, value) = self.leaf(game, &after, seat);
            candidates.push(Candidate::<G> {
                index: ranked.len(),
                leaf,
            });
            ranked.push(ActionValue {
                action: *action,
                value,
                static_eval: value,
                outcomes: 0,
            });
        }
        self.prune_candidates(&mut candidates, &ranked, self.limits.candidates, 1.0);
        for (outcomes, margin) in ROUNDS {
            if candidates.len() < 2 || self.nodes >= self.limits.nodes || deadline.is_over() {
                break;
            }
            let mut settled = true;
            let mut sampled = SampledOutcomes::<G>::new();
            for candidate in &candidates {
                let entry = &mut ranked[candidate.index];
                close[candidate.index] = true;
                let found = self.expand_chance(game, &candidate.leaf, seat, outcomes, &mut sampled);
                if let Some((value, seen, all)) = found {
                    entry.value = value;
                    entry.outcomes = seen;
                    settled &= all;
                }
                progress::tell(self.nodes, self.limits.nodes);
            }
            let keep = candidates.len().div_ceil(2).max(2);
            if settled {
                break;
            }
            self.prune_candidates(&mut candidates, &ranked, keep, margin);
        }
        // What was not looked at closely does not overtake what was: first sight flatters.
        let reached = || ranked.iter().zip(&close).filter(|(_, close)| **close);
        let correction = reached()
            .map(|(entry, _)| entry.value - entry.static_eval)
            .fold(0.0, f32::min);
        let best = reached().map(|(entry, _)| entry.value).reduce(f32::max);
        let mut order: Vec<(ActionValue<G::Action>, bool)> = ranked.into_iter().zip(close).collect();
        if let Some(best) = best {
            for (entry, _) in order.iter_mut().filter(|(_, close)| !close) {
                entry.value = (entry.static_eval + correction).min(best);
            }
        }
        insertion_sort(&mut order, |one, other| {
            let value = other.0.value.total_cmp(&one.0.value);
            value.then(other.1.cmp(&one.1))
        });
        order.into_iter().map(|(entry, _)| entry).collect()
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

    /// Where the seat's own choices lead before luck or somebody else has a say, and what that is worth.
    ///
    /// Each choice is made at first sight, as in training: among all ends of a long cascade, the one that looks best is the
    /// one that is overrated most. Where the game ends, nothing is left to overrate, and all ends are compared.
    fn leaf<G: Game>(&mut self, game: &G, state: &G::State, seat: Seat) -> (G::State, f32)
    where
        E: Evaluation<G>,
    {
        let mut now = *state;
        let mut legal = Vec::new();
        while matches!(game.next(&now), Next::Choice(seats) if seats.contains(seat)) {
            game.legal(&now, seat, &mut legal);
            let mut best: Option<(G::State, f32)> = None;
            for action in &legal {
                let mut after = now;
                if game.play(&mut after, seat, *action).is_err() {
                    continue;
                }
                self.nodes += 1;
                let value = self.evaluate.value(game, &after, seat);
                if best.is_none_or(|(_, most)| value > most) {
                    best = Some((after, value));
                }
            }
            let Some((after, _)) = best else { break };
            now = after;
        }
        if game.next(&now) == Next::Over && now != *state {
            return self.descend(game, state, seat, &mut { CASCADE });
        }
        self.nodes += 1;
        (now, self.evaluate.value(game, &now, seat))
    }

    fn descend<G: Game>(
        &mut self,
        game: &G,
        state: &G::State,
        seat: Seat,
        left: &mut usize,
    ) -> (G::State, f32)
    where
        E: Evaluation<G>,
    {
        let asked = matches!(game.next(state), Next::Choice(seats) if seats.contains(seat));
        if !asked || *left == 0 {
            self.nodes += 1;
            *left = left.saturating_sub(1);
            return (*state, self.evaluate.value(game, state, seat));
        }
        let mut legal = Vec::new();
        game.legal(state, seat, &mut legal);
        let mut best: Option<(G::State, f32)> = None;
        for action in &legal {
            let mut after = *state;
            if game.play(&mut after, seat, *action).is_err() {
                continue;
            }
            let found = self.descend(game, &after, seat, left);
            if best.is_none_or(|(_, value)| found.1 > value) {
                best = Some(found);
            }
        }
        best.unwrap_or_else(|| (*state, self.evaluate.value(game, state, seat)))
    }

    /// The mean over what luck can do in a leaf, how many outcomes it rests on, and whether those are all; `None` where
    /// no luck is due.
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
        // No luck lies between the candidates of one decision: where the same is to be rolled or drawn, the same can come.
        let known = sampled.iter().position(|(other, _)| *other == chance);
        let place = known.unwrap_or_else(|| {
            sampled.push((chance, sample_outcomes(game, leaf, outcomes)));
            sampled.len() - 1
        });
        let OutcomeSample {
            outcomes: chosen,
            all,
        } = &sampled[place].1;
        let mine = |(luck, _): &(G::Outcome, u32)| leaves_choice(game, leaf, *luck, seat);
        if !self.evaluate.evaluates_after_chance() && !chosen.iter().any(mine) {
            return None;
        }
        self.evaluate.set_root(game, leaf, seat);
        let threads = self.limits.threads.clamp(1, chosen.len().max(1));
        let values: Vec<f32> = if threads == 1 {
            chosen
                .iter()
                .map(|(luck, _)| self.after_chance(game, leaf, *luck, seat, outcomes / 8))
                .collect()
        } else {
            let share = chosen.len().div_ceil(threads);
            let parts: Vec<(Vec<f32>, u64)> = std::thread::scope(|scope| {
                let workers: Vec<_> = chosen
                    .chunks(share)
                    .map(|part| {
                        let mut own = Search::new(self.evaluate.clone(), self.limits);
                        scope.spawn(move || {
                            let values = part
                                .iter()
                                .map(|(luck, _)| own.after_chance(game, leaf, *luck, seat, outcomes / 8))
                                .collect();
                            (values, own.nodes)
                        })
                    })
                    .collect();
                workers
                    .into_iter()
                    .map(|worker| worker.join().expect("looking ahead does not fail"))
                    .collect()
            });
            self.nodes += parts.iter().map(|(_, nodes)| nodes).sum::<u64>();
            parts.into_iter().flat_map(|(values, _)| values).collect()
        };
        let total: f64 = chosen.iter().map(|(_, weight)| f64::from(*weight)).sum();
        let sum: f64 = chosen
            .iter()
            .zip(&values)
            .map(|((_, weight), value)| f64::from(*weight) * f64::from(*value))
            .sum();
        Some(((sum / total.max(1.0)) as f32, chosen.len(), *all))
    }

    /// The best a seat can make of what luck did, at first sight; the mean, where more luck follows at once.
    fn after_chance<G: Game>(
        &mut self,
        game: &G,
        state: &G::State,
        luck: G::Outcome,
        seat: Seat,
        outcomes: usize,
    ) -> f32
    where
        E: Evaluation<G>,
    {
        let mut after = *state;
        if game.apply_chance(&mut after, luck).is_err() {
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
                let chosen = sample_outcomes(game, &after, outcomes.max(2)).outcomes;
                let total: f64 = chosen.iter().map(|(_, weight)| f64::from(*weight)).sum();
                let sum: f64 = chosen
                    .iter()
                    .map(|(luck, weight)| {
                        f64::from(*weight) * f64::from(self.after_chance(game, &after, *luck, seat, 2))
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

/// Does luck leave a choice to this seat, or no choice to anybody?
fn leaves_choice<G: Game>(game: &G, state: &G::State, luck: G::Outcome, seat: Seat) -> bool {
    let mut after = *state;
    game.apply_chance(&mut after, luck).is_ok()
        && match game.next(&after) {
            Next::Choice(seats) => seats.contains(seat),
            Next::Chance(_) | Next::Over => true,
        }
}

/// At most so many outcomes of the luck that is due, evenly spread, with their weights; and whether they are all.
fn sample_outcomes<G: Game>(game: &G, state: &G::State, most: usize) -> OutcomeSample<G> {
    let mut count = 0usize;
    let mut all = Vec::with_capacity(most.min(1 << 12));
    game.outcomes(state, &mut |luck, weight| {
        if count < most {
            all.push((luck, weight));
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
    game.outcomes(state, &mut |luck, weight| {
        if picked[index] {
            all.push((luck, weight));
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
