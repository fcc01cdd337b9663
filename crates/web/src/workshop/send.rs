//! The ways out of the workshop: to the table, into a link, into a file; and what differs from the sheet it was copied from.

use std::sync::Arc;

use finaud_workshop::{Draft, differences, pack};
use leptos::prelude::*;

use super::bench::{Bench, Shown};
use super::words as names;
use crate::messages::{t, tf};
use crate::new_game::name_of;
use crate::own_sheets;
use crate::pages::setup::form;
use crate::route::{self, Route};
use crate::share::{CopyButton, address, save_file};

/// What can be done with a draft.
pub(super) fn send(bench: Bench) -> AnyView {
    let link = Callback::new(move |()| {
        let shown = bench.shown.get_untracked();
        link_of(&shown.draft)
    });
    let save = move |_| {
        let shown = bench.shown.get_untracked();
        save_file(&file_name(&shown.draft), &shown.draft.stamped());
    };
    let playable = move || bench.shown.get().checked.sheet.is_some();
    let go = move |section: Section| {
        let shown = bench.shown.get_untracked();
        to_table(&shown.draft, Some(bench.id()), section);
    };
    let online = move |_| {
        let shown = bench.shown.get_untracked();
        to_friends(&shown.draft);
    };
    view! {
        <section class="card ws-send" aria-labelledby="ws-send">
            <h2 id="ws-send">{t("workshop.out")}</h2>
            <div class="row">
                <button type="button" class="button primary" data-do="play-sheet" disabled=move || !playable() on:click=move |_| go(Section::Seats)>{t("workshop.play")}</button>
                <button type="button" class="button" data-do="play-online" disabled=move || !playable() on:click=online>{t("home.friends.title")}</button>
                <button type="button" class="button" data-do="teach-sheet" disabled=move || !playable() on:click=move |_| go(Section::Teach)>{t("teach.title")}</button>
                <button type="button" class="button" data-do="report-sheet" disabled=move || !playable() on:click=move |_| go(Section::Report)>{t("teach.report_title")}</button>
                <CopyButton mark="copy-sheet-link" label=t("workshop.copy_link") text=link/>
                <button type="button" class="button" data-do="save-sheet" on:click=save>{t("workshop.save_file")}</button>
            </div>
            <p class="setting-why">{t("workshop.out_about")}</p>
            {move || compared(&bench.shown.get())}
        </section>
    }
    .into_any()
}

/// The address that holds a draft.
pub(super) fn link_of(draft: &Draft) -> String {
    address(&Route::Workshop(format!("s/{}", pack(&draft.stamped()))).hash())
}

fn file_name(draft: &Draft) -> String {
    let stamped = Draft::read(&draft.stamped());
    let id = stamped.ok().and_then(|draft| draft.head("id").map(str::to_owned));
    format!("{}.toml", id.unwrap_or_else(|| "sheet".into()))
}

/// A part of the page that sets a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Section {
    /// Who plays.
    Seats,
    /// Teaching the bots.
    Teach,
    /// How the sheet plays.
    Report,
}

/// Sets a table for the sheet: in the place of the game it corrects, or in a place of its own. The way back leads to the draft.
pub(super) fn to_table(draft: &Draft, id: Option<String>, section: Section) {
    let place = form::put_sheet(draft.origin(), draft.stamped(), id);
    route::go(&Route::New(match section {
        Section::Seats => place,
        Section::Teach => format!("{place}/teach"),
        Section::Report => format!("{place}/plays"),
    }));
}

/// Opens a table for friends on the sheet.
pub(super) fn to_friends(draft: &Draft) {
    own_sheets::hand(draft.stamped());
    route::go(&Route::Friends);
}

/// What differs from the sheet that this one is a copy of.
pub(super) fn compared(shown: &Arc<Shown>) -> AnyView {
    let Some((game, before)) = shown.draft.original() else {
        return ().into_any();
    };
    let found = differences(&before, &shown.draft);
    let name = name_of(game);
    if found.is_empty() {
        return view! { <p data-differences="0">{tf("workshop.difference.none", &[("game", &name)])}</p> }
            .into_any();
    }
    let before = Shown::of(&before);
    let lines = found
        .iter()
        .take(200)
        .map(|difference| view! { <li>{names::difference(shown, &before, difference)}</li> });
    let lines = lines.collect_view();
    view! {
        <details class="ws-differences" open=true>
            <summary>{tf("workshop.difference.title", &[("game", &name), ("n", &found.len())])}</summary>
            <ul data-differences=found.len()>{lines}</ul>
        </details>
    }
    .into_any()
}
