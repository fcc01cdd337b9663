//! Badges, drawn from shapes: a sign on a medal whose rim and colour follow from the achievement.

use std::fmt::Write as _;

use super::list::{Achievement, Sign};

/// The colours of a medal: what it is made of, and its sign.
fn colours(sign: Sign) -> &'static str {
    match sign {
        Sign::Fox => "orange",
        Sign::Die => "blue",
        Sign::Chain => "violet",
        Sign::Star => "yellow",
        Sign::Card => "pink",
        Sign::Shield => "turquoise",
        Sign::Crown => "red",
        Sign::Calendar => "green",
        Sign::Flag => "brown",
    }
}

/// The sign itself, around the middle, in a square of 40.
fn drawn(sign: Sign) -> &'static str {
    match sign {
        Sign::Fox => "M-17-16L-7-10H7L17-16 16 1 0 17-16 1zM-7-2a2 2.500 0 1 0 0 .1zM9-2a2 2.500 0 1 0 0 .1z",
        Sign::Die => {
            "M-10-14H10a4 4 0 0 1 4 4V10a4 4 0 0 1-4 4H-10a4 4 0 0 1-4-4V-10a4 4 0 0 1 4-4zM-5-8a3 3 0 1 0 0 .1zM11-8a3 3 0 1 0 0 .1zM3 0a3 3 0 1 0 0 .1zM-5 8a3 3 0 1 0 0 .1zM11 8a3 3 0 1 0 0 .1z"
        }
        Sign::Chain => {
            "M-16-6a6 6 0 0 1 6-6h6a6 6 0 0 1 0 12h-6a6 6 0 0 1-6-6zm5 0a1.500 1.500 0 0 0 1.500 1.500h5a1.500 1.500 0 0 0 0-3h-5A1.500 1.500 0 0 0-11-6zM-2 6a6 6 0 0 1 6-6h6a6 6 0 0 1 0 12H4a6 6 0 0 1-6-6zm5 0a1.500 1.500 0 0 0 1.500 1.500h5a1.500 1.500 0 0 0 0-3h-5A1.500 1.500 0 0 0 3 6z"
        }
        Sign::Star => "M0-18L5-6 18-5 8 4 11 16 0 9-11 16-8 4-18-5-5-6z",
        Sign::Card => {
            "M-13-12l13-4a3 3 0 0 1 4 2l6 20a3 3 0 0 1-2 4L-5 14a3 3 0 0 1-4-2l-6-20a3 3 0 0 1 2-4zM-5-5L-4 7 3 0z"
        }
        Sign::Shield => "M0-17l14 5V-1C14 8 7 14 0 17-7 14-14 8-14-1V-12zM-7-1l5 6L8-6 5-9l-7 8-2.500-3z",
        Sign::Crown => "M-16-10l8 7 8-12 8 12 8-7-3 18H-13zM-13 11H13v5H-13z",
        Sign::Calendar => "M-14-12H-8v-4h4v4H4v-4H8v4h6V15H-14zM-10-3V11H10V-3zM-6 1h5v5h-5z",
        Sign::Flag => "M-11-17h4v34h-4zM-5-15q6-4 11 0t9 0V2q-4 4-9 0t-11 0z",
    }
}

/// How many teeth the rim has: more for more.
fn teeth(goal: u32) -> usize {
    match goal {
        0..=1 => 12,
        2..=9 => 16,
        10..=99 => 20,
        _ => 24,
    }
}

/// The badge of an achievement, as SVG inside a box of -40 to 40.
pub(super) fn badge(achievement: &Achievement, earned: bool) -> String {
    let colour = colours(achievement.sign);
    let (fill, ink, rim) = match earned {
        true => (
            format!("var(--{colour})"),
            format!("var(--{colour}-ink)"),
            format!("var(--{colour}-deep)"),
        ),
        false => (
            "var(--sunken)".into(),
            "var(--muted)".into(),
            "var(--line)".into(),
        ),
    };
    let teeth = teeth(achievement.goal);
    let mut edge = String::new();
    for tooth in 0..2 * teeth {
        let angle = std::f64::consts::PI * tooth as f64 / teeth as f64;
        let radius = if tooth % 2 == 0 { 38.0 } else { 34.5 };
        let letter = if tooth == 0 { 'M' } else { 'L' };
        let _ = write!(
            edge,
            "{letter}{:.1} {:.1}",
            radius * angle.sin(),
            -radius * angle.cos()
        );
    }
    format!(
        r#"<path d="{edge}z" fill="{rim}" stroke="{rim}" stroke-width="2" stroke-linejoin="round"/><circle r="30" fill="{fill}"/><circle r="27" fill="none" stroke="{ink}" stroke-opacity=".35" stroke-width="1.5"/><path d="{}" fill="{ink}" fill-rule="evenodd"/>"#,
        drawn(achievement.sign)
    )
}
