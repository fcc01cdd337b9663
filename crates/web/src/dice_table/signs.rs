//! The small signs of bonuses, and the fox.

use finaud_rules::{Award, Sheet};
use leptos::prelude::*;

use super::words;
use crate::messages::language;

/// The head of a fox in a square of 16.
const FOX: &str = "M1.5 1.5 L6 4.6 L10 4.6 L14.5 1.5 L14.2 9 L8 14.8 L1.8 9 Z";
const FOX_CHEEKS: &str = "M1.8 9 L5.6 8.2 L8 14.8 Z M14.2 9 L10.4 8.2 L8 14.8 Z";

/// A fox, as an icon.
pub fn fox_icon() -> AnyView {
    view! {
        <svg class="fox-icon" viewBox="0 0 16 16" aria-hidden="true">
            <path class="fox-face" d=FOX/>
            <path class="fox-cheek" d=FOX_CHEEKS/>
        </svg>
    }
    .into_any()
}

/// A bonus as a small sign with its middle here.
pub fn award_mark(sheet: &Sheet, award: Award, x: f32, y: f32) -> AnyView {
    let colour = words::award_colour(sheet, award);
    let sign = words::sign(language(), sheet, award);
    match award {
        Award::Fox => view! {
            <g class="sign fox" transform=format!("translate({} {})", x - 8.0, y - 8.0)>
                <path class="fox-face" d=FOX/>
                <path class="fox-cheek" d=FOX_CHEEKS/>
            </g>
        }
        .into_any(),
        Award::Circle(_) => view! {
            <g class="sign power">
                <rect x=x - 8.5 y=y - 7.5 width="17" height="15" rx="5"/>
                <text x=x y=y + 3.6>{sign}</text>
            </g>
        }
        .into_any(),
        Award::Gift(_) => {
            let wide = if sign.chars().count() > 2 { 11.5 } else { 8.5 };
            view! {
                <g class=format!("sign gift {colour}")>
                    <rect x=x - wide y=y - 8.0 width=2.0 * wide height="16" rx="8"/>
                    <text x=x y=y + 3.4>{sign}</text>
                </g>
            }
            .into_any()
        }
    }
}
