//! A whole game from a link.

use finaud_table::Table;
use leptos::prelude::*;

use crate::error_text::ErrorText;
use crate::finish::ScoreTable;
use crate::messages::{language, t, tf};
use crate::open::open;
use crate::reviewed::Reviewed;
use crate::route::Route;
use crate::saved::{self, Saved};
use crate::share::{self, CopyButton, NotUnpacked, Packed};
use crate::steps::Steps;
use crate::tell;

/// A whole game from a link.
#[component]
pub fn Replay(
    /// The packed record.
    data: String,
) -> impl IntoView {
    let content = match share::unpack(&data) {
        Err(why) => refused(ErrorText::plain(match why {
            NotUnpacked::Damaged => t("share.link.damaged"),
            NotUnpacked::TooLarge => t("share.link.large"),
            NotUnpacked::Newer => t("share.link.newer"),
        })),
        Ok(packed) => match open(&packed.record, packed.sheet.as_deref()) {
            Err(error) => refused(ErrorText::of_open(language(), &error).within(
                language(),
                "share.link.unreadable",
                &[],
            )),
            Ok(table) => view! { <Shown table=table packed=packed/> }.into_any(),
        },
    };
    view! {
        <main id="content" data-page="replay" class="after">
            <header class="page-head">
                <a class="icon-button" href=Route::Home.hash() aria-label=t("common.home")><svg viewBox="0 0 24 24" aria-hidden="true"><path d="M15 5l-7 7 7 7"/></svg></a>
                <h1>{t("common.page.replay")}</h1>
            </header>
            {content}
        </main>
    }
}

fn refused(why: ErrorText) -> AnyView {
    view! {
        <div class="card" data-broken role="alert">
            <p>{why.view()}</p>
            <a class="button" href=Route::Home.hash()>{t("common.home")}</a>
        </div>
    }
    .into_any()
}

#[component]
fn Shown(table: Table, packed: Packed) -> impl IntoView {
    let language = language();
    let names: Vec<String> = table
        .all_seats()
        .map(|seat| tell::seat(language, &table, seat))
        .collect();
    let heading = format!("{} · {}", table.name(), names.join(", "));
    let record = table.record_text();
    let nameless = share::without_names(&record);
    let known = saved::all()
        .into_iter()
        .find(|saved| share::without_names(&saved.record) == nameless);
    let kept = RwSignal::new(known.map(|saved| saved.id));
    let played_on = saved::is_played_on(&packed.record);
    let keep = {
        let (table, sheet) = (table.clone(), packed.sheet.clone());
        move |_| {
            let mut saved = Saved::new(&table, sheet.clone());
            saved.over = table.is_over();
            saved.played_on = played_on;
            // If the device refuses, it is kept in memory and the page says so.
            let _ = saved::save(&mut saved);
            kept.set(Some(saved.id));
        }
    };
    let over = table.is_over();
    let own_sheet = packed.sheet.clone();
    let none = Signal::derive(|| None::<std::sync::Arc<Reviewed>>);
    let at = RwSignal::new(0usize);
    let scores = table.clone();
    let table = StoredValue::new(table);
    let actions = move || {
        match kept.get() {
        None => view! {
            <button type="button" class="button primary" data-do="keep" on:click=keep.clone()>{t("share.keep")}</button>
        }
        .into_any(),
        Some(id) => {
            let next = match over {
                true => view! { <a class="button primary" data-do="review" href=Route::Review(id).hash()>{t("share.review")}</a> }.into_any(),
                false => view! { <a class="button primary" data-do="resume" href=Route::Play(id).hash()>{t("share.resume")}</a> }.into_any(),
            };
            view! { {next} <span class="muted" role="status" data-kept>{t("share.kept")}</span> }.into_any()
        }
    }
    };
    view! {
        <p class="muted after-sub">{heading}</p>
        <div class="review-columns">
            <div class="review-steps card" id="steps">
                <Steps table=table at=at reviewed=none sheet=own_sheet/>
            </div>
            <div class="review-findings">
                <ScoreTable table=scores/>
                <div class="row">
                    {actions}
                    <CopyButton mark="copy-record" label=t("share.record") text=Callback::new(move |()| record.clone())/>
                </div>
                <p class="muted small">{tf("share.link.told", &[("n", &table.with_value(Table::steps))])}</p>
            </div>
        </div>
    }
    .into_any()
}
