//! `cargo xtask fuzz`, and the few seconds of fuzzing in `cargo xtask test`.
//!
//! cargo-fuzz wants a nightly compiler for its sanitizers. Finaud's crates have no unsafe code, so
//! coverage is all that is needed, and the stable compiler can add that: see [`COVERAGE`].

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use anyhow::{Context, Result, bail};

use crate::steps::Outcome;
use crate::tools;

const SECONDS: u32 = 60;

/// The flags cargo-fuzz gives for coverage: LLVM's own pass counts edges and reports comparisons,
/// which libFuzzer reads. Codegen units and checks are set in the profile of `fuzz/Cargo.toml`.
const COVERAGE: &[&str] = &[
    "--cfg=fuzzing",
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=4",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
    "-Cllvm-args=-sanitizer-coverage-trace-compares",
    // Without this, LLVM merges branches into one and the fuzzer no longer sees them apart.
    "-Cllvm-args=-simplifycfg-branch-fold-threshold=0",
];

pub(crate) fn command(args: &[String]) -> Result<ExitCode> {
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    match words.as_slice() {
        [] => list()?,
        [target] => fuzz(target, SECONDS)?,
        [target, "--input", file] => again(target, file)?,
        [target, seconds] => match seconds.parse() {
            Ok(seconds @ 1..) => fuzz(target, seconds)?,
            _ => bail!("`{seconds}` is not a number of seconds from 1 up"),
        },
        _ => bail!("write `cargo xtask fuzz TARGET [SECONDS]` or `cargo xtask fuzz TARGET --input FILE`"),
    }
    Ok(ExitCode::SUCCESS)
}

/// The names of all targets: one file each in `fuzz/fuzz_targets`.
pub(crate) fn targets() -> Result<Vec<String>> {
    let folder = tools::root()?.join("fuzz/fuzz_targets");
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let mut names = Vec::new();
    for entry in fs::read_dir(&folder).context("`fuzz/fuzz_targets` cannot be read")? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "rs") {
            names.extend(path.file_stem().map(|stem| stem.to_string_lossy().into_owned()));
        }
    }
    names.sort();
    Ok(names)
}

/// Fuzzes every target for some seconds, one line each; the log is shown only when a target fails.
pub(crate) fn smoke(seconds: u32) -> Result<Outcome> {
    let names = targets()?;
    if names.is_empty() {
        return Ok(Outcome::Skipped("there are no fuzz targets yet".into()));
    }
    if seconds == 0 {
        return Ok(Outcome::Skipped("left out on request (0 seconds)".into()));
    }
    let build = Build::new(&names)?;
    let mut failed = Vec::new();
    for name in &names {
        let mut run = build.fuzzer(name, seconds)?;
        let output = run
            .stdout(Stdio::null())
            .output()
            .context("the fuzzer could not be started")?;
        let log = String::from_utf8_lossy(&output.stderr);
        if !log.contains("inline 8-bit counters") {
            bail!(
                "`{name}` was built without coverage, so fuzzing would be blind; see COVERAGE in `xtask/src/fuzz.rs`"
            );
        }
        if output.status.success() {
            println!("{name}: {}", tale(&log));
        } else {
            println!("{}\n", last_lines(&log, 60));
            println!("{}", how_to_run_again(name, written_to(&log)));
            failed.push(format!("`{name}`"));
        }
    }
    if !failed.is_empty() {
        bail!("the fuzzer broke {}", failed.join(", "));
    }
    Ok(Outcome::Passed)
}

fn list() -> Result<()> {
    let names = targets()?;
    if names.is_empty() {
        println!("There are no fuzz targets yet; `fuzz/README.md` says how to add one.");
    }
    for name in names {
        println!("{name}");
    }
    Ok(())
}

fn fuzz(name: &str, seconds: u32) -> Result<()> {
    let build = Build::new(&[known(name)?])?;
    let status = build
        .fuzzer(name, seconds)?
        .status()
        .context("the fuzzer could not be started")?;
    if !status.success() {
        println!("\n{}", how_to_run_again(name, None));
        bail!("the fuzzer broke `{name}` ({status})");
    }
    Ok(())
}

fn again(name: &str, file: &str) -> Result<()> {
    let input = fs::canonicalize(file).with_context(|| format!("the input `{file}` cannot be read"))?;
    let build = Build::new(&[known(name)?])?;
    let status = build
        .program(name)?
        .arg(input)
        .status()
        .context("the fuzzer could not be started")?;
    if !status.success() {
        bail!("`{file}` still breaks `{name}` ({status})");
    }
    println!("`{file}` no longer breaks `{name}`.");
    Ok(())
}

fn known(name: &str) -> Result<String> {
    let names = targets()?;
    match names.iter().find(|known| *known == name) {
        Some(found) => Ok(found.clone()),
        None if names.is_empty() => {
            bail!("there are no fuzz targets yet; `fuzz/README.md` says how to add one")
        }
        None => bail!(
            "there is no fuzz target `{name}`; there are: {}",
            names.join(", ")
        ),
    }
}

/// Instrumented programs, ready to run.
struct Build {
    root: PathBuf,
    programs: PathBuf,
}

impl Build {
    fn new(names: &[String]) -> Result<Build> {
        let root = tools::root()?;
        check_manifest(&root, names)?;
        tools::need_cxx()?;
        let triple = tools::host_triple()?;
        // With an explicit target, cargo keeps the flags away from build scripts and macros.
        let mut cargo = tools::cargo(&["build", "--release", "--manifest-path", "fuzz/Cargo.toml"])?;
        cargo.args(["--target-dir", "fuzz/target", "--target", &triple]);
        cargo.args(names.iter().flat_map(|name| ["--bin", name]));
        // The encoded form wins over RUSTFLAGS and over configuration files.
        tools::run(cargo.env("CARGO_ENCODED_RUSTFLAGS", COVERAGE.join("\u{1f}")))?;
        let programs = root.join("fuzz/target").join(triple).join("release");
        Ok(Build { root, programs })
    }

    fn program(&self, name: &str) -> Result<Command> {
        let artifacts = format!("fuzz/artifacts/{name}/");
        fs::create_dir_all(self.root.join(&artifacts))
            .with_context(|| format!("`{artifacts}` cannot be made"))?;
        let mut command = Command::new(self.programs.join(name));
        command.current_dir(&self.root).env("RUST_BACKTRACE", "1");
        command.args([&format!("-artifact_prefix={artifacts}"), "-timeout=10"]);
        Ok(command)
    }

    fn fuzzer(&self, name: &str, seconds: u32) -> Result<Command> {
        let [corpus, seeds] = [format!("fuzz/corpus/{name}"), format!("fuzz/seeds/{name}")];
        let dictionary = format!("fuzz/dictionaries/{name}.dict");
        fs::create_dir_all(self.root.join(&corpus)).with_context(|| format!("`{corpus}` cannot be made"))?;
        let mut command = self.program(name)?;
        command.args([&format!("-max_total_time={seconds}"), "-print_final_stats=1"]);
        if self.root.join(&dictionary).is_file() {
            command.arg(format!("-dict={dictionary}"));
        }
        // libFuzzer adds what it finds to the first folder and only reads the second.
        command.arg(corpus);
        if self.root.join(&seeds).is_dir() {
            command.arg(seeds);
        }
        Ok(command)
    }
}

/// Cargo does not look into `fuzz_targets` by itself, and its error for a forgotten entry is obscure.
fn check_manifest(root: &Path, names: &[String]) -> Result<()> {
    let manifest =
        fs::read_to_string(root.join("fuzz/Cargo.toml")).context("`fuzz/Cargo.toml` cannot be read")?;
    for name in names {
        if !manifest.contains(&format!("\"fuzz_targets/{name}.rs\"")) {
            bail!(
                "`fuzz/Cargo.toml` has no [[bin]] entry for `fuzz_targets/{name}.rs`; `fuzz/README.md` shows one"
            );
        }
    }
    Ok(())
}

fn how_to_run_again(name: &str, input: Option<&str>) -> String {
    let folder = format!("fuzz/artifacts/{name}/");
    let file = input.map_or_else(|| format!("{folder}FILE"), String::from);
    format!(
        "The input that broke `{name}` is kept in {folder}\n\
         Run it again:    cargo xtask fuzz {name} --input {file}\n\
         Once it is fixed, copy it to fuzz/seeds/{name}/ so that it is tried first for ever."
    )
}

/// Where libFuzzer says it wrote the input that broke the target.
fn written_to(log: &str) -> Option<&str> {
    log.lines()
        .find_map(|line| line.split_once("Test unit written to "))
        .map(|(_, path)| path.trim())
}

/// What a quiet run did, in one line.
fn tale(log: &str) -> String {
    let tried = log
        .lines()
        .find_map(|line| line.strip_prefix("stat::number_of_executed_units:"));
    let reached = log
        .rsplit_once(" cov: ")
        .and_then(|(_, rest)| rest.split_whitespace().next());
    format!(
        "{} inputs tried, {} edges reached",
        tried.map_or("?", str::trim),
        reached.unwrap_or("?")
    )
}

fn last_lines(log: &str, count: usize) -> String {
    let lines: Vec<&str> = log.lines().collect();
    lines[lines.len().saturating_sub(count)..].join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOG: &str = "\
INFO: Loaded 1 modules   (7 inline 8-bit counters): 7 [0x1, 0x8),
#2\tINITED cov: 4 ft: 4 corp: 1/1b exec/s: 0 rss: 40Mb
#9\tDONE   cov: 12 ft: 13 corp: 5/9b lim: 4 exec/s: 0 rss: 41Mb
stat::number_of_executed_units: 1234
artifact_prefix='fuzz/artifacts/x/'; Test unit written to fuzz/artifacts/x/crash-1f
";

    #[test]
    fn a_run_is_told_in_one_line() {
        assert_eq!(tale(LOG), "1234 inputs tried, 12 edges reached");
        assert_eq!(tale(""), "? inputs tried, ? edges reached");
    }

    #[test]
    fn the_input_that_broke_a_target_is_found_in_the_log() {
        assert_eq!(written_to(LOG), Some("fuzz/artifacts/x/crash-1f"));
        assert_eq!(written_to("all is well"), None);
    }

    #[test]
    fn the_end_of_a_log_is_kept() {
        assert_eq!(last_lines("a\nb\nc", 2), "b\nc");
        assert_eq!(last_lines("a", 2), "a");
    }
}
