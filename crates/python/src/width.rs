//! How many legal actions there may be at a time.

use finaud_players::{Player, Random};
use finaud_rules::Next;

use crate::game::Playable;

/// How many games are looked at. Chosen by hand: it takes a few milliseconds.
const GAMES: u64 = 64;
/// Good players keep jokers and extra dice that random ones waste, so they have more to choose from. Chosen by hand; a test
/// plays `expert` against it.
const MARGIN: usize = 2;

/// The width of the compact action space: a power of two, well above the longest list of legal actions that random games
/// come to. It depends on the game alone.
pub(crate) fn index_width<G: Playable>(game: &G) -> usize {
    let mut longest = 1;
    let mut legal = Vec::new();
    let mut random = Random::new(0);
    for seed in 0..GAMES {
        Player::<G>::begin(&mut random, seed);
        let mut state = game.start();
        loop {
            match game.next(&state) {
                Next::Over => break,
                Next::Chance(_) => {
                    let Some(outcome) = game.seeded_outcome(&state, seed) else {
                        break;
                    };
                    if game.apply_chance(&mut state, outcome).is_err() {
                        break;
                    }
                }
                Next::Choice(seats) => {
                    let Some(seat) = seats.first() else { break };
                    game.legal(&state, seat, &mut legal);
                    longest = longest.max(legal.len());
                    let action = random.choose(game, &state, seat, &legal);
                    if game.play(&mut state, seat, action).is_err() {
                        break;
                    }
                }
            }
        }
    }
    (MARGIN * longest).next_power_of_two()
}
