//! Running the binary.

// Each test file uses its own part of this.
#![allow(dead_code)]

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use serde_json::Value;

/// The built-in games.
pub(crate) const GAMES: [&str; 4] = ["tres-fute", "tres-fute-deluxe", "melange-fute", "hyper-fute"];

/// An empty folder for one test.
pub(crate) fn folder(test: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(test);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    path
}

/// `finaud` with these arguments, blanks between them. It speaks English, whatever the tests' environment does.
pub(crate) fn finaud(args: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_finaud"));
    command.args(args.split_whitespace()).env("LC_ALL", "C");
    command
}

/// Starts it with all streams in our hands.
pub(crate) fn start(mut command: Command) -> Child {
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Runs it to its end with this input.
pub(crate) fn run_with(command: Command, input: &str) -> Output {
    let mut child = start(command);
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_string();
    // The program may leave before it has read everything.
    let writer = std::thread::spawn(move || {
        let _ = stdin.write_all(input.as_bytes());
    });
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output
}

/// Runs it to its end without input.
pub(crate) fn run(args: &str) -> Output {
    run_with(finaud(args), "")
}

/// What it printed.
pub(crate) fn printed(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// What it complained about.
pub(crate) fn complaint(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// It fails with this exit code and a sentence in which these words stand, and it does not panic.
pub(crate) fn fails(args: &str, code: i32, words: &str) {
    fails_in(Path::new("."), args, code, words);
}

/// The same in a folder.
pub(crate) fn fails_in(folder: &Path, args: &str, code: i32, words: &str) {
    let mut command = finaud(args);
    command.current_dir(folder);
    let output = run_with(command, "");
    let said = complaint(&output);
    assert!(said.contains(words), "finaud {args}: {said}");
    assert!(!said.contains("panicked"), "finaud {args}: {said}");
    assert_eq!(output.status.code(), Some(code), "finaud {args}: {said}");
    assert_eq!(printed(&output), "", "finaud {args}");
}

/// Plays in this folder; the text that was printed.
pub(crate) fn play(folder: &Path, args: &str, input: &str) -> String {
    let mut command = finaud(&format!("play {args}"));
    command.current_dir(folder);
    let output = run_with(command, input);
    assert!(
        output.status.success(),
        "finaud play {args}: {}",
        complaint(&output)
    );
    printed(&output)
}

/// Answers that differ from each other, most of them legal.
pub(crate) fn answers(seed: u32) -> String {
    let mut bits = seed;
    (0..4000)
        .map(|_| {
            bits = bits.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            match bits >> 27 {
                0 => "u\n".into(),
                1 => "m\n".into(),
                number => format!("{}\n", number % 9 + 1),
            }
        })
        .collect()
}

/// The JSON that it prints.
pub(crate) fn json(args: &str) -> Value {
    let output = run(args);
    assert!(output.status.success(), "finaud {args}: {}", complaint(&output));
    serde_json::from_str(&printed(&output)).unwrap()
}

/// Without what depends on the clock and the machine.
pub(crate) fn timeless(mut figures: Value) -> Value {
    for key in ["seconds", "games_per_second", "decisions_per_second", "threads"] {
        figures.as_object_mut().unwrap().remove(key).unwrap();
    }
    figures
}
