//! All games on this device, and what they add up to.

mod carry;
mod figures;
mod games;
mod list;

use leptos::prelude::*;

use crate::choices::{ChoiceItem, Choices};
use crate::messages::t;
use crate::reviewed;
use crate::route::Route;
use crate::saved;
use crate::storage;
use carry::carry;
use figures::all_figures;
use games::{games, unread_games};
use list::{HistoryEntry, kinds, read_list};

/// What was deleted, until something else is.
#[derive(Clone, PartialEq, Debug)]
struct Removed {
    id: String,
    text: String,
    review: Option<String>,
}

/// All games on this device, and what they add up to.
#[component]
pub fn History() -> impl IntoView {
    let changes = RwSignal::new(0u32);
    let list = Memo::new(move |_| {
        changes.track();
        read_list()
    });
    let filter = RwSignal::new(None::<String>);
    let removed = RwSignal::new(None::<Removed>);
    let remove = Callback::new(move |id: String| {
        let Some(text) = saved::text(&id) else { return };
        let review = storage::read(&format!("review.{id}"));
        saved::forget(&id);
        reviewed::forget(&id);
        removed.set(Some(Removed { id, text, review }));
        changes.update(|changes| *changes += 1);
    });
    let undo = move |_| {
        if let Some(Removed { id, text, review }) = removed.get_untracked() {
            saved::put_back(&id, &text);
            if let Some(review) = review {
                let _ = storage::write(&format!("review.{id}"), &review);
            }
            removed.set(None);
            changes.update(|changes| *changes += 1);
        }
    };
    // A game that goes on in another tab is listed as it is there.
    let listener = window_event_listener(leptos::ev::storage, move |event| {
        if event.key().as_deref().and_then(saved::id_of_key).is_some() {
            changes.update(|changes| *changes += 1);
        }
    });
    on_cleanup(move || listener.remove());
    let kinds = Memo::new(move |_| list.with(|list| kinds(&list.items)));
    let chooser = move || {
        let kinds = kinds.get();
        (kinds.len() > 1).then(|| {
            let choices = std::iter::once(ChoiceItem::new("filter-all", t("history.all")))
                .chain(kinds.iter().map(|(game, name)| ChoiceItem::new(format!("filter-{game}"), name.clone())))
                .collect();
            let games: Vec<String> = kinds.into_iter().map(|(game, _)| game).collect();
            let chosen = {
                let games = games.clone();
                Signal::derive(move || filter.get().and_then(|game| games.iter().position(|known| *known == game)).map_or(0, |index| index + 1))
            };
            let choose = Callback::new(move |index: usize| filter.set(index.checked_sub(1).and_then(|index| games.get(index).cloned())));
            view! { <div class="history-filter"><Choices label=t("history.filter") choices=choices chosen=chosen choose=choose/></div> }
        })
    };
    let shown = Memo::new(move |_| {
        let wanted = filter.get();
        list.with(|list| {
            let fits = |item: &&HistoryEntry| wanted.as_ref().is_none_or(|wanted| item.game == *wanted);
            list.items
                .iter()
                .filter(fits)
                .cloned()
                .collect::<Vec<HistoryEntry>>()
        })
    });
    let is_empty = Memo::new(move |_| list.with(|list| list.items.is_empty() && list.unread.is_empty()));
    view! {
        <main id="content" data-page="history" class="after">
            <header class="page-head">
                <a class="icon-button" href=Route::Home.hash() aria-label=t("common.home")><svg viewBox="0 0 24 24" aria-hidden="true"><path d="M15 5l-7 7 7 7"/></svg></a>
                <h1>{t("common.page.history")}</h1>
            </header>
            {move || is_empty.get().then(|| view! {
                <div class="card empty"><p>{t("history.empty")}</p><a class="button primary" href=Route::Home.hash()>{t("history.play")}</a></div>
            })}
            {chooser}
            <div class="history-columns">
                <div class="history-figures">{all_figures(shown, filter, changes)}</div>
                <div class="history-games">
                    {games(shown, remove)}
                    {unread_games(list, remove)}
                </div>
            </div>
            {carry(list, changes)}
            <div class="undo-bar" role="status">
                {move || removed.get().map(|_| view! {
                    <p class="toast">
                        <span>{t("history.deleted")}</span>
                        <button type="button" class="button small" data-do="undo-delete" on:click=undo>{t("history.undo")}</button>
                        <button type="button" class="icon-button" data-do="close-undo" aria-label=t("common.close") on:click=move |_| removed.set(None)>"×"</button>
                    </p>
                })}
            </div>
        </main>
    }
}
