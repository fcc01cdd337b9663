//! `cargo xtask play`: the game, in the browser or in this terminal.

use std::process::{Command, ExitCode};

use anyhow::{Context, Result, bail};

use crate::app::{self, Build};
use crate::tools;

pub(crate) fn play(args: &[String]) -> Result<ExitCode> {
    match args.split_first() {
        None => in_browser(&[]),
        Some((first, rest)) if first == "--terminal" => in_terminal(rest),
        Some((first, _)) if first == "--port" => in_browser(args),
        Some((first, _)) => bail!(
            "`cargo xtask play` serves the app and knows `--port N`; for the game in this terminal, \
             `cargo xtask play --terminal {first}`"
        ),
    }
}

/// Builds the app, puts it inside `finaud` and lets it serve.
fn in_browser(args: &[String]) -> Result<ExitCode> {
    let app = app::make(Build::Web, None, &[])?;
    let mut build = tools::cargo(&["build", "--release", "--package", "finaud-cli"])?;
    tools::run(build.env("FINAUD_APP", &app))?;
    let finaud = tools::target_folder()?
        .join("release")
        .join(format!("finaud{}", std::env::consts::EXE_SUFFIX));
    let mut serve = Command::new(finaud);
    serve.args(["serve", "--open"]).args(args);
    finished(&mut serve)
}

/// Builds `finaud` for speed and runs `finaud play` with the arguments given.
fn in_terminal(args: &[String]) -> Result<ExitCode> {
    // Built first and in sight: the first time takes a while, and a silent wait looks like a hang.
    tools::run(&mut tools::cargo(&[
        "build",
        "--release",
        "--package",
        "finaud-cli",
    ])?)?;

    let manifest = tools::root()?.join("Cargo.toml");
    let cargo = tools::cargo(&[])?;
    // Started where the person is, so that file names among the arguments mean what they say.
    let mut play = Command::new(cargo.get_program());
    play.args([
        "run",
        "--quiet",
        "--release",
        "--package",
        "finaud-cli",
        "--manifest-path",
    ])
    .arg(manifest)
    .args(["--", "play"])
    .args(args);
    finished(&mut play)
}

/// Runs it to its end and hands its exit code on.
fn finished(command: &mut Command) -> Result<ExitCode> {
    let status = command.status().context("`finaud` could not be started")?;
    let code = status.code().and_then(|code| u8::try_from(code).ok());
    Ok(code.map_or(ExitCode::FAILURE, ExitCode::from))
}
