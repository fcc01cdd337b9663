//! The sheet: how sure it is, and one's own.

use finaud_players::learned::Matching;
use finaud_rules::{Message, Problem, Provenance, Sheet};
use finaud_table::GameError;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen_futures::JsFuture;

use super::form::{OWN, TableForm, own_sheet};
use crate::catalog;
use crate::describe::Description;
use crate::messages::{language, t, tf};
use crate::new_game::name_of;
use crate::pages::how::format::{FORMAT, save_example};
use crate::route::{self, Route};

/// Why a file was not taken.
#[derive(Clone, PartialEq)]
enum Refused {
    /// The browser cannot read it.
    NotText,
    /// It is no sheet, for these reasons.
    Problems(Vec<Description>),
}

/// The sheet of the game, told plainly, and the way to one's own.
pub(super) fn section(form: TableForm) -> AnyView {
    let refused: RwSignal<Option<Refused>> = RwSignal::new(None);
    let load = move |event: leptos::ev::Event| {
        let input: web_sys::HtmlInputElement = event_target(&event);
        let file = input.files().and_then(|files| files.get(0));
        // The same file can be chosen again once it is mended.
        input.set_value("");
        if let Some(file) = file {
            spawn_local(async move {
                let text = JsFuture::from(file.text())
                    .await
                    .ok()
                    .and_then(|text| text.as_string());
                let read = text
                    .ok_or(Refused::NotText)
                    .and_then(|text| own_sheet(&text).map_err(problems));
                match read {
                    Ok(own) => {
                        form.rulings.try_set(Vec::new());
                        form.sheet.try_set(Some(own));
                        form.draft.try_set(None);
                        form.refused.try_set(false);
                        refused.try_set(None);
                    }
                    Err(why) => {
                        form.refused.try_set(true);
                        refused.try_set(Some(why));
                    }
                }
            });
        }
    };
    let drop = move |_| {
        form.rulings.set(Vec::new());
        form.sheet.set(None);
        form.draft.set(None);
        form.refused.set(false);
        refused.set(None);
    };
    let change = move |_| {
        untrack(|| form.remember());
        route::go(&Route::Workshop(format!("table/{}", form.place)));
    };
    let keep = move |_| {
        form.refused.set(false);
        refused.set(None);
    };
    let kept = move || {
        let name = form.with_sheet(|sheet| sheet.name.clone()).unwrap_or_default();
        tf("setup.sheet.keep", &[("name", &name)])
    };
    let told = move || {
        // Whatever a file says of itself: here it is somebody's own.
        let own = form.sheet.with(Option::is_some);
        form.with_sheet(|sheet| {
            let provenance = if own { Provenance::Custom } else { sheet.provenance };
            let (word, about) = plainly(provenance);
            view! {
                <p class="sheet-name" data-provenance=provenance.word()>
                    <strong>{sheet.name.clone()}</strong> <span class="setup-badge">{word}</span>
                </p>
                <p class="setting-why">{about}</p>
                {differs(form, provenance)}
            }
        })
    };
    let warned = move || {
        let known = form
            .sheet
            .with(|own| own.as_ref().and_then(|own| known_by(&own.sheet)));
        known.map(|told| view! { <p class="remark" data-warning="weights">{told}</p> })
    };
    view! {
        <section class="card setting" aria-labelledby="sheet">
            <h2 id="sheet">{t("setup.sheet.title")}</h2>
            <div aria-live="polite">{told} {warned}</div>
            <div class="row">
                <label class="button small file">
                    {t("setup.sheet.load")}
                    <input type="file" class="visually-hidden" data-do="load-sheet" accept=".toml,application/toml,text/plain"
                        aria-describedby="sheet-file" on:change=load/>
                </label>
                {move || form.sheet.with(Option::is_some).then(|| view! {
                    <button type="button" class="button small" data-do="change-sheet" on:click=change>{t("setup.sheet.change")}</button>
                })}
                {move || form.refused.get().then(|| view! {
                    <button type="button" class="button small" data-do="keep-sheet" on:click=keep>{kept}</button>
                })}
                {move || (form.place != OWN && form.sheet.with(Option::is_some)).then(|| view! {
                    <button type="button" class="button small quiet" data-do="drop-sheet" on:click=drop>{t("setup.sheet.drop")}</button>
                })}
            </div>
            <p id="sheet-file" class="setting-why">{t("setup.sheet.load_about")}</p>
            <p class="row">
                <button type="button" class="link" data-do="example" on:click=move |_| save_example(form.game)>{t("setup.sheet.example")}</button>
                <a data-do="workshop" href=Route::Workshop(String::new()).hash()>{t("common.page.workshop")}</a>
                <a data-do="format" href=Route::How(FORMAT.into()).hash()>{t("setup.sheet.format")}</a>
            </p>
            <div role="alert">{move || refused.get().map(explain)}</div>
        </section>
    }
    .into_any()
}

/// The way to set a sheet right that is only a guess.
fn differs(form: TableForm, provenance: Provenance) -> Option<AnyView> {
    let is_guess = matches!(provenance, Provenance::Inferred | Provenance::Reconstruction);
    is_guess.then(|| {
        let address = Route::Workshop(format!("copy/{}", form.game)).hash();
        view! { <p><a class="button small" data-do="differs" href=address>{t("setup.sheet.differs")}</a></p> }
            .into_any()
    })
}

fn explain(why: Refused) -> AnyView {
    match why {
        Refused::NotText => view! { <p class="error">{t("setup.sheet.unreadable")}</p> }.into_any(),
        Refused::Problems(problems) => {
            let line = |problem: Description| view! { <li lang=problem.language>{problem.text}</li> };
            let lines = problems.into_iter().take(30).map(line).collect_view();
            view! {
                <p class="error">{t("setup.sheet.bad")}</p>
                <ul class="problems" data-sheet-problems="">{lines}</ul>
            }
            .into_any()
        }
    }
}

/// Everything that is wrong with a sheet, one by one.
fn problems(error: GameError) -> Refused {
    let messages: Vec<Message> = match error {
        GameError::Sheet(problems) => problems.iter().map(Problem::message).collect(),
        other => vec![other.message()],
    };
    let described = messages
        .iter()
        .map(|message| Description::of(language(), message));
    Refused::Problems(described.collect())
}

/// What coach and bots know of a sheet of one's own; nothing to be said of one that they have learned.
fn known_by(sheet: &Sheet) -> Option<String> {
    if catalog::gallery_weights(&sheet.id).is_some_and(|weights| !weights.is_empty()) {
        return None;
    }
    let nearest = Matching::nearest_of(sheet, catalog::learned_sheets());
    Some(
        match nearest.and_then(|nearest| Some((nearest.confidence()?, nearest.id))) {
            None => t("setup.sheet.no_weights").into(),
            Some((confidence, game)) => {
                let key = format!("setup.sheet.borrowed_{}", confidence.word());
                language().fill(&key, &[("game", &name_of(&game))])
            }
        },
    )
}

/// How sure a sheet is: a word and a sentence.
fn plainly(provenance: Provenance) -> (&'static str, &'static str) {
    match provenance {
        Provenance::Printed => (t("setup.sheet.printed"), t("setup.sheet.printed_about")),
        Provenance::Inferred => (t("setup.sheet.inferred"), t("setup.sheet.inferred_about")),
        Provenance::Reconstruction => (
            t("setup.sheet.reconstruction"),
            t("setup.sheet.reconstruction_about"),
        ),
        Provenance::Custom => (t("setup.sheet.custom"), t("setup.sheet.custom_about")),
    }
}
