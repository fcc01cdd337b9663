//! After the end: the game joins one's own, the dice are checked, and everybody goes on together.

use finaud_online::{Act, Broken, Client, Entry, Event, OnlineTable, Phase, Seal, verify};
use finaud_rules::{Message, Seat};
use leptos::prelude::*;

use super::line::TableLine;
use super::table::sentence;
use crate::describe::describe;
use crate::fetch::{self, Texts};
use crate::lazy::{self, AfterGame};
use crate::messages::{language, t};
use crate::route::{self, Route};
use crate::saved::{self, Saved};
use crate::session::GameSession;
use crate::share::{self, CopyButton};

/// The name under which a finished game is kept: the same however often its end is seen.
fn kept_as(client: &Client) -> String {
    let begun = client.log().first().map_or(0, |entry| entry.at.0);
    format!("{begun:x}-{}", client.id())
}

/// The game among one's own, once it is over; for whoever only watched, as a game that came from elsewhere.
fn finished(client: &Client, hints: u32) -> Option<Saved> {
    let table = client.confirmed()?;
    let game = client.table().filter(finaud_table::Table::is_over)?;
    if table.phase() != Phase::Over {
        return None;
    }
    let id = kept_as(client);
    let sheet = client.own_sheet().map(str::to_owned);
    let mut kept = saved::load(&id).unwrap_or_else(|_| Saved::new(&game, None));
    kept.id = id;
    kept.sheet = sheet;
    kept.record = client.record()?;
    kept.over = true;
    kept.coach = table.settings().hints;
    kept.hints = kept.hints.max(hints);
    kept.started = client
        .log()
        .first()
        .map_or(kept.started, |entry| entry.at.0 as f64);
    kept.seat = client.seat().map(|seat| seat.0);
    kept.brought = client.seat().is_none();
    kept.online = Some(client.id().to_string());
    kept.stood_in = stood_in(client);
    Some(kept)
}

/// Did a bot or somebody else choose for one's own seat during the game?
pub(super) fn stood_in(client: &Client) -> bool {
    client
        .seat()
        .is_some_and(|seat| changed_hands(client.log(), seat))
}

/// Was this seat left to a bot, or taken over, after the game began?
fn changed_hands(log: &[Entry], own: Seat) -> bool {
    let events = log.iter().filter_map(|entry| Event::read(&entry.body));
    let mut played = events.skip_while(|event| !matches!(event, Event::Began {}));
    played.any(|event| matches!(event, Event::Handed { seat, .. } | Event::Sat { seat, .. } if seat == own))
}

/// Keeps the game when it is over, and once more when its seeds are known.
pub(super) fn follow(line: TableLine, session: GameSession) {
    let known = Memo::new(move |_| {
        line.look(|client| {
            let table = client.confirmed()?;
            let over = table.phase() == Phase::Over && client.seat().is_some();
            over.then(|| (table.draw().revealed().is_some(), client.seat()))
        })
    });
    Effect::new(move |_| {
        if known.get().is_none() {
            return;
        }
        let hints = session.saved.with_untracked(|saved| saved.hints);
        if let Some(mut kept) = line.glance(|client| finished(client, hints)) {
            if saved::load(&kept.id).is_ok_and(|there| there.record == kept.record) {
                return;
            }
            let _ = saved::save(&mut kept);
        }
    });
}

/// What comes below the scores.
pub(super) fn after(line: TableLine, session: GameSession) -> AnyView {
    let hints = session.saved.with_untracked(|saved| saved.hints);
    let kept = Memo::new(move |_| line.look(|client| finished(client, hints)));
    let review = move |_| {
        if let Some(mut kept) = kept.get_untracked() {
            // Whoever only watched keeps it when they want to look at it.
            if saved::load(&kept.id).is_err() {
                let _ = saved::save(&mut kept);
            }
            route::go(&Route::Review(kept.id));
        }
    };
    let record = Callback::new(move |()| kept.get_untracked().map_or_else(String::new, |kept| kept.record));
    let replay = Callback::new(move |()| {
        let packed = kept.with_untracked(|kept| {
            let kept = kept.as_ref();
            kept.map_or_else(String::new, |kept| {
                share::pack(&kept.record, kept.sheet.as_deref())
            })
        });
        share::address(&Route::Replay(packed).hash())
    });
    let seated = line.glance(|client| client.seat().is_some());
    let id = line.glance(kept_as);
    view! {
        <div class="finish-next online-next">
            {rematch(line)}
            <div class="row">
                <button type="button" class="button" data-do="review" on:click=review>{t("finish.review")}</button>
                <CopyButton mark="copy-replay" label=t("share.replay") text=replay/>
                <CopyButton mark="copy-record" label=t("share.record") text=record/>
            </div>
            {seal(line)}
            {seated.then(|| lazy::after_game(AfterGame::Earned, id))}
        </div>
    }
    .into_any()
}

/// The same people once more; whoever comes later finds the others there.
pub(super) fn rematch(line: TableLine) -> AnyView {
    let day = line.glance(|client| client.confirmed()?.settings().daily.clone());
    if let Some(day) = day {
        let hash = Route::Board(day).hash();
        return view! { <a class="button primary" data-do="board" href=hash>{t("friends.board.see")}</a> }
            .into_any();
    }
    let next = Memo::new(move |_| line.look(|client| client.confirmed().and_then(OnlineTable::next_table)));
    let asked = RwSignal::new(false);
    let go = move || {
        if let Some(next) = next.get_untracked() {
            follow_to(line, &next.to_string());
        }
    };
    // Whoever asked for it goes there at once.
    Effect::new(move |_| {
        if next.get().is_some() && asked.get_untracked() {
            go();
        }
    });
    let seated = line.glance(|client| client.seat().is_some());
    (move || match next.get() {
        Some(_) => view! {
            <p class="notice spread" role="status" data-notice="rematch">
                <span>{if seated { t("friends.rematch_there") } else { t("friends.rematch_watched") }}</span>
                <button type="button" class="button primary" data-do="join-rematch" on:click=move |_| go()>{t("friends.rematch_go")}</button>
            </p>
        }
        .into_any(),
        None if seated => view! {
            <button type="button" class="button primary" data-do="rematch" disabled=move || asked.get()
                on:click=move |_| asked.set(line.act(Act::Rematch {}).is_some())>{t("friends.rematch")}</button>
        }
        .into_any(),
        None => ().into_any(),
    })
    .into_any()
}

/// Goes to the next table: the keys are good there too.
fn follow_to(line: TableLine, next: &str) {
    let mut here = line.mine();
    here.seen = true;
    here.next = Some(next.into());
    here.save();
    here.keep_rematch();
    route::go(&Route::Table(next.into()));
}

/// What is said about dice that were checked: are they as they should be, and in which sentences?
type Checked = (bool, Vec<String>);

fn told(checked: Result<Seal, Broken>) -> Checked {
    let (whole, parts): (bool, Vec<Message>) = match checked {
        Ok(seal) => {
            let parts = [Some(seal.message()), Some(seal.limits()), seal.redrawn()];
            (true, parts.into_iter().flatten().collect())
        }
        Err(broken) => (false, vec![broken.message()]),
    };
    (
        whole,
        parts.iter().map(|part| sentence(&describe(part))).collect(),
    )
}

/// The seal of the game at this table: what was checked here, and what that does not prove.
fn seal(line: TableLine) -> AnyView {
    let checked = Memo::new(move |_| {
        line.look(|client| {
            let revealed = client
                .confirmed()
                .is_some_and(|table| table.draw().revealed().is_some());
            revealed.then(|| told(client.verify()))
        })
    });
    (move || checked.get().map(card)).into_any()
}

/// The seal of a record that came from anywhere.
pub fn record_seal(record: String, sheet: Option<String>) -> AnyView {
    let texts = Memo::new(|_| fetch::long_texts(language()));
    (move || (texts.get() == Texts::Here).then(|| card(told(verify(&record, sheet.as_deref()))))).into_any()
}

fn card((whole, parts): Checked) -> AnyView {
    let title = if whole {
        t("friends.seal")
    } else {
        t("friends.seal_broken")
    };
    let mark = if whole { "whole" } else { "broken" };
    let parts = parts
        .into_iter()
        .map(|part| view! { <p>{part}</p> })
        .collect_view();
    view! {
                <section class="seal card" data-seal=mark aria-labelledby="seal">
                    <svg class="seal-mark" viewBox="0 0 24 24" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">
                        <path d="M12 3l2.400 1.800 3 .2.600 2.900 2 2.100-1.200 2.700.3 3-2.700 1.300L14.800 20 12 19l-2.800 1-1.600-3-2.700-1.300.3-3L4 10l2-2.100.600-2.900 3-.2z"/>
                        <path d=if whole { "M8.500 11.500l2.500 2.500 4.500-5" } else { "M9 9l6 6M15 9l-6 6" }/>
                    </svg>
                    <div><h3 id="seal">{title}</h3>{parts}</div>
                </section>
            }
            .into_any()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seat_changes_hands_only_during_the_game() {
        let entry = |body: &str| -> Entry {
            serde_json::from_value(serde_json::json!({ "seq": 1, "at": 0, "body": body })).unwrap()
        };
        let sat = entry(
            &Event::Sat {
                seat: Seat(1),
                name: "Bruno".into(),
            }
            .text(),
        );
        let began = entry(&Event::Began {}.text());
        let handed = entry(
            &Event::Handed {
                seat: Seat(1),
                level: "club".into(),
            }
            .text(),
        );
        let line = entry("choose 1 draw");
        let before = [sat.clone(), began.clone(), line.clone()];
        assert!(!changed_hands(&before, Seat(1)));
        let left = [sat.clone(), began.clone(), line, handed];
        assert!(changed_hands(&left, Seat(1)));
        assert!(!changed_hands(&left, Seat(0)), "the others played themselves");
        assert!(changed_hands(&[began, sat], Seat(1)), "somebody came later");
    }
}
