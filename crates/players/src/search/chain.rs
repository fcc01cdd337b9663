//! Following the choices that an action brings along, until chance or somebody else has a say.

use finaud_rules::{Game, Next, Seat};

use super::{Evaluation, Search};
use crate::deadline::Deadline;

/// How many states are evaluated at most to compare all ends of a chain with which the game ends. Chosen by hand, not
/// measured: most such chains are shorter.
const ENDINGS: usize = 400;

/// What an analysis may always spend on following choices, however few states it is given: otherwise it would compare
/// actions that are done with actions that have just begun. It is enough for 99.9 % of the decisions of Hyper Futé alone,
/// which takes most: the median decision takes 200 states, one in ten 4,000, one in a hundred 24,000, one in a thousand
/// 64,000. (Measured over all decisions of 40 games for each number of players, by `expert`, `club` and `random`.)
const LEAST_NODES: u64 = 65_000;

/// What following the choices after all actions may cost.
#[derive(Clone, Copy, Debug)]
pub(super) struct ChainLimits {
    nodes: u64,
    deadline: Deadline,
}

impl ChainLimits {
    /// As many states as it takes, until the time is over.
    pub(super) fn timed(deadline: Deadline) -> ChainLimits {
        ChainLimits {
            nodes: u64::MAX,
            deadline,
        }
    }

    /// About so many states, until the time is over.
    pub(super) fn new(nodes: u64, deadline: Deadline) -> ChainLimits {
        ChainLimits {
            nodes: nodes.max(LEAST_NODES),
            deadline,
        }
    }

    fn are_reached(&self, nodes: u64) -> bool {
        nodes >= self.nodes || self.deadline.is_over()
    }
}

/// An action with the state it leads to once its choices are made, and the static evaluation of that state.
pub(super) struct Leaf<G: Game> {
    pub(super) action: G::Action,
    pub(super) state: G::State,
    pub(super) value: f32,
}

impl<E: Clone + Send> Search<E> {
    /// Where each legal action leads. If following the choices takes too long, no action is followed: all of them are
    /// evaluated as they leave the state, so that they can be compared.
    pub(super) fn leaves<G: Game>(
        &mut self,
        game: &G,
        state: &G::State,
        seat: Seat,
        legal: &[G::Action],
        limits: ChainLimits,
    ) -> Vec<Leaf<G>>
    where
        E: Evaluation<G>,
    {
        let afterstates = |action: &G::Action| {
            let mut after = *state;
            let played = game.play(&mut after, seat, *action);
            played.is_ok().then_some((*action, after))
        };
        let followed: Option<Vec<Leaf<G>>> = legal
            .iter()
            .filter_map(afterstates)
            .map(|(action, after)| {
                let (state, value) = self.leaf(game, &after, seat, limits)?;
                Some(Leaf { action, state, value })
            })
            .collect();
        followed.unwrap_or_else(|| {
            let leaves = legal.iter().filter_map(afterstates);
            leaves
                .map(|(action, state)| {
                    self.nodes += 1;
                    let value = self.evaluate.value(game, &state, seat);
                    Leaf { action, state, value }
                })
                .collect()
        })
    }

    /// Where the seat's own choices lead, and the static evaluation of that. `None` once the limits are reached.
    ///
    /// Each choice is made by static evaluation, as in training: among all ends of a long chain, the one that looks best is
    /// the one that is overrated most. Where the game ends, nothing is left to overrate, and all ends are compared.
    fn leaf<G: Game>(
        &mut self,
        game: &G,
        state: &G::State,
        seat: Seat,
        limits: ChainLimits,
    ) -> Option<(G::State, f32)>
    where
        E: Evaluation<G>,
    {
        let mut now = *state;
        let mut legal = Vec::new();
        while is_asked(game, &now, seat) {
            game.legal(&now, seat, &mut legal);
            let mut best: Option<(G::State, f32)> = None;
            for action in &legal {
                let mut after = now;
                if game.play(&mut after, seat, *action).is_err() {
                    continue;
                }
                if limits.are_reached(self.nodes) {
                    return None;
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
            return self.best_ending(game, state, seat, &mut { ENDINGS }, limits);
        }
        self.nodes += 1;
        Some((now, self.evaluate.value(game, &now, seat)))
    }

    /// The best of all states that the seat's own choices can lead to. After `left` of them, every further one is evaluated
    /// where it stands.
    fn best_ending<G: Game>(
        &mut self,
        game: &G,
        state: &G::State,
        seat: Seat,
        left: &mut usize,
        limits: ChainLimits,
    ) -> Option<(G::State, f32)>
    where
        E: Evaluation<G>,
    {
        if limits.are_reached(self.nodes) {
            return None;
        }
        if !is_asked(game, state, seat) || *left == 0 {
            self.nodes += 1;
            *left = left.saturating_sub(1);
            return Some((*state, self.evaluate.value(game, state, seat)));
        }
        let mut legal = Vec::new();
        game.legal(state, seat, &mut legal);
        let mut best: Option<(G::State, f32)> = None;
        for action in &legal {
            let mut after = *state;
            if game.play(&mut after, seat, *action).is_err() {
                continue;
            }
            let found = self.best_ending(game, &after, seat, left, limits)?;
            if best.is_none_or(|(_, value)| found.1 > value) {
                best = Some(found);
            }
        }
        Some(best.unwrap_or_else(|| (*state, self.evaluate.value(game, state, seat))))
    }
}

fn is_asked<G: Game>(game: &G, state: &G::State, seat: Seat) -> bool {
    matches!(game.next(state), Next::Choice(seats) if seats.contains(seat))
}
