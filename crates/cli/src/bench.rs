//! `finaud bench`: how fast games with uniformly random legal choices are played, every choice checked by the rules.

use std::io::{self, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::Result;
use finaud_messages::Language;
use finaud_players::{Player, Random, play_out};
use finaud_record::{bits_at, seed_in_series};
use finaud_rules::{MAX_SEATS, Position};
use finaud_table::with_compact_game;
use serde_json::json;

use crate::game_choice::TableChoice;
use crate::numbers::{self, grouped};
use crate::sim;
use crate::surface::Surface;
use crate::texts::players;

/// How many games are played between two looks at the clock.
const CHUNK: u64 = 64;
/// Names the series of games that is measured.
const SEED: u64 = 1;

/// The arguments of `finaud bench`.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    table: TableChoice,
    /// How long each measurement takes.
    #[arg(long, default_value = "5", value_parser = seconds, allow_hyphen_values = true)]
    seconds: Duration,
    /// The numbers of threads to measure, as in `1,2,8`; doubling up to all cores if not given.
    #[arg(long, value_delimiter = ',', value_parser = sim::threads, allow_hyphen_values = true)]
    threads: Vec<usize>,
    /// Prints one JSON object.
    #[arg(long)]
    json: bool,
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: Option<f64> = text.parse().ok();
    let within = seconds.filter(|seconds| (0.01..=3600.0).contains(seconds));
    within
        .map(Duration::from_secs_f64)
        .ok_or_else(|| "a measurement takes from 0.01 to 3,600 seconds".into())
}

/// Measures and prints the figures.
pub(crate) fn run(args: &Args) -> Result<()> {
    with_compact_game!(args.table.build()?, game => benchmark(args, &game))
}

/// What one measurement found.
struct Measurement {
    threads: usize,
    games: u64,
    decisions: u64,
    seconds: f64,
}

impl Measurement {
    fn games_per_second(&self) -> f64 {
        self.games as f64 / self.seconds
    }

    fn decisions_per_second(&self) -> f64 {
        self.decisions as f64 / self.seconds
    }
}

fn benchmark<G: Surface>(args: &Args, game: &G) -> Result<()> {
    let mut out = io::stdout().lock();
    let threads = if args.threads.is_empty() {
        doubling(numbers::cores())
    } else {
        args.threads.clone()
    };
    let bytes = [size_of::<Position<1>>(), size_of::<Position<MAX_SEATS>>()];
    if !args.json {
        let seats = players(Language::english(), game.seats());
        writeln!(out, "{}, {seats}, random legal choices", game.name())?;
        if game.has_foxes() {
            let [solo, table] = bytes;
            writeln!(
                out,
                "bytes per state: {solo} solo, {table} for up to {MAX_SEATS} players\n"
            )?;
        } else {
            writeln!(out, "bytes per state: {}\n", size_of::<G::State>())?;
        }
        writeln!(out, "threads      games/s  decisions/s  decisions/game  speed-up")?;
    }
    let mut measured: Vec<Measurement> = Vec::new();
    for threads in threads {
        let figures = measure(game, threads, args.seconds);
        if !args.json {
            let speed_up = measured
                .first()
                .map_or(1.0, |one| figures.games_per_second() / one.games_per_second());
            writeln!(
                out,
                "{threads:7} {:>12} {:>12} {:15.1} {speed_up:9.2}",
                grouped(figures.games_per_second() as u64),
                grouped(figures.decisions_per_second() as u64),
                figures.decisions as f64 / figures.games as f64,
            )?;
            out.flush()?;
        }
        measured.push(figures);
    }
    if args.json {
        let scaling: Vec<_> = measured.iter().map(figures_json).collect();
        let first = &measured[0];
        let object = json!({
            "game": game.id(),
            "players": game.seats(),
            "bot": "random",
            "games_per_second": first.games_per_second(),
            "decisions_per_second": first.decisions_per_second(),
            "decisions_per_game": first.decisions as f64 / first.games as f64,
            "bytes_per_state": { "solo": bytes[0], "table": bytes[1], "played": size_of::<G::State>() },
            "scaling": scaling,
        });
        writeln!(out, "{object}")?;
    }
    Ok(out.flush()?)
}

fn figures_json(figures: &Measurement) -> serde_json::Value {
    json!({
        "threads": figures.threads,
        "games": figures.games,
        "seconds": figures.seconds,
        "games_per_second": figures.games_per_second(),
        "decisions_per_second": figures.decisions_per_second(),
    })
}

/// 1, 2, 4, … and all.
fn doubling(cores: usize) -> Vec<usize> {
    let mut list: Vec<usize> = std::iter::successors(Some(1), |threads| Some(threads * 2))
        .take_while(|n| *n < cores)
        .collect();
    list.push(cores);
    list
}

/// Plays for so long on so many threads.
fn measure<G: Surface>(game: &G, threads: usize, span: Duration) -> Measurement {
    let next = AtomicU64::new(0);
    let start = Instant::now();
    let work = || {
        let mut players = vec![Random::new(0); game.seats()];
        let mut legal = Vec::with_capacity(256);
        let (mut games, mut decisions) = (0, 0);
        while start.elapsed() < span {
            let first = next.fetch_add(CHUNK, Ordering::Relaxed);
            for index in first..first + CHUNK {
                let seed = seed_in_series(SEED, index);
                for (seat, player) in players.iter_mut().enumerate() {
                    Player::<G>::begin(player, bits_at(seed, seat as u64));
                }
                decisions += play_out(game, seed, &mut players, &mut legal).decisions;
                games += 1;
            }
        }
        (games, decisions)
    };
    let (games, decisions) = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        workers
            .into_iter()
            .fold((0, 0), |(games, decisions), worker| match worker.join() {
                Ok((more, choices)) => (games + more, decisions + choices),
                Err(panic) => std::panic::resume_unwind(panic),
            })
    });
    Measurement {
        threads,
        games,
        decisions,
        seconds: start.elapsed().as_secs_f64(),
    }
}
