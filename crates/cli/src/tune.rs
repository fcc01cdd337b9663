//! `finaud tune`: searches the thresholds of PUSH's `club` player by duplicate matches.
//!
//! A candidate sits at a table of players with the best thresholds so far, once in every seat, on the same cards. It
//! takes over if it wins more than its share by more than two standard errors.

use std::io::{self, Write};

use anyhow::Result;
use finaud_players::{Club, Thresholds, play_out};
use finaud_record::{push, seed_in_series};
use finaud_rules::{Game, Push, Seat};

use crate::failure::UsageError;
use crate::numbers;

/// How far each threshold is moved, from coarse to fine.
const STEPS: [i32; 4] = [16, 8, 4, 2];

/// The arguments of `finaud tune`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// How many players sit at the table.
    #[arg(long, short, default_value = "2", value_parser = crate::game_choice::players, allow_hyphen_values = true)]
    players: usize,
    /// The variant: standard or risk.
    #[arg(long, default_value = "standard")]
    variant: String,
    /// How many piles of cards each candidate plays, from every seat.
    #[arg(long, short = 'n', default_value = "2000", value_parser = games, allow_hyphen_values = true)]
    games: u64,
    /// Names the series of piles.
    #[arg(long, short, default_value = "1", value_parser = numbers::seed, allow_hyphen_values = true)]
    seed: u64,
}

fn games(text: &str) -> Result<u64, String> {
    numbers::count(text, "the number of games", 1..=10_000_000)
}

/// Searches and prints every step.
pub(crate) fn run(args: &Args) -> Result<()> {
    let options = [("variant".to_string(), args.variant.clone())];
    let game = push::game(args.players, &options).map_err(|error| UsageError(error.to_string()))?;
    let mut out = io::stdout().lock();
    let mut best = Thresholds::for_game(args.players, game.variant());
    writeln!(out, "start     {}", described(best))?;
    for step in STEPS {
        let mut improved = true;
        while improved {
            improved = false;
            for candidate in neighbours(best, step) {
                let (share, error) = compare(&game, candidate, best, args);
                let fair = 1.0 / args.players as f64;
                // Candidates that play alike win exactly their share, but for rounding.
                let wins = share - fair > 2.0 * error + 1e-9;
                let result = if wins { "better" } else { "no" };
                writeln!(
                    out,
                    "step {step:2}   {}   wins {:5.2} % ± {:.2}   {result}",
                    described(candidate),
                    100.0 * share,
                    100.0 * error
                )?;
                out.flush()?;
                if wins {
                    best = candidate;
                    improved = true;
                }
            }
        }
    }
    writeln!(out, "best      {}", described(best))?;
    Ok(out.flush()?)
}

fn described(thresholds: Thresholds) -> String {
    let Thresholds {
        stop,
        protect,
        others,
    } = thresholds;
    format!("stop {stop:3}  protect {protect:3}  others {others:2}")
}

/// Each threshold a step higher and lower.
fn neighbours(from: Thresholds, step: i32) -> Vec<Thresholds> {
    let with = |change: &dyn Fn(&mut Thresholds, i32)| {
        [step, -step].map(|by| {
            let mut moved = from;
            change(&mut moved, by);
            moved
        })
    };
    let all = [
        with(&|moved, by| moved.stop += by),
        with(&|moved, by| moved.protect += 5 * by),
        with(&|moved, by| moved.others += by.signum() * (by.abs() / 4).max(1)),
    ];
    all.into_iter()
        .flatten()
        .filter(|moved| moved.stop > 0 && moved.protect > 0 && moved.others >= 0)
        .collect()
}

/// The share of games a candidate wins among others, and its standard error.
fn compare(game: &Push, candidate: Thresholds, others: Thresholds, args: &Args) -> (f64, f64) {
    let seats = game.seats();
    let mut legal = Vec::new();
    let (mut sum, mut squares) = (0.0, 0.0);
    for index in 0..args.games {
        let seed = seed_in_series(args.seed, index);
        let mut won = 0.0;
        for seat in 0..seats {
            let mut players: Vec<Club> = (0..seats)
                .map(|other| Club::with(if other == seat { candidate } else { others }))
                .collect();
            let end = play_out(game, seed, &mut players, &mut legal);
            let winners = game.winners(&end.state);
            if winners.contains(Seat(seat as u8)) {
                won += 1.0 / winners.iter().count() as f64;
            }
        }
        let share = won / seats as f64;
        sum += share;
        squares += share * share;
    }
    let games = args.games as f64;
    let mean = sum / games;
    let variance = (squares / games - mean * mean).max(0.0);
    (mean, (variance / games).sqrt())
}
