//! `finaud replay`, run as the program it is.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use finaud_record::{Event, Notation, Record, SeedString, SplitMix64};
use finaud_rules::{Game, Next, TableGame, builtin, builtin_ids, builtin_text};
use serde_json::Value;

/// What a run gave.
struct Run {
    output: String,
    errors: String,
    code: Option<i32>,
}

/// Runs `finaud replay` with this record on its standard input.
fn replay(record: impl AsRef<[u8]>, arguments: &[&str]) -> Run {
    let mut process = Command::new(env!("CARGO_BIN_EXE_finaud"))
        .env("LC_ALL", "C")
        .args(["replay", "-"])
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("finaud starts");
    let mut input = process.stdin.take().expect("an input");
    // A record that is too long is not read to its end.
    let _ = input.write_all(record.as_ref());
    drop(input);
    let output = process.wait_with_output().expect("an end");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    Run {
        output: text(output.stdout),
        errors: text(output.stderr),
        code: output.status.code(),
    }
}

/// It failed with one sentence that says this.
fn fails(record: impl AsRef<[u8]>, arguments: &[&str], says: &str) {
    let run = replay(record, arguments);
    assert_eq!((run.output.as_str(), run.code), ("", Some(1)), "{}", run.errors);
    assert_eq!(run.errors.lines().count(), 1, "{}", run.errors);
    assert!(run.errors.contains(says), "{says:?} is not in {}", run.errors);
    assert!(run.errors.len() < 2000, "{}", run.errors);
}

fn table(game: &str, players: usize) -> TableGame {
    TableGame::new(builtin(game).expect("a built-in game").clone(), players).expect("players")
}

/// A random game of so many events at most, written down.
fn random_record(game: &TableGame, events: usize, seed: u64) -> String {
    let mut random = SplitMix64::new(seed);
    let mut state = game.start();
    let mut log = Vec::new();
    let mut legal = Vec::new();
    while log.len() < events {
        let event = match game.next(&state) {
            Next::Chance(_) => Event::Outcome(game.seeded_outcome(&state, seed).expect("luck is due")),
            Next::Choice(seats) => {
                let seat = seats.first().expect("somebody is asked");
                game.legal(&state, seat, &mut legal);
                Event::Choice(seat, legal[random.below(legal.len() as u64) as usize])
            }
            Next::Over => break,
        };
        event.apply(game, &mut state).expect("the event is legal");
        log.push(event);
    }
    let mut record = Record::of(game, log).expect("the events are legal");
    record.header.seed = SeedString::new(game.id(), game.seats() as u8, seed).ok();
    record.header.seats[0] = "Ada".into();
    record.write(game)
}

#[test]
fn every_game_is_told_to_its_end() {
    for game in builtin_ids() {
        for players in [1, 2, 4] {
            let game = table(game, players);
            let record = random_record(&game, usize::MAX, 3);
            let run = replay(&record, &[]);
            assert_eq!((run.errors.as_str(), run.code), ("", Some(0)));
            assert!(run.output.starts_with(game.name()), "{}", run.output);
            let whom = if players == 1 { "" } else { " for everybody" };
            let begins = format!("\nround 1 turn 1\n       round 1: reroll{whom}\n    1  ");
            assert!(run.output.contains(&begins), "{}", run.output);
            assert!(run.output.contains("the game is over"), "{}", run.output);

            let told = record
                .lines()
                .find_map(|line| line.strip_prefix("result: "))
                .expect("a result");
            let quiet = replay(&record, &["--quiet"]).output;
            assert!(!quiet.contains("round 1"), "{quiet}");
            let rows = quiet.lines().filter(|line| line.starts_with("seat "));
            let totals: Vec<&str> = rows.filter_map(|line| line.split_whitespace().last()).collect();
            assert_eq!(totals.join(" "), told, "{quiet}");
        }
    }
}

#[test]
fn what_a_round_gives_stands_below_its_heading() {
    let game = table("hyper-fute", 2);
    let record = random_record(&game, usize::MAX, 3);
    let output = replay(&record, &[]).output;
    let lines: Vec<&str> = output.lines().collect();
    for (round, bonus) in [(1, "reroll"), (2, "+1"), (3, "joker"), (4, "black ?")] {
        let heading = format!("round {round} turn 1");
        let at = lines.iter().position(|line| *line == heading).expect("a heading");
        let given = format!("       round {round}: {bonus} for everybody");
        assert_eq!(lines[at + 1], given);
        assert_eq!(lines.iter().filter(|line| **line == given).count(), 1);
    }
    let rounds = lines.iter().filter(|line| line.trim().starts_with("round"));
    assert_eq!(rounds.filter(|line| line.contains(':')).count(), 4);
    // The line comes with the event that ends the round before.
    let last = lines
        .iter()
        .position(|line| line.contains("round 2: +1"))
        .expect("a line");
    let event: usize = lines[last - 3]
        .split_whitespace()
        .next()
        .unwrap()
        .parse()
        .unwrap();
    let cut = |events: usize| replay(&record, &["--to", &events.to_string()]).output;
    assert!(cut(event).contains("round 2: +1 for everybody"));
    assert!(!cut(event - 1).contains("round 2: +1"));
    assert!(!cut(0).contains("round 1: reroll"));
}

#[test]
fn a_record_is_told_as_json_too() {
    let game = table("hyper-fute", 2);
    let record = random_record(&game, usize::MAX, 4);
    let run = replay(&record, &["--json"]);
    let told: Value = serde_json::from_str(&run.output).expect("JSON");
    assert_eq!(run.output.lines().count(), 1);
    assert_eq!(
        (&told["game"], &told["over"]),
        (&"hyper-fute".into(), &true.into())
    );
    assert_eq!(told["scores"][0]["name"], "Ada");
    assert_eq!(told["scores"][1]["name"], Value::Null);
    let events = told["events"].as_array().expect("events");
    assert_eq!(events[0]["heading"], "round 1 turn 1");
    let choice = events
        .iter()
        .find(|event| event["seat"].is_number())
        .expect("a choice");
    let action = game
        .read_action(choice["action"].as_str().expect("a text"))
        .expect("an action");
    assert_eq!(choice["number"], game.action_index(action).expect("a number"));
}

#[test]
fn a_record_can_be_told_up_to_an_event() {
    let game = table("tres-fute", 2);
    let record = random_record(&game, 30, 5);
    let run = replay(&record, &["--to", "1"]);
    assert!(
        run.output
            .contains("After one event the game goes on: the choice is with seat 1 (Ada).\n"),
        "{}",
        run.output
    );
    assert!(!run.output.contains("\n    2  "), "{}", run.output);
    let run = replay(&record, &["--to", "0"]);
    assert!(
        run.output
            .contains("Before the first event the game goes on: dice or cards come next."),
        "{}",
        run.output
    );
    let run = replay(&record, &["--to", "30"]);
    assert!(run.output.contains("\n   30  "), "{}", run.output);
    for (number, says) in [
        ("31", "the record has 30 events, not 31"),
        ("-1", "a whole number"),
        ("9e99", "a whole number"),
    ] {
        let run = replay(&record, &["--to", number]);
        assert_eq!((run.output.as_str(), run.code), ("", Some(2)));
        assert!(run.errors.contains(says), "{}", run.errors);
    }
}

#[test]
fn an_unfinished_record_shows_where_it_stops() {
    let game = table("melange-fute", 3);
    let record = random_record(&game, 12, 6);
    let run = replay(&record, &["-q"]);
    let position = run
        .output
        .lines()
        .find(|line| line.starts_with("melange-fute "))
        .expect("the position is shown");
    let state = game.read_position(position).expect("the position can be read");
    assert_eq!(state, Record::read(&game, &record).expect("a good record").state);
}

#[test]
fn a_record_cut_off_anywhere_is_unfinished_or_refused_in_a_sentence() {
    let record = random_record(&table("tres-fute", 2), 12, 7);
    let mut cuts: Vec<usize> = (0..record.len()).step_by(9).collect();
    cuts.extend(record.match_indices('\n').map(|(end, _)| end));
    for cut in cuts {
        let run = replay(&record[..cut], &["-q"]);
        match run.code {
            Some(0) => assert!(
                run.output.contains("goes on") && run.errors.is_empty(),
                "cut at {cut}: {}",
                run.output
            ),
            Some(1) => {
                assert_eq!(
                    (run.errors.lines().count(), run.output.as_str()),
                    (1, ""),
                    "cut at {cut}"
                );
                assert!(run.errors.starts_with("finaud: the record: "), "{}", run.errors);
            }
            other => panic!("cut at {cut}: exit code {other:?}: {}", run.errors),
        }
    }
}

#[test]
fn an_altered_record_is_refused_with_the_line() {
    let game = table("tres-fute", 2);
    let record = random_record(&game, usize::MAX, 8);
    let first = record
        .lines()
        .position(|line| line.starts_with("  W"))
        .expect("a roll")
        + 1;
    let alter = |from: &str, to: &str| {
        assert!(record.contains(from), "{from}\n{record}");
        record.replacen(from, to, 1)
    };
    fails(alter("\n  W", "\n  X"), &[], &format!("line {first}: "));
    fails(alter("\n  1 ", "\n  2 "), &[], &format!("line {}: ", first + 1));
    fails(
        alter("round 1 turn 2", "round 1 turn 1"),
        &[],
        "should be `round 1 turn 2`",
    );
    fails(alter("\n  W", "\n  W W"), &[], &format!("line {first}: "));
    fails(
        alter("finaud record 1", "finaud record 7"),
        &[],
        "line 1: the record has version `7`",
    );
    fails(
        alter("players: 2", "players: 3"),
        &[],
        "another number of players",
    );
    fails(alter("players: 2", "players: -2"), &[], "line 3");
    fails(alter("players: 2", "players: 99999999999"), &[], "line 3");
    fails(alter("result: ", "result: 1"), &[], "gives the result");
    fails(
        alter("game: tres-fute\n", "game: tres-fut\n").replace("seed: ", "origin: "),
        &[],
        "did you mean `tres-fute`?",
    );
    fails(
        alter("game: tres-fute\n", "game: chess\n").replace("seed: ", "origin: "),
        &[],
        "--sheet FILE",
    );
    fails(record.clone() + "  1 done\n", &[], "the game is over");
    let lines: Vec<&str> = record.lines().collect();
    let missing = [&lines[..first], &lines[first + 1..]].concat().join("\n");
    fails(missing, &[], &format!("line {}: ", first + 1));
}

#[test]
fn what_is_no_record_is_refused_in_a_sentence() {
    fails("", &[], "a record begins with `finaud record 1`");
    fails("hello", &[], "a record begins with `finaud record 1`");
    fails([0xff, 0xfe], &[], "not a text in UTF-8");
    fails(vec![0; 100], &[], "line 1");
    fails(vec![b'x'; 10 << 20], &[], "line 1: it has 10485760 bytes");
    fails(vec![b'\n'; (16 << 20) + 1], &[], "larger than 16 MiB");
    fails("finaud record 1\n", &[], "does not name its game");
    fails("finaud record 1\ngame: tres-fute\nplayers: 9\n", &[], "line 3");
    fails(
        "finaud record 1\ngame: tres-fute\nplayers: 5\n",
        &[],
        "is for 1 to 4",
    );
    fails(
        "finaud record 1\ngame: tres-fute\nplayers: 1\noption forfeit: true\n",
        &[],
        "there is no option `forfeit`",
    );
    fails(
        "finaud record 1\ngame: tres-fute\nplayers: 1\nposition: tres-fute round=77\n",
        &[],
        "round 77 does not exist",
    );
}

#[test]
fn a_file_that_cannot_be_read_is_named() {
    let run = |file: &str| {
        let output = Command::new(env!("CARGO_BIN_EXE_finaud"))
            .env("LC_ALL", "C")
            .args(["replay", file])
            .output()
            .expect("finaud runs");
        (
            String::from_utf8(output.stderr).expect("text"),
            output.status.code(),
        )
    };
    let (errors, code) = run("no-such-record.txt");
    assert!(
        errors.starts_with("finaud: no-such-record.txt cannot be read: "),
        "{errors}"
    );
    assert_eq!(code, Some(1));
    let (errors, code) = run(env!("CARGO_MANIFEST_DIR"));
    assert!(errors.contains("cannot be read"), "{errors}");
    assert_eq!(code, Some(1));
}

#[test]
fn a_sheet_of_ones_own_comes_with_the_record() {
    let text = builtin_text("hyper-fute")
        .expect("a sheet")
        .replace("id = \"hyper-fute\"", "id = \"our-own\"");
    let sheet = finaud_rules::Sheet::read(&text).sheet.expect("a good sheet");
    let game = TableGame::new(sheet, 2).expect("players");
    let record = random_record(&game, 20, 9);
    fails(
        &record,
        &[],
        "there is no built-in game `our-own`; --sheet FILE names the sheet of another one",
    );

    let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("our-own.toml");
    std::fs::write(&file, text).expect("a file");
    let run = replay(&record, &["--sheet", file.to_str().expect("a path"), "-q"]);
    assert_eq!((run.errors.as_str(), run.code), ("", Some(0)));
    fails(
        &record,
        &["--sheet", "tres-fute"],
        "the record is of a game of `our-own`, not of `tres-fute`",
    );
}

#[test]
fn rulings_of_a_record_hold() {
    let mut sheet = builtin("tres-fute").expect("a sheet").clone();
    sheet.rulings.forfeit_always = true;
    let game = TableGame::new(sheet, 1).expect("players");
    let luck = Event::Outcome(game.read_outcome("W4 Y3 B2 G6 O1 V5").expect("a roll"));
    let forfeit = Event::Choice(
        finaud_rules::Seat(0),
        game.read_action("forfeit").expect("an action"),
    );
    let record = Record::of(&game, [luck, forfeit])
        .expect("legal under this ruling")
        .write(&game);
    let run = replay(&record, &[]);
    assert!(
        run.output.contains("\nforfeit_always: true\n") && run.output.contains("    2  seat 1: forfeit\n")
    );
    fails(record.replace("option forfeit_always: true\n", ""), &[], "line 8");
}

#[test]
fn a_closed_output_is_no_failure() {
    let record = random_record(&table("hyper-fute", 4), usize::MAX, 10);
    let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("closed.txt");
    std::fs::write(&file, record).expect("a file");
    let mut process = Command::new(env!("CARGO_BIN_EXE_finaud"))
        .env("LC_ALL", "C")
        .arg("replay")
        .arg(&file)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("finaud starts");
    drop(process.stdout.take());
    let output = process.wait_with_output().expect("an end");
    assert_eq!((output.stderr, output.status.code()), (Vec::new(), Some(0)));
}
