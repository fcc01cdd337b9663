//! All games on this device, and what they add up to.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use finaud_rules::Seat;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen_futures::JsFuture;

use crate::any_table::AnyTable;
use crate::chart::{Form, Histogram};
use crate::choices::{Choice, Choices};
use crate::finish::{CopyButton, own_seat};
use crate::messages::{Language, language, t, tf, tn};
use crate::pages::review::date;
use crate::reviewed;
use crate::route::Route;
use crate::saved::{self, NotLoaded, Saved};
use crate::settings::settings;
use crate::share::{self, Exported, Fault};
use crate::start::GAMES;
use crate::statistics::{Figures, Finished, figures};
use crate::storage;
use crate::tell;
use crate::work::{self, About, Answer, Ask, Desk};

/// So many games are listed at first, and with each "more".
const LISTED: usize = 30;
/// So many games are reviewed at once.
const REVIEWED: usize = 10;
/// A larger file holds something else.
const MOST_BYTES: f64 = 20e6;

/// A game in the list.
#[derive(Clone, PartialEq, Debug)]
struct Item {
    saved: Saved,
    game: String,
    name: String,
    players: usize,
    /// Who played, with points.
    seats: Vec<(String, i32, bool)>,
    /// The seat of the person at this device; `None` where only bots played.
    own: Option<Seat>,
    points: i32,
    /// The points of the zones and of the foxes.
    parts: Vec<i32>,
    won: Option<bool>,
    steps: usize,
    /// The zones, by name.
    zones: Vec<String>,
}

/// A game that cannot be read, with the text that is left of it.
#[derive(Clone, PartialEq, Debug)]
struct Unread {
    id: String,
    text: String,
    why: String,
}

#[derive(Clone, PartialEq, Debug, Default)]
struct Shelf {
    items: Vec<Item>,
    unread: Vec<Unread>,
}

thread_local! {
    /// What was worked out already, by the name of the game and how often it was kept.
    static KNOWN: RefCell<BTreeMap<(String, u64), Item>> = const { RefCell::new(BTreeMap::new()) };
}

impl Item {
    fn of(saved: Saved, table: &AnyTable, name: &str) -> Item {
        let language = settings().language.get_untracked();
        let seats = (0..table.seats() as u8).map(Seat);
        let winners = table.winners();
        let own = seats
            .clone()
            .any(|seat| table.is_person(seat))
            .then(|| own_seat(table, name));
        let score = own.and_then(|own| table.score(own));
        Item {
            game: table.game().into(),
            name: table.name().into(),
            players: table.seats(),
            seats: seats
                .map(|seat| {
                    (
                        tell::seat(language, table, seat),
                        table.points(seat),
                        winners.contains(seat),
                    )
                })
                .collect(),
            points: own.map_or(0, |own| table.points(own)),
            parts: score.map_or_else(Vec::new, |score| {
                score
                    .zones
                    .iter()
                    .map(|points| i32::from(*points))
                    .chain([i32::from(score.fox_points)])
                    .collect()
            }),
            won: own.filter(|_| table.seats() > 1).map(|own| winners.contains(own)),
            own,
            steps: table.steps(),
            zones: table.sheet().map_or_else(Vec::new, |sheet| {
                sheet.zones.iter().map(|zone| zone.name.clone()).collect()
            }),
            saved,
        }
    }

    fn finished(&self) -> Option<Finished> {
        let own = self.own.filter(|_| self.saved.over)?;
        Some(Finished {
            id: self.saved.id.clone(),
            when: self.saved.started,
            points: self.points,
            parts: self.parts.clone(),
            won: self.won,
            account: reviewed::load(&self.saved.id, self.steps)
                .seats
                .get(&own.0)
                .copied(),
        })
    }
}

/// Everything that is kept, newest first.
fn shelf() -> Shelf {
    let language = settings().language.get_untracked();
    let name = settings().name.get_untracked();
    let mut shelf = Shelf::default();
    for id in saved::ids() {
        match saved::load(&id) {
            Ok(saved) => {
                let key = (format!("{id} {} {name}", language.code()), saved.revision);
                if let Some(item) = KNOWN.with_borrow(|known| known.get(&key).cloned()) {
                    shelf.items.push(Item { saved, ..item });
                    continue;
                }
                match share::open(&saved.record, saved.sheet.as_deref()) {
                    Ok(table) => {
                        let item = Item::of(saved, &table, &name);
                        KNOWN.with_borrow_mut(|known| known.insert(key, item.clone()));
                        shelf.items.push(item);
                    }
                    Err(fault) => shelf.unread.push(Unread {
                        text: saved.record,
                        why: fault_text(language, &fault),
                        id,
                    }),
                }
            }
            Err(NotLoaded::Missing) => {}
            Err(NotLoaded::Newer) => shelf.unread.push(Unread {
                text: saved::text(&id).unwrap_or_default(),
                why: language.text("share.fault.newer").into(),
                id,
            }),
            Err(NotLoaded::Broken(why)) => shelf.unread.push(Unread {
                text: saved::text(&id).unwrap_or_default(),
                why: language.fill("share.fault.broken", &[("why", &why)]),
                id,
            }),
        }
    }
    shelf
        .items
        .sort_by(|one, other| other.saved.changed.total_cmp(&one.saved.changed));
    shelf
}

/// What is wrong with a record, in a sentence.
pub fn fault_text(language: Language, fault: &Fault) -> String {
    match fault {
        Fault::Newer => language.text("share.fault.newer").into(),
        Fault::UnknownSheet(id) => language.fill("share.fault.sheet", &[("id", id)]),
        Fault::OtherEdition(id) => language.fill("share.fault.edition", &[("id", id)]),
        Fault::Broken {
            line: Some(line),
            why,
        } => language.fill("share.fault.line", &[("line", line), ("why", why)]),
        Fault::Broken { line: None, why } => language.fill("share.fault.broken", &[("why", why)]),
    }
}

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
    let shelf = Memo::new(move |_| {
        changes.track();
        shelf()
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
    let kinds = Memo::new(move |_| shelf.with(|shelf| kinds(&shelf.items)));
    let chooser = move || {
        let kinds = kinds.get();
        (kinds.len() > 1).then(|| {
            let choices = std::iter::once(Choice::new("filter-all", t("history.all")))
                .chain(kinds.iter().map(|(game, name)| Choice::new(format!("filter-{game}"), name.clone())))
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
        shelf.with(|shelf| {
            let fits = |item: &&Item| wanted.as_ref().is_none_or(|wanted| item.game == *wanted);
            shelf.items.iter().filter(fits).cloned().collect::<Vec<Item>>()
        })
    });
    let is_empty = Memo::new(move |_| shelf.with(|shelf| shelf.items.is_empty() && shelf.unread.is_empty()));
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
                <div class="history-figures"><AllFigures shown=shown filter=filter changes=changes/></div>
                <div class="history-games">
                    <Games shown=shown remove=remove/>
                    <UnreadGames shelf=shelf remove=remove/>
                </div>
            </div>
            <Carry shelf=shelf changes=changes/>
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

/// The games there are, in the order of the first page, then sheets of one's own.
fn kinds(items: &[Item]) -> Vec<(String, String)> {
    let known: BTreeSet<(usize, String, String)> = items
        .iter()
        .map(|item| {
            let place = GAMES
                .iter()
                .position(|game| *game == item.game)
                .unwrap_or(GAMES.len());
            (place, item.game.clone(), item.name.clone())
        })
        .collect();
    let mut kinds: Vec<(String, String)> = known.into_iter().map(|(_, game, name)| (game, name)).collect();
    kinds.dedup_by(|one, other| one.0 == other.0);
    kinds
}

/// The figures of one kind of game, or of each kind in short.
#[component]
fn AllFigures(
    shown: Memo<Vec<Item>>,
    filter: RwSignal<Option<String>>,
    changes: RwSignal<u32>,
) -> impl IntoView {
    let players = RwSignal::new(None::<usize>);
    move || {
        let items = shown.get();
        changes.track();
        let kinds = kinds(&items);
        if filter.get().is_none() && kinds.len() > 1 {
            return in_short(&items, &kinds, filter);
        }
        let counts: Vec<usize> = {
            let counts: BTreeSet<usize> = items
                .iter()
                .filter(|item| item.finished().is_some())
                .map(|item| item.players)
                .collect();
            counts.into_iter().collect()
        };
        let Some(count) = players
            .get()
            .filter(|count| counts.contains(count))
            .or(most_played(&items))
        else {
            return ().into_any();
        };
        let chooser = (counts.len() > 1).then(|| {
            let name = |count: usize| if count == 1 { t("history.alone").to_owned() } else { tf("history.of", &[("n", &count)]) };
            let choices = counts.iter().map(|count| Choice::new(format!("players-{count}"), name(*count))).collect();
            let all = counts.clone();
            let chosen = counts.iter().position(|known| *known == count).unwrap_or(0);
            let choose = Callback::new(move |index: usize| players.set(all.get(index).copied()));
            view! { <Choices label=t("history.players") choices=choices chosen=Signal::derive(move || chosen) choose=choose/> }
        });
        let fitting: Vec<Item> = items.into_iter().filter(|item| item.players == count).collect();
        let finished: Vec<Finished> = fitting.iter().filter_map(Item::finished).collect();
        let Some(figures) = figures(&finished) else {
            return ().into_any();
        };
        let zones = fitting.first().map(|item| item.zones.clone()).unwrap_or_default();
        view! {
            <section class="figures-of" aria-labelledby="figures-title">
                <div class="spread"><h2 id="figures-title">{t("history.figures")}</h2>{chooser}</div>
                {in_full(&figures, &zones, fitting, changes)}
            </section>
        }
        .into_any()
    }
}

fn most_played(items: &[Item]) -> Option<usize> {
    let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
    for item in items.iter().filter(|item| item.finished().is_some()) {
        *counts.entry(item.players).or_default() += 1;
    }
    counts
        .into_iter()
        .max_by_key(|(players, games)| (*games, usize::MAX - players))
        .map(|(players, _)| players)
}

fn in_short(items: &[Item], kinds: &[(String, String)], filter: RwSignal<Option<String>>) -> AnyView {
    let language = language();
    let rows = kinds.iter().filter_map(|(game, name)| {
        let of_it: Vec<Item> = items.iter().filter(|item| item.game == *game).cloned().collect();
        let count = most_played(&of_it)?;
        let finished: Vec<Finished> = of_it.iter().filter(|item| item.players == count).filter_map(Item::finished).collect();
        let figures = figures(&finished)?;
        let all = of_it.iter().filter_map(Item::finished).count();
        let game = game.clone();
        Some(view! {
            <tr>
                <th scope="row"><button type="button" class="link" on:click=move |_| filter.set(Some(game.clone()))>{name.clone()}</button></th>
                <td>{all}</td>
                <td>{language.decimal(figures.mean)}</td>
                <td><b>{figures.best.0}</b></td>
            </tr>
        })
    });
    let rows: Vec<_> = rows.collect();
    if rows.is_empty() {
        return ().into_any();
    }
    view! {
        <section class="card" aria-labelledby="figures-title">
            <h2 id="figures-title">{t("history.figures")}</h2>
            <table class="figures">
                <thead><tr>
                    <th scope="col">{t("history.game")}</th>
                    <th scope="col">{t("history.games")}</th>
                    <th scope="col">{t("history.mean")}</th>
                    <th scope="col">{t("history.best")}</th>
                </tr></thead>
                <tbody>{rows}</tbody>
            </table>
        </section>
    }
    .into_any()
}

fn in_full(figures: &Figures, zones: &[String], items: Vec<Item>, changes: RwSignal<u32>) -> AnyView {
    let language = language();
    let tile = |name: &'static str, value: AnyView| view! { <div class="tile"><dt>{name}</dt><dd>{value}</dd></div> };
    let best = view! { <a href=Route::Review(figures.best.1.clone()).hash()>{figures.best.0}</a> }.into_any();
    let fourth = match (figures.won, figures.without_luck) {
        (Some(won), _) => tile(t("history.won"), won.into_any()),
        (None, _) => tile(
            t("history.spread"),
            format!("±{}", language.decimal(figures.spread)).into_any(),
        ),
    };
    let most = figures.parts.iter().copied().fold(1.0, f64::max);
    let parts = (!figures.parts.is_empty()).then(|| {
        let rows = figures.parts.iter().enumerate().map(|(index, mean)| {
            let (name, colour) = match zones.get(index) {
                Some(zone) => (tell::colour(language, zone), zone.clone()),
                None => (t("finish.foxes").to_owned(), "black".into()),
            };
            let width = 100.0 * mean.max(0.0) / most;
            view! {
                <tr>
                    <th scope="row">{name}</th>
                    <td class="bar-cell"><span class="score-bar" aria-hidden="true"><i style=format!("width:{width:.1}%;background:var(--{colour})")></i></span></td>
                    <td>{language.decimal(*mean)}</td>
                </tr>
            }
        });
        view! {
            <section class="card" aria-labelledby="parts-title">
                <h3 id="parts-title">{t("history.parts")}</h3>
                <table class="figures parts"><caption class="visually-hidden">{t("history.parts")}</caption><tbody>{rows.collect_view()}</tbody></table>
            </section>
        }
    });
    view! {
        <dl class="tiles">
            {tile(t("history.games"), figures.games.into_any())}
            {tile(t("history.mean"), language.decimal(figures.mean).into_any())}
            {tile(t("history.best"), best)}
            {fourth}
        </dl>
        <section class="card" aria-labelledby="spread-title">
            <h3 id="spread-title">{t("history.distribution")}</h3>
            <Histogram bins=figures.bins.clone() mean=figures.mean/>
            <p class="muted small">{tf("history.mean-line", &[("n", &language.decimal(figures.mean))])}</p>
        </section>
        {parts}
        <section class="card" aria-labelledby="form-title">
            <h3 id="form-title">{t("history.form")}</h3>
            <Form games=figures.form.clone()/>
            <ul class="chart-key">
                <li><svg viewBox="0 0 14 14" aria-hidden="true"><circle class="result" cx="7" cy="7" r="4"/></svg>{t("history.result")}</li>
                <li><svg viewBox="0 0 14 14" aria-hidden="true"><path class="adjusted" d="M7 1.5l5.5 5.5-5.5 5.5-5.5-5.5z"/></svg>{t("history.without-luck")}</li>
            </ul>
            <p class="muted small">
                {match figures.without_luck {
                    Some((mean, games)) => language.fill(
                        if language.is_one(games as i64) { "history.form-mean.one" } else { "history.form-mean.many" },
                        &[("mean", &language.decimal(mean)), ("n", &games)],
                    ),
                    None => t("history.form-none").into(),
                }}
            </p>
            <ReviewMany items=items changes=changes/>
        </section>
    }
    .into_any()
}

/// Reviews the last games, so that luck can be taken out of them.
#[component]
fn ReviewMany(items: Vec<Item>, changes: RwSignal<u32>) -> impl IntoView {
    let missing: Vec<Item> = items
        .into_iter()
        .filter(|item| item.finished().is_some())
        .take(REVIEWED)
        .filter(|item| item.finished().is_some_and(|game| game.account.is_none()))
        .collect();
    if missing.is_empty() {
        return ().into_any();
    }
    let count = missing.len();
    let missing = StoredValue::new(missing);
    let progress = RwSignal::new(None::<f64>);
    let turn = StoredValue::new(0u32);
    let begin = move |_| {
        turn.update_value(|turn| *turn += 1);
        let mine = turn.get_value();
        progress.set(Some(0.0));
        let games = missing.get_value();
        let language = language();
        spawn_local(async move {
            let mut reviewed_any = false;
            for (index, item) in games.iter().enumerate() {
                let Some(own) = item.own else { continue };
                let ask = Ask::Review {
                    about: About {
                        record: item.saved.record.clone(),
                        sheet: item.saved.sheet.clone(),
                    },
                    seat: own.0,
                    language,
                };
                let part = move |part: f64| {
                    progress.try_set(Some((index as f64 + part) / count as f64));
                };
                let answer = work::ask(Desk::Long, ask, part).await;
                if let Answer::Review(review) = answer {
                    reviewed_any = true;
                    reviewed::change(&item.saved.id, item.steps, |kept| {
                        kept.seats.insert(own.0, review.points);
                    });
                }
                if turn.try_get_value() != Some(mine) {
                    break;
                }
            }
            progress.try_set(None);
            if reviewed_any {
                changes.try_update(|changes| *changes += 1);
            }
        });
    };
    let stop = move || {
        turn.try_update_value(|turn| *turn += 1);
        work::dismiss(Desk::Long);
    };
    on_cleanup(move || {
        if progress.try_get_untracked().flatten().is_some() {
            stop();
        }
    });
    let content = move || {
        match progress.get() {
        None => view! {
            <button type="button" class="button" data-do="review-last" on:click=begin>{tn("history.review-last", count as i64)}</button>
        }
        .into_any(),
        Some(part) => view! {
            <div class="progress-row">
                <progress max="1" prop:value=part aria-label=t("review.progress")></progress>
                <button type="button" class="button small quiet" data-do="stop-review" on:click=move |_| stop()>{t("common.cancel")}</button>
            </div>
        }
        .into_any(),
    }
    };
    view! { <div class="review-many">{content}</div> }.into_any()
}

/// The list of games.
#[component]
fn Games(shown: Memo<Vec<Item>>, remove: Callback<String>) -> impl IntoView {
    let most = RwSignal::new(LISTED);
    move || {
        let items = shown.get();
        if items.is_empty() {
            return ().into_any();
        }
        let (going_on, over): (Vec<Item>, Vec<Item>) = items.into_iter().partition(|item| !item.saved.over);
        let rest = over.len().saturating_sub(most.get());
        let list = |title: &'static str, mark: &'static str, items: Vec<Item>| {
            (!items.is_empty()).then(|| view! {
                <section class="games" data-games=mark aria-label=title>
                    <h2>{title}</h2>
                    <ul class="kept-list">{items.into_iter().map(|item| row(item, remove)).collect_view()}</ul>
                </section>
            })
        };
        let listed: Vec<Item> = over.into_iter().take(most.get()).collect();
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

fn row(item: Item, remove: Callback<String>) -> AnyView {
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
        .map(|day| view! { <span class="tag">{tf("history.daily", &[("day", day)])}</span> });
    let main = match over {
        true => view! { <a class="button small" data-do="review" href=Route::Review(id.clone()).hash() aria-label=tf("history.review-named", &[("game", &named)])>{t("history.review")}</a> }.into_any(),
        false => view! { <a class="button small primary" data-do="resume" href=Route::Play(id.clone()).hash() aria-label=tf("history.resume-named", &[("game", &named)])>{t("history.resume")}</a> }.into_any(),
    };
    let record = item.saved.record.clone();
    let (deleted, named_id) = (id.clone(), id.clone());
    view! {
        <li class="kept-row card" data-game-id=named_id data-game=item.game.clone()>
            <div class="kept-what">
                <a class="kept-name" data-do="open" href=Route::Play(id).hash()>{item.name.clone()}</a>
                <span class="muted small">{when}</span>
                {daily}
            </div>
            {points}
            {(item.players > 1).then(|| view! { <p class="kept-people small">{people}</p> })}
            <div class="kept-actions">
                {main}
                <CopyIcon text=record named=named.clone()/>
                <button type="button" class="icon-button" data-do="delete" aria-label=tf("history.delete-named", &[("game", &named)]) title=t("history.delete")
                    on:click=move |_| remove.run(deleted.clone())>
                    <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13M10 11v5M14 11v5"/></svg>
                </button>
            </div>
        </li>
    }
    .into_any()
}

/// A small button that copies a record.
#[component]
fn CopyIcon(text: String, named: String) -> impl IntoView {
    let told = RwSignal::new(None::<bool>);
    let copy = move |_| {
        let text = text.clone();
        spawn_local(async move {
            let copied = share::copy(text).await;
            told.try_set(Some(copied));
            set_timeout(
                move || {
                    told.try_set(None);
                },
                std::time::Duration::from_secs(3),
            );
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
#[component]
fn UnreadGames(shelf: Memo<Shelf>, remove: Callback<String>) -> impl IntoView {
    move || {
        let unread = shelf.with(|shelf| shelf.unread.clone());
        if unread.is_empty() {
            return ().into_any();
        }
        let rows = unread.into_iter().map(|unread| {
            let (text, id) = (unread.text.clone(), unread.id.clone());
            view! {
                <li class="card" data-unread=unread.id.clone()>
                    <p>{unread.why}</p>
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

/// What an import brought.
#[derive(Clone, PartialEq, Debug, Default)]
struct Brought {
    taken: usize,
    known: usize,
    refused: Vec<String>,
}

/// Takes all games of a text that are not here yet.
fn bring(text: &str) -> Brought {
    let language = settings().language.get_untracked();
    let mut known: BTreeSet<String> = saved::all().into_iter().map(|saved| saved.record).collect();
    let mut brought = Brought::default();
    for found in share::import(text) {
        match found.table {
            Err(fault) => {
                let why = fault_text(language, &fault);
                brought.refused.push(match fault {
                    Fault::Broken { line: Some(_), .. } => why,
                    _ => language.fill("history.refused-from", &[("line", &found.line), ("why", &why)]),
                });
            }
            Ok(table) => {
                if !known.insert(table.record()) {
                    brought.known += 1;
                    continue;
                }
                let mut saved = Saved::new(&table, found.sheet);
                saved.over = table.is_over();
                let when = found.date.map_or(f64::NAN, |date| js_sys::Date::parse(&date));
                if when.is_finite() {
                    saved.started = when;
                    saved.changed = when;
                }
                saved::put_back(&saved.id, &serde_json::to_string(&saved).unwrap_or_default());
                brought.taken += 1;
            }
        }
    }
    brought
}

/// All games into a file, and back.
#[component]
fn Carry(shelf: Memo<Shelf>, changes: RwSignal<u32>) -> impl IntoView {
    let brought = RwSignal::new(None::<Result<Brought, String>>);
    let pasted = RwSignal::new(String::new());
    let take = move |text: &str| {
        brought.set(Some(Ok(bring(text))));
        changes.update(|changes| *changes += 1);
    };
    let export = move |_| {
        let text = shelf.with_untracked(|shelf| {
            let iso = |when: f64| String::from(js_sys::Date::new(&when.into()).to_iso_string());
            let mut games: Vec<Exported<'_>> = shelf
                .items
                .iter()
                .rev()
                .map(|item| Exported {
                    record: &item.saved.record,
                    sheet: item.saved.sheet.as_deref(),
                    date: iso(item.saved.started),
                })
                .collect();
            // What cannot be read here may be read elsewhere.
            games.extend(
                shelf
                    .unread
                    .iter()
                    .filter(|unread| unread.text.starts_with("finaud record "))
                    .map(|unread| Exported {
                        record: &unread.text,
                        sheet: None,
                        date: iso(saved::now()),
                    }),
            );
            share::export(&games)
        });
        let day = String::from(js_sys::Date::new(&saved::now().into()).to_iso_string());
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
    let any = Memo::new(move |_| shelf.with(|shelf| !shelf.items.is_empty() || !shelf.unread.is_empty()));
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
                    pasted.set(String::new());
                }>{t("history.take")}</button>
            </details>
            <div role="status" data-imported>
                {move || brought.get().map(|brought| match brought {
                    Err(why) => view! { <p class="refused">{why}</p> }.into_any(),
                    Ok(brought) => view! {
                        <p data-taken=brought.taken data-known=brought.known data-refused=brought.refused.len()>
                            {tn("history.taken", brought.taken as i64)}
                            {(brought.known > 0).then(|| format!(" {}", tn("history.known", brought.known as i64)))}
                            {(!brought.refused.is_empty()).then(|| format!(" {}", tn("history.refused", brought.refused.len() as i64)))}
                        </p>
                        <ul class="refused">{brought.refused.into_iter().take(20).map(|why| view! { <li>{why}</li> }).collect_view()}</ul>
                    }
                    .into_any(),
                })}
            </div>
        </section>
    }
    .into_any()
}
