//! Our own small pictures: dice, cards, a fox. Drawn as texts of SVG, in the colours of the style sheet.

use std::fmt::Write as _;

use finaud_rules::{Die, builtin};
use leptos::prelude::*;

use crate::daily::Day;
use crate::{catalog, colours};

/// Where the pips of a face lie, in sixths of the die from its middle.
const PIPS: [&[(f32, f32)]; 6] = [
    &[(0., 0.)],
    &[(-1.5, -1.5), (1.5, 1.5)],
    &[(-1.5, -1.5), (0., 0.), (1.5, 1.5)],
    &[(-1.5, -1.5), (1.5, -1.5), (-1.5, 1.5), (1.5, 1.5)],
    &[(-1.5, -1.5), (1.5, -1.5), (0., 0.), (-1.5, 1.5), (1.5, 1.5)],
    &[
        (-1.5, -1.6),
        (1.5, -1.6),
        (-1.5, 0.),
        (1.5, 0.),
        (-1.5, 1.6),
        (1.5, 1.6),
    ],
];

/// The picture of a game, for decoration: whoever cannot see it misses nothing.
pub fn picture(game: &str) -> AnyView {
    let card = catalog::game(game).and_then(|game| game.card.clone());
    framed(
        "0 0 320 160",
        "xMidYMid meet",
        card.unwrap_or_else(|| juggler(game)),
    )
}

/// A leaf of a calendar with this day on it.
pub fn calendar(day: Day) -> AnyView {
    let (_, _, number) = day.parts();
    let mut drawn = String::from(
        r#"<rect x="14" y="18" width="92" height="92" rx="16" fill="var(--card)" stroke="var(--line)" stroke-width="2"/>
        <path d="M14 46V34a16 16 0 0 1 16-16h60a16 16 0 0 1 16 16v12z" fill="var(--accent)"/>
        <g stroke="var(--ink)" stroke-width="5" stroke-linecap="round"><path d="M40 10v16M80 10v16"/></g>"#,
    );
    let _ = write!(
        drawn,
        r#"<text x="60" y="92" text-anchor="middle" font-size="42" font-weight="800" font-family="var(--display)" fill="var(--ink)">{number}</text>"#
    );
    framed("0 0 120 120", "xMidYMid meet", drawn)
}

/// The head of the fox.
pub fn fox_head() -> AnyView {
    framed("-34 -34 68 70", "xMidYMid meet", fox(0., 0., 1.))
}

/// A single die.
pub fn single_die(colour: &str, face: usize) -> AnyView {
    framed(
        "-24 -24 48 48",
        "xMidYMid meet",
        die(0., 0., 40., 0., colour, face),
    )
}

fn framed(view_box: &'static str, fit: &'static str, drawn: String) -> AnyView {
    view! { <svg viewBox=view_box preserveAspectRatio=fit aria-hidden="true" focusable="false" inner_html=drawn></svg> }
        .into_any()
}

fn die(x: f32, y: f32, size: f32, angle: f32, colour: &str, face: usize) -> String {
    let half = size / 2.;
    let edge = if colour == "white" {
        "var(--silver-edge)"
    } else {
        "rgb(0 0 0 / 22%)"
    };
    let mut drawn = format!(
        r#"<g transform="translate({x} {y}) rotate({angle})"><rect x="{}" y="{}" width="{size}" height="{size}" rx="{}" fill="var(--{colour})" stroke="{edge}" stroke-width="1.2"/><g fill="var(--{colour}-ink)">"#,
        -half,
        -half,
        size * 0.22
    );
    for (across, down) in PIPS[(face.clamp(1, 6)) - 1] {
        let step = size / 6.;
        let _ = write!(
            drawn,
            r#"<circle cx="{}" cy="{}" r="{}"/>"#,
            across * step,
            down * step,
            size * 0.088
        );
    }
    drawn + "</g></g>"
}

fn fox(x: f32, y: f32, scale: f32) -> String {
    format!(
        r##"<g transform="translate({x} {y}) scale({scale})" stroke-linejoin="round">
        <path d="M-30-31L-12-18h24L30-31 29 1 0 31-29 1z" fill="#d9692a" stroke="#d9692a" stroke-width="3"/>
        <path d="M-26-24l9 7-9 8z" fill="#7b3113"/><path d="M26-24l-9 7 9 8z" fill="#7b3113"/>
        <path d="M-29 1l19 1L0 31zM29 1l-19 1L0 31z" fill="#fff3e4"/>
        <path d="M-10 2L0-9 10 2 0 31z" fill="#ea8747"/>
        <ellipse cx="-12.500" cy="-3" rx="2.700" ry="3.400" fill="#2b1a10"/><ellipse cx="12.500" cy="-3" rx="2.700" ry="3.400" fill="#2b1a10"/>
        <path d="M-5 25h10L0 31z" fill="#2b1a10" stroke="#2b1a10" stroke-width="3"/></g>"##
    )
}

/// A fox that keeps the six dice of a sheet in the air, for games that bring no picture.
fn juggler(game: &str) -> String {
    const DICE: [(f32, f32, f32, usize); 6] = [
        (128., 34., -9., 6),
        (46., 112., -22., 3),
        (74., 60., 14., 5),
        (190., 34., 11., 2),
        (246., 60., -15., 4),
        (274., 112., 20., 1),
    ];
    let colour = |index: usize| {
        let sheet = builtin(game);
        sheet
            .zip(Die::from_index(index))
            .map_or_else(|| "white".into(), |(sheet, die)| colours::of_die(sheet, die))
    };
    let dice: String = DICE
        .into_iter()
        .enumerate()
        .map(|(index, (x, y, angle, face))| die(x, y, 38., angle, &colour(index), face))
        .collect();
    fox(160., 118., 1.5) + &dice
}
