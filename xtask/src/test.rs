//! `cargo xtask test`: everything that must hold before a change is merged.

use std::process::{Command, ExitCode};

use anyhow::{Context, Result, bail};

use crate::app::{self, Build};
use crate::steps::{Outcome, Steps};
use crate::{chaos, dependencies, fuzz, python, tools};

/// Long enough to meet shallow mistakes, short enough to run before every commit.
const FUZZ_SECONDS: u32 = 5;

pub(crate) fn test(args: &[String]) -> Result<ExitCode> {
    let fuzz_seconds = fuzz_seconds(args)?;
    let mut steps = Steps::default();
    steps.run("format", format);
    steps.run("lints", lints);
    steps.run("licences", dependencies::check);
    steps.run("docs", docs);
    steps.run("tests", tests);
    steps.run("python", python::check);
    steps.run("chaos", chaos::smoke);
    steps.run("load", chaos::load);
    steps.run("app", app);
    steps.run("browser", browser);
    steps.run("fuzzing", || fuzz::smoke(fuzz_seconds));
    Ok(steps.finish())
}

fn fuzz_seconds(args: &[String]) -> Result<u32> {
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    match words.as_slice() {
        [] => Ok(FUZZ_SECONDS),
        ["--fuzz-seconds", seconds] => seconds
            .parse()
            .with_context(|| format!("`{seconds}` is not a number of seconds")),
        _ => bail!(
            "`cargo xtask test` knows `--fuzz-seconds N` only, not `{}`",
            words.join(" ")
        ),
    }
}

fn format() -> Result<Outcome> {
    tools::need_component("fmt", "rustfmt")?;
    tools::run(&mut tools::cargo(&["fmt", "--all", "--check"])?)?;
    if !fuzz::targets()?.is_empty() {
        tools::run(&mut tools::cargo(&[
            "fmt",
            "--check",
            "--manifest-path",
            "fuzz/Cargo.toml",
        ])?)?;
    }
    Ok(Outcome::Passed)
}

fn lints() -> Result<Outcome> {
    tools::need_component("clippy", "clippy")?;
    // All targets: benches and examples must compile too, without being run here.
    tools::run(&mut tools::cargo(&[
        "clippy",
        "--workspace",
        "--all-targets",
        "--",
        "-D",
        "warnings",
    ])?)?;
    Ok(Outcome::Passed)
}

/// The app as people get it.
fn app() -> Result<Outcome> {
    app::make(Build::Web, None, &[])?;
    Ok(Outcome::Passed)
}

/// The app in a real browser, used as people use it.
fn browser() -> Result<Outcome> {
    tools::need_browser()?;
    let stories = tools::programs()?.join("finaud-browser");
    tools::run(Command::new(stories).arg("test"))?;
    Ok(Outcome::Passed)
}

fn docs() -> Result<Outcome> {
    let mut doc = tools::cargo(&["doc", "--no-deps", "--workspace"])?;
    tools::run(doc.env("RUSTDOCFLAGS", "-D warnings"))?;
    Ok(Outcome::Passed)
}

fn tests() -> Result<Outcome> {
    tools::need_postgres()?;
    tools::run(&mut tools::cargo(&["test", "--workspace", "--no-fail-fast"])?)?;
    Ok(Outcome::Passed)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Result<u32> {
        fuzz_seconds(&line.split_whitespace().map(String::from).collect::<Vec<_>>())
    }

    #[test]
    fn fuzz_seconds_are_five_unless_told() {
        assert_eq!(parsed("").unwrap(), FUZZ_SECONDS);
        assert_eq!(parsed("--fuzz-seconds 30").unwrap(), 30);
        assert_eq!(parsed("--fuzz-seconds 0").unwrap(), 0);
    }

    #[test]
    fn other_arguments_are_refused() {
        assert!(parsed("--fuzz-seconds").is_err());
        assert!(parsed("--fuzz-seconds soon").is_err());
        assert!(parsed("--quick").is_err());
    }
}
