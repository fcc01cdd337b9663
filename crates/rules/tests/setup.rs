//! Positions written by hand: what can be is accepted, what cannot is named.

mod common;

use common::given;
use common::random::{Mood, next_event};
use finaud_record::{SplitMix64, read_setup, setup_names};
use finaud_rules::{BoxesSetup, DieSetup, PlaceName, Setup, TableGame, ZoneSetup, builtin};

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
                .happen(&table.game, &mut table.position)
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
fn rounds_turns_and_rolls() {
    names("tres-fute round=7", "round: round 7 does not exist: there are 6");
    names("tres-fute round=0", "round: round 0 does not exist: there are 6");
    names(
        "tres-fute round=5 / / / /",
        "round: round 5 does not exist: there are 4",
    );
    names("tres-fute turn=3", "turn: turn 3 does not exist: a round has 2");
    names("tres-fute turn=0", "turn: turn 0 does not exist: a round has 2");
    names(
        "tres-fute turn=4 / / /",
        "turn: turn 4 does not exist: a round has 3",
    );
    names("tres-fute roll=4", "roll: roll 4 does not exist: there are 3");
    names("tres-fute roll=0", "roll: roll 0 does not exist: there are 3");
    names_changed(
        "tres-fute",
        |it| it.game = "hyper-fute".into(),
        "game: the position is for `hyper-fute`, this game is `tres-fute`",
    );
    names_changed(
        "tres-fute / /",
        |it| it.seats.truncate(1),
        "seats: 1 sheets are given for 2 players",
    );
    names_changed(
        "tres-fute / /",
        |it| it.seats.extend(it.seats.clone()),
        "seats: 4 sheets are given for 2 players",
    );
}

const ROLLED: &str = "tres-fute phase=rolled pool=W4,Y3,B2,G6,O1,V5";

fn die(face: Option<u8>, place: PlaceName) -> DieSetup {
    DieSetup { face, place }
}

#[test]
fn dice_that_are_none() {
    names(
        "tres-fute phase=rolled pool=W7,Y3,B2,G6,O1,V5",
        "die white: a die cannot show 7",
    );
    names(
        "tres-fute phase=rolled pool=W0,Y3,B2,G6,O1,V5",
        "die white: a die cannot show 0",
    );
    names_changed(
        ROLLED,
        |it| {
            it.dice.insert("purple".into(), die(None, PlaceName::Pool));
        },
        "die purple: the sheet has no such die",
    );
    names_changed(
        "tres-fute roll=2 pool=W4,O5,G6 slots=V3 platter=Y1,B2",
        |it| {
            it.dice.insert("white".into(), die(Some(4), PlaceName::Slot1));
        },
        "die white: slot 1 already holds another die",
    );
}

#[test]
fn a_die_in_two_places() {
    // `W` and `white` are the same die.
    let line = "tres-fute roll=3 phase=window slots=V3,B3 platter=W1,Y1,O5,G6 / / stage=pick";
    for (first, second) in [
        (PlaceName::Slot3, PlaceName::Platter),
        (PlaceName::Platter, PlaceName::Slot3),
        (PlaceName::Platter, PlaceName::Platter),
    ] {
        let mut setup = setup(line);
        setup.dice.insert("W".into(), die(Some(1), first));
        setup.dice.insert("white".into(), die(Some(1), second));
        assert!(!faults(line, &setup).is_empty(), "{first:?} and {second:?}");
    }
}

#[test]
fn a_zone_written_twice() {
    let mut setup = setup("tres-fute / yellow=1");
    let other = ZoneSetup {
        crossed: Some(vec![2]),
        ..ZoneSetup::default()
    };
    setup.seats[0].zones.insert("Yellow".into(), other);
    assert!(!faults("tres-fute", &setup).is_empty());
}

#[test]
fn dice_that_do_not_suit_the_phase() {
    for (line, fault) in [
        (
            "tres-fute pool=W1",
            "all dice lie in the pool and show nothing yet",
        ),
        (
            "tres-fute slots=W",
            "all dice lie in the pool and show nothing yet",
        ),
        (
            "tres-fute phase=round-start pool=W1 / pending=green_X",
            "all dice lie in the pool and show nothing yet",
        ),
        (
            "tres-fute phase=rolled pool=W1,B2,G6,O1,V5",
            "the yellow die must show a face by now",
        ),
        (
            "tres-fute roll=2 pool=W4,O5,G6 slots=V3 platter=Y1",
            "the blue die must show a face by now",
        ),
        (
            "tres-fute roll=3 phase=window pool=W1 slots=Y5,G6 platter=B1,O1,V1 / / stage=pick",
            "no die is left in the pool after the last roll",
        ),
        (
            "tres-fute roll=3 phase=window pool=W1,B1 slots=Y5,G6 platter=O1,V1 / / stage=pick",
            "the platter holds at least three dice at the end of a turn",
        ),
        (
            "tres-fute turn=2 phase=sorting pool=W5,Y3,B1,G3,O3 platter=V2",
            "all six dice are still to be sorted",
        ),
        (
            "tres-fute roll=3 phase=rolled slots=V6,G6 platter=W1,Y1,B1,O1",
            "there is no die in the pool",
        ),
        (
            "tres-fute roll=3 slots=V6,G6 platter=W1,Y1,B1,O1",
            "there is no die in the pool",
        ),
        (
            "tres-fute phase=entered pool=W1,Y1,B1,G1,O1,V1 / pending=green_X",
            "a die was just picked, so it lies on a slot",
        ),
        (
            "tres-fute phase=rolled pool=W1,Y1,B1,G1,O1 slots=V1",
            "1 dice lie on slots after 0 rolls",
        ),
        (
            "tres-fute roll=2 phase=rolled pool=W1,Y1,B1,G1 slots=V1,O1",
            "2 dice lie on slots after 1 rolls",
        ),
        (
            "tres-fute phase=entered pool=W1,Y1,B1,G1 slots=V1,O1 / pending=green_X",
            "2 dice lie on slots after 1 rolls",
        ),
        (
            "tres-fute roll=2 phase=rolled pool=W1,Y1,B1,G1 slots=V3 platter=O3",
            "before the third roll is done, a die goes to the platter only below a die that was picked",
        ),
        (
            "tres-fute roll=2 phase=window slots=V3 platter=W1,Y1,B1,G1,O4 / / stage=pick",
            "before the third roll is done, a die goes to the platter only below a die that was picked",
        ),
        (
            "tres-fute roll=3 phase=rolled pool=W1,Y1,B1,G1,O1 slots=-,V1",
            "slots are filled from the first on",
        ),
        (
            "hyper-fute roll=2 phase=rolled pool=W1,Y1,T1,B1,N1 slots=-,P1",
            "a slot of a later roll is filled",
        ),
        (
            "hyper-fute roll=2 phase=entered pool=W1,Y1,T1,B1,N1 slots=P1 / pending=pink_?",
            "roll 2 filled no slot",
        ),
        (
            "tres-fute turn=2 phase=window slots=W1,Y3,G3 platter=B5,O3,V2 / stage=pick",
            "the three lowest dice go to the platter",
        ),
        (
            "tres-fute turn=2 phase=window slots=Y3,W5,G3 platter=B1,O3,V2 / stage=pick",
            "on this sheet the slots are filled in the order of the dice: white first, then as the zones",
        ),
        (
            "tres-fute turn=2 phase=window slots=W5,Y3 platter=B1,O3,V2,G3 / stage=pick",
            "three dice lie on the slots in the solo passive turn",
        ),
    ] {
        names(line, &format!("dice: {fault}"));
    }
}

#[test]
fn rolls_that_do_not_suit_the_phase() {
    for (line, fault) in [
        (
            "tres-fute phase=round-start roll=2 / pending=green_X",
            "a turn begins with its first roll",
        ),
        (
            "melange-fute phase=before-roll pool=W6,Y6,B6,G6,O6,V6 / return=1",
            "dice are taken back before roll 2 or 3",
        ),
        (
            "tres-fute turn=2 roll=2 phase=sorting pool=W5,Y3,B1,G3,O3,V2",
            "the solo passive turn has one roll",
        ),
    ] {
        names(line, &format!("roll: {fault}"));
    }
    names(
        "tres-fute rerolls=1 phase=rolled pool=W4,Y3,B2,G6,O1,V5 / reroll=3",
        "rerolls: the roll was repeated 1 times with 0 reroll boxes used",
    );
    names(
        "tres-fute round=4 turn=2 phase=round-start / pending=green_X /",
        "turn: a round starts before its first turn",
    );
}

#[test]
fn phases_that_cannot_be() {
    for (line, fault) in [
        (
            "tres-fute turn=2 phase=rolled pool=W4,Y3,B2,G6,O1,V5",
            "the solo passive turn has no choice of an active player",
        ),
        (
            "melange-fute roll=2 phase=before-roll pool=W6,Y6,B6 slots=V3 platter=G1,O1",
            "nothing can be taken back, so the dice would be rolled",
        ),
        (
            "melange-fute roll=2 phase=before-roll pool=W6,Y6,B6,G1,O1 slots=V3 / return=1",
            "nothing can be taken back, so the dice would be rolled",
        ),
        (
            "tres-fute turn=2 phase=sorting pool=W6,Y5,B4,G3,O2,V1",
            "distance decides nothing here, so the dice would be sorted",
        ),
        (
            "tres-fute phase=sorting pool=W5,Y3,B1,G3,O3,V2",
            "dice are sorted only in the solo passive turn",
        ),
        (
            "tres-fute round=5 turn=2 phase=over slots=W5,Y3,G3 platter=B1,O3,V2",
            "the game ends after the last turn of the last round",
        ),
        (
            "tres-fute round=6 roll=3 phase=over slots=W4,Y5,G6 platter=B1,O1,V1 / /",
            "the game ends after the last turn of the last round",
        ),
        (
            "tres-fute phase=round-start",
            "nobody has anything to do, so the game would have moved on",
        ),
        (
            "tres-fute roll=3 phase=window slots=W4,Y5,G6 platter=B1,O1,V1 / /",
            "nobody has anything to do, so the game would have moved on",
        ),
    ] {
        names(line, &format!("phase: {fault}"));
    }
    names_changed(
        ROLLED,
        |it| it.asked = Some(vec![]),
        "asked: seats [1] are asked, not []",
    );
    let mut told = setup(ROLLED);
    told.asked = Some(vec![1]);
    assert_eq!(faults(ROLLED, &told), [""; 0]);
}

const FULL: &str = "yellow=1,2,3,5,6,8,9,11,12,14,15,16 blue=2,3,4,5,6,7,8,9,10,11,12 \
                    green=1,2,3,4,5,6,7,8,9,10,11 orange=1,1,1,2,1,1,2,1,2,1,3 violet=1,2,3,4,5,6,1,2,3,4,5";

#[test]
fn players_who_cannot_be_where_they_are() {
    let window = "tres-fute roll=3 phase=window slots=W4,Y5,G6 platter=B1,O1,V1";
    let entered = "tres-fute phase=entered pool=W6,Y6,B6,G6,O6 slots=V3";
    let full_green = "green=1,2,3,4,5,6,7,8,9,10,11";
    for (line, seat, fault) in [
        (
            format!("{entered} / {full_green} pending=green_X"),
            1,
            "the bonus `green X` cannot be used any more, so it cannot wait",
        ),
        (
            format!("{ROLLED} / pending=green_X"),
            1,
            "no bonus can wait in this phase",
        ),
        (
            format!("{entered} / pending=green_X / pending=green_X"),
            2,
            "no bonus can wait in this phase",
        ),
        (
            format!("{entered} /"),
            1,
            "no bonus waits, so the turn would have moved on",
        ),
        (
            format!("{window} / stage=pick /"),
            1,
            "the active player picks no die of the platter",
        ),
        (
            format!("{window} / / {FULL} stage=pick"),
            2,
            "nothing can be done at this stage, so it would be over",
        ),
        (
            format!("{window} / stage=extra /"),
            1,
            "nothing can be done at this stage, so it would be over",
        ),
        (
            format!("{window} / +1=2:1 extra=W stage=extra / +1=1:1 stage=extra"),
            2,
            "nothing can be done at this stage, so it would be over",
        ),
        (
            format!("{window} / / pending=green_X stage=pick"),
            2,
            "a bonus can wait only between the pick and the end of the extra dice",
        ),
        (
            format!("{window} / / stage=pick / pending=green_X"),
            3,
            "a bonus can wait only between the pick and the end of the extra dice",
        ),
        (
            format!("{ROLLED} / stage=extra"),
            1,
            "a stage belongs to the window at the end of a turn",
        ),
        (
            format!("{ROLLED} / +1=1:1 extra=W"),
            1,
            "extra dice are used only in the window at the end of a turn",
        ),
        (
            format!("{window} / / +1=1:1 extra=W stage=pick"),
            2,
            "extra dice come after the pick",
        ),
        (
            format!("{window} / / +1=3:1 extra=W,Y stage=extra"),
            2,
            "2 extra dice were taken with 1 +1 boxes used",
        ),
    ] {
        names(&line, &format!("seat {seat}: {fault}"));
    }
}

#[test]
fn boxes_foxes_and_names_that_cannot_be() {
    names(
        "tres-fute / reroll=8",
        "seat 1, reroll boxes: 8 boxes are circled, but the sheet has 7",
    );
    names(
        "tres-fute / / joker=1",
        "seat 2, joker boxes: 1 boxes are circled, but the sheet has 0",
    );
    names(
        "tres-fute / reroll=1:2",
        "seat 1, reroll boxes: box 2 is used but not circled",
    );
    names(
        "hyper-fute / joker=2:0",
        "seat 1, joker boxes: box 0 is used but not circled",
    );
    names(
        "hyper-fute / joker=2:1,1",
        "seat 1, joker boxes: box 1 is used twice",
    );
    names(
        "tres-fute / foxes=6",
        "seat 1: 6 foxes are more than the 5 of the sheet",
    );
    names(
        "hyper-fute / foxes=7",
        "seat 1: 7 foxes are more than the 6 of the sheet",
    );
    names(
        "tres-fute / extra=W,W",
        "seat 1: the white die is listed twice as extra die",
    );
    names_changed(
        "tres-fute",
        |it| {
            it.seats[0].boxes.insert("wish".into(), BoxesSetup::default());
        },
        "seat 1, wish boxes: there is no such action",
    );
    names_changed(
        "tres-fute",
        |it| it.seats[0].pending.push("pink ?".into()),
        "seat 1: `pink ?` is no bonus of this sheet that asks for a choice",
    );
    names_changed(
        "tres-fute phase=entered pool=W6,Y6,B6,G6,O6 slots=V3 / pending=green_X",
        |it| it.seats[0].pending = vec!["green X".into(); 16],
        "seat 1: `green X` waits more than 15 times",
    );
    names_changed(
        "tres-fute",
        |it| it.seats[0].extra_used.push("pink".into()),
        "seat 1: `pink` is no die of this sheet",
    );
    names_changed(
        "tres-fute",
        |it| {
            it.seats[0].zones.insert("pink".into(), ZoneSetup::default());
        },
        "seat 1, zone pink: the sheet has no such zone",
    );
}

#[test]
fn zones_that_cannot_have_been_written() {
    for (line, zone, fault) in [
        ("tres-fute / yellow=4", "yellow", "cell 4 cannot be crossed"),
        ("tres-fute / blue=1", "blue", "cell 1 cannot be crossed"),
        (
            "tres-fute / yellow=17",
            "yellow",
            "cell 17 does not exist: there are 16",
        ),
        (
            "tres-fute / yellow=0",
            "yellow",
            "cell 0 does not exist: there are 16",
        ),
        ("tres-fute / yellow=1,1", "yellow", "cell 1 is crossed twice"),
        (
            "tres-fute / green=2",
            "green",
            "cell 1 is empty although a cell to its right is filled",
        ),
        (
            "tres-fute / green=1,2,4",
            "green",
            "cell 3 is empty although a cell to its right is filled",
        ),
        (
            "tres-fute / green=12",
            "green",
            "cell 12 does not exist: there are 11",
        ),
        ("tres-fute / orange=7", "orange", "7 cannot stand in cell 1"),
        ("tres-fute / orange=0", "orange", "0 cannot stand in cell 1"),
        ("tres-fute / orange=1,1,1,3", "orange", "3 cannot stand in cell 4"),
        (
            "tres-fute / orange=1,1,1,14",
            "orange",
            "14 cannot stand in cell 4",
        ),
        (
            "tres-fute / orange=1,1,1,2,1,1,2,1,2,1,3,1",
            "orange",
            "cell 12 does not exist: there are 11",
        ),
        ("tres-fute / violet=3,3", "violet", "3 in cell 2 may not follow 3"),
        (
            "tres-fute / violet=6,3,2",
            "violet",
            "2 in cell 3 may not follow 3",
        ),
        (
            "melange-fute / violet=6,6",
            "violet",
            "6 in cell 2 may not follow 6",
        ),
        ("melange-fute / violet=0", "violet", "0 cannot stand in cell 1"),
        (
            "melange-fute / violet=200",
            "violet",
            "200 cannot stand in cell 1",
        ),
        (
            "melange-fute / yellow=5,5||",
            "yellow",
            "top line: 5 in cell 2 may not follow 5",
        ),
        (
            "melange-fute / yellow=|7|",
            "yellow",
            "7 cannot stand in cell 1 of line 2",
        ),
        (
            "melange-fute / yellow=||3,0",
            "yellow",
            "bottom line: 0 cannot stand in cell 2",
        ),
        (
            "melange-fute / yellow=||3,3,3,3,3,3,3",
            "yellow",
            "there are 3 lines of 6 cells",
        ),
        (
            "melange-fute / yellow=1|1|1|1",
            "yellow",
            "there are 3 lines of 6 cells",
        ),
        ("melange-fute / green=3:.", "green", "3 cannot stand in cell 1"),
        ("melange-fute / green=14:3", "green", "14 cannot stand in cell 1"),
        ("melange-fute / green=2:0", "green", "0 cannot stand in cell 2"),
        (
            "melange-fute / green=.:3,2:.",
            "green",
            "cell 3 is filled although block 1 is not complete",
        ),
        (
            "melange-fute / orange=13",
            "orange",
            "cell 13 does not exist: there are 12",
        ),
        ("melange-fute / blue=3", "blue", "cell 3 cannot be crossed"),
        ("hyper-fute / blue=5|", "blue", "left side: 5 does not fit cell 1"),
        (
            "hyper-fute / blue=|7",
            "blue",
            "right side: 7 does not fit cell 1",
        ),
        (
            "hyper-fute / blue=6,7,7|",
            "blue",
            "left side: 7 does not fit cell 3",
        ),
        (
            "hyper-fute / blue=6,5,4,3,2,1|",
            "blue",
            "left side: 1 does not fit cell 6",
        ),
        (
            "hyper-fute / blue=|8,9,10,11,12,13",
            "blue",
            "right side: 13 does not fit cell 6",
        ),
        (
            "hyper-fute / blue=6,5,4,3,2,7,6|",
            "blue",
            "a side has 6 cells, not 7",
        ),
        ("hyper-fute / pink=4", "pink", "4 cannot stand in cell 1"),
        ("hyper-fute / pink=1!", "pink", "cell 1 has no bonus to give up"),
        ("hyper-fute / pink=1,7!", "pink", "7 cannot stand in cell 2"),
        ("hyper-fute / pink=1,1,3!", "pink", "3 cannot stand in cell 3"),
        (
            "hyper-fute / turquoise=31",
            "turquoise",
            "cell 31 does not exist: there are 30",
        ),
    ] {
        names(line, &format!("seat 1, zone {zone}: {fault}"));
    }
}

#[test]
fn zones_written_in_the_way_of_another() {
    let zone = |name: &str, zone: ZoneSetup| {
        let name = name.to_string();
        move |it: &mut Setup| {
            it.seats[0].zones.insert(name, zone);
        }
    };
    let numbers = ZoneSetup {
        numbers: Some(vec![1]),
        ..ZoneSetup::default()
    };
    let crossed = ZoneSetup {
        crossed: Some(vec![1]),
        ..ZoneSetup::default()
    };
    names_changed(
        "tres-fute",
        zone("yellow", numbers.clone()),
        "seat 1, zone yellow: `numbers` does not suit this zone, which is written as crossed",
    );
    names_changed(
        "tres-fute",
        zone("orange", crossed.clone()),
        "seat 1, zone orange: `crossed` does not suit this zone, which is written as numbers",
    );
    names_changed(
        "hyper-fute",
        zone("blue", numbers.clone()),
        "seat 1, zone blue: `numbers` does not suit this zone, which is written as left and right",
    );
    names_changed(
        "hyper-fute",
        zone(
            "pink",
            ZoneSetup {
                given_up: Some(vec![2]),
                ..numbers
            },
        ),
        "seat 1, zone pink: cell 2 is empty, so its bonus cannot be given up",
    );
    names_changed(
        "melange-fute",
        zone("green", crossed),
        "seat 1, zone green: `crossed` does not suit this zone, which is written as pairs",
    );
}

#[test]
fn everything_wrong_is_named_at_once() {
    let line = "tres-fute round=9 roll=7 / reroll=9 foxes=99 yellow=99 / violet=2,1";
    assert_eq!(faults(line, &setup(line)).len(), 6);
}
