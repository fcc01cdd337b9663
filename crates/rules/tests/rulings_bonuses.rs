//! The rulings on bonuses and actions.

mod common;

use common::{cannot_be, given, new_game};

/// Every cell of the first sheet filled.
const FULL: &str = "yellow=1,2,3,5,6,8,9,11,12,14,15,16 blue=2,3,4,5,6,7,8,9,10,11,12 \
                    green=1,2,3,4,5,6,7,8,9,10,11 orange=1,1,1,2,1,1,2,1,2,1,3 violet=1,2,3,4,5,6,1,2,3,4,5";

#[test]
fn a11_a_bonus_that_fits_nowhere_is_lost() {
    let mut table = given(
        "tres-fute phase=rolled pool=W1,Y1,B1,G1,O1,V1 \
         / orange=1,1,1,2,1,1,2,1,2 violet=1,2,3,4,5,6,1,2,3,4,5 /",
    );
    table.plays(1, "orange 1");
    assert_eq!(
        table.sheet(1),
        "orange=1,1,1,2,1,1,2,1,2,1 violet=1,2,3,4,5,6,1,2,3,4,5"
    );
    assert_eq!(table.to_roll(), "WYBGV", "the turn goes on");
    let mut table = given("hyper-fute phase=rolled pool=W1,Y1,T1,B1,N1,P6 / pink=1,1,1,1,1,1 brown=12 /");
    table.plays(1, "pink half 3");
    assert_eq!(table.sheet(1), "brown=12 pink=1,1,1,1,1,1,3");
}

#[test]
fn a11_a_bonus_waits_as_long_as_one_cell_is_left() {
    // The zone with one cell left and the zone when it is full, and in how many ways the last cell can be filled.
    for (id, gift, almost, full, last) in [
        (
            "tres-fute",
            "green X",
            "green=1,2,3,4,5,6,7,8,9,10",
            "green=1,2,3,4,5,6,7,8,9,10,11",
            1,
        ),
        (
            "tres-fute",
            "violet 6",
            "violet=1,2,3,4,5,6,1,2,3,4",
            "violet=1,2,3,4,5,6,1,2,3,4,5",
            1,
        ),
        (
            "tres-fute",
            "orange 6",
            "orange=1,1,1,2,1,1,2,1,2,1",
            "orange=1,1,1,2,1,1,2,1,2,1,3",
            1,
        ),
        (
            "tres-fute",
            "blue X",
            "blue=2,3,4,5,6,7,8,9,10,11",
            "blue=2,3,4,5,6,7,8,9,10,11,12",
            1,
        ),
        (
            "tres-fute",
            "yellow X",
            "yellow=1,2,3,5,6,8,9,11,12,14,15",
            "yellow=1,2,3,5,6,8,9,11,12,14,15,16",
            1,
        ),
        (
            "melange-fute",
            "yellow ?",
            "yellow=1|1,1,1,1,1,1|1,1,1,1,1",
            "yellow=1|1,1,1,1,1,1|1,1,1,1,1,1",
            6,
        ),
        (
            "melange-fute",
            "green ?",
            "green=2:3,2:2,2:1,3:2,3:1,4:.",
            "green=2:3,2:2,2:1,3:2,3:1,4:1",
            6,
        ),
        (
            "melange-fute",
            "green ?",
            "green=2:3,2:2,2:1,3:2,3:1,.:1",
            "green=2:3,2:2,2:1,3:2,3:1,4:1",
            6,
        ),
        ("melange-fute", "orange ?", "orange=11", "orange=12", 1),
        (
            "melange-fute",
            "violet ?",
            "violet=1,2,3,4,5,6,7,8,9,30",
            "violet=1,2,3,4,5,6,7,8,9,30,31",
            1,
        ),
        (
            "hyper-fute",
            "pink ?",
            "pink=1,1,1,1,1,1,1,1,1,1,1",
            "pink=1,1,1,1,1,1,1,1,1,1,1,1",
            9,
        ),
        (
            "hyper-fute",
            "blue ?",
            "blue=6,5,4,3,2,7|8,7,8,7,8",
            "blue=6,5,4,3,2,7|8,7,8,7,8,7",
            2,
        ),
        ("hyper-fute", "brown ?", "brown=11", "brown=12", 1),
    ] {
        let letters = if id == "hyper-fute" {
            "Y6,T6,B6,N6 slots=P6"
        } else {
            "Y6,B6,G6,O6 slots=V6"
        };
        let pending = gift.replace(' ', "_");
        let line = |sheet: &str| format!("{id} phase=entered pool=W6,{letters} / {sheet} pending={pending}");
        assert_eq!(
            given(&line(almost)).can(1).len(),
            last,
            "{id}: {gift} with one cell left"
        );
        let lost = format!("the bonus `{gift}` cannot be used any more, so it cannot wait");
        assert!(
            cannot_be(&line(full)).contains(&lost),
            "{id}: {gift} with a full zone"
        );
    }
}

#[test]
fn a12_a_fixed_orange_number_is_multiplied_by_its_cell() {
    for id in ["tres-fute", "tres-fute-deluxe"] {
        let mut table = given(&format!(
            "{id} phase=rolled pool=W1,Y1,B1,G1,O1,V5 \
             / orange=1,1,1,2,1,1,2,1,2,1 violet=1,2,3,4,5,6,1,2,3"
        ));
        table.plays(1, "violet 5").only(1, &["orange 6: orange 6"]);
        table.plays(1, "orange 6: orange 6");
        assert!(
            table.sheet(1).contains("orange=1,1,1,2,1,1,2,1,2,1,18 "),
            "six times three"
        );
        let mut table = given(&format!(
            "{id} phase=rolled pool=W1,Y5,B1,G1,O1,V1 / yellow=5,6 orange=1,1,1"
        ));
        table.plays(1, "yellow 5 r2").plays(1, "orange 4: orange 4");
        assert!(table.sheet(1).contains("orange=1,1,1,8"), "four times two");
    }
}

#[test]
fn a13_a_green_bonus_always_crosses_the_next_cell() {
    for (id, bonus) in [("tres-fute", "green X"), ("tres-fute-deluxe", "green ?")] {
        for crossed in 0..11 {
            let green: Vec<String> = (1..=crossed).map(|cell: u8| cell.to_string()).collect();
            let mut table = given(&format!(
                "{id} phase=rolled pool=W1,Y4,B1,G1,O1,V1 / yellow=9,11 green={}",
                green.join(",")
            ));
            table.plays(1, "yellow 4 r3");
            let only = format!("{bonus}: green");
            table.only(1, &[&only]);
            table.plays(1, &only);
            assert!(
                table.sheet(1).starts_with("yellow=9,11,12 green=1"),
                "{}",
                table.sheet(1)
            );
            assert_eq!(
                table.zone(1, "green"),
                [1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66][usize::from(crossed)]
            );
        }
    }
}

#[test]
fn a14_a_violet_6_may_follow_anything_and_anything_may_follow_it() {
    for violet in ["", "1", "5", "6"] {
        let mut table = given(&format!(
            "tres-fute phase=rolled pool=W4,Y1,B3,G1,O1,V1 / blue=3,11 violet={violet} /"
        ));
        table.plays(1, "blue 7").only(1, &["violet 6: violet 6"]);
        table.plays(1, "violet 6: violet 6").luck("W1");
        assert!(table.may(1, "white as violet 1"), "after {violet:?} and a 6");
    }
}

#[test]
fn a15_the_choice_of_round_4_offers_only_what_can_be_done() {
    let start = "tres-fute round=4 phase=round-start / ";
    let gift = "pending=black_X_or_black_6";
    let full: Vec<&str> = FULL.split_whitespace().collect();
    let [yellow, blue, green, orange, violet] = full[..] else {
        panic!("five zones")
    };
    let black = "black X or black 6: ";
    given(&format!("{start}{yellow} {blue} {orange} {violet} {gift}")).only(1, &[&format!("{black}green")]);
    given(&format!("{start}{yellow} {blue} {green} {violet} {gift}")).only(1, &[&format!("{black}orange 6")]);
    given(&format!("{start}{yellow} {blue} {green} {gift}"))
        .only(1, &[&format!("{black}orange 6"), &format!("{black}violet 6")]);
    let crosses = given(&format!("{start}{orange} {violet} {gift}")).can(1);
    assert_eq!(crosses.len(), 12 + 11 + 1, "every free cell: {crosses:?}");
}

#[test]
fn a15_black_free_number_offers_only_zones_with_room() {
    let line = format!(
        "tres-fute-deluxe round=4 phase=round-start / {} pending=black_?",
        FULL.replace("green=1,2,3,4,5,6,7,8,9,10,11", "green=1,2,3,4,5,6,7,8,9,10")
            .replace("violet=1,2,3,4,5,6,1,2,3,4,5", "violet=4")
    );
    given(&line).only(1, &["black ?: green", "black ?: violet 5", "black ?: violet 6"]);
}

#[test]
fn a15_with_a_full_sheet_the_bonus_of_round_4_is_lost() {
    for id in ["tres-fute", "tres-fute-deluxe"] {
        let mut table = given(&format!("{id} round=3 turn=2 / {FULL}"));
        table.luck("W1 Y2 B3 G4 O5 V6");
        assert_eq!(
            table.line(),
            format!("{id} round=4 / {FULL}"),
            "nobody was asked anything"
        );
    }
}

#[test]
fn a24_a_reroll_can_be_used_in_the_turn_it_was_won() {
    let mut table = given("tres-fute phase=rolled pool=W5,Y5,B5,G5,O5,V5 / violet=1,2");
    table.refuses(1, "reroll");
    table
        .plays(1, "violet 5")
        .luck("W1 Y1 B1 G1 O1")
        .plays(1, "reroll");
    assert_eq!(table.to_roll(), "WYBGO");
    assert_eq!(table.sheet(1), "violet=1,2,5 reroll=1:1");
}

#[test]
fn a24_an_extra_die_can_be_used_in_the_window_it_was_won_in() {
    let mut table = given(
        "tres-fute roll=3 phase=window slots=W4,Y5,G6 platter=B1,O1,V1 / / orange=1,1,1,2,1 stage=pick",
    );
    table.plays(2, "orange 1");
    assert_eq!(table.sheet(2), "orange=1,1,1,2,1,1 +1=1 stage=extra");
    table.plays(2, "+1 orange 1");
    assert!(table.sheet(2).contains("orange=1,1,1,2,1,1,2 +1=1:1"));
}

#[test]
fn a25_the_owner_chooses_which_of_several_bonuses_comes_first() {
    let line = "tres-fute phase=rolled pool=W1,Y1,B2,G1,O1,V1 / blue=2,4,7,11 orange=1,1,1,2 /";
    let mut table = given(line);
    table
        .plays(1, "blue 3")
        .only(1, &["orange 5: orange 5", "violet 6: violet 6"]);
    // The fifth orange cell gives a yellow X: it joins those that wait.
    table.plays(1, "orange 5: orange 5");
    assert!(table.may(1, "violet 6: violet 6"));
    assert!(table.may(1, "yellow X: yellow 3 r1"));
    let mut other = given(line);
    other.plays(1, "blue 3").plays(1, "violet 6: violet 6");
    other.only(1, &["orange 5: orange 5"]);
    other
        .plays(1, "orange 5: orange 5")
        .plays(1, "yellow X: yellow 3 r1");
    table
        .plays(1, "yellow X: yellow 3 r1")
        .plays(1, "violet 6: violet 6");
    table.then(&other.line());
}

#[test]
fn a26_everybody_uses_the_bonus_of_the_round_before_the_first_roll() {
    let mut table = given(
        "tres-fute round=3 turn=3 roll=3 phase=window slots=W4,Y5,G6 platter=B1,O1,V1 \
         / stage=pick / violet=2 / foxes=1",
    );
    table.plays(1, "orange 1");
    let gift = "pending=black_X_or_black_6";
    table.then(&format!(
        "tres-fute round=4 phase=round-start / orange=1 {gift} / violet=2 {gift} / foxes=1 {gift}"
    ));
    assert_eq!(table.asked(), [1, 2, 3]);
    table.plays(3, "black X or black 6: green");
    table.plays(1, "black X or black 6: orange 6");
    assert_eq!(table.asked(), [2], "nobody rolls before all are done");
    table.plays(2, "black X or black 6: violet 6");
    table.then("tres-fute round=4 / orange=1,6 / violet=2,6 / green=1 foxes=1");
    assert_eq!(table.to_roll(), "WYBGOV");
}

#[test]
fn a26_a_bonus_of_the_round_may_start_a_chain() {
    let mut table = given(
        "tres-fute round=4 phase=round-start / blue=2,4 pending=black_X_or_black_6 \
         / pending=black_X_or_black_6",
    );
    table.plays(1, "black X or black 6: blue 3");
    table.only(1, &["orange 5: orange 5"]);
    assert_eq!(table.asked(), [1, 2]);
}

#[test]
fn a27_with_all_boxes_circled_a_further_action_is_lost() {
    let mut table = given("tres-fute phase=rolled pool=W1,Y1,B1,G1,O1,V5 / violet=1,2 reroll=7:2");
    table.plays(1, "violet 5");
    assert_eq!(table.sheet(1), "violet=1,2,5 reroll=7:2");
    let mut table = given("hyper-fute phase=rolled pool=W1,Y1,T1,B1,N1,P5 / pink=1 reroll=7 foxes=1");
    table.plays(1, "pink half 3");
    assert_eq!(
        table.sheet(1),
        "pink=1,3 reroll=7 foxes=1",
        "nor is the end of the row given again"
    );
}

#[test]
fn a28_a_marking_bonus_cannot_be_refused_or_put_off() {
    let table = given(
        "tres-fute-deluxe roll=3 phase=window slots=W4,Y5,G6 platter=B1,O1,V1 \
         / / orange=1,1,1,2,1 +1=1 pending=yellow_? stage=extra",
    );
    assert_eq!(table.can(2).len(), 12, "one of the twelve yellow cells");
    table
        .refuses(2, "done")
        .refuses(2, "decline")
        .refuses(2, "+1 orange 1");
    let table =
        given("tres-fute-deluxe phase=entered pool=W4,Y5,B4,G4,O4 slots=V4 / reroll=1 pending=yellow_?");
    assert_eq!(table.can(1).len(), 12);
    table
        .refuses(1, "forfeit")
        .refuses(1, "reroll")
        .refuses(1, "white as orange 4");
}

#[test]
fn a53_foxes_and_actions_are_taken_before_anything_is_asked() {
    let mut table = given("tres-fute phase=rolled pool=W4,Y1,B4,G1,O1,V1 / blue=4,5,6,7,12");
    table.plays(1, "blue 8");
    assert_eq!(table.sheet(1), "blue=4,5,6,7,8,12 +1=1 pending=yellow_X");
    let mut table = given("tres-fute phase=rolled pool=W6,Y1,B6,G1,O1,V1 / blue=4,8,9,10,11 /");
    table.plays(1, "blue 12");
    assert_eq!(table.sheet(1), "blue=4,8,9,10,11,12 +1=1 foxes=1");
    assert!(
        table.asked().is_empty() || table.asked() == [2],
        "seat 1 is asked nothing"
    );
}

#[test]
fn a53_the_end_of_an_action_row_joins_the_bonuses_that_wait() {
    // Row 2 of turquoise gives a +1, the last one; column 5 gives a blue ?.
    let mut table = given("hyper-fute phase=rolled pool=W1,Y1,T5,B1,N1,P1 / turquoise=5,7,8,9,10 +1=6");
    table.plays(1, "turquoise 5 r2");
    assert!(
        table
            .sheet(1)
            .starts_with("turquoise=5,7,8,9,10,11 +1=7 pending=")
    );
    assert_eq!(
        table.can_begin(1, "blue ?").len(),
        2,
        "6 to the left or 8 to the right"
    );
    assert_eq!(table.can_begin(1, "brown ?").len(), 12);
    assert_eq!(table.can(1).len(), 14);
}

#[test]
fn a53_equal_bonuses_are_one_option() {
    // The last cell of both row 3 and column 1: two brown bonuses.
    let mut table = given("hyper-fute phase=rolled pool=W1,Y1,T1,B1,N1,P1 / turquoise=1,7,14,15,19,25 /");
    table.plays(1, "turquoise 1 r3");
    assert!(table.sheet(1).ends_with("pending=brown_?,brown_?"));
    assert_eq!(table.can(1).len(), 12, "each brown cell once");
    table.plays(1, "brown ?: brown 5 #2");
    assert!(
        table.sheet(1).ends_with("pending=brown_?"),
        "the second one still waits"
    );
    assert_eq!(table.can(1).len(), 10);
}

#[test]
fn a53_a_bonus_is_dropped_as_soon_as_its_last_target_is_gone() {
    let mut table = given("hyper-fute phase=rolled pool=W1,Y1,T1,B1,N1,P1 / turquoise=1,7,14,15,19,25 /");
    table.plays(1, "turquoise 1 r3").plays(1, "brown ?: brown 3 #12");
    assert_eq!(table.sheet(1), "turquoise=1,7,13,14,15,19,25 brown=12");
    assert_eq!(table.to_roll(), "WYBNP");
    // One that cannot be used goes, the other stays.
    let mut table =
        given("hyper-fute phase=rolled pool=W1,Y1,T5,B1,N1,P1 / turquoise=5,7,8,9,10 brown=12 +1=6");
    table.plays(1, "turquoise 5 r2");
    assert!(table.sheet(1).ends_with("+1=7 pending=blue_?"));
}

#[test]
fn a54_choices_with_one_option_are_asked() {
    // A forfeit, a single target of a bonus.
    given("tres-fute roll=3 phase=rolled pool=V3 slots=G4,O5 platter=W1,Y2,B1 / violet=4")
        .only(1, &["forfeit"]);
    let mut table = given("tres-fute phase=rolled pool=W1,Y4,B1,G1,O1,V1 / yellow=9,11");
    table.plays(1, "yellow 4 r3").only(1, &["green X: green"]);
    // A compulsory pick of one die.
    given(
        "tres-fute roll=3 phase=window slots=W2,Y3,O4 platter=B1,G1,V1 \
         / / blue=3 green=1,2 violet=6 stage=pick",
    )
    .only(2, &["violet 1"]);
}

#[test]
fn a54_what_leaves_no_choice_at_all_is_automatic() {
    // The window of a player without extra dice, and of one whose extra dice fit nowhere.
    let mut table = given("tres-fute roll=3 phase=rolled pool=V3 slots=G4,O5 platter=W1,Y2,B1 / violet=1 /");
    table.plays(1, "violet 3");
    assert_eq!(table.asked(), [2]);
    // A passive player with nothing to pick.
    let mut table = given(&format!(
        "tres-fute roll=3 phase=rolled pool=V3 slots=G4,O5 platter=W1,Y2,B1 / violet=1 / {FULL} +1=2"
    ));
    table.plays(1, "violet 3");
    assert_eq!(table.table(), "tres-fute turn=2", "the whole window is over");
    // The roll itself: nothing can be taken back, with no box or from no platter.
    for boxes in ["", "return=1"] {
        let mut table = given(&format!(
            "melange-fute phase=rolled pool=W1,Y1,B1,G1,O1,V1 / {boxes} /"
        ));
        table.plays(1, "orange 1 #1");
        assert_eq!(table.to_roll(), "WYBGV");
    }
    let mut table = given("melange-fute phase=rolled pool=W1,Y2,B2,G2,O2,V2 / return=1:1 /");
    table.plays(1, "orange 2 #5");
    assert_eq!(table.to_roll(), "YBGV");
}

#[test]
fn a55_numbers_that_come_to_the_same_are_one_action() {
    let table = given("hyper-fute phase=entered pool=W1,Y1,T1,B1,N1 slots=P1 / pink=1 pending=pink_?");
    let ways: Vec<String> = (1..=3)
        .map(|half| format!("pink ?: pink half {half}"))
        .chain((1..=6).map(|number| format!("pink ?: pink times {number}")))
        .collect();
    table.only(1, &ways.iter().map(String::as_str).collect::<Vec<_>>());
    // A joker ? on pink: six numbers but the face, three halves.
    let table = given("hyper-fute phase=rolled pool=W1,Y1,T1,B1,N1,P4 / pink=1 joker=7:1,2,3,4");
    let free: Vec<String> = table
        .can_begin(1, "pink")
        .into_iter()
        .filter(|way| way.ends_with("joker ?"))
        .collect();
    assert_eq!(free.len(), 3 + 5, "{free:?}");
    assert!(
        free.contains(&"pink half 2 joker ?".into()),
        "3 would come to 2 as well"
    );
}

#[test]
fn a55_equal_boxes_are_one_action() {
    let mut table = given("hyper-fute phase=rolled pool=W1,Y1,T1,B1,N1,P4 / joker=7");
    let ways = table.can_begin(1, "pink half 1 joker");
    assert_eq!(ways, ["pink half 1 joker ?"], "three boxes, one action");
    table.plays(1, "pink half 1 joker ?");
    assert_eq!(table.sheet(1), "pink=1 joker=7:5");
    for boxes in ["joker=5", "joker=6", "joker=7:5", "joker=7:5,6"] {
        let table = given(&format!(
            "hyper-fute phase=rolled pool=W1,Y1,T1,B1,N1,P4 / {boxes}"
        ));
        assert!(table.may(1, "pink half 1 joker ?"), "{boxes}");
    }
}

#[test]
fn a55_polish_on_one_die_goes_one_way() {
    let table =
        given("melange-fute roll=3 phase=window slots=W4,Y5,V6 platter=B1,O1,G3 / / polish=3 stage=pick");
    let with = |polish: u8| -> Vec<String> {
        let end = format!("polish {polish}");
        let ways = table.can_begin(2, "green left").into_iter();
        ways.filter(|way| way.ends_with(&end)).collect()
    };
    assert_eq!(with(1), ["green left 2 polish 1", "green left 4 polish 1"]);
    assert_eq!(with(2), ["green left 1 polish 2", "green left 5 polish 2"]);
    assert_eq!(with(3), ["green left 6 polish 3"]);
}

#[test]
fn a55_a_free_joker_needs_no_polish_on_the_same_die() {
    let table = given(
        "melange-fute roll=3 phase=window slots=W4,Y5,V6 platter=B1,O1,G3 \
         / / polish=1 joker=3:1 stage=pick",
    );
    table.only_begin(
        2,
        "green left",
        &[
            "green left 3",
            "green left 2 polish 1",
            "green left 4 polish 1",
            "green left 6 joker 6",
            "green left 5 joker 6 polish 1",
            "green left 1 joker ?",
            "green left 2 joker ?",
            "green left 4 joker ?",
            "green left 5 joker ?",
            "green left 6 joker ?",
        ],
    );
}

#[test]
fn a55_what_merely_spends_more_stays_legal() {
    // Joker 6 and polish −1 come back to the 5 on the die; polish +1 on blue and −1 on white to their sum.
    let table = given(
        "melange-fute roll=3 phase=window slots=Y4,O5,V6 platter=W3,B2,G5 \
         / / polish=2 joker=2 stage=pick",
    );
    assert!(table.may(2, "green left 5"));
    assert!(table.may(2, "green left 5 joker 6 polish 1"));
    assert!(table.may(2, "blue 5 polish 2"));
}

#[test]
fn a55_two_dice_stay_two_actions() {
    let table = given("tres-fute phase=rolled pool=W1,Y1,B1,G1,O1,V1");
    for (own, white) in [
        ("green", "white as green"),
        ("blue 2", "white as blue 2"),
        ("orange 1", "white as orange 1"),
    ] {
        assert!(table.may(1, own) && table.may(1, white));
    }
    let mut first = new_game("tres-fute", 1);
    first.luck("W1 Y1 B1 G1 O1 V1");
    assert_eq!(
        first.can(1).len(),
        2 * 5 + 2 + 1,
        "each zone twice, yellow in two cells, and a reroll"
    );
}
