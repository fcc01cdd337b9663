//! What happened at a step, and what a review says about it.

use finaud_rules::{Die, Outcome, insertion_sort};
use finaud_table::{AnyEvent, AnyOutcome, Table};
use leptos::prelude::*;

use crate::chart::{shown, signed};
use crate::colours;
use crate::messages::Language;
use crate::reviewed::{EventReview, Reviewed, Terms, Whose};
use crate::tell;

/// What happens at a step, and what it moved.
pub(super) fn line(language: Language, table: &Table, step: usize, reviewed: Option<&Reviewed>) -> AnyView {
    let Some(event) = table.event(step) else {
        let key = if table.is_over() {
            "review.over"
        } else {
            "review.so-far"
        };
        return view! { <p class="told">{language.text(key)}</p> }.into_any();
    };
    let moment = reviewed.and_then(|reviewed| reviewed.events.get(step));
    let terms = reviewed.map(Reviewed::terms).unwrap_or_default();
    let who = match event {
        AnyEvent::Choice(seat, _) => {
            view! { <strong>{tell::seat(language, table, seat)}</strong> }.into_any()
        }
        AnyEvent::Outcome(_) => {
            view! { <span class="muted">{language.text(chance_word(table))}</span> }.into_any()
        }
    };
    let badge = moment.and_then(|moment| moved_badge(language, terms, moment));
    let better = reviewed.and_then(|reviewed| reviewed.better(step));
    let better = better.and_then(|better| tell::alternative(language, table, step, &better.event));
    let key = |class: &'static str| view! { <i class=class aria-hidden="true"></i> };
    view! {
        <p class="told">
            <span class="who">{better.is_some().then(|| key("mark-key played"))}{who}</span>
            <span class="what">{what(language, table, step, event)}</span>
            {badge}
        </p>
        {better.map(|what| view! {
            <p class="told told-better" data-better>
                {key("mark-key better")}
                <span class="what">{language.fill("review.better-was", &[("what", &what)])}</span>
            </p>
        })}
    }
    .into_any()
}

/// What a review says about a choice: what else there was.
pub(super) fn detail(
    language: Language,
    table: &Table,
    step: usize,
    reviewed: Option<&Reviewed>,
) -> Option<AnyView> {
    let reviewed = reviewed?;
    let moment = reviewed.events.get(step)?;
    let chosen = moment.whose == Whose::Own && moment.choices > 1;
    chosen.then(|| alternatives(language, table, reviewed.terms(), step, moment))
}

fn chance_word(table: &Table) -> &'static str {
    if table.sheet().is_some() {
        "review.dice"
    } else {
        "review.cards"
    }
}

/// An event: dice as dice, everything else in words.
fn what(language: Language, table: &Table, step: usize, event: AnyEvent) -> AnyView {
    let spoken = tell::event(language, table, step);
    match (event, table.sheet()) {
        (AnyEvent::Outcome(AnyOutcome::Dice(Outcome::Roll(faces))), Some(sheet)) => {
            let dice = Die::ALL.into_iter().zip(faces).filter_map(|(die, face)| {
                let face = face?.pips();
                let colour = colours::of_die(sheet, die);
                let chip = format!("background:var(--{colour});color:var(--{colour}-ink)");
                let letter = tell::letter(language, sheet, die);
                Some(view! { <span class="chip die" style=chip><small>{letter}</small>{face}</span> })
            });
            view! {
                <span class="visually-hidden">{spoken}</span>
                <span class="dice-row" aria-hidden="true">{dice.collect_view()}</span>
            }
            .into_any()
        }
        _ => view! { <span>{spoken}</span> }.into_any(),
    }
}

/// What an event moved, if it is anything.
fn moved_badge(language: Language, terms: Terms, moment: &EventReview) -> Option<AnyView> {
    let moved = moment.moved.in_terms(terms);
    let (class, key) = match moment.whose {
        Whose::Luck => ("moved by-luck", "review.moved.luck"),
        Whose::Others => ("moved by-others", "review.moved.others"),
        Whose::Own if moment.choices < 2 => return None,
        Whose::Own if signed(language, terms, moved).starts_with('±') => {
            return Some(
                view! { <span class="moved best">{language.text("review.moved.best")}</span> }.into_any(),
            );
        }
        Whose::Own => ("moved by-own", "review.moved.own"),
    };
    let amount = signed(language, terms, moved);
    (!amount.starts_with('±'))
        .then(|| view! { <span class=class>{language.fill(key, &[("n", &amount)])}</span> }.into_any())
}

/// The choice that was made among the best others, best first.
fn alternatives(
    language: Language,
    table: &Table,
    terms: Terms,
    step: usize,
    moment: &EventReview,
) -> AnyView {
    struct ChoiceLine {
        what: String,
        worth: f64,
        points: f64,
        why: String,
        chosen: bool,
    }
    let mut lines: Vec<ChoiceLine> = moment
        .others
        .iter()
        .filter_map(|other| {
            Some(ChoiceLine {
                what: tell::alternative(language, table, step, &other.event)?,
                worth: other.worth.in_terms(terms),
                points: other.worth.points,
                why: other.why.clone(),
                chosen: false,
            })
        })
        .collect();
    let worth = moment.worth.unwrap_or(moment.after);
    lines.push(ChoiceLine {
        what: tell::event(language, table, step),
        worth: worth.in_terms(terms),
        points: worth.points,
        why: moment.why.clone(),
        chosen: true,
    });
    insertion_sort(&mut lines, |one, other| {
        other
            .worth
            .total_cmp(&one.worth)
            .then(other.points.total_cmp(&one.points))
    });
    let left_out = moment.choices.saturating_sub(lines.len());
    let line = |line: ChoiceLine| {
        let class = if line.chosen { "choice chosen" } else { "choice" };
        view! {
            <li class=class>
                <span class="choice-what">
                    {line.what}
                    {line.chosen.then(|| view! { <span class="tag">{language.text("review.chosen")}</span> })}
                </span>
                <span class="choice-worth">{shown(language, terms, line.worth)}</span>
                <span class="choice-why">{line.why}</span>
            </li>
        }
    };
    let worth_of = match terms {
        Terms::Points => language.text("review.worth.points"),
        Terms::Win => language.text("review.worth.win"),
    };
    view! {
        <div class="choices">
            <p class="choices-head"><span>{language.text("review.choices-there")}</span><span>{worth_of}</span></p>
            <ol>{lines.into_iter().map(line).collect_view()}</ol>
            {(left_out > 0).then(|| view! { <p class="muted small">{crate::messages::tn("coach.more", left_out as i64)}</p> })}
        </div>
    }
    .into_any()
}
