//! Positions written by hand: short, forgiving, and every fault is named.

mod common;

use common::game;
use finaud_record::{Notation, ParseError};
use finaud_rules::{Game, Next, builtin_ids};
use serde_json::{Value, json};

#[test]
fn nothing_but_the_name_is_the_first_roll_on_an_empty_sheet() {
    for id in builtin_ids() {
        let game = game::<1>(id, 1);
        let state = game.read_position(id).unwrap();
        assert!(matches!(game.next(&state), Next::Chance(_)));
        assert_eq!(game.position_text(&state), *id);
        assert_eq!(game.position_text(&game.start()), format!("{id} / reroll=1"));
        assert_eq!(game.read_position(&format!("{id} /")), Ok(state));
    }
}

#[test]
fn situations_of_every_mechanic_fit_in_a_line() {
    for (id, players, line) in [
        (
            "tres-fute",
            2,
            "tres-fute round=2 turn=2 roll=2 phase=rolled pool=W4,O3 slots=V3 platter=Y1,B2,G1 / yellow=1,6 blue=7 \
             green=1,2 orange=5,2,3,12 reroll=3:1 +1=2 foxes=1 / violet=4,6,1",
        ),
        (
            "tres-fute",
            2,
            "tres-fute round=4 phase=round-start / reroll=2 pending=black_X_or_black_6 / +1=1 \
             pending=black_X_or_black_6",
        ),
        (
            "tres-fute",
            2,
            "tres-fute roll=2 phase=window slots=V3,W6 platter=Y1,B2,G1,O4 / +1=2:1 extra=W stage=extra / yellow=2 stage=pick",
        ),
        (
            "melange-fute",
            1,
            "melange-fute phase=rolled pool=W4,Y1,B2,G1,O3,V3 / yellow=6,5||3,4 green=12:3,.:4 orange=2,4 violet=3,17 \
             reroll=3:[2] joker=3:1,3 polish=2:2 return=1",
        ),
        (
            "hyper-fute",
            1,
            "hyper-fute roll=3 phase=rolled pool=W4,T2,B2,N3 slots=-,Y3 platter=P1 / blue=6,5|8 pink=3,4!,2 joker=3:2",
        ),
        (
            "hyper-fute",
            1,
            "hyper-fute turn=2 phase=sorting pool=W4,Y3,T2,B2,N3,P1 / blue=|8,9",
        ),
    ] {
        let game = game::<4>(id, players);
        let state = game
            .read_position(line)
            .unwrap_or_else(|fault| panic!("{line}: {fault}"));
        assert_eq!(game.position_text(&state), line);
    }
}

#[test]
fn reading_forgives_case_blanks_order_and_defaults() {
    let game = game::<4>("tres-fute", 2);
    let tidy = "tres-fute phase=rolled pool=W4,Y1,B2,G1,O3,V3 / yellow=1,6 reroll=1 / foxes=1";
    for loose in [
        "TRES-FUTE phase=Rolled round=1 pool=v3,o3,G1,blue2,yellow1,white4 slots=-,-,- platter= / Reroll=1:0 \
         yellow=6 , 1 blue= / FOXES=1 stage=done pending= extra=",
        "  tres-fute\tpool=W4,Y1,B2,G1,O3,V3 phase=rolled turn=1 roll=1 rerolls=0/reroll=1 yellow=1,6/foxes=1 ",
    ] {
        let state = game
            .read_position(loose)
            .unwrap_or_else(|fault| panic!("{loose}: {fault}"));
        assert_eq!(game.position_text(&state), tidy);
    }
}

#[test]
fn faults_are_named() {
    for (line, fault) in [
        (
            "",
            "the position should begin with the name of the game: `tres-fute`",
        ),
        (
            "chess / /",
            "the position is for `chess`, this game is `tres-fute`",
        ),
        ("tres-fute", "seats: sheets given: 1, players: 2"),
        ("tres-fute / / /", "seats: sheets given: 3, players: 2"),
        (
            "tres-fute round=7 / /",
            "round: round 7 does not exist: there are 6",
        ),
        (
            "tres-fute round=-1 / /",
            "`round`: `-1` is not a number from 0 to 255",
        ),
        (
            "tres-fute round=99999999999 / /",
            "`round`: `99999999999` is not a number from 0 to 255",
        ),
        ("tres-fute round=1 round=2 / /", "`round` is given twice"),
        (
            "tres-fute rond=2 / /",
            "`rond` says nothing about the table, did you mean `round`?",
        ),
        (
            "tres-fute foxes=2 / /",
            "`foxes` says nothing about the table, it belongs to a player's sheet, after a `/`",
        ),
        (
            "tres-fute / round=2 /",
            "seat 1: a sheet has no `round`, it belongs before the first `/`",
        ),
        ("tres-fute hello / /", "`hello` should be `key=value`"),
        (
            "tres-fute phase=roled / /",
            "`roled` is no phase, did you mean `rolled`?",
        ),
        ("tres-fute pool=W7 / /", "die white: a die cannot show 7"),
        ("tres-fute pool=W-1 / /", "a die cannot show `-1`"),
        ("tres-fute pool=Z1 / /", "`Z` is none of the dice W Y B G O V"),
        (
            "tres-fute pool=W1 platter=W2 / /",
            "the white die lies in two places",
        ),
        ("tres-fute slots=W1,Y1,B1,G1 / /", "`slots` has more than 3 dice"),
        (
            "tres-fute / yelow=1 /",
            "seat 1: a sheet has no `yelow`, did you mean `yellow`?",
        ),
        (
            "tres-fute / / yellow=17",
            "seat 2, zone yellow: cell 17 does not exist: there are 16",
        ),
        (
            "tres-fute / / yellow=1,1",
            "seat 2, zone yellow: cell 1 is crossed twice",
        ),
        (
            "tres-fute / / yellow=x",
            "seat 2: yellow: `x` is not a number from 0 to 255",
        ),
        (
            "tres-fute / reroll=8 /",
            "seat 1, reroll boxes: 8 boxes are circled, but the sheet has 7",
        ),
        (
            "tres-fute / reroll=1:2 /",
            "seat 1, reroll boxes: box 2 is used but not circled",
        ),
        (
            "tres-fute / reroll=1:[2 /",
            "seat 1: `reroll`: `[2` is not a number of boxes",
        ),
        (
            "tres-fute / joker=1 /",
            "seat 1, joker boxes: 1 boxes are circled, but the sheet has 0",
        ),
        (
            "tres-fute / foxes=6 /",
            "seat 1: 6 foxes are more than the 5 of the sheet",
        ),
        (
            "tres-fute / pending=yelow_X /",
            "seat 1: `yelow_X` is no bonus that asks for a choice, did you mean `yellow X`?",
        ),
        ("tres-fute / extra=Q /", "seat 1: `Q` is no die of this sheet"),
        (
            "tres-fute / stage=later /",
            "seat 1: `later` is no stage; there are `pick`, `extra` and `done`",
        ),
    ] {
        let ParseError(faults) = game::<4>("tres-fute", 2).read_position(line).unwrap_err();
        assert_eq!(
            faults.iter().map(ToString::to_string).collect::<Vec<_>>(),
            [fault],
            "{line}"
        );
    }
    let melange = game::<4>("melange-fute", 1);
    let fault = melange
        .read_position("melange-fute / green=12")
        .unwrap_err()
        .to_string();
    assert_eq!(
        fault,
        "seat 1: green: `12` should be two numbers with `:` between them, `.` for an empty cell"
    );
    let hyper = game::<4>("hyper-fute", 1);
    let fault = hyper
        .read_position("hyper-fute / blue=6,5")
        .unwrap_err()
        .to_string();
    assert_eq!(
        fault,
        "seat 1: blue: `6,5` should have the numbers left of the centre, `|`, and those right of it"
    );
}

#[test]
fn hostile_lines_are_refused_with_a_sentence() {
    for id in builtin_ids() {
        let game = game::<4>(id, 2);
        let long = [
            "x".repeat(10_000_000),
            format!("{id}{}", " /".repeat(30_000)),
            format!("{id} / yellow={} /", "1,".repeat(30_000)),
            format!("{id} / pending={} /", "black_?,".repeat(8_000)),
            format!("{id} {}", "\u{0}=\u{1b} ".repeat(10_000)),
            format!("{id} pool={} / /", "W1,".repeat(20_000)),
        ];
        let odd = [
            "🎲",
            "= / =",
            "//////",
            "=",
            "\u{0}",
            "é=é",
            "round==",
            "pool=🎲1",
            "pool=W🎲",
            "pool=W٣",
            "slots=,,,",
            "/ yellow=|||||| /",
            "/ green=:,:: /",
            "/ blue=|x /",
            "/ joker=:[] /",
            "/ +1=1:[1,1] /",
            "/ pink=!,! /",
            "/ reroll=255:255 / +1=0:255",
            "round=0 turn=0 roll=0 rerolls=255 / /",
            "turn=255 roll=255 round=255 / /",
            "phase=over / /",
            "phase=sorting / /",
            "phase=entered / /",
            "phase=before-roll / /",
            "phase=window / /",
        ];
        for text in long
            .into_iter()
            .chain(odd.iter().map(|odd| format!("{id} {odd}")))
        {
            let ParseError(faults) = game.read_position(&text).unwrap_err();
            assert!((1..=40).contains(&faults.len()), "{faults:?}");
            for fault in faults {
                assert!(
                    fault.to_string().len() < 400 && !fault.to_string().contains(char::is_control),
                    "{fault:?}"
                );
            }
        }
    }
}

#[test]
fn json_faults_have_a_place() {
    let game = game::<4>("tres-fute", 2);
    let good = game.position_json(&game.start());
    let altered = |alter: &dyn Fn(&mut Value)| {
        let mut json = good.clone();
        alter(&mut json);
        game.read_position_json(&json).unwrap_err().to_string()
    };
    for (fault, expected) in [
        (altered(&|json| json["round"] = json!("two")), "round"),
        (
            altered(&|json| json["round"] = json!(-1)),
            "a number from 0 to 255",
        ),
        (altered(&|json| json["round"] = json!(1e300)), "floating point"),
        (altered(&|json| json["phase"] = json!("asleep")), "asleep"),
        (altered(&|json| json["hello"] = json!(1)), "hello"),
        (
            altered(&|json| json["dice"]["white"]["place"] = json!("moon")),
            "dice.white: unknown variant `moon`",
        ),
        (
            altered(&|json| json["dice"]["white"]["face"] = json!(7)),
            "die white: a die cannot show 7",
        ),
        (
            altered(&|json| json["seats"][1]["foxes"] = json!(256)),
            "seats[1]: ",
        ),
        (
            altered(&|json| json["seats"][1]["zones"]["yellow"]["crossed"] = json!(["x"])),
            "seats[1].zones.yellow: ",
        ),
        (
            altered(&|json| json["seats"][0]["boxes"]["+1"]["circled"] = json!(-4)),
            "seats[0].boxes.+1: ",
        ),
        (
            altered(&|json| json["seats"][0]["zones"]["pink"] = json!({})),
            "the sheet has no such zone",
        ),
        (
            altered(&|json| json["seats"] = json!([])),
            "sheets given: 0, players: 2",
        ),
        (altered(&|json| json["asked"] = json!([1])), "asked"),
        (altered(&|json| *json = json!(null)), "a position is an object"),
        (altered(&|json| *json = json!([1, 2])), "a position is an object"),
    ] {
        assert!(fault.contains(expected), "`{fault}` should speak of `{expected}`");
    }
}
