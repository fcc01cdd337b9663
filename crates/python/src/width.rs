//! How many legal actions there may be at a time.

use finaud_players::{Bot, Player, Random};
use finaud_rules::Next;

use crate::game::Playable;

/// How many games of each bot are looked at. Chosen by hand: they take some milliseconds.
const GAMES: u64 = 16;
/// Chosen by hand; a test plays `expert` and `greedy` against it.
const MARGIN: usize = 2;

/// The width of the compact action space: a power of two, well above the longest list of legal actions that games come to,
/// those of random players and of greedy ones, who keep what others spend. It depends on the game alone.
pub(crate) fn index_width<G: Playable>(game: &G) -> usize {
    let mut longest = 1;
    for seed in 0..GAMES {
        longest = longest.max(longest_list(game, seed, &mut Random::new(seed)));
        if let Some(mut greedy) = Bot::Greedy.player(game, seed) {
            longest = longest.max(longest_list(game, seed, &mut greedy));
        }
    }
    (MARGIN * longest).next_power_of_two()
}

/// The longest list of legal actions of one game.
fn longest_list<G: Playable>(game: &G, seed: u64, player: &mut impl Player<G>) -> usize {
    let mut longest = 0;
    let mut legal = Vec::new();
    let mut state = game.start();
    loop {
        let moved = match game.next(&state) {
            Next::Over => return longest,
            Next::Chance(_) => game
                .seeded_outcome(&state, seed)
                .is_some_and(|outcome| game.apply_chance(&mut state, outcome).is_ok()),
            Next::Choice(seats) => seats.first().is_some_and(|seat| {
                game.legal(&state, seat, &mut legal);
                longest = longest.max(legal.len());
                let action = player.choose(game, &state, seat, &legal);
                game.play(&mut state, seat, action).is_ok()
            }),
        };
        if !moved {
            return longest;
        }
    }
}
