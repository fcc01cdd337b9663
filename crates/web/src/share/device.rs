//! What only a browser can do: addresses, the clipboard and files.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::JsFuture;

/// The address of a page of this app, whole.
pub fn address(hash: &str) -> String {
    let whole = window().location().href().unwrap_or_default();
    let base = whole.split('#').next().unwrap_or_default();
    format!("{base}{hash}")
}

/// Copies a text, and says for a while whether it worked.
pub async fn copy_and_tell(text: String, copied: RwSignal<Option<bool>>) -> bool {
    let done = copy(text).await;
    copied.try_set(Some(done));
    let forget = move || {
        copied.try_set(None);
    };
    set_timeout(forget, std::time::Duration::from_secs(3));
    done
}

/// Copies a text. Says whether it worked.
async fn copy(text: String) -> bool {
    let navigator = window().navigator();
    // Where the page did not come over a safe connection, there is no clipboard.
    let there = js_sys::Reflect::get(&navigator, &"clipboard".into())
        .is_ok_and(|clipboard| !clipboard.is_undefined());
    if there
        && JsFuture::from(navigator.clipboard().write_text(&text))
            .await
            .is_ok()
    {
        return true;
    }
    copy_by_selection(&text)
}

fn copy_by_selection(text: &str) -> bool {
    let Some(area) = document().create_element("textarea").ok() else {
        return false;
    };
    let area: web_sys::HtmlTextAreaElement = area.unchecked_into();
    area.set_value(text);
    let _ = area.set_attribute("style", "position:fixed;left:-999px");
    let before = document().active_element();
    let Some(body) = document().body() else {
        return false;
    };
    let _ = body.append_child(&area);
    area.select();
    let document: JsValue = document().into();
    let copied = js_sys::Reflect::get(&document, &"execCommand".into())
        .ok()
        .and_then(|command| command.dyn_into::<js_sys::Function>().ok())
        .and_then(|command| command.call1(&document, &"copy".into()).ok())
        .is_some_and(|copied| copied.is_truthy());
    area.remove();
    if let Some(before) = before {
        let _ = before.unchecked_into::<web_sys::HtmlElement>().focus();
    }
    copied
}

/// Lets the person keep a text as a file.
pub fn save_file(name: &str, text: &str) {
    let parts = js_sys::Array::of1(&text.into());
    save(name, &parts, "text/plain;charset=utf-8");
}

/// Lets the person keep bytes as a file.
pub fn save_bytes(name: &str, bytes: &[u8]) {
    let parts = js_sys::Array::of1(&js_sys::Uint8Array::from(bytes));
    save(name, &parts, "application/octet-stream");
}

fn save(name: &str, parts: &js_sys::Array, media: &str) {
    let kind = web_sys::BlobPropertyBag::new();
    kind.set_type(media);
    let Ok(blob) = web_sys::Blob::new_with_blob_sequence_and_options(parts, &kind) else {
        return;
    };
    let Ok(address) = web_sys::Url::create_object_url_with_blob(&blob) else {
        return;
    };
    if let Ok(anchor) = document().create_element("a") {
        let anchor: web_sys::HtmlAnchorElement = anchor.unchecked_into();
        anchor.set_href(&address);
        anchor.set_download(name);
        anchor.click();
    }
    let _ = web_sys::Url::revoke_object_url(&address);
}
