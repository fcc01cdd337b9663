//! One puzzle: the table asks as it does in a game, and any answer is judged at once.

use finaud_players::Bot;
use finaud_players::coach::{Explain, words};
use finaud_players::puzzle::{Judgement, Puzzle, PuzzleTerms, Verdict};
use finaud_rules::Seat;
use finaud_table::{AnyAction, AnyEvent, Chair, ChanceSource, Table};
use leptos::prelude::*;

use super::{head, waiting};
use crate::catalog;
use crate::coach::{Coach, percent};
use crate::dice_table::DiceTable;
use crate::lessons::{self, Task};
use crate::messages::{Language, language, t, tf};
use crate::new_game::{bot, bot_name, name_of, person};
use crate::open::open;
use crate::push_table::PushTable;
use crate::route::Route;
use crate::session::GameSession;
use crate::settings::settings;
use crate::tell;

/// So many choices are told, besides the one that was made.
const TOLD: usize = 4;

/// The table of a puzzle. Others are bots, unless they may choose as well: then the table would wait for them.
fn table_of(puzzle: &Puzzle, me: Chair) -> Option<Table> {
    let table = open(&puzzle.record_text(), None).ok()?;
    let seat = usize::from(puzzle.seat);
    let asked = table
        .all_seats()
        .filter(|seat| !table.legal(*seat).is_empty())
        .count();
    let chair = |index: usize| match index {
        _ if index == seat => me.clone(),
        _ if asked > 1 => Chair::person(bot_name(index)),
        _ => bot(Bot::Club, index),
    };
    let chairs = (0..table.seats()).map(chair).collect();
    let table = table.branch(0, chairs, Some(ChanceSource::Seed(0))).ok()?;
    (!table.legal(Seat(puzzle.seat)).is_empty()).then_some(table)
}

/// A puzzle, asked and judged.
pub(super) fn solve(task: Task, puzzle: Puzzle) -> AnyView {
    let Some(table) = table_of(&puzzle, person(&settings().name.get_untracked(), 0)) else {
        return waiting(t("puzzles.unreadable"));
    };
    let is_push = table.push().is_some();
    let asks = Seat(puzzle.seat);
    let judged = RwSignal::new(None::<(String, Judgement)>);
    let lit = RwSignal::new(None::<AnyAction>);
    let answers = StoredValue::new(0u32);
    let puzzle = StoredValue::new(puzzle);
    let shown = StoredValue::new(table);
    let task_of_answer = task.clone();
    let answer = Callback::new(move |(seat, action): (Seat, AnyAction)| {
        if seat != asks || judged.with_untracked(Option::is_some) {
            return;
        }
        let text = shown.with_value(|table| table.action_text(action));
        let judgement = puzzle.with_value(|puzzle| puzzle.judge(&text));
        // The first answer counts; whoever tries again practises.
        if answers.get_value() == 0 {
            lessons::answered(&task_of_answer, judgement.verdict);
        }
        answers.update_value(|answers| *answers += 1);
        judged.set(Some((text, judgement)));
        // Whatever was answered, what was best is lit where it is.
        let best = puzzle.with_value(|puzzle| puzzle.choices.first().map(|choice| choice.action.clone()));
        lit.set(best.and_then(|best| shown.with_value(|table| action_of(table, asks, &best))));
        window().scroll_to_with_x_and_y(0.0, 0.0);
    });
    // Whoever tries again gets a fresh table, without what was half chosen at the last one.
    let tries = RwSignal::new(0u32);
    let table = move || {
        tries.track();
        let session = GameSession::question(shown.get_value(), answer);
        let coach = Coach::lights(session, lit);
        match is_push {
            true => view! { <PushTable session coach/> }.into_any(),
            false => view! { <DiceTable session coach/> }.into_any(),
        }
    };
    let again = Callback::new(move |()| {
        judged.set(None);
        lit.set(None);
        tries.update(|tries| *tries += 1);
    });
    let state = move || {
        judged.with(|judged| match judged {
            None => "asked",
            Some((_, judgement)) => word(judgement.verdict),
        })
    };
    let told_task = task.clone();
    let told = move || match judged.get() {
        None => asked(&told_task, &puzzle.get_value()),
        Some((action, judgement)) => puzzle.with_value(|puzzle| {
            shown.with_value(|table| told(&told_task, puzzle, table, &action, judgement, again))
        }),
    };
    let listed = move || {
        let (action, judgement) = judged.get()?;
        Some(puzzle.with_value(|puzzle| shown.with_value(|table| listed(puzzle, table, &action, judgement))))
    };
    view! {
        {head("game-head", t(title(&task)), Route::Puzzles(String::new()))}
        <main id="content" class="game puzzle" data-page="puzzles" data-puzzle=task.path() data-verdict=state>
            <section class="card puzzle-told" aria-live="polite">{told}</section>
            {listed}
            <div class="puzzle-table" inert=move || judged.with(Option::is_some)>{table}</div>
        </main>
    }
    .into_any()
}

/// A choice as puzzles write it.
fn action_of(table: &Table, seat: Seat, text: &str) -> Option<AnyAction> {
    match table.read_event(&event_text(seat, text)) {
        Ok(AnyEvent::Choice(_, action)) => Some(action),
        _ => None,
    }
}

fn event_text(seat: Seat, action: &str) -> String {
    format!("{} {action}", u16::from(seat.0) + 1)
}

fn title(task: &Task) -> &'static str {
    match task {
        Task::Lesson(_) => "puzzles.lesson",
        Task::Puzzle(..) => "puzzles.puzzle",
    }
}

fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Right => "right",
        Verdict::Almost => "almost",
        Verdict::Wrong => "wrong",
    }
}

/// What is asked, and where it comes from.
fn asked(task: &Task, puzzle: &Puzzle) -> AnyView {
    let name = name_of(&puzzle.game);
    let place = match task {
        Task::Lesson(id) => {
            let book = lessons::book();
            let lesson = book.find(id);
            let day = lesson.and_then(|lesson| lesson.day(language()));
            let asked = lesson
                .and_then(|lesson| lesson.told(language()))
                .map(|told| told.asked);
            let from = match day {
                Some(day) => tf("puzzles.from-day", &[("day", &day)]),
                None => t("home.puzzles.lesson").into(),
            };
            let parts = [Some(name.to_owned()), Some(from), asked];
            parts.into_iter().flatten().collect::<Vec<_>>().join(" · ")
        }
        Task::Puzzle(_, index) => {
            let grades = catalog::game(&puzzle.game).map_or(&[][..], |game| &game.puzzles);
            let places = lessons::places(grades);
            let grade = places.iter().find(|places| places.contains(index));
            let (from, all) = grade.map_or((0, 0), |places| (places.start, places.len()));
            let key = ["puzzles.grade.easy", "puzzles.grade.medium", "puzzles.grade.hard"]
                .get(usize::from(puzzle.grade).saturating_sub(1))
                .copied()
                .unwrap_or("puzzles.grade.medium");
            tf(
                "puzzles.place",
                &[
                    ("game", &name),
                    ("grade", &t(key)),
                    ("n", &(index + 1 - from)),
                    ("all", &all),
                ],
            )
        }
    };
    let goal = match puzzle.terms {
        PuzzleTerms::Points => t("puzzles.goal.points"),
        PuzzleTerms::Win => t("puzzles.goal.win"),
    };
    view! {
        <p class="muted small">{place}</p>
        <h2 data-asked>{t("puzzles.ask")}</h2>
        <p class="small goal">{goal}</p>
    }
    .into_any()
}

/// What a choice is worth, as people read it.
fn worth(language: Language, puzzle: &Puzzle, loss: f64) -> String {
    match puzzle.terms {
        PuzzleTerms::Points => language.decimal(puzzle.value - loss),
        PuzzleTerms::Win => percent(language, puzzle.value - loss),
    }
}

/// Why a choice is good, in a sentence.
fn why(language: Language, table: &Table, seat: Seat, action: AnyAction) -> String {
    match (table.dice(), table.push(), action) {
        (Some(table), _, AnyAction::Dice(action)) => {
            let reasons = table.game().reasons(table.state(), seat, action);
            words::sentence(language, &table.game().names(), &reasons)
        }
        (_, Some(table), AnyAction::Push(action)) => {
            let reasons = table.game().reasons(table.state(), seat, action);
            words::sentence(language, &table.game().names(), &reasons)
        }
        _ => String::new(),
    }
}

/// How good the answer was, what the choices were worth, and why.
fn told(
    task: &Task,
    puzzle: &Puzzle,
    table: &Table,
    answer: &str,
    judgement: Judgement,
    again: Callback<()>,
) -> AnyView {
    let language = language();
    let seat = Seat(puzzle.seat);
    let spoken =
        |action: &str| tell::alternative(language, table, 0, &event_text(seat, action)).unwrap_or_default();
    let best = puzzle
        .choices
        .first()
        .map(|choice| choice.action.clone())
        .unwrap_or_default();
    let reason = action_of(table, seat, &best).map(|action| why(language, table, seat, action));
    let headline = t(match judgement.verdict {
        Verdict::Right => "puzzles.told.right",
        Verdict::Almost => "puzzles.told.almost",
        Verdict::Wrong => "puzzles.told.wrong",
    });
    let cost = (judgement.verdict != Verdict::Right).then(|| {
        let amount = match puzzle.terms {
            PuzzleTerms::Points => tf("puzzles.points", &[("n", &judgement.loss)]),
            PuzzleTerms::Win => tf("puzzles.share", &[("n", &(100.0 * judgement.loss))]),
        };
        let key = if judgement.at_least {
            "puzzles.costs-least"
        } else {
            "puzzles.costs"
        };
        view! { <p>{tf(key, &[("what", &spoken(answer)), ("n", &amount)])}</p> }
    });
    let next = next(task, puzzle);
    let again = (judgement.verdict != Verdict::Right).then(|| {
        view! { <button type="button" class="button" data-do="try-again" on:click=move |_| again.run(())>{t("common.try_again")}</button> }
    });
    view! {
        <h2 class=format!("verdict {}", word(judgement.verdict)) data-told=word(judgement.verdict)>{headline}</h2>
        {cost}
        <p data-best=best.clone()><strong>{tf("puzzles.best", &[("what", &spoken(&best))])}</strong>" "{reason}</p>
        <div class="row">
            <a class="button primary" data-do="next-puzzle" node_ref=focused() href=Route::Puzzles(next.as_ref().map(Task::path).unwrap_or_default()).hash()>
                {t(if next.is_some() { "puzzles.next" } else { "puzzles.all" })}
            </a>
            {again}
        </div>
    }
    .into_any()
}

/// What there was to choose, and what it was worth.
fn listed(puzzle: &Puzzle, table: &Table, answer: &str, judgement: Judgement) -> AnyView {
    let language = language();
    let spoken = |action: &str| {
        tell::alternative(language, table, 0, &event_text(Seat(puzzle.seat), action)).unwrap_or_default()
    };
    let listed = puzzle.choices.iter().enumerate();
    let listed = listed.filter(|(index, choice)| *index < TOLD || choice.action == answer);
    let mut rows: Vec<(String, String, bool, bool)> = listed
        .map(|(_, choice)| {
            let good = choice.loss <= puzzle.terms.as_good();
            (
                spoken(&choice.action),
                worth(language, puzzle, choice.loss),
                choice.action == answer,
                good,
            )
        })
        .collect();
    if judgement.at_least {
        let most = tf(
            "puzzles.at-most",
            &[("n", &worth(language, puzzle, judgement.loss))],
        );
        rows.push((spoken(answer), most, true, false));
    }
    let rows = rows.into_iter().map(|(what, worth, chosen, good)| {
        view! {
            <li class="choice" class:chosen=chosen class:good=good>
                <span class="choice-what">{what}{chosen.then(|| view! { <span class="tag">{t("review.chosen")}</span> })}</span>
                <span class="choice-worth">{worth}</span>
            </li>
        }
    });
    let worth_of = t(match puzzle.terms {
        PuzzleTerms::Points => "review.worth.points",
        PuzzleTerms::Win => "review.worth.win",
    });
    view! {
        <section class="card puzzle-choices choices">
            <p class="choices-head"><span>{t("review.choices-there")}</span><span>{worth_of}</span></p>
            <ol>{rows.collect_view()}</ol>
        </section>
    }
    .into_any()
}

/// Moves the focus to what appears, for those who answer by keyboard.
fn focused() -> NodeRef<leptos::html::A> {
    let place = NodeRef::<leptos::html::A>::new();
    Effect::new(move |_| {
        if let Some(link) = place.get() {
            let _ = link.focus();
        }
    });
    place
}

/// What comes next: what is open today, then lessons that are due, then the collection.
fn next(task: &Task, puzzle: &Puzzle) -> Option<Task> {
    let today = lessons::open_today().filter(|open| open != task);
    let due = || match task {
        Task::Lesson(id) => {
            let book = lessons::book();
            let mut due = book.due(lessons::today());
            let next = due.find(|lesson| lesson.id != *id);
            next.map(|lesson| Task::Lesson(lesson.id.clone()))
        }
        Task::Puzzle(..) => None,
    };
    let more = || match task {
        Task::Lesson(_) => None,
        Task::Puzzle(game, index) => {
            let grades = &catalog::game(&puzzle.game)?.puzzles;
            let progress = lessons::progress();
            let open = |place: &usize| progress.of(game, *place) != Some(Verdict::Right);
            let places = lessons::places(grades)
                .into_iter()
                .find(|places| places.contains(index))?;
            let after = (index + 1..places.end).chain(places.start..*index);
            let next = { after }.find(open);
            next.or_else(|| {
                progress
                    .next(game, grades, index + 1)
                    .filter(|next| next != index)
            })
            .map(|next| Task::Puzzle(game.clone(), next))
        }
    };
    today.or_else(due).or_else(more)
}

#[cfg(test)]
mod tests {
    use super::*;
    use finaud_players::puzzle::Collection;

    #[test]
    fn every_puzzle_of_every_game_stands_on_a_table_and_its_choices_are_told() {
        let english = crate::messages::tests::english();
        let mut with_puzzles = 0;
        for entry in catalog::games() {
            let file = format!(
                "{}/../../games/{}/puzzles.txt",
                env!("CARGO_MANIFEST_DIR"),
                entry.id
            );
            // Young games have no puzzles yet.
            let Ok(text) = std::fs::read_to_string(&file) else {
                assert!(entry.puzzles.iter().all(|count| *count == 0), "{file}");
                continue;
            };
            with_puzzles += 1;
            let collection = Collection::read(&text).unwrap();
            assert_eq!(collection.game, entry.id);
            assert_eq!(entry.puzzles.len(), 3);
            assert!(entry.puzzles.iter().all(|count| *count >= 20), "{file}");
            for puzzle in &collection.puzzles {
                let table = table_of(puzzle, Chair::person("Ada")).expect("a table");
                let seat = Seat(puzzle.seat);
                assert!(table.awaits().people().contains(seat), "{}", puzzle.position);
                for choice in &puzzle.choices {
                    let text = format!("{} {}", u16::from(seat.0) + 1, choice.action);
                    let told = tell::alternative(english, &table, 0, &text).expect("a choice");
                    assert!(!told.is_empty());
                    let Ok(AnyEvent::Choice(_, action)) = table.read_event(&text) else {
                        panic!("{text}");
                    };
                    assert!(table.legal(seat).contains(&action), "{text}");
                }
            }
        }
        assert!(with_puzzles >= 5, "only {with_puzzles} games have puzzles");
    }
}
