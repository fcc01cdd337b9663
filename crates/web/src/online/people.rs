//! Who sits at the table, who is here, and what can be done about those who are not; and the links for everybody else.

use finaud_online::{Act, Client, OnlineTable, Phase, Sitter};
use finaud_rules::Seat;
use leptos::prelude::*;

use super::invitation::{Code, about, link};
use super::keys::Place;
use super::line::TableLine;
use super::status::pace_text;
use super::{notify, rated};
use crate::handover::seat_colour;
use crate::messages::{language, t, tf};
use crate::route::Route;
use crate::tell;

/// Somebody at the table, and what whoever looks may do about them.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Person {
    seat: Seat,
    name: String,
    mark: &'static str,
    told: String,
    may: Vec<Deal>,
}

/// What can be done about a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Deal {
    /// A bot plays for somebody.
    Hand,
    /// One plays for oneself again.
    Return,
    /// The seat is for whoever has an invitation.
    Free,
}

impl Deal {
    fn act(self, seat: Seat) -> Act {
        match self {
            Deal::Hand => Act::Hand { seat, level: None },
            Deal::Return => Act::Return {},
            Deal::Free => Act::Free { seat },
        }
    }
}

/// What is in the panel.
pub(super) fn inside(line: TableLine, open: RwSignal<bool>) -> AnyView {
    let people = Memo::new(move |_| {
        // Time alone makes somebody late.
        line.second.track();
        let present = line.presence.with(|(present, _)| present.clone());
        line.look(|client| {
            let table = client.confirmed()?;
            let person = |seat| person(line, client, table, seat, present.contains(&seat));
            Some(table.all_seats().filter_map(person).collect::<Vec<_>>())
        })
    });
    let rows = move || {
        people
            .get()
            .into_iter()
            .flatten()
            .map(|person| row(line, person))
            .collect_view()
    };
    let pace = line.glance(|client| {
        let table = client.confirmed()?;
        Some(pace_text(language(), table.settings().pace))
    });
    view! {
        <ul class="table-people">{rows}</ul>
        {pace.map(|pace| view! { <p class="small muted">{pace}</p> })}
        {notify::offer(line)}
        {away(line, open)}
        {links(line)}
    }
    .into_any()
}

fn person(
    line: TableLine,
    client: &Client,
    table: &OnlineTable,
    seat: Seat,
    present: bool,
) -> Option<Person> {
    let place = table.seat(seat)?;
    let level = |level: &str| tell::level(language(), level);
    let (mark, told) = match &place.sitter {
        Sitter::Nobody => ("free", t("friends.free").to_owned()),
        Sitter::Bot(bot) => ("bot", level(bot)),
        Sitter::Away(bot) => ("away", tf("friends.away", &[("level", &level(bot))])),
        Sitter::Vacant(bot) => ("vacant", tf("friends.vacant", &[("level", &level(bot))])),
        Sitter::Person if place.late => ("late", t("friends.late").to_owned()),
        Sitter::Person if present => ("here", t("friends.here").to_owned()),
        Sitter::Person => ("gone", t("friends.gone").to_owned()),
    };
    let own = client.seat() == Some(seat);
    let deals = match own {
        true => vec![Deal::Return],
        false => vec![Deal::Hand, Deal::Free],
    };
    let playing = table.phase() == Phase::Playing;
    let may = |deal: &Deal| playing && line.may(&deal.act(seat));
    Some(Person {
        seat,
        name: match own {
            true => format!("{} ({})", place.name, t("common.you")),
            false => place.name.clone(),
        },
        mark,
        told,
        may: deals.into_iter().filter(may).collect(),
    })
}

fn row(line: TableLine, person: Person) -> AnyView {
    let seat = person.seat;
    let deals = person.may.into_iter().map(|deal| {
        let act = move || {
            line.act(deal.act(seat));
        };
        match deal {
            Deal::Hand => view! { <button type="button" class="button small" data-do="hand" data-seat=seat.0 + 1 on:click=move |_| act()>{t("friends.hand")}</button> }.into_any(),
            Deal::Return => view! { <button type="button" class="button small primary" data-do="return-panel" on:click=move |_| act()>{t("friends.return")}</button> }.into_any(),
            Deal::Free => asked_twice("free", t("friends.free_seat"), t("friends.free_sure"), act),
        }
    });
    view! {
        <li style=seat_colour(seat) data-person=person.mark data-seat=seat.0 + 1>
            <i class="line-dot" aria-hidden="true"></i>
            <span class="person-name">{person.name} {rated::rating(seat)}</span>
            <span class="muted small">{person.told}</span>
            {deals.collect_view()}
        </li>
    }
    .into_any()
}

/// A button for what somebody might regret: the second tap does it.
fn asked_twice(
    mark: &'static str,
    label: &'static str,
    sure: &'static str,
    act: impl Fn() + Copy + Send + Sync + 'static,
) -> AnyView {
    let asked = RwSignal::new(false);
    let tap = move |_| match asked.get_untracked() {
        false => asked.set(true),
        true => act(),
    };
    view! {
        <button type="button" class="button small" class:danger=move || asked.get() data-do=mark aria-live="polite" on:click=tap>
            {move || if asked.get() { sure } else { label }}
        </button>
    }
    .into_any()
}

/// The ways out: a bot plays on, or the game ends, if nobody else plays it.
fn away(line: TableLine, open: RwSignal<bool>) -> AnyView {
    let may = Memo::new(move |_| {
        let playing = line.look(|client| {
            let table = client.confirmed().filter(|_| client.seat().is_some());
            table.is_some_and(|table| table.phase() == Phase::Playing)
        });
        let may = |act: Act| playing && line.may(&act);
        (may(Act::Leave {}), may(Act::Abandon {}))
    });
    let end = move || {
        line.act(Act::Abandon {});
        open.set(false);
    };
    (move || {
        let (leave, give_up) = may.get();
        view! {
            <div class="row table-leave">
                {leave.then(|| view! {
                    <button type="button" class="button small" data-do="leave" on:click=move |_| { line.act(Act::Leave {}); open.set(false); }>{t("friends.leave_game")}</button>
                })}
                {give_up.then(|| asked_twice("give-up", t("friends.give_up"), t("friends.give_up_sure"), end))}
            </div>
        }
    })
    .into_any()
}

/// The links: for somebody more, for another device, for whoever watches.
fn links(line: TableLine) -> AnyView {
    let about = about();
    let mine = line.mine();
    let part = |mark: &'static str, title: &'static str, told: Option<&'static str>, inside: AnyView| {
        view! {
            <details class="table-more" data-more=mark>
                <summary>{title}</summary>
                {told.map(|told| view! { <p class="small muted">{told}</p> })}
                {inside}
            </details>
        }
        .into_any()
    };
    let device = mine.key.as_ref().filter(|_| mine.seat.is_some()).map(|key| {
        let there = link(about, Place::own_seat(&line.id(), key), "seat", Code::Drawn);
        part(
            "device",
            t("friends.other_device"),
            Some(t("friends.other_device_about")),
            there,
        )
    });
    let invite = mine.join.as_ref().map(|join| {
        let there = link(about, Place::invitation(&line.id(), join), "join", Code::OnDemand);
        part("invite", t("friends.invite_again"), None, there)
    });
    let watched = Route::Table(line.id().to_string()).hash();
    let watch = part(
        "watch",
        t("friends.watch_link"),
        None,
        link(about, watched, "watch", Code::OnDemand),
    );
    view! { {device} {invite} {watch} }.into_any()
}
