//! `finaud arena`: bots compared on the same dice and cards, in every seat.
//!
//! Deal i of a series has its own seed. So the result depends neither on the number of threads nor on who plays which
//! deal; only the times do.

mod report;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use anyhow::Result;
use finaud_players::arena::{Arena, Clock, Entrant, NoSeating, Tally};
use finaud_players::learned::Learnable;
use finaud_record::seed_in_series;
use finaud_table::with_compact_game;

use crate::bot_choice::{BotChoice, bot_choice};
use crate::failure::UsageError;
use crate::game_choice::{self, GameChoice};
use crate::numbers;
use crate::series_report::SeriesReport;
use crate::sim::progress::Progress;
use crate::sim::{self, Luck};
use crate::surface::Surface;
use report::ArenaReport;

/// The arguments of `finaud arena`.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameChoice,
    /// How many players sit at the table; as many as there are bots if not given. With 1, each bot plays alone.
    #[arg(long, short, value_parser = game_choice::players, allow_hyphen_values = true)]
    players: Option<usize>,
    /// Who takes part, commas between them. `expert:FILE` and `master:FILE` play by the weights in a file of their own.
    #[arg(long, short, value_name = "A,B,…", required = true, value_delimiter = ',', value_parser = bot_choice)]
    bots: Vec<BotChoice>,
    /// The first of two bots has one seat, each in turn, and the second all others.
    #[arg(long)]
    one_seat: bool,
    /// How many games are played at most. A deal is played in every seating or not at all, and at least one is.
    #[arg(long, short = 'n', default_value = "1000", value_parser = sim::games, allow_hyphen_values = true)]
    games: u64,
    /// Names the series of deals: the same seed gives the same scores.
    #[arg(long, short, default_value = "1", value_parser = numbers::seed, allow_hyphen_values = true)]
    seed: u64,
    /// How many threads play; all cores if not given.
    #[arg(long, value_parser = sim::threads, allow_hyphen_values = true)]
    threads: Option<usize>,
    /// Also gives the figures without luck: the same means with a smaller spread. Worth it for bots that think long.
    #[arg(long)]
    adjusted: bool,
    /// Prints one JSON object.
    #[arg(long)]
    json: bool,
}

/// Plays the match and prints the figures.
pub(crate) fn run(args: &Args) -> Result<()> {
    for (index, bot) in args.bots.iter().enumerate() {
        if args.bots[..index].contains(bot) {
            return Err(UsageError(format!(
                "`{bot}` is named twice; with more --players than bots, they take several seats"
            ))
            .into());
        }
    }
    let players = args.players.unwrap_or(args.bots.len());
    with_compact_game!(args.game.build(players)?, game => compare(args, &game))
}

fn compare<G: Surface + Learnable>(args: &Args, game: &G) -> Result<()> {
    let entrants = args.bots.iter().map(|bot| bot.entrant(game));
    let entrants: Vec<Entrant<G>> = entrants.collect::<Result<_>>()?;
    let arena = if args.one_seat {
        let pair: Result<[Entrant<G>; 2], _> = entrants.try_into();
        let [one, others] = pair.map_err(|_| {
            UsageError("--one-seat takes two --bots: who has one seat, and who has the others".into())
        })?;
        Arena::one_against(game, one, others)
    } else {
        Arena::new(game, entrants)
    };
    let arena = arena.map_err(|error| UsageError(sentence(error)))?;
    let run = ArenaRun {
        arena: &arena,
        seed: args.seed,
        deals: (args.games / arena.seatings().len() as u64).max(1),
        stop: sim::stop_on_interrupt()?,
        luck: if args.adjusted { Luck::Measured } else { Luck::Kept },
    };
    let threads = args.threads.unwrap_or_else(numbers::cores);
    let start = Instant::now();
    let (tally, clocks) = run.play(threads);
    let report = ArenaReport {
        game,
        arena: &arena,
        seed: args.seed,
        threads,
        wanted: run.deals,
        seconds: start.elapsed().as_secs_f64(),
        tally: &tally,
        clocks: &clocks,
    };
    report.print(args.json)
}

/// Why the bots cannot be seated, and what to do about it.
fn sentence(error: NoSeating) -> String {
    match error {
        NoSeating::TooFewSeats { .. } => {
            format!("{error}; give more --players, or name fewer --bots")
        }
        NoSeating::Nobody | NoSeating::TooMany { .. } => error.to_string(),
    }
}

/// Deals numbered from 0, each with a seed of its own.
pub(crate) struct ArenaRun<'a, G: Surface> {
    pub(crate) arena: &'a Arena<'a, G>,
    pub(crate) seed: u64,
    pub(crate) deals: u64,
    pub(crate) stop: &'a AtomicBool,
    pub(crate) luck: Luck,
}

impl<G: Surface> ArenaRun<'_, G> {
    /// Plays all deals on so many threads.
    pub(crate) fn play(&self, threads: usize) -> (Tally, Vec<Clock>) {
        let next = AtomicU64::new(0);
        let done = AtomicU64::new(0);
        let mut whole = self.arena.tally();
        let mut clocks = vec![Clock::default(); self.arena.entrants().len()];
        let progress = Progress::new(self.deals * self.arena.seatings().len() as u64);
        std::thread::scope(|scope| {
            let (sender, finished) = mpsc::channel();
            // More threads than deals would only make players that never play.
            for _ in 0..self.deals.min(threads as u64) {
                let sender = sender.clone();
                let (next, done) = (&next, &done);
                scope.spawn(move || {
                    // Nobody receives any more only if the program is about to end.
                    let _ = sender.send(self.work(next, done));
                });
            }
            drop(sender);
            loop {
                match finished.recv_timeout(Duration::from_millis(100)) {
                    Ok((tally, times)) => {
                        whole.merge(&tally);
                        clocks
                            .iter_mut()
                            .zip(&times)
                            .for_each(|(clock, more)| clock.merge(more));
                    }
                    Err(mpsc::RecvTimeoutError::Timeout) => progress.show(done.load(Ordering::Relaxed)),
                    Err(mpsc::RecvTimeoutError::Disconnected) => break,
                }
            }
        });
        progress.clear();
        (whole, clocks)
    }

    /// Plays deal after deal until none is left. Bots may be slow, so a thread takes one at a time.
    fn work(&self, next: &AtomicU64, done: &AtomicU64) -> (Tally, Vec<Clock>) {
        let mut tally = self.arena.tally();
        let mut pool = match self.luck {
            Luck::Kept => self.arena.player_pool(),
            Luck::Measured => self.arena.measuring_pool(),
        };
        let mut go_on = || {
            done.fetch_add(1, Ordering::Relaxed);
            !self.stop.load(Ordering::Relaxed)
        };
        while !self.stop.load(Ordering::Relaxed) {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= self.deals {
                break;
            }
            let seed = seed_in_series(self.seed, index);
            match self.arena.play_deal(seed, &mut pool, &mut go_on) {
                Some(deal) => tally.count(&deal),
                None => break,
            }
        }
        let entrants = 0..self.arena.entrants().len();
        (tally, entrants.map(|entrant| pool.clock(entrant)).collect())
    }
}
