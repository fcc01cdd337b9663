//! `cargo xtask chaos`: real faults against real servers.

use std::process::{Command, ExitCode};

use anyhow::{Context as _, Result};

use crate::steps::Outcome;
use crate::tools;

/// Kills and how long they take, before every merge: enough to meet each fault.
const SHORT: [&str; 6] = ["--nodes", "3", "--kills", "10", "--seconds", "20"];

/// With these arguments; its exit code says whether everything was as promised.
pub(crate) fn command(args: &[String]) -> Result<ExitCode> {
    let status = run(args)?.status().context("the trial could not be started")?;
    Ok(if status.success() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// A short one.
pub(crate) fn smoke() -> Result<Outcome> {
    tools::run(&mut run(&SHORT.map(String::from))?)?;
    Ok(Outcome::Passed)
}

/// A little load, so that the command that measures goes on working.
pub(crate) fn load() -> Result<Outcome> {
    let finaud = build()?;
    tools::run(Command::new(finaud).args(["load", "--tables", "20", "--seconds", "10", "--json"]))?;
    Ok(Outcome::Passed)
}

fn build() -> Result<std::path::PathBuf> {
    let packages = [
        "build",
        "--release",
        "--package",
        "finaud-cli",
        "--package",
        "finaud-trial",
    ];
    tools::run(&mut tools::cargo(&packages)?)?;
    Ok(tools::target_folder()?.join("release").join("finaud"))
}

fn run(args: &[String]) -> Result<Command> {
    tools::need_postgres()?;
    let finaud = build()?;
    let mut trial = Command::new(finaud.with_file_name("finaud-trial"));
    trial.arg("--binary").arg(&finaud).args(args);
    Ok(trial)
}
