//! A whole game from a link.

use std::time::Duration;

use finaud_players::Bot;
use finaud_record::RecordHeader;
use finaud_rules::Seat;
use finaud_table::{AnyEvent, ChanceSource, Table};
use leptos::prelude::*;

use crate::choices::{ChoiceItem, Choices, Switch};
use crate::describe::describe;
use crate::error_text::ErrorText;
use crate::finish::{ScoreTable, help_tag};
use crate::lazy;
use crate::messages::{language, t, tf};
use crate::new_game::{NewGame, me_and_bots};
use crate::open::open;
use crate::pages::setup::Alert;
use crate::reviewed::Reviewed;
use crate::route::Route;
use crate::saved::{self, Beat, Saved};
use crate::share::{self, CopyButton, NotUnpacked, Packed};
use crate::steps::Steps;
use crate::storage;
use crate::tell;

/// Under which name it is kept whether scores are hidden until the end.
const HIDDEN: &str = "replay.hidden";
/// How fast a game plays by itself: how often the pace of somebody who reads along.
const SPEEDS: [u64; 3] = [1, 2, 4];

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
    let nameless = share::without_names(&table.record_text());
    // As it came, with what it tells beside the game.
    let record = packed.record.clone();
    let header = RecordHeader::read(&packed.record).ok();
    let hints = header.as_ref().map_or(0, share::told_hints);
    let known = saved::all()
        .into_iter()
        .find(|saved| share::without_names(&saved.record) == nameless);
    let kept = RwSignal::new(known.map(|saved| saved.id));
    let played_on = saved::is_played_on(&packed.record);
    let seal = lazy::seal(&packed.record, packed.sheet.clone());
    let keep = {
        let (sealed, record_as_it_came) = (seal.is_some(), packed.record.clone());
        let (table, sheet) = (table.clone(), packed.sheet.clone());
        move |_| {
            let mut saved = Saved::new(&table, sheet.clone());
            saved.over = table.is_over();
            saved.played_on = played_on;
            saved.hints = hints;
            saved.brought = true;
            if sealed {
                // What proves the dice stays with the game.
                saved.record.clone_from(&record_as_it_came);
            }
            // If the device refuses, it is kept in memory and the page says so.
            let _ = saved::save(&mut saved);
            kept.set(Some(saved.id));
        }
    };
    let over = table.is_over();
    let own_sheet = packed.sheet.clone();
    let none = Signal::derive(|| None::<std::sync::Arc<Reviewed>>);
    let at = RwSignal::new(0usize);
    let steps = table.steps();
    let hidden = RwSignal::new(over && storage::read(HIDDEN).is_some());
    // What was seen once need not be hidden again.
    let seen = RwSignal::new(false);
    Effect::new(move |_| {
        if at.get() >= steps {
            seen.set(true);
        }
    });
    let shows_scores = Memo::new(move |_| !hidden.get() || seen.get());
    let scores = table.clone();
    let alert = RwSignal::new(None::<String>);
    let same = same_dice(&table, packed.sheet.clone(), hints, shows_scores, alert);
    let table = StoredValue::new(table);
    let told_scores = move || match shows_scores.get() {
        true => view! { <ScoreTable table=scores.clone()/> }.into_any(),
        false => view! { <p class="card muted" data-hidden-scores>{t("share.watch.hidden")}</p> }.into_any(),
    };
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
        <p class="muted after-sub">{heading} {help_tag(hints)}</p>
        <Alert alert=alert/>
        <div class="review-columns">
            <div class="review-steps card" id="steps">
                {watch(table, at)}
                {over.then(|| view! {
                    <Switch label=t("share.watch.hide") explained="" mark="hide-scores" on=hidden set=move |on: bool| {
                        hidden.set(on);
                        seen.set(false);
                        match on {
                            true => { let _ = storage::write(HIDDEN, "yes"); }
                            false => storage::remove(HIDDEN),
                        }
                    }/>
                })}
                <Steps table=table at=at reviewed=none sheet=own_sheet/>
            </div>
            <div class="review-findings">
                {told_scores}
                {seal}
                <div class="row">
                    {actions}
                    {same}
                    <CopyButton mark="copy-record" label=t("share.record") text=Callback::new(move |()| record.clone())/>
                </div>
                <p class="muted small">{tf("share.link.told", &[("n", &table.with_value(Table::steps))])}</p>
            </div>
        </div>
    }
    .into_any()
}

/// A button that begins a game of one's own with the same dice; people who typed theirs have none to give.
fn same_dice(
    table: &Table,
    sheet: Option<String>,
    hints: u32,
    shows_scores: Memo<bool>,
    alert: RwSignal<Option<String>>,
) -> Option<AnyView> {
    let ChanceSource::Seed(seed) = table.chance_source() else {
        return None;
    };
    let (spec, players) = (table.spec(sheet.as_deref()), table.seats());
    let best = table.all_seats().max_by_key(|seat| table.points(*seat));
    let best = best.filter(|_| table.is_over()).map(|seat: Seat| Beat {
        points: table.points(seat),
        by: tell::seat(language(), table, seat),
        hints,
    });
    let cards = table.sheet().is_none();
    let begin = move |_| {
        let new = NewGame {
            spec: spec.clone(),
            // Points that one did not want to see are nothing to aim at.
            beat: best.clone().filter(|_| shows_scores.get_untracked()),
            ..NewGame::plain(
                &spec.game,
                me_and_bots(players, Bot::Club),
                ChanceSource::Seed(seed),
            )
        };
        if let Err(error) = new.go() {
            alert.set(Some(describe(&error.message())));
        }
    };
    let label = t(if cards {
        "share.watch.same-cards"
    } else {
        "share.watch.same"
    });
    Some(
        view! { <button type="button" class="button" data-do="same-dice" on:click=begin>{label}</button> }
            .into_any(),
    )
}

/// How long an event is looked at, in milliseconds.
fn pause(table: &Table, step: usize) -> u64 {
    match table.event(step) {
        Some(AnyEvent::Outcome(_)) => 900,
        _ => 1_300,
    }
}

/// Lets the game play by itself: play, pause, how fast.
fn watch(table: StoredValue<Table>, at: RwSignal<usize>) -> impl IntoView {
    let steps = table.with_value(Table::steps);
    let playing = RwSignal::new(false);
    let speed = RwSignal::new(0usize);
    // Whatever moves the game, the next step is due a while later; a pause or the end leaves no timer behind.
    Effect::new(move |before: Option<Option<TimeoutHandle>>| {
        if let Some(Some(timer)) = before {
            timer.clear();
        }
        let (now, speed) = (at.get(), SPEEDS[speed.get()]);
        if !playing.get() {
            return None;
        }
        if now >= steps {
            playing.set(false);
            return None;
        }
        let due = table.with_value(|table| pause(table, now)) / speed;
        let next = move || {
            at.try_update(|at| *at = (*at + 1).min(steps));
        };
        set_timeout_with_handle(next, Duration::from_millis(due)).ok()
    });
    let toggle = move |_| {
        if !playing.get_untracked() && at.get_untracked() >= steps {
            at.set(0);
        }
        playing.update(|playing| *playing = !*playing);
    };
    let choices = SPEEDS
        .iter()
        .map(|speed| ChoiceItem::new(format!("speed-{speed}"), format!("{speed}×")))
        .collect();
    view! {
        <div class="watch" data-playing=move || playing.get().to_string()>
            <button type="button" class="button primary" data-do="autoplay" on:click=toggle>
                <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" fill="currentColor">
                    <path d=move || if playing.get() { "M6 5h4v14H6zM14 5h4v14h-4z" } else { "M7 4l13 8-13 8z" }></path>
                </svg>
                {move || t(if playing.get() { "share.watch.pause" } else { "share.watch.play" })}
            </button>
            <Choices label=t("share.watch.speed") choices=choices chosen=Signal::derive(move || speed.get()) choose=move |index: usize| speed.set(index)/>
        </div>
    }
    .into_any()
}
