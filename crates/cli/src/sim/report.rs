//! The figures of a simulation, for programs and for people.

use std::fmt::Write;

use finaud_messages::Language;
use finaud_players::Bot;
use serde_json::{Map, Value, json};

use super::tally::SimTally;
use crate::numbers::grouped;
use crate::series_report::SeriesReport;
use crate::surface::Surface;
use crate::texts::players;

/// Everything there is to say about a simulation.
pub(super) struct SimReport<'a, G> {
    pub(super) game: &'a G,
    pub(super) bot: Bot,
    pub(super) seed: u64,
    pub(super) threads: usize,
    /// How many games were asked for.
    pub(super) wanted: u64,
    pub(super) seconds: f64,
    pub(super) tally: &'a SimTally,
}

/// The rows of the histogram that people see.
const ROWS: i32 = 20;
/// The width of its longest bar.
const BAR: usize = 50;

impl<G: Surface> SeriesReport for SimReport<'_, G> {
    fn json(&self) -> Value {
        let tally = self.tally;
        let scores = tally.scores();
        let parts = self.game.parts();
        let zones: Map<String, Value> = parts
            .into_iter()
            .enumerate()
            .map(|(index, name)| (name, json!(tally.part(index))))
            .collect();
        let rulings: Map<String, Value> = self
            .game
            .options()
            .into_iter()
            .map(|(key, value)| (key, Value::String(value)))
            .collect();
        let mut object = json!({
            "game": self.game.id(),
            "players": self.game.seats(),
            "bot": self.bot.name(),
            "games": tally.games(),
            "seed": self.seed,
            "mean": scores.mean(),
            "sd": scores.deviation(),
            "standard_error": self.standard_error(),
            "min": scores.min(),
            "p10": scores.percentile(10),
            "median": scores.percentile(50),
            "p90": scores.percentile(90),
            "max": scores.max(),
            "zones": zones,
            "rulings": rulings,
            "threads": self.threads,
            "seconds": self.seconds,
            "games_per_second": self.per_second(tally.games()),
            "decisions_per_second": self.per_second(tally.decisions()),
        });
        if let Some(adjusted) = tally.adjusted() {
            object["adjusted"] = json!({
                "mean": adjusted.mean,
                "sd": adjusted.deviation,
                "standard_error": adjusted.error,
            });
        }
        if self.game.has_foxes() {
            object["foxes"] = json!({ "count": tally.foxes(), "points": tally.fox_points() });
        }
        if self.game.seats() > 1 {
            let share = |wins: f64| wins / tally.games().max(1) as f64;
            object["win_shares"] = json!(tally.wins().into_iter().map(share).collect::<Vec<_>>());
            object["seats"] = json!(tally.seat_means());
            object["wins"] = json!(tally.wins());
        } else {
            let steps = self.ratings().into_iter();
            object["ratings"] = steps
                .map(|(title, from, share)| json!({ "title": title, "from": from, "share": share }))
                .collect();
        }
        object
    }

    fn write(&self, text: &mut String) -> std::fmt::Result {
        let tally = self.tally;
        let scores = tally.scores();
        let seats = self.game.seats();
        writeln!(
            text,
            "{}, {}: {} {} by {}, seed {}",
            self.game.name(),
            players(Language::english(), seats),
            grouped(tally.games()),
            if tally.games() == 1 { "game" } else { "games" },
            self.bot,
            self.seed
        )?;
        for (key, value) in self.game.options() {
            writeln!(text, "  ruling {key} = {value}")?;
        }
        if tally.games() == 0 {
            return writeln!(text, "\nNo game was finished.");
        }
        writeln!(
            text,
            "\n  mean {:8.2} ± {:.2}",
            scores.mean(),
            self.standard_error()
        )?;
        writeln!(text, "  sd   {:8.2}", scores.deviation())?;
        if let Some(adjusted) = tally.adjusted() {
            writeln!(
                text,
                "  without luck: mean {:.2} ± {:.2}, sd {:.2}",
                adjusted.mean, adjusted.error, adjusted.deviation
            )?;
        }
        let (low, high) = (scores.min(), scores.max());
        let [p10, median, p90] = [10, 50, 90].map(|percent| scores.percentile(percent));
        writeln!(
            text,
            "  min  {low:5}   p10 {p10:5}   median {median:5}   p90 {p90:5}   max {high:5}\n"
        )?;
        for (index, name) in self.game.parts().into_iter().enumerate() {
            writeln!(text, "  {name:<12} {:7.2}", tally.part(index))?;
        }
        if self.game.has_foxes() {
            let (points, count) = (tally.fox_points(), tally.foxes());
            writeln!(text, "  {:<12} {points:7.2}  from {count:.2} of them", "foxes")?;
        }
        if seats > 1 {
            writeln!(text)?;
            for (seat, (mean, wins)) in tally.seat_means().into_iter().zip(tally.wins()).enumerate() {
                let share = 100.0 * wins / tally.games() as f64;
                writeln!(text, "  seat {}  mean {mean:7.2}   wins {share:5.1} %", seat + 1)?;
            }
        }
        let ratings = self.ratings();
        if !ratings.is_empty() {
            writeln!(text)?;
            for (title, from, share) in ratings {
                let from = from.map_or("below".into(), |from| format!("from {from}"));
                writeln!(text, "  {from:<9} {:6.2} %  {title}", 100.0 * share)?;
            }
        }
        writeln!(text)?;
        self.write_histogram(text)?;
        writeln!(
            text,
            "\n  {:.1} s on {} {}: {} games/s, {} decisions/s",
            self.seconds,
            self.threads,
            if self.threads == 1 { "thread" } else { "threads" },
            grouped(self.per_second(tally.games()) as u64),
            grouped(self.per_second(tally.decisions()) as u64)
        )
    }

    fn played(&self) -> (u64, u64, &'static str) {
        (self.tally.games(), self.wanted, "games")
    }
}

impl<G: Surface> SimReport<'_, G> {
    fn per_second(&self, count: u64) -> f64 {
        count as f64 / self.seconds.max(1e-9)
    }

    /// The share of the games that reached each step of the rating.
    fn ratings(&self) -> Vec<(String, Option<i32>, f64)> {
        let scores = self.tally.scores();
        let steps = self.game.rating(Language::english());
        let mut counts = vec![0u64; steps.len()];
        for (score, times) in scores.iter() {
            let reached = steps
                .iter()
                .position(|step| step.from.is_none_or(|from| score >= from));
            if let Some(index) = reached {
                counts[index] += times;
            }
        }
        let share = |count: u64| count as f64 / scores.total().max(1) as f64;
        steps
            .into_iter()
            .zip(counts)
            .map(|(step, count)| (step.title, step.from, share(count)))
            .collect()
    }

    /// How far the mean may be off.
    fn standard_error(&self) -> f64 {
        // The seats of a game are not independent of each other, so a game counts once.
        self.tally.scores().deviation() / (self.tally.games().max(1) as f64).sqrt()
    }

    fn write_histogram(&self, text: &mut String) -> std::fmt::Result {
        let scores = self.tally.scores();
        let width = bin_width(scores.max() - scores.min());
        let first = scores.min().div_euclid(width);
        let mut bins = vec![0u64; (scores.max().div_euclid(width) - first + 1) as usize];
        for (score, times) in scores.iter() {
            bins[(score.div_euclid(width) - first) as usize] += times;
        }
        let most = bins.iter().copied().max().unwrap_or(1).max(1);
        for (index, times) in bins.into_iter().enumerate() {
            let low = (first + index as i32) * width;
            let high = low + width - 1;
            let label = if width == 1 {
                format!("{low}")
            } else {
                format!("{low}–{high}")
            };
            let length = (u128::from(times) * BAR as u128).div_ceil(u128::from(most)) as usize;
            let share = 100.0 * times as f64 / scores.total() as f64;
            writeln!(text, "  {label:>9} {share:6.2} % {}", "█".repeat(length))?;
        }
        Ok(())
    }
}

/// A round width that needs no more than [`ROWS`] rows or so.
fn bin_width(range: i32) -> i32 {
    let wanted = range / ROWS + 1;
    let mut scale = 1;
    loop {
        for step in [1, 2, 5] {
            if step * scale >= wanted {
                return step * scale;
            }
        }
        scale *= 10;
    }
}
