//! The course of a game as a drawing.
//!
//! A line shows what was to be expected after each event. Triangles are luck, up for good and down for bad; diamonds are
//! choices that lost something. Shapes say what colours say.

use std::fmt::Write;

use finaud_messages::{Argument, Language};

use super::{Moment, Part, Review};
use crate::xml::{escaped, round_step};

const WIDTH: f64 = 960.0;
const HEIGHT: f64 = 460.0;
const LEFT: f64 = 76.0;
const RIGHT: f64 = 24.0;
const TOP: f64 = 78.0;
const BOTTOM: f64 = 84.0;
/// How many pieces of luck and how many losses are marked at most: the largest.
const MARKS: usize = 14;

const PAPER: &str = "#fbf8f1";
const INK: &str = "#2b2a33";
const FAINT: &str = "#d9d2c3";
const LINE: &str = "#4a5d8f";
const GOOD: &str = "#2f7d5b";
const BAD: &str = "#b0662a";
const LOSS: &str = "#b3263c";

/// The drawing.
pub fn svg(review: &Review, language: Language) -> String {
    let chart = Chart::of(review, language);
    let mut svg = String::new();
    // Writing into a string cannot fail.
    let _ = chart.draw(&mut svg);
    svg
}

struct Chart<'a> {
    review: &'a Review,
    language: Language,
    /// Points or percents.
    scale: f64,
    low: f64,
    high: f64,
    step: f64,
}

impl<'a> Chart<'a> {
    fn of(review: &'a Review, language: Language) -> Chart<'a> {
        let scale = if review.start.win.is_some() { 100.0 } else { 1.0 };
        let values = review.moments.iter().map(|moment| review.after(moment));
        let values = values.chain([review.before_all()]).map(|value| scale * value);
        let (least, most) = values.fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), value| {
            (least.min(value), most.max(value))
        });
        let (least, most) = if review.start.win.is_some() {
            (0.0, 100.0)
        } else {
            (least, most.max(least + 10.0))
        };
        let step = round_step((most - least) / 5.0);
        Chart {
            review,
            language,
            scale,
            low: (least / step).floor() * step,
            high: (most / step).ceil() * step,
            step,
        }
    }

    fn x(&self, event: usize) -> f64 {
        LEFT + (WIDTH - LEFT - RIGHT) * event as f64 / self.review.moments.len().max(1) as f64
    }

    fn y(&self, value: f64) -> f64 {
        let share = (self.scale * value - self.low) / (self.high - self.low).max(1e-9);
        HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * share.clamp(0.0, 1.0)
    }

    fn draw(&self, svg: &mut String) -> std::fmt::Result {
        let title = self.title();
        writeln!(
            svg,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{HEIGHT}\" \
             viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" font-family=\"Georgia, 'Times New Roman', serif\" \
             font-size=\"13\" fill=\"{INK}\">"
        )?;
        writeln!(svg, "<title>{}</title>", escaped(&title))?;
        writeln!(
            svg,
            "<rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"{PAPER}\"/>"
        )?;
        writeln!(
            svg,
            "<text x=\"{LEFT}\" y=\"30\" font-size=\"20\">{}</text>",
            escaped(&title)
        )?;
        writeln!(
            svg,
            "<text x=\"{LEFT}\" y=\"52\">{}</text>",
            escaped(&self.subtitle())
        )?;
        self.draw_axes(svg)?;
        self.draw_course(svg)?;
        for moment in self.marked(Part::Luck) {
            self.draw_mark(svg, moment)?;
        }
        for moment in self.marked(Part::Own) {
            self.draw_mark(svg, moment)?;
        }
        self.draw_legend(svg)?;
        writeln!(svg, "</svg>")
    }

    fn say(&self, key: &str, arguments: &[(&str, &dyn Argument)]) -> String {
        self.language.fill(key, arguments)
    }

    fn title(&self) -> String {
        let Review { name, who, seat, .. } = self.review;
        if who.is_empty() {
            self.say("analysis.game-of-seat", &[("game", name), ("seat", seat)])
        } else {
            self.say("analysis.game-of", &[("game", name), ("name", who)])
        }
    }

    fn subtitle(&self) -> String {
        let review = self.review;
        let scale = self.scale;
        let (sums, start, end) = match (&review.win, review.start.win, review.end.win) {
            (Some(sums), Some(start), Some(end)) => (sums, start, end),
            _ => (&review.points, review.start.points, review.end.points),
        };
        let unit = if review.win.is_some() { " %" } else { "" };
        let amount = |value: f64| self.language.tabular(&format!("{:.1}{unit}", scale * value));
        let signed = |value: f64| self.language.tabular(&format!("{:+.1}{unit}", scale * value));
        let key = if review.players > 1 {
            "analysis.sum-with-others"
        } else {
            "analysis.sum"
        };
        self.say(
            key,
            &[
                ("start", &amount(start)),
                ("luck", &signed(sums.luck)),
                ("others", &signed(sums.others)),
                ("losses", &signed(0.0 - sums.losses)),
                ("end", &amount(end)),
            ],
        )
    }

    fn draw_axes(&self, svg: &mut String) -> std::fmt::Result {
        let (right, bottom) = (WIDTH - RIGHT, HEIGHT - BOTTOM);
        let lines = ((self.high - self.low) / self.step).round() as usize;
        for line in 0..=lines {
            let value = self.low + self.step * line as f64;
            let y = self.y(value / self.scale);
            writeln!(
                svg,
                "<line x1=\"{LEFT}\" y1=\"{y:.1}\" x2=\"{right}\" y2=\"{y:.1}\" stroke=\"{FAINT}\"/>\
                 <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{value:.0}</text>",
                LEFT - 8.0,
                y + 4.0
            )?;
        }
        let stretches = self.review.stretches();
        let crowded = stretches.len() > 8;
        for (index, stretch) in stretches.iter().enumerate() {
            let (from, to) = (self.x(stretch.from - 1), self.x(stretch.to));
            writeln!(
                svg,
                "<line x1=\"{from:.1}\" y1=\"{TOP}\" x2=\"{from:.1}\" y2=\"{bottom}\" stroke=\"{FAINT}\" \
                 stroke-dasharray=\"2 4\"/>"
            )?;
            if !crowded || index % 2 == 0 {
                writeln!(
                    svg,
                    "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\" font-size=\"12\">{}</text>",
                    (from + to) / 2.0,
                    bottom + 18.0,
                    escaped(&stretch.span.short_name(self.language))
                )?;
            }
        }
        writeln!(
            svg,
            "<path d=\"M{LEFT} {TOP}V{bottom}H{right}\" fill=\"none\" stroke=\"{INK}\"/>"
        )?;
        let wanted = if self.review.win.is_some() {
            "analysis.axis.chance"
        } else {
            "analysis.axis.points"
        };
        let wanted = escaped(&self.say(wanted, &[]));
        let events = escaped(&self.say("analysis.axis.events", &[]));
        let middle = (TOP + bottom) / 2.0;
        writeln!(
            svg,
            "<text transform=\"translate(22 {middle:.1}) rotate(-90)\" text-anchor=\"middle\">{wanted}</text>\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{events}</text>",
            (LEFT + right) / 2.0,
            bottom + 38.0
        )
    }

    fn draw_course(&self, svg: &mut String) -> std::fmt::Result {
        let mut path = format!("M{LEFT:.1} {:.1}", self.y(self.review.before_all()));
        for moment in &self.review.moments {
            write!(
                path,
                "L{:.1} {:.1}",
                self.x(moment.number),
                self.y(self.review.after(moment))
            )?;
        }
        writeln!(
            svg,
            "<path d=\"{path}\" fill=\"none\" stroke=\"{LINE}\" stroke-width=\"2\" stroke-linejoin=\"round\"/>"
        )
    }

    /// The events of a part that moved most.
    fn marked(&self, part: Part) -> Vec<&'a Moment> {
        let mut moments: Vec<&Moment> = self
            .review
            .moments
            .iter()
            .filter(|moment| moment.part == part && self.review.moved(moment) != 0.0)
            .collect();
        moments.sort_by(|one, other| {
            let size = |moment: &Moment| self.review.moved(moment).abs();
            size(other).total_cmp(&size(one))
        });
        moments.truncate(MARKS);
        moments
    }

    fn draw_mark(&self, svg: &mut String, moment: &Moment) -> std::fmt::Result {
        let moved = self.review.moved(moment);
        let (x, y) = (self.x(moment.number), self.y(self.review.after(moment)));
        let kind = match moment.part {
            Part::Own => Shape::Loss,
            _ if moved > 0.0 => Shape::Good,
            _ => Shape::Bad,
        };
        let moved = self.language.tabular(&format!("{:+.1}", self.scale * moved));
        let told = self.say(
            "analysis.mark",
            &[
                ("event", &moment.number),
                ("heading", &self.language.describe(&moment.heading.message())),
                ("what", &moment.what),
                ("moved", &moved),
            ],
        );
        writeln!(
            svg,
            "<g><title>{}</title>{}</g>",
            escaped(&told),
            kind.sampled(x, y)
        )
    }

    fn draw_legend(&self, svg: &mut String) -> std::fmt::Result {
        let y = HEIGHT - 18.0;
        let entries = [
            (Shape::Good, "analysis.legend.good"),
            (Shape::Bad, "analysis.legend.bad"),
            (Shape::Loss, "analysis.legend.loss"),
        ];
        let mut x = LEFT + 6.0;
        for (shape, key) in entries {
            let words = escaped(&self.say(key, &[]));
            writeln!(
                svg,
                "{}<text x=\"{:.1}\" y=\"{:.1}\">{words}</text>",
                shape.sampled(x, y - 4.0),
                x + 14.0,
                y
            )?;
            x += 130.0;
        }
        Ok(())
    }
}

/// What marks an event.
#[derive(Clone, Copy)]
enum Shape {
    Good,
    Bad,
    Loss,
}

impl Shape {
    fn sampled(self, x: f64, y: f64) -> String {
        let (path, colour) = match self {
            Shape::Good => ("l6 11h-12z", GOOD),
            Shape::Bad => ("l6 -11h-12z", BAD),
            Shape::Loss => ("l6 7l-6 7l-6 -7z", LOSS),
        };
        let y = match self {
            Shape::Good => y - 6.0,
            Shape::Bad => y + 6.0,
            Shape::Loss => y - 7.0,
        };
        format!("<path d=\"M{x:.1} {y:.1}{path}\" fill=\"{colour}\" stroke=\"{PAPER}\"/>")
    }
}
