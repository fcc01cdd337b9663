//! Who one is: the name, how strong one is, the way to another device, and the way out.

use finaud_online::Key;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::JsFuture;

use super::identity::{self, Known};
use super::invitation::{Code, about, link};
use crate::fetch::{self, Texts};
use crate::messages::{language, t, tf, tn};
use crate::new_game::{LONGEST_NAME, clean_name, name_of};
use crate::pages::setup::BackHome;
use crate::route::Route;
use crate::settings::settings;
use crate::share;

/// A larger file holds something else.
const MOST_BYTES: f64 = 10e3;
/// What stands in a file before the key.
const IN_FILE: &str = "finaud player ";

/// What the page knows.
#[derive(Clone, PartialEq, Debug)]
enum Me {
    /// The server is being asked.
    Coming,
    /// Nobody answers, or there is no server.
    Silent,
    /// There is no key, or nobody knows it.
    Nobody,
    /// Somebody.
    Known(Known),
}

/// Reads what stands after `#/me/`: `k=KEY`.
fn key_in(place: &str) -> Option<Key> {
    place.strip_prefix("k=")?.parse().ok()
}

/// The key in a file that was saved on another device; a copied link will do as well.
fn key_in_file(text: &str) -> Option<Key> {
    let text = text.trim();
    let after = |mark: &str| text.rsplit_once(mark).map(|(_, key)| key.trim());
    after(IN_FILE).or_else(|| after("k="))?.parse().ok()
}

/// Who one is.
#[component]
pub fn MePage(
    /// What stands after `#/me/`.
    place: String,
) -> impl IntoView {
    let texts = Memo::new(|_| fetch::long_texts(language()));
    let brought = key_in(&place);
    if !place.is_empty()
        && let Ok(history) = window().history()
    {
        let clean = Route::Me(String::new()).hash();
        let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(&clean));
    }
    let damaged = !place.is_empty() && brought.is_none();
    let page = Page::new(brought.filter(|key| identity::key() != Some(*key)), damaged);
    page.look();
    let inside = move || match texts.get() {
        Texts::Missing => said(t("common.not-loaded")),
        Texts::Coming => said(t("common.loading")),
        Texts::Here => page.view(),
    };
    view! {
        <main id="content" class="narrow settings" data-page="me">
            <header class="page-head"><BackHome/><h1>{t("common.page.me")}</h1></header>
            {inside}
        </main>
    }
    .into_any()
}

fn said(what: &'static str) -> AnyView {
    view! { <p class="card" role="status">{what}</p> }.into_any()
}

#[derive(Clone, Copy)]
struct Page {
    me: RwSignal<Me>,
    /// A key that a link or a file has brought and that is not taken yet.
    brought: RwSignal<Option<Key>>,
    alert: RwSignal<Option<&'static str>>,
    told: RwSignal<Option<&'static str>>,
}

impl Page {
    fn new(brought: Option<Key>, damaged: bool) -> Page {
        Page {
            me: RwSignal::new(Me::Coming),
            brought: RwSignal::new(brought),
            alert: RwSignal::new(damaged.then_some("friends.me.damaged")),
            told: RwSignal::new(None),
        }
    }

    /// Asks the server who the key of this device is.
    fn look(self) {
        if identity::key().is_none() {
            self.me.set(Me::Nobody);
            return;
        }
        spawn_local(async move {
            let found = match identity::ask("GET", "./api/me", None).await {
                Some((200, known)) => serde_json::from_value(known).map_or(Me::Silent, Me::Known),
                Some((404, answer)) if answer.get("refused").is_some() => Me::Nobody,
                _ => Me::Silent,
            };
            self.me.try_set(found);
        });
    }

    fn view(self) -> AnyView {
        view! {
            {move || self.alert.get().map(|why| view! { <p class="error" role="alert" data-alert>{t(why)}</p> })}
            {move || self.told.get().map(|what| view! { <p class="card" role="status" data-told>{t(what)}</p> })}
            {move || self.brought.get().map(|key| self.offer(key))}
            {move || match self.me.get() {
                Me::Coming => said(t("common.loading")),
                Me::Silent => view! { <p class="card" role="status" data-me="silent">{t("friends.me.silent")}</p> }.into_any(),
                Me::Nobody => self.nobody(),
                Me::Known(known) => self.known(&known),
            }}
        }
        .into_any()
    }

    /// A key has come: whoever opens a link by chance loses nothing.
    fn offer(self, key: Key) -> AnyView {
        let has_one = identity::key().is_some();
        let take = move |_| {
            identity::take(key);
            self.brought.set(None);
            self.told.set(Some("friends.me.taken"));
            self.me.set(Me::Coming);
            self.look();
        };
        view! {
            <section class="card setting" data-offer>
                <h2>{t("friends.me.offer")}</h2>
                <p class="setting-why">{t(if has_one { "friends.me.offer_instead" } else { "friends.me.offer_about" })}</p>
                <div class="row">
                    <button type="button" class="button primary" data-do="take-me" on:click=take>{t("friends.me.take")}</button>
                    <button type="button" class="button" data-do="leave-me" on:click=move |_| self.brought.set(None)>{t("friends.me.keep")}</button>
                </div>
            </section>
        }
        .into_any()
    }

    fn nobody(self) -> AnyView {
        view! {
            <section class="card setting" data-me="nobody">
                <h2>{t("friends.me.nobody")}</h2>
                <p class="setting-why">{t("friends.me.nobody_about")}</p>
                {self.name_form("friends.me.begin")}
            </section>
            <section class="card setting">
                <h2>{t("friends.me.from_other")}</h2>
                <p class="setting-why">{t("friends.me.from_other_about")}</p>
                {self.file()}
            </section>
        }
        .into_any()
    }

    fn name_form(self, label: &'static str) -> AnyView {
        let name = RwSignal::new(identity::name());
        let submit = move |event: leptos::ev::SubmitEvent| {
            event.prevent_default();
            let wanted = clean_name(&name.get_untracked());
            if wanted.is_empty() {
                self.alert.set(Some("friends.name_missing"));
                return;
            }
            self.alert.set(None);
            settings().name.set(wanted.clone());
            spawn_local(async move {
                match identity::introduce(&wanted).await {
                    true => self.look(),
                    false => drop(self.alert.try_set(Some("friends.silent"))),
                }
            });
        };
        view! {
            <form class="field" on:submit=submit>
                <label for="me-name">{t("friends.me.name")}</label>
                <input id="me-name" type="text" maxlength=LONGEST_NAME autocomplete="nickname" data-field="name"
                    prop:value=move || name.get() on:input=move |event| name.set(event_target_value(&event))/>
                <button type="submit" class="button" data-do="name-me">{t(label)}</button>
            </form>
        }
        .into_any()
    }

    fn known(self, known: &Known) -> AnyView {
        view! {
            <section class="card setting" data-me="known" data-name=known.name.clone()>
                <h2>{known.name.clone()}</h2>
                {self.name_form("friends.me.rename")}
            </section>
            {ratings(known)}
            {self.carry()}
            {self.way_out()}
        }
        .into_any()
    }

    /// To another device.
    fn carry(self) -> AnyView {
        let shown = RwSignal::new(false);
        let about = about();
        let key = identity::key().map(String::from).unwrap_or_default();
        let saved = key.clone();
        let save = move |_| share::save_file("finaud-player.txt", &format!("{IN_FILE}{saved}\n"));
        let hash = Route::Me(format!("k={key}")).hash();
        view! {
            <section class="card setting">
                <h2>{t("friends.me.carry")}</h2>
                <p class="setting-why">{t("friends.me.carry_about")}</p>
                <div class="row">
                    <button type="button" class="button" data-do="show-me" aria-expanded=move || shown.get().to_string()
                        on:click=move |_| shown.update(|shown| *shown = !*shown)>{t("friends.me.link")}</button>
                    <button type="button" class="button" data-do="save-me" on:click=save>{t("friends.me.file")}</button>
                </div>
                {move || shown.get().then(|| link(about, hash.clone(), "me", Code::Drawn))}
                {self.file()}
            </section>
        }
        .into_any()
    }

    /// A file from another device.
    fn file(self) -> AnyView {
        let chosen = move |event: leptos::ev::Targeted<leptos::ev::Event, web_sys::HtmlInputElement>| {
            let input = event.target();
            let Some(file) = input.files().and_then(|files| files.get(0)) else {
                return;
            };
            spawn_local(async move {
                let text = match file.size() <= MOST_BYTES {
                    true => JsFuture::from(file.text()).await.ok(),
                    false => None,
                };
                let text = text.and_then(|text| text.as_string()).unwrap_or_default();
                match key_in_file(&text) {
                    Some(key) => {
                        self.alert.try_set(None);
                        self.brought.try_set(Some(key));
                    }
                    None => drop(self.alert.try_set(Some("friends.me.damaged"))),
                }
                // The same file can be chosen once more.
                input.set_value("");
            });
        };
        view! {
            <label class="button small file">
                <input type="file" accept=".txt,text/plain" data-import="me" on:change:target=chosen/>
                {t("friends.me.open_file")}
            </label>
        }
        .into_any()
    }

    /// Everything that the server knows is deleted, and the key with it.
    fn way_out(self) -> AnyView {
        let sure = RwSignal::new(false);
        let forget = move |_| {
            spawn_local(async move {
                match identity::ask("DELETE", "./api/me", None).await {
                    Some((200, _)) => {
                        identity::drop_key();
                        self.told.try_set(Some("friends.me.deleted"));
                        self.me.try_set(Me::Nobody);
                    }
                    _ => drop(self.alert.try_set(Some("friends.silent"))),
                }
            });
        };
        view! {
            <section class="card setting">
                <h2>{t("friends.me.delete")}</h2>
                <p class="setting-why">{t("friends.me.delete_about")}</p>
                {move || match sure.get() {
                    false => view! {
                        <button type="button" class="button danger" data-do="delete-me" on:click=move |_| sure.set(true)>{t("friends.me.delete")}</button>
                    }
                    .into_any(),
                    // Whoever taps twice calls it off: what deletes is not under the same finger.
                    true => view! {
                        <div class="row" role="group" aria-label=t("friends.me.delete")>
                            <button type="button" class="button" data-do="keep-me" on:click=move |_| sure.set(false)>{t("common.cancel")}</button>
                            <button type="button" class="button danger" data-do="delete-me-now" on:click=forget>{t("friends.me.delete_sure")}</button>
                        </div>
                    }
                    .into_any(),
                }}
            </section>
        }
        .into_any()
    }
}

/// How strong one is, game by game.
fn ratings(known: &Known) -> AnyView {
    if known.ratings.is_empty() {
        return ().into_any();
    }
    let rows = known.ratings.iter().map(|one| {
        let told = match one.rating {
            Some(points) => tf("friends.me.rating", &[("points", &(points as i64))]),
            None => t("friends.me.too_few").to_owned(),
        };
        view! {
            <li class="spread" data-game=one.game.clone()>
                <b>{name_of(&one.game).to_owned()}</b>
                <span>{told} " · " {tn("friends.me.games", i64::from(one.games))}</span>
            </li>
        }
    });
    view! {
        <section class="card setting" data-ratings>
            <h2>{t("friends.me.ratings")}</h2>
            <ul class="plain">{rows.collect_view()}</ul>
            <p class="setting-why">{t("friends.me.ratings_about")}</p>
        </section>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_found_in_links_and_files() {
        let key = Key([0xab; 16]);
        let text = String::from(key);
        assert_eq!(key_in(&format!("k={text}")), Some(key));
        for file in [
            format!("{IN_FILE}{text}\n"),
            format!("https://play.example/#/me/k={text}"),
            format!("  {IN_FILE}{text}"),
        ] {
            assert_eq!(key_in_file(&file), Some(key), "{file}");
        }
        for wrong in ["", "k=", "k=abc", "finaud player", "finaud record 1"] {
            assert_eq!(key_in_file(wrong), None, "{wrong}");
            assert_eq!(key_in(wrong), None, "{wrong}");
        }
    }
}
