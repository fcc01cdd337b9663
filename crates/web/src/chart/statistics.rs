//! How often which points were reached, and form over time.

use leptos::prelude::*;

use super::{Frame, Scale, narrow, whole};
use crate::messages::{language, tf};
use crate::statistics::{Bin, FormPoint};

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
