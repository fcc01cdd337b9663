//! A few quiet sounds, off unless somebody wants them.

use std::cell::RefCell;

use finaud_table::{AnyEvent, Table};
use web_sys::{AudioContext, OscillatorType};

use crate::settings::settings;

thread_local! {
    /// Made at the first sound: browsers want a tap before.
    static CONTEXT: RefCell<Option<AudioContext>> = const { RefCell::new(None) };
}

/// Sounds for what happened last: a rattle for an outcome, a tick for a choice.
pub fn of_last_event(table: &Table) {
    let last = table.steps().checked_sub(1).and_then(|last| table.event(last));
    match last {
        Some(AnyEvent::Outcome(_)) => play(
            &[(190.0, 0.0), (240.0, 0.05), (170.0, 0.1)],
            OscillatorType::Triangle,
        ),
        Some(AnyEvent::Choice(..)) => play(&[(520.0, 0.0)], OscillatorType::Sine),
        None => {}
    }
}

/// A small rise, for something won.
pub fn of_bonus() {
    play(
        &[(523.0, 0.0), (659.0, 0.07), (784.0, 0.14)],
        OscillatorType::Sine,
    );
}

/// Plays tones: how high, and when, in seconds.
fn play(tones: &[(f32, f64)], shape: OscillatorType) {
    use leptos::prelude::GetUntracked;
    if settings().sound.get_untracked() {
        // No sound is no reason to stop a game.
        let _ = try_play(tones, shape);
    }
}

fn try_play(tones: &[(f32, f64)], shape: OscillatorType) -> Result<(), wasm_bindgen::JsValue> {
    CONTEXT.with_borrow_mut(|context| {
        if context.is_none() {
            *context = Some(AudioContext::new()?);
        }
        let Some(context) = context else { return Ok(()) };
        let now = context.current_time();
        for (pitch, after) in tones {
            let tone = context.create_oscillator()?;
            let volume = context.create_gain()?;
            tone.set_type(shape);
            tone.frequency().set_value(*pitch);
            volume.gain().set_value_at_time(0.08, now + after)?;
            volume
                .gain()
                .exponential_ramp_to_value_at_time(0.001, now + after + 0.12)?;
            tone.connect_with_audio_node(&volume)?;
            volume.connect_with_audio_node(&context.destination())?;
            tone.start_with_when(now + after)?;
            tone.stop_with_when(now + after + 0.14)?;
        }
        Ok(())
    })
}
