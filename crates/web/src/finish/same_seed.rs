//! How `master` does with the same dice.

use std::cell::RefCell;

use finaud_table::{ChanceSource, Table};
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::people;
use crate::messages::{Language, language, t, tf, tn};
use crate::reviewed;
use crate::route::Route;
use crate::saved::Saved;
use crate::share;
use crate::tell;
use crate::work::{self, Lane, WholeGame, WorkerRequest, WorkerResponse};

/// How far the same dice with `master` are known.
#[derive(Clone, PartialEq, Debug)]
enum Comparison {
    Asking(f64),
    Done(Vec<i32>),
    Stopped,
    Failed(String),
}

thread_local! {
    /// The games `master` played in place of people, by the name of the game: for a look at them.
    static MASTERS: RefCell<Vec<(String, String)>> = const { RefCell::new(Vec::new()) };
}

/// How `master` did on the same dice.
#[component]
pub fn SameSeed(
    /// The game.
    table: Table,
    /// What is kept beside it.
    saved: Saved,
) -> impl IntoView {
    let cards = table.sheet().is_none();
    if table.chance_source() == ChanceSource::Typed {
        let key = if cards {
            "finish.master.real-cards"
        } else {
            "finish.master.real"
        };
        return view! { <div class="master-card card" data-master="real"><p class="muted">{t(key)}</p></div> }.into_any();
    }
    // Only the table that dealt knows what others would have met.
    if table.chance_source() == ChanceSource::Dealt {
        return ().into_any();
    }
    if !table.all_seats().any(|seat| table.is_person(seat)) {
        return ().into_any();
    }
    let steps = table.steps();
    let (id, sheet) = (saved.id.clone(), saved.sheet.clone());
    let known = RwSignal::new(match reviewed::load(&id, steps).master {
        Some(points) => Comparison::Done(points),
        None => Comparison::Asking(0.0),
    });
    let game = WholeGame {
        record: table.record_text(),
        sheet: sheet.clone(),
    };
    let asked = id.clone();
    let ask = move || {
        known.set(Comparison::Asking(0.0));
        let (game, id) = (game.clone(), asked.clone());
        spawn_local(async move {
            let progress = move |part: f64| {
                known.try_update(|known| {
                    if let Comparison::Asking(done) = known {
                        *done = part;
                    }
                });
            };
            match work::ask(Lane::Long, WorkerRequest::SameSeed(game), progress).await {
                WorkerResponse::SameSeed { record, points } => {
                    reviewed::change(&id, steps, |kept| kept.master = Some(points.clone()));
                    MASTERS.with_borrow_mut(|games| games.push((id, record)));
                    known.try_set(Comparison::Done(points));
                }
                other => {
                    let why = other.failure().text;
                    known.try_update(|known| {
                        if matches!(known, Comparison::Asking(_)) {
                            *known = Comparison::Failed(why);
                        }
                    });
                }
            }
        });
    };
    if matches!(known.get_untracked(), Comparison::Asking(_)) {
        ask();
    }
    on_cleanup(move || {
        if matches!(known.try_get_untracked(), Some(Comparison::Asking(_))) {
            work::dismiss(Lane::Long);
        }
    });
    let ask = StoredValue::new_local(ask);
    let again = move || {
        view! {
            <button type="button" class="button small" data-do="ask-master" on:click=move |_| ask.with_value(|ask| ask())>
                {t("finish.master.ask")}
            </button>
        }
    };
    let content = move || match known.get() {
        Comparison::Asking(part) => view! {
            <p>{t(if cards { "finish.master.asking-cards" } else { "finish.master.asking" })}</p>
            <div class="progress-row">
                <progress max="1" prop:value=part aria-label=t("finish.master.progress")></progress>
                <button type="button" class="button small quiet" data-do="stop-master" on:click=move |_| {
                    known.set(Comparison::Stopped);
                    work::dismiss(Lane::Long);
                }>{t("common.cancel")}</button>
            </div>
        }
        .into_any(),
        Comparison::Stopped => again().into_any(),
        Comparison::Failed(why) => {
            view! { <p class="muted">{tf("finish.master.failed", &[("why", &why)])}</p> {again()} }.into_any()
        }
        Comparison::Done(points) => {
            let told = compared(language(), &table, &points);
            let replay = MASTERS.with_borrow(|games| {
                let last = games.iter().rev().find(|(game, _)| *game == id);
                last.map(|(_, record)| Route::Replay(share::pack(record, sheet.as_deref())).hash())
            });
            view! {
                {told}
                {replay.map(|link| view! { <p><a href=link data-do="see-master">{t("finish.master.see")}</a></p> })}
            }
            .into_any()
        }
    };
    view! {
        <div class="master-card card" data-master="same">
            <h3>{t(if cards { "finish.master.title-cards" } else { "finish.master.title" })}</h3>
            {content}
        </div>
    }
    .into_any()
}

fn compared(language: Language, table: &Table, points: &[i32]) -> AnyView {
    let people = people(table);
    let lines = people.iter().map(|seat| {
        let (mine, theirs) = (table.points(*seat), points.get(seat.index()).copied().unwrap_or(0));
        let away = i64::from((mine - theirs).abs());
        let verdict = match mine.cmp(&theirs) {
            std::cmp::Ordering::Greater => tn("finish.master.better", away),
            std::cmp::Ordering::Equal => t("finish.master.level").into(),
            std::cmp::Ordering::Less => tn("finish.master.worse", away),
        };
        let who = (people.len() > 1 || table.seats() > 1).then(|| view! { <span class="muted">{tell::seat(language, table, *seat)}</span> });
        view! {
            <li>
                {who}
                <span class="versus"><b>{mine}</b><span class="muted">{t("finish.master.against")}</span><b data-master-points=u32::from(seat.0) + 1>{theirs}</b></span>
                <span>{verdict}</span>
            </li>
        }
    });
    view! { <ul class="master-lines">{lines.collect_view()}</ul> }.into_any()
}
