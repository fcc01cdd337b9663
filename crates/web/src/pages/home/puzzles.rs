//! Today's three puzzles on the first page. Nothing is fetched for them before somebody goes there.

use finaud_players::puzzle::Verdict;
use leptos::prelude::*;

use super::summary::HomeSummary;
use crate::catalog;
use crate::lessons::{self, Task};
use crate::messages::{language, t, tf};
use crate::new_game::name_of;
use crate::route::Route;

/// The games somebody plays, last played first, with the sizes of their collections; the first game for a newcomer.
fn played(summary: &HomeSummary) -> Vec<(String, Vec<u16>)> {
    let sizes = |game: &str| Some((game.to_owned(), catalog::game(game)?.puzzles.clone()));
    let has_some = |(_, sizes): &(String, Vec<u16>)| !sizes.is_empty();
    let played: Vec<_> = summary.played().filter_map(sizes).filter(has_some).collect();
    match played.is_empty() {
        true => catalog::ids()
            .filter_map(sizes)
            .find(has_some)
            .into_iter()
            .collect(),
        false => played,
    }
}

/// The three of today; nothing where no game has puzzles.
pub(super) fn strip(summary: &HomeSummary) -> Option<AnyView> {
    let today = lessons::todays(&played(summary));
    if today.tasks.is_empty() {
        return None;
    }
    let done = today.tasks.iter().filter(|(_, done)| done.is_some()).count();
    let all = today.tasks.len();
    let book = lessons::book();
    let rows = today.tasks.into_iter().map(|(task, done)| {
        let (kind, game, told) = match &task {
            Task::Lesson(id) => {
                let lesson = book.find(id);
                let day = lesson.and_then(|lesson| lesson.day(language()));
                let kind = match day {
                    Some(day) => tf("home.puzzles.lesson-of", &[("day", &day)]),
                    None => t("home.puzzles.lesson").to_owned(),
                };
                let game = lesson.map(|lesson| lesson.game.clone());
                (kind, game.unwrap_or_default(), lesson.and_then(|lesson| lesson.told(language())))
            }
            Task::Puzzle(game, _) => (t("home.puzzles.puzzle").to_owned(), game.clone(), None),
        };
        let is_lesson = told.is_some();
        let told = told.map(|told| {
            let dice = told.dice_view();
            view! { <span class="task-told">{told.asked}</span> {dice} }
        });
        let (sign, class, state) = match done {
            None => ("", "mark", None),
            Some(Verdict::Right) => ("✓", "mark right", Some("home.puzzles.done")),
            Some(_) => ("✓", "mark almost", Some("home.puzzles.done")),
        };
        view! {
            <li class:lesson=is_lesson><a href=Route::Puzzles(task.path()).hash() data-task=task.path() data-done=done.is_some().to_string()>
                <span class=class aria-hidden="true">{sign}</span>
                <span class="task-name">{name_of(&game).to_owned()}</span>
                <span class="muted small">{kind}</span>
                {told}
                {state.map(|key| view! { <span class="visually-hidden">{t(key)}</span> })}
            </a></li>
        }
    });
    Some(
        view! {
            <section class="todays card" aria-labelledby="todays-title" data-todays=all>
                <div class="spread">
                    <h2 id="todays-title">{t("home.puzzles.title")}</h2>
                    <span class="muted small">{tf("home.puzzles.count", &[("n", &done), ("all", &all)])}</span>
                    <a class="small" data-do="puzzles" href=Route::Puzzles(String::new()).hash()>{t("home.puzzles.all")}</a>
                </div>
                <ol>{rows.collect_view()}</ol>
            </section>
        }
        .into_any(),
    )
}
