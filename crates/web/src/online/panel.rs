//! A panel over the table, for what is rarely needed.

use leptos::html;
use leptos::prelude::*;

use crate::messages::t;

/// A panel over the table: what stands at its head, what tests call it, and what is in it, made when it is opened.
pub(super) fn panel(
    open: RwSignal<bool>,
    title: &'static str,
    mark: &'static str,
    inside: impl Fn() -> AnyView + Send + Sync + 'static,
) -> AnyView {
    let dialog: NodeRef<html::Dialog> = NodeRef::new();
    Effect::new(move |_| {
        if let Some(dialog) = dialog.get() {
            match open.get() {
                true if !dialog.open() => {
                    let _ = dialog.show_modal();
                }
                false if dialog.open() => dialog.close(),
                _ => {}
            }
        }
    });
    view! {
        <dialog class="table-panel" data-panel=mark node_ref=dialog aria-label=title on:close=move |_| open.set(false)
            // The keys of the table are not for whoever reads.
            on:keydown=move |event| event.stop_propagation()
            // A tap beside the panel closes it.
            on:click=move |event| {
                let beside = event.target().is_some_and(|target| {
                    use wasm_bindgen::JsCast;
                    target.dyn_ref::<web_sys::Element>().is_some_and(|element| element.tag_name() == "DIALOG")
                });
                if beside {
                    open.set(false);
                }
            }
        >
            {move || open.get().then(|| view! {
                <div class="table-panel-in">
                    <header class="spread">
                        <h2>{title}</h2>
                        <button type="button" class="icon-button" data-do="close-panel" aria-label=t("common.close") on:click=move |_| open.set(false)>"×"</button>
                    </header>
                    {inside()}
                </div>
            })}
        </dialog>
    }
    .into_any()
}
