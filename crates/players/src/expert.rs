//! `expert`: the learned value alone. It takes the action whose afterstate is worth most.

use std::sync::Arc;

use finaud_rules::Seat;

use crate::Player;
use crate::learned::{Evaluator, Learnable, Net};

/// Plays by a learned value.
#[derive(Clone, Debug)]
pub struct Expert<G: Learnable> {
    evaluator: Evaluator<G, G::Encoder>,
}

impl<G: Learnable> Expert<G> {
    /// A player with this net.
    pub fn new(game: &G, net: Arc<Net>) -> Expert<G> {
        Expert {
            evaluator: Evaluator::new(game.encoder(), net),
        }
    }
}

impl<G: Learnable> Player<G> for Expert<G> {
    fn begin(&mut self, _: u64) {}

    fn choose(&mut self, game: &G, state: &G::State, seat: Seat, legal: &[G::Action]) -> G::Action {
        best_by(&mut self.evaluator, game, state, seat, legal, |value| value)
    }
}

/// The action whose afterstate is worth most, by `adjust` of its value; among equals the first.
pub(crate) fn best_by<G: Learnable>(
    evaluator: &mut Evaluator<G, G::Encoder>,
    game: &G,
    state: &G::State,
    seat: Seat,
    legal: &[G::Action],
    mut adjust: impl FnMut(f32) -> f32,
) -> G::Action {
    if let [only] = legal {
        return *only;
    }
    evaluator.set_root(game, state, seat);
    let mut best = (f32::NEG_INFINITY, legal[0]);
    for action in legal {
        let mut after = *state;
        if game.play(&mut after, seat, *action).is_err() {
            continue;
        }
        let worth = adjust(evaluator.value(game, &after, seat));
        if worth > best.0 {
            best = (worth, *action);
        }
    }
    best.1
}
