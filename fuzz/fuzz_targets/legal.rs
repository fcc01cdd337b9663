//! In whatever position bytes lead to, the legal actions are legal, and all others are refused and change nothing.
#![no_main]

use finaud_record::Notation;
use finaud_rules::push::{Push, Variant};
use finaud_rules::{Next, TableGame, builtin, builtin_ids};
use libfuzzer_sys::fuzz_target;

fn walk<G: Notation>(game: &G, bytes: &mut impl Iterator<Item = u8>) {
    let mut state = game.start();
    let mut legal = Vec::new();
    while let Some(byte) = bytes.next() {
        match game.next(&state) {
            Next::Over => return,
            Next::Chance(_) => {
                let luck = game.seeded_outcome(&state, u64::from(byte)).expect("luck is due");
                game.apply_chance(&mut state, luck).expect("seeded luck can happen");
            }
            Next::Choice(seats) => {
                let seats: Vec<_> = seats.iter().collect();
                let seat = seats[usize::from(byte) % seats.len()];
                game.legal(&state, seat, &mut legal);
                assert!(!legal.is_empty(), "somebody is asked and has no choice");
                let number = usize::from(byte) << 8 | usize::from(bytes.next().unwrap_or(0));
                if let Some(action) = game.action_from_index(number % game.action_count()) {
                    let mut tried = state;
                    let accepted = game.play(&mut tried, seat, action).is_ok();
                    assert_eq!(accepted, legal.contains(&action), "{action:?}");
                    assert!(accepted || tried == state, "a refused action changed something");
                }
                game.play(&mut state, seat, legal[number % legal.len()])
                    .expect("legal actions are legal");
            }
        }
    }
}

fuzz_target!(|bytes: &[u8]| {
    let mut bytes = bytes.iter().copied();
    let (Some(which), Some(seats)) = (bytes.next(), bytes.next()) else {
        return;
    };
    let ids = builtin_ids();
    match ids.get(usize::from(which) % (ids.len() + 1)) {
        Some(id) => {
            let sheet = builtin(id).expect("built in").clone();
            let game = TableGame::new(sheet, 1 + usize::from(seats) % 4).expect("1 to 4 players");
            walk(&game, &mut bytes);
        }
        None => {
            let variant = if which > 127 {
                Variant::Risk
            } else {
                Variant::Standard
            };
            let game = Push::new(2 + usize::from(seats) % 5, variant).expect("2 to 6 players");
            walk(&game, &mut bytes);
        }
    }
});
