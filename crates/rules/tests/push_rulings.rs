//! The rulings on PUSH, by their numbers.

mod common;

use common::push::{VARIANTS, every_game, given, given_for, given_in, line_for};
use finaud_rules::push::Card;
use finaud_rules::{Decision, Game, TieBreak, Variant};

#[test]
fn a60_who_chooses_to_draw_turns_a_card() {
    for players in 2..=6 {
        let mut table = given_for(players, "", &["zone=r1"]);
        table.plays(1, "draw");
        assert!(table.draws());
        for seat in 1..=players {
            assert_eq!(table.can(seat), [] as [&str; 0]);
            table
                .refuses(seat, "stop")
                .refuses(seat, "draw")
                .refuses(seat, "protect red");
        }
        table.card("blue 4").asks(1, &["place new"]);
    }
}

#[test]
fn a61_with_nothing_but_switch_cards_one_draws_again() {
    for players in 3..=6 {
        let mut table = given_for(players, "phase=drawing", &["zone=r1"]);
        table
            .card("switch")
            .asks(1, &["draw"])
            .refuses(1, "stop")
            .refuses(1, "protect red");
        table
            .plays(1, "draw")
            .card("switch")
            .asks(1, &["draw"])
            .plays(1, "draw")
            .card("blue 4");
        table.plays(1, "place new").asks(1, &["draw", "stop"]);
    }
}

#[test]
fn a61_after_a_switch_card_one_may_stop_if_there_is_a_column() {
    let mut table = given("push phase=drawing columns=b4 / / /");
    table
        .card("switch")
        .asks(1, &["draw", "stop"])
        .plays(1, "stop")
        .plays(1, "take 1");
    table.then("push current=2 discard=switch / zone=b4 / /");
}

#[test]
fn a62_without_a_pile_one_can_only_stop_and_the_turn_is_played_to_its_end() {
    for variant in VARIANTS {
        let line = "push current=3 phase=drawing columns=r1|b2,die pile=g3 / zone=b1 / / zone=y1";
        let mut table = given_in(variant, line);
        table
            .card("green 3")
            .plays(3, "place 1")
            .asks(3, &["stop"])
            .refuses(3, "draw");
        table.plays(3, "stop").plays(3, "take 1").plays(1, "take 1");
        assert_eq!(table.rolls(), Some(1));
        table.die("blue");
        assert!(table.over());
        table.then("push current=3 phase=over pile= / / / zone=r1,g3,y1");
    }
}

#[test]
fn a62_a_last_card_that_fits_nowhere_is_played_to_its_end_too() {
    for players in 2..=6 {
        for variant in VARIANTS {
            let table = "phase=drawing columns=r1|b1|g1 pile=y1";
            let mut table = given_in(variant, &line_for(players, table, &["zone=p2,p3,r5"]));
            table.card("yellow 1");
            assert_eq!(table.rolls(), Some(1));
            table.die("purple");
            for (seat, _) in (2..=players).zip(0..3) {
                assert!(!table.over());
                table.plays(seat, "take 1");
            }
            assert!(table.over(), "{players} players");
            let taken = ["zone=r5", "zone=r1", "zone=b1", "zone=g1"];
            table.then_for("phase=over pile=", &taken[..players.min(4)]);
        }
    }
}

#[test]
fn a62_a_switch_card_may_be_the_last_card() {
    let mut table = given("push phase=drawing columns=r1|b1 pile=switch / / /");
    table
        .card("switch")
        .asks(1, &["stop"])
        .plays(1, "stop")
        .plays(1, "take 1")
        .plays(3, "take 1");
    assert!(table.over());
    table.then("push phase=over pile= / zone=r1 / / zone=b1");
}

#[test]
fn a63_an_empty_zone_cannot_be_protected() {
    for players in 2..=6 {
        let mut table = given_for(players, "", &["protected=r1,b2"]);
        table.asks(1, &["draw"]);
        for colour in ["red", "blue", "green", "yellow", "purple"] {
            table.refuses(1, &format!("protect {colour}"));
        }
    }
}

#[test]
fn a63_nor_a_colour_of_which_nothing_lies_open() {
    let mut table = given("push / zone=g4 protected=r1 / zone=b1");
    table.asks(1, &["draw", "protect green"]);
    table
        .refuses(1, "protect red")
        .refuses(1, "protect blue")
        .refuses(2, "protect blue");
}

#[test]
fn a64_nobody_protects_after_the_last_card() {
    for players in 2..=6 {
        let zones = ["zone=r1", "zone=b2", "zone=g3", "zone=y4", "zone=p5", "zone=r6"];
        let mut table = given_for(players, "phase=drawing pile=b6", &zones[..players]);
        table
            .card("blue 6")
            .plays(1, "place new")
            .plays(1, "stop")
            .plays(1, "take 1");
        assert!(table.over());
        for seat in 1..=players {
            assert_eq!(table.can(seat), [] as [&str; 0]);
        }
        assert_eq!(table.points()[..2], [7, 2]);
    }
}

#[test]
fn a65_a_card_that_fits_somewhere_must_be_placed() {
    for (columns, card, places) in [
        ("r1", "red 1", &["place new"][..]),
        ("r1|b2", "die", &["place 1", "place 2", "place new"]),
        ("r1|b1|g2", "yellow 1", &["place 3"]),
        ("r1|b2|g3", "yellow 4", &["place 1", "place 2", "place 3"]),
        ("r1,die|b2,die|g3", "die", &["place 3"]),
    ] {
        let mut table = given(&format!("push phase=drawing columns={columns} / zone=r2 / /"));
        table.card(card).asks(1, places);
        for other in ["draw", "stop", "take 1", "protect red"] {
            table.refuses(1, other);
        }
    }
}

#[test]
fn a66_a_fourth_die_card_fits_nowhere() {
    for players in 2..=6 {
        let table = "phase=drawing columns=r1,die|b2,die|die discard=p6";
        let mut table = given_for(players, table, &["zone=g5"]);
        table.card("die");
        assert_eq!(table.rolls(), Some(1), "{players} players");
        let rolling = "phase=rolling taker=1 columns=r1,die|b2,die|die discard=p6,die";
        table.then_for(rolling, &["zone=g5"]).die("green");
        assert_eq!(table.chooser(), Some(2));
    }
}

#[test]
fn a67_switch_cards_count_after_a_card_that_fits_nowhere_too() {
    for players in 3..=6 {
        for switches in 0..4 {
            let table = format!("current=2 phase=drawing switches={switches} columns=r1|b1|g1");
            let mut table = given_for(players, &table, &[]);
            table.card("yellow 1").die("red");
            let step = if switches % 2 == 0 { 1 } else { players - 1 };
            let mut taker = 2;
            for _ in 0..3.min(players - 1) {
                taker = (taker - 1 + step) % players + 1;
                assert_eq!(
                    table.chooser(),
                    Some(taker),
                    "{players} players, {switches} Switch cards"
                );
                table.plays(taker, "take 1");
            }
            assert_eq!(table.chooser(), Some(3), "the turns go on clockwise");
        }
    }
}

#[test]
fn a68_nobody_may_refuse_a_column() {
    for players in 2..=6 {
        let table = "phase=taking taker=2 columns=die";
        let mut table = given_for(players, table, &["zone=r1", "zone=r2"]);
        table.asks(2, &["take 1"]);
        for other in ["draw", "stop", "protect red", "take 2"] {
            table.refuses(2, other).refuses(1, other);
        }
        table.plays(2, "take 1");
        assert_eq!(table.rolls(), Some(2));
    }
}

#[test]
fn a68_nor_may_the_player_who_stops() {
    let mut table = given("push phase=after-card columns=die|r1,die / zone=r2 / /");
    table.plays(1, "stop").asks(1, &["take 1", "take 2"]);
    table.refuses(1, "draw").refuses(1, "stop").refuses(2, "take 1");
}

#[test]
fn a69_each_taker_rolls_before_the_next_one_chooses() {
    for players in 3..=6 {
        let mut table = given_for(players, "phase=after-card columns=r1,die|b1,die|g1,die", &[]);
        table.plays(1, "stop").plays(1, "take 1");
        for seat in 1..=3 {
            assert_eq!((table.rolls(), table.chooser()), (Some(seat), None));
            assert_eq!(usize::from(table.position.rolls()), seat - 1);
            table.refuses(seat % players + 1, "take 1");
            table.die("star");
            if seat < 3 {
                table.plays(seat + 1, "take 1");
            }
        }
        table.then_for(
            "current=2 discard=die,die,die",
            &["zone=r1", "zone=b1", "zone=g1"],
        );
    }
}

#[test]
fn a69_the_player_who_went_too_far_rolls_before_the_others_choose() {
    let mut table = given("push phase=drawing columns=r1|b1|g1,die / zone=p2 / /");
    table.card("yellow 1").refuses(2, "take 1");
    assert_eq!(table.rolls(), Some(1));
    table.die("purple").plays(2, "take 3");
    assert_eq!((table.rolls(), table.position.rolls()), (Some(2), 1));
    table.die("star").plays(3, "take 2");
    table.then("push current=2 discard=r1,y1,p2,die / / zone=g1 / zone=b1");
}

#[test]
fn a70_two_players_leave_columns_and_they_are_discarded() {
    let mut stopped = given("push phase=after-card columns=r1|b1,g2|y3 / /");
    stopped.plays(1, "stop").plays(1, "take 1").plays(2, "take 1");
    stopped.then("push current=2 discard=y3 / zone=r1 / zone=b1,g2");
    let mut too_far = given("push phase=drawing columns=r1|b1,g2|y1 / /");
    too_far.card("green 1").die("red").plays(2, "take 2");
    too_far.then("push current=2 discard=r1,g1,y1 / / zone=b1,g2");
}

#[test]
fn a70_three_players_leave_a_column_after_a_card_that_fits_nowhere() {
    for variant in VARIANTS {
        let mut table = given_in(variant, "push phase=drawing columns=r1|b1|g1 / / /");
        table
            .card("yellow 1")
            .die("star")
            .plays(2, "take 1")
            .plays(3, "take 1");
        table.then("push current=2 discard=g1,y1 / / zone=r1 / zone=b1");
    }
    for players in 4..=6 {
        let mut table = given_for(players, "phase=drawing columns=r1|b1|g1", &[]);
        table
            .card("yellow 1")
            .die("star")
            .plays(2, "take 1")
            .plays(3, "take 1")
            .plays(4, "take 1");
        table.then_for("current=2 discard=y1", &["", "zone=r1", "zone=b1", "zone=g1"]);
    }
}

#[test]
fn a71_nobody_rolls_for_a_column_that_is_discarded() {
    let mut table = given("push phase=after-card columns=r1|b1|g1,die / zone=p2 / zone=y2");
    table.plays(1, "stop").plays(1, "take 1").plays(2, "take 1");
    table.asks(2, &["draw", "protect blue", "protect yellow"]);
    table.then("push current=2 discard=g1,die / zone=r1,p2 / zone=b1,y2");
    let mut three = given("push phase=drawing columns=r1,die|b1,die|g1,die / / /");
    three
        .card("yellow 1")
        .die("star")
        .plays(2, "take 1")
        .die("star")
        .plays(3, "take 1")
        .die("star");
    three.then("push current=2 discard=g1,y1,die,die,die / / zone=r1 / zone=b1");
}

#[test]
fn a72_a_tie_is_broken_by_the_cards_held_at_the_end() {
    // Seat 1 has had more cards, but lost them: what he holds counts.
    let mut table = given("push phase=drawing pile=die / zone=r1,r2,r3 protected=b6 / zone=g2 protected=g4");
    table
        .card("die")
        .plays(1, "place new")
        .plays(1, "stop")
        .plays(1, "take 1")
        .die("red");
    assert!(table.over());
    assert_eq!((table.points(), table.winners()), (vec![6, 6], vec![2]));
    assert_eq!(
        table.game.decision(&table.position),
        Decision::TieBreak(TieBreak::MostCards)
    );
    let shared = given_for(
        4,
        "phase=over pile=",
        &["zone=r1,r5", "zone=b6", "protected=g2,g4", "zone=y3 protected=p3"],
    );
    assert_eq!(
        shared.winners(),
        [1, 3, 4],
        "open and protected cards count alike"
    );
    assert_eq!(
        shared.game.decision(&shared.position),
        Decision::Shared(TieBreak::MostCards)
    );
}

#[test]
fn a73_who_went_too_far_loses_this_turn_only() {
    for players in 2..=6 {
        let mut table = given_for(players, "phase=drawing columns=r1|b1|g1", &[]);
        table.card("yellow 1").die("star");
        for seat in 2..=players.min(4) {
            table.plays(seat, "take 1");
        }
        for seat in 2..=players {
            assert_eq!(table.chooser(), Some(seat));
            table.plays(seat, "draw").card("die").plays(seat, "place new");
            table.plays(seat, "stop").plays(seat, "take 1").die("star");
        }
        table.asks(1, &["draw"]);
    }
}

#[test]
fn a74_who_went_too_far_loses_the_colour_of_the_die_only() {
    let rolling = |variant| {
        let mut table = given_in(
            variant,
            "push phase=drawing columns=r1|b1|g1 / zone=r2,b3,g4,y5,y5 protected=y6,p6 / zone=y2",
        );
        table.card("yellow 1");
        table
    };
    for variant in VARIANTS {
        for (face, zone) in [
            ("red", "b3,g4,y5,y5"),
            ("blue", "r2,g4,y5,y5"),
            ("green", "r2,b3,y5,y5"),
            ("yellow", "r2,b3,g4"),
            ("purple", "r2,b3,g4,y5,y5"),
        ] {
            let mut table = rolling(variant);
            table.die(face).plays(2, "take 1");
            let left = format!(" / zone={zone} protected=y6,p6 / zone=r1,y2");
            assert!(table.line().ends_with(&left), "{face}: {}", table.line());
        }
    }
    let mut standard = rolling(Variant::Standard);
    standard.die("star").plays(2, "take 1");
    standard.then("push current=2 discard=b1,g1,y1 / zone=r2,b3,g4,y5,y5 protected=y6,p6 / zone=r1,y2");
    let mut risk = rolling(Variant::Risk);
    risk.die("star").plays(2, "take 1");
    risk.then("push current=2 discard=r2,b1,b3,g1,g4,y1,y5,y5 / protected=y6,p6 / zone=r1,y2");
}

#[test]
fn a75_the_value_of_protected_cards_is_public() {
    let table = given("push / protected=r1,r6 / zone=b2");
    assert_eq!(table.points(), [7, 2]);
    assert_eq!(table.line(), "push / protected=r1,r6 / zone=b2");
}

#[test]
fn a76_two_players_play_without_switch_cards() {
    for game in every_game() {
        let players = game.seats();
        let table = given_in(game.variant(), &line_for(players, "phase=drawing", &[]));
        let (cards, all) = table.outcomes();
        let switches = cards.iter().any(|(card, _)| card == "card switch");
        assert_eq!(
            (all, switches),
            if players == 2 { (108, false) } else { (120, true) }
        );
        assert_eq!(game.deck().count(Card::Switch), if players == 2 { 0 } else { 12 });
    }
    let table = given("push phase=drawing / /");
    assert_eq!(
        table.refuses_luck("card switch"),
        "no such card is left in the pile"
    );
}

#[test]
fn a77_with_nothing_but_switch_cards_left_one_may_still_protect() {
    for players in 3..=6 {
        let mut table = given_for(players, "pile=switch,switch", &["zone=r1,b2", "zone=g3"]);
        table
            .asks(1, &["draw", "protect red", "protect blue"])
            .plays(1, "protect red");
        table.asks(2, &["draw", "protect green"]);
    }
}

#[test]
fn a77_after_drawing_one_draws_to_the_end_and_the_game_is_over_without_taking_or_rolling() {
    for players in 3..=6 {
        for variant in VARIANTS {
            let zones = ["zone=r1,b2", "zone=g3"];
            let mut table = given_in(
                variant,
                &line_for(players, "current=2 pile=switch,switch,switch", &zones),
            );
            for _ in 0..2 {
                table.plays(2, "draw").card("switch").asks(2, &["draw"]);
                table.refuses(2, "stop").refuses(2, "protect green");
            }
            table.plays(2, "draw").card("switch");
            assert!(table.over());
            table.then_for("current=2 phase=over pile=", &zones);
        }
    }
}

#[test]
fn a78_the_die_is_rolled_even_if_nothing_can_be_lost() {
    for players in 2..=6 {
        for variant in VARIANTS {
            for face in ["red", "star"] {
                let too_far = line_for(players, "phase=drawing columns=r1|b1|g1", &["protected=r6"]);
                let mut table = given_in(variant, &too_far);
                table.card("yellow 1");
                assert_eq!(table.rolls(), Some(1));
                table.die(face);
                assert_eq!((table.chooser(), table.points()[0]), (Some(2), 6));
                let alone = line_for(players, "phase=after-card columns=die", &["protected=r6"]);
                let mut table = given_in(variant, &alone);
                table.plays(1, "stop").plays(1, "take 1");
                assert_eq!(table.rolls(), Some(1));
                table
                    .die(face)
                    .then_for("current=2 discard=die", &["protected=r6"]);
            }
        }
    }
}
