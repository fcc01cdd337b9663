//! Counting sequences of events: the simplest way to notice that the rules have changed.

use finaud_record::Notation;
use finaud_rules::{Next, Seats};

/// Which outcomes are followed where chance is due.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Branching {
    /// The one of this seed.
    Seeded(u64),
    /// Every outcome.
    AllOutcomes,
}

/// How many sequences of `depth` events (choices and outcomes) start from this state. A sequence that ends with the game
/// counts once, however short it is. Where several seats are asked, each may be the next.
///
/// # Panics
/// If the rules refuse what they listed themselves.
pub fn perft<G: Notation>(game: &G, state: &G::State, depth: u32, branching: Branching) -> u64 {
    if depth == 0 {
        return 1;
    }
    match game.next(state) {
        Next::Over => 1,
        Next::Choice(seats) => choices(game, state, seats, depth, branching),
        Next::Chance(_) => {
            let mut nodes = 0;
            let mut follow = |outcome| {
                let mut after = *state;
                game.apply_chance(&mut after, outcome)
                    .expect("listed outcomes are possible");
                nodes += perft(game, &after, depth - 1, branching);
            };
            match branching {
                Branching::Seeded(seed) => game.seeded_outcome(state, seed).into_iter().for_each(follow),
                Branching::AllOutcomes => {
                    game.outcomes(state, &mut |outcome, _| follow(outcome));
                }
            }
            nodes
        }
    }
}

fn choices<G: Notation>(game: &G, state: &G::State, seats: Seats, depth: u32, branching: Branching) -> u64 {
    let mut legal = Vec::new();
    let mut nodes = 0;
    for seat in seats.iter() {
        game.legal(state, seat, &mut legal);
        for action in &legal {
            let mut after = *state;
            game.play(&mut after, seat, *action)
                .expect("listed actions are legal");
            nodes += perft(game, &after, depth - 1, branching);
        }
    }
    nodes
}
