//! The worked examples of the rulebooks, in their order.

mod common;

use common::{Story, given};

/// Lia's and Lucas's first roll: violet 3, only blue is lower.
fn first_roll(id: &str) -> Story {
    given(&format!("{id} phase=rolled pool=W5,Y3,B1,G4,O6,V3 / /"))
}

/// Their second roll with the four dice that are left: nothing but orange is at least as high as the white 4.
fn second_roll(id: &str) -> Story {
    let mut table = first_roll(id);
    table.plays(1, "violet 3").luck("W4 Y2 G3 O5");
    table
}

/// Their third roll: orange 3 alone.
fn third_roll(id: &str) -> Story {
    let mut table = second_roll(id);
    table.plays(1, "white as violet 4").luck("O3");
    table
}

#[test]
fn t01_lia_picks_violet_3() {
    let mut lia = first_roll("tres-fute-deluxe");
    lia.plays(1, "violet 3");
    lia.then("tres-fute-deluxe roll=2 pool=W5,Y3,G4,O6 slots=V3 platter=B1 / violet=3 /");
    assert_eq!(lia.to_roll(), "WYGO");
}

#[test]
fn t02_lia_picks_white_4_as_violet() {
    let mut lia = second_roll("tres-fute-deluxe");
    lia.plays(1, "white as violet 4");
    lia.then("tres-fute-deluxe roll=3 pool=O5 slots=V3,W4 platter=B1,Y2,G3 / violet=3,4 /");
}

#[test]
fn t03_lia_picks_orange_3_and_her_turn_ends() {
    let mut lia = third_roll("tres-fute-deluxe");
    lia.plays(1, "orange 3");
    lia.then(
        "tres-fute-deluxe roll=3 phase=window slots=V3,W4,O3 platter=B1,Y2,G3 \
         / violet=3,4 orange=3 / stage=pick",
    );
    assert_eq!(
        lia.asked(),
        [2],
        "the others choose among the dice of the platter"
    );
}

#[test]
fn t04_lucas_does_the_same_on_the_first_sheet() {
    let mut lucas = first_roll("tres-fute");
    lucas.plays(1, "violet 3");
    lucas.then("tres-fute roll=2 pool=W5,Y3,G4,O6 slots=V3 platter=B1 / violet=3 /");
    lucas.luck("W4 Y2 G3 O5").plays(1, "white as violet 4");
    lucas.then("tres-fute roll=3 pool=O5 slots=V3,W4 platter=B1,Y2,G3 / violet=3,4 /");
    lucas.luck("O3").plays(1, "orange 3");
    lucas.then(
        "tres-fute roll=3 phase=window slots=V3,W4,O3 platter=B1,Y2,G3 / violet=3,4 orange=3 / stage=pick",
    );
}

#[test]
fn t05_two_complete_yellow_columns_score_24() {
    for id in ["tres-fute-deluxe", "tres-fute"] {
        assert_eq!(
            given(&format!("{id} / yellow=1,2,5,6,9,14")).zone(1, "yellow"),
            24
        );
    }
}

#[test]
fn t06_blue_4_with_white_3_crosses_7() {
    let mut table = given("tres-fute-deluxe phase=rolled pool=W3,Y1,B4,G1,O1,V1");
    assert_eq!(table.can_begin(1, "blue"), ["blue 7"]);
    table.plays(1, "blue 7");
    assert_eq!(table.sheet(1), "blue=7");
}

#[test]
fn t07_the_last_cell_of_a_blue_row_gives_its_bonus_at_once() {
    for (crossed, dice, last, bonus) in [
        ("2,3", "W3,B1", "blue 4", "pending=orange_5"),
        ("5,6,8", "W3,B4", "blue 7", "pending=yellow_?"),
        ("9,10,12", "W5,B6", "blue 11", "foxes=1"),
    ] {
        let mut table = given(&format!(
            "tres-fute-deluxe phase=rolled pool={dice},Y1,G1,O1,V1 / blue={crossed}"
        ));
        table.plays(1, last);
        assert!(table.sheet(1).ends_with(bonus), "{last}: {}", table.sheet(1));
    }
}

#[test]
fn t08_blue_crosses_score_by_their_number() {
    for id in ["tres-fute", "tres-fute-deluxe"] {
        assert_eq!(given(&format!("{id} / blue=2,5,7,12")).zone(1, "blue"), 7);
        assert_eq!(
            given(&format!("{id} / blue=2,3,4,5,6,7,8,9,10")).zone(1, "blue"),
            37
        );
    }
}

#[test]
fn t09_green_4_crosses_the_third_cell() {
    let mut table = given("tres-fute-deluxe phase=rolled pool=W1,Y1,B1,G4,O1,V1 / green=1,2");
    table.plays(1, "green");
    assert_eq!(table.sheet(1), "green=1,2,3");
}

#[test]
fn t10_five_green_crosses_score_15() {
    for id in ["tres-fute", "tres-fute-deluxe"] {
        assert_eq!(given(&format!("{id} / green=1,2,3,4,5")).zone(1, "green"), 15);
    }
}

#[test]
fn t11_orange_6_is_doubled_to_12() {
    for id in ["tres-fute", "tres-fute-deluxe"] {
        let mut table = given(&format!(
            "{id} phase=rolled pool=W1,Y1,B1,G1,O6,V1 / orange=5,2,3"
        ));
        table.plays(1, "orange 6");
        assert_eq!(table.sheet(1), "orange=5,2,3,12");
    }
}

#[test]
fn t12_orange_scores_the_sum_of_its_numbers() {
    for id in ["tres-fute", "tres-fute-deluxe"] {
        assert_eq!(given(&format!("{id} / orange=5,2,3,12")).zone(1, "orange"), 22);
    }
}

#[test]
fn t13_after_a_violet_2_only_3_4_5_or_6_may_follow() {
    for id in ["tres-fute", "tres-fute-deluxe"] {
        for value in 1..=6 {
            let table = given(&format!(
                "{id} phase=rolled pool=W1,Y1,B1,G1,O1,V{value} / violet=2"
            ));
            assert_eq!(
                table.may(1, &format!("violet {value}")),
                value > 2,
                "{id}: {value}"
            );
            assert_eq!(table.can_begin(1, "violet").len(), usize::from(value > 2));
        }
    }
}

#[test]
fn t14_violet_scores_the_sum_and_a_3_may_follow_a_6() {
    for id in ["tres-fute", "tres-fute-deluxe"] {
        let mut table = given(&format!(
            "{id} phase=rolled pool=W1,Y1,B1,G1,O1,V3 / violet=2,5,6 reroll=1"
        ));
        table.plays(1, "violet 3");
        assert!(table.sheet(1).starts_with("violet=2,5,6,3 "));
        assert_eq!(table.zone(1, "violet"), 16);
    }
}

#[test]
fn t15_a_violet_die_that_is_too_low_can_only_be_forfeited() {
    let mut table = given("tres-fute roll=3 phase=rolled pool=V3 slots=G4,O5 platter=W1,Y2,B1 / violet=4 /");
    table.only(1, &["forfeit"]).refuses(1, "violet 3");
    table.plays(1, "forfeit");
    assert_eq!(table.sheet(1), "violet=4", "nothing is written");
}

#[test]
fn t16_the_third_violet_number_circles_a_box_at_once() {
    let mut table = given("tres-fute phase=rolled pool=W1,Y1,B1,G1,O1,V5 / violet=2,3");
    table.plays(1, "violet 5");
    assert_eq!(table.sheet(1), "violet=2,3,5 reroll=1");
}

/// The active player at the end of the turn with two extra dice; white 4, blue 3.
fn two_extra_dice(id: &str) -> Story {
    given(&format!(
        "{id} roll=3 phase=window slots=W4,V5,O6 platter=Y1,B3,G2 / +1=2 stage=extra / stage=pick"
    ))
}

#[test]
fn t17_white_is_an_extra_die_only_once() {
    for id in ["tres-fute", "tres-fute-deluxe"] {
        let mut table = two_extra_dice(id);
        assert!(table.may(1, "+1 white as green"));
        table.plays(1, "+1 white as yellow 4 r3");
        assert_eq!(table.sheet(1), "yellow=12 +1=2:1 extra=W stage=extra");
        table.refuses(1, "+1 white as green");
    }
}

#[test]
fn t18_blue_3_is_another_extra_die_and_white_4_still_counts() {
    for id in ["tres-fute", "tres-fute-deluxe"] {
        let mut table = two_extra_dice(id);
        table.plays(1, "+1 white as yellow 4 r3").plays(1, "+1 blue 7");
        assert_eq!(table.sheet(1), "yellow=12 blue=7 +1=2:2 extra=W,B");
    }
}

/// A sheet with 46, 37, 28, 5 and 21 points.
const LIA: &str = "yellow=1,3,5,8,9,11,12,15,16 blue=2,3,4,5,6,7,8,9,10 green=1,2,3,4,5,6,7 \
                   orange=5 violet=1,2,3,4,5,6";

#[test]
fn t19_a_fox_is_worth_as_much_as_the_lowest_zone() {
    let score = given(&format!("tres-fute-deluxe / {LIA} foxes=1")).score(1);
    assert_eq!(score.zones, [46, 37, 28, 5, 21]);
    assert_eq!((score.fox_points, score.total), (5, 142));
}

#[test]
fn t20_every_fox_is_worth_5_and_nothing_with_an_empty_zone() {
    let score = given(&format!("tres-fute / {LIA} foxes=3")).score(1);
    assert_eq!((score.fox_points, score.total), (15, 152));
    let without_orange = LIA.replace("orange=5 ", "");
    let score = given(&format!("tres-fute / {without_orange} foxes=3")).score(1);
    assert_eq!((score.fox_points, score.total), (0, 132));
}

#[test]
fn t21_blue_1_violet_2_and_the_nearest_3_go_to_the_platter() {
    for id in ["tres-fute", "tres-fute-deluxe"] {
        let mut table = given(&format!("{id} turn=2"));
        table.luck("W5 Y3 B1 G3 O3 V2");
        assert!(table.to_sort());
        let (outcomes, total) = table.outcomes();
        assert_eq!(total, 3);
        assert_eq!(
            outcomes,
            [
                ("platter Y B V slots W G O", 1),
                ("platter B G V slots W Y O", 1),
                ("platter B O V slots W Y G", 1)
            ]
            .map(|(luck, weight)| (luck.to_string(), weight))
        );
        table.luck("platter B V O slots W Y G");
        assert_eq!(
            table.table(),
            format!("{id} turn=2 phase=window slots=W5,Y3,G3 platter=B1,O3,V2")
        );
    }
}

#[test]
fn t22_the_top_line_falls() {
    let mut table = given("melange-fute phase=rolled pool=W1,Y6,B1,G1,O1,V1");
    table.plays(1, "yellow top 6");
    assert_eq!(table.sheet(1), "yellow=6||");
    let mut table = given("melange-fute phase=rolled pool=W1,Y5,B1,G1,O1,V1 / yellow=6||");
    table.plays(1, "yellow top 5");
    assert_eq!(table.sheet(1), "yellow=6,5|| pending=melange");
}

#[test]
fn t23_yellow_lines_and_columns_score_51() {
    let table = given("melange-fute / yellow=6,4,2|1,1,2|6,5,4");
    assert_eq!(table.zone(1, "yellow"), -4 + 15 + 40);
}

#[test]
fn t24_green_1_right_then_green_6_left_make_a_star_of_9() {
    let mut table = given("melange-fute phase=rolled pool=W1,Y1,B1,G1,O1,V1");
    table.plays(1, "green right 1");
    assert_eq!(table.sheet(1), "green=.:3 reroll=1");
    let mut table = given("melange-fute phase=rolled pool=W1,Y1,B1,G6,O1,V1 / green=.:3 reroll=1");
    table.plays(1, "green left 6");
    assert_eq!(table.sheet(1), "green=12:3 reroll=1");
    assert_eq!(table.zone(1, "green"), 9);
}

#[test]
fn t25_an_incomplete_block_scores_nothing() {
    assert_eq!(
        given("melange-fute / green=12:3,12:6,8:.").zone(1, "green"),
        9 + 6
    );
}

#[test]
fn t26_orange_6_crosses_a_6() {
    let mut table = given("melange-fute phase=rolled pool=W1,Y1,B1,G1,O6,V1");
    table.only_begin(1, "orange", &["orange 6 #6", "orange 6 #11"]);
    table.plays(1, "orange 6 #6");
    assert_eq!(table.sheet(1), "orange=6");
}

#[test]
fn t27_six_orange_crosses_score_21() {
    assert_eq!(given("melange-fute / orange=1,2,4,5,7,12").zone(1, "orange"), 21);
}

#[test]
fn t28_violet_4_with_1_and_2_on_the_platter_writes_7() {
    let mut table = given("melange-fute roll=2 phase=rolled pool=G3,O5,V4 slots=W3 platter=Y2,B1");
    assert_eq!(table.can_begin(1, "violet"), ["violet 7"]);
    table.plays(1, "violet 7");
    assert_eq!(table.sheet(1), "violet=7");
}

#[test]
fn t29_violet_scores_the_last_cell_and_high_numbers() {
    assert_eq!(
        given("melange-fute / violet=5,7,11,15").zone(1, "violet"),
        16 + 1 + 1 + 2 + 3
    );
}

#[test]
fn t30_a_platter_die_is_made_a_6_and_polished_to_a_5() {
    let mut table = given(
        "melange-fute roll=3 phase=window slots=W4,V5,O6 platter=Y1,B3,G2 \
         / / polish=1 joker=2 stage=pick / stage=pick",
    );
    table.plays(2, "green left 5 joker 6 polish 1");
    assert_eq!(table.sheet(2), "green=10:. joker=2:2 polish=1:1");
    assert!(table.table().contains("G2"), "the die is not turned");
    assert_eq!(
        table.can_begin(3, "green"),
        ["green left 2", "green right 2"],
        "the others see its real face"
    );
}

/// Lucia's first roll: pink 3, only blue is lower.
fn lucia() -> Story {
    given("hyper-fute phase=rolled pool=W5,Y6,T3,B1,N4,P3 / /")
}

#[test]
fn t31_lucia_picks_pink_3_and_writes_2() {
    let mut table = lucia();
    table.plays(1, "pink half 2");
    table.then("hyper-fute roll=2 pool=W5,Y6,T3,N4 slots=P3 platter=B1 / pink=2 /");
    assert_eq!(table.to_roll(), "WYTN");
}

#[test]
fn t32_lucia_picks_white_4_as_pink_with_the_bonus_or_for_points() {
    for (way, pink) in [("half 2", "pink=2,2 reroll=1"), ("times 4", "pink=2,4!")] {
        let mut table = lucia();
        table.plays(1, "pink half 2").luck("W4 Y5 T2 N3");
        table.plays(1, &format!("white as pink {way}"));
        table.then(&format!(
            "hyper-fute roll=3 pool=Y5 slots=P3,W4 platter=B1,T2,N3 / {pink} /"
        ));
    }
}

#[test]
fn t33_lucia_picks_yellow_3_in_the_third_row() {
    let mut table = lucia();
    table.plays(1, "pink half 2").luck("W4 Y5 T2 N3");
    table.plays(1, "white as pink times 4").luck("Y3");
    table.only(1, &["yellow 3 r3", "forfeit"]);
    table.plays(1, "yellow 3 r3");
    table.then(
        "hyper-fute roll=3 phase=window slots=P3,W4,Y3 platter=B1,T2,N3 \
         / yellow=15 pink=2,4! / stage=pick",
    );
}

#[test]
fn t34_yellow_2_of_the_first_roll_goes_to_row_i() {
    let mut table = given("hyper-fute phase=rolled pool=W1,Y2,T1,B1,N1,P1");
    assert_eq!(table.can_begin(1, "yellow"), ["yellow 2 r1"]);
    table.plays(1, "yellow 2 r1");
    assert_eq!(table.sheet(1), "yellow=2");
}

#[test]
fn t35_a_passive_player_crosses_the_grey_2() {
    let mut table = given("hyper-fute roll=3 phase=window slots=W4,P5,N6 platter=Y2,T3,B1 / / stage=pick /");
    assert_eq!(table.can_begin(2, "yellow"), ["yellow 2 r3"]);
    table.plays(2, "yellow 2 r3");
    assert_eq!(table.line().matches("yellow=14").count(), 1);
}

#[test]
fn t36_yellow_rows_of_3_2_and_2_crosses_score_24() {
    assert_eq!(
        given("hyper-fute / yellow=1,2,3,7,8,13,14").zone(1, "yellow"),
        12 + 6 + 6
    );
}

#[test]
fn t37_a_yellow_3_on_a_slot_lets_turquoise_3_cross_two_cells() {
    let mut table = given("hyper-fute roll=2 phase=rolled pool=W1,T3,B1,N1,P1 slots=Y3");
    let ways = table.can_begin(1, "turquoise");
    assert_eq!(ways.len(), 5 + 10, "one or two of five cells: {ways:?}");
    assert!(ways.iter().all(|way| way.starts_with("turquoise 3 r")));
    assert!(table.may(1, "turquoise 3 r4"), "the second cross is optional");
    table.plays(1, "turquoise 3 r4,5");
    assert_eq!(table.sheet(1), "turquoise=21,27", "both in column 3");
}

#[test]
fn t38_three_fours_on_the_platter_give_a_passive_player_up_to_three_crosses() {
    let mut table = given("hyper-fute roll=3 phase=window slots=W4,Y5,N6 platter=T4,B4,P4 / / stage=pick");
    let ways = table.can_begin(2, "turquoise");
    assert_eq!(ways.len(), 5 + 10 + 10, "one to three of five cells: {ways:?}");
    table.plays(2, "turquoise 4 r2,3,5");
    assert!(table.line().contains("turquoise=10,16,28"), "all in column 4");
}

#[test]
fn t39_five_crosses_of_a_turquoise_row_score_15() {
    assert_eq!(given("hyper-fute / turquoise=1,2,3,5,6").zone(1, "turquoise"), 15);
}

#[test]
fn t40_blue_scores_its_outermost_cells_and_rare_numbers() {
    assert_eq!(
        given("hyper-fute / blue=6,5,7|8,9,10,11").zone(1, "blue"),
        9 + 13 + 4 + 4
    );
}

#[test]
fn t41_three_foxes_are_worth_42() {
    let score = given(
        "hyper-fute / yellow=1,2,3,4,7,8,9,13 turquoise=1,2,3,4,5,6,7,8,9,10,11,13,14,15,19,25 \
         blue=6,5,7|8,9,10,11 brown=1,3,6,9 pink=3,3,12!,6! foxes=3",
    )
    .score(1);
    assert_eq!(score.zones, [34, 44, 30, 14, 24]);
    assert_eq!((score.fox_points, score.total), (42, 188));
}

#[test]
fn t42_blue_1_pink_2_and_the_nearest_3_go_to_the_platter() {
    let mut table = given("hyper-fute turn=2");
    table.luck("W5 Y3 T3 B1 N3 P2");
    assert!(table.to_sort());
    let (outcomes, total) = table.outcomes();
    for nearest in ["Y", "T", "N"] {
        let ways = outcomes.iter().filter(|(luck, _)| {
            let platter = luck.split(" slots ").next().expect("the platter first");
            platter.split(' ').any(|die| die == nearest)
        });
        assert_eq!(
            3 * ways.map(|(_, weight)| weight).sum::<u32>(),
            total,
            "{nearest} is as likely as the others"
        );
    }
    table.luck("platter B P Y slots N W T");
    assert_eq!(
        table.table(),
        "hyper-fute turn=2 phase=window slots=N3,W5,T3 platter=Y3,B1,P2"
    );
}

#[test]
fn t45_half_of_pink_5_is_rounded_up_to_3() {
    let mut table = given("hyper-fute phase=rolled pool=W1,Y1,T1,B1,N1,P5 / pink=1");
    assert_eq!(table.can_begin(1, "pink"), ["pink half 3", "pink times 5"]);
    table.plays(1, "pink half 3");
    assert_eq!(table.sheet(1), "pink=1,3 reroll=1");
}
