//! The app on the device: the service worker that keeps it there, and new versions that wait for a word.
//!
//! A new version is fetched while the old one goes on, and it waits. Somebody in the middle of a game is told and decides
//! ([`UpdateBanner`]); otherwise it takes over when the app is opened the next time. When it does take over, every tab
//! starts anew, since a page of one version and a worker of another do not understand each other. No game is lost:
//! sessions keep every step before they show it.

use std::cell::{Cell, RefCell};

use leptos::prelude::*;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{ServiceWorker, ServiceWorkerContainer, ServiceWorkerRegistration, ServiceWorkerState};

use crate::messages::{language, t};

/// How often a page that stays open looks for a new version, in milliseconds.
const LOOK: i32 = 60 * 60 * 1000;
/// How long the page has the network for itself before everything else is fetched, in milliseconds.
const SETTLE: i32 = 4000;

thread_local! {
    static READY: RwSignal<bool> = RwSignal::new(false);
    static REGISTRATION: RefCell<Option<ServiceWorkerRegistration>> = const { RefCell::new(None) };
    /// Is some version in charge of this page already? The first one that takes charge brings nothing new.
    static IN_CHARGE: Cell<bool> = const { Cell::new(false) };
}

/// Does a new version wait?
pub fn update_ready() -> RwSignal<bool> {
    READY.with(|ready| *ready)
}

/// Lets the new version take over; the page starts anew with it.
pub fn take_update() {
    let waiting = REGISTRATION.with_borrow(|registration| registration.as_ref()?.waiting());
    match waiting {
        // The answer is that another worker takes charge: see `register`.
        Some(waiting) => tell(&waiting, "take over"),
        None => reload(),
    }
}

/// Keeps the app on the device, where the browser can. Once, when the page starts.
pub fn register() {
    // Not there in old browsers, in some private windows, and over plain HTTP from another machine.
    let navigator = window().navigator();
    if !js_sys::Reflect::has(&navigator, &"serviceWorker".into()).unwrap_or(false) {
        return;
    }
    let container = navigator.service_worker();
    IN_CHARGE.set(container.controller().is_some());
    let on_change = Closure::<dyn Fn()>::new(|| {
        if IN_CHARGE.replace(true) {
            reload();
        }
    });
    container.set_oncontrollerchange(Some(on_change.as_ref().unchecked_ref()));
    on_change.forget();
    spawn_local(async move {
        // Without it the app works all the same, as long as there is a network.
        let Ok(registration) = JsFuture::from(container.register("./sw.js")).await else {
            return;
        };
        watch(registration.unchecked_into());
        fetch_rest(&container).await;
    });
}

/// Notices when a new version is ready, now or later.
fn watch(registration: ServiceWorkerRegistration) {
    if registration.waiting().is_some() && IN_CHARGE.get() {
        update_ready().set(true);
    }
    if let Some(worker) = registration.installing() {
        watch_installing(&worker);
    }
    let on_found = {
        let registration = registration.clone();
        Closure::<dyn Fn()>::new(move || {
            if let Some(worker) = registration.installing() {
                watch_installing(&worker);
            }
        })
    };
    registration.set_onupdatefound(Some(on_found.as_ref().unchecked_ref()));
    on_found.forget();
    look_now_and_then(registration.clone());
    REGISTRATION.set(Some(registration));
}

fn watch_installing(worker: &ServiceWorker) {
    let on_state = {
        let worker = worker.clone();
        Closure::<dyn Fn()>::new(move || {
            if worker.state() == ServiceWorkerState::Installed && IN_CHARGE.get() {
                update_ready().set(true);
            }
        })
    };
    worker.set_onstatechange(Some(on_state.as_ref().unchecked_ref()));
    on_state.forget();
}

/// A browser looks for a new version when a page is opened; an app on a home screen is rarely opened.
fn look_now_and_then(registration: ServiceWorkerRegistration) {
    let look = Closure::<dyn Fn()>::new(move || {
        if !document().hidden() {
            let looking = registration.update();
            spawn_local(async move {
                // Without a network there is nothing to be found.
                let _ = match looking {
                    Ok(looking) => JsFuture::from(looking).await,
                    Err(error) => Err(error),
                };
            });
        }
    });
    let callback = look.as_ref().unchecked_ref();
    let _ = window().set_interval_with_callback_and_timeout_and_arguments_0(callback, LOOK);
    let _ = document().add_event_listener_with_callback("visibilitychange", callback);
    look.forget();
}

/// Asks for everything that has not been needed yet, so that all games can be played without a network.
async fn fetch_rest(container: &ServiceWorkerContainer) {
    let Ok(ready) = container.ready() else { return };
    let Ok(registration) = JsFuture::from(ready).await else {
        return;
    };
    let registration: ServiceWorkerRegistration = registration.unchecked_into();
    let Some(worker) = registration.active() else {
        return;
    };
    // The page had its language before the worker was there to keep it.
    for kind in ["json", "more.json"] {
        tell(&worker, &format!("keep languages/{}.{kind}", language().code()));
    }
    if saves_data() {
        return;
    }
    let later = Closure::once_into_js(move || tell(&worker, "fetch the rest"));
    let _ = window().set_timeout_with_callback_and_timeout_and_arguments_0(later.unchecked_ref(), SETTLE);
}

/// Has the person asked for small downloads?
fn saves_data() -> bool {
    let connection = js_sys::Reflect::get(&window().navigator(), &"connection".into());
    let saves = connection.and_then(|connection| js_sys::Reflect::get(&connection, &"saveData".into()));
    saves.is_ok_and(|saves| saves.is_truthy())
}

fn tell(worker: &ServiceWorker, word: &str) {
    let _ = worker.post_message(&JsValue::from_str(word));
}

fn reload() {
    let _ = window().location().reload();
}

/// Says that a new version waits, and lets it in.
#[component]
pub fn UpdateBanner() -> impl IntoView {
    let ready = update_ready();
    view! {
        <Show when=move || ready.get()>
            <p class="notice" data-notice="update">
                {move || t("offline.ready")}
                " "
                <button type="button" data-do="update" on:click=|_| take_update()>{move || t("offline.take")}</button>
                " "
                <button type="button" data-do="later" on:click=move |_| ready.set(false)>{move || t("offline.later")}</button>
            </p>
        </Show>
    }
}
