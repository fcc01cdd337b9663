//! How a game of PUSH moves on.

use crate::game::Seat;
use crate::observer::Observer;

use super::{
    COLUMNS, Card, Colour, Column, Kind, NumberCards, Push, PushAction, PushEffect, PushState, Stand, Variant,
};

impl PushState {
    /// Would this card bust if it were turned now? There is no room for a new column, and it fits none that lies.
    #[inline(always)]
    pub fn busts(&self, card: Card) -> bool {
        let full = usize::from(self.column_count) == COLUMNS;
        full && card != Card::Switch && !self.columns().iter().any(|column| column.accepts(card))
    }

    /// Are columns taken clockwise? Every Switch card of the turn turns the direction round.
    #[inline(always)]
    pub fn clockwise(&self) -> bool {
        self.switches.is_multiple_of(2)
    }
}

impl Push {
    /// Carries out an action that was found legal.
    #[inline(always)]
    pub(super) fn carry_out(
        &self,
        state: &mut PushState,
        action: PushAction,
        observer: &mut impl Observer<PushEffect>,
    ) {
        match action {
            PushAction::Draw => state.stand = Stand::Drawing,
            PushAction::Stop => {
                state.stand = Stand::Taking;
                observer.observe(PushEffect::Stopped(state.current()));
            }
            PushAction::Protect(colour) => {
                let bench = &mut state.benches[usize::from(state.current)];
                let cards = bench.zone.take(bench.zone.of(colour));
                bench.protected.join(cards);
                observer.observe(PushEffect::Protected {
                    seat: state.current(),
                    colour,
                    cards,
                });
                self.end_turn(state, observer);
            }
            PushAction::Place(column) => self.place(state, usize::from(column), observer),
            PushAction::PlaceNew => {
                let column = usize::from(state.column_count);
                state.column_count += 1;
                self.place(state, column, observer);
            }
            PushAction::Take(column) => self.take(state, usize::from(column), observer),
        }
    }

    #[inline(always)]
    pub(super) fn card_turned(
        &self,
        state: &mut PushState,
        card: Card,
        observer: &mut impl Observer<PushEffect>,
    ) {
        state.unseen.remove(card);
        observer.observe(PushEffect::Turned(card));
        if card == Card::Switch {
            state.switches += 1;
            observer.observe(PushEffect::Switched {
                clockwise: state.clockwise(),
            });
            self.after_card(state, observer);
            return;
        }
        if state.busts(card) {
            state.discard.add(card);
            state.stand = Stand::Rolling;
            observer.observe(PushEffect::Bust(state.current()));
            observer.observe(PushEffect::Discarded(card));
        } else {
            state.stand = Stand::Placing;
            state.card = Some(card);
        }
    }

    #[inline(always)]
    fn place(&self, state: &mut PushState, column: usize, observer: &mut impl Observer<PushEffect>) {
        if let Some(card) = state.card.take() {
            observer.observe(PushEffect::Placed {
                card,
                column: column as u8,
                begins: state.columns[column].is_empty(),
            });
            state.columns[column].add(card);
        }
        self.after_card(state, observer);
    }

    #[inline(always)]
    fn after_card(&self, state: &mut PushState, observer: &mut impl Observer<PushEffect>) {
        if state.column_count == 0 && state.unseen.is_empty() {
            self.end_turn(state, observer);
        } else {
            state.stand = Stand::AfterCard;
        }
    }

    #[inline(always)]
    fn take(&self, state: &mut PushState, index: usize, observer: &mut impl Observer<PushEffect>) {
        let column = remove_column(state, index);
        let bench = &mut state.benches[state.taker().index()];
        bench.zone.join(column.heap());
        observer.observe(PushEffect::Taken {
            seat: state.taker(),
            column: index as u8,
            cards: column,
        });
        if column.has_die() {
            state.discard.add(Card::Die);
            state.stand = Stand::Rolling;
            observer.observe(PushEffect::Discarded(Card::Die));
        } else {
            self.next_taker(state, observer);
        }
    }

    /// The open cards that the die takes if it shows this: those of its colour; in the Risk variant the star takes all.
    #[inline]
    pub fn taken_by_die(&self, open: NumberCards, shown: Option<Colour>) -> NumberCards {
        match (shown, self.variant) {
            (Some(colour), _) => open.of(colour),
            (None, Variant::Risk) => open,
            (None, Variant::Standard) => NumberCards::EMPTY,
        }
    }

    /// The faces of the die: five colours and the star, all equally likely.
    pub fn die_faces() -> impl ExactSizeIterator<Item = Option<Colour>> + Clone {
        DIE_FACES.into_iter()
    }

    /// How many faces of the die take an open card: that of its colour and, in the Risk variant, the star.
    pub fn faces_that_take_a_card(&self) -> usize {
        let mut card = NumberCards::EMPTY;
        Kind::all().take(1).for_each(|kind| card.add(kind));
        let takes = |face: &Option<Colour>| !self.taken_by_die(card, *face).is_empty();
        Push::die_faces().filter(takes).count()
    }

    /// What the die takes from these open cards in all its faces together, in points: a sixth of that is the mean.
    pub fn points_taken_by_all_faces(&self, open: NumberCards) -> i16 {
        Push::die_faces()
            .map(|face| self.taken_by_die(open, face).points())
            .sum()
    }

    #[inline]
    pub(super) fn die_rolled(
        &self,
        state: &mut PushState,
        shown: Option<Colour>,
        observer: &mut impl Observer<PushEffect>,
    ) {
        let seat = state.taker();
        let bench = &mut state.benches[seat.index()];
        let lost = bench.zone.take(self.taken_by_die(bench.zone, shown));
        state.discard.numbers.join(lost);
        state.rolls += 1;
        observer.observe(PushEffect::DieRolled { seat, face: shown });
        if !lost.is_empty() {
            observer.observe(PushEffect::DieTook { seat, cards: lost });
        }
        self.next_taker(state, observer);
    }

    /// The others take one column each, until none is left.
    #[inline]
    fn next_taker(&self, state: &mut PushState, observer: &mut impl Observer<PushEffect>) {
        state.taker = self.after(state, state.taker);
        if state.column_count == 0 || state.taker == state.current {
            self.end_turn(state, observer);
        } else {
            state.stand = Stand::Taking;
        }
    }

    /// Who takes after this seat.
    #[inline(always)]
    fn after(&self, state: &PushState, seat: u8) -> u8 {
        if state.clockwise() {
            self.left_of(seat)
        } else {
            self.right_of(seat)
        }
    }

    /// Who takes a column, in this order, if no more cards were turned: none before the first card, and at most as many
    /// as there are columns. Whoever rolls has taken already, or busted.
    pub fn takers(&self, state: &PushState) -> impl Iterator<Item = Seat> {
        let first = match state.stand {
            Stand::Turn | Stand::Over => None,
            Stand::Drawing | Stand::Placing | Stand::AfterCard | Stand::Taking => Some(state.taker),
            Stand::Rolling => self.next_to_take(state, state.taker),
        };
        self.takers_from(state, first)
    }

    /// Who takes a column, in this order, if the next card fitted nowhere: everybody but the player whose turn it is, and
    /// at most as many as there are columns. Where no card can be turned, as [`Push::takers`].
    pub fn takers_after_bust(&self, state: &PushState) -> impl Iterator<Item = Seat> {
        let first = match state.stand {
            Stand::Turn | Stand::Over => None,
            Stand::Taking => Some(state.taker),
            Stand::Drawing | Stand::Placing | Stand::AfterCard | Stand::Rolling => {
                self.next_to_take(state, state.taker)
            }
        };
        self.takers_from(state, first)
    }

    /// Who takes after this seat; `None` once it is the turn of the player who took first, or busted.
    fn next_to_take(&self, state: &PushState, seat: u8) -> Option<u8> {
        Some(self.after(state, seat)).filter(|seat| *seat != state.current)
    }

    fn takers_from(&self, state: &PushState, first: Option<u8>) -> impl Iterator<Item = Seat> + use<> {
        let (game, state) = (self.clone(), *state);
        std::iter::successors(first, move |seat| game.next_to_take(&state, *seat))
            .take(state.columns().len())
            .map(Seat)
    }

    /// Clears the table and passes on; the game ends with the pile.
    #[inline(always)]
    fn end_turn<O: Observer<PushEffect>>(&self, state: &mut PushState, observer: &mut O) {
        if O::LISTENS {
            for column in state.columns() {
                observer.observe(PushEffect::ColumnDiscarded(*column));
            }
            observer.observe(PushEffect::TurnEnds(state.current()));
        }
        self.pass_on(state);
        observer.observe(match state.stand {
            Stand::Over => PushEffect::GameOver,
            _ => PushEffect::TurnBegins(state.current()),
        });
    }

    /// Not inlined: a call that takes the state keeps it in memory. Without one the compiler moves all its parts between
    /// registers after every event, which takes longer.
    #[inline(never)]
    fn pass_on(&self, state: &mut PushState) {
        while state.column_count > 0 {
            let column = remove_column(state, 0);
            state.discard.numbers.join(column.heap());
            state.discard.dice += u8::from(column.has_die());
        }
        state.discard.switches += state.switches;
        state.switches = 0;
        state.rolls = 0;
        if state.unseen.is_empty() {
            state.stand = Stand::Over;
        } else {
            state.current = self.left_of(state.current);
            state.stand = Stand::Turn;
        }
        state.taker = state.current;
    }

    /// The next seat clockwise.
    #[inline]
    pub(super) fn left_of(&self, seat: u8) -> u8 {
        if seat + 1 == self.seats { 0 } else { seat + 1 }
    }

    /// The next seat counter-clockwise.
    #[inline]
    pub(super) fn right_of(&self, seat: u8) -> u8 {
        seat.checked_sub(1).unwrap_or(self.seats - 1)
    }
}

/// The faces of the die.
const DIE_FACES: [Option<Colour>; 6] = [
    Some(Colour::Red),
    Some(Colour::Blue),
    Some(Colour::Green),
    Some(Colour::Yellow),
    Some(Colour::Purple),
    None,
];

/// Takes a column off the table; the later ones move up.
#[inline]
fn remove_column(state: &mut PushState, index: usize) -> Column {
    let column = state.columns[index];
    for place in index..COLUMNS - 1 {
        state.columns[place] = state.columns[place + 1];
    }
    state.columns[COLUMNS - 1] = Column::EMPTY;
    state.column_count -= 1;
    column
}
