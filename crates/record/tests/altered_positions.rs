//! Positions altered at random: they are refused with a sentence, or the game goes on from them without a fault.

mod common;

use common::{game, play_out};
use finaud_record::{Notation, SplitMix64};
use finaud_rules::{DiceGame, Game, Next, Position, builtin_ids};
use serde_json::Value;

/// How many alterations are tried on each sheet with each number of players.
fn tries() -> u64 {
    std::env::var("FINAUD_TRIES")
        .ok()
        .and_then(|tries| tries.parse().ok())
        .unwrap_or(1_500)
}

/// Lines from random games.
fn lines<const SEATS: usize>(game: &DiceGame<SEATS>, random: &mut SplitMix64) -> Vec<String> {
    let mut lines = Vec::new();
    let seed = random.next_u64();
    play_out(game, seed, |state, _| lines.push(game.position_text(state)));
    lines
}

/// Plays a few random events; every state on the way must be sound.
fn go_on<const SEATS: usize>(
    game: &DiceGame<SEATS>,
    start: Position<SEATS>,
    random: &mut SplitMix64,
    line: &str,
) {
    let mut state = start;
    let mut legal = Vec::new();
    for _ in 0..12 {
        match game.next(&state) {
            Next::Over => return,
            Next::Luck(_) => {
                let luck = game.seeded_luck(&state, random.next_u64()).expect("luck is due");
                game.befall(&mut state, luck)
                    .unwrap_or_else(|refusal| panic!("{refusal}: {line}"));
            }
            Next::Choice(seats) => {
                let seat = seats.first().expect("somebody is asked");
                game.legal(&state, seat, &mut legal);
                assert!(!legal.is_empty(), "seat {seat} has nothing to choose: {line}");
                let action = legal[random.below(legal.len() as u64) as usize];
                game.play(&mut state, seat, action)
                    .unwrap_or_else(|refusal| panic!("{refusal}: {line}"));
            }
        }
        let now = game.position_text(&state);
        assert_eq!(game.violations(&state), [], "{now}\nafter {line}");
        assert_eq!(
            game.read_position(&now).as_ref(),
            Ok(&state),
            "{now}\nafter {line}"
        );
    }
}

fn altered(line: &str, other: &str, random: &mut SplitMix64) -> String {
    let mut words: Vec<String> = line.split(' ').map(str::to_string).collect();
    let others: Vec<&str> = other.split(' ').collect();
    for _ in 0..1 + random.below(2) {
        let at = random.below(words.len() as u64) as usize;
        match random.below(6) {
            0 => words[at] = others[random.below(others.len() as u64) as usize].to_string(),
            1 => words.insert(at, others[random.below(others.len() as u64) as usize].to_string()),
            2 if words.len() > 1 => {
                words.remove(at);
            }
            3 => {
                let phases = [
                    "round-start",
                    "before-roll",
                    "rolling",
                    "rolled",
                    "entered",
                    "sorting",
                    "window",
                    "over",
                ];
                words.retain(|word| !word.starts_with("phase="));
                words.insert(
                    1.min(words.len()),
                    format!("phase={}", phases[random.below(8) as usize]),
                );
            }
            _ => {
                let letters: Vec<char> = words[at].chars().collect();
                let place = random.below(letters.len() as u64 + 1) as usize;
                let until = (place + random.below(2) as usize).min(letters.len());
                let strange = [
                    "0", "1", "2", "6", "7", "12", "63", "255", ",", "|", ":", "!", ".", "-", "W6", "Y1",
                ];
                let new = strange[random.below(strange.len() as u64) as usize];
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
        Value::Array(items) => items.push(Value::from(random.below(14))),
        other => {
            let strange = [
                Value::Null,
                0.into(),
                1.into(),
                255.into(),
                (-1).into(),
                "x".into(),
                Value::Array(vec![]),
            ];
            *other = strange[random.below(7) as usize].clone();
        }
    }
}

fn check<const SEATS: usize>(players: usize) {
    for id in builtin_ids() {
        let game = game::<SEATS>(id, players);
        let mut random = SplitMix64::new(players as u64);
        let mut sources = lines(&game, &mut random);
        sources.extend(lines(&game, &mut random));
        let mut accepted = 0;
        for _ in 0..tries() {
            let line = &sources[random.below(sources.len() as u64) as usize];
            let other = &sources[random.below(sources.len() as u64) as usize];
            let line = altered(line, other, &mut random);
            match game.read_position(&line) {
                Ok(state) => {
                    accepted += 1;
                    go_on(&game, state, &mut random, &line);
                }
                Err(fault) => assert!(!fault.0.is_empty() && fault.to_string().len() < 10_000),
            }
        }
        assert!(accepted > 0, "{id}: some alterations make another position");
        for _ in 0..tries() / 4 {
            let line = &sources[random.below(sources.len() as u64) as usize];
            let state = game.read_position(line).expect("a line of a game");
            let mut json = game.position_json(&state);
            alter_json(&mut json, &mut random);
            if let Ok(state) = game.read_position_json(&json) {
                go_on(&game, state, &mut random, &json.to_string());
            }
        }
    }
}

#[test]
fn solo_positions() {
    check::<1>(1);
}

#[test]
fn positions_of_three() {
    check::<4>(3);
}
