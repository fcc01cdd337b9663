//! Our own small pictures: dice, cards, a fox. Drawn as texts of SVG, in the colours of the style sheet.

use std::fmt::Write as _;

use leptos::prelude::*;

use crate::daily::Day;
use crate::new_game::PUSH;

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
    let drawn = match game {
        "tres-fute" => juggler(),
        "tres-fute-deluxe" => star_and_platter(),
        "melange-fute" => mixture(),
        "hyper-fute" => stairs(),
        PUSH => columns(),
        _ => juggler(),
    };
    framed("0 0 320 160", "xMidYMid meet", drawn)
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

fn star(x: f32, y: f32, radius: f32, fill: &str) -> String {
    let points: Vec<String> = (0..10)
        .map(|corner| {
            let turn = std::f32::consts::PI * (corner as f32 / 5. - 0.5);
            let reach = if corner % 2 == 0 { radius } else { radius * 0.5 };
            format!("{:.1},{:.1}", x + reach * turn.cos(), y + reach * turn.sin())
        })
        .collect();
    format!(
        r#"<polygon points="{}" fill="{fill}" stroke="{fill}" stroke-width="{}" stroke-linejoin="round"/>"#,
        points.join(" "),
        radius * 0.16
    )
}

/// A fox that keeps six dice in the air.
fn juggler() -> String {
    let dice = [
        (46., 112., -22., "yellow", 3),
        (74., 60., 14., "blue", 5),
        (128., 34., -9., "white", 6),
        (190., 34., 11., "green", 2),
        (246., 60., -15., "orange", 4),
        (274., 112., 20., "violet", 1),
    ];
    let thrown = r#"<path d="M46 112C60-10 260-10 274 112" fill="none" stroke="var(--yellow-deep)" stroke-opacity=".35" stroke-width="2" stroke-dasharray="1 9" stroke-linecap="round"/>"#;
    let dice = dice.map(|(x, y, angle, colour, face)| die(x, y, 38., angle, colour, face));
    format!("{thrown}{}{}", fox(160., 118., 1.5), dice.concat())
}

/// Dice served on a silver platter, under a star.
fn star_and_platter() -> String {
    let platter = r#"<ellipse cx="160" cy="124" rx="112" ry="22" fill="var(--silver-edge)"/><ellipse cx="160" cy="119" rx="112" ry="21" fill="var(--silver)"/><ellipse cx="160" cy="118" rx="84" ry="14" fill="none" stroke="var(--silver-edge)" stroke-width="1.500"/>"#;
    let rays: String = (0..12)
        .map(|ray| {
            let turn = std::f32::consts::PI * ray as f32 / 6.;
            let (sine, cosine) = turn.sin_cos();
            format!(
                "M{:.1} {:.1}L{:.1} {:.1}",
                160. + 48. * cosine,
                48. + 48. * sine,
                160. + 58. * cosine,
                48. + 58. * sine
            )
        })
        .collect();
    let rays = format!(
        r#"<path d="{rays}" stroke="var(--blue)" stroke-opacity=".45" stroke-width="3" stroke-linecap="round"/>"#
    );
    let dice = [
        die(98., 100., 36., -12., "green", 3),
        die(222., 100., 36., 13., "violet", 5),
        die(160., 104., 38., 4., "white", 4),
    ];
    format!(
        "{rays}{}{platter}{}",
        star(160., 48., 36., "var(--yellow)"),
        dice.concat()
    )
}

/// Colours that run into each other, and a fox who likes it.
fn mixture() -> String {
    let mut drawn = String::from(r#"<g fill-opacity=".8">"#);
    for (index, colour) in ["yellow", "green", "blue", "violet", "orange"].iter().enumerate() {
        let turn = std::f32::consts::PI * (0.4 * index as f32 - 0.9);
        let (x, y) = (160. + 62. * turn.cos(), 80. + 34. * turn.sin());
        let _ = write!(
            drawn,
            r#"<circle cx="{x:.1}" cy="{y:.1}" r="44" fill="var(--{colour})"/>"#
        );
    }
    drawn += r#"</g><circle cx="160" cy="80" r="45" fill="var(--card)"/>"#;
    drawn += &fox(160., 82., 1.05);
    drawn += &die(48., 116., 34., -14., "white", 2);
    drawn += &die(272., 44., 34., 16., "white", 5);
    drawn
}

/// Three numbered steps, and dice that climb them.
fn stairs() -> String {
    let mut drawn = String::new();
    for (step, (height, colour)) in [(34, "turquoise"), (60, "brown"), (86, "pink")]
        .into_iter()
        .enumerate()
    {
        let left = 70 + 62 * step;
        let _ = write!(
            drawn,
            r#"<path d="M{left} 160v-{}a10 10 0 0 1 10-10h42a10 10 0 0 1 10 10v{}z" fill="var(--{colour}-soft)" stroke="var(--{colour})" stroke-width="2"/><text x="{}" y="150" text-anchor="middle" font-size="18" font-weight="800" font-family="var(--display)" fill="var(--{colour}-deep)">{}</text>"#,
            height - 10,
            height - 10,
            left + 31,
            step + 1
        );
    }
    drawn += r#"<path d="M34 148C44 96 74 84 98 92M104 84C116 54 140 52 160 64M166 58C178 26 204 24 222 38" fill="none" stroke="var(--pink-deep)" stroke-opacity=".4" stroke-width="2.500" stroke-dasharray="1 8" stroke-linecap="round"/>"#;
    drawn += &die(101., 106., 36., -8., "turquoise", 4);
    drawn += &die(163., 80., 36., 10., "brown", 2);
    drawn += &die(226., 46., 40., -12., "pink", 6);
    drawn += &die(34., 138., 32., 14., "yellow", 1);
    drawn += &die(284., 128., 32., 9., "blue", 5);
    drawn
}

/// Three columns of cards, one more card, and the die that may cost them.
fn columns() -> String {
    fn card(x: f32, y: f32, angle: f32, colour: &str, number: u8) -> String {
        format!(
            r#"<g transform="translate({x} {y}) rotate({angle})"><rect x="-23" y="-31" width="46" height="62" rx="8" fill="var(--{colour})" stroke="var(--card)" stroke-width="2.500"/><text x="-13" y="-13" text-anchor="middle" font-size="15" font-weight="800" font-family="var(--display)" fill="var(--{colour}-ink)">{number}</text><circle cx="0" cy="6" r="12" fill="var(--{colour}-ink)" fill-opacity=".18"/></g>"#
        )
    }
    let mut drawn = String::new();
    let stacks: [(f32, &[(&str, u8)]); 3] = [
        (84., &[("red", 3), ("blue", 1), ("yellow", 6)]),
        (144., &[("green", 2), ("purple", 5)]),
        (204., &[("yellow", 4), ("red", 6), ("green", 1)]),
    ];
    for (x, cards) in stacks {
        for (index, (colour, number)) in cards.iter().enumerate() {
            drawn += &card(x, 60. + 24. * index as f32, 0., colour, *number);
        }
    }
    drawn += &card(252., 46., 14., "blue", 5);
    let _ = write!(
        drawn,
        r#"<g transform="translate(272 122) rotate(-10)"><rect x="-20" y="-20" width="40" height="40" rx="9" fill="var(--black)" stroke="rgb(0 0 0 / 22%)"/>{}</g>"#,
        star(0., 1., 12., "var(--black-ink)")
    );
    drawn
}
