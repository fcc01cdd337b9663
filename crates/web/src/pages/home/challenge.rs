//! Today’s challenge on the first page.

use finaud_record::SeedString;
use leptos::prelude::*;

use crate::art;
use crate::daily::{Attempt, Challenge as _, Day, DayStatus, day_status, written};
use crate::describe::describe;
use crate::messages::{language, t, tn};
use crate::my_tables::{self, TablePhase};
use crate::new_game::{clean_name, go_daily, name_of};
use crate::route::Route;
use crate::saved::{self, now};
use crate::settings::settings;
use crate::share::{self, CopyButton};

/// A day, in milliseconds.
const DAY: f64 = 86_400_000.0;

/// The card of the day: one way for oneself, on this device, and one for the board of the server. Neither touches the other.
pub(super) fn card(attempts: &[Attempt], alert: RwSignal<Option<String>>) -> AnyView {
    let day = Day::today();
    let status = day_status(attempts, day);
    let streak = status.streak;
    view! {
        <article class="game-card challenge" data-game=day.game() data-daily=day.to_string()>
            <div class="game-art">{art::calendar(day)}</div>
            <div class="card-name">
                <h2>{t("daily.title")}</h2>
                <p class="challenge-what"><strong>{name_of(day.game())}</strong> <span>{written(language(), day, &[("weekday", "long"), ("day", "numeric"), ("month", "long")])}</span></p>
            </div>
            <div class="challenge-ways">
                {own_way(day, &status, alert)}
                {ranked_way(day)}
            </div>
            <p class="challenge-both">{t("daily.both")}</p>
            <div class="game-more">
                <a data-do="calendar" href=Route::Calendar.hash()>{t("daily.calendar.title")}</a>
                {(streak > 0).then(|| view! { <span class="streak">{tn("daily.streak", streak as i64)}</span> })}
                {status.result.map(|result| share_button(day, &result))}
            </div>
        </article>
    }
    .into_any()
}

/// For oneself: on this device, with a streak of days.
fn own_way(day: Day, status: &DayStatus, alert: RwSignal<Option<String>>) -> AnyView {
    let play = move |_| {
        if let Err(error) = go_daily(day) {
            alert.set(Some(describe(&error.message())));
        }
    };
    let label = match (&status.result, &status.begun) {
        (Some(_), _) => t("daily.again"),
        (None, Some(_)) => t("daily.resume"),
        (None, None) => t("daily.play"),
    };
    let played = status.result.is_some();
    view! {
        <section class="challenge-way" data-way="own">
            <h3>{t("daily.own.title")} {status.result.as_ref().map(outcome)}</h3>
            <p>{t(if played { "daily.own.practice" } else { "daily.own.about" })}</p>
            <div class="way-do">
                <button type="button" class="button" class:primary=!played data-do="daily" on:click=play>{label}</button>
                {status.result.as_ref().map(|result| view! {
                    <a class="button" data-do="daily-review" href=Route::Review(result.id.clone()).hash()>{t("daily.review")}</a>
                })}
            </div>
        </section>
    }
    .into_any()
}

/// For the board: the one try that the server deals. Its day begins at midnight UTC, so its game may be another one.
fn ranked_way(own_day: Day) -> AnyView {
    let day = Day::from_number((now() / DAY) as i64);
    let (mark, about, label) = match my_tables::ranked_on(&day.to_string()).map(|table| table.phase) {
        None => ("open", t("daily.ranked.about"), t("daily.ranked.try")),
        Some(TablePhase::Over) => ("done", t("daily.ranked.done"), t("daily.ranked.board")),
        Some(_) => ("begun", t("daily.ranked.begun"), t("daily.ranked.go_on")),
    };
    let other = (day.game() != own_day.game())
        .then(|| view! { <span class="muted">" · " {name_of(day.game())}</span> });
    view! {
        <section class="challenge-way" data-way="ranked" data-ranked=mark>
            <h3>{t("daily.ranked.title")} {other}</h3>
            <p>{about}</p>
            <div class="way-do">
                <a class="button" data-do="board" href=Route::Board(String::new()).hash()>{label}</a>
            </div>
        </section>
    }
    .into_any()
}

/// What was reached.
fn outcome(result: &Attempt) -> AnyView {
    let points = tn("common.points", i64::from(result.points.unwrap_or_default()));
    let hints = (result.hints > 0).then(|| format!(", {}", tn("daily.hints", i64::from(result.hints))));
    view! { <span class="best" data-daily-points=result.points>{points} {hints}</span> }.into_any()
}

/// The result in squares, with a link that dares somebody else.
fn share_button(day: Day, result: &Attempt) -> AnyView {
    let result = result.clone();
    let text = Callback::new(move |()| {
        let points = result.points.unwrap_or_default();
        let name = clean_name(&settings().name.get_untracked());
        let link = SeedString::new(day.game(), 1, day.seed()).map_or_else(
            |_| String::new(),
            |seed| share::address(&share::challenge(&seed, points, result.hints, &name)),
        );
        match saved::load(&result.id).map(|saved| saved.table()) {
            Ok(Ok(table)) => share::challenge_text(language(), &table, day, result.hints, &link),
            _ => link,
        }
    });
    view! { <CopyButton mark="daily-share" label=t("daily.share") text=text/> }.into_any()
}
