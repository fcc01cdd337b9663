//! The table of PUSH: everybody around it, pile and columns in the middle, one bench large, and what can be done.

mod bar;
pub(crate) mod drawing;
mod entry;
mod happening;
mod middle;
mod news;
mod pile;
mod scene;
mod seats;
mod sentence;
mod stage;

use leptos::prelude::*;

use crate::coach::Coach;
use crate::messages::t;
use crate::session::Session;
use stage::Stage;

/// The table of PUSH.
#[component]
pub fn PushTable(
    /// The game that is played.
    session: Session,
    /// Whoever may be asked what is best.
    #[prop(optional)]
    coach: Option<Coach>,
) -> impl IntoView {
    let stage = Stage::new(session, coach);
    let keys = window_event_listener(leptos::ev::keydown, move |event| stage.key(&event));
    on_cleanup(move || keys.remove());
    let phase = move || stage.look(|scene| Some(scene.state.phase().word()));
    view! {
        <div class="push" data-phase=phase role="group" aria-label=t("push.table")>
            <div class="push-in">
                {seats::seats(stage)}
                {news::news(stage)}
                {middle::middle(stage)}
                {seats::bench(stage)}
                {bar::bar(stage)}
            </div>
        </div>
    }
}
