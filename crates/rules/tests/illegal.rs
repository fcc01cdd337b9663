//! What is not legal is refused and changes nothing; what is legal is accepted: every action number, every seat, and
//! luck of every kind, in positions from random games.

mod common;

use std::collections::HashSet;

use common::random::{Mood, game, play_out};
use finaud_record::{Notation, SplitMix64};
use finaud_rules::{
    Action, Chance, DICE, DiceGame, Die, DieSet, Entry, Face, Game, Joker, Mark, Next, Outcome, Position,
    Power, Refusal, Rulings, SLOTS, Seat, Side, Sorted, TableGame, builtin, builtin_ids,
};

/// Calls `check` with some positions of random games, `every` so many events.
fn sample<const SEATS: usize>(
    players: usize,
    every: u64,
    check: impl Fn(&DiceGame<SEATS>, &Position<SEATS>, &mut SplitMix64),
) {
    for id in builtin_ids() {
        let game = game::<SEATS>(id, players);
        for mood in Mood::ALL {
            play_out(&game, 77, mood, |position, _, random| {
                if random.below(every) == 0 {
                    check(&game, position, random);
                }
            });
        }
    }
}

/// Plays every action of the sheet and compares with the list.
fn check_all_actions<const SEATS: usize>(game: &DiceGame<SEATS>, position: &Position<SEATS>) {
    let mut legal = Vec::new();
    for seat in (0..game.seats() as u8).map(Seat) {
        game.legal(position, seat, &mut legal);
        let listed: HashSet<usize> = legal
            .iter()
            .filter_map(|action| game.action_index(*action))
            .collect();
        assert_eq!(listed.len(), legal.len());
        let asked = matches!(game.next(position), Next::Choice(seats) if seats.contains(seat));
        assert_eq!(asked, position.asks(seat));
        for number in 0..game.action_count() {
            let action = game
                .action_from_index(number)
                .expect("every number has its action");
            let mut after = *position;
            let played = game.play(&mut after, seat, action);
            let expected = match (listed.contains(&number), asked) {
                (true, _) => Ok(()),
                (false, true) => Err(Refusal::Illegal),
                (false, false) => Err(Refusal::NotAsked(seat)),
            };
            assert_eq!(
                played,
                expected,
                "seat {seat}, `{}` in `{}`",
                game.action_text(action),
                game.position_text(position)
            );
            assert!(
                played.is_ok() || after == *position,
                "a refused action left a trace"
            );
        }
    }
}

#[test]
fn an_action_is_accepted_just_when_it_is_listed() {
    sample::<1>(1, 1, |game, position, _| check_all_actions(game, position));
    sample::<4>(2, 4, |game, position, _| check_all_actions(game, position));
    sample::<4>(3, 8, |game, position, _| check_all_actions(game, position));
    sample::<4>(4, 12, |game, position, _| check_all_actions(game, position));
}

#[test]
fn the_same_under_every_other_ruling() {
    for (id, key) in builtin_ids()
        .iter()
        .flat_map(|id| Rulings::KEYS.map(|key| (*id, key)))
    {
        let mut sheet = builtin(id).expect("built in").clone();
        let switch = sheet.rulings.switch(key).expect("a known switch");
        *switch = !*switch;
        for (players, every) in [(1, 6), (2, 12)] {
            let game = TableGame::new(sheet.clone(), players).expect("players");
            for mood in Mood::ALL {
                play_out(&game, 9, mood, |position, _, random| {
                    assert_eq!(
                        game.violations(position),
                        [],
                        "{key}: {}",
                        game.position_text(position)
                    );
                    if random.below(every) == 0 {
                        check_all_actions(&game, position);
                    }
                });
            }
        }
    }
}

#[test]
fn seats_that_do_not_exist_are_refused() {
    sample::<4>(2, 10, |game, position, _| {
        for seat in [2, 3, 4, 7, 8, 31, 64, 255].map(Seat) {
            let mut after = *position;
            assert_eq!(
                game.play(&mut after, seat, Action::Done),
                Err(Refusal::NotAsked(seat))
            );
            assert_eq!(after, *position);
            let mut legal = vec![Action::Done];
            game.legal(position, seat, &mut legal);
            assert!(legal.is_empty());
            assert_eq!(game.points(position, seat), 0);
        }
    });
}

/// Marks, dice and gifts that no sheet has, and some that one has.
fn strange_action(random: &mut SplitMix64) -> Action {
    let mut byte = |bound: u64| random.below(bound) as u8;
    let wild = [
        0, 1, 2, 3, 5, 6, 7, 8, 11, 12, 13, 15, 16, 31, 32, 37, 47, 63, 64, 127, 128, 200, 254, 255,
    ];
    let (one, other) = (wild[usize::from(byte(24))], wild[usize::from(byte(24))]);
    let side = [Side::Left, Side::Right][usize::from(byte(2))];
    let mark = match byte(8) {
        0 => Mark::Cell(one),
        1 => Mark::Cells {
            number: one,
            rows: other,
        },
        2 => Mark::Next,
        3 => Mark::Number(one),
        4 => Mark::Half(one),
        5 => Mark::Times(one),
        6 => Mark::Side(side, one),
        _ => Mark::Line(one, other),
    };
    let zone = byte(7).wrapping_mul(if byte(20) == 0 { 40 } else { 1 });
    let joker = match byte(3) {
        0 => Some(Joker::ALL[usize::from(byte(7))]),
        _ => None,
    };
    let polish = [0, 0, 1, 2, 3, 4, 7, 255][usize::from(byte(8))];
    let entry = Entry {
        die: Die::ALL[usize::from(byte(6))],
        zone,
        mark,
        joker,
        polish,
    };
    match byte(6) {
        0 | 1 => Action::Pick(entry),
        2 | 3 => Action::Extra(entry),
        4 => Action::Gift {
            gift: wild[usize::from(byte(24))],
            zone,
            mark,
        },
        _ => Action::Circle {
            gift: wild[usize::from(byte(24))],
            power: Power::ALL[usize::from(byte(5))],
        },
    }
}

#[test]
fn actions_that_no_sheet_has_are_refused_without_harm() {
    sample::<4>(2, 4, |game, position, random| {
        for seat in [0, 1].map(Seat) {
            let mut legal = Vec::new();
            game.legal(position, seat, &mut legal);
            for _ in 0..400 {
                let action = strange_action(random);
                let mut after = *position;
                let played = game.play(&mut after, seat, action);
                assert_eq!(
                    played.is_ok(),
                    legal.contains(&action),
                    "{action:?} in {}",
                    game.position_text(position)
                );
                assert!(played.is_ok() || after == *position);
                if let Some(number) = game.action_index(action) {
                    assert_eq!(game.action_from_index(number), Some(action));
                } else {
                    assert!(played.is_err(), "{action:?} has no number");
                }
            }
        }
    });
}

#[track_caller]
fn refuse_luck<const SEATS: usize>(
    game: &DiceGame<SEATS>,
    position: &Position<SEATS>,
    luck: Outcome,
) -> Refusal {
    let mut after = *position;
    let refusal = game
        .apply_chance(&mut after, luck)
        .expect_err("this luck cannot be");
    assert_eq!(after, *position, "refused luck left a trace");
    refusal
}

fn roll_of(dice: DieSet) -> Outcome {
    Outcome::Roll(Die::ALL.map(|die| dice.contains(die).then_some(Face::Three)))
}

#[test]
fn luck_that_cannot_have_happened_is_refused() {
    let sort = Outcome::Sort(Sorted {
        platter: [Die::Zone1, Die::Zone2, Die::Zone3].into_iter().collect(),
        slots: [Die::White, Die::Zone4, Die::Zone5],
    });
    for players in [1, 2] {
        sample::<4>(players, 2, |game, position, _| match game.next(position) {
            Next::Choice(_) | Next::Over => {
                for luck in [roll_of(DieSet::ALL), roll_of(position.dice().pool()), sort] {
                    assert_eq!(refuse_luck(game, position, luck), Refusal::NoChanceDue);
                }
            }
            Next::Chance(Chance::Roll(pool)) => {
                // Every set of dice but the right one: a die too few, a die too many, none at all.
                for bits in 0..1u8 << DICE {
                    let dice: DieSet = Die::ALL
                        .into_iter()
                        .filter(|die| bits >> die.index() & 1 != 0)
                        .collect();
                    if dice != pool {
                        let refusal = refuse_luck(game, position, roll_of(dice));
                        assert!(matches!(refusal, Refusal::Impossible(_)), "{refusal}");
                    }
                }
                assert!(matches!(
                    refuse_luck(game, position, sort),
                    Refusal::Impossible(_)
                ));
            }
            Next::Chance(Chance::Sort(_)) => check_sortings(game, position),
        });
    }
}

/// Tries every way to put six dice on the platter and the slots, doubled dice included.
fn check_sortings<const SEATS: usize>(game: &DiceGame<SEATS>, position: &Position<SEATS>) {
    let mut possible = HashSet::new();
    game.outcomes(position, &mut |luck, _| {
        possible.insert(luck);
    });
    assert!(matches!(
        refuse_luck(game, position, roll_of(DieSet::ALL)),
        Refusal::Impossible(_)
    ));
    for bits in 0..1u8 << DICE {
        let platter: DieSet = Die::ALL
            .into_iter()
            .filter(|die| bits >> die.index() & 1 != 0)
            .collect();
        for code in 0..DICE.pow(SLOTS as u32) {
            let slots = [code % DICE, code / DICE % DICE, code / DICE / DICE].map(|index| Die::ALL[index]);
            let luck = Outcome::Sort(Sorted { platter, slots });
            if possible.contains(&luck) {
                let mut after = *position;
                assert_eq!(game.apply_chance(&mut after, luck), Ok(()));
            } else {
                assert!(matches!(
                    refuse_luck(game, position, luck),
                    Refusal::Impossible(_)
                ));
            }
        }
    }
}

#[test]
fn nothing_happens_after_the_end() {
    for players in 1..=4 {
        for id in builtin_ids() {
            let game = game::<4>(id, players);
            play_out(&game, 5, Mood::Any, |position, event, _| {
                if event.is_none() {
                    assert_eq!(game.next(position), Next::Over);
                    check_all_actions(&game, position);
                }
            });
        }
    }
}
