//! Random games on every sheet with every number of players: what holds after every event.

mod common;

use std::collections::HashSet;

use common::random::{Mood, game, next_event, play_out};
use finaud_record::{Event, Notation, SplitMix64};
use finaud_rules::{
    Action, Chance, DiceGame, Die, Game, Next, Outcome, Phase, Position, Seat, Sheet, SoloGame, TableGame,
    builtin_ids, builtin_text,
};

/// The die an action uses, if it uses one.
fn die_of(action: Action) -> Option<Die> {
    match action {
        Action::Pick(entry) | Action::Extra(entry) => Some(entry.die),
        Action::TakeBack(die) => Some(die),
        _ => None,
    }
}

/// The list of a seat: no duplicates, every action has its number, can be played, and leads somewhere of its own.
fn check_choices<const SEATS: usize>(game: &DiceGame<SEATS>, position: &Position<SEATS>, seat: Seat) {
    let line = || game.position_text(position);
    let mut legal = Vec::new();
    game.legal(position, seat, &mut legal);
    assert_eq!(legal.is_empty(), !position.asks(seat), "seat {seat}: {}", line());
    let different: HashSet<Action> = legal.iter().copied().collect();
    assert_eq!(
        different.len(),
        legal.len(),
        "an action is listed twice: {}",
        line()
    );
    let mut ends = HashSet::new();
    let mut scratch = Vec::new();
    for (index, action) in legal.iter().enumerate() {
        let number = game
            .action_index(*action)
            .expect("every legal action has a number");
        assert!(number < game.action_count());
        assert_eq!(game.action_from_index(number), Some(*action));
        let mut after = *position;
        game.play(&mut after, seat, *action)
            .expect("what is listed can be played");
        assert_ne!(
            after,
            *position,
            "`{}` does nothing: {}",
            game.action_text(*action),
            line()
        );
        assert!(
            ends.insert((die_of(*action), after)),
            "`{}` leads where another action of the die leads: {}",
            game.action_text(*action),
            line()
        );
        let mut questions = 0;
        let picked = game.nth_legal(position, seat, &mut scratch, |count| {
            assert_eq!(count, legal.len(), "{}", line());
            questions += 1;
            index
        });
        assert!(questions <= 1, "who draws lots draws one at most: {}", line());
        assert_eq!(picked, Some(*action), "the action with index {index}: {}", line());
    }
    if legal.is_empty() {
        assert_eq!(game.nth_legal(position, seat, &mut scratch, |_| 0), None);
    }
}

/// The outcomes of luck: as many as there should be, all different, and each can apply.
fn check_outcomes<const SEATS: usize>(game: &DiceGame<SEATS>, position: &Position<SEATS>, chance: Chance) {
    let mut seen: HashSet<Outcome> = HashSet::new();
    let mut sum = 0;
    let total = game.outcomes(position, &mut |luck, weight| {
        assert!(weight > 0 && seen.insert(luck), "{}", game.outcome_text(luck));
        sum += weight;
        let mut after = *position;
        game.apply_chance(&mut after, luck)
            .expect("every outcome can apply");
        assert_ne!(after, *position);
    });
    assert_eq!(sum, total);
    match chance {
        Chance::Roll(dice) => {
            assert_eq!(total, 6u32.pow(dice.len() as u32));
            assert_eq!(seen.len(), total as usize);
        }
        Chance::Sort(sorting) => {
            let ways = [1, 1, 2, 6, 24, 120, 720];
            let (tied, wanted) = (sorting.tied.len(), sorting.wanted());
            let platters = ways[tied] / ways[wanted] / ways[tied - wanted];
            let orders = if sorting.ordered { 6 } else { 1 };
            assert_eq!(seen.len(), platters * orders);
        }
    }
}

/// Plays games and checks everything after every event; returns the most choices a seat had to make in one game.
fn check_games<const SEATS: usize>(players: usize, games: u64) -> usize {
    let mut most = 0;
    for id in builtin_ids() {
        let game = game::<SEATS>(id, players);
        for (seed, mood) in (0..games).flat_map(|seed| Mood::ALL.map(|mood| (seed, mood))) {
            let mut turns = vec![0; players];
            let mut choices = vec![0; players];
            let mut last_turn = (0, 0);
            play_out(&game, seed, mood, |position, event, random| {
                assert_eq!(game.violations(position), [], "{}", game.position_text(position));
                for seat in 0..players as u8 + 1 {
                    check_choices(&game, position, Seat(seat));
                }
                match game.next(position) {
                    Next::Chance(chance) => {
                        let small = matches!(chance, Chance::Roll(dice) if dice.len() > 3);
                        if !small || random.below(40) == 0 {
                            check_outcomes(&game, position, chance);
                        }
                    }
                    Next::Choice(_) | Next::Over => {
                        assert_eq!(game.outcomes(position, &mut |_, _| panic!("no luck is due")), 0);
                    }
                }
                if position.phase() == Phase::Rolling && last_turn != (position.round(), position.turn() + 1)
                {
                    last_turn = (position.round(), position.turn() + 1);
                    if let Some(seat) = position.active() {
                        turns[seat.index()] += 1;
                    }
                }
                if let Some(Event::Choice(seat, _)) = event {
                    choices[seat.index()] += 1;
                }
            });
            let rounds = [6, 6, 5, 4][players - 1];
            assert_eq!(turns, vec![rounds; players], "everybody is active once a round");
            most = most.max(choices.into_iter().max().unwrap_or(0));
        }
    }
    most
}

#[test]
fn solo_games() {
    let most = check_games::<1>(1, 6);
    assert!(most <= 200, "{most} choices in a solo game");
}

#[test]
fn a_table_for_one() {
    let most = check_games::<4>(1, 2);
    assert!(most <= 200, "{most} choices in a game for one");
}

#[test]
fn games_for_two() {
    let most = check_games::<4>(2, 3);
    assert!(most <= 200, "{most} choices in a game for two");
}

#[test]
fn games_for_three() {
    let most = check_games::<4>(3, 2);
    assert!(most <= 200, "{most} choices in a game for three");
}

#[test]
fn games_for_four() {
    let most = check_games::<4>(4, 2);
    assert!(most <= 200, "{most} choices in a game for four");
}

/// Two sheets on which the number of a die is all that counts: Mélange Futé whose violet zone leaves the platter alone, and
/// Hyper Futé whose yellow zone does not ask for the slot and whose turquoise zone (of three rows) not for matching dice.
fn sheets_without_places() -> [Sheet; 2] {
    let changed = |id: &str, changes: &[(&str, &str)]| {
        let mut text = builtin_text(id).expect("built in").to_string();
        for (printed, instead) in changes {
            assert!(text.contains(printed), "{id}: {printed}");
            text = text.replace(printed, instead);
        }
        Sheet::read(&text).sheet.expect("a good sheet")
    };
    let row = "    \"1 2 3 4 5 6\",\n";
    [
        changed("melange-fute", &[("value = \"with platter\"\n", "")]),
        changed(
            "hyper-fute",
            &[
                ("access = \"by slot\"\n", ""),
                ("grey = [\"5 6\", \"3 4\", \"1 2\"]\n", ""),
                ("matching = true\n", ""),
                (&row.repeat(5), &row.repeat(3)),
                ("    \"1 2\",\n    \"1\",\n", ""),
                (", \"turquoise ?\", \"\"]", "]"),
            ],
        ),
    ]
}

#[test]
fn where_the_number_is_all_that_counts_lots_reach_every_way_to_write_it() {
    let [melange, hyper] = sheets_without_places();
    // Three lines, both cells of a block and two cells of a stride; both sides of a spread and three rows of a grid.
    for (sheet, line, ways) in [
        (
            melange,
            "melange-fute roll=3 phase=rolled pool=Y5,G3,O3 slots=B2,V2 platter=W1 / /",
            3 + 2 + 2,
        ),
        (
            hyper,
            "hyper-fute roll=3 phase=rolled pool=T3,B3,N2 slots=Y5,P5 platter=W4 / blue=6|8 /",
            3 + 2 + 2,
        ),
    ] {
        let game = TableGame::new(sheet, 2).expect("two players");
        let position = game.read_position(line).expect("a position");
        let mut legal = Vec::new();
        game.legal(&position, Seat(0), &mut legal);
        let entries = legal.iter().filter(|action| die_of(**action).is_some());
        assert_eq!(entries.count(), ways, "{line}");
        check_choices(&game, &position, Seat(0));
    }
}

#[test]
fn where_the_number_is_all_that_counts_every_entry_can_be_picked_and_made() {
    for sheet in sheets_without_places() {
        let game = TableGame::new(sheet, 2).expect("two players");
        for mood in Mood::ALL {
            play_out(&game, 1, mood, |position, _, _| {
                assert_eq!(game.violations(position), [], "{}", game.position_text(position));
                for seat in 0..2 {
                    check_choices(&game, position, Seat(seat));
                }
            });
        }
    }
}

#[test]
fn sixteen_entries_on_the_platter_leave_no_die_of_a_slot() {
    let [melange, _] = sheets_without_places();
    let game = TableGame::new(melange, 2).expect("two players");
    // The yellow 5 may not follow the 5 in the top line and has two ways; blue one, green and orange two, white nine.
    let line = "melange-fute roll=3 phase=window slots=V5 platter=W4,Y5,B6,G3,O3 / / yellow=5|| stage=pick";
    let position = game.read_position(line).expect("a position");
    let mut legal = Vec::new();
    game.legal(&position, Seat(1), &mut legal);
    let picked: Vec<Die> = legal.iter().filter_map(|action| die_of(*action)).collect();
    assert_eq!(picked.len(), 16);
    assert!(!picked.contains(&Die::Zone5), "violet lies on a slot");
    check_choices(&game, &position, Seat(1));
}

#[test]
fn a_table_for_one_and_a_solo_game_are_the_same_game() {
    for id in builtin_ids() {
        let solo: SoloGame = game(id, 1);
        let table: TableGame = game(id, 1);
        for (seed, mood) in (0..5).flat_map(|seed| Mood::ALL.map(|mood| (seed, mood))) {
            let mut random = SplitMix64::new(seed);
            let mut alone = solo.start();
            let mut seated = table.start();
            loop {
                assert_eq!(solo.position_text(&alone), table.position_text(&seated));
                assert_eq!(solo.next(&alone), table.next(&seated));
                assert_eq!(solo.points(&alone, Seat(0)), table.points(&seated, Seat(0)));
                let [mut one, mut other] = [Vec::new(), Vec::new()];
                solo.legal(&alone, Seat(0), &mut one);
                table.legal(&seated, Seat(0), &mut other);
                assert_eq!(one, other);
                match next_event(&solo, &alone, mood, &mut random) {
                    None => break,
                    Some(Event::Choice(seat, action)) => {
                        assert_eq!(solo.play(&mut alone, seat, action), Ok(()));
                        assert_eq!(table.play(&mut seated, seat, action), Ok(()));
                    }
                    Some(Event::Outcome(luck)) => {
                        assert_eq!(solo.apply_chance(&mut alone, luck), Ok(()));
                        assert_eq!(table.apply_chance(&mut seated, luck), Ok(()));
                    }
                }
            }
        }
    }
}

#[test]
fn every_action_has_one_number() {
    for id in builtin_ids() {
        let game: SoloGame = game(id, 1);
        let mut actions = HashSet::new();
        for number in 0..game.action_count() {
            let action = game
                .action_from_index(number)
                .unwrap_or_else(|| panic!("{id}: no action {number}"));
            assert!(actions.insert(action), "{id}: {action:?} has two numbers");
            assert_eq!(game.action_index(action), Some(number), "{id}: {action:?}");
        }
    }
}

#[test]
fn a_number_beyond_the_last_has_no_action() {
    for id in builtin_ids() {
        let game: SoloGame = game(id, 1);
        for number in [game.action_count(), game.action_count() + 1, 1 << 40, usize::MAX] {
            assert_eq!(game.action_from_index(number), None, "{id}: {number}");
        }
    }
}

#[test]
fn only_one_to_four_can_play() {
    for id in builtin_ids() {
        let sheet = finaud_rules::builtin(id).expect("built in");
        for players in [0, 5, 255, 256, usize::MAX] {
            assert!(TableGame::new(sheet.clone(), players).is_err(), "{players}");
        }
        assert!(SoloGame::new(sheet.clone(), 2).is_err());
    }
}
