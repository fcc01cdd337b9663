//! A link to send: to copy, to share, to show as a QR code.

use js_sys::{Function, Object, Reflect};
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;

use super::qr::QrCode;
use super::server::{About, Server, look};
use crate::messages::t;
use crate::share::CopyButton;

/// What the server says about itself, once it has.
pub(super) fn about() -> RwSignal<Option<About>> {
    let about = RwSignal::new(None);
    spawn_local(async move {
        if let Server::Here(found) = look().await {
            about.try_set(Some(found));
        }
    });
    about
}

/// The white around a code, in squares: a camera needs it.
const MARGIN: usize = 4;

/// A QR code as a drawing.
pub(super) fn code(text: &str) -> Option<AnyView> {
    let code = QrCode::of(text)?;
    let size = code.size() + 2 * MARGIN;
    let around = format!("{} {} {size} {size}", -(MARGIN as i32), -(MARGIN as i32));
    Some(
        view! {
            <svg class="qr" viewBox=around role="img" aria-label=t("friends.qr") shape-rendering="crispEdges" data-qr=code.size()>
                <rect x=-(MARGIN as i32) y=-(MARGIN as i32) width=size height=size fill="#fff"></rect>
                <path d=code.path() fill="#000"></path>
            </svg>
        }
        .into_any(),
    )
}

/// Brings the code into sight, above the bar at the foot of the page.
fn show_code() {
    if let Some(code) = document().query_selector(".link-box .qr").ok().flatten() {
        let options = web_sys::ScrollIntoViewOptions::new();
        options.set_block(web_sys::ScrollLogicalPosition::Center);
        code.scroll_into_view_with_scroll_into_view_options(&options);
    }
}

/// The function of the device that shares something, if it has one.
fn sharer() -> Option<Function> {
    let share = Reflect::get(&window().navigator(), &"share".into()).ok()?;
    share.dyn_into().ok()
}

fn share(link: &str) {
    let Some(share) = sharer() else { return };
    let what = Object::new();
    let _ = Reflect::set(&what, &"url".into(), &link.into());
    let _ = Reflect::set(&what, &"title".into(), &t("friends.share_title").into());
    if let Ok(promise) = share.call1(&window().navigator(), &what) {
        spawn_local(async move {
            // Whoever changes their mind needs not be told.
            let _ = JsFuture::from(promise.unchecked_into::<js_sys::Promise>()).await;
        });
    }
}

/// The port at which this page was opened: others will find it there too.
fn port() -> String {
    let port = window().location().port().unwrap_or_default();
    if port.is_empty() { "7878".into() } else { port }
}

/// Is the code of a link drawn before anybody asks for it?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Code {
    Drawn,
    OnDemand,
}

/// A link with everything that can be done with it. `hash` is the page it leads to.
pub(super) fn link(about: RwSignal<Option<About>>, hash: String, mark: &'static str, shown: Code) -> AnyView {
    let wanted = RwSignal::new(None::<bool>);
    (move || {
        let told = about.get().unwrap_or_default();
        let address = told.address(&hash);
        let only_here = told.is_only_here();
        // A code is for other devices: it waits where none of them could open the link.
        let drawn = Signal::derive(move || wanted.get().unwrap_or(shown == Code::Drawn && !only_here));
        let serve = format!("finaud serve --listen 0.0.0.0:{}", port());
        let (copied, shared, coded) = (address.clone(), address.clone(), address.clone());
        view! {
            <div class="link-box">
                <input type="text" readonly class="link-text" data-link=mark aria-label=t("friends.link") prop:value=address.clone()
                    on:focus=|event| {
                        if let Some(input) = event.target().and_then(|target| target.dyn_into::<web_sys::HtmlInputElement>().ok()) {
                            input.select();
                        }
                    }/>
                <div class="row">
                    {sharer().map(|_| view! {
                        <button type="button" class="button primary" data-do="share-link" on:click=move |_| share(&shared)>{t("friends.share")}</button>
                    })}
                    <CopyButton mark="copy-link" label=t("friends.copy") text=Callback::new(move |()| copied.clone())/>
                    <button type="button" class="button" data-do="qr" aria-expanded=move || drawn.get().to_string()
                        on:click=move |_| {
                            wanted.set(Some(!drawn.get_untracked()));
                            request_animation_frame(show_code);
                        }>{t("friends.qr_button")}</button>
                </div>
                {only_here.then(|| view! {
                    <p class="small only-here" data-only-here>{t("friends.only_here")} <code>{serve}</code></p>
                })}
                {move || drawn.get().then(|| code(&coded))}
            </div>
        }
    })
    .into_any()
}
