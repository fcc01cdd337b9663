//! How a game runs: rounds, turns, rolls, the platter, the window at the end of a turn, the end, and who wins.

mod common;

use common::random::{self, Mood, play_out};
use common::{Story, given, new_game};
use finaud_record::Notation;
use finaud_rules::{Action, Decision, Die, Game, Next, Phase, Seat, TableGame, TieBreak, builtin_ids};

const IDS: [&str; 4] = ["tres-fute", "tres-fute-deluxe", "melange-fute", "hyper-fute"];

fn letters(table: &Story) -> Vec<char> {
    table.game.sheet().dice.iter().map(|die| die.letter).collect()
}

/// All dice that are due show a 1, everybody chooses what comes first, until the turn is over.
fn play_a_turn(table: &mut Story) {
    let turn = |table: &Story| (table.position.round(), table.position.turn());
    let began = turn(table);
    while turn(table) == began && table.position.phase() != Phase::Over {
        play_something(table);
    }
}

fn play_something(table: &mut Story) {
    match table.game.next(&table.position) {
        Next::Over => panic!("the game is over"),
        Next::Chance(_) => {
            let mut first = None;
            table.game.outcomes(&table.position, &mut |luck, _| {
                first.get_or_insert(luck);
            });
            let luck = first.expect("an outcome");
            table
                .game
                .apply_chance(&mut table.position, luck)
                .expect("luck is due");
        }
        Next::Choice(seats) => {
            let seat = seats.first().expect("somebody");
            let mut actions = Vec::new();
            table.game.legal(&table.position, seat, &mut actions);
            table
                .game
                .play(&mut table.position, seat, actions[0])
                .expect("legal");
        }
    }
}

#[test]
fn four_players_play_4_rounds_three_5_and_fewer_6() {
    for id in IDS {
        for (players, rounds) in [(1, 6), (2, 6), (3, 5), (4, 4)] {
            let mut table = new_game(id, players);
            assert_eq!(table.game.rounds(), rounds);
            for round in 1..=rounds {
                for turn in 0..players.max(2) as u8 {
                    while table.position.phase() == Phase::RoundStart {
                        play_something(&mut table);
                    }
                    assert_eq!(
                        (table.position.round(), table.position.turn()),
                        (round, turn),
                        "{id}"
                    );
                    let active = (usize::from(turn) < players).then_some(Seat(turn));
                    assert_eq!(
                        table.position.active(),
                        active,
                        "the dice go round clockwise from seat 1"
                    );
                    assert_eq!(table.to_roll().len(), 6, "every turn begins with all six dice");
                    play_a_turn(&mut table);
                }
            }
            assert!(table.over(), "{id} with {players}");
        }
    }
}

#[test]
fn alone_one_is_active_six_times_and_passive_six_times() {
    let mut table = new_game("tres-fute-deluxe", 1);
    let mut roles = String::new();
    while !table.over() {
        if table.position.phase() == Phase::Rolling && table.position.roll() == 1 {
            roles.push(if table.position.active().is_some() {
                'A'
            } else {
                'P'
            });
        }
        play_something(&mut table);
    }
    assert_eq!(roles, "AP".repeat(6));
}

#[test]
fn the_start_of_rounds_1_to_4_gives_everybody_something_and_later_rounds_nothing() {
    for (id, bonuses) in [
        (
            "tres-fute",
            ["reroll=1", "+1=1", "reroll=1", "pending=black_X_or_black_6"],
        ),
        (
            "tres-fute-deluxe",
            ["reroll=1", "+1=1", "reroll=1", "pending=black_?"],
        ),
        (
            "melange-fute",
            ["reroll=1", "+1=1", "pending=melange", "pending=black_?"],
        ),
        ("hyper-fute", ["reroll=1", "+1=1", "joker=1", "pending=black_?"]),
    ] {
        assert_eq!(new_game(id, 2).line(), format!("{id} / reroll=1 / reroll=1"));
        for round in 1..6u8 {
            let letters = letters(&new_game(id, 1));
            let dice: Vec<String> = letters.iter().map(|die| format!("{die}1")).collect();
            let passive = "/ foxes=1 stage=pick / foxes=2";
            let mut table = given(&format!(
                "{id} round={round} turn=2 roll=3 phase=window slots={} platter={} {passive}",
                dice[..3].join(","),
                dice[3..].join(",")
            ));
            let pick = table.can(1)[0].clone();
            table.plays(1, &pick);
            let won = bonuses.get(usize::from(round)).map_or("", |won| won);
            assert_eq!(table.sheet(2), with_foxes(won), "{id}: round {}", round + 1);
        }
    }
}

/// A sheet with two foxes and a bonus, in the order positions write them.
fn with_foxes(won: &str) -> String {
    let sheet = if won.starts_with("pending") {
        format!("foxes=2 {won}")
    } else {
        format!("{won} foxes=2")
    };
    sheet.trim().to_string()
}

#[test]
fn dice_lower_than_the_picked_one_go_to_the_platter_and_equal_ones_stay() {
    let mut table = given("tres-fute phase=rolled pool=W3,Y2,B3,G1,O4,V3 / /");
    table.plays(1, "violet 3");
    table.then("tres-fute roll=2 pool=W3,B3,O4 slots=V3 platter=Y2,G1 / violet=3 /");
    // The lowest die moves nothing.
    let mut table = given("tres-fute phase=rolled pool=W3,Y2,B3,G1,O4,V3 / /");
    table.plays(1, "green");
    table.then("tres-fute roll=2 pool=W3,Y2,B3,O4,V3 slots=G1 / green=1 /");
}

#[test]
fn without_a_die_left_the_turn_is_over() {
    let mut table = given("tres-fute phase=rolled pool=W1,Y2,B3,G4,O5,V6 / /");
    table.plays(1, "violet 6");
    table.then("tres-fute phase=window slots=V6 platter=W1,Y2,B3,G4,O5 / violet=6 / stage=pick");
}

#[test]
fn after_the_third_roll_all_other_dice_go_to_the_platter() {
    let mut table = given("tres-fute roll=3 phase=rolled pool=W6,Y6,O6 slots=G2,V2 platter=B1 / /");
    table.plays(1, "orange 6");
    table.then("tres-fute roll=3 phase=window slots=G2,V2,O6 platter=W6,Y6,B1 / orange=6 / stage=pick");
}

#[test]
fn what_a_pick_sends_to_the_platter_can_be_asked_before() {
    let sent = |line: &str| {
        let table = given(line);
        Die::ALL.map(|die| {
            let dice = table.position.sent_to_platter(die).iter();
            dice.map(|die| table.game.sheet().dice[die.index()].letter)
                .collect::<String>()
        })
    };
    assert_eq!(
        sent("tres-fute phase=rolled pool=W3,Y2,B3,G1,O4,V3 / /"),
        ["YG", "G", "YG", "", "WYBGV", "YG"]
    );
    // After the third roll nothing stays, and dice that are not in the pool send nothing anywhere.
    assert_eq!(
        sent("tres-fute roll=3 phase=rolled pool=W6,Y6,O1 slots=G2,V2 platter=B1 / /"),
        ["YO", "WO", "", "", "WY", ""]
    );
    assert_eq!(
        sent("tres-fute roll=3 phase=window slots=G2,V2,O6 platter=W6,Y6,B1 / / stage=pick"),
        [""; 6]
    );
}

#[test]
fn what_a_pick_is_said_to_send_to_the_platter_lies_there_afterwards() {
    let mut picks = 0;
    for (seed, id) in (1..).zip(builtin_ids()) {
        let game: TableGame = random::game(id, 2);
        play_out(&game, seed, Mood::Eager, |position, _, _| {
            let Some(seat) = position.active().filter(|_| position.phase() == Phase::Rolled) else {
                return;
            };
            let mut legal = Vec::new();
            game.legal(position, seat, &mut legal);
            for action in legal {
                let Action::Pick(entry) = action else { continue };
                let mut after = *position;
                game.play(&mut after, seat, action).expect("a legal pick");
                while after.phase() == Phase::Entered {
                    let mut gifts = Vec::new();
                    game.legal(&after, seat, &mut gifts);
                    game.play(&mut after, seat, gifts[0]).expect("a use of a bonus");
                }
                // If nobody could do anything more, the dice of the next turn lie there already.
                if (after.round(), after.turn()) == (position.round(), position.turn()) {
                    let sent = after.dice().platter().minus(position.dice().platter());
                    assert_eq!(
                        sent,
                        position.sent_to_platter(entry.die),
                        "{}",
                        game.position_text(position)
                    );
                    picks += 1;
                }
            }
        });
    }
    assert!(picks > 500, "{picks}");
}

#[test]
fn a_chain_of_bonuses_ends_before_lower_dice_are_put_away() {
    let mut table = given("tres-fute phase=rolled pool=W3,Y1,B4,G1,O1,V1 / blue=3,11 /");
    table.plays(1, "blue 7");
    table.then("tres-fute phase=entered pool=W3,Y1,G1,O1,V1 slots=B4 / blue=3,7,11 pending=violet_6 /");
    assert_eq!(table.asked(), [1]);
    table.plays(1, "violet 6: violet 6");
    assert!(table.table().ends_with("slots=B4 platter=W3,Y1,G1,O1,V1"));
}

#[test]
fn passive_players_may_pick_the_same_die_which_stays_where_it_is() {
    let mut table = given(
        "tres-fute turn=2 roll=3 phase=window slots=W4,Y5,G6 platter=B1,O1,V1 / stage=pick / / stage=pick",
    );
    let dice = table.table();
    table.plays(3, "orange 1");
    assert_eq!(table.table(), dice);
    table.plays(1, "orange 1");
    table.then("tres-fute turn=3 / orange=1 / / orange=1");
}

#[test]
fn a_player_with_a_waiting_bonus_keeps_nobody_else_waiting() {
    let mut table = given(
        "tres-fute roll=3 phase=window slots=W4,Y5,G6 platter=B1,O1,V1 \
         / / orange=1,1,1,2 stage=pick / stage=pick",
    );
    table.plays(2, "orange 1");
    assert_eq!(table.asked(), [2, 3]);
    table.plays(3, "violet 1");
    assert_eq!(table.asked(), [2], "but the turn is not over");
    table.plays(2, "yellow X: yellow 3 r1");
    assert_eq!(table.table(), "tres-fute turn=2");
}

#[test]
fn everybody_may_use_several_extra_dice_of_any_place() {
    let mut table =
        given("tres-fute roll=3 phase=window slots=W4,Y5,G6 platter=B1,O1,V1 / / +1=3 stage=pick");
    table.plays(2, "orange 1");
    // Of the platter, the die picked before included, and of the slots of the active player.
    table
        .plays(2, "+1 orange 1")
        .plays(2, "+1 yellow 5 r1")
        .plays(2, "+1 violet 1");
    assert_eq!(
        table.line(),
        "tres-fute turn=2 / / yellow=3 orange=1,1 violet=1 +1=3:3"
    );
}

#[test]
fn extra_dice_are_used_only_at_the_end_of_a_turn() {
    given("tres-fute phase=rolled pool=W1,Y1,B1,G1,O1,V1 / +1=3").refuses(1, "+1 orange 1");
    given("tres-fute roll=2 phase=rolled pool=W1,Y1,B1,G1,O1 slots=V1 / +1=3 / +1=3")
        .refuses(1, "+1 orange 1")
        .refuses(2, "+1 orange 1");
}

#[test]
fn nobody_else_acts_while_the_active_player_rolls() {
    let table = given("tres-fute-deluxe phase=rolled pool=W1,Y1,B1,G1,O1,V1 / / +1=3 reroll=3");
    assert_eq!(table.asked(), [1]);
    for action in ["orange 1", "forfeit", "reroll", "decline", "done"] {
        table.refuses(2, action);
    }
}

#[test]
fn the_white_die_may_stand_for_every_colour_and_no_other_die_for_another() {
    let table = given("tres-fute phase=rolled pool=W4,Y1,B2,G3,O5,V6");
    table.only(
        1,
        &[
            "yellow 1 r2",
            "yellow 1 r3",
            "blue 6",
            "green",
            "orange 5",
            "violet 6",
            "white as yellow 4 r3",
            "white as yellow 4 r4",
            "white as blue 6",
            "white as green",
            "white as orange 4",
            "white as violet 4",
        ],
    );
    let table = given("hyper-fute phase=rolled pool=W2,Y1,T1,B4,N1,P1");
    for zone in [
        "yellow 2 r1",
        "turquoise 2 r5",
        "blue left 6",
        "brown 2 #5",
        "pink half 1",
    ] {
        assert!(table.may(1, &format!("white as {zone}")), "{zone}");
    }
}

#[test]
fn circling_the_last_box_of_a_row_gives_its_bonus_on_hyper_fute() {
    // Pink cells 2, 4 and 5 give a reroll, a +1 and a joker.
    for (boxes, pink, gains) in [
        ("reroll=6", "1", "reroll=7 foxes=1"),
        ("+1=6", "1,1,1", "+1=7 pending=brown_?"),
        ("joker=6", "1,1,1,1", "joker=7 pending=pink_?"),
        ("reroll=5", "1", "reroll=6"),
        ("+1=5", "1,1,1", "+1=6"),
        ("joker=5", "1,1,1,1", "joker=6"),
    ] {
        let mut table = given(&format!(
            "hyper-fute phase=rolled pool=W6,Y6,T6,B6,N6,P1 / pink={pink} {boxes} /"
        ));
        table.plays(1, "pink half 1");
        assert_eq!(table.sheet(1), format!("pink={pink},1 {gains}"));
    }
    // At the start of a round, too.
    let mut table = given(
        "hyper-fute round=2 turn=2 roll=3 phase=window slots=W1,Y1,T1 platter=B1,N1,P1 / joker=6 stage=pick / joker=2",
    );
    table.plays(1, "decline");
    table.then("hyper-fute round=3 phase=round-start / joker=7 pending=pink_? / joker=3");
}

#[test]
fn boxes_are_circled_from_the_left_and_jokers_used_in_any_order() {
    let mut table = given("hyper-fute phase=rolled pool=W6,Y6,T6,B6,N6,P1 / joker=4");
    table.only_begin(
        1,
        "pink",
        &[
            "pink half 1",
            "pink half 2 joker 3",
            "pink half 2 joker 4",
            "pink half 3 joker 5",
            "pink half 3 joker 6",
        ],
    );
    table.plays(1, "pink half 3 joker 5");
    assert_eq!(table.sheet(1), "pink=3 joker=4:3");
    given("hyper-fute phase=rolled pool=W6,Y6,T6,B6,N6,P1 / joker=4:1,3").only_begin(
        1,
        "pink",
        &["pink half 1", "pink half 2 joker 4", "pink half 3 joker 6"],
    );
    // Rerolls, extra dice and polish are crossed off from the left.
    let mut table = given("tres-fute phase=rolled pool=W6,Y6,B6,G6,O6,V6 / reroll=3:1");
    table.plays(1, "reroll");
    assert_eq!(table.sheet(1), "reroll=3:2");
}

#[test]
fn most_points_win_then_the_highest_zone_then_victory_is_shared() {
    let winners = |sheets: &str| given(&format!("tres-fute / {sheets}")).winners();
    assert_eq!(winners("orange=5 / orange=6 / orange=4"), [2]);
    assert_eq!(
        winners("orange=5 violet=1 / orange=6 / orange=4"),
        [2],
        "6 in a zone beats 5"
    );
    assert_eq!(winners("orange=6 / violet=6 / orange=4 / orange=3,3"), [1, 2, 4]);
    assert_eq!(
        winners("orange=4 violet=2 / orange=3 violet=3 / orange=2 violet=4"),
        [1, 3]
    );
    assert_eq!(winners("orange=1 / orange=2 / violet=2 / orange=2 green=1"), [4]);
    assert_eq!(winners("/ /"), [1, 2, 3]);
    assert_eq!(winners("orange=1"), [1]);
    // Below zero, too.
    let table = given("melange-fute / yellow=|6| / yellow=|5| / yellow=|6|");
    assert_eq!(table.winners(), [2]);
    assert_eq!(table.game.points(&table.position, Seat(0)), -6);
    assert_eq!(table.game.points(&table.position, Seat(2)), -6);
}

#[test]
fn what_decided_can_be_asked() {
    let decision = |sheets: &str| {
        let table = given(&format!("tres-fute / {sheets}"));
        table.game.decision(&table.position)
    };
    assert_eq!(decision("orange=5 / orange=6 / orange=4"), Decision::Points);
    assert_eq!(
        decision("orange=5 violet=1 / orange=6 / orange=4"),
        Decision::TieBreak(TieBreak::BestZone)
    );
    // Three are level; the highest zone leaves two of them.
    assert_eq!(
        decision("orange=4 violet=2 / orange=3 violet=3 / orange=2 violet=4"),
        Decision::Shared(TieBreak::BestZone)
    );
    assert_eq!(decision("orange=1"), Decision::Points);
}

#[test]
fn an_empty_sheet_is_worth_nothing() {
    for id in IDS {
        let score = given(&format!("{id} / foxes=3")).score(1);
        assert_eq!(
            (score.zones, score.fox_points, score.total),
            ([0; 5], 0, 0),
            "{id}"
        );
    }
}

#[test]
fn the_game_ends_after_the_window_of_the_last_turn() {
    for (round, players) in [(6, 2), (5, 3), (4, 4)] {
        let others = "/ stage=pick ".to_string() + &"/ ".repeat(players - 1);
        let line = format!(
            "tres-fute round={round} turn={players} roll=3 phase=window slots=W4,Y5,G6 platter=B1,O1,V1 {others}"
        );
        let mut table = given(&line);
        assert!(!table.over());
        table.plays(1, "orange 1");
        assert!(table.over());
        assert_eq!(table.position.round(), round);
    }
    let mut solo = given("tres-fute round=6 turn=2");
    solo.luck("W6 Y5 B4 G3 O2 V1").plays(1, "orange 2");
    assert!(solo.over());
    assert_eq!(solo.zone(1, "orange"), 2);
}
