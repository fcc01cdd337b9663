//! The coach: what it says about worked positions, and what must hold for all.

use finaud_messages::Language;
use finaud_players::coach::{Analysis, Explain, Reason, analyse};
use finaud_players::{Roster, SearchLimits};
use finaud_record::{Notation, SplitMix64, push};
use finaud_rules::{Game, Next, PushAction, Seat, SoloGame, TableGame, builtin, builtin_ids};

fn solo(id: &str) -> SoloGame {
    SoloGame::new(builtin(id).unwrap().clone(), 1).unwrap()
}

fn table(id: &str, players: usize) -> TableGame {
    TableGame::new(builtin(id).unwrap().clone(), players).unwrap()
}

/// A little effort: enough for every pass of a search.
const LITTLE: SearchLimits = SearchLimits {
    nodes: 600,
    time: None,
    candidates: usize::MAX,
    threads: 1,
};

fn analysed<G: Notation + Roster>(
    game: &G,
    position: &str,
    seat: u8,
    limits: SearchLimits,
) -> Analysis<G::Action> {
    let state = game.read_position(position).unwrap();
    analyse(
        game,
        &mut *game.analyst(limits),
        &state,
        Seat(seat),
        Language::english(),
    )
}

/// What the coach says about an action.
fn why<G: Notation + Roster>(game: &G, position: &str, action: &str) -> String {
    let action = game.read_action(action).unwrap();
    let analysis = analysed(game, position, 0, SearchLimits::NONE);
    let advice = analysis.advice.iter().find(|advice| advice.action == action);
    advice.unwrap().why.clone()
}

#[test]
fn completing_the_blue_row_gives_a_fox() {
    let game = solo("tres-fute");
    let position = "tres-fute phase=rolled pool=W5,Y3,B6,G6,O1,V5 / blue=9,10,12";
    assert_eq!(
        why(&game, position, "blue 11"),
        "completes the third blue row: fox; sends the white 5, the yellow 3, the orange 1 and the violet 5 to the \
         platter; scores 3 points in blue; keeps 1 die for the next roll"
    );
}

#[test]
fn giving_away_the_white_five_is_told() {
    let game = solo("tres-fute");
    let position = "tres-fute phase=rolled pool=W5,Y6,B6,G6,O6,V6 /";
    assert_eq!(
        why(&game, position, "yellow 6 r1"),
        "the first yellow row needs 2 more cells; sends the white 5 to the platter; keeps 4 dice for the next roll"
    );
}

#[test]
fn columns_pay_and_tracks_give() {
    let game = solo("tres-fute");
    let position = "tres-fute roll=3 phase=rolled pool=Y2,G4,O4,V5 slots=W4,B2 / yellow=1,9 green=1,2,3 orange=4,5 violet=4";
    // The last roll of somebody who plays alone gives nothing away.
    assert_eq!(
        why(&game, position, "yellow 2 r2"),
        "completes the first yellow column: 10 points"
    );
    assert_eq!(
        why(&game, position, "green"),
        "this green cell gives a +1; scores 4 points in green; only a 5 or a 6 can follow in green"
    );
    assert_eq!(
        why(&game, position, "orange 4"),
        "this orange cell gives a reroll; scores 4 points in orange"
    );
    assert!(why(&game, position, "violet 5").contains("only a 6 can follow in violet"));
}

#[test]
fn foxes_care_for_the_lowest_zone() {
    let game = solo("tres-fute");
    let position =
        "tres-fute phase=rolled pool=W5,Y3,B6,G6,O1,V5 / yellow=2,6,14,15,16 blue=6 green=1 violet=3 foxes=1";
    assert_eq!(
        why(&game, position, "orange 1"),
        "scores 1 point in orange; the fox is worth 1 point more; keeps 5 dice for the next roll"
    );
}

#[test]
fn rerolls_and_extra_dice_are_spent() {
    let game = solo("tres-fute");
    let position = "tres-fute phase=rolled pool=W5,Y3,B6,G6,O1,V5 / reroll=2";
    assert_eq!(
        why(&game, position, "reroll"),
        "rolls 6 dice; spends a reroll, 1 left"
    );
    let position = "tres-fute round=6 turn=2 phase=window slots=W6,G6,O5 platter=Y4,B5,V1 / +1=2 stage=extra";
    assert!(why(&game, position, "+1 orange 5").contains("spends a +1, 1 left"));
    assert_eq!(
        why(&game, position, "done"),
        "ends the turn and saves 2 × +1 for later"
    );
}

#[test]
fn what_the_next_round_gives_is_not_the_merit_of_a_choice() {
    let game = solo("tres-fute");
    // The choice ends the passive turn and with it the round; the second round begins with a +1 for everybody.
    let position = "tres-fute turn=2 phase=window platter=W1,Y3,B1 slots=G6,O5,V5 / stage=pick";
    assert_eq!(
        why(&game, position, "yellow 3 r1"),
        "the first yellow row needs 2 more cells",
        "no word of the +1"
    );
    let position = "tres-fute turn=2 phase=window platter=W1,Y1,B1 slots=G6,O5,V5 / +1=1 stage=extra";
    assert!(why(&game, position, "+1 yellow 1 r2").ends_with("spends a +1, none left"));
}

#[test]
fn a_choice_that_ends_the_round_is_explained_alone() {
    let game = table("tres-fute", 2);
    // With this choice the second round begins, and both players get a +1.
    let position =
        "tres-fute turn=2 phase=window slots=V6 platter=W1,Y2,B3,G4,O5 / +1=1 / +1=2 violet=6 stage=extra";
    let state = game.read_position(position).unwrap();
    let done = game.read_action("done").unwrap();
    assert_eq!(game.reasons(&state, Seat(1), done), [Reason::Finishes(2)]);
}

#[test]
fn a_bonus_that_would_be_lost_at_once_is_no_reason() {
    let game = solo("tres-fute");
    let why = |orange: &str| {
        let position = format!("tres-fute phase=rolled pool=W1,Y1,B2,G6,O1,V5 / blue=2 orange={orange}");
        why(&game, &position, "white as blue 3")
    };
    assert!(why("1").contains("orange 5"), "{}", why("1"));
    // Every orange cell is filled: the 5 could go nowhere.
    let full = why("1,1,1,2,1,1,2,1,2,1,3");
    assert!(!full.contains("orange"), "{full}");
}

#[test]
fn the_end_of_a_row_of_boxes_is_a_reason() {
    let game = solo("hyper-fute");
    let why = |rerolls: u8| {
        let position = format!("hyper-fute phase=rolled pool=W1,Y1,T3,B4,N5,P4 / yellow=7 reroll={rerolls}");
        why(&game, &position, "yellow 1 r1")
    };
    assert!(why(5).contains("reroll") && !why(5).contains("fox"), "{}", why(5));
    assert!(why(6).contains("completes the row of rerolls: fox"), "{}", why(6));
}

#[test]
fn push_knows_what_a_card_risks() {
    let game = push::game(3, &[]).unwrap();
    let full = "push phase=after-card columns=r5,b4,g3,y2,p1|r4,b3,g2,y1,p6|r3,b2,g1,y6,p5 / zone=r2 / /";
    let draw = why(&game, full, "draw");
    assert_eq!(
        draw,
        "the next card busts 71% of the time, and 17 points are lost"
    );
    assert_eq!(
        why(&game, full, "stop"),
        "secures 17 points; leaves the others 16 and 15 points"
    );
    let room = "push phase=after-card columns=r5 / zone=r2 / /";
    assert_eq!(why(&game, room, "draw"), "the next card cannot bust");
    let turn = "push / zone=r2,r6,b1 / /";
    assert_eq!(why(&game, turn, "protect red"), "protects 8 points in red");
    let taking = "push phase=taking taker=1 columns=r5,b4|g1|y2,die / zone=y6 / /";
    assert_eq!(
        why(&game, taking, "take 3"),
        "takes 2 points; the die costs 1.3 points on average; leaves the others 9 and 1 points"
    );
}

/// Every position of a random game: everything legal is evaluated, the best costs nothing and nothing costs less.
fn holds<G: Notation + Roster>(game: &G, seed: u64, limits: SearchLimits, every: usize) {
    let mut random = SplitMix64::new(seed);
    let mut analyst = game.analyst(limits);
    let mut state = game.start();
    let mut legal = Vec::new();
    for turn in 0usize.. {
        match game.next(&state) {
            Next::Over => break,
            Next::Chance(_) => {
                if turn % every == 0 {
                    let analysis = analyse(game, &mut *analyst, &state, Seat(0), Language::english());
                    assert!(analysis.advice.is_empty() && analysis.outlook.points.is_finite());
                }
                let outcome = game.seeded_outcome(&state, seed).unwrap();
                game.apply_chance(&mut state, outcome).unwrap();
            }
            Next::Choice(seats) => {
                let seat = seats.first().unwrap();
                game.legal(&state, seat, &mut legal);
                if turn % every == 0 {
                    check(
                        game,
                        &analyse(game, &mut *analyst, &state, seat, Language::english()),
                        &legal,
                    );
                }
                let action = legal[random.below(legal.len() as u64) as usize];
                game.play(&mut state, seat, action).unwrap();
            }
        }
    }
    let end = analyse(game, &mut *analyst, &state, Seat(0), Language::english());
    assert_eq!(end.outlook.points, f64::from(game.points(&state, Seat(0))));
}

fn check<G: Notation>(game: &G, analysis: &Analysis<G::Action>, legal: &[G::Action]) {
    let mut told: Vec<G::Action> = analysis.advice.iter().map(|advice| advice.action).collect();
    let mut wanted = legal.to_vec();
    told.sort_unstable();
    wanted.sort_unstable();
    assert_eq!(told, wanted);
    let losses = analysis
        .advice
        .iter()
        .map(|advice| advice.win_loss.unwrap_or(advice.loss));
    assert!(losses.is_sorted(), "best first");
    for advice in &analysis.advice {
        assert!(advice.loss >= 0.0 && advice.win_loss.is_none_or(|loss| loss >= 0.0));
        assert_eq!(advice.outlook.win.is_some(), game.seats() > 1);
        assert!(advice.outlook.win.is_none_or(|win| (0.0..=1.0).contains(&win)));
        assert!(!advice.why.is_empty() && !advice.why.contains('\n'));
    }
    assert!(analysis.advice.iter().any(|advice| advice.loss == 0.0));
    assert_eq!(
        analysis.advice[0].win_loss.unwrap_or(analysis.advice[0].loss),
        0.0
    );
    if legal.len() == 1 {
        assert_eq!(analysis.advice[0].loss, 0.0, "a forced move costs nothing");
    }
}

#[test]
fn every_choice_of_every_game_is_evaluated() {
    for id in builtin_ids() {
        holds(&solo(id), 5, SearchLimits::NONE, 1);
        holds(&table(id, 3), 6, SearchLimits::NONE, 3);
        holds(&solo(id), 7, LITTLE, 5);
        holds(&table(id, 2), 8, LITTLE, 17);
    }
    for players in [2, 4, 6] {
        holds(&push::game(players, &[]).unwrap(), 9, SearchLimits::NONE, 3);
        holds(&push::game(players, &[]).unwrap(), 9, LITTLE, 29);
    }
}

#[test]
fn the_last_choice_is_exact() {
    let game = solo("tres-fute-deluxe");
    let position = "tres-fute-deluxe round=6 turn=2 phase=window slots=W6,G6,O5 platter=Y4,B5,V1 / yellow=1,3,6 \
                    blue=9,10,12 green=1,2,3 orange=3,6 violet=2,5,6 stage=pick";
    for limits in [SearchLimits::NONE, LITTLE] {
        let analysis = analysed(&game, position, 0, limits);
        let best = &analysis.advice[0];
        assert_eq!(game.action_text(best.action), "violet 1");
        // Violet gives a free blue cross, and blue has a fourth one then.
        assert_eq!((best.outlook.points, analysis.outlook.points), (36.0, 36.0));
    }
}

#[test]
fn time_is_a_limit_too() {
    let game = solo("tres-fute");
    let state = game
        .read_position("tres-fute phase=rolled pool=W5,Y3,B6,G6,O1,V5 / blue=9,10,12 reroll=1")
        .unwrap();
    let limits = SearchLimits {
        nodes: u64::MAX,
        time: Some(std::time::Duration::from_millis(20)),
        candidates: usize::MAX,
        threads: 2,
    };
    let start = std::time::Instant::now();
    let analysis = analyse(
        &game,
        &mut *game.analyst(limits),
        &state,
        Seat(0),
        Language::english(),
    );
    assert!(start.elapsed().as_millis() < 2000);
    check(
        &game,
        &analysis,
        &analysis
            .advice
            .iter()
            .map(|advice| advice.action)
            .collect::<Vec<_>>(),
    );
}

/// Hyper Futé for four at the end of a turn: everybody has all boxes left and seven of each free number to use. The choices
/// of one seat go on for some forty bonuses, with up to a hundred ways to use each.
fn long_chain(turn: &str) -> String {
    let bonuses =
        ["yellow_?", "turquoise_?", "blue_?", "brown_?", "pink_?"].map(|bonus| [bonus; 7].join(","));
    let seat = format!(
        "/ reroll=6 +1=7 joker=6 pending={} stage=extra ",
        bonuses.join(",")
    );
    format!(
        "hyper-fute {turn} roll=3 phase=window slots=W6,Y5,T4 platter=B3,N2,P1 {}",
        seat.repeat(4)
    )
}

#[test]
fn a_long_chain_of_choices_keeps_to_the_limits() {
    let game = table("hyper-fute", 4);
    // In the middle of the game, and where it ends with these choices.
    for turn in ["round=2 turn=2", "round=4 turn=4"] {
        let position = long_chain(turn);
        let state = game.read_position(&position).unwrap();
        let mut legal = Vec::new();
        game.legal(&state, Seat(0), &mut legal);
        let nodes = SearchLimits {
            nodes: 1_000,
            ..LITTLE
        };
        let by_nodes = analysed(&game, &position, 0, nodes);
        check(&game, &by_nodes, &legal);
        // To follow everything takes 280,000 states. Each of the two searches may always follow choices for 65,000.
        assert!(by_nodes.nodes < 131_000, "{turn}: {} nodes", by_nodes.nodes);
        assert_eq!(by_nodes, analysed(&game, &position, 0, nodes));

        let time = SearchLimits {
            nodes: u64::MAX,
            time: Some(std::time::Duration::from_millis(20)),
            ..LITTLE
        };
        let by_time = analysed(&game, &position, 0, time);
        check(&game, &by_time, &legal);
        // A machine under load evaluates fewer states in the same time, not more.
        assert!(by_time.nodes < 100_000, "{turn}: {} nodes", by_time.nodes);
    }
}

#[test]
fn the_same_effort_gives_the_same_answer() {
    let game = table("tres-fute", 2);
    let position = "tres-fute phase=rolled pool=W5,Y3,B6,G6,O1,V5 / blue=9,10,12 reroll=1 / violet=3";
    let once = analysed(&game, position, 0, LITTLE);
    assert_eq!(once, analysed(&game, position, 0, LITTLE));
    let two = SearchLimits { threads: 2, ..LITTLE };
    assert_eq!(once.advice, analysed(&game, position, 0, two).advice);
}

#[test]
fn a_seat_that_is_not_asked_gets_its_prospects() {
    let game = table("tres-fute", 2);
    let position = "tres-fute phase=rolled pool=W5,Y3,B6,G6,O1,V5 / blue=9,10,12 reroll=1 / violet=3";
    let analysis = analysed(&game, position, 1, LITTLE);
    assert!(analysis.advice.is_empty());
    assert!(analysis.outlook.win.is_some_and(|win| (0.0..=1.0).contains(&win)));
}

#[test]
fn the_largest_column_is_taken() {
    let game = push::game(2, &[]).unwrap();
    let analysis = analysed(
        &game,
        "push phase=taking taker=1 columns=r5,b4|g1|y2 / zone=y6 /",
        0,
        LITTLE,
    );
    assert_eq!(analysis.advice[0].action, PushAction::Take(0));
}

#[test]
fn the_next_card_is_searched_where_stopping_is_the_other_choice() {
    let game = push::game(2, &[]).unwrap();
    let analysis = analysed(
        &game,
        "push current=1 phase=after-card columns=r1|g2|b3 / /",
        0,
        LITTLE,
    );
    let draw = analysis
        .advice
        .iter()
        .find(|advice| advice.action == PushAction::Draw)
        .unwrap();
    assert!(draw.outcomes > 0, "{draw:?}");
}

#[test]
fn the_chances_of_a_table_of_push_sum_to_one() {
    for players in 2..=6 {
        let game = push::game(players, &[]).unwrap();
        let start = game.start();
        let mut analyst = game.analyst(SearchLimits::NONE);
        let chance = |seat| analyst.outlook(&game, &start, Seat(seat)).win.unwrap();
        let sum: f64 = (0..players as u8).map(chance).sum();
        assert!((sum - 1.0).abs() < 1e-3, "{players} players: {sum}");
    }
}
