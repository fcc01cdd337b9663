//! A stored seed means the same cards for ever. If one of these tests fails, the cards changed: undo that.

use finaud_record::push::seeded::{card_place, die_place};
use finaud_record::{Notation, SeedString, SplitMix64, push};
use finaud_rules::push::{Card, Colour};
use finaud_rules::{Game, Next, Push, PushOutcome, PushState, Variant};

fn risky(players: usize) -> Push {
    Push::new(players, Variant::Risk).unwrap()
}

fn usual(players: usize) -> Push {
    Push::new(players, Variant::Standard).unwrap()
}

/// Plays a game to its end and returns the luck it met. `choose` is told how many actions there are.
fn luck_of(game: &Push, seed: u64, mut choose: impl FnMut(usize) -> usize) -> Vec<PushOutcome> {
    let mut state = game.start();
    let mut legal = Vec::new();
    let mut met = Vec::new();
    loop {
        match game.next(&state) {
            Next::Over => return met,
            Next::Chance(_) => {
                let outcome = game.seeded_outcome(&state, seed).expect("luck is due");
                assert_eq!(game.seeded_outcome(&state, seed), Some(outcome));
                game.apply_chance(&mut state, outcome)
                    .expect("it can have happened");
                met.push(outcome);
            }
            Next::Choice(seats) => {
                assert_eq!(game.seeded_outcome(&state, seed), None);
                let seat = seats.first().unwrap();
                game.legal(&state, seat, &mut legal);
                game.play(&mut state, seat, legal[choose(legal.len())]).unwrap();
            }
        }
    }
}

fn cards(outcome: &[PushOutcome]) -> Vec<Card> {
    let cards = outcome.iter().filter_map(|outcome| match outcome {
        PushOutcome::Card(card) => Some(*card),
        PushOutcome::Die(_) => None,
    });
    cards.collect()
}

#[test]
fn the_pile_lies_in_one_order_whatever_the_players_choose() {
    for seed in [0, 1, 7779, u64::MAX] {
        let order = cards(&luck_of(&usual(4), seed, |_| 0));
        assert_eq!(order.len(), 120);
        // Other choices, another number of players, another variant: the same cards in the same order.
        let last = cards(&luck_of(&usual(4), seed, |count| count - 1));
        assert_eq!(last, order, "seed {seed}");
        for (players, game) in
            (3..=6).flat_map(|players| [usual(players), risky(players)].map(|game| (players, game)))
        {
            let mut random = SplitMix64::new(seed ^ players as u64);
            let met = cards(&luck_of(&game, seed, |count| random.below(count as u64) as usize));
            assert_eq!(met, order, "seed {seed}, {players} players");
        }
        // With two players the pile is another one, but no less fixed.
        let two = cards(&luck_of(&usual(2), seed, |_| 0));
        assert_eq!((two.len(), two.contains(&Card::Switch)), (108, false));
        let mut random = SplitMix64::new(seed);
        let met = cards(&luck_of(&risky(2), seed, |count| {
            random.below(count as u64) as usize
        }));
        assert_eq!(met, two, "seed {seed}, two players");
    }
}

#[test]
fn every_place_of_a_game_is_its_own() {
    let game = usual(5);
    for seed in 0..20 {
        let mut random = SplitMix64::new(seed);
        let mut state = game.start();
        let mut legal = Vec::new();
        let mut places = Vec::new();
        loop {
            match game.next(&state) {
                Next::Over => break,
                Next::Chance(chance) => {
                    places.push(match chance {
                        finaud_rules::PushChance::Card => card_place(&game, &state),
                        finaud_rules::PushChance::Die(_) => die_place(&game, &state),
                    });
                    let outcome = game.seeded_outcome(&state, seed).unwrap();
                    game.apply_chance(&mut state, outcome).unwrap();
                }
                Next::Choice(seats) => {
                    let seat = seats.first().unwrap();
                    game.legal(&state, seat, &mut legal);
                    let action = legal[random.below(legal.len() as u64) as usize];
                    game.play(&mut state, seat, action).unwrap();
                }
            }
        }
        let count = places.len();
        places.sort_unstable();
        places.dedup();
        assert_eq!(places.len(), count);
    }
}

#[test]
fn places_never_change() {
    let game = usual(3);
    assert_eq!(card_place(&game, &game.start()), 0x02_0000_0000);
    let line =
        "push phase=rolling taker=3 rolls=1 switches=1 columns=b4 discard=r1,die,die / / zone=g1 / zone=p6";
    let state = game.read_position(line).unwrap();
    assert_eq!(card_place(&game, &state), 0x02_0000_0700);
    assert_eq!(die_place(&game, &state), 0x03_0000_0701);
}

#[test]
fn the_cards_of_a_seed_never_change() {
    let short = |card: Card| match card {
        Card::Number(kind) => format!("{}{}", &kind.colour().word()[..1], kind.value()),
        Card::Die | Card::Switch => card.to_string(),
    };
    for (seed, players, first) in [
        (0, 2, "y1 r2 r6 p5 r1 g1 y2 r3 die y5 p5 y6"),
        (0, 3, "y3 r3 b1 die r1 g2 y5 r2 die p2 die p3"),
        (1, 2, "g1 r5 b5 g5 p4 r6 p5 g3 y2 p3 y6 die"),
        (1, 6, "g3 r6 g1 g6 die b1 die g4 y4 p6 p3 die"),
        (7779, 2, "die p2 r6 die y1 y4 b1 r4 r6 die b2 y6"),
        (7779, 4, "switch p5 b1 switch y3 y6 b2 r4 b1 switch b3 p2"),
        (u64::MAX, 2, "g3 die die p5 p4 y1 b1 die b4 y3 r3 r4"),
        (u64::MAX, 5, "g4 die switch die die y3 b2 switch b5 y5 r3 r5"),
    ] {
        let met = cards(&luck_of(&usual(players), seed, |_| 0));
        let met: Vec<String> = met.into_iter().take(12).map(short).collect();
        assert_eq!(met.join(" "), first, "({seed}, {players})");
    }
}

#[test]
fn the_die_of_a_seed_never_changes() {
    let game = usual(3);
    let face = |line: &str, seed: u64| {
        let state = game.read_position(line).unwrap();
        let outcome = game.seeded_outcome(&state, seed).unwrap();
        game.outcome_text(outcome).replace("die ", "")
    };
    let lines = [
        "push phase=rolling taker=1 discard=die / zone=r1 / /",
        "push phase=rolling taker=1 discard=r1,die / zone=r1 / /",
        "push phase=rolling taker=1 discard=r1,r2,die / zone=r1 / /",
        "push phase=rolling taker=2 rolls=1 discard=die,die / zone=r1 / /",
    ];
    for (seed, faces) in [
        (0, "red green purple blue"),
        (1, "star yellow yellow star"),
        (7779, "red star green star"),
        (u64::MAX, "purple purple star yellow"),
    ] {
        let met = lines.map(|line| face(line, seed));
        assert_eq!(met.join(" "), faces, "{seed}");
    }
}

#[test]
fn a_seed_string_names_the_game() {
    let seed: SeedString = "PUSH-p6-7k3".parse().unwrap();
    assert_eq!((seed.game(), seed.players(), seed.seed()), (push::ID, 6, 7779));
    assert_eq!(seed.to_string(), "push-p6-7K3");
}

/// The sum of (seen - expected)² / expected.
fn chi_square(counts: impl IntoIterator<Item = (u32, f64)>) -> f64 {
    let terms = counts.into_iter();
    terms
        .map(|(seen, expected)| (f64::from(seen) - expected).powi(2) / expected)
        .sum()
}

#[test]
fn cards_come_as_often_as_they_lie_in_the_pile() {
    let game = usual(3);
    let drawing = |line: &str| game.read_position(line).unwrap();
    let many = 60_000;
    for state in [
        drawing("push phase=drawing / / /"),
        drawing("push phase=drawing pile=r1,r1,b2,g3,die,die,die,switch / / /"),
    ] {
        let all = state.unseen().len();
        let seen = |card: Card| {
            let wanted = Some(PushOutcome::Card(card));
            (0..many)
                .filter(|seed| game.seeded_outcome(&state, *seed) == wanted)
                .count() as u32
        };
        let counts = Card::all()
            .filter(|card| state.unseen().count(*card) > 0)
            .map(|card| {
                let share = f64::from(state.unseen().count(card)) / f64::from(all);
                (seen(card), share * many as f64)
            });
        // At most 31 degrees of freedom: one pile in ten thousand would exceed 67 by chance.
        let chi_square = chi_square(counts);
        assert!(chi_square < 67.0, "{chi_square}");
    }
}

#[test]
fn faces_are_even() {
    let game = usual(2);
    let states: Vec<PushState> = (0..=1)
        .map(|rolls| {
            let line = format!(
                "push phase=rolling taker={} rolls={rolls} discard=die,die / /",
                rolls + 1
            );
            game.read_position(&line).unwrap()
        })
        .collect();
    for state in states {
        let mut counts = [0u32; 6];
        for seed in 0..60_000 {
            let Some(PushOutcome::Die(shown)) = game.seeded_outcome(&state, seed) else {
                panic!("the die is due")
            };
            counts[shown.map_or(5, |colour: Colour| colour as usize)] += 1;
        }
        // Five degrees of freedom: one die in ten thousand would exceed 25.7 by chance.
        let chi_square = chi_square(counts.map(|seen| (seen, 10_000.0)));
        assert!(chi_square < 25.7, "{counts:?}");
    }
}
