//! Search: what it finds, and that it is the same however it is shared out.

use std::sync::Arc;

use finaud_players::learned::Learnable;
use finaud_players::{Bot, Expected, Heuristic, Roster, Search, SearchLimits, Winning, play_out};
use finaud_record::Notation;
use finaud_rules::{Action, Game, Next, Position, Seat, SoloGame, TableGame, builtin};

fn solo(id: &str) -> SoloGame {
    SoloGame::new(builtin(id).unwrap().clone(), 1).unwrap()
}

/// The decisions of a game played by `expert`.
fn decisions<const N: usize>(
    game: &finaud_rules::DiceGame<N>,
    seed: u64,
) -> Vec<(Position<N>, Seat, Vec<Action>)> {
    let mut player = Bot::Expert.player(game, seed).unwrap();
    let mut state = game.start();
    let mut legal = Vec::new();
    let mut found = Vec::new();
    loop {
        match game.next(&state) {
            Next::Over => return found,
            Next::Chance(_) => {
                let outcome = game.seeded_outcome(&state, seed).unwrap();
                game.apply_chance(&mut state, outcome).unwrap();
            }
            Next::Choice(seats) => {
                let seat = seats.first().unwrap();
                game.legal(&state, seat, &mut legal);
                if legal.len() > 1 {
                    found.push((state, seat, legal.clone()));
                }
                let action = player.choose(game, &state, seat, &legal);
                game.play(&mut state, seat, action).unwrap();
            }
        }
    }
}

fn limits(nodes: u64, threads: usize) -> SearchLimits {
    SearchLimits {
        nodes,
        threads,
        ..SearchLimits::default()
    }
}

#[test]
fn threads_share_the_work_and_find_the_same() {
    let game = solo("tres-fute");
    let net = Arc::clone(&game.weights().unwrap().net);
    for (state, seat, legal) in decisions(&game, 3).iter().step_by(7) {
        let rank = |threads| {
            let mut search = Search::new(Expected::new(&game, Arc::clone(&net)), limits(2_000, threads));
            let ranked = search.rank(&game, state, *seat, legal);
            (ranked, search.nodes())
        };
        assert_eq!(rank(1), rank(3));
    }
}

#[test]
fn every_legal_action_is_weighed_and_the_best_comes_first() {
    let game = solo("hyper-fute");
    let net = Arc::clone(&game.weights().unwrap().net);
    for nodes in [0, 1, 3_000] {
        let mut search = Search::new(Expected::new(&game, Arc::clone(&net)), limits(nodes, 1));
        for (state, seat, legal) in decisions(&game, 4).iter().step_by(9) {
            let ranked = search.rank(&game, state, *seat, legal);
            assert!(ranked.is_sorted_by(|one, other| one.value >= other.value));
            let mut actions: Vec<Action> = ranked.iter().map(|entry| entry.action).collect();
            let mut legal = legal.clone();
            actions.sort_unstable();
            legal.sort_unstable();
            assert_eq!(actions, legal);
            assert!(ranked.iter().all(|entry| entry.value.is_finite()));
            assert!(nodes > 0 || ranked.iter().all(|entry| entry.outcomes == 0));
        }
    }
}

/// The most points a seat can still make without chance.
fn most(game: &SoloGame, state: &Position<1>) -> i32 {
    let Next::Choice(_) = game.next(state) else {
        return game.points(state, Seat(0));
    };
    let mut legal = Vec::new();
    game.legal(state, Seat(0), &mut legal);
    let after = |action: &Action| {
        let mut after = *state;
        game.play(&mut after, Seat(0), *action).unwrap();
        most(game, &after)
    };
    legal.iter().map(after).max().unwrap()
}

#[test]
fn the_last_choices_are_solved_outright() {
    let game = solo("tres-fute");
    let net = Arc::clone(&game.weights().unwrap().net);
    let mut solved = 0;
    for seed in 0..12 {
        for (state, seat, legal) in decisions(&game, seed) {
            // After the last roll of all, nothing but choices is left.
            if state.round() < 6 || state.turn() == 0 {
                continue;
            }
            let mut search = Search::new(Expected::new(&game, Arc::clone(&net)), limits(30_000, 1));
            let best = search.rank(&game, &state, seat, &legal)[0];
            assert_eq!(best.value, most(&game, &state) as f32);
            solved += 1;
        }
    }
    assert!(solved > 5, "{solved}");
}

#[test]
fn a_plain_estimate_and_the_chance_to_win_can_be_searched_too() {
    let game = TableGame::new(builtin("tres-fute").unwrap().clone(), 2).unwrap();
    let net = Arc::clone(&game.weights().unwrap().net);
    for (state, seat, legal) in decisions(&game, 5).iter().step_by(11) {
        let ranked = Search::new(Heuristic, limits(800, 1)).rank(&game, state, *seat, legal);
        assert_eq!(ranked.len(), legal.len());
        let mut winning = Winning::new(&game, &net);
        let sum: f32 = (0..2).map(|seat| winning.chance(&game, state, Seat(seat))).sum();
        // Each is taken to be spread as the other is; near the end one may have a turn to come and the other none.
        assert!((sum - 1.0).abs() < 0.2, "the chances of both: {sum}");
        let ranked = Search::new(winning, limits(800, 1)).rank(&game, state, *seat, legal);
        assert!(ranked.iter().all(|entry| (-0.1..=1.2).contains(&entry.value)));
    }
}

#[test]
fn the_same_seed_gives_the_same_choices() {
    let game = solo("melange-fute");
    for bot in SoloGame::BOTS.iter().filter(|bot| **bot != Bot::Master) {
        let play = || {
            let mut players = [bot.player(&game, 11).unwrap()];
            play_out(&game, 11, &mut players, &mut Vec::new())
        };
        assert_eq!(play(), play(), "{bot}");
    }
}

#[test]
fn time_is_a_limit_inside_a_long_chain_of_choices() {
    let game = TableGame::new(builtin("hyper-fute").unwrap().clone(), 4).unwrap();
    let net = Arc::clone(&game.weights().unwrap().net);
    let bonuses =
        ["yellow_?", "turquoise_?", "blue_?", "brown_?", "pink_?"].map(|bonus| [bonus; 7].join(","));
    let seat = format!("/ +1=7 joker=6 pending={} stage=extra ", bonuses.join(","));
    let line = format!(
        "hyper-fute roll=3 phase=window slots=W6,Y5,T4 platter=B3,N2,P1 {}",
        seat.repeat(4)
    );
    let state = game.read_position(&line).unwrap();
    let mut legal = Vec::new();
    game.legal(&state, Seat(0), &mut legal);
    let limits = SearchLimits {
        time: Some(std::time::Duration::from_millis(10)),
        ..SearchLimits::default()
    };
    let mut search = Search::new(Winning::new(&game, &net), limits);
    let ranked = search.rank(&game, &state, Seat(0), &legal);
    assert_eq!(ranked.len(), legal.len());
    // To follow everything takes 140,000 states.
    assert!(search.nodes() < 50_000, "{} nodes", search.nodes());
}
