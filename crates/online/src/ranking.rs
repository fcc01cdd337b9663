//! Who came first, second and so on.

use finaud_rules::{Game as _, Seats};

use crate::table::{OnlineTable, Phase};
use crate::{Entry, Event, Play};

impl OnlineTable {
    /// The rank of each seat after a game, the winners' being 1; those who are level share one. `None` unless a game was played to
    /// its end here.
    pub fn ranks(&self) -> Option<Vec<u8>> {
        if self.phase != Phase::Over || self.abandoned {
            return None;
        }
        let winners: Seats = match self.play.as_ref()? {
            Play::Dice(play) => play.game().winners(play.state()),
            Play::Push(play) => play.game().winners(play.state()),
        };
        let points = &self.points;
        let result = |seat: usize| (winners.contains(finaud_rules::Seat(seat as u8)), points[seat]);
        let rank = |seat: usize| {
            let better = (0..points.len()).filter(|other| result(*other) > result(seat));
            better.count() as u8 + 1
        };
        Some((0..points.len()).map(rank).collect())
    }

    /// The ranks after a game that somebody gave up: whoever gave up, or had left, is behind everybody else. `None` if nobody at
    /// the table gave it up.
    pub fn ranks_given_up(&self, log: &[Entry]) -> Option<Vec<u8>> {
        if self.phase != Phase::Over || !self.abandoned || self.play.is_none() {
            return None;
        }
        let ended = |entry: &&Entry| matches!(Event::read(&entry.body), Some(Event::Ended { .. }));
        let by = log.iter().rev().find(ended)?.by?;
        let gone = |seat: &finaud_rules::Seat| {
            let place = self.seat(*seat);
            *seat == by || place.is_some_and(|place| place.is_person() && place.level().is_some())
        };
        let all: Vec<bool> = self.all_seats().map(|seat| gone(&seat)).collect();
        let left = all.iter().filter(|gone| !**gone).count() as u8;
        Some(all.iter().map(|gone| if *gone { left + 1 } else { 1 }).collect())
    }
}
