//! Real cards and a real die: somebody says what came.

use finaud_rules::push::{Card, Colour, Kind};
use leptos::prelude::*;

use super::context::PushContext;
use super::drawing;
use super::scene::PushScene;
use super::sentence::{card_name, colour_name};
use crate::messages::{language, t, tf};

/// A card: first its colour, or that it is a Die or Switch card, then its value.
pub(super) fn card(context: PushContext, scene: &PushScene) -> AnyView {
    let bag = *scene.state.unseen();
    let colour = |colour: Colour| {
        let left = bag.numbers().of(colour).len();
        let label = tf(
            "push.enter.colour",
            &[("colour", &colour_name(language(), colour)), ("n", &left)],
        );
        view! {
            <button
                type="button"
                class=format!("push-pick {}", colour.word())
                class:none=left == 0
                data-do="enter-colour"
                data-colour=colour.word()
                aria-pressed=move || (context.colour.get() == Some(colour)).to_string()
                aria-label=label
                on:click=move |_| {
                    context.refused.set(None);
                    context.colour.update(|chosen| *chosen = if *chosen == Some(colour) { None } else { Some(colour) });
                }
            >
                {drawing::shape(colour)}
            </button>
        }
    };
    let special = |card: Card| {
        let left = bag.count(card);
        let label = tf(
            "push.enter.value",
            &[("card", &card_name(language(), card)), ("n", &left)],
        );
        view! {
            <button
                type="button"
                class=format!("push-pick {}", drawing::class_of(card))
                class:none=left == 0
                data-do="enter"
                data-card=card.to_string()
                aria-label=label
                on:click=move |_| context.enter_card(card)
            >
                {drawing::chip(card)}
            </button>
        }
    };
    let value = move |colour: Colour, value: u8| {
        let card = Kind::new(colour, value).map(Card::Number)?;
        let left = bag.count(card);
        let label = tf(
            "push.enter.value",
            &[("card", &card_name(language(), card)), ("n", &left)],
        );
        let dots = "•".repeat(usize::from(left));
        Some(view! {
            <button
                type="button"
                class=format!("push-pick value {}", colour.word())
                class:none=left == 0
                data-do="enter"
                data-card=card.to_string()
                aria-label=label
                on:click=move |_| context.enter_card(card)
            >
                <b>{value}</b><small aria-hidden="true">{dots}</small>
            </button>
        })
    };
    view! {
        <div class="push-entry" role="group" aria-label=t("push.enter.card")>
            <div class="push-picks">
                {Colour::ALL.into_iter().map(colour).collect_view()}
                {special(Card::Die)}
                {special(Card::Switch)}
            </div>
            <div class="push-picks values">
                {move || context.colour.get().map(|colour| {
                    (1..=6).filter_map(|number| value(colour, number)).collect_view()
                })}
            </div>
        </div>
    }
    .into_any()
}

/// The die: a colour, or the star.
pub(super) fn die(context: PushContext) -> AnyView {
    let face = |shown: Option<Colour>| {
        let word = shown.map_or("star", Colour::word);
        let name = shown.map_or(t("push.card.star"), |colour| colour_name(language(), colour));
        view! {
            <button
                type="button"
                class="push-pick face"
                data-do="enter"
                data-face=word
                aria-label=name
                on:click=move |_| context.enter_die(shown)
            >
                <span class="push-die-in" inner_html=drawing::die(Some(shown))></span>
            </button>
        }
    };
    let faces = Colour::ALL.into_iter().map(Some).chain([None]);
    view! {
        <div class="push-entry" role="group" aria-label=t("push.enter.die")>
            <div class="push-picks">{faces.map(face).collect_view()}</div>
        </div>
    }
    .into_any()
}
