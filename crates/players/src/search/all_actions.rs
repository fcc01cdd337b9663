//! Evaluating every action, for somebody who wants to see all of them and not only the best.
//!
//! All actions are expanded over the same number of outcomes first. What is left of the budget goes to passes with more
//! outcomes over those that might be best. An action that is pruned is shifted along with the ones that stay, so that the
//! values can be compared.

use std::time::Duration;

use finaud_rules::{Game, Next, Seat, insertion_sort};

use crate::deadline::Deadline;
use crate::progress;

use super::chain::ChainLimits;
use super::{ActionValue, Evaluation, SampledOutcomes, Search};

// The constants below were chosen by hand, not measured. They decide how the budget is shared between evaluating all
// actions and telling the best ones apart.

/// How many outcomes it takes to find out what an outcome costs.
const PROBE: usize = 6;
/// How many outcomes the first pass has at most: enough to tell most actions apart.
const FIRST_PASS: usize = 192;
/// How many times as many outcomes the next pass has.
const GROWTH: usize = 4;
/// Few actions deserve another pass: one in so many, and at least two.
const STAY: usize = 3;
/// A single state is expanded over at most so many outcomes.
const MOST: usize = 768;

/// An action that is being evaluated.
struct RootAction<G: Game> {
    ranked: ActionValue<G::Action>,
    leaf: G::State,
    /// Is no chance due after it? Then there is nothing to expand.
    no_chance_follows: bool,
    /// What each pass found.
    passes: Vec<f32>,
}

/// How much may still be spent.
struct Budget {
    nodes: u64,
    deadline: Deadline,
}

impl Budget {
    /// Is there enough for a pass that costs so many nodes and so much time?
    fn affords(&self, spent: u64, cost: u64, time: Duration) -> bool {
        spent.saturating_add(cost) <= self.nodes && self.deadline.left().is_none_or(|left| time <= left)
    }
}

impl<E: Clone + Send> Search<E> {
    /// Evaluates all legal actions of a seat that is asked, as evenly as the budget allows; best first, among equals in the
    /// order given.
    pub fn evaluate_all<G>(
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
        let limits = ChainLimits::new(self.limits.nodes, deadline);
        let mut all: Vec<RootAction<G>> = self
            .leaves(game, state, seat, legal, limits)
            .into_iter()
            .map(|leaf| RootAction {
                ranked: ActionValue {
                    action: leaf.action,
                    value: leaf.value,
                    static_eval: leaf.value,
                    outcomes: 0,
                },
                no_chance_follows: !matches!(game.next(&leaf.state), Next::Chance(_)),
                leaf: leaf.state,
                passes: Vec::new(),
            })
            .collect();
        let budget = Budget {
            nodes: self.limits.nodes,
            deadline,
        };
        if all.len() > 1 && self.nodes < budget.nodes {
            self.refine_all(game, seat, &mut all, &budget);
        }
        let mut ranked: Vec<_> = all.into_iter().map(|root_action| root_action.ranked).collect();
        insertion_sort(&mut ranked, |one, other| other.value.total_cmp(&one.value));
        ranked
    }

    /// What a state is worth to a seat, over the outcomes of chance if chance is due.
    pub fn worth<G>(&mut self, game: &G, state: &G::State, seat: Seat) -> f32
    where
        G: Game + Sync,
        G::State: Send + Sync,
        G::Outcome: Send + Sync,
        E: Evaluation<G>,
    {
        self.nodes = 0;
        self.evaluate.begin();
        self.evaluate.set_root(game, state, seat);
        let deadline = Deadline::new(self.limits.time);
        if self.limits.nodes > 0
            && let Some((_, seen, _)) =
                self.expand_chance(game, state, seat, PROBE, &mut SampledOutcomes::<G>::new())
        {
            let cost = (self.nodes / seen.max(1) as u64).max(1);
            let outcomes = (self.limits.nodes / cost).min(MOST as u64) as usize;
            // What the first outcomes took tells how many there is time for.
            let timed = deadline.left().map(|left| {
                let each = deadline.passed().as_secs_f64().max(1e-6) / seen.max(1) as f64;
                (left.as_secs_f64() / each) as usize
            });
            let outcomes = outcomes.min(timed.unwrap_or(MOST)).max(PROBE);
            if let Some((value, _, _)) =
                self.expand_chance(game, state, seat, outcomes, &mut SampledOutcomes::<G>::new())
            {
                return value;
            }
        }
        self.nodes += 1;
        self.evaluate.value(game, state, seat)
    }

    fn refine_all<G>(&mut self, game: &G, seat: Seat, all: &mut [RootAction<G>], budget: &Budget)
    where
        G: Game + Sync,
        G::State: Send + Sync,
        G::Outcome: Send + Sync,
        E: Evaluation<G>,
    {
        let mut staying: Vec<usize> = (0..all.len())
            .filter(|index| !all[*index].no_chance_follows)
            .collect();
        let began = (self.nodes, budget.deadline.passed());
        let Some(_) = self.refine(game, seat, all, &staying, PROBE, budget) else {
            return;
        };
        let (cost, time) = (self.nodes - began.0, budget.deadline.passed() - began.1);
        // Half of what is left goes to the pass over all of them.
        let half = budget.nodes.saturating_sub(self.nodes) / 2;
        let mut outcomes = PROBE.saturating_mul((half / cost.max(1)) as usize);
        if let Some(left) = budget.deadline.left() {
            let left = left.as_secs_f64() / 2.0;
            let affordable = left / time.as_secs_f64().max(1e-9) * PROBE as f64;
            outcomes = outcomes.min(affordable as usize);
        }
        outcomes = outcomes.min(FIRST_PASS);
        let mut depth = 0;
        while outcomes > PROBE && !staying.is_empty() {
            let began = (self.nodes, budget.deadline.passed());
            let Some(settled) = self.refine(game, seat, all, &staying, outcomes, budget) else {
                break;
            };
            depth += 1;
            if settled {
                break;
            }
            let passed = staying.len() as u64;
            self.prune(all, &mut staying);
            let share = |whole: u64| whole * staying.len() as u64 * GROWTH as u64 / passed;
            let (cost, time) = (share(self.nodes - began.0), budget.deadline.passed() - began.1);
            let time = time.mul_f64(staying.len() as f64 * GROWTH as f64 / passed as f64);
            if !budget.affords(self.nodes, cost, time) {
                break;
            }
            outcomes *= GROWTH;
        }
        settle(all, &staying, depth > 0);
    }

    /// Expands some of the actions over so many outcomes; says whether these are all there are. `None` if time ran out:
    /// then nothing has changed.
    fn refine<G>(
        &mut self,
        game: &G,
        seat: Seat,
        all: &mut [RootAction<G>],
        which: &[usize],
        outcomes: usize,
        budget: &Budget,
    ) -> Option<bool>
    where
        G: Game + Sync,
        G::State: Send + Sync,
        G::Outcome: Send + Sync,
        E: Evaluation<G>,
    {
        let mut sampled = SampledOutcomes::<G>::new();
        let mut seen = Vec::with_capacity(which.len());
        for index in which {
            if budget.deadline.is_over() {
                return None;
            }
            seen.push(self.expand_chance(game, &all[*index].leaf, seat, outcomes, &mut sampled));
            progress::report(self.nodes, self.limits.nodes);
        }
        let mut settled = true;
        for (index, refine) in which.iter().zip(seen) {
            let Some((value, outcomes, complete)) = refine else {
                continue;
            };
            let root_action = &mut all[*index];
            root_action.ranked.value = value;
            root_action.ranked.outcomes = outcomes;
            root_action.passes.push(value);
            settled &= complete;
        }
        Some(settled)
    }

    /// Keeps those that might be best.
    fn prune<G: Game>(&self, all: &[RootAction<G>], staying: &mut Vec<usize>)
    where
        E: Evaluation<G>,
    {
        insertion_sort(staying, |one, other| {
            all[*other].ranked.value.total_cmp(&all[*one].ranked.value)
        });
        staying.truncate(staying.len().div_ceil(STAY).max(2));
        // Where no chance follows an action, its static evaluation is all there is: it takes part as it is.
        let no_chance_follows = all.iter().filter(|root_action| root_action.no_chance_follows);
        let best = staying.first().map(|first| all[*first].ranked.value).into_iter();
        let best = best
            .chain(no_chance_follows.map(|root_action| root_action.ranked.value))
            .reduce(f32::max);
        if let Some(best) = best {
            let bar = best - self.evaluate.margin();
            staying.retain(|index| all[*index].ranked.value >= bar);
        }
    }
}

/// Makes the values comparable: those with fewer passes are shifted as the last pass shifted the ones that stayed, and do not
/// overtake the best of them.
fn settle<G: Game>(all: &mut [RootAction<G>], staying: &[usize], expanded: bool) {
    if !expanded {
        // A few outcomes say less than the static evaluation.
        for root_action in all.iter_mut() {
            root_action.ranked.value = root_action.ranked.static_eval;
            root_action.ranked.outcomes = 0;
        }
        return;
    }
    let no_chance_follows = all.iter().filter(|root_action| root_action.no_chance_follows);
    let Some(best) = staying
        .iter()
        .map(|index| all[*index].ranked.value)
        .chain(no_chance_follows.map(|root_action| root_action.ranked.value))
        .reduce(f32::max)
    else {
        return;
    };
    let deepest = all
        .iter()
        .map(|root_action| root_action.passes.len())
        .max()
        .unwrap_or(0);
    // How far the last pass shifted the ones that stayed, from their static evaluation and from each pass before.
    let mut moves = vec![0.0; deepest + 1];
    let last: Vec<&RootAction<G>> = all
        .iter()
        .filter(|root_action| root_action.passes.len() == deepest)
        .collect();
    for root_action in &last {
        let before = [root_action.ranked.static_eval].into_iter();
        let steps = before.chain(root_action.passes.iter().copied());
        for (moved, step) in moves.iter_mut().zip(steps) {
            *moved += (root_action.ranked.value - step) / last.len() as f32;
        }
    }
    let others = all
        .iter_mut()
        .filter(|root_action| root_action.passes.len() < deepest);
    for root_action in others.filter(|root_action| !root_action.no_chance_follows) {
        let shift = moves[root_action.passes.len()];
        root_action.ranked.value = (root_action.ranked.value + shift).min(best);
    }
}
