//! Positions with something changed in them: they are refused with a sentence, or they can be played to the end.

mod talk;

use finaud_record::SplitMix64;
use finaud_referee::Session;
use finaud_rules::builtin_ids;
use serde_json::{Value, json};
use talk::{ask, ask_well, new_game, position};

/// Goes on at random; `false` at the end of the game.
fn step(session: &mut Session, random: &mut SplitMix64) -> bool {
    let next = ask_well(session, &json!({ "do": "next" }))["next"].clone();
    match next["kind"].as_str() {
        Some("choice") => {
            let legal = ask_well(session, &json!({ "do": "legal" }))["legal"].clone();
            let seat = pick(&legal, random);
            let action = pick(&seat["actions"], random);
            ask_well(
                session,
                &json!({ "do": "play", "seat": seat["seat"], "number": action["number"] }),
            );
            true
        }
        Some("luck") => {
            ask_well(session, &json!({ "do": "luck", "seeded": true }));
            true
        }
        _ => false,
    }
}

fn pick<'a>(list: &'a Value, random: &mut SplitMix64) -> &'a Value {
    let list = list.as_array().expect("a list");
    assert!(!list.is_empty(), "there is always a choice");
    &list[random.below(list.len() as u64) as usize]
}

/// The paths to all values that hold no others.
fn paths(value: &Value, path: &str, out: &mut Vec<String>) {
    match value {
        Value::Array(list) if !list.is_empty() => {
            list.iter()
                .enumerate()
                .for_each(|(index, inner)| paths(inner, &format!("{path}/{index}"), out));
        }
        Value::Object(fields) if !fields.is_empty() => {
            fields
                .iter()
                .for_each(|(name, inner)| paths(inner, &format!("{path}/{name}"), out));
        }
        _ => out.push(path.into()),
    }
}

const WORDS: [&str; 16] = [
    "pool",
    "platter",
    "slot 1",
    "slot 2",
    "slot 3",
    "round-start",
    "before-roll",
    "rolling",
    "rolled",
    "entered",
    "sorting",
    "window",
    "over",
    "pick",
    "extra",
    "done",
];

/// Changes one thing.
fn spoil(position: &mut Value, random: &mut SplitMix64) {
    let mut found = Vec::new();
    paths(position, "", &mut found);
    // Foxes are counted on trust: with one too many, later positions cannot be read.
    found.retain(|path| !path.ends_with("/foxes"));
    let path = &found[random.below(found.len() as u64) as usize];
    let leaf = position.pointer_mut(path).expect("the path was just found");
    *leaf = match leaf {
        Value::Number(_) if random.below(8) > 0 => random.below(8).into(),
        Value::Number(_) => json!(random.next_u64() as i64),
        Value::Null => random.below(7).into(),
        Value::String(_) => WORDS[random.below(WORDS.len() as u64) as usize].into(),
        Value::Array(_) => json!([random.below(13)]),
        Value::Bool(_) | Value::Object(_) => Value::Null,
    };
    if let Some(fields) = position.as_object_mut() {
        fields.remove("asked");
    }
}

/// Spoils positions of a random game; returns how many were taken and how many refused.
fn spoilt_game(game: &str, players: usize, random: &mut SplitMix64) -> (usize, usize) {
    let (mut taken, mut refused) = (0, 0);
    let mut session = new_game(game, players, random.next_u64());
    let mut other = Session::new();
    let mut check = Session::new();
    while step(&mut session, random) {
        if random.below(8) > 0 {
            continue;
        }
        let mut spoilt = position(&mut session)["position"].clone();
        for _ in 0..=random.below(3) {
            spoil(&mut spoilt, random);
        }
        let answer = ask(
            &mut other,
            &json!({ "do": "load", "position": spoilt, "seed": 1 }),
        );
        if answer["ok"] == false {
            refused += 1;
            continue;
        }
        taken += 1;
        while step(&mut other, random) {
            let shown = position(&mut other);
            let answer = ask(
                &mut check,
                &json!({ "do": "load", "position": shown["position"] }),
            );
            assert_eq!(answer["ok"], true, "{} after {spoilt}: {answer}", shown["text"]);
        }
    }
    (taken, refused)
}

#[test]
fn a_changed_position_is_refused_or_can_be_played_to_the_end() {
    // More games for whoever looks for trouble: `SPOILT_GAMES=100 cargo test --test broken_positions`.
    let games = std::env::var("SPOILT_GAMES")
        .ok()
        .and_then(|games| games.parse().ok())
        .unwrap_or(1);
    let mut random = SplitMix64::new(30);
    let (mut all_taken, mut all_refused) = (0, 0);
    for _ in 0..games {
        for game in builtin_ids() {
            for players in 1..=4 {
                let (taken, refused) = spoilt_game(game, players, &mut random);
                all_taken += taken;
                all_refused += refused;
            }
        }
    }
    assert!(
        all_taken > 10 && all_refused > 10,
        "{all_taken} taken, {all_refused} refused"
    );
}
