//! On a phone that is not tall enough for everything, what lights up comes into sight.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{DomRect, Element, ScrollBehavior, ScrollToOptions};

use crate::settings::{in_one_column, settings};

/// From now on, whenever `changed` does and everything lit lies behind the dice or outside the window, the sheet moves.
pub(super) fn keep(changed: impl Fn() + 'static) {
    Effect::new(move |_| {
        changed();
        if in_one_column() {
            request_animation_frame(bring);
        }
    });
}

fn bring() {
    let place = |css: &str| -> Option<DomRect> {
        let element = document().query_selector(css).ok()??;
        Some(element.get_bounding_client_rect())
    };
    let Some(hand) = place(".at-hand") else {
        return;
    };
    let top = place(".guide").map_or(0.0, |guide| guide.bottom().max(0.0));
    let bottom = place(".coach").map_or(hand.top(), |coach| coach.top().min(hand.top()));
    let Ok(list) = document().query_selector_all(".sheet-side .legal") else {
        return;
    };
    let lit: Vec<DomRect> = (0..list.length())
        .filter_map(|index| list.get(index)?.dyn_into::<Element>().ok())
        .map(|element| element.get_bounding_client_rect())
        .collect();
    let seen = |lit: &DomRect| lit.top() >= top - 1.0 && lit.bottom() <= bottom + 1.0;
    if let Some(first) = lit.first()
        && !lit.iter().any(seen)
    {
        let middle = f64::midpoint(first.top(), first.bottom());
        let way = ScrollToOptions::new();
        way.set_top(middle - f64::midpoint(top, bottom));
        if settings().moves() {
            way.set_behavior(ScrollBehavior::Smooth);
        }
        window().scroll_by_with_scroll_to_options(&way);
    }
}
