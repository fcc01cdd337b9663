//! Fetching what was packed beside the program, from the page and from the worker.

use std::cell::RefCell;

use finaud_catalog::Catalog;
use leptos::prelude::*;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::Response;

use crate::catalog;
use crate::messages::Language;

thread_local! {
    static ARRIVED: Trigger = Trigger::new();
    /// The long texts that were asked for, by the code of their language.
    static LONG_TEXTS: RefCell<Vec<(&'static str, Texts)>> = const { RefCell::new(Vec::new()) };
}

/// A file of the app; `None` if it is not to be had.
async fn response(address: &str) -> Option<Response> {
    let global = js_sys::global();
    let fetch: js_sys::Function = js_sys::Reflect::get(&global, &"fetch".into())
        .ok()?
        .dyn_into()
        .ok()?;
    let promise: js_sys::Promise = fetch.call1(&global, &address.into()).ok()?.dyn_into().ok()?;
    let response: Response = JsFuture::from(promise).await.ok()?.dyn_into().ok()?;
    response.ok().then_some(response)
}

/// Asks a server something, with a key if there is one: the status and the text of the answer; `None` if there is no answer.
pub async fn ask(
    method: &str,
    address: &str,
    key: Option<&str>,
    body: Option<&str>,
) -> Option<(u16, String)> {
    ask_as(method, address, (key, None), body).await
}

/// Puts a file on a server: the status and the text of the answer; `None` if there is no answer.
pub async fn put(address: &str, bytes: &[u8]) -> Option<(u16, String)> {
    let body: JsValue = js_sys::Uint8Array::from(bytes).into();
    send("PUT", address, js_sys::Object::new(), Some(body)).await
}

/// The same for a player with a key of their own.
pub async fn ask_as(
    method: &str,
    address: &str,
    (key, player): (Option<&str>, Option<&str>),
    body: Option<&str>,
) -> Option<(u16, String)> {
    let headers = js_sys::Object::new();
    if let Some(key) = key {
        set(&headers, "Authorization", &format!("Bearer {key}").into());
    }
    if let Some(player) = player {
        set(&headers, "Finaud-Player", &player.into());
    }
    if body.is_some() {
        set(&headers, "Content-Type", &"application/json".into());
    }
    send(method, address, headers, body.map(JsValue::from)).await
}

fn set(object: &js_sys::Object, name: &str, value: &JsValue) {
    let _ = js_sys::Reflect::set(object, &name.into(), value);
}

async fn send(
    method: &str,
    address: &str,
    headers: js_sys::Object,
    body: Option<JsValue>,
) -> Option<(u16, String)> {
    let how = js_sys::Object::new();
    set(&how, "method", &method.into());
    // What was true a while ago is of no use here.
    set(&how, "cache", &"no-store".into());
    if let Some(body) = body {
        set(&how, "body", &body);
    }
    set(&how, "headers", &headers);
    let global = js_sys::global();
    let fetch: js_sys::Function = js_sys::Reflect::get(&global, &"fetch".into())
        .ok()?
        .dyn_into()
        .ok()?;
    let promise: js_sys::Promise = fetch
        .call2(&global, &address.into(), &how)
        .ok()?
        .dyn_into()
        .ok()?;
    let response: Response = JsFuture::from(promise).await.ok()?.dyn_into().ok()?;
    let text = JsFuture::from(response.text().ok()?).await.ok()?.as_string()?;
    Some((response.status(), text))
}

/// A file as text.
pub async fn file_text(address: &str) -> Option<String> {
    let text = response(address).await?.text().ok()?;
    JsFuture::from(text).await.ok()?.as_string()
}

/// A file as bytes.
pub async fn bytes(address: &str) -> Option<Vec<u8>> {
    let buffer: JsValue = JsFuture::from(response(address).await?.array_buffer().ok()?)
        .await
        .ok()?;
    Some(js_sys::Uint8Array::new(&buffer).to_vec())
}

/// The games and the names of the languages. `None` if they are not to be had.
pub async fn catalog() -> Option<()> {
    let catalog = Catalog::read(&file_text("./catalog.json").await?).ok()?;
    let is_whole = !catalog.games.is_empty() && !catalog.languages.is_empty();
    is_whole.then(|| catalog::install(catalog))
}

/// All messages of a language, unless they are there already. `None` if they are not to be had.
pub async fn language(language: Language) -> Option<()> {
    if is_here(language) {
        return Some(());
    }
    let json = file_text(&format!("./languages/{}.json", language.code())).await?;
    finaud_messages::extend(language, &json).ok()
}

/// The puzzles of a game, as they are written. `None` if they are not to be had.
pub async fn puzzles(game: &str) -> Option<String> {
    file_text(&format!("./puzzles/{game}.txt")).await
}

/// Where texts are that are fetched when somebody comes to read them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Texts {
    /// Here.
    Here,
    /// On their way; whoever asked is asked again.
    Coming,
    /// Not to be had. They are asked for again when somebody comes back.
    Missing,
}

/// Notified when long texts have come, or have not.
pub fn arrived() -> Trigger {
    ARRIVED.with(|arrived| *arrived)
}

/// The texts that neither the first page nor the table needs: how games are played, the guided game, the pages after a game,
/// what is wrong with records and sheets from outside.
pub fn long_texts(language: Language) -> Texts {
    let code = language.code();
    let arrived = arrived();
    arrived.track();
    let known = LONG_TEXTS.with_borrow(|all| {
        all.iter()
            .find(|(known, _)| *known == code)
            .map(|(_, texts)| *texts)
    });
    if let Some(texts) = known {
        if texts == Texts::Missing {
            LONG_TEXTS.with_borrow_mut(|all| all.retain(|(known, _)| *known != code));
        }
        return texts;
    }
    LONG_TEXTS.with_borrow_mut(|all| all.push((code, Texts::Coming)));
    leptos::task::spawn_local(async move {
        let json = file_text(&format!("./languages/{code}.more.json")).await;
        let here = json.is_some_and(|json| finaud_messages::extend(language, &json).is_ok());
        let texts = if here { Texts::Here } else { Texts::Missing };
        LONG_TEXTS.with_borrow_mut(|all| {
            all.retain(|(known, _)| *known != code);
            all.push((code, texts));
        });
        arrived.notify();
    });
    Texts::Coming
}

/// Are all messages of a language here? The catalog knows a few of each.
pub fn is_here(language: Language) -> bool {
    language.find("language.decimal").is_some()
}
