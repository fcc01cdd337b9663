//! A sheet that came inside a link: what it is, what differs, and whether to play it or to change it.

use std::sync::Arc;

use finaud_rules::{Game as _, Seat, SoloGame};
use finaud_workshop::{Draft, NotRead, NotUnpacked, unpack};
use leptos::prelude::*;

use super::bench::Shown;
use super::{send, start};
use crate::describe::describe;
use crate::dice_table::{Lights, SheetView};
use crate::messages::{t, tn};
use crate::new_game::clean_name;
use crate::pages::setup::BackHome;
use crate::route::Route;

/// The page of a sheet that is in the address.
pub(super) fn page(data: &str) -> AnyView {
    let text = unpack(data).map_err(|error| {
        t(match error {
            NotUnpacked::Damaged => "workshop.link.damaged",
            NotUnpacked::TooLarge => "workshop.link.large",
            NotUnpacked::Newer => "workshop.link.newer",
        })
        .to_owned()
    });
    let draft = text.and_then(|text| {
        Draft::read(&text).map_err(|error| match error {
            NotRead::TooLong(_) => t("workshop.link.large").to_owned(),
            NotRead::Syntax(problem) => describe(&problem.message()),
        })
    });
    match draft {
        Ok(draft) => sheet(draft),
        Err(why) => view! {
            <main id="content" class="workshop" data-page="workshop">
                <header class="ws-head"><BackHome/><h1>{t("workshop.link.title")}</h1></header>
                <p class="card" role="alert" data-link-broken="">{why}</p>
                <p><a class="button" href=Route::Workshop(String::new()).hash()>{t("common.page.workshop")}</a></p>
            </main>
        }
        .into_any(),
    }
}

fn sheet(draft: Draft) -> AnyView {
    let shown = Arc::new(Shown::of(&draft));
    let name = clean_name(draft.head("name").unwrap_or_default());
    let errors = shown
        .checked
        .problems
        .iter()
        .filter(|problem| problem.is_error())
        .count();
    let picture = shown.checked.sheet.clone().and_then(|sheet| {
        let start = SoloGame::new(sheet.clone(), 1).ok()?.start();
        let (sheet, label) = (Arc::new(sheet), name.clone());
        let player = *start.player(Seat(0));
        Some(view! {
            <SheetView sheet=sheet player=Signal::derive(move || player) lights=Signal::derive(Lights::default)
                on_tap=Callback::new(|_| ()) label=label/>
        })
    });
    let playable = errors == 0;
    let (play, online, edit) = (draft.clone(), draft.clone(), draft);
    view! {
        <main id="content" class="workshop" data-page="workshop" data-arrived="">
            <header class="ws-head"><BackHome/><h1>{name}</h1></header>
            <p>{t("workshop.link.about")}</p>
            {(!playable).then(|| view! { <p class="ws-error" role="alert">{tn("workshop.mistakes", errors as i64)}</p> })}
            <div class="row">
                {playable.then(|| view! {
                    <button type="button" class="button primary" data-do="play-sheet" on:click=move |_| send::to_table(&play, None, send::Section::Seats)>{t("workshop.play")}</button>
                    <button type="button" class="button" data-do="play-online" on:click=move |_| send::to_friends(&online)>{t("home.friends.title")}</button>
                })}
                <button type="button" class="button" data-do="edit-sheet" on:click=move |_| start::open(edit.clone())>{t("workshop.link.edit")}</button>
            </div>
            <div class="ws-arrived card">{picture}</div>
            <section class="card">{send::compared(&shown)}</section>
        </main>
    }
    .into_any()
}
