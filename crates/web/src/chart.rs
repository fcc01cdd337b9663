//! Charts, drawn as SVG: the course of a game, how often which points were reached, and form over time.
//!
//! Colour is never the only sign: luck is round, choices are triangles, others are squares. Every chart has a spoken
//! summary, and the numbers stand in a table or a list beside it.

pub mod course;
pub mod statistics;

use leptos::prelude::*;

use crate::messages::Language;
use crate::reviewed::Terms;
use crate::settings::device_says;

pub use course::{Course, CourseKey};
pub use statistics::{Form, Histogram};

/// A scale with round ticks.
#[derive(Clone, PartialEq, Debug)]
pub struct Scale {
    /// The lowest tick.
    pub low: f64,
    /// The highest tick.
    pub high: f64,
    /// Where there are lines.
    pub ticks: Vec<f64>,
}

impl Scale {
    /// A scale that holds these values, with about so many ticks.
    pub fn around(low: f64, high: f64, ticks: usize) -> Scale {
        let span = (high - low).max(1e-9);
        let rough = span / ticks.max(1) as f64;
        let power = 10f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 2.5, 5.0, 10.0]
            .into_iter()
            .map(|factor| factor * power)
            .find(|step| *step >= rough)
            .unwrap_or(10.0 * power);
        let first = (low / step).floor();
        let last = (high / step).ceil().max(first + 1.0);
        Scale {
            low: first * step,
            high: last * step,
            ticks: (0..=(last - first) as usize)
                .map(|tick| (first + tick as f64) * step)
                .collect(),
        }
    }

    /// Where a value lies, from 0 (low) to 1 (high).
    pub fn part(&self, value: f64) -> f64 {
        (value - self.low) / (self.high - self.low)
    }
}

/// A number as it is shown in these terms: points with a decimal, chances as percent.
pub fn shown(language: Language, terms: Terms, value: f64) -> String {
    match terms {
        Terms::Points => language.decimal(value),
        Terms::Win => percent(language, value),
    }
}

/// The same with a sign, for what was gained or lost.
pub fn signed(language: Language, terms: Terms, value: f64) -> String {
    let text = match terms {
        Terms::Points => language.decimal(value.abs()),
        Terms::Win => percent(language, value.abs()),
    };
    let nothing = !text.bytes().any(|byte| (b'1'..=b'9').contains(&byte));
    match value {
        _ if nothing => format!("±{text}"),
        value if value < 0.0 => format!("−{text}"),
        _ => format!("+{text}"),
    }
}

/// A number without decimals, with a proper minus.
fn whole(number: f64) -> String {
    format!("{number:.0}").replace('-', "−")
}

fn percent(language: Language, chance: f64) -> String {
    let number = 100.0 * chance;
    let text = if number.abs() < 9.95 && number.fract() != 0.0 {
        language.decimal(number)
    } else {
        whole(number)
    };
    language.fill("language.percent", &[("n", &text)])
}

/// Is there little room, as on a phone? Follows the window.
pub fn narrow() -> ReadSignal<bool> {
    let now = || device_says("(max-width: 719px)");
    let (narrow, set_narrow) = signal(now());
    let listener = window_event_listener(leptos::ev::resize, move |_| {
        if narrow.get_untracked() != now() {
            set_narrow.set(now());
        }
    });
    on_cleanup(move || listener.remove());
    narrow
}

/// A part of a game with a name: a round.
#[derive(Clone, PartialEq, Debug)]
pub struct GamePart {
    /// What it is called under the chart.
    pub short: String,
    /// What it is called in full.
    pub name: String,
    /// The steps it is made of.
    pub steps: std::ops::Range<usize>,
}

struct Frame {
    width: f64,
    height: f64,
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
}

impl Frame {
    fn x(&self, part: f64) -> f64 {
        self.left + part * (self.width - self.left - self.right)
    }

    fn y(&self, part: f64) -> f64 {
        self.height - self.bottom - part * (self.height - self.top - self.bottom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messages::tests::{english, french, german};

    #[test]
    fn ticks_are_round_and_hold_everything() {
        for (low, high) in [(183.2, 261.9), (0.0, 1.0), (-20.0, 15.0), (5.0, 5.0), (0.1, 0.13)] {
            let scale = Scale::around(low, high, 4);
            assert!(scale.low <= low && scale.high >= high, "{scale:?}");
            assert!((2..=8).contains(&scale.ticks.len()), "{scale:?}");
            assert!((0.0..=1.0).contains(&scale.part(low)) && (0.0..=1.0).contains(&scale.part(high)));
        }
        assert_eq!(
            Scale::around(183.2, 261.9, 4).ticks,
            [180.0, 200.0, 220.0, 240.0, 260.0, 280.0]
        );
    }

    #[test]
    fn numbers_are_shown_as_the_language_writes_them() {
        assert_eq!(signed(french(), Terms::Points, -2.34), "−2,3");
        assert_eq!(signed(english(), Terms::Points, 2.0), "+2.0");
        assert_eq!(signed(english(), Terms::Points, -0.01), "±0.0");
        assert_eq!(shown(german(), Terms::Win, 0.5), "50\u{a0}%");
        assert_eq!(shown(english(), Terms::Win, 0.034), "3.4%");
        assert_eq!(signed(english(), Terms::Win, -0.25), "−25%");
    }
}
