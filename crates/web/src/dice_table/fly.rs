//! Bonuses fly from where they were won to where they go, so that a cascade can be followed by eye.

use std::sync::Arc;
use std::time::Duration;

use finaud_rules::{Award, Seat, Sheet};
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};

use super::choose::{CellId, cells_of};
use super::gains::gains;
use super::words;
use crate::any_table::{AnyAction, AnyEvent, AnyTable};
use crate::messages::language;
use crate::session::Session;
use crate::settings::settings;
use crate::sound;

/// What the last event won, and where it was won.
fn won(table: &AnyTable, sheet: &Sheet, seat: Seat) -> Vec<(Option<CellId>, Award)> {
    let Some(last) = table.steps().checked_sub(1) else {
        return Vec::new();
    };
    let (Some(event), Some(before), Some(after)) =
        (table.event(last), table.dice_at(last), table.dice_at(last + 1))
    else {
        return Vec::new();
    };
    let (player, then) = (&before.players[seat.index()], &after.players[seat.index()]);
    let from = match event {
        AnyEvent::Choice(chooser, AnyAction::Dice(action)) if chooser == seat => {
            cells_of(sheet, player, action).first().copied()
        }
        _ => None,
    };
    gains(sheet, player, then)
        .into_iter()
        .map(|award| (from, award))
        .collect()
}

/// Lets bonuses of the shown sheet fly from now on.
pub(super) fn follow(session: Session, sheet: Arc<Sheet>, seat: Memo<Seat>) {
    Effect::new(move |before: Option<usize>| {
        let step = session.table.with(AnyTable::steps);
        if before.is_some_and(|before| before + 1 == step) {
            session.table.with_untracked(sound::of_last_event);
            let won = session
                .table
                .with_untracked(|table| won(table, &sheet, seat.get_untracked()));
            if !won.is_empty() {
                sound::of_bonus();
            }
            let over = session.table.with_untracked(AnyTable::is_over);
            if settings().moves() && !over {
                for (index, (from, award)) in won.into_iter().enumerate() {
                    let sheet = Arc::clone(&sheet);
                    let wait = Duration::from_millis(120 + 160 * index as u64);
                    set_timeout(
                        move || {
                            // Where something is not on the page, nothing flies.
                            let _ = fly(&sheet, from, award);
                        },
                        wait,
                    );
                }
            }
        }
        step
    });
}

fn find(selector: &str) -> Option<Element> {
    document().query_selector(selector).ok().flatten()
}

fn fly(sheet: &Sheet, from: Option<CellId>, award: Award) -> Option<()> {
    let from = match from {
        Some((zone, cell)) => {
            let zone = &sheet.zones.get(usize::from(zone))?.name;
            find(&format!(
                ".sheet-side [data-zone=\"{zone}\"][data-cell=\"{cell}\"]"
            ))?
        }
        None => find(".round.now")?,
    };
    let to = match award {
        Award::Fox => find("[data-foxes]")?,
        Award::Circle(power) => find(&format!("[data-power=\"{}\"]", power.word()))?,
        Award::Gift(_) => find(".gifts").or_else(|| find(".prompt"))?,
    };
    let (start, end) = (from.get_bounding_client_rect(), to.get_bounding_client_rect());
    let middle = |rect: &web_sys::DomRect| (rect.x() + rect.width() / 2.0, rect.y() + rect.height() / 2.0);
    let ((x, y), (to_x, to_y)) = (middle(&start), middle(&end));
    let sign: HtmlElement = document().create_element("div").ok()?.unchecked_into();
    sign.set_class_name(&format!("fly gift {}", words::award_colour(sheet, award)));
    sign.set_attribute("aria-hidden", "true").ok()?;
    sign.set_text_content(Some(&words::sign(language(), sheet, award)));
    let style = format!("left:{x}px;top:{y}px;--dx:{}px;--dy:{}px", to_x - x, to_y - y);
    sign.set_attribute("style", &style).ok()?;
    document().body()?.append_child(&sign).ok()?;
    set_timeout(move || sign.remove(), Duration::from_millis(1000));
    Some(())
}
