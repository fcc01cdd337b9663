//! `finaud verify`: did anybody choose the dice of an online game?

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::{Context, Result};
use finaud_online::{Seal, verify};
use serde_json::{Value, json};

use crate::game_choice::sheet_text_called;
use crate::record_file::RecordFile;
use crate::texts::verify as words;

/// The arguments of `finaud verify`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The record of a game that was played at an online table; `-` reads it from standard input.
    file: PathBuf,
    /// The sheet file the record was played on, if it is no built-in one.
    #[arg(long, value_name = "FILE")]
    sheet: Option<PathBuf>,
    /// Prints one JSON object.
    #[arg(long)]
    json: bool,
}

/// Checks the dice of the record and says what was checked, or what is broken.
pub(crate) fn run(args: &Args) -> Result<()> {
    let file = RecordFile::open(&args.file)?;
    let sheet = args.sheet.as_ref().map(|path| path.to_string_lossy());
    let sheet = sheet.as_deref().map(sheet_text_called).transpose()?;
    let seal = verify(&file.text, sheet.as_deref()).with_context(|| file.name.clone())?;
    let mut out = io::stdout().lock();
    if args.json {
        writeln!(out, "{}", report(&seal))?;
    } else {
        writeln!(out, "{}", words::sound(&seal.message()))?;
        for note in seal.redrawn().iter().chain([&seal.limits()]) {
            writeln!(out, "{}", words::note(note))?;
        }
    }
    Ok(out.flush()?)
}

fn report(seal: &Seal) -> Value {
    let people = seal.seeds.iter().map(|(seat, _)| u16::from(seat.0) + 1);
    json!({
        "sound": true,
        "table": seal.table.as_str(),
        "day": seal.day,
        "draws": seal.draws,
        "commitment": seal.commitment.to_string(),
        "people": people.collect::<Vec<_>>(),
        "outcomes": seal.outcomes,
        "over": seal.over,
    })
}
