//! `cargo xtask chaos` runs this: real faults, one line of JSON.
#![forbid(unsafe_code)]

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context as _, Result, bail};
use finaud_trial::chaos::{self, Faults, Options};

fn main() -> ExitCode {
    match run() {
        Ok(code) => code,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<ExitCode> {
    let mut binary = None;
    let mut faults = Faults::All;
    let (mut nodes, mut kills, mut seconds, mut tables) = (3, 100, 200, 12);
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let value = words.next().with_context(|| format!("`{word}` needs a value"))?;
        let number = || {
            value
                .parse::<usize>()
                .with_context(|| format!("`{value}` is not a number"))
        };
        match word.as_str() {
            "--binary" => binary = Some(PathBuf::from(value)),
            "--faults" => {
                faults = match value.as_str() {
                    "all" => Faults::All,
                    "lines" => Faults::Lines,
                    "nodes" => Faults::Nodes,
                    _ => bail!("`{value}` is none of all, lines and nodes"),
                }
            }
            "--nodes" => nodes = number()?.max(1),
            "--kills" => kills = number()?,
            "--seconds" => seconds = number()?,
            "--tables" => tables = number()?.max(1),
            _ => bail!("`{word}` is none of --faults, --nodes, --kills, --seconds, --tables and --binary"),
        }
    }
    let binary = binary.context("`--binary` names the program `finaud`")?;
    let sheet = finaud_rules::builtin_ids().first().map(ToString::to_string);
    let games: Vec<String> = sheet.into_iter().chain(["push".to_owned()]).collect();
    let options = Options {
        nodes,
        kills,
        faults,
        seconds: seconds as u64,
        tables,
        binary: &binary,
        games: &games,
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let report = runtime.block_on(chaos::run(&options))?;
    println!("{}", serde_json::to_string(&report)?);
    Ok(if report.is_good() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}
