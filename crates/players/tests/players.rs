//! Whoever plays: only legal actions, the same for the same seed, and greedy plays better than chance.

use std::sync::Arc;

use finaud_players::learned::Learnable as _;
use finaud_players::{Bot, End, Expert, Greedy, NoisyExpert, Player, Roster, SearchLimits, play_out};
use finaud_record::{Notation, push, seed_in_series};
use finaud_rules::{Game, Next, Position, Seat, SoloGame, TableGame, builtin, builtin_ids};

fn solo(id: &str) -> SoloGame {
    SoloGame::new(builtin(id).unwrap().clone(), 1).unwrap()
}

fn ends(id: &str, bot: Bot, games: u64) -> Vec<End<Position<1>>> {
    let game = solo(id);
    let mut players = [bot.player(&game, 0).unwrap()];
    (0..games)
        .map(|index| {
            let seed = seed_in_series(3, index);
            players[0].begin(seed);
            play_out(&game, seed, &mut players, &mut Vec::new())
        })
        .collect()
}

fn mean(id: &str, bot: Bot, games: u64) -> f64 {
    let game = solo(id);
    let total: i32 = ends(id, bot, games)
        .iter()
        .map(|end| game.points(&end.state, Seat(0)))
        .sum();
    f64::from(total) / games as f64
}

#[test]
fn greedy_plays_far_better_than_chance_on_every_sheet() {
    for id in builtin_ids() {
        let (random, greedy) = (mean(id, Bot::Random, 400), mean(id, Bot::Greedy, 400));
        assert!(greedy > 1.5 * random, "{id}: random {random}, greedy {greedy}");
    }
}

#[test]
fn the_same_seed_gives_the_same_game() {
    for id in builtin_ids() {
        for bot in [Bot::Random, Bot::Greedy, Bot::Club] {
            assert_eq!(ends(id, bot, 20), ends(id, bot, 20), "{id} by {bot}");
        }
    }
}

#[test]
fn other_seeds_give_other_choices() {
    let game = solo("tres-fute");
    for bot in [Bot::Random, Bot::Club] {
        let end = |seed| play_out(&game, 5, &mut [bot.player(&game, seed).unwrap()], &mut Vec::new()).state;
        assert_ne!(end(1), end(2), "{bot}");
    }
}

#[test]
fn a_regular_player_who_sees_clearly_is_an_expert() {
    let game = solo("tres-fute");
    let net = &game.weights().unwrap().net;
    let end =
        |player: Box<dyn Player<SoloGame> + Send>| play_out(&game, 8, &mut [player], &mut Vec::new()).state;
    let noisy_expert = |noise_sd| end(Box::new(NoisyExpert::new(&game, Arc::clone(net), noise_sd, 3)));
    let expert = end(Box::new(Expert::new(&game, Arc::clone(net))));
    assert_eq!(noisy_expert(0.0), expert);
    assert_ne!(noisy_expert(6.0), expert);
}

/// Plays a game with a player for each seat and checks each choice.
fn check<G: Notation + Roster>(game: &G, bot: Bot, seed: u64) {
    let mut players: Vec<_> = (0..game.seats())
        .map(|_| bot.player(game, seed).unwrap())
        .collect();
    let mut state = game.start();
    let mut legal = Vec::new();
    // No game is longer than this; a player who rolls for ever would be.
    for _ in 0..5_000 {
        match game.next(&state) {
            Next::Over => return,
            Next::Chance(_) => {
                let outcome = game.seeded_outcome(&state, seed).unwrap();
                game.apply_chance(&mut state, outcome).unwrap();
            }
            Next::Choice(seats) => {
                for seat in seats.iter() {
                    game.legal(&state, seat, &mut legal);
                    let action = players[seat.index()].choose(game, &state, seat, &legal);
                    assert!(legal.contains(&action));
                }
                let seat = seats.first().unwrap();
                game.legal(&state, seat, &mut legal);
                let action = players[seat.index()].choose(game, &state, seat, &legal);
                game.play(&mut state, seat, action).unwrap();
            }
        }
    }
    panic!("the game does not end");
}

#[test]
fn bots_choose_legal_actions_and_come_to_an_end() {
    for id in builtin_ids() {
        for players in 1..=4 {
            let game = TableGame::new(builtin(id).unwrap().clone(), players).unwrap();
            for bot in [Bot::Random, Bot::Greedy] {
                for seed in 0..5 {
                    check(&game, bot, seed);
                }
            }
        }
    }
}

#[test]
fn greedy_chooses_among_what_it_is_offered() {
    let game = solo("tres-fute");
    let position = game
        .read_position("tres-fute phase=rolled pool=W4,Y3,B2,G6,O1,V5")
        .unwrap();
    let mut legal = Vec::new();
    game.legal(&position, Seat(0), &mut legal);
    let chosen = Greedy.choose(&game, &position, Seat(0), &legal);
    assert_eq!(chosen, Greedy.choose(&game, &position, Seat(0), &legal));
    let only = [legal[3]];
    assert_eq!(Greedy.choose(&game, &position, Seat(0), &only), legal[3]);
}

/// Compiles only if players and analysts can be handed to another thread.
#[test]
fn players_and_analysts_move_between_threads() {
    fn sendable<T: Send>(thing: T) -> T {
        thing
    }
    fn choose_elsewhere<G: Roster + Sync>(game: &G, state: &G::State, seat: Seat)
    where
        G::State: Sync,
        G::Action: Send + Sync,
    {
        let mut legal = Vec::new();
        game.legal(state, seat, &mut legal);
        for bot in G::BOTS.iter().filter(|bot| **bot != Bot::Master) {
            let mut here = bot.player(game, 7).unwrap();
            let mut elsewhere = sendable(bot.player(game, 7).unwrap());
            let chosen = std::thread::scope(|scope| {
                let worker = scope.spawn(|| elsewhere.choose(game, state, seat, &legal));
                worker.join().unwrap()
            });
            assert_eq!(chosen, here.choose(game, state, seat, &legal), "{bot}");
        }
        let mut analyst = sendable(game.analyst(SearchLimits::NONE));
        let outlook = std::thread::scope(|scope| {
            let worker = scope.spawn(|| analyst.outlook(game, state, seat));
            worker.join().unwrap()
        });
        assert_eq!(outlook, analyst.outlook(game, state, seat));
    }
    let game = SoloGame::new(builtin("tres-fute").unwrap().clone(), 1).unwrap();
    let position = "tres-fute phase=rolled pool=W5,Y3,B6,G6,O1,V5 / blue=9,10,12";
    choose_elsewhere(&game, &game.read_position(position).unwrap(), Seat(0));
    let game = push::game(3, &[]).unwrap();
    choose_elsewhere(&game, &game.start(), Seat(0));
}
