//! All puzzles there are, and how far somebody is.

use finaud_catalog::GameEntry;
use finaud_players::puzzle::Verdict;
use leptos::prelude::*;

use super::{head, mark};
use crate::catalog;
use crate::lessons::{self, LessonBook, Progress, Task};
use crate::messages::{language, t, tf, tn};
use crate::new_game::name_of;
use crate::route::Route;

/// What grades are called.
const GRADES: [&str; 3] = ["puzzles.grade.easy", "puzzles.grade.medium", "puzzles.grade.hard"];

/// All puzzles there are.
pub(super) fn list() -> AnyView {
    let changes = RwSignal::new(0u32);
    view! {
        <main id="content" class="puzzles narrow" data-page="puzzles">
            {head("page-head", t("common.page.puzzles"), Route::Home)}
            <p class="muted">{t("puzzles.about")}</p>
            {move || {
                changes.track();
                own(&lessons::book(), changes)
            }}
            {
                let progress = lessons::progress();
                let games = catalog::games().iter().filter(|game| !game.puzzles.is_empty());
                games.map(|game| collection(game, &progress)).collect_view()
            }
        </main>
    }
    .into_any()
}

/// The lessons from one's own games.
fn own(book: &LessonBook, changes: RwSignal<u32>) -> AnyView {
    let today = lessons::today();
    let due = book.due(today).count();
    let rows = book.lessons.iter().rev().map(|lesson| {
        let id = lesson.id.clone();
        let name = name_of(&lesson.game).to_owned();
        let told = lesson.puzzle().and_then(|_| lesson.told(language()));
        let day = lesson.day(language()).map(|day| tf("puzzles.from-day", &[("day", &day)]));
        let when = match lesson.due.saturating_sub(today) {
            _ if told.is_none() => t("puzzles.unreadable").to_owned(),
            ..=0 => t("puzzles.due-now").to_owned(),
            days => tn("puzzles.due-in", days),
        };
        let path = Task::Lesson(id.clone()).path();
        let named = id.clone();
        let forget = match &told {
            Some(told) => format!("{name}, {}", told.asked),
            None => name.clone(),
        };
        let is_unread = told.is_none();
        let title = match told {
            Some(told) => view! {
                <a href=Route::Puzzles(path).hash() data-do="lesson">
                    <b>{name.clone()}</b>
                    <span class="task-told">{told.asked.clone()}</span>
                    {told.dice_view()}
                </a>
            }
            .into_any(),
            None => view! { <span class="unread"><b>{name.clone()}</b></span> }.into_any(),
        };
        view! {
            <li class="puzzle-row" data-lesson=named data-unread=is_unread.then_some("")>
                {title}
                <span class="muted small">{day.map(|day| view! { {day}<br/> })}{when}</span>
                <button type="button" class="icon-button" data-do="forget-lesson" aria-label=tf("puzzles.forget-named", &[("game", &forget)])
                    title=t("puzzles.forget") on:click=move |_| {
                        lessons::forget(&id);
                        changes.update(|changes| *changes += 1);
                    }>"×"</button>
            </li>
        }
    });
    let rows: Vec<_> = rows.collect();
    let told = match rows.is_empty() {
        true => t("puzzles.no-lessons").to_owned(),
        false => tn("puzzles.due", due as i64),
    };
    let all = rows.len();
    view! {
        <section class="card" aria-labelledby="lessons-title" data-lessons=all data-due=due>
            <h2 id="lessons-title">{t("puzzles.lessons")}</h2>
            <p class="muted small">{told}</p>
            <ul class="puzzle-list">{rows}</ul>
        </section>
    }
    .into_any()
}

/// The collection of a game, grade by grade.
fn collection(game: &'static GameEntry, progress: &Progress) -> AnyView {
    let id = game.id.as_str();
    let title = format!("puzzles-{id}");
    let titled_by = title.clone();
    let rows = lessons::places(&game.puzzles)
        .into_iter()
        .zip(GRADES)
        .filter(|(places, _)| !places.is_empty())
        .map(|(places, key)| {
            let right = progress.right(id, places.clone());
            let open = places.clone().find(|index| progress.of(id, *index) != Some(Verdict::Right));
            let next = Task::Puzzle(id.into(), open.unwrap_or(places.start));
            let all = places.len();
            let numbers = places.clone().map(|index| {
                let path = Task::Puzzle(id.into(), index).path();
                view! {
                    <li><a class="puzzle-number" href=Route::Puzzles(path).hash()>{index + 1 - places.start}{mark(progress.of(id, index))}</a></li>
                }
            });
            let grade = t(key);
            view! {
                <div class="puzzle-grade">
                    <div class="spread">
                        <h3>{grade}</h3>
                        <span class="muted">{tf("puzzles.solved", &[("n", &right), ("all", &all)])}</span>
                        <a class="button small" data-do="solve" href=Route::Puzzles(next.path()).hash()
                            aria-label=tf("puzzles.solve-named", &[("game", &name_of(id)), ("grade", &grade)])>{t("puzzles.solve")}</a>
                    </div>
                    <progress max=all prop:value=right as f64 aria-label=tf("puzzles.solved", &[("n", &right), ("all", &all)])></progress>
                    <details><summary>{t("puzzles.every")}</summary><ol class="puzzle-numbers">{numbers.collect_view()}</ol></details>
                </div>
            }
        });
    view! {
        <section class="card" aria-labelledby=titled_by data-game=id>
            <h2 id=title>{name_of(id)}</h2>
            {rows.collect_view()}
        </section>
    }
    .into_any()
}
