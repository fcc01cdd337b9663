//! Random play on every sheet with every number of players: whatever happens can be written down and read again.

mod common;

use finaud_record::{Event, Notation, read_setup, setup_names, setup_text};
use finaud_rules::{DiceGame, Game, Position, Seat, builtin_ids};

fn check<const SEATS: usize>(game: &DiceGame<SEATS>, state: &Position<SEATS>) {
    let line = game.position_text(state);
    assert_eq!(game.violations(state), [], "{line}");
    assert_eq!(game.read_position(&line).as_ref(), Ok(state), "{line}");
    assert_eq!(setup_names(&line), Some((game.id(), game.seats())));
    let setup = read_setup(game.sheet(), &line).expect("it was just read");
    assert_eq!(
        setup_text(game.sheet(), &setup),
        line,
        "the line is as short as can be"
    );
    let json = game.position_json(state);
    assert_eq!(game.read_position_json(&json).as_ref(), Ok(state), "{json}");
    for seat in (0..game.seats() as u8).map(Seat) {
        let score = game.score_json(state, seat);
        assert_eq!(score["total"], game.points(state, seat), "{score}");
        assert_eq!(
            score["zones"].as_object().map(serde_json::Map::len),
            Some(5),
            "{score}"
        );
    }
}

fn check_event<const SEATS: usize>(game: &DiceGame<SEATS>, event: Event<DiceGame<SEATS>>) {
    match event {
        Event::Choice(_, action) => {
            let text = game.action_text(action);
            assert_eq!(game.read_action(&text), Ok(action), "{text}");
            assert_eq!(game.read_action(&text.to_uppercase()), Ok(action), "{text}");
        }
        Event::Outcome(outcome) => {
            let text = game.outcome_text(outcome);
            assert_eq!(game.read_outcome(&text), Ok(outcome), "{text}");
            assert_eq!(game.read_outcome(&text.to_lowercase()), Ok(outcome), "{text}");
        }
    }
}

fn check_games<const SEATS: usize>(players: usize, seeds: std::ops::Range<u64>) {
    for id in builtin_ids() {
        let game = common::game::<SEATS>(id, players);
        for seed in seeds.clone() {
            let end = common::play_out(&game, seed, |state, event| {
                check(&game, state);
                check_event(&game, event);
            });
            check(&game, &end);
        }
    }
}

#[test]
fn solo_games() {
    check_games::<1>(1, 0..12);
    check_games::<4>(1, 100..104);
}

#[test]
fn games_for_two() {
    check_games::<4>(2, 0..6);
}

#[test]
fn games_for_three() {
    check_games::<4>(3, 0..4);
}

#[test]
fn games_for_four() {
    check_games::<4>(4, 0..4);
}
