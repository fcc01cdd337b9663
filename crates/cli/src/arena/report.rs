//! The figures of a match, for programs and for people.

use std::fmt::Write;

use finaud_messages::Language;
use finaud_players::arena::{AdjustedTally, Arena, Clock, Entrant, Estimate, MOST_SEATINGS, Order, Tally};
use serde_json::{Map, Value, json};

use crate::numbers::grouped;
use crate::series_report::SeriesReport;
use crate::surface::Surface;
use crate::texts::players;

/// Everything there is to say about a match.
pub(super) struct ArenaReport<'a, G: Surface> {
    pub(super) game: &'a G,
    pub(super) arena: &'a Arena<'a, G>,
    pub(super) seed: u64,
    pub(super) threads: usize,
    /// How many deals were to be played.
    pub(super) wanted: u64,
    pub(super) seconds: f64,
    pub(super) tally: &'a Tally,
    /// How long each bot took to decide.
    pub(super) clocks: &'a [Clock],
}

impl<G: Surface> SeriesReport for ArenaReport<'_, G> {
    fn json(&self) -> Value {
        let tally = self.tally;
        let names = self.names();
        let rulings: Map<String, Value> = self
            .game
            .options()
            .into_iter()
            .map(|(key, value)| (key, Value::String(value)))
            .collect();
        let bots = names.iter().zip(self.clocks).enumerate();
        let bots = bots.map(|(index, (name, clock))| {
            let standing = tally.standing(index);
            // A share beyond these ends would be nonsense.
            let share = |interval: [f64; 2]| interval.map(|end| end.clamp(0.0, 1.0));
            json!({
                "bot": name,
                "games": standing.games,
                "seats": standing.seats,
                "mean": standing.points.mean,
                "mean_interval": standing.points.interval(),
                "sd": standing.deviation,
                "win_share": standing.wins.mean,
                "win_share_interval": standing.wins.interval().map(share),
                "fair_share": standing.fair,
                "decisions": clock.decisions(),
                "microseconds_mean": clock.mean_micros(),
                "microseconds_p95": clock.percentile_micros(95),
            })
        });
        let pairs = tally.pairs().map(|(one, other, difference)| {
            json!({
                "bots": [names[one], names[other]],
                "difference": difference.mean,
                "difference_interval": difference.interval(),
            })
        });
        json!({
            "game": self.game.id(),
            "players": self.game.seats(),
            "rulings": rulings,
            "seed": self.seed,
            "deals": tally.deals(),
            "games": tally.games(),
            "games_per_deal": self.arena.seatings().len(),
            "seatings": match self.arena.seatings().order() {
                Order::Alone => "alone",
                Order::All => "all",
                Order::OneAgainst => "one against",
                Order::Rotations => "rotations",
            },
            "bots": bots.collect::<Vec<_>>(),
            "pairs": pairs.collect::<Vec<_>>(),
            "adjusted": tally.adjusted().map(|adjusted| self.adjusted_json(adjusted)),
            "threads": self.threads,
            "seconds": self.seconds,
        })
    }

    fn write(&self, text: &mut String) -> std::fmt::Result {
        let tally = self.tally;
        let seats = self.game.seats();
        writeln!(
            text,
            "{}, {}: {}, {}, seed {}",
            self.game.name(),
            players(Language::english(), seats),
            counted(tally.deals(), "deal"),
            counted(tally.games(), "game"),
            self.seed
        )?;
        for (key, value) in self.game.options() {
            writeln!(text, "  ruling {key} = {value}")?;
        }
        let per_deal = counted(self.arena.seatings().len() as u64, "game");
        match self.arena.seatings().order() {
            Order::Alone => {
                writeln!(
                    text,
                    "  A deal is {per_deal}: each bot alone on the same luck. Most points win."
                )?;
            }
            Order::All => writeln!(text, "  A deal is {per_deal}: every seating on the same luck.")?,
            Order::OneAgainst => writeln!(
                text,
                "  A deal is {per_deal} on the same luck: {} in each seat once, {} in the others.",
                self.names()[0],
                self.names()[1]
            )?,
            Order::Rotations => writeln!(
                text,
                "  A deal is {per_deal} on the same luck: rotations of the order only, because\n  \
                 there are more than {MOST_SEATINGS} seatings. Who sits next to whom hardly changes."
            )?,
        }
        if tally.deals() == 0 {
            return writeln!(text, "\nNo deal was finished.");
        }
        self.write_bots(text)?;
        self.write_pairs(text)?;
        if let Some(adjusted) = tally.adjusted() {
            self.write_adjusted(text, adjusted)?;
        }
        let threads = counted(self.threads as u64, "thread");
        writeln!(
            text,
            "\n  ± is the 95 % confidence interval over deals; µs is the time of a decision."
        )?;
        writeln!(text, "  {:.1} s on {threads}", self.seconds)
    }

    fn played(&self) -> (u64, u64, &'static str) {
        (self.tally.deals(), self.wanted, "deals")
    }
}

impl<G: Surface> ArenaReport<'_, G> {
    fn names(&self) -> Vec<&str> {
        self.arena.entrants().iter().map(Entrant::name).collect()
    }

    fn write_bots(&self, text: &mut String) -> std::fmt::Result {
        let width = self
            .names()
            .iter()
            .map(|name| name.len())
            .max()
            .unwrap_or(0)
            .max(6);
        writeln!(
            text,
            "\n  {:width$} {:>9} {:>16} {:>6} {:>12} {:>6} {:>7} {:>7}",
            "", "games", "points", "sd", "wins %", "fair %", "µs mean", "µs p95"
        )?;
        for (index, (name, clock)) in self.names().into_iter().zip(self.clocks).enumerate() {
            let standing = self.tally.standing(index);
            let sd = standing.deviation.map_or("–".into(), |sd| format!("{sd:.2}"));
            let wins = Estimate {
                mean: 100.0 * standing.wins.mean,
                margin: standing.wins.margin.map(|margin| 100.0 * margin),
            };
            writeln!(
                text,
                "  {name:width$} {:>9} {:>16} {sd:>6} {:>12} {:>6.1} {:>7} {:>7}",
                grouped(standing.games),
                around(&standing.points, 2),
                around(&wins, 1),
                100.0 * standing.fair,
                micros(clock.mean_micros()),
                micros(clock.percentile_micros(95))
            )?;
        }
        Ok(())
    }

    fn write_pairs(&self, text: &mut String) -> std::fmt::Result {
        let names = self.names();
        let mut title = "\n  points on the same deals\n";
        for (one, other, difference) in self.tally.pairs() {
            text.push_str(title);
            title = "";
            write_difference(text, [names[one], names[other]], &difference)?;
        }
        Ok(())
    }
}

impl<G: Surface> ArenaReport<'_, G> {
    fn adjusted_json(&self, adjusted: &AdjustedTally) -> Value {
        let names = self.names();
        let bots = names.iter().enumerate().map(|(index, name)| {
            let standing = adjusted.standing(index);
            json!({
                "bot": name,
                "mean": standing.points.mean,
                "mean_interval": standing.points.interval(),
                "win_share": standing.wins.map(|wins| wins.mean),
                "win_share_interval": standing.wins.and_then(|wins| wins.interval()),
            })
        });
        let pairs = adjusted.pairs().map(|(one, other, difference)| {
            json!({
                "bots": [names[one], names[other]],
                "difference": difference.mean,
                "difference_interval": difference.interval(),
            })
        });
        json!({ "bots": bots.collect::<Vec<_>>(), "pairs": pairs.collect::<Vec<_>>() })
    }

    fn write_adjusted(&self, text: &mut String, adjusted: &AdjustedTally) -> std::fmt::Result {
        let names = self.names();
        writeln!(text, "\n  without luck")?;
        for (index, name) in names.iter().enumerate() {
            let standing = adjusted.standing(index);
            write!(text, "  {name:20} {:>17}", around(&standing.points, 2))?;
            if let Some(Estimate { mean, margin }) = standing.wins {
                let wins = Estimate {
                    mean: 100.0 * mean,
                    margin: margin.map(|margin| 100.0 * margin),
                };
                write!(text, "   wins {} %", around(&wins, 1))?;
            }
            writeln!(text)?;
        }
        for (one, other, difference) in adjusted.pairs() {
            write_difference(text, [names[one], names[other]], &difference)?;
        }
        Ok(())
    }
}

fn counted(number: u64, what: &str) -> String {
    let end = if number == 1 { "" } else { "s" };
    format!("{} {what}{end}", grouped(number))
}

/// By how much one is ahead of the other.
fn write_difference(text: &mut String, [one, other]: [&str; 2], difference: &Estimate) -> std::fmt::Result {
    let pair = format!("{one} − {other}");
    let sign = if difference.mean > 0.0 { "+" } else { "" };
    writeln!(
        text,
        "  {pair:20} {:>17}",
        format!("{sign}{}", around(difference, 2))
    )
}

/// A mean and its margin.
fn around(estimate: &Estimate, digits: usize) -> String {
    let Estimate { mean, margin } = estimate;
    match margin {
        Some(margin) => format!("{mean:.digits$} ± {margin:.digits$}"),
        None => format!("{mean:.digits$}"),
    }
}

/// Three digits that matter, no matter how fast or slow.
fn micros(time: Option<f64>) -> String {
    match time {
        None => "–".into(),
        Some(time) if time < 10.0 => format!("{time:.2}"),
        Some(time) if time < 100.0 => format!("{time:.1}"),
        Some(time) => grouped(time.round() as u64),
    }
}
