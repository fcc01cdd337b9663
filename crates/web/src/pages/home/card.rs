//! A game on the first page.

use finaud_catalog::GameEntry;
use leptos::prelude::*;

use super::summary::HomeSummary;
use crate::art;
use crate::describe::describe;
use crate::messages::{language, t, tf};
use crate::new_game::{NewGame, corrected, name_of, players_of};
use crate::route::Route;

/// The card of a game: what it is, and everything one can do with it.
pub(super) fn card(
    entry: &'static GameEntry,
    summary: &HomeSummary,
    alert: RwSignal<Option<String>>,
) -> AnyView {
    let game = entry.id.as_str();
    // Games on a corrected sheet count for themselves.
    let corrected = corrected(game);
    let played = summary.of(corrected.as_ref().map_or(game, |corrected| &corrected.id));
    let name = name_of(game);
    let players = players_of(game);
    let about = language()
        .find(&format!("games.{game}.about"))
        .unwrap_or_default();
    let begin = move |new: NewGame| {
        if let Err(error) = new.go() {
            alert.set(Some(describe(&error.message())));
        }
    };
    // What all cards say is told apart by the game, for those who hear it.
    let of_game = move || view! { <span class="visually-hidden">{format!(" – {name}")}</span> };
    let resumes = played.resume.is_some();
    let play = view! {
        <button
            type="button"
            class="button"
            class:primary=!resumes
            data-do="play-now"
            on:click=move |_| begin(NewGame::now(game))
        >
            {if resumes { t("home.new_game") } else { t("home.play") }} {of_game()}
        </button>
    };
    let resume = played.resume.map(|resume| {
        view! {
            <a class="button primary" data-do="resume" href=Route::Play(resume.id).hash()>
                {t("home.continue.button")} {of_game()}
            </a>
        }
    });
    let set_table = move |class: &'static str| {
        view! { <a class=class data-do="set-table" href=Route::New(game.into()).hash()>{t("common.page.new")} {of_game()}</a> }
    };
    let with_coach = || Some(("home.best-helped", played.best_helped?));
    let best = played.best.map(|best| ("home.best", best)).or_else(with_coach);
    let newcomer = played.finished == 0 && !resumes;
    let guided = newcomer.then(|| {
        view! {
            <a class="game-guided" data-do="guided" href=Route::Learn(game.into()).hash()>{t("home.guided")} {of_game()}</a>
        }
    });
    view! {
        <article class="game-card" data-game=game style=format!("--tint: var(--{}-soft)", entry.about.tint)>
            <div class="game-art">{art::picture(game)}</div>
            <div class="card-name">
                <h2>{name}</h2>
                <ul class="game-facts">
                    <li>{tf("home.seats", &[("from", players.start()), ("to", players.end())])}</li>
                    <li>{tf("home.minutes", &[("n", &entry.about.minutes)])}</li>
                    {corrected.is_some().then(|| view! { <li data-corrected="">{t("home.corrected")}</li> })}
                    {best.map(|(key, best)| view! { <li class="best">{tf(key, &[("points", &best)])}</li> })}
                </ul>
            </div>
            <p class="game-about">{about}</p>
            <div class="game-do">{resume} {play} {(!resumes).then(|| set_table("button"))}</div>
            <p class="game-more">
                <a data-do="how" href=Route::How(game.into()).hash()>{t("common.page.how")} {of_game()}</a>
                {resumes.then(|| set_table(""))}
                {guided}
            </p>
        </article>
    }
    .into_any()
}
