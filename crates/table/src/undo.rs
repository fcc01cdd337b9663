//! Taking back, for people at a table.
//!
//! What is taken back is a person's last *real* choice. What was forced would only happen again, so it goes with it, and
//! so does what bots chose since. An outcome of chance is never taken back (nobody rolls twice), nor is a choice that
//! somebody else has answered with a real one of their own. Only where people type in what their own dice show, the last
//! of these may be typed again: fingers slip, and those dice are not ours.

use finaud_record::{Event, Notation};
use finaud_rules::{Message, Seat};

use crate::{ChanceSource, GameTable};

/// What is taken back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Undo {
    /// Whose choice it is; `None` for an outcome that was typed in.
    pub seat: Option<Seat>,
    /// How many events go: the choice and everything since.
    pub events: usize,
}

/// Why nothing can be taken back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CannotUndo {
    /// Nobody has chosen since chance last had a say.
    NoChoice,
    /// This seat has chosen since.
    Answered(Seat),
}

impl CannotUndo {
    /// The reason in a sentence.
    pub fn message(self) -> Message {
        match self {
            CannotUndo::NoChoice => Message::new(
                "undo.nothing",
                "nothing can be undone: nobody has chosen since the last roll or card",
            ),
            CannotUndo::Answered(seat) => Message::new(
                "undo.answered",
                "it cannot be undone: seat {seat} has chosen since",
            )
            .with("seat", u16::from(seat.0) + 1),
        }
    }
}

impl std::fmt::Display for CannotUndo {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.message())
    }
}

impl std::error::Error for CannotUndo {}

impl<G: Notation> GameTable<G> {
    /// Was the choice at this place of the log a real one: did its seat have another?
    fn is_real(&self, index: usize, seat: Seat) -> bool {
        let mut legal = Vec::new();
        self.game().legal(&self.states()[index], seat, &mut legal);
        legal.len() > 1
    }

    /// What a person at the table would take back: the last real choice of whoever made it, or an outcome typed in since.
    pub fn undoable(&self) -> Result<Undo, CannotUndo> {
        for (index, event) in self.log().iter().enumerate().rev() {
            let events = self.log().len() - index;
            match event {
                Event::Choice(seat, _) if self.is_person(*seat) && self.is_real(index, *seat) => {
                    return Ok(Undo {
                        seat: Some(*seat),
                        events,
                    });
                }
                Event::Choice(..) => {}
                Event::Outcome(_) if self.chance_source() == ChanceSource::Typed => {
                    return Ok(Undo { seat: None, events });
                }
                Event::Outcome(_) => break,
            }
        }
        Err(CannotUndo::NoChoice)
    }

    /// What this seat would take back of its own, where everybody sits at another screen.
    pub fn undoable_by(&self, seat: Seat) -> Result<Undo, CannotUndo> {
        for (index, event) in self.log().iter().enumerate().rev() {
            let Event::Choice(chooser, _) = event else { break };
            if !self.is_person(*chooser) || !self.is_real(index, *chooser) {
                continue;
            }
            if *chooser != seat {
                return Err(CannotUndo::Answered(*chooser));
            }
            return Ok(Undo {
                seat: Some(seat),
                events: self.log().len() - index,
            });
        }
        Err(CannotUndo::NoChoice)
    }

    /// Takes back what [`GameTable::undoable`] says.
    pub fn undo(&mut self) -> Result<Undo, CannotUndo> {
        let undo = self.undoable()?;
        self.truncate(self.log().len() - undo.events);
        Ok(undo)
    }

    /// Takes back what [`GameTable::undoable_by`] says.
    pub fn undo_by(&mut self, seat: Seat) -> Result<Undo, CannotUndo> {
        let undo = self.undoable_by(seat)?;
        self.truncate(self.log().len() - undo.events);
        Ok(undo)
    }
}
