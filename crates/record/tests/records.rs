//! Whole games as text: written, read, replayed, cut and altered.

mod common;

use common::{game, random_log, records};
use finaud_record::{Event, Notation, Record, RecordHeader, choose_rulings};
use finaud_rules::{Award, Mechanic, Sheet, TableGame, builtin, builtin_ids};

type TableRecord = Record<TableGame>;

fn random_record(id: &str, players: usize, seed: u64) -> (TableGame, TableRecord) {
    let game = game::<4>(id, players);
    let record = records::random_record(&game, seed);
    (game, record)
}

#[test]
fn records_read_back_and_replay_to_the_same_end() {
    for id in builtin_ids() {
        for players in 1..=4 {
            records::reads_back(&game::<4>(id, players), players as u64);
        }
    }
}

#[test]
fn what_begins_like_a_comment_is_one_whatever_stands_before_it_unseen() {
    // Control characters are taken out of a line: what they hid must not turn a tag into a comment.
    let head = |line: &str| format!("finaud record 1\ngame: tres-fute\nplayers: 1\n{line}\n");
    for line in ["\u{7};mood: fine", ";mood: fine", " \u{1b}; mood: fine"] {
        let header = RecordHeader::read(&head(line)).unwrap();
        assert_eq!(header.tags, [], "{line:?}");
        assert_eq!(header.comments, ["mood: fine"], "{line:?}");
    }
    let game = game::<4>("tres-fute", 1);
    for line in [
        "\u{7};mood: fine",
        "\u{1}mood\u{2}: \u{3};fine",
        "mo\u{7}od: x ; y",
    ] {
        let once = Record::read(&game, &head(line)).unwrap().record;
        let again = Record::read(&game, &once.write(&game)).unwrap().record;
        assert_eq!(once, again, "{line:?}");
    }
}

#[test]
fn a_record_reads_like_a_game() {
    let text = "\
finaud record 1
game: tres-fute
players: 2
seed: tres-fute-p2-7K3
sheet: SHEET
seat 1: Ada
date: 2031-05-04
; Ada is in a hurry

round 1 turn 1
  W4 Y3 B2 G6 O1 V5
  1 white as violet 4  ; safe
  ; and the platter gets three dice
  G1 V6
  1 green
  V2
  1 forfeit
  2 yellow 3 r1

round 1 turn 2
  W1 Y1 B1 G1 O1 V1
";
    let game = game::<4>("tres-fute", 2);
    let text = text.replace("SHEET", &format!("{:016x}", game.fingerprint().unwrap()));
    let replayed = Record::read(&game, &text).unwrap_or_else(|fault| panic!("{fault}"));
    assert_eq!(replayed.record.write(&game), text);
    assert_eq!(
        replayed.record.events[1].comments,
        ["safe", "and the platter gets three dice"]
    );
    // Written by hand: no headings, other blanks, names for letters, another case.
    let loose = text
        .replace("round 1 turn 2\n", "")
        .replace("W4 Y3", "yellow 3, WHITE 4");
    let loose = loose
        .replace("1 green", "1   Green")
        .replace("round 1", "Round  1")
        .replace("date:", "\tdate :");
    let loose = loose.replace("\n  ", "\n\t ").replace('\n', "\r\n");
    let loose = Record::read(&game, &loose).unwrap_or_else(|fault| panic!("{fault}"));
    assert_eq!(loose.record, replayed.record);
}

#[test]
fn a_record_cut_after_any_line_is_a_game_not_yet_over() {
    records::cut_after_any_line(&game::<4>("melange-fute", 2), 9);
}

#[test]
fn a_record_cut_anywhere_never_panics() {
    records::cut_anywhere(&game::<4>("hyper-fute", 1), 4);
}

#[test]
fn altered_records_are_noticed_or_replay() {
    records::altered(&game::<4>("hyper-fute", 2), 6, &["W", "joker", "r1,2", "+1"]);
}

#[test]
fn the_first_bad_line_is_named() {
    let game = game::<4>("tres-fute", 2);
    let head = "finaud record 1\ngame: tres-fute\nplayers: 2\n\n";
    for (body, fault) in [
        (
            "round 1 turn 1\n  1 blue 7\n",
            "line 6: `1 blue 7` is not possible: `1` is none of the dice W Y B G O V; dice or cards come next here, such as `W1 Y1 B1 G1 O1 \
             V1`",
        ),
        (
            "round 2 turn 1\n",
            "line 5: the heading `round 2 turn 1` should be `round 1 turn 1`; the lines of events begin with a space",
        ),
        (
            "  W6 Y6 B6 G6 O6 V6\n  2 blue 12\n",
            "line 6: `2 blue 12` is not possible: it is not seat 2's choice now, but that of seat 1",
        ),
        (
            "  W6 Y6 B6 G6 O6 V6\n  W6 Y6 B6 G6 O6 V6\n",
            "line 6: `W6 Y6 B6 G6 O6 V6` is where seat 1 has to choose: write the seat and the action",
        ),
    ] {
        assert_eq!(
            Record::read(&game, &format!("{head}{body}"))
                .unwrap_err()
                .to_string(),
            fault
        );
    }
    // Why luck is refused is the rules' own sentence; what was due is added.
    let short = Record::read(&game, &format!("{head}  W4 Y3 B2 G6 O1\n"))
        .unwrap_err()
        .to_string();
    assert!(
        short.starts_with("line 5: `W4 Y3 B2 G6 O1` is not possible: "),
        "{short}"
    );
    assert!(
        short.ends_with("; dice or cards come next here, such as `W1 Y1 B1 G1 O1 V1`"),
        "{short}"
    );
    let sixes = "  W6 Y6 B6 G6 O6 V6\n";
    let fault = |line: &str| {
        Record::read(&game, &format!("{head}{sixes}{line}\n"))
            .unwrap_err()
            .to_string()
    };
    let illegal = fault("  1 blue 7");
    let expected = "line 6: `blue 7` is not possible: that action is not legal now; seat 1 may play `";
    assert!(
        illegal.starts_with(expected) && illegal.ends_with(" or 7 more"),
        "{illegal}"
    );
    let unknown = fault("  1 blu 12");
    assert!(
        unknown.contains("`blu` is no die and no action, did you mean `blue`?"),
        "{unknown}"
    );
    let (kept, fault) = Record::salvage(
        &game,
        &format!("{head}  W6 Y6 B6 G6 O6 V6\n  1 blue 12\n  nonsense\n"),
    )
    .unwrap();
    assert_eq!((kept.record.events.len(), fault.unwrap().line), (2, Some(7)));
}

#[test]
fn bad_headers_are_told() {
    let game = game::<4>("tres-fute", 2);
    for (head, fault) in [
        ("", "line 1: a record begins with `finaud record 1`, not ``"),
        (
            "hello",
            "line 1: a record begins with `finaud record 1`, not `hello`",
        ),
        (
            "finaud record 2\n",
            "line 1: the record has version `2`; this program reads version 1",
        ),
        (
            "finaud record 1\n",
            "the record does not name its game: `game: tres-fute`",
        ),
        (
            "finaud record 1\ngame: tres-fute\n",
            "the record does not say how many people play: `players: 2`",
        ),
        (
            "finaud record 1\ngame: chess\nplayers: 2\n",
            "the record is of a game of `chess`, not of `tres-fute`",
        ),
        (
            "finaud record 1\ngame: tres-fute\nplayers: 3\n",
            "the record is for 3 players, not 2",
        ),
        (
            "finaud record 1\nplayers: -2\n",
            "line 2: a game is for 1 to 8 players, not `-2`",
        ),
        (
            "finaud record 1\nplayers: 99999999999\n",
            "line 2: a game is for 1 to 8 players, not `99999999999`",
        ),
        (
            "finaud record 1\ngame: a\ngame: b\n",
            "line 3: the tag `game` appears twice",
        ),
        ("finaud record 1\ngame:\n", "line 2: the tag `game` is empty"),
        (
            "finaud record 1\nnonsense\n",
            "line 2: `nonsense` should be a tag, `name: value`",
        ),
        (
            "finaud record 1\n: x\n",
            "line 2: a tag needs a name before the `:`",
        ),
        ("finaud record 1\nseat x: x\n", "line 2: `x` is no seat"),
        (
            "finaud record 1\nsheet: x\n",
            "line 2: `x` is no fingerprint of a sheet: it has 16 digits from 0 to f",
        ),
        (
            "finaud record 1\nresult: many\n",
            "line 2: `many` should be the points of each seat",
        ),
        (
            "finaud record 1\nseed: x\n",
            "line 2: `x` is no seed: a seed names the game, the players and a code, as in `tres-fute-p2-7K3`",
        ),
        (
            "finaud record 1\ngame: tres-fute\nplayers: 2\nseat 3: x\n",
            "seat 3 is named, but 2 people play",
        ),
        (
            "finaud record 1\ngame: tres-fute\nplayers: 2\nresult: 3\n",
            "the result should have 2 numbers, one for each seat",
        ),
        (
            "finaud record 1\ngame: tres-fute\nplayers: 2\nseed: tres-fute-p3-0\n",
            "the seed is for another game or another number of players",
        ),
        (
            "finaud record 1\ngame: tres-fute\nplayers: 2\noption forfeit_always: true\n",
            "the record was played with `forfeit_always: true`, this game has `no options`",
        ),
        (
            "finaud record 1\ngame: tres-fute\nplayers: 2\nposition: tres-fute round=9 / /\n",
            "position: round: round 9 does not exist: there are 6",
        ),
    ] {
        assert_eq!(Record::read(&game, head).unwrap_err().to_string(), fault);
    }
}

#[test]
fn a_wrong_result_is_an_error_and_another_sheet_a_warning() {
    let (game, mut record) = random_record("tres-fute", 2, 1);
    let result = record.header.result.clone().unwrap();
    record.header.sheet = Some(1);
    let replayed = Record::read(&game, &record.write(&game)).unwrap();
    let warnings: Vec<String> = replayed.warnings.iter().map(ToString::to_string).collect();
    assert_eq!(
        warnings,
        ["the record was made with another edition of the sheet `tres-fute`"]
    );
    record.header.result = Some(vec![1, 2]);
    let fault = Record::read(&game, &record.write(&game)).unwrap_err();
    assert_eq!(
        fault.to_string(),
        format!("the record gives the result [1, 2], but the game ends with {result:?}")
    );
    record.events.pop();
    let replayed = Record::read(&game, &record.write(&game)).unwrap();
    assert_eq!(
        replayed.warnings.last().unwrap().to_string(),
        "the record gives a result, but the game is not over"
    );
}

#[test]
fn a_fingerprint_tells_sheets_apart_by_what_matters_in_play() {
    let of = |sheet| TableGame::new(sheet, 1).unwrap().fingerprint().unwrap();
    let mut all: Vec<u64> = builtin_ids()
        .iter()
        .map(|id| of(builtin(id).unwrap().clone()))
        .collect();
    let sheet = builtin("tres-fute").unwrap();
    let mut renamed = sheet.clone();
    renamed.name = "Ganz schön schlau".into();
    renamed.source.clear();
    renamed.ratings.clear();
    assert_eq!(of(renamed), of(sheet.clone()));
    for change in [
        |sheet: &mut Sheet| sheet.rounds[0] += 1,
        |sheet: &mut Sheet| sheet.numbered_slots = true,
        |sheet: &mut Sheet| sheet.round_awards[0] = Some(Award::Fox),
        |sheet: &mut Sheet| sheet.zones.swap(0, 1),
        |sheet: &mut Sheet| sheet.powers[0].boxes -= 1,
        |sheet: &mut Sheet| match &mut sheet.zones[4].mechanic {
            Mechanic::Track(track) => track.cells[3].award = None,
            _ => unreachable!("violet is a track"),
        },
    ] {
        let mut changed = sheet.clone();
        change(&mut changed);
        all.push(of(changed));
    }
    let count = all.len();
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), count);
}

#[test]
fn chosen_rulings_travel_with_the_record() {
    let mut sheet = builtin("tres-fute").unwrap().clone();
    sheet.rulings.forfeit_always = true;
    let game = TableGame::new(sheet.clone(), 1).unwrap();
    let (log, _) = random_log(&game, 3);
    let text = Record::of(&game, log).unwrap().write(&game);
    let header = RecordHeader::read(&text).unwrap();
    assert_eq!(
        header.options,
        [("forfeit_always".to_string(), "true".to_string())]
    );
    let mut usual = builtin(&header.game).unwrap().clone();
    choose_rulings(&mut usual, &header.options).unwrap();
    assert_eq!(usual, sheet);
    assert_eq!(
        Record::read(&game, &text).unwrap().warnings,
        [],
        "rulings are no part of the fingerprint"
    );
    let fault = choose_rulings(&mut usual, &[("forfeit_allways".into(), "true".into())]).unwrap_err();
    assert_eq!(
        fault.to_string(),
        "there is no option `forfeit_allways`, did you mean `forfeit_always`?"
    );
    assert!(choose_rulings(&mut usual, &[("forfeit_always".into(), "yes".into())]).is_err());
}

#[test]
fn a_record_may_begin_in_the_middle() {
    let game = game::<4>("hyper-fute", 2);
    let (log, end) = random_log(&game, 8);
    let whole = Record::of(&game, log.clone()).unwrap();
    let middle = whole.states(&game).unwrap()[40];
    let record = Record::since(&game, middle, log[40..].iter().copied()).unwrap();
    let replayed = Record::read(&game, &record.write(&game)).unwrap();
    assert_eq!((replayed.record, replayed.state), (record, end));
    assert!(Record::of(&game, log[40..].iter().copied()).is_err());
}

#[test]
fn names_and_comments_cannot_break_a_record() {
    let (game, mut record) = random_record("tres-fute", 2, 2);
    record.header.seats = vec!["  \u{1b}[31mred\nseat 2: spy\r\n".into(), "x".repeat(100)];
    record.header.tags = vec![
        ("game".into(), "chess".into()),
        ("; x".into(), "lost".into()),
        (" site ".into(), "a\tb\u{7}".into()),
    ];
    record.events[0].comments = vec!["two\nlines\n\n".into(), "  ".into()];
    let replayed = Record::read(&game, &record.write(&game)).unwrap();
    assert_eq!(
        replayed.record.header.seats,
        ["[31mred seat 2: spy".to_string(), "x".repeat(100)]
    );
    assert_eq!(
        replayed.record.header.tags,
        [("site".to_string(), "a b".to_string())]
    );
    assert_eq!(replayed.record.header.tag("SITE"), Some("a b"));
    assert_eq!(replayed.record.events[0].comments, ["two", "lines"]);
    assert_eq!(replayed.record.log().count(), record.log().count());
}

#[test]
fn hostile_records_are_refused_with_a_sentence() {
    let game = game::<4>("tres-fute", 2);
    let head = "finaud record 1\ngame: tres-fute\nplayers: 2\n\n";
    for (text, fault) in [
        (
            format!("{head}  {}", "W".repeat(10_000_000)),
            "line 5: it has 10000002 bytes; at most 8192 are read",
        ),
        (
            "x".repeat(17 << 20),
            "the record has 17825792 bytes; at most 16777216 are read",
        ),
        (
            "x".repeat(10_000_000),
            "line 1: it has 10000000 bytes; at most 8192 are read",
        ),
        (
            format!(
                "finaud record 1\ngame: tres-fute\nplayers: 2\n{}",
                "tag: x\n".repeat(100_000)
            ),
            "line 204: a record has at most 200 tags",
        ),
    ] {
        assert_eq!(Record::read(&game, &text).unwrap_err().to_string(), fault);
    }
    let rolls = "  W1 Y1 B1 G1 O1 V1\n  1 reroll\n".repeat(100_000);
    assert!(
        Record::read(&game, &format!("{head}{rolls}"))
            .unwrap_err()
            .to_string()
            .starts_with("line 8: ")
    );
    let blank = format!("{head}{}", "\n".repeat(1_000_000));
    assert_eq!(Record::read(&game, &blank).unwrap().record.events.len(), 0);
    let event: Event<TableGame> = Event::Outcome(game.read_outcome("W1").unwrap());
    assert!(Record::of(&game, [event]).is_err());
}
