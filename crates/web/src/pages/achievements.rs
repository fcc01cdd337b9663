//! Achievements: what was reached in all games on this device, and what is still to come.

mod badge;
mod feats;
mod keep;
pub(crate) mod list;

use leptos::prelude::*;

use crate::fetch::{self, Texts};
use crate::messages::{language, t, tf};
use crate::pages::review::date;
use crate::pages::setup::BackHome;
use crate::route::Route;
use crate::saved;
use badge::badge;
use list::{ACHIEVEMENTS, Achievement, Progress};

/// All achievements, with how far they are.
#[component]
pub fn Achievements() -> impl IntoView {
    let progress = keep::look();
    let content = move || match fetch::long_texts(language()) {
        Texts::Here => all(&progress),
        Texts::Coming => ().into_any(),
        Texts::Missing => view! { <p class="card" role="alert">{t("common.not-loaded")}</p> }.into_any(),
    };
    view! {
        <main id="content" class="after achievements" data-page="achievements">
            <header class="page-head"><BackHome/><h1>{t("common.page.achievements")}</h1></header>
            {content}
        </main>
    }
    .into_any()
}

fn all(progress: &[Progress]) -> AnyView {
    let earned = progress
        .iter()
        .filter(|progress| progress.earned.is_some())
        .count();
    let (all, part) = (ACHIEVEMENTS.len(), earned as f64 / ACHIEVEMENTS.len() as f64);
    let cards = ACHIEVEMENTS
        .iter()
        .zip(progress)
        .map(|(achievement, progress)| card(achievement, progress))
        .collect_view();
    view! {
        <div class="achieved card">
            <p><strong data-earned=earned>{tf("achievements.count", &[("n", &earned), ("all", &all)])}</strong></p>
            <progress max="1" prop:value=part aria-label=t("common.page.achievements")></progress>
            <p class="muted small">{t("achievements.told")}</p>
        </div>
        <ul class="badges">{cards}</ul>
    }
    .into_any()
}

/// The name of an achievement and its sentence.
fn texts(achievement: &Achievement) -> [&'static str; 2] {
    ["name", "about"].map(|part| {
        let key = format!("achievements.{}.{part}", achievement.id);
        language().find(&key).unwrap_or_default()
    })
}

fn picture(achievement: &Achievement, earned: bool) -> AnyView {
    let drawn = badge(achievement, earned);
    view! { <svg class="medal" viewBox="-42 -42 84 84" aria-hidden="true" focusable="false" inner_html=drawn></svg> }
        .into_any()
}

fn card(achievement: &Achievement, progress: &Progress) -> AnyView {
    let [name, about] = texts(achievement);
    let (goal, done) = (achievement.goal, progress.done);
    let state = match &progress.earned {
        Some((when, game)) => {
            let day = tf("achievements.earned", &[("day", &date(language(), *when))]);
            match saved::text(game) {
                Some(_) => view! { <a href=Route::Play(game.clone()).hash()>{day}</a> }.into_any(),
                None => view! { <span>{day}</span> }.into_any(),
            }
        }
        None if goal > 1 => view! {
            <span class="badge-progress">
                <progress max=goal prop:value=f64::from(done) aria-label=name></progress>
                <span>{tf("achievements.progress", &[("n", &done), ("all", &goal)])}</span>
            </span>
        }
        .into_any(),
        None => view! { <span>{t("achievements.open")}</span> }.into_any(),
    };
    let earned = progress.earned.is_some();
    view! {
        <li class="card badge-card" class:earned=earned data-achievement=achievement.id data-done=done data-is-earned=earned.to_string()>
            {picture(achievement, earned)}
            <div>
                <h2>{name}</h2>
                <p>{about}</p>
                <p class="muted small">{state}</p>
            </div>
        </li>
    }
    .into_any()
}

/// What a game has earned, for its end; nothing where it earned nothing.
#[component]
pub fn Earned(
    /// The name the game is kept under.
    game: String,
) -> impl IntoView {
    let progress = keep::look();
    let earned: Vec<&Achievement> = ACHIEVEMENTS
        .iter()
        .zip(&progress)
        .filter(|(_, progress)| progress.earned.as_ref().is_some_and(|(_, by)| *by == game))
        .map(|(achievement, _)| achievement)
        .collect();
    if earned.is_empty() {
        return ().into_any();
    }
    let content = move || match fetch::long_texts(language()) {
        Texts::Here => told(&earned),
        Texts::Coming | Texts::Missing => ().into_any(),
    };
    view! { {content} }.into_any()
}

fn told(earned: &[&Achievement]) -> AnyView {
    let items = earned.iter().map(|achievement| {
        let [name, about] = texts(achievement);
        view! {
            <li data-achievement=achievement.id>
                {picture(achievement, true)}
                <span><b>{name}</b> <small class="muted">{about}</small></span>
            </li>
        }
    });
    view! {
        <section class="card earned-now" data-earned-now aria-labelledby="earned-title">
            <h3 id="earned-title">{t("achievements.new")}</h3>
            <ul>{items.collect_view()}</ul>
            <p><a href=Route::Achievements.hash() data-do="achievements">{t("achievements.all")}</a></p>
        </section>
    }
    .into_any()
}
