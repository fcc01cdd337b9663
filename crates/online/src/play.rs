//! The game itself at an online table: the state now, and what may still be taken back.
//!
//! Nothing before the last luck is kept: it cannot change any more, and it stands in the log.

use std::sync::Arc;

use finaud_record::{Event, EventError, Notation};
use finaud_rules::{Chance, Game as _, Next, Push, PushChance, Seat, Seats, TableGame};
use finaud_table::CannotUndo;

use crate::shelf::SharedGame;
use crate::{DiceKey, Refused, Seq};

/// What an online table asks of a game.
pub trait Online: Notation {
    /// For whom the luck falls that is due.
    fn roller(&self, state: &Self::State) -> Option<Seat>;

    /// Does the luck that is due fall by itself, because the choice before asked for it?
    fn falls_by_itself(&self, state: &Self::State) -> bool;
}

impl Online for TableGame {
    /// The active player, or whoever plays alone.
    fn roller(&self, state: &Self::State) -> Option<Seat> {
        match self.next(state) {
            Next::Chance(Chance::Roll(_) | Chance::Sort(_)) => Some(state.active().unwrap_or(Seat(0))),
            Next::Choice(_) | Next::Over => None,
        }
    }

    fn falls_by_itself(&self, _: &Self::State) -> bool {
        false
    }
}

impl Online for Push {
    /// Whoever draws, or takes a column.
    fn roller(&self, state: &Self::State) -> Option<Seat> {
        match self.next(state) {
            Next::Chance(PushChance::Card) => Some(state.current()),
            Next::Chance(PushChance::Die(seat)) => Some(seat),
            Next::Choice(_) | Next::Over => None,
        }
    }

    /// A card is turned by the choice to draw it.
    fn falls_by_itself(&self, state: &Self::State) -> bool {
        matches!(self.next(state), Next::Chance(PushChance::Card))
    }
}

/// A choice since the last luck.
#[derive(Debug)]
struct Move<G: Notation> {
    seq: Seq,
    seat: Seat,
    action: G::Action,
    /// Did the seat have another choice, and did a person make it?
    answers: bool,
}

// Written out because deriving would ask the game itself to be `Copy`.
impl<G: Notation> Clone for Move<G> {
    fn clone(&self) -> Move<G> {
        *self
    }
}

impl<G: Notation> Copy for Move<G> {}

/// A game of one kind in progress.
#[derive(Clone, Debug)]
pub struct GamePlay<G: Notation> {
    game: Arc<G>,
    /// The state after the last luck.
    base: G::State,
    /// What was chosen since.
    moves: Vec<Move<G>>,
    state: G::State,
}

impl<G: Online> GamePlay<G> {
    fn new(game: Arc<G>) -> GamePlay<G> {
        let start = game.start();
        GamePlay {
            game,
            base: start,
            moves: Vec::new(),
            state: start,
        }
    }

    /// The game.
    pub fn game(&self) -> &Arc<G> {
        &self.game
    }

    /// The state now.
    pub fn state(&self) -> &G::State {
        &self.state
    }

    /// The legal actions of a seat: none if it is not asked.
    fn legal(&self, seat: Seat) -> Vec<G::Action> {
        let mut legal = Vec::new();
        self.game.legal(&self.state, seat, &mut legal);
        legal
    }

    /// Who may choose now.
    fn choosers(&self) -> Seats {
        match self.game.next(&self.state) {
            Next::Choice(seats) => seats,
            Next::Chance(_) | Next::Over => Seats::default(),
        }
    }

    /// The line of the log for an action of a seat, if it is legal now.
    fn choice(&self, seat: Seat, action: &str) -> Result<String, Refused> {
        let action = self.game.read_action(action).map_err(|_| Refused::Illegal)?;
        let mut after = self.state;
        match self.game.play(&mut after, seat, action) {
            Ok(()) => Ok(Event::<G>::Choice(seat, action).text(&self.game)),
            Err(finaud_rules::Refusal::NotAsked(_)) => Err(Refused::NotAsked),
            Err(_) => Err(Refused::Illegal),
        }
    }

    /// The line of the log for the luck that is due.
    fn luck(&self, key: &DiceKey) -> Option<String> {
        let place = self.game.chance_place(&self.state)?;
        let outcome = self.game.outcome_of_bits(&self.state, key.bits(place))?;
        Some(Event::<G>::Outcome(outcome).text(&self.game))
    }

    /// Lets a line of the log happen; says whose choice it was, if it was one.
    fn apply(&mut self, seq: Seq, by: Option<Seat>, line: &str) -> Result<Option<Seat>, String> {
        let event = Event::read(&*self.game, &self.state, line);
        let event = event.map_err(|error: EventError| format!("{error:?}"))?;
        let mut after = self.state;
        match event {
            Event::Choice(seat, action) => {
                let answers = by == Some(seat) && self.legal(seat).len() > 1;
                let played = self.game.play(&mut after, seat, action);
                played.map_err(|refusal| refusal.to_string())?;
                self.moves.push(Move {
                    seq,
                    seat,
                    action,
                    answers,
                });
                self.state = after;
                Ok(Some(seat))
            }
            Event::Outcome(outcome) => {
                let fell = self.game.apply_chance(&mut after, outcome);
                fell.map_err(|refusal| refusal.to_string())?;
                self.moves.clear();
                self.base = after;
                self.state = after;
                Ok(None)
            }
        }
    }

    /// The entries that would not have happened if a seat had not made its last real choice.
    ///
    /// Its own later choices were forced, so they go too. What others chose since stays if it could have been chosen
    /// all the same: they sat beside, and did not answer. What they had to do, and what bots did, goes where it could not.
    fn undoable(&self, seat: Seat) -> Result<Vec<Seq>, CannotUndo> {
        let own = |step: &Move<G>| step.seat == seat && step.answers;
        let last = self.moves.iter().rposition(own).ok_or(CannotUndo::NoChoice)?;
        let mut state = self.base;
        let mut removes = Vec::new();
        for (index, step) in self.moves.iter().enumerate() {
            if index >= last && step.seat == seat {
                removes.push(step.seq);
                continue;
            }
            let mut after = state;
            match self.game.play(&mut after, step.seat, step.action) {
                Ok(()) => state = after,
                Err(_) if step.answers => return Err(CannotUndo::Answered(step.seat)),
                Err(_) => removes.push(step.seq),
            }
        }
        Ok(removes)
    }

    /// Takes entries back.
    fn remove(&mut self, removes: &[Seq]) -> Result<(), String> {
        let known = |seq: &Seq| self.moves.iter().any(|step| step.seq == *seq);
        if removes.is_empty() || !removes.iter().all(known) {
            return Err("an entry that cannot be taken back".into());
        }
        let mut moves = self.moves.clone();
        moves.retain(|step| !removes.contains(&step.seq));
        let mut state = self.base;
        for step in &moves {
            let played = self.game.play(&mut state, step.seat, step.action);
            played.map_err(|refusal| refusal.to_string())?;
        }
        self.moves = moves;
        self.state = state;
        Ok(())
    }

    fn points(&self) -> Vec<i32> {
        let seats = (0..self.game.seats() as u8).map(Seat);
        seats.map(|seat| self.game.points(&self.state, seat)).collect()
    }
}

/// A game of any kind in progress.
#[derive(Clone, Debug)]
pub enum Play {
    /// A dice game.
    Dice(Box<GamePlay<TableGame>>),
    /// PUSH.
    Push(Box<GamePlay<Push>>),
}

macro_rules! each {
    ($play:expr, $it:ident => $body:expr) => {
        match $play {
            Play::Dice($it) => $body,
            Play::Push($it) => $body,
        }
    };
}

impl Play {
    /// A game that begins.
    pub(crate) fn new(game: &SharedGame) -> Play {
        match game {
            SharedGame::Dice(game) => Play::Dice(Box::new(GamePlay::new(Arc::clone(game)))),
            SharedGame::Push(game) => Play::Push(Box::new(GamePlay::new(Arc::clone(game)))),
        }
    }

    /// Who may choose now.
    pub fn choosers(&self) -> Seats {
        each!(self, play => play.choosers())
    }

    /// For whom luck falls now; `None` if none is due.
    pub fn roller(&self) -> Option<Seat> {
        each!(self, play => play.game.roller(&play.state))
    }

    /// Is luck due that nobody rolls: a card that somebody chose to draw?
    pub fn falls_by_itself(&self) -> bool {
        each!(self, play => play.game.falls_by_itself(&play.state))
    }

    /// Is the game over?
    pub fn is_over(&self) -> bool {
        each!(self, play => matches!(play.game.next(&play.state), Next::Over))
    }

    /// The legal actions of a seat in the words of records.
    pub fn legal(&self, seat: Seat) -> Vec<String> {
        each!(self, play => {
            let legal = play.legal(seat).into_iter();
            legal.map(|action| play.game.action_text(action)).collect()
        })
    }

    /// Where the game stands, in one line.
    pub fn position_text(&self) -> String {
        each!(self, play => play.game.position_text(&play.state))
    }

    /// The points of each seat if the game ended now.
    pub fn points(&self) -> Vec<i32> {
        each!(self, play => play.points())
    }

    pub(crate) fn choice(&self, seat: Seat, action: &str) -> Result<String, Refused> {
        each!(self, play => play.choice(seat, action))
    }

    pub(crate) fn luck(&self, key: &DiceKey) -> Option<String> {
        each!(self, play => play.luck(key))
    }

    pub(crate) fn apply(&mut self, seq: Seq, by: Option<Seat>, line: &str) -> Result<Option<Seat>, String> {
        each!(self, play => play.apply(seq, by, line))
    }

    pub(crate) fn undoable(&self, seat: Seat) -> Result<Vec<Seq>, CannotUndo> {
        each!(self, play => play.undoable(seat))
    }

    pub(crate) fn remove(&mut self, removes: &[Seq]) -> Result<(), String> {
        each!(self, play => play.remove(removes))
    }
}
