//! Positions of PUSH in which columns are taken and the die is rolled: those can be that a game can come to.

mod common;

use std::collections::BTreeSet;

use common::push::{cannot_be, given, given_for, line_for};
use finaud_record::Notation;
use finaud_rules::{Game, Next, Push, PushAction, PushChance, PushOutcome, PushState, Variant};

/// The columns of these tests; no card of value 1 fits any of them.
const COLUMNS: [&str; 3] = ["r1", "b1", "g1"];

/// What is left of a position in which somebody takes or rolls: the phase, the taker, the rolls and the columns.
type Scene = (&'static str, u8, u8, usize);

/// Follows every choice until the turn is over. What the die shows does not matter here.
fn scenes(game: &Push, state: &PushState, seen: &mut BTreeSet<Scene>) {
    let scene = |phase| (phase, state.taker().0 + 1, state.rolls(), state.columns().len());
    match game.next(state) {
        Next::Chance(PushChance::Die(_)) => {
            seen.insert(scene("rolling"));
            let mut after = *state;
            game.apply_chance(&mut after, PushOutcome::Die(None)).unwrap();
            scenes(game, &after, seen);
        }
        Next::Choice(seats) => {
            let mut legal = Vec::new();
            game.legal(state, seats.first().unwrap(), &mut legal);
            legal.retain(|action| matches!(action, PushAction::Take(_)));
            for action in legal {
                seen.insert(scene("taking"));
                let mut after = *state;
                game.play(&mut after, seats.first().unwrap(), action).unwrap();
                scenes(game, &after, seen);
            }
        }
        Next::Chance(PushChance::Card) | Next::Over => {}
    }
}

/// Everything that can come after a stop or a bust, with Die cards in any of the columns.
fn reached(players: usize, switches: u8) -> BTreeSet<Scene> {
    let mut seen = BTreeSet::new();
    for count in 1..=COLUMNS.len() {
        for dice in 0..1 << count {
            let columns: Vec<String> = (0..count)
                .map(|index| {
                    format!(
                        "{}{}",
                        COLUMNS[index],
                        if dice >> index & 1 == 1 { ",die" } else { "" }
                    )
                })
                .collect();
            let columns = columns.join("|");
            let table =
                |phase: &str| format!("current=2 phase={phase} switches={switches} columns={columns}");
            let mut stopped = given_for(players, &table("after-card"), &[]);
            stopped.plays(2, "stop");
            scenes(&stopped.game, &stopped.position, &mut seen);
            if count == COLUMNS.len() {
                let mut busted = given_for(players, &table("drawing"), &[]);
                busted.card("purple 1");
                scenes(&busted.game, &busted.position, &mut seen);
            }
        }
    }
    seen
}

#[test]
fn exactly_what_can_come_after_a_stop_or_a_bust_is_accepted() {
    for players in 2..=6 {
        for switches in 0..=if players == 2 { 0 } else { 2 } {
            let reached = reached(players, switches);
            let mut accepted = BTreeSet::new();
            for phase in ["taking", "rolling"] {
                for (taker, rolls, columns) in (1..=6).flat_map(|taker| {
                    (0..6).flat_map(move |rolls| (0..4).map(move |columns| (taker, rolls, columns)))
                }) {
                    let table = format!(
                        "current=2 phase={phase} taker={taker} rolls={rolls} switches={switches} columns={} \
                         discard=purple1,die,die,die,die",
                        COLUMNS[..columns].join("|")
                    );
                    // Without a column there is nothing to write.
                    let line = line_for(players, &table.replace("columns= ", ""), &[]);
                    let game = Push::new(players, Variant::Standard).unwrap();
                    if game.read_position(&line).is_ok() {
                        accepted.insert((phase, taker, rolls, columns));
                    }
                }
            }
            assert_eq!(accepted, reached, "{players} players, {switches} Switch cards");
        }
    }
}

#[test]
fn the_die_is_rolled_once_by_each_taker_at_most() {
    let told = "phase: the die was rolled more often than players had their turn to take";
    assert_eq!(
        cannot_be("push phase=taking taker=1 rolls=1 columns=r1 discard=die / / /"),
        told
    );
    assert_eq!(
        cannot_be("push phase=rolling taker=2 rolls=2 discard=die,die,die / / /"),
        told
    );
    let most = cannot_be("push phase=rolling taker=1 rolls=255 discard=die / / /");
    assert_eq!(
        most,
        format!("{told}; phase: a Die card that was rolled for is not in the discard")
    );
}

#[test]
fn no_more_columns_are_left_than_there_were() {
    let told = "phase: so many columns cannot be left after so many players had their turn to take";
    assert_eq!(
        cannot_be("push phase=taking taker=3 columns=r1|b1|g1 discard=die / zone=r2 / / /"),
        told
    );
    assert_eq!(
        cannot_be("push phase=rolling taker=2 rolls=1 columns=r1|b1|g1 discard=p1,die,die / / / /"),
        told
    );
    // The other way round, seat 4 is the first to take after seat 1.
    given("push phase=taking taker=4 switches=1 columns=r1|b1 / zone=r2 / / /");
    assert_eq!(
        cannot_be("push phase=taking taker=4 columns=r1|b1 / zone=r2 / / /"),
        told
    );
}

#[test]
fn after_a_bust_the_die_was_rolled() {
    let told = "phase: so many columns are left only after a bust, and then the die was rolled";
    given("push phase=taking taker=2 rolls=1 columns=r1|b1|g1 discard=p1 / / /");
    assert_eq!(
        cannot_be("push phase=taking taker=2 columns=r1|b1|g1 discard=p1 / / /"),
        told
    );
    given("push phase=rolling taker=2 rolls=1 columns=r1|b1 discard=p1,die / / /");
    assert_eq!(
        cannot_be("push phase=rolling taker=2 columns=r1|b1 discard=p1,die / / /"),
        told
    );
}

#[test]
fn a_card_that_fits_nowhere_is_in_the_discard_after_a_bust() {
    let told =
        "phase: so many columns are left only after a bust, but every discarded card would fit one of them";
    let rolling =
        |discard: &str| format!("push phase=rolling taker=1 columns=r1|b1|g1,die discard={discard} / /");
    given(&rolling("p1"));
    assert_eq!(cannot_be(&rolling("p2")), told);
    assert_eq!(cannot_be(&rolling("die")), told, "two columns accept it");
    let dice = |discard: &str| {
        format!("push phase=taking taker=3 rolls=2 columns=r1,die|b1,die discard={discard} / / /")
    };
    given(&dice("die,die"));
    assert_eq!(cannot_be(&dice("die")), told, "that one was rolled for");
}

#[test]
fn the_die_cards_that_were_rolled_for_are_in_the_discard() {
    let told = "phase: a Die card that was rolled for is not in the discard";
    assert_eq!(cannot_be("push phase=rolling taker=1 / /"), told);
    assert_eq!(
        cannot_be("push phase=taking taker=2 rolls=1 columns=r1 / /"),
        told
    );
    assert_eq!(
        cannot_be("push phase=rolling taker=2 rolls=1 discard=die / /"),
        told
    );
    given("push phase=rolling taker=2 rolls=1 discard=die,die / /");
}
