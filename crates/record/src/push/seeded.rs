//! Cards and die from a seed.
//!
//! Every card and every roll has a place in the game, a number of 64 bits that is made of (lowest byte first) the rolls
//! of the die in this turn so far (0 for a card), the cards drawn so far, two empty bytes, and the kind of luck: 2 for a
//! card, 3 for the die. (The dice games have the kinds 0 and 1.) The random bits depend on the seed and the place alone:
//! [`bits_at`].
//!
//! A card scales them to a number below the number of cards in the pile: the rank of the card among them in the order of
//! [`finaud_rules::push::Bag::at`]. So the pile lies in one order for a seed, whatever the players choose; that order is
//! another one only where the pile itself is, with two players. A roll scales them to a number below 6: the colours in
//! the order of [`Colour::ALL`], then the star.
//!
//! All this is for ever: a stored seed means the same cards in every version.

use finaud_rules::push::Colour;
use finaud_rules::{Game, Next, Push, PushChance, PushOutcome, PushState};

use crate::seed::place::{CARD, DIE};
use crate::seed::{Place, bits_at, scale};

/// Five colours and the star.
const FACES: u64 = 6;

#[inline]
fn place(kind: u64, drawn: u32, rolls: u8) -> u64 {
    kind << 32 | u64::from(drawn) << 8 | u64::from(rolls)
}

#[inline]
fn drawn(game: &Push, state: &PushState) -> u32 {
    game.deck().len() - state.unseen().len()
}

/// The place of the card that is due in a state.
#[inline]
pub fn card_place(game: &Push, state: &PushState) -> u64 {
    place(CARD, drawn(game, state), 0)
}

/// The place of the roll that is due in a state.
#[inline]
pub fn die_place(game: &Push, state: &PushState) -> u64 {
    place(DIE, drawn(game, state), state.rolls())
}

#[inline(always)]
pub(super) fn outcome(game: &Push, state: &PushState, seed: u64) -> Option<PushOutcome> {
    match game.next(state) {
        Next::Chance(PushChance::Card) => card(state, bits_at(seed, card_place(game, state))),
        Next::Chance(PushChance::Die(_)) => Some(face(bits_at(seed, die_place(game, state)))),
        Next::Choice(_) | Next::Over => None,
    }
}

/// The place of whatever is due in a state.
pub(super) fn due_place(game: &Push, state: &PushState) -> Option<Place> {
    match game.next(state) {
        Next::Chance(PushChance::Card) => Some(Place(card_place(game, state))),
        Next::Chance(PushChance::Die(_)) => Some(Place(die_place(game, state))),
        Next::Choice(_) | Next::Over => None,
    }
}

/// What random bits give in a state.
pub(super) fn outcome_of_bits(game: &Push, state: &PushState, bits: u64) -> Option<PushOutcome> {
    match game.next(state) {
        Next::Chance(PushChance::Card) => card(state, bits),
        Next::Chance(PushChance::Die(_)) => Some(face(bits)),
        Next::Choice(_) | Next::Over => None,
    }
}

#[inline(always)]
fn card(state: &PushState, bits: u64) -> Option<PushOutcome> {
    let pile = state.unseen();
    let rank = scale(bits, u64::from(pile.len()));
    pile.at(rank as u32).map(PushOutcome::Card)
}

#[inline(always)]
fn face(bits: u64) -> PushOutcome {
    PushOutcome::Die(Colour::ALL.get(scale(bits, FACES) as usize).copied())
}
