//! Where one begins: with a copy, with nothing, with a file, or with what was begun before.

use finaud_rules::builtin;
use finaud_workshop::{Draft, MOST_TEXT, NotRead, Value};
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen_futures::JsFuture;

use super::kept::{self, Found};
use crate::catalog;
use crate::describe::describe;
use crate::messages::{t, tf};
use crate::new_game::name_of;
use crate::pages::setup::BackHome;
use crate::route::{self, Route};
use crate::share::save_file;

/// Why somebody is here who wanted to go elsewhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Trouble {
    /// There is no such draft on this device.
    Missing,
    /// What is kept there is no draft.
    Damaged,
}

/// A text that is no sheet yet: it stays here until it is mended.
#[derive(Clone, PartialEq)]
struct BrokenText {
    text: String,
    why: String,
}

/// The page.
pub(super) fn page(trouble: Option<Trouble>) -> AnyView {
    let broken: RwSignal<Option<BrokenText>> = RwSignal::new(None);
    let changed = RwSignal::new(0);
    let copies = catalog::ids().filter(|game| builtin(game).is_some()).map(|game| {
        view! {
            <a class="button" data-do=format!("copy-{game}") href=Route::Workshop(format!("copy/{game}")).hash()>{name_of(game).to_owned()}</a>
        }
    });
    let empty = move |_| open(empty());
    let load = move |event: leptos::ev::Event| {
        let input: web_sys::HtmlInputElement = event_target(&event);
        let file = input.files().and_then(|files| files.get(0));
        // The same file can be chosen again once it is mended.
        input.set_value("");
        let Some(file) = file else { return };
        if file.size() > MOST_TEXT as f64 {
            broken.set(Some(too_long(file.size() as usize)));
            return;
        }
        spawn_local(async move {
            let text = JsFuture::from(file.text()).await.ok();
            match text.and_then(|text| text.as_string()) {
                Some(text) => take(&text, broken),
                None => {
                    let why = t("setup.sheet.unreadable").to_owned();
                    broken.try_set(Some(BrokenText {
                        text: String::new(),
                        why,
                    }));
                }
            }
        });
    };
    view! {
        <main id="content" class="workshop" data-page="workshop">
            <header class="ws-head"><BackHome/><h1>{t("common.page.workshop")}</h1></header>
            <p class="lead">{t("workshop.lead")}</p>
            {trouble.map(|trouble| view! {
                <p class="card" role="alert" data-trouble="">{t(match trouble {
                    Trouble::Missing => "workshop.missing",
                    Trouble::Damaged => "workshop.damaged_about",
                })}</p>
            })}
            <section class="card" aria-labelledby="ws-begin">
                <h2 id="ws-begin">{t("workshop.begin")}</h2>
                <p class="ws-label">{t("workshop.begin_copy")}</p>
                <div class="row">{copies.collect_view()}</div>
                <p class="ws-label">{t("workshop.begin_other")}</p>
                <div class="row">
                    <button type="button" class="button" data-do="begin-empty" on:click=empty>{t("workshop.begin_empty")}</button>
                    <label class="button file ws-file">{t("workshop.begin_file")}
                        <input type="file" class="visually-hidden" data-do="load-draft" accept=".toml,application/toml,text/plain" on:change=load/>
                    </label>
                </div>
                <div role="alert">{move || broken.get().map(|text| mend(text, broken))}</div>
            </section>
            {move || { changed.track(); drafts(changed) }}
        </main>
    }
    .into_any()
}

/// The sheet of somebody who begins with nothing, named in their language.
fn empty() -> Draft {
    let mut draft = Draft::empty();
    draft.put("name", Value::Text(t("workshop.empty_name").into()));
    draft.put("source", Value::Text(t("workshop.own_idea").into()));
    draft
}

/// Opens a draft on the bench.
pub(super) fn open(draft: Draft) {
    route::go(&Route::Workshop(format!("d/{}", kept::begin(draft))));
}

fn too_long(long: usize) -> BrokenText {
    BrokenText {
        text: String::new(),
        why: tf("workshop.too_long", &[("n", &long), ("most", &MOST_TEXT)]),
    }
}

/// Takes a text in: onto the bench, whatever is wrong with the sheet; or says why it is no text of a sheet at all.
fn take(text: &str, broken: RwSignal<Option<BrokenText>>) {
    match Draft::read(text) {
        Ok(draft) => open(draft),
        Err(NotRead::TooLong(long)) => {
            broken.try_set(Some(too_long(long)));
        }
        Err(NotRead::Syntax(problem)) => {
            broken.try_set(Some(BrokenText {
                text: text.to_owned(),
                why: describe(&problem.message()),
            }));
        }
    }
}

/// A text that is not TOML, to be mended by hand.
fn mend(text: BrokenText, broken: RwSignal<Option<BrokenText>>) -> AnyView {
    let now = RwSignal::new(text.text.clone());
    let area = (!text.text.is_empty()).then(|| {
        view! {
            <textarea class="ws-text" rows="12" spellcheck="false" aria-label=t("workshop.text") prop:value=text.text
                on:input=move |event| now.set(event_target_value(&event))></textarea>
            <button type="button" class="button" data-do="try-text" on:click=move |_| take(&now.get_untracked(), broken)>{t("workshop.try_text")}</button>
        }
    });
    view! { <p class="ws-error" data-broken="">{text.why}</p> {area} }.into_any()
}

/// What was begun before.
fn drafts(changed: RwSignal<i32>) -> AnyView {
    let all = kept::all();
    if all.is_empty() {
        return ().into_any();
    }
    let row = |(id, found): (String, Found)| {
        let (name, about, damaged) = match found {
            Found::Draft(kept) => {
                let draft = kept.work.draft();
                let name = draft.head("name").unwrap_or_default().trim().to_owned();
                let origin = draft
                    .origin()
                    .map(|game| tf("workshop.from", &[("game", &name_of(game))]));
                let name = if name.is_empty() {
                    t("workshop.unnamed").to_owned()
                } else {
                    name
                };
                (name, origin, None)
            }
            Found::Damaged(text) => {
                let why = t("workshop.damaged").to_owned();
                (t("workshop.unnamed").to_owned(), Some(why), Some(text))
            }
            Found::Nothing => return ().into_any(),
        };
        let link = Route::Workshop(format!("d/{id}")).hash();
        let forgotten = move |_| {
            let sure = tf("workshop.forget_sure", &[]);
            if window().confirm_with_message(&sure).unwrap_or(false) {
                kept::forget(&id);
                changed.update(|changed| *changed += 1);
            }
        };
        let said = tf("workshop.forget", &[("name", &name)]);
        let way = match damaged {
            None => view! { <a data-do="open-draft" href=link><strong>{name}</strong> <small>{about}</small></a> }.into_any(),
            Some(text) => view! {
                <p data-damaged=""><strong>{name}</strong> <small>{about}</small>
                    <button type="button" class="link" data-do="save-damaged" on:click=move |_| save_file("finaud-sheet.txt", &text)>{t("workshop.save_damaged")}</button></p>
            }
            .into_any(),
        };
        view! {
            <li class="ws-kept">
                {way}
                <button type="button" class="ws-small" data-do="forget-draft" aria-label=said on:click=forgotten>"×"</button>
            </li>
        }
        .into_any()
    };
    let rows = all.into_iter().map(row).collect_view();
    view! {
        <section class="card" aria-labelledby="ws-drafts">
            <h2 id="ws-drafts">{t("workshop.drafts")}</h2>
            <ul class="ws-parts">{rows}</ul>
        </section>
    }
    .into_any()
}
