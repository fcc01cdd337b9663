//! Dialogs that are open while a signal says so.

use leptos::html;
use leptos::prelude::*;

/// From now on the dialog opens and closes with the signal.
pub fn follow(dialog: NodeRef<html::Dialog>, open: RwSignal<bool>) {
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
}
