//! What it takes to play.

use finaud_rules::{Game, Seat};

/// Somebody or something that chooses.
pub trait Player<G: Game> {
    /// Starts a new game. Whatever the player draws comes from this seed.
    fn begin(&mut self, seed: u64);

    /// Chooses one of the legal actions of a seat; there is at least one.
    fn choose(&mut self, game: &G, state: &G::State, seat: Seat, legal: &[G::Action]) -> G::Action;

    /// Chooses for a seat that is asked. Players that need no list do without; `scratch` is a buffer for those that do.
    #[inline]
    fn decide(&mut self, game: &G, state: &G::State, seat: Seat, scratch: &mut Vec<G::Action>) -> G::Action {
        game.legal(state, seat, scratch);
        self.choose(game, state, seat, scratch)
    }
}

impl<G: Game, P: Player<G> + ?Sized> Player<G> for Box<P> {
    fn begin(&mut self, seed: u64) {
        (**self).begin(seed);
    }

    fn choose(&mut self, game: &G, state: &G::State, seat: Seat, legal: &[G::Action]) -> G::Action {
        (**self).choose(game, state, seat, legal)
    }

    fn decide(&mut self, game: &G, state: &G::State, seat: Seat, scratch: &mut Vec<G::Action>) -> G::Action {
        (**self).decide(game, state, seat, scratch)
    }
}
