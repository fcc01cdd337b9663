//! Bodies that move at a table, and everything that waits until they have come to rest.
//!
//! The style sheet moves things; this module knows when. While dice fall or a card is turned, the table still says what it
//! said before (`Motion::at_rest`). A tap ends all movement, and is no choice. Where nothing moves, everything is at rest at once.

use finaud_table::{AnyEvent, AnyOutcome, ChanceSource, Table};
use js_sys::{Array, Promise, Reflect};
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Animation, Element, Event};

use crate::pace::Pace;
use crate::session::GameSession;
use crate::settings::settings;
use crate::sound;

/// An outcome that is seen falling.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fall {
    /// How many events there are with it.
    pub step: usize,
    /// What falls.
    pub outcome: AnyOutcome,
    /// In half the time?
    pub quick: bool,
    /// How much of the full time it takes, of 100: the dice of bots lie before their choice is shown.
    percent: u8,
}

/// How the bodies of a table move.
#[derive(Clone, Copy)]
pub struct Motion {
    falls: Memo<(usize, Option<Fall>)>,
    /// The outcome that has come to rest last.
    rested: RwSignal<usize>,
}

impl Motion {
    /// Follows a game from now on.
    pub fn follow(session: GameSession) -> Motion {
        let falls = Memo::new(move |before: Option<&(usize, Option<Fall>)>| {
            let pace = match session.hurried.get_untracked() {
                true => Pace::Instant,
                false => untrack(|| session.pace()),
            };
            session.table.with(|table| {
                let step = table.steps();
                // What lies there when the page opens, and what is taken back, has not fallen just now.
                let new = before.is_some_and(|(before, _)| before + 1 == step);
                (step, fall(table, pace).filter(|_| new))
            })
        });
        let rested = RwSignal::new(0);
        Effect::new(move |_| match falls.get() {
            (step, Some(_)) => request_animation_frame(move || {
                spawn_local(async move {
                    // At rest is also what somebody stopped.
                    let moving = running("body-")
                        .iter()
                        .filter_map(|body| body.finished().ok())
                        .collect::<Array>();
                    let _ = JsFuture::from(Promise::all_settled(&moving)).await;
                    rested.try_set(step);
                });
            }),
            (_, None) => rested.set(0),
        });
        let motion = Motion { falls, rested };
        for (event, swallow) in [
            ("click", swallow_tap as fn(Motion, &Event) -> bool),
            ("keydown", swallow_key),
        ] {
            listen(event, move |event| {
                // Whoever ends a bot's roll does not want to watch its choices either.
                if swallow(motion, event) {
                    session.hurry();
                }
            });
        }
        motion
    }

    /// What falls now.
    pub fn falling(self) -> Option<Fall> {
        let (step, fall) = self.falls.get();
        fall.filter(|_| self.rested.get() != step)
    }

    /// What was true before something began to fall, until it has come to rest.
    pub fn at_rest<T: Clone + PartialEq + Send + Sync + 'static>(self, now: Memo<T>) -> Memo<T> {
        Memo::new(move |before: Option<&T>| match before {
            Some(before) if self.falling().is_some() => before.clone(),
            _ => now.get(),
        })
    }
}

/// The last event, if it is an outcome that is to be seen falling.
fn fall(table: &Table, pace: Pace) -> Option<Fall> {
    let outcome = match table.event(table.steps().checked_sub(1)?)? {
        AnyEvent::Outcome(outcome) => outcome,
        AnyEvent::Choice(..) => return None,
    };
    // Whoever wants bots to be done at once does not watch their dice. Real dice have fallen on a real table.
    let of_bot = table.awaits().bot().is_some();
    let watched = pace != Pace::Instant || !of_bot;
    let seeded = table.chance_source() != ChanceSource::Typed;
    (watched && seeded && settings().moves() && !document().hidden()).then_some(Fall {
        step: table.steps(),
        outcome,
        quick: pace != Pace::Calm,
        percent: match (pace, of_bot) {
            (Pace::Calm, false) => 100,
            (Pace::Calm, true) => 65,
            (_, false) => 50,
            (_, true) => 32,
        },
    })
}

/// The animations of the style sheet that run now and whose names begin like that.
fn running(name: &str) -> Vec<Animation> {
    let named = |animation: &Animation| {
        let known = Reflect::get(animation, &"animationName".into()).ok();
        known
            .and_then(|known| known.as_string())
            .is_some_and(|known| known.starts_with(name))
    };
    let all = document().get_animations();
    all.iter().map(JsCast::unchecked_into).filter(named).collect()
}

/// Ends what moves and has an end.
pub fn skip() {
    sound::hush();
    for animation in running("") {
        // What has no end says no.
        let _ = animation.finish();
    }
}

/// A tap while something falls ends the fall, and is no choice. Did something fall?
fn swallow_tap(motion: Motion, event: &Event) -> bool {
    let falling = untrack(|| motion.falling().is_some());
    let at_the_table = event
        .target()
        .and_then(|target| target.dyn_into::<Element>().ok())
        .is_some_and(|element| matches!(element.closest(".dice-table, .push"), Ok(Some(_))));
    if falling && at_the_table {
        event.stop_immediate_propagation();
        event.prevent_default();
    }
    if falling || matches!(document().query_selector(".skippable"), Ok(Some(_))) {
        skip();
    }
    falling
}

fn swallow_key(motion: Motion, event: &Event) -> bool {
    let key = event.unchecked_ref::<web_sys::KeyboardEvent>().key();
    !matches!(key.as_str(), "Tab" | "Shift" | "Control" | "Alt" | "Meta") && swallow_tap(motion, event)
}

/// Hears an event of the window before anybody else does, for as long as this part of the page lives.
pub(crate) fn listen(name: &'static str, heard: impl Fn(&Event) + 'static) {
    let heard = Closure::<dyn Fn(Event)>::new(move |event: Event| heard(&event));
    let function: js_sys::Function = heard.as_ref().unchecked_ref::<js_sys::Function>().clone();
    let _ = window().add_event_listener_with_callback_and_bool(name, &function, true);
    let listener = StoredValue::new_local(Some((heard, function)));
    on_cleanup(move || {
        if let Some(Some((_, function))) = listener.try_update_value(Option::take) {
            let _ = window().remove_event_listener_with_callback_and_bool(name, &function, true);
        }
    });
}

/// A die as a body: six sides, thrown from the right and below, with a way of its own. The first side lies on top at the end.
///
/// `order` says as which of the dice it comes to rest.
pub fn cube(fall: Fall, body: usize, order: usize, sides: [AnyView; 6]) -> AnyView {
    // Spread like chance, the same for the same throw.
    let bits = (fall.step * 6 + body + 1).wrapping_mul(0x9e37_79b1) >> 7;
    let part =
        |shift: usize, least: i32, most: i32| least + (bits >> shift) as i32 % 16 * (most - least) / 15;
    let style = format!(
        "--k:{order};--pace:{};--rx:{}deg;--ry:{}deg;--rz:{}deg;--ox:{}px;--oy:{}px",
        f32::from(fall.percent) / 100.0,
        part(0, -620, -300),
        part(4, 380, 780),
        part(8, -160, 160),
        part(2, -14, 14),
        part(6, -18, 34),
    );
    let sides = sides
        .into_iter()
        .map(|side| view! { <i>{side}</i> })
        .collect_view();
    view! {
        <span class="body" style=style aria-hidden="true">
            <span class="shade"></span>
            <span class="height"><span class="cube">{sides}</span></span>
        </span>
    }
    .into_any()
}

/// The sounds of bodies that fall like that: each hits the table three times, softer and softer.
pub fn rattle(quick: bool, bodies: usize) {
    let pace = if quick { 0.5 } else { 1.0 };
    for body in 0..bodies {
        // As in the style sheet.
        let time = pace * (0.52 + 0.075 * body as f64);
        let pitch = 0.86 + 0.07 * ((body * 5) % 6) as f32;
        sound::play(sound::Sound::Knock, 0.38 * time, pitch);
        sound::play(sound::Sound::Knock, 0.76 * time, pitch * 1.1);
    }
    sound::tick(12);
}
