//! A review as text for a terminal.

use std::fmt::Write;

use super::{Moment, Review, Sums};

/// How many choices are told.
const COSTLIEST: usize = 5;
/// The longest bar, where there is room for it.
const BAR: usize = 32;
/// No line runs past this column: sentences go on below.
const COLUMNS: usize = 80;

/// The review as text.
pub fn text(review: &Review) -> String {
    let mut text = String::new();
    // Writing into a string cannot fail.
    let _ = summary(&mut text, review);
    let _ = costliest(&mut text, review);
    let _ = course(&mut text, review);
    text
}

/// One of the sums.
type Picked = fn(&Sums) -> f64;

fn summary(text: &mut String, review: &Review) -> std::fmt::Result {
    let who = if review.who.is_empty() {
        String::new()
    } else {
        format!(" ({})", review.who)
    };
    writeln!(text, "{}: the game of seat {}{who}", review.name, review.seat)?;
    if let Some(caveat) = &review.caveat {
        writeln!(text, "Note: {caveat}. The numbers below are rough.")?;
    }
    if !review.over {
        writeln!(text, "The game is not over: the end is what was to be expected.")?;
    }
    writeln!(text)?;
    let chances = review.start.win.zip(review.win.as_ref()).zip(review.end.win);
    let head = if chances.is_some() {
        "    points   chance to win"
    } else {
        "    points"
    };
    writeln!(text, "{:<24}{head}", "")?;
    let rows: [(&str, Picked); 3] = [
        ("luck of dice and cards", |sums| sums.luck),
        ("others and their dice", |sums| sums.others),
        ("lost by own choices", |sums| 0.0 - sums.losses),
    ];
    let chance = |part: Picked| {
        chances.map_or_else(String::new, |((_, sums), _)| {
            format!("{:>+14.1} %", 100.0 * part(sums))
        })
    };
    let whole = |value: Option<f64>| value.map_or_else(String::new, |win| format!("{:>14.1} %", 100.0 * win));
    writeln!(
        text,
        "{:<24}{:>10.1}{}",
        "expected at the start",
        review.start.points,
        whole(review.start.win)
    )?;
    for (name, part) in rows {
        if review.players == 1 && name == "others and their dice" {
            continue;
        }
        writeln!(text, "{name:<24}{:>+10.1}{}", part(&review.points), chance(part))?;
    }
    let end = if review.over {
        "final score"
    } else {
        "expected in the end"
    };
    writeln!(
        text,
        "{end:<24}{:>10.1}{}",
        review.end.points,
        whole(review.end.win)
    )
}

/// What an event moved, with its unit.
fn moved(review: &Review, moment: &Moment) -> String {
    match moment.moved.win {
        Some(win) => format!("{:.1} % to win", 100.0 * -win),
        None => format!("{:.1} points", -review.moved(moment)),
    }
}

fn costliest(text: &mut String, review: &Review) -> std::fmt::Result {
    let costliest = review.costliest(COSTLIEST);
    if costliest.is_empty() {
        return writeln!(text, "\nNo choice lost anything.");
    }
    writeln!(text, "\nThe costliest choices")?;
    for moment in costliest {
        let told = format!(
            "event {}, {}: {} (lost {})",
            moment.number,
            moment.heading,
            moment.what,
            moved(review, moment)
        );
        tell(text, 2, &told)?;
        tell(text, 4, &moment.why)?;
        if let Some(better) = moment.alternatives.first() {
            tell(text, 4, &format!("better: {}", better.action))?;
            tell(text, 4, &better.why)?;
        }
    }
    Ok(())
}

/// Writes a sentence, so far from the left; what does not fit goes on below, a little further in.
fn tell(text: &mut String, indent: usize, sentence: &str) -> std::fmt::Result {
    let mut column = 0;
    for word in sentence.split_whitespace() {
        let length = word.chars().count();
        if column == 0 {
            write!(text, "{:indent$}{word}", "")?;
            column = indent + length;
        } else if column + 1 + length <= COLUMNS {
            write!(text, " {word}")?;
            column += 1 + length;
        } else {
            let further = indent + 2;
            write!(text, "\n{:further$}{word}", "")?;
            column = further + length;
        }
    }
    writeln!(text)
}

fn course(text: &mut String, review: &Review) -> std::fmt::Result {
    let stretches = review.stretches();
    if stretches.is_empty() {
        return Ok(());
    }
    let (scale, unit) = match review.start.win {
        Some(_) => (100.0, "chance to win in %"),
        None => (1.0, "points"),
    };
    writeln!(text, "\nThe course of the game ({unit})")?;
    let width = stretches
        .iter()
        .map(|stretch| stretch.name.chars().count())
        .max()
        .unwrap_or(0)
        .max(5);
    let others = if review.players > 1 { "  others" } else { "" };
    writeln!(text, "  {:width$}    luck{others}  losses   value", "")?;
    let most = stretches
        .iter()
        .map(|stretch| stretch.after)
        .fold(review.before_all(), f64::max);
    let before = 2 + width + 8 * if review.players > 1 { 4 } else { 3 } + 2;
    let longest = BAR.min(COLUMNS.saturating_sub(before)) as f64;
    let bar = |value: f64| {
        let cells = (value / most.max(1e-9) * longest).round().clamp(0.0, longest);
        "█".repeat(cells as usize)
    };
    let row = |name: &str, sums: Option<&Sums>, value: f64| {
        let moved = |part: Option<f64>| {
            part.map_or_else(
                || format!("{:>8}", ""),
                |part| format!("{:>+8.1}", scale * part + 0.0),
            )
        };
        let others = if review.players > 1 {
            moved(sums.map(|sums| sums.others))
        } else {
            String::new()
        };
        let blanks = width.saturating_sub(name.chars().count());
        format!(
            "  {name}{:blanks$}{}{others}{}{:>8.1}  {}",
            "",
            moved(sums.map(|sums| sums.luck)),
            moved(sums.map(|sums| 0.0 - sums.losses)),
            scale * value,
            bar(value)
        )
    };
    writeln!(text, "{}", row("start", None, review.before_all()))?;
    for stretch in &stretches {
        writeln!(text, "{}", row(&stretch.name, Some(&stretch.sums), stretch.after))?;
    }
    Ok(())
}
