//! PUSH: turn cards, build columns, stop in time.
//!
//! All cards are public except their order, so luck is the multiset of the cards nobody has seen.

mod card;
mod effect;
mod play;
mod setup;

pub use card::{Bag, Card, Colour, Column, Kind, NumberCards};
pub use effect::PushEffect;
pub use setup::{PushPhase, PushSeat, PushSetup};

use crate::game::{Game, Impossible, Next, Refusal, Seat, Seats, TieBreak};
use crate::message::Message;
use crate::observer::Observer;

/// The most players.
pub const MAX_PUSH_SEATS: usize = 6;
/// The most columns.
pub const COLUMNS: usize = 3;

/// What the star of the die does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Variant {
    /// Nothing.
    Standard,
    /// The whole open zone is lost.
    Risk,
}

/// A game of PUSH.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Push {
    seats: u8,
    variant: Variant,
}

/// One choice in PUSH.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum PushAction {
    /// Turn a card.
    Draw,
    /// Turn no more cards.
    Stop,
    /// Turn all open cards of a colour face down.
    Protect(Colour),
    /// Put the card in an existing column (counted from 0).
    Place(u8),
    /// Begin a new column with the card.
    PlaceNew,
    /// Take a column (counted from 0).
    Take(u8),
}

/// What is to be drawn or rolled.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PushChance {
    /// The next card.
    Card,
    /// The die, for this seat.
    Die(Seat),
}

/// What was drawn or rolled.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PushOutcome {
    /// This card was turned.
    Card(Card),
    /// The die shows a colour, or its star.
    Die(Option<Colour>),
}

/// Where in the turn a game stands. In the first four, somebody is asked.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub(crate) enum Stand {
    /// The player draws or protects.
    Turn,
    /// The turned card is to be placed.
    Placing,
    /// The player goes on or stops.
    AfterCard,
    /// The taker chooses a column.
    Taking,
    /// A card is to be turned.
    Drawing,
    /// The taker rolls the die.
    Rolling,
    /// The game is over.
    Over,
}

/// What a player has in front of him.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Bench {
    pub(crate) zone: NumberCards,
    pub(crate) protected: NumberCards,
}

impl Bench {
    /// The open cards.
    pub fn zone(&self) -> NumberCards {
        self.zone
    }

    /// The cards that no die can take any more.
    pub fn protected(&self) -> NumberCards {
        self.protected
    }

    /// The points of all cards.
    pub fn points(&self) -> i32 {
        i32::from(self.zone.points() + self.protected.points())
    }

    /// How many cards there are.
    pub fn cards(&self) -> u32 {
        self.zone.len() + self.protected.len()
    }
}

/// A game of PUSH in the middle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PushState {
    pub(crate) unseen: Bag,
    pub(crate) discard: Bag,
    pub(crate) benches: [Bench; MAX_PUSH_SEATS],
    pub(crate) columns: [Column; COLUMNS],
    pub(crate) column_count: u8,
    pub(crate) seats: u8,
    pub(crate) current: u8,
    /// Who is asked, takes or rolls: the player whose turn it is, until the others take their columns.
    pub(crate) taker: u8,
    /// Switch cards turned in this turn.
    pub(crate) switches: u8,
    /// How often the die was rolled in this turn.
    pub(crate) rolls: u8,
    pub(crate) stand: Stand,
    /// The card that is to be placed.
    pub(crate) card: Option<Card>,
}

impl PushState {
    /// The cards nobody has seen yet.
    pub fn unseen(&self) -> &Bag {
        &self.unseen
    }

    /// The cards out of the game.
    pub fn discard(&self) -> &Bag {
        &self.discard
    }

    /// What a player has in front of him.
    pub fn bench(&self, seat: Seat) -> &Bench {
        &self.benches[seat.index()]
    }

    /// The columns on the table.
    #[inline]
    pub fn columns(&self) -> &[Column] {
        &self.columns[..usize::from(self.column_count)]
    }

    /// The player whose turn it is.
    pub fn current(&self) -> Seat {
        Seat(self.current)
    }

    /// The Switch cards turned in this turn.
    pub fn switches(&self) -> u8 {
        self.switches
    }

    /// How often the die was rolled in this turn.
    pub fn rolls(&self) -> u8 {
        self.rolls
    }

    /// The card that is to be placed.
    pub fn card(&self) -> Option<Card> {
        self.card
    }

    /// Where in the turn the game stands.
    #[inline]
    pub fn phase(&self) -> PushPhase {
        match self.stand {
            Stand::Turn => PushPhase::Turn,
            Stand::Drawing => PushPhase::Drawing,
            Stand::Placing => PushPhase::Placing,
            Stand::AfterCard => PushPhase::AfterCard,
            Stand::Taking => PushPhase::Taking,
            Stand::Rolling => PushPhase::Rolling,
            Stand::Over => PushPhase::Over,
        }
    }

    /// The player who takes a column or rolls now.
    pub fn taker(&self) -> Seat {
        Seat(self.taker)
    }
}

/// The number of players does not suit PUSH.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PushSeatsError(pub usize);

impl PushSeatsError {
    /// The reason in a sentence.
    pub fn message(self) -> Message {
        Message::new(
            "game.push-players",
            "PUSH is for 2 to {most} players, not {players}",
        )
        .with("players", self.0)
        .with("most", MAX_PUSH_SEATS)
    }
}

impl std::fmt::Display for PushSeatsError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.message())
    }
}

impl std::error::Error for PushSeatsError {}

impl Push {
    /// A game for so many players.
    pub fn new(seats: usize, variant: Variant) -> Result<Push, PushSeatsError> {
        if !(2..=MAX_PUSH_SEATS).contains(&seats) {
            return Err(PushSeatsError(seats));
        }
        Ok(Push {
            seats: seats as u8,
            variant,
        })
    }

    /// The variant that is played.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// All cards of the game: with two players the Switch cards stay in the box.
    pub fn deck(&self) -> Bag {
        if self.seats == 2 {
            Bag::WITHOUT_SWITCHES
        } else {
            Bag::FULL
        }
    }

    #[inline(always)]
    fn asked(&self, state: &PushState) -> Option<Seat> {
        (state.stand <= Stand::Taking).then_some(state.taker())
    }

    /// What whoever is asked may choose from, and which of it is legal, one bit each.
    #[inline(always)]
    fn choices(&self, state: &PushState) -> (&'static [PushAction], usize) {
        let columns = usize::from(state.column_count);
        match state.stand {
            Stand::Turn => (
                &TURN,
                1 | state.benches[usize::from(state.current)].zone.colours() << 1,
            ),
            Stand::Placing => {
                let accepts =
                    |column: usize| state.card.is_some_and(|card| state.columns[column].accepts(card));
                let accepting = (0..COLUMNS).fold(0, |bits, column| {
                    bits | usize::from(column < columns && accepts(column)) << column
                });
                (&PLACING, accepting | usize::from(columns < COLUMNS) << COLUMNS)
            }
            Stand::AfterCard => (
                &AFTER_CARD,
                usize::from(!state.unseen.is_empty()) | usize::from(columns > 0) << 1,
            ),
            Stand::Taking => (&TAKING, (1 << columns) - 1),
            Stand::Drawing | Stand::Rolling | Stand::Over => (&[], 0),
        }
    }

    #[inline(always)]
    fn allows(&self, state: &PushState, action: PushAction) -> bool {
        match (state.stand, action) {
            (Stand::Turn, PushAction::Draw) => true,
            (Stand::Turn, PushAction::Protect(colour)) => !state.benches[usize::from(state.current)]
                .zone
                .of(colour)
                .is_empty(),
            (Stand::Placing, PushAction::Place(column)) => {
                let column = state.columns().get(usize::from(column));
                column
                    .zip(state.card)
                    .is_some_and(|(column, card)| column.accepts(card))
            }
            (Stand::Placing, PushAction::PlaceNew) => usize::from(state.column_count) < COLUMNS,
            (Stand::AfterCard, PushAction::Draw) => !state.unseen.is_empty(),
            (Stand::AfterCard, PushAction::Stop) => state.column_count > 0,
            (Stand::Taking, PushAction::Take(column)) => column < state.column_count,
            _ => false,
        }
    }
}

/// What may be chosen at the start of a turn.
const TURN: [PushAction; MOST_CHOICES] = [
    PushAction::Draw,
    PushAction::Protect(Colour::Red),
    PushAction::Protect(Colour::Blue),
    PushAction::Protect(Colour::Green),
    PushAction::Protect(Colour::Yellow),
    PushAction::Protect(Colour::Purple),
];
/// What may be chosen for a card.
const PLACING: [PushAction; COLUMNS + 1] = [
    PushAction::Place(0),
    PushAction::Place(1),
    PushAction::Place(2),
    PushAction::PlaceNew,
];
/// What may be chosen after a card.
const AFTER_CARD: [PushAction; 2] = [PushAction::Draw, PushAction::Stop];
/// What may be chosen when columns are taken.
const TAKING: [PushAction; COLUMNS] = [PushAction::Take(0), PushAction::Take(1), PushAction::Take(2)];

/// Nobody has more choices.
const MOST_CHOICES: usize = 6;

/// `NTH[bits][n]` is the place of the n-th set bit: looked up, since no branch predicts a random choice.
const NTH: [[u8; MOST_CHOICES]; 1 << MOST_CHOICES] = {
    let mut table = [[0; MOST_CHOICES]; 1 << MOST_CHOICES];
    let mut bits = 0;
    while bits < table.len() {
        let (mut place, mut n) = (0, 0);
        while place < MOST_CHOICES {
            if bits >> place & 1 != 0 {
                table[bits][n] = place as u8;
                n += 1;
            }
            place += 1;
        }
        bits += 1;
    }
    table
};

/// The actions in the order of their numbers.
const ACTIONS: [PushAction; 14] = [
    PushAction::Draw,
    PushAction::Stop,
    PushAction::Protect(Colour::Red),
    PushAction::Protect(Colour::Blue),
    PushAction::Protect(Colour::Green),
    PushAction::Protect(Colour::Yellow),
    PushAction::Protect(Colour::Purple),
    PushAction::Place(0),
    PushAction::Place(1),
    PushAction::Place(2),
    PushAction::PlaceNew,
    PushAction::Take(0),
    PushAction::Take(1),
    PushAction::Take(2),
];

impl Game for Push {
    type State = PushState;
    type Action = PushAction;
    type Chance = PushChance;
    type Outcome = PushOutcome;
    type Effect = PushEffect;

    fn seats(&self) -> usize {
        usize::from(self.seats)
    }

    fn start_observed(&self, observer: &mut impl Observer<PushEffect>) -> PushState {
        observer.observe(PushEffect::TurnBegins(Seat(0)));
        PushState {
            unseen: self.deck(),
            discard: Bag::EMPTY,
            benches: [Bench::default(); MAX_PUSH_SEATS],
            columns: [Column::EMPTY; COLUMNS],
            column_count: 0,
            seats: self.seats,
            current: 0,
            taker: 0,
            switches: 0,
            rolls: 0,
            stand: Stand::Turn,
            card: None,
        }
    }

    #[inline(always)]
    fn next(&self, state: &PushState) -> Next<PushChance> {
        match (state.stand, self.asked(state)) {
            (_, Some(seat)) => Next::Choice(Seats::one(seat)),
            (Stand::Drawing, None) => Next::Chance(PushChance::Card),
            (Stand::Rolling, None) => Next::Chance(PushChance::Die(state.taker())),
            (_, None) => Next::Over,
        }
    }

    #[inline]
    fn legal(&self, state: &PushState, seat: Seat, out: &mut Vec<PushAction>) {
        out.clear();
        if self.asked(state) == Some(seat) {
            let (choices, legal) = self.choices(state);
            let legal = (0..).zip(choices).filter(|(place, _)| legal >> place & 1 != 0);
            out.extend(legal.map(|(_, action)| *action));
        }
    }

    #[inline(always)]
    fn nth_legal(
        &self,
        state: &PushState,
        seat: Seat,
        _: &mut Vec<PushAction>,
        mut choose: impl FnMut(usize) -> usize,
    ) -> Option<PushAction> {
        if self.asked(state) != Some(seat) {
            return None;
        }
        let (choices, legal) = self.choices(state);
        let count = legal.count_ones() as usize;
        let index = if count > 1 { choose(count) } else { 0 };
        if index >= count {
            return None;
        }
        choices.get(usize::from(NTH[legal][index])).copied()
    }

    #[inline(always)]
    fn play_observed(
        &self,
        state: &mut PushState,
        seat: Seat,
        action: PushAction,
        observer: &mut impl Observer<PushEffect>,
    ) -> Result<(), Refusal> {
        if self.asked(state) != Some(seat) {
            return Err(Refusal::NotAsked(seat));
        }
        if !self.allows(state, action) {
            return Err(Refusal::Illegal);
        }
        self.carry_out(state, action, observer);
        Ok(())
    }

    #[inline(always)]
    fn apply_chance_observed(
        &self,
        state: &mut PushState,
        outcome: PushOutcome,
        observer: &mut impl Observer<PushEffect>,
    ) -> Result<(), Refusal> {
        match (state.stand, outcome) {
            (Stand::Drawing, PushOutcome::Card(card)) => {
                if state.unseen.count(card) == 0 {
                    return Err(Refusal::Impossible(Impossible::NoSuchCard));
                }
                self.card_turned(state, card, observer);
            }
            (Stand::Rolling, PushOutcome::Die(face)) => self.die_rolled(state, face, observer),
            (Stand::Drawing, PushOutcome::Die(_)) => {
                return Err(Refusal::Impossible(Impossible::CardDue));
            }
            (Stand::Rolling, PushOutcome::Card(_)) => {
                return Err(Refusal::Impossible(Impossible::DieDue));
            }
            _ => return Err(Refusal::NoChanceDue),
        }
        Ok(())
    }

    fn outcomes(&self, state: &PushState, visit: &mut dyn FnMut(PushOutcome, u32)) -> u32 {
        match self.next(state) {
            Next::Chance(PushChance::Card) => {
                for (card, count) in state.unseen.iter() {
                    visit(PushOutcome::Card(card), u32::from(count));
                }
                state.unseen.len()
            }
            Next::Chance(PushChance::Die(_)) => {
                let faces = Push::die_faces();
                faces.clone().for_each(|face| visit(PushOutcome::Die(face), 1));
                faces.len() as u32
            }
            Next::Choice(_) | Next::Over => 0,
        }
    }

    /// Columns have no order, cards out of the game do not come back, and only the direction of the Switch cards counts.
    fn essence(&self, state: &PushState) -> PushState {
        let mut essence = *state;
        essence.discard = Bag::EMPTY;
        essence.rolls = 0;
        essence.switches %= 2;
        essence.columns[..usize::from(state.column_count)].sort_unstable();
        essence
    }

    fn points(&self, state: &PushState, seat: Seat) -> i32 {
        if seat.index() < self.seats() {
            state.bench(seat).points()
        } else {
            0
        }
    }

    /// Most points; then most number cards; then shared.
    fn winners(&self, state: &PushState) -> Seats {
        let mut best = None;
        let mut winners = Seats::default();
        for (seat, bench) in (0..).map(Seat).zip(&state.benches[..self.seats()]) {
            let result = Some((bench.points(), bench.cards()));
            if result > best {
                (best, winners) = (result, Seats::default());
            }
            if result == best {
                winners.insert(seat);
            }
        }
        winners
    }

    fn tie_break(&self) -> TieBreak {
        TieBreak::MostCards
    }

    fn action_count(&self) -> usize {
        ACTIONS.len()
    }

    fn action_index(&self, action: PushAction) -> Option<usize> {
        ACTIONS.iter().position(|known| *known == action)
    }

    fn action_from_index(&self, number: usize) -> Option<PushAction> {
        ACTIONS.get(number).copied()
    }
}
