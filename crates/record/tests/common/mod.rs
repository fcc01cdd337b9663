//! Random games for the tests.
#![allow(dead_code)] // each test file uses its part

pub(crate) mod altered;
pub(crate) mod records;

use finaud_record::{Event, Notation, SplitMix64};
use finaud_rules::{DiceGame, Next, builtin};

/// A game on a built-in sheet.
pub(crate) fn game<const SEATS: usize>(id: &str, players: usize) -> DiceGame<SEATS> {
    DiceGame::new(builtin(id).expect("a built-in sheet").clone(), players)
        .expect("a fitting number of players")
}

/// Plays a random game to its end; `visit` sees every state before its event.
pub(crate) fn play_out<G: Notation>(
    game: &G,
    seed: u64,
    mut visit: impl FnMut(&G::State, Event<G>),
) -> G::State {
    let mut random = SplitMix64::new(seed);
    let mut state = game.start();
    let mut legal = Vec::new();
    loop {
        let event = match game.next(&state) {
            Next::Over => return state,
            Next::Chance(_) => Event::Outcome(game.seeded_outcome(&state, seed).expect("luck is due")),
            Next::Choice(seats) => {
                let seats: Vec<_> = seats.iter().collect();
                let seat = seats[random.below(seats.len() as u64) as usize];
                game.legal(&state, seat, &mut legal);
                Event::Choice(seat, legal[random.below(legal.len() as u64) as usize])
            }
        };
        visit(&state, event);
        event.apply(game, &mut state).expect("a legal event");
    }
}

/// The log of a random game.
pub(crate) fn random_log<G: Notation>(game: &G, seed: u64) -> (Vec<Event<G>>, G::State) {
    let mut log = Vec::new();
    let end = play_out(game, seed, |_, event| log.push(event));
    (log, end)
}
