//! `finaud review`: a game walked through once more, parting luck from skill; of many games the means.

mod many;

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;

use anyhow::{Context, Result};
use finaud_players::review::{review, svg, text};
use finaud_rules::Seat;
use finaud_table::with_compact_game;

use crate::failure::UsageError;
use crate::game_choice;
use crate::language::language;
use crate::limits::LimitsChoice;
use crate::output_file;
use crate::record_file::{GameFiles, RecordFile};
use crate::surface::Surface;
use crate::texts::analyse as words;
use crate::texts::files::cannot_write;
use crate::texts::games as texts;

/// How many states are valued at each decision unless told otherwise: a game has a hundred of them.
const NODES: u64 = 20_000;

/// The arguments of `finaud review`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The record, or files of many; `-` reads from standard input. Of several games the means are printed.
    #[arg(required = true)]
    file: Vec<PathBuf>,
    /// Whose game is reviewed.
    #[arg(long, value_name = "N", default_value = "1", value_parser = game_choice::seat, allow_hyphen_values = true)]
    seat: usize,
    #[command(flatten)]
    files: GameFiles,
    #[command(flatten)]
    limits: LimitsChoice,
    /// Prints one JSON object: with every event of a game, or with the means of many.
    #[arg(long)]
    json: bool,
    /// Writes a drawing of the course of the game to this file, too.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

/// Reviews the records and prints the result.
pub(crate) fn run(args: &Args) -> Result<()> {
    let mut records = Vec::new();
    for file in &args.file {
        records.extend(RecordFile::open_all(file)?);
    }
    if let [record] = &records[..] {
        let game = record.game(args.files.game.as_deref(), args.files.weights.as_deref())?;
        return with_compact_game!(game, game => review_record(args, record, &game));
    }
    if args.svg.is_some() {
        return Err(UsageError(words::one_drawing()).into());
    }
    many::run(args, &records)
}

/// The seat under review, if the game has it.
fn seat_of<G: Surface>(args: &Args, file: &RecordFile, game: &G) -> Result<Seat> {
    if args.seat > game.seats() {
        let why = texts::no_seat_in_record(&file.name, game.seats(), args.seat);
        return Err(UsageError(why).into());
    }
    Ok(Seat(args.seat as u8 - 1))
}

fn review_record<G: Surface>(args: &Args, file: &RecordFile, game: &G) -> Result<()> {
    let record = file.read(game)?;
    let seat = seat_of(args, file, game)?;
    if let Some(path) = &args.svg {
        output_file::check(path)?;
    }
    let events = record.events.len();
    let reviewed = review(
        game,
        &record,
        seat,
        args.limits.limits(NODES),
        language(),
        |done| {
            show_progress(&words::progress(done, events));
        },
    );
    show_progress("");
    let reviewed = reviewed.with_context(|| file.name.clone())?;
    if let Some(path) = &args.svg {
        std::fs::write(path, svg(&reviewed, language())).with_context(|| cannot_write(path))?;
    }
    let mut out = io::stdout().lock();
    if args.json {
        // As a value, whose keys are sorted.
        writeln!(out, "{}", serde_json::to_value(&reviewed)?)?;
    } else {
        out.write_all(text(&reviewed, language()).as_bytes())?;
    }
    Ok(out.flush()?)
}

/// Shows a line that the next one writes over. It is a courtesy: if it cannot be written, the review goes on.
fn show_progress(line: &str) {
    if io::stderr().is_terminal() {
        let _ = write!(io::stderr(), "\r{line}\x1b[K");
    }
}
