//! The bounds, for programs and for people. What is proved and what is estimated never shares a line.

use std::fmt::Write;

use finaud_proof::ceiling::{End, NoCeiling};
use finaud_record::Notation;
use finaud_rules::SoloGame;
use serde_json::{Value, json};

use super::{Foreseen, Row};
use crate::draw;
use crate::numbers::grouped;
use crate::series_report::SeriesReport;

/// Everything there is to say.
pub(super) struct BoundReport<'a> {
    pub(super) game: &'a SoloGame,
    pub(super) seed: u64,
    pub(super) wanted: u64,
    pub(super) ceiling: &'a Result<End, NoCeiling>,
    pub(super) foreseen: Option<&'a Foreseen>,
    pub(super) rows: &'a [Row],
    pub(super) seconds: f64,
}

impl SeriesReport for BoundReport<'_> {
    fn json(&self) -> Value {
        let ceiling = match self.ceiling {
            Ok(end) => json!({
                "points": end.points,
                "zones": end.zones,
                "marks": end.marks,
                "foxes": end.foxes,
                "picks": end.dice.0,
                "extra_dice": end.dice.1,
                "bonuses": end.gifts,
            }),
            Err(_) => Value::Null,
        };
        let row = |row: &Row| {
            json!({
                "alpha": row.settings.alpha,
                "outcomes": row.settings.outcomes,
                "width": row.settings.width,
                "margin": row.settings.margin,
                "for_choosing_alpha": row.tuning,
                "paths": row.worth.many(),
                "mean": row.worth.mean(),
                "sd": row.worth.deviation(),
                "interval": interval(row),
                "points": row.points.mean(),
                "luck": row.luck.mean(),
            })
        };
        json!({
            "game": self.game.id(),
            "seed": self.seed,
            "proved": { "ceiling": ceiling, "clairvoyant": self.foreseen.map(foreseen) },
            "estimated": self.rows.iter().map(row).collect::<Vec<_>>(),
            "seconds": self.seconds,
        })
    }

    fn write(&self, text: &mut String) -> std::fmt::Result {
        writeln!(text, "{} alone, seed {}", self.game.name(), self.seed)?;
        writeln!(text, "\nProved:")?;
        match self.ceiling {
            Ok(end) => {
                writeln!(
                    text,
                    "  Nobody ever has more than {} points, whatever the dice show.",
                    end.points
                )?;
                let names = &self.game.sheet().zones;
                let zones = names.iter().zip(end.zones).zip(end.marks);
                let zones: Vec<String> = zones
                    .map(|((zone, points), marks)| format!("{} {points} ({marks} marks)", zone.name))
                    .collect();
                paragraph(
                    text,
                    &format!(
                        "That would be {}, {} foxes; {} picks, {} extra dice and {} bonuses pay for the marks.",
                        zones.join(", "),
                        end.foxes,
                        end.dice.0,
                        end.dice.1,
                        end.gifts
                    ),
                )?;
            }
            Err(error) => writeln!(text, "  Nothing: {error}.")?,
        }
        if let Some(foreseen) = self.foreseen {
            paragraph(
                text,
                &format!(
                    "Nobody who does not know the dice has a mean above {:.2} ± {:.2} (95 % over {} paths; branch and bound \
                     finished {} of them within {} states, the others count with the ceiling that remains).",
                    foreseen.proved.mean(),
                    foreseen.proved.margin(),
                    foreseen.proved.many(),
                    foreseen.finished,
                    grouped(foreseen.nodes)
                ),
            )?;
        }
        writeln!(text, "\nEstimated:")?;
        paragraph(
            text,
            "The bound on every player's mean, from the best lines that were found. A better line may have been missed, so the \
             bound itself is this or more.",
        )?;
        writeln!(
            text,
            "\n  luck costs outcomes width margin paths       estimate     sd  points   luck"
        )?;
        for row in self.rows {
            let interval = match interval(row) {
                Some([low, high]) => format!("{:.2} ± {:.2}", row.worth.mean(), (high - low) / 2.0),
                None => format!("{:.2}", row.worth.mean()),
            };
            writeln!(
                text,
                "  {:10.2} {:8} {:5} {:6.1} {:5} {interval:>14} {:6.2} {:7.2} {:6.2}{}",
                row.settings.alpha,
                row.settings.outcomes,
                row.settings.width,
                row.settings.margin,
                row.worth.many(),
                row.worth.deviation(),
                row.points.mean(),
                row.luck.mean(),
                if row.tuning { " *" } else { "" }
            )?;
        }
        if self.rows.iter().any(|row| row.tuning) {
            writeln!(text, "\n  * other paths, for choosing what luck costs")?;
        }
        writeln!(
            text,
            "\n  ± is a 95 % confidence interval over paths. {:.1} s",
            self.seconds
        )
    }

    fn played(&self) -> (u64, u64, &'static str) {
        let paths = self
            .rows
            .iter()
            .filter(|row| !row.tuning)
            .map(|row| row.worth.many());
        (paths.min().unwrap_or(0), self.wanted, "paths")
    }
}

/// Writes a text in indented lines that fit a terminal.
fn paragraph(text: &mut String, words: &str) -> std::fmt::Result {
    draw::wrapped(words, draw::WIDTH - 2)
        .iter()
        .try_for_each(|line| writeln!(text, "  {line}"))
}

fn foreseen(foreseen: &Foreseen) -> Value {
    let margin = foreseen.proved.margin();
    json!({
        "paths": foreseen.proved.many(),
        "finished": foreseen.finished,
        "states": foreseen.nodes,
        "mean": foreseen.proved.mean(),
        "sd": foreseen.proved.deviation(),
        "margin": margin.is_finite().then_some(margin),
        "best_lines_found": foreseen.found.mean(),
    })
}

/// The 95 % confidence interval of the mean; `None` for a single path.
fn interval(row: &Row) -> Option<[f64; 2]> {
    let margin = row.worth.margin();
    let mean = row.worth.mean();
    margin.is_finite().then_some([mean - margin, mean + margin])
}
