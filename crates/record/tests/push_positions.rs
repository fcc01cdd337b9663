//! Positions of PUSH written by hand: short, forgiving, and every fault is named.

use finaud_record::{Notation, ParseError, push, setup_names};
use finaud_rules::{Game, Next, Push, Seat};
use serde_json::{Value, json};

fn of(players: usize) -> Push {
    push::game(players, &[]).unwrap()
}

fn fault(read: Result<impl std::fmt::Debug, ParseError>) -> String {
    read.unwrap_err().to_string()
}

#[test]
fn situations_fit_in_a_line() {
    for line in [
        "push / /",
        "push current=6 phase=drawing / / / / / /",
        "push current=2 phase=placing card=y2 columns=r2,b5|g1,y4|b3,p6 / / zone=r1,r1,r1 protected=b6,p2 /",
        "push phase=after-card switches=2 / / / /",
        "push current=3 phase=after-card switches=1 columns=r5,g2,die|b1|die / zone=r1 / zone=r2 / protected=r3",
        "push current=3 phase=taking taker=3 columns=r5 discard=die / / /",
        "push phase=rolling taker=3 rolls=1 switches=1 columns=b4 discard=r1,die,die / / zone=g1 / zone=p6",
        "push phase=turn pile=switch,switch / zone=r1 /  /",
        "push phase=over pile= / zone=r1 / zone=b6 protected=g1,g1,g1",
    ] {
        let game = of(setup_names(line).unwrap().1);
        let state = game
            .read_position(line)
            .unwrap_or_else(|fault| panic!("{line}: {fault}"));
        let tidy = line.replace("phase=turn ", "").replace("  ", " ");
        assert_eq!(game.position_text(&state), tidy);
        assert_eq!(game.read_position_json(&game.position_json(&state)), Ok(state));
    }
    assert_eq!(of(5).position_text(&of(5).start()), "push / / / / /");
}

#[test]
fn reading_forgives_case_blanks_order_and_defaults() {
    let game = of(2);
    let tidy = "push phase=after-card columns=r5,die|b1 discard=b2,g6 / zone=r1,y3 / protected=p2";
    for loose in [
        "PUSH phase=After-Card current=1 rolls=0 switches=0 Columns=DIE,Red5|blue1 discard=G6 , b2/zone=y3,R1 protected=/\
         protected=p2 zone=",
        "  push\tdiscard=b2,,g6 columns=r5,die|b1   phase=after-card / zone=r1,y3 / protected=purple2 ",
    ] {
        let state = game
            .read_position(loose)
            .unwrap_or_else(|fault| panic!("{loose}: {fault}"));
        assert_eq!(game.position_text(&state), tidy);
    }
}

#[test]
fn what_is_given_of_pile_and_discard_leaves_the_rest_to_the_other() {
    let game = of(2);
    let read = |table: &str| game.read_position(&format!("push {table} / zone=r1 /")).unwrap();
    let new = read("");
    assert_eq!((new.discard().len(), new.unseen().len()), (0, 107));
    let late = read("pile=b2,die");
    assert_eq!((late.discard().len(), late.unseen().len()), (105, 2));
    let some = read("discard=b2,die");
    assert_eq!((some.discard().len(), some.unseen().len()), (2, 105));
    let line = game.position_text(&late);
    assert_eq!(line, "push pile=b2,die / zone=r1 /");
    let both = game.read_position("push pile=b2 discard=die / zone=r1 /");
    assert_eq!(fault(both), "pile: 105 cards of the game are missing");
}

#[test]
fn every_fault_of_a_line_is_named() {
    let game = of(3);
    let no_card = "is no card: it should be a colour with a value from 1 to 6, `die` or `switch`";
    for (line, told) in [
        ("", "the position should begin with the name of the game: `push`"),
        (
            "hyper-fute / / /",
            "the position is for `hyper-fute`, this game is `push`",
        ),
        ("push", "seats: players given: 0, in a game for 3"),
        ("push / /", "seats: players given: 2, in a game for 3"),
        (
            "push / / / / / / / / /",
            "seats: players given: 9, in a game for 3",
        ),
        ("push current=0 / / /", "current: seat 0 does not exist"),
        ("push current=4 / / /", "current: seat 4 does not exist"),
        (
            "push current=-1 / / /",
            "`current`: `-1` is not a number from 0 to 255",
        ),
        (
            "push zone=r1 / / /",
            "`zone` says nothing about the table, it belongs to a player, after a `/`",
        ),
        (
            "push colums=r1 / / /",
            "`colums` says nothing about the table, did you mean `columns`?",
        ),
        (
            "push / / pile=r1 /",
            "seat 2: a player has no `pile`, it belongs before the first `/`",
        ),
        (
            "push / zones=r1 / /",
            "seat 1: a player has no `zones`, did you mean `zone`?",
        ),
        ("push / r1 / /", "seat 1: `r1` should be `key=value`"),
        ("push / zone=r1 Zone=r2 / /", "seat 1: `Zone` is given twice"),
        (
            "push phase=taken / / /",
            "`taken` is no phase, did you mean `taking`?",
        ),
        (
            "push phase=placing card=switch / / /",
            "phase: the card fits nowhere",
        ),
        (
            "push phase=placing / / /",
            "phase: a card is given exactly when one is to be placed; phase: the card fits nowhere",
        ),
        (
            "push card=r1 / / /",
            "phase: a card is given exactly when one is to be placed",
        ),
        (
            "push taker=2 / / /",
            "phase: a taker is given exactly when someone takes or rolls",
        ),
        (
            "push phase=taking taker=2 / / /",
            "phase: there is no column to take",
        ),
        (
            "push phase=taking taker=4 columns=r1 / / /",
            "taker: seat 4 does not exist",
        ),
        (
            "push phase=after-card / / /",
            "phase: no card has been turned yet",
        ),
        (
            "push columns=r1 / / /",
            "phase: a turn begins with an empty table",
        ),
        (
            "push phase=over / / /",
            "phase: the game ends with an empty pile and table",
        ),
        (
            "push pile= / / /",
            "phase: the pile is empty, so the game is over",
        ),
        (
            "push phase=drawing columns=r1,r2 / / /",
            "column 1: `red 2` does not fit the cards before it",
        ),
        (
            "push phase=drawing columns=r1,b1 / / /",
            "column 1: `blue 1` does not fit the cards before it",
        ),
        (
            "push phase=drawing columns=die,die / / /",
            "column 1: `die` does not fit the cards before it",
        ),
        (
            "push phase=drawing columns=switch / / /",
            "column 1: `switch` does not fit the cards before it; column 1: a \
          column has at least one card",
        ),
        (
            "push phase=drawing columns=r1||b2 / / /",
            "column 2: a column has at least one card",
        ),
        (
            "push phase=drawing columns=r1|r1|r1|b1 / / /",
            "columns: there are 4 columns, but there can be at most 3",
        ),
        (
            "push / zone=r1,r1 / zone=r1 protected=r1 /",
            "seat 2, protected: there are more `red 1` cards than the game has",
        ),
        ("push / zone=die / /", "seat 1, zone: `die` is no number card"),
    ] {
        assert_eq!(fault(game.read_position(line)), told, "{line:?}");
    }
    for (line, word) in [
        ("push / zone=q1 / /", "seat 1: `zone`: `q1`"),
        ("push / zone=r0 / /", "seat 1: `zone`: `r0`"),
        ("push / zone=r7 / /", "seat 1: `zone`: `r7`"),
        ("push / zone=r+1 / /", "seat 1: `zone`: `r+1`"),
        ("push / zone=r01 / /", "seat 1: `zone`: `r01`"),
        ("push phase=placing card= / / /", "`card`: ``"),
        ("push phase=placing card=r1,r2 / / /", "`card`: `r1,r2`"),
    ] {
        assert_eq!(
            fault(game.read_position(line)),
            format!("{word} {no_card}"),
            "{line:?}"
        );
    }
    let two = fault(of(2).read_position("push phase=after-card switches=1 / /"));
    assert_eq!(two, "switches: there are more `switch` cards than the game has");
}

#[test]
fn hostile_lines_are_refused_in_few_words() {
    let game = of(6);
    for line in [
        "x".repeat(10_000_000),
        format!("push {}", "zone=r1 ".repeat(8_000)),
        format!("push {}", "/ ".repeat(30_000)),
        format!("push discard={} / / / / / /", "r1,".repeat(20_000)),
        format!("push pile={} / / / / / /", "q9,".repeat(20_000)),
        format!("push phase=drawing columns={} / / / / / /", "|".repeat(60_000)),
        "push switches=255 phase=drawing / / / / / /".into(),
        "push / zone=\u{202e}\u{0}🎲 / / / / /".into(),
    ] {
        let told = fault(game.read_position(&line));
        assert!(!told.is_empty() && told.len() < 4000, "{told}");
        assert!(told.chars().all(|letter| !letter.is_control()), "{told:?}");
    }
}

#[test]
fn json_is_complete_and_may_leave_out_what_is_empty() {
    let game = of(2);
    let line =
        "push current=2 phase=rolling taker=1 rolls=1 columns=r5 discard=die,die / zone=r1 / protected=g3";
    let state = game.read_position(line).unwrap();
    let full = game.position_json(&state);
    assert_eq!(full["columns"], json!([["red 5"]]));
    assert_eq!(full["seats"][1], json!({ "zone": [], "protected": ["green 3"] }));
    assert_eq!(
        (&full["taker"], &full["rolls"], &full["asked"]),
        (&json!(1), &json!(1), &json!([]))
    );
    assert_eq!(full["pile"].as_array().map(Vec::len), Some(108 - 5));
    let short = json!({ "game": "push", "current": 2, "phase": "rolling", "taker": 1, "rolls": 1, "columns": [["Red 5"]],
        "seats": [{ "zone": ["red 1"] }, { "protected": ["green 3"] }], "discard": ["die", "DIE"] });
    assert_eq!(game.read_position_json(&short), Ok(state));
    let next = json!({ "game": "push", "current": 1, "phase": "turn", "seats": [{}, {}] });
    assert_eq!(game.read_position_json(&next), Ok(game.start()));
}

#[test]
fn json_that_is_no_position_is_told() {
    let game = of(2);
    let good = json!({ "game": "push", "current": 1, "phase": "turn", "seats": [{}, {}] });
    let with = |key: &str, value: Value| {
        let mut json = good.clone();
        json[key] = value;
        fault(game.read_position_json(&json))
    };
    for (told, expected) in [
        (
            fault(game.read_position_json(&json!([]))),
            "a position is an object with `game`, `current`, `phase`, `seats`",
        ),
        (fault(game.read_position_json(&json!({}))), "missing field `game`"),
        (
            with("current", json!(-1)),
            "current: invalid value: integer `-1`, expected a number from 0 to 255",
        ),
        (
            with("rolls", json!(null)),
            "rolls: invalid type: null, expected a number from 0 to 255",
        ),
        (
            with("seats", json!([{}, { "zone": "r1" }])),
            "seats[1]: invalid type: string \"r1\", expected a sequence",
        ),
        (
            with("columns", json!(["red 1"])),
            "columns: invalid type: string \"red 1\", expected a sequence",
        ),
        (
            with("game", json!("chess")),
            "game: the position is for `chess`, this game is `push`",
        ),
        (
            with("asked", json!([2])),
            "asked: seats [1] have to choose, not [2]",
        ),
        (with("pile", json!([])), "pile: 108 cards of the game are missing"),
    ] {
        assert_eq!(told, expected);
    }
    assert!(with("phase", json!("begin")).starts_with("phase: unknown variant `begin`"));
    assert!(with("colour", json!(1)).starts_with("unknown field `colour`"));
    let told = with("discard", json!(vec!["red 7"; 10_000]));
    assert!(
        told.starts_with("discard: `red 7` is no card") && told.len() < 4000,
        "{told}"
    );
    // A card has one name: numbers in other spellings are none.
    for name in ["red +5", "red 05", "red -5", "red 5.0", "red \u{665}", "red 5 5"] {
        let told = with("discard", json!([name]));
        assert!(
            told.starts_with(&format!("discard: `{name}` is no card: ")),
            "{told}"
        );
    }
    assert!(matches!(
        game.next(&game.read_position_json(&good).unwrap()),
        Next::Choice(_)
    ));
    assert_eq!(game.score_json(&game.start(), Seat(200)), Value::Null);
}
