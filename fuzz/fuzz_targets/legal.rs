//! In whatever position bytes lead to, the legal actions are legal, all others are refused and change nothing, and the
//! effects of every event add up to what it changed.
#![no_main]

use finaud_fuzz::{Audited, apply_audited, audited_start, game};
use finaud_record::Event;
use finaud_rules::Next;
use finaud_table::{games, with_game};
use libfuzzer_sys::fuzz_target;

fn walk<G: Audited>(game: &G, bytes: &mut impl Iterator<Item = u8>) {
    let mut state = audited_start(game);
    let mut legal = Vec::new();
    while let Some(byte) = bytes.next() {
        match game.next(&state) {
            Next::Over => return,
            Next::Chance(_) => {
                let outcome = game.seeded_outcome(&state, u64::from(byte));
                let event = Event::Outcome(outcome.expect("an outcome is due"));
                apply_audited(game, &mut state, event).expect("seeded outcomes can happen");
            }
            Next::Choice(seats) => {
                let seats: Vec<_> = seats.iter().collect();
                let seat = seats[usize::from(byte) % seats.len()];
                game.legal(&state, seat, &mut legal);
                assert!(!legal.is_empty(), "somebody is asked and has no choice");
                let number = usize::from(byte) << 8 | usize::from(bytes.next().unwrap_or(0));
                if let Some(action) = game.action_from_index(number % game.action_count()) {
                    let accepted = apply_audited(game, &mut state.clone(), Event::Choice(seat, action));
                    assert_eq!(accepted.is_ok(), legal.contains(&action), "{action:?}");
                }
                let action = legal[number % legal.len()];
                apply_audited(game, &mut state, Event::Choice(seat, action))
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
    let ids: Vec<&str> = games().collect();
    let id = ids[usize::from(which) % ids.len()];
    // A dice game is for 1 to 4 and has no variant, PUSH is for 2 to 6.
    let options = [("variant".into(), "risk".into())];
    let (players, options) = match id {
        "push" => (2 + usize::from(seats) % 5, &options[usize::from(which < 128)..]),
        _ => (1 + usize::from(seats) % 4, &[][..]),
    };
    let game = game(id, players, options).expect("a game for so many");
    with_game!(&game, game => walk(game, &mut bytes));
});
