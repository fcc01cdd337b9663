//! The game at a table that friends share: the table that everybody knows, with a line to the others.

use finaud_online::{Act, Client, OnlineTable, Pending, Phase, Sitter};
use finaud_rules::Seat;
use finaud_table::Table;
use leptos::prelude::*;

use super::ending;
use super::line::TableLine;
use super::panel::panel;
use super::people;
use super::phrases::Phrases;
use super::status::status;
use super::table::sentence;
use crate::describe::describe;
use crate::messages::{t, tf};
use crate::pages::play::{Around, Game};
use crate::saved::Saved;
use crate::session::{GameSession, Remote, RemoteAct};
use crate::tell;

/// The table as it is shown: with what is on its way, and whoever sits here is addressed.
fn shown(line: TableLine, seat: Option<Seat>) -> Option<Table> {
    let mut table = line.look(Client::table)?;
    // Somebody elsewhere may be called "You": nobody here is addressed by that.
    for (other, chair) in (0..).map(Seat).zip(table.chairs().to_vec()) {
        if Some(other) != seat && tell::is_you(chair.name.trim()) {
            table.rename(other, &format!("{} {}", chair.name.trim(), other.0 + 1));
        }
    }
    if let Some(seat) = seat {
        table.rename(seat, t("common.you"));
    }
    Some(table)
}

/// Does a bot play for this seat?
fn is_away(table: &OnlineTable, seat: Seat) -> bool {
    table
        .seat(seat)
        .is_some_and(|place| matches!(place.sitter, Sitter::Away(_)))
}

/// The game.
pub(super) fn game(line: TableLine, seat: Option<Seat>) -> AnyView {
    let Some(table) = untrack(|| shown(line, seat)) else {
        return ().into_any();
    };
    let hints = line.glance(|client| client.confirmed().is_some_and(|table| table.settings().hints));
    let sheet = line.glance(|client| client.own_sheet().map(str::to_owned));
    let mut saved = Saved::new(&table, sheet);
    saved.coach = hints && seat.is_some();
    saved.seat = seat.map(|seat| seat.0);
    saved.online = Some(line.id().to_string());
    let names = StoredValue::new(table.clone());
    let act = Callback::new(move |act: RemoteAct| {
        let act = match act {
            RemoteAct::Choose(action) => Act::Choose {
                action: names.with_value(|table| table.action_text(action)),
            },
            RemoteAct::Roll => Act::Roll {},
            RemoteAct::Undo => Act::Undo {},
        };
        line.act(act);
    });
    let remote = Remote::new(seat, act);
    let session = GameSession::remote(table, saved, remote);
    Effect::new(move |_| {
        let Some(table) = shown(line, seat) else { return };
        let (undoable, away, rolling) = line.look(|client| {
            let rolls = |pending: &Pending| matches!(pending.act, Act::Roll {});
            let rolling = client.pending().iter().any(rolls);
            let table = client.confirmed();
            let away = seat.is_some_and(|seat| table.is_some_and(|table| is_away(table, seat)));
            (client.can_undo(), away, rolling)
        });
        // Before the end is shown, which tells of it.
        session
            .saved
            .update_untracked(|saved| saved.stood_in = line.glance(ending::stood_in));
        remote.undoable.set(undoable);
        remote.resting.set(away || rolling);
        session.show(table);
    });
    ending::follow(line, session);
    // Whoever looks at something else sees it there.
    let asked = Memo::new(move |_| {
        line.look(|client| {
            let table = client.confirmed().filter(|table| table.phase() == Phase::Playing);
            seat.is_some_and(|seat| table.is_some_and(|table| table.asked().contains(seat)))
        })
    });
    let title = document().title();
    Effect::new(move |_| {
        document().set_title(&match asked.get() {
            true => format!("● {} · Finaud", t("friends.your_turn")),
            false => title.clone(),
        });
    });
    let phrases = Phrases::new(line);
    let people = RwSignal::new(false);
    let around = Around {
        head: Callback::new(move |()| {
            view! {
                {phrases.button()}
                <button type="button" class="icon-button" data-do="people" aria-haspopup="dialog" aria-label=t("friends.people")
                    title=t("friends.people") on:click=move |_| people.set(true)>
                    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round">
                        <path d="M9 11a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7M2.500 20c0-4 3-6 6.500-6s6.500 2 6.500 6M16 4.500a3.500 3.500 0 0 1 0 6M17.500 14.300c2.400.7 4 2.600 4 5.700"/>
                    </svg>
                </button>
                {panel(people, t("friends.people"), "people", move || people::inside(line, people))}
            }
            .into_any()
        }),
        above: Callback::new(move |()| {
            view! {
                {status(line)}
                {notices(line, seat)}
                {phrases.bubble()}
            }
            .into_any()
        }),
        after: Callback::new(move |()| ending::after(line, session)),
    };
    view! { <Game session around/> }.into_any()
}

/// What somebody should know before the next choice: that it was refused, that a bot plays, that the game was given up.
fn notices(line: TableLine, seat: Option<Seat>) -> AnyView {
    let refused = move || {
        line.refused.get().map(|why| {
            view! {
                <div class="notice spread" role="alert" data-notice="refused">
                    <span>{sentence(&describe(&why.message()))}</span>
                    <button type="button" class="icon-button" data-do="dismiss" aria-label=t("common.close") on:click=move |_| line.refused.set(None)>"×"</button>
                </div>
            }
        })
    };
    let away = Memo::new(move |_| {
        let seat = seat?;
        line.look(|client| {
            let table = client
                .confirmed()
                .filter(|table| table.phase() == Phase::Playing)?;
            is_away(table, seat).then_some(())
        })
    });
    let away = move || {
        away.get().map(|()| {
            view! {
                <div class="notice spread" data-notice="away">
                    <span>{t("friends.away_you")}</span>
                    <button type="button" class="button small primary" data-do="return" on:click=move |_| { line.act(Act::Return {}); }>{t("friends.return")}</button>
                </div>
            }
        })
    };
    let watching = seat.is_none().then(|| {
        let invited = Memo::new(move |_| line.look(|client| free_chair(client).is_some()));
        view! {
            <div class="notice spread" data-notice="watching">
                <span>{t("friends.watching")}</span>
                {move || invited.get().then(|| view! {
                    <button type="button" class="button small primary" data-do="take-seat" on:click=move |_| {
                        let name = crate::settings::settings().name.get_untracked();
                        let name = if name.trim().is_empty() { t("friends.guest").to_owned() } else { name };
                        line.sit(line.glance(free_chair), &name);
                    }>{t("friends.take_seat")}</button>
                })}
            </div>
        }
    });
    let given_up = move || {
        line.look(|client| client.confirmed().is_some_and(OnlineTable::is_abandoned))
            .then(|| view! { <div class="notice spread" data-notice="given-up"><span role="status">{t("friends.given_up")}</span> {ending::rematch(line)}</div> })
    };
    view! { {refused} {away} {absent(line)} {watching} {given_up} }.into_any()
}

/// That somebody is awaited for whom a bot may play.
fn absent(line: TableLine) -> AnyView {
    let awaited = Memo::new(move |_| {
        line.second.track();
        let seats: Vec<Seat> = line.look(|client| {
            let table = client.confirmed()?;
            Some(
                table
                    .asked()
                    .iter()
                    .filter(|seat| client.seat() != Some(*seat))
                    .collect(),
            )
        })?;
        let absent = |seat: &Seat| !line.presence.with(|(present, _)| present.contains(seat));
        let may = |seat: &Seat| {
            line.may(&Act::Hand {
                seat: *seat,
                level: None,
            })
        };
        let seat = seats.into_iter().find(|seat| may(seat) && absent(seat))?;
        let name = line.glance(|client| Some(client.confirmed()?.seat(seat)?.name.clone()))?;
        Some((seat, name))
    });
    (move || {
        awaited.get().map(|(seat, name)| {
            view! {
                <div class="notice spread" role="status" data-notice="absent">
                    <span>{tf("friends.absent_hand", &[("name", &name)])}</span>
                    <button type="button" class="button small" data-do="hand-absent"
                        on:click=move |_| { line.act(Act::Hand { seat, level: None }); }>{t("friends.hand")}</button>
                </div>
            }
        })
    })
    .into_any()
}

/// A chair in which a bot keeps the place for whoever comes with an invitation.
fn free_chair(client: &Client) -> Option<Seat> {
    let table = client
        .confirmed()
        .filter(|table| client.is_invited() && table.phase() == Phase::Playing)?;
    let vacant = |seat: &Seat| {
        table
            .seat(*seat)
            .is_some_and(|place| matches!(place.sitter, Sitter::Vacant(_)))
    };
    table.all_seats().find(vacant)
}
