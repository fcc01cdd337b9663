//! All games into a file, and back.

use finaud_record::RecordError;
use finaud_table::RestoreError;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen_futures::JsFuture;

use super::list::GameList;
use crate::daily::{Challenge as _, Day};
use crate::error_text::ErrorText;
use crate::messages::{t, tn};
use crate::open::OpenError;
use crate::saved::{self, Saved};
use crate::settings::settings;
use crate::share::{self, Claims, Doubt, Exported};

/// A moment as files tell it. What no calendar has is told as now: one impossible date must not keep all games here.
fn iso(when: f64) -> String {
    let date = |when: f64| js_sys::Date::new(&when.into());
    let possible = !date(when).get_time().is_nan();
    let when = if possible { when } else { saved::now() };
    String::from(date(when).to_iso_string())
}

/// A larger file holds something else.
const MOST_BYTES: f64 = 20e6;

/// What an import brought.
#[derive(Clone, PartialEq, Debug, Default)]
struct Imported {
    taken: usize,
    known: usize,
    refused: Vec<ErrorText>,
    /// What the games claim and is not believed.
    doubted: Vec<String>,
}

/// Takes all games of a text that are not here yet.
fn take_games(text: &str) -> Imported {
    let language = settings().language.get_untracked();
    let kept = saved::all();
    let today = Day::today();
    let import = share::import(text, kept.iter().map(|saved| saved.record.as_str()));
    let refused = import.refused.iter().map(|(line, error)| {
        let why = ErrorText::of_open(language, error);
        match error {
            // It names its line already.
            OpenError::Restore(RestoreError::Record(RecordError { line: Some(_), .. })) => why,
            _ => why.within(language, "history.refused-from", &[("line", line)]),
        }
    });
    let mut imported = Imported {
        taken: import.new.len(),
        known: import.known,
        refused: refused.collect(),
        doubted: Vec::new(),
    };
    for new in import.new {
        let mut saved = Saved::new(&new.table, new.sheet);
        saved.over = new.table.is_over();
        saved.played_on = new.played_on;
        let claims = new
            .header
            .as_ref()
            .map(|header| Claims::of(header, &new.table, today));
        let claims = claims.unwrap_or_default();
        saved.take(&claims);
        let mut doubts = claims.doubts;
        let when = new.date.map_or(f64::NAN, |date| js_sys::Date::parse(&date));
        if when > saved::now() {
            doubts.push(Doubt::Future);
        } else if when.is_finite() {
            saved.started = when;
            saved.changed = when;
        }
        imported.doubted.extend(doubts.iter().map(|doubt| {
            let why = doubt.text(language);
            language.fill("history.refused-from", &[("line", &new.line), ("why", &why)])
        }));
        saved::put_back(&saved.id, &serde_json::to_string(&saved).unwrap_or_default());
    }
    imported
}

/// All games into a file, and back.
pub(super) fn carry(list: Memo<GameList>, changes: RwSignal<u32>) -> impl IntoView {
    let brought = RwSignal::new(None::<Result<Imported, String>>);
    let pasted = RwSignal::new(String::new());
    let take = move |text: &str| {
        brought.set(Some(Ok(take_games(text))));
        changes.update(|changes| *changes += 1);
    };
    let export = move |_| {
        let text = list.with_untracked(|list| {
            let items = || list.items.iter().rev();
            let records: Vec<String> = items().map(|item| item.saved.carried()).collect();
            let mut games: Vec<Exported<'_>> = items()
                .zip(&records)
                .map(|(item, record)| Exported {
                    record,
                    sheet: item.saved.sheet.as_deref(),
                    date: iso(item.saved.started),
                    hints: item.saved.hints,
                    challenge: item.saved.daily.as_deref(),
                })
                .collect();
            // What cannot be read here may be read elsewhere.
            games.extend(
                list.unread
                    .iter()
                    .filter(|unread| unread.text.starts_with("finaud record "))
                    .map(|unread| Exported {
                        record: &unread.text,
                        sheet: None,
                        date: iso(saved::now()),
                        hints: 0,
                        challenge: None,
                    }),
            );
            share::export(&games)
        });
        let day = iso(saved::now());
        share::save_file(&format!("finaud-{}.txt", day.get(..10).unwrap_or("games")), &text);
    };
    let chosen = move |event: leptos::ev::Targeted<leptos::ev::Event, web_sys::HtmlInputElement>| {
        let input = event.target();
        let Some(file) = input.files().and_then(|files| files.get(0)) else {
            return;
        };
        spawn_local(async move {
            if file.size() > MOST_BYTES {
                brought.try_set(Some(Err(t("history.too-large").into())));
            } else {
                match JsFuture::from(file.text())
                    .await
                    .ok()
                    .and_then(|text| text.as_string())
                {
                    Some(text) => take(&text),
                    None => {
                        brought.try_set(Some(Err(t("history.no-file").into())));
                    }
                }
            }
            // The same file can be chosen once more.
            input.set_value("");
        });
    };
    let any = Memo::new(move |_| list.with(|list| !list.items.is_empty() || !list.unread.is_empty()));
    view! {
        <section class="carry card" aria-labelledby="carry-title">
            <h2 id="carry-title">{t("history.carry")}</h2>
            <p class="muted">{t("history.carry-told")}</p>
            <div class="row">
                <button type="button" class="button" data-do="export" prop:disabled=move || !any.get() on:click=export>{t("history.export")}</button>
                <label class="button file">
                    <input type="file" accept=".txt,.finaud,text/plain" data-import="file" on:change:target=chosen/>
                    {t("history.import")}
                </label>
            </div>
            <details>
                <summary>{t("history.paste")}</summary>
                <div class="field">
                    <label for="import-text">{t("history.paste-label")}</label>
                    <textarea id="import-text" rows="6" spellcheck="false" data-import="text"
                        prop:value=move || pasted.get() on:input:target=move |event| pasted.set(event.target().value())></textarea>
                </div>
                <button type="button" class="button" data-do="import" on:click=move |_| {
                    let text = pasted.get_untracked();
                    take(&text);
                    // What was refused can be mended there.
                    let refused = |brought: &Imported| !brought.refused.is_empty();
                    let mend = brought.with_untracked(|brought| matches!(brought, Some(Ok(brought)) if refused(brought)));
                    if !mend {
                        pasted.set(String::new());
                    }
                }>{t("history.take")}</button>
            </details>
            <div role="status" data-imported>
                {move || brought.get().map(|brought| match brought {
                    Err(why) => view! { <p class="refused">{why}</p> }.into_any(),
                    Ok(brought) => view! {
                        <p data-taken=brought.taken data-known=brought.known data-refused=brought.refused.len() data-doubted=brought.doubted.len()>
                            {tn("history.taken", brought.taken as i64)}
                            {(brought.known > 0).then(|| format!(" {}", tn("history.known", brought.known as i64)))}
                            {(!brought.refused.is_empty()).then(|| format!(" {}", tn("history.refused", brought.refused.len() as i64)))}
                        </p>
                        <ul class="refused">{brought.refused.into_iter().take(20).map(|why| view! { <li>{why.view()}</li> }).collect_view()}</ul>
                        {(!brought.doubted.is_empty()).then(|| {
                            let doubted = brought.doubted.into_iter().take(20);
                            view! { <ul class="doubted">{doubted.map(|why| view! { <li>{why}</li> }).collect_view()}</ul> }
                        })}
                    }
                    .into_any(),
                })}
            </div>
        </section>
    }
    .into_any()
}
