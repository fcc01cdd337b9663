//! The waiting room: a link to send, people who appear, bots in empty chairs, and the beginning.

use finaud_online::{Act, Client, OnlineSeat, OnlineTable, Phase, Sitter};
use finaud_rules::Seat;
use leptos::prelude::*;

use super::invitation::{Code, about, link};
use super::keys::Place;
use super::line::{LineState, TableLine, own_name as sheet_name};
use super::phrases::Phrases;
use super::status::pace_text;
use super::table::sentence;
use super::{notify, rated};
use crate::art;
use crate::describe::describe;
use crate::handover::seat_colour;
use crate::lazy;
use crate::level::LEVELS;
use crate::messages::{language, t, tf};
use crate::my_tables::MyTable;
use crate::new_game::{LONGEST_NAME, bot_name, clean_name, name_of};
use crate::pages::setup::BackHome;
use crate::route::{self, Route};
use crate::settings::settings;
use crate::tell;

/// The waiting room.
pub(super) fn room(line: TableLine) -> AnyView {
    let game = line.glance(|client| {
        let table = client.confirmed()?;
        Some(table.settings().game.clone())
    });
    let game = game.unwrap_or_default();
    let title = line.glance(|client| client.confirmed().and_then(sheet_name));
    let title = title.unwrap_or_else(|| name_of(&game).to_owned());
    let about = about();
    let seated = Memo::new(move |_| line.seat.get().flatten());
    let over = Memo::new(move |_| {
        line.look(|client| {
            client
                .confirmed()
                .is_some_and(|table| table.phase() == Phase::Over)
        })
    });
    let invitation = move || {
        seated.track();
        let join = MyTable::load(&line.id().to_string())?.join?;
        Some(view! {
            <section class="card setting" aria-labelledby="invite">
                <h2 id="invite">{t("friends.invite")}</h2>
                {link(about, Place::invitation(&line.id(), &join), "join", Code::Drawn)}
            </section>
        })
    };
    let seats = move || {
        let present = line.presence.with(|(present, _)| present.clone());
        line.look(|client| {
            let Some(table) = client.confirmed() else {
                return Vec::new();
            };
            let rows = table.all_seats().filter_map(|seat| {
                Some(seat_row(
                    line,
                    client,
                    table,
                    seat,
                    table.seat(seat)?,
                    present.contains(&seat),
                ))
            });
            rows.collect::<Vec<_>>()
        })
    };
    let agreed = line.glance(|client| client.confirmed().map(agreed));
    let phrases = Phrases::new(line);
    view! {
        <main id="content" class="setup table-room" data-page="table" data-stage="room" data-seat=move || seated.get().map(|seat| seat.0 + 1)>
            <header class="setup-head">
                <BackHome/>
                <div class="setup-title">
                    <p class="eyebrow">{t("friends.room")}</p>
                    <h1>{title}</h1>
                    {agreed.map(|agreed| view! { <p class="small muted agreed">{agreed}</p> })}
                </div>
                <div class="setup-art">{art::picture(&game)}</div>
            </header>
            {line_notice(line)}
            {phrases.bubble()}
            <div class="setup-form">
                <div class="setup-column">
                    {own_sheet(line)}
                    <section class="card setting" aria-labelledby="chairs">
                        <h2 id="chairs">{t("friends.chairs")}</h2>
                        <ol class="chairs">{seats}</ol>
                        {chair_count(line)}
                        {move || {
                            let watching = line.presence.with(|(_, watchers)| *watchers);
                            (watching > 0).then(|| view! { <p class="setting-why">{tf("friends.watchers", &[("n", &watching)])}</p> })
                        }}
                    </section>
                    {move || seated.get().is_none().then(|| sit_form(line))}
                </div>
                <div class="setup-column">
                    {invitation}
                    {rated::agreement(line)}
                    {notify::offer(line)}
                    {move || seated.get().map(|_| own_name(line))}
                </div>
                <div class="setup-start">
                    {move || line.refused.get().map(|why| view! { <p class="error" role="alert" data-alert>{sentence(&describe(&why.message()))}</p> })}
                    {move || match over.get() {
                        true => view! { <p class="card" role="status" data-notice="given-up">{t("friends.given_up")}</p> }.into_any(),
                        false => begin(line),
                    }}
                </div>
            </div>
            <p class="row room-foot">
                {phrases.button()}
                {leave(line)}
            </p>
        </main>
    }
    .into_any()
}

/// The way out. The seat is free, and the table forgotten here, once the server knows.
fn leave(line: TableLine) -> AnyView {
    let leaving = RwSignal::new(None);
    let gone = Memo::new(move |_| {
        let command = leaving.get()?;
        let waits = |client: &Client| client.pending().iter().any(|pending| pending.id == command);
        (!line.look(waits) && line.refused.with(Option::is_none)).then_some(())
    });
    Effect::new(move |_| {
        if gone.get().is_some() {
            MyTable::forget(&line.id().to_string());
            route::go(&Route::Home);
        }
    });
    (move || {
        line.seat.get().flatten().map(|_| {
            view! {
                <button type="button" class="button small quiet" data-do="leave" disabled=move || leaving.get().is_some() && line.refused.with(Option::is_none)
                    on:click=move |_| leaving.set(line.act(Act::Leave {}))>{t("friends.leave")}</button>
            }
        })
    })
    .into_any()
}

/// What was agreed, in a line.
fn agreed(table: &OnlineTable) -> String {
    let settings = table.settings();
    let mut parts = vec![pace_text(language(), settings.pace)];
    parts.push(match settings.hints {
        true => t("friends.hints_on").into(),
        false => t("friends.hints_off").into(),
    });
    if settings.rated {
        parts.push(t("friends.rated_on").into());
    }
    parts.join(" · ")
}

/// That the sheet is somebody's own, and a way to keep it for whoever does not have it.
fn own_sheet(line: TableLine) -> AnyView {
    let Some(text) = line.glance(|client| client.own_sheet().map(str::to_owned)) else {
        return ().into_any();
    };
    let host = Memo::new(move |_| {
        line.look(|client| {
            let table = client.confirmed()?;
            let host = table.host()?;
            (client.seat() != Some(host)).then(|| table.seat(host).map(|seat| seat.name.clone()))?
        })
    });
    let told = move || match host.get() {
        Some(name) => tf("friends.own_theirs", &[("name", &name)]),
        None => t("friends.own_mine").to_owned(),
    };
    let kept = RwSignal::new(None::<bool>);
    let text = StoredValue::new(text);
    let keep = move |_| {
        let done = Callback::new(move |there: bool| {
            kept.try_set(Some(there));
        });
        lazy::keep_sheet(text.get_value(), done);
    };
    let keeping = move || {
        host.get()?;
        Some(match kept.get() {
            None => view! {
                <button type="button" class="button small" data-do="keep-sheet" on:click=keep>{t("friends.keep_sheet")}</button>
            }
            .into_any(),
            Some(true) => view! { <span role="status" data-kept="">{t("friends.kept_sheet")}</span> }.into_any(),
            Some(false) => view! { <span role="alert">{t("friends.not_kept")}</span> }.into_any(),
        })
    };
    view! { <section class="card setting" data-notice="own-sheet"><p>{told}</p> {keeping}</section> }
        .into_any()
}

/// That the line is gone, where it is.
fn line_notice(line: TableLine) -> AnyView {
    (move || {
        match line.state.get() {
            LineState::Up => None,
            LineState::Opening => Some(t("friends.opening").to_owned()),
            LineState::Lost(_) => Some(format!("{} {}", t("friends.lost"), t("friends.lost_calm"))),
        }
        .map(|told| view! { <p class="notice" role="status" data-line="lost">{told}</p> })
    })
    .into_any()
}

fn is_host(client: &Client) -> bool {
    let host = client.confirmed().and_then(OnlineTable::host);
    host.is_some() && host == client.seat()
}

fn seat_row(
    line: TableLine,
    client: &Client,
    table: &OnlineTable,
    seat: Seat,
    place: &OnlineSeat,
    present: bool,
) -> AnyView {
    let open = table.phase() == Phase::Open;
    let seeding = table.phase() == Phase::Seeding;
    let host = is_host(client);
    let own = client.seat() == Some(seat);
    let number = seat.0 + 1;
    let (mark, name) = match &place.sitter {
        Sitter::Nobody => ("free", t("friends.free").to_owned()),
        Sitter::Bot(level) => (
            "bot",
            format!("{} · {}", place.name, tell::level(language(), level)),
        ),
        _ if present => ("here", place.name.clone()),
        _ => ("gone", place.name.clone()),
    };
    let tags = [
        own.then(|| t("common.you")),
        (table.host() == Some(seat)).then(|| t("friends.host")),
    ];
    let tags: Vec<AnyView> = tags
        .into_iter()
        .flatten()
        .map(|tag| view! { <span class="tag">{tag}</span> }.into_any())
        .collect();
    let silent = seeding && place.is_person() && table.draw().seed_of(seat).is_none();
    let add_bot = (host && !own && ((open && place.sitter == Sitter::Nobody) || (silent && !present))).then(|| {
        let levels = LEVELS.map(|level| {
            view! { <option value=level.name()>{tell::level(language(), level.name())}</option> }
        });
        let pick = move |event: leptos::ev::Event| {
            let level = event_target_value(&event);
            if !level.is_empty() {
                let name = Some(bot_name(seat.index()).to_owned());
                line.act(Act::Bot { seat, level, name });
            }
        };
        view! {
            <select class="add-bot" data-do="add-bot" data-seat=number aria-label=tf("friends.bot_for", &[("n", &number)]) on:change=pick>
                <option value="">{t("friends.add_bot")}</option>
                {levels.into_iter().collect_view()}
            </select>
        }
    });
    let free = (host && !own && (open || seeding) && place.sitter != Sitter::Nobody).then(|| {
        view! {
            <button type="button" class="icon-button" data-do="free" data-seat=number aria-label=tf("friends.free_name", &[("name", &place.name)])
                on:click=move |_| { line.act(Act::Free { seat }); }>"×"</button>
        }
    });
    let up = (host && open && seat.0 > 0).then(|| {
        let seats = table.all_seats().collect::<Vec<_>>();
        let name = match place.sitter {
            Sitter::Nobody => t("friends.free").to_owned(),
            _ => place.name.clone(),
        };
        view! {
            <button type="button" class="icon-button" data-do="up" data-seat=number aria-label=tf("friends.up", &[("name", &name)])
                on:click=move |_| {
                    let mut seats = seats.clone();
                    seats.swap(seat.index(), seat.index() - 1);
                    line.act(Act::Order { seats });
                }>"↑"</button>
        }
    });
    let told = silent.then(|| view! { <span class="muted small">{t("friends.seals")}</span> });
    view! {
        <li class="chair" style=seat_colour(seat) data-person=mark data-seat=number>
            <i class="line-dot" aria-hidden="true"></i>
            <span class="person-name">{name} {tags} {rated::rating(seat)}</span>
            {told} {add_bot} {up} {free}
        </li>
    }
    .into_any()
}

/// More or fewer chairs, for the host.
fn chair_count(line: TableLine) -> AnyView {
    (move || {
        line.look(|client| {
            let table = client.confirmed().filter(|table| table.phase() == Phase::Open)?;
            if !is_host(client) {
                return None;
            }
            let players = table.settings().players;
            let range = crate::new_game::players_of(&table.settings().game);
            let free = table.seats().iter().any(|seat| seat.sitter == Sitter::Nobody);
            let (least, most) = ((*range.start()).max(2), *range.end());
            let set = move |players: u8| {
                line.act(Act::Chairs { players });
            };
            Some(view! {
                <div class="row">
                    <button type="button" class="button small" data-do="more-chairs" disabled={usize::from(players) >= most}
                        on:click=move |_| set(players + 1)>"+ " {t("friends.chair")}</button>
                    <button type="button" class="button small" data-do="fewer-chairs" disabled={usize::from(players) <= least || !free}
                        on:click=move |_| set(players - 1)>"− " {t("friends.chair")}</button>
                </div>
            })
        })
    })
    .into_any()
}

/// A name and a seat for whoever has an invitation.
fn sit_form(line: TableLine) -> AnyView {
    let name = RwSignal::new(settings().name.get_untracked());
    let invited = Memo::new(move |_| line.look(Client::is_invited));
    let waits = Memo::new(move |_| line.look(Client::is_sending));
    let free = Memo::new(move |_| {
        line.look(|client| {
            client
                .confirmed()
                .is_some_and(|table| table.seats().iter().any(|seat| seat.sitter == Sitter::Nobody))
        })
    });
    let empty = RwSignal::new(false);
    let sit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let wanted = clean_name(&name.get_untracked());
        empty.set(wanted.is_empty());
        if !wanted.is_empty() {
            settings().name.set(wanted.clone());
            line.sit(None, &wanted);
        }
    };
    (move || match (invited.get(), free.get()) {
        (true, true) => view! {
            <form class="card setting" on:submit=sit>
                <div class="field">
                    <label for="sit-name">{t("friends.name")}</label>
                    <input id="sit-name" type="text" maxlength=LONGEST_NAME autocomplete="nickname" data-field="name"
                        prop:value=move || name.get() on:input=move |event| name.set(event_target_value(&event))/>
                </div>
                {move || empty.get().then(|| view! { <p class="error" role="alert">{t("friends.name_missing")}</p> })}
                <button type="submit" class="button primary" data-do="sit" disabled=move || waits.get()>
                    {move || if waits.get() { t("friends.sending") } else { t("friends.sit") }}
                </button>
            </form>
        }
        .into_any(),
        (true, false) => view! { <p class="card" role="status">{t("friends.full")}</p> }.into_any(),
        (false, _) => view! { <p class="card" role="status" data-notice="watching">{t("friends.watching_room")}</p> }.into_any(),
    })
    .into_any()
}

/// Another name for oneself.
fn own_name(line: TableLine) -> AnyView {
    let known = line.glance(|client| {
        let seat = client.seat()?;
        Some(client.confirmed()?.seat(seat)?.name.clone())
    });
    let name = RwSignal::new(known.clone().unwrap_or_default());
    let rename = move |_| {
        let wanted = clean_name(&name.get_untracked());
        let now = line.glance(|client| {
            let seat = client.seat()?;
            Some(client.confirmed()?.seat(seat)?.name.clone())
        });
        if !wanted.is_empty() && now.as_ref() != Some(&wanted) {
            settings().name.set(wanted.clone());
            line.act(Act::Name { name: wanted });
        }
    };
    view! {
        <div class="card setting field">
            <label for="own-name">{t("friends.name")}</label>
            <input id="own-name" type="text" maxlength=LONGEST_NAME data-field="name" autocomplete="nickname"
                prop:value=move || name.get() on:input=move |event| name.set(event_target_value(&event)) on:change=rename/>
        </div>
    }
    .into_any()
}

/// The host begins; the others wait for that.
fn begin(line: TableLine) -> AnyView {
    (move || {
        line.look(|client| {
            let table = client.confirmed()?;
            client.seat()?;
            if table.phase() == Phase::Seeding {
                return Some(view! { <p class="card" role="status" data-notice="sealing">{t("friends.sealing")}</p> }.into_any());
            }
            let free = table
                .seats()
                .iter()
                .filter(|seat| seat.sitter == Sitter::Nobody)
                .count();
            if !is_host(client) {
                let host = table.host().and_then(|host| table.seat(host));
                let name = host.map_or_else(String::new, |host| host.name.clone());
                return Some(view! { <p class="card" role="status">{tf("friends.waits_host", &[("name", &name)])}</p> }.into_any());
            }
            Some(view! {
                {(free > 0).then(|| view! { <p id="begin-off" class="setting-why">{tf("friends.begin_off", &[("n", &free)])}</p> })}
                <button type="button" class="button primary" data-do="begin" disabled=free != 0 aria-describedby=(free > 0).then_some("begin-off")
                    on:click=move |_| { line.act(Act::Begin {}); }>{t("friends.begin")}</button>
            }.into_any())
        })
    })
    .into_any()
}
