//! `finaud review`: a game walked through once more, parting luck from skill.

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
use crate::record_file::{GameFiles, RecordFile};
use crate::surface::Surface;
use crate::texts::analyse::progress;
use crate::texts::files::cannot_write;
use crate::texts::games as texts;

/// How many states are valued at each decision unless told otherwise: a game has a hundred of them.
const NODES: u64 = 20_000;

/// The arguments of `finaud review`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The record; `-` reads it from standard input.
    file: PathBuf,
    /// Whose game is reviewed.
    #[arg(long, value_name = "N", default_value = "1", value_parser = game_choice::seat, allow_hyphen_values = true)]
    seat: usize,
    #[command(flatten)]
    files: GameFiles,
    #[command(flatten)]
    limits: LimitsChoice,
    /// Prints one JSON object with every event.
    #[arg(long)]
    json: bool,
    /// Writes a drawing of the course of the game to this file, too.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

/// Reviews the record and prints the result.
pub(crate) fn run(args: &Args) -> Result<()> {
    let file = RecordFile::open(&args.file)?;
    let game = file.game(args.files.game.as_deref(), args.files.weights.as_deref())?;
    with_compact_game!(game, game => review_record(args, &file, &game))
}

fn review_record<G: Surface>(args: &Args, file: &RecordFile, game: &G) -> Result<()> {
    let record = file.read(game)?;
    if args.seat > game.seats() {
        let why = texts::no_seat_in_record(&file.name, game.seats(), args.seat);
        return Err(UsageError(why).into());
    }
    let seat = Seat(args.seat as u8 - 1);
    let (events, seen) = (record.events.len(), io::stderr().is_terminal());
    // The line is a courtesy: if it cannot be written, the review goes on.
    let show_progress = |line: &str| {
        if seen {
            let _ = write!(io::stderr(), "\r{line}\x1b[K");
        }
    };
    let reviewed = review(
        game,
        &record,
        seat,
        args.limits.limits(NODES),
        language(),
        |done| {
            show_progress(&progress(done, events));
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
