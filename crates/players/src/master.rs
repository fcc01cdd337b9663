//! Players that search: `master` on a learned value; where nothing was learned, `club` and `expert` too, on a plain estimate.
//! Where a turn is a chain of luck and choices, `master` follows it to its end.

use finaud_rules::{Game, Seat};

use crate::Player;
use crate::search::{Evaluation, Search, SearchLimits};

/// Takes what a search finds best.
#[derive(Clone, Debug)]
pub struct Searcher<E> {
    search: Search<E>,
}

impl<E: Clone + Send> Searcher<E> {
    /// A player with this evaluation and these limits.
    pub fn new(evaluate: E, limits: SearchLimits) -> Searcher<E> {
        Searcher {
            search: Search::new(evaluate, limits),
        }
    }
}

impl<G, E> Player<G> for Searcher<E>
where
    G: Game + Sync,
    G::State: Send + Sync,
    G::Outcome: Send + Sync,
    E: Evaluation<G> + Clone + Send,
{
    fn begin(&mut self, _: u64) {}

    fn choose(&mut self, game: &G, state: &G::State, seat: Seat, legal: &[G::Action]) -> G::Action {
        if let [only] = legal {
            return *only;
        }
        let ranked = self.search.rank(game, state, seat, legal);
        ranked.first().map_or(legal[0], |best| best.action)
    }
}

/// Takes what is best when its turn is followed to the end.
#[derive(Clone, Debug)]
pub struct TurnSearcher<E> {
    search: Search<E>,
}

impl<E: Clone + Send> TurnSearcher<E> {
    /// A player with this evaluation and these limits.
    pub fn new(evaluate: E, limits: SearchLimits) -> TurnSearcher<E> {
        TurnSearcher {
            search: Search::new(evaluate, limits),
        }
    }
}

impl<G: Game, E: Evaluation<G> + Clone + Send> Player<G> for TurnSearcher<E> {
    fn begin(&mut self, _: u64) {}

    fn choose(&mut self, game: &G, state: &G::State, seat: Seat, legal: &[G::Action]) -> G::Action {
        if let [only] = legal {
            return *only;
        }
        let ranked = self.search.rank_turn(game, state, seat, legal);
        ranked.first().map_or(legal[0], |best| best.action)
    }
}
