//! Positions of PUSH altered at random: they are refused with a sentence, or the game goes on from them without a fault.

mod common;

use common::play_out;
use finaud_record::{Notation, SplitMix64};
use finaud_rules::{Game, Next, Push, PushState, Variant};
use serde_json::Value;

/// How many alterations are tried with each number of players.
const TRIES: u64 = 1_500;
/// No game is longer: see the tests of the rules.
const MOST_EVENTS: usize = 672;

/// Plays to the end; every state on the way must be sound.
fn go_on(game: &Push, start: PushState, random: &mut SplitMix64, line: &str) {
    let mut state = start;
    let mut legal = Vec::new();
    for _ in 0..=MOST_EVENTS {
        match game.next(&state) {
            Next::Over => return,
            Next::Luck(_) => {
                let luck = game.seeded_luck(&state, random.next_u64()).expect("luck is due");
                let befallen = game.befall(&mut state, luck);
                befallen.unwrap_or_else(|refusal| panic!("{refusal}: {line}"));
            }
            Next::Choice(seats) => {
                let seat = seats.first().expect("somebody is asked");
                game.legal(&state, seat, &mut legal);
                assert!(!legal.is_empty(), "seat {seat} has nothing to choose: {line}");
                let action = legal[random.below(legal.len() as u64) as usize];
                let played = game.play(&mut state, seat, action);
                played.unwrap_or_else(|refusal| panic!("{refusal}: {line}"));
            }
        }
        assert_eq!(
            game.violations(&state),
            [],
            "{}\nafter {line}",
            game.position_text(&state)
        );
    }
    panic!("the game does not end: {line}");
}

fn pick<'a, T>(list: &'a [T], random: &mut SplitMix64) -> &'a T {
    &list[random.below(list.len() as u64) as usize]
}

fn altered(line: &str, other: &str, random: &mut SplitMix64) -> String {
    let mut words: Vec<String> = line.split(' ').map(str::to_string).collect();
    let others: Vec<&str> = other.split(' ').collect();
    for _ in 0..1 + random.below(2) {
        let at = random.below(words.len() as u64) as usize;
        match random.below(7) {
            0 => words[at] = pick(&others, random).to_string(),
            1 => words.insert(at, pick(&others, random).to_string()),
            2 if words.len() > 1 => {
                words.remove(at);
            }
            3 => {
                let phases = [
                    "turn",
                    "drawing",
                    "placing",
                    "after-card",
                    "taking",
                    "rolling",
                    "over",
                ];
                words.retain(|word| !word.starts_with("phase="));
                words.insert(1.min(words.len()), format!("phase={}", pick(&phases, random)));
            }
            4 => {
                let keys = ["current", "taker", "rolls", "switches"];
                let key = pick(&keys, random);
                words.retain(|word| !word.starts_with(key));
                words.insert(1.min(words.len()), format!("{key}={}", random.below(7)));
            }
            _ => {
                let letters: Vec<char> = words[at].chars().collect();
                let place = random.below(letters.len() as u64 + 1) as usize;
                let until = (place + random.below(2) as usize).min(letters.len());
                let strange = [
                    "0", "1", "2", "6", "7", "255", ",", "|", ",r1", ",die", ",switch", "-", "p6,", "b2,g3",
                ];
                let new = pick(&strange, random);
                let rest: String = letters[until..].iter().collect();
                words[at] = letters[..place].iter().collect::<String>() + new + &rest;
            }
        }
    }
    words.join(" ")
}

fn alter_json(value: &mut Value, random: &mut SplitMix64) {
    match value {
        Value::Object(members) if !members.is_empty() && random.below(8) > 0 => {
            let at = random.below(members.len() as u64) as usize;
            if let Some((_, member)) = members.iter_mut().nth(at) {
                alter_json(member, random);
            }
        }
        Value::Array(items) if !items.is_empty() && random.below(8) > 0 => {
            let at = random.below(items.len() as u64) as usize;
            alter_json(&mut items[at], random);
        }
        Value::Array(items) => items.push("die".into()),
        other => {
            let strange = [
                Value::Null,
                0.into(),
                1.into(),
                255.into(),
                (-1).into(),
                "red 1".into(),
                "turn".into(),
                "rolling".into(),
                Value::Array(vec![]),
            ];
            *other = pick(&strange, random).clone();
        }
    }
}

fn check(players: usize, variant: Variant) {
    let game = Push::new(players, variant).unwrap();
    let mut random = SplitMix64::new(players as u64);
    let mut sources = Vec::new();
    for seed in 0..3 {
        play_out(&game, seed, |state, _| sources.push(game.position_text(state)));
    }
    let mut accepted = 0;
    for _ in 0..TRIES {
        let line = altered(
            pick::<String>(&sources, &mut random),
            pick::<String>(&sources, &mut random),
            &mut random,
        );
        match game.read_position(&line) {
            Ok(state) => {
                accepted += 1;
                let again = game.position_text(&state);
                assert_eq!(game.read_position(&again), Ok(state), "{again}\nfrom {line}");
                go_on(&game, state, &mut random, &line);
            }
            Err(fault) => assert!(!fault.0.is_empty() && fault.to_string().len() < 10_000),
        }
    }
    assert!(accepted > 0, "some alterations make another position");
    for _ in 0..TRIES / 4 {
        let state = game
            .read_position(pick::<String>(&sources, &mut random))
            .expect("a line of a game");
        let mut json = game.position_json(&state);
        alter_json(&mut json, &mut random);
        if let Ok(state) = game.read_position_json(&json) {
            go_on(&game, state, &mut random, &json.to_string());
        }
    }
}

#[test]
fn positions_of_two() {
    check(2, Variant::Standard);
}

#[test]
fn positions_of_three() {
    check(3, Variant::Risk);
}

#[test]
fn positions_of_six() {
    check(6, Variant::Standard);
}
