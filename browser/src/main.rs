//! The app in a real browser: stories driven like a person would, screenshots, measurements.
//!
//! ```sh
//! cargo run -p finaud-browser -- test [FILTER]   # every story, or those whose name contains FILTER
//! cargo run -p finaud-browser -- shots [FILTER]  # pictures of every page into docs/img
//! cargo run -p finaud-browser -- shots FILTER fr # the same in French, into target/shots
//! cargo run -p finaud-browser -- film            # five frames of a roll, of a cascade and of a card into docs/img
//! cargo run -p finaud-browser -- bench           # sizes and speed
//! cargo run -p finaud-browser -- waits           # how long a person waits for bots, a part of `bench`
//! cargo run -p finaud-browser -- teach           # how quickly bots learn a sheet in the browser
//! ```
//!
//! The app is taken from `target/app` (`cargo xtask app`), or from the folder that `--app` names.
#![forbid(unsafe_code)]

mod audit;
mod bench;
mod context;
mod cut_line;
mod driver;
mod engine;
mod film;
mod hands;
mod killed;
mod page;
mod reader;
mod shots;
mod site;
mod stories;
mod teach;
mod waiting;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Result, bail};

fn main() -> ExitCode {
    match command() {
        Ok(code) => code,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn command() -> Result<ExitCode> {
    let mut words: Vec<String> = std::env::args().skip(1).collect();
    let app = match words.iter().position(|word| word == "--app") {
        Some(at) if at + 1 < words.len() => {
            words.remove(at);
            PathBuf::from(words.remove(at))
        }
        Some(_) => bail!("`--app` needs a folder"),
        None => target().join("app"),
    };
    if !app.join("index.html").exists() {
        bail!(
            "there is no app in `{}`; `cargo xtask app` builds it",
            app.display()
        );
    }
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words.as_slice() {
        [killed::WORD, port, data] => {
            killed::keep_tables(&app, port, Path::new(data))?;
            Ok(ExitCode::SUCCESS)
        }
        ["test"] => stories::tell(&app, ""),
        ["test", filter] => stories::tell(&app, filter),
        ["shots"] => shots::take(&app, "", "en"),
        ["shots", filter] => shots::take(&app, filter, "en"),
        ["shots", filter, language] => shots::take(&app, filter, language),
        ["film"] => film::shoot(&app),
        ["bench"] => bench::measure(&app),
        ["waits"] => bench::waits_for_bots(&app),
        ["teach"] => teach::measure(&app),
        ["bench", "motion"] => bench::measure_motion(&app),
        _ => bail!(
            "say `test [FILTER]`, `shots [FILTER [LANGUAGE]]`, `film`, `bench`, `bench motion`, `waits` or `teach`, and `--app FOLDER` for another build"
        ),
    }
}

/// The project's root.
fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .unwrap_or(Path::new("."))
}

/// Where cargo puts what it builds.
fn target() -> PathBuf {
    match std::env::var_os("CARGO_TARGET_DIR") {
        Some(folder) => root().join(folder),
        None => root().join("target"),
    }
}
