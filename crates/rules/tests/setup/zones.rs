//! What is written in the zones.

use finaud_rules::{Setup, ZoneSetup};

use super::{faults, names, names_changed, setup};

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
