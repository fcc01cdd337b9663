//! A game on the screen: what people tap happens here, luck falls, bots are asked, and every step is kept.
//!
//! At an online table nothing happens here: what is tapped goes over the line, and what happened comes back ([`Remote`]).

use std::rc::Rc;
use std::time::Duration;

use finaud_messages::Value;
use finaud_rules::{PushChance, Refusal, Seat, Seats};
use finaud_table::{AnyAction, AnyChance, AnyEvent, AnyOutcome, Awaits, CannotUndo, Sitter, Table, Undo};
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;

use crate::at_step::{DicePosition, dice_now, push_now};
use crate::describe::Description;
use crate::messages::{language, tf};
use crate::open::OpenError;
use crate::pace::{Pace, last_look};
use crate::saved::{self, NotSaved, Saved};
use crate::settings::settings;
use crate::tell;
use crate::work::{self, Lane, SeatToChoose, WholeGame, WorkerRequest, WorkerResponse};

/// So long a person may still take back a choice before chance falls for somebody else, in milliseconds.
const UNDO_OFFERED: i32 = 2000;
/// So long is a step shown that happened elsewhere, if more has happened since, in milliseconds.
const LONGEST_LOOK: i32 = 700;
/// Whoever missed more steps than this sees where the game is now, and reads the rest in its history.
const MOST_SHOWN: usize = 12;
/// A second tap that comes so soon was meant for what the first one did.
const DOUBLE_TAP: f64 = 400.0;

/// Something that somebody at this screen does at a table that others share from elsewhere.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum RemoteAct {
    /// Plays this.
    Choose(AnyAction),
    /// Lets the dice fall.
    Roll,
    /// Takes back their last choice.
    Undo,
}

/// A table that others share from elsewhere, as this screen sees it.
#[derive(Clone, Copy)]
pub struct Remote {
    /// The seat of the person at this screen; `None` for whoever only watches.
    pub seat: Option<Seat>,
    /// Where what they do goes. What comes of it is shown with [`GameSession::show`].
    pub act: Callback<RemoteAct>,
    /// May they take back their last choice?
    pub undoable: RwSignal<bool>,
    /// Is nothing asked of them: does a bot play for them, or are their dice on the way?
    pub resting: RwSignal<bool>,
    /// Is there more to show than is shown?
    behind: RwSignal<bool>,
    /// What happened, as far as it is known: shown step by step.
    known: StoredValue<Option<Table>>,
}

impl Remote {
    /// A table that this seat shares, or that is only watched.
    pub fn new(seat: Option<Seat>, act: Callback<RemoteAct>) -> Remote {
        Remote {
            seat,
            act,
            undoable: RwSignal::new(false),
            resting: RwSignal::new(false),
            behind: RwSignal::new(false),
            known: StoredValue::new(None),
        }
    }
}

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
    /// Does everybody who is no person hurry, until a person is asked again?
    pub hurried: RwSignal<bool>,
    /// May the last choice still be taken back, and does chance wait only for that?
    pub undo_offered: RwSignal<bool>,
    /// Who hears what is chosen, where nothing happens at the table: at a puzzle.
    answer: StoredValue<Option<Callback<(Seat, AnyAction)>>>,
    /// The line to the others, where they sit elsewhere.
    pub remote: Option<Remote>,
    /// Raised with every change, so that what was begun before can tell that it is late.
    turn: StoredValue<u64>,
    /// When a person chose last.
    chosen: StoredValue<f64>,
    /// What happens after a pause, or at once if somebody is in a hurry.
    pending: StoredValue<Option<Rc<dyn Fn()>>, LocalStorage>,
}

impl GameSession {
    /// Opens a kept game.
    pub fn open(saved: Saved) -> Result<GameSession, OpenError> {
        let session = GameSession::of(saved.table()?, saved);
        session.watch_other_tabs();
        session.drive();
        Ok(session)
    }

    /// A table that only asks: nothing happens at it and nothing is kept, but `answer` hears what is chosen.
    pub fn question(table: Table, answer: Callback<(Seat, AnyAction)>) -> GameSession {
        let mut saved = Saved::new(&table, None);
        saved.coach = false;
        GameSession {
            answer: StoredValue::new(Some(answer)),
            ..GameSession::of(table, saved)
        }
    }

    /// A table that others share from elsewhere. Nothing is kept here: the table keeps itself.
    pub fn remote(table: Table, saved: Saved, remote: Remote) -> GameSession {
        let session = GameSession {
            remote: Some(remote),
            ..GameSession::of(table, saved)
        };
        session.drive();
        session
    }

    fn of(table: Table, saved: Saved) -> GameSession {
        GameSession {
            table: RwSignal::new(table),
            saved: RwSignal::new(saved),
            thinking: RwSignal::new(None),
            elsewhere: RwSignal::new(false),
            failure: RwSignal::new(None),
            hurried: RwSignal::new(false),
            undo_offered: RwSignal::new(false),
            answer: StoredValue::new(None),
            remote: None,
            turn: StoredValue::new(0),
            chosen: StoredValue::new(saved::now()),
            pending: StoredValue::new_local(None),
        }
    }

    /// Does somebody at this screen play this seat?
    pub fn plays_here(self, table: &Table, seat: Seat) -> bool {
        let here = self.remote.is_none_or(|remote| remote.seat == Some(seat));
        here && table.is_person(seat)
    }

    /// Is nothing asked of whoever sits here?
    fn rests(self) -> bool {
        self.remote.is_some_and(|remote| remote.resting.get())
    }

    /// Who at this screen may choose now.
    pub fn asked_here(self, table: &Table) -> Seats {
        match (self.remote, table.awaits()) {
            // Elsewhere nobody keeps anybody waiting, not even a bot.
            (Some(_), Awaits::Choice { people, .. }) => {
                let here = |seat: &Seat| self.plays_here(table, *seat) && !self.rests();
                people.iter().filter(here).collect()
            }
            (_, awaits) => awaits.people(),
        }
    }

    /// Shows what happened elsewhere: step by step if it goes on from what is shown, else at once.
    pub fn show(self, table: Table) {
        let Some(remote) = self.remote else { return };
        let steps = self.table.with_untracked(Table::steps);
        let follows = self.table.with_untracked(|shown| goes_on_from(&table, shown));
        match table.steps().saturating_sub(steps) {
            2..=MOST_SHOWN if follows => {
                let now = next_step(&self.table.get_untracked(), &table);
                remote.known.set_value(Some(table));
                // What is being looked at stays for its while; then comes the next.
                if !remote.behind.get_untracked() {
                    remote.behind.set(true);
                    self.set_shown(now);
                }
            }
            _ => {
                remote.known.set_value(None);
                remote.behind.set(false);
                self.set_shown(table);
            }
        }
    }

    /// Shows the next step of what happened elsewhere.
    fn show_next(self) {
        let Some(remote) = self.remote else { return };
        let Some(known) = remote.known.get_value() else {
            remote.behind.set(false);
            return;
        };
        let shown = self.table.get_untracked();
        if !goes_on_from(&known, &shown) || known.steps() <= shown.steps() + 1 {
            remote.known.set_value(None);
            remote.behind.set(false);
            self.set_shown(known);
        } else {
            self.set_shown(next_step(&shown, &known));
        }
    }

    fn set_shown(self, table: Table) {
        self.table.set(table);
        self.changed();
    }

    fn act(self, act: RemoteAct) {
        let Some(remote) = self.remote else { return };
        // Whoever acts has seen enough.
        if let Some(Some(known)) = remote.known.try_update_value(Option::take) {
            let steps = self.table.with_untracked(Table::steps);
            remote.behind.set(false);
            let asked_the_same = same_question(&known, steps, remote.seat);
            self.set_shown(known);
            if !asked_the_same {
                return;
            }
        }
        self.chosen.set_value(saved::now());
        remote.act.run(act);
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
        if let Some(answer) = self.answer.get_value() {
            answer.run((seat, action));
            return Ok(());
        }
        if self.remote.is_some() {
            let asked = untrack(|| self.table.with_untracked(|table| self.asked_here(table)));
            if !asked.contains(seat) {
                return Err(Refusal::NotAsked(seat));
            }
            self.act(RemoteAct::Choose(action));
            return Ok(());
        }
        let mut played = Ok(());
        self.table.update(|table| played = table.play(seat, action));
        if played.is_ok() {
            if self.table.with_untracked(|table| table.is_person(seat)) {
                self.chosen.set_value(saved::now());
            }
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
        if self.remote.is_some() {
            let falls = self
                .table
                .with_untracked(|table| falls_here(table, |seat| self.plays_here(table, seat)));
            // Dice that are on their way are not rolled twice.
            if falls && !untrack(|| self.rests()) {
                self.act(RemoteAct::Roll);
            }
            return;
        }
        let mut happened = None;
        self.table.update(|table| happened = table.apply_seeded());
        if happened.is_some() {
            self.changed();
        }
    }

    /// Can something be taken back?
    pub fn can_undo(self) -> bool {
        if let Some(remote) = self.remote {
            return remote.undoable.get();
        }
        self.table.with(|table| table.undoable().is_ok())
    }

    /// Takes back the last real choice since the last outcome, or what was typed in last.
    pub fn undo(self) {
        if let Some(remote) = self.remote {
            if remote.undoable.get_untracked() {
                self.act(RemoteAct::Undo);
            }
            return;
        }
        let mut undone: Result<Undo, CannotUndo> = Err(CannotUndo::NoChoice);
        self.table.update(|table| undone = table.undo());
        if undone.is_ok() {
            self.changed();
        }
    }

    /// Does an outcome wait for a tap? Where a person rolls.
    pub fn waits_for_tap(self) -> bool {
        let auto = settings().auto_roll.get();
        !auto
            && !self.rests()
            && self
                .table
                .with(|table| falls_here(table, |seat| self.plays_here(table, seat)))
    }

    /// Is nobody asked: do bots play, or does chance fall by itself?
    pub fn goes_on_alone(self) -> bool {
        if let Some(remote) = self.remote {
            return remote.behind.get();
        }
        let awaits = self.table.with(Table::awaits);
        match awaits {
            Awaits::Seeded(_) => !self.waits_for_tap(),
            Awaits::Choice { .. } => awaits.bot().is_some(),
            Awaits::Typed(_) | Awaits::Over => false,
        }
    }

    /// Everybody who is no person plays at once, until a person is asked again.
    pub fn hurry(self) {
        let double = (0.0..DOUBLE_TAP).contains(&(saved::now() - self.chosen.get_value()));
        if double || !untrack(|| self.goes_on_alone()) {
            return;
        }
        self.hurried.set(true);
        if let Some(Some(act)) = self.pending.try_update_value(Option::take) {
            act();
        }
    }

    /// How quickly bots play here: as somebody wishes, else by how many they are.
    pub fn pace(self) -> Pace {
        self.table.with(Pace::at)
    }

    /// Lays another table in place of this one.
    pub fn lay(self, table: Table) {
        self.table.set(table);
        self.changed();
    }

    /// Nothing happens by itself until somebody does something.
    pub fn pause(self) {
        self.turn.update_value(|turn| *turn += 1);
        self.thinking.set(None);
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
        if self.remote.is_some() {
            return;
        }
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
        let awaits = self.table.with_untracked(Table::awaits);
        let alone = untrack(|| self.goes_on_alone());
        if !alone && self.hurried.get_untracked() {
            self.hurried.set(false);
        }
        let mut pause = untrack(|| self.pace()).pause(self.table.with_untracked(last_look));
        if self.remote.is_some() {
            if alone {
                self.later(pause.min(LONGEST_LOOK), GameSession::show_next);
            } else if settings().auto_roll.get_untracked() {
                // Only if the dice are those of somebody here.
                self.later(pause, GameSession::apply_seeded);
            }
            return;
        }
        let mut offered = false;
        match awaits {
            Awaits::Seeded(_) if alone => {
                if !settings().auto_roll.get_untracked() && self.table.with_untracked(answers_a_choice) {
                    let since = saved::now() - self.chosen.get_value();
                    // A clock that is set back makes nobody wait longer.
                    let rest = UNDO_OFFERED.saturating_sub(since as i32).min(UNDO_OFFERED);
                    offered = rest > 0;
                    pause = pause.max(rest);
                }
                self.later(pause, GameSession::apply_seeded);
            }
            Awaits::Choice { people, .. } => {
                if let Some(seat) = awaits.bot() {
                    // Where people are asked beside them, bots do not keep them waiting.
                    let shared = if people.is_empty() { 1 } else { 3 };
                    self.ask_bot(seat, pause / shared);
                }
            }
            Awaits::Seeded(_) | Awaits::Typed(_) | Awaits::Over => {}
        }
        if self.undo_offered.get_untracked() != offered {
            self.undo_offered.set(offered);
        }
    }

    fn later(self, milliseconds: i32, act: impl Fn(GameSession) + 'static) {
        let turn = self.turn.get_value();
        let act = Rc::new(move || {
            // The page may have gone, or somebody was quicker.
            if self.turn.try_get_value() == Some(turn) && self.elsewhere.try_get_untracked() == Some(false) {
                act(self);
            }
        });
        self.pending.set_value(Some(Rc::clone(&act) as Rc<dyn Fn()>));
        let pause = match self.hurried.get_untracked() {
            true => 0,
            false => u64::try_from(milliseconds).unwrap_or(0),
        };
        set_timeout(move || act(), Duration::from_millis(pause));
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
                    let rest = pause.saturating_sub((saved::now() - asked) as i32);
                    self.later(rest.clamp(0, pause), move |session| session.play_text(&event));
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

/// Does a table go on from another one: is all that happened there a part of it?
fn goes_on_from(later: &Table, earlier: &Table) -> bool {
    let steps = earlier.steps();
    steps <= later.steps() && (0..steps).all(|step| later.event(step) == earlier.event(step))
}

/// Is this seat still asked what it was asked at that step: did nothing happen since but that others chose beside it?
fn same_question(table: &Table, step: usize, seat: Option<Seat>) -> bool {
    let beside = |step| matches!(table.event(step), Some(AnyEvent::Choice(by, _)) if Some(by) != seat);
    (step..table.steps()).all(beside)
}

/// A table after the next step of one that goes on from it, with the people of the latter.
fn next_step(shown: &Table, known: &Table) -> Table {
    known.until(shown.steps() + 1)
}

/// Does an outcome wait for the tap of somebody here, where outcomes may? A card is turned by the choice to draw it.
fn falls_here(table: &Table, plays_here: impl Fn(Seat) -> bool) -> bool {
    match table.awaits() {
        Awaits::Seeded(AnyChance::Push(PushChance::Card)) => false,
        Awaits::Seeded(chance) => plays_here(roller(table, chance)),
        Awaits::Choice { .. } | Awaits::Typed(_) | Awaits::Over => false,
    }
}

/// Would an outcome of the seed that falls for a bot end what a person may take back?
fn answers_a_choice(table: &Table) -> bool {
    match table.awaits() {
        Awaits::Seeded(chance) => !table.is_person(roller(table, chance)) && table.undoable().is_ok(),
        Awaits::Choice { .. } | Awaits::Typed(_) | Awaits::Over => false,
    }
}

/// Who is waited for, where everybody has a screen of their own, in a sentence.
pub fn waited_for(table: &Table, awaits: Awaits) -> String {
    let Awaits::Choice { people, bots } = awaits else {
        return String::new();
    };
    let asked = if people.is_empty() { bots } else { people };
    let names = asked.iter().map(|seat| tell::seat(language(), table, seat));
    // A bot may play for whoever looks on.
    let others: Vec<String> = names.filter(|name| !tell::is_you(name)).collect();
    match others.is_empty() {
        true => String::new(),
        false => waits_for(others.into_iter()),
    }
}

/// That these people are waited for.
pub fn waits_for(names: impl Iterator<Item = String>) -> String {
    tf("play.waits", &[("names", &all_names(names))])
}

/// Names as a list for a sentence.
pub fn all_names(names: impl Iterator<Item = String>) -> Value<'static> {
    Value::List(names.map(|name| Value::Text(name.into())).collect())
}

/// For whom an outcome falls: the active player, whoever is alone, or whoever drew.
pub fn roller(table: &Table, chance: AnyChance) -> Seat {
    let whose = match chance {
        AnyChance::Push(PushChance::Card) => push_now(table).map(|(_, state)| state.current()),
        AnyChance::Push(PushChance::Die(seat)) => Some(seat),
        AnyChance::Dice(_) => dice_now(table).and_then(DicePosition::active),
    };
    whose.unwrap_or(Seat(0))
}
