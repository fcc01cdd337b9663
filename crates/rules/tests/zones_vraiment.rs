//! The zones of Vraiment Très Futé: T120 to T135.

mod common;

use common::given;
use common::zones::gains;

const GAME: &str = "vraiment-tres-fute";

/// Seat 1 of two is active and has rolled this.
fn rolled(pool: &str, sheet: &str) -> String {
    format!("{GAME} phase=rolled pool={pool} / {sheet} /")
}

#[test]
fn t120_dice_that_the_silver_die_moves_cross_along() {
    let mut table = given(&rolled("W2,S3,Y4,B1,G5,P3", ""));
    table.plays(1, "silver 3 r3 with 2 r3 1 r2");
    assert_eq!(table.sheet(1), "silver=7,14,15");
    assert_eq!(table.zone(1, "silver"), 4 + 2);
    assert_eq!(
        table.table(),
        format!("{GAME} roll=2 pool=Y4,G5,P3 slots=S3 platter=W2,B1")
    );
}

#[test]
fn t121_every_set_of_crosses_is_one_entry() {
    let table = given(&rolled("W2,S3,Y4,B1,G5,P3", ""));
    assert_eq!(table.can_begin(1, "silver").len(), 4 * 2 * 5);
}

#[test]
fn t122_white_as_silver_lets_the_silver_die_cross_in_any_row() {
    let table = given(&rolled("W5,S2,Y2,B5,G6,P5", ""));
    let entries = table.can_begin(1, "white as silver");
    assert_eq!(entries.len(), 32);
    let of_first_row = entries.iter().filter(|entry| entry.contains("5 r1"));
    let wanted = [
        "white as silver 5 r1",
        "white as silver 5 r1 with 2 r1",
        "white as silver 5 r1 with 2 r1 2 r2",
        "white as silver 5 r1 with 2 r1 2 r3",
        "white as silver 5 r1 with 2 r1 2 r4",
        "white as silver 5 r1 with 2 r2",
        "white as silver 5 r1 with 2 r3",
        "white as silver 5 r1 with 2 r4",
    ];
    assert_eq!(of_first_row.collect::<Vec<_>>(), wanted);
}

#[test]
fn t123_without_a_main_cross_there_is_no_entry() {
    let table = given(&rolled("W4,S4,Y5,B5,G5,P1", "silver=4,10,16,22"));
    assert_eq!(table.can_begin(1, "silver"), [""; 0]);
    assert_eq!(table.can_begin(1, "white as silver"), [""; 0]);
}

#[test]
fn t124_a_cell_that_is_crossed_gives_nothing_and_its_die_moves_all_the_same() {
    let mut table = given(&rolled("W3,S3,Y3,B1,G4,P5", "silver=7"));
    assert_eq!(table.can_begin(1, "silver").len(), 4);
    table.plays(1, "silver 3 r1");
    assert!(
        table.table().ends_with("slots=S3 platter=B1"),
        "{}",
        table.table()
    );
}

#[test]
fn t125_dice_that_lay_on_the_platter_before_give_nothing() {
    let line = format!("{GAME} roll=2 phase=rolled pool=W4,S4,Y2,P5 slots=B2 platter=G1 / /");
    let entries = given(&line).can_begin(1, "silver");
    assert_eq!(entries.len(), 8);
    let extras = entries.iter().filter(|entry| entry.contains("with"));
    assert!(extras.clone().count() == 4 && extras.clone().all(|entry| entry.ends_with("with 2 r1")));
}

#[test]
fn t126_higher_dice_of_the_last_roll_give_nothing() {
    let line = format!("{GAME} roll=3 phase=rolled pool=S2,Y5 slots=W3,B4 platter=G1,P2 / /");
    let mut table = given(&line);
    table.only_begin(
        1,
        "silver",
        &["silver 2 r1", "silver 2 r2", "silver 2 r3", "silver 2 r4"],
    );
    table.plays(1, "silver 2 r1");
    assert!(table.table().ends_with("platter=Y5,G1,P2"), "{}", table.table());
}

#[test]
fn t127_passive_players_extra_dice_and_the_fallback_make_one_cross() {
    let platter = format!("{GAME} roll=3 phase=window slots=W6,Y6,P6 platter=S5,B1,G2");
    let one_cross = ["5 r1", "5 r2", "5 r3", "5 r4"];
    let wanted = |before: &str| one_cross.map(|cell| format!("{before} {cell}")).to_vec();
    let passive = given(&format!("{platter} / stage=done / stage=pick"));
    assert_eq!(passive.can_begin(2, "silver"), wanted("silver"));
    let extra = given(&format!("{platter} / +1=1 stage=extra / stage=done"));
    assert_eq!(extra.can_begin(1, "+1 silver"), wanted("+1 silver"));
    // Nothing on the platter fits: the dice on the slots may be used.
    let fallback = given(&format!(
        "{GAME} roll=3 phase=window slots=W6,S5,G6 platter=Y6,B6,P1 \
         / stage=done / yellow=4 blue=2 pink=1,1,1,1,1,1,1,1,1,1,1,1 stage=pick"
    ));
    assert_eq!(fallback.can_begin(2, "silver"), wanted("silver"));
}

#[test]
fn t128_equal_dice_stay_and_give_nothing() {
    let entries = given(&rolled("W5,S4,Y6,B4,G3,P4", "")).can_begin(1, "silver");
    assert_eq!(entries.len(), 8);
    assert!(
        entries
            .iter()
            .all(|entry| !entry.contains("with") || entry.ends_with("with 3 r3"))
    );
}

#[test]
fn t129_an_extra_cross_completes_a_column() {
    let mut table = given(&rolled("W6,S6,Y6,B2,G6,P6", "silver=2,14,20"));
    table.plays(1, "silver 6 r4 with 2 r2");
    let can = table.can(1);
    assert!(!can.is_empty() && can.iter().all(|action| action.starts_with("yellow ?: yellow")));
    // Any number may be circled.
    assert_eq!(can.len(), 10);
}

#[test]
fn t130_two_columns_at_once_give_a_fox_and_a_box() {
    let line = rolled("W3,S3,Y3,B1,G3,P3", "silver=1,3,9,13,19,21");
    assert_eq!(gains(&line, "silver 3 r3 with 1 r2"), "+1, fox");
    let mut table = given(&line);
    table.plays(1, "silver 3 r3 with 1 r2");
    assert_eq!(table.asked(), [0; 0]);
}

#[test]
fn t131_silver_scores_row_by_row() {
    let table = given(&format!("{GAME} / silver=1,2,3,4,7,19,20,21,22,23,24"));
    assert_eq!(table.zone(1, "silver"), 11 + 2 + 22);
}

#[test]
fn t132_a_circled_number_is_crossed_or_its_twin_circled() {
    let sheet = "yellow=2o,4";
    given(&rolled("W1,S1,Y3,B1,G1,P1", sheet)).only_begin(1, "yellow", &["yellow 3 r1", "yellow 3 r3"]);
    let six = given(&rolled("W6,S1,Y6,B1,G1,P1", sheet));
    assert_eq!(six.can_begin(1, "yellow"), [""; 0]);
    assert_eq!(six.can_begin(1, "white as yellow"), [""; 0]);
    let mut table = given(&rolled("W1,S1,Y3,B1,G1,P1", sheet));
    table.plays(1, "yellow 3 r1");
    assert_eq!(table.sheet(1), "yellow=2,4");
}

#[test]
fn t133_circles_give_the_bonus_and_crosses_the_points() {
    let two = rolled("W1,S1,Y2,B1,G1,P1", "yellow=5o");
    assert_eq!(gains(&two, "yellow 2 r2"), "return");
    let one = rolled("W1,S1,Y1,B1,G1,P1", "yellow=5o,7o");
    assert_eq!(gains(&one, "yellow 1"), "");
    let mut table = given(&one);
    table.plays(1, "yellow 1");
    assert_eq!(table.zone(1, "yellow"), 3);
}

#[test]
fn t134_a_circle_completes_a_row_and_a_column() {
    let line = rolled("W1,S1,Y5,B1,G1,P1", "yellow=2o,10o,20o");
    assert_eq!(gains(&line, "yellow 5 r5"), "+1, pink ?");
}

#[test]
fn t135_only_crosses_score() {
    let all = "2o,4o,5o,7o,10o,12o,13o,15o,18o,20o";
    assert_eq!(given(&format!("{GAME} / yellow={all}")).zone(1, "yellow"), 0);
    let some = "2,4,5,7,10o,12o,13o,15o,18o,20o";
    assert_eq!(given(&format!("{GAME} / yellow={some}")).zone(1, "yellow"), 36);
}

#[test]
fn blue_never_rises_and_scores_its_last_cell() {
    let line = |blue: u8, white: u8| rolled(&format!("W{white},S1,Y1,B{blue},G1,P1"), "blue=9,7");
    given(&line(3, 4)).only_begin(1, "blue", &["blue 7"]);
    given(&line(6, 2)).only_begin(1, "blue", &[]);
    given(&line(1, 1)).only_begin(1, "white as blue", &["white as blue 2"]);
    assert_eq!(gains(&line(3, 4), "blue 7"), "yellow ?");
    assert_eq!(given(&format!("{GAME} / blue=9,7,7")).zone(1, "blue"), 6);
}

#[test]
fn green_goes_from_left_to_right_and_blocks_subtract() {
    given(&rolled("W1,S1,Y1,B1,G4,P1", "")).only_begin(1, "green", &["green left 4"]);
    given(&rolled("W1,S1,Y1,B1,G4,P1", "green=10:.")).only_begin(1, "green", &["green right 4"]);
    assert_eq!(given(&format!("{GAME} / green=10:2")).zone(1, "green"), 8);
    assert_eq!(given(&format!("{GAME} / green=2:12,12:.")).zone(1, "green"), -10);
    assert_eq!(
        gains(&rolled("W1,S1,Y1,B1,G4,P1", "green=10:."), "green right 4"),
        "reroll"
    );
    // The whole range of the zone.
    let best = "green=12:2,12:1,18:3,18:2,18:1,24:1";
    assert_eq!(given(&format!("{GAME} / {best}")).zone(1, "green"), 92);
    let worst = "green=2:12,2:6,3:18,3:12,3:6,4:6";
    assert_eq!(given(&format!("{GAME} / {worst}")).zone(1, "green"), -43);
}
