//! A table that friends share: the waiting room, the game, its end.

use finaud_online::Client;
use finaud_rules::Seat;
use leptos::prelude::*;

use super::keys::Place;
use super::line::{LineState, TableLine};
use super::{notify, play, rated, room};
use crate::describe::describe;
use crate::fetch::{self, Texts};
use crate::messages::{language, t};
use crate::pages::setup::BackHome;

/// What is shown of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Stage {
    /// The server does not let us in.
    Rejected,
    /// The log cannot be read.
    Broken,
    /// Nothing is known yet.
    Coming,
    /// People sit down.
    Room,
    /// The game, as this seat sees it.
    Game(Option<Seat>),
}

/// A table that friends share.
#[component]
pub fn TablePage(
    /// What stands after `#/t/`.
    place: String,
) -> impl IntoView {
    let texts = Memo::new(|_| fetch::long_texts(language()));
    (move || match texts.get() {
        Texts::Here => at(&place),
        Texts::Coming => alone(t("common.loading").into()),
        Texts::Missing => alone(t("common.not-loaded").into()),
    })
    .into_any()
}

/// A page that only says something.
fn alone(what: String) -> AnyView {
    view! {
        <main id="content" class="narrow" data-page="table">
            <header class="page-head"><BackHome/><h1>{t("common.page.table")}</h1></header>
            <p class="card" role="status">{what}</p>
        </main>
    }
    .into_any()
}

fn at(place: &str) -> AnyView {
    let Some(place) = Place::read(place) else {
        return alone(t("friends.damaged").into());
    };
    let table = place.table;
    let mine = place.settle();
    let line = TableLine::open(table, &mine);
    notify::follow(line);
    rated::follow(line);
    let stage = Memo::new(move |_| {
        let (known, game) = line.look(|client| (client.confirmed().is_some(), client.table().is_some()));
        match () {
            () if line.rejected.with(Option::is_some) => Stage::Rejected,
            () if line.broken.with(Option::is_some) => Stage::Broken,
            () if game => Stage::Game(line.seat.get().flatten()),
            () if known => Stage::Room,
            () => Stage::Coming,
        }
    });
    (move || match stage.get() {
        Stage::Rejected => rejected(line),
        Stage::Broken => {
            let why = line.broken.get_untracked();
            alone(why.map_or_else(String::new, |why| sentence(&describe(&why.message()))))
        }
        Stage::Coming => coming(line),
        Stage::Room => room::room(line),
        Stage::Game(seat) => play::game(line, seat),
    })
    .into_any()
}

/// A reason as a sentence of its own.
pub(super) fn sentence(reason: &str) -> String {
    let mut letters = reason.chars();
    let first: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
    format!("{first}{}.", letters.as_str())
}

/// Nothing is known yet: the page says whether it still tries.
fn coming(line: TableLine) -> AnyView {
    let told = move || match line.state.get() {
        LineState::Up => t("common.loading"),
        LineState::Opening => t("friends.opening"),
        LineState::Lost(_) => t("friends.unreachable"),
    };
    view! {
        <main id="content" class="narrow" data-page="table" data-stage="coming">
            <header class="page-head"><BackHome/><h1>{t("common.page.table")}</h1></header>
            <p class="card" role="status">{told}</p>
        </main>
    }
    .into_any()
}

/// The server does not let us in: why, and what can be done.
fn rejected(line: TableLine) -> AnyView {
    let why = line.rejected.get_untracked();
    let told = why
        .as_ref()
        .map_or_else(String::new, |why| sentence(&describe(&why.message())));
    let wrong_key = why == Some(finaud_online::Refused::WrongKey);
    let had_key = line.glance(|client: &Client| client.key().is_some());
    let invited = line.mine();
    let goes_on = match invited.key.is_some() && invited.join.is_some() {
        true => t("friends.sit_again"),
        false => t("friends.watch_instead"),
    };
    view! {
        <main id="content" class="narrow" data-page="table" data-stage="rejected">
            <header class="page-head"><BackHome/><h1>{t("common.page.table")}</h1></header>
            <p class="card" role="alert" data-rejected>{told}</p>
            <p class="row">
                {(wrong_key && had_key).then(|| view! {
                    <button type="button" class="button" data-do="watch" on:click=move |_| line.without_key()>{goes_on}</button>
                })}
                <a class="button primary" href="#/">{t("common.home")}</a>
            </p>
        </main>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_becomes_a_sentence() {
        assert_eq!(sentence("all seats are taken"), "All seats are taken.");
        assert_eq!(sentence("élan"), "Élan.");
    }
}
