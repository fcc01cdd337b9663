//! `cargo xtask chaos`: faults against servers, real and simulated.

use std::process::{Command, ExitCode};

use anyhow::{Context as _, Result, bail};

use crate::steps::Outcome;
use crate::tools;

/// Kills and how long they take, before every merge: enough to meet each fault.
const SHORT: [&str; 6] = ["--nodes", "3", "--kills", "10", "--seconds", "20"];

/// With these arguments; its exit code says whether everything was as promised.
pub(crate) fn command(args: &[String]) -> Result<ExitCode> {
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    let mut chaos = match words.as_slice() {
        ["--simulated", kills] => simulated(kills)?,
        words if words.contains(&"--simulated") => {
            bail!("`--simulated` stands alone, with the number of kills")
        }
        _ => real(args)?,
    };
    let status = chaos.status().context("the trial could not be started")?;
    Ok(if status.success() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// A short one.
pub(crate) fn smoke() -> Result<Outcome> {
    tools::run(&mut real(&SHORT.map(String::from))?)?;
    Ok(Outcome::Passed)
}

/// A little load, so that the command that measures goes on working.
pub(crate) fn load() -> Result<Outcome> {
    let finaud = tools::programs()?.join("finaud");
    tools::run(Command::new(finaud).args(["load", "--tables", "20", "--seconds", "10", "--json"]))?;
    Ok(Outcome::Passed)
}

/// Processes are killed.
fn real(args: &[String]) -> Result<Command> {
    tools::need_postgres()?;
    let programs = tools::programs()?;
    let mut trial = Command::new(programs.join("finaud-trial"));
    trial.arg("--binary").arg(programs.join("finaud")).args(args);
    Ok(trial)
}

/// The simulation of the tests, for longer.
fn simulated(kills: &str) -> Result<Command> {
    let _: u64 = kills
        .parse()
        .with_context(|| format!("`{kills}` is not a number of kills"))?;
    let mut test = tools::cargo(&[
        "test",
        "--package",
        "finaud-server",
        "--test",
        "simulation",
        "nothing_acknowledged_is_lost",
        "--",
        "--nocapture",
    ])?;
    test.env("FINAUD_KILLS", kills);
    Ok(test)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_simulation_takes_a_number_and_nothing_else() {
        for line in [
            "--simulated",
            "--simulated many",
            "--simulated 5 --nodes 3",
            "--nodes 3 --simulated 5",
        ] {
            let args: Vec<String> = line.split_whitespace().map(String::from).collect();
            assert!(command(&args).is_err(), "{line}");
        }
    }
}
