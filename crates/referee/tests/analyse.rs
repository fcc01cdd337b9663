//! `analyse`: what every choice is worth, told to another program.

mod talk;

use serde_json::{Value, json};
use talk::{ask, ask_well, new_game, position};

#[test]
fn every_legal_action_is_weighed_for_every_seat_that_is_asked() {
    for (game, players) in [("tres-fute", 1), ("hyper-fute", 3), ("push", 4)] {
        let mut session = new_game(game, players, 11);
        for _ in 0..40 {
            let next = ask_well(&mut session, &json!({ "do": "next" }))["next"].clone();
            let told = ask_well(&mut session, &json!({ "do": "analyse", "nodes": 40 }));
            let analysis = told["analysis"].as_array().unwrap();
            match next["kind"].as_str() {
                Some("choice") => {
                    let legal = ask_well(&mut session, &json!({ "do": "legal" }))["legal"].clone();
                    let numbers = |actions: &Value| {
                        let actions = actions.as_array().unwrap().iter();
                        let mut numbers: Vec<u64> =
                            actions.map(|action| action["number"].as_u64().unwrap()).collect();
                        numbers.sort_unstable();
                        numbers
                    };
                    assert_eq!(analysis.len(), legal.as_array().unwrap().len());
                    for (told, legal) in analysis.iter().zip(legal.as_array().unwrap()) {
                        assert_eq!(told["seat"], legal["seat"]);
                        assert_eq!(numbers(&told["actions"]), numbers(&legal["actions"]));
                    }
                    let best = &analysis[0];
                    let number = &best["actions"][0]["number"];
                    ask_well(
                        &mut session,
                        &json!({ "do": "play", "seat": best["seat"], "number": number }),
                    );
                }
                Some("luck") => {
                    assert_eq!(analysis.len(), players, "nobody is asked: all seats are told");
                    assert!(analysis.iter().all(|told| told["actions"] == json!([])));
                    ask_well(&mut session, &json!({ "do": "luck", "seeded": true }));
                }
                _ => break,
            }
        }
    }
}

#[test]
fn absurd_wishes_are_refused_and_change_nothing() {
    let mut session = new_game("tres-fute", 2, 5);
    let before = position(&mut session);
    for (question, words) in [
        (
            json!({ "do": "analyse", "nodes": 1_000_001 }),
            "`nodes` must be a whole number from 0 to 1000000",
        ),
        (json!({ "do": "analyse", "nodes": -1 }), "`nodes` must be"),
        (
            json!({ "do": "analyse", "time": 0 }),
            "`time` must be a whole number from 1 to 60000",
        ),
        (
            json!({ "do": "analyse", "seat": 3 }),
            "`seat` must be a whole number from 1 to 2",
        ),
        (json!({ "do": "analyse", "depth": 3 }), "`depth`"),
    ] {
        let answer = ask(&mut session, &question);
        assert_eq!(answer["ok"], false, "{answer}");
        assert!(answer["error"].as_str().unwrap().contains(words), "{answer}");
    }
    assert_eq!(position(&mut session), before);
}
