//! The keys of the table.

use finaud_rules::{Action, Die};
use leptos::prelude::*;

use super::draft::Asked;
use super::focus::Way;
use super::grow::Growth;
use super::scene::DiceScene;
use super::tips::Tips;
use super::{choose, focus};
use crate::session::GameSession;

/// Keys: 1–6 for the dice, R roll, E reroll, N none, U undo, Escape to let go of a die or of a question. Arrows go from one
/// thing that can be done to the next; after I, from one thing that is explained to the next. A key that is held down counts
/// once, and the key that rolls never spends a reroll.
#[allow(clippy::too_many_arguments)]
pub(super) fn keys(
    session: GameSession,
    scene: Memo<DiceScene>,
    selected: RwSignal<Option<Die>>,
    asked: RwSignal<Asked>,
    growth: Growth,
    tips: Tips,
    tap_die: Callback<Die>,
    play: impl Fn(Action) + Copy + 'static,
) {
    let walk = move |event: &leptos::ev::KeyboardEvent, way: Way| {
        event.prevent_default();
        tips.walk(way);
    };
    let listener = window_event_listener(leptos::ev::keydown, move |event| {
        let in_field = event.target().is_some_and(|target| {
            use wasm_bindgen::JsCast;
            target
                .dyn_ref::<web_sys::Element>()
                .is_some_and(|element| matches!(element.tag_name().as_str(), "INPUT" | "TEXTAREA" | "SELECT"))
        });
        if in_field || event.repeat() || event.ctrl_key() || event.meta_key() || event.alt_key() {
            return;
        }
        let has = |action: Action| scene.with_untracked(|scene| scene.legal.contains(&action));
        let key = event.key();
        match key.as_str() {
            "1" | "2" | "3" | "4" | "5" | "6" => {
                let index = usize::from(key.as_bytes()[0] - b'1');
                if let Some(die) = Die::from_index(index)
                    && scene.with_untracked(|scene| choose::usable(&scene.legal).contains(die))
                {
                    tap_die.run(die);
                }
            }
            "r" | "R" => {
                if untrack(|| session.waits_for_tap()) {
                    session.apply_seeded();
                } else if has(Action::Roll) {
                    play(Action::Roll);
                }
            }
            "e" | "E" if has(Action::Reroll) => play(Action::Reroll),
            "n" | "N" => {
                let none = [Action::Forfeit, Action::Decline, Action::Done, Action::EndRolls];
                if let Some(action) = none.into_iter().find(|action| has(*action)) {
                    play(action);
                }
            }
            "u" | "U" => session.undo(),
            "i" | "I" => tips.walk(Way::On),
            "ArrowRight" | "ArrowDown" if tips.walks() => walk(&event, Way::On),
            "ArrowLeft" | "ArrowUp" if tips.walks() => walk(&event, Way::Back),
            "Escape" if tips.walks() => {
                tips.stop();
                focus::first();
            }
            "Escape" => {
                asked.set(Asked::Nothing);
                growth.shrink();
                selected.set(None);
            }
            "ArrowRight" | "ArrowDown" => focus::step(&event, Way::On),
            "ArrowLeft" | "ArrowUp" => focus::step(&event, Way::Back),
            _ => {}
        }
    });
    on_cleanup(move || listener.remove());
    focus::keep(move || scene.track());
}
