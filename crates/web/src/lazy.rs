//! Pages, and what comes after a game, whose code is fetched when somebody comes there.
//!
//! `cargo xtask app` cuts the program in parts: what only the functions marked here reach is a file of its own, fetched when
//! one of them is called for the first time. Everything else belongs to the program that opens the first page and the table.

use std::pin::{Pin, pin};
use std::task::{Context, Poll, Waker};

use finaud_record::RecordHeader;
use finaud_table::DEALT_TAG;
use leptos::prelude::*;
use leptos::wasm_split::{SplitLoaderError, wasm_split};
use wasm_bindgen_futures::spawn_local;

use crate::fetch::{self, Texts};
use crate::finish::Finish;
use crate::messages::{language, t};
use crate::online;
use crate::own_sheets::{DRAFTS, OwnSheet};
use crate::pages;
use crate::route::Route;
use crate::session::GameSession;
use crate::storage;
use crate::workshop;

/// How far a part of the program is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Progress {
    Coming,
    Here,
    Missing,
}

/// A page of another part of the program. While the part is on its way nothing is shown; if it cannot be had, the page says so.
pub fn page(route: Route) -> AnyView {
    match route {
        Route::New(_) => page_of(
            route,
            || Box::pin(load_setup()),
            |route| at_once(setup_page(route)),
        ),
        Route::Friends | Route::Table(_) | Route::Me(_) | Route::Board(_) => page_of(
            route,
            || Box::pin(load_online()),
            |route| at_once(online_page(route)),
        ),
        Route::Workshop(_) | Route::Gallery(_) => page_of(
            route,
            || Box::pin(load_workshop()),
            |route| at_once(workshop_page(route)),
        ),
        other => page_of(other, || Box::pin(load()), |route| at_once(other_page(route))),
    }
}

/// A part on its way.
type Loading = Pin<Box<dyn Future<Output = Result<(), SplitLoaderError>>>>;

/// A page of the part that `load` fetches and `show` needs.
fn page_of(
    route: Route,
    load: fn() -> Loading,
    show: fn(Route) -> Option<Result<AnyView, SplitLoaderError>>,
) -> AnyView {
    let texts = texts_are_settled();
    let page = arriving(load, move || show(route.clone()), Place::Page);
    (move || if texts.get() { page() } else { Place::Page.coming() }).into_any()
}

/// Where a part of the program is shown.
#[derive(Clone, Copy)]
enum Place {
    /// It is the page.
    Page,
    /// In the middle of a page that is here.
    Inside,
}

impl Place {
    /// What stands there while the part is on its way.
    fn coming(self) -> AnyView {
        match self {
            Place::Page => {
                view! { <main class="page" data-page="coming" aria-busy="true"></main> }.into_any()
            }
            Place::Inside => view! { <div data-part="coming" aria-busy="true"></div> }.into_any(),
        }
    }

    /// What is said there when the part cannot be fetched.
    fn missing(self, fetch: impl Fn() + 'static) -> AnyView {
        let again = view! {
            <button type="button" class="button" data-do="again" on:click=move |_| fetch()>{t("common.try_again")}</button>
        };
        match self {
            Place::Page => view! {
                <main class="page" data-page="missing" id="content">
                    <h1>{t("common.name")}</h1>
                    <p role="alert">{t("common.part_missing")}</p>
                    <div class="row">
                        {again}
                        <a class="button quiet" href="#/">{t("common.home")}</a>
                    </div>
                </main>
            }
            .into_any(),
            Place::Inside => view! {
                <div class="notice spread" role="alert" data-part="missing">
                    <span>{t("common.part_missing")}</span>
                    {again}
                </div>
            }
            .into_any(),
        }
    }
}

/// What `show` gives once `load` has fetched its part of the program.
fn arriving(
    load: fn() -> Loading,
    show: impl Fn() -> Option<Result<AnyView, SplitLoaderError>> + Send + 'static,
    place: Place,
) -> impl Fn() -> AnyView + Send + 'static {
    let progress = RwSignal::new(match at_once(load()) {
        Some(Ok(())) => Progress::Here,
        _ => Progress::Coming,
    });
    let fetch = move || {
        progress.set(Progress::Coming);
        spawn_local(async move {
            let here = load().await.is_ok();
            // Somebody may have gone elsewhere meanwhile.
            progress.try_set(if here { Progress::Here } else { Progress::Missing });
        });
    };
    if progress.get_untracked() == Progress::Coming {
        fetch();
    }
    move || match progress.get() {
        Progress::Coming => place.coming(),
        Progress::Here => match show() {
            Some(Ok(shown)) => shown,
            _ => place.missing(fetch),
        },
        Progress::Missing => place.missing(fetch),
    }
}

/// Are the long texts here, or not to be had? These pages read records and sheets from outside, and say what is wrong with
/// them. Whoever has asked once does not ask again: a page that needs the texts says so by itself.
fn texts_are_settled() -> RwSignal<bool> {
    let settled = RwSignal::new(false);
    Effect::new(move |before: Option<bool>| {
        if before == Some(true) {
            return true;
        }
        let now = fetch::long_texts(language()) != Texts::Coming;
        settled.set(now);
        now
    });
    settled
}

/// What a future gives if it need not wait.
fn at_once<T>(future: impl Future<Output = T>) -> Option<T> {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(value) => Some(value),
        Poll::Pending => None,
    }
}

/// What a finished game shows. `next` comes below the scores, where another game is not begun here.
pub fn finish(session: GameSession, ends_now: bool, next: Option<Callback<(), AnyView>>) -> AnyView {
    arriving(
        || Box::pin(load_finish()),
        move || at_once(shown_finish(session, ends_now, next)),
        Place::Inside,
    )
    .into_any()
}

#[wasm_split(pages, wasm_split_path = ::leptos::wasm_split, preload(load_finish), fallible)]
fn shown_finish(
    session: GameSession,
    ends_now: bool,
    next: Option<Callback<(), AnyView>>,
) -> Result<AnyView, SplitLoaderError> {
    let next = next.map(|next| next.run(()));
    Ok(view! { <Finish session ends_now next/> }.into_any())
}

/// What belongs to a finished game and is not drawn by the program that opens the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AfterGame {
    /// The achievements it has earned.
    Earned,
    /// A picture of its result.
    Picture,
}

/// Something of a finished game, once its part of the program is here; nothing if that cannot be had.
pub fn after_game(what: AfterGame, game: String) -> AnyView {
    let here = RwSignal::new(false);
    spawn_local(async move {
        let loaded = load_after().await.is_ok();
        // Somebody may have gone elsewhere meanwhile.
        here.try_set(loaded);
    });
    (move || {
        let shown = here.get().then(|| at_once(shown_after(what, game.clone())));
        shown.flatten().and_then(Result::ok)
    })
    .into_any()
}

#[wasm_split(pages, wasm_split_path = ::leptos::wasm_split, preload(load_after), fallible)]
fn shown_after(what: AfterGame, game: String) -> Result<AnyView, SplitLoaderError> {
    Ok(match what {
        AfterGame::Earned => {
            pages::achievements::Earned(pages::achievements::EarnedProps { game }).into_any()
        }
        AfterGame::Picture => pages::picture::Picture(pages::picture::PictureProps { game }).into_any(),
    })
}

/// The seal of the dice of a record, once its part of the program is here; nothing for a game that was not played online.
pub fn seal(record: &str, sheet: Option<String>) -> Option<AnyView> {
    let header = RecordHeader::read(record).ok()?;
    header.tag(DEALT_TAG)?;
    let record = record.to_owned();
    let here = RwSignal::new(false);
    spawn_local(async move {
        let loaded = load_seal().await.is_ok();
        here.try_set(loaded);
    });
    Some(
        (move || {
            let shown = here
                .get()
                .then(|| at_once(shown_seal(record.clone(), sheet.clone())));
            shown.flatten().and_then(Result::ok)
        })
        .into_any(),
    )
}

#[wasm_split(online, wasm_split_path = ::leptos::wasm_split, preload(load_seal), fallible)]
fn shown_seal(record: String, sheet: Option<String>) -> Result<AnyView, SplitLoaderError> {
    Ok(online::record_seal(record, sheet))
}

/// Asks the server how one's tables stand; `done` hears whether anything is different.
pub fn refresh_tables(done: Callback<bool>) {
    spawn_local(async move {
        if load_refresh().await.is_ok() {
            let _ = at_once(refreshed_tables(done));
        }
    });
}

#[wasm_split(online, wasm_split_path = ::leptos::wasm_split, preload(load_refresh), fallible)]
fn refreshed_tables(done: Callback<bool>) -> Result<(), SplitLoaderError> {
    spawn_local(async move {
        let changed = online::refresh().await;
        // Somebody may have gone elsewhere meanwhile.
        let _ = done.try_run(changed);
    });
    Ok(())
}

/// The sheets of one's own that can be played, once the workshop's part of the program is here. Without a draft nothing is fetched.
pub fn own_sheets(done: Callback<Vec<OwnSheet>>) {
    if storage::names(DRAFTS).is_empty() {
        return;
    }
    spawn_local(async move {
        if load_own_sheets().await.is_ok()
            && let Some(Ok(sheets)) = at_once(playable_sheets())
        {
            // Somebody may have gone elsewhere meanwhile.
            let _ = done.try_run(sheets);
        }
    });
}

#[wasm_split(workshop, wasm_split_path = ::leptos::wasm_split, preload(load_own_sheets), fallible)]
fn playable_sheets() -> Result<Vec<OwnSheet>, SplitLoaderError> {
    Ok(workshop::playable())
}

/// Keeps a sheet in one's own workshop; `done` hears whether it is there.
pub fn keep_sheet(text: String, done: Callback<bool>) {
    spawn_local(async move {
        let loaded = load_keeping().await.is_ok();
        let kept = loaded.then(|| at_once(kept_sheet(text))).flatten();
        let _ = done.try_run(matches!(kept, Some(Ok(true))));
    });
}

#[wasm_split(workshop, wasm_split_path = ::leptos::wasm_split, preload(load_keeping), fallible)]
fn kept_sheet(text: String) -> Result<bool, SplitLoaderError> {
    Ok(workshop::keep(&text))
}

/// Setting a table: a part of its own, since most people come here and not everybody goes further.
#[wasm_split(setup, wasm_split_path = ::leptos::wasm_split, preload(load_setup), fallible)]
fn setup_page(route: Route) -> Result<AnyView, SplitLoaderError> {
    Ok(match route {
        Route::New(game) => pages::setup::Setup(pages::setup::SetupProps { game }).into_any(),
        _ => pages::lost::Lost().into_any(),
    })
}

/// Tables that friends share from elsewhere, with everything that only they need.
#[wasm_split(online, wasm_split_path = ::leptos::wasm_split, preload(load_online), fallible)]
fn online_page(route: Route) -> Result<AnyView, SplitLoaderError> {
    Ok(match route {
        Route::Friends => online::new_table::NewTable().into_any(),
        Route::Table(place) => online::table::TablePage(online::table::TablePageProps { place }).into_any(),
        Route::Me(place) => online::me::MePage(online::me::MePageProps { place }).into_any(),
        Route::Board(day) => online::board::BoardPage(online::board::BoardPageProps { day }).into_any(),
        _ => pages::lost::Lost().into_any(),
    })
}

/// Sheets in the making and those of the gallery, with everything that only they need.
#[wasm_split(workshop, wasm_split_path = ::leptos::wasm_split, preload(load_workshop), fallible)]
fn workshop_page(route: Route) -> Result<AnyView, SplitLoaderError> {
    Ok(match route {
        Route::Workshop(place) => workshop::Workshop(workshop::WorkshopProps { place }).into_any(),
        Route::Gallery(id) => workshop::Gallery(workshop::GalleryProps { id }).into_any(),
        _ => pages::lost::Lost().into_any(),
    })
}

/// The pages beside the first one and the table.
#[wasm_split(pages, wasm_split_path = ::leptos::wasm_split, preload(load), fallible)]
fn other_page(route: Route) -> Result<AnyView, SplitLoaderError> {
    Ok(match route {
        Route::Review(id) => pages::review::ReviewPage(pages::review::ReviewPageProps { id }).into_any(),
        Route::History => pages::history::History().into_any(),
        Route::Achievements => pages::achievements::Achievements().into_any(),
        Route::Calendar => pages::calendar::Calendar().into_any(),
        Route::How(game) => pages::how::How(pages::how::HowProps { game }).into_any(),
        Route::Learn(game) => pages::lesson::LessonPage(pages::lesson::LessonPageProps { game }).into_any(),
        Route::Puzzles(which) => pages::puzzles::Puzzles(pages::puzzles::PuzzlesProps { which }).into_any(),
        Route::Settings => pages::settings::SettingsPage().into_any(),
        Route::Replay(data) => pages::replay::Replay(pages::replay::ReplayProps { data }).into_any(),
        Route::Seed(seed) => pages::seed::SeedLink(pages::seed::SeedLinkProps { seed }).into_any(),
        Route::Home
        | Route::New(_)
        | Route::Play(_)
        | Route::Friends
        | Route::Table(_)
        | Route::Me(_)
        | Route::Board(_)
        | Route::Workshop(_)
        | Route::Gallery(_)
        | Route::Lost => pages::lost::Lost().into_any(),
    })
}
