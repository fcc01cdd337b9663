//! Tables that count for ratings: who has agreed, the way to agree, and how strong everybody is.

use std::time::Duration;

use finaud_online::Phase;
use finaud_rules::Seat;
use leptos::prelude::*;
use leptos::task::spawn_local;
use serde::Deserialize;

use super::identity;
use super::line::TableLine;
use crate::fetch;
use crate::messages::{t, tf, tn};

/// How often is asked who has agreed.
const EVERY: Duration = Duration::from_secs(4);

#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
struct Players {
    seats: Vec<SeatStanding>,
}

#[derive(Clone, PartialEq, Debug, Deserialize)]
struct SeatStanding {
    seat: u8,
    agreed: bool,
    /// Only if it says something.
    #[serde(default)]
    rating: Option<f64>,
}

/// What the server knows about those at a rated table, for everything that shows them.
#[derive(Clone, Copy)]
struct Standings(RwSignal<Players>);

impl Standings {
    /// Asks the server.
    fn ask(self, line: TableLine) {
        spawn_local(async move {
            let address = format!("./api/t/{}/players", line.id());
            if let Some((200, text)) = fetch::ask("GET", &address, None, None).await
                && let Ok(found) = serde_json::from_str(&text)
            {
                self.0.try_set(found);
            }
        });
    }

    fn of(self, seat: u8) -> Option<SeatStanding> {
        self.0
            .with(|players| players.seats.iter().find(|one| one.seat == seat).cloned())
    }
}

/// The rating of a seat, where the table counts and the number says something.
pub(super) fn rating(seat: Seat) -> AnyView {
    let standings = use_context::<Standings>();
    (move || {
        let points = standings?.of(seat.0 + 1)?.rating?.round();
        let told = tf("friends.rated.rating", &[("points", &points)]);
        Some(view! { <span class="tag" data-rating=points>{told}</span> })
    })
    .into_any()
}

/// Says who sits here, so that whoever wants to be forgotten later can be.
pub(super) fn follow(line: TableLine) {
    let seated = Memo::new(move |_| line.seat.get().flatten());
    Effect::new(move |_| {
        if seated.get().is_some()
            && let Some(key) = line.mine().key
        {
            spawn_local(async move {
                identity::sit(line.id(), &key, None).await;
            });
        }
    });
    let standings = Standings(RwSignal::new(Players::default()));
    provide_context(standings);
    // Neither ratings nor agreements are in the log: they are asked for whenever something happens around the game.
    let moment = Memo::new(move |_| {
        line.look(|client| {
            let table = client.confirmed().filter(|table| table.settings().rated)?;
            (table.phase() != Phase::Playing).then(|| table.seq()).or(Some(0))
        })
    });
    Effect::new(move |_| {
        if moment.get().is_some() {
            line.presence.track();
            standings.ask(line);
        }
    });
}

/// What a waiting room says about a table that counts.
pub(super) fn agreement(line: TableLine) -> AnyView {
    let rated = line.glance(|client| client.confirmed().is_some_and(|table| table.settings().rated));
    if !rated {
        return ().into_any();
    }
    let Some(standings) = use_context::<Standings>() else {
        return ().into_any();
    };
    // Nobody tells that somebody else has agreed: it is asked for now and then.
    let timer = set_interval_with_handle(
        move || {
            if !document().hidden() {
                standings.ask(line);
            }
        },
        EVERY,
    )
    .ok();
    on_cleanup(move || {
        if let Some(timer) = timer {
            timer.clear();
        }
    });
    let alert = RwSignal::new(false);
    let agree = move |_| {
        let Some(key) = line.mine().key else { return };
        let name = line.glance(|client| Some(client.confirmed()?.seat(client.seat()?)?.name.clone()));
        spawn_local(async move {
            let known = identity::introduce(&name.unwrap_or_default()).await;
            let agreed = known && identity::sit(line.id(), &key, Some(true)).await;
            alert.try_set(!agreed);
            standings.ask(line);
        });
    };
    (move || {
        let own = line.seat.get().flatten();
        let open = line.look(|client| {
            client
                .confirmed()
                .is_some_and(|table| matches!(table.phase(), Phase::Open | Phase::Seeding))
        });
        let people: Vec<u8> = line.look(|client| {
            let table = client.confirmed();
            table.map_or_else(Vec::new, |table| table.people().map(|seat| seat.0 + 1).collect())
        });
        let agreed = |seat: &u8| standings.of(*seat).is_some_and(|one| one.agreed);
        let missing = people.iter().filter(|seat| !agreed(seat)).count();
        let mine = own.is_some_and(|own| agreed(&(own.0 + 1)));
        let told = match missing {
            0 => t("friends.rated.all").to_owned(),
            missing => tn("friends.rated.missing", missing as i64),
        };
        view! {
            <section class="card setting" data-rated=mine.to_string()>
                <h2>{t("friends.rated.title")}</h2>
                <p class="setting-why">{t("friends.rated.about")}</p>
                <p role="status" data-missing=missing>{told}</p>
                {(own.is_some() && !mine && open).then(|| view! {
                    <button type="button" class="button" data-do="agree" on:click=agree>{t("friends.rated.agree")}</button>
                })}
                {move || alert.get().then(|| view! { <p class="error" role="alert">{t("friends.silent")}</p> })}
            </section>
        }
    })
    .into_any()
}
