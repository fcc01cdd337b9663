//! Lines that are refused: one sentence each, and nothing changes.

mod talk;

use finaud_referee::{LONGEST_LINE, Session, serve};
use serde_json::{Value, json};
use talk::{ask_well, new_game, position};

/// Bad lines in a game for two, in its first roll, and what their sentence says.
const BAD: &[(&str, &str)] = &[
    // Not JSON, or not an object.
    ("", "not JSON"),
    ("hello", "not JSON"),
    ("\0", "not JSON"),
    (r#"{"do":"next""#, "not JSON"),
    (r#"{"do":"next"} {"do":"next"}"#, "not JSON"),
    (r#"{"do":"next",}"#, "not JSON"),
    (r#"{"do":"luck","count":1e999}"#, "not JSON"),
    (r#"["do","next"]"#, "not a list"),
    (r#""next""#, "not the text `next`"),
    ("null", "not null"),
    ("17", "not 17"),
    // Commands and fields.
    ("{}", "`do` is missing"),
    (r#"{"do":null}"#, "not null"),
    (r#"{"do":["next"]}"#, "not a list"),
    (r#"{"do":""}"#, "there is no command ``"),
    (r#"{"do":"NEXT"}"#, "did you mean `next`?"),
    (r#"{"do":"postion"}"#, "did you mean `position`?"),
    (r#"{"do":"explode"}"#, "there are new, load,"),
    (r#"{"do":"\u0000\u001b"}"#, "there is no command"),
    (r#"{"do":"next","seat":1}"#, "`next` has no fields"),
    (r#"{"do":"play","saet":1,"number":2}"#, "did you mean `seat`?"),
    (
        r#"{"do":"legal","player":1}"#,
        "there is no field of `legal` called `player`",
    ),
    // Seats and numbers.
    (r#"{"do":"legal","seat":0}"#, "a whole number from 1 to 2, not 0"),
    (r#"{"do":"legal","seat":3}"#, "a whole number from 1 to 2, not 3"),
    (r#"{"do":"legal","seat":-1}"#, "not -1"),
    (r#"{"do":"legal","seat":1.0}"#, "not 1.0"),
    (r#"{"do":"legal","seat":"1"}"#, "not the text `1`"),
    (
        r#"{"do":"legal","seat":99999999999999999999}"#,
        "a whole number from 1 to 2",
    ),
    (
        r#"{"do":"outcomes","count":-5}"#,
        "a whole number from 0 to 10000, not -5",
    ),
    (r#"{"do":"outcomes","count":10001}"#, "not 10001"),
    (r#"{"do":"outcomes"}"#, "there is nothing to roll or draw now"),
    (r#"{"do":"actions","from":-1}"#, "not -1"),
    (
        r#"{"do":"actions","count":18446744073709551615}"#,
        "a whole number from 0 to 10000",
    ),
    // Playing.
    (r#"{"do":"play"}"#, "`action` is missing"),
    (r#"{"do":"play","action":"reroll","number":2}"#, "not both"),
    (
        r#"{"do":"play","action":7}"#,
        "`action` must be a text in quotes, not 7",
    ),
    (r#"{"do":"play","action":""}"#, "an action is missing"),
    (
        r#"{"do":"play","action":"whit as violet 4"}"#,
        "did you mean `white`?",
    ),
    (
        r#"{"do":"play","action":"white as violet 5"}"#,
        "`white as violet 5` is refused: that action is not legal now",
    ),
    (r#"{"do":"play","action":"forfeit"}"#, "not legal now"),
    (
        r#"{"do":"play","seat":2,"action":"reroll"}"#,
        "it is not seat 2's choice now",
    ),
    (
        r#"{"do":"play","number":-1}"#,
        "a whole number from 0 to 269, not -1",
    ),
    (
        r#"{"do":"play","number":270}"#,
        "a whole number from 0 to 269, not 270",
    ),
    (r#"{"do":"play","number":0}"#, "`roll` is refused"),
    // Luck, although none is due.
    (r#"{"do":"luck"}"#, "say what happened"),
    (r#"{"do":"luck","seeded":false}"#, "say what happened"),
    (
        r#"{"do":"luck","seeded":"yes"}"#,
        "`seeded` must be true or false, not the text `yes`",
    ),
    (
        r#"{"do":"luck","seeded":true}"#,
        "there is nothing to roll or draw now",
    ),
    (r#"{"do":"luck","seeded":true,"luck":"W1"}"#, "in one way only"),
    (
        r#"{"do":"luck","luck":"W4 Y3 B2 G6 O1 V5"}"#,
        "there is nothing to roll or draw now",
    ),
    (r#"{"do":"luck","luck":"W9"}"#, "a die cannot show `9`"),
    (r#"{"do":"luck","dice":[1,2]}"#, "`dice` must be an object"),
    (
        r#"{"do":"luck","dice":{"white":7}}"#,
        "the white die must show 1 to 6, not 7",
    ),
    (r#"{"do":"luck","dice":{"white":-1}}"#, "not -1"),
    (r#"{"do":"luck","dice":{"wite":1}}"#, "did you mean `white`?"),
    (
        r#"{"do":"luck","dice":{"white":1,"W":1}}"#,
        "the white die is given twice",
    ),
    (
        r#"{"do":"luck","dice":{"white":1},"platter":[]}"#,
        "not both at once",
    ),
    (
        r#"{"do":"luck","slots":["white","blue","green"]}"#,
        "`slots` goes with `platter`",
    ),
    (
        r#"{"do":"luck","platter":["white","white","green"]}"#,
        "listed twice",
    ),
    (r#"{"do":"luck","platter":["white"]}"#, "there are 3 slots, not 5"),
    (
        r#"{"do":"luck","platter":[1,2,3]}"#,
        "must list dice by name, not 1",
    ),
    // New games.
    (r#"{"do":"new"}"#, "`game` is missing"),
    (r#"{"do":"new","game":7}"#, "`game` must be a text"),
    (r#"{"do":"new","game":"tres-futé"}"#, "did you mean `tres-fute`?"),
    (
        r#"{"do":"new","game":"chess"}"#,
        "there is no game `chess`: there are tres-fute",
    ),
    (r#"{"do":"new","game":"tres-fute","players":0}"#, "is for 1 to 4"),
    (r#"{"do":"new","game":"tres-fute","players":5}"#, "is for 1 to 4"),
    (r#"{"do":"new","game":"tres-fute","players":-1}"#, "not -1"),
    (
        r#"{"do":"new","game":"tres-fute","players":4294967297}"#,
        "not 4294967297",
    ),
    (
        r#"{"do":"new","game":"tres-fute","rulings":["forfeit_always"]}"#,
        "`rulings` must be an object",
    ),
    (
        r#"{"do":"new","game":"tres-fute","rulings":{"forfeit_alwys":true}}"#,
        "did you mean `forfeit_always`?",
    ),
    (
        r#"{"do":"new","game":"tres-fute","rulings":{"forfeit_always":1}}"#,
        "is true or false, not 1",
    ),
    (r#"{"do":"new","game":"tres-fute","seed":-1}"#, "not -1"),
    (r#"{"do":"new","game":"tres-fute","seed":1.5}"#, "not 1.5"),
    (
        r#"{"do":"new","game":"tres-fute","seed":"soon"}"#,
        "`soon` is no seed",
    ),
    (
        r#"{"do":"new","game":"hyper-fute","seed":"tres-fute-p1-7"}"#,
        "is not for `hyper-fute`",
    ),
    (
        r#"{"do":"new","sheet":"format = 1"}"#,
        "the sheet cannot be played on",
    ),
    (r#"{"do":"new","sheet":"[[["}"#, "not TOML"),
    // Positions.
    (r#"{"do":"load"}"#, "`position` is missing"),
    (r#"{"do":"load","position":{},"text":""}"#, "not several"),
    (
        r#"{"do":"load","record":""}"#,
        "a record begins with `finaud record 1`",
    ),
    (
        r#"{"do":"load","record":"finaud record 1\ngame: tres\nplayers: 2"}"#,
        "there is no game `tres`",
    ),
    (
        r#"{"do":"load","record":"finaud record 1\ngame: tres-fute\nplayers: 1\n\n  W7"}"#,
        "line 5",
    ),
    (
        r#"{"do":"load","record":"finaud record 1\ngame: tres-fute\nplayers: 1","players":2}"#,
        "1 players",
    ),
    (r#"{"do":"load","position":7}"#, "`game` is missing"),
    (
        r#"{"do":"load","position":{"game":"tres-fute"}}"#,
        "missing field",
    ),
    (
        r#"{"do":"load","position":{"game":"tres"}}"#,
        "there is no game `tres`",
    ),
    (r#"{"do":"load","text":""}"#, "`game` is missing"),
    (
        r#"{"do":"load","text":"tres-fute round=9"}"#,
        "round 9 does not exist",
    ),
    (r#"{"do":"load","text":"tres-fute / / / / /"}"#, "players, not 5"),
    (r#"{"do":"load","text":"tres-fute phase=over"}"#, "dice"),
    (r#"{"do":"load","text":"tres-fute / yellow=99"}"#, "99"),
    (
        r#"{"do":"load","players":3,"text":"tres-fute / /"}"#,
        "sheets given: 2, players: 3",
    ),
    (
        r#"{"do":"load","game":"hyper-fute","text":"tres-fute"}"#,
        "tres-fute",
    ),
];

/// The session the bad lines are tried on.
fn rolled() -> Session {
    let mut session = new_game("tres-fute", 2, 7);
    ask_well(
        &mut session,
        &json!({ "do": "luck", "luck": "W4 Y3 B2 G6 O1 V5" }),
    );
    session
}

fn refused(session: &mut Session, line: &str, says: &str) {
    let answer = session.answer(line);
    let answer: Value = serde_json::from_str(&answer).unwrap_or_else(|error| panic!("{error}: {answer}"));
    let error = answer["error"]
        .as_str()
        .unwrap_or_else(|| panic!("{line} got {answer}"));
    assert_eq!(answer["ok"], false);
    assert!(
        error.contains(says),
        "{line} should say {says:?}, but says {error:?}"
    );
    assert!(error.len() < 5000, "{line} got a long answer: {error}");
    assert_eq!(answer.as_object().unwrap().len(), 2, "{answer}");
}

#[test]
fn a_list_where_an_object_belongs_is_refused() {
    let mut session = Session::new();
    let load = |position: &str| format!(r#"{{"do":"load","position":{position}}}"#);
    let die = r#""white":{"face":4,"place":"pool"}"#;
    let whole = |dice: &str, seats: &str| {
        load(&format!(
            r#"{{"game":"tres-fute","round":1,"turn":1,"roll":1,"phase":"rolling","dice":{{{dice}}},"seats":[{seats}]}}"#
        ))
    };
    for (line, place) in [
        (whole(r#""white":[4,"pool"]"#, "{}"), "dice.white"),
        (whole(die, "[]"), "seats[0]"),
        (
            whole(die, r#"{"zones":{"yellow":[[1]]}}"#),
            "seats[0].zones.yellow",
        ),
        (
            whole(die, r#"{"boxes":{"reroll":[2,[1]]}}"#),
            "seats[0].boxes.reroll",
        ),
        (
            load(r#"{"game":"push","current":1,"phase":"turn","seats":[[[],[]],{}]}"#),
            "seats[0]",
        ),
    ] {
        let answer = session.answer(&line);
        assert!(
            answer.starts_with(r#"{"ok":false"#) && answer.contains(place) && answer.contains("object"),
            "{line}\n{answer}"
        );
    }
}

#[test]
fn a_key_given_twice_is_refused_wherever_it_stands() {
    let mut session = Session::new();
    for line in [
        r#"{"do":"new","game":"tres-fute","game":"hyper-fute"}"#,
        r#"{"do":"new","game":"tres-fute","rulings":{"forfeit_always":true,"forfeit_always":false}}"#,
        r#"{"do":"load","position":{"game":"tres-fute","round":1,"round":2,"turn":1,"roll":1,"phase":"rolling","seats":[{}]}}"#,
        r#"{"do":"load","position":{"game":"tres-fute","round":1,"turn":1,"roll":1,"phase":"rolling","seats":[{"foxes":0,"foxes":1}]}}"#,
    ] {
        let answer = session.answer(line);
        assert!(
            answer.starts_with(r#"{"ok":false"#) && answer.contains("given twice"),
            "{line}\n{answer}"
        );
    }
}

#[test]
fn every_bad_line_gets_a_sentence_and_changes_nothing() {
    let mut session = rolled();
    let before = position(&mut session);
    for (line, says) in BAD {
        refused(&mut session, line, says);
        assert_eq!(position(&mut session), before, "{line} changed something");
    }
    ask_well(&mut session, &json!({ "do": "undo" }));
}

#[test]
fn huge_words_and_deep_values_are_refused_too() {
    let mut session = rolled();
    let before = position(&mut session);
    let huge = "é".repeat(LONGEST_LINE / 2 - 100);
    refused(
        &mut session,
        &json!({ "do": huge }).to_string(),
        "there is no command",
    );
    refused(
        &mut session,
        &json!({ "do": "play", "action": huge }).to_string(),
        "too long",
    );
    refused(
        &mut session,
        &json!({ "do": "luck", "luck": huge }).to_string(),
        "too long",
    );
    refused(
        &mut session,
        &json!({ "do": "new", "game": huge }).to_string(),
        "there is no game",
    );
    refused(
        &mut session,
        &json!({ "do": "new", "seed": huge }).to_string(),
        "is no seed",
    );
    refused(
        &mut session,
        &json!({ "do": "new", "sheet": huge }).to_string(),
        "cannot be played on",
    );
    refused(
        &mut session,
        &json!({ "do": "load", "text": huge }).to_string(),
        "",
    );
    refused(
        &mut session,
        &json!({ "do": "load", "text": format!("tres-fute {huge}") }).to_string(),
        "",
    );
    refused(
        &mut session,
        &json!({ "do": "new", "game": "tres-fute", "rulings": { huge: true } }).to_string(),
        "no ruling",
    );
    refused(
        &mut session,
        &format!("{{\"do\":\"next\",\"id\":{}", "[".repeat(LONGEST_LINE - 20)),
        "not JSON",
    );
    refused(
        &mut session,
        &"[".repeat(LONGEST_LINE + 1),
        "longer than 1000000 bytes",
    );
    assert_eq!(position(&mut session), before);
}

#[test]
fn many_players_and_faults_are_refused_in_few_words() {
    let mut session = rolled();
    let seats: Vec<Value> = vec![json!({}); 10_000];
    let position =
        json!({ "game": "tres-fute", "round": 1, "turn": 1, "roll": 1, "phase": "rolling", "seats": seats });
    refused(
        &mut session,
        &json!({ "do": "load", "position": position }).to_string(),
        "players, not 10000",
    );
    let seat = json!({ "zones": { "yellow": { "crossed": vec![200; 10_000] } }, "pending": vec!["nothing"; 10_000] });
    let position =
        json!({ "game": "tres-fute", "round": 1, "turn": 1, "roll": 1, "phase": "rolling", "seats": [seat] });
    refused(
        &mut session,
        &json!({ "do": "load", "position": position }).to_string(),
        "cell 200 does not exist",
    );
}

#[test]
fn without_a_game_every_command_that_needs_one_says_so() {
    let mut session = Session::new();
    for command in [
        "next", "legal", "play", "luck", "outcomes", "undo", "position", "score", "actions", "record",
    ] {
        refused(
            &mut session,
            &json!({ "do": command }).to_string(),
            "there is no game yet",
        );
    }
}

#[test]
fn a_stream_gets_one_answer_for_each_line_that_is_not_blank() {
    let mut input = b"\n  \t\n{\"do\":\"version\"}\r\n\xff\xfe\n".to_vec();
    input.extend(vec![b'x'; 10 * LONGEST_LINE]);
    input.extend(b"\n{\"do\":\"next\"}");
    let mut output = Vec::new();
    serve(&input[..], &mut output).unwrap();
    let output = String::from_utf8(output).unwrap();
    let says = [
        "\"ok\":true",
        "not UTF-8",
        "longer than 1000000 bytes",
        "there is no game yet",
    ];
    assert_eq!(output.lines().count(), says.len(), "{output}");
    for (line, says) in output.lines().zip(says) {
        assert!(line.contains(says), "{line}");
    }
}
