//! All moves of a game.

use std::sync::Arc;

use finaud_table::{AnyEvent, Table};
use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::JsCast;

use crate::chart::{GamePart, signed};
use crate::messages::{language, t};
use crate::reviewed::{Reviewed, Whose};
use crate::tell;

/// All moves; a tap goes there.
#[component]
pub fn Moves(
    /// The game.
    table: StoredValue<Table>,
    /// The step that is shown.
    at: RwSignal<usize>,
    /// What a review says.
    reviewed: Signal<Option<Arc<Reviewed>>>,
    /// The rounds or turns.
    parts: Vec<GamePart>,
) -> impl IntoView {
    let language = language();
    let list: NodeRef<html::Div> = NodeRef::new();
    Effect::new(move |_| {
        let step = at.get();
        let Some(list) = list.get() else { return };
        let Ok(Some(current)) = list.query_selector(&format!("[data-to='{step}']")) else {
            return;
        };
        let current: web_sys::HtmlElement = current.unchecked_into();
        let (top, bottom) = (
            current.offset_top(),
            current.offset_top() + current.offset_height(),
        );
        if top < list.scroll_top() || bottom > list.scroll_top() + list.client_height() {
            list.set_scroll_top(top - list.client_height() / 3);
        }
    });
    let moves = parts
        .into_iter()
        .map(|part| {
            let lines = part.steps.clone().map(|step| {
                let line = table.with_value(|table| {
                    let event = table.event(step)?;
                    let who = match event {
                        AnyEvent::Choice(seat, _) if table.seats() > 1 => {
                            format!("{} · ", tell::seat(language, table, seat))
                        }
                        _ => String::new(),
                    };
                    let is_chance = matches!(event, AnyEvent::Outcome(_));
                    Some((who + &tell::event(language, table, step), is_chance))
                });
                let (text, is_chance) = line.unwrap_or_default();
                let badge = move || {
                    let reviewed = reviewed.get()?;
                    let moment = reviewed.events.get(step)?;
                    let amount = signed(
                        language,
                        reviewed.terms(),
                        moment.moved.in_terms(reviewed.terms()),
                    );
                    let class = match moment.whose {
                        Whose::Own => "amount by-own",
                        Whose::Luck => "amount by-luck",
                        Whose::Others => "amount by-others",
                    };
                    (!amount.starts_with('±')).then(|| view! { <span class=class>{amount}</span> })
                };
                view! {
                    <li>
                        <button type="button" data-to=step class:by-luck=is_chance
                            aria-current=move || (at.get() == step).then_some("step")
                            on:click=move |_| at.set(step)>
                            <span>{text}</span>
                            {badge}
                        </button>
                    </li>
                }
            });
            view! {
                <h3>{part.name}</h3>
                <ol>{lines.collect_view()}</ol>
            }
        })
        .collect_view();
    view! {
        <details class="moves">
            <summary>{t("review.moves")}</summary>
            <div class="moves-list" node_ref=list tabindex="0" role="group" aria-label=t("review.moves")>{moves}</div>
        </details>
    }
    .into_any()
}
