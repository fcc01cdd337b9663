//! What all parts of the table share: the scene, what people have opened, and what they do.

use finaud_rules::push::{COLUMNS, Card, Colour};
use finaud_rules::{PushAction, PushOutcome, Seat};
use finaud_table::{AnyAction, AnyOutcome};
use leptos::ev::KeyboardEvent;
use leptos::prelude::*;
use wasm_bindgen::JsCast;

use super::scene::{Now, PushScene};
use super::sentence::card_name;
use crate::coach::Coach;
use crate::messages::{language, t, tf};
use crate::motion::Motion;
use crate::session::GameSession;

/// What all parts of the table share.
#[derive(Clone, Copy)]
pub(super) struct PushContext {
    /// The game.
    pub session: GameSession,
    /// Whoever may be asked what is best.
    pub coach: Option<Coach>,
    /// What lies on the table now, seen falling.
    pub now: Memo<Option<PushScene>>,
    /// What is shown and said: `now`, once everything has come to rest.
    pub scene: Memo<Option<PushScene>>,
    /// What falls.
    pub motion: Motion,
    /// The bench somebody wants to see.
    pub shown: RwSignal<Option<Seat>>,
    /// Is a colour to be chosen that will be protected?
    pub protecting: RwSignal<bool>,
    /// The colour of the real card that is being entered.
    pub colour: RwSignal<Option<Colour>>,
    /// Why what was entered cannot be.
    pub refused: RwSignal<Option<String>>,
    /// Are the cards of the pile shown?
    pub unseen: RwSignal<bool>,
    /// Is the log shown?
    pub log: RwSignal<bool>,
    /// Was the focus in the bar, whose buttons change with every step?
    bar_focused: StoredValue<bool>,
}

impl PushContext {
    /// The context of a session.
    pub(super) fn new(session: GameSession, coach: Option<Coach>) -> PushContext {
        let motion = Motion::follow(session);
        let now = Memo::new(move |_| PushScene::of(session, language()));
        PushContext {
            session,
            coach,
            now,
            scene: motion.at_rest(now),
            motion,
            shown: RwSignal::new(None),
            protecting: RwSignal::new(false),
            colour: RwSignal::new(None),
            refused: RwSignal::new(None),
            unseen: RwSignal::new(false),
            log: RwSignal::new(false),
            bar_focused: StoredValue::new(false),
        }
    }

    /// Something of the scene.
    pub(super) fn look<T: Default>(self, what: impl FnOnce(&PushScene) -> T) -> T {
        self.scene
            .with(|scene| scene.as_ref().map(what).unwrap_or_default())
    }

    /// Something of what lies on the table now, fallen or falling.
    pub(super) fn look_now<T: Default>(self, what: impl FnOnce(&PushScene) -> T) -> T {
        self.now
            .with(|scene| scene.as_ref().map(what).unwrap_or_default())
    }

    /// Something of the scene, without following it.
    fn glance<T: Default>(self, what: impl FnOnce(&PushScene) -> T) -> T {
        self.scene
            .with_untracked(|scene| scene.as_ref().map(what).unwrap_or_default())
    }

    /// Whoever is asked plays this, if it is legal.
    pub(super) fn play(self, action: PushAction) {
        let seat = self.glance(|scene| match scene.now {
            Now::Person(seat) if scene.allows(action) => Some(seat),
            _ => None,
        });
        if let Some(seat) = seat {
            self.goes_on();
            let _ = self.session.play(seat, AnyAction::Push(action));
        }
    }

    /// A tap on a column, counted from 0.
    pub(super) fn column(self, column: usize) {
        if let Some(action) = self.glance(|scene| scene.column_action(column)) {
            self.play(action);
        }
    }

    /// The die is rolled, if it waits for that.
    pub(super) fn roll(self) {
        if self.glance(|scene| matches!(scene.now, Now::Tap(_))) {
            self.goes_on();
            self.session.apply_seeded();
        }
    }

    /// A colour is protected, or asked for where there are several.
    pub(super) fn protect(self) {
        let colours = self.glance(protectable);
        match colours[..] {
            [] => {}
            [colour] => self.play(PushAction::Protect(colour)),
            _ => {
                self.remember_focus();
                self.protecting.update(|asked| *asked = !*asked);
            }
        }
    }

    /// This real card was turned.
    pub(super) fn enter_card(self, card: Card) {
        let (left, seats) = self.glance(|scene| (scene.state.unseen().count(card), scene.seats()));
        if left == 0 {
            self.refused.set(Some(match (card, seats) {
                (Card::Switch, 2) => t("push.enter.no-switch").to_owned(),
                _ => tf("push.enter.gone", &[("card", &card_name(language(), card))]),
            }));
            return;
        }
        self.enter(PushOutcome::Card(card));
    }

    /// The real die shows this.
    pub(super) fn enter_die(self, shown: Option<Colour>) {
        self.enter(PushOutcome::Die(shown));
    }

    fn enter(self, outcome: PushOutcome) {
        self.goes_on();
        if self.session.apply_chance(AnyOutcome::Push(outcome)).is_err() {
            self.refused.set(Some(t("push.enter.wrong").to_owned()));
        }
    }

    /// What the coach would play, while it is asked.
    pub(super) fn advised(self, action: PushAction) -> bool {
        self.coach.and_then(Coach::best) == Some(AnyAction::Push(action))
    }

    /// The last choice is taken back, or what was entered last.
    pub(super) fn undo(self) {
        self.goes_on();
        self.session.undo();
    }

    /// What was opened for the step before is closed.
    fn goes_on(self) {
        self.remember_focus();
        self.protecting.set(false);
        self.shown.set(None);
        self.colour.set(None);
        self.refused.set(None);
    }

    /// The buttons in the bar are about to change: whoever was there stays there.
    pub(super) fn remember_focus(self) {
        let active = document().active_element();
        let inside = active.and_then(|element| element.closest(".push-bar").ok().flatten());
        self.bar_focused.set_value(inside.is_some());
    }

    /// Puts the focus on the first button of the bar, if it was there and has been lost.
    pub(super) fn restore_focus(self) {
        // The page may have been left before the frame came.
        if self.bar_focused.try_get_value() != Some(true) {
            return;
        }
        let button = document().query_selector(".push-bar button").ok().flatten();
        if let Some(button) = button {
            self.bar_focused.set_value(false);
            let _ = button.unchecked_into::<web_sys::HtmlElement>().focus();
        }
    }

    /// A key was pressed somewhere on the page.
    pub(super) fn key(self, event: &KeyboardEvent) {
        if event.ctrl_key()
            || event.meta_key()
            || event.alt_key()
            || event.default_prevented()
            || typing(event)
        {
            return;
        }
        if document().query_selector("dialog[open]").ok().flatten().is_some() {
            return;
        }
        let column =
            (1..=COLUMNS).find(|n| event.key() == n.to_string() || event.code() == format!("Digit{n}"));
        if let Some(column) = column {
            self.column(column - 1);
            return;
        }
        match event.key().to_lowercase().as_str() {
            "d" => self.play(PushAction::Draw),
            "s" => self.play(PushAction::Stop),
            "n" => self.play(PushAction::PlaceNew),
            "p" => self.protect(),
            "r" => self.roll(),
            "u" => self.undo(),
            "escape" => {
                self.protecting.set(false);
                self.colour.set(None);
                self.shown.set(None);
            }
            _ => {}
        }
    }
}

/// The colours that may be protected now.
pub(super) fn protectable(scene: &PushScene) -> Vec<Colour> {
    Colour::ALL
        .into_iter()
        .filter(|colour| scene.allows(PushAction::Protect(*colour)))
        .collect()
}

/// Is something being written?
fn typing(event: &KeyboardEvent) -> bool {
    let target = event
        .target()
        .and_then(|target| target.dyn_into::<web_sys::Element>().ok());
    target.is_some_and(|element| matches!(element.tag_name().as_str(), "INPUT" | "TEXTAREA" | "SELECT"))
}
