//! The review of a game: its course, luck and skill apart, the costliest choices, and every step.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use finaud_rules::Seat;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::JsCast;

use crate::any_table::AnyTable;
use crate::chart::{Course, CourseKey, Stretch, shown, signed};
use crate::choices::{Choice, Choices};
use crate::finish::{ScoreTable, own_seat, people};
use crate::messages::{Language, language, t, tf, tn};
use crate::reviewed::{self, Account, Reviewed, Terms};
use crate::route::Route;
use crate::saved::{self, NotLoaded, Saved};
use crate::settings::settings;
use crate::steps::{Steps, stretches};
use crate::tell;
use crate::work::{self, About, Answer, Ask, Desk};

/// How many costly choices are told.
const COSTLIEST: usize = 5;
/// The most rounds or turns under a chart.
const MOST_STRETCHES: usize = 16;

/// The game, the seat, how many events it had, and the language.
type Asked = (String, u8, usize, &'static str);

thread_local! {
    /// The reviews of this visit: by game, seat, number of events and language.
    static DONE: RefCell<BTreeMap<Asked, Arc<Reviewed>>> = const { RefCell::new(BTreeMap::new()) };
}

/// How far a review is.
#[derive(Clone, PartialEq, Debug)]
enum State {
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
    let opened = match saved::load(&id) {
        Ok(saved) => saved
            .table()
            .map(|table| (saved, table))
            .map_err(|why| tf("review.unreadable", &[("why", &why)])),
        Err(NotLoaded::Missing) => Err(t("review.missing").into()),
        Err(NotLoaded::Newer) => Err(t("review.newer").into()),
        Err(NotLoaded::Broken(why)) => Err(tf("review.unreadable", &[("why", &why)])),
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
fn Reviewing(saved: Saved, table: AnyTable) -> impl IntoView {
    let language = language();
    let own = own_seat(&table, &settings().name.get_untracked());
    let seats = people(&table);
    let parts = stretches(language, &table);
    let steps = table.steps();
    let names: Vec<Choice> = seats
        .iter()
        .map(|seat| {
            Choice::new(
                format!("seat-{}", u32::from(seat.0) + 1),
                tell::seat(language, &table, *seat),
            )
        })
        .collect();
    let about = About {
        record: table.record(),
        sheet: saved.sheet.clone(),
    };
    let heading = format!("{} · {}", table.name(), date(language, saved.started));
    let (id, over) = (saved.id.clone(), saved.over);
    let table = StoredValue::new(table);

    let at = RwSignal::new(0usize);
    let seat = RwSignal::new(own);
    let state = RwSignal::new(State::Stopped);
    let turn = StoredValue::new(0u32);
    let ask = move |for_seat: Seat| {
        let key = (id.clone(), for_seat.0, steps, language.code());
        if matches!(state.get_untracked(), State::Asking(_)) {
            work::dismiss(Desk::Long);
        }
        turn.update_value(|turn| *turn += 1);
        let mine = turn.get_value();
        if let Some(done) = DONE.with_borrow(|done| done.get(&key).cloned()) {
            state.set(State::Done(done));
            return;
        }
        state.set(State::Asking(0.0));
        let ask = Ask::Review {
            about: about.clone(),
            seat: for_seat.0,
            language,
        };
        spawn_local(async move {
            let progress = move |part: f64| {
                if turn.try_get_value() == Some(mine) {
                    state.try_set(State::Asking(part));
                }
            };
            let answer = work::ask(Desk::Long, ask, progress).await;
            if let Answer::Review(review) = &answer {
                let review = Arc::new((**review).clone());
                if over {
                    reviewed::change(&key.0, steps, |kept| {
                        kept.seats.insert(key.1, review.points);
                        kept.rough = review.rough;
                    });
                }
                DONE.with_borrow_mut(|done| done.insert(key.clone(), review));
            }
            if turn.try_get_value() != Some(mine) {
                return;
            }
            let done = DONE.with_borrow(|done| done.get(&key).cloned());
            state.try_set(match (answer, done) {
                (_, Some(done)) => State::Done(done),
                (Answer::Failed(why), None) => State::Failed(why),
                (_, None) => State::Failed(String::new()),
            });
        });
    };
    ask(own);
    let ask = StoredValue::new_local(ask);
    let asking = move |for_seat: Seat| ask.with_value(|ask| ask(for_seat));
    on_cleanup(move || {
        if matches!(state.try_get_untracked(), Some(State::Asking(_))) {
            work::dismiss(Desk::Long);
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
        State::Done(reviewed) => Some(reviewed),
        _ => None,
    });
    let waiting = move || {
        match state.get() {
        State::Done(_) => ().into_any(),
        State::Asking(part) => view! {
            <div class="card asking" data-review="asking">
                <p>{t("review.asking")}</p>
                <div class="progress-row">
                    <progress max="1" prop:value=part aria-label=t("review.progress")></progress>
                    <button type="button" class="button small quiet" data-do="stop-review" on:click=move |_| {
                        turn.update_value(|turn| *turn += 1);
                        work::dismiss(Desk::Long);
                        state.set(State::Stopped);
                    }>{t("common.cancel")}</button>
                </div>
            </div>
        }
        .into_any(),
        State::Stopped => view! {
            <div class="card asking" data-review="stopped">
                <p>{t("review.stopped")}</p>
                <button type="button" class="button" data-do="ask-review" on:click=move |_| asking(seat.get_untracked())>{t("review.ask")}</button>
            </div>
        }
        .into_any(),
        State::Failed(why) => view! {
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
        <p class="muted after-sub">{heading}</p>
        {chooser}
        <div class="review-columns">
            <div class="review-findings">
                {waiting}
                {findings}
                <ScoreTable table=table.get_value()/>
            </div>
            <div class="review-steps card" id="steps">
                <Steps table=table at=at reviewed=done/>
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

#[component]
fn Findings(
    table: StoredValue<AnyTable>,
    reviewed: Arc<Reviewed>,
    at: RwSignal<usize>,
    parts: Vec<Stretch>,
) -> impl IntoView {
    let terms = RwSignal::new(reviewed.terms());
    let switch = reviewed.win.is_some().then(|| {
        let choices = vec![
            Choice::new("terms-win", t("review.terms.win")),
            Choice::new("terms-points", t("review.terms.points")),
        ];
        let chosen = Signal::derive(move || usize::from(terms.get() == Terms::Points));
        let choose =
            Callback::new(move |index: usize| terms.set(if index == 0 { Terms::Win } else { Terms::Points }));
        view! { <Choices label=t("review.terms.label") choices=choices chosen=chosen choose=choose/> }
    });
    let joined = joined(&parts);
    let chart = {
        let (reviewed, joined) = (Arc::clone(&reviewed), joined.clone());
        move || view! { <Course reviewed=Arc::clone(&reviewed) terms=terms.get() at=at stretches=joined.clone()/> }
    };
    let sum = {
        let reviewed = Arc::clone(&reviewed);
        move || account(&reviewed, terms.get())
    };
    let as_table = {
        let (reviewed, joined) = (Arc::clone(&reviewed), joined);
        move || course_table(&reviewed, terms.get(), &joined)
    };
    let with_others = reviewed.win.is_some();
    let costly = costliest(table, &reviewed, at, &parts);
    // Without learned values nobody knows what luck was worth; choices can still be compared.
    let course = (!reviewed.rough).then(|| {
        view! {
            <section class="card" aria-labelledby="course-title">
                <div class="spread course-head"><h2 id="course-title">{t("review.course")}</h2>{switch}</div>
                {chart}
                <CourseKey with_others=with_others/>
                <details><summary>{t("review.as-table")}</summary>{as_table}</details>
            </section>
            <section class="card" aria-labelledby="sum-title">
                <h2 id="sum-title">{t("review.sum.title")}</h2>
                {sum}
            </section>
        }
    });
    let rough = reviewed
        .rough
        .then(|| view! { <p class="card muted" data-rough>{t("review.rough")}</p> });
    view! {
        <div class="review-told" data-review="done">
        {course} {rough}
        <section class="card" aria-labelledby="costly-title">
            <h2 id="costly-title">{t("review.costliest")}</h2>
            {costly}
        </section>
        </div>
    }
    .into_any()
}

/// Several parts together, where there are many.
fn joined(parts: &[Stretch]) -> Vec<Stretch> {
    let together = parts.len().div_ceil(MOST_STRETCHES).max(1);
    if together == 1 {
        return parts.to_vec();
    }
    let join = |parts: &[Stretch]| {
        let (first, last) = (parts.first()?, parts.last()?);
        Some(Stretch {
            short: last.short.clone(),
            name: format!("{} – {}", first.name, last.name),
            steps: first.steps.start..last.steps.end,
        })
    };
    parts.chunks(together).filter_map(join).collect()
}

/// Luck and skill apart, in words and as a sum.
fn account(reviewed: &Reviewed, terms: Terms) -> AnyView {
    let language = language();
    let account = reviewed.account(terms);
    let (unit, suffix) = match (terms, language) {
        (Terms::Points, _) => (0.1, ""),
        (Terms::Win, Language::En) => (0.01, "%"),
        (Terms::Win, _) => (0.01, "\u{a0}%"),
    };
    let [start, luck, others, choices, end] = account.shown(unit);
    let plain = |number: i64| match terms {
        Terms::Points => language.decimal(number as f64 / 10.0),
        Terms::Win => format!("{number}{suffix}"),
    };
    // A change of a share is told in percentage points, and the sum of many may well be more than a hundred.
    let change = |number: i64| match terms {
        Terms::Points => plain(number),
        Terms::Win => number.to_string(),
    };
    let with_sign = |number: i64| match number {
        0 => change(0),
        number if number < 0 => format!("−{}", change(-number)),
        number => format!("+{}", change(number)),
    };
    let last = match terms {
        Terms::Points if end % 10 == 0 => (end / 10).to_string(),
        _ => plain(end),
    };
    let line = |class: &'static str, name: &'static str, number: String| {
        view! { <tr class=class><th scope="row">{name}</th><td>{number}</td></tr> }
    };
    view! {
        <p>{words(language, terms, account, [luck, choices])}</p>
        <table class="figures sum">
            <caption class="visually-hidden">{t("review.sum.title")}</caption>
            <tbody>
                {line("", t("review.sum.start"), plain(start))}
                {line("by-luck", t("review.sum.luck"), with_sign(luck))}
                {reviewed.win.is_some().then(|| line("by-others", t("review.sum.others"), with_sign(others)))}
                {line("by-own", t("review.sum.choices"), with_sign(choices))}
            </tbody>
            <tfoot>{line("end", t("review.sum.end"), last)}</tfoot>
        </table>
        {(terms == Terms::Win).then(|| view! { <p class="muted small">{t("review.sum.in_points")}</p> })}
    }
    .into_any()
}

/// What luck gave and what choices lost, with the numbers as the sum below shows them.
fn words(language: Language, terms: Terms, account: Account, [luck, choices]: [i64; 2]) -> String {
    let small = match terms {
        Terms::Points => 2.0,
        Terms::Win => 0.02,
    };
    let amount = |shown: i64| match terms {
        Terms::Points => {
            let points = language.decimal(shown.abs() as f64 / 10.0);
            language.fill("review.amount.points", &[("n", &points)])
        }
        Terms::Win => tn("review.amount.share", shown.abs()),
    };
    let luck = match account.luck {
        by if by > small => language.fill("review.words.lucky", &[("n", &amount(luck))]),
        by if by < -small => language.fill("review.words.unlucky", &[("n", &amount(luck))]),
        _ => language.text("review.words.even").into(),
    };
    match choices {
        _ if account.losses < small / 20.0 => format!("{luck} {}", language.text("review.words.perfect")),
        // Too little to be told in whole numbers, but not nothing.
        0 => luck,
        lost => format!(
            "{luck} {}",
            language.fill("review.words.lost", &[("n", &amount(lost))])
        ),
    }
}

/// The course of the game in numbers.
fn course_table(reviewed: &Reviewed, terms: Terms, parts: &[Stretch]) -> AnyView {
    use crate::reviewed::Whose;
    let language = language();
    let with_others = reviewed.win.is_some();
    let rows = parts.iter().map(|part| {
        let moments = &reviewed.moments[part.steps.clone()];
        let sum = |whose: Whose| -> f64 {
            moments
                .iter()
                .filter(|moment| moment.whose == whose)
                .map(|moment| moment.moved.in_terms(terms))
                .sum()
        };
        let after = moments.last().map_or(0.0, |moment| moment.after.in_terms(terms));
        view! {
            <tr>
                <th scope="row">{part.name.clone()}</th>
                <td>{signed(language, terms, sum(Whose::Luck))}</td>
                {with_others.then(|| view! { <td>{signed(language, terms, sum(Whose::Others))}</td> })}
                <td>{signed(language, terms, sum(Whose::Own))}</td>
                <td>{shown(language, terms, after)}</td>
            </tr>
        }
    });
    view! {
        <div class="scroll-x" tabindex="0" role="group" aria-label=t("review.course")>
            <table class="figures">
                <thead><tr>
                    <th scope="col">{t("review.table.part")}</th>
                    <th scope="col">{t("review.chart.luck")}</th>
                    {with_others.then(|| view! { <th scope="col">{t("review.chart.others")}</th> })}
                    <th scope="col">{t("review.chart.choices")}</th>
                    <th scope="col">{t("review.table.after")}</th>
                </tr></thead>
                <tbody>{rows.collect_view()}</tbody>
            </table>
        </div>
    }
    .into_any()
}

/// The choices that cost most, each with a way to it.
fn costliest(
    table: StoredValue<AnyTable>,
    reviewed: &Reviewed,
    at: RwSignal<usize>,
    parts: &[Stretch],
) -> AnyView {
    let language = language();
    let terms = reviewed.terms();
    let costly = reviewed.costliest(COSTLIEST);
    if costly.is_empty() {
        return view! { <p>{t("review.none-costly")}</p> }.into_any();
    }
    let lines = costly.iter().enumerate().map(|(index, step)| {
        let step = *step;
        let moment = &reviewed.moments[step];
        let where_ = parts.iter().find(|part| part.steps.contains(&step)).map(|part| part.name.clone()).unwrap_or_default();
        let (chosen, better) = table.with_value(|table| {
            let chosen = tell::event(language, table, step);
            let best = moment.others.iter().max_by(|one, other| one.worth.in_terms(terms).total_cmp(&other.worth.in_terms(terms)));
            let better = best.and_then(|best| Some((tell::action(language, table, step, Seat(reviewed.seat), table.action_from_index(best.number)?), best.why.clone())));
            (chosen, better)
        });
        let show = move |_| {
            at.set(step);
            to_steps();
        };
        let cost = signed(language, terms, moment.moved.in_terms(terms));
        view! {
            <li class="costly">
                <span class="costly-number" aria-hidden="true">{index + 1}</span>
                <div class="costly-text">
                    <p><strong>{chosen}</strong> <span class="muted small">{where_}</span></p>
                    {better.map(|(what, why)| view! {
                        <p class="small">{tf("review.better", &[("what", &what)])}" "<span class="muted">{why}</span></p>
                    })}
                </div>
                <div class="costly-side">
                    <span class="moved by-own">{cost}</span>
                    <button type="button" class="button small" data-do="show-me" data-to-step=step on:click=show
                        aria-label=tf("review.show-me-named", &[("n", &(index + 1))])>{t("review.show-me")}</button>
                </div>
            </li>
        }
    });
    view! { <ol class="costliest">{lines.collect_view()}</ol> }.into_any()
}

/// Brings the steps into view.
fn to_steps() {
    if let Some(steps) = document().get_element_by_id("steps") {
        let steps: web_sys::HtmlElement = steps.unchecked_into();
        let place = steps.get_bounding_client_rect();
        let height = window()
            .inner_height()
            .ok()
            .and_then(|height| height.as_f64())
            .unwrap_or(0.0);
        if place.top() < 0.0 || place.top() > height / 2.0 {
            steps.scroll_into_view();
        }
    }
}
