//! The end of a game: scores, winners, rating.

use std::fmt::Write;

use finaud_rules::Seat;
use finaud_table::GameTable;

use crate::draw::WIDTH;
use crate::language::language;
use crate::surface::{ScoreParts, Surface};
use crate::texts::{self, play as words};

/// The least and the most room for the names of the parts.
const LABEL: (usize, usize) = (12, 24);

/// The final scores and everything else there is to say.
pub(super) fn summary<G: Surface>(table: &GameTable<G>) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = write_summary(&mut text, table);
    text
}

fn write_summary<G: Surface>(text: &mut String, table: &GameTable<G>) -> std::fmt::Result {
    let game = table.game();
    let names: Vec<&str> = table.chairs().iter().map(|chair| chair.name.as_str()).collect();
    let scores: Vec<ScoreParts> = (0..names.len())
        .map(|seat| game.score_parts(table.state(), Seat(seat as u8)))
        .collect();
    let widest = names
        .iter()
        .map(|name| name.chars().count())
        .max()
        .unwrap_or(0)
        .clamp(6, 15)
        + 2;
    let parts = game.part_titles();
    let (foxes, total_label) = (texts::foxes(), texts::total());
    let labels = parts.iter().chain([&foxes, &total_label]);
    let label_width = labels.map(|label| label.chars().count() + 1).max().unwrap_or(0);
    let label_width = label_width.clamp(LABEL.0, LABEL.1);
    let width = widest.min((WIDTH - label_width) / names.len().max(1));
    let row = |text: &mut String, label: &str, cell: &dyn Fn(usize) -> String| -> std::fmt::Result {
        let label: String = label.chars().take(label_width - 1).collect();
        write!(text, "{label:<label_width$}")?;
        for seat in 0..names.len() {
            let cell: String = cell(seat).chars().take(width - 1).collect();
            write!(text, "{cell:>width$}")?;
        }
        writeln!(text)
    };
    writeln!(text, "\n{}\n", words::over())?;
    row(text, "", &|seat| names[seat].into())?;
    for (index, part) in parts.iter().enumerate() {
        row(text, part, &|seat| scores[seat].parts[index].to_string())?;
    }
    if scores.iter().any(|score| score.foxes > 0) {
        row(text, &foxes, &|seat| match scores[seat] {
            ScoreParts { foxes: 0, .. } => "–".into(),
            ScoreParts {
                foxes, fox_points, ..
            } => format!("{foxes}: {fox_points}"),
        })?;
    }
    row(text, &total_label, &|seat| scores[seat].total.to_string())?;
    writeln!(text)?;
    if names.len() > 1 {
        let winners: Vec<&str> = game
            .winners(table.state())
            .iter()
            .map(|seat| names[seat.index()])
            .collect();
        writeln!(text, "{}", words::winners(&winners))?;
    }
    let total = scores.first().map_or(0, |score| score.total);
    let reached = game
        .rating(language())
        .into_iter()
        .find(|step| step.from.is_none_or(|from| total >= from));
    if let Some(step) = reached {
        writeln!(text, "{}", words::rating(total, &step.title))?;
    }
    if let Some(seed) = table.seed() {
        writeln!(text, "{}", words::seed(&seed.to_string()))?;
    }
    Ok(())
}
