//! Playing by keyboard: the focus goes from one thing that can be done to the next, and is never lost.

use std::cell::Cell;

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, KeyboardEvent};

/// Everything that can be done now, in the order of the page.
const CHOICES: &str = ".question button, .dice .usable, .typed button:not(:disabled), .sheet-side .legal, \
                       .bar-inside button:not(:disabled)";

/// Where the focus goes when what had it is gone: to what most people do next.
const FIRST: [&str; 5] = [
    ".question button",
    ".go [data-do=roll]",
    ".dice .usable",
    ".sheet-side .legal",
    ".bar-inside .button:not(.quiet):not(:disabled)",
];

/// To the next thing, or to the one before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Way {
    /// To the next.
    On,
    /// To the one before.
    Back,
}

thread_local! {
    /// Was a key pressed last, and not a pointer?
    static BY_KEY: Cell<bool> = const { Cell::new(false) };
    /// Has a finger or a mouse been put down since somebody asked?
    static POINTED: Cell<bool> = const { Cell::new(false) };
}

/// Was it a finger or a mouse that did this, and no key and no screen reader?
pub(super) fn pointed() -> bool {
    POINTED.replace(false)
}

/// Moves the focus to the next thing that can be done; at the end it starts over.
pub(super) fn step(event: &KeyboardEvent, way: Way) {
    if walk(CHOICES, way).is_some() {
        event.prevent_default();
    }
}

/// Moves the focus to the next of these; at the end it starts over. Says where it went.
pub(super) fn walk(these: &str, way: Way) -> Option<Element> {
    let list = document().query_selector_all(these).ok()?;
    let all: Vec<Element> = (0..list.length())
        .filter_map(|index| list.get(index)?.dyn_into::<Element>().ok())
        // What is not drawn at this size has no place, and small sheets of others are only looked at.
        .filter(|element| {
            element.get_bounding_client_rect().width() > 0.0
                && !matches!(element.closest(".mini, .visit"), Ok(Some(_)))
        })
        .collect();
    let focused = document().active_element();
    let here = all.iter().position(|element| focused.as_ref() == Some(element));
    let next = match (here, way) {
        _ if all.is_empty() => return None,
        (None, Way::On) => 0,
        (None, Way::Back) => all.len() - 1,
        (Some(here), Way::On) => (here + 1) % all.len(),
        (Some(here), Way::Back) => (here + all.len() - 1) % all.len(),
    };
    let next = &all[next];
    if !next.has_attribute("tabindex") {
        let _ = next.set_attribute("tabindex", "-1");
    }
    let _ = next.unchecked_ref::<HtmlElement>().focus();
    Some(next.clone())
}

/// Puts the focus where most people go on.
pub(super) fn first() {
    let first = FIRST
        .iter()
        .find_map(|selector| document().query_selector(selector).ok().flatten());
    if let Some(first) = first {
        let _ = first.unchecked_into::<HtmlElement>().focus();
    }
}

fn is_lost(focused: &Element) -> bool {
    focused.tag_name() == "BODY"
        || focused.has_attribute("disabled")
        || focused.get_attribute("aria-disabled").as_deref() == Some("true")
}

/// From now on, whenever `changed` does, those who play by keyboard keep a focus.
pub(super) fn keep(changed: impl Fn() + 'static) {
    let by_key = window_event_listener(leptos::ev::keydown, |_| {
        BY_KEY.set(true);
        POINTED.set(false);
    });
    let by_pointer = window_event_listener(leptos::ev::pointerdown, |_| {
        BY_KEY.set(false);
        POINTED.set(true);
    });
    on_cleanup(move || {
        by_key.remove();
        by_pointer.remove();
    });
    Effect::new(move |_| {
        changed();
        request_animation_frame(|| {
            let lost = document()
                .active_element()
                .is_none_or(|element| is_lost(&element));
            if BY_KEY.get() && lost {
                first();
            }
        });
    });
}
