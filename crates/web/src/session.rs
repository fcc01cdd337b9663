//! A game on the screen: what people tap happens here, luck falls, bots are asked, and every step is kept.

use std::time::Duration;

use finaud_rules::{PushChance, Refusal, Seat};
use finaud_table::{AnyAction, AnyChance, AnyEvent, AnyOutcome, Awaits, CannotUndo, Sitter, Table, Undo};
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;

use crate::at_step::{DicePosition, dice_now};
use crate::describe::Description;
use crate::messages::language;
use crate::open::OpenError;
use crate::saved::{self, NotSaved, Saved};
use crate::settings::settings;
use crate::work::{self, Lane, SeatToChoose, WholeGame, WorkerRequest, WorkerResponse};

/// A game on the screen. All pages of a game share one.
#[derive(Clone, Copy)]
pub struct GameSession {
    /// The table.
    pub table: RwSignal<Table>,
    /// What is kept beside the record.
    pub saved: RwSignal<Saved>,
    /// Is a bot thinking, and how far is it, from 0 to 1?
    pub thinking: RwSignal<Option<f64>>,
    /// Has another tab gone on with this game?
    pub elsewhere: RwSignal<bool>,
    /// Why a bot could not choose.
    pub failure: RwSignal<Option<Description>>,
    /// Raised with every change, so that what was begun before can tell that it is late.
    turn: StoredValue<u64>,
}

impl GameSession {
    /// Opens a kept game.
    pub fn open(saved: Saved) -> Result<GameSession, OpenError> {
        let table = saved.table()?;
        let session = GameSession {
            table: RwSignal::new(table),
            saved: RwSignal::new(saved),
            thinking: RwSignal::new(None),
            elsewhere: RwSignal::new(false),
            failure: RwSignal::new(None),
            turn: StoredValue::new(0),
        };
        session.watch_other_tabs();
        session.drive();
        Ok(session)
    }

    /// The whole game, for a worker.
    pub fn whole_game(self) -> WholeGame {
        WholeGame {
            record: self.table.with_untracked(Table::record_text),
            sheet: self.saved.with_untracked(|saved| saved.sheet.clone()),
        }
    }

    /// A seat that is to choose now, for a worker.
    pub fn seat_to_choose(self, seat: Seat) -> SeatToChoose {
        self.saved.with_untracked(|saved| {
            self.table
                .with_untracked(|table| SeatToChoose::at(table, saved.sheet.as_deref(), seat))
        })
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

    /// The outcome that waits for a tap happens.
    pub fn apply_seeded(self) {
        let mut happened = None;
        self.table.update(|table| happened = table.apply_seeded());
        if happened.is_some() {
            self.changed();
        }
    }

    /// Can something be taken back?
    pub fn can_undo(self) -> bool {
        self.table.with(|table| table.undoable().is_ok())
    }

    /// Takes back the last real choice since the last outcome, or what was typed in last.
    pub fn undo(self) {
        let mut undone: Result<Undo, CannotUndo> = Err(CannotUndo::NoChoice);
        self.table.update(|table| undone = table.undo());
        if undone.is_ok() {
            self.changed();
        }
    }

    /// Does an outcome wait for a tap? Where a person rolls, and wherever a choice could still be taken back.
    pub fn waits_for_tap(self) -> bool {
        let auto = settings().auto_roll.get();
        !auto && self.table.with(waits_for_tap)
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
            .with_untracked(|table| (table.record_text(), table.is_over()));
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
        let awaits = self.table.with_untracked(Table::awaits);
        match awaits {
            Awaits::Seeded(_) => {
                if !untrack(|| self.waits_for_tap()) {
                    self.later(pace.pause() / 3, GameSession::apply_seeded);
                }
            }
            Awaits::Choice { .. } => {
                if let Some(seat) = awaits.bot() {
                    self.ask_bot(seat, pace.pause());
                }
            }
            Awaits::Typed(_) | Awaits::Over => {}
        }
    }

    fn later(self, milliseconds: i32, act: impl Fn(GameSession) + 'static) {
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

    fn ask_bot(self, seat: Seat, pause: i32) {
        let Some(request) = self.choice_of_bot(seat) else {
            return;
        };
        let turn = self.turn.get_value();
        let asked = saved::now();
        self.thinking.set(Some(0.0));
        spawn_local(async move {
            let progress = move |part: f64| {
                self.thinking.try_set(Some(part));
            };
            let response = work::ask(Lane::Quick, request, progress).await;
            if self.turn.try_get_value() != Some(turn) {
                return;
            }
            self.thinking.set(None);
            match response {
                WorkerResponse::Chosen(event) => {
                    let rest = pause - (saved::now() - asked) as i32;
                    self.later(rest.max(0), move |session| session.play_text(&event));
                }
                other => self.failure.set(Some(other.failure())),
            }
        });
    }

    /// What a worker is asked for the bot of a seat.
    fn choice_of_bot(self, seat: Seat) -> Option<WorkerRequest> {
        let (bot, seed) =
            self.table
                .with_untracked(|table| match &table.chairs().get(seat.index())?.sitter {
                    Sitter::Bot(bot) => Some((bot.clone(), table.bot_seed())),
                    Sitter::Person => None,
                })?;
        Some(WorkerRequest::Choose {
            at: self.seat_to_choose(seat),
            bot,
            seed,
        })
    }

    /// Plays a choice that a worker named; if that cannot be, the page says so.
    fn play_text(self, event: &str) {
        let read = self.table.with_untracked(|table| table.read_event(event));
        let refused = match read {
            Ok(AnyEvent::Choice(seat, action)) => self.play(seat, action).map_err(Refusal::message),
            Ok(AnyEvent::Outcome(_)) | Err(_) => Err(work::mistaken()),
        };
        if let Err(why) = refused {
            self.failure.set(Some(Description::of(language(), &why)));
        }
    }

    /// Asks the bot once more.
    pub fn ask_again(self) {
        self.failure.set(None);
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

/// Does an outcome of the seed wait for a tap, where outcomes may? A card is turned by the choice to draw it.
fn waits_for_tap(table: &Table) -> bool {
    match table.awaits() {
        Awaits::Seeded(AnyChance::Push(PushChance::Card)) => false,
        Awaits::Seeded(AnyChance::Push(PushChance::Die(seat))) => table.is_person(seat),
        Awaits::Seeded(AnyChance::Dice(_)) => table.undoable().is_ok() || rolls_themselves(table),
        Awaits::Choice { .. } | Awaits::Typed(_) | Awaits::Over => false,
    }
}

/// Does a person roll these dice: as the active player, or alone?
fn rolls_themselves(table: &Table) -> bool {
    let active = dice_now(table).and_then(DicePosition::active);
    table.is_person(active.unwrap_or(Seat(0)))
}
