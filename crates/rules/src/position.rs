//! A dice game in the middle: the sheets, the dice and whose choice it is.

use crate::bonus::{Boxes, POWERS, Power};
use crate::die::{Dice, Die, DieSet, SLOTS, ZONES};
use crate::game::{Seat, Seats};
use crate::zone::Ink;

/// Where in the turn the game stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Phase {
    /// Everybody uses the bonus of the round.
    RoundStart,
    /// The active player may take dice back before rolling.
    BeforeRoll,
    /// The pool is to be rolled.
    Rolling,
    /// The active player chooses among the rolled dice.
    Rolled,
    /// The active player uses what the picked die gave; then lower dice go to the platter.
    Entered,
    /// Solo, passive turn: distance is to decide about equal dice.
    Sorting,
    /// The rolls are over: passive players pick, everybody may use extra dice.
    Window,
    /// The game is over.
    Over,
}

/// What a player has left to do in the window at the end of a turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Stage {
    /// Nothing.
    Done,
    /// Use extra dice.
    Extra,
    /// Pick a die of the platter, or settle for none.
    Pick,
}

/// The gifts a player has won and not yet used: how many of each kind.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Pending(u64);

/// How many kinds of gift a sheet may have.
pub(crate) const MAX_GIFTS: usize = 16;
/// How many gifts of one kind may wait at the same time.
pub(crate) const MAX_PENDING: u8 = 15;

impl Pending {
    /// Is nothing pending?
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many gifts of this kind are pending.
    #[inline]
    pub fn count(self, gift: u8) -> u8 {
        (self.0.checked_shr(4 * u32::from(gift)).unwrap_or(0) & 15) as u8
    }

    #[inline]
    pub(crate) fn add(&mut self, gift: u8) {
        if self.count(gift) < MAX_PENDING {
            self.0 += 1 << (4 * gift);
        }
    }

    #[inline]
    pub(crate) fn remove(&mut self, gift: u8) {
        self.0 -= 1 << (4 * gift);
    }

    #[inline]
    pub(crate) fn drop_all(&mut self, gift: u8) {
        self.0 &= !(15 << (4 * gift));
    }

    /// The kinds that are pending, in the sheet's order.
    #[inline]
    pub fn kinds(self) -> impl Iterator<Item = u8> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            (rest != 0).then(|| {
                let gift = (rest.trailing_zeros() / 4) as u8;
                rest &= !(15 << (4 * gift));
                gift
            })
        })
    }
}

/// One player's sheet and what he has to do.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Player {
    pub(crate) zones: [Ink; ZONES],
    pub(crate) pending: Pending,
    pub(crate) boxes: [Boxes; POWERS],
    pub(crate) foxes: u8,
    pub(crate) window: WindowState,
}

/// What a player has done and has to do in the window, in one byte.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct WindowState(u8);

impl WindowState {
    const STAGE: u32 = 6;

    /// No extra die used.
    #[inline]
    pub(crate) fn new(stage: Stage) -> WindowState {
        WindowState((stage as u8) << WindowState::STAGE)
    }

    #[inline]
    pub(crate) fn stage(self) -> Stage {
        match self.0 >> WindowState::STAGE {
            0 => Stage::Done,
            1 => Stage::Extra,
            _ => Stage::Pick,
        }
    }

    #[inline]
    pub(crate) fn extra_used(self) -> DieSet {
        DieSet::from_bits(self.0)
    }

    #[inline]
    pub(crate) fn set_stage(&mut self, stage: Stage) {
        self.0 = self.extra_used().bits() | WindowState::new(stage).0;
    }

    /// Forgets the stage and the extra dice, but for those of this mask.
    #[inline]
    pub(crate) fn keep(&mut self, mask: u8) {
        self.0 &= mask;
    }

    #[inline]
    pub(crate) fn use_extra(&mut self, die: Die) {
        let mut dice = self.extra_used();
        dice.insert(die);
        self.0 |= dice.bits();
    }
}

impl Player {
    /// A player with these empty zones.
    pub(crate) fn new(zones: [Ink; ZONES]) -> Player {
        Player {
            zones,
            pending: Pending(0),
            boxes: [Boxes::NONE; POWERS],
            foxes: 0,
            window: WindowState::new(Stage::Done),
        }
    }

    /// What is written in a zone.
    #[inline]
    pub fn ink(&self, zone: usize) -> &Ink {
        &self.zones[zone]
    }

    /// A row of action boxes.
    #[inline]
    pub fn boxes(&self, power: Power) -> Boxes {
        self.boxes[power as usize]
    }

    /// How many foxes the player has.
    #[inline]
    pub fn foxes(&self) -> u8 {
        self.foxes
    }

    /// The gifts to be used before anything else.
    #[inline]
    pub fn pending(&self) -> Pending {
        self.pending
    }

    /// The dice taken as extra dice in this turn.
    #[inline]
    pub fn extra_used(&self) -> DieSet {
        self.window.extra_used()
    }

    /// What is left to do in the window.
    #[inline]
    pub fn stage(&self) -> Stage {
        self.window.stage()
    }
}

/// A dice game in the middle, with room for `SEATS` players.
///
/// `Position<1>` is for solo play, `Position<4>` for any number of players.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position<const SEATS: usize> {
    pub(crate) players: [Player; SEATS],
    pub(crate) dice: Dice,
    pub(crate) phase: Phase,
    pub(crate) seats: u8,
    pub(crate) round: u8,
    pub(crate) turn: u8,
    pub(crate) roll: u8,
    pub(crate) rerolls: u8,
}

impl<const SEATS: usize> Position<SEATS> {
    /// How many people play.
    #[inline]
    pub fn seats(&self) -> usize {
        // With room for one, one plays: the compiler may count on it.
        if SEATS == 1 { 1 } else { usize::from(self.seats) }
    }

    /// A player's sheet.
    #[inline]
    pub fn player(&self, seat: Seat) -> &Player {
        &self.players[seat.index()]
    }

    /// All players.
    #[inline]
    pub fn players(&self) -> &[Player] {
        &self.players[..self.seats()]
    }

    /// The dice.
    #[inline]
    pub fn dice(&self) -> &Dice {
        &self.dice
    }

    /// Where in the turn the game stands.
    #[inline]
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// The dice that go to the platter with a pick of this rolled die: those that show less, after the last roll all
    /// others.
    pub fn sent_to_platter(&self, die: Die) -> DieSet {
        let pool = self.dice.pool();
        if self.phase != Phase::Rolled || !pool.contains(die) {
            DieSet::EMPTY
        } else if usize::from(self.roll) == SLOTS {
            pool.without(die)
        } else {
            self.dice.lower_in_pool(self.dice.pips(die))
        }
    }

    /// The round, from 1.
    #[inline]
    pub fn round(&self) -> u8 {
        self.round
    }

    /// The turn within the round, from 0: the active seat, or in solo 0 for the active and 1 for the passive turn.
    #[inline]
    pub fn turn(&self) -> u8 {
        self.turn
    }

    /// The roll of the turn, 1 to 3.
    #[inline]
    pub fn roll(&self) -> u8 {
        self.roll
    }

    /// How often the dice of this roll were rolled again.
    #[inline]
    pub fn rerolls(&self) -> u8 {
        self.rerolls
    }

    /// The active player; `None` in the solo passive turn.
    #[inline]
    pub fn active(&self) -> Option<Seat> {
        (usize::from(self.turn) < self.seats()).then_some(Seat(self.turn))
    }

    /// May this seat act now?
    #[inline]
    pub fn asks(&self, seat: Seat) -> bool {
        match self.phase {
            Phase::RoundStart => self
                .players()
                .get(seat.index())
                .is_some_and(|player| !player.pending.is_empty()),
            Phase::Window => self
                .players()
                .get(seat.index())
                .is_some_and(|player| player.stage() != Stage::Done),
            Phase::BeforeRoll | Phase::Rolled | Phase::Entered => self.active() == Some(seat),
            Phase::Rolling | Phase::Sorting | Phase::Over => false,
        }
    }

    /// The seats that may act now.
    #[inline]
    pub fn asked(&self) -> Seats {
        (0..self.seats() as u8)
            .map(Seat)
            .filter(|seat| self.asks(*seat))
            .collect()
    }
}
