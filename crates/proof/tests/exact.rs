//! Small games are solved, and what was solved says how good players and valuations are.

mod common;

use common::{table, tres_fute};
use finaud_players::{Bot, Player, Roster, SearchLimits};
use finaud_proof::exact::{NoValue, Solver, Unsolved};
use finaud_proof::truth::{Judges, Played};
use finaud_record::{Notation, push};
use finaud_rules::{Game, Next, Push, Seat, SoloGame, TableGame, builtin};

const LAST_TURN: &str = include_str!("data/tres-fute-last-turn.txt");
const PUSH: &str = include_str!("data/push-two.txt");

/// The value by the plain definition: nothing is remembered, nothing forgotten.
fn plainly<G: Game>(game: &G, state: &G::State) -> f64 {
    match game.next(state) {
        Next::Over if game.seats() == 1 => f64::from(game.points(state, Seat(0))),
        Next::Over => {
            let winners = game.winners(state);
            f64::from(u8::from(winners.contains(Seat(0)))) / winners.iter().count() as f64
        }
        Next::Choice(seats) => {
            let seat = seats.first().unwrap();
            let mut legal = Vec::new();
            game.legal(state, seat, &mut legal);
            let values = legal.into_iter().map(|action| {
                let mut after = *state;
                game.play(&mut after, seat, action).unwrap();
                plainly(game, &after)
            });
            values
                .reduce(if seat == Seat(0) { f64::max } else { f64::min })
                .unwrap()
        }
        Next::Chance(_) => {
            let mut sum = 0.0;
            let total = game.outcomes(state, &mut |outcome, weight| {
                let mut after = *state;
                game.apply_chance(&mut after, outcome).unwrap();
                sum += f64::from(weight) * plainly(game, &after);
            });
            sum / f64::from(total)
        }
    }
}

fn assert_near(one: f64, other: f64, what: &str) {
    assert!((one - other).abs() < 1e-8, "{what}: {one} and {other}");
}

#[test]
fn the_last_turn_is_worth_what_the_table_says() {
    let game = tres_fute();
    for (value, text) in table(LAST_TURN).into_iter().take(2) {
        let state = game.read_position(text).unwrap();
        let solver = Solver::new(&game).unwrap();
        assert_near(solver.value(&state).unwrap(), value, text);
    }
}

#[test]
fn what_is_remembered_and_forgotten_changes_nothing() {
    let game = tres_fute();
    // Distance decides which of four dice go to the platter, and there are two extra dice.
    let text = "tres-fute round=6 turn=2 phase=sorting pool=W3,Y3,B3,G3,O6,V6 / \
                yellow=1,2,3,6,14,15,16 blue=2,3,4,5,6,7,8,9,10,11,12 green=1,2,3,4,5,6,7,8 orange=5,4,5,10,2 \
                violet=5,6,3,6,6 reroll=5:3 +1=5:3 foxes=3";
    let state = game.read_position(text).unwrap();
    let solver = Solver::new(&game).unwrap();
    assert_near(solver.value(&state).unwrap(), plainly(&game, &state), text);
    let game = push::game(2, &[]).unwrap();
    for (value, text) in table(PUSH).into_iter().take(2) {
        let state = game.read_position(text).unwrap();
        assert_near(plainly(&game, &state), value, text);
    }
}

#[test]
fn small_push_is_worth_what_the_table_says() {
    let game = push::game(2, &[]).unwrap();
    let solver = Solver::new(&game).unwrap();
    for (value, text) in table(PUSH).into_iter().take(6) {
        let state = game.read_position(text).unwrap();
        assert_near(solver.value(&state).unwrap(), value, text);
        assert_near(solver.value_on(&state, 2).unwrap(), value, text);
    }
}

#[test]
fn threads_find_what_one_finds() {
    let game = tres_fute();
    let (value, text) = table(LAST_TURN)[0];
    let state = game.read_position(text).unwrap();
    let solver = Solver::new(&game).unwrap();
    assert_near(solver.value_on(&state, 3).unwrap(), value, text);
}

#[test]
fn what_is_too_large_or_has_no_value_is_said() {
    let game = tres_fute();
    let solver = Solver::new(&game).unwrap().with_most(3);
    assert_eq!(solver.value(&game.start()), Err(Unsolved::TooLarge { most: 3 }));
    let three = TableGame::new(builtin("tres-fute").unwrap().clone(), 3).unwrap();
    assert_eq!(Solver::new(&three).unwrap_err(), NoValue { players: 3 });
}

/// Games of a bot from a solved position.
fn played<G: Notation + Roster>(game: &G, text: &str, bot: Bot, games: u64) -> (f64, Played) {
    let state = game.read_position(text).unwrap();
    let solver = Solver::new(game).unwrap();
    let value = solver.value(&state).unwrap();
    let mut played = Played::default();
    let limits = SearchLimits {
        nodes: 2_000,
        ..SearchLimits::default()
    };
    let mut judges = Judges::new(game, limits);
    let mut players: Vec<Box<dyn Player<G> + Send>> =
        (0..game.seats()).map(|_| bot.player(game, 3).unwrap()).collect();
    for seed in 0..games {
        played
            .play(&solver, game, &state, seed, &mut players, &mut judges)
            .unwrap();
    }
    (value, played)
}

#[test]
fn luck_and_losses_add_up_and_results_without_luck_have_the_same_mean() {
    let game = tres_fute();
    let (_, text) = table(LAST_TURN)[0];
    let (value, expert) = played(&game, text, Bot::Expert, 150);
    assert!(expert.gap < 1e-8, "{expert:?}");
    // After the last roll only choices are left. Who follows them to the end knows the value; `expert` looks one choice ahead.
    assert_eq!(
        (expert.static_error.mean(), expert.static_error.deviation()),
        (0.0, 0.0)
    );
    assert!(expert.losses[0].mean() < 1.5, "{expert:?}");
    assert!((expert.adjusted.mean() + expert.losses[0].mean() - value).abs() < 1e-8);
    // As the review tells luck, the mean is right and the spread a fraction of that of the results.
    let error = 3.0 * (expert.told.margin() + expert.adjusted.margin()) / 1.96;
    assert!(
        (expert.told.mean() - expert.adjusted.mean()).abs() < error,
        "{expert:?}"
    );
    assert!(
        expert.told.deviation() < 0.3 * expert.results.deviation(),
        "{expert:?}"
    );
    let (_, random) = played(&game, text, Bot::Random, 150);
    assert!(random.losses[0].mean() > 2.0, "{random:?}");
    let error = 3.0 * (random.told.margin() + random.adjusted.margin()) / 1.96;
    assert!(
        (random.told.mean() - random.adjusted.mean()).abs() < error,
        "{random:?}"
    );
}

#[test]
fn players_of_push_lose_little_against_the_truth() {
    let game: Push = push::game(2, &[]).unwrap();
    let (mut expert_lost, mut random_lost) = (0.0, 0.0);
    for (_, text) in table(PUSH).into_iter().take(4) {
        let (_, expert) = played(&game, text, Bot::Expert, 30);
        let (_, random) = played(&game, text, Bot::Random, 30);
        assert!(expert.gap < 1e-8 && random.gap < 1e-8);
        let lost = |played: &Played| played.losses.iter().map(finaud_proof::Moments::mean).sum::<f64>();
        assert!(
            expert
                .losses
                .iter()
                .chain(&random.losses)
                .all(|loss| loss.mean() > -1e-9)
        );
        expert_lost += lost(&expert);
        random_lost += lost(&random);
    }
    assert!(expert_lost < 0.5 * random_lost, "{expert_lost} and {random_lost}");
}

/// How far a valuation of the last turn is off on average, and how far it strays.
fn off(game: &SoloGame, mut value: impl FnMut(&<SoloGame as Game>::State) -> f64) -> (f64, f64) {
    let errors: finaud_proof::Moments = table(LAST_TURN)
        .into_iter()
        .map(|(truth, text)| value(&game.read_position(text).unwrap()) - truth)
        .collect();
    (errors.mean(), errors.deviation())
}

#[test]
fn the_net_and_the_search_know_what_the_last_turn_is_worth() {
    let game = tres_fute();
    let mut quick = game.analyst(SearchLimits::NONE);
    let (bias, spread) = off(&game, |state| quick.outlook(&game, state, Seat(0)).points);
    assert!(bias.abs() < 2.0 && spread < 3.0, "{bias} {spread}");
    let mut thorough = game.analyst(SearchLimits::default());
    let (bias, spread) = off(&game, |state| thorough.outlook(&game, state, Seat(0)).points);
    assert!(bias.abs() < 0.5 && spread < 0.8, "{bias} {spread}");
}
