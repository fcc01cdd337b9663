//! What is heard and felt: sounds of our own making, and short ticks of the device where it has them.
//!
//! Nothing is heard before the first tap, as browsers want it; one tap at the table silences everything.

mod synth;

use std::cell::{Cell, RefCell};
use std::time::Duration;

use leptos::prelude::*;
use wasm_bindgen::JsValue;
use web_sys::{AudioBuffer, AudioBufferSourceNode, AudioContext, AudioContextState};

use crate::messages::t;
use crate::settings::settings;
pub use synth::Sound;

/// What sounds come from.
struct Speaker {
    context: AudioContext,
    /// Each sound is worked out once, when it is first heard or soon after the first of all.
    buffers: [Option<AudioBuffer>; Sound::ALL.len()],
    /// What was asked for last, and may not have begun.
    begun: Vec<AudioBufferSourceNode>,
}

impl Speaker {
    fn buffer(&mut self, sound: Sound) -> Result<AudioBuffer, JsValue> {
        let buffer = &mut self.buffers[sound as usize];
        if let Some(made) = buffer {
            return Ok(made.clone());
        }
        let samples = sound.samples();
        let made = self.context.create_buffer(1, samples.len() as u32, synth::RATE)?;
        made.copy_to_channel(&samples, 0)?;
        Ok(buffer.insert(made).clone())
    }
}

/// So many sounds are remembered, so that they can be called off.
const REMEMBERED: usize = 24;

thread_local! {
    static SPEAKER: RefCell<Option<Speaker>> = const { RefCell::new(None) };
    /// Has somebody tapped?
    static TAPPED: Cell<bool> = const { Cell::new(false) };
}

/// From now on a tap allows sounds.
pub fn listen() {
    let tapped = || TAPPED.set(true);
    window_event_listener(leptos::ev::pointerdown, move |_| tapped());
    window_event_listener(leptos::ev::keydown, move |_| tapped());
}

/// Plays a sound after so many seconds, higher or lower than it is.
pub fn play(sound: Sound, after: f64, pitch: f32) {
    if !TAPPED.get() || !settings().sound.get_untracked() {
        return;
    }
    // No sound is no reason to stop a game.
    let heard = move || drop(try_play(sound, after, pitch));
    if SPEAKER.with_borrow(Option::is_some) {
        heard();
    } else {
        // The first sound takes long to get ready: what the tap did is to be seen before.
        request_animation_frame(move || {
            set_timeout(
                move || {
                    heard();
                    prepare(0);
                },
                Duration::ZERO,
            );
        });
    }
}

/// Works out every sound from this one on, each in a moment of its own, so that none keeps anybody waiting.
fn prepare(from: usize) {
    let Some(sound) = Sound::ALL.get(from) else {
        return;
    };
    let made =
        SPEAKER.with_borrow_mut(|speaker| speaker.as_mut().map(|speaker| speaker.buffer(*sound).is_ok()));
    if made == Some(true) {
        set_timeout(move || prepare(from + 1), Duration::ZERO);
    }
}

/// Plays a sound now.
pub fn now(sound: Sound) {
    play(sound, 0.0, 1.0);
}

/// The sound of a bonus: each link of a chain is a step higher.
pub fn bonus(link: usize, after: f64) {
    /// The steps of a scale without half tones, as factors.
    const STEPS: [f32; 8] = [1.0, 1.125, 1.25, 1.5, 1.667, 2.0, 2.25, 2.5];
    play(Sound::Bonus, after, STEPS[link.min(STEPS.len() - 1)]);
}

/// Calls off what has not been heard yet: somebody skipped what it belongs to.
pub fn hush() {
    SPEAKER.with_borrow_mut(|speaker| {
        for source in speaker.iter_mut().flat_map(|speaker| speaker.begun.drain(..)) {
            let _ = source.disconnect();
        }
    });
}

fn try_play(sound: Sound, after: f64, pitch: f32) -> Result<(), JsValue> {
    SPEAKER.with_borrow_mut(|speaker| {
        if speaker.is_none() {
            *speaker = Some(Speaker {
                context: AudioContext::new()?,
                buffers: [const { None }; Sound::ALL.len()],
                begun: Vec::new(),
            });
        }
        let Some(speaker) = speaker else { return Ok(()) };
        let buffer = speaker.buffer(sound)?;
        let context = &speaker.context;
        if context.state() == AudioContextState::Suspended {
            // The device was away. What is asked for now is heard as soon as it is back.
            let _ = context.resume()?;
        }
        let source = context.create_buffer_source()?;
        source.set_buffer(Some(&buffer));
        source.playback_rate().set_value(pitch);
        source.connect_with_audio_node(&context.destination())?;
        source.start_with_when(context.current_time() + after)?;
        if speaker.begun.len() >= REMEMBERED {
            speaker.begun.remove(0);
        }
        speaker.begun.push(source);
        Ok(())
    })
}

/// A tick that is felt, where the device can.
pub fn tick(milliseconds: u32) {
    let navigator = window().navigator();
    let can = || js_sys::Reflect::has(&navigator, &"vibrate".into()).unwrap_or(false);
    if TAPPED.get() && settings().haptics.get_untracked() && can() {
        navigator.vibrate_with_duration(milliseconds);
    }
}

/// One tap silences the table, another lets it be heard again.
pub fn button() -> AnyView {
    let sound = settings().sound;
    view! {
        <button
            type="button"
            class="icon-button sound"
            data-do="sound"
            aria-pressed=move || sound.get().to_string()
            aria-label=t("settings.feel.sound")
            title=t("settings.feel.sound")
            on:click=move |_| {
                sound.update(|sound| *sound = !*sound);
                now(Sound::Knock);
            }
        >
            <svg viewBox="0 0 24 24" aria-hidden="true">
                <path d="M4 9.500h4l5-4.500v14l-5-4.500H4z"/>
                <path class="waves" d=move || match sound.get() {
                    true => "M16 9a4.500 4.500 0 0 1 0 6M18.500 6a8.500 8.500 0 0 1 0 12",
                    false => "M16 9.500l5 5M21 9.500l-5 5",
                }/>
            </svg>
        </button>
    }
    .into_any()
}
