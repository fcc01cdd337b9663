//! What several fuzz targets do.

use finaud_record::{Notation, SplitMix64, choose_rulings, push};
use finaud_rules::{Next, TableGame, builtin};

/// Something to be done with a game of any kind.
pub trait WithGame {
    /// Does it.
    fn with<G: Notation>(self, game: &G);
}

/// Does something with the game of this id, for so many players and with these options, if there is such a game.
pub fn with_game(id: &str, players: usize, options: &[(String, String)], then: impl WithGame) {
    if id.eq_ignore_ascii_case(push::ID) {
        if let Ok(game) = push::game(players, options) {
            then.with(&game);
        }
        return;
    }
    let Some(mut sheet) = builtin(id).cloned() else {
        return;
    };
    if choose_rulings(&mut sheet, options).is_err() {
        return;
    }
    if let Ok(game) = TableGame::new(sheet, players) {
        then.with(&game);
    }
}

/// Plays on at random for so many events; `check` sees the state after each.
pub fn play_at_random<G: Notation>(
    game: &G,
    start: G::State,
    seed: u64,
    events: usize,
    mut check: impl FnMut(&G::State),
) {
    let mut random = SplitMix64::new(seed);
    let mut state = start;
    let mut legal = Vec::new();
    for _ in 0..events {
        match game.next(&state) {
            Next::Over => return,
            Next::Chance(_) => {
                let luck = game.seeded_outcome(&state, random.next_u64()).expect("luck is due");
                game.apply_chance(&mut state, luck).expect("seeded luck can happen");
            }
            Next::Choice(seats) => {
                let seat = seats.first().expect("a choice belongs to somebody");
                game.legal(&state, seat, &mut legal);
                assert!(!legal.is_empty(), "somebody is asked and has no choice");
                let action = legal[random.below(legal.len() as u64) as usize];
                game.play(&mut state, seat, action)
                    .expect("legal actions are legal");
            }
        }
        check(&state);
    }
}
