//! The rulings on Hyper Futé.

mod common;

use common::{given, given_on, given_under};
use finaud_rules::{Sheet, builtin_text};

const WHITE_ADDED: &str = "blue_bonus_adds_white=true";

/// Seat 1 has just picked pink and has these things on the sheet; white shows 1.
fn entered(sheet: &str) -> String {
    format!("hyper-fute phase=entered pool=W1,Y1,T1,B1,N1 slots=P1 / {sheet} /")
}

#[test]
fn a39_a_blue_bonus_writes_any_number_that_fits() {
    for (blue, ways) in [
        ("|", &["left 6", "right 8"][..]),
        ("6|8,9", &["left 5", "left 7", "right 10", "right 7"]),
        ("6,7|8,7", &["left 6", "right 8"]),
        ("6,5,4,3,2|8,9,10,11,12", &["left 7", "right 7"]),
        ("6,5,4,3,2,7|8", &["right 9", "right 7"]),
    ] {
        for gift in ["blue ?", "black ?"] {
            let pending = gift.replace(' ', "_");
            let ways: Vec<String> = ways.iter().map(|way| format!("{gift}: blue {way}")).collect();
            given(&entered(&format!("blue={blue} pending={pending}"))).only_begin(
                1,
                &format!("{gift}: blue"),
                &ways.iter().map(String::as_str).collect::<Vec<_>>(),
            );
        }
    }
}

#[test]
fn a39_where_the_rulebook_leaves_white_out_the_other_reading_changes_nothing() {
    // The Deluxe rulebook says that the white die plays no part in a blue bonus: the switch is no question there.
    let star = "tres-fute-deluxe phase=entered pool=W1,Y4,B4,G3,O5 slots=V6 \
                / violet=1,2,3,6 reroll=1 pending=blue_?";
    let fox = "melange-fute phase=entered pool=W1,Y4,B4,G3,O5 slots=V6 / violet=6 reroll=1 pending=blue_?";
    let all: Vec<String> = (2..=12).map(|number| format!("blue ?: blue {number}")).collect();
    let all: Vec<&str> = all.iter().map(String::as_str).collect();
    for line in [star, fox] {
        given(line).only(1, &all);
        given_under(WHITE_ADDED, line).only(1, &all);
    }
    // The bonus cannot be lost while a cell is free, however high its number is.
    let line =
        "tres-fute-deluxe phase=rolled pool=W1,Y4,B4,G3,O5,V6 / blue=2,3,4,5,6,7,8,9,10,11 violet=1,2,3 /";
    let mut table = given_under(WHITE_ADDED, line);
    table.plays(1, "violet 6").only(1, &["blue ?: blue 12"]);
}

#[test]
fn a39_with_the_other_reading_the_white_die_is_added() {
    // White shows 1: sums from 2 to 7.
    let table = given_under(WHITE_ADDED, &entered("pending=blue_?"));
    table.only(1, &["blue ?: blue left 6"]);
    given_under(WHITE_ADDED, &entered("blue=6|8 pending=black_?")).only_begin(
        1,
        "black ?: blue",
        &[
            "black ?: blue left 5",
            "black ?: blue left 7",
            "black ?: blue right 7",
        ],
    );
    // White shows 5 on the platter: sums from 6 to 11.
    let line = "hyper-fute roll=3 phase=window slots=Y6,T6,N6 platter=W5,B1,P1 \
                / / blue=6|8,9,10,11 pending=blue_? stage=extra";
    given_under(WHITE_ADDED, line).only(2, &["blue ?: blue left 7", "blue ?: blue right 7"]);
    given(line).only(
        2,
        &[
            "blue ?: blue left 5",
            "blue ?: blue left 7",
            "blue ?: blue right 12",
            "blue ?: blue right 7",
        ],
    );
}

#[test]
fn a39_with_the_other_reading_a_bonus_that_does_not_fit_is_lost() {
    // Column 5 of turquoise gives a blue ?; the left side is full, the right one wants an 8, and white shows 1.
    let line = "hyper-fute phase=rolled pool=W1,Y1,T5,B1,N1,P1 / turquoise=5 blue=6,5,4,3,2,7|8,7 /";
    let mut table = given_under(WHITE_ADDED, line);
    table.plays(1, "turquoise 5 r2");
    assert_eq!(table.sheet(1), "turquoise=5,11 blue=6,5,4,3,2,7|8,7");
    let mut table = given(line);
    table
        .plays(1, "turquoise 5 r2")
        .only(1, &["blue ?: blue right 8"]);
}

#[test]
fn a39_with_the_other_reading_white_is_added_on_every_sheet_that_does_not_say_otherwise() {
    // The star side without the line that leaves the white die out.
    let text = builtin_text("tres-fute-deluxe").unwrap();
    let text = text
        .replacen("free = \"any\"", "", 1)
        .replacen("tres-fute-deluxe", "ours", 1);
    let sheet = Sheet::read(&text).sheet.expect("a good sheet");
    // White shows 1 and every blue cell up to 7 is crossed: the blue ? of violet's fourth cell is lost.
    let line = "ours phase=rolled pool=W1,Y6,B6,G6,O6,V6 / blue=2,3,4,5,6,7 violet=1,2,3 /";
    let mut table = given_on(&sheet, WHITE_ADDED, line);
    table.plays(1, "violet 6");
    assert_eq!(table.sheet(1), "blue=2,3,4,5,6,7 violet=1,2,3,6");
    let mut table = given_on(&sheet, WHITE_ADDED, &line.replace("5,6,7", "5,6"));
    table.plays(1, "violet 6").only(1, &["blue ?: blue 7"]);
    let mut table = given_on(&sheet, "", line);
    table.plays(1, "violet 6");
    assert_eq!(table.can(1).len(), 5, "any free cell");
}

#[test]
fn a39_at_the_start_of_a_round_no_white_die_is_rolled() {
    for rulings in ["", WHITE_ADDED] {
        given_under(rulings, "hyper-fute round=4 phase=round-start / pending=black_?").only_begin(
            1,
            "black ?: blue",
            &["black ?: blue left 6", "black ?: blue right 8"],
        );
    }
}

#[test]
fn a39_the_other_reading_changes_no_other_zone() {
    for gift in ["yellow_?", "turquoise_?", "brown_?", "pink_?"] {
        let line = entered(&format!("pending={gift}"));
        assert_eq!(
            given_under(WHITE_ADDED, &line).can(1),
            given(&line).can(1),
            "{gift}"
        );
    }
}

#[test]
fn a40_a_yellow_bonus_crosses_any_free_yellow_cell() {
    let mut table = given(&entered("yellow=1,8,15 pending=yellow_?"));
    assert_eq!(table.can(1).len(), 18 - 3);
    assert!(table.may(1, "yellow ?: yellow 1 r2") && table.may(1, "yellow ?: yellow 6 r3"));
    table.plays(1, "yellow ?: yellow 6 r3");
    assert_eq!(table.sheet(1), "yellow=1,8,15,18");
}

#[test]
fn a41_a_turquoise_bonus_crosses_one_cell() {
    // Ones everywhere do not help.
    let table = given(&entered("turquoise=2 pending=turquoise_?"));
    assert_eq!(table.can(1).len(), 30 - 1);
    table.refuses(1, "turquoise ?: turquoise 1 r1,2");
}

/// Nothing on the platter fits for seat 2: 1 + 3 is no blue number, brown is at its end, pink is full.
fn fallback(slots: &str, pink: u8) -> String {
    format!(
        "hyper-fute roll=3 phase=window slots={slots} platter=B1,N1,P{pink} \
         / / brown=12 pink=1,1,1,1,1,1,1,1,1,1,1,1 stage=pick"
    )
}

#[test]
fn a42_a_fallback_die_goes_by_the_role_of_the_passive_player() {
    let table = given(&fallback("Y2,T3,W3", 2));
    table.only_begin(2, "yellow", &["yellow 2 r3"]);
    assert_eq!(
        table.can_begin(2, "turquoise").len(),
        5,
        "no 3 on the platter, one on the slots"
    );
    let table = given(&fallback("Y2,T3,W4", 3));
    assert_eq!(
        table.can_begin(2, "turquoise").len(),
        5 + 10,
        "a 3 on the platter"
    );
    table.only_begin(2, "white as yellow", &["white as yellow 4 r2"]);
}

#[test]
fn a42_with_the_other_reading_it_goes_by_its_place() {
    let by_place = "fallback_by_place=true";
    let table = given_under(by_place, &fallback("Y2,T3,W3", 2));
    table.only_begin(2, "yellow", &["yellow 2 r1"]);
    assert_eq!(
        table.can_begin(2, "turquoise").len(),
        5 + 10,
        "a 3 on another slot"
    );
    let table = given_under(by_place, &fallback("Y2,T3,W4", 3));
    assert_eq!(table.can_begin(2, "turquoise").len(), 5);
    table.only_begin(2, "white as yellow", &["white as yellow 4 r3"]);
    // A die of the platter stays what it is.
    let platter = "hyper-fute roll=3 phase=window slots=W4,P4,N6 platter=Y2,T3,B3 / / stage=pick";
    for rulings in ["", by_place] {
        let table = given_under(rulings, platter);
        table.only_begin(2, "yellow", &["yellow 2 r3"]);
        assert_eq!(table.can_begin(2, "turquoise").len(), 5 + 10);
    }
}

#[test]
fn a43_an_extra_die_goes_by_its_place() {
    // Turquoise on slot 2: the 4 on slot 1 matches, the 4 on the platter does not.
    let line = "hyper-fute roll=3 phase=window slots=P4,T4,Y6 platter=W1,B1,N4 / +1=1 stage=extra / +1=1 stage=extra";
    for seat in [1, 2] {
        let table = given(line);
        assert_eq!(table.can_begin(seat, "+1 turquoise").len(), 5 + 10);
        table.only_begin(seat, "+1 yellow", &["+1 yellow 6 r3"]);
        // White 1 on the platter: the grey 1, and a match with the blue 1 there.
        table.only_begin(seat, "+1 white as yellow", &["+1 white as yellow 1 r3"]);
        assert_eq!(table.can_begin(seat, "+1 white as turquoise").len(), 5 + 10);
    }
    // Turquoise on the platter: the two other fours there match, those on the slots do not.
    let line = "hyper-fute roll=3 phase=window slots=P4,W4,Y2 platter=T4,B4,N4 / +1=1 stage=extra /";
    assert_eq!(given(line).can_begin(1, "+1 turquoise").len(), 5 + 10 + 10);
}

#[test]
fn a44_with_a_joker_its_number_is_matched_against_the_faces_of_the_others() {
    let table = given("hyper-fute roll=2 phase=rolled pool=T3,B1,N1,P1,W1 slots=Y4 / joker=2:1");
    assert_eq!(table.can_begin(1, "turquoise 3").len(), 5, "no other 3");
    let with = table.can_begin(1, "turquoise 4");
    assert_eq!(with.len(), 5 + 10, "yellow 4 matches the joker");
    assert!(with.iter().all(|way| way.ends_with("joker 4")));
    let table = given("hyper-fute roll=2 phase=rolled pool=T3,B1,N1,P1,W1 slots=Y3 / joker=2:1");
    assert_eq!(table.can_begin(1, "turquoise 3").len(), 5 + 10);
    assert_eq!(
        table.can_begin(1, "turquoise 4").len(),
        5,
        "yellow 3 matches the face only"
    );
}

#[test]
fn a44_an_active_player_counts_slots_and_not_the_platter() {
    let table = given("hyper-fute roll=2 phase=rolled pool=T4,N4 slots=Y5 platter=W4,B4,P4");
    assert_eq!(table.can_begin(1, "turquoise").len(), 5);
}

#[test]
fn a45_white_as_turquoise_counts_the_turquoise_die() {
    let table = given("hyper-fute roll=3 phase=rolled pool=W3,P1 slots=Y3,T3 platter=B1,N1");
    assert_eq!(table.can_begin(1, "white as turquoise").len(), 5 + 10 + 10);
}

#[test]
fn a46_a_joker_on_blue_changes_the_picked_die_only() {
    let line = "hyper-fute phase=rolled pool=W5,Y1,T1,B4,N1,P1 / blue=6|8 joker=4";
    let table = given(line);
    // Blue 3, 5 or 6 with white 5 fit nowhere; white 3 with blue 4 does.
    table.only_begin(1, "blue", &["blue right 9"]);
    table.only_begin(
        1,
        "white as blue",
        &[
            "white as blue right 9",
            "white as blue left 7 joker 3",
            "white as blue right 7 joker 3",
        ],
    );
}

#[test]
fn a47_a_7_may_not_stand_next_to_a_7() {
    let seven = |blue: &str| {
        given(&format!(
            "hyper-fute phase=rolled pool=W3,Y1,T1,B4,N1,P1 / blue={blue}"
        ))
    };
    seven("|").only_begin(1, "blue", &[]);
    seven("6|").only_begin(1, "blue", &["blue left 7"]);
    seven("6,7|8").only_begin(1, "blue", &["blue right 7"]);
    seven("6,5|8,9").only_begin(1, "blue", &["blue left 7", "blue right 7"]);
    seven("6,5,4,3,2|8,9,10,11,12").only_begin(1, "blue", &["blue left 7", "blue right 7"]);
    seven("6,5,4,3,2,7|8,7").only_begin(1, "blue", &[]);
}

#[test]
fn a48_pink_is_halved_upwards_and_the_first_cell_always() {
    for (face, half) in [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)] {
        let line = format!("hyper-fute phase=rolled pool=W1,Y1,T1,B1,N1,P{face}");
        given(&line)
            .only_begin(1, "pink", &[&format!("pink half {half}")])
            .refuses(1, &format!("pink times {face}"));
        given(&format!("{line} / pink=2")).only_begin(
            1,
            "pink",
            &[&format!("pink half {half}"), &format!("pink times {face}")],
        );
    }
}

#[test]
fn a49_the_bonus_may_be_chosen_although_it_cannot_be_used() {
    let line = "hyper-fute phase=rolled pool=W1,Y1,T1,B1,N1,P6 / brown=12 pink=1,1,1,1,1,1 /";
    let mut table = given(line);
    table.only_begin(1, "pink", &["pink half 3", "pink times 6"]);
    table.plays(1, "pink half 3");
    assert_eq!(table.sheet(1), "brown=12 pink=1,1,1,1,1,1,3");
    assert_eq!(
        table.table(),
        "hyper-fute phase=window slots=P6 platter=W1,Y1,T1,B1,N1"
    );
    let mut table = given(line);
    table.plays(1, "pink times 6");
    assert_eq!(table.sheet(1), "brown=12 pink=1,1,1,1,1,1,12!");
}

#[test]
fn a50_the_platter_sees_the_real_face() {
    let mut table = given("hyper-fute phase=rolled pool=W5,Y2,T1,B4,N2,P2 / joker=4 /");
    table.plays(1, "pink half 3 joker 6");
    table.then("hyper-fute roll=2 pool=W5,Y2,B4,N2 slots=P2 platter=T1 / pink=3 joker=4:4 /");
}

#[test]
fn a51_no_joker_goes_with_a_bonus() {
    let table = given(&entered("pink=1 joker=7 pending=yellow_?"));
    assert!(
        table
            .can(1)
            .iter()
            .all(|way| way.starts_with("yellow ?: ") && !way.contains("joker"))
    );
}

#[test]
fn a52_all_crosses_of_a_die_come_before_their_bonuses() {
    // Rows 2 and 3 of column 3 at once: row 3 and column 3 are complete together.
    let mut table =
        given("hyper-fute roll=2 phase=rolled pool=W1,T3,B1,N1,P1 slots=Y3 / turquoise=3,13,14 /");
    table.plays(1, "turquoise 3 r2,3");
    assert!(table.sheet(1).starts_with("turquoise=3,9,13,14,15 pending="));
    assert_eq!(table.can_begin(1, "brown ?").len(), 12);
    assert_eq!(table.can_begin(1, "yellow ?").len(), 18);
    // A turquoise bonus of the first cross cannot be used for the second one: it comes after both.
    let mut table = given("hyper-fute roll=2 phase=rolled pool=W1,T2,B1,N1,P1 slots=Y2 / turquoise=19 /");
    table.plays(1, "turquoise 2 r4,5");
    assert_eq!(table.sheet(1), "turquoise=19,20,26 pending=turquoise_?");
    assert_eq!(table.can(1).len(), 30 - 3);
}

#[test]
fn a56_a_joker_may_be_used_on_a_fallback_die_which_goes_by_role() {
    let line = fallback("Y2,T3,W3", 4).replace("stage", "joker=2:1 stage");
    let table = given(&line);
    table.only_begin(2, "yellow", &["yellow 2 r3", "yellow 4 r2 joker 4"]);
    let four: Vec<String> = table.can_begin(2, "turquoise 4");
    assert_eq!(four.len(), 5 + 10, "the pink 4 of the platter matches");
    assert!(four.iter().all(|way| way.ends_with(" joker 4")));
    let table = given_under("fallback_by_place=true", &line);
    table.only_begin(2, "yellow", &["yellow 2 r1", "yellow 4 r1 joker 4"]);
    assert_eq!(table.can_begin(2, "turquoise 4").len(), 5);
}

#[test]
fn a59_a_turquoise_bonus_needs_the_shaded_cells_only() {
    // What is crossed, the die, the row, and what it gives.
    for (crossed, number, row, gives) in [
        ("", 6, 1, "reroll=1"),
        ("5", 5, 2, "pending=blue_?"),
        ("4", 4, 2, "joker=1"),
        ("3,9", 3, 3, "pending=yellow_?"),
        ("2,8,14", 2, 4, "pending=pink_?"),
        ("1,7,13,19", 1, 5, "pending=brown_?"),
        ("7,8,9,10", 5, 2, "+1=1"),
        ("13,14", 3, 3, "pending=brown_?"),
        ("19", 2, 4, "pending=turquoise_?"),
        ("1,2,3,4,6", 5, 1, "foxes=1"),
        ("", 1, 5, ""),
        ("", 6, 2, ""),
        ("6", 6, 5, ""),
        ("4,10", 4, 3, ""),
    ] {
        let mut table = given(&format!(
            "hyper-fute phase=rolled pool=W6,Y6,T{number},B6,N6,P6 / turquoise={crossed} /"
        ));
        table.plays(1, &format!("turquoise {number} r{row}"));
        let sheet = table.sheet(1);
        let given: Vec<&str> = sheet.split(' ').skip(1).collect();
        assert_eq!(given.join(" "), gives, "{crossed}, then {number} in row {row}");
    }
}
