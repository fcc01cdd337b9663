//! What a table of PUSH sounds like.

use leptos::prelude::*;

use super::context::PushContext;
use super::log::{PushNews, points_of};
use crate::cheer::{Cheer, cheer};
use crate::messages::tf;
use crate::motion::rattle;
use crate::pace::Pace;
use crate::sound::{self, Sound};

/// Lets everything be heard that happens from now on.
pub(super) fn follow(context: PushContext) {
    Effect::new(move |before: Option<usize>| {
        let step = context.look_now(|scene| scene.step);
        if before.is_some_and(|before| before + 1 == step) {
            let quick = untrack(|| context.session.pace()) != Pace::Calm;
            context.look_now(|scene| {
                let new = scene.log.iter().filter(|each| each.step + 1 == step);
                new.for_each(|each| {
                    hear(&each.what, quick);
                    be_glad(context, &each.what);
                });
            });
        }
        step
    });
}

/// So many points taken or made safe at once are something to be glad about.
const MANY: i32 = 15;

/// A person who takes or protects much is cheered.
fn be_glad(context: PushContext, what: &PushNews) {
    let (PushNews::Took { seat, cards, .. } | PushNews::Protected { seat, cards }) = what else {
        return;
    };
    let points = points_of(cards);
    let person = context
        .session
        .table
        .with_untracked(|table| context.session.plays_here(table, *seat));
    if person && points >= MANY {
        cheer(&tf("push.cheer", &[("n", &points)]), Cheer::Small, 150);
    }
}

fn hear(what: &PushNews, quick: bool) {
    match what {
        PushNews::Turned { .. } | PushNews::Switched { .. } => sound::now(Sound::Card),
        PushNews::Placed { .. } => sound::play(Sound::Card, 0.0, 0.8),
        PushNews::Bust { .. } => {
            sound::now(Sound::Card);
            sound::play(Sound::Bust, if quick { 0.2 } else { 0.4 }, 1.0);
            sound::tick(60);
        }
        PushNews::Stopped { .. } => sound::play(Sound::Knock, 0.0, 0.8),
        PushNews::Protected { .. } | PushNews::Took { .. } => {
            sound::now(Sound::Bank);
            sound::tick(15);
        }
        PushNews::Rolled { lost, .. } => {
            rattle(quick, 1);
            if !lost.is_empty() {
                sound::play(Sound::Bust, if quick { 0.3 } else { 0.6 }, 1.2);
            }
        }
        PushNews::Left { .. } => {}
    }
}
