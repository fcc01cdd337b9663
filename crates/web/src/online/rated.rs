//! Tables that count for ratings: who has agreed, and the way to agree.

use finaud_online::Phase;
use leptos::prelude::*;
use leptos::task::spawn_local;
use serde::Deserialize;

use super::identity;
use super::line::TableLine;
use crate::fetch;
use crate::messages::{t, tn};

#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
struct Players {
    seats: Vec<SeatStanding>,
}

#[derive(Clone, PartialEq, Debug, Deserialize)]
struct SeatStanding {
    seat: u8,
    agreed: bool,
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
}

/// What a waiting room says about a table that counts.
pub(super) fn agreement(line: TableLine) -> AnyView {
    let rated = line.glance(|client| client.confirmed().is_some_and(|table| table.settings().rated));
    if !rated {
        return ().into_any();
    }
    let players = RwSignal::new(Players::default());
    let look = move || {
        spawn_local(async move {
            let address = format!("./api/t/{}/players", line.id());
            if let Some((200, text)) = fetch::ask("GET", &address, None, None).await
                && let Ok(found) = serde_json::from_str(&text)
            {
                players.try_set(found);
            }
        });
    };
    // Whenever the log has grown or somebody has come: agreeing is no part of the log.
    let seats =
        Memo::new(move |_| line.look(|client| client.confirmed().map(finaud_online::OnlineTable::seq)));
    Effect::new(move |_| {
        seats.track();
        line.presence.track();
        look();
    });
    let alert = RwSignal::new(false);
    let agree = move |_| {
        let Some(key) = line.mine().key else { return };
        let name = line.glance(|client| Some(client.confirmed()?.seat(client.seat()?)?.name.clone()));
        spawn_local(async move {
            let known = identity::introduce(&name.unwrap_or_default()).await;
            let agreed = known && identity::sit(line.id(), &key, Some(true)).await;
            alert.try_set(!agreed);
            look();
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
        let agreed = |seat: &u8| players.with(|players| players.seats.iter().any(|one| one.seat == *seat && one.agreed));
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
