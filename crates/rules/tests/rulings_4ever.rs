//! The rulings on Clever 4ever.

mod common;

use common::zones::gains;
use common::{cannot_be, given};
use finaud_rules::{Power, builtin};

const GAME: &str = "clever-4ever";

fn rolled(pool: &str, sheet: &str) -> String {
    format!("{GAME} phase=rolled pool={pool} / {sheet} /")
}

/// Seat 2 picks from this platter.
fn passive(slots: &str, platter: &str, sheet: &str) -> String {
    format!("{GAME} roll=3 phase=window slots={slots} platter={platter} / stage=done / {sheet} stage=pick")
}

#[test]
fn a100_white_as_blue_crosses_the_same_cell() {
    let table = given(&rolled("W3,Y6,B5,E6,G6,P6", ""));
    table
        .only_begin(1, "blue", &["blue 3 r5"])
        .only_begin(1, "white as blue", &["white as blue 3 r5"]);
}

#[test]
fn a101_the_second_cross_pays_once_by_die_or_bonus() {
    let free = format!("{GAME} round=4 phase=round-start / blue=31 pending=black_? /");
    let mut table = given(&free);
    table.plays(1, "black ?: blue 2 r6");
    assert!(table.sheet(1).contains("foxes=1"), "{}", table.sheet(1));
    let third = rolled("W3,Y6,B6,E6,G6,P6", "blue=31,36");
    assert_eq!(gains(&third, "blue 3 r6"), "");
}

#[test]
fn a102_the_diagonal_from_the_top_left_gives_the_reroll_and_the_other_one_points() {
    assert_eq!(
        gains(&rolled("W6,Y6,B6,E6,G6,P6", "blue=1"), "blue 6 r6"),
        "reroll"
    );
    assert_eq!(gains(&rolled("W1,Y6,B6,E6,G6,P6", "blue=6"), "blue 1 r6"), "");
    assert_eq!(given(&format!("{GAME} / blue=6,31")).zone(1, "blue"), 6);
    assert_eq!(given(&format!("{GAME} / blue=1,36")).zone(1, "blue"), 0);
}

#[test]
fn a103_a104_one_starts_in_a_or_i_and_may_take_the_other_next() {
    let six = rolled("W1,Y6,B6,E6,G6,P6", "");
    given(&six).only_begin(1, "grey", &["grey a", "grey i"]);
    assert!(given(&six.replace("/  /", "/ grey=1 /")).may(1, "grey i"));
    assert!(given(&six.replace("/  /", "/ grey=9 /")).may(1, "grey a"));
    // What nothing leads to cannot be crossed.
    assert!(cannot_be(&format!("{GAME} / grey=17")).contains("no crossed part leads to it"));
}

#[test]
fn a105_a_higher_die_crosses_one_part_and_no_more() {
    let mut table = given(&rolled("W1,Y6,B6,E6,G6,P6", ""));
    table.plays(1, "grey a");
    assert!(table.sheet(1).starts_with("grey=1 "), "{}", table.sheet(1));
}

#[test]
fn a106_a107_a_part_gives_its_bonus_and_the_fox_of_its_shade() {
    // White: b d k m o. Crossing k, the last one, gives blue ? and the fox.
    let sheet = "grey=1,2,3,4,5,6,7,8,13,15";
    assert_eq!(
        gains(&rolled("W1,Y6,B6,E6,G6,P6", sheet), "grey k"),
        "blue ?, fox"
    );
    let free = format!("{GAME} round=4 phase=round-start / {sheet} pending=black_? /");
    let mut table = given(&free);
    table.plays(1, "black ?: grey k");
    assert!(table.sheet(1).contains("foxes=1"), "{}", table.sheet(1));
}

#[test]
fn a108_the_two_green_rows_are_filled_independently() {
    let table = given(&rolled("W1,Y6,B6,E6,G4,P6", ""));
    table.only_begin(1, "green", &["green upper 4", "green lower 4"]);
    let ahead = given(&rolled("W1,Y6,B6,E6,G4,P6", "green=1,2,3|"));
    ahead.only_begin(1, "green", &["green upper 4", "green lower 4"]);
}

#[test]
fn a109_the_lower_triangle_gives_the_bonus_whatever_is_above() {
    for above in ["", "6"] {
        let line = rolled("W1,Y6,B6,E6,G4,P6", &format!("green={above}|"));
        let line = line.replace("green=| ", "");
        assert_eq!(gains(&line, "green lower 4"), "reroll");
    }
}

#[test]
fn a110_a_three_is_written_twice_and_the_copy_gives_nothing() {
    let three = |sheet: &str| {
        let mut table = given(&rolled("W1,Y6,B6,E6,G6,P3", sheet));
        table.plays(1, "pink 3");
        table.sheet(1)
    };
    assert_eq!(three(""), "pink=3,3");
    // Over a bonus: it is lost.
    assert_eq!(three("pink=1,1"), "pink=1,1,3,3");
    assert_eq!(gains(&rolled("W1,Y6,B6,E6,G6,P3", "pink=1,1"), "pink 3"), "");
    // In the last cell there is no second one.
    assert_eq!(
        three("pink=1,1,1,1,1,1,1,1,1,1,1"),
        "pink=1,1,1,1,1,1,1,1,1,1,1,3"
    );
    assert!(cannot_be(&format!("{GAME} / pink=3,1")).contains("should stand in the next cell too"));
    // Four threes are two entries.
    assert_eq!(given(&format!("{GAME} / pink=3,3,3,3")).zone(1, "pink"), 9);
}

#[test]
fn a111_both_dice_of_a_blue_entry_may_be_polished() {
    let line = passive("Y6,G6,P6", "W3,B2,E6", "polish=2");
    let table = given(&line);
    for (entry, wanted) in [
        ("blue 3 r2", true),
        ("blue 3 r1 polish 1", true),
        ("blue 4 r2 polish 1", true),
        ("blue 4 r3 polish 2", true),
        ("blue 2 r1 polish 2", true),
        ("blue 5 r2 polish 2", true),
        ("blue 3 r4 polish 2", true),
        ("blue 4 r3 polish 1", false),
        ("blue 6 r2 polish 2", false),
    ] {
        assert_eq!(table.may(2, entry), wanted, "{entry}");
    }
    let mut table = given(&line);
    table.plays(2, "blue 4 r3 polish 2");
    assert!(
        table.sheet(2).contains("blue=16") && table.sheet(2).contains("polish=2:"),
        "{}",
        table.sheet(2)
    );
}

#[test]
fn a112_the_partner_on_the_platter_may_be_polished_for_a_die_from_a_slot() {
    let line = format!(
        "{GAME} roll=3 phase=window slots=B2,G6,P6 platter=W3,Y6,E6 / +1=1 polish=1 stage=extra / stage=done"
    );
    given(&line).only_begin(
        1,
        "+1 blue",
        &["+1 blue 3 r2", "+1 blue 2 r2 polish 1", "+1 blue 4 r2 polish 1"],
    );
}

#[test]
fn a113_the_active_player_cannot_polish_a_die_just_rolled() {
    let rolled = rolled("W3,Y6,B2,E6,G6,P6", "polish=3");
    let polished = given(&rolled)
        .can(1)
        .into_iter()
        .filter(|action| action.contains("polish"));
    assert_eq!(polished.count(), 0);
    // But its partner on the platter.
    let line = format!("{GAME} roll=2 phase=rolled pool=B2,Y6,E6,P6 slots=G4 platter=W3 / polish=1 /");
    given(&line).only_begin(
        1,
        "blue",
        &["blue 3 r2", "blue 2 r2 polish 1", "blue 4 r2 polish 1"],
    );
}

#[test]
fn a114_the_edges_of_the_rating() {
    let sheet = builtin(GAME).unwrap();
    assert_eq!(sheet.rating(450), Some(&sheet.ratings[0]));
    assert_eq!(sheet.rating(449), Some(&sheet.ratings[1]));
    assert_eq!(sheet.rating(180), Some(&sheet.ratings[9]));
    assert_eq!(sheet.rating(179), sheet.ratings.last());
}

#[test]
fn a115_foxes_cost_points_where_yellow_is_below_zero() {
    let score = given(&format!("{GAME} / yellow=|6,6,6| foxes=2")).score(1);
    assert_eq!((score.zones[0], score.fox_points), (-18, -36));
}

#[test]
fn a116_only_the_reroll_row_has_an_end_bonus() {
    let sheet = builtin(GAME).unwrap();
    let has_end = |power: Power| sheet.power(power).end.is_some();
    assert_eq!(Power::ALL.map(has_end), [true, false, false, false, false]);
    assert_eq!(Power::ALL.map(|power| sheet.power(power).boxes), [7, 7, 0, 9, 0]);
}

#[test]
fn a_platter_die_that_needs_no_polish_may_still_be_polished() {
    let line = passive("W6,Y6,P6", "B6,G6,E4", "polish=1");
    given(&line).only_begin(
        2,
        "grey",
        &["grey a", "grey i", "grey a polish 1", "grey i polish 1"],
    );
}

#[test]
fn solo_the_dice_on_the_slots_may_be_used_when_no_platter_die_can() {
    assert!(builtin(GAME).unwrap().rulings.solo_fallback);
    assert!(!builtin("vraiment-tres-fute").unwrap().rulings.solo_fallback);
}
