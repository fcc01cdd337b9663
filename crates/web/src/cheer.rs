//! A moment to be glad: a word and scraps of paper, over everything, in nobody's way, and gone by itself.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::Event;

use crate::settings::settings;
use crate::sound::{self, Sound};

/// How much there is to be glad about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cheer {
    /// A little.
    Small,
    /// Much: people clap.
    Big,
}

/// Celebrates with these words, after so many milliseconds. Where nothing moves, there is nothing to see.
pub fn cheer(words: &str, much: Cheer, after: u64) {
    if much == Cheer::Big {
        sound::play(Sound::Applause, after as f64 / 1000.0, 1.0);
    }
    sound::tick(30);
    if settings().moves() {
        // Without a page there is nobody to be glad.
        let _ = show(words, much, after);
    }
}

fn show(words: &str, much: Cheer, after: u64) -> Option<()> {
    let place = document().create_element("div").ok()?;
    // What is said in the middle of a game stands at its edge.
    place.set_class_name(match much {
        Cheer::Small => "cheer skippable",
        Cheer::Big => "cheer skippable big",
    });
    place.set_attribute("style", &format!("--after:{after}ms")).ok()?;
    let scraps: String = (0..if much == Cheer::Big { 36 } else { 12 }).map(scrap).collect();
    place.set_inner_html(&format!("<p role=\"status\"></p>{scraps}"));
    place.first_element_child()?.set_text_content(Some(words));
    let gone = {
        let place = place.clone();
        Closure::<dyn Fn(Event)>::new(move |event: Event| {
            // Its own end, not that of a scrap.
            if event.target().as_ref() == Some(place.as_ref()) {
                place.remove();
            }
        })
    };
    let _ = place.add_event_listener_with_callback("animationend", gone.as_ref().unchecked_ref());
    let _ = gone.into_js_value();
    document().body()?.append_child(&place).ok()?;
    Some(())
}

/// A scrap of paper that flies its own way.
fn scrap(index: u32) -> String {
    const COLOURS: [&str; 6] = ["yellow", "blue", "green", "orange", "violet", "pink"];
    let bits = (index + 1).wrapping_mul(0x9e37_79b1);
    let part =
        |shift: u32, least: i32, most: i32| least + ((bits >> shift) % 64) as i32 * (most - least) / 63;
    format!(
        "<i style=\"--c:var(--{});--x:{}vw;--up:{}vh;--turn:{}deg;--late:{}ms\"></i>",
        COLOURS[index as usize % COLOURS.len()],
        part(3, -46, 46),
        part(9, -34, -8),
        part(15, -900, 900),
        part(21, 0, 180),
    )
}
