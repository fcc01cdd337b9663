//! Learned values: what they see, what they remember, what is kept of them.

use std::sync::Arc;

use finaud_players::arena::Entrant;
use finaud_players::learned::{
    DiceEncoder, Encoder, Evaluator, Header, Inputs, Learnable, Net, NoTraining, Plan, Training, Weights,
    WeightsError,
};
use finaud_players::{Bot, Player, Random, Roster, play_out};
use finaud_record::{Notation, seed_in_series};
use finaud_rules::{
    DiceGame, Game, Next, Position, Push, Seat, SoloGame, TableGame, Variant, builtin, builtin_ids,
};

fn solo(id: &str) -> SoloGame {
    SoloGame::new(builtin(id).unwrap().clone(), 1).unwrap()
}

fn table(id: &str, seats: usize) -> TableGame {
    TableGame::new(builtin(id).unwrap().clone(), seats).unwrap()
}

/// Plays at random and shows every state before and after each choice.
fn each_choice<const SEATS: usize>(
    game: &DiceGame<SEATS>,
    seed: u64,
    mut show: impl FnMut(&Position<SEATS>, &Position<SEATS>, Seat),
) {
    let mut random = Random::new(seed);
    let mut state = game.start();
    loop {
        match game.next(&state) {
            Next::Over => return,
            Next::Chance(_) => {
                let outcome = game.seeded_outcome(&state, seed).unwrap();
                game.apply_chance(&mut state, outcome).unwrap();
            }
            Next::Choice(seats) => {
                let seat = seats.first().unwrap();
                let before = state;
                let action = random.decide(game, &state, seat, &mut Vec::new());
                game.play(&mut state, seat, action).unwrap();
                show(&before, &state, seat);
            }
        }
    }
}

fn group_inputs<const SEATS: usize>(
    encoder: &DiceEncoder,
    game: &DiceGame<SEATS>,
    state: &Position<SEATS>,
    seat: Seat,
    group: usize,
) -> Vec<(usize, f32)> {
    let mut inputs = Vec::new();
    encoder.encode_group(game, state, seat, group, &mut |index, value| {
        inputs.push((index, value));
    });
    inputs
}

fn sees_truly<const SEATS: usize>(game: &DiceGame<SEATS>) {
    let encoder = game.encoder();
    let count = Encoder::<DiceGame<SEATS>>::inputs(&encoder);
    for seed in 0..3 {
        each_choice(game, seed, |before, after, _| {
            for seat in (0..game.seats() as u8).map(Seat) {
                for group in 0..Encoder::<DiceGame<SEATS>>::groups(&encoder) {
                    let seen = group_inputs(&encoder, game, after, seat, group);
                    assert!(
                        seen.iter()
                            .all(|(index, value)| *index < count && value.is_finite())
                    );
                    let mut indices: Vec<usize> = seen.iter().map(|(index, _)| *index).collect();
                    indices.sort_unstable();
                    indices.dedup();
                    assert_eq!(indices.len(), seen.len(), "an input is told twice");
                    if encoder.same_inputs(before, after, seat, group) {
                        assert_eq!(group_inputs(&encoder, game, before, seat, group), seen);
                    }
                }
            }
        });
    }
}

#[test]
fn inputs_are_within_bounds_and_groups_called_the_same_have_the_same_inputs() {
    for id in builtin_ids() {
        sees_truly(&solo(id));
        sees_truly(&table(id, 3));
    }
}

/// The inputs that tell one seat when it is, seen from the table alone.
fn time_of(position: &str, seats: usize, seat: u8) -> Vec<(usize, f32)> {
    let game = table("tres-fute", seats);
    let state = game.read_position(position).unwrap();
    let encoder = game.encoder();
    let last = Encoder::<TableGame>::groups(&encoder) - 1;
    group_inputs(&encoder, &game, &state, Seat(seat), last)
}

#[test]
fn a_seat_knows_whether_its_last_turn_is_still_to_come() {
    // Two players, the last round. While the first rolls, the second has a turn to come; while the second rolls, the
    // first has none.
    let (before, after) = ("tres-fute round=6 / /", "tres-fute round=6 turn=2 / /");
    assert_ne!(time_of(before, 2, 1), time_of(after, 2, 0));
    // A round earlier the first has one to come as well, and nothing tells the two apart.
    let earlier = "tres-fute round=5 turn=2 / /";
    assert_eq!(time_of(before, 2, 1), time_of(earlier, 2, 0));
}

#[test]
fn several_begin_with_what_one_has_learned() {
    let (one, several) = (solo("tres-fute"), table("tres-fute", 3));
    let alone = one.weights().unwrap();
    let net = several.warm_start(alone).expect("the same sheet");
    // The start is worth about what it is worth alone, and not what a beginner thinks.
    let value = |net: Net| {
        let mut evaluator = Evaluator::new(several.encoder(), Arc::new(net));
        let mut state = several.start();
        let outcome = several.seeded_outcome(&state, 1).unwrap();
        several.apply_chance(&mut state, outcome).unwrap();
        evaluator.value(&several, &state, Seat(0))
    };
    assert!(value(net) > 150.0);
    assert!(value(Net::random(alone.net.inputs(), 1)) < 100.0);
    // Nothing else will do: another sheet, weights for several, a game for one.
    assert!(
        several
            .warm_start(solo("tres-fute-deluxe").weights().unwrap())
            .is_none()
    );
    assert!(several.warm_start(several.weights().unwrap()).is_none());
    assert!(one.warm_start(alone).is_none());
}

#[test]
fn an_evaluator_says_the_same_whatever_its_root_is() {
    let game = solo("melange-fute");
    let net = Arc::new(Net::random(Encoder::<SoloGame>::inputs(&game.encoder()), 5));
    let mut fresh = Evaluator::new(game.encoder(), Arc::clone(&net));
    let mut focused = Evaluator::new(game.encoder(), Arc::clone(&net)).with_cache();
    each_choice(&game, 7, |before, after, seat| {
        focused.set_root(&game, before, seat);
        let value = fresh.value(&game, after, seat);
        assert_eq!(value.to_bits(), focused.value(&game, after, seat).to_bits());
        assert_eq!(
            value.to_bits(),
            focused.value(&game, after, seat).to_bits(),
            "remembered"
        );
        let predict = fresh.predict(&game, after, seat);
        assert_eq!(predict, focused.predict(&game, after, seat));
        assert_eq!(predict.value.to_bits(), value.to_bits());
        assert!(predict.quantiles.is_sorted());
    });
}

#[test]
fn every_built_in_dice_game_has_weights_for_every_table() {
    for id in builtin_ids() {
        assert!(solo(id).weights().is_some(), "{id}, solo");
        assert!(solo(id).caveat().is_none());
        for seats in 1..=4 {
            assert!(table(id, seats).weights().is_some(), "{id}, {seats} players");
        }
    }
}

#[test]
fn a_changed_sheet_borrows_weights_and_says_so() {
    let mut sheet = builtin("tres-fute").unwrap().clone();
    sheet.rounds[0] = 5;
    let game = SoloGame::new(sheet, 1).unwrap();
    assert!(game.weights().is_none());
    assert!(game.caveat().unwrap().to_string().contains("fits most of it"));
    let mut players = [Bot::Master.player(&game, 1).unwrap()];
    play_out(&game, 1, &mut players, &mut Vec::new());
}

fn small() -> (SoloGame, Weights) {
    let game = solo("tres-fute");
    let net = Net::random(Encoder::<SoloGame>::inputs(&game.encoder()), 3);
    let weights = Weights {
        header: Header {
            game: game.id().into(),
            fingerprint: game.weights_fingerprint(),
            players: game.player_range().into(),
            command: "finaud train".into(),
            games: 12,
            held_out: "mean 1".into(),
        },
        net: Arc::new(net),
    };
    (game, weights)
}

#[test]
fn weights_are_kept_but_for_rounding() {
    let (game, weights) = small();
    let file = weights.write(0.0, |_| true);
    assert!(file.len() < 1_000_000, "{} bytes", file.len());
    let read = Weights::read(&file).unwrap();
    assert_eq!(read.header, weights.header);
    assert_eq!(game.accepts(&read), Ok(()));
    for quantisation_step in [0.0, 0.06] {
        let once = weights.write(quantisation_step, |_| true);
        let twice = Weights::read(&once).unwrap().write(quantisation_step, |_| true);
        assert!(
            once == twice,
            "weights rounded to {quantisation_step} are not kept exactly"
        );
    }
    assert_ne!(weights.write(0.06, |_| true), file);
    let state = game.start();
    let value =
        |net: &Arc<Net>| Evaluator::new(game.encoder(), Arc::clone(net)).value(&game, &state, Seat(0));
    assert!((value(&weights.net) - value(&read.net)).abs() < 0.5);
}

#[test]
fn a_broken_file_of_weights_is_refused_in_a_sentence() {
    let (game, weights) = small();
    let file = weights.write(0.0, |_| true);
    let end = file.windows(2).position(|pair| pair == b"\n\n").unwrap();
    for length in [0, 10, end - 5, end + 2, file.len() / 2, file.len() - 1] {
        let fault = Weights::read(&file[..length]).unwrap_err().to_string();
        assert!(!fault.is_empty(), "{length}");
    }
    assert!(matches!(
        Weights::read(&file[..file.len() - 1]),
        Err(WeightsError::Length { .. })
    ));
    let mut altered = file.clone();
    *altered.last_mut().unwrap() ^= 1;
    assert_eq!(Weights::read(&altered), Err(WeightsError::Checksum));
    let text = String::from_utf8(file[..end].to_vec()).unwrap();
    let with = |from: &str, to: &str| {
        let mut other = text.replacen(from, to, 1).into_bytes();
        other.extend(&file[end..]);
        Weights::read(&other)
    };
    assert_eq!(
        with("finaud weights 1", "finaud weights 9"),
        Err(WeightsError::Version("finaud weights 9".into()))
    );
    assert_eq!(with("finaud weights 1", "a poem"), Err(WeightsError::NotWeights));
    assert_eq!(
        with("inputs: ", "inputs: 99999999999"),
        Err(WeightsError::Header("inputs"))
    );
    assert_eq!(with("games: 12\n", ""), Err(WeightsError::Header("games")));
    let other = with("game: tres-fute", "game: hyper-fute").unwrap();
    let fault = game.accepts(&other).unwrap_err().to_string();
    assert!(fault.starts_with("these weights are for hyper-fute"), "{fault}");
}

fn plan() -> Plan {
    Plan {
        games: 96,
        generation: 16,
        batch: 128,
        rate: 0.002,
        ..Plan::default()
    }
}

#[test]
fn a_training_goes_on_as_if_it_had_not_been_stopped() {
    let game = solo("tres-fute");
    let encoder = game.encoder();
    let mut whole = Training::new(Encoder::<SoloGame>::inputs(&encoder), 1);
    for _ in 0..3 {
        whole.generation(&game, &encoder, &plan());
    }
    let mut first = Training::new(Encoder::<SoloGame>::inputs(&encoder), 1);
    for _ in 0..2 {
        first.generation(&game, &encoder, &plan());
    }
    let file = first.write();
    let mut second = Training::read(&file, first.net.inputs()).unwrap();
    assert_eq!(second, first);
    second.generation(&game, &encoder, &plan());
    assert_eq!(second, whole);
    assert_eq!(
        Training::read(&file[..file.len() - 1], first.net.inputs()),
        Err(NoTraining)
    );
    assert_eq!(Training::read(&file, first.net.inputs() + 1), Err(NoTraining));
    assert_eq!(Training::read(b"something else", 3), Err(NoTraining));
}

#[test]
fn threads_share_a_training_and_find_the_same_weights() {
    let game = solo("tres-fute");
    let encoder = game.encoder();
    let trained = |threads: usize| {
        let plan = Plan { threads, ..plan() };
        let mut training = Training::new(Encoder::<SoloGame>::inputs(&encoder), 1);
        training.generation(&game, &encoder, &plan);
        training
    };
    assert_eq!(trained(1), trained(3));
}

#[test]
fn one_seat_learns_to_beat_opponents_that_stay_as_they_are() {
    let game = Push::new(3, Variant::Standard).unwrap();
    let encoder = game.encoder();
    let opponents = [Bot::Random, Bot::Novice].map(|bot| Entrant::bot(&game, bot).unwrap());
    let trained = |threads: usize| {
        let plan = Plan {
            threads,
            games: 512,
            generation: 64,
            explore: 0.0,
            ..plan()
        };
        let mut training = Training::new(Encoder::<Push>::inputs(&encoder), 1);
        let first = training.generation_against(&game, &encoder, &plan, &opponents);
        while training.games < 384 {
            training.generation_against(&game, &encoder, &plan, &opponents);
        }
        let last = training.generation_against(&game, &encoder, &plan, &opponents);
        (training, first, last)
    };
    let (training, first, last) = trained(1);
    // The outcome is that of the seat that learns. If all seats learned, it would be a third throughout.
    assert!(last > first + 0.15, "{first} at first, {last} in the end");
    assert_eq!(training, trained(3).0);
}

#[test]
fn training_brings_the_value_of_the_start_near_what_is_reached() {
    let game = solo("tres-fute");
    let encoder = game.encoder();
    let mut training = Training::new(Encoder::<SoloGame>::inputs(&encoder), 1);
    let plan = Plan {
        games: 1_000,
        rate: 0.004,
        explore: 0.0,
        generation: 64,
        ..plan()
    };
    let mut reached = 0.0;
    while training.games < 512 {
        reached = training.generation(&game, &encoder, &plan);
    }
    let mut evaluator = Evaluator::new(game.encoder(), Arc::new(training.net.clone()));
    let value = evaluator.value(&game, &game.start(), Seat(0));
    assert!(reached > 80.0, "random play reaches 75, this {reached}");
    assert!(
        (value - reached).abs() < 25.0,
        "{value} predicted, {reached} reached"
    );
}

#[test]
fn levels_play_in_the_order_of_their_names() {
    let game = solo("tres-fute");
    let mean = |bot: Bot, games: u64| {
        let total: i32 = (0..games)
            .map(|index| {
                let mut players = [bot.player(&game, index).unwrap()];
                let end = play_out(&game, seed_in_series(99, index), &mut players, &mut Vec::new());
                game.points(&end.state, Seat(0))
            })
            .sum();
        f64::from(total) / games as f64
    };
    let [novice, club, expert] = [Bot::Novice, Bot::Club, Bot::Expert].map(|bot| mean(bot, 60));
    assert!(novice + 80.0 < club, "{novice} {club}");
    assert!(club + 40.0 < expert, "{club} {expert}");
    assert!(expert > 270.0, "{expert}");
}

#[test]
fn inputs_list_every_group() {
    let game = solo("hyper-fute");
    let encoder = game.encoder();
    let state = game.start();
    let all = Inputs::of(&encoder, &game, &state, Seat(0));
    let by_group: usize = (0..Encoder::<SoloGame>::groups(&encoder))
        .map(|group| group_inputs(&encoder, &game, &state, Seat(0), group).len())
        .sum();
    assert_eq!(all.active.len(), by_group);
}

mod course {
    use super::*;
    use finaud_players::learned::Course;

    /// Goes on until so many games are played.
    fn until(course: &mut Course<SoloGame>, games: u64) {
        while course.played() < games {
            course.advance();
        }
    }

    #[test]
    fn a_course_that_was_put_away_ends_like_one_that_was_not() {
        let game = solo("tres-fute");
        let mut whole = Course::new(vec![game.clone()], None);
        until(&mut whole, 768);
        let mut parts = Course::new(vec![game.clone()], None);
        until(&mut parts, 256);
        let kept = parts.write();
        let mut parts = Course::read(vec![game], &kept).unwrap();
        until(&mut parts, 768);
        assert_eq!(parts.write(), whole.write());
        assert_eq!(parts.weights(), whole.weights());
    }

    #[test]
    fn what_a_course_has_learned_is_used_by_its_game() {
        let game = solo("tres-fute");
        let mut course = Course::new(vec![game.clone()], None);
        until(&mut course, 256);
        assert!(course.part() > 0.0 && !course.is_over());
        let file = course.weights();
        assert!(file.len() <= 256 << 10, "{}", file.len());
        let weights = Weights::read(&file).unwrap();
        assert_eq!(game.accepts(&weights), Ok(()));
        assert_eq!(weights.header.games, 256);
    }

    #[test]
    fn a_course_for_another_sheet_or_with_a_hole_in_it_is_refused() {
        let game = solo("tres-fute");
        let course = Course::new(vec![game.clone()], None);
        let kept = course.write();
        assert_eq!(
            Course::read(vec![solo("hyper-fute")], &kept).err(),
            Some(NoTraining)
        );
        for wrong in [&kept[..kept.len() - 1], &kept[1..], &kept[..40], b"", b"\n\n"] {
            assert_eq!(Course::read(vec![game.clone()], wrong).err(), Some(NoTraining));
        }
    }

    #[test]
    fn a_course_may_begin_with_what_is_known() {
        let game = solo("tres-fute");
        let known = game.weights().unwrap().net.as_ref().clone();
        let mut course = Course::new(vec![game], Some(known));
        until(&mut course, 2_560);
        while course.curve().is_empty() {
            course.advance();
        }
        assert!(course.curve()[0].mean > 270.0, "{:?}", course.curve());
    }

    #[test]
    fn several_players_learn_together() {
        let games: Vec<TableGame> = (2..=4).map(|seats| table("tres-fute", seats)).collect();
        let mut course = Course::new(games.clone(), None);
        for _ in 0..4 {
            course.advance();
        }
        let weights = Weights::read(&course.weights()).unwrap();
        assert_eq!(weights.header.players, "2-4");
        assert!(games.iter().all(|game| game.accepts(&weights).is_ok()));
    }
}
