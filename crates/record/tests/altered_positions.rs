//! Positions altered at random: they are refused with a sentence, or the game goes on from them without a fault.

mod common;

use common::altered::{GoOn, Spoilers, check};
use common::game;
use finaud_rules::{Push, Variant, builtin_ids};

/// How many alterations are tried in each game.
fn tries() -> u64 {
    std::env::var("FINAUD_TRIES")
        .ok()
        .and_then(|tries| tries.parse().ok())
        .unwrap_or(1_500)
}

const DICE: Spoilers = Spoilers {
    phases: &[
        "round-start",
        "before-roll",
        "rolling",
        "rolled",
        "entered",
        "sorting",
        "window",
        "over",
    ],
    keys: &["round", "turn", "roll", "rerolls"],
    pieces: &[
        "0", "1", "2", "6", "7", "12", "63", "255", ",", "|", ":", "!", ".", "-", "W6", "Y1",
    ],
    texts: &["x", "rolled"],
};

const PUSH: Spoilers = Spoilers {
    phases: &[
        "turn",
        "drawing",
        "placing",
        "after-card",
        "taking",
        "rolling",
        "over",
    ],
    keys: &["current", "taker", "rolls", "switches"],
    pieces: &[
        "0", "1", "2", "6", "7", "255", ",", "|", ",r1", ",die", ",switch", "-", "p6,", "b2,g3",
    ],
    texts: &["red 1", "die", "turn", "rolling"],
};

fn check_sheets<const SEATS: usize>(players: usize) {
    for id in builtin_ids() {
        check(&game::<SEATS>(id, players), &DICE, GoOn::For(12), tries());
    }
}

fn check_push(players: usize, variant: Variant) {
    let game = Push::new(players, variant).unwrap();
    // No game is longer: see the tests of the rules. Since all of them are played to the end, fewer will do.
    check(&game, &PUSH, GoOn::ToTheEnd(672), tries() / 3);
}

#[test]
fn solo_positions() {
    check_sheets::<1>(1);
}

#[test]
fn positions_of_three() {
    check_sheets::<4>(3);
}

#[test]
fn positions_of_push_for_two() {
    check_push(2, Variant::Standard);
}

#[test]
fn positions_of_push_for_three() {
    check_push(3, Variant::Risk);
}

#[test]
fn positions_of_push_for_six() {
    check_push(6, Variant::Standard);
}
