//! The workshop: sheets in the making, corrected or invented, and from here to the table.

mod actions;
mod arrive;
mod bench;
mod cell;
mod control;
mod dice;
mod drawing;
mod edit_page;
mod field;
mod gallery;
mod kept;
mod list;
mod offer;
mod panel;
mod picker;
mod rows;
mod send;
mod start;
mod titles;
mod words;
mod zone;

use finaud_workshop::{Draft, Value};
use leptos::prelude::*;

use crate::messages::tf;
use crate::new_game::name_of;
use crate::pages::setup::form;
use crate::route::{self, Route};

pub use offer::{keep, playable};

/// How all of this looks: fetched with the page, not with the first one.
const STYLE: &str = include_str!("workshop/workshop.css");

/// The workshop.
#[component]
pub fn Workshop(
    /// What is asked for: nothing, `d/ID` for a draft, `copy/GAME` for a copy, `s/DATA` for a sheet inside the
    /// address, `table/PLACE` for the sheet that lies on a table.
    place: String,
) -> impl IntoView {
    let page = match place.split_once('/') {
        Some(("d", id)) => match kept::load(id) {
            kept::Found::Draft(kept) => edit_page::page(id.to_owned(), kept),
            kept::Found::Damaged(_) => start::page(Some(start::Trouble::Damaged)),
            kept::Found::Nothing => start::page(Some(start::Trouble::Missing)),
        },
        Some(("copy", game)) => match copy_of(game) {
            Some(draft) => {
                // The way back leads past this: a copy is made once.
                route::replace(&Route::Workshop(format!("d/{}", kept::begin(draft))));
                ().into_any()
            }
            None => start::page(Some(start::Trouble::Missing)),
        },
        Some(("table", place)) => match on_table(place) {
            Some(id) => {
                route::replace(&Route::Workshop(format!("d/{id}")));
                ().into_any()
            }
            None => start::page(Some(start::Trouble::Missing)),
        },
        Some(("s", data)) => arrive::page(data),
        _ => start::page(None),
    };
    view! { <style>{STYLE}</style> {page} }.into_any()
}

/// The draft of the sheet that lies on a table: the one it was made from, or a new one.
fn on_table(place: &str) -> Option<String> {
    let (text, draft) = form::sheet_at(place)?;
    let kept = draft.filter(|id| matches!(kept::load(id), kept::Found::Draft(_)));
    match kept {
        Some(id) => Some(id),
        None => Some(kept::begin(Draft::read(&text).ok()?)),
    }
}

/// The gallery: from here to the table, and to the workshop.
#[component]
pub fn Gallery(
    /// The sheet that is asked for; all of them if empty.
    id: String,
) -> impl IntoView {
    view! { <style>{STYLE}</style> {gallery::page(id)} }.into_any()
}

/// A copy of a game's sheet, under a name that tells it apart.
fn copy_of(game: &str) -> Option<Draft> {
    Some(renamed(Draft::copy_of(game)?, name_of(game)))
}

/// A copy of the sheet called so, under a name that tells it apart.
fn renamed(mut draft: Draft, name: &str) -> Draft {
    let name = tf("workshop.copy_name", &[("name", &name)]);
    draft.put("name", Value::Text(name.chars().take(40).collect()));
    draft
}
