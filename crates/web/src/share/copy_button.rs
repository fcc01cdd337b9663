//! A button that copies a text.

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::copy_and_tell;
use crate::messages::t;

/// A button that copies a text and says so.
#[component]
pub fn CopyButton(
    /// What tests call it.
    mark: &'static str,
    /// What is written on it.
    #[prop(into)]
    label: String,
    /// Makes the text.
    text: Callback<(), String>,
) -> impl IntoView {
    let copied = RwSignal::new(None::<bool>);
    let shown = RwSignal::new(None::<String>);
    let copy = move |_| {
        let words = text.run(());
        spawn_local(async move {
            let done = copy_and_tell(words.clone(), copied).await;
            shown.try_set((!done).then_some(words));
        });
    };
    view! {
        <span class="copy">
            <button type="button" class="button" data-do=mark on:click=copy>
                <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M9 9h11v11H9zM5 15H4V4h11v1"/></svg>
                {label}
            </button>
            <span class="copied" role="status">
                {move || copied.get().map(|done| if done { t("share.copied") } else { t("share.not-copied") })}
            </span>
            {move || shown.get().map(|text| view! {
                <textarea class="copy-by-hand" readonly aria-label=t("share.by-hand") prop:value=text></textarea>
            })}
        </span>
    }
    .into_any()
}
