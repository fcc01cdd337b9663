//! The app: play, learn and review in the browser, offline.
//!
//! The program runs twice: as the page, which shows and asks, and as a worker, in which bots and the coach think.
#![forbid(unsafe_code)]

pub mod app;
pub mod art;
pub mod at_step;
pub mod catalog;
pub mod chart;
pub mod cheer;
pub mod choices;
pub mod coach;
pub mod colours;
pub mod daily;
pub mod describe;
pub mod dialog;
pub mod dice_table;
pub mod error_text;
pub mod face;
pub mod fetch;
pub mod finish;
pub mod guide;
pub mod handover;
pub mod help;
pub mod hurry;
pub mod lazy;
pub mod lessons;
pub mod level;
pub mod messages;
pub mod motion;
pub mod my_tables;
pub mod new_game;
pub mod offline;
pub mod online;
pub mod open;
pub mod own;
pub mod own_sheets;
pub mod pace;
pub mod pages;
pub mod push_table;
pub mod remarks;
pub mod reviewed;
pub mod route;
pub mod saved;
pub mod session;
pub mod settings;
pub mod share;
pub mod sound;
pub mod statistics;
pub mod steps;
pub mod storage;
pub mod taught;
pub mod tell;
pub mod work;
pub mod workshop;

use wasm_bindgen::JsCast;

/// Starts the page or the worker, whichever this is.
pub fn run() {
    console_error_panic_hook::set_once();
    match js_sys::global().dyn_into::<web_sys::DedicatedWorkerGlobalScope>() {
        Ok(scope) => work::serve(scope),
        Err(_) => wasm_bindgen_futures::spawn_local(open_page()),
    }
}

/// Fetches the games and one language, and shows the page. Where that cannot be, the page says so by itself.
async fn open_page() {
    let opened = async {
        fetch::catalog().await?;
        fetch::language(messages::language()).await
    };
    let opened = opened.await.is_some();
    if let Some(sorry) = leptos::prelude::document().get_element_by_id("unreachable") {
        if opened {
            sorry.remove();
        } else {
            let _ = sorry.remove_attribute("hidden");
        }
    }
    if opened {
        leptos::mount::mount_to_body(app::App);
    }
}
