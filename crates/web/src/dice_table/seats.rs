//! Who sits at the table, and their sheets.

use std::sync::Arc;

use finaud_rules::{Score, Seat, Sheet};
use finaud_table::{Awaits, Table};
use leptos::prelude::*;

use super::scene::{DiceScene, fresh};
use super::sheet_view::{Lights, SheetView};
use crate::face;
use crate::handover::seat_colour;
use crate::messages::{language, t, tf};
use crate::session::GameSession;
use crate::tell;

/// Who sits where, with points; a tap shows the sheet.
pub(super) fn seat_tabs(
    session: GameSession,
    seat: Memo<Seat>,
    shown: RwSignal<Option<Seat>>,
    wanted: RwSignal<Option<Seat>>,
    scene: Memo<DiceScene>,
) -> impl IntoView {
    let seats = session.table.with_untracked(Table::seats);
    if seats < 2 {
        return ().into_any();
    }
    let tabs: Vec<AnyView> = (0..seats as u8)
        .map(Seat)
        .map(|tab| {
            let name = session
                .table
                .with_untracked(|table| tell::seat(language(), table, tab));
            let points = Memo::new(move |_| session.table.with(|table| table.points(tab)));
            let asked = Memo::new(move |_| {
                let awaits = scene.with(|scene| scene.awaits);
                match awaits {
                    // Elsewhere everybody chooses at their own pace.
                    Awaits::Choice { people, bots } if session.remote.is_some() => {
                        people.contains(tab) || bots.contains(tab)
                    }
                    awaits => awaits.people().contains(tab) || awaits.bot() == Some(tab),
                }
            });
            let active = Memo::new(move |_| scene.with(|scene| scene.position.active()) == Some(tab));
            view! {
                <button
                    type="button"
                    role="tab"
                    class="seat-tab"
                    style=seat_colour(tab)
                    class:asked=move || asked.get()
                    class:active=move || active.get()
                    aria-selected=move || (seat.get() == tab).to_string()
                    data-seat=tab.0 + 1
                    on:click=move |_| {
                        shown.set(Some(tab));
                        wanted.set(Some(tab));
                    }
                >
                    {session.table.with_untracked(|table| face::of_seat(table, tab))}
                    <span class="who">{name}</span>
                    <b data-points=tab.0 + 1>{move || points.get()}</b>
                </button>
            }
            .into_any()
        })
        .collect();
    view! { <div class="seat-tabs" role="tablist" aria-label=t("dice.seats")>{tabs}</div> }.into_any()
}

/// The other sheets, small; a tap shows one large.
pub(super) fn others(
    session: GameSession,
    sheet: &Arc<Sheet>,
    scene: Memo<DiceScene>,
    seat: Memo<Seat>,
    shown: RwSignal<Option<Seat>>,
) -> impl IntoView {
    let seats = session.table.with_untracked(Table::seats);
    if seats < 2 {
        return ().into_any();
    }
    let small: Vec<AnyView> = (0..seats as u8)
        .map(Seat)
        .map(|other| {
            let name = session
                .table
                .with_untracked(|table| tell::seat(language(), table, other));
            let player = Signal::derive(move || scene.with(|scene| *scene.position.player(other)));
            let total = {
                let sheet = Arc::clone(sheet);
                move || player.with(|player| Score::of(&sheet, player).total)
            };
            let label = tf("dice.sheet_of", &[("name", &name)]);
            let lights = Memo::new(move |_| Lights {
                fresh: session.table.with(|table| fresh(table, other)),
                ..Lights::default()
            });
            view! {
                <div class="other" style=seat_colour(other) hidden=move || seat.get() == other>
                    <button type="button" class="other-head" on:click=move |_| shown.set(Some(other))>
                        <span>{name}</span>
                        <b>{total}</b>
                    </button>
                    <div class="mini" aria-hidden="true">
                        <SheetView
                            sheet=Arc::clone(sheet)
                            player
                            lights=lights
                            on_tap=Callback::new(|_| ())
                            label
                        />
                    </div>
                </div>
            }
            .into_any()
        })
        .collect();
    view! { <aside class="others">{small}</aside> }.into_any()
}
