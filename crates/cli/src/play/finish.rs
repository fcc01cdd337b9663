//! The end of a game: scores, winners, rating.

use std::fmt::Write;

use finaud_rules::Seat;
use finaud_table::{ChanceSource, Table};

use crate::draw::WIDTH;
use crate::surface::{Language, Measure, Surface};

/// The width of the names of the parts.
const LABEL: usize = 12;

/// The final scores and everything else there is to say.
pub(super) fn summary<G: Surface>(table: &Table<G>, language: Language) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = write_summary(&mut text, table, language);
    text
}

fn write_summary<G: Surface>(text: &mut String, table: &Table<G>, language: Language) -> std::fmt::Result {
    let game = table.game();
    let names: Vec<&str> = table.chairs().iter().map(|chair| chair.name.as_str()).collect();
    let measures: Vec<Measure> = (0..names.len())
        .map(|seat| game.measure(table.state(), Seat(seat as u8)))
        .collect();
    let widest = names
        .iter()
        .map(|name| name.chars().count())
        .max()
        .unwrap_or(0)
        .clamp(6, 15)
        + 2;
    let width = widest.min((WIDTH - LABEL) / names.len().max(1));
    let row = |text: &mut String, label: &str, cell: &dyn Fn(usize) -> String| -> std::fmt::Result {
        write!(text, "{label:<LABEL$}")?;
        for seat in 0..names.len() {
            let cell: String = cell(seat).chars().take(width - 1).collect();
            write!(text, "{cell:>width$}")?;
        }
        writeln!(text)
    };
    writeln!(text, "\nThe game is over.\n")?;
    row(text, "", &|seat| names[seat].into())?;
    for (index, part) in game.parts().iter().enumerate() {
        row(text, part, &|seat| measures[seat].parts[index].to_string())?;
    }
    if measures.iter().any(|measure| measure.foxes > 0) {
        row(text, "foxes", &|seat| match measures[seat] {
            Measure { foxes: 0, .. } => "–".into(),
            Measure {
                foxes, fox_points, ..
            } => format!("{foxes}: {fox_points}"),
        })?;
    }
    row(text, "total", &|seat| measures[seat].total.to_string())?;
    writeln!(text)?;
    if names.len() > 1 {
        let winners: Vec<&str> = game
            .winners(table.state())
            .iter()
            .map(|seat| names[seat.index()])
            .collect();
        match winners.as_slice() {
            [one] => writeln!(text, "{one} wins.")?,
            several => writeln!(text, "{} share the victory.", several.join(" and "))?,
        }
    }
    let total = measures.first().map_or(0, |measure| measure.total);
    let reached = game
        .rating(language)
        .into_iter()
        .find(|step| step.from.is_none_or(|from| total >= from));
    if let Some(step) = reached {
        writeln!(text, "{total} points: {}", step.title)?;
    }
    if let ChanceSource::Seed(_) = table.chance_source()
        && let Some(seed) = table.record().header.seed
    {
        writeln!(text, "The seed of this game: {seed}")?;
    }
    Ok(())
}
