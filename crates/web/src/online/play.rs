//! The game at a table that friends share: the table that everybody knows, with a line to the others.

use finaud_online::{Act, Client, OnlineSeat, OnlineTable, Pending, Phase, Sitter};
use finaud_rules::Seat;
use finaud_table::Table;
use leptos::prelude::*;

use super::ending;
use super::invitation::{Code, about, link};
use super::keys::Place;
use super::line::TableLine;
use super::panel::panel;
use super::phrases::Phrases;
use super::status::{pace_text, status};
use super::table::sentence;
use crate::describe::describe;
use crate::handover::seat_colour;
use crate::messages::{language, t, tf};
use crate::my_tables::MyTable;
use crate::pages::play::{Around, Game};
use crate::route::Route;
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
    let mut saved = Saved::new(&table, None);
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
                {panel(people, t("friends.people"), "people", move || people_panel(line, people))}
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
    view! { {refused} {away} {watching} {given_up} }.into_any()
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

/// Who sits there, who is here, and what can be done about those who are not.
fn people_panel(line: TableLine, open: RwSignal<bool>) -> AnyView {
    let seats = move || {
        let present = line.presence.with(|(present, _)| present.clone());
        line.look(|client| {
            let Some(table) = client.confirmed() else {
                return Vec::new();
            };
            let own = client.seat();
            let rows = table.all_seats().filter_map(|seat| {
                Some(person_row(
                    line,
                    table,
                    seat,
                    table.seat(seat)?,
                    own,
                    present.contains(&seat),
                ))
            });
            rows.collect()
        })
    };
    let pace = line.glance(|client| {
        client
            .confirmed()
            .map(|table| pace_text(language(), table.settings().pace))
    });
    let about = about();
    let mine = MyTable::load(&line.id().to_string());
    let seat_link = mine.as_ref().filter(|mine| mine.seat.is_some()).and_then(|mine| {
        let hash = Place::own_seat(&line.id(), mine.key.as_ref()?);
        Some(view! {
            <details class="table-more" data-more="device">
                <summary>{t("friends.other_device")}</summary>
                <p class="small muted">{t("friends.other_device_about")}</p>
                {link(about, hash, "seat", Code::Drawn)}
            </details>
        })
    });
    let watch_link = view! {
        <details class="table-more" data-more="watch">
            <summary>{t("friends.watch_link")}</summary>
            {link(about, Route::Table(line.id().to_string()).hash(), "watch", Code::OnDemand)}
        </details>
    };
    let invite = mine.as_ref().and_then(|mine| mine.join.clone()).map(|join| {
        view! {
            <details class="table-more" data-more="invite">
                <summary>{t("friends.invite_again")}</summary>
                {link(about, Place::invitation(&line.id(), &join), "join", Code::OnDemand)}
            </details>
        }
    });
    let playing = line.look(|client| {
        client.seat().is_some()
            && client
                .confirmed()
                .is_some_and(|table| table.phase() == Phase::Playing)
    });
    let sure = RwSignal::new(false);
    let leave = playing.then(|| {
        view! {
            <div class="row table-leave">
                <button type="button" class="button small" data-do="leave" on:click=move |_| { line.act(Act::Leave {}); open.set(false); }>{t("friends.leave_game")}</button>
                {move || match sure.get() {
                    false => view! { <button type="button" class="button small quiet danger" data-do="give-up" on:click=move |_| sure.set(true)>{t("friends.give_up")}</button> }.into_any(),
                    true => view! { <button type="button" class="button small danger" data-do="give-up-sure" on:click=move |_| { line.act(Act::Abandon {}); open.set(false); }>{t("friends.give_up_sure")}</button> }.into_any(),
                }}
            </div>
        }
    });
    view! {
        <ul class="table-people">{seats}</ul>
        {pace.map(|pace| view! { <p class="small muted">{pace}</p> })}
        {leave}
        {invite}
        {seat_link}
        {watch_link}
    }
    .into_any()
}

fn person_row(
    line: TableLine,
    table: &OnlineTable,
    seat: Seat,
    place: &OnlineSeat,
    own: Option<Seat>,
    present: bool,
) -> AnyView {
    let playing = table.phase() == Phase::Playing;
    let (mark, told) = match &place.sitter {
        Sitter::Nobody => ("free", t("friends.free").to_owned()),
        Sitter::Bot(level) => ("bot", tell::level(language(), level)),
        Sitter::Away(level) => (
            "away",
            tf("friends.away", &[("level", &tell::level(language(), level))]),
        ),
        Sitter::Vacant(level) => (
            "vacant",
            tf("friends.vacant", &[("level", &tell::level(language(), level))]),
        ),
        Sitter::Person if place.late => ("late", t("friends.late").to_owned()),
        Sitter::Person if present => ("here", t("friends.here").to_owned()),
        Sitter::Person => ("gone", t("friends.gone").to_owned()),
    };
    let is_own = own == Some(seat);
    let person = place.sitter == Sitter::Person;
    let hand = (playing && own.is_some() && person && (is_own || place.late || !present)).then(|| {
        let label = if is_own {
            t("friends.hand_own")
        } else {
            t("friends.hand")
        };
        view! {
            <button type="button" class="button small" data-do="hand" data-seat=seat.0 + 1
                on:click=move |_| { line.act(Act::Hand { seat, level: None }); }>{label}</button>
        }
    });
    let back = (playing && is_own && !person && place.is_person()).then(|| {
        view! { <button type="button" class="button small primary" data-do="return-panel" on:click=move |_| { line.act(Act::Return {}); }>{t("friends.return")}</button> }
    });
    let free = (playing && table.host() == own && own.is_some() && !is_own && place.is_person()).then(|| {
        view! {
            <button type="button" class="button small quiet" data-do="free" data-seat=seat.0 + 1
                on:click=move |_| { line.act(Act::Free { seat }); }>{t("friends.free_seat")}</button>
        }
    });
    let name = match is_own {
        true => format!("{} ({})", place.name, t("common.you")),
        false => place.name.clone(),
    };
    view! {
        <li style=seat_colour(seat) data-person=mark data-seat=seat.0 + 1>
            <i class="line-dot" aria-hidden="true"></i>
            <span class="person-name">{name}</span>
            <span class="muted small">{told}</span>
            {hand} {back} {free}
        </li>
    }
    .into_any()
}
