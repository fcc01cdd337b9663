//! `finaud referee`, run as the program it is.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

/// The page whose worked session must be true.
const PAGE: &str = include_str!("../../../docs/referee.md");

/// A running referee.
struct Referee {
    process: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Referee {
    fn start() -> Referee {
        let mut process = Command::new(env!("CARGO_BIN_EXE_finaud"))
            .env("LC_ALL", "C")
            .arg("referee")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("finaud starts");
        let input = process.stdin.take();
        let output = BufReader::new(process.stdout.take().expect("an output"));
        Referee {
            process,
            input,
            output,
        }
    }

    fn say(&mut self, line: &[u8]) {
        let input = self.input.as_mut().expect("the input is open");
        input
            .write_all(line)
            .and_then(|()| input.write_all(b"\n"))
            .expect("the referee listens");
    }

    /// Says a line and waits for the answer.
    fn ask(&mut self, line: impl AsRef<[u8]>) -> Value {
        self.say(line.as_ref());
        let mut answer = String::new();
        self.output.read_line(&mut answer).expect("the referee answers");
        serde_json::from_str(&answer).unwrap_or_else(|error| panic!("{error}: {answer:?}"))
    }

    /// Ends the input; returns what is left of the output, the error stream and the exit code.
    fn end(mut self) -> (String, String, Option<i32>) {
        drop(self.input.take());
        let (mut rest, mut errors) = (String::new(), String::new());
        self.output.read_to_string(&mut rest).expect("text");
        self.process
            .stderr
            .take()
            .expect("an error stream")
            .read_to_string(&mut errors)
            .expect("text");
        (rest, errors, self.process.wait().expect("an end").code())
    }
}

/// The lines of the page that are in a fenced block.
fn fenced() -> impl Iterator<Item = &'static str> {
    let mut is_inside = false;
    PAGE.lines().filter(move |line| {
        let is_fence = line.starts_with("```");
        is_inside ^= is_fence;
        is_inside && !is_fence
    })
}

#[test]
fn the_worked_session_of_the_page_is_true() {
    let mut referee = Referee::start();
    let mut answered = 0;
    let mut lines = fenced();
    while let Some(line) = lines.next() {
        let Some(question) = line.strip_prefix("> ") else {
            continue;
        };
        let expected = lines
            .next()
            .and_then(|line| line.strip_prefix("< "))
            .expect("an answer follows each question");
        let expected: Value = serde_json::from_str(expected).expect("answers are JSON");
        let answer = referee.ask(question);
        assert_eq!(answer, expected, "{question} is answered\n< {answer}");
        answered += 1;
    }
    assert!(answered > 10, "the page has a worked session");
    assert_eq!(referee.end(), (String::new(), String::new(), Some(0)));
}

#[test]
fn the_other_examples_of_the_page_are_true() {
    let mut referee = Referee::start();
    let positions: Vec<&str> = fenced().filter(|line| line.starts_with("tres-fute ")).collect();
    assert_eq!(positions.len(), 1);
    let answer = referee.ask(json!({ "do": "load", "text": positions[0] }).to_string());
    assert_eq!(answer["ok"], true, "{answer}");
    for (game, texts) in [
        (
            "tres-fute",
            &[
                "blue 7",
                "white as violet 4",
                "+1 white as yellow 3 r1",
                "yellow X: yellow 3 r1",
                "roll",
            ][..],
        ),
        ("tres-fute-deluxe", &["black ?: violet 4"]),
        (
            "melange-fute",
            &[
                "take back green",
                "green left 3 polish 2",
                "melange: joker",
                "end rolls",
            ],
        ),
        (
            "hyper-fute",
            &["pink half 2 joker 6", "decline", "done", "forfeit", "reroll"],
        ),
    ] {
        referee.ask(json!({ "do": "new", "game": game }).to_string());
        for text in texts {
            assert!(PAGE.contains(&format!("`{text}`")), "the page shows {text}");
            let error = referee.ask(json!({ "do": "play", "action": text }).to_string())["error"].clone();
            assert_eq!(
                error, "no seat is asked now: luck is due",
                "{text} is an action of {game}"
            );
        }
    }
}

#[test]
fn every_command_of_help_is_on_the_page() {
    let mut referee = Referee::start();
    let help = referee.ask(r#"{"do":"help"}"#);
    for command in help["commands"].as_array().expect("commands") {
        let word = command["do"].as_str().expect("a word");
        let row = PAGE
            .lines()
            .find(|line| line.starts_with(&format!("| `{word}` |")));
        let row = row.unwrap_or_else(|| panic!("the table has a row for {word}"));
        for field in command["fields"].as_object().expect("fields").keys() {
            assert!(
                row.contains(&format!("`{field}`")),
                "the row of {word} names {field}"
            );
        }
    }
}

#[test]
fn bad_lines_get_one_answer_each_and_leave_the_game_alone() {
    let mut referee = Referee::start();
    referee.ask(r#"{"do":"new","game":"hyper-fute","players":3,"seed":5}"#);
    referee.ask(r#"{"do":"luck","seeded":true}"#);
    let before = referee.ask(r#"{"do":"position"}"#);
    let long = vec![b'x'; 10 << 20];
    for bad in [&b"\xff"[..], b"\0", b"{", b"{\"do\":\"\xc3\x28\"}", b"[[[", &long] {
        let answer = referee.ask(bad);
        assert_eq!(answer["ok"], false);
        assert!(answer["error"].is_string());
        assert_eq!(referee.ask(r#"{"do":"position"}"#), before);
    }
    referee.say(b"");
    referee.say(b"   ");
    assert_eq!(
        referee.ask(r#"{"do":"position","id":3}"#)["id"],
        3,
        "blank lines get no answer"
    );
    let (rest, errors, code) = referee.end();
    assert_eq!((rest.as_str(), errors.as_str(), code), ("", "", Some(0)));
}

#[test]
fn the_last_line_needs_no_end() {
    let mut referee = Referee::start();
    referee
        .input
        .as_mut()
        .expect("open")
        .write_all(b"{\"do\":\"version\"}")
        .expect("the referee listens");
    let (rest, _, code) = referee.end();
    assert!(rest.starts_with("{\"ok\":true"), "{rest}");
    assert_eq!((rest.lines().count(), code), (1, Some(0)));
}

#[test]
fn a_closed_output_ends_the_session_quietly() {
    let Referee {
        mut process,
        input,
        output,
    } = Referee::start();
    drop(output);
    let mut input = input.expect("open");
    // The pipe may take a few lines before the referee notices and stops listening.
    while input.write_all(b"{\"do\":\"help\"}\n").is_ok() {}
    let mut errors = String::new();
    process
        .stderr
        .take()
        .expect("an error stream")
        .read_to_string(&mut errors)
        .expect("text");
    assert_eq!(
        (errors.as_str(), process.wait().expect("an end").code()),
        ("", Some(0))
    );
}

#[test]
fn two_programs_agree_on_a_whole_game() {
    let (mut first, mut second) = (Referee::start(), Referee::start());
    for referee in [&mut first, &mut second] {
        referee.ask(r#"{"do":"new","seed":"melange-fute-p3-A11"}"#);
    }
    for turn in 0usize.. {
        let next = first.ask(r#"{"do":"next"}"#)["next"].clone();
        let question = match next["kind"].as_str() {
            Some("luck") => json!({ "do": "luck", "seeded": true }),
            Some("choice") => {
                let legal = first.ask(r#"{"do":"legal"}"#)["legal"].clone();
                let seat = &legal[turn % legal.as_array().expect("seats").len()];
                let actions = seat["actions"].as_array().expect("actions");
                json!({ "do": "play", "seat": seat["seat"], "number": actions[turn % actions.len()]["number"] })
            }
            _ => break,
        }
        .to_string();
        assert_eq!(first.ask(&question), second.ask(&question));
    }
    for question in [r#"{"do":"position"}"#, r#"{"do":"score"}"#, r#"{"do":"record"}"#] {
        assert_eq!(first.ask(question), second.ask(question));
    }
}
