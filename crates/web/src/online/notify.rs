//! Notifications when a table waits: asked for at a table, by a tap, and never before.

use js_sys::{Array, Function, Object, Promise, Reflect, Uint8Array};
use leptos::prelude::*;
use leptos::task::spawn_local;
use serde::Deserialize;
use serde_json::json;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

use super::identity;
use super::line::TableLine;
use crate::fetch;
use crate::messages::{language, t};
use crate::storage;

/// Whether somebody wants notifications on this device.
const WANTED: &str = "notify";

/// How it is with notifications on this device.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Notices {
    /// The browser has none, or none here: on phones of one maker, only an app on the home screen has them.
    Unknown,
    /// Somebody has said no to the browser.
    Denied,
    Off,
    On,
}

/// Something of an object, if it is there.
fn get(object: &JsValue, name: &str) -> Option<JsValue> {
    let found = Reflect::get(object, &name.into()).ok()?;
    (!found.is_undefined() && !found.is_null()).then_some(found)
}

/// Calls a method and waits for what it promises.
async fn call(object: &JsValue, method: &str, arguments: &[JsValue]) -> Option<JsValue> {
    let function: Function = get(object, method)?.dyn_into().ok()?;
    let arguments: Array = arguments.iter().collect();
    let answer = function.apply(object, &arguments).ok()?;
    match answer.dyn_into::<Promise>() {
        Ok(promise) => JsFuture::from(promise).await.ok(),
        Err(answer) => Some(answer),
    }
}

fn notices() -> Notices {
    let window: JsValue = window().into();
    let permission = get(&window, "Notification").and_then(|notification| get(&notification, "permission"));
    let has_push = get(&window, "PushManager").is_some();
    match permission
        .and_then(|permission| permission.as_string())
        .as_deref()
    {
        Some("granted") if has_push && storage::read(WANTED).is_some() => Notices::On,
        Some("denied") => Notices::Denied,
        Some(_) if has_push => Notices::Off,
        _ => Notices::Unknown,
    }
}

/// The part of the service worker that can be pushed to.
async fn push_manager() -> Option<JsValue> {
    let container = get(&window().navigator(), "serviceWorker")?;
    let ready: Promise = get(&container, "ready")?.dyn_into().ok()?;
    let registration = JsFuture::from(ready).await.ok()?;
    get(&registration, "pushManager")
}

/// The subscription of this browser: the one it has, or a new one.
async fn subscription() -> Option<JsValue> {
    #[derive(Deserialize)]
    struct Answer {
        key: String,
    }
    let manager = push_manager().await?;
    if let Some(known) = call(&manager, "getSubscription", &[])
        .await
        .filter(JsValue::is_object)
    {
        return Some(known);
    }
    let (_, text) = fetch::ask("GET", "./api/push", None, None).await?;
    let Answer { key } = serde_json::from_str(&text).ok()?;
    let options = Object::new();
    let _ = Reflect::set(&options, &"userVisibleOnly".into(), &true.into());
    let _ = Reflect::set(&options, &"applicationServerKey".into(), &bytes(&key));
    call(&manager, "subscribe", &[options.into()]).await
}

/// The bytes of base64 for addresses.
fn bytes(text: &str) -> Uint8Array {
    let plain = text.replace('-', "+").replace('_', "/");
    let decoded = window().atob(&plain).unwrap_or_default();
    let bytes: Vec<u8> = decoded.chars().map(|letter| letter as u8).collect();
    Uint8Array::from(&bytes[..])
}

/// Lets the server push to this browser about one's seat at a table.
async fn subscribe(line: TableLine) -> Option<()> {
    #[derive(Deserialize)]
    struct Subscription {
        endpoint: String,
        keys: Keys,
    }
    #[derive(Deserialize)]
    struct Keys {
        p256dh: String,
        auth: String,
    }
    let seat_key = line.mine().key?;
    let subscription = subscription().await?;
    let text = js_sys::JSON::stringify(&subscription).ok()?.as_string()?;
    let Subscription { endpoint, keys } = serde_json::from_str(&text).ok()?;
    let body = json!({
        "v": 1, "endpoint": endpoint, "p256dh": keys.p256dh, "auth": keys.auth, "lang": language().code(),
    });
    let player = identity::key().map(String::from);
    let address = format!("./api/t/{}/push", line.id());
    let both = (Some(seat_key.as_str()), player.as_deref());
    let (status, _) = fetch::ask_as("PUT", &address, both, Some(&body.to_string())).await?;
    // A player whom the server has forgotten does not matter here.
    if status == 404 {
        let alone = (Some(seat_key.as_str()), None);
        let (status, _) = fetch::ask_as("PUT", &address, alone, Some(&body.to_string())).await?;
        return (status == 200).then_some(());
    }
    (status == 200).then_some(())
}

/// Asks the browser, which asks the person. Only ever after a tap.
async fn permission() -> Option<()> {
    let notification = get(&window(), "Notification")?;
    let answer = call(&notification, "requestPermission", &[]).await?;
    (answer.as_string().as_deref() == Some("granted")).then_some(())
}

/// Whoever has agreed once is notified about every table at which they sit.
pub(super) fn follow(line: TableLine) {
    let seated = Memo::new(move |_| line.seat.get().flatten());
    Effect::new(move |_| {
        if seated.get().is_some() && notices() == Notices::On {
            spawn_local(async move {
                let _ = subscribe(line).await;
            });
        }
    });
}

/// What can be said and done about notifications at a table where one sits.
pub(super) fn offer(line: TableLine) -> AnyView {
    let state = RwSignal::new(notices());
    let failed = RwSignal::new(false);
    let seated = Memo::new(move |_| line.seat.get().flatten().is_some());
    let switch_on = move |_| {
        failed.set(false);
        spawn_local(async move {
            let agreed = permission().await;
            if agreed.is_some() {
                let _ = storage::write(WANTED, "on");
                if subscribe(line).await.is_none() {
                    storage::remove(WANTED);
                    failed.try_set(true);
                }
            }
            state.try_set(notices());
        });
    };
    let switch_off = move |_| {
        storage::remove(WANTED);
        state.set(notices());
        spawn_local(async move {
            // The push service forgets this browser, and the server learns that when it pushes next.
            if let Some(manager) = push_manager().await
                && let Some(known) = call(&manager, "getSubscription", &[])
                    .await
                    .filter(JsValue::is_object)
            {
                let _ = call(&known, "unsubscribe", &[]).await;
            }
        });
    };
    (move || {
        seated.get().then(|| {
            let (mark, inside) = match state.get() {
                Notices::Unknown => return None,
                Notices::Denied => ("denied", view! { <span>{t("friends.notify.denied")}</span> }.into_any()),
                Notices::On => (
                    "on",
                    view! {
                        <span>{t("friends.notify.on")}</span>
                        <button type="button" class="button small quiet" data-do="notify-off" on:click=switch_off>{t("friends.notify.stop")}</button>
                    }
                    .into_any(),
                ),
                Notices::Off => (
                    "off",
                    view! {
                        <span>{t("friends.notify.offer")}</span>
                        <button type="button" class="button small" data-do="notify" on:click=switch_on>{t("friends.notify.yes")}</button>
                    }
                    .into_any(),
                ),
            };
            Some(view! {
                <div class="spread notify" data-notify=mark>{inside}</div>
                {move || failed.get().then(|| view! { <p class="error" role="alert">{t("friends.notify.failed")}</p> })}
            })
        })
    })
    .into_any()
}
