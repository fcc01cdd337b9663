//! What several fuzz targets do.

use finaud_record::{Notation, SplitMix64};
use finaud_rules::{Game, Next, Position, TableGame};

/// Plays on at random for so many events, and checks the position after each.
pub fn play_at_random(game: &TableGame, start: Position<4>, seed: u64, events: usize) {
    let mut random = SplitMix64::new(seed);
    let mut position = start;
    let mut legal = Vec::new();
    for _ in 0..events {
        match game.next(&position) {
            Next::Over => return,
            Next::Luck(_) => {
                let luck = game
                    .seeded_luck(&position, random.next_u64())
                    .expect("luck is due");
                game.befall(&mut position, luck).expect("seeded luck can happen");
            }
            Next::Choice(seats) => {
                let seat = seats.first().expect("a choice belongs to somebody");
                game.legal(&position, seat, &mut legal);
                assert!(!legal.is_empty(), "somebody is asked and has no choice");
                let action = legal[random.below(legal.len() as u64) as usize];
                game.play(&mut position, seat, action)
                    .expect("legal actions are legal");
            }
        }
        assert_eq!(game.violations(&position), []);
    }
}
