//! The reviews of many games: means, and how far they may be off.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::{Context, Result};
use finaud_players::review::{Review, Sums, review};
use finaud_rules::{Next, Seat};
use finaud_table::with_compact_game;
use serde_json::{Map, Value, json};

use super::{Args, NODES, seat_of, show_progress};
use crate::language::language;
use crate::record_file::RecordFile;
use crate::surface::Surface;
use crate::texts::analyse as words;

/// What games have in common whose figures belong together.
#[derive(Clone, PartialEq, Eq, Debug)]
struct GameKind {
    game: String,
    name: String,
    players: usize,
    options: Vec<(String, String)>,
    /// The bot, or the name of the person; may be empty.
    who: String,
}

/// The names of the numbers, as JSON has them.
const PARTS: [&str; 8] = [
    "start",
    "luck",
    "others",
    "losses",
    "correction",
    "end",
    "without_luck",
    "accuracy",
];

/// The numbers of a game, in the order of [`PARTS`]; `None` where there is nothing to say.
type GameFigures = [Option<f64>; PARTS.len()];

/// A game, reviewed.
struct ReviewedGame {
    kind: GameKind,
    points: GameFigures,
    win: Option<GameFigures>,
}

/// Reviews all records and prints the means.
pub(super) fn run(args: &Args, records: &[RecordFile]) -> Result<()> {
    let next = AtomicUsize::new(0);
    let done = AtomicUsize::new(0);
    let results: Vec<Mutex<Option<Result<Option<ReviewedGame>>>>> =
        records.iter().map(|_| Mutex::new(None)).collect();
    let work = || {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let (Some(record), Some(place)) = (records.get(index), results.get(index)) else {
                return;
            };
            let reviewed = reviewed(args, record);
            if reviewed.is_err() {
                // One record that cannot be is named, and the others are not waited for.
                next.store(records.len(), Ordering::Relaxed);
            }
            if let Ok(mut place) = place.lock() {
                *place = Some(reviewed);
            }
            let done = done.fetch_add(1, Ordering::Relaxed) + 1;
            show_progress(&words::games_done(done, records.len()));
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..args.limits.threads() {
            scope.spawn(work);
        }
        work();
    });
    show_progress("");
    let mut groups: Vec<(GameKind, Vec<ReviewedGame>)> = Vec::new();
    let mut unfinished = 0usize;
    for place in results {
        let Some(reviewed) = place.into_inner().ok().flatten().transpose()? else {
            continue;
        };
        let Some(game) = reviewed else {
            unfinished += 1;
            continue;
        };
        match groups.iter_mut().find(|(kind, _)| *kind == game.kind) {
            Some((_, games)) => games.push(game),
            None => groups.push((game.kind.clone(), vec![game])),
        }
    }
    let mut out = io::stdout().lock();
    if args.json {
        let groups: Vec<Value> = groups.iter().map(|(kind, games)| as_json(kind, games)).collect();
        writeln!(out, "{}", json!({ "groups": groups, "unfinished": unfinished }))?;
    } else {
        let groups: Vec<String> = groups.iter().map(|(kind, games)| as_text(kind, games)).collect();
        if !groups.is_empty() {
            writeln!(out, "{}\n{}", groups.join("\n"), words::standard_errors())?;
        }
        if unfinished > 0 {
            writeln!(out, "{}", words::left_out(unfinished))?;
        }
    }
    Ok(out.flush()?)
}

/// The figures of a game; `None` if it is not finished: what it would have come to is no result.
fn reviewed(args: &Args, file: &RecordFile) -> Result<Option<ReviewedGame>> {
    let game = file.game(args.files.game.as_deref(), args.files.weights.as_deref())?;
    with_compact_game!(game, game => reviewed_game(args, file, &game))
}

fn reviewed_game<G: Surface>(args: &Args, file: &RecordFile, game: &G) -> Result<Option<ReviewedGame>> {
    let record = file.read(game)?;
    let seat = seat_of(args, file, game)?;
    let states = record.states(game).with_context(|| file.name.clone())?;
    let is_over = |state| game.next(state) == Next::Over;
    if !states.last().is_some_and(is_over) {
        return Ok(None);
    }
    // Games share the threads, not the states of one game.
    let limits = args.limits.alone(NODES);
    let reviewed = review(game, &record, seat, limits, language(), |_| ());
    let reviewed = reviewed.with_context(|| file.name.clone())?;
    Ok(Some(ReviewedGame {
        kind: GameKind {
            game: game.id().into(),
            name: game.name().into(),
            players: game.seats(),
            options: game.options(),
            who: who(file, seat, &reviewed),
        },
        points: figures(
            reviewed.start.points,
            &reviewed.points,
            reviewed.end.points,
            reviewed.accuracy,
        ),
        win: reviewed
            .start
            .win
            .zip(reviewed.win.as_ref())
            .zip(reviewed.end.win)
            .map(|((start, sums), end)| figures(start, sums, end, None)),
    }))
}

/// Who sat there: a bot by what it plays like, a person by name.
fn who(file: &RecordFile, seat: Seat, reviewed: &Review) -> String {
    let bot = file.header.tag(&format!("bot {}", seat.index() + 1));
    bot.map_or_else(|| reviewed.who.clone(), ToOwned::to_owned)
}

fn figures(start: f64, sums: &Sums, end: f64, accuracy: Option<f64>) -> GameFigures {
    [
        Some(start),
        Some(sums.luck),
        Some(sums.others),
        Some(sums.losses),
        Some(sums.correction),
        Some(end),
        Some(end - sums.luck - sums.others),
        accuracy,
    ]
}

/// A mean over games and its standard error; no error of a single game.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Mean {
    mean: f64,
    error: Option<f64>,
}

impl Mean {
    fn of(numbers: &[f64]) -> Option<Mean> {
        let many = numbers.len() as f64;
        if numbers.is_empty() {
            return None;
        }
        let mean = numbers.iter().sum::<f64>() / many;
        let squares: f64 = numbers.iter().map(|number| (number - mean).powi(2)).sum();
        let error = (numbers.len() > 1).then(|| (squares / (many - 1.0) / many).sqrt());
        Some(Mean { mean, error })
    }

    fn json(self) -> Value {
        json!({ "mean": self.mean, "standard_error": self.error })
    }
}

/// The means of all parts, in points or in chances.
fn means(
    games: &[ReviewedGame],
    of: fn(&ReviewedGame) -> Option<&GameFigures>,
) -> [Option<Mean>; PARTS.len()] {
    std::array::from_fn(|part| {
        let numbers: Vec<f64> = games.iter().filter_map(|game| of(game)?[part]).collect();
        Mean::of(&numbers)
    })
}

fn as_json(kind: &GameKind, games: &[ReviewedGame]) -> Value {
    let object = |means: [Option<Mean>; PARTS.len()]| {
        let known = PARTS.iter().zip(means);
        let known = known.filter_map(|(name, mean)| Some(((*name).to_owned(), mean?.json())));
        // Accuracy is neither points nor chances.
        Value::Object(known.filter(|(name, _)| name != "accuracy").collect())
    };
    let points = means(games, |game| Some(&game.points));
    let options = kind.options.iter().cloned();
    json!({
        "game": kind.game,
        "players": kind.players,
        "options": options.map(|(key, value)| (key, Value::String(value))).collect::<Map<_, _>>(),
        "who": Some(&kind.who).filter(|who| !who.is_empty()),
        "games": games.len(),
        "points": object(points),
        "win": (kind.players > 1).then(|| object(means(games, |game| game.win.as_ref()))),
        "accuracy": points[PARTS.len() - 1].map(Mean::json),
    })
}

fn as_text(kind: &GameKind, games: &[ReviewedGame]) -> String {
    let mut text = words::many_title(&kind.name, kind.players, &kind.who, games.len());
    for (key, value) in &kind.options {
        let _ = write!(text, "\n  {key} = {value}");
    }
    text += "\n\n";
    let with_others = kind.players > 1;
    let rows = words::parts();
    let width = rows.iter().map(|row| row.chars().count() + 2).max().unwrap_or(0);
    let points = means(games, |game| Some(&game.points));
    let win = means(games, |game| game.win.as_ref());
    if with_others {
        let [points, win] = words::terms();
        let _ = writeln!(text, "  {:width$}{points:>18}{win:>18}", "");
    }
    for (part, name) in rows.iter().enumerate() {
        if !with_others && PARTS[part] == "others" {
            continue;
        }
        let mut line = format!("  {name:<width$}{}", cell(PARTS[part], points[part], 1.0));
        if win[part].is_some() {
            line += &cell(PARTS[part], win[part], 100.0);
        }
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text
}

/// A mean with its error, 18 letters wide.
fn cell(part: &str, mean: Option<Mean>, scale: f64) -> String {
    let Some(Mean { mean, error }) = mean else {
        return format!("{:>18}", "");
    };
    // What is lost is told as a loss.
    let mean = scale * if part == "losses" { 0.0 - mean } else { mean };
    let mean = match part {
        "luck" | "others" | "losses" | "correction" => format!("{mean:>+9.2}"),
        _ => format!("{mean:>9.2}"),
    };
    let error = error.map_or_else(String::new, |error| format!(" ± {:.2}", scale * error));
    language().tabular(&format!("{mean}{error:<9}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mean_knows_how_far_it_may_be_off() {
        assert_eq!(Mean::of(&[]), None);
        let one = Mean::of(&[3.0]).unwrap();
        assert_eq!((one.mean, one.error), (3.0, None));
        let four = Mean::of(&[1.0, 3.0, 5.0, 7.0]).unwrap();
        assert_eq!(four.mean, 4.0);
        // The spread is √(20/3), over √4 games.
        assert!((four.error.unwrap() - (20.0f64 / 3.0 / 4.0).sqrt()).abs() < 1e-12);
    }
}
