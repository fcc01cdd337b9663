//! A game on the screen: what people tap happens here, luck falls, bots are asked, and every step is kept.

use std::time::Duration;

use finaud_rules::{Refusal, Seat};
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;

use crate::any_table::{AnyAction, AnyChance, AnyOutcome, AnyTable, Awaits};
use crate::saved::{self, NotSaved, Saved};
use crate::settings::settings;
use crate::work::{self, About, Answer, Ask, Desk};
use finaud_rules::PushChance;

/// A game on the screen. All pages of a game share one.
#[derive(Clone, Copy)]
pub struct Session {
    /// The table.
    pub table: RwSignal<AnyTable>,
    /// What is kept beside the record.
    pub saved: RwSignal<Saved>,
    /// Is a bot thinking, and how far is it, from 0 to 1?
    pub thinking: RwSignal<Option<f64>>,
    /// Has another tab gone on with this game?
    pub elsewhere: RwSignal<bool>,
    /// Why a bot could not choose.
    pub fault: RwSignal<Option<String>>,
    /// Raised with every change, so that what was begun before can tell that it is late.
    turn: StoredValue<u64>,
}

impl Session {
    /// Opens a kept game.
    pub fn open(saved: Saved) -> Result<Session, String> {
        let table = saved.table()?;
        let session = Session {
            table: RwSignal::new(table),
            saved: RwSignal::new(saved),
            thinking: RwSignal::new(None),
            elsewhere: RwSignal::new(false),
            fault: RwSignal::new(None),
            turn: StoredValue::new(0),
        };
        session.watch_other_tabs();
        session.drive();
        Ok(session)
    }

    /// The game, for a worker.
    pub fn about(self) -> About {
        About {
            record: self.table.with_untracked(AnyTable::record),
            sheet: self.saved.with_untracked(|saved| saved.sheet.clone()),
        }
    }

    /// A seat plays.
    pub fn play(self, seat: Seat, action: AnyAction) -> Result<(), Refusal> {
        let mut played = Ok(());
        self.table.update(|table| played = table.play(seat, action));
        if played.is_ok() {
            self.changed();
        }
        played
    }

    /// Somebody tells what real dice or cards did.
    pub fn apply_chance(self, luck: AnyOutcome) -> Result<(), Refusal> {
        let mut fallen = Ok(());
        self.table.update(|table| fallen = table.apply_chance(luck));
        if fallen.is_ok() {
            self.changed();
        }
        fallen
    }

    /// The luck that waits for a tap falls.
    pub fn apply_seeded(self) {
        let mut happened = false;
        self.table.update(|table| happened = table.apply_seeded());
        if happened {
            self.changed();
        }
    }

    /// Takes back the last choice since luck, or what was typed in last.
    pub fn undo(self) {
        let mut undone = false;
        self.table.update(|table| undone = table.undo());
        if undone {
            self.changed();
        }
    }

    /// Does luck wait for a tap? Where a person rolls, and wherever a choice could still be taken back.
    pub fn waits_for_tap(self) -> bool {
        let auto = settings().auto_roll.get();
        self.table.with(|table| match table.awaits() {
            Awaits::Chance(AnyChance::Push(PushChance::Card)) => false,
            Awaits::Chance(AnyChance::Push(PushChance::Die(seat))) => !auto && table.is_person(seat),
            Awaits::Chance(AnyChance::Dice(_)) => !auto && (table.can_undo() || rolls_themselves(table)),
            _ => false,
        })
    }

    /// Goes on here with what another tab has done.
    pub fn catch_up(self) {
        let id = self.saved.with_untracked(|saved| saved.id.clone());
        if let Ok(there) = saved::load(&id)
            && let Ok(table) = there.table()
        {
            self.saved.set(there);
            self.table.set(table);
        }
        self.elsewhere.set(false);
        self.changed();
    }

    fn changed(self) {
        self.turn.update_value(|turn| *turn += 1);
        self.keep();
        self.drive();
    }

    /// Keeps the game as it is. Nothing is ever lost: if the browser refuses, the page says so.
    fn keep(self) {
        let (record, over) = self
            .table
            .with_untracked(|table| (table.record(), table.is_over()));
        let mut kept = Ok(());
        self.saved.update(|saved| {
            saved.record = record;
            saved.over = over;
            kept = saved::save(saved);
        });
        if let Err(NotSaved::Elsewhere(_)) = kept {
            self.elsewhere.set(true);
        }
    }

    /// Lets happen what needs nobody, in a while.
    fn drive(self) {
        if self.elsewhere.get_untracked() {
            return;
        }
        let pace = settings().pace.get_untracked();
        match self.table.with_untracked(AnyTable::awaits) {
            Awaits::Chance(_) => {
                if !untrack(|| self.waits_for_tap()) {
                    self.later(pace.pause() / 3, Session::apply_seeded);
                }
            }
            Awaits::Bot(..) => self.ask_bot(pace.pause()),
            Awaits::People(_) | Awaits::Typed(_) | Awaits::Over => {}
        }
    }

    fn later(self, milliseconds: i32, act: impl Fn(Session) + 'static) {
        let turn = self.turn.get_value();
        let pause = Duration::from_millis(u64::try_from(milliseconds).unwrap_or(0));
        set_timeout(
            move || {
                // The page may have gone, or somebody was quicker.
                if self.turn.try_get_value() == Some(turn)
                    && self.elsewhere.try_get_untracked() == Some(false)
                {
                    act(self);
                }
            },
            pause,
        );
    }

    fn ask_bot(self, pause: i32) {
        let turn = self.turn.get_value();
        let asked = saved::now();
        let ask = Ask::Choose(self.about());
        self.thinking.set(Some(0.0));
        spawn_local(async move {
            let told = move |part: f64| {
                self.thinking.try_set(Some(part));
            };
            let answer = work::ask(Desk::Quick, ask, told).await;
            if self.turn.try_get_value() != Some(turn) {
                return;
            }
            self.thinking.set(None);
            let Awaits::Bot(seat, _) = self.table.with_untracked(AnyTable::awaits) else {
                return;
            };
            match answer {
                Answer::Chosen(number) => {
                    let rest = pause - (saved::now() - asked) as i32;
                    self.later(rest.max(0), move |session| {
                        let action = session
                            .table
                            .with_untracked(|table| table.action_from_index(number));
                        if let Some(action) = action {
                            let _ = session.play(seat, action);
                        }
                    });
                }
                Answer::Failed(why) => self.fault.set(Some(why)),
                _ => self.fault.set(Some("an answer to something else".into())),
            }
        });
    }

    /// Asks the bot once more.
    pub fn ask_again(self) {
        self.fault.set(None);
        self.drive();
    }

    /// Another tab may play the same game.
    fn watch_other_tabs(self) {
        let heard = Closure::<dyn Fn(web_sys::StorageEvent)>::new(move |event: web_sys::StorageEvent| {
            let Some(Some(mine)) = self
                .saved
                .try_with_untracked(|saved| Some((saved.id.clone(), saved.revision)))
            else {
                return;
            };
            let (id, revision) = mine;
            let changed = event.key();
            if changed.as_deref().and_then(saved::id_of_key) == Some(id.as_str())
                && saved::load(&id).is_ok_and(|there| there.revision > revision)
            {
                self.turn.update_value(|turn| *turn += 1);
                self.thinking.set(None);
                self.elsewhere.set(true);
            }
        });
        let function: js_sys::Function = heard.as_ref().unchecked_ref::<js_sys::Function>().clone();
        let _ = window().add_event_listener_with_callback("storage", &function);
        let listener = StoredValue::new_local(Some((heard, function)));
        on_cleanup(move || {
            if let Some(Some((_, function))) = listener.try_update_value(Option::take) {
                let _ = window().remove_event_listener_with_callback("storage", &function);
            }
        });
    }
}

/// Does a person roll these dice: as the active player, or alone?
fn rolls_themselves(table: &AnyTable) -> bool {
    let active = table.dice_at(table.steps()).and_then(|view| view.active);
    table.is_person(active.unwrap_or(Seat(0)))
}
