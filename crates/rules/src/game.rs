//! What every game of the house can do.

use std::fmt::Debug;
use std::hash::Hash;

use crate::message::Message;
use crate::observer::{Observer, Unobserved};

/// A seat at the table, counted from 0. Seat 0 starts the game; play goes on clockwise.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Seat(pub u8);

impl Seat {
    /// The seat as an index.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// People count seats from 1.
impl std::fmt::Display for Seat {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", u16::from(self.0) + 1)
    }
}

/// A set of seats.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Seats(u8);

impl Seats {
    /// Just this seat.
    pub fn one(seat: Seat) -> Seats {
        let mut seats = Seats::default();
        seats.insert(seat);
        seats
    }

    /// Adds a seat. Seats beyond the eighth do not exist.
    #[inline]
    pub fn insert(&mut self, seat: Seat) {
        self.0 |= 1u8.checked_shl(u32::from(seat.0)).unwrap_or(0);
    }

    /// Is the seat in the set?
    #[inline]
    pub fn contains(self, seat: Seat) -> bool {
        self.0.checked_shr(u32::from(seat.0)).unwrap_or(0) & 1 != 0
    }

    /// Is nobody in the set?
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The seats, lowest first.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            (rest != 0).then(|| {
                let seat = Seat(rest.trailing_zeros() as u8);
                rest &= rest - 1;
                seat
            })
        })
    }

    /// The lowest seat.
    #[inline]
    pub fn first(self) -> Option<Seat> {
        self.iter().next()
    }
}

impl FromIterator<Seat> for Seats {
    fn from_iter<I: IntoIterator<Item = Seat>>(iter: I) -> Seats {
        let mut seats = Seats::default();
        for seat in iter {
            seats.insert(seat);
        }
        seats
    }
}

impl Debug for Seats {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// What comes next in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Next<Chance> {
    /// Each of these seats may act now, in any order.
    Choice(Seats),
    /// Luck is asked: this is to be rolled, sorted or drawn.
    Chance(Chance),
    /// The game is over.
    Over,
}

/// Why something was refused. The state is as it was before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// It is not this seat's choice now.
    NotAsked(Seat),
    /// The action is not among the legal ones.
    Illegal,
    /// An outcome was given although none is due.
    NoChanceDue,
    /// The outcome cannot have happened.
    Impossible(Impossible),
}

/// Why an outcome of chance cannot have happened.
///
/// Wide on purpose: a refusal that fits in two bytes makes the compiler carry it through every event as data instead of
/// branching to where it is refused, which costs PUSH 5 % of its instructions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u64)]
pub enum Impossible {
    /// Dice are missing, or there are too many.
    WrongDice,
    /// Dice are to be rolled, not sorted.
    ToBeRolled,
    /// Dice are to be sorted, not rolled.
    ToBeSorted,
    /// The platter and the slots do not have three dice each.
    WrongSorting,
    /// A die lies on the platter, or does not, although it is too high, or low enough.
    NotTheLowest,
    /// The slots are not filled in the order of the dice, although nothing else orders them.
    SlotsOutOfOrder,
    /// There is no such card in the pile.
    NoSuchCard,
    /// A card is to be turned.
    CardDue,
    /// The die is to be rolled.
    DieDue,
}

impl Impossible {
    /// The reason in a sentence.
    pub fn message(self) -> Message {
        match self {
            Impossible::WrongDice => Message::new(
                "refusal.wrong-dice",
                "every die of the pool needs a face, and no other die",
            ),
            Impossible::ToBeRolled => {
                Message::new("refusal.to-be-rolled", "the dice are to be rolled, not sorted")
            }
            Impossible::ToBeSorted => {
                Message::new("refusal.to-be-sorted", "the dice are to be sorted, not rolled")
            }
            Impossible::WrongSorting => Message::new(
                "refusal.wrong-sorting",
                "three dice go to the platter and the three others to the slots",
            ),
            Impossible::NotTheLowest => Message::new(
                "refusal.not-the-lowest",
                "the three lowest dice go to the platter",
            ),
            Impossible::SlotsOutOfOrder => Message::new(
                "refusal.slots-out-of-order",
                "on this sheet the slots are filled in the order of the dice: white first, then as the zones",
            ),
            Impossible::NoSuchCard => {
                Message::new("refusal.no-such-card", "no such card is left in the pile")
            }
            Impossible::CardDue => Message::new(
                "refusal.card-due",
                "it is time to turn a card, not to roll the die",
            ),
            Impossible::DieDue => Message::new(
                "refusal.die-due",
                "it is time to roll the die, not to turn a card",
            ),
        }
    }
}

impl Refusal {
    /// The reason in a sentence.
    pub fn message(self) -> Message {
        match self {
            Refusal::NotAsked(seat) => {
                Message::new("refusal.not-asked", "it is not seat {seat}'s choice now")
                    .with("seat", u16::from(seat.0) + 1)
            }
            Refusal::Illegal => Message::new("refusal.illegal", "that action is not legal now"),
            Refusal::NoChanceDue => {
                Message::new("refusal.no-chance-due", "there is nothing to roll or draw now")
            }
            Refusal::Impossible(why) => why.message(),
        }
    }
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.message())
    }
}

impl std::error::Error for Refusal {}

/// What decides between seats with the same points.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TieBreak {
    /// The highest single zone.
    BestZone,
    /// The number of cards.
    MostCards,
}

/// Why somebody wins.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Decision {
    /// One seat has the most points.
    Points,
    /// Several have the most points, and this decides between them.
    TieBreak(TieBreak),
    /// Several have the most points, and this does not decide between all of them: they share the victory.
    Shared(TieBreak),
}

/// A game: its rules, with everything that is fixed before the first move. The state lives outside of it.
pub trait Game {
    /// Everything that changes during play.
    type State: Copy + Eq + Hash + Debug;
    /// A choice.
    type Action: Copy + Ord + Hash + Debug;
    /// What is to be rolled or drawn.
    type Chance: Copy + Eq + Debug;
    /// What was rolled or drawn.
    type Outcome: Copy + Eq + Debug;
    /// One thing an event did.
    type Effect: Copy + Eq + Debug;

    /// How many people play.
    fn seats(&self) -> usize;

    /// The state before the first event.
    fn start(&self) -> Self::State {
        self.start_observed(&mut Unobserved)
    }

    /// The state before the first event; tells what happened before it.
    fn start_observed(&self, observer: &mut impl Observer<Self::Effect>) -> Self::State;

    /// Who or what is asked now.
    fn next(&self, state: &Self::State) -> Next<Self::Chance>;

    /// Replaces the contents of `out` with the legal actions of a seat: none if it is not asked.
    fn legal(&self, state: &Self::State, seat: Seat, out: &mut Vec<Self::Action>);

    /// Picks one legal action of a seat: `choose` is told how many there are and returns the index of one, in the order
    /// of [`Game::legal`]; it need not be asked about a single one. Games may do this without listing them all; `scratch` is there for those that do.
    /// `None` if the seat is not asked or the index is too high.
    fn nth_legal(
        &self,
        state: &Self::State,
        seat: Seat,
        scratch: &mut Vec<Self::Action>,
        mut choose: impl FnMut(usize) -> usize,
    ) -> Option<Self::Action> {
        self.legal(state, seat, scratch);
        if scratch.is_empty() {
            None
        } else {
            scratch.get(choose(scratch.len())).copied()
        }
    }

    /// Plays an action of a seat. A refused action changes nothing.
    #[inline(always)]
    fn play(&self, state: &mut Self::State, seat: Seat, action: Self::Action) -> Result<(), Refusal> {
        self.play_observed(state, seat, action, &mut Unobserved)
    }

    /// Plays an action of a seat and tells what it does.
    fn play_observed(
        &self,
        state: &mut Self::State,
        seat: Seat,
        action: Self::Action,
        observer: &mut impl Observer<Self::Effect>,
    ) -> Result<(), Refusal>;

    /// Applies an outcome of chance. A refused one changes nothing.
    #[inline(always)]
    fn apply_chance(&self, state: &mut Self::State, outcome: Self::Outcome) -> Result<(), Refusal> {
        self.apply_chance_observed(state, outcome, &mut Unobserved)
    }

    /// Applies an outcome of chance and tells what it does.
    fn apply_chance_observed(
        &self,
        state: &mut Self::State,
        outcome: Self::Outcome,
        observer: &mut impl Observer<Self::Effect>,
    ) -> Result<(), Refusal>;

    /// Calls `visit` with every outcome of the luck that is due and its weight, and returns the sum of the weights:
    /// an outcome's exact probability is its weight over that sum. 0 if no luck is due.
    fn outcomes(&self, state: &Self::State, visit: &mut dyn FnMut(Self::Outcome, u32)) -> u32;

    /// The state without what can no longer matter. States with the same essence are worth the same to whoever plays on: what
    /// differs is never looked at again, and dice that fit nowhere any more may be left out.
    fn essence(&self, state: &Self::State) -> Self::State {
        *state
    }

    /// The mean of what the luck that is due leads to, for somebody who plays alone for points, where that is found without
    /// looking at every outcome. `value` tells what a state is worth to which a choice leads.
    fn quick_mean(&self, _state: &Self::State, _value: &mut dyn FnMut(&Self::State) -> f64) -> Option<f64> {
        None
    }

    /// The points of a seat if the game ended now.
    fn points(&self, state: &Self::State, seat: Seat) -> i32;

    /// Who wins if the game ended now: one seat, or several who share the victory.
    fn winners(&self, state: &Self::State) -> Seats;

    /// What decides between seats with the same points.
    fn tie_break(&self) -> TieBreak;

    /// Why the [winners](Game::winners) win if the game ended now.
    fn decision(&self, state: &Self::State) -> Decision {
        let points = |seat: Seat| self.points(state, seat);
        let winners = self.winners(state);
        let most = winners.first().map(points);
        let level = (0..self.seats() as u8).map(Seat);
        let level = level.filter(|seat| Some(points(*seat)) == most).count();
        match (level, winners.iter().count()) {
            (0 | 1, _) => Decision::Points,
            (_, 0 | 1) => Decision::TieBreak(self.tie_break()),
            _ => Decision::Shared(self.tie_break()),
        }
    }

    /// How many different actions the game has: the size of a mask over them.
    fn action_count(&self) -> usize;

    /// The stable number of an action, below [`Game::action_count`].
    fn action_index(&self, action: Self::Action) -> Option<usize>;

    /// The action with this number.
    fn action_from_index(&self, number: usize) -> Option<Self::Action>;
}
