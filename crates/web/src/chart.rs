//! Charts, drawn as SVG: the course of a game, how often which points were reached, and form over time.
//!
//! Colour is never the only sign: luck is round, choices are triangles, others are squares. Every chart has a spoken
//! summary, and the numbers stand in a table or a list beside it.

use leptos::prelude::*;
use wasm_bindgen::JsCast;

use crate::messages::{Language, language, t, tf};
use crate::reviewed::{Reviewed, Terms, Whose};
use crate::settings::device_says;
use crate::statistics::{Bin, FormPoint};

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
    match language {
        Language::En => format!("{text}%"),
        Language::Fr | Language::De => format!("{text}\u{a0}%"),
    }
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
pub struct Stretch {
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

/// The events worth a mark: the largest of each kind, at most so many.
fn largest(reviewed: &Reviewed, terms: Terms, whose: Whose, most: usize) -> Vec<usize> {
    let moved = |step: &usize| reviewed.moments[*step].moved.in_terms(terms).abs();
    let least = match terms {
        Terms::Points => 0.5,
        Terms::Win => 0.005,
    };
    let mut steps: Vec<usize> = (0..reviewed.moments.len())
        .filter(|step| reviewed.moments[*step].whose == whose && moved(step) >= least)
        .collect();
    steps.sort_by(|one, other| moved(other).total_cmp(&moved(one)));
    steps.truncate(most);
    steps
}

/// A triangle that points down.
fn triangle(x: f64, y: f64, size: f64) -> String {
    format!(
        "M{:.1} {:.1}h{:.1}l{:.1} {:.1}z",
        x - size,
        y - size * 0.7,
        2.0 * size,
        -size,
        1.7 * size
    )
}

/// The course of a game. A tap goes to that step.
#[component]
pub fn Course(
    /// The review.
    reviewed: std::sync::Arc<Reviewed>,
    /// In points or in chances.
    terms: Terms,
    /// The step that is shown.
    at: RwSignal<usize>,
    /// The rounds.
    stretches: Vec<Stretch>,
) -> impl IntoView {
    let narrow = narrow();
    move || {
        let language = language();
        let small = narrow.get();
        let frame = Frame {
            width: if small { 358.0 } else { 760.0 },
            height: if small { 230.0 } else { 300.0 },
            left: if terms == Terms::Win { 46.0 } else { 36.0 },
            right: 12.0,
            top: 18.0,
            bottom: 26.0,
        };
        let steps = reviewed.moments.len();
        let values: Vec<f64> = std::iter::once(reviewed.start)
            .chain(reviewed.moments.iter().map(|moment| moment.after))
            .map(|worth| worth.in_terms(terms))
            .collect();
        let (low, high) = values.iter().fold((f64::MAX, f64::MIN), |(low, high), value| {
            (low.min(*value), high.max(*value))
        });
        let scale = match terms {
            Terms::Points => Scale::around(low, high, 4),
            Terms::Win => Scale::around(0.0, 1.0, 4),
        };
        let x = {
            let (left, width) = (frame.left, frame.width - frame.left - frame.right);
            move |step: usize| left + width * step as f64 / steps.max(1) as f64
        };
        let y = |value: f64| frame.y(scale.part(value));
        let line: Vec<String> = values
            .iter()
            .enumerate()
            .map(|(step, value)| format!("{:.1} {:.1}", x(step), y(*value)))
            .collect();
        let area = format!(
            "M{:.1} {:.1}L{}L{:.1} {:.1}z",
            x(0),
            frame.y(0.0),
            line.join("L"),
            x(steps),
            frame.y(0.0)
        );
        let bands = stretches.iter().enumerate().map(|(index, stretch)| {
            let (from, to) = (x(stretch.steps.start), x(stretch.steps.end));
            let shaded = index % 2 == 1;
            let text = (to - from > 12.0 + 7.0 * (stretch.short.chars().count() as f64 - 1.0)).then(|| view! {
                <text class="tick" x=format!("{:.1}", (from + to) / 2.0) y=format!("{:.1}", frame.height - 8.0) text-anchor="middle">
                    {stretch.short.clone()}
                </text>
            });
            let band = shaded.then(|| view! {
                <rect class="band" x=format!("{from:.1}") y=frame.top.to_string() width=format!("{:.1}", to - from)
                    height=format!("{:.1}", frame.y(0.0) - frame.top)/>
            });
            view! { {band} {text} }
        }).collect_view();
        let grid = scale.ticks.iter().map(|tick| {
            let at = format!("{:.1}", y(*tick));
            let label = match terms {
                Terms::Points => whole(*tick),
                Terms::Win => percent(language, *tick),
            };
            view! {
                <line class="grid" x1=frame.left.to_string() x2=(frame.width - frame.right).to_string() y1=at.clone() y2=at.clone()/>
                <text class="tick" x=(frame.left - 6.0).to_string() y=at dy="0.32em" text-anchor="end">{label}</text>
            }
        }).collect_view();
        let most = if small { 14 } else { 30 };
        let dot = |step: usize| (x(step + 1), y(values[step + 1]));
        let luck = largest(&reviewed, terms, Whose::Luck, most)
            .into_iter()
            .map(|step| {
                let (x, y) = dot(step);
                view! { <circle class="by-luck" cx=format!("{x:.1}") cy=format!("{y:.1}") r="3.4"/> }
            })
            .collect_view();
        let others = largest(&reviewed, terms, Whose::Others, most).into_iter().map(|step| {
            let (x, y) = dot(step);
            view! { <rect class="by-others" x=format!("{:.1}", x - 3.0) y=format!("{:.1}", y - 3.0) width="6" height="6"/> }
        }).collect_view();
        let costliest = reviewed.costliest(5);
        let own = largest(&reviewed, terms, Whose::Own, most)
            .into_iter()
            .filter(|step| !costliest.contains(step))
            .map(|step| {
                let (x, y) = dot(step);
                view! { <path class="by-own" d=triangle(x, y, 4.2)/> }
            })
            .collect_view();
        let numbered = costliest.iter().enumerate().map(|(index, step)| {
            let (x, y) = dot(*step);
            // The number stands above, where the line has come from, and never outside.
            let above = (y - 13.0).max(frame.top - 6.0);
            view! {
                <path class="by-own" d=triangle(x, y, 6.5)/>
                <circle class="number-ground" cx=format!("{x:.1}") cy=format!("{above:.1}") r="7.5"/>
                <text class="number" x=format!("{x:.1}") y=format!("{above:.1}") dy="0.34em" text-anchor="middle">{index + 1}</text>
            }
        }).collect_view();
        let cursor = {
            let heights: Vec<f64> = values.iter().map(|value| y(*value)).collect();
            let (top, foot) = (frame.top, frame.y(0.0));
            move || {
                let step = at.get().min(heights.len() - 1);
                let (x, y) = (format!("{:.1}", x(step)), format!("{:.1}", heights[step]));
                view! {
                    <line class="cursor" x1=x.clone() x2=x.clone() y1=top.to_string() y2=foot.to_string()/>
                    <circle class="cursor-dot" cx=x cy=y r="4.5"/>
                }
            }
        };
        let (left, width, whole) = (frame.left, frame.width - frame.left - frame.right, frame.width);
        let tapped = move |event: leptos::ev::MouseEvent| {
            let Some(svg) = event
                .current_target()
                .and_then(|target| target.dyn_into::<web_sys::Element>().ok())
            else {
                return;
            };
            let place = svg.get_bounding_client_rect();
            let inside = (f64::from(event.client_x()) - place.left()) / place.width().max(1.0) * whole;
            let part = ((inside - left) / width).clamp(0.0, 1.0);
            at.set((part * steps as f64).round() as usize);
        };
        let summary = tf(
            "review.chart.summary",
            &[
                ("start", &shown(language, terms, values[0])),
                ("low", &shown(language, terms, low)),
                ("high", &shown(language, terms, high)),
                ("end", &shown(language, terms, values[steps])),
            ],
        );
        view! {
            <svg class="chart course" role="img" aria-label=summary on:click=tapped
                viewBox=format!("0 0 {} {}", frame.width, frame.height)>
                {bands}
                {grid}
                <path class="area" d=area/>
                <path class="line" d=format!("M{}", line.join("L"))/>
                {cursor}
                {luck}
                {others}
                {own}
                {numbered}
            </svg>
        }
        .into_any()
    }
}

/// What the shapes in the course of a game mean.
#[component]
pub fn CourseKey(
    /// Are there others?
    with_others: bool,
) -> impl IntoView {
    view! {
        <ul class="chart-key">
            <li><svg viewBox="0 0 14 14" aria-hidden="true"><circle class="by-luck" cx="7" cy="7" r="4.2"/></svg>{t("review.chart.luck")}</li>
            {with_others.then(|| view! {
                <li><svg viewBox="0 0 14 14" aria-hidden="true"><rect class="by-others" x="3" y="3" width="8" height="8"/></svg>{t("review.chart.others")}</li>
            })}
            <li><svg viewBox="0 0 14 14" aria-hidden="true"><path class="by-own" d=triangle(7.0, 6.4, 5.5)/></svg>{t("review.chart.choices")}</li>
        </ul>
    }
    .into_any()
}

/// How often which points were reached, with a line at the mean.
#[component]
pub fn Histogram(
    /// The bars.
    bins: Vec<Bin>,
    /// The mean.
    mean: f64,
) -> impl IntoView {
    let narrow = narrow();
    move || {
        let frame = Frame {
            width: if narrow.get() { 340.0 } else { 480.0 },
            height: 190.0,
            left: 8.0,
            right: 8.0,
            top: 26.0,
            bottom: 26.0,
        };
        let most = bins.iter().map(|bin| bin.games).max().unwrap_or(0).max(1) as f64;
        let count = bins.len().max(1) as f64;
        let each = (frame.width - frame.left - frame.right) / count;
        let skip = (34.0 / each).ceil() as usize;
        let bars = bins.iter().enumerate().map(|(index, bin)| {
            let (x, y) = (frame.x(index as f64 / count), frame.y(bin.games as f64 / most));
            let label = (index % skip.max(1) == 0).then(|| view! {
                <text class="tick" x=format!("{:.1}", x + each / 2.0) y=format!("{:.1}", frame.height - 8.0) text-anchor="middle">{bin.from}</text>
            });
            let told = (bin.games > 0 && each > 16.0).then(|| view! {
                <text class="tick" x=format!("{:.1}", x + each / 2.0) y=format!("{:.1}", y - 5.0) text-anchor="middle">{bin.games}</text>
            });
            view! {
                <rect class="hist-bar" x=format!("{:.1}", x + 1.5) y=format!("{y:.1}") width=format!("{:.1}", (each - 3.0).max(1.0))
                    height=format!("{:.1}", frame.y(0.0) - y) rx="3"/>
                {label}
                {told}
            }
        }).collect_view();
        let middle = bins.first().zip(bins.last()).map(|(first, last)| {
            let span = f64::from(last.to + 1 - first.from);
            let x = format!(
                "{:.1}",
                frame.x(((mean - f64::from(first.from)) / span).clamp(0.0, 1.0))
            );
            view! { <line class="mean" x1=x.clone() x2=x y1="14" y2=format!("{:.1}", frame.y(0.0))/> }
        });
        let told: Vec<String> = bins
            .iter()
            .filter(|bin| bin.games > 0)
            .map(|bin| {
                tf(
                    "history.bar",
                    &[("from", &bin.from), ("to", &bin.to), ("n", &bin.games)],
                )
            })
            .collect();
        view! {
            <svg class="chart histogram" role="img" viewBox=format!("0 0 {} {}", frame.width, frame.height)
                aria-label=tf("history.bars", &[("bars", &told.join("; "))])>
                <line class="grid" x1=frame.left.to_string() x2=(frame.width - frame.right).to_string()
                    y1=frame.y(0.0).to_string() y2=frame.y(0.0).to_string()/>
                {bars}
                {middle}
            </svg>
        }
        .into_any()
    }
}

/// The points of one game after the other, and what they would have been without luck.
#[component]
pub fn Form(
    /// The games in the order they were played.
    games: Vec<FormPoint>,
) -> impl IntoView {
    let narrow = narrow();
    move || {
        let language = language();
        let most = if narrow.get() { 20 } else { 40 };
        let games = &games[games.len().saturating_sub(most)..];
        let frame = Frame {
            width: if narrow.get() { 340.0 } else { 480.0 },
            height: 190.0,
            left: 36.0,
            right: 10.0,
            top: 10.0,
            bottom: 14.0,
        };
        let all = || {
            games
                .iter()
                .flat_map(|game| [Some(game.points), game.without_luck])
                .flatten()
        };
        let scale = Scale::around(all().fold(f64::MAX, f64::min), all().fold(f64::MIN, f64::max), 4);
        let last = games.len().saturating_sub(1).max(1) as f64;
        let place = |index: usize, value: f64| {
            let part = if games.len() == 1 {
                0.5
            } else {
                index as f64 / last
            };
            (frame.x(0.02 + 0.96 * part), frame.y(scale.part(value)))
        };
        let grid = scale.ticks.iter().map(|tick| {
            let at = format!("{:.1}", frame.y(scale.part(*tick)));
            view! {
                <line class="grid" x1=frame.left.to_string() x2=(frame.width - frame.right).to_string() y1=at.clone() y2=at.clone()/>
                <text class="tick" x=(frame.left - 6.0).to_string() y=at dy="0.32em" text-anchor="end">{whole(*tick)}</text>
            }
        }).collect_view();
        let stems = games.iter().enumerate().filter_map(|(index, game)| {
            let ((x, from), (_, to)) = (place(index, game.points), place(index, game.without_luck?));
            let x = format!("{x:.1}");
            Some(view! { <line class="stem" x1=x.clone() x2=x y1=format!("{from:.1}") y2=format!("{to:.1}")/> })
        }).collect_view();
        let results = games
            .iter()
            .enumerate()
            .map(|(index, game)| {
                let (x, y) = place(index, game.points);
                view! { <circle class="result" cx=format!("{x:.1}") cy=format!("{y:.1}") r="3.6"/> }
            })
            .collect_view();
        let adjusted: Vec<(f64, f64)> = games
            .iter()
            .enumerate()
            .filter_map(|(index, game)| Some(place(index, game.without_luck?)))
            .collect();
        let line: Vec<String> = adjusted.iter().map(|(x, y)| format!("{x:.1} {y:.1}")).collect();
        let line = (line.len() > 1).then(|| view! { <path class="line" d=format!("M{}", line.join("L"))/> });
        let diamonds = adjusted.iter().map(|(x, y)| {
            view! { <path class="adjusted" d=format!("M{x:.1} {:.1}l4.8 4.8l-4.8 4.8l-4.8 -4.8z", y - 4.8)/> }
        }).collect_view();
        let told: Vec<String> = games
            .iter()
            .map(|game| match game.without_luck {
                Some(without) => format!("{:.0} ({})", game.points, language.decimal(without)),
                None => format!("{:.0}", game.points),
            })
            .collect();
        view! {
            <svg class="chart form" role="img" viewBox=format!("0 0 {} {}", frame.width, frame.height)
                aria-label=tf("history.form-told", &[("games", &told.join("; "))])>
                {grid}
                {stems}
                {line}
                {results}
                {diamonds}
            </svg>
        }
        .into_any()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        assert_eq!(signed(Language::Fr, Terms::Points, -2.34), "−2,3");
        assert_eq!(signed(Language::En, Terms::Points, 2.0), "+2.0");
        assert_eq!(signed(Language::En, Terms::Points, -0.01), "±0.0");
        assert_eq!(shown(Language::De, Terms::Win, 0.5), "50\u{a0}%");
        assert_eq!(shown(Language::En, Terms::Win, 0.034), "3.4%");
        assert_eq!(signed(Language::En, Terms::Win, -0.25), "−25%");
    }
}
