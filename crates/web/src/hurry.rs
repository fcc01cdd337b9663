//! Waiting for bots, and what people can do about it: a tap that hurries them, and their pace.

use leptos::prelude::*;
use wasm_bindgen::JsCast;

use crate::messages::{t, tf};
use crate::pace::Pace;
use crate::session::GameSession;
use crate::settings::settings;

/// A tap or a key that is meant for nothing else hurries everybody who is no person.
pub fn follow_taps(session: GameSession) {
    let free = |target: Option<web_sys::EventTarget>| {
        let element = target.and_then(|target| target.dyn_into::<web_sys::Element>().ok());
        let control = element.and_then(|element| element.closest(CONTROLS).ok().flatten());
        control.is_none_or(|control| control.get_attribute("aria-disabled").as_deref() == Some("true"))
    };
    let taps = window_event_listener(leptos::ev::click, move |event| {
        if free(event.target()) {
            session.hurry();
        }
    });
    let keys = window_event_listener(leptos::ev::keydown, move |event| {
        if event.key() == " " && free(event.target()) && untrack(|| session.goes_on_alone()) {
            event.prevent_default();
            session.hurry();
        }
    });
    on_cleanup(move || {
        taps.remove();
        keys.remove();
    });
}

/// What a tap is meant for. Whoever reads something over the table does not look at it.
const CONTROLS: &str = "button, a, input, select, textarea, label, summary, dialog, [role=button], [role=dialog], .coach, .guide";

/// How quickly bots play, where there are any: each tap the next pace.
pub fn pace_button(session: GameSession) -> Option<AnyView> {
    let bots = session
        .table
        .with_untracked(|table| table.chairs().iter().any(|chair| !chair.is_person()));
    let name = move || {
        let pace = match session.pace() {
            Pace::Calm => t("settings.game.pace_calm"),
            Pace::Quick => t("settings.game.pace_quick"),
            Pace::Instant => t("settings.game.pace_instant"),
        };
        tf("play.pace", &[("pace", &pace)])
    };
    let next = move |_| settings().pace.set(Some(untrack(|| session.pace()).next()));
    bots.then(|| {
        view! {
            <button type="button" class="icon-button pace" data-do="pace" data-pace=move || session.pace().word()
                aria-label=name title=name on:click=next><i></i><i></i><i></i></button>
        }
        .into_any()
    })
}

/// Where nobody is asked: a button for what a tap anywhere does.
pub fn hurry_button(session: GameSession) -> impl IntoView {
    let shown = Memo::new(move |_| session.goes_on_alone());
    move || {
        shown.get().then(|| {
            view! {
                <button type="button" class="button small quiet hurry" data-do="hurry" on:click=move |_| session.hurry()>
                    {t("play.hurry")}<span aria-hidden="true">"»"</span>
                </button>
            }
        })
    }
}
