//! Weighing every action for somebody who wants to see all of them, not only the best.
//!
//! All actions are looked at through the same number of outcomes first; what is left of the effort goes to a closer look
//! at those that might be best. An action that drops out is moved along with the ones that stay, so that the values
//! can be compared.

use std::time::Duration;

use finaud_rules::{Game, Next, Seat};

use crate::few::sort_few;
use crate::progress;
use crate::watch::Watch;

use super::{Drawn, Evaluate, Search, Weighed};

/// How many outcomes tell what looking costs.
const PROBE: usize = 6;
/// How many outcomes the first look takes at most: enough to tell most actions apart.
const FIRST_LOOK: usize = 192;
/// How much closer the next look is.
const CLOSER: usize = 4;
/// Few actions deserve a closer look: one in so many, and at least two.
const STAY: usize = 3;
/// A single state is looked at through at most so many outcomes.
const MOST: usize = 768;

/// An action that is being weighed.
struct Contender<G: Game> {
    weighed: Weighed<G::Action>,
    leaf: G::State,
    /// Is no luck due after it? Then there is nothing to look through.
    calm: bool,
    /// What each look saw.
    looks: Vec<f32>,
}

/// How much may still be spent.
struct Purse {
    nodes: u64,
    watch: Watch,
}

impl Purse {
    /// Can a look be paid that costs so many nodes and so much time?
    fn affords(&self, spent: u64, cost: u64, time: Duration) -> bool {
        spent.saturating_add(cost) <= self.nodes && self.watch.left().is_none_or(|left| time <= left)
    }
}

impl<E: Clone + Send> Search<E> {
    /// Weighs all legal actions of a seat that is asked, as evenly as the effort allows; best first, among equals in the
    /// order given.
    pub fn weigh_all<G>(
        &mut self,
        game: &G,
        state: &G::State,
        seat: Seat,
        legal: &[G::Action],
    ) -> Vec<Weighed<G::Action>>
    where
        G: Game + Sync,
        G::State: Send + Sync,
        G::Luck: Send + Sync,
        E: Evaluate<G>,
    {
        let watch = self.begin(game, state, seat);
        let mut all: Vec<Contender<G>> = Vec::with_capacity(legal.len());
        for action in legal {
            let mut after = *state;
            if game.play(&mut after, seat, *action).is_err() {
                continue;
            }
            let (leaf, value) = self.leaf(game, &after, seat);
            all.push(Contender {
                calm: !matches!(game.next(&leaf), Next::Luck(_)),
                weighed: Weighed {
                    action: *action,
                    value,
                    first_sight: value,
                    outcomes: 0,
                },
                leaf,
                looks: Vec::new(),
            });
        }
        let purse = Purse {
            nodes: self.effort.nodes,
            watch,
        };
        if all.len() > 1 && self.nodes < purse.nodes {
            self.look_at_all(game, seat, &mut all, &purse);
        }
        let mut weighed: Vec<_> = all.into_iter().map(|contender| contender.weighed).collect();
        sort_few(&mut weighed, |one, other| other.value.total_cmp(&one.value));
        weighed
    }

    /// What a state is worth to a seat, through what luck can do if luck is due.
    pub fn worth<G>(&mut self, game: &G, state: &G::State, seat: Seat) -> f32
    where
        G: Game + Sync,
        G::State: Send + Sync,
        G::Luck: Send + Sync,
        E: Evaluate<G>,
    {
        self.nodes = 0;
        self.evaluate.begin();
        self.evaluate.focus(game, state, seat);
        let watch = Watch::new(self.effort.time);
        if self.effort.nodes > 0
            && let Some((_, seen, _)) = self.look_through(game, state, seat, PROBE, &mut Drawn::<G>::new())
        {
            let cost = (self.nodes / seen.max(1) as u64).max(1);
            let outcomes = (self.effort.nodes / cost).min(MOST as u64) as usize;
            // What the first look took tells how many outcomes the time is for.
            let timed = watch.left().map(|left| {
                let each = watch.passed().as_secs_f64().max(1e-6) / seen.max(1) as f64;
                (left.as_secs_f64() / each) as usize
            });
            let outcomes = outcomes.min(timed.unwrap_or(MOST)).max(PROBE);
            if let Some((value, _, _)) =
                self.look_through(game, state, seat, outcomes, &mut Drawn::<G>::new())
            {
                return value;
            }
        }
        self.nodes += 1;
        self.evaluate.value(game, state, seat)
    }

    fn look_at_all<G>(&mut self, game: &G, seat: Seat, all: &mut [Contender<G>], purse: &Purse)
    where
        G: Game + Sync,
        G::State: Send + Sync,
        G::Luck: Send + Sync,
        E: Evaluate<G>,
    {
        let mut staying: Vec<usize> = (0..all.len()).filter(|index| !all[*index].calm).collect();
        let began = (self.nodes, purse.watch.passed());
        let Some(_) = self.look(game, seat, all, &staying, PROBE, purse) else {
            return;
        };
        let (cost, time) = (self.nodes - began.0, purse.watch.passed() - began.1);
        // Half of what is left goes to the look at all of them.
        let half = purse.nodes.saturating_sub(self.nodes) / 2;
        let mut outcomes = PROBE * (half / cost.max(1)) as usize;
        if let Some(left) = purse.watch.left() {
            let left = left.as_secs_f64() / 2.0;
            let looks = left / time.as_secs_f64().max(1e-9) * PROBE as f64;
            outcomes = outcomes.min(looks as usize);
        }
        outcomes = outcomes.min(FIRST_LOOK);
        let mut depth = 0;
        while outcomes > PROBE && !staying.is_empty() {
            let began = (self.nodes, purse.watch.passed());
            let Some(settled) = self.look(game, seat, all, &staying, outcomes, purse) else {
                break;
            };
            depth += 1;
            if settled {
                break;
            }
            let looked = staying.len() as u64;
            self.send_home(all, &mut staying);
            let share = |whole: u64| whole * staying.len() as u64 * CLOSER as u64 / looked;
            let (cost, time) = (share(self.nodes - began.0), purse.watch.passed() - began.1);
            let time = time.mul_f64(staying.len() as f64 * CLOSER as f64 / looked as f64);
            if !purse.affords(self.nodes, cost, time) {
                break;
            }
            outcomes *= CLOSER;
        }
        settle(all, &staying, depth > 0);
    }

    /// Looks at some of the actions through so many outcomes; says whether these are all there are. `None` if time ran
    /// out: then nothing has changed.
    fn look<G>(
        &mut self,
        game: &G,
        seat: Seat,
        all: &mut [Contender<G>],
        which: &[usize],
        outcomes: usize,
        purse: &Purse,
    ) -> Option<bool>
    where
        G: Game + Sync,
        G::State: Send + Sync,
        G::Luck: Send + Sync,
        E: Evaluate<G>,
    {
        let mut drawn = Drawn::<G>::new();
        let mut seen = Vec::with_capacity(which.len());
        for index in which {
            if purse.watch.is_over() {
                return None;
            }
            seen.push(self.look_through(game, &all[*index].leaf, seat, outcomes, &mut drawn));
            progress::tell(self.nodes, self.effort.nodes);
        }
        let mut settled = true;
        for (index, look) in which.iter().zip(seen) {
            let Some((value, outcomes, complete)) = look else {
                continue;
            };
            let contender = &mut all[*index];
            contender.weighed.value = value;
            contender.weighed.outcomes = outcomes;
            contender.looks.push(value);
            settled &= complete;
        }
        Some(settled)
    }

    /// Keeps those that might be best.
    fn send_home<G: Game>(&self, all: &[Contender<G>], staying: &mut Vec<usize>)
    where
        E: Evaluate<G>,
    {
        sort_few(staying, |one, other| {
            all[*other].weighed.value.total_cmp(&all[*one].weighed.value)
        });
        staying.truncate(staying.len().div_ceil(STAY).max(2));
        // Where no luck follows an action, first sight is all there is: it takes part as it is.
        let calm = all.iter().filter(|contender| contender.calm);
        let best = staying.first().map(|first| all[*first].weighed.value).into_iter();
        let best = best
            .chain(calm.map(|contender| contender.weighed.value))
            .reduce(f32::max);
        if let Some(best) = best {
            let bar = best - self.evaluate.margin();
            staying.retain(|index| all[*index].weighed.value >= bar);
        }
    }
}

/// Makes the values comparable: those that were looked at less closely are moved as the closest look moved the ones that
/// stayed, and do not overtake the best of them.
fn settle<G: Game>(all: &mut [Contender<G>], staying: &[usize], looked: bool) {
    if !looked {
        // A few outcomes say less than the first sight.
        for contender in all.iter_mut() {
            contender.weighed.value = contender.weighed.first_sight;
            contender.weighed.outcomes = 0;
        }
        return;
    }
    let calm = all.iter().filter(|contender| contender.calm);
    let Some(best) = staying
        .iter()
        .map(|index| all[*index].weighed.value)
        .chain(calm.map(|contender| contender.weighed.value))
        .reduce(f32::max)
    else {
        return;
    };
    let deepest = all
        .iter()
        .map(|contender| contender.looks.len())
        .max()
        .unwrap_or(0);
    // How far the closest look moved the ones that stayed, from their first sight and from each look before.
    let mut moves = vec![0.0; deepest + 1];
    let closest: Vec<&Contender<G>> = all
        .iter()
        .filter(|contender| contender.looks.len() == deepest)
        .collect();
    for contender in &closest {
        let before = [contender.weighed.first_sight].into_iter();
        let steps = before.chain(contender.looks.iter().copied());
        for (moved, step) in moves.iter_mut().zip(steps) {
            *moved += (contender.weighed.value - step) / closest.len() as f32;
        }
    }
    let others = all.iter_mut().filter(|contender| contender.looks.len() < deepest);
    for contender in others.filter(|contender| !contender.calm) {
        let shift = moves[contender.looks.len()];
        contender.weighed.value = (contender.weighed.value + shift).min(best);
    }
}
