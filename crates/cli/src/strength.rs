//! `finaud strength`: the table of every level at every game and number of players, as Markdown.
//!
//! Each level meets the next lower one in duplicate matches (see `finaud arena`), so that the whole table takes one
//! command. `master` thinks before it chooses, so its matches have a part of the games.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use anyhow::Result;
use finaud_players::Bot;
use finaud_players::arena::{AdjustedTally, Arena, Entrant, Estimate};
use finaud_table::{games, with_compact_game};

use crate::arena::ArenaRun;
use crate::failure::INTERRUPTED;
use crate::game_choice::GameChoice;
use crate::numbers::{self, grouped};
use crate::sim::{self, Luck};
use crate::surface::Surface;

/// The arguments of `finaud strength`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Only this game; all if not given.
    #[arg(long, short, value_name = "ID")]
    game: Option<String>,
    /// Only this number of players; all if not given.
    #[arg(long, short, value_parser = crate::game_choice::players, allow_hyphen_values = true)]
    players: Option<usize>,
    /// How many games two levels play at most; but two deals, at least.
    #[arg(long, short = 'n', default_value = "2000", value_parser = sim::games, allow_hyphen_values = true)]
    games: u64,
    /// How many of them where `master` takes part.
    #[arg(long, default_value = "200", value_parser = sim::games, allow_hyphen_values = true)]
    master_games: u64,
    /// Names the series of deals. Those of training are others, whatever the seed.
    #[arg(long, short, default_value = "2026", value_parser = numbers::seed, allow_hyphen_values = true)]
    seed: u64,
    /// How many threads play; all cores if not given.
    #[arg(long, value_parser = sim::threads, allow_hyphen_values = true)]
    threads: Option<usize>,
    /// Also gives the figures without luck: the same means with a smaller spread.
    #[arg(long)]
    adjusted: bool,
}

/// The levels, weakest first.
const LEVELS: [Bot; 5] = [Bot::Random, Bot::Novice, Bot::Club, Bot::Expert, Bot::Master];

/// Plays all matches and prints the table line by line.
pub(crate) fn run(args: &Args) -> Result<()> {
    let choices = choices(args)?;
    // Of all games, those that so many can play; but a game that was asked for must be one of them.
    if let (Some(game), Some(players)) = (&args.game, args.players) {
        GameChoice::plain(game).build(players)?;
    }
    let mut out = io::stdout().lock();
    writeln!(
        out,
        "| game | players | level | points | against | points | wins, fair 50 % | games | ms a choice |{}\n\
         |---|---|---|---|---|---|---|---|---|{}",
        if args.adjusted {
            " without luck: points | against | difference | wins |"
        } else {
            ""
        },
        if args.adjusted { "---|---|---|---|" } else { "" },
    )?;
    out.flush()?;
    let stop = sim::stop_on_interrupt()?;
    for choice in choices {
        let counts = choice.player_counts()?.into_iter();
        for players in counts.filter(|players| args.players.is_none_or(|wanted| wanted == *players)) {
            for pair in LEVELS.windows(2) {
                let game = choice.build(players)?;
                let line = with_compact_game!(game, game => compare(args, &game, pair, stop))?;
                // A match that was broken off is no line of the table.
                if stop.load(Ordering::Relaxed) {
                    return Err(INTERRUPTED.into());
                }
                writeln!(out, "{line}")?;
                out.flush()?;
            }
        }
    }
    Ok(())
}

/// The games of the table: each as it is, and in its other variant if it has one.
fn choices(args: &Args) -> Result<Vec<GameChoice>> {
    let ids: Vec<&str> = match &args.game {
        Some(game) => vec![game],
        None => games().collect(),
    };
    let mut choices = Vec::new();
    for id in ids {
        let plain = GameChoice::plain(id);
        let players = plain.fewest_players()?;
        let risk = GameChoice {
            variant: Some("risk".into()),
            ..plain.clone()
        };
        let has_variants = risk.build(players).is_ok();
        choices.push(plain);
        choices.extend(has_variants.then_some(risk));
    }
    Ok(choices)
}

/// A line of the table: a level against the next lower one.
fn compare<G: Surface>(args: &Args, game: &G, pair: &[Bot], stop: &AtomicBool) -> Result<String> {
    let (lower, higher) = (pair[0], pair[1]);
    let entrants: Vec<Entrant<G>> = [higher, lower]
        .into_iter()
        .filter_map(|bot| Entrant::bot(game, bot))
        .collect();
    let arena = Arena::new(game, entrants)?;
    let games = if higher == Bot::Master {
        args.master_games
    } else {
        args.games
    };
    let run = ArenaRun {
        arena: &arena,
        seed: args.seed,
        deals: (games / arena.seatings().len() as u64).max(2),
        stop,
        luck: if args.adjusted { Luck::Measured } else { Luck::Kept },
    };
    let start = Instant::now();
    let (tally, clocks) = run.play(args.threads.unwrap_or_else(numbers::cores));
    let (one, other) = (tally.standing(0), tally.standing(1));
    let name = match game.options().iter().find(|(key, _)| key == "variant") {
        Some((_, variant)) => format!("{}, {variant}", game.name()),
        None => game.name().to_string(),
    };
    let _ = writeln!(
        io::stderr(),
        "{name}, {} players, {higher} against {lower}: {:.0} s",
        game.seats(),
        start.elapsed().as_secs_f64()
    );
    // Two deals have a margin.
    let margin = |margin: Option<f64>| margin.unwrap_or(f64::NAN);
    let adjusted = tally.adjusted().map(adjusted_columns).unwrap_or_default();
    Ok(format!(
        "| {name} | {} | `{higher}` | {:.1} ± {:.1} | `{lower}` | {:.1} ± {:.1} | {:.1} % ± {:.1} | {} | {:.2} |{adjusted}",
        game.seats(),
        one.points.mean,
        margin(one.points.margin),
        other.points.mean,
        margin(other.points.margin),
        100.0 * one.wins.mean,
        100.0 * margin(one.wins.margin),
        grouped(tally.games()),
        clocks[0].mean_micros().unwrap_or(0.0) / 1000.0
    ))
}

/// What the match came to without luck.
fn adjusted_columns(adjusted: &AdjustedTally) -> String {
    let text = |estimate: Estimate, unit: f64| {
        let (mean, margin) = (unit * estimate.mean, unit * estimate.margin.unwrap_or(f64::NAN));
        format!("{mean:.1} ± {margin:.1}")
    };
    let difference = adjusted.pairs().next();
    let difference = difference.map_or_else(String::new, |(_, _, difference)| text(difference, 1.0));
    let wins = adjusted.standing(0).wins;
    format!(
        " {} | {} | {difference} | {} |",
        text(adjusted.standing(0).points, 1.0),
        text(adjusted.standing(1).points, 1.0),
        wins.map_or("–".into(), |wins| format!("{} %", text(wins, 100.0)))
    )
}
