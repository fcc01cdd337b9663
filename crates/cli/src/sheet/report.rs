//! `finaud sheet report` and `finaud sheet figures`: what many games of the taught bot say about a sheet.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use anyhow::{Context, Result};
use finaud_players::report::{Figures, PlayedGame, Report, Reporter, figures_text, html, svg, text};
use finaud_rules::{DiceGame, MAX_SEATS, Sheet, builtin_ids};
use finaud_table::AnyGame;

use crate::failure::{INTERRUPTED, UsageError, harmless};
use crate::game_choice::{self, GameChoice};
use crate::language::language;
use crate::numbers;
use crate::output_file;
use crate::sim::{self, progress::Progress};
use crate::texts::files::cannot_write;
use crate::texts::games as texts;

/// The most games of one report: all of them are kept until they are added up.
const MAX_GAMES: u64 = 100_000;

/// The arguments of `finaud sheet report`.
#[derive(clap::Args)]
pub(super) struct ReportArgs {
    /// A built-in sheet or a sheet file.
    #[arg(value_name = "ID|FILE")]
    sheet: String,
    /// How many play.
    #[arg(long, short, default_value = "1", value_parser = game_choice::players, allow_hyphen_values = true)]
    players: usize,
    /// What the bot has learned of this sheet, from a file that `finaud train` wrote.
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    #[command(flatten)]
    series: Series,
    /// Prints one JSON object.
    #[arg(long)]
    json: bool,
    /// Writes the report as a page with its drawings to this file, too.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Writes the drawings to this file, too: how the results spread, how often each cell is filled.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

/// The arguments of `finaud sheet figures`.
#[derive(clap::Args)]
pub(super) struct FiguresArgs {
    #[command(flatten)]
    series: Series,
}

/// Which games are played.
#[derive(clap::Args)]
struct Series {
    /// How many games are played.
    #[arg(long, short = 'n', default_value = "1000", value_parser = games, allow_hyphen_values = true)]
    games: u64,
    /// Names the series of games: the same seed gives the same report.
    #[arg(long, short, default_value = "1", value_parser = numbers::seed, allow_hyphen_values = true)]
    seed: u64,
    /// How many threads play; all cores if not given.
    #[arg(long, value_parser = sim::threads, allow_hyphen_values = true)]
    threads: Option<usize>,
}

fn games(text: &str) -> Result<u64, String> {
    numbers::count(text, "the number of games", 1..=MAX_GAMES)
}

/// Plays the games and writes the report.
pub(super) fn run(out: &mut impl Write, args: &ReportArgs) -> Result<()> {
    let choice = GameChoice {
        weights: args.weights.clone(),
        ..GameChoice::plain(&args.sheet)
    };
    let game = dice_game(&choice, args.players)?;
    for path in args.html.iter().chain(&args.svg) {
        output_file::check(path)?;
    }
    let stop = sim::stop_on_interrupt()?;
    let (report, sheet) = measured(&game, &args.series, stop)?;
    let write =
        |path: &Path, content: String| std::fs::write(path, content).with_context(|| cannot_write(path));
    if let Some(path) = &args.html {
        write(path, html(&report, &sheet, language()))?;
    }
    if let Some(path) = &args.svg {
        write(path, svg(&report, &sheet, language()))?;
    }
    if args.json {
        // As a value, whose keys are sorted.
        writeln!(out, "{}", serde_json::to_value(&report)?)?;
    } else {
        out.write_all(harmless(&text(&report, &sheet, language())).as_bytes())?;
    }
    Ok(())
}

/// Measures every built-in sheet for every number of players, as reports compare others with it.
pub(super) fn figures(out: &mut impl Write, args: &FiguresArgs) -> Result<()> {
    let stop = sim::stop_on_interrupt()?;
    let mut all = Vec::new();
    let mut ids = builtin_ids();
    ids.sort_unstable();
    for id in ids {
        for players in 1..=MAX_SEATS {
            let game = dice_game(&GameChoice::plain(id), players)?;
            let (report, _) = measured(&game, &args.series, stop)?;
            all.push(Figures::of(&report));
            // A measurement takes minutes: whoever waits sees that it goes on.
            let _ = writeln!(io::stderr(), "finaud: {id}, {players}/{MAX_SEATS}");
        }
    }
    let Series { games, seed, .. } = &args.series;
    let command = format!("finaud sheet figures --games {games} --seed {seed}");
    out.write_all(figures_text(&command, &all).as_bytes())?;
    Ok(())
}

/// The dice game that is asked for.
fn dice_game(choice: &GameChoice, players: usize) -> Result<AnyGame> {
    let spec = choice.spec(players)?;
    if spec.sheet()?.is_none() {
        return Err(UsageError(texts::no_sheet()).into());
    }
    choice.build(players)
}

/// The report of a game and the sheet it is about.
fn measured(game: &AnyGame, series: &Series, stop: &AtomicBool) -> Result<(Report, Sheet)> {
    if let Some(solo) = game.solo() {
        return Ok((report(&solo, series, stop)?, solo.sheet().clone()));
    }
    match game {
        AnyGame::Dice(game) => Ok((report(game, series, stop)?, game.sheet().clone())),
        AnyGame::Push(_) => Err(UsageError(texts::no_sheet()).into()),
    }
}

fn report<const SEATS: usize>(game: &DiceGame<SEATS>, series: &Series, stop: &AtomicBool) -> Result<Report> {
    let threads = series.threads.unwrap_or_else(numbers::cores);
    let progress = Progress::new(series.games);
    let (next, done) = (AtomicU64::new(0), AtomicU64::new(0));
    let work = || {
        let mut reporter = Reporter::new(game, series.seed);
        let mut played = Vec::new();
        while !stop.load(Ordering::Relaxed) {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= series.games {
                break;
            }
            played.push((index, reporter.play(index)));
            progress.show(done.fetch_add(1, Ordering::Relaxed) + 1);
        }
        played
    };
    let mut played: Vec<(u64, PlayedGame)> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        let workers = workers.into_iter();
        workers
            .flat_map(|worker| worker.join().expect("a game came to its end"))
            .collect()
    });
    progress.clear();
    if (played.len() as u64) < series.games {
        return Err(INTERRUPTED.into());
    }
    // The report must not depend on which thread was first.
    played.sort_by_key(|(index, _)| *index);
    let played: Vec<PlayedGame> = played.into_iter().map(|(_, game)| game).collect();
    Ok(Report::of(game, series.seed, &played))
}
