//! `cargo xtask mutants`: small changes to the rules that some test should notice.

use std::process::ExitCode;

use anyhow::{Context, Result, bail};

use crate::tools;

/// What cargo-mutants exits with when it worked and at least one change went unnoticed.
const UNNOTICED: i32 = 2;

/// Runs cargo-mutants on the rules, with the arguments given.
pub(crate) fn mutants(args: &[String]) -> Result<ExitCode> {
    tools::need_subcommand("mutants", "cargo-mutants")?;
    let mut command = tools::cargo(&["mutants", "--package", "finaud-rules"])?;
    let shown = tools::show(command.args(args));
    println!("$ {shown}");
    let status = command
        .status()
        .with_context(|| format!("`{shown}` could not be started"))?;
    match status.code() {
        Some(0) => Ok(ExitCode::SUCCESS),
        Some(UNNOTICED) => bail!("no test noticed the changes listed in `mutants.out/missed.txt`"),
        _ => bail!("`{shown}` failed ({status})"),
    }
}
