//! The middle of the table: pile, turned card, die, direction, and the columns.

use finaud_rules::push::{COLUMNS, Card, Colour};
use finaud_rules::{PushAction, PushOutcome};
use finaud_table::AnyOutcome;
use leptos::prelude::*;

use super::context::PushContext;
use super::drawing;
use super::log::points_of;
use super::pile::unseen;
use super::scene::{Now, Turned};
use super::sentence::{card_name, card_names, face_name};
use crate::messages::{Argument, language, t, tf};
use crate::motion::{Fall, cube};

/// The middle of the table.
pub(super) fn middle(context: PushContext) -> AnyView {
    view! {
        <div class="push-middle">
            {stock(context)}
            {(0..COLUMNS).map(|index| column(context, index)).collect_view()}
            {unseen(context)}
        </div>
    }
    .into_any()
}

fn stock(context: PushContext) -> AnyView {
    let left = Memo::new(move |_| context.look_now(|scene| scene.state.unseen().len()));
    let draws = Memo::new(move |_| context.look(|scene| scene.allows(PushAction::Draw)));
    let label = move || match draws.get() {
        true => tf("push.pile.draw", &[("n", &left.get())]),
        false => tf("push.pile.look", &[("n", &left.get())]),
    };
    view! {
        <div class="push-stock">
            <button
                type="button"
                class="push-count"
                data-do="unseen"
                aria-label=move || tf("push.pile.look", &[("n", &left.get())])
                on:click=move |_| context.unseen.set(true)
            >
                <span>{move || tf("push.left", &[("n", &left.get())])}</span>
            </button>
            <div class="push-pile-place">
                <button
                    type="button"
                    class="push-pile"
                    class:legal=move || draws.get()
                    class:empty=move || left.get() == 0
                    class:best=move || context.advised(PushAction::Draw)
                    class:low=move || left.get() < 12
                    data-do=move || draws.get().then_some("draw")
                    data-pile=move || left.get().to_string()
                    aria-label=label
                    on:click=move |_| if draws.get_untracked() { context.play(PushAction::Draw) } else { context.unseen.set(true) }
                >
                    {drawing::card_back()}
                </button>
                {turned(context)}
            </div>
            <div class="push-luck">{die(context)}{way(context)}</div>
        </div>
    }
    .into_any()
}

/// The card that was turned, large, beside the pile it came from.
fn turned(context: PushContext) -> impl IntoView {
    let turned = Memo::new(move |_| context.look_now(|scene| scene.turned));
    move || {
        turned.get().map(|turned| {
            let (card, busted) = match turned {
                Turned::ToPlace(card) => (card, false),
                Turned::Busted(card) => (card, true),
            };
            view! {
                <div class="push-turned" class:bust=busted role="img" aria-label=card_name(language(), card)>
                    <span class="flip">{drawing::card(card, true)}{drawing::card_back()}</span>
                </div>
            }
        })
    }
}

fn die(context: PushContext) -> AnyView {
    let face = Memo::new(move |_| context.look_now(|scene| scene.die));
    let thrown = Memo::new(move |_| {
        let fall = context.motion.falling()?;
        match fall.outcome {
            AnyOutcome::Push(PushOutcome::Die(shown)) => Some((fall, shown)),
            _ => None,
        }
    });
    let taps = Memo::new(move |_| context.look(|scene| matches!(scene.now, Now::Tap(_))));
    let rolling = Memo::new(move |_| context.look(|scene| matches!(scene.now, Now::Rolling(_))));
    let label = move || match (taps.get(), face.get()) {
        (true, _) => t("push.do.roll").to_owned(),
        (false, None) => t("push.die.blank").to_owned(),
        (false, Some(shown)) => tf("push.die.name", &[("face", &face_name(language(), shown))]),
    };
    view! {
        <button
            type="button"
            class="push-die"
            class:legal=move || taps.get()
            class:rolling=move || rolling.get()
            class:shown=move || face.get().is_some()
            class:thrown=move || thrown.get().is_some()
            data-do=move || taps.get().then_some("roll")
            data-die=move || face.get().map(|shown| shown.map_or("star", |colour| colour.word()))
            aria-disabled=move || (!taps.get()).to_string()
            aria-label=label
            on:click=move |_| context.roll()
        >
            {move || view! { <span class="push-die-in" inner_html=drawing::die(face.get())></span> }}
            {move || thrown.get().map(|(fall, shown)| body(fall, shown))}
        </button>
    }
    .into_any()
}

/// The die in the air: what it will show on top, the others around.
fn body(fall: Fall, shown: Option<Colour>) -> AnyView {
    let mut faces = [None; 6];
    for (face, colour) in faces.iter_mut().zip(Colour::ALL) {
        *face = Some(colour);
    }
    let top = faces.iter().position(|face| *face == shown).unwrap_or(0);
    faces.swap(0, top);
    let side = |face| view! { <b class="push-die-in" inner_html=drawing::die(Some(face))></b> }.into_any();
    cube(fall, 0, 0, faces.map(side))
}

/// The Switch cards turned in this turn, and what they mean.
fn way(context: PushContext) -> impl IntoView {
    let shown = Memo::new(move |_| {
        context.look(|scene| (scene.state.switches(), scene.clockwise, scene.seats() > 2))
    });
    move || {
        let (switches, clockwise, matters) = shown.get();
        let told = match clockwise {
            true => t("push.way.clockwise"),
            false => t("push.way.counter"),
        };
        let spoken = format!("{told}. {}", tf("push.way.switches", &[("n", &switches)]));
        matters.then(|| {
            view! {
                <div class="push-way" class:counter=!clockwise role="img" aria-label=spoken title=told>
                    {drawing::turn_round()}
                    <span>{(switches > 0).then(|| format!("×{switches}"))}</span>
                </div>
            }
        })
    }
}

fn column(context: PushContext, index: usize) -> AnyView {
    let number = index + 1;
    let action = Memo::new(move |_| context.look(|scene| scene.column_action(index)));
    let cards = Memo::new(move |_| {
        context.look(|scene| {
            let fresh = scene
                .fresh()
                .filter(|(column, _)| *column == index)
                .map(|(_, card)| card);
            let cards = scene.columns.get(index).cloned().unwrap_or_default();
            (cards, fresh)
        })
    });
    let label = move || {
        let (cards, _) = cards.get();
        let told = card_names(language(), &cards);
        let blanks: [(&str, &dyn Argument); 3] =
            [("n", &number), ("cards", &told), ("points", &points_of(&cards))];
        match action.get() {
            Some(PushAction::PlaceNew) => tf("push.column.begin", &blanks),
            Some(PushAction::Place(_)) => tf("push.column.place", &blanks),
            Some(_) => tf("push.column.take", &blanks),
            None if cards.is_empty() => tf("push.column.empty", &blanks),
            None => tf("push.column.name", &blanks),
        }
    };
    let word = move || match action.get() {
        Some(PushAction::Place(_) | PushAction::PlaceNew) => Some("place"),
        Some(PushAction::Take(_)) => Some("take"),
        _ => None,
    };
    let content = move || {
        let (cards, fresh) = cards.get();
        let last = cards.len().saturating_sub(1);
        let laid = |(place, card): (usize, &Card)| {
            let fresh = place == last && fresh == Some(*card);
            view! { <span class="push-laid" style=format!("--i:{place}")>{drawing::card(*card, fresh)}</span> }
        };
        cards.iter().enumerate().map(laid).collect_view()
    };
    let sum = move || {
        let (cards, _) = cards.get();
        let die = cards.contains(&Card::Die);
        (!cards.is_empty()).then(|| {
            view! { <b>{points_of(&cards)}</b>{die.then(|| drawing::chip(Card::Die))} }
        })
    };
    let new = move || action.get() == Some(PushAction::PlaceNew);
    view! {
        <button
            type="button"
            class="push-column"
            class:legal=move || action.get().is_some()
            class:empty=move || cards.with(|(cards, _)| cards.is_empty())
            class:new=new
            class:best=move || action.get().is_some_and(|action| context.advised(action))
            data-column=number.to_string()
            data-do=word
            aria-disabled=move || action.get().is_none().to_string()
            aria-label=label
            on:click=move |_| context.column(index)
        >
            <span class="push-column-head">
                <span class="push-number">{number}</span>
                <span class="push-sum">{sum}</span>
            </span>
            <span class="push-cards">
                {content}
                {move || new().then(|| view! { <span class="push-plus">"+"</span> })}
            </span>
        </button>
    }
    .into_any()
}
