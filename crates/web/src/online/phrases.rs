//! Twelve phrases instead of a chat, which can be muted with a tap.

use std::time::Duration;

use finaud_online::PHRASES;
use leptos::prelude::*;

use super::line::{Heard, TableLine};
use super::panel::panel;
use crate::choices::Switch;
use crate::messages::{language, t};
use crate::storage;

/// Where it is kept that somebody wants to hear nothing.
const MUTED: &str = "phrases-muted";
/// So long a phrase is shown, in milliseconds.
const SHOWN: u64 = 5_000;

/// The text of a phrase, from 1.
fn phrase(number: u8) -> Option<&'static str> {
    language().find(&format!("friends.phrase.{number}"))
}

/// What somebody says, and the panel to say something.
#[derive(Clone, Copy)]
pub(super) struct Phrases {
    line: TableLine,
    open: RwSignal<bool>,
    muted: RwSignal<bool>,
    shown: RwSignal<Option<Heard>>,
}

impl Phrases {
    /// Listens to a table.
    pub(super) fn new(line: TableLine) -> Phrases {
        let phrases = Phrases {
            line,
            open: RwSignal::new(false),
            muted: RwSignal::new(storage::read(MUTED).is_some()),
            shown: RwSignal::new(None),
        };
        Effect::new(move |_| {
            let Some(heard) = line.heard.get() else { return };
            if phrases.muted.get_untracked() {
                return;
            }
            phrases.shown.set(Some(heard));
            set_timeout(
                move || {
                    if phrases.shown.try_get_untracked().flatten() == Some(heard) {
                        phrases.shown.set(None);
                    }
                },
                Duration::from_millis(SHOWN),
            );
        });
        phrases
    }

    /// The button that opens the panel, and the panel.
    pub(super) fn button(self) -> AnyView {
        view! {
            <button type="button" class="icon-button" data-do="phrases" aria-haspopup="dialog" aria-label=t("friends.phrases")
                title=t("friends.phrases") on:click=move |_| self.open.set(true)>
                <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="2" stroke-linejoin="round"><path d="M4 5h16v11h-9l-5 4v-4H4z"/></svg>
            </button>
            {panel(self.open, t("friends.phrases"), "phrases", move || self.inside())}
        }
        .into_any()
    }

    fn inside(self) -> AnyView {
        let seated = self.line.look(|client| client.seat().is_some());
        let buttons = (1..=PHRASES).filter_map(|number| {
            let text = phrase(number)?;
            let say = move |_| {
                self.line.say(number);
                self.open.set(false);
            };
            Some(view! { <button type="button" class="button" data-do="say" data-phrase=number on:click=say>{text}</button> })
        });
        let mute = move |muted: bool| {
            self.muted.set(muted);
            if muted {
                let _ = storage::write(MUTED, "yes");
                self.shown.set(None);
            } else {
                storage::remove(MUTED);
            }
        };
        view! {
            {seated.then(|| view! { <div class="phrases">{buttons.collect_view()}</div> })}
            <Switch label=t("friends.mute") explained=t("friends.mute_about") mark="mute" on=self.muted set=mute/>
        }
        .into_any()
    }

    /// What somebody says now.
    pub(super) fn bubble(self) -> AnyView {
        let said = move || {
            let heard = self.shown.get()?;
            let text = phrase(heard.phrase)?;
            let name = self.line.look(|client| {
                let table = client.confirmed()?;
                Some(table.seat(heard.seat)?.name.clone())
            })?;
            Some(view! {
                <button type="button" class="said" data-said=heard.phrase style=crate::handover::seat_colour(heard.seat)
                    on:click=move |_| self.shown.set(None)><b>{name}</b> " " {text}</button>
            })
        };
        view! { <div class="said-place" aria-live="polite">{said}</div> }.into_any()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messages::Language;

    #[test]
    fn every_phrase_is_in_every_language_and_short() {
        for language in Language::all() {
            for number in 1..=PHRASES {
                let text = language
                    .find(&format!("friends.phrase.{number}"))
                    .unwrap_or_else(|| panic!("phrase {number} in {}", language.code()));
                assert!(text.chars().count() <= 32, "{text}");
            }
            assert_eq!(language.find(&format!("friends.phrase.{}", PHRASES + 1)), None);
        }
    }
}
