//! `finaud referee`: the rules for other programs, as JSON lines.

use std::io;

use anyhow::{Context, Result};

/// Nothing to choose: everything is said in the lines.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct Args {}

/// Answers line by line until the input ends. A closed output is for the caller to pass over.
pub(crate) fn run(_args: &Args) -> Result<()> {
    finaud_referee::serve(io::stdin().lock(), io::stdout().lock()).context("the session was cut off")
}
