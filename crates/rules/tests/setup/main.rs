//! Positions written by hand: what can be is accepted, what cannot is named.

#[path = "../common/mod.rs"]
mod common;
mod players;
mod table;
mod zones;

use common::given;
use common::random::{Mood, next_event};
use finaud_record::{SplitMix64, read_setup, setup_names};
use finaud_rules::{Setup, TableGame, builtin};

fn game(line: &str) -> TableGame {
    let (id, seats) = setup_names(line).expect("a game");
    TableGame::new(builtin(id).expect("built in").clone(), seats).expect("players")
}

fn setup(line: &str) -> Setup {
    read_setup(game(line).sheet(), line).unwrap_or_else(|fault| panic!("{fault}\n  in `{line}`"))
}

/// Everything that is wrong with a setup, for the game its line speaks of.
fn faults(line: &str, setup: &Setup) -> Vec<String> {
    match game(line).position(setup) {
        Ok(_) => Vec::new(),
        Err(violations) => violations.iter().map(ToString::to_string).collect(),
    }
}

#[track_caller]
fn names(line: &str, fault: &str) {
    let found = faults(line, &setup(line));
    assert!(
        found.contains(&fault.to_string()),
        "`{line}`\n  should say: {fault}\n  but says: {found:?}"
    );
}

/// The same for a setup that no line can write: changed by hand.
#[track_caller]
fn names_changed(line: &str, change: impl FnOnce(&mut Setup), fault: &str) {
    let mut setup = setup(line);
    assert_eq!(
        faults(line, &setup),
        [""; 0],
        "`{line}` is fine before the change"
    );
    change(&mut setup);
    let found = faults(line, &setup);
    assert!(
        found.contains(&fault.to_string()),
        "`{line}`, changed\n  should say: {fault}\n  but says: {found:?}"
    );
}

const ROLLED: &str = "tres-fute phase=rolled pool=W4,Y3,B2,G6,O1,V5";

#[test]
fn short_lines_are_enough() {
    for line in [
        "tres-fute",
        "tres-fute / / / /",
        "tres-fute-deluxe turn=2",
        "melange-fute round=6 turn=2 / /",
        "hyper-fute round=4 turn=4 / / / /",
        "tres-fute phase=rolled pool=W4,Y3,B2,G6,O1,V5",
        "tres-fute roll=2 pool=W4,O5,G6 slots=V3 platter=Y1,B2",
        "tres-fute roll=2 rerolls=1 pool=W4,O5,G6 slots=V3 platter=Y1,B2 / reroll=1:1",
        "tres-fute roll=3 phase=rolled pool=W4,Y3,B2,G6,O1,V5",
        "tres-fute phase=entered pool=W6,Y6,B6,G6,O6 slots=V3 / pending=green_X",
        "melange-fute roll=2 phase=before-roll pool=W4,O5,G6 slots=V3 platter=Y1,B2 / return=1",
        "melange-fute roll=3 phase=before-roll slots=V6,O5 platter=Y1,B2,G4,W4 / return=3:2",
        "tres-fute turn=2 phase=sorting pool=W5,Y3,B1,G3,O3,V2",
        "hyper-fute turn=2 phase=sorting pool=W1,Y2,T3,B4,N5,P6",
        "tres-fute roll=3 phase=window slots=W4,Y5,G6 platter=B1,O1,V1 / / stage=pick",
        "tres-fute-deluxe roll=3 phase=window platter=W1,Y2,B3,G4,O5,V6 / +1=2:1 extra=W stage=extra / +1=1 stage=pick",
        "tres-fute turn=2 phase=window slots=W5,Y3,G3 platter=B1,O3,V2 / stage=pick",
        "hyper-fute turn=2 phase=window slots=P5,W3,N3 platter=Y1,T3,B2 / stage=pick",
        "hyper-fute roll=3 phase=window slots=-,Y2,P2 platter=W2,T2,B2,N2 / stage=done / stage=pick",
        "tres-fute round=4 phase=round-start / pending=black_X_or_black_6 / foxes=5",
        "hyper-fute round=3 phase=round-start / joker=7 pending=pink_?,pink_?",
        "tres-fute round=6 turn=2 phase=over slots=W5,Y3,G3 platter=B1,O3,V2 / orange=3",
        "tres-fute round=4 turn=4 roll=3 phase=over slots=W4,Y5,G6 platter=B1,O1,V1 / / / / extra=W +1=1:1",
    ] {
        let mut table = given(line);
        assert_eq!(table.game.violations(&table.position), [], "{line}");
        // And they can be played on, to the end.
        let mut random = SplitMix64::new(7);
        while let Some(event) = next_event(&table.game, &table.position, Mood::Any, &mut random) {
            event
                .apply(&table.game, &mut table.position)
                .expect("a legal event");
            assert_eq!(
                table.game.violations(&table.position),
                [],
                "after `{line}`: {}",
                table.line()
            );
        }
    }
}

#[test]
fn everything_wrong_is_named_at_once() {
    let line = "tres-fute round=9 roll=7 / reroll=9 foxes=99 yellow=99 / violet=2,1";
    assert_eq!(faults(line, &setup(line)).len(), 6);
}
