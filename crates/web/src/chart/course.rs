//! The course of a game.

use finaud_rules::insertion_sort;
use leptos::prelude::*;
use wasm_bindgen::JsCast;

use super::{Frame, GamePart, Scale, narrow, percent, shown, whole};
use crate::messages::{language, t, tf};
use crate::reviewed::{Reviewed, Terms, Whose};

/// The events worth a mark: the largest of each kind, at most so many.
fn largest(reviewed: &Reviewed, terms: Terms, whose: Whose, most: usize) -> Vec<usize> {
    let moved = |step: &usize| reviewed.events[*step].moved.in_terms(terms).abs();
    let least = match terms {
        Terms::Points => 0.5,
        Terms::Win => 0.005,
    };
    let mut steps: Vec<usize> = (0..reviewed.events.len())
        .filter(|step| reviewed.events[*step].whose == whose && moved(step) >= least)
        .collect();
    insertion_sort(&mut steps, |one, other| moved(other).total_cmp(&moved(one)));
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
    stretches: Vec<GamePart>,
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
        let steps = reviewed.events.len();
        let values: Vec<f64> = std::iter::once(reviewed.start)
            .chain(reviewed.events.iter().map(|moment| moment.after))
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
