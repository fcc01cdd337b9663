//! The levels of PUSH: everybody plays by the rules, each is stronger than the one before, and what the learned value
//! sees is in order.

use finaud_players::learned::{Encoder, Learnable, PushEncoder};
use finaud_players::{Bot, Player, Random, Roster, play_out};
use finaud_record::{Notation, seed_in_series};
use finaud_rules::push::{Push, PushState, Variant};
use finaud_rules::{Game, Next, Seat};

fn tables() -> impl Iterator<Item = Push> {
    let variants = [Variant::Standard, Variant::Risk];
    (2..=6).flat_map(move |seats| variants.map(|variant| Push::new(seats, variant).unwrap()))
}

/// Plays a game, shows every state in turn, and checks that each choice is legal.
fn deadline(game: &Push, bot: Bot, seed: u64, mut see: impl FnMut(&PushState)) {
    let mut players: Vec<_> = (0..game.seats())
        .map(|seat| bot.player(game, seed + seat as u64).unwrap())
        .collect();
    let mut state = game.start();
    let mut legal = Vec::new();
    loop {
        see(&state);
        match game.next(&state) {
            Next::Over => return,
            Next::Chance(_) => {
                let outcome = game.seeded_outcome(&state, seed).unwrap();
                game.apply_chance(&mut state, outcome).unwrap();
            }
            Next::Choice(asked) => {
                let seat = asked.first().unwrap();
                game.legal(&state, seat, &mut legal);
                let action = players[seat.index()].choose(game, &state, seat, &legal);
                assert!(legal.contains(&action), "{bot} chose {action:?} of {legal:?}");
                game.play(&mut state, seat, action).unwrap();
            }
        }
    }
}

/// The share of the victories one bot has at a table of others, from every seat on the same cards.
fn share(game: &Push, bot: Bot, others: Bot, deals: u64) -> f64 {
    let mut won = 0.0;
    for index in 0..deals {
        let seed = seed_in_series(0x9005, index);
        for seat in 0..game.seats() {
            let mut players: Vec<Box<dyn Player<Push> + Send>> = (0..game.seats())
                .map(|other| if other == seat { bot } else { others })
                .map(|bot| bot.player(game, seed).unwrap())
                .collect();
            let winners = game.winners(&play_out(game, seed, &mut players, &mut Vec::new()).state);
            if winners.contains(Seat(seat as u8)) {
                won += 1.0 / winners.iter().count() as f64;
            }
        }
    }
    won / (deals * game.seats() as u64) as f64
}

#[test]
fn all_levels_play_by_the_rules_at_every_table() {
    for game in tables() {
        for bot in Push::BOTS {
            let mut events = 0;
            deadline(&game, *bot, 17, |_| events += 1);
            assert!(events > 100, "{bot}");
        }
    }
}

#[test]
fn weights_come_with_the_program() {
    for game in tables() {
        assert!(game.weights().is_some());
        assert_eq!(game.caveat(), None);
    }
}

#[test]
fn each_level_beats_the_one_before() {
    for variant in [Variant::Standard, Variant::Risk] {
        let game = Push::new(2, variant).unwrap();
        for (bot, others, deals, least) in [
            (Bot::Novice, Bot::Random, 100, 0.80),
            (Bot::Club, Bot::Novice, 100, 0.65),
            (Bot::Expert, Bot::Club, 150, 0.58),
        ] {
            let share = share(&game, bot, others, deals);
            assert!(
                share > least,
                "{bot} wins {share:.3} against {others}, {variant:?}"
            );
        }
    }
}

#[test]
fn expert_has_more_than_its_share_at_large_tables() {
    for game in tables().filter(|game| [3, 6].contains(&game.seats())) {
        let share = share(&game, Bot::Expert, Bot::Club, 60);
        let fair = 1.0 / game.seats() as f64;
        assert!(
            share > fair * 1.1,
            "{share:.3} of {fair:.3}, {:?}",
            game.variant()
        );
    }
}

fn encoded(game: &Push, state: &PushState, seat: Seat, group: usize) -> Vec<(usize, f32)> {
    let mut inputs = Vec::new();
    PushEncoder.encode_group(game, state, seat, group, &mut |index, value| {
        inputs.push((index, value));
    });
    inputs
}

#[test]
fn inputs_are_in_bounds_and_none_comes_twice() {
    let bounds = Encoder::<Push>::inputs(&PushEncoder);
    assert!(bounds < 1_600, "{bounds} inputs");
    for game in tables() {
        for (bot, seed) in [(Bot::Random, 3), (Bot::Random, 4), (Bot::Club, 5)] {
            deadline(&game, bot, seed, |state| {
                for seat in (0..game.seats()).map(|seat| Seat(seat as u8)) {
                    let mut seen = vec![false; bounds];
                    for group in 0..Encoder::<Push>::groups(&PushEncoder) {
                        for (index, value) in encoded(&game, state, seat, group) {
                            assert!(
                                value.is_finite() && value.abs() < 100.0,
                                "input {index} is {value}"
                            );
                            assert!(!std::mem::replace(&mut seen[index], true), "input {index} twice");
                        }
                    }
                }
            });
        }
    }
}

#[test]
fn groups_that_are_said_to_be_the_same_are() {
    for game in tables() {
        let mut states: Vec<PushState> = Vec::new();
        deadline(&game, Bot::Random, 11, |state| states.push(*state));
        let mut same = [0; 8];
        for (index, one) in states.iter().enumerate() {
            for other in states.iter().skip(index).take(12) {
                for seat in (0..game.seats()).map(|seat| Seat(seat as u8)) {
                    for (group, same) in same
                        .iter_mut()
                        .enumerate()
                        .take(Encoder::<Push>::groups(&PushEncoder))
                    {
                        if PushEncoder.same_inputs(one, other, seat, group) {
                            *same += 1;
                            assert_eq!(
                                encoded(&game, one, seat, group),
                                encoded(&game, other, seat, group),
                                "group {group} from seat {seat:?}"
                            );
                        }
                    }
                }
            }
        }
        assert!(
            same[0] > 0 && same[1] > 0 && same[2] > 0 && same[3] > 0,
            "{same:?}"
        );
    }
}

#[test]
fn victories_are_shared_out() {
    let game = Push::new(4, Variant::Standard).unwrap();
    let mut players: Vec<Random> = (0..4).map(Random::new).collect();
    for seed in 0..50 {
        let end = play_out(&game, seed, &mut players, &mut Vec::new());
        let shares = (0..4).map(|seat| PushEncoder.target(&game, &end.state, Seat(seat)));
        assert!((shares.sum::<f32>() - 1.0).abs() < 1e-6);
    }
}
