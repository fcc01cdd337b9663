//! The rulings on turns, picks and extra dice.

mod common;

use common::{given, given_under};

const ONES: &str = "phase=rolled pool=W1,Y1,B1,G1,O1,V1";

#[test]
fn a01_on_the_first_sheet_a_roll_with_a_usable_die_may_not_be_forfeited() {
    given(&format!("tres-fute {ONES}")).refuses(1, "forfeit");
    // Even a reroll in hand does not make it optional.
    given(&format!("tres-fute {ONES} / reroll=1")).refuses(1, "forfeit");
    let line = "tres-fute roll=3 phase=rolled pool=G1,V1 slots=W2 platter=Y1,B1,O1 / green=1,2 violet=4";
    given(line).only(1, &["forfeit"]);
    let usable = line.replace("violet=4", "violet=6");
    given(&usable).only(1, &["violet 1"]);
}

#[test]
fn a01_every_usable_face_must_be_used() {
    for face in 1..=6 {
        let line = |die: &str, rest: &str, sheet: &str| {
            format!("tres-fute roll=3 phase=rolled pool={die}{face} slots=W6,Y6 platter={rest} / {sheet}")
        };
        given(&line("O", "B1,G1,V1", ""))
            .only(1, &[&format!("orange {face}")])
            .refuses(1, "forfeit");
        given(&line("V", "B1,G1,O1", "violet=6"))
            .only(1, &[&format!("violet {face}")])
            .refuses(1, "forfeit");
        given(&line("G", "B1,O1,V1", "green=1,2,3,4,5"))
            .only(1, &["green"])
            .refuses(1, "forfeit");
        given(&line("B", "G1,O1,V1", ""))
            .only(1, &[&format!("blue {}", face + 6)])
            .refuses(1, "forfeit");
        let crossed = line("B", "G1,O1,V1", &format!("blue={}", face + 6));
        assert!(given(&crossed).only(1, &["forfeit"]).may(1, "forfeit"));
    }
}

#[test]
fn a01_on_the_other_sheets_a_roll_may_always_be_forfeited() {
    for id in ["tres-fute-deluxe", "melange-fute"] {
        assert!(given(&format!("{id} {ONES}")).may(1, "forfeit"), "{id}");
    }
    assert!(given("hyper-fute phase=rolled pool=W1,Y1,T1,B1,N1,P1").may(1, "forfeit"));
}

#[test]
fn a01_forfeit_always_is_a_switch() {
    assert!(given_under("forfeit_always=true", &format!("tres-fute {ONES}")).may(1, "forfeit"));
    for id in ["tres-fute-deluxe", "melange-fute"] {
        given_under("forfeit_always=false", &format!("{id} {ONES}")).refuses(1, "forfeit");
    }
    given_under(
        "forfeit_always=false",
        "hyper-fute phase=rolled pool=W1,Y1,T1,B1,N1,P1",
    )
    .refuses(1, "forfeit");
}

#[test]
fn a01_a_die_that_only_a_joker_makes_usable_may_be_forfeited() {
    let table = given_under(
        "forfeit_always=false",
        "hyper-fute roll=3 phase=rolled pool=Y3 slots=W2,P2 platter=T1,B1,N1 / yellow=15 joker=2",
    );
    table.only(1, &["yellow 4 r3 joker 4", "forfeit"]);
}

#[test]
fn a02_after_a_forfeit_nothing_goes_to_the_platter_until_the_last_roll() {
    let mut table = given("tres-fute-deluxe phase=rolled pool=W1,Y2,B3,G4,O5,V6 / /");
    table.plays(1, "forfeit");
    table.then("tres-fute-deluxe roll=2 pool=W1,Y2,B3,G4,O5,V6 / /");
    assert_eq!(table.to_roll(), "WYBGOV");
    table
        .luck("W2 Y2 B3 G4 O5 V6")
        .plays(1, "blue 5")
        .luck("G1 O5 V6");
    table.plays(1, "forfeit");
    table.then("tres-fute-deluxe roll=3 phase=window slots=B3 platter=W2,Y2,G1,O5,V6 / blue=5 / stage=pick");
}

#[test]
fn a02_after_three_forfeits_all_dice_are_on_the_platter() {
    let mut table = given("hyper-fute phase=rolled pool=W1,Y2,T3,B4,N5,P6 / /");
    table.plays(1, "forfeit").luck("W1 Y2 T3 B4 N5 P6");
    table.plays(1, "forfeit").luck("W1 Y2 T3 B4 N5 P6");
    table.plays(1, "forfeit");
    table.then("hyper-fute roll=3 phase=window platter=W1,Y2,T3,B4,N5,P6 / / stage=pick");
}

#[test]
fn a03_a_die_that_cannot_be_entered_cannot_be_put_on_a_slot() {
    let line = "tres-fute roll=2 phase=rolled pool=G2,V3 slots=W2 platter=Y1,B1,O1 / green=1,2 violet=2";
    given(line).only(1, &["violet 3"]).refuses(1, "green");
    let none = line.replace("violet=2", "violet=4");
    given(&none).only(1, &["forfeit"]);
}

#[test]
fn a04_on_hyper_fute_the_slot_is_the_number_of_the_roll() {
    let mut table = given("hyper-fute phase=rolled pool=W1,Y2,T2,B2,N2,P2 / /");
    table.plays(1, "forfeit").luck("W2 Y2 T2 B2 N2 P2");
    assert_eq!(table.can_begin(1, "yellow"), ["yellow 2 r2"]);
    table.plays(1, "yellow 2 r2");
    table.then("hyper-fute roll=3 pool=W2,T2,B2,N2,P2 slots=-,Y2 / yellow=8 /");
    table.luck("W2 T2 B2 N2 P2").plays(1, "pink half 1");
    assert!(table.table().contains("slots=-,Y2,P2 "));
}

#[test]
fn a04_elsewhere_the_first_free_slot_is_filled() {
    let mut table = given("tres-fute-deluxe phase=rolled pool=W1,Y2,B2,G2,O2,V2 / /");
    table
        .plays(1, "forfeit")
        .luck("W2 Y2 B2 G2 O2 V2")
        .plays(1, "orange 2");
    assert!(table.table().contains("slots=O2"), "{}", table.table());
}

#[test]
fn a05_the_partner_of_a_blue_sum_may_lie_anywhere() {
    for (picked, other) in [("blue", "W"), ("white as blue", "B")] {
        let die = if other == "W" { "B" } else { "W" };
        for place in [
            format!("pool={die}4,{other}5,Y1,G1 slots=O6 platter=V1"),
            format!("pool={die}4,Y1,G1,V1 slots={other}5 platter=O1"),
            format!("pool={die}4,Y1,G1 slots=O6 platter={other}5,V1"),
        ] {
            let table = given(&format!("tres-fute roll=2 phase=rolled {place}"));
            assert_eq!(
                table.can_begin(1, picked),
                [format!("{picked} 9")],
                "{picked}, {place}"
            );
        }
    }
}

#[test]
fn a05_only_the_picked_die_moves_and_two_blue_cells_may_be_crossed_in_a_turn() {
    let mut table = given("tres-fute phase=rolled pool=W3,Y3,B3,G3,O3,V3");
    table.plays(1, "blue 6");
    table.then("tres-fute roll=2 pool=W3,Y3,G3,O3,V3 slots=B3 / blue=6");
    table.luck("W5 Y5 G5 O5 V5").plays(1, "white as blue 8");
    table.then("tres-fute roll=3 pool=Y5,G5,O5,V5 slots=B3,W5 / blue=6,8");
}

#[test]
fn a05_a_passive_player_adds_the_partner_too() {
    let table = given("tres-fute roll=3 phase=window slots=W4,Y5,G6 platter=B1,O1,V1 / / stage=pick");
    assert_eq!(table.can_begin(2, "blue"), ["blue 5"]);
}

#[test]
fn a05_a_die_used_as_extra_die_is_still_a_partner() {
    let mut table =
        given("tres-fute roll=3 phase=window slots=W4,Y5,G6 platter=B1,O1,V1 / +1=3:1 extra=W stage=extra /");
    table.plays(1, "+1 blue 5");
    assert!(table.sheet(1).starts_with("blue=5 +1=3:2 extra=W,B"));
}

/// Seat 2 has platter dice to choose from.
const PASSIVE: &str = "roll=3 phase=window slots=W4,Y5,G6 platter=B1,O1,V1 / / stage=pick";

#[test]
fn a06_on_the_first_sheet_a_usable_platter_die_must_be_picked() {
    given(&format!("tres-fute {PASSIVE}"))
        .only(2, &["blue 5", "orange 1", "violet 1"])
        .refuses(2, "decline");
    assert!(given_under("passive_must_pick=false", &format!("tres-fute {PASSIVE}")).may(2, "decline"));
}

#[test]
fn a06_on_the_other_sheets_the_pick_is_optional() {
    let hyper = "hyper-fute roll=3 phase=window slots=W4,Y5,T6 platter=B1,N1,P1 / / stage=pick";
    for line in [
        format!("tres-fute-deluxe {PASSIVE}"),
        format!("melange-fute {PASSIVE}"),
        hyper.to_string(),
    ] {
        assert!(given(&line).may(2, "decline"), "{line}");
        given_under("passive_must_pick=true", &line).refuses(2, "decline");
    }
}

#[test]
fn a07_who_can_use_a_platter_die_gets_no_die_of_the_active_player() {
    let mut table = given(&format!("tres-fute-deluxe {PASSIVE}"));
    table.only(2, &["blue 5", "orange 1", "violet 1", "decline"]);
    table.plays(2, "decline");
    assert_eq!(table.table(), "tres-fute-deluxe turn=2", "declining is final");
}

/// No die of the platter can be used by seat 2 without a joker: the grey 2 is crossed, 1 + 4 fits neither side of
/// blue, brown is at its end. A joker 3 makes the yellow die usable.
const NO_FACE_FITS: &str = "hyper-fute roll=3 phase=window slots=W4,P5,T6 platter=Y2,B1,N1 \
                            / / yellow=14 brown=12 joker=1 stage=pick";

#[test]
fn a08_jokers_do_not_take_the_fallback_away() {
    let table = given(NO_FACE_FITS);
    assert!(
        table.may(2, "yellow 3 r2 joker 3"),
        "the platter die with the joker"
    );
    assert!(table.may(2, "turquoise 6 r1"), "a die of the active player");
    assert!(table.may(2, "pink half 3"));
    assert!(table.may(2, "decline"));
}

#[test]
fn a08_with_the_other_reading_unspent_jokers_count() {
    let other = "fallback_ignores_actions=false";
    given_under(other, NO_FACE_FITS).only(2, &["yellow 3 r2 joker 3", "decline"]);
    let spent = NO_FACE_FITS.replace("joker=1", "joker=1:1");
    assert!(given_under(other, &spent).may(2, "turquoise 6 r1"));
    // Where the pick is compulsory, it is compulsory with the joker too.
    let must = "fallback_ignores_actions=false passive_must_pick=true";
    given_under(must, NO_FACE_FITS).only(2, &["yellow 3 r2 joker 3"]);
    assert!(given_under("passive_must_pick=true", NO_FACE_FITS).may(2, "decline"));
}

#[test]
fn a08_with_the_other_reading_unspent_polish_counts() {
    let line = "melange-fute roll=3 phase=window slots=W2,Y3,G4 platter=B1,O5,V1 \
                / / blue=2,4 orange=10 violet=30 polish=1 stage=pick";
    assert!(given(line).may(2, "orange 6 #11 polish 1"));
    assert!(given(line).may(2, "green left 4"), "a die of the active player");
    given_under("fallback_ignores_actions=false", line).only(2, &["orange 6 #11 polish 1", "decline"]);
}

#[test]
fn a08_a_high_violet_sum_is_a_use_of_the_platter() {
    // Only violet fits: 24 after a 20. Blue 10 is crossed, green is full, orange is at its end.
    let line = "melange-fute roll=3 phase=window slots=W4,Y5 platter=B6,G6,O6,V6 \
                / / blue=12 green=2:3,2:2,2:1,3:2,3:1,4:1 orange=12 violet=20 stage=pick";
    given(line)
        .only(2, &["violet 24", "decline"])
        .refuses(2, "yellow top 5");
    // After a 24 it does not fit, and the dice of the active player may be used.
    let table = given(&line.replace("violet=20", "violet=24"));
    table.refuses(2, "violet 24");
    assert!(table.may(2, "yellow top 5"));
}

#[test]
fn a09_a_die_of_the_active_player_may_be_declined() {
    let table = given(
        "tres-fute roll=3 phase=window slots=W2,Y3,O4 platter=B1,G1,V1 \
         / / blue=3 green=1,2,3,4 violet=5 stage=pick",
    );
    table.only(
        2,
        &[
            "white as yellow 2 r2",
            "white as yellow 2 r3",
            "white as orange 2",
            "yellow 3 r1",
            "yellow 3 r4",
            "orange 4",
            "decline",
        ],
    );
}

#[test]
fn a10_extra_dice_may_be_used_after_declining() {
    let mut table = given(&format!("tres-fute-deluxe {PASSIVE}").replace("stage", "+1=1 stage"));
    table.refuses(2, "+1 orange 1");
    table.plays(2, "decline").plays(2, "+1 orange 1");
    assert_eq!(table.sheet(2), "orange=1 +1=1:1");
}

#[test]
fn a10_extra_dice_may_be_used_when_no_die_can_be_picked() {
    // Solo on the first sheet: no platter die fits, and there is no fallback.
    let mut table = given("tres-fute turn=2 / blue=6 green=1,2,3,4 violet=5 +1=1");
    table.luck("W5 Y6 B1 G2 O4 V2");
    table.then(
        "tres-fute turn=2 phase=window slots=W5,Y6,O4 platter=B1,G2,V2 \
         / blue=6 green=1,2,3,4 violet=5 +1=1 stage=extra",
    );
    table.plays(1, "+1 orange 4");
    assert!(table.sheet(1).contains("orange=4"));
}

#[test]
fn a10_extra_dice_may_be_used_after_three_forfeits() {
    let mut table = given("tres-fute-deluxe roll=3 phase=rolled pool=W1,Y2,B3,G4,O5,V6 / +1=1 /");
    table.plays(1, "forfeit");
    assert_eq!(table.asked(), [1, 2]);
    table.plays(1, "+1 orange 5");
    assert_eq!(table.sheet(1), "orange=5 +1=1:1 extra=O");
}

#[test]
fn a16_the_window_is_open_to_all_at_once_in_any_order() {
    let line = "tres-fute roll=3 phase=window slots=W4,Y5,G6 platter=B1,O1,V1 \
                / +1=1 stage=extra / +1=1 stage=pick / stage=pick";
    let moves = [
        (1, "+1 yellow 5 r1"),
        (2, "orange 1"),
        (2, "+1 orange 1"),
        (3, "orange 1"),
    ];
    assert_eq!(given(line).asked(), [1, 2, 3]);
    given(line).refuses(2, "+1 orange 1");
    let mut ends = Vec::new();
    for order in [[0, 1, 2, 3], [1, 0, 3, 2], [3, 1, 2, 0], [1, 2, 3, 0]] {
        let mut table = given(line);
        for index in order {
            let (seat, action) = moves[index];
            table.plays(seat, action);
        }
        ends.push(table.line());
    }
    let end = "tres-fute turn=2 / yellow=3 +1=1:1 / orange=1,1 +1=1:1 / orange=1";
    assert!(ends.iter().all(|line| line == end), "{ends:?}");
}

#[test]
fn a17_the_end_of_the_game_opens_no_second_window() {
    let mut table = given(
        "tres-fute round=4 turn=4 roll=3 phase=window slots=W4,Y5,G6 platter=B1,O1,V1 \
         / / / / +1=2 stage=extra",
    );
    table
        .plays(4, "+1 white as orange 4")
        .refuses(4, "+1 white as violet 4");
    table.plays(4, "done");
    assert!(table.over());
    assert!(table.asked().is_empty());
}

#[test]
fn a18_each_player_may_take_each_die_once_as_extra_die_in_a_turn() {
    let mut table = given(
        "tres-fute roll=3 phase=window slots=W4,Y5,G6 platter=B1,O1,V1 \
         / +1=3 stage=extra / +1=2 stage=pick",
    );
    // A die picked in the regular way may be an extra die as well.
    table
        .plays(1, "+1 white as orange 4")
        .refuses(1, "+1 white as yellow 4 r3");
    table.plays(2, "orange 1").plays(2, "+1 orange 1");
    table.refuses(2, "+1 orange 1");
    // What one player took is free for the other.
    table.plays(2, "+1 white as orange 4");
    assert_eq!(table.sheet(2), "orange=1,1,4 reroll=1 +1=2:2 extra=W,O");
    // The next turn begins with all six again.
    table.plays(1, "done");
    assert_eq!(
        table.line(),
        "tres-fute turn=2 / orange=4 +1=3:1 / orange=1,1,4 reroll=1 +1=2:2"
    );
}

#[test]
fn a18_in_solo_the_active_and_the_passive_turn_count_separately() {
    let mut table =
        given("tres-fute roll=3 phase=window slots=W4,Y5,G6 platter=B1,O1,V1 / +1=3:1 extra=O stage=extra");
    table.refuses(1, "+1 orange 1");
    table
        .plays(1, "done")
        .luck("W6 Y5 B4 G3 O2 V1")
        .plays(1, "orange 2");
    assert!(table.may(1, "+1 orange 2"));
}

#[test]
fn a19_an_extra_die_must_be_entered() {
    let mut table = given(
        "tres-fute roll=3 phase=window slots=W4,Y5,G1 platter=B1,O1,V1 \
         / green=1 violet=4 +1=1 stage=extra /",
    );
    table.refuses(1, "+1 green").refuses(1, "+1 violet 1");
    table.plays(1, "done");
    assert_eq!(table.sheet(1), "green=1 violet=4 +1=1", "nothing was spent");
}

#[test]
fn a19_with_no_die_to_enter_the_extra_die_is_kept() {
    // Only the violet die lies badly enough: every other zone of seat 1 is full.
    let full = "yellow=1,2,3,5,6,8,9,11,12,14,15,16 blue=2,3,4,5,6,7,8,9,10,11,12 \
                green=1,2,3,4,5,6,7,8,9,10,11 orange=1,1,1,2,1,1,2,1,2,1,3 violet=5";
    let mut table = given(&format!(
        "tres-fute roll=3 phase=rolled pool=V4 slots=W4,Y5 platter=B1,G1,O1 / {full} +1=1 /"
    ));
    table.plays(1, "forfeit");
    assert_eq!(table.asked(), [2]);
    assert!(table.sheet(1).ends_with("+1=1"));
}

#[test]
fn a58_joker_and_polish_end_with_their_entry() {
    let mut table = given(
        "melange-fute roll=3 phase=window slots=W3,Y5,G6 platter=B2,O1,V1 \
         / +1=3 joker=2 polish=1 stage=extra /",
    );
    table.plays(1, "+1 blue 9 joker 6");
    // Blue shows 2 again.
    table.only_begin(
        1,
        "+1 white as blue",
        &[
            "+1 white as blue 5",
            "+1 white as blue 4 polish 1",
            "+1 white as blue 6 polish 1",
            "+1 white as blue 6 joker 4",
            "+1 white as blue 5 joker 4 polish 1",
            "+1 white as blue 7 joker 4 polish 1",
        ],
    );
}
