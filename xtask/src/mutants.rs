//! `cargo xtask mutants`: small changes to the rules that some test should notice.

use std::process::ExitCode;

use anyhow::Result;

use crate::tools;

/// Runs cargo-mutants on the rules, with the arguments given. The report is left in `mutants.out`.
pub(crate) fn mutants(args: &[String]) -> Result<ExitCode> {
    tools::need_subcommand("mutants", "cargo-mutants")?;
    tools::run(tools::cargo(&["mutants", "--package", "finaud-rules"])?.args(args))?;
    Ok(ExitCode::SUCCESS)
}
