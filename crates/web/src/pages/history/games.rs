//! The list of games.

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::list::{GameList, HistoryEntry};
use crate::daily;
use crate::finish::help_tag;
use crate::messages::{language, t, tf, tn};
use crate::pages::review::date;
use crate::route::Route;
use crate::saved::Saved;
use crate::settings::settings;
use crate::share::{self, CopyButton};

/// So many games are listed at first, and with each "more".
const LISTED: usize = 30;

/// The list of games.
pub(super) fn games(shown: Memo<Vec<HistoryEntry>>, remove: Callback<String>) -> impl IntoView {
    let most = RwSignal::new(LISTED);
    move || {
        let items = shown.get();
        if items.is_empty() {
            return ().into_any();
        }
        let (going_on, over): (Vec<HistoryEntry>, Vec<HistoryEntry>) =
            items.into_iter().partition(|item| !item.saved.over);
        let rest = over.len().saturating_sub(most.get());
        let list = |title: &'static str, mark: &'static str, items: Vec<HistoryEntry>| {
            (!items.is_empty()).then(|| view! {
                <section class="games" data-games=mark aria-label=title>
                    <h2>{title}</h2>
                    <ul class="kept-list">{items.into_iter().map(|item| row(item, remove)).collect_view()}</ul>
                </section>
            })
        };
        let listed: Vec<HistoryEntry> = over.into_iter().take(most.get()).collect();
        view! {
            {list(t("history.going-on"), "going-on", going_on)}
            {list(t("history.over"), "over", listed)}
            {(rest > 0).then(|| view! {
                <button type="button" class="button" data-do="more" on:click=move |_| most.update(|most| *most += LISTED)>{tn("history.more", rest as i64)}</button>
            })}
        }
        .into_any()
    }
}

fn row(item: HistoryEntry, remove: Callback<String>) -> AnyView {
    let language = language();
    let id = item.saved.id.clone();
    let over = item.saved.over;
    let when = date(
        language,
        if over {
            item.saved.started
        } else {
            item.saved.changed
        },
    );
    let named = format!("{}, {when}", item.name);
    let people: Vec<AnyView> = item
        .seats
        .iter()
        .map(|(name, points, won)| {
            let crown = (*won && over && item.players > 1)
                .then(|| view! { <span class="crown" role="img" aria-label=t("finish.winner")>"★"</span> });
            view! { <span class="kept-player">{crown}{name.clone()}" "<b>{*points}</b></span> }.into_any()
        })
        .collect();
    let points = (over && item.own.is_some())
        .then(|| view! { <span class="kept-points" data-points>{item.points}</span> });
    let daily = item
        .saved
        .daily
        .as_ref()
        .map(|day| view! { <span class="tag">{tf("history.daily", &[("day", &daily::date_text(language, day))])}</span> });
    let played_on = item
        .saved
        .played_on
        .then(|| view! { <span class="tag" data-played-on>{t("history.played-on")}</span> });
    let main = match over {
        true => view! { <a class="button small" data-do="review" href=Route::Review(id.clone()).hash() aria-label=tf("history.review-named", &[("game", &named)])>{t("history.review")}</a> }.into_any(),
        false => view! { <a class="button small primary" data-do="resume" href=Route::Play(id.clone()).hash() aria-label=tf("history.resume-named", &[("game", &named)])>{t("history.resume")}</a> }.into_any(),
    };
    let kept = item.saved.clone();
    let (deleted, named_id) = (id.clone(), id.clone());
    view! {
        <li class="kept-row card" data-game-id=named_id data-game=item.game.clone()>
            <div class="kept-what">
                <a class="kept-name" data-do="open" href=Route::Play(id).hash()>{item.name.clone()}</a>
                <span class="muted small">{when}</span>
                {daily} {played_on}
                {help_tag(item.saved.hints)}
            </div>
            {points}
            {(item.players > 1 || item.own.is_none()).then(|| view! { <p class="kept-people small">{people}</p> })}
            <div class="kept-actions">
                {main}
                <CopyIcon kept named=named.clone()/>
                <button type="button" class="icon-button" data-do="delete" aria-label=tf("history.delete-named", &[("game", &named)]) title=t("history.delete")
                    on:click=move |_| remove.run(deleted.clone())>
                    <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13M10 11v5M14 11v5"/></svg>
                </button>
            </div>
        </li>
    }
    .into_any()
}

/// A small button that copies a record, as others should read it.
#[component]
fn CopyIcon(kept: Saved, named: String) -> impl IntoView {
    let told = RwSignal::new(None::<bool>);
    let copy = move |_| {
        let table = kept.table();
        let text = table.map_or_else(
            |_| kept.told(&kept.record),
            |table| {
                let name = settings().name.get_untracked();
                kept.told(&share::for_others(language(), &table, &name).record_text())
            },
        );
        spawn_local(async move {
            share::copy_and_tell(text, told).await;
        });
    };
    view! {
        <span class="copy">
            <button type="button" class="icon-button" data-do="copy-record" on:click=copy title=t("share.record")
                aria-label=tf("history.copy-named", &[("game", &named)])>
                <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M9 9h11v11H9zM5 15H4V4h11v1"/></svg>
            </button>
            <span class="copied" role="status">{move || told.get().map(|copied| if copied { t("share.copied") } else { t("share.not-copied") })}</span>
        </span>
    }
    .into_any()
}

/// Games that cannot be read any more. Their text is still there.
pub(super) fn unread_games(list: Memo<GameList>, remove: Callback<String>) -> impl IntoView {
    move || {
        let unread = list.with(|list| list.unread.clone());
        if unread.is_empty() {
            return ().into_any();
        }
        let rows = unread.into_iter().map(|unread| {
            let (text, id) = (unread.text.clone(), unread.id.clone());
            view! {
                <li class="card" data-unread=unread.id.clone()>
                    <p>{unread.why.view()}</p>
                    <div class="row">
                        <CopyButton mark="copy-record" label=t("history.copy-text") text=Callback::new(move |()| text.clone())/>
                        <button type="button" class="button danger" data-do="delete" on:click=move |_| remove.run(id.clone())>{t("history.delete")}</button>
                    </div>
                </li>
            }
        });
        view! {
            <section class="games" aria-labelledby="unread-title">
                <h2 id="unread-title">{t("history.unread")}</h2>
                <p class="muted">{t("history.unread-told")}</p>
                <ul class="kept-list">{rows.collect_view()}</ul>
            </section>
        }
        .into_any()
    }
}
