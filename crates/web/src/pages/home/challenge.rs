//! Today’s challenge on the first page.

use finaud_record::SeedString;
use leptos::prelude::*;

use crate::art;
use crate::daily::{Attempt, Challenge as _, Day, DayStatus, day_status, written};
use crate::describe::describe;
use crate::messages::{language, t, tn};
use crate::new_game::{clean_name, go_daily, name_of};
use crate::route::Route;
use crate::saved;
use crate::settings::settings;
use crate::share::{self, CopyButton};

/// The card of the day: the same dice for everybody.
pub(super) fn card(attempts: &[Attempt], alert: RwSignal<Option<String>>) -> AnyView {
    let day = Day::today();
    let DayStatus {
        result,
        begun,
        streak,
    } = day_status(attempts, day);
    let play = move |_| {
        if let Err(error) = go_daily(day) {
            alert.set(Some(describe(&error.message())));
        }
    };
    let label = match (&result, &begun) {
        (Some(_), _) => t("daily.again"),
        (None, Some(_)) => t("daily.resume"),
        (None, None) => t("daily.play"),
    };
    let played = result.is_some();
    view! {
        <article class="game-card challenge" data-game=day.game() data-daily=day.to_string()>
            <div class="game-art">{art::calendar(day)}</div>
            <div class="card-name">
                <h2>{t("daily.title")}</h2>
                <p class="challenge-what"><strong>{name_of(day.game())}</strong> <span>{written(language(), day, &[("weekday", "long"), ("day", "numeric"), ("month", "long")])}</span></p>
                <ul class="game-facts">
                    {result.as_ref().map(outcome)}
                    {(streak > 0).then(|| view! { <li class="streak">{tn("daily.streak", streak as i64)}</li> })}
                </ul>
            </div>
            <p class="game-about">{if played { t("daily.practice") } else { t("daily.about") }}</p>
            <div class="game-do">
                <button type="button" class="button" class:primary=!played data-do="daily" on:click=play>{label}</button>
                {result.as_ref().map(|result| view! {
                    <a class="button" data-do="daily-review" href=Route::Review(result.id.clone()).hash()>{t("daily.review")}</a>
                })}
            </div>
            <div class="game-more">
                <a data-do="calendar" href=Route::Calendar.hash()>{t("daily.calendar.title")}</a>
                <a data-do="board" href=Route::Board(String::new()).hash()>{t("daily.board")}</a>
                {result.map(|result| share_button(day, &result))}
            </div>
        </article>
    }
    .into_any()
}

/// What was reached.
fn outcome(result: &Attempt) -> AnyView {
    let points = tn("common.points", i64::from(result.points.unwrap_or_default()));
    let hints = (result.hints > 0).then(|| format!(", {}", tn("daily.hints", i64::from(result.hints))));
    view! { <li class="best" data-daily-points=result.points>{points} {hints}</li> }.into_any()
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
