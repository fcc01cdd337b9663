//! Teaching the bots a sheet of one's own, in the background.

use finaud_rules::insertion_sort;
use finaud_table::GameSpec;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen_futures::JsFuture;

use super::form::TableForm;
use crate::chart::Scale;
use crate::messages::{language, t, tf};
use crate::share::save_bytes;
use crate::taught::{self, CourseStatus, Kept, MOST_WEIGHTS, NotTaken};
use crate::work::{Lane, WorkerRequest, WorkerResponse, ask, watch_course};

/// What a course is doing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    Resting,
    Running,
    Stopping,
    Failed,
}

/// The course that goes on in this window: it does so whatever page is shown.
#[derive(Clone)]
struct Running {
    key: ArcRwSignal<Option<String>>,
    state: ArcRwSignal<State>,
    status: ArcRwSignal<CourseStatus>,
}

thread_local! {
    static RUNNING: Running = Running {
        key: ArcRwSignal::new(None),
        state: ArcRwSignal::new(State::Resting),
        status: ArcRwSignal::new(CourseStatus::default()),
    };
}

fn running() -> Running {
    RUNNING.with(Clone::clone)
}

/// The key of the course for a table.
fn key(spec: &GameSpec) -> Option<String> {
    spec.build().ok().map(|game| taught::key(&game))
}

fn start(spec: GameSpec) {
    let Running { key, state, status } = running();
    key.set(self::key(&spec));
    state.set(State::Running);
    {
        let status = status.clone();
        watch_course(move |now| status.set(now));
    }
    spawn_local(async move {
        let answer = ask(Lane::Teaching, WorkerRequest::Teach(spec), |_| ()).await;
        let next = match answer {
            WorkerResponse::Taught(now) => {
                status.set(now);
                State::Resting
            }
            _ => State::Failed,
        };
        key.set(None);
        state.set(next);
    });
}

fn stop() {
    running().state.set(State::Stopping);
    spawn_local(async {
        ask(Lane::Teaching, WorkerRequest::StopTeaching, |_| ()).await;
    });
}

/// The way to bots that know a sheet of one's own; nothing for a sheet that comes with the app.
pub(super) fn section(form: TableForm) -> AnyView {
    // What is kept of the course for the table as it is set.
    let kept: RwSignal<CourseStatus> = RwSignal::new(CourseStatus::default());
    let spec = Memo::new(move |_| form.sheet.with(Option::is_some).then(|| form.spec()));
    Effect::new(move |_| {
        // A course that has ended left something new.
        running().state.track();
        let wanted = spec.get().as_ref().and_then(key);
        spawn_local(async move {
            let found = match &wanted {
                Some(key) => taught::status(key).await,
                None => None,
            };
            kept.try_set(found.unwrap_or_default());
        });
    });
    let here = move || {
        let wanted = spec.get().as_ref().and_then(key);
        wanted.is_some() && running().key.get() == wanted
    };
    let status = Memo::new(move |_| {
        if here() {
            running().status.get()
        } else {
            kept.get()
        }
    });
    let state = move || running().state.get();
    let elsewhere = move || state() != State::Resting && state() != State::Failed && !here();
    let go = move |_| {
        if let Some(spec) = spec.get_untracked() {
            start(spec);
        }
    };
    let forget = move |_| {
        let wanted = spec.get_untracked().as_ref().and_then(key);
        spawn_local(async move {
            if let Some(key) = wanted {
                taught::forget(&key).await;
            }
            kept.try_set(CourseStatus::default());
        });
    };
    let failed: RwSignal<Option<&'static str>> = RwSignal::new(None);
    let save = move |_| {
        let Some(spec) = spec.get_untracked() else { return };
        let Some(key) = key(&spec) else { return };
        spawn_local(async move {
            match taught::read(&key, Kept::Weights).await {
                Some(bytes) => {
                    let range = key.rsplit('.').next().unwrap_or_default();
                    save_bytes(&format!("{}.{range}.weights", spec.game), &bytes);
                }
                None => {
                    failed.try_set(Some(t("teach.not_saved")));
                }
            }
        });
    };
    let load = move |event: leptos::ev::Event| {
        let input: web_sys::HtmlInputElement = event_target(&event);
        let file = input.files().and_then(|files| files.get(0));
        input.set_value("");
        let (Some(file), Some(spec)) = (file, spec.get_untracked()) else {
            return;
        };
        failed.set(None);
        if file.size() > MOST_WEIGHTS as f64 {
            failed.set(Some(refusal(NotTaken::Damaged)));
            return;
        }
        let begun = kept.get_untracked();
        let sure = begun.games == 0
            || window()
                .confirm_with_message(t("teach.load_sure"))
                .unwrap_or(false);
        if !sure {
            return;
        }
        spawn_local(async move {
            let bytes = JsFuture::from(file.array_buffer()).await.ok();
            let file = bytes.map(|bytes| js_sys::Uint8Array::new(&bytes).to_vec());
            let request = WorkerRequest::TakeLearned {
                spec,
                file: file.unwrap_or_default(),
            };
            match ask(Lane::Teaching, request, |_| ()).await {
                WorkerResponse::Taught(status) => {
                    kept.try_set(status);
                }
                WorkerResponse::NotTaken(why) => {
                    failed.try_set(Some(refusal(why)));
                }
                _ => {
                    failed.try_set(Some(t("teach.failed")));
                }
            }
        });
    };
    let buttons = move || {
        let status = status.get();
        let busy = here() && matches!(state(), State::Running | State::Stopping);
        if busy {
            let stopping = state() == State::Stopping;
            return view! {
                <button type="button" class="button small" data-do="stop-teaching" disabled=stopping on:click=move |_| stop()>
                    {t(if stopping { "teach.stopping" } else { "teach.stop" })}
                </button>
            }
            .into_any();
        }
        let begun = status.games > 0 || status.brought.is_some();
        let used = status.used;
        let label = t(if begun { "teach.go_on" } else { "teach.start" });
        view! {
            {(!status.over).then(|| view! {
                <button type="button" class="button small" data-do="teach" disabled=elsewhere on:click=go>{label}</button>
            })}
 {used.then(|| view! {
                <button type="button" class="button small" data-do="save-taught" on:click=save>{t("teach.save")}</button>
            })}
            <label class="button small file">
                {t("teach.load")}
                <input type="file" class="visually-hidden" data-do="load-taught" accept=".weights,application/octet-stream" on:change=load/>
            </label>
            {begun.then(|| view! {
                <button type="button" class="button small quiet" data-do="forget-taught" on:click=forget>{t("teach.forget")}</button>
            })}
        }
        .into_any()
    };
    let panel = move || {
        spec.with(Option::is_some).then(|| {
            view! {
                <section class="card setting" aria-labelledby="teach" data-panel="teach">
                    <h2 id="teach">{t("teach.title")}</h2>
                    <p class="setting-why">{t("teach.about")}</p>
                    {move || shown(&status.get())}
                    <p role="status">{move || match state() {
                        State::Failed => t("teach.failed"),
                        _ if elsewhere() => t("teach.elsewhere"),
                        _ => "",
                    }}</p>
                    <p class="error" role="alert" data-not-taken="">{move || failed.get()}</p>
                    <div class="row">{buttons}</div>
                </section>
            }
        })
    };
    panel.into_any()
}

/// Why a file was not taken.
fn refusal(why: NotTaken) -> &'static str {
    match why {
        NotTaken::Damaged => t("teach.file_damaged"),
        NotTaken::Version => t("teach.file_version"),
        NotTaken::Other => t("teach.file_other"),
        NotTaken::NotKept => t("teach.file_not_kept"),
    }
}

/// How far a course is, and what it came to.
fn shown(status: &CourseStatus) -> Option<AnyView> {
    let brought = status.brought.map(|brought| {
        let told = tf("teach.brought", &[("games", &brought.games)]);
        view! { <p data-brought=brought.games.to_string()>{told}</p> }
    });
    if status.of == 0 {
        return brought.map(IntoAny::into_any);
    }
    let part = (100 * status.games).checked_div(status.of).unwrap_or(0).min(100);
    let progress = tf("teach.progress", &[("games", &status.games), ("of", &status.of)]);
    let last = status.curve.last().map(|(_, mean)| *mean);
    let told = match (last, status.baseline) {
        (Some(mean), Some(before)) => {
            let key = if status.used {
                "teach.learned"
            } else {
                "teach.learning"
            };
            tf(key, &[("mean", &mean), ("before", &before)])
        }
        _ => t("teach.begun").into(),
    };
    Some(
        view! {
            <div class="progress-row" data-taught-games=status.games.to_string() data-taught-mean=last.map(|mean| format!("{mean:.1}"))
                data-taught-used=status.used.to_string() data-taught-over=status.over.to_string()>
                <progress max="100" value=part.to_string() aria-label=progress.clone()></progress>
            </div>
            {brought}
            <p class="setting-why">{progress}</p>
            {curve(status)}
            <p>{told}</p>
        }
        .into_any(),
    )
}

const WIDTH: f64 = 340.0;
const HEIGHT: f64 = 150.0;
const LEFT: f64 = 36.0;
const BOTTOM: f64 = 10.0;

/// The results on games that are not learned from, over the games that are.
fn curve(status: &CourseStatus) -> Option<AnyView> {
    if status.curve.len() < 2 {
        return None;
    }
    let mut values: Vec<f64> = status.curve.iter().map(|(_, mean)| *mean).collect();
    values.extend(status.baseline);
    insertion_sort(&mut values, f64::total_cmp);
    let scale = Scale::around(*values.first()?, *values.last()?, 4);
    let x = |games: u64| LEFT + (WIDTH - LEFT - 8.0) * games as f64 / status.of.max(1) as f64;
    let y = |mean: f64| HEIGHT - BOTTOM - (HEIGHT - 2.0 * BOTTOM) * scale.part(mean);
    let points = status.curve.iter();
    let line: Vec<String> = points
        .map(|(games, mean)| format!("{:.1},{:.1}", x(*games), y(*mean)))
        .collect();
    let grid = scale.ticks.iter().map(|tick| {
        let at = format!("{:.1}", y(*tick));
        view! {
            <line class="grid" x1=LEFT.to_string() x2=WIDTH.to_string() y1=at.clone() y2=at.clone()/>
            <text class="tick" x=(LEFT - 6.0).to_string() y=at dy="0.32em" text-anchor="end">{format!("{tick:.0}")}</text>
        }
    });
    let before = status.baseline.map(|before| {
        let at = format!("{:.1}", y(before));
        view! {
            <line x1=LEFT.to_string() x2=WIDTH.to_string() y1=at.clone() y2=at stroke="currentColor" stroke-dasharray="5 4"/>
        }
    });
    let summary = status
        .curve
        .last()
        .map(|(_, mean)| language().fill("teach.curve", &[("mean", mean)]));
    Some(
        view! {
            <svg class="chart" viewBox=format!("0 0 {WIDTH} {HEIGHT}") role="img" aria-label=summary>
                {grid.collect_view()} {before}
                <polyline points=line.join(" ") fill="none" stroke="var(--accent)" stroke-width="2.5"/>
            </svg>
        }
        .into_any(),
    )
}
