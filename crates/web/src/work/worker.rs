//! The worker's side: hears questions, fetches weights, answers.

use std::cell::RefCell;

use finaud_players::learned::{Learnable, Matching, Weights, register_weights, weights_name};
use finaud_players::progress;
use finaud_record::RecordHeader;
use finaud_rules::builtin;
use finaud_table::{GameSpec, read_sheet, with_game};
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use wasm_bindgen_futures::spawn_local;
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

use super::answer::answer;
use super::teach;
use super::{RequestMessage, ResponseMessage, WorkerRequest, WorkerResponse};
use crate::messages::Language;
use crate::new_game::PUSH;
use crate::open::open;
use crate::taught::CourseStatus;
use crate::{catalog, fetch};

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
                    let Some(language) = prepare(&language).await else {
                        let response = WorkerResponse::Unprepared;
                        return post(&scope, &ResponseMessage::Done { id, response });
                    };
                    fetch_for(&request).await;
                    if let Some(response) = at_leisure(&request, id, &scope).await {
                        return post(&scope, &ResponseMessage::Done { id, response });
                    }
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
                    let response = answer(&request, language, &progress);
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

/// The weights that a request needs and the app has.
fn needed(request: &WorkerRequest) -> Option<String> {
    let (game, players, own) = match request {
        WorkerRequest::Choose { at, .. } | WorkerRequest::Analyse { at, .. } => {
            (at.spec.game.clone(), at.spec.players, at.spec.sheet.as_deref())
        }
        WorkerRequest::Review { game, .. } | WorkerRequest::SameSeed(game) => {
            let header = RecordHeader::read(&game.record).ok()?;
            (header.game, usize::from(header.players), game.sheet.as_deref())
        }
        WorkerRequest::Teach(spec) | WorkerRequest::Report(spec) => {
            (spec.game.clone(), spec.players, spec.sheet.as_deref())
        }
        WorkerRequest::Speed { .. } | WorkerRequest::StopTeaching | WorkerRequest::TakeLearned { .. } => {
            return None;
        }
    };
    // Where nothing was learned, what was learned on a sheet like it may do.
    let learned = |game: &str| catalog::game(game).is_some_and(|game| !game.weights.is_empty());
    let sheet = match own {
        None if learned(&game) || game == PUSH => None,
        None => Some(builtin(&game)?.clone()),
        Some(own) => Some(read_sheet(own).ok()?),
    };
    let game = match sheet {
        None => game,
        Some(sheet) => {
            let nearest = Matching::nearest_of(&sheet, catalog::learned_sheets())?;
            nearest.confidence()?;
            nearest.id
        }
    };
    let name = weights_name(&game, players);
    let packed = &catalog::game(&game)?.weights;
    let known = |range: &String| name == format!("{game}.{range}");
    packed.iter().any(known).then_some(name)
}

/// Answers what takes minutes: the worker goes on hearing what else it is asked.
async fn at_leisure(
    request: &WorkerRequest,
    id: u64,
    scope: &DedicatedWorkerGlobalScope,
) -> Option<WorkerResponse> {
    match request {
        WorkerRequest::Teach(spec) => {
            let scope = scope.clone();
            let told = move |status: &CourseStatus| post(&scope, &ResponseMessage::Teaching(status.clone()));
            let status = teach::teach(spec.clone(), Box::new(told)).await;
            Some(status.map_or(WorkerResponse::Unprepared, WorkerResponse::Taught))
        }
        WorkerRequest::Report(spec) => {
            let scope = scope.clone();
            let told = move |part: f64| post(&scope, &ResponseMessage::Progress { id, part });
            let report = teach::report(spec.clone(), Box::new(told)).await;
            Some(report.map_or(WorkerResponse::Unprepared, WorkerResponse::Report))
        }
        WorkerRequest::TakeLearned { spec, file } => {
            Some(match teach::take(spec.clone(), file.clone()).await {
                None => WorkerResponse::Unprepared,
                Some(Ok(status)) => WorkerResponse::Taught(status),
                Some(Err(why)) => WorkerResponse::NotTaken(why),
            })
        }
        WorkerRequest::StopTeaching => {
            teach::stop();
            Some(WorkerResponse::Stopping)
        }
        _ => None,
    }
}

/// The game of a request, where its sheet is somebody's own.
fn own_game(request: &WorkerRequest) -> Option<GameSpec> {
    let spec = match request {
        WorkerRequest::Choose { at, .. } | WorkerRequest::Analyse { at, .. } => at.spec.clone(),
        WorkerRequest::Report(spec) => spec.clone(),
        WorkerRequest::Review { game, .. } | WorkerRequest::SameSeed(game) => {
            game.sheet.as_ref()?;
            let table = open(&game.record, game.sheet.as_deref()).ok()?;
            table.spec(game.sheet.as_deref())
        }
        WorkerRequest::Speed { .. }
        | WorkerRequest::Teach(_)
        | WorkerRequest::TakeLearned { .. }
        | WorkerRequest::StopTeaching => return None,
    };
    spec.sheet.is_some().then_some(spec)
}

/// Fetches the weights for a request once. Without them the players do what they can.
async fn fetch_for(request: &WorkerRequest) {
    // What was taught on this device goes before what came with the app, and that before what is borrowed.
    if let Some(own) = own_game(request) {
        if let Some(name) = of_gallery(&own) {
            fetch_once(name).await;
        }
        if teach::use_taught(own.clone()).await.is_some() || is_learned(&own) {
            return;
        }
    }
    if let Some(name) = needed(request) {
        fetch_once(name).await;
    }
}

/// The weights of a sheet of the gallery for so many players, if there are some.
fn of_gallery(spec: &GameSpec) -> Option<String> {
    let ranges = catalog::gallery_weights(&spec.game)?;
    let name = weights_name(&spec.game, spec.players);
    let known = |range: &String| name == format!("{}.{range}", spec.game);
    ranges.iter().any(known).then_some(name)
}

/// Are there weights for exactly this game? Somebody may have changed a sheet and left its id.
fn is_learned(spec: &GameSpec) -> bool {
    let game = spec.build();
    game.is_ok_and(|game| with_game!(&game, game => game.weights().is_some()))
}

/// Fetches weights unless they are here.
async fn fetch_once(name: String) {
    if FETCHED.with_borrow(|fetched| fetched.contains(&name)) {
        return;
    }
    let file = fetch::bytes(&format!("./weights/{name}.weights")).await;
    if let Some(weights) = file.and_then(|file| Weights::read(&file).ok()) {
        register_weights(weights);
        FETCHED.with_borrow_mut(|fetched| fetched.push(name));
    }
}

/// The games, once, and the language of an answer.
async fn prepare(code: &str) -> Option<Language> {
    if catalog::games().is_empty() {
        fetch::catalog().await?;
    }
    let language = Language::get(code)?;
    fetch::language(language).await?;
    Some(language)
}
