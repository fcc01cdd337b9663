//! Today's three puzzles on the first page. Nothing is fetched for them before somebody goes there.

use finaud_players::puzzle::Verdict;
use leptos::prelude::*;

use super::summary::HomeSummary;
use crate::catalog;
use crate::lessons::{self, Task};
use crate::messages::{t, tf};
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
    let rows = today.tasks.into_iter().map(|(task, done)| {
        let (kind, game) = match &task {
            Task::Lesson(id) => {
                let game = lessons::book().find(id).map(|lesson| lesson.game.clone());
                ("home.puzzles.lesson", game.unwrap_or_default())
            }
            Task::Puzzle(game, _) => ("home.puzzles.puzzle", game.clone()),
        };
        let (sign, class, state) = match done {
            None => ("", "mark", None),
            Some(Verdict::Right) => ("✓", "mark right", Some("home.puzzles.done")),
            Some(_) => ("✓", "mark almost", Some("home.puzzles.done")),
        };
        view! {
            <li><a href=Route::Puzzles(task.path()).hash() data-task=task.path() data-done=done.is_some().to_string()>
                <span class=class aria-hidden="true">{sign}</span>
                <span>{name_of(&game).to_owned()}</span>
                <span class="muted small">{t(kind)}</span>
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
