//! When somebody who does not look should be told that a table waits for them.

use finaud_rules::Seat;

use crate::Time;
use crate::table::{OnlineTable, Phase, Sitter};

/// Whoever is at the table needs no reminder: they have so long to begin.
pub const REMIND_AFTER: u64 = 15_000;

/// Somebody is to be told that a table waits for them, unless they look at it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Reminder {
    /// When.
    pub at: Time,
    /// Whom.
    pub seat: Seat,
    /// About which decision; 0 is the seed that is due before the game.
    pub decision: u32,
    /// The first time, or the second.
    pub stage: Stage,
}

/// How pressing it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Stage {
    /// The table waits.
    Waits = 1,
    /// Most of the time is gone.
    Presses = 2,
}

impl OnlineTable {
    /// All reminders that what waits now may need, whether they were sent or not.
    pub fn reminders(&self) -> Vec<Reminder> {
        let waits = |seat: Seat, since: Time, decision: u32| {
            let first = Reminder {
                at: since.plus(REMIND_AFTER),
                seat,
                decision,
                stage: Stage::Waits,
            };
            let whole = self.settings.pace.milliseconds().filter(|_| decision > 0);
            let second = whole.map(|whole| Reminder {
                at: since.plus((whole / 5 * 4).max(2 * REMIND_AFTER)),
                stage: Stage::Presses,
                ..first
            });
            [Some(first), second].into_iter().flatten()
        };
        let is_person = |seat: &Seat| self.seats[seat.index()].sitter == Sitter::Person;
        match self.phase {
            // Apps do this by themselves as soon as somebody opens them.
            Phase::Seeding => {
                let silent = self.people().filter(|seat| self.is_silent(*seat));
                silent.flat_map(|seat| waits(seat, self.touched, 0)).collect()
            }
            Phase::Playing => {
                let asked = self.asked().iter().filter(is_person);
                let asked = asked.filter(|seat| !self.seats[seat.index()].late);
                asked
                    .filter_map(|seat| Some((seat, self.seats[seat.index()].asked?)))
                    .flat_map(|(seat, since)| waits(seat, since, self.decision(seat)))
                    .collect()
            }
            Phase::Open | Phase::Over => Vec::new(),
        }
    }
}
