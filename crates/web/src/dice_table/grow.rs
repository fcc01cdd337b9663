//! On a small screen the sheet grows under the first tap, where cells that mean something lie too close together for fingers.

use finaud_rules::Sheet;
use leptos::html::Div;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{DomRect, Element};

use super::choose::CellId;
use super::focus;

/// How wide and high a target has to be, in pixels.
const TARGET: f64 = 40.0;

/// The frame of the sheet, and how much the sheet in it has grown.
#[derive(Clone, Copy)]
pub(super) struct Growth {
    pub(super) frame: NodeRef<Div>,
    /// How many times as large as usual.
    grown: RwSignal<Option<f64>>,
}

impl Growth {
    pub(super) fn new() -> Growth {
        Growth {
            frame: NodeRef::new(),
            grown: RwSignal::new(None),
        }
    }

    /// Is the sheet larger than usual?
    pub(super) fn is_grown(self) -> bool {
        self.grown.with(Option::is_some)
    }

    /// As large as usual again.
    pub(super) fn shrink(self) {
        if self.grown.with_untracked(Option::is_some) {
            self.grown.set(None);
        }
    }

    /// What the style sheet is told.
    pub(super) fn style(self) -> Option<String> {
        let factor = self.grown.get()?;
        Some(format!("--grow:{factor:.3}"))
    }

    /// Does the sheet grow under this tap instead of doing what it asks for?
    pub(super) fn takes(self, sheet: &Sheet, cell: CellId) -> bool {
        // In a scripted turn one cell alone takes a tap: nothing can be missed.
        let scripted = || {
            let frame = self.frame.get_untracked();
            frame.is_some_and(|frame| frame.closest(".lesson-on").ok().flatten().is_some())
        };
        if !focus::pointed() || self.grown.with_untracked(Option::is_some) || scripted() {
            return false;
        }
        self.needed(sheet, cell).is_some()
    }

    /// The cell that a tap beside it means: a target is larger than a small cell.
    pub(super) fn beside(self, sheet: &Sheet, x: f64, y: f64) -> Option<CellId> {
        let frame = self.frame.get_untracked()?;
        let half = TARGET / 2.0;
        let mut near = legal_cells(&frame).filter(|cell| {
            place(cell).is_some_and(|place| {
                let (left, top) = middle(&place);
                (left - x).abs() <= half && (top - y).abs() <= half
            })
        });
        let (cell, other) = (near.next()?, near.next());
        if other.is_some() {
            return None;
        }
        let name = cell.get_attribute("data-zone")?;
        let zone = sheet.zones.iter().position(|zone| zone.name == name)?;
        Some((
            u8::try_from(zone).ok()?,
            cell.get_attribute("data-cell")?.parse().ok()?,
        ))
    }

    fn needed(self, sheet: &Sheet, (zone, cell): CellId) -> Option<()> {
        let frame = self.frame.get_untracked()?;
        let name = &sheet.zones.get(usize::from(zone))?.name;
        let css = format!("[data-zone=\"{name}\"][data-cell=\"{cell}\"]");
        let tapped = place(&frame.query_selector(&css).ok()??)?;
        let near = legal_cells(&frame)
            .filter_map(|other| place(&other))
            .filter(|other| is_near(middle(&tapped), middle(other)))
            .count();
        // The tapped one is near itself.
        if near < 2 || tapped.width() >= TARGET {
            return None;
        }
        let around = frame.get_bounding_client_rect();
        let factor = (TARGET + 2.0) / tapped.width();
        let (x, y) = middle(&tapped);
        let (left, top) = ((x - around.left()) * factor, (y - around.top()) * factor);
        self.grown.set(Some(factor));
        request_animation_frame(move || {
            frame.set_scroll_left((left - around.width() / 2.0) as i32);
            frame.set_scroll_top((top - around.height() / 2.0) as i32);
        });
        Some(())
    }
}

/// The cells a tap on which means something.
fn legal_cells(frame: &Element) -> impl Iterator<Item = Element> + use<> {
    let list = frame.query_selector_all(".cell.legal").ok();
    let count = list.as_ref().map_or(0, web_sys::NodeList::length);
    (0..count).filter_map(move |index| list.as_ref()?.get(index)?.dyn_into::<Element>().ok())
}

/// Where a cell is drawn: its own square, without what may be around it.
fn place(cell: &Element) -> Option<DomRect> {
    Some(cell.first_element_child()?.get_bounding_client_rect())
}

fn middle(place: &DomRect) -> (f64, f64) {
    (
        f64::midpoint(place.left(), place.right()),
        f64::midpoint(place.top(), place.bottom()),
    )
}

/// Would targets around these two overlap?
fn is_near(one: (f64, f64), other: (f64, f64)) -> bool {
    (one.0 - other.0).abs() < TARGET && (one.1 - other.1).abs() < TARGET
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_are_near_and_cells_a_finger_apart_are_not() {
        assert!(is_near((100.0, 100.0), (133.0, 100.0)));
        assert!(is_near((100.0, 100.0), (133.0, 133.0)));
        assert!(!is_near((100.0, 100.0), (141.0, 100.0)));
        assert!(!is_near((100.0, 100.0), (100.0, 59.0)));
    }
}
