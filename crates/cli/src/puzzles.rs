//! `finaud puzzles`: puzzles from games of the bots, and a second look at those in a file.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use clap::Subcommand;
use finaud_players::Roster;
use finaud_players::puzzle::{Collection, Puzzle, PuzzleOrder, check, make};
use finaud_record::Notation;
use finaud_table::{GameSpec, with_compact_game};

use crate::failure::{SilentExit, UsageError};
use crate::game_choice::TableChoice;
use crate::language::language;
use crate::limits::LimitsChoice;
use crate::numbers;
use crate::output_file;
use crate::record_file;
use crate::texts::{files::cannot_write, puzzles as texts};

/// How many states a check evaluates in each position unless told otherwise: as many as the second search of the maker,
/// and some more, so that it looks at other outcomes.
const NODES: u64 = 200_000;

/// The arguments of `finaud puzzles`.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: PuzzleCommand,
}

#[derive(Subcommand)]
enum PuzzleCommand {
    /// Make puzzles: positions with one clearly best choice that a weaker player misses.
    Make(MakeArgs),
    /// Check every puzzle of a file with `master` and with a search of all choices.
    Check(CheckArgs),
}

#[derive(clap::Args)]
struct MakeArgs {
    #[command(flatten)]
    table: TableChoice,
    /// How many puzzles, shared evenly by the three grades.
    #[arg(long, short = 'n', default_value = "60", value_parser = count, allow_hyphen_values = true)]
    count: usize,
    /// Names the series of games: the same seed gives the same puzzles.
    #[arg(long, short, default_value = "1", value_parser = numbers::seed, allow_hyphen_values = true)]
    seed: u64,
    /// The most games that are looked through.
    #[arg(long, default_value = "4000", value_parser = crate::sim::games, allow_hyphen_values = true)]
    games: u64,
    /// The file to write; standard output if not given.
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,
}

#[derive(clap::Args)]
struct CheckArgs {
    /// The file; `-` reads standard input.
    file: PathBuf,
    #[command(flatten)]
    limits: LimitsChoice,
}

fn count(text: &str) -> Result<usize, String> {
    numbers::count(text, "the number of puzzles", 1..=900).map(|count| count as usize)
}

/// Makes or checks puzzles.
pub(crate) fn run(args: &Args) -> Result<()> {
    match &args.command {
        PuzzleCommand::Make(args) => run_make(args),
        PuzzleCommand::Check(args) => run_check(args),
    }
}

fn run_make(args: &MakeArgs) -> Result<()> {
    let game = args.table.build()?;
    if let Some(path) = &args.out {
        output_file::check(path)?;
    }
    let order = PuzzleOrder {
        count: args.count,
        seed: args.seed,
        games: args.games,
    };
    let seen = io::stderr().is_terminal();
    // The line is a courtesy: if it cannot be written, the work goes on.
    let show = |line: &str| {
        if seen {
            let _ = write!(io::stderr(), "\r{line}\x1b[K");
        }
    };
    let collection = with_compact_game!(game, game => {
        if let Some(caveat) = game.caveat() {
            return Err(UsageError(language().describe(&caveat)).into());
        }
        let made = make(&game, &order, |puzzles, games| show(&texts::progress(puzzles, games)));
        show("");
        let collection = Collection { game: game.id().into(), puzzles: made.puzzles };
        let _ = writeln!(io::stderr(), "{}", texts::made(collection.puzzles.len(), made.games, made.searched));
        collection
    });
    let text = collection.text();
    match &args.out {
        Some(path) => std::fs::write(path, text).with_context(|| cannot_write(path))?,
        None => io::stdout().lock().write_all(text.as_bytes())?,
    }
    if collection.puzzles.len() < args.count {
        return Err(anyhow!(texts::too_few(args.count, collection.puzzles.len())));
    }
    Ok(())
}

fn run_check(args: &CheckArgs) -> Result<()> {
    let (name, text) = record_file::text(Path::new(&args.file))?;
    let collection = Collection::read(&text).with_context(|| name.clone())?;
    let mut out = io::stdout().lock();
    let mut wrong = 0usize;
    for (number, puzzle) in (1..).zip(&collection.puzzles) {
        if let Err(why) = check_one(args, puzzle) {
            wrong += 1;
            writeln!(out, "{}", texts::wrong(number, &why))?;
        }
    }
    writeln!(out, "{}", texts::checked(collection.puzzles.len(), wrong))?;
    out.flush()?;
    if wrong > 0 {
        return Err(SilentExit(1).into());
    }
    Ok(())
}

/// What is wrong with a puzzle, in a sentence.
fn check_one(args: &CheckArgs, puzzle: &Puzzle) -> Result<(), String> {
    let spec = GameSpec {
        options: puzzle.options.clone(),
        ..GameSpec::plain(&puzzle.game, usize::from(puzzle.players))
    };
    let game = spec
        .build()
        .map_err(|error| language().describe(&error.message()))?;
    with_compact_game!(game, game => check(&game, puzzle, args.limits.limits(NODES)))
        .map_err(|fault| language().describe(&fault.0))
}
