//! Rounds, rolls, dice and phases.

use finaud_rules::{DieSetup, PlaceName};

use super::{ROLLED, faults, names, names_changed, setup};

fn die(face: Option<u8>, place: PlaceName) -> DieSetup {
    DieSetup { face, place }
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
        "seats: sheets given: 1, players: 2",
    );
    names_changed(
        "tres-fute / /",
        |it| it.seats.extend(it.seats.clone()),
        "seats: sheets given: 4, players: 2",
    );
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
            "in the solo passive turn there is no active player to choose",
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
        "asked: seats [1] have to choose, not []",
    );
    let mut told = setup(ROLLED);
    told.asked = Some(vec![1]);
    assert_eq!(faults(ROLLED, &told), [""; 0]);
}
