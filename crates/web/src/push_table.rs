//! The table of PUSH: everybody around it, pile and columns in the middle, one bench large, and what can be done.

mod bar;
mod context;
pub(crate) mod drawing;
mod entry;
mod heard;
mod log;
mod middle;
mod news;
mod pile;
mod scene;
mod seats;
mod sentence;
mod visit;

use leptos::prelude::*;

use crate::coach::Coach;
use crate::messages::t;
use crate::session::GameSession;
use context::PushContext;

/// The table of PUSH.
#[component]
pub fn PushTable(
    /// The game that is played.
    session: GameSession,
    /// Whoever may be asked what is best.
    #[prop(optional)]
    coach: Option<Coach>,
) -> impl IntoView {
    let context = PushContext::new(session, coach);
    let keys = window_event_listener(leptos::ev::keydown, move |event| context.key(&event));
    on_cleanup(move || keys.remove());
    heard::follow(context);
    let phase = move || context.look(|scene| Some(scene.state.phase().word()));
    view! {
        <div class="push" class:falling=move || context.motion.falling().is_some() class:quick=move || context.motion.falling().is_some_and(|fall| fall.quick) data-phase=phase role="group" aria-label=t("push.table")>
            <div class="push-in">
                {seats::seats(context)}
                {news::news(context)}
                {middle::middle(context)}
                {seats::bench(context)}
                {bar::bar(context)}
            </div>
        </div>
    }
}
