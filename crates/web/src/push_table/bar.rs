//! The bar at the bottom: what is asked, and a button for everything that can be done.

use finaud_rules::PushAction;
use finaud_rules::push::{Card, Colour};
use leptos::prelude::*;

use super::context::{PushContext, protectable};
use super::drawing;
use super::entry;
use super::log::points_of;
use super::scene::{Now, PushScene};
use super::sentence::colour_name;
use crate::coach::Coach;
use crate::hurry::hurry_button;
use crate::messages::{language, t, tf, tn};
use crate::session::waits_for;

/// What is asked now.
pub(super) fn prompt(context: PushContext, scene: &PushScene) -> String {
    let asked = |seat, key| language().fill(key, &[("name", &scene.name(seat))]);
    match scene.now {
        Now::Person(seat) => asked(seat, question(scene, context.protecting.get())),
        Now::Bot(seat) => tf("dice.thinking", &[("name", &scene.name(seat))]),
        Now::Elsewhere(seat) => waits_for(std::iter::once(scene.name(seat).to_owned())),
        Now::Tap(seat) => tf("push.prompt.roll", &[("name", &scene.name(seat))]),
        Now::Turning => t("push.prompt.luck").into(),
        Now::Rolling(seat) => tf("push.prompt.rolls", &[("name", &scene.name(seat))]),
        Now::EnterCard(seat) => match context.colour.get() {
            Some(colour) => tf(
                "push.prompt.value",
                &[
                    ("name", &scene.name(seat)),
                    ("colour", &colour_name(language(), colour)),
                ],
            ),
            None => tf("push.prompt.card", &[("name", &scene.name(seat))]),
        },
        Now::EnterDie(seat) => tf("push.prompt.die", &[("name", &scene.name(seat))]),
        Now::Over => t("push.prompt.over").into(),
    }
}

/// The question a person is asked; each of these is a message with a blank for the name.
fn question(scene: &PushScene, protecting: bool) -> &'static str {
    let can = |action| scene.allows(action);
    match scene.legal.first() {
        Some(PushAction::Place(_) | PushAction::PlaceNew) => "push.prompt.place",
        Some(PushAction::Take(_)) => "push.prompt.take",
        _ if protecting => "push.prompt.protect",
        _ if !protectable(scene).is_empty() => "push.prompt.turn",
        _ if can(PushAction::Stop) && can(PushAction::Draw) => "push.prompt.after",
        _ if can(PushAction::Stop) => "push.prompt.stop",
        _ if scene.state.switches() > 0 => "push.prompt.on",
        _ => "push.prompt.draw",
    }
}

/// The bar.
pub(super) fn bar(context: PushContext) -> AnyView {
    let asked = move || context.look(|scene| matches!(scene.now, Now::Person(_) | Now::Tap(_)));
    Effect::new(move |_| {
        context.scene.track();
        context.protecting.track();
        context.colour.track();
        request_animation_frame(move || context.restore_focus());
    });
    view! {
        <div class="push-bar" class:asked=asked role="group" aria-label=move || context.look(|scene| prompt(context, scene))>
            <div class="push-asks">
                <button
                    type="button"
                    class="button small quiet push-undo"
                    class:offered=move || context.session.undo_offered.get()
                    data-do="undo"
                    aria-keyshortcuts="U"
                    disabled=move || !context.session.can_undo()
                    on:click=move |_| context.undo()
                >
                    <span aria-hidden="true">"↶"</span>
                    <span class="push-word">{t("common.undo")}</span>
                </button>
                <p class="push-prompt" aria-hidden="true">{move || context.look(|scene| prompt(context, scene))}</p>
                {context.coach.map(Coach::button)}
            </div>
            {move || context.refused.get().map(|why| view! { <p class="push-refused" role="alert">{why}</p> })}
            <div class="push-buttons">
                {move || context.look(|scene| Some(buttons(context, scene)))}
                {hurry_button(context.session)}
            </div>
        </div>
    }
    .into_any()
}

fn buttons(context: PushContext, scene: &PushScene) -> AnyView {
    match scene.now {
        Now::Person(_) if context.protecting.get() => protecting(context, scene),
        Now::Person(_) => choices(context, scene),
        Now::Tap(_) => {
            let roll = Callback::new(move |()| {
                context.roll();
            });
            button(
                "roll",
                t("push.do.roll").to_owned(),
                Some("R"),
                Look::Primary,
                None,
                roll,
            )
        }
        Now::Bot(_) => thinking(context),
        Now::EnterCard(_) => entry::card(context, scene),
        Now::EnterDie(_) => entry::die(context),
        Now::Elsewhere(_) | Now::Turning | Now::Rolling(_) | Now::Over => ().into_any(),
    }
}

fn choices(context: PushContext, scene: &PushScene) -> AnyView {
    let mut shown: Vec<AnyView> = Vec::new();
    for action in scene.legal.iter().copied() {
        let alone = !scene.allows(PushAction::Draw);
        let (what, text, key, look) = match action {
            PushAction::Draw => ("draw", t("push.do.draw").to_owned(), "D", Look::Primary),
            PushAction::Stop if alone => ("stop", t("push.do.stop").to_owned(), "S", Look::Primary),
            PushAction::Stop => ("stop", t("push.do.stop").to_owned(), "S", Look::Plain),
            PushAction::Place(column) => {
                let text = tf("push.do.column", &[("n", &(column + 1))]);
                let key = DIGITS[usize::from(column) % DIGITS.len()];
                ("place", text, key, Look::Primary)
            }
            PushAction::PlaceNew => ("place", t("push.do.new").to_owned(), "N", Look::Primary),
            PushAction::Take(column) => {
                shown.push(take(context, scene, column));
                continue;
            }
            PushAction::Protect(_) => continue,
        };
        let is_best = Signal::derive(move || context.advised(action));
        let play = Callback::new(move |()| context.play(action));
        shown.push(button(what, text, Some(key), look, Some(is_best), play));
    }
    if !protectable(scene).is_empty() {
        shown.push(button(
            "choose-protect",
            t("push.do.protect").to_owned(),
            Some("P"),
            Look::Plain,
            Some(Signal::derive(move || advises_to_protect(context))),
            Callback::new(move |()| context.protect()),
        ));
    }
    shown.into_any()
}

/// Is it advised to protect a colour?
fn advises_to_protect(context: PushContext) -> bool {
    Colour::ALL
        .into_iter()
        .any(|colour| context.advised(PushAction::Protect(colour)))
}

const DIGITS: [&str; 3] = ["1", "2", "3"];

/// A column to take: what it brings is written on it.
fn take(context: PushContext, scene: &PushScene, column: u8) -> AnyView {
    let cards = scene
        .columns
        .get(usize::from(column))
        .cloned()
        .unwrap_or_default();
    let rolls = cards.contains(&Card::Die);
    view! {
        <button
            type="button"
            class="button primary push-take"
            class:best=move || context.advised(PushAction::Take(column))
            data-do="take"
            aria-keyshortcuts=DIGITS[usize::from(column) % DIGITS.len()]
            on:click=move |_| context.play(PushAction::Take(column))
        >
            <span>{tf("push.do.column", &[("n", &(column + 1))])}</span>
            " "
            <span class="push-gain">{format!("+{}", tn("common.points", points_of(&cards).into()))}{rolls.then(|| drawing::chip(Card::Die))}</span>
        </button>
    }
    .into_any()
}

/// The colours that can be protected.
fn protecting(context: PushContext, scene: &PushScene) -> AnyView {
    let zone = match scene.now {
        Now::Person(seat) => scene.state.bench(seat).zone(),
        _ => return ().into_any(),
    };
    let each = |colour: Colour| {
        let cards = zone.of(colour);
        let label = format!("{} {}", t("push.do.protect"), colour_name(language(), colour));
        view! {
            <button
                type="button"
                class=format!("button push-colour {}", colour.word())
                data-do="protect"
                data-colour=colour.word()
                aria-label=label
                on:click=move |_| context.play(PushAction::Protect(colour))
            >
                {drawing::shape(colour)}<b>{cards.points()}</b>
            </button>
        }
    };
    let back = button(
        "back",
        t("common.back").to_owned(),
        None,
        Look::Plain,
        None,
        Callback::new(move |()| {
            context.remember_focus();
            context.protecting.set(false);
        }),
    );
    view! { {protectable(scene).into_iter().map(each).collect_view()}{back} }.into_any()
}

fn thinking(context: PushContext) -> AnyView {
    let part = move || context.session.thinking.get().unwrap_or_default();
    view! {
        <span class="push-thinking" class:on=move || context.session.thinking.get().is_some() aria-hidden="true">
            <span style=move || format!("width:{:.0}%", 100.0 * part())></span>
        </span>
    }
    .into_any()
}

/// How a button looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Look {
    /// What most people do next.
    Primary,
    Plain,
}

fn button(
    what: &'static str,
    text: String,
    key: Option<&'static str>,
    look: Look,
    is_best: Option<Signal<bool>>,
    act: Callback<()>,
) -> AnyView {
    view! {
        <button
            type="button"
            class="button"
            class:primary=look == Look::Primary
            class:best=move || is_best.is_some_and(|best| best.get())
            data-do=what
            aria-keyshortcuts=key
            title=key.map(|key| tf("push.do.key", &[("key", &key)]))
            on:click=move |_| act.run(())
        >
            {text}
            {key.map(|key| view! { <kbd aria-hidden="true">{key}</kbd> })}
        </button>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use crate::messages::tests::english;

    #[test]
    fn every_question_has_a_message() {
        for key in ["place", "take", "protect", "turn", "after", "stop", "on", "draw"] {
            assert!(english().find(&format!("push.prompt.{key}")).is_some(), "{key}");
        }
    }
}
