//! PUSH through the protocol.

mod talk;

use finaud_referee::Session;
use serde_json::{Value, json};
use talk::{ask, ask_well, new_game, position};

/// The page that describes the protocol. Its worked session is replayed elsewhere, by the program itself.
const PAGE: &str = include_str!("../../../docs/referee.md");

/// A new game in the Risk variant.
fn risky(players: usize) -> Session {
    let mut session = Session::new();
    let question =
        json!({ "do": "new", "game": "push", "players": players, "variant": "risk", "seed": 7779 });
    ask_well(&mut session, &question);
    session
}

fn error(session: &mut Session, question: &Value) -> String {
    let answer = ask(session, question);
    assert_eq!(answer["ok"], false, "{question} got {answer}");
    answer["error"].as_str().expect("a sentence").to_string()
}

#[test]
fn new_starts_a_game_for_two_to_six_in_either_variant() {
    for players in 2..=6 {
        for (asked, played) in [
            (json!(null), "standard"),
            (json!("standard"), "standard"),
            (json!("risk"), "risk"),
        ] {
            let mut session = Session::new();
            let question = json!({ "do": "new", "game": "push", "players": players, "variant": asked });
            let answer = ask_well(&mut session, &question);
            let expected = json!({ "ok": true, "game": "push", "players": players, "variant": played, "seed": null,
                "name": "PUSH", "next": { "kind": "choice", "seats": [1] } });
            assert_eq!(answer, expected);
        }
    }
    let mut session = Session::new();
    let answer = ask_well(&mut session, &json!({ "do": "new", "seed": "push-p4-7K3" }));
    assert_eq!((&answer["game"], &answer["players"]), (&json!("push"), &json!(4)));
    let games = ask_well(&mut session, &json!({ "do": "games" }))["games"].clone();
    assert!(
        games
            .as_array()
            .unwrap()
            .contains(&json!({ "game": "push", "name": "PUSH" }))
    );
}

#[test]
fn a_turn_is_played_by_text_and_by_number() {
    let mut session = risky(3);
    let answer = ask_well(&mut session, &json!({ "do": "play", "action": "draw" }));
    assert_eq!(
        answer["next"],
        json!({ "kind": "luck", "what": { "draw": "card" } })
    );
    let outcomes = ask_well(&mut session, &json!({ "do": "outcomes" }));
    assert_eq!(
        (&outcomes["count"], &outcomes["weights"]),
        (&json!(32), &json!(120))
    );
    assert_eq!(
        outcomes["outcomes"][31],
        json!({ "luck": "card switch", "weight": 12 })
    );
    let answer = ask_well(&mut session, &json!({ "do": "luck", "card": "red 5" }));
    assert_eq!(answer["luck"], "card red 5");
    let legal = ask_well(&mut session, &json!({ "do": "legal" }))["legal"].clone();
    assert_eq!(
        legal,
        json!([{ "seat": 1, "actions": [{ "number": 10, "action": "place new" }] }])
    );
    ask_well(&mut session, &json!({ "do": "play", "number": 10 }));
    ask_well(&mut session, &json!({ "do": "play", "number": 0 }));
    ask_well(&mut session, &json!({ "do": "luck", "luck": "card die" }));
    ask_well(&mut session, &json!({ "do": "play", "action": "place 1" }));
    ask_well(&mut session, &json!({ "do": "play", "action": "stop" }));
    let answer = ask_well(&mut session, &json!({ "do": "play", "action": "take 1" }));
    assert_eq!(
        answer["next"],
        json!({ "kind": "luck", "what": { "roll": ["die"], "seat": 1 } })
    );
    let answer = ask_well(&mut session, &json!({ "do": "luck", "die": "star" }));
    assert_eq!(
        (&answer["luck"], &answer["next"]["seats"]),
        (&json!("die star"), &json!([2]))
    );
    let shown = position(&mut session);
    assert_eq!(shown["text"], "push current=2 discard=r5,die / / /");
    assert_eq!((&shown["variant"], shown.get("rulings")), (&json!("risk"), None));
}

#[test]
fn what_position_answers_can_be_loaded_and_means_the_same_game() {
    let mut session = risky(4);
    for _ in 0..30 {
        let next = ask_well(&mut session, &json!({ "do": "next" }))["next"].clone();
        let question = if next["kind"] == "luck" {
            json!({ "do": "luck", "seeded": true })
        } else {
            let legal = ask_well(&mut session, &json!({ "do": "legal" }))["legal"].clone();
            let last = legal[0]["actions"].as_array().unwrap().last().unwrap()["number"].clone();
            json!({ "do": "play", "number": last })
        };
        ask_well(&mut session, &question);
        let shown = position(&mut session);
        let mut other = Session::new();
        let load = json!({ "do": "load", "game": shown["game"], "players": shown["players"], "variant": shown["variant"],
            "seed": shown["seed"], "position": shown["position"] });
        ask_well(&mut other, &load);
        let again = position(&mut other);
        for field in ["game", "players", "variant", "seed", "position", "text"] {
            assert_eq!(again[field], shown[field]);
        }
        let text = json!({ "do": "load", "text": shown["text"], "variant": "risk", "seed": 7779 });
        ask_well(&mut other, &text);
        assert_eq!(position(&mut other)["position"], shown["position"]);
    }
    let record = ask_well(&mut session, &json!({ "do": "record" }))["record"].clone();
    let mut other = Session::new();
    let answer = ask_well(&mut other, &json!({ "do": "load", "record": record }));
    assert_eq!(answer["variant"], "risk", "the record tells the variant");
    assert_eq!(position(&mut other), position(&mut session));
    ask_well(&mut other, &json!({ "do": "undo" }));
}

#[test]
fn score_tells_open_and_protected_cards() {
    let mut session = Session::new();
    let text = "push phase=over pile= / zone=r6 / zone=b1 protected=b2,b3";
    ask_well(&mut session, &json!({ "do": "load", "text": text }));
    let score = ask_well(&mut session, &json!({ "do": "score" }));
    assert_eq!((&score["leaders"], &score["over"]), (&json!([2]), &json!(true)));
    let parts = json!({ "zone": 1, "protected": 5, "cards": 3, "total": 6 });
    assert_eq!(
        score["scores"][1],
        json!({ "seat": 2, "points": 6, "parts": parts })
    );
}

#[test]
fn all_actions_are_listed_by_number() {
    let mut session = new_game("push", 2, 1);
    let answer = ask_well(&mut session, &json!({ "do": "actions" }));
    assert_eq!(answer["count"], 14);
    assert_eq!(
        answer["actions"][2],
        json!({ "number": 2, "action": "protect red" })
    );
}

#[test]
fn the_page_tells_every_action_and_a_position_that_can_be() {
    let mut session = new_game("push", 2, 1);
    let chapter = PAGE.split("\n## ").find(|chapter| chapter.starts_with("PUSH\n"));
    let chapter = chapter.expect("a chapter on PUSH");
    for text in ["draw", "stop", "protect red", "place 2", "place new", "take 1"] {
        assert!(chapter.contains(&format!("`{text}`")), "the page shows {text}");
        let legal = ask(&mut session, &json!({ "do": "play", "action": text }));
        let known = legal["error"]
            .as_str()
            .is_none_or(|error| error.contains("refused") || error.contains("luck is due"));
        assert!(known, "{legal}");
    }
    let line = chapter
        .lines()
        .find(|line| line.starts_with("push "))
        .expect("a position");
    ask_well(&mut session, &json!({ "do": "load", "text": line }));
    let shown = position(&mut session);
    assert_eq!(shown["text"], line);
    for field in shown["position"].as_object().unwrap().keys() {
        assert!(
            field == "game" || chapter.contains(&format!("`{field}`")),
            "the page tells {field}"
        );
    }
}

#[test]
fn the_cards_of_a_seed_come_in_one_order() {
    let cards = |action: usize| {
        let mut session = new_game("push", 3, 99);
        let mut cards = Vec::new();
        loop {
            let next = ask_well(&mut session, &json!({ "do": "next" }))["next"].clone();
            match next["kind"].as_str() {
                Some("luck") => {
                    let answer = ask_well(&mut session, &json!({ "do": "luck", "seeded": true }));
                    if next["what"]["draw"] == "card" {
                        cards.push(answer["luck"].clone());
                    }
                }
                Some("choice") => {
                    let legal =
                        ask_well(&mut session, &json!({ "do": "legal" }))["legal"][0]["actions"].clone();
                    let number = legal[action % legal.as_array().unwrap().len()]["number"].clone();
                    ask_well(&mut session, &json!({ "do": "play", "number": number }));
                }
                _ => return cards,
            }
        }
    };
    let order = cards(0);
    assert_eq!(order.len(), 120);
    assert_eq!(cards(1), order);
}

#[test]
fn what_is_not_for_push_is_refused_with_a_sentence() {
    let mut session = risky(2);
    ask_well(&mut session, &json!({ "do": "play", "action": "draw" }));
    let before = position(&mut session);
    for (question, says) in [
        (
            json!({ "do": "new", "game": "push" }),
            "`players` is missing: PUSH is for 2 to 6",
        ),
        (
            json!({ "do": "new", "game": "push", "players": 1 }),
            "PUSH is for 2 to 6 players, not 1",
        ),
        (
            json!({ "do": "new", "game": "push", "players": 7 }),
            "PUSH is for 2 to 6 players, not 7",
        ),
        (
            json!({ "do": "new", "game": "psh", "players": 2 }),
            "there is no game `psh`: did you mean `push`?",
        ),
        (
            json!({ "do": "new", "game": "push", "players": 2, "variant": "rsk" }),
            "the variant is `standard` or `risk`, not `rsk`, did you mean `risk`?",
        ),
        (
            json!({ "do": "new", "game": "push", "players": 2, "variant": true }),
            "`variant` must be a text in quotes, not true",
        ),
        (
            json!({ "do": "new", "game": "push", "players": 2, "rulings": {} }),
            "PUSH has no `rulings`: it has a `variant`",
        ),
        (
            json!({ "do": "new", "game": "tres-fute", "variant": "risk" }),
            "only PUSH has a `variant`: this game has `rulings`",
        ),
        (
            json!({ "do": "new", "game": "push", "players": 2, "seed": "push-p3-1" }),
            "the seed `push-p3-1` is not for `push` with 2 players",
        ),
        (
            json!({ "do": "new", "game": "push", "sheet": "format = 1" }),
            "the sheet cannot be played on",
        ),
        (json!({ "do": "load", "text": "push" }), "players, not 1"),
        (
            json!({ "do": "load", "text": "push / zone=r9 /" }),
            "seat 1: `zone`: `r9` is no card",
        ),
        (
            json!({ "do": "load", "position": { "game": "push" } }),
            "`players` is missing",
        ),
        (
            json!({ "do": "load", "position": { "game": "push", "seats": [{}, {}] } }),
            "missing field `current`",
        ),
        (
            json!({ "do": "load", "variant": "risk", "record": "finaud record 1\ngame: push\nplayers: 2" }),
            "the record was played with `no options`, this game has `variant: risk`",
        ),
        (
            json!({ "do": "luck" }),
            "say what happened: `luck`, `card`, `die`, or \"seeded\":true",
        ),
        (
            json!({ "do": "luck", "dice": { "white": 4 } }),
            "`dice` says nothing in PUSH: say what happened",
        ),
        (
            json!({ "do": "luck", "luck": "card r1", "slots": [] }),
            "`slots` says nothing in PUSH",
        ),
        (
            json!({ "do": "luck", "card": "red 5", "die": "red" }),
            "not both at once",
        ),
        (
            json!({ "do": "luck", "card": "red 5", "luck": "card red 5" }),
            "in one way only",
        ),
        (json!({ "do": "luck", "card": "red 7" }), "`red 7` is no card"),
        (
            json!({ "do": "luck", "card": 5 }),
            "`card` must be a text in quotes, not 5",
        ),
        (
            json!({ "do": "luck", "card": "switch" }),
            "no such card is left in the pile",
        ),
        (
            json!({ "do": "luck", "die": "star" }),
            "it is time to turn a card, not to roll the die",
        ),
        (json!({ "do": "luck", "die": "6" }), "the die cannot show `6`"),
        (
            json!({ "do": "play", "action": "stop" }),
            "no seat is asked now: luck is due",
        ),
        (
            json!({ "do": "play", "number": 14 }),
            "a whole number from 0 to 13, not 14",
        ),
    ] {
        let told = error(&mut session, &question);
        assert!(
            told.contains(says),
            "{question} should say {says:?}, but says {told:?}"
        );
        assert_eq!(position(&mut session), before, "{question} changed something");
    }
    let mut dice = new_game("tres-fute", 1, 1);
    let told = error(&mut dice, &json!({ "do": "luck", "card": "red 5" }));
    assert!(
        told.starts_with("`card` says nothing in Très Futé: say what happened: `luck`, `dice`, "),
        "{told}"
    );
}
