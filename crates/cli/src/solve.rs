//! `finaud solve`: small games solved outright, and players held against the truth.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use finaud_players::{Bot, Player, SearchLimits};
use finaud_proof::Moments;
use finaud_proof::exact::{Aim, Solver, Unsolved};
use finaud_proof::truth::{Judges, Played};
use finaud_record::{bits_at, seed_in_series};
use finaud_table::with_compact_game;
use serde_json::{Value, json};

use crate::failure::{INTERRUPTED, UsageError};
use crate::game_choice::{self, TableChoice};
use crate::numbers::{self, grouped};
use crate::sim;
use crate::surface::Surface;

/// Keeps what a player draws apart from the dice of the same game.
const PLAYERS: u64 = 0x50_1bed_0b07;

/// The arguments of `finaud solve`.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    table: TableChoice,
    /// Where to start, as `finaud replay` writes positions; the start of the game if not given.
    #[arg(long, value_name = "TEXT", conflicts_with = "positions")]
    position: Option<String>,
    /// Solves the positions in this file, one a line, and prints a table of their values. In lines of such a table the
    /// position follows a tab.
    #[arg(long, value_name = "FILE")]
    positions: Option<PathBuf>,
    /// Whose play is held against the truth, commas between them.
    #[arg(long, short, value_name = "A,B,…", value_delimiter = ',', value_parser = Bot::by_name)]
    bots: Vec<Bot>,
    /// How many games each of them plays from each position.
    #[arg(long, short = 'n', default_value = "100", value_parser = sim::games, allow_hyphen_values = true)]
    games: u64,
    /// Names the series of games.
    #[arg(long, short, default_value = "1", value_parser = numbers::seed, allow_hyphen_values = true)]
    seed: u64,
    /// Gives up when more states than this have to be remembered; a state takes about 40 bytes.
    #[arg(long, default_value = "100e6", value_parser = states, allow_hyphen_values = true)]
    most: u64,
    /// How many threads solve; all cores if not given.
    #[arg(long, value_parser = sim::threads, allow_hyphen_values = true)]
    threads: Option<usize>,
    /// Prints one JSON object.
    #[arg(long)]
    json: bool,
}

fn states(text: &str) -> Result<u64, String> {
    numbers::count(text, "the number of states", 1..=1_000_000_000_000)
}

/// Solves and prints.
pub(crate) fn run(args: &Args) -> Result<()> {
    with_compact_game!(args.table.build()?, game => solve(args, &game))
}

fn solve<G: Surface>(args: &Args, game: &G) -> Result<()>
where
    G::State: Send + Sync,
    G::Outcome: Send + Sync,
{
    for bot in &args.bots {
        game_choice::check_bot(game, *bot)?;
    }
    let stop = sim::stop_on_interrupt()?;
    let threads = args.threads.unwrap_or_else(numbers::cores);
    let solver = Solver::new(game).map_err(|error| UsageError(error.to_string()))?;
    let solver = solver.with_most(args.most).with_stop(stop);
    let starts = starts(args, game)?;
    let mut all: Vec<Played> = vec![Played::default(); args.bots.len()];
    let mut rows = Vec::new();
    let begun = Instant::now();
    let mut out = io::stdout().lock();
    for (text, start) in &starts {
        let value = match watched(&solver, || solver.value_on(start, threads)) {
            Ok(value) => value,
            Err(Unsolved::Stopped) => return Err(INTERRUPTED.into()),
            Err(error) => bail!("{text}: {error}; --most allows more"),
        };
        if !args.json {
            writeln!(out, "{value:.9}\t{text}")?;
            out.flush()?;
        }
        rows.push(json!({ "position": text, "value": value }));
        for (bot, played) in args.bots.iter().zip(&mut all) {
            let here = watched(&solver, || play(args, game, &solver, start, *bot, threads, stop));
            played.merge(&here.map_err(|_| INTERRUPTED)?);
        }
    }
    let seconds = begun.elapsed().as_secs_f64();
    if args.json {
        let bots = args.bots.iter().zip(&all);
        let object = json!({
            "game": game.id(),
            "players": game.seats(),
            "aim": match solver.aim() { Aim::Points => "points", Aim::Victory => "victory" },
            "positions": rows,
            "states": solver.states(),
            "bots": bots.map(|(bot, played)| object(*bot, played)).collect::<Vec<_>>(),
            "seed": args.seed,
            "threads": threads,
            "seconds": seconds,
        });
        writeln!(out, "{object}")?;
        return Ok(());
    }
    for (bot, played) in args.bots.iter().zip(&all) {
        report(&mut out, *bot, played)?;
    }
    let _ = writeln!(
        io::stderr(),
        "{} states remembered, {seconds:.1} s on {threads} threads",
        grouped(solver.states())
    );
    Ok(())
}

/// The positions to solve, with their texts.
fn starts<G: Surface>(args: &Args, game: &G) -> Result<Vec<(String, G::State)>> {
    let read = |text: &str| -> Result<(String, G::State)> {
        let state = game
            .read_position(text)
            .map_err(|error| UsageError(format!("the position `{text}` cannot be read: {error}")))?;
        Ok((text.to_string(), state))
    };
    match (&args.position, &args.positions) {
        (Some(text), _) => Ok(vec![read(text)?]),
        (None, Some(path)) => lines(path)?.iter().map(|line| read(line)).collect(),
        (None, None) => {
            let start = game.start();
            Ok(vec![(game.position_text(&start), start)])
        }
    }
}

/// The positions of a file: what follows the tab in a line, or all of it. Lines that begin with `#` are remarks.
fn lines(path: &Path) -> Result<Vec<String>> {
    let text = std::fs::read_to_string(path).with_context(|| crate::texts::files::cannot_open(path))?;
    let lines = text.lines().map(str::trim);
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    Ok(lines
        .map(|line| {
            line.split_once('\t')
                .map_or(line, |(_, position)| position.trim())
                .to_string()
        })
        .collect())
}

/// Does some work and tells how many states are remembered meanwhile, if somebody is looking.
fn watched<G: Surface, T: Send>(solver: &Solver<'_, G>, work: impl FnOnce() -> T + Send) -> T
where
    G::State: Send + Sync,
{
    use std::io::IsTerminal;
    let begun = Instant::now();
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let worker = scope.spawn(|| {
            let found = work();
            done.store(true, Ordering::Release);
            found
        });
        while io::stderr().is_terminal() && !done.load(Ordering::Acquire) {
            std::thread::sleep(Duration::from_millis(100));
            let _ = write!(
                io::stderr(),
                "\r{} states, {:.0} s\x1b[K",
                grouped(solver.states()),
                begun.elapsed().as_secs_f64()
            );
        }
        if io::stderr().is_terminal() {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
        worker.join().expect("solving does not fail")
    })
}

/// Lets a bot play from a position in every seat.
fn play<G: Surface>(
    args: &Args,
    game: &G,
    solver: &Solver<'_, G>,
    start: &G::State,
    bot: Bot,
    threads: usize,
    stop: &AtomicBool,
) -> Result<Played, Unsolved>
where
    G::State: Send + Sync,
{
    let next = AtomicU64::new(0);
    let work = || -> Result<Played, Unsolved> {
        let mut played = Played::default();
        let mut judges = Judges::new(game, SearchLimits::default());
        let mut players: Vec<_> = (0..game.seats())
            .map(|_| bot.player(game, 0).expect("it was checked that it can play"))
            .collect();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= args.games {
                return Ok(played);
            }
            if stop.load(Ordering::Relaxed) {
                return Err(Unsolved::Stopped);
            }
            let seed = seed_in_series(args.seed, index);
            for (seat, player) in players.iter_mut().enumerate() {
                player.begin(bits_at(seed ^ PLAYERS, seat as u64));
            }
            played.play(solver, game, start, seed, &mut players, &mut judges)?;
        }
    };
    let parts: Vec<Result<Played, Unsolved>> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        let workers = workers.into_iter();
        workers
            .map(|worker| worker.join().expect("games come to their end"))
            .collect()
    });
    let mut whole = Played::default();
    for part in parts {
        whole.merge(&part?);
    }
    Ok(whole)
}

fn figures(moments: &Moments) -> Value {
    json!({ "mean": moments.mean(), "sd": moments.deviation(), "margin": finite(moments.margin()) })
}

fn finite(number: f64) -> Option<f64> {
    number.is_finite().then_some(number)
}

fn object(bot: Bot, played: &Played) -> Value {
    json!({
        "bot": bot.name(),
        "games": played.results.many(),
        "results": figures(&played.results),
        "adjusted_exactly": figures(&played.adjusted),
        "adjusted_as_reviewed": figures(&played.told),
        "losses": played.losses.iter().map(figures).collect::<Vec<_>>(),
        "choices": played.choices,
        "mistakes": played.mistakes,
        "luck": figures(&played.luck),
        "luck_error": figures(&played.luck_error),
        "static_error": figures(&played.static_error),
        "search_error": figures(&played.search_error),
        "gap": played.gap,
    })
}

fn report(out: &mut impl Write, bot: Bot, played: &Played) -> io::Result<()> {
    let line = |name: &str, moments: &Moments| {
        let (mean, margin, sd) = (moments.mean(), moments.margin(), moments.deviation());
        format!("  {name:34} {mean:9.4} ± {margin:.4}   sd {sd:.4}")
    };
    writeln!(out, "\n{bot}, {} games", grouped(played.results.many()))?;
    writeln!(out, "{}", line("result", &played.results))?;
    writeln!(out, "{}", line("without luck, exact values", &played.adjusted))?;
    writeln!(out, "{}", line("without luck, as reviewed", &played.told))?;
    for (seat, loss) in played.losses.iter().enumerate() {
        writeln!(
            out,
            "{}",
            line(&format!("lost in a game, seat {}", seat + 1), loss)
        )?;
    }
    writeln!(
        out,
        "  {} of {} choices were not the best",
        grouped(played.mistakes),
        grouped(played.choices)
    )?;
    writeln!(out, "{}", line("luck of a roll", &played.luck))?;
    writeln!(out, "{}", line("the review's luck less that", &played.luck_error))?;
    writeln!(
        out,
        "{}",
        line("static evaluation less the value", &played.static_error)
    )?;
    writeln!(out, "{}", line("search less the value", &played.search_error))
}
