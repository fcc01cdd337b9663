//! The gallery: sheets that show what can be made, each one tap from a game. They are fetched when somebody comes here; a game on
//! one of them keeps its sheet, like one on a sheet of one's own.

use std::sync::Arc;

use finaud_catalog::{Gallery, GameEntry};
use finaud_players::Bot;
use finaud_rules::{Game as _, Seat, Sheet, SoloGame};
use finaud_table::{ChanceSource, GameSpec};
use finaud_workshop::{Draft, Value};
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::{renamed, start};
use crate::catalog;
use crate::dice_table::{Lights, SheetView};
use crate::fetch;
use crate::messages::{language, t, tf};
use crate::new_game::{NewGame, me_and_bots, players_of, random_seed};
use crate::pages::setup::{BackHome, back_icon, form};
use crate::route::{self, Route};
use crate::tell;

/// How far the gallery is.
#[derive(Clone)]
enum Fetched {
    Coming,
    Missing,
    Here(Arc<Vec<ShownSheet>>),
}

/// A sheet as it is shown.
#[derive(Clone)]
struct ShownSheet {
    entry: GameEntry,
    text: String,
    sheet: Arc<Sheet>,
}

/// The page: one sheet, or all of them.
pub(super) fn page(id: String) -> AnyView {
    let gallery = RwSignal::new(Fetched::Coming);
    let fetch = move || {
        gallery.set(Fetched::Coming);
        spawn_local(async move {
            let found = fetched().await;
            // Somebody may have gone elsewhere meanwhile.
            gallery.try_set(found.map_or(Fetched::Missing, |sheets| Fetched::Here(Arc::new(sheets))));
        });
    };
    fetch();
    let shown = move || {
        match gallery.get() {
        Fetched::Coming => {
            view! { <main id="content" class="workshop" data-page="coming" aria-busy="true"></main> }.into_any()
        }
        Fetched::Missing => view! {
            <main id="content" class="workshop" data-page="gallery">
                <header class="ws-head"><BackHome/><h1>{t("common.page.gallery")}</h1></header>
                <p class="card" role="alert">{t("common.part_missing")}</p>
                <button type="button" class="button" data-do="again" on:click=move |_| fetch()>{t("common.try_again")}</button>
            </main>
        }
        .into_any(),
        Fetched::Here(sheets) => match sheets.iter().find(|shown| shown.entry.id == id) {
            Some(shown) => one(shown),
            None => all(&sheets),
        },
    }
    };
    shown.into_any()
}

/// The sheets, with what is said about them.
async fn fetched() -> Option<Vec<ShownSheet>> {
    let gallery: Gallery = serde_json::from_str(&fetch::file_text("./gallery.json").await?).ok()?;
    let texts = gallery.texts.get(language().code())?;
    finaud_messages::extend(language(), &serde_json::to_string(texts).ok()?).ok()?;
    let shown = |entry: GameEntry| {
        let text = entry.sheet.clone()?;
        let sheet = Arc::new(Sheet::read(&text).sheet?);
        Some(ShownSheet { entry, text, sheet })
    };
    Some(gallery.games.into_iter().filter_map(shown).collect())
}

impl ShownSheet {
    /// A sentence or two about it.
    fn told(&self, part: &str) -> Option<&'static str> {
        language().find(&format!("games.{}.{part}", self.entry.id))
    }

    fn address(&self) -> String {
        Route::Gallery(self.entry.id.clone()).hash()
    }

    /// How many play, and how long.
    fn facts(&self) -> String {
        let seats = players_of(&self.entry.id);
        let seats = tf("home.seats", &[("from", seats.start()), ("to", seats.end())]);
        let minutes = tf("home.minutes", &[("n", &self.entry.about.minutes)]);
        format!("{seats} · {minutes}")
    }

    /// The sheet with nothing written on it.
    fn picture(&self) -> Option<AnyView> {
        let start = SoloGame::new(Sheet::clone(&self.sheet), 1).ok()?.start();
        let (player, sheet) = (*start.player(Seat(0)), Arc::clone(&self.sheet));
        let label = self.sheet.name.clone();
        Some(
            view! {
                <div class="gallery-picture" inert=true>
                    <SheetView sheet player=Signal::derive(move || player) lights=Signal::derive(Lights::default)
                        on_tap=Callback::new(|_| ()) label/>
                </div>
            }
            .into_any(),
        )
    }

    /// A game alone, at once.
    fn play(&self) {
        let spec = GameSpec {
            sheet: Some(self.text.clone()),
            ..GameSpec::plain(&self.entry.id, 1)
        };
        let chairs = me_and_bots(1, Bot::Novice);
        let new = NewGame {
            spec,
            ..NewGame::plain(&self.entry.id, chairs, ChanceSource::Seed(random_seed()))
        };
        // The sheet was read when it was shown, and one may play it.
        let _ = new.go();
    }

    fn set_table(&self) {
        route::go(&Route::New(form::put_sheet(None, self.text.clone(), None)));
    }

    fn change(&self) {
        if let Ok(draft) = Draft::read(&self.text) {
            start::open(renamed(draft, &self.sheet.name));
        }
    }

    /// What one can do with it.
    fn buttons(&self) -> AnyView {
        let (play, set, change) = (self.clone(), self.clone(), self.clone());
        view! {
            <div class="row">
                <button type="button" class="button primary" data-do="play-alone" on:click=move |_| play.play()>{t("gallery.alone")}</button>
                <button type="button" class="button" data-do="set-table" on:click=move |_| set.set_table()>{t("common.page.new")}</button>
                <button type="button" class="button quiet" data-do="change" on:click=move |_| change.change()>{t("gallery.change")}</button>
            </div>
        }
        .into_any()
    }
}

/// All sheets.
fn all(sheets: &[ShownSheet]) -> AnyView {
    let cards = sheets.iter().map(|shown| {
        let id = format!("gallery-{}", shown.entry.id);
        let named = id.clone();
        view! {
            <article class="card gallery-card" data-sheet=shown.entry.id.clone() aria-labelledby=named
                style=format!("--tint: var(--{}-soft)", shown.entry.about.tint)>
                <a class="gallery-link" href=shown.address() tabindex="-1" aria-hidden="true">{shown.picture()}</a>
                <div class="gallery-text">
                    <h2 id=id>{shown.sheet.name.clone()}</h2>
                    <p class="muted small">{shown.facts()}</p>
                    <p>{shown.told("about")}</p>
                    <p><a data-do="how" href=shown.address()>{t("common.page.how")}</a></p>
                    {shown.buttons()}
                </div>
            </article>
        }
    });
    view! {
        <main id="content" class="workshop" data-page="gallery">
            <header class="ws-head"><BackHome/><h1>{t("common.page.gallery")}</h1></header>
            <p class="lead">{t("gallery.lead")}</p>
            <div class="gallery">{cards.collect_view()}</div>
            <p><a data-do="workshop" href=Route::Workshop(String::new()).hash()>{t("home.workshop")}</a></p>
        </main>
    }
    .into_any()
}

/// One sheet, and how it is played.
fn one(shown: &ShownSheet) -> AnyView {
    let draft = Draft::read(&shown.text).ok();
    let zones = draft.as_ref().and_then(|draft| draft.root().key("zones"));
    let zones = zones.map(Value::entries).unwrap_or_default();
    let told = zones.iter().enumerate().map(|(index, zone)| {
        let mechanic = zone.key("mechanic").and_then(Value::text).unwrap_or_default();
        let own = zone.key("name").and_then(Value::text).unwrap_or_default();
        let own = shown.told(&format!("how.{own}"));
        let general = || language().find(&format!("workshop.about.{mechanic}"));
        view! { <li><strong>{tell::zone(language(), &shown.sheet, index)}</strong>" "{own.or_else(general)}</li> }
    });
    // What all dice games share is told at the page of any of them.
    let shared = catalog::ids().find(|game| finaud_rules::builtin(game).is_some());
    let shared = shared.map(|game| {
        view! { <p><a data-do="shared" href=Route::How(game.into()).hash()>{t("gallery.shared")}</a></p> }
    });
    view! {
        <main id="content" class="workshop" data-page="gallery" data-sheet=shown.entry.id.clone()>
            <header class="ws-head">
                <a class="icon-button" data-do="gallery" href=Route::Gallery(String::new()).hash() aria-label=t("common.page.gallery")>{back_icon()}</a>
                <h1>{shown.sheet.name.clone()}</h1>
            </header>
            <p class="lead">{shown.told("lead")}</p>
            <p class="muted">{shown.facts()}</p>
            {shown.buttons()}
            <div class="gallery-one">
                <div class="card">{shown.picture()}</div>
                <section class="card" aria-labelledby="gallery-zones">
                    <h2 id="gallery-zones">{t("howto.page.zones")}</h2>
                    <ul class="gallery-zones">{told.collect_view()}</ul>
                    {shared}
                </section>
            </div>
        </main>
    }
    .into_any()
}
