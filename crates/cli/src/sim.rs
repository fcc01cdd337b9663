//! `finaud sim`: many games, one set of figures.
//!
//! Game i of a series has its own seed, for its dice and for its players. So the scores depend neither on the number of
//! threads nor on who plays which game.

pub(crate) mod progress;
mod records;
mod report;
mod tally;

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use finaud_players::{Bot, LuckMeter, Player, Random, play_out, play_out_logged, play_out_measured};
use finaud_record::{bits_at, seed_in_series};
use finaud_table::with_compact_game;

use crate::failure::INTERRUPTED;
use crate::game_choice::{self, TableChoice};
use crate::numbers;
use crate::series_report::SeriesReport;
use crate::surface::Surface;
use progress::Progress;
use records::RecordsFile;
use report::SimReport;
use tally::SimTally;

/// The most games of one simulation.
const MAX_GAMES: u64 = 1_000_000_000_000;
/// How many games a thread takes at once.
const CHUNK: u64 = 64;
/// Keeps what a player draws apart from the dice of the same game.
const PLAYERS: u64 = 0x0b07_0b07_0b07_0b07;

/// The arguments of `finaud sim`.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    table: TableChoice,
    /// Who plays: every seat has the same player.
    #[arg(long, short, value_name = "NAME", default_value = "random", value_parser = Bot::by_name)]
    bot: Bot,
    /// How many games are played.
    #[arg(long, short = 'n', default_value = "10000", value_parser = games, allow_hyphen_values = true)]
    games: u64,
    /// Names the series of games: the same seed gives the same scores.
    #[arg(long, short, default_value = "1", value_parser = numbers::seed, allow_hyphen_values = true)]
    seed: u64,
    /// How many threads play; all cores if not given.
    #[arg(long, value_parser = threads, allow_hyphen_values = true)]
    threads: Option<usize>,
    /// Prints one JSON object.
    #[arg(long)]
    json: bool,
    /// Also gives the figures without luck: the same means with a smaller spread. Worth it for players that think long.
    #[arg(long)]
    adjusted: bool,
    /// Writes the games to this file, one record after the other: for `finaud review`, or for the app to import.
    #[arg(long, value_name = "FILE")]
    records: Option<PathBuf>,
}

/// Reads a number of games.
pub(crate) fn games(text: &str) -> Result<u64, String> {
    numbers::count(text, "the number of games", 1..=MAX_GAMES)
}

/// Reads a number of threads.
pub(crate) fn threads(text: &str) -> Result<usize, String> {
    numbers::count(text, "the number of threads", 1..=1024).map(|threads| threads as usize)
}

/// Plays the games and prints the figures.
pub(crate) fn run(args: &Args) -> Result<()> {
    with_compact_game!(args.table.build()?, game => simulate(args, &game))
}

fn simulate<G: Surface>(args: &Args, game: &G) -> Result<()> {
    // First whether there is such a player: a file of records that is there already is emptied after that.
    game_choice::check_bot(game, args.bot)?;
    let run = SimRun {
        game,
        seed: args.seed,
        games: args.games,
        stop: stop_on_interrupt()?,
        luck: if args.adjusted { Luck::Measured } else { Luck::Kept },
        records: args
            .records
            .as_ref()
            .map(|path| RecordsFile::create(path, args.bot))
            .transpose()?,
    };
    let threads = args.threads.unwrap_or_else(numbers::cores);
    let start = Instant::now();
    let tally = match args.bot {
        // Known at compile time, so that choosing costs next to nothing.
        Bot::Random => run.play(threads, || Random::new(0)),
        bot => run.play(threads, || {
            bot.player(game, 0).unwrap_or_else(|| Box::new(Random::new(0)))
        }),
    };
    if let Some(records) = &run.records {
        records.finish()?;
    }
    let report = SimReport {
        game,
        bot: args.bot,
        seed: args.seed,
        threads,
        wanted: args.games,
        seconds: start.elapsed().as_secs_f64(),
        tally: &tally,
    };
    report.print(args.json)
}

/// A flag that Ctrl-C raises; a second Ctrl-C ends the program at once.
pub(crate) fn stop_on_interrupt() -> Result<&'static AtomicBool> {
    static STOP: AtomicBool = AtomicBool::new(false);
    ctrlc::set_handler(|| {
        if STOP.swap(true, Ordering::Relaxed) {
            std::process::exit(i32::from(INTERRUPTED.0));
        }
    })
    .context("Ctrl-C cannot be watched")?;
    Ok(&STOP)
}

/// What is done about luck.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Luck {
    /// It stays in the figures.
    Kept,
    /// It is measured, and there are figures without it as well.
    Measured,
}

/// Games numbered from 0, each with a seed of its own.
struct SimRun<'a, G> {
    game: &'a G,
    seed: u64,
    games: u64,
    stop: &'a AtomicBool,
    luck: Luck,
    /// Where the games are written to, if anywhere.
    records: Option<RecordsFile>,
}

impl<G: Surface> SimRun<'_, G> {
    /// Plays all games on so many threads.
    fn play<P: Player<G>>(&self, threads: usize, seated: impl Fn() -> P + Sync) -> SimTally {
        let next = AtomicU64::new(0);
        let done = AtomicU64::new(0);
        let mut whole = SimTally::new(self.game.seats());
        let progress = Progress::new(self.games);
        std::thread::scope(|scope| {
            let (sender, finished) = mpsc::channel();
            for _ in 0..threads {
                let sender = sender.clone();
                let (next, done, seated) = (&next, &done, &seated);
                scope.spawn(move || {
                    // Nobody receives any more only if the program is about to end.
                    let _ = sender.send(self.work(next, done, seated));
                });
            }
            drop(sender);
            loop {
                match finished.recv_timeout(Duration::from_millis(100)) {
                    Ok(tally) => whole.merge(&tally),
                    Err(mpsc::RecvTimeoutError::Timeout) => progress.show(done.load(Ordering::Relaxed)),
                    Err(mpsc::RecvTimeoutError::Disconnected) => break,
                }
            }
        });
        progress.clear();
        whole
    }

    /// Plays chunks of games until none is left.
    fn work<P: Player<G>>(&self, next: &AtomicU64, done: &AtomicU64, seated: &impl Fn() -> P) -> SimTally {
        let seats = self.game.seats();
        let mut tally = SimTally::new(seats);
        let mut players: Vec<P> = (0..seats).map(|_| seated()).collect();
        let mut legal = Vec::with_capacity(256);
        let mut meter = match self.luck {
            Luck::Kept => None,
            Luck::Measured => Some(LuckMeter::new(self.game)),
        };
        loop {
            let first = next.fetch_add(CHUNK, Ordering::Relaxed);
            if first >= self.games {
                return tally;
            }
            for index in first..self.games.min(first + CHUNK) {
                if self.stop.load(Ordering::Relaxed) {
                    return tally;
                }
                let seed = seed_in_series(self.seed, index);
                for (seat, player) in players.iter_mut().enumerate() {
                    player.begin(bits_at(seed ^ PLAYERS, seat as u64));
                }
                let mut log = Vec::new();
                let mut record = |event| log.push(event);
                let end = match (&self.records, &mut meter) {
                    (None, None) => play_out(self.game, seed, &mut players, &mut legal),
                    (Some(_), None) => {
                        play_out_logged(self.game, seed, &mut players, &mut legal, &mut record)
                    }
                    (_, Some(meter)) => {
                        play_out_measured(self.game, seed, &mut players, &mut legal, meter, &mut record)
                    }
                };
                if let Some(records) = &self.records {
                    records.add(self.game, index, seed, &log);
                }
                tally.count(self.game, &end);
                if let Some(meter) = &meter {
                    tally.count_adjusted(self.game, &end, meter.sums());
                }
                done.fetch_add(1, Ordering::Relaxed);
            }
        }
    }
}
