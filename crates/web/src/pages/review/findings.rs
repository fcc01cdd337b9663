//! What a review found: the course of the game, luck and skill apart, and the costliest choices.

use std::sync::Arc;

use finaud_table::Table;
use leptos::prelude::*;
use wasm_bindgen::JsCast;

use crate::chart::{Course, CourseKey, GamePart, shown, signed};
use crate::choices::{ChoiceItem, Choices};
use crate::messages::{Language, language, t, tf, tn};
use crate::reviewed::{Account, Reviewed, Terms};
use crate::steps::bring_into_sight;
use crate::tell;

/// How many costly choices are told.
const COSTLIEST: usize = 5;
/// The most rounds or turns under a chart.
const MOST_PARTS: usize = 16;

/// What a review found.
#[component]
pub fn Findings(
    /// The game.
    table: StoredValue<Table>,
    /// The review.
    reviewed: Arc<Reviewed>,
    /// The step that is shown.
    at: RwSignal<usize>,
    /// The rounds or turns.
    parts: Vec<GamePart>,
) -> impl IntoView {
    let terms = RwSignal::new(reviewed.terms());
    let switch = reviewed.win.is_some().then(|| {
        let choices = vec![
            ChoiceItem::new("terms-win", t("review.terms.win")),
            ChoiceItem::new("terms-points", t("review.terms.points")),
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
fn joined(parts: &[GamePart]) -> Vec<GamePart> {
    let together = parts.len().div_ceil(MOST_PARTS).max(1);
    if together == 1 {
        return parts.to_vec();
    }
    let join = |parts: &[GamePart]| {
        let (first, last) = (parts.first()?, parts.last()?);
        Some(GamePart {
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
    let (unit, least) = match terms {
        Terms::Points => (0.1, 1.0),
        Terms::Win => (0.01, 0.01),
    };
    let parts = account.shown(unit, least);
    let plain = |number: i64| match terms {
        Terms::Points => language.decimal(number as f64 / 10.0),
        Terms::Win => language.fill("language.percent", &[("n", &number)]),
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
        Terms::Points if parts.end % 10 == 0 => (parts.end / 10).to_string(),
        _ => plain(parts.end),
    };
    let explained = |mark: &'static str, name: &'static str, number: String, why: &'static str| {
        view! {
            <details class="explained" data-figure=mark>
                <summary><span>{name}</span><b>{number}</b></summary>
                <p class="muted small">{why}</p>
            </details>
        }
    };
    // Chances without luck may lie beyond 0 and 1: in points everybody can read it.
    let without_luck = (terms == Terms::Points).then(|| {
        explained(
            "without-luck",
            t("review.sum.without-luck"),
            plain(parts.without_luck()),
            t("review.sum.without-luck-why"),
        )
    });
    let accuracy = reviewed.accuracy.map(|accuracy| {
        explained(
            "accuracy",
            t("review.accuracy.title"),
            format!("{accuracy:.0}"),
            t("review.accuracy.why"),
        )
    });
    let correction = (parts.correction != 0).then(
        || view! { <p class="muted small" data-figure="correction">{t("review.sum.correction-why")}</p> },
    );
    let line = |class: &'static str, name: &'static str, number: String| {
        view! { <tr class=class><th scope="row">{name}</th><td>{number}</td></tr> }
    };
    view! {
        <p>{words(language, terms, account, [parts.luck, parts.choices])}</p>
        <table class="figures sum">
            <caption class="visually-hidden">{t("review.sum.title")}</caption>
            <tbody>
                {line("", t("review.sum.start"), plain(parts.start))}
                {line("by-luck", t("review.sum.luck"), with_sign(parts.luck))}
                {reviewed.win.is_some().then(|| line("by-others", t("review.sum.others"), with_sign(parts.others)))}
                {line("by-own", t("review.sum.choices"), with_sign(parts.choices))}
                {(parts.correction != 0).then(|| line("by-coach", t("review.sum.correction"), with_sign(parts.correction)))}
            </tbody>
            <tfoot>{line("end", t("review.sum.end"), last)}</tfoot>
        </table>
        {(terms == Terms::Win).then(|| view! { <p class="muted small">{t("review.sum.in_points")}</p> })}
        {correction}
        {without_luck}
        {accuracy}
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
            let points = shown.abs() as f64 / 10.0;
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
fn course_table(reviewed: &Reviewed, terms: Terms, parts: &[GamePart]) -> AnyView {
    use crate::reviewed::Whose;
    let language = language();
    let with_others = reviewed.win.is_some();
    let rows = parts.iter().map(|part| {
        let moments = &reviewed.events[part.steps.clone()];
        let sum = |whose: Whose| -> f64 {
            moments
                .iter()
                .filter(|moment| moment.whose == whose)
                .map(|moment| moment.moved.in_terms(terms))
                .sum()
        };
        let corrected: f64 = moments
            .iter()
            .map(|moment| moment.correction.in_terms(terms))
            .sum();
        let after = moments.last().map_or(0.0, |moment| moment.after.in_terms(terms));
        view! {
            <tr>
                <th scope="row">{part.name.clone()}</th>
                <td>{signed(language, terms, sum(Whose::Luck))}</td>
                {with_others.then(|| view! { <td>{signed(language, terms, sum(Whose::Others))}</td> })}
                <td>{signed(language, terms, sum(Whose::Own))}</td>
                <td>{signed(language, terms, corrected)}</td>
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
                    <th scope="col">{t("review.sum.correction")}</th>
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
    table: StoredValue<Table>,
    reviewed: &Reviewed,
    at: RwSignal<usize>,
    parts: &[GamePart],
) -> AnyView {
    let language = language();
    let terms = reviewed.terms();
    let costly = reviewed.costliest(COSTLIEST);
    if costly.is_empty() {
        return view! { <p>{t("review.none-costly")}</p> }.into_any();
    }
    let lines = costly.iter().enumerate().map(|(index, step)| {
        let step = *step;
        let moment = &reviewed.events[step];
        let where_ = parts.iter().find(|part| part.steps.contains(&step)).map(|part| part.name.clone()).unwrap_or_default();
        let (chosen, better) = table.with_value(|table| {
            let chosen = tell::event(language, table, step);
            let best = reviewed.better(step);
            let better = best.and_then(|best| Some((tell::alternative(language, table, step, &best.event)?, best.why.clone())));
            (chosen, better)
        });
        let show = move |_| {
            at.set(step);
            to_steps();
            bring_into_sight();
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
