//! `finaud perft`: counts the sequences of events from a position, depth by depth.

use std::io::{self, Write};
use std::time::Instant;

use anyhow::Result;
use finaud_players::{Branching, perft};
use finaud_table::with_compact_game;

use crate::failure::UsageError;
use crate::game_choice::TableChoice;
use crate::numbers::{self, grouped};
use crate::surface::Surface;

/// What happens where luck is due.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
enum ChanceArg {
    /// The dice of the seed fall.
    Seeded,
    /// Every outcome is followed.
    All,
}

/// The arguments of `finaud perft`.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    table: TableChoice,
    /// How many events a sequence has, choices and luck together.
    #[arg(long, short, default_value = "4", value_parser = depth, allow_hyphen_values = true)]
    depth: u32,
    /// The dice of this seed fall.
    #[arg(long, short, default_value = "1", value_parser = numbers::seed, allow_hyphen_values = true)]
    seed: u64,
    /// Where to start, as `finaud replay` writes positions; the start of the game if not given.
    #[arg(long, value_name = "TEXT")]
    position: Option<String>,
    /// What happens where luck is due.
    #[arg(long, value_enum, default_value = "seeded")]
    luck: ChanceArg,
}

fn depth(text: &str) -> Result<u32, String> {
    numbers::count(text, "the depth", 1..=1000).map(|depth| depth as u32)
}

/// Counts and prints.
pub(crate) fn run(args: &Args) -> Result<()> {
    with_compact_game!(args.table.build()?, game => count(args, &game))
}

fn count<G: Surface>(args: &Args, game: &G) -> Result<()> {
    let state = match &args.position {
        None => game.start(),
        Some(text) => game
            .read_position(text)
            .map_err(|error| UsageError(format!("the position cannot be read: {error}")))?,
    };
    let branching = match args.luck {
        ChanceArg::Seeded => Branching::Seeded(args.seed),
        ChanceArg::All => Branching::AllOutcomes,
    };
    let mut out = io::stdout().lock();
    writeln!(out, "depth                 nodes    seconds")?;
    for depth in 1..=args.depth {
        let start = Instant::now();
        let nodes = perft(game, &state, depth, branching);
        writeln!(
            out,
            "{depth:5} {:>21} {:10.3}",
            grouped(nodes),
            start.elapsed().as_secs_f64()
        )?;
        out.flush()?;
    }
    Ok(())
}
