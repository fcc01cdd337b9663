//! The rules above a game: they open over the table, at the chapter that matters now, and lead back to it.

use finaud_rules::push::PushPhase;
use finaud_rules::{Phase, Seat, Stage};
use finaud_table::Table;
use leptos::context::Provider;
use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::JsValue;

use crate::dialog::follow;
use crate::lazy;
use crate::messages::t;
use crate::route::Route;
use crate::session::GameSession;

/// Told to the how-to page where it lies above a game: the section that matters now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AboveGame(pub RwSignal<&'static str>);

/// The section of the rules that matters now.
fn section(table: &Table) -> &'static str {
    if let Some(push) = table.push() {
        return match push.state().phase() {
            PushPhase::Turn | PushPhase::Drawing => "turn",
            PushPhase::Placing => "columns",
            PushPhase::AfterCard | PushPhase::Taking => "stop",
            PushPhase::Rolling => "die",
            PushPhase::Over => "end",
        };
    }
    let Some(dice) = table.dice() else {
        return "";
    };
    let position = dice.state();
    let asked = table.awaits().people().first().unwrap_or(Seat(0));
    let player = position.player(asked);
    match position.phase() {
        Phase::Over => "end",
        Phase::RoundStart => "rounds",
        _ if !player.pending().is_empty() => "bonuses",
        _ if position.active().is_none() || player.stage() == Stage::Pick => "passive",
        Phase::Window => "extra",
        _ if position.roll() > 1 => "platter",
        _ => "turn",
    }
}

/// A button that opens the rules above the game.
#[component]
pub fn Help(
    /// The game.
    session: GameSession,
    /// Its id.
    game: String,
) -> impl IntoView {
    let open = RwSignal::new(false);
    let dialog: NodeRef<html::Dialog> = NodeRef::new();
    let now = RwSignal::new("");
    // The rules are a step of their own: the browser's way back leads to the game and not past it.
    let history = || window().history().ok();
    let show = move |_| {
        now.set(session.table.with_untracked(section));
        if let Some(history) = history() {
            let _ = history.push_state_with_url(&JsValue::NULL, "", None);
        }
        open.set(true);
    };
    let leave = move || {
        if open.get_untracked()
            && let Some(history) = history()
        {
            let _ = history.back();
        }
        open.set(false);
    };
    let back = window_event_listener(leptos::ev::popstate, move |_| open.set(false));
    on_cleanup(move || back.remove());
    follow(dialog, open);
    let rules = move || {
        let game = game.clone();
        open.get().then(|| lazy::page(Route::How(game)))
    };
    view! {
        <button type="button" class="icon-button" data-do="how" aria-haspopup="dialog" aria-label=t("common.page.how") on:click=show>"?"</button>
        <dialog
            class="above"
            data-above
            node_ref=dialog
            aria-label=t("common.page.how")
            on:close=move |_| leave()
            // The keys of the table are not for whoever reads.
            on:keydown=move |event| event.stop_propagation()
        >
            <header class="spread">
                <strong>{t("common.page.how")}</strong>
                <button type="button" class="button small primary" data-do="back-to-game" on:click=move |_| leave()>
                    {t("play.back")}
                </button>
            </header>
            // Known below here alone: pages that come after this one are above no game.
            <Provider value=AboveGame(now)>{rules}</Provider>
        </dialog>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog;
    use crate::messages::tests::english;
    use crate::new_game::tests::played;
    use crate::pages::how::section_keys;

    #[test]
    fn what_is_opened_is_a_section_of_the_game() {
        for game in catalog::ids() {
            let players = *crate::new_game::players_of(game).start();
            let keys = section_keys(english(), game);
            let over = played(game, players, 5);
            for step in 0..=over.steps() {
                let wanted = section(&over.until(step));
                assert!(keys.contains(&wanted), "{game}: no section `{wanted}`");
            }
        }
    }
}
