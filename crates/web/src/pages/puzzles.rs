//! Puzzles: those of today, lessons from one's own games, and the collection of each game.

mod list;
mod solve;

use finaud_players::puzzle::{Collection, Puzzle, Verdict};
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::catalog;
use crate::fetch::{self, Texts};
use crate::lessons::{self, Lesson, Task};
use crate::messages::{language, t};
use crate::pages::setup::back_icon;
use crate::route::{self, Route};

/// All puzzles, or one of them.
#[component]
pub fn Puzzles(
    /// Which one, as the address has it.
    which: String,
) -> impl IntoView {
    view! { {move || match fetch::long_texts(language()) {
        Texts::Here => page(&which),
        Texts::Coming => waiting(t("common.loading")),
        Texts::Missing => waiting(t("common.not-loaded")),
    }} }
    .into_any()
}

fn page(which: &str) -> AnyView {
    if which == "today" {
        // Whoever comes from the first page goes on with what is open.
        let task = lessons::open_today();
        route::replace(&Route::Puzzles(task.map(|task| task.path()).unwrap_or_default()));
        return ().into_any();
    }
    match Task::of_path(which) {
        Some(Task::Lesson(id)) => match lessons::book().find(&id).map(Lesson::puzzle) {
            Some(Some(puzzle)) => solve::solve(Task::Lesson(id), puzzle),
            Some(None) => waiting(t("puzzles.unreadable")),
            None => waiting(t("puzzles.no-lesson")),
        },
        Some(Task::Puzzle(game, index)) => of_collection(game, index),
        None => list::list(),
    }
}

/// While something is on its way, or when it does not come.
fn waiting(why: &'static str) -> AnyView {
    view! {
        <main id="content" class="puzzles narrow" data-page="puzzles">
            {head("page-head", t("common.page.puzzles"), Route::Home)}
            <p class="muted" role="status">{why}</p>
            <p><a class="button" href=Route::Puzzles(String::new()).hash()>{t("puzzles.all")}</a></p>
        </main>
    }
    .into_any()
}

/// What stands above a page of puzzles.
fn head(class: &'static str, title: &'static str, back: Route) -> AnyView {
    view! {
        <header class=class>
            <a class="icon-button" href=back.hash() data-do="back" aria-label=t("common.back")>{back_icon()}</a>
            <h1>{title}</h1>
        </header>
    }
    .into_any()
}

/// A puzzle of a collection, once it has come.
fn of_collection(game: String, index: usize) -> AnyView {
    let known = catalog::game(&game).map_or(0, |entry| {
        entry.puzzles.iter().map(|count| usize::from(*count)).sum()
    });
    if index >= known {
        return waiting(t("puzzles.none"));
    }
    let found = RwSignal::new(None::<Option<Puzzle>>);
    let asked = game.clone();
    spawn_local(async move {
        let text = fetch::puzzles(&asked).await;
        let collection = text.and_then(|text| Collection::read(&text).ok());
        found.try_set(Some(
            collection.and_then(|collection| collection.puzzles.into_iter().nth(index)),
        ));
    });
    view! { {move || match found.get() {
        None => waiting(t("common.loading")),
        Some(None) => waiting(t("common.not-loaded")),
        Some(Some(puzzle)) => solve::solve(Task::Puzzle(game.clone(), index), puzzle),
    }} }
    .into_any()
}

/// How something was done, as a small mark that is also told.
fn mark(verdict: Option<Verdict>) -> AnyView {
    let (class, sign, key) = match verdict {
        None => return view! { <span class="mark" aria-hidden="true"></span> }.into_any(),
        Some(Verdict::Right) => ("mark right", "✓", "puzzles.verdict.right"),
        Some(Verdict::Almost) => ("mark almost", "≈", "puzzles.verdict.almost"),
        Some(Verdict::Wrong) => ("mark wrong", "✗", "puzzles.verdict.wrong"),
    };
    view! { <span class=class role="img" aria-label=t(key)>{sign}</span> }.into_any()
}
