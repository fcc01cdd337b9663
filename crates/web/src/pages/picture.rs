//! A picture of a result, to show to friends: the sheet, the title, the score.

mod drawing;

use finaud_table::Table;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

use crate::finish::own_seat;
use crate::messages::{language, t, tf};
use crate::saved::{self, Saved};
use crate::settings::settings;
use crate::share;
use drawing::{HEIGHT, WIDTH, drawn};

/// What a picture is called as a file.
const FILE: &str = "finaud.png";

/// A picture of a finished game, with what can be done with it.
#[component]
pub fn Picture(
    /// The name the game is kept under.
    game: String,
) -> impl IntoView {
    let opened = saved::load(&game)
        .ok()
        .and_then(|saved| Some((saved.table().ok()?, saved)));
    let Some((table, saved)) = opened else {
        return ().into_any();
    };
    let picture = RwSignal::new_local(None::<Result<(web_sys::Blob, String), ()>>);
    let told = told(&table, &saved);
    spawn_local({
        let svg = svg(&table, &saved);
        async move {
            let made = painted(&svg).await.and_then(|blob| {
                let address = web_sys::Url::create_object_url_with_blob(&blob).ok()?;
                Some((blob, address))
            });
            // Whoever has left the page meanwhile leaves nothing behind.
            if let Some(Some(Ok((_, address)))) = picture.try_set(Some(made.ok_or(()))) {
                let _ = web_sys::Url::revoke_object_url(&address);
            }
        }
    });
    on_cleanup(move || {
        if let Some(Some(Ok((_, address)))) = picture.try_get_untracked() {
            let _ = web_sys::Url::revoke_object_url(&address);
        }
    });
    let alt = told.clone();
    let content = move || match picture.get() {
        None => view! { <p aria-busy="true">{t("share.picture.making")}</p> }.into_any(),
        Some(Err(())) => view! { <p role="alert">{t("share.picture.failed")}</p> }.into_any(),
        Some(Ok((blob, address))) => {
            let file = file_of(&blob);
            let can_share = file.as_ref().is_some_and(can_share);
            let text = told.clone();
            let send = move |_| {
                if let Some(file) = &file {
                    share_file(file, &text);
                }
            };
            view! {
                <img class="share-picture" data-picture src=address.clone() alt=alt.clone() width=WIDTH.to_string() height=HEIGHT.to_string()/>
                <div class="row">
                    {can_share.then(|| view! { <button type="button" class="button primary" data-do="share-picture" on:click=send>{t("share.picture.share")}</button> })}
                    <a class="button" data-do="save-picture" href=address download=FILE>{t("share.picture.save")}</a>
                </div>
            }
            .into_any()
        }
    };
    let dialog = NodeRef::<leptos::html::Dialog>::new();
    Effect::new(move |_| {
        if let Some(dialog) = dialog.get()
            && !dialog.open()
        {
            let _ = dialog.show_modal();
        }
    });
    let close = move |_| {
        if let Some(dialog) = dialog.get_untracked() {
            dialog.close();
        }
    };
    // Above everything else, so that it is in sight wherever the button was.
    view! {
        <dialog class="picture" data-above node_ref=dialog aria-label=t("share.picture.make") on:keydown=move |event| event.stop_propagation()>
            <div aria-live="polite">{content}</div>
            <button type="button" class="button quiet" data-do="close-picture" on:click=close>{t("common.close")}</button>
        </dialog>
    }
    .into_any()
}

/// What the picture says, for those who cannot see it, and beside it where it is sent.
fn told(table: &Table, saved: &Saved) -> String {
    let shown = share::for_others(language(), table, &settings().name.get_untracked());
    share::result_text(language(), &shown, saved, None)
}

fn svg(table: &Table, saved: &Saved) -> String {
    let name = settings().name.get_untracked();
    let seat = own_seat(table, &name);
    let shown = share::for_others(language(), table, &name);
    let root = document().document_element();
    let style = root.and_then(|root| window().get_computed_style(&root).ok().flatten());
    let colour = |name: &str| {
        let value = style
            .as_ref()
            .and_then(|style| style.get_property_value(&format!("--{name}")).ok());
        value
            .map(|value| value.trim().to_owned())
            .filter(|value| !value.is_empty())
            .unwrap_or_else(|| "#777".into())
    };
    let when = match &saved.daily {
        Some(day) => match day.parse::<crate::daily::Day>() {
            Ok(day) => tf("share.daily", &[("n", &day.challenge())]),
            Err(_) => String::new(),
        },
        None => crate::pages::review::date(language(), saved.changed),
    };
    drawn(language(), &shown, seat, saved.hints, &when, &colour)
}

/// The drawing as a picture of dots; `None` if the browser cannot.
async fn painted(svg: &str) -> Option<web_sys::Blob> {
    let image = web_sys::HtmlImageElement::new_with_width_and_height(WIDTH, HEIGHT).ok()?;
    let encoded = String::from(js_sys::encode_uri_component(svg));
    image.set_src(&format!("data:image/svg+xml;charset=utf-8,{encoded}"));
    JsFuture::from(image.decode()).await.ok()?;
    let canvas: web_sys::HtmlCanvasElement = document().create_element("canvas").ok()?.dyn_into().ok()?;
    canvas.set_width(WIDTH);
    canvas.set_height(HEIGHT);
    let context: web_sys::CanvasRenderingContext2d = canvas.get_context("2d").ok()??.dyn_into().ok()?;
    context
        .draw_image_with_html_image_element(&image, 0.0, 0.0)
        .ok()?;
    let promise = js_sys::Promise::new(&mut |done, _| {
        // Without a callback nothing comes, and nothing is waited for.
        if canvas.to_blob(&done).is_err() {
            let _ = done.call0(&JsValue::NULL);
        }
    });
    JsFuture::from(promise).await.ok()?.dyn_into().ok()
}

/// The picture as a file with a name.
fn file_of(blob: &web_sys::Blob) -> Option<web_sys::File> {
    let kind = web_sys::FilePropertyBag::new();
    kind.set_type("image/png");
    web_sys::File::new_with_blob_sequence_and_options(&js_sys::Array::of1(blob), FILE, &kind).ok()
}

/// Something of the navigator that not every browser has.
fn navigator_function(name: &str) -> Option<(JsValue, js_sys::Function)> {
    let navigator: JsValue = window().navigator().into();
    let function = js_sys::Reflect::get(&navigator, &name.into())
        .ok()?
        .dyn_into()
        .ok()?;
    Some((navigator, function))
}

fn shared(file: &web_sys::File, text: &str) -> js_sys::Object {
    let object = js_sys::Object::new();
    let _ = js_sys::Reflect::set(&object, &"files".into(), &js_sys::Array::of1(file));
    let _ = js_sys::Reflect::set(&object, &"text".into(), &text.into());
    object
}

/// Can the device send pictures to other programs?
fn can_share(file: &web_sys::File) -> bool {
    navigator_function("canShare")
        .and_then(|(navigator, can)| can.call1(&navigator, &shared(file, "")).ok())
        .is_some_and(|can| can.is_truthy())
}

/// Hands the picture to the device. Whoever changes their mind is told nothing.
fn share_file(file: &web_sys::File, text: &str) {
    if let Some((navigator, share)) = navigator_function("share")
        && let Ok(promise) = share.call1(&navigator, &shared(file, text))
        && let Ok(promise) = promise.dyn_into::<js_sys::Promise>()
    {
        spawn_local(async move {
            let _ = JsFuture::from(promise).await;
        });
    }
}
