//! A review as text for a terminal.

use std::fmt::Write;

use finaud_messages::{Argument, Language};

use super::{Moment, Review, Sums};

/// How many choices are told.
const COSTLIEST: usize = 5;
/// The longest bar, where there is room for it.
const BAR: usize = 32;
/// No line runs past this column: sentences go on below.
const COLUMNS: usize = 80;

/// The review as text.
pub fn text(review: &Review, language: Language) -> String {
    let writer = Writer { review, language };
    let mut text = String::new();
    // Writing into a string cannot fail.
    let _ = writer.summary(&mut text);
    let _ = writer.costliest(&mut text);
    let _ = writer.course(&mut text);
    text
}

/// One of the sums.
type Picked = fn(&Sums) -> f64;

struct Writer<'a> {
    review: &'a Review,
    language: Language,
}

impl Writer<'_> {
    fn say(&self, key: &str, arguments: &[(&str, &dyn Argument)]) -> String {
        self.language.fill(key, arguments)
    }

    /// A number in a table.
    fn number(&self, number: &str) -> String {
        self.language.tabular(number)
    }

    fn summary(&self, text: &mut String) -> std::fmt::Result {
        let review = self.review;
        let words = |key| self.say(key, &[]);
        let key = if review.who.is_empty() {
            "analysis.game-of-seat"
        } else {
            "analysis.game-of-named-seat"
        };
        let title = self.say(
            key,
            &[
                ("game", &review.name),
                ("seat", &review.seat),
                ("name", &review.who),
            ],
        );
        writeln!(text, "{title}")?;
        if let Some(caveat) = &review.caveat {
            let caveat = self.language.describe(caveat);
            writeln!(text, "{}", self.say("analysis.rough", &[("caveat", &caveat)]))?;
        }
        if !review.over {
            writeln!(text, "{}", words("analysis.not-over"))?;
        }
        writeln!(text)?;
        let chances = review.start.win.zip(review.win.as_ref()).zip(review.end.win);
        let (start, end) = (words("analysis.start"), {
            words(if review.over {
                "analysis.final"
            } else {
                "analysis.end"
            })
        });
        let corrected = review.is_corrected();
        let others = (review.players > 1).then_some(("analysis.others", (|sums| sums.others) as Picked));
        let rows: Vec<(String, Picked)> = [("analysis.luck", (|sums| sums.luck) as Picked)]
            .into_iter()
            .chain(others)
            .chain([("analysis.losses", (|sums| 0.0 - sums.losses) as Picked)])
            .chain(corrected.then_some(("analysis.correction", (|sums| sums.correction) as Picked)))
            .map(|(key, part)| (words(key), part))
            .collect();
        let (without_luck, accuracy) = (words("analysis.without-luck"), words("analysis.accuracy"));
        let names = rows.iter().map(|(name, _)| name);
        let names = names.chain([&start, &end, &without_luck, &accuracy]);
        // Two blanks at least stand before the numbers.
        let width = names.map(|name| name.chars().count() + 2).max().unwrap_or(0);
        let width = width.max(24);
        let head = words("analysis.head.points");
        write!(text, "{:<width$}{head:>10}", "")?;
        if chances.is_some() {
            write!(text, "{:>16}", words("analysis.head.chance"))?;
        }
        writeln!(text)?;
        let chance = |part: Picked| {
            chances.map_or_else(String::new, |((_, sums), _)| {
                self.number(&format!("{:>+14.1} %", 100.0 * part(sums)))
            })
        };
        let whole = |name: &str, points: f64, win: Option<f64>| {
            let win = win.map_or_else(String::new, |win| format!("{:>14.1} %", 100.0 * win));
            let numbers = self.number(&format!("{points:>10.1}{win}"));
            format!("{name:<width$}{numbers}")
        };
        writeln!(text, "{}", whole(&start, review.start.points, review.start.win))?;
        for (name, part) in rows {
            let points = self.number(&format!("{:>+10.1}", part(&review.points)));
            writeln!(text, "{name:<width$}{points}{}", chance(part))?;
        }
        writeln!(text, "{}", whole(&end, review.end.points, review.end.win))?;
        let without = review.without_luck();
        writeln!(text, "\n{}", whole(&without_luck, without.points, without.win))?;
        if let Some(percent) = review.accuracy {
            let percent = self.number(&format!("{percent:>10.0}"));
            writeln!(text, "{accuracy:<width$}{percent}")?;
        }
        Ok(())
    }

    /// What a choice lost, with its unit.
    fn lost(&self, moment: &Moment) -> String {
        match moment.moved.win {
            Some(win) => {
                let win = self.number(&format!("{:.1}", 100.0 * -win));
                self.say("analysis.chance-lost", &[("win", &win)])
            }
            None => self.say("analysis.points-lost", &[("n", &-self.review.moved(moment))]),
        }
    }

    fn costliest(&self, text: &mut String) -> std::fmt::Result {
        let costliest = self.review.costliest(COSTLIEST);
        if costliest.is_empty() {
            return writeln!(text, "\n{}", self.say("analysis.nothing-lost", &[]));
        }
        // The same words as in the app.
        writeln!(text, "\n{}", self.say("review.costliest", &[]))?;
        for moment in costliest {
            let told = self.say(
                "analysis.costly",
                &[
                    ("event", &moment.number),
                    ("heading", &self.language.describe(&moment.heading.message())),
                    ("what", &moment.what),
                    ("lost", &self.lost(moment)),
                ],
            );
            tell(text, 2, &told)?;
            if let Some(better) = moment.alternatives.first() {
                tell(
                    text,
                    4,
                    &self.say("analysis.better", &[("action", &better.action)]),
                )?;
                tell(text, 4, &better.why)?;
            }
        }
        Ok(())
    }

    fn course(&self, text: &mut String) -> std::fmt::Result {
        let review = self.review;
        let stretches = review.stretches();
        if stretches.is_empty() {
            return Ok(());
        }
        let words = |key: &str| self.say(key, &[]);
        let (scale, course) = match review.start.win {
            Some(_) => (100.0, "analysis.course-of-chance"),
            None => (1.0, "analysis.course-of-points"),
        };
        writeln!(text, "\n{}", words(course))?;
        let start = words("analysis.course.start");
        let names: Vec<String> = stretches
            .iter()
            .map(|stretch| stretch.span.name(self.language))
            .collect();
        let width = names.iter().chain([&start]);
        let width = width.map(|name| name.chars().count()).max().unwrap_or(0);
        let heads = ["luck", "others", "losses", "correction", "value"].into_iter();
        let heads: Vec<String> = heads
            .filter(|head| review.players > 1 || *head != "others")
            .filter(|head| review.is_corrected() || *head != "correction")
            .map(|head| format!("{:>8}", words(&format!("analysis.course.{head}"))))
            .collect();
        let columns = heads.len();
        let heads = heads.concat();
        writeln!(text, "  {:width$}{heads}", "")?;
        let most = stretches
            .iter()
            .map(|stretch| stretch.after)
            .fold(review.before_all(), f64::max);
        let before = 2 + width + 8 * columns + 2;
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
            let corrected = if review.is_corrected() {
                moved(sums.map(|sums| sums.correction))
            } else {
                String::new()
            };
            let numbers = format!(
                "{}{others}{}{corrected}{:>8.1}",
                moved(sums.map(|sums| sums.luck)),
                moved(sums.map(|sums| 0.0 - sums.losses)),
                scale * value,
            );
            format!("  {name:<width$}{}  {}", self.number(&numbers), bar(value))
        };
        writeln!(text, "{}", row(&start, None, review.before_all()))?;
        for (stretch, name) in stretches.iter().zip(&names) {
            writeln!(text, "{}", row(name, Some(&stretch.sums), stretch.after))?;
        }
        Ok(())
    }
}

/// Writes a sentence, so far from the left; what does not fit goes on below, a little further in.
fn tell(text: &mut String, indent: usize, sentence: &str) -> std::fmt::Result {
    let mut column = 0;
    // Blanks that do not break, as French has them, stay where they are.
    for word in sentence.split(' ').filter(|word| !word.is_empty()) {
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
