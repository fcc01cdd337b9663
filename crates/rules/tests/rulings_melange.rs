//! The rulings on Mélange Futé.

mod common;

use common::{given, given_under};

#[test]
fn a31_a_negative_lowest_zone_makes_foxes_cost_points() {
    let line = "melange-fute / yellow=|6,5| blue=1,2 foxes=2";
    let score = given(line).score(1);
    assert_eq!(score.zones, [-11, 2, 0, 0, 0]);
    assert_eq!((score.fox_points, score.total), (-22, -31));
    let score = given("melange-fute / green=2:18 foxes=3").score(1);
    assert_eq!((score.fox_points, score.total), (-48, -64));
}

#[test]
fn a31_with_the_other_reading_a_fox_is_never_worth_less_than_nothing() {
    let floor = "foxes_floor_zero=true";
    let score = given_under(floor, "melange-fute / yellow=|6,5| blue=1,2 foxes=2").score(1);
    assert_eq!(
        (score.fox_points, score.total),
        (0, -9),
        "the zone itself stays negative"
    );
    let all = "yellow=||6 blue=1,2 green=12:3 orange=1 violet=3";
    for rulings in ["", floor] {
        let score = given_under(rulings, &format!("melange-fute / {all} foxes=2")).score(1);
        assert_eq!(
            (score.fox_points, score.total),
            (2, 6 + 2 + 9 + 1 + 4 + 2),
            "{rulings}"
        );
    }
}

#[test]
fn a32_only_the_picked_die_of_a_violet_sum_can_be_changed() {
    let line = "melange-fute roll=3 phase=window slots=W4,Y5,B6 platter=G1,O3,V2 \
                / / polish=2 joker=2 stage=pick";
    given(line).only_begin(
        2,
        "violet",
        &[
            "violet 6",
            "violet 5 polish 1",
            "violet 7 polish 1",
            "violet 8 polish 2",
            "violet 8 joker 4",
            "violet 7 joker 4 polish 1",
            "violet 9 joker 4 polish 1",
            "violet 6 joker 4 polish 2",
            "violet 10 joker 4 polish 2",
            "violet 10 joker 6",
            "violet 9 joker 6 polish 1",
            "violet 8 joker 6 polish 2",
        ],
    );
}

#[test]
fn a32_the_active_players_violet_die_lies_in_the_pool_and_cannot_be_polished() {
    given("melange-fute roll=2 phase=rolled pool=W1,V2 slots=B4 platter=Y2,G1,O3 / polish=2").only_begin(
        1,
        "violet",
        &["violet 8"],
    );
    // White as violet: the violet die counts if it lies on the platter.
    given("melange-fute roll=2 phase=rolled pool=W1,Y1,B1 slots=G6 platter=O2,V5 / polish=2").only_begin(
        1,
        "white as violet",
        &["white as violet 8"],
    );
}

#[test]
fn a33_a_joker_changes_the_picked_die_of_a_blue_sum_and_not_its_partner() {
    let pool = "melange-fute phase=rolled pool=W3,Y1,B2,G1,O1,V1 / joker=2 polish=1";
    given(pool)
        .only_begin(1, "blue", &["blue 5", "blue 7 joker 4", "blue 9 joker 6"])
        .only_begin(
            1,
            "white as blue",
            &[
                "white as blue 5",
                "white as blue 6 joker 4",
                "white as blue 8 joker 6",
            ],
        );
    // The partner on the platter may be polished.
    given("melange-fute roll=2 phase=rolled pool=B2,O1,V1 slots=Y4 platter=W3,G1 / joker=1 polish=1")
        .only_begin(
            1,
            "blue",
            &[
                "blue 5",
                "blue 4 polish 1",
                "blue 6 polish 1",
                "blue 7 joker 4",
                "blue 6 joker 4 polish 1",
                "blue 8 joker 4 polish 1",
            ],
        );
}

#[test]
fn a33_one_joker_an_entry() {
    let mut table = given("melange-fute phase=rolled pool=W3,Y1,B2,G1,O1,V1 / joker=3");
    table.plays(1, "blue 7 joker 4");
    assert!(table.sheet(1).starts_with("blue=8 joker=3:1 "));
}

#[test]
fn a34_a_passive_player_may_polish_both_dice_of_a_blue_sum() {
    let mut table =
        given("melange-fute roll=3 phase=window slots=Y4,O5,V6 platter=W3,B2,G5 / / polish=2 stage=pick");
    table.only_begin(
        2,
        "blue",
        &[
            "blue 5",
            "blue 4 polish 1",
            "blue 6 polish 1",
            "blue 3 polish 2",
            "blue 5 polish 2",
            "blue 7 polish 2",
        ],
    );
    table.plays(2, "blue 3 polish 2");
    assert!(table.line().contains("polish=2:2"));
}

#[test]
fn a35_a_die_on_a_slot_cannot_be_polished() {
    let line =
        "melange-fute roll=3 phase=window slots=G3,O5,V6 platter=W3,Y2,B2 / +1=1 polish=3 stage=extra /";
    given(line)
        .only_begin(1, "+1 green", &["+1 green left 3", "+1 green right 3"])
        .only_begin(1, "+1 orange", &["+1 orange 5 #2", "+1 orange 5 #8"]);
    assert!(
        given(line).may(1, "+1 yellow top 3 polish 1"),
        "a die of the platter can"
    );
    // Nor as a passive player's fallback.
    let table = given(
        "melange-fute roll=3 phase=window slots=W2,Y3,G4 platter=B1,O5,V1 \
         / / blue=2,4 orange=10 violet=30 polish=1 stage=pick",
    );
    table.only_begin(2, "green", &["green left 4", "green right 4"]);
}

#[test]
fn a57_a_platter_partner_may_be_polished_whatever_place_the_picked_die_has() {
    // As an extra die from a slot, with or without a joker on it.
    given(
        "melange-fute roll=3 phase=window slots=B2,O5,V6 platter=W3,Y2,G2 \
         / +1=1 joker=1 polish=2 stage=extra /",
    )
    .only_begin(
        1,
        "+1 blue",
        &[
            "+1 blue 5",
            "+1 blue 4 polish 1",
            "+1 blue 6 polish 1",
            "+1 blue 3 polish 2",
            "+1 blue 7 polish 2",
            "+1 blue 7 joker 4",
            "+1 blue 6 joker 4 polish 1",
            "+1 blue 8 joker 4 polish 1",
            "+1 blue 5 joker 4 polish 2",
            "+1 blue 9 joker 4 polish 2",
        ],
    );
    // As a fallback: the 3 is crossed, so that no die of the platter fits by its face.
    given(
        "melange-fute roll=3 phase=window slots=W2,Y3,G4 platter=B1,O5,V1 \
         / / blue=2 orange=10 violet=30 polish=1 stage=pick",
    )
    .only_begin(2, "white as blue", &["white as blue 4 polish 1"]);
}

#[test]
fn a57_a_free_joker_goes_with_polish_on_the_partner() {
    let table = given(
        "melange-fute roll=3 phase=window slots=B2,O5,V6 platter=W1,Y2,G2 \
         / +1=1 joker=3:1,2 polish=1 stage=extra /",
    );
    let sums: Vec<String> = [1, 3, 4, 5, 6]
        .iter()
        .map(|own| format!("+1 blue {} joker ? polish 1", own + 2))
        .collect();
    let listed: Vec<String> = table
        .can_begin(1, "+1 blue")
        .into_iter()
        .filter(|way| way.ends_with("joker ? polish 1"))
        .collect();
    assert_eq!(listed, sums, "white is raised to 2, blue is anything but its 2");
}

#[test]
fn a36_with_an_empty_pool_a_die_may_be_taken_back_and_is_rolled_alone() {
    let mut table = given("melange-fute phase=rolled pool=W1,Y2,B3,G4,O6,V5 / return=2 /");
    table.plays(1, "orange 6 #6");
    table.then("melange-fute roll=2 phase=before-roll slots=O6 platter=W1,Y2,B3,G4,V5 / orange=6 return=2 /");
    table.only(
        1,
        &[
            "end rolls",
            "take back white",
            "take back yellow",
            "take back blue",
            "take back green",
            "take back violet",
        ],
    );
    table.refuses(1, "take back orange").refuses(1, "roll");
    let mut ended = table.clone();
    ended.plays(1, "end rolls");
    ended.then(
        "melange-fute roll=2 phase=window slots=O6 platter=W1,Y2,B3,G4,V5 / orange=6 return=2 / stage=pick",
    );
    table.plays(1, "take back white");
    table.only(
        1,
        &[
            "roll",
            "take back yellow",
            "take back blue",
            "take back green",
            "take back violet",
        ],
    );
    table.plays(1, "roll");
    assert_eq!(table.to_roll(), "W");
    assert_eq!(table.sheet(1), "orange=6 return=2:1");
    table.luck("W5").plays(1, "white as yellow top 5");
    assert!(
        table
            .table()
            .starts_with("melange-fute roll=3 phase=before-roll slots=O6,W5 ")
    );
}

#[test]
fn a36_with_an_empty_pool_and_nothing_to_take_back_the_rolls_are_over() {
    let mut table = given("melange-fute phase=rolled pool=W1,Y2,B3,G4,O6,V5 / return=2:2 /");
    table.plays(1, "orange 6 #6");
    assert_eq!(table.asked(), [2]);
}

#[test]
fn a37_dice_are_taken_back_only_between_rolls() {
    let mut table = given(
        "melange-fute roll=2 phase=before-roll pool=G4,O5 slots=V3 platter=W1,Y2,B2 / return=2 reroll=1 /",
    );
    table
        .plays(1, "take back white")
        .plays(1, "roll")
        .luck("W1 G4 O5");
    assert!(table.can_begin(1, "take back").is_empty());
    table.refuses(1, "take back yellow");
    table.plays(1, "reroll");
    assert_eq!(
        table.to_roll(),
        "WGO",
        "nothing may be taken back before a reroll"
    );
    // Two before the same roll.
    let mut table =
        given("melange-fute roll=2 phase=before-roll pool=G4,O5 slots=V3 platter=W1,Y2,B2 / return=2 /");
    table.plays(1, "take back white").plays(1, "take back blue");
    assert_eq!(
        table.to_roll(),
        "WBGO",
        "with no box left the dice are rolled at once"
    );
    assert_eq!(table.sheet(1), "return=2:2");
}

#[test]
fn a37_nothing_is_taken_back_before_the_first_roll_or_by_others() {
    let mut table = given("melange-fute round=2 turn=2 / return=3 / return=3");
    assert_eq!(table.to_roll(), "WYBGOV");
    table.luck("W1 Y2 B3 G4 O6 V5").plays(2, "orange 6 #6");
    assert_eq!(table.asked(), [2], "only the active player");
    let passive =
        given("melange-fute turn=2 phase=window slots=W4,G5,O6 platter=Y1,B2,V3 / return=3 stage=pick");
    assert!(passive.can_begin(1, "take back").is_empty());
}

#[test]
fn a38a_a_violet_bonus_writes_one_more_than_the_number_before() {
    for (violet, next) in [
        ("", 1),
        ("1", 2),
        ("6", 7),
        ("5,19", 20),
        ("36", 37),
        ("36,37", 38),
    ] {
        for gift in ["violet ?", "black ?"] {
            let mut table = given(&format!(
                "melange-fute round=4 phase=round-start / violet={violet} pending={}",
                gift.replace(' ', "_")
            ));
            table.only_begin(
                1,
                &format!("{gift}: violet"),
                &[&format!("{gift}: violet {next}")],
            );
            table.plays(1, &format!("{gift}: violet {next}"));
        }
    }
}

#[test]
fn a38b_the_right_cell_is_subtracted_whichever_was_filled_last() {
    let left_last = ("G2 / green=.:15 reroll=1", "green left 2");
    let right_last = ("G5 / green=4:.", "green right 5");
    for (before, last) in [left_last, right_last] {
        let mut table = given(&format!("melange-fute phase=rolled pool=W1,Y1,B1,O1,V1,{before}"));
        table.plays(1, last);
        assert_eq!(table.sheet(1), "green=4:15 reroll=1");
        assert_eq!(table.zone(1, "green"), 4 - 15);
    }
}

#[test]
fn a38c_a_block_with_one_cell_filled_counts_nothing() {
    assert_eq!(given("melange-fute / green=.:3").zone(1, "green"), 0);
    assert_eq!(given("melange-fute / green=12:.").zone(1, "green"), 0);
    assert_eq!(given("melange-fute / green=12:3,.:12").zone(1, "green"), 9);
}

#[test]
fn a38d_an_action_melange_circles_a_box_of_a_list_that_is_not_full() {
    let start = "melange-fute round=3 phase=round-start / ";
    let mut table = given(&format!("{start}joker=1 pending=melange"));
    table.only(1, &["melange: polish", "melange: return", "melange: joker"]);
    table.plays(1, "melange: joker");
    assert_eq!(table.sheet(1), "joker=2", "boxes are circled from left to right");
    given(&format!("{start}polish=3 pending=melange")).only(1, &["melange: return", "melange: joker"]);
    given(&format!("{start}polish=3:2 return=3 pending=melange")).only(1, &["melange: joker"]);
    // Two of them and one box: the second is lost.
    let mut table = given(&format!(
        "{start}joker=3 polish=3 return=2 pending=melange,melange"
    ));
    table.plays(1, "melange: return");
    assert_eq!(table.line(), "melange-fute round=3 / joker=3 polish=3 return=3");
}

#[test]
fn a38d_with_all_nine_circled_it_is_lost() {
    let mut table =
        given("melange-fute phase=rolled pool=W1,Y5,B1,G1,O1,V1 / yellow=6|| joker=3 polish=3 return=3 /");
    table.plays(1, "yellow top 5");
    assert_eq!(table.sheet(1), "yellow=6,5|| joker=3 polish=3 return=3");
    assert!(table.asked().is_empty() || table.table().contains("before-roll"));
}

#[test]
fn a38d_the_bonus_of_round_3_asks_everybody() {
    let mut table = given(
        "melange-fute round=2 turn=2 roll=3 phase=window slots=W4,Y5,G6 platter=B1,O1,V1 / stage=pick /",
    );
    table.plays(1, "decline");
    table.then("melange-fute round=3 phase=round-start / pending=melange / pending=melange");
}

#[test]
fn a38e_a_joker_for_the_number_the_die_shows_is_not_offered() {
    given("melange-fute phase=rolled pool=W1,Y1,B1,G4,O1,V1 / joker=3").only_begin(
        1,
        "green left",
        &[
            "green left 4",
            "green left 6 joker 6",
            "green left 1 joker ?",
            "green left 2 joker ?",
            "green left 3 joker ?",
            "green left 5 joker ?",
            "green left 6 joker ?",
        ],
    );
    let table = given("hyper-fute phase=rolled pool=W1,Y3,T1,B1,N1,P1 / joker=7");
    table
        .refuses(1, "yellow 3 r1 joker 3")
        .refuses(1, "yellow 3 r1 joker ?");
    // Polish does not bring it back.
    given("melange-fute roll=3 phase=window slots=W4,Y5,V6 platter=B1,O1,G4 / / polish=1 joker=1 stage=pick")
        .only_begin(
            2,
            "green left",
            &["green left 4", "green left 3 polish 1", "green left 5 polish 1"],
        );
}

#[test]
fn a38f_polish_stays_within_1_and_6() {
    let green = |face: u8, polish: u8, wanted: &[&str]| {
        let table = given(&format!(
            "melange-fute roll=3 phase=window slots=W4,Y5,V6 platter=B1,O1,G{face} / / polish={polish} stage=pick"
        ));
        let ending = format!("polish {polish}");
        let listed = table.can_begin(2, "green left").into_iter();
        let listed: Vec<String> = listed.filter(|way| way.ends_with(&ending)).collect();
        assert_eq!(listed, wanted);
    };
    green(6, 1, &["green left 5 polish 1"]);
    green(1, 1, &["green left 2 polish 1"]);
    green(2, 2, &["green left 4 polish 2"]);
    green(5, 2, &["green left 3 polish 2"]);
    green(3, 3, &["green left 6 polish 3"]);
    green(4, 3, &["green left 1 polish 3"]);
    // After a joker too: 6 can only be lowered.
    given(
        "melange-fute roll=3 phase=window slots=W4,Y5,V6 platter=B1,O1,G2 / / polish=1 joker=2:1 stage=pick",
    )
    .only_begin(
        2,
        "green left",
        &[
            "green left 2",
            "green left 1 polish 1",
            "green left 3 polish 1",
            "green left 6 joker 6",
            "green left 5 joker 6 polish 1",
        ],
    );
}

#[test]
fn a38g_the_active_player_cannot_stop_with_dice_in_the_pool() {
    let table =
        given("melange-fute roll=2 phase=before-roll pool=G4 slots=V3 platter=W1,Y2,B2,O1 / return=1 /");
    table.refuses(1, "end rolls");
    assert!(table.may(1, "roll"));
    let mut table = given("melange-fute roll=2 phase=rolled pool=G4 slots=V3 platter=W1,Y2,B2,O1 / /");
    table.refuses(1, "end rolls");
    table.plays(1, "forfeit");
    assert_eq!(table.to_roll(), "G", "the third roll is rolled, too");
    table.luck("G1").plays(1, "forfeit");
    assert_eq!(table.asked(), [2]);
}
