//! What must not be lost when one of several windows at the same seat is closed: choices that are not acknowledged, and seeds.
//!
//! Windows share what a device keeps, and each writes its own view of the table over that of the others. So these are kept one
//! by one, each under a name of its own, and whichever window is left sends them. Sending twice is harmless: a command
//! has a name, and counts for one decision.

use finaud_rules::Seat;
use serde::{Deserialize, Serialize};

use super::{Client, OwnSeed, Pending, is_of_game};
use crate::CommandId;
use crate::ids::seat_number;
use crate::table::Phase;

/// So many commands that were acknowledged or refused are remembered, so that they are not taken up again.
const SETTLED: usize = 64;

/// Something that a device must not lose.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Unsent(What);

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum What {
    /// A choice, a roll, or that one is taken back.
    Command {
        #[serde(with = "seat_number")]
        seat: Seat,
        pending: Pending,
    },
    Seed(OwnSeed),
}

impl Unsent {
    /// Its name: no two are alike at a table.
    pub fn name(&self) -> String {
        match &self.0 {
            What::Command { pending, .. } => pending.id.to_string(),
            What::Seed(own) => own.seed.hash_name(),
        }
    }
}

impl Client {
    /// Everything that this window must not take with it when it is closed.
    pub fn unsent(&self) -> Vec<Unsent> {
        let Some(online) = self
            .online
            .as_ref()
            .filter(|online| online.phase() != Phase::Over)
        else {
            return Vec::new();
        };
        let draw = online.draw().commitment();
        let seeds = self.seeds.iter().filter(|own| own.draw == draw);
        let seeds = seeds.map(|own| What::Seed(own.clone()));
        let of_game = |pending: &&Pending| is_of_game(&pending.act) && pending.acked.is_none();
        let commands = self.pending.iter().filter(of_game).filter_map(|pending| {
            let (seat, pending) = (self.seat?, pending.clone());
            Some(What::Command { seat, pending })
        });
        seeds.chain(commands).map(Unsent).collect()
    }

    /// Takes up what another window has kept. False if it is worth nothing any more.
    pub fn take_up(&mut self, unsent: Unsent) -> bool {
        let Some(online) = &self.online else {
            // What it is worth will be known when the log is.
            return true;
        };
        match unsent.0 {
            What::Seed(own) => {
                let is_good = online.phase() != Phase::Over && own.draw == online.draw().commitment();
                match self.seeds.iter_mut().find(|known| known.seed == own.seed) {
                    Some(known) => known.acked |= own.acked,
                    None if is_good => self.seeds.push(own),
                    None => {}
                }
                is_good
            }
            What::Command { seat, pending } => {
                if self.seat.is_none() {
                    return online.phase() == Phase::Playing;
                }
                if self.pending.iter().any(|known| known.id == pending.id) {
                    return true;
                }
                let is_good = online.phase() == Phase::Playing
                    && is_of_game(&pending.act)
                    && self.seat == Some(seat)
                    && pending.at >= online.decision(seat)
                    && !self.settled.contains(&pending.id);
                if is_good {
                    let later = |known: &Pending| is_of_game(&known.act) && known.at > pending.at;
                    let place = self.pending.iter().position(later);
                    self.pending.insert(place.unwrap_or(self.pending.len()), pending);
                }
                is_good
            }
        }
    }

    /// Remembers that the server has said what becomes of a command.
    pub(super) fn note_settled(&mut self, id: CommandId) {
        if self.settled.len() >= SETTLED {
            self.settled.remove(0);
        }
        self.settled.push(id);
    }
}
