//! The worker's side: hears questions, fetches weights, answers.

use std::cell::RefCell;

use finaud_players::learned::{Weights, register_weights, weights_name};
use finaud_players::progress;
use finaud_record::RecordHeader;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent, Response};

use super::answer::answer;
use super::{RequestMessage, ResponseMessage, WorkerRequest};
use crate::messages::Language;

thread_local! {
    /// The weights that were fetched.
    static FETCHED: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

/// Answers everything this worker is asked, from now on.
pub fn serve(scope: DedicatedWorkerGlobalScope) {
    let heard = {
        let scope = scope.clone();
        Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
            let message = event
                .data()
                .as_string()
                .and_then(|text| serde_json::from_str::<RequestMessage>(&text).ok());
            if let Some(RequestMessage {
                id,
                language,
                request,
            }) = message
            {
                let scope = scope.clone();
                spawn_local(async move {
                    fetch_for(&scope, &request).await;
                    // A choice or an analysis is one search, a review many: those count themselves.
                    let one_search = matches!(
                        request,
                        WorkerRequest::Choose { .. } | WorkerRequest::Analyse { .. }
                    );
                    let _listening = one_search.then(|| {
                        let scope = scope.clone();
                        progress::listen(move |part| {
                            let part = f64::from(part);
                            post(&scope, &ResponseMessage::Progress { id, part });
                        })
                    });
                    let progress = |part: f64| post(&scope, &ResponseMessage::Progress { id, part });
                    let response = answer(&request, spoken(&language), &progress);
                    post(&scope, &ResponseMessage::Done { id, response });
                });
            }
        })
    };
    scope.set_onmessage(Some(heard.as_ref().unchecked_ref()));
    heard.forget();
}

fn post(scope: &DedicatedWorkerGlobalScope, message: &ResponseMessage) {
    if let Ok(text) = serde_json::to_string(message) {
        let _ = scope.post_message(&text.into());
    }
}

/// The weights that a request needs.
fn needed(request: &WorkerRequest) -> Option<String> {
    match request {
        WorkerRequest::Choose { at, .. } | WorkerRequest::Analyse { at, .. } => {
            Some(weights_name(&at.spec.game, at.spec.players))
        }
        WorkerRequest::Review { game, .. } | WorkerRequest::SameSeed(game) => {
            let header = RecordHeader::read(&game.record).ok()?;
            Some(weights_name(&header.game, usize::from(header.players)))
        }
        WorkerRequest::Speed { .. } => None,
    }
}

/// Fetches the weights for a request once. Without them the players do what they can.
async fn fetch_for(scope: &DedicatedWorkerGlobalScope, request: &WorkerRequest) {
    let fetched = |name: &String| FETCHED.with_borrow(|fetched| fetched.contains(name));
    let Some(name) = needed(request).filter(|name| !fetched(name)) else {
        return;
    };
    if let Some(weights) = fetch(scope, &name).await {
        register_weights(weights);
        FETCHED.with_borrow_mut(|fetched| fetched.push(name));
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

/// The language of an answer.
fn spoken(code: &str) -> Language {
    Language::get(code).unwrap_or_else(Language::english)
}
