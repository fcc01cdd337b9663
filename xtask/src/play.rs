//! `cargo xtask play`: the game, in this terminal.

use std::process::{Command, ExitCode};

use anyhow::{Context, Result};

use crate::tools;

/// Builds `finaud` for speed and runs `finaud play` with the arguments given.
pub(crate) fn play(args: &[String]) -> Result<ExitCode> {
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
    let status = Command::new(cargo.get_program())
        .args([
            "run",
            "--quiet",
            "--release",
            "--package",
            "finaud-cli",
            "--manifest-path",
        ])
        .arg(manifest)
        .args(["--", "play"])
        .args(args)
        .status()
        .context("`finaud` could not be started")?;
    let code = status.code().and_then(|code| u8::try_from(code).ok());
    Ok(code.map_or(ExitCode::FAILURE, ExitCode::from))
}
