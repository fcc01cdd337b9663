//! Friends who sit elsewhere: a way to a table with them, and the tables that wait.

use leptos::prelude::*;

use super::icon;
use crate::art;
use crate::lazy;
use crate::messages::{t, tf};
use crate::my_tables::{self, MyTable, Waits};
use crate::new_game::name_of;
use crate::route::Route;
use crate::session::all_names;

/// How often the server is asked how the tables stand, in seconds.
const EVERY: u64 = 30;

/// The way to a table with friends.
pub(super) fn invite() -> AnyView {
    strip(
        Route::Friends,
        "friends",
        "M9 11a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7M2.500 20c0-4 3-6 6.500-6s6.500 2 6.500 6M16 4.500a3.500 3.500 0 0 1 0 6M17.500 14.300c2.400.7 4 2.600 4 5.700",
        [t("home.friends.title"), t("home.friends.about")],
    )
}

/// A way to a page: its sign, its title and what is there.
pub(super) fn strip(
    route: Route,
    name: &'static str,
    sign: &'static str,
    [title, about]: [&'static str; 2],
) -> AnyView {
    view! {
        <a class="friends-strip" href=route.hash() data-do=name>
            {icon(sign)}
            <span>
                <b>{title}</b>
                <small>{about}</small>
            </span>
            <span class="friends-go" aria-hidden="true">"›"</span>
        </a>
    }
    .into_any()
}

/// The tables that wait. Without any, nobody is asked anything.
pub(super) fn my_tables() -> AnyView {
    let tables = RwSignal::new(my_tables::all());
    if !my_tables::may_change() && tables.with_untracked(Vec::is_empty) {
        return ().into_any();
    }
    let done = Callback::new(move |changed: bool| {
        if changed {
            tables.try_set(my_tables::all());
        }
    });
    let refresh = move || lazy::refresh_tables(done);
    refresh();
    let timer = set_interval_with_handle(
        move || {
            if !document().hidden() {
                refresh();
            }
        },
        std::time::Duration::from_secs(EVERY),
    )
    .ok();
    let seen = window_event_listener_untyped("visibilitychange", move |_| {
        if !document().hidden() {
            refresh();
        }
    });
    on_cleanup(move || {
        if let Some(timer) = timer {
            timer.clear();
        }
        seen.remove();
    });
    (move || {
        let rows: Vec<AnyView> = tables.get().iter().map(row).collect();
        (!rows.is_empty()).then(|| {
            view! {
                <section class="my-tables" aria-labelledby="my-tables">
                    <h2 id="my-tables">{t("home.friends.mine")}</h2>
                    <ul>{rows}</ul>
                </section>
            }
        })
    })
    .into_any()
}

fn row(table: &MyTable) -> AnyView {
    let waits = table.waits().unwrap_or(Waits::Others);
    let (mark, told) = match waits {
        Waits::Turn => ("turn", t("home.friends.turn")),
        Waits::Result => ("result", t("home.friends.result")),
        Waits::People => ("people", t("home.friends.people")),
        Waits::Others => ("others", t("home.friends.others")),
    };
    let with = (!table.others.is_empty()).then(|| {
        let names = all_names(table.others.iter().cloned());
        tf("home.friends.with", &[("names", &names)])
    });
    let until = table.deadline.filter(|_| waits == Waits::Turn);
    let when = match until {
        Some(deadline) => tf("home.friends.until", &[("when", &super::summary::when(deadline))]),
        None => super::summary::when(table.changed),
    };
    view! {
        <li data-waits=mark>
            <a href=Route::Table(table.id.clone()).hash() data-do="my-table">
                <span class="continue-art">{art::picture(&table.game)}</span>
                <span class="my-table-text">
                    <b>{table.sheet_name.clone().unwrap_or_else(|| name_of(&table.game).to_owned())}</b>
                    {with.map(|with| view! { <span>{with}</span> })}
                    <small>{when}</small>
                </span>
                <span class="my-table-waits">{told}</span>
            </a>
        </li>
    }
    .into_any()
}
