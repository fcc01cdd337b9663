//! How a sheet plays: a report for whoever designs it.
//!
//! Most people who set a table want none: what writes it is a part of the program of its own.

use finaud_players::report::{Report, contents};
use finaud_rules::Sheet;
use leptos::prelude::*;
use leptos::task::spawn_local;
use leptos::wasm_split::{SplitLoaderError, wasm_split};

use super::form::TableForm;
use crate::messages::{language, t};
use crate::work::{Lane, WorkerRequest, WorkerResponse, ask};

/// How far a report is.
#[derive(Clone, PartialEq)]
enum State {
    Nothing,
    Playing(f64),
    Failed,
    /// The report as a part of a page.
    Here(String),
}

/// A report as a part of a page, from what the worker sent; `None` if that is none.
#[wasm_split(reports, wasm_split_path = ::leptos::wasm_split, preload(load_reports), fallible)]
fn written(json: String, sheet: Sheet) -> Result<Option<String>, SplitLoaderError> {
    let report = serde_json::from_str::<Report>(&json).ok();
    Ok(report.map(|report| contents(&report, &sheet, language())))
}

/// The way to a report on the sheet.
pub(super) fn section(form: TableForm) -> AnyView {
    let state = RwSignal::new(State::Nothing);
    let spec = Memo::new(move |_| form.spec());
    // A report is about one sheet and one number of players.
    Effect::new(move |_| {
        spec.track();
        state.set(State::Nothing);
    });
    let make = move |_| {
        let asked = spec.get_untracked();
        let sheet = form.with_sheet(Clone::clone);
        state.set(State::Playing(0.0));
        spawn_local(async move {
            let _ = load_reports().await;
            let request = WorkerRequest::Report(asked.clone());
            let progress = move |part| {
                if matches!(state.try_get_untracked(), Some(State::Playing(_))) {
                    state.try_set(State::Playing(part));
                }
            };
            let told = match ask(Lane::Long, request, progress).await {
                WorkerResponse::Report(json) => match sheet {
                    Some(sheet) => written(json, sheet).await.ok().flatten(),
                    None => None,
                },
                _ => None,
            };
            // Somebody may have changed the sheet, or gone elsewhere meanwhile.
            if spec.try_get_untracked() == Some(asked) {
                state.try_set(told.map_or(State::Failed, State::Here));
            }
        });
    };
    let shown = move || {
        match state.get() {
        State::Nothing => None,
        State::Playing(part) => Some(
            view! {
                <div class="progress-row">
                    <progress max="100" value=format!("{:.0}", 100.0 * part) aria-label=t("teach.report_title")></progress>
                </div>
            }
            .into_any(),
        ),
        State::Failed => Some(view! { <p role="alert">{t("teach.report_failed")}</p> }.into_any()),
        State::Here(page) => Some(view! { <div class="sheet-report" data-report="" inner_html=page></div> }.into_any()),
    }
    };
    let busy = move || matches!(state.get(), State::Playing(_));
    view! {
        <section class="card setting" aria-labelledby="plays" data-panel="plays">
            <h2 id="plays">{t("teach.report_title")}</h2>
            <p class="setting-why">{t("teach.report_about")}</p>
            {shown}
            <div class="row">
                <button type="button" class="button small" data-do="report" disabled=busy on:click=make>{t("teach.report_make")}</button>
            </div>
        </section>
    }
    .into_any()
}
