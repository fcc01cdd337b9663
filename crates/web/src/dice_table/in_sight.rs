//! On a phone that is not tall enough for everything, what is lit is brought to where it can be seen: below the card that
//! explains it, or the coach, and above the dice.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{DomRect, Element, HtmlElement, NodeList, ScrollBehavior, ScrollToOptions};

use crate::settings::{in_one_column, on_a_tablet, settings};

/// A sheet gives way to a card above it down to this part of its size: smaller numbers could not be read.
const SMALLEST: f64 = 0.7;
/// It does so in steps, so that it does not change with every line of a question.
const STEP: f64 = 0.1;
/// What is seen keeps this distance from what lies over the sheet.
const GAP: f64 = 4.0;

/// From now on, whenever `changed` does and something lit is hidden, the sheet moves.
pub(super) fn keep(changed: impl Fn() + 'static) {
    Effect::new(move |_| {
        changed();
        later();
    });
}

/// Brings what is lit into sight once everything that changes now is drawn.
pub(crate) fn later() {
    if in_one_column() {
        request_animation_frame(bring);
    }
}

fn find(css: &str) -> Option<Element> {
    document().query_selector(css).ok()?
}

fn all(css: &str) -> Vec<DomRect> {
    let list = document().query_selector_all(css).ok();
    let at = |index| list.as_ref()?.get(index)?.dyn_into::<Element>().ok();
    (0..list.as_ref().map_or(0, NodeList::length))
        .filter_map(at)
        .map(|element| element.get_bounding_client_rect())
        .collect()
}

/// How tall the window is.
pub(crate) fn window_height() -> f64 {
    let height = window().inner_height().ok();
    height.and_then(|height| height.as_f64()).unwrap_or_default()
}

/// The upper and the lower edge of the part of the window in which this can be seen.
pub(crate) fn room_for(thing: &Element) -> (f64, f64) {
    let place = thing.get_bounding_client_rect();
    // What stands beside it hides nothing of it, and neither does what it belongs to.
    let over = |css: &str| -> f64 {
        let other = find(css).filter(|other| !other.contains(Some(thing)));
        let other = other.map(|other| other.get_bounding_client_rect());
        let beside =
            |other: &DomRect| other.left() >= place.right() - 1.0 || other.right() <= place.left() + 1.0;
        other
            .filter(|other| !beside(other))
            .map_or(0.0, |other| other.height() + GAP)
    };
    (
        over(".guide").max(over(".coach")),
        window_height() - over(".at-hand, .push-bar"),
    )
}

/// Where a scrolled window shows `from` to `to`, if there is room for it.
fn fits((from, to): (f64, f64), (top, bottom): (f64, f64)) -> bool {
    from >= top - 1.0 && to <= bottom + 1.0
}

/// How far to scroll so that what is lit is seen: the whole sheet if there is room for it, else all that is lit, else the
/// first of it. `None` if it is seen already.
fn way(room: (f64, f64), sheet: (f64, f64), lit: &[(f64, f64)]) -> Option<f64> {
    let first = *lit.first()?;
    let every = lit
        .iter()
        .fold(first, |(from, to), lit| (from.min(lit.0), to.max(lit.1)));
    if fits(every, room) {
        return None;
    }
    let moved = |(from, to): (f64, f64), by: f64| (from - by, to - by);
    let whole = sheet.1 - room.1;
    if fits(moved(every, whole), room) {
        return Some(whole);
    }
    let to_middle = |(from, to): (f64, f64)| f64::midpoint(from, to) - f64::midpoint(room.0, room.1);
    let by = to_middle(every);
    Some(if fits(moved(every, by), room) {
        by
    } else {
        to_middle(first)
    })
}

fn bring() {
    let Some(sheet) = find(".dice-table .sheet-frame") else {
        return;
    };
    let edges = |place: &DomRect| (place.top(), place.bottom());
    fit(&sheet);
    let place = sheet.get_bounding_client_rect();
    // What the coach would do is what somebody wants to see who asked.
    let mut lit = all(".sheet-side .hint");
    if lit.is_empty() {
        lit = all(".sheet-side .legal");
    }
    let lit: Vec<(f64, f64)> = lit.iter().map(edges).collect();
    if let Some(by) = way(room_for(&sheet), edges(&place), &lit) {
        let how = ScrollToOptions::new();
        how.set_top(by);
        if settings().moves() {
            how.set_behavior(ScrollBehavior::Smooth);
        }
        window().scroll_by_with_scroll_to_options(&how);
    }
}

/// Makes the sheet as small as it must be to be seen whole below a card, below the question of a puzzle, or on a tablet.
fn fit(sheet: &Element) {
    let Some(side) = sheet.parent_element() else {
        return;
    };
    let place = sheet.get_bounding_client_rect();
    let (top, bottom) = room_for(sheet);
    let card = find(".guide").filter(|card| card.client_height() > 0);
    let fits_whole = on_a_tablet() || find(".puzzle[data-verdict=asked]").is_some();
    // A card stays in sight. What else stands above does so as long as nobody scrolls.
    let top = match card {
        Some(_) => Some(top),
        None => fits_whole.then(|| place.top() + window().scroll_y().unwrap_or_default()),
    };
    let part = match top {
        Some(top) if place.width() > 0.0 => {
            let whole = place.height() * side.get_bounding_client_rect().width() / place.width();
            let part = (bottom - top) / whole;
            ((part / STEP).floor() * STEP).clamp(SMALLEST, 1.0)
        }
        _ => 1.0,
    };
    let style = side.unchecked_into::<HtmlElement>().style();
    let _ = style.set_property("--fit", &format!("{part:.1}"));
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROOM: (f64, f64) = (100.0, 400.0);

    #[test]
    fn what_is_seen_stays_where_it_is() {
        assert_eq!(way(ROOM, (50.0, 500.0), &[(120.0, 150.0), (370.0, 400.0)]), None);
        assert_eq!(way(ROOM, (50.0, 500.0), &[]), None);
    }

    #[test]
    fn one_hidden_cell_brings_the_whole_sheet_if_there_is_room_for_it() {
        assert_eq!(
            way(ROOM, (180.0, 450.0), &[(200.0, 220.0), (420.0, 440.0)]),
            Some(50.0)
        );
        // Scrolled too far: back again.
        assert_eq!(
            way(ROOM, (0.0, 290.0), &[(10.0, 30.0), (250.0, 270.0)]),
            Some(-110.0)
        );
    }

    #[test]
    fn a_sheet_that_is_too_tall_shows_all_that_is_lit() {
        assert_eq!(
            way(ROOM, (110.0, 800.0), &[(300.0, 320.0), (480.0, 500.0)]),
            Some(150.0)
        );
    }

    #[test]
    fn and_the_first_of_it_if_that_is_too_much() {
        assert_eq!(
            way(ROOM, (110.0, 800.0), &[(700.0, 720.0), (120.0, 140.0)]),
            Some(460.0)
        );
    }
}
