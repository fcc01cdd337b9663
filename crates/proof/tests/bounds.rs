//! Bounds hold, and agree with what was solved.

mod common;

use std::sync::Arc;

use common::{table, tres_fute};
use finaud_players::learned::{Learnable, Net};
use finaud_players::{Bot, Player};
use finaud_proof::Moments;
use finaud_proof::ceiling::{Ceiling, NoCeiling};
use finaud_proof::clairvoyant::Clairvoyant;
use finaud_proof::line::{LineSearch, Settings};
use finaud_record::Notation;
use finaud_rules::{Game, Next, Phase, Position, Seat, SoloGame, builtin};

const LAST_TURN: &str = include_str!("data/tres-fute-last-turn.txt");

fn net(game: &SoloGame) -> Arc<Net> {
    Arc::clone(&game.weights().unwrap().net)
}

#[test]
fn the_ceiling_of_the_whole_game_is_the_one_in_the_documents() {
    let game = tres_fute();
    let end = Ceiling::new(&game).unwrap().of(&game.start());
    assert_eq!(end.points, 334, "{end:?}");
    assert_eq!(end.zones, [30, 56, 45, 42, 42]);
    // 41 marks: 24 picks, 6 extra dice, 11 bonuses.
    assert_eq!(
        (end.marks.iter().sum::<u8>(), end.dice, end.gifts),
        (41, (24, 6), 11)
    );
}

#[test]
fn a_sheet_without_a_derivation_has_no_ceiling() {
    let game = SoloGame::new(builtin("hyper-fute").unwrap().clone(), 1).unwrap();
    assert!(matches!(
        Ceiling::new(&game).unwrap_err(),
        NoCeiling::Zone(_) | NoCeiling::Actions | NoCeiling::Boxes
    ));
}

/// The positions in which luck is due in the last two rounds of a game, and its end.
fn played(game: &SoloGame, bot: Bot, seed: u64) -> (Vec<Position<1>>, i32) {
    let mut player = bot.player(game, seed).unwrap();
    let mut legal = Vec::new();
    let mut state = game.start();
    let mut passed = Vec::new();
    loop {
        match game.next(&state) {
            Next::Over => return (passed, game.points(&state, Seat(0))),
            Next::Chance(_) => {
                if state.round() + 1 >= game.rounds() {
                    passed.push(state);
                }
                let outcome = game.seeded_outcome(&state, seed).unwrap();
                game.apply_chance(&mut state, outcome).unwrap();
            }
            Next::Choice(_) => {
                let action = player.decide(game, &state, Seat(0), &mut legal);
                game.play(&mut state, Seat(0), action).unwrap();
            }
        }
    }
}

#[test]
fn nobody_exceeds_the_ceiling_of_the_rest() {
    let game = tres_fute();
    let mut ceiling = Ceiling::new(&game).unwrap();
    let mut checked = 0;
    for seed in 0..6 {
        let (passed, points) = played(&game, Bot::Expert, seed);
        let mut before = i32::MAX;
        for position in passed {
            if let Some(most) = ceiling.quick(&position) {
                checked += 1;
                assert!(
                    most >= points,
                    "{} {most} {points}",
                    game.position_text(&position)
                );
                // With less left to choose, there is no more to hope for.
                assert!(most <= before);
                before = most;
            }
        }
    }
    assert!(checked > 10, "{checked}");
}

/// The most points on the dice of a seed, by looking at every line.
fn most_plainly(game: &SoloGame, state: &Position<1>, seed: u64) -> i32 {
    match game.next(state) {
        Next::Over => game.points(state, Seat(0)),
        Next::Chance(_) => {
            let mut after = *state;
            let outcome = game.seeded_outcome(state, seed).unwrap();
            game.apply_chance(&mut after, outcome).unwrap();
            most_plainly(game, &after, seed)
        }
        Next::Choice(_) => {
            let mut legal = Vec::new();
            game.legal(state, Seat(0), &mut legal);
            let values = legal.into_iter().map(|action| {
                let mut after = *state;
                game.play(&mut after, Seat(0), action).unwrap();
                most_plainly(game, &after, seed)
            });
            values.max().unwrap()
        }
    }
}

#[test]
fn branch_and_bound_finds_the_best_line() {
    let game = tres_fute();
    let mut clairvoyant = Clairvoyant::new(&game, net(&game), 1_000_000).unwrap();
    let mut given_up = Clairvoyant::new(&game, net(&game), 3).unwrap();
    for seed in 0..4 {
        let (passed, _) = played(&game, Bot::Greedy, seed);
        let third = passed
            .iter()
            .find(|state| state.round() == 6 && state.phase() == Phase::Rolling && state.roll() == 3);
        let Some(state) = third else { continue };
        let most = clairvoyant.most(state, seed, i32::MIN);
        assert!(most.is_exact());
        assert_eq!(most.found, most_plainly(&game, state, seed));
        // What was not looked at counts with its ceiling.
        let unfinished = given_up.most(state, seed, i32::MIN);
        assert!(unfinished.proved >= most.found && unfinished.found <= most.found);
    }
}

#[test]
fn lines_of_the_last_turn_have_the_mean_that_was_solved() {
    let game = tres_fute();
    let (value, text) = table(LAST_TURN)[0];
    let start = game.read_position(text).unwrap();
    let lines = |alpha| -> Moments {
        let settings = Settings {
            alpha,
            outcomes: 48,
            width: 4,
            margin: 1000.0,
        };
        let mut search = LineSearch::new(&game, net(&game), settings);
        (0..120)
            .map(|seed| search.best(&start, seed).unwrap().worth)
            .collect()
    };
    // All luck comes before all choices here: to know the dice beforehand is worth nothing, so the bound is exact.
    let (free, priced) = (lines(0.0), lines(1.0));
    for found in [free, priced] {
        assert!(
            (found.mean() - value).abs() < 1.6 * found.margin(),
            "{found:?} {value}"
        );
    }
    assert!(priced.deviation() < 0.5 * free.deviation(), "{priced:?} {free:?}");
}
