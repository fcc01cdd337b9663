//! What the rulebook of PUSH shows and says, in its order.

mod common;

use common::push::{VARIANTS, every_game, given, given_for, given_in, line_for};
use finaud_rules::Variant;

#[test]
fn t43_mateo_can_place_his_yellow_2_in_the_third_column_only() {
    let mut mateo = given("push phase=drawing columns=r2,b5|g1,y4|b3,p6 / / /");
    mateo.card("yellow 2").asks(1, &["place 3"]);
    mateo
        .refuses(1, "place 1")
        .refuses(1, "place 2")
        .refuses(1, "place new");
    mateo.refuses(1, "draw").refuses(1, "stop");
    mateo.plays(1, "place 3");
    mateo.then("push phase=after-card columns=r2,b5|g1,y4|b3,y2,p6 / / /");
}

#[test]
fn t44_a_red_die_takes_the_red_cards_of_the_zone_and_leaves_the_protected_ones() {
    for variant in VARIANTS {
        let mut table = given_in(
            variant,
            "push phase=rolling taker=1 discard=die / zone=r1,r5,b2 protected=r6,g3 / zone=r2",
        );
        table.die("red");
        table.then("push current=2 discard=r1,r5,die / zone=b2 protected=r6,g3 / zone=r2");
        assert_eq!(table.points(), [2 + 6 + 3, 2]);
    }
}

#[test]
fn there_are_120_cards_and_a_die_of_six_faces() {
    let (cards, all) = given("push phase=drawing / / /").outcomes();
    assert_eq!((cards.len(), all), (32, 120));
    for (card, count) in cards {
        let wanted = match card.as_str() {
            "card die" => 18,
            "card switch" => 12,
            _ => 3,
        };
        assert_eq!(count, wanted, "{card}");
    }
    let (faces, all) = given("push phase=rolling taker=1 discard=die / / /").outcomes();
    assert_eq!((faces.len(), all), (6, 6));
    assert!(faces.iter().all(|(_, weight)| *weight == 1), "{faces:?}");
}

#[test]
fn the_first_player_begins_with_an_empty_table_and_can_only_draw() {
    for game in every_game() {
        let line = line_for(finaud_rules::Game::seats(&game), "", &[]);
        given_in(game.variant(), &line).asks(1, &["draw"]);
    }
}

#[test]
fn play_goes_clockwise() {
    for players in 2..=6 {
        let zones = ["zone=b1", "zone=b2", "zone=b3", "zone=b4", "zone=b5", "zone=b6"];
        let mut table = given_for(players, "", &zones[..players]);
        for seat in 1..=players {
            table
                .asks(seat, &["draw", "protect blue"])
                .plays(seat, "protect blue");
        }
        for seat in 1..=players {
            table.asks(seat, &["draw"]).plays(seat, "draw").card("die");
            table.plays(seat, "place new").plays(seat, "stop");
            table.plays(seat, "take 1").die("blue");
        }
        table.asks(1, &["draw"]);
    }
}

#[test]
fn a_card_begins_a_column_or_joins_one_that_has_neither_its_colour_nor_its_value() {
    let mut table = given("push phase=drawing / / /");
    table.card("red 5").asks(1, &["place new"]).plays(1, "place new");
    table.asks(1, &["draw", "stop"]).plays(1, "draw");
    table
        .card("green 2")
        .asks(1, &["place 1", "place new"])
        .plays(1, "place 1")
        .plays(1, "draw");
    table
        .card("red 6")
        .asks(1, &["place new"])
        .plays(1, "place new")
        .plays(1, "draw");
    table
        .card("blue 5")
        .asks(1, &["place 2", "place new"])
        .plays(1, "place new")
        .plays(1, "draw");
    table
        .card("purple 1")
        .asks(1, &["place 1", "place 2", "place 3"])
        .plays(1, "place 2");
    table.then("push phase=after-card columns=r5,g2|r6,p1|b5 / / /");
}

#[test]
fn every_pair_of_cards_shares_a_column_unless_colour_or_value_is_the_same() {
    let colours = ["red", "blue", "green", "yellow", "purple"];
    let cards: Vec<(usize, u8)> = (0..5)
        .flat_map(|colour| (1..=6).map(move |value| (colour, value)))
        .collect();
    for (first, one) in &cards {
        for (second, other) in &cards {
            let letter = &colours[*first][..1];
            let mut table = given(&format!("push phase=drawing columns={letter}{one} / /"));
            table.card(&format!("{} {other}", colours[*second]));
            let fits = first != second && one != other;
            let wanted: &[&str] = if fits {
                &["place 1", "place new"]
            } else {
                &["place new"]
            };
            table.asks(1, wanted);
        }
    }
}

#[test]
fn a_column_holds_at_most_five_number_cards_and_one_die_card() {
    let table = "push phase=drawing columns=r1,b2,g3,y4,p5 / /";
    let mut full = given(table);
    full.card("red 6").asks(1, &["place new"]);
    let mut with_die = given(table);
    with_die
        .card("die")
        .asks(1, &["place 1", "place new"])
        .plays(1, "place 1");
    with_die.plays(1, "draw").card("die").asks(1, &["place new"]);
}

#[test]
fn a_switch_card_lies_beside_the_pile_and_never_in_a_column() {
    let mut table = given("push phase=drawing columns=r5|b2 / / /");
    table.card("switch").asks(1, &["draw", "stop"]);
    table.then("push phase=after-card switches=1 columns=r5|b2 / / /");
}

#[test]
fn who_stops_takes_a_column_and_the_others_choose_from_the_left() {
    for players in 3..=6 {
        let mut table = given_for(players, "phase=after-card columns=r5,g2|b1|y6", &[]);
        table
            .plays(1, "stop")
            .asks(1, &["take 1", "take 2", "take 3"])
            .plays(1, "take 1");
        table.asks(2, &["take 1", "take 2"]).plays(2, "take 2");
        table.asks(3, &["take 1"]).plays(3, "take 1");
        table.then_for("current=2", &["zone=r5,g2", "zone=y6", "zone=b1"]);
    }
}

#[test]
fn switch_cards_turn_the_others_round_and_two_turn_them_back() {
    for players in 3..=6 {
        for (switches, current) in
            (0..=12).flat_map(|switches| (1..=players).map(move |seat| (switches, seat)))
        {
            let step = if switches % 2 == 0 { 1 } else { players - 1 };
            let first = (current - 1 + step) % players + 1;
            let second = (first - 1 + step) % players + 1;
            let table = format!("current={current} phase=after-card switches={switches} columns=r5|b1|y6");
            let mut table = given_for(players, &table, &[]);
            table.plays(current, "stop").plays(current, "take 1");
            table.asks(first, &["take 1", "take 2"]).plays(first, "take 1");
            table.asks(second, &["take 1"]).plays(second, "take 1");
            let left = current % players + 1;
            assert_eq!(table.chooser(), Some(left), "the order of the turns stays");
            assert_eq!(table.position.switches(), 0, "the Switch cards are discarded");
            let discarded = table.position.discard().count(finaud_rules::push::Card::Switch);
            assert_eq!(discarded, switches as u8);
        }
    }
}

#[test]
fn with_fewer_columns_than_players_some_get_none() {
    for players in 2..=6 {
        let mut table = given_for(players, "phase=after-card columns=r5", &[]);
        table.plays(1, "stop").plays(1, "take 1");
        table.then_for("current=2", &["zone=r5"]);
        let mut table = given_for(players, "phase=after-card columns=r5|b1", &[]);
        table.plays(1, "stop").plays(1, "take 2").plays(2, "take 1");
        table.then_for("current=2", &["zone=b1", "zone=r5"]);
    }
}

#[test]
fn a_die_card_makes_its_taker_roll_after_the_cards_are_in_his_zone() {
    let position = "push phase=after-card columns=r5,b2,die|g1 / zone=r1,g3 protected=r2 / zone=r6";
    for variant in VARIANTS {
        let mut table = given_in(variant, position);
        table.plays(1, "stop").plays(1, "take 1");
        assert_eq!(table.rolls(), Some(1));
        let mut red = table.clone();
        red.die("red").plays(2, "take 1");
        red.then("push current=2 discard=r1,r5,die / zone=b2,g3 protected=r2 / zone=r6,g1");
        let mut purple = table.clone();
        purple.die("purple").plays(2, "take 1");
        purple.then("push current=2 discard=die / zone=r1,r5,b2,g3 protected=r2 / zone=r6,g1");
        table.die("star").plays(2, "take 1");
        table.then(match variant {
            Variant::Standard => "push current=2 discard=die / zone=r1,r5,b2,g3 protected=r2 / zone=r6,g1",
            Variant::Risk => "push current=2 discard=r1,r5,b2,g3,die / protected=r2 / zone=r6,g1",
        });
    }
}

#[test]
fn an_opponents_die_card_makes_him_roll_for_his_own_zone() {
    let mut table = given("push phase=after-card columns=b4|r5,die / zone=r1 / zone=r2 / zone=r3");
    table.plays(1, "stop").plays(1, "take 1").plays(2, "take 1");
    assert_eq!(table.rolls(), Some(2));
    table.die("red");
    table.then("push current=2 discard=r2,r5,die / zone=r1,b4 / / zone=r3");
}

#[test]
fn too_many_risks_the_card_is_lost_the_die_is_rolled_and_the_others_share_the_columns() {
    let mut table = given("push phase=drawing columns=r1|b1|g1 / zone=y2,p3 / / / /");
    table.card("yellow 1");
    assert_eq!(table.rolls(), Some(1));
    table
        .die("yellow")
        .asks(2, &["take 1", "take 2", "take 3"])
        .plays(2, "take 2");
    table
        .asks(3, &["take 1", "take 2"])
        .plays(3, "take 2")
        .asks(4, &["take 1"])
        .plays(4, "take 1");
    table.then("push current=2 discard=y1,y2 / zone=p3 / zone=b1 / zone=g1 / zone=r1 /");
}

#[test]
fn protecting_takes_a_whole_turn_and_a_whole_colour_and_can_be_done_again() {
    let mut table = given("push / zone=r1,r1,r6,b2 protected=g5 / zone=r2");
    table
        .asks(1, &["draw", "protect red", "protect blue"])
        .plays(1, "protect red");
    table.then("push current=2 / zone=b2 protected=r1,r1,r6,g5 / zone=r2");
    table
        .plays(2, "protect red")
        .plays(1, "draw")
        .card("red 4")
        .plays(1, "place new");
    table
        .plays(1, "stop")
        .plays(1, "take 1")
        .plays(2, "draw")
        .card("die")
        .plays(2, "place new");
    table
        .plays(2, "stop")
        .plays(2, "take 1")
        .die("red")
        .plays(1, "protect red");
    table.then("push current=2 discard=die / zone=b2 protected=r1,r1,r4,r6,g5 / protected=r2");
    assert_eq!(table.points(), [2 + 1 + 1 + 4 + 6 + 5, 2]);
}

#[test]
fn the_game_ends_with_the_pile_and_all_cards_count() {
    let mut table = given("push current=2 phase=drawing pile=p6 / zone=r1 protected=b6 / zone=g2 / zone=y5");
    table
        .card("purple 6")
        .plays(2, "place new")
        .asks(2, &["stop"])
        .plays(2, "stop")
        .plays(2, "take 1");
    assert!(table.over());
    assert_eq!((table.points(), table.winners()), (vec![7, 8, 5], vec![2]));
    for seat in 1..=3 {
        assert_eq!(table.can(seat), [] as [&str; 0]);
        table.refuses(seat, "draw").refuses(seat, "protect red");
    }
    assert_eq!(
        table.refuses_luck("card red 1"),
        "there is nothing to roll or draw now"
    );
}

#[test]
fn most_points_win_then_most_cards_then_the_victory_is_shared() {
    for (seats, winners) in [
        (["zone=r6", "zone=b5", "zone=g5"], vec![1]),
        (["zone=r6", "zone=b1,b5", "zone=g5"], vec![2]),
        (["zone=r6", "zone=b1 protected=b5", "zone=g1,g2,g3"], vec![3]),
        (["zone=r1,r5", "protected=b2,b4", "zone=g6"], vec![1, 2]),
        (["", "", ""], vec![1, 2, 3]),
    ] {
        let table = given_for(3, "phase=over pile=", &seats);
        assert_eq!(table.winners(), winners, "{seats:?}");
    }
}

#[test]
fn the_discard_is_never_shuffled_again() {
    let mut table = given("push phase=drawing pile=r1,b2 / / /");
    table.card("red 1").plays(1, "place new").plays(1, "draw");
    assert_eq!(
        table.refuses_luck("card red 1"),
        "no such card is left in the pile"
    );
    assert_eq!(table.outcomes(), (vec![("card blue 2".into(), 1)], 1));
    table.card("blue 2").plays(1, "place 1").asks(1, &["stop"]);
}
