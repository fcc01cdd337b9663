//! `finaud bound`: what nobody can exceed, proved or estimated.
//!
//! Path i of a series has its own seed, for its dice and for the rolls that luck is measured against. So the figures do not
//! depend on the number of threads, and a run that was stopped can go on from its file.

mod kept;
mod report;

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Instant;

use anyhow::Result;
use finaud_players::learned::{Learnable, Net};
use finaud_proof::Moments;
use finaud_proof::ceiling::Ceiling;
use finaud_proof::clairvoyant::{Clairvoyant, Most};
use finaud_proof::line::{Line, LineSearch, Settings};
use finaud_record::{Notation, seed_in_series};
use finaud_rules::{Game, Position, SoloGame};

use crate::failure::{INTERRUPTED, UsageError};
use crate::game_choice::TableChoice;
use crate::numbers;
use crate::series_report::SeriesReport;
use crate::sim;
use crate::sim::progress::Progress;
use kept::Kept;
use report::BoundReport;

/// Keeps the paths on which α is chosen apart from those that count.
const TUNING: u64 = 0x07a1_f0a1_fa00_0001;

/// The arguments of `finaud bound`.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    table: TableChoice,
    /// How many paths of dice are searched.
    #[arg(long, short = 'n', default_value = "20", value_parser = sim::games, allow_hyphen_values = true)]
    paths: u64,
    /// Names the series of paths.
    #[arg(long, short, default_value = "1", value_parser = numbers::seed, allow_hyphen_values = true)]
    seed: u64,
    /// What a point of luck costs, from 0 (the plain clairvoyant) to 1. With several, commas between them, the best is chosen
    /// on other paths.
    #[arg(long, default_value = "0.7", value_delimiter = ',', value_parser = alpha)]
    alpha: Vec<f64>,
    /// On how many other paths it is chosen.
    #[arg(long, default_value = "20", value_parser = sim::games, allow_hyphen_values = true)]
    tuning_paths: u64,
    /// Against how many rolls luck is measured at each place.
    #[arg(long, default_value = "64", value_parser = outcomes, allow_hyphen_values = true)]
    outcomes: u64,
    /// How many lines are kept at each place.
    #[arg(long, default_value = "12", value_parser = width, allow_hyphen_values = true)]
    width: u64,
    /// Choices that look worse than the best by more points than this are not followed.
    #[arg(long, default_value = "8", value_parser = margin)]
    margin: f32,
    /// Also searches the same paths with twice the width, twice the outcomes and twice the margin, each by itself.
    #[arg(long)]
    grow: bool,
    /// Also proves what somebody who knows all dice can make of each path, by a branch and bound search of so many states.
    /// A path whose search is not finished counts with the ceiling that remains.
    #[arg(long, value_name = "STATES", value_parser = nodes, allow_hyphen_values = true)]
    clairvoyant: Option<u64>,
    /// Where to start, as `finaud replay` writes positions; the start of the game if not given.
    #[arg(long, value_name = "TEXT")]
    position: Option<String>,
    /// Keeps the lines that were found in this file; the same command goes on from it.
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,
    /// How many threads search; all cores if not given.
    #[arg(long, value_parser = sim::threads, allow_hyphen_values = true)]
    threads: Option<usize>,
    /// Prints one JSON object.
    #[arg(long)]
    json: bool,
}

fn alpha(text: &str) -> Result<f64, String> {
    let number = text.trim().parse::<f64>().ok();
    let number = number.filter(|number| (0.0..=2.0).contains(number));
    number.ok_or_else(|| "what luck costs must be a number from 0 to 2".into())
}

fn margin(text: &str) -> Result<f32, String> {
    let number = text.trim().parse::<f32>().ok();
    let number = number.filter(|number| (0.0..=1000.0).contains(number));
    number.ok_or_else(|| "the margin must be a number from 0 to 1000".into())
}

fn nodes(text: &str) -> Result<u64, String> {
    numbers::count(text, "the number of states", 1..=1_000_000_000_000)
}

fn outcomes(text: &str) -> Result<u64, String> {
    numbers::count(text, "the number of outcomes", 1..=1_000_000)
}

fn width(text: &str) -> Result<u64, String> {
    numbers::count(text, "the width", 1..=1_000_000)
}

/// What was found with some settings.
pub(crate) struct Row {
    settings: Settings,
    /// Are these the paths on which α was chosen?
    tuning: bool,
    worth: Moments,
    points: Moments,
    luck: Moments,
}

/// What somebody who knows all dice can make of the paths.
pub(crate) struct Foreseen {
    /// What is proved of each path.
    proved: Moments,
    /// The best lines that were found.
    found: Moments,
    /// Paths whose search was finished.
    finished: u64,
    /// How many states of a path were looked at, at most.
    nodes: u64,
}

/// Searches all paths and prints the figures.
pub(crate) fn run(args: &Args) -> Result<()> {
    let Some(game) = args.table.build()?.solo() else {
        return Err(UsageError("bounds are for somebody who plays alone: --players 1".into()).into());
    };
    let own = game.weights().map(|weights| Arc::clone(&weights.net));
    let Some(net) = own.or_else(|| game.borrowed().map(|borrowed| borrowed.net)) else {
        return Err(UsageError(
            "nobody has learned this sheet: `finaud train` does, and --weights uses it".into(),
        )
        .into());
    };
    let start = Instant::now();
    let from = match &args.position {
        None => game.start(),
        Some(text) => game
            .read_position(text)
            .map_err(|error| UsageError(format!("the position cannot be read: {error}")))?,
    };
    let ceiling = Ceiling::new(&game).map(|mut ceiling| ceiling.of(&from));
    let search = PathSearch {
        game: &game,
        from,
        net,
        kept: args
            .state
            .as_deref()
            .map(|path| Kept::open(path, &game, &from))
            .transpose()?,
        stop: sim::stop_on_interrupt()?,
        threads: args.threads.unwrap_or_else(numbers::cores),
    };
    let rows = search.rows(args)?;
    let foreseen = match (args.clairvoyant, &ceiling) {
        (Some(nodes), Ok(_)) => Some(search.foreseen(args, nodes)?),
        _ => None,
    };
    let report = BoundReport {
        game: &game,
        seed: args.seed,
        wanted: args.paths,
        ceiling: &ceiling,
        foreseen: foreseen.as_ref(),
        rows: &rows,
        seconds: start.elapsed().as_secs_f64(),
    };
    report.print(args.json)
}

/// Searches the paths of a series.
struct PathSearch<'a> {
    game: &'a SoloGame,
    from: Position<1>,
    net: Arc<Net>,
    kept: Option<Kept>,
    stop: &'a AtomicBool,
    threads: usize,
}

impl PathSearch<'_> {
    /// Everything that was asked for. What is searched with several α is decided on other paths first.
    fn rows(&self, args: &Args) -> Result<Vec<Row>> {
        let base = Settings {
            alpha: args.alpha[0],
            outcomes: args.outcomes,
            width: args.width as usize,
            margin: args.margin,
        };
        let mut rows = Vec::new();
        let mut chosen = base;
        if args.alpha.len() > 1 {
            for alpha in &args.alpha {
                let settings = Settings {
                    alpha: *alpha,
                    ..base
                };
                rows.push(self.row(settings, args.seed ^ TUNING, args.tuning_paths, true)?);
            }
            let least = rows
                .iter()
                .min_by(|one, other| one.worth.mean().total_cmp(&other.worth.mean()));
            chosen = least.map_or(base, |row| row.settings);
        }
        rows.push(self.row(chosen, args.seed, args.paths, false)?);
        if args.grow {
            let wider = [
                Settings {
                    width: 2 * chosen.width,
                    ..chosen
                },
                Settings {
                    outcomes: 2 * chosen.outcomes,
                    ..chosen
                },
                Settings {
                    margin: 2.0 * chosen.margin,
                    ..chosen
                },
            ];
            for settings in wider {
                rows.push(self.row(settings, args.seed, args.paths, false)?);
            }
        }
        Ok(rows)
    }

    /// All paths of a series with some settings.
    fn row(&self, settings: Settings, series: u64, paths: u64, tuning: bool) -> Result<Row> {
        let search = || LineSearch::new(self.game, Arc::clone(&self.net), settings);
        let lines: Vec<Line> = self.on_paths(series, paths, search, |search, seed| {
            let known = self.kept.as_ref().and_then(|kept| kept.get(settings, seed));
            let line = known.or_else(|| search.best(&self.from, seed));
            if let (None, Some(kept), Some(line)) = (known, &self.kept, line) {
                kept.add(settings, seed, line);
            }
            line
        })?;
        if let Some(kept) = &self.kept {
            kept.check()?;
        }
        Ok(Row {
            settings,
            tuning,
            worth: lines.iter().map(|line| line.worth).collect(),
            points: lines.iter().map(|line| f64::from(line.points)).collect(),
            luck: lines.iter().map(|line| line.luck).collect(),
        })
    }

    /// What somebody who knows all dice can make of the paths.
    fn foreseen(&self, args: &Args, nodes: u64) -> Result<Foreseen> {
        let settings = Settings {
            alpha: 0.0,
            outcomes: 1,
            width: args.width as usize,
            margin: args.margin,
        };
        let search = || {
            let lines = LineSearch::new(self.game, Arc::clone(&self.net), settings);
            let most = Clairvoyant::new(self.game, Arc::clone(&self.net), nodes).ok();
            (lines, most)
        };
        let paths: Vec<Most> = self.on_paths(args.seed, args.paths, search, |(lines, most), seed| {
            let known = lines.best(&self.from, seed)?.points;
            Some(most.as_mut()?.most(&self.from, seed, known))
        })?;
        Ok(Foreseen {
            proved: paths.iter().map(|most| f64::from(most.proved)).collect(),
            found: paths.iter().map(|most| f64::from(most.found)).collect(),
            finished: paths.iter().filter(|most| most.is_exact()).count() as u64,
            nodes,
        })
    }

    /// What is found on each path of a series, in their order. Each thread has a search of its own.
    fn on_paths<S, T: Send>(
        &self,
        series: u64,
        paths: u64,
        search: impl Fn() -> S + Sync,
        find: impl Fn(&mut S, u64) -> Option<T> + Sync,
    ) -> Result<Vec<T>> {
        let found: Mutex<Vec<(u64, T)>> = Mutex::new(Vec::new());
        let (next, done) = (AtomicU64::new(0), AtomicU64::new(0));
        let progress = Progress::new(paths);
        std::thread::scope(|scope| {
            let work = || {
                let mut search = search();
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    if index >= paths || self.stop.load(Ordering::Relaxed) {
                        return;
                    }
                    if let Some(this) = find(&mut search, seed_in_series(series, index)) {
                        let mut found = found.lock().expect("nobody fails while holding it");
                        found.push((index, this));
                    }
                    done.fetch_add(1, Ordering::Relaxed);
                }
            };
            let workers: Vec<_> = (0..self.threads).map(|_| scope.spawn(work)).collect();
            while workers.iter().any(|worker| !worker.is_finished()) {
                std::thread::sleep(std::time::Duration::from_millis(100));
                progress.show(done.load(Ordering::Relaxed));
            }
        });
        progress.clear();
        if self.stop.load(Ordering::Relaxed) {
            return Err(INTERRUPTED.into());
        }
        let mut found = found.into_inner().expect("nobody failed while holding it");
        found.sort_by_key(|(index, _)| *index);
        Ok(found.into_iter().map(|(_, this)| this).collect())
    }
}
