//! Every command, once.

mod talk;

use finaud_referee::Session;
use finaud_rules::{Rulings, builtin_text};
use serde_json::{Value, json};
use talk::{ask, ask_well, new_game, position};

/// A game for two in its first roll.
fn rolled() -> Session {
    let mut session = new_game("tres-fute", 2, 7);
    ask_well(
        &mut session,
        &json!({ "do": "luck", "luck": "W4 Y3 B2 G6 O1 V5" }),
    );
    session
}

fn texts(actions: &Value) -> Vec<&str> {
    actions
        .as_array()
        .unwrap()
        .iter()
        .map(|action| action["action"].as_str().unwrap())
        .collect()
}

#[test]
fn new_starts_a_game_and_says_what_comes_next() {
    let answer = ask_well(
        &mut Session::new(),
        &json!({ "do": "new", "game": "hyper-fute", "players": 3 }),
    );
    assert_eq!(
        (&answer["game"], &answer["players"]),
        (&json!("hyper-fute"), &json!(3))
    );
    assert_eq!(answer["seed"], Value::Null);
    let dice = ["white", "yellow", "turquoise", "blue", "brown", "pink"];
    assert_eq!(
        answer["next"],
        json!({ "kind": "luck", "what": { "roll": dice } })
    );
}

#[test]
fn new_takes_rulings_a_seed_string_and_a_sheet() {
    let mut session = Session::new();
    let question = json!({ "do": "new", "seed": "tres-fute-p4-7K3", "rulings": { "forfeit_always": true } });
    let answer = ask_well(&mut session, &question);
    assert_eq!(
        (&answer["game"], &answer["players"]),
        (&json!("tres-fute"), &json!(4))
    );
    assert_eq!(answer["seed"], "tres-fute-p4-7K3");
    assert_eq!(answer["rulings"]["forfeit_always"], true);
    assert_eq!(answer["rulings"].as_object().unwrap().len(), Rulings::KEYS.len());
    ask_well(&mut session, &json!({ "do": "luck", "seeded": true }));
    let legal = ask_well(&mut session, &json!({ "do": "legal", "seat": 1 }));
    assert!(texts(&legal["legal"][0]["actions"]).contains(&"forfeit"));

    let sheet = builtin_text("hyper-fute")
        .unwrap()
        .replace("id = \"hyper-fute\"", "id = \"our-own\"");
    let answer = ask_well(&mut session, &json!({ "do": "new", "sheet": sheet, "seed": 3 }));
    assert_eq!(answer["game"], "our-own");
    assert_eq!(answer["seed"], "our-own-p1-3");
}

#[test]
fn a_sheet_of_ones_own_has_an_id_of_its_own() {
    let mut session = Session::new();
    let sheet = builtin_text("tres-fute").unwrap();
    ask_well(&mut session, &json!({ "do": "new", "sheet": sheet }));
    let other = sheet.replace("rounds = [6, 6, 5, 4]", "rounds = [5, 5, 5, 4]");
    for id in ["tres-fute", "push"] {
        let sheet = other.replace("id = \"tres-fute\"", &format!("id = \"{id}\""));
        let answer = ask(&mut session, &json!({ "do": "new", "sheet": sheet }));
        assert_eq!(answer["ok"], false);
        let says = answer["error"].as_str().unwrap_or_default();
        assert!(
            says.contains(&format!("the id `{id}` belongs to a built-in game")),
            "{answer}"
        );
    }
}

#[test]
fn load_takes_what_position_answers() {
    let mut session = rolled();
    ask_well(
        &mut session,
        &json!({ "do": "play", "action": "white as violet 4" }),
    );
    let shown = position(&mut session);
    for field in ["position", "text"] {
        let mut other = Session::new();
        let fields = ["game", "players", "rulings", "seed", field];
        let mut question: Value = fields
            .iter()
            .map(|field| ((*field).to_string(), shown[*field].clone()))
            .collect();
        question["do"] = "load".into();
        ask_well(&mut other, &question);
        let mut again = position(&mut other);
        assert_eq!(again["events"], 0);
        again["events"] = shown["events"].clone();
        assert_eq!(again, shown);

        let short = json!({ "do": "load", field: shown[field] });
        let answer = ask_well(&mut other, &short);
        assert_eq!(answer["players"], 2, "the position says how many play");
    }
}

#[test]
fn a_sheet_of_ones_own_can_be_loaded_on() {
    let sheet = builtin_text("tres-fute")
        .unwrap()
        .replace("id = \"tres-fute\"", "id = \"our-own\"");
    let mut session = Session::new();
    let question = json!({ "do": "load", "sheet": sheet, "text": "our-own round=2 / yellow=1,3 reroll=2 /" });
    let answer = ask_well(&mut session, &question);
    assert_eq!(
        (&answer["game"], &answer["players"]),
        (&json!("our-own"), &json!(2))
    );
}

#[test]
fn legal_lists_the_actions_of_the_seats_that_are_asked() {
    let mut session = rolled();
    let legal = ask_well(&mut session, &json!({ "do": "legal" }))["legal"].clone();
    assert_eq!(legal.as_array().unwrap().len(), 1);
    assert_eq!(legal[0]["seat"], 1);
    let actions = texts(&legal[0]["actions"]);
    assert!(actions.contains(&"white as violet 4") && actions.contains(&"reroll"));
    assert!(!actions.contains(&"forfeit"), "a die can be used");

    let other = ask_well(&mut session, &json!({ "do": "legal", "seat": 2 }));
    assert_eq!(other["legal"], json!([{ "seat": 2, "actions": [] }]));
}

#[test]
fn play_takes_a_text_or_a_number_and_needs_a_seat_only_where_several_are_asked() {
    let mut session = rolled();
    let answer = ask_well(
        &mut session,
        &json!({ "do": "play", "action": "  WHITE as violet   4 " }),
    );
    assert_eq!(
        (&answer["seat"], &answer["action"]),
        (&json!(1), &json!("white as violet 4"))
    );
    assert_eq!(
        answer["next"],
        json!({ "kind": "luck", "what": { "roll": ["green", "violet"] } })
    );
    let mut other = rolled();
    let again = ask_well(
        &mut other,
        &json!({ "do": "play", "seat": 1, "number": answer["number"] }),
    );
    assert_eq!(again, answer);

    let window = "tres-fute turn=1 roll=3 phase=window slots=O1,W1,G1 platter=Y3,B2,V1 / stage=done / stage=pick / stage=pick";
    ask_well(&mut session, &json!({ "do": "load", "text": window }));
    let answer = ask(&mut session, &json!({ "do": "play", "action": "yellow 3 r1" }));
    assert_eq!(
        answer["error"],
        "`seat` is missing: more than one seat may act now"
    );
    let answer = ask_well(
        &mut session,
        &json!({ "do": "play", "seat": 3, "action": "yellow 3 r1" }),
    );
    assert_eq!(answer["next"], json!({ "kind": "choice", "seats": [2] }));
}

#[test]
fn luck_is_told_in_four_ways() {
    let dice = json!({ "white": 4, "yellow": 3, "blue": 2, "G": 6, "o": 1, "VIOLET": 5 });
    let mut told = Vec::new();
    for question in [
        json!({ "do": "luck", "luck": "W4 Y3 B2 G6 O1 V5" }),
        json!({ "do": "luck", "dice": dice }),
    ] {
        let mut session = new_game("tres-fute", 2, 7);
        let answer = ask_well(&mut session, &question);
        assert_eq!(answer["luck"], "W4 Y3 B2 G6 O1 V5");
        told.push(position(&mut session));
    }
    assert_eq!(told[0], told[1]);

    let seeded = |seed: u64| {
        let mut session = new_game("tres-fute", 2, seed);
        ask_well(&mut session, &json!({ "do": "luck", "seeded": true }))["luck"].clone()
    };
    assert_eq!(seeded(7), seeded(7));
    assert_ne!(seeded(7), seeded(8));
}

#[test]
fn distance_is_told_by_platter_and_slots() {
    let mut session = Session::new();
    ask_well(&mut session, &json!({ "do": "load", "text": "tres-fute turn=2" }));
    let answer = ask_well(
        &mut session,
        &json!({ "do": "luck", "luck": "W1 Y1 B3 G3 O3 V6" }),
    );
    let sort = json!({ "platter": ["white", "yellow"], "tied": ["blue", "green", "orange"], "wanted": 1,
        "slots": ["violet"], "ordered": false });
    assert_eq!(
        answer["next"],
        json!({ "kind": "luck", "what": { "sort": sort } })
    );
    let outcomes = ask_well(&mut session, &json!({ "do": "outcomes" }));
    assert_eq!((&outcomes["count"], &outcomes["weights"]), (&json!(3), &json!(3)));
    let answer = ask_well(
        &mut session,
        &json!({ "do": "luck", "platter": ["white", "yellow", "green"] }),
    );
    assert_eq!(answer["luck"], "platter W Y G slots B O V");

    let mut session = Session::new();
    ask_well(
        &mut session,
        &json!({ "do": "load", "text": "hyper-fute turn=2" }),
    );
    ask_well(
        &mut session,
        &json!({ "do": "luck", "luck": outcomes_first(&mut new_game("hyper-fute", 1, 1)) }),
    );
    let platter = ["white", "yellow", "turquoise"];
    let answer = ask(&mut session, &json!({ "do": "luck", "platter": platter }));
    assert_eq!(
        answer["error"],
        "`slots` is missing: on this sheet it matters which die lies on which slot"
    );
    ask_well(
        &mut session,
        &json!({ "do": "luck", "platter": platter, "slots": ["pink", "blue", "brown"] }),
    );
    assert_eq!(
        position(&mut session)["position"]["dice"]["pink"],
        json!({ "face": 1, "place": "slot 1" })
    );
}

/// The first outcome of a game's first roll: six ones.
fn outcomes_first(session: &mut Session) -> Value {
    ask_well(session, &json!({ "do": "outcomes", "count": 1 }))["outcomes"][0]["luck"].clone()
}

#[test]
fn outcomes_and_actions_are_listed_in_pages() {
    let mut session = new_game("tres-fute", 1, 1);
    let first = ask_well(&mut session, &json!({ "do": "outcomes" }));
    assert_eq!(
        (&first["count"], &first["weights"]),
        (&json!(46656), &json!(46656))
    );
    assert_eq!(first["outcomes"].as_array().unwrap().len(), 1000);
    let last = ask_well(&mut session, &json!({ "do": "outcomes", "from": 46655 }));
    assert_eq!(
        last["outcomes"],
        json!([{ "luck": "W6 Y6 B6 G6 O6 V6", "weight": 1 }])
    );
    let beyond = ask_well(&mut session, &json!({ "do": "outcomes", "from": 4294967295u32 }));
    assert_eq!(beyond["outcomes"], json!([]));

    let actions = ask_well(&mut session, &json!({ "do": "actions", "from": 2, "count": 2 }));
    assert_eq!(
        actions["actions"],
        json!([{ "number": 2, "action": "reroll" }, { "number": 3, "action": "forfeit" }])
    );
    let all = ask_well(&mut session, &json!({ "do": "actions", "count": 10000 }));
    assert_eq!(
        all["actions"].as_array().unwrap().len() as u64,
        all["count"].as_u64().unwrap()
    );
    let numbers = all["actions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|action| action["number"].as_u64().unwrap());
    assert!(
        numbers.eq(0..all["count"].as_u64().unwrap()),
        "numbers have no gaps"
    );
}

#[test]
fn undo_takes_the_last_event_back() {
    let mut session = rolled();
    let before = position(&mut session);
    ask_well(&mut session, &json!({ "do": "play", "action": "reroll" }));
    let answer = ask_well(&mut session, &json!({ "do": "undo" }));
    assert_eq!(answer["undone"], json!({ "seat": 1, "action": "reroll" }));
    assert_eq!(answer["next"], json!({ "kind": "choice", "seats": [1] }));
    assert_eq!(position(&mut session), before);
    ask_well(&mut session, &json!({ "do": "undo" }));
    assert_eq!(
        ask(&mut session, &json!({ "do": "undo" }))["error"],
        "there is nothing to take back"
    );
}

#[test]
fn score_tells_the_points_and_who_leads() {
    let mut session = Session::new();
    let over = "tres-fute round=6 turn=2 roll=3 phase=over slots=O1,W1,G1 platter=Y3,B2,V1 / orange=5,2 / violet=6,5";
    ask_well(&mut session, &json!({ "do": "load", "text": over }));
    assert_eq!(
        ask_well(&mut session, &json!({ "do": "next" }))["next"],
        json!({ "kind": "over", "winners": [2] })
    );
    let score = ask_well(&mut session, &json!({ "do": "score" }));
    assert_eq!((&score["leaders"], &score["over"]), (&json!([2]), &json!(true)));
    assert_eq!(
        (&score["scores"][0]["points"], &score["scores"][1]["points"]),
        (&json!(7), &json!(11))
    );
    assert_eq!(score["scores"][1]["parts"]["zones"]["violet"], 11);
    assert_eq!(
        ask(&mut session, &json!({ "do": "play", "action": "roll" }))["error"],
        "the game is over"
    );
}

#[test]
fn record_answers_a_game_that_load_takes() {
    let mut session = Session::new();
    let question = json!({ "do": "new", "game": "tres-fute", "players": 2, "seed": 7779, "rulings": { "forfeit_always": true } });
    ask_well(&mut session, &question);
    ask_well(
        &mut session,
        &json!({ "do": "luck", "luck": "W4 Y3 B2 G6 O1 V5" }),
    );
    ask_well(&mut session, &json!({ "do": "play", "action": "forfeit" }));
    let answer = ask_well(&mut session, &json!({ "do": "record" }));
    let record = answer["record"].as_str().unwrap();
    assert!(
        record.ends_with("\nround 1 turn 1\n  W4 Y3 B2 G6 O1 V5\n  1 forfeit\n"),
        "{record}"
    );

    let mut other = Session::new();
    ask_well(&mut other, &json!({ "do": "load", "record": record }));
    assert_eq!(position(&mut other), position(&mut session));
    ask_well(&mut other, &json!({ "do": "undo" }));

    let text = "tres-fute round=2 / yellow=1,3 reroll=2";
    ask_well(&mut other, &json!({ "do": "load", "text": text }));
    let answer = ask_well(&mut other, &json!({ "do": "record" }));
    assert!(
        answer["record"]
            .as_str()
            .unwrap()
            .contains(&format!("\nposition: {text}\n")),
        "{answer}"
    );
}

#[test]
fn games_version_and_help_need_no_game() {
    let mut session = Session::new();
    let games = ask_well(&mut session, &json!({ "do": "games" }));
    assert_eq!(
        games["games"][0],
        json!({ "game": "tres-fute", "name": "Très Futé" })
    );
    let version = ask_well(&mut session, &json!({ "do": "version" }));
    assert_eq!(version["protocol"], finaud_referee::PROTOCOL);
    let help = ask_well(&mut session, &json!({ "do": "help" }));
    for command in help["commands"].as_array().unwrap() {
        let answer = ask(&mut session, &json!({ "do": command["do"] }));
        let is_known = answer["error"]
            .as_str()
            .is_none_or(|error| !error.starts_with("there is no command"));
        assert!(is_known, "{command}: {answer}");
    }
}

#[test]
fn an_id_comes_back_with_the_answer() {
    let mut session = Session::new();
    for id in [json!(7), json!("a"), json!([1, { "b": null }]), json!(false)] {
        assert_eq!(ask(&mut session, &json!({ "id": id, "do": "games" }))["id"], id);
        assert_eq!(ask(&mut session, &json!({ "id": id, "do": "gamse" }))["id"], id);
    }
}

#[test]
fn a_field_that_is_null_counts_as_left_out() {
    let mut session = Session::new();
    let question = json!({ "do": "new", "game": "tres-fute", "players": null, "seed": null, "id": null });
    let answer = ask_well(&mut session, &question);
    assert_eq!(answer["players"], 1);
    assert!(answer.get("id").is_none());
}
