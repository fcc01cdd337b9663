//! Which payments nobody misses: those that do the same as another one and spend more.

mod common;

use common::given;
use common::random::{Mood, game, play_out};
use finaud_record::{Event, Notation};
use finaud_rules::{Action, Effect, Game, Position, Seat, TableGame, builtin_ids};

#[test]
fn a_way_that_spends_a_part_of_what_another_spends_dominates_it() {
    let table = given("melange-fute");
    let read = |text: &str| table.game.read_action(text).unwrap();
    let dominates = |one: &str, other: &str| read(one).dominates(read(other));
    assert!(dominates("orange 4 #4", "orange 4 #4 joker 4"));
    assert!(dominates("orange 4 #4", "orange 4 #4 polish 1"));
    assert!(dominates("orange 4 #4 polish 1", "orange 4 #4 polish 2"));
    assert!(dominates("orange 4 #4 joker 4", "orange 4 #4 joker 4 polish 1"));
    assert!(dominates("+1 orange 4 #4", "+1 orange 4 #4 joker ?"));
}

#[test]
fn boxes_of_different_kinds_are_different_currencies() {
    let table = given("melange-fute");
    let read = |text: &str| table.game.read_action(text).unwrap();
    let neither = |one: &str, other: &str| {
        assert!(!read(one).dominates(read(other)), "{one} and {other}");
        assert!(!read(other).dominates(read(one)), "{other} and {one}");
    };
    neither("orange 4 #4 joker 4", "orange 4 #4 polish 2");
    neither("orange 4 #4 joker 4", "orange 4 #4 joker ?");
    neither("orange 4 #4 joker 4 polish 1", "orange 4 #4 polish 2");
    // Another result, another die, another kind of choice.
    neither("orange 4 #4", "orange 4 #7 polish 1");
    neither("orange 4 #4", "white as orange 4 #4 joker 4");
    neither("orange 4 #4", "+1 orange 4 #4 joker 4");
    neither("orange 4 #4", "orange 4 #4");
}

/// What an action does beside what it spends.
fn done(game: &TableGame, position: &Position<4>, seat: Seat, action: Action) -> Vec<Effect> {
    let (mut after, mut effects) = (*position, Vec::new());
    game.play_observed(&mut after, seat, action, &mut effects)
        .unwrap();
    effects.retain(|effect| !matches!(effect, Effect::Spent { .. }));
    effects
}

#[test]
fn whatever_dominates_does_exactly_the_same() {
    let mut seen = 0;
    for id in builtin_ids() {
        let table = game::<4>(id, 2);
        let mut legal = Vec::new();
        for (seed, mood) in (0..20).flat_map(|seed| Mood::ALL.map(|mood| (seed, mood))) {
            play_out(&table, seed, mood, |position, event, _| {
                let Some(Event::Choice(seat, _)) = event else {
                    return;
                };
                table.legal(position, seat, &mut legal);
                for action in &legal {
                    let better = legal.iter().find(|other| other.dominates(*action));
                    if let Some(better) = better {
                        assert_eq!(
                            done(&table, position, seat, *better),
                            done(&table, position, seat, *action),
                            "{id}: {action:?} and {better:?}"
                        );
                        seen += 1;
                    }
                }
            });
        }
    }
    assert!(seen > 100, "only {seen} cases");
}
