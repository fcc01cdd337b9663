//! Today’s challenge on the first page.

use finaud_record::SeedString;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen_futures::JsFuture;

use super::summary::options;
use crate::art;
use crate::daily::{Attempt, Day, DayStatus, day_status};
use crate::describe::describe;
use crate::messages::{language, t, tn};
use crate::new_game::{clean_name, go_daily, name_of};
use crate::route::Route;
use crate::settings::settings;
use crate::share;

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
                <p class="challenge-what"><strong>{name_of(day.game())}</strong> <span>{date(day)}</span></p>
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
            <div class="game-more">{result.and_then(|result| Some(share_button(day, result.points?)))}</div>
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

/// The day as the language writes it, with its weekday.
fn date(day: Day) -> String {
    let (year, month, number) = day.parts();
    let date =
        js_sys::Date::new_with_year_month_day(year.unsigned_abs(), i32::from(month) - 1, i32::from(number));
    let wanted = options(&[("weekday", "long"), ("day", "numeric"), ("month", "long")]);
    String::from(date.to_locale_date_string(language().code(), &wanted))
}

/// A link that dares somebody else.
fn share_button(day: Day, points: i32) -> AnyView {
    let told = RwSignal::new(None::<Result<(), String>>);
    let copy = move |_| {
        let Ok(seed) = SeedString::new(day.game(), 1, day.seed()) else {
            return;
        };
        let name = clean_name(&settings().name.get_untracked());
        let link = share::address(&share::challenge(&seed, points, &name));
        // Pages that came without encryption have no clipboard.
        let navigator = window().navigator();
        let clipboard = js_sys::Reflect::get(&navigator, &"clipboard".into());
        if clipboard.map_or(true, |clipboard| clipboard.is_undefined()) {
            told.set(Some(Err(link)));
            return;
        }
        let copying = navigator.clipboard().write_text(&link);
        spawn_local(async move {
            let copied = JsFuture::from(copying).await.map(|_| ()).map_err(|_| link);
            told.try_set(Some(copied));
        });
    };
    view! {
        <button type="button" class="game-guided" data-do="daily-share" on:click=copy>{t("daily.share")}</button>
        <span class="shared" role="status">
            {move || told.get().map(|copied| match copied {
                Ok(()) => view! { <span>{t("daily.shared")}</span> }.into_any(),
                Err(link) => view! {
                    <span>{t("daily.not_shared")} " " <input type="text" readonly aria-label=t("daily.not_shared") prop:value=link/></span>
                }.into_any(),
            })}
        </span>
    }
    .into_any()
}
