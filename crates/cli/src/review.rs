//! `finaud review`: a game walked through once more, parting luck from skill.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;

use anyhow::{Context, Result};
use finaud_players::review::{review, svg, text};
use finaud_rules::Seat;

use crate::failure::Usage;
use crate::game_choice::{self, WithGame};
use crate::limits::LimitsChoice;
use crate::record_file::{RecordFile, Unsaid};
use crate::surface::Surface;

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
    unsaid: Unsaid,
    #[command(flatten)]
    limits: LimitsChoice,
    /// Prints one JSON object with every event.
    #[arg(long)]
    json: bool,
    /// Writes a drawing of the course of the game to this file, too.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

/// Reviews the record and says what is to be said.
pub(crate) fn run(args: &Args) -> Result<()> {
    let record = RecordFile::open(&args.file, &args.unsaid)?;
    record.game.with(
        record.players,
        Look {
            args,
            record: &record,
        },
    )?
}

struct Look<'a> {
    args: &'a Args,
    record: &'a RecordFile,
}

impl WithGame for Look<'_> {
    type Out = Result<()>;

    fn with<G: Surface>(self, game: G) -> Result<()> {
        let args = self.args;
        let name = &self.record.name;
        let record = self.record.read(&game)?;
        if args.seat > game.seats() {
            return Err(Usage(format!(
                "{name} is of {} players: there is no seat {}",
                game.seats(),
                args.seat
            ))
            .into());
        }
        let seat = Seat(args.seat as u8 - 1);
        let (events, seen) = (record.events.len(), io::stderr().is_terminal());
        // The line is a courtesy: if it cannot be written, the review goes on.
        let courtesy = |line: &str| {
            if seen {
                let _ = write!(io::stderr(), "\r{line}\x1b[K");
            }
        };
        let reviewed = review(&game, &record, seat, args.limits.limits(NODES), |done| {
            courtesy(&format!("event {done} of {events}"));
        });
        courtesy("");
        let reviewed = reviewed.with_context(|| name.clone())?;
        if let Some(file) = &args.svg {
            std::fs::write(file, svg(&reviewed))
                .with_context(|| format!("{} cannot be written", file.display()))?;
        }
        let mut out = io::stdout().lock();
        if args.json {
            // As a value, whose keys are sorted.
            writeln!(out, "{}", serde_json::to_value(&reviewed)?)?;
        } else {
            out.write_all(text(&reviewed).as_bytes())?;
        }
        Ok(out.flush()?)
    }
}
