//! The seeds of a game: who has committed to what, and who has shown it.

use finaud_rules::Seat;

use crate::{Commitment, Seed};

/// The seeds of a game. If somebody stays silent, everything is drawn anew.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Draw {
    number: u32,
    commitment: Commitment,
    /// The server's seed: known to the server, and to everybody once it is revealed.
    server: Option<Seed>,
    revealed: bool,
    seats: Vec<SeatDraw>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct SeatDraw {
    commitment: Option<Commitment>,
    seed: Option<Seed>,
}

impl Draw {
    pub(crate) fn new(commitment: Commitment, seats: usize, server: Option<Seed>) -> Draw {
        Draw {
            number: 1,
            commitment,
            server,
            revealed: false,
            seats: vec![SeatDraw::default(); seats],
        }
    }

    /// How often everything was drawn.
    pub fn number(&self) -> u32 {
        self.number
    }

    /// The server's commitment.
    pub fn commitment(&self) -> Commitment {
        self.commitment
    }

    /// The server's seed, once everybody may know it.
    pub fn revealed(&self) -> Option<Seed> {
        self.server.filter(|_| self.revealed)
    }

    /// The commitment of a seat.
    pub fn commitment_of(&self, seat: Seat) -> Option<Commitment> {
        self.seats.get(seat.index())?.commitment
    }

    /// The seed that a seat has shown.
    pub fn seed_of(&self, seat: Seat) -> Option<Seed> {
        self.seats.get(seat.index())?.seed
    }

    /// The server's seed, where it is known.
    pub(crate) fn server_seed(&self) -> Option<Seed> {
        self.server
    }

    pub(crate) fn commit(&mut self, seat: Seat, commitment: Commitment) -> Result<(), String> {
        let draw = self.seats.get_mut(seat.index()).ok_or("there is no such seat")?;
        if draw.commitment.is_some() {
            return Err("the seat has committed".into());
        }
        draw.commitment = Some(commitment);
        Ok(())
    }

    /// A seat shows a seed, whose commitment would be `due`.
    pub(crate) fn show(&mut self, seat: Seat, seed: Seed, due: Commitment) -> Result<(), String> {
        let draw = self.seats.get_mut(seat.index()).ok_or("there is no such seat")?;
        if !draw.commitment.is_some_and(|commitment| commitment.matches(&due)) {
            return Err("another seed was committed to".into());
        }
        if draw.seed.is_some() {
            return Err("the seed was shown".into());
        }
        draw.seed = Some(seed);
        Ok(())
    }

    pub(crate) fn again(&mut self, commitment: Commitment, server: Option<Seed>) {
        self.number += 1;
        self.commitment = commitment;
        self.server = server;
        self.seats.fill(SeatDraw::default());
    }

    /// The server shows its seed. Whether it is the one it committed to is for whoever checks the dice to say.
    pub(crate) fn reveal(&mut self, seed: Seed) {
        self.server = Some(seed);
        self.revealed = true;
    }

    pub(crate) fn forget(&mut self, seat: Seat) {
        if let Some(draw) = self.seats.get_mut(seat.index()) {
            *draw = SeatDraw::default();
        }
    }

    pub(crate) fn resize(&mut self, seats: usize) {
        self.seats.resize(seats, SeatDraw::default());
    }

    /// Puts these seats first, second and so on; those that move have nothing committed.
    pub(crate) fn rearrange(&mut self, seats: &[Seat]) {
        let moved = |(index, old): (usize, &Seat)| match old.index() == index {
            true => self.seats.get(index).copied().unwrap_or_default(),
            false => SeatDraw::default(),
        };
        self.seats = seats.iter().enumerate().map(moved).collect();
    }
}
