//! Which cards nobody has seen yet.

use finaud_rules::push::{Card, Colour, Kind};
use leptos::prelude::*;

use super::context::PushContext;
use super::drawing;
use super::news::sheet;
use super::scene::PushScene;
use super::sentence::{card_name, colour_name};
use crate::messages::{language, t, tf};

/// The cards of the pile by colour and value, in a sheet that opens over the table.
pub(super) fn unseen(context: PushContext) -> AnyView {
    let counts = context.session.saved.with_untracked(|saved| saved.coach);
    let content = move || context.look(|scene| Some(table(scene, counts)));
    sheet(context.unseen, t("push.pile.title"), "unseen", content)
}

fn table(scene: &PushScene, counts: bool) -> AnyView {
    let bag = *scene.state.unseen();
    let busts = |card: Card| counts && scene.busts(card);
    let cell = |card: Card| {
        let count = bag.count(card);
        let name = card_name(language(), card);
        let (none, busts) = (count == 0, count > 0 && busts(card));
        view! {
            <td class:none=none class:busts=busts data-card=card.to_string() title=name>
                {count}
            </td>
        }
    };
    let row = |colour: Colour| {
        let cells = (1..=6)
            .filter_map(|value| Kind::new(colour, value))
            .map(|kind| cell(Card::Number(kind)));
        let all = bag.numbers().of(colour).len();
        view! {
            <tr class=colour.word()>
                <th scope="row">{drawing::shape(colour)}<span>{colour_name(language(), colour)}</span></th>
                {cells.collect_view()}
                <td class="sum">{all}</td>
            </tr>
        }
    };
    let special = |card: Card| {
        let count = bag.count(card);
        view! {
            <li class:none={count == 0} data-card=card.to_string()>
                {drawing::chip(card)}<span>{card_name(language(), card)}</span><b>{count}</b>
            </li>
        }
    };
    let specials: Vec<Card> = [Card::Die, Card::Switch]
        .into_iter()
        .filter(|card| *card == Card::Die || scene.seats() > 2)
        .collect();
    let busting: u32 = bag
        .iter()
        .filter(|(card, _)| busts(*card))
        .map(|(_, count)| u32::from(count))
        .sum();
    let told = match busting {
        0 => t("push.pile.safe").to_owned(),
        n => tf("push.pile.busts", &[("n", &n), ("all", &bag.len())]),
    };
    view! {
        <table class="push-unseen">
            <thead>
                <tr>
                    <th scope="col"><span class="visually-hidden">{t("push.pile.value")}</span></th>
                    {(1..=6).map(|value| view! { <th scope="col">{value}</th> }).collect_view()}
                    <th scope="col">{t("push.pile.sum")}</th>
                </tr>
            </thead>
            <tbody>
                {Colour::ALL.into_iter().map(row).collect_view()}
            </tbody>
        </table>
        <ul class="push-specials">{specials.into_iter().map(special).collect_view()}</ul>
        {(counts && !bag.is_empty()).then(|| view! { <p class="push-odds">{told}</p> })}
        {(busting > 0).then(|| view! { <p class="muted small">{t("push.pile.marked")}</p> })}
    }
    .into_any()
}
