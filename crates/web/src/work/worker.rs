//! The worker's side: hears questions, fetches weights, answers.

use std::cell::RefCell;
use std::collections::BTreeSet;

use finaud_players::learned::{Weights, register_weights, weights_name};
use finaud_players::progress;
use finaud_record::RecordHeader;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent, Response};

use super::asked::answer;
use super::{Ask, Question, Reply};

thread_local! {
    /// The weights that were fetched, or that are not to be had.
    static FETCHED: RefCell<BTreeSet<String>> = const { RefCell::new(BTreeSet::new()) };
}

/// Answers everything this worker is asked, from now on.
pub fn serve(scope: DedicatedWorkerGlobalScope) {
    let heard = {
        let scope = scope.clone();
        Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
            let question = event
                .data()
                .as_string()
                .and_then(|text| serde_json::from_str::<Question>(&text).ok());
            if let Some(Question { id, ask }) = question {
                let scope = scope.clone();
                spawn_local(async move {
                    fetch_for(&scope, &ask).await;
                    // A choice or an analysis is one search, a review many: those count themselves.
                    let _listening = matches!(ask, Ask::Choose(_) | Ask::Analyse { .. }).then(|| {
                        let scope = scope.clone();
                        progress::listen(move |part| {
                            let part = f64::from(part);
                            post(&scope, &Reply::Progress { id, part });
                        })
                    });
                    let progress = |part: f64| post(&scope, &Reply::Progress { id, part });
                    let answer = answer(&ask, &progress);
                    post(&scope, &Reply::Done { id, answer });
                });
            }
        })
    };
    scope.set_onmessage(Some(heard.as_ref().unchecked_ref()));
    heard.forget();
}

fn post(scope: &DedicatedWorkerGlobalScope, reply: &Reply) {
    if let Ok(text) = serde_json::to_string(reply) {
        let _ = scope.post_message(&text.into());
    }
}

/// The weights a question needs: the file's name without its ending.
fn needed(ask: &Ask) -> Vec<String> {
    let about = match ask {
        Ask::Choose(about) | Ask::SameSeed(about) => about,
        Ask::Analyse { about, .. } | Ask::Review { about, .. } => about,
        Ask::Speed { .. } => return Vec::new(),
    };
    let Ok(header) = RecordHeader::read(&about.record) else {
        return Vec::new();
    };
    vec![weights_name(&header.game, usize::from(header.players))]
}

/// Fetches the weights for a question once. Without them the players do what they can.
async fn fetch_for(scope: &DedicatedWorkerGlobalScope, ask: &Ask) {
    for name in needed(ask) {
        if FETCHED.with_borrow(|fetched| fetched.contains(&name)) {
            continue;
        }
        if let Some(weights) = fetch(scope, &name).await {
            register_weights(weights);
            FETCHED.with_borrow_mut(|fetched| fetched.insert(name));
        }
    }
}

async fn fetch(scope: &DedicatedWorkerGlobalScope, name: &str) -> Option<Weights> {
    let address = format!("./weights/{name}.weights");
    let response: Response = JsFuture::from(scope.fetch_with_str(&address))
        .await
        .ok()?
        .dyn_into()
        .ok()?;
    if !response.ok() {
        return None;
    }
    let buffer = JsFuture::from(response.array_buffer().ok()?).await.ok()?;
    Weights::read(&js_sys::Uint8Array::new(&buffer).to_vec()).ok()
}
