//! Small dice games solved outright: what is forgotten on the way changes nothing.

mod common;

use std::collections::HashMap;

use common::{small_game, table, tres_fute};
use finaud_proof::exact::Solver;
use finaud_record::Notation;
use finaud_rules::{Game, Next, Position, Seat, SoloGame};

const ONE_ROUND: &str = include_str!("data/one-round.toml");
/// The whole game, then states to which games of `expert` came.
const ONE_ROUND_VALUES: &str = include_str!("data/one-round.txt");
const TWO_ROUNDS: &str = include_str!("data/two-rounds.toml");
const TWO_ROUNDS_VALUES: &str = include_str!("data/two-rounds.txt");

/// The value by the plain definition, outcome by outcome. States are remembered as they are: nothing is forgotten.
fn plainly(game: &SoloGame, state: &Position<1>, known: &mut HashMap<Position<1>, f64>) -> f64 {
    match game.next(state) {
        Next::Over => f64::from(game.points(state, Seat(0))),
        Next::Choice(_) => {
            let mut legal = Vec::new();
            game.legal(state, Seat(0), &mut legal);
            let values = legal.into_iter().map(|action| {
                let mut after = *state;
                game.play(&mut after, Seat(0), action).unwrap();
                plainly(game, &after, known)
            });
            values.reduce(f64::max).unwrap()
        }
        Next::Chance(_) => {
            if let Some(value) = known.get(state) {
                return *value;
            }
            let mut sum = 0.0;
            let total = game.outcomes(state, &mut |outcome, weight| {
                let mut after = *state;
                game.apply_chance(&mut after, outcome).unwrap();
                sum += f64::from(weight) * plainly(game, &after, known);
            });
            let value = sum / f64::from(total);
            known.insert(*state, value);
            value
        }
    }
}

fn agree(game: &SoloGame, text: &str) {
    let state = game.read_position(text).unwrap();
    let solved = Solver::new(game).unwrap().value(&state).unwrap();
    let plain = plainly(game, &state, &mut HashMap::new());
    assert!((solved - plain).abs() < 1e-8, "{text}: {solved} and {plain}");
}

#[test]
fn dice_that_no_longer_matter_are_forgotten_and_the_others_are_not() {
    let game = small_game(TWO_ROUNDS);
    for text in [
        // The white die counts with the blue one on a slot, and the blue die with the white one on the platter.
        "two-rounds round=2 roll=3 pool=W6,G6 slots=B5 platter=Y1,O2,V1 / blue=1 green=1 orange=1 violet=1 yellow=1,2 reroll=1:1",
        "two-rounds round=2 roll=3 pool=B6,O6 slots=Y4 platter=W3,G1,V1 / yellow=1 green=1 violet=1 reroll=1:1",
        // Rolling again is left, and a die without a free cell lies in the pool.
        "two-rounds round=2 roll=3 pool=Y6,O6 slots=G5 platter=W1,B2,V1 / blue=1,2 green=1,2 orange=1 violet=1 reroll=2:1 foxes=1",
        // Two rolls are left.
        "two-rounds round=2 roll=2 pool=W6,O6 slots=B4 platter=Y1,G2,V1 / yellow=1,2 green=1 orange=1 violet=1 reroll=1:1",
    ] {
        agree(&game, text);
    }
}

#[test]
fn an_extra_die_within_reach_keeps_the_dice() {
    let game = small_game(ONE_ROUND);
    for text in [
        // A third cross in the last column of blue gives an extra die, and then every die on the table counts.
        "one-round roll=3 pool=W6 slots=Y2,B6 platter=G1,O3,V2 / blue=4,8 reroll=1:1",
        // So does a fourth cross in green, in the passive turn.
        "one-round turn=2 / yellow=1,2,3,5,6,8,9,11,12,14,15,16 blue=2,3,4,5,6,7,8,9,10,11,12 green=1,2,3 reroll=1:1",
    ] {
        agree(&game, text);
    }
}

#[test]
fn a_bonus_for_high_numbers_alone_keeps_the_dice() {
    // The lowest number that fits wins nothing, a higher one wins an extra die.
    let rule = "rule = \"any\"";
    assert!(ONE_ROUND.contains(rule));
    let sheet = ONE_ROUND.replace(
        rule,
        &format!("{rule}\nbonus_from = [0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0]"),
    );
    agree(
        &small_game(&sheet),
        "one-round roll=3 pool=O6,V6 slots=Y2,B6 platter=W1,G1 / orange=1,2,3,8,5 reroll=1:1",
    );
}

#[test]
fn the_last_turn_is_solved_as_plainly() {
    let game = tres_fute();
    // No extra die is left to win: what each die is worth follows from its own face.
    let text = "tres-fute round=6 turn=2 / yellow=1,2,3,6,11,14,15,16 blue=2,3,4,5,6,7,8,9,10,11,12 green=1,2,3,4,5,6,7,8 \
         orange=5,4,5,10,2,3 violet=5,6,3,6,6 reroll=5:5 +1=5:5 foxes=3";
    let state = game.read_position(text).unwrap();
    assert!(game.quick_mean(&state, &mut |_| 0.0).is_some());
    agree(&game, text);
}

/// Solves those states of a table again that are `late`, and says how many there were.
fn solved_again(game: &SoloGame, table: &[(f64, &str)], late: impl Fn(&str) -> bool) -> usize {
    let (start, text) = table[0];
    assert_eq!(text, game.position_text(&game.start()));
    // The start lies between what may come of it.
    assert!(table.iter().any(|(value, _)| *value > start) && table.iter().any(|(value, _)| *value < start));
    let solver = Solver::new(game).unwrap();
    let late: Vec<_> = table.iter().filter(|(_, text)| late(text)).collect();
    for (value, text) in &late {
        let found = solver.value(&game.read_position(text).unwrap()).unwrap();
        assert!((found - value).abs() < 1e-8, "{text}: {found} and {value}");
    }
    late.len()
}

#[test]
fn parts_of_the_small_games_are_worth_what_the_tables_say() {
    // The whole games take minutes. The last roll and the passive turn take no time.
    let game = small_game(ONE_ROUND);
    let late = |text: &str| text.contains(" roll=3") || text.contains("turn=2");
    assert!(solved_again(&game, &table(ONE_ROUND_VALUES), late) >= 8);
    let game = small_game(TWO_ROUNDS);
    let late = |text: &str| text.contains("round=2") && (text.contains(" roll=3") || text.contains("turn=2"));
    assert!(solved_again(&game, &table(TWO_ROUNDS_VALUES), late) >= 8);
}
