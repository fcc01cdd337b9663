//! Cards and die, drawn. Every colour has a shape of its own: heart, drop, leaf, bolt, moon.

use finaud_rules::push::{Card, Colour};
use leptos::prelude::*;

/// The outline of a colour's shape, in a square of 24.
pub(crate) fn outline(colour: Colour) -> &'static str {
    match colour {
        Colour::Red => {
            "M12 21.2C5.3 15.8 2.3 12.3 2.3 8.4 2.3 5.3 4.6 3 7.5 3 9.4 3 11 4 12 5.6 13 4 14.6 3 16.5 3c2.9 0 5.2 2.3 5.2 5.4 0 3.9-3 7.4-9.7 12.8Z"
        }
        Colour::Blue => "M12 1.8c0 0-7.4 8.3-7.4 13.2a7.4 7.4 0 0 0 14.8 0C19.400 10.100 12 1.8 12 1.8Z",
        Colour::Green => {
            "M21.300 2.700C10.500 2 3 7.400 3 14.700c0 1.600.3 2.900.9 4L2 20.600 3.400 22l1.900-1.900c1.100.6 2.400.9 4 .9C16.600 21 22 13.500 21.300 2.700Z"
        }
        Colour::Yellow => "M14.800 1 3.600 13.800H10L8.200 23 20.400 9.600h-7Z",
        Colour::Purple => "M15.200 2.200A10 10 0 1 0 22 15.900 8.300 8.300 0 0 1 15.200 2.200Z",
    }
}

const STAR: &str =
    "M12 1.6l3.100 6.900 7.500.8-5.600 5 1.600 7.400L12 17.900l-6.600 3.800L7 14.300l-5.600-5 7.500-.8Z";
const SWITCH: &str = "M12 3a9 9 0 0 1 8.400 5.800l1.900-1.300.2 6.500-5.900-2.600 1.800-1.200A6.500 6.500 0 0 0 5.700 10.600L3.400 9.800A9 9 0 0 1 12 3Zm0 18a9 9 0 0 1-8.400-5.800l-1.900 1.300-.2-6.500 5.900 2.600-1.800 1.200a6.500 6.500 0 0 0 12.700-.4l2.300.8A9 9 0 0 1 12 21Z";
const SHIELD: &str =
    "M12 1.800 3.500 4.800v6.400c0 5.200 3.500 9.300 8.500 11 5-1.700 8.500-5.800 8.500-11V4.800Z";
const ARROW: &str = "M4 9.500h9V4.500L21 12l-8 7.500v-5H4Z";

fn shape_at(path: &str, x: f32, y: f32, size: f32, class: &str) -> String {
    let scale = size / 24.0;
    format!(r#"<path class="{class}" transform="translate({x} {y}) scale({scale})" d="{path}"/>"#)
}

/// The shape of a colour alone, as wide as a letter.
pub(super) fn shape(colour: Colour) -> impl IntoView {
    glyph(outline(colour))
}

/// A shield: protected.
pub(super) fn shield() -> impl IntoView {
    glyph(SHIELD)
}

/// The two arrows of a Switch card.
pub(super) fn turn_round() -> impl IntoView {
    glyph(SWITCH)
}

/// An arrow to the right.
pub(super) fn arrow() -> impl IntoView {
    glyph(ARROW)
}

fn glyph(path: &str) -> impl IntoView + use<> {
    let svg = format!(r#"<svg viewBox="0 0 24 24" aria-hidden="true"><path d="{path}"/></svg>"#);
    view! { <i class="push-glyph" inner_html=svg></i> }
}

/// The class that gives a card its colour.
pub(super) fn class_of(card: Card) -> &'static str {
    match card {
        Card::Number(kind) => kind.colour().word(),
        Card::Die => "dice-card",
        Card::Switch => "switch-card",
    }
}

/// The face of a card.
pub(super) fn face(card: Card) -> String {
    let mut inner = String::from(r#"<rect class="paper" x="1" y="1" width="58" height="82" rx="8"/>"#);
    match card {
        Card::Number(kind) => {
            let path = outline(kind.colour());
            let value = kind.value();
            inner += &shape_at(path, 8.0, 20.0, 44.0, "ghost");
            let corner = format!(
                r#"<text class="corner" x="12" y="18">{value}</text>{}"#,
                shape_at(path, 19.0, 6.0, 13.0, "mark")
            );
            inner += &corner;
            inner += &format!(r#"<g transform="rotate(180 30 42)">{corner}</g>"#);
            inner += &format!(r#"<text class="big" x="30" y="57">{value}</text>"#);
        }
        Card::Die => {
            inner += &shape_at(STAR, 7.0, 5.0, 12.0, "mark");
            inner += &format!(
                r#"<g transform="rotate(180 30 42)">{}</g>"#,
                shape_at(STAR, 7.0, 5.0, 12.0, "mark")
            );
            inner += r#"<g transform="rotate(-9 30 42)"><rect class="cube" x="14" y="26" width="32" height="32" rx="7"/>"#;
            for (index, colour) in Colour::ALL.into_iter().enumerate() {
                let (x, y) = [
                    (17.5, 29.5),
                    (34.5, 29.5),
                    (26.0, 38.0),
                    (17.5, 46.5),
                    (34.5, 46.5),
                ][index];
                inner += &shape_at(outline(colour), x, y, 8.0, colour.word());
            }
            inner += "</g>";
        }
        Card::Switch => {
            inner += &shape_at(SWITCH, 7.0, 5.0, 12.0, "mark");
            inner += &format!(
                r#"<g transform="rotate(180 30 42)">{}</g>"#,
                shape_at(SWITCH, 7.0, 5.0, 12.0, "mark")
            );
            inner += &shape_at(SWITCH, 12.0, 24.0, 36.0, "mark");
        }
    }
    card_svg(&inner)
}

/// The back of a card.
fn back() -> String {
    let mut inner = String::from(
        r#"<rect class="paper" x="1" y="1" width="58" height="82" rx="8"/><rect class="frame" x="6" y="6" width="48" height="72" rx="5"/>"#,
    );
    let places = [
        (12.0, 13.0),
        (36.0, 13.0),
        (24.0, 36.0),
        (12.0, 59.0),
        (36.0, 59.0),
    ];
    for (colour, (x, y)) in Colour::ALL.into_iter().zip(places) {
        inner += &shape_at(outline(colour), x, y, 12.0, "mark");
    }
    card_svg(&inner)
}

fn card_svg(inner: &str) -> String {
    format!(r#"<svg viewBox="0 0 60 84" aria-hidden="true">{inner}</svg>"#)
}

/// A card, face up. Its name is told by what it lies in.
pub(super) fn card(card: Card, fresh: bool) -> impl IntoView {
    view! {
        <span
            class=format!("push-card {}", class_of(card))
            class:fresh=fresh
            data-card=card.to_string()
            inner_html=face(card)
        ></span>
    }
}

/// A card, face down.
pub(super) fn card_back() -> impl IntoView {
    view! { <span class="push-card back" inner_html=back()></span> }
}

/// A card in a line of text.
pub(super) fn chip(card: Card) -> impl IntoView {
    let (path, value) = match card {
        Card::Number(kind) => (outline(kind.colour()), kind.value().to_string()),
        Card::Die => (STAR, String::new()),
        Card::Switch => (SWITCH, String::new()),
    };
    view! { <span class=format!("push-chip {}", class_of(card))>{glyph(path)}{value}</span> }
}

/// What the die shows in a line of text.
pub(super) fn face_chip(shown: Option<Colour>) -> impl IntoView {
    let class = shown.map_or("star", Colour::word);
    view! { <span class=format!("push-chip face {class}")>{glyph(shown.map_or(STAR, outline))}</span> }
}

/// The die: what it shows, or nothing yet.
pub(super) fn die(shown: Option<Option<Colour>>) -> String {
    let (class, inner) = match shown {
        None => {
            let mut all = String::new();
            for (colour, (x, y)) in Colour::ALL.into_iter().zip([
                (9.0, 9.0),
                (29.0, 9.0),
                (19.0, 19.0),
                (9.0, 29.0),
                (29.0, 29.0),
            ]) {
                all += &shape_at(outline(colour), x, y, 12.0, colour.word());
            }
            ("blank", all)
        }
        Some(None) => ("star", shape_at(STAR, 9.0, 9.0, 32.0, "mark")),
        Some(Some(colour)) => (colour.word(), shape_at(outline(colour), 9.0, 9.0, 32.0, "mark")),
    };
    format!(
        r#"<svg viewBox="0 0 50 50" class="{class}" aria-hidden="true"><rect class="cube" x="1.500" y="1.500" width="47" height="47" rx="11"/>{inner}</svg>"#
    )
}
