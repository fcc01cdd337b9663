//! Players: their stage, what waits for them, their boxes and foxes.

use finaud_rules::{BoxesSetup, ZoneSetup};

use super::{ROLLED, names, names_changed};

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
            "the active player picks no die from the platter",
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
        "seat 1: the white die is listed twice as an extra die",
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
