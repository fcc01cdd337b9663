//! The review of a game: its course, luck and skill apart, the costliest choices, and every step.

pub mod findings;

use std::cell::RefCell;
use std::sync::Arc;

use finaud_rules::{Message, Seat};
use finaud_table::Table;
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::choices::{ChoiceItem, Choices};
use crate::describe::describe;
use crate::finish::{ScoreTable, help_tag, own_seat, people};
use crate::lazy;
use crate::lessons;
use crate::messages::{Language, language, t, tf, tn};
use crate::own;
use crate::reviewed::{self, Reviewed};
use crate::route::Route;
use crate::saved::{self, NotLoaded, Saved};
use crate::settings::settings;
use crate::steps::{Steps, game_parts};
use crate::tell;
use crate::work::{self, Lane, WholeGame, WorkerRequest, WorkerResponse};
use findings::Findings;

/// The game, the seat, how many events it had, and the language.
type Asked = (String, u8, usize, &'static str);

thread_local! {
    /// The reviews of this visit: by game, seat, number of events and language.
    static DONE: RefCell<Vec<(Asked, Arc<Reviewed>)>> = const { RefCell::new(Vec::new()) };
}

/// The review that was asked for, if there was one on this visit.
fn done(asked: &Asked) -> Option<Arc<Reviewed>> {
    DONE.with_borrow(|done| {
        let known = done.iter().find(|(known, _)| known == asked);
        known.map(|(_, review)| Arc::clone(review))
    })
}

/// How far a review is.
#[derive(Clone, PartialEq, Debug)]
enum ReviewState {
    Asking(f64),
    Done(Arc<Reviewed>),
    Stopped,
    Failed(String),
}

/// The review of a game.
#[component]
pub fn ReviewPage(
    /// The name the game is kept under.
    id: String,
) -> impl IntoView {
    let unreadable = |why: &Message| tf("review.unreadable", &[("why", &describe(why))]);
    let opened = match saved::load(&id) {
        Ok(saved) => saved
            .table()
            .map(|table| (saved, table))
            .map_err(|error| unreadable(&error.message())),
        Err(NotLoaded::Missing) => Err(t("play.missing").into()),
        Err(NotLoaded::Newer) => Err(t("play.newer").into()),
        Err(NotLoaded::Broken) => Err(t("play.broken").into()),
    };
    let content = match opened {
        Ok((saved, _)) if !saved.over && !saved.coach => view! {
            <div class="card">
                <p>{t("review.no-coach")}</p>
                <a class="button primary" href=Route::Play(id).hash()>{t("review.resume")}</a>
            </div>
        }
        .into_any(),
        Ok((saved, table)) => view! { <Reviewing saved=saved table=table/> }.into_any(),
        Err(why) => view! { <div class="card"><p>{why}</p></div> }.into_any(),
    };
    view! {
        <main id="content" data-page="review" class="after">
            <header class="page-head">
                <a class="icon-button" href=Route::History.hash() aria-label=t("common.back")><svg viewBox="0 0 24 24" aria-hidden="true"><path d="M15 5l-7 7 7 7"/></svg></a>
                <h1>{t("common.page.review")}</h1>
            </header>
            {content}
        </main>
    }
}

#[component]
fn Reviewing(saved: Saved, table: Table) -> impl IntoView {
    let language = language();
    let known = saved.seat.map(Seat).filter(|seat| table.is_person(*seat));
    let own = known.unwrap_or_else(|| own_seat(&table, &settings().name.get_untracked()));
    let seal = lazy::seal(&saved.record, saved.sheet.clone());
    let seats = people(&table);
    let parts = game_parts(language, &table);
    let steps = table.steps();
    let names: Vec<ChoiceItem> = seats
        .iter()
        .map(|seat| {
            ChoiceItem::new(
                format!("seat-{}", u32::from(seat.0) + 1),
                tell::seat(language, &table, *seat),
            )
        })
        .collect();
    let game = WholeGame {
        record: table.record_text(),
        sheet: saved.sheet.clone(),
    };
    let learned = RwSignal::new(0usize);
    // Lessons come from what somebody chose at this device.
    let my_seat = own::seat(&table, &saved, &settings().name.get_untracked()).filter(|_| saved.is_own());
    let heading = format!("{} · {}", table.name(), date(language, saved.started));
    let (id, over) = (saved.id.clone(), saved.over);
    let table = StoredValue::new(table);

    let at = RwSignal::new(0usize);
    let seat = RwSignal::new(own);
    let state = RwSignal::new(ReviewState::Stopped);
    let turn = StoredValue::new(0u32);
    let ask = move |for_seat: Seat| {
        let key = (id.clone(), for_seat.0, steps, language.code());
        if matches!(state.get_untracked(), ReviewState::Asking(_)) {
            work::dismiss(Lane::Long);
        }
        turn.update_value(|turn| *turn += 1);
        let mine = turn.get_value();
        if let Some(done) = done(&key) {
            state.set(ReviewState::Done(done));
            return;
        }
        state.set(ReviewState::Asking(0.0));
        let request = WorkerRequest::Review {
            game: game.clone(),
            seat: for_seat.0,
        };
        spawn_local(async move {
            let progress = move |part: f64| {
                if turn.try_get_value() == Some(mine) {
                    state.try_set(ReviewState::Asking(part));
                }
            };
            let response = work::ask(Lane::Long, request, progress).await;
            if let WorkerResponse::Review(review) = &response {
                let review = Arc::new((**review).clone());
                if over {
                    reviewed::change(&key.0, steps, |kept| {
                        kept.seats.insert(key.1, review.points);
                        kept.rough = review.rough;
                    });
                    if Some(for_seat) == my_seat {
                        let new = table.try_with_value(|table| lessons::learn(&key.0, table, &review));
                        learned.try_set(new.unwrap_or(0));
                    }
                }
                DONE.with_borrow_mut(|done| done.push((key.clone(), review)));
            }
            if turn.try_get_value() != Some(mine) {
                return;
            }
            state.try_set(match done(&key) {
                Some(done) => ReviewState::Done(done),
                None => ReviewState::Failed(response.failure().text),
            });
        });
    };
    ask(own);
    let ask = StoredValue::new_local(ask);
    let asking = move |for_seat: Seat| ask.with_value(|ask| ask(for_seat));
    on_cleanup(move || {
        if matches!(state.try_get_untracked(), Some(ReviewState::Asking(_))) {
            work::dismiss(Lane::Long);
        }
    });

    let chosen = {
        let seats = seats.clone();
        Signal::derive(move || seats.iter().position(|known| *known == seat.get()).unwrap_or(0))
    };
    let chooser = (seats.len() > 1).then(|| {
        let choose = Callback::new(move |index: usize| {
            if let Some(next) = seats.get(index)
                && *next != seat.get_untracked()
            {
                seat.set(*next);
                asking(*next);
            }
        });
        view! {
            <div class="whose"><span class="muted">{t("review.whose")}</span>
                <Choices label=t("review.whose") choices=names chosen=chosen choose=choose/></div>
        }
    });
    let done = Signal::derive(move || match state.get() {
        ReviewState::Done(reviewed) => Some(reviewed),
        _ => None,
    });
    let waiting = move || {
        match state.get() {
        ReviewState::Done(_) => ().into_any(),
        ReviewState::Asking(part) => view! {
            <div class="card asking" data-review="asking">
                <p>{t("review.asking")}</p>
                <div class="progress-row">
                    <progress max="1" prop:value=part aria-label=t("review.progress")></progress>
                    <button type="button" class="button small quiet" data-do="stop-review" on:click=move |_| {
                        turn.update_value(|turn| *turn += 1);
                        work::dismiss(Lane::Long);
                        state.set(ReviewState::Stopped);
                    }>{t("common.cancel")}</button>
                </div>
            </div>
        }
        .into_any(),
        ReviewState::Stopped => view! {
            <div class="card asking" data-review="stopped">
                <p>{t("review.stopped")}</p>
                <button type="button" class="button" data-do="ask-review" on:click=move |_| asking(seat.get_untracked())>{t("review.ask")}</button>
            </div>
        }
        .into_any(),
        ReviewState::Failed(why) => view! {
            <div class="card asking" data-review="failed">
                <p>{tf("review.failed", &[("why", &why)])}</p>
                <button type="button" class="button" data-do="ask-review" on:click=move |_| asking(seat.get_untracked())>{t("review.ask")}</button>
            </div>
        }
        .into_any(),
    }
    };
    // Progress must not draw the whole review anew.
    let done = Memo::new(move |_| done.get());
    let findings = move || {
        done.get()
            .map(|reviewed| view! { <Findings table=table reviewed=reviewed at=at parts=parts.clone()/> })
    };
    view! {
        <p class="muted after-sub">{heading} {help_tag(saved.hints)}</p>
        {chooser}
        <div class="review-columns">
            <div class="review-steps card" id="steps">
                <Steps table=table at=at reviewed=done sheet=saved.sheet/>
            </div>
            <div class="review-findings">
                {waiting}
                {move || (learned.get() > 0).then(|| view! {
                    <p class="card learned" role="status" data-learned=learned.get()>
                        {tn("review.learned", learned.get() as i64)}" "
                        <a href=Route::Puzzles(String::new()).hash() data-do="to-lessons">{t("review.to-lessons")}</a>
                    </p>
                })}
                {findings}
                <ScoreTable table=table.get_value()/>
                {seal}
            </div>
        </div>
    }
    .into_any()
}

/// A day as the language writes it.
pub fn date(language: Language, milliseconds: f64) -> String {
    let date = js_sys::Date::new(&milliseconds.into());
    let options = js_sys::Object::new();
    for (name, value) in [("day", "numeric"), ("month", "long"), ("year", "numeric")] {
        let _ = js_sys::Reflect::set(&options, &name.into(), &value.into());
    }
    date.to_locale_date_string(language.code(), &options).into()
}
