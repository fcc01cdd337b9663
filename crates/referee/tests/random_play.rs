//! Random games through the protocol: every position is loaded into a second session, which must agree in everything.

mod talk;

use finaud_record::SplitMix64;
use finaud_referee::Session;
use finaud_rules::builtin_ids;
use serde_json::{Value, json};
use talk::{ask_well, new_game, position};

/// Loads a position into a session, as JSON or as text.
fn load(session: &mut Session, position: &Value, as_text: bool) {
    let (field, shown) = if as_text {
        ("text", "text")
    } else {
        ("position", "position")
    };
    ask_well(
        session,
        &json!({ "do": "load", field: position[shown], "seed": position["seed"] }),
    );
}

/// Both sessions answer the same.
fn agree(first: &mut Session, second: &mut Session, question: &Value) -> Value {
    let answer = ask_well(first, question);
    assert_eq!(ask_well(second, question), answer, "{question}");
    answer
}

/// Plays a random game to its end and returns how many events it had.
fn play_out(game: &str, players: usize, random: &mut SplitMix64) -> usize {
    let mut played = new_game(game, players, random.next_u64());
    let mut loaded = Session::new();
    for events in 0.. {
        let shown = position(&mut played);
        assert_eq!(shown["events"], events);
        load(&mut loaded, &shown, events % 2 == 1);
        let again = position(&mut loaded);
        assert_eq!(again["position"], shown["position"]);
        assert_eq!(again["text"], shown["text"]);
        agree(&mut played, &mut loaded, &json!({ "do": "score" }));
        let next = agree(&mut played, &mut loaded, &json!({ "do": "next" }))["next"].clone();
        let question = match next["kind"].as_str() {
            Some("choice") => {
                let legal = agree(&mut played, &mut loaded, &json!({ "do": "legal" }))["legal"].clone();
                let seat = pick(&legal, random);
                let action = pick(&seat["actions"], random);
                let named = if events % 2 == 0 { "number" } else { "action" };
                json!({ "do": "play", "seat": seat["seat"], named: action[named] })
            }
            Some("luck") => json!({ "do": "luck", "seeded": true }),
            _ => {
                assert_eq!(next["kind"], "over");
                assert!(!next["winners"].as_array().unwrap().is_empty());
                let record = ask_well(&mut played, &json!({ "do": "record" }))["record"].clone();
                ask_well(&mut loaded, &json!({ "do": "load", "record": record }));
                assert_eq!(position(&mut loaded), shown, "the record tells the whole game");
                return events;
            }
        };
        agree(&mut played, &mut loaded, &question);
        let (after, other) = (position(&mut played), position(&mut loaded));
        assert_eq!(after["position"], other["position"], "after {question}");
    }
    unreachable!("every game ends")
}

fn pick<'a>(list: &'a Value, random: &mut SplitMix64) -> &'a Value {
    let list = list.as_array().expect("a list");
    assert!(!list.is_empty(), "there is always a choice");
    &list[random.below(list.len() as u64) as usize]
}

#[test]
fn every_position_of_random_games_can_be_loaded_and_goes_on_the_same() {
    let mut random = SplitMix64::new(20);
    for game in builtin_ids() {
        for players in 1..=4 {
            let events = play_out(game, players, &mut random);
            assert!(events > 40, "{game} with {players} ended after {events} events");
        }
    }
}

#[test]
fn the_same_holds_for_push() {
    let mut random = SplitMix64::new(22);
    for players in 2..=6 {
        let events = play_out("push", players, &mut random);
        assert!(events > 330, "{players} players ended after {events} events");
    }
}

#[test]
fn undo_goes_back_to_the_start_through_the_same_positions() {
    let mut random = SplitMix64::new(21);
    let mut session = new_game("melange-fute", 2, 5);
    let mut seen = vec![position(&mut session)];
    loop {
        let next = ask_well(&mut session, &json!({ "do": "next" }))["next"].clone();
        match next["kind"].as_str() {
            Some("choice") => {
                let legal = ask_well(&mut session, &json!({ "do": "legal" }))["legal"].clone();
                let seat = pick(&legal, &mut random);
                let action = pick(&seat["actions"], &mut random)["number"].clone();
                ask_well(
                    &mut session,
                    &json!({ "do": "play", "seat": seat["seat"], "number": action }),
                );
            }
            Some("luck") => drop(ask_well(&mut session, &json!({ "do": "luck", "seeded": true }))),
            _ => break,
        }
        seen.push(position(&mut session));
    }
    while let Some(expected) = seen.pop() {
        assert_eq!(position(&mut session), expected);
        if !seen.is_empty() {
            ask_well(&mut session, &json!({ "do": "undo" }));
        }
    }
}
