//! Positions of random games, altered at random: they are refused with a sentence, or the game goes on from them without
//! a fault.

use finaud_record::{Notation, SplitMix64};
use finaud_rules::Next;
use serde_json::Value;

use super::play_out;

/// What is put into a position of a game to spoil it.
pub(crate) struct Spoilers {
    /// The phases of the game.
    pub(crate) phases: &'static [&'static str],
    /// Keys that take a small number.
    pub(crate) keys: &'static [&'static str],
    /// Pieces of a line.
    pub(crate) pieces: &'static [&'static str],
    /// Texts in JSON.
    pub(crate) texts: &'static [&'static str],
}

/// How long a game goes on from an altered position.
#[derive(Clone, Copy)]
pub(crate) enum GoOn {
    /// For some events.
    For(usize),
    /// To its end, which comes within so many events.
    ToTheEnd(usize),
}

/// Tries so many alterations of the game's positions.
pub(crate) fn check<G: Notation>(game: &G, spoilers: &Spoilers, go_on: GoOn, tries: u64) {
    let mut random = SplitMix64::new(game.seats() as u64);
    let mut sources = Vec::new();
    for _ in 0..3 {
        let seed = random.next_u64();
        play_out(game, seed, |state, _| sources.push(game.position_text(state)));
    }
    let sources: Vec<&str> = sources.iter().map(String::as_str).collect();
    let mut accepted = 0;
    for _ in 0..tries {
        let line = spoilers.altered(
            pick(&sources, &mut random),
            pick(&sources, &mut random),
            &mut random,
        );
        match game.read_position(&line) {
            Ok(state) => {
                accepted += 1;
                play_on(game, state, go_on, &mut random, &line);
            }
            Err(fault) => assert!(!fault.0.is_empty() && fault.to_string().len() < 10_000),
        }
    }
    assert!(
        accepted > 0,
        "{}: some alterations make another position",
        game.id()
    );
    for _ in 0..tries / 4 {
        let state = game
            .read_position(pick(&sources, &mut random))
            .expect("a line of a game");
        let mut json = game.position_json(&state);
        spoilers.alter_json(&mut json, &mut random);
        if let Ok(state) = game.read_position_json(&json) {
            play_on(game, state, go_on, &mut random, &json.to_string());
        }
    }
}

fn pick<T: Copy>(list: &[T], random: &mut SplitMix64) -> T {
    list[random.below(list.len() as u64) as usize]
}

/// Plays at random; every state on the way must read back, which checks that it can be.
fn play_on<G: Notation>(game: &G, start: G::State, go_on: GoOn, random: &mut SplitMix64, line: &str) {
    let mut state = start;
    let mut legal = Vec::new();
    let (GoOn::For(events) | GoOn::ToTheEnd(events)) = go_on;
    for _ in 0..=events {
        let now = game.position_text(&state);
        let again = game.read_position(&now);
        assert_eq!(again.as_ref(), Ok(&state), "{now}\nafter {line}");
        match game.next(&state) {
            Next::Over => return,
            Next::Chance(_) => {
                let outcome = game
                    .seeded_outcome(&state, random.next_u64())
                    .expect("luck is due");
                let applied = game.apply_chance(&mut state, outcome);
                applied.unwrap_or_else(|refusal| panic!("{refusal}: {line}"));
            }
            Next::Choice(seats) => {
                let seat = seats.first().expect("somebody is asked");
                game.legal(&state, seat, &mut legal);
                assert!(!legal.is_empty(), "seat {seat} has nothing to choose: {line}");
                let played = game.play(&mut state, seat, pick(&legal, random));
                played.unwrap_or_else(|refusal| panic!("{refusal}: {line}"));
            }
        }
    }
    assert!(matches!(go_on, GoOn::For(_)), "the game does not end: {line}");
}

impl Spoilers {
    fn altered(&self, line: &str, other: &str, random: &mut SplitMix64) -> String {
        let mut words: Vec<String> = line.split(' ').map(str::to_string).collect();
        let others: Vec<&str> = other.split(' ').collect();
        for _ in 0..1 + random.below(2) {
            let at = random.below(words.len() as u64) as usize;
            let set = |words: &mut Vec<String>, key: &str, value: String| {
                words.retain(|word| !word.starts_with(&format!("{key}=")));
                words.insert(1.min(words.len()), format!("{key}={value}"));
            };
            match random.below(7) {
                0 => words[at] = pick(&others, random).to_string(),
                1 => words.insert(at, pick(&others, random).to_string()),
                2 if words.len() > 1 => {
                    words.remove(at);
                }
                3 => set(&mut words, "phase", pick(self.phases, random).to_string()),
                4 => set(&mut words, pick(self.keys, random), random.below(7).to_string()),
                _ => {
                    let letters: Vec<char> = words[at].chars().collect();
                    let place = random.below(letters.len() as u64 + 1) as usize;
                    let until = (place + random.below(2) as usize).min(letters.len());
                    let rest: String = letters[until..].iter().collect();
                    words[at] =
                        letters[..place].iter().collect::<String>() + pick(self.pieces, random) + &rest;
                }
            }
        }
        words.join(" ")
    }

    fn alter_json(&self, value: &mut Value, random: &mut SplitMix64) {
        match value {
            Value::Object(members) if !members.is_empty() && random.below(8) > 0 => {
                let at = random.below(members.len() as u64) as usize;
                if let Some((_, member)) = members.iter_mut().nth(at) {
                    self.alter_json(member, random);
                }
            }
            Value::Array(items) if !items.is_empty() && random.below(8) > 0 => {
                let at = random.below(items.len() as u64) as usize;
                self.alter_json(&mut items[at], random);
            }
            Value::Array(items) => items.push(match random.below(2) {
                0 => random.below(14).into(),
                _ => pick(self.texts, random).into(),
            }),
            other => {
                *other = match random.below(7) {
                    0 => Value::Null,
                    1 => 255.into(),
                    2 => (-1).into(),
                    3 => Value::Array(vec![]),
                    4 => pick(self.texts, random).into(),
                    _ => random.below(2).into(),
                }
            }
        }
    }
}
