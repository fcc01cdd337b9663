//! What all games add up to.

use finaud_rules::push::MAX_PUSH_SEATS;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::list::{HistoryEntry, kinds};
use crate::chart::{Form, Histogram};
use crate::choices::{ChoiceItem, Choices};
use crate::messages::{language, t, tf, tn};
use crate::reviewed;
use crate::route::Route;
use crate::statistics::{ENOUGH, Finished, GameStatistics, Help, figures};
use crate::work::{self, Lane, WholeGame, WorkerRequest, WorkerResponse};

/// So many games are reviewed at once.
const REVIEWED: usize = 10;

/// The figures of one kind of game, or of each kind in short.
pub(super) fn all_figures(
    shown: Memo<Vec<HistoryEntry>>,
    filter: RwSignal<Option<String>>,
    changes: RwSignal<u32>,
) -> impl IntoView {
    let players = RwSignal::new(None::<usize>);
    let wanted = RwSignal::new(None::<Help>);
    move || {
        let all = shown.get();
        changes.track();
        let kinds = kinds(&all);
        // Games with help of the coach are kept apart; there is nothing to choose where all are of one kind.
        let there = |helped: bool| {
            all.iter()
                .any(|item| item.finished().is_some_and(|game| game.helped == helped))
        };
        let both = there(true) && there(false);
        let help = match both {
            true => wanted.get().unwrap_or(Help::Without),
            false => Help::Any,
        };
        let helps = both.then(|| {
            let choices = [("help-without", "history.help-without"), ("help-with", "history.help-with"), ("help-any", "history.help-any")];
            let choices = choices.into_iter().map(|(mark, key)| ChoiceItem::new(mark, t(key))).collect();
            let chosen = Help::ALL.iter().position(|known| *known == help).unwrap_or(0);
            let choose = Callback::new(move |index: usize| wanted.set(Help::ALL.get(index).copied()));
            view! { <Choices label=t("history.help") choices=choices chosen=Signal::derive(move || chosen) choose=choose/> }
        });
        let items: Vec<HistoryEntry> = all
            .into_iter()
            .filter(|item| help.takes(item.saved.hints > 0))
            .collect();
        let all_helped = !both
            && items
                .iter()
                .any(|item| item.finished().is_some_and(|game| game.helped));
        let helps = view! {
            {helps}
            {all_helped.then(|| view! { <p class="muted small" data-all-helped>{t("history.all-helped")}</p> })}
        };
        if filter.get().is_none() && kinds.len() > 1 {
            return view! { <div class="figures-of">{helps} {in_short(&items, &kinds, filter)}</div> }
                .into_any();
        }
        let played = |count: &usize| {
            items
                .iter()
                .any(|item| item.players == *count && item.finished().is_some())
        };
        let counts: Vec<usize> = (1..=MAX_PUSH_SEATS).filter(played).collect();
        let Some(count) = players
            .get()
            .filter(|count| counts.contains(count))
            .or(most_played(&items))
        else {
            return ().into_any();
        };
        let chooser = (counts.len() > 1).then(|| {
            let name = |count: usize| if count == 1 { t("history.alone").to_owned() } else { tf("history.of", &[("n", &count)]) };
            let choices = counts.iter().map(|count| ChoiceItem::new(format!("players-{count}"), name(*count))).collect();
            let all = counts.clone();
            let chosen = counts.iter().position(|known| *known == count).unwrap_or(0);
            let choose = Callback::new(move |index: usize| players.set(all.get(index).copied()));
            view! { <Choices label=t("history.players") choices=choices chosen=Signal::derive(move || chosen) choose=choose/> }
        });
        let fitting: Vec<HistoryEntry> = items.into_iter().filter(|item| item.players == count).collect();
        let finished: Vec<Finished> = fitting.iter().filter_map(HistoryEntry::finished).collect();
        let Some(figures) = figures(&finished) else {
            return ().into_any();
        };
        let zones = fitting.first().map(|item| item.zones.clone()).unwrap_or_default();
        view! {
            <section class="figures-of" aria-labelledby="figures-title">
                <div class="spread"><h2 id="figures-title">{t("history.figures")}</h2>{chooser}</div>
                {helps}
                {in_full(&figures, &zones, fitting, changes)}
            </section>
        }
        .into_any()
    }
}

fn most_played(items: &[HistoryEntry]) -> Option<usize> {
    let finished: Vec<usize> = items
        .iter()
        .filter(|item| item.finished().is_some())
        .map(|item| item.players)
        .collect();
    let games = |players: usize| finished.iter().filter(|known| **known == players).count();
    finished
        .iter()
        .copied()
        .max_by_key(|players| (games(*players), usize::MAX - players))
}

fn in_short(items: &[HistoryEntry], kinds: &[(String, String)], filter: RwSignal<Option<String>>) -> AnyView {
    let language = language();
    let rows = kinds.iter().filter_map(|(game, name)| {
        let of_it: Vec<HistoryEntry> = items.iter().filter(|item| item.game == *game).cloned().collect();
        let count = most_played(&of_it)?;
        let finished: Vec<Finished> = of_it.iter().filter(|item| item.players == count).filter_map(HistoryEntry::finished).collect();
        let figures = figures(&finished)?;
        let all = of_it.iter().filter_map(HistoryEntry::finished).count();
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

fn in_full(
    figures: &GameStatistics,
    zones: &[(String, String)],
    items: Vec<HistoryEntry>,
    changes: RwSignal<u32>,
) -> AnyView {
    let language = language();
    let tile = |name: &'static str, value: AnyView| view! { <div class="tile"><dt>{name}</dt><dd>{value}</dd></div> };
    let best = view! { <a href=Route::Review(figures.best.1.clone()).hash()>{figures.best.0}</a> }.into_any();
    let enough = figures.games >= ENOUGH;
    let spread = || {
        tile(
            t("history.spread"),
            format!("±{}", language.decimal(figures.spread)).into_any(),
        )
    };
    let fourth = match figures.won {
        Some(won) => Some(tile(t("history.won"), won.into_any())),
        // A few games do not tell how far they lie apart.
        None => enough.then(spread),
    };
    let best_of_all = figures.best_parts.iter().copied().max().unwrap_or(1);
    let most = f64::from(best_of_all.max(1));
    let parts = (!figures.parts.is_empty()).then(|| {
        let rows = figures.parts.iter().enumerate().map(|(index, mean)| {
            let (name, colour) = match zones.get(index) {
                Some(zone) => zone.clone(),
                None => (t("finish.foxes").to_owned(), "black".into()),
            };
            let width = 100.0 * mean.max(0.0) / most;
            view! {
                <tr>
                    <th scope="row">{name}</th>
                    <td class="bar-cell"><span class="score-bar" aria-hidden="true"><i style=format!("width:{width:.1}%;background:var(--{colour})")></i></span></td>
                    <td>{language.decimal(*mean)}</td>
                    <td><b>{figures.best_parts.get(index).copied()}</b></td>
                </tr>
            }
        });
        view! {
            <section class="card" aria-labelledby="parts-title">
                <h3 id="parts-title">{t("history.parts")}</h3>
                <table class="figures parts"><caption class="visually-hidden">{t("history.parts")}</caption>
                    <thead><tr>
                        <th scope="col"><span class="visually-hidden">{t("finish.zone")}</span></th>
                        <td></td>
                        <th scope="col">{t("history.mean")}</th>
                        <th scope="col">{t("history.best")}</th>
                    </tr></thead><tbody>{rows.collect_view()}</tbody></table>
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
            {if enough {
                view! {
                    <Histogram bins=figures.bins.clone() mean=figures.mean/>
                    <p class="muted small">{tf("history.mean-line", &[("n", &language.decimal(figures.mean))])}</p>
                }.into_any()
            } else {
                let points: Vec<String> = figures.form.iter().map(|game| format!("{:.0}", game.points)).collect();
                view! {
                    <p data-few=figures.games><strong>{points.join(" · ")}</strong></p>
                    <p class="muted small">{tn("history.few", (ENOUGH - figures.games) as i64)}</p>
                }.into_any()
            }}
        </section>
        {parts}
        <section class="card" aria-labelledby="form-title">
            <h3 id="form-title">{t("history.form")}</h3>
            {(figures.games > 1).then(|| view! { <Form games=figures.form.clone()/> })}
            <ul class="chart-key" hidden=figures.games == 1>
                <li><svg viewBox="0 0 14 14" aria-hidden="true"><circle class="result" cx="7" cy="7" r="4"/></svg>{t("history.result")}</li>
                <li><svg viewBox="0 0 14 14" aria-hidden="true"><path class="adjusted" d="M7 1.5l5.5 5.5-5.5 5.5-5.5-5.5z"/></svg>{t("history.without-luck")}</li>
            </ul>
            <p class="muted small">
                {match figures.without_luck {
                    Some((mean, games)) => language.fill(
                        "history.form-mean",
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
fn ReviewMany(items: Vec<HistoryEntry>, changes: RwSignal<u32>) -> impl IntoView {
    let missing: Vec<HistoryEntry> = items
        .into_iter()
        .filter(|item| item.finished().is_some())
        .take(REVIEWED)
        .filter(|item| item.finished().is_some_and(|game| game.account.is_none()))
        .filter(|item| !reviewed::load(&item.saved.id, item.steps).rough)
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
        spawn_local(async move {
            let mut reviewed_any = false;
            for (index, item) in games.iter().enumerate() {
                let Some(own) = item.own else { continue };
                let request = WorkerRequest::Review {
                    game: WholeGame {
                        record: item.saved.record.clone(),
                        sheet: item.saved.sheet.clone(),
                    },
                    seat: own.0,
                };
                let part = move |part: f64| {
                    progress.try_set(Some((index as f64 + part) / count as f64));
                };
                let response = work::ask(Lane::Long, request, part).await;
                if let WorkerResponse::Review(review) = response {
                    reviewed_any = true;
                    reviewed::change(&item.saved.id, item.steps, |kept| {
                        kept.seats.insert(own.0, review.points);
                        kept.rough = review.rough;
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
        work::dismiss(Lane::Long);
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
