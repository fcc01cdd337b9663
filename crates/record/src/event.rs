//! What happens in a game, one event at a time, and its text: the one codec of records, saves and messages.
//!
//! A choice is its seat and its action, `1 white as violet 4`; an outcome of chance stands alone, `W4 Y3 B2`.

use finaud_rules::{Game, Next, Observer, Refusal, Seat, Seats, Unobserved};

use crate::notation::{Notation, ParseError};
use crate::words::number;

/// Something that happened in a game. The state is what the log of events adds up to.
pub enum Event<G: Game> {
    /// A seat made a choice.
    Choice(Seat, G::Action),
    /// Dice fell, or a card was turned.
    Outcome(G::Outcome),
}

/// Why a text is no event that could happen now.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EventError {
    /// The game is over.
    Over,
    /// An outcome is due, and this is none.
    Outcome(ParseError),
    /// One of these seats has to choose, but no seat is named.
    NoSeat(Seats),
    /// This seat is not asked; these are.
    NotAsked(Seat, Seats),
    /// This seat is asked, but its action cannot be read.
    Action(Seat, ParseError),
}

impl<G: Game> Event<G> {
    /// Lets the event happen. A refused event changes nothing.
    pub fn apply(self, game: &G, state: &mut G::State) -> Result<(), Refusal> {
        self.apply_observed(game, state, &mut Unobserved)
    }

    /// Lets the event happen and tells what it does.
    pub fn apply_observed(
        self,
        game: &G,
        state: &mut G::State,
        observer: &mut impl Observer<G::Effect>,
    ) -> Result<(), Refusal> {
        match self {
            Event::Choice(seat, action) => game.play_observed(state, seat, action, observer),
            Event::Outcome(outcome) => game.apply_chance_observed(state, outcome, observer),
        }
    }
}

impl<G: Notation> Event<G> {
    /// The event in one line.
    ///
    /// ```
    /// use finaud_record::{Event, Notation};
    /// use finaud_rules::{Game, Seat, SoloGame, builtin};
    ///
    /// let game = SoloGame::new(builtin("tres-fute").unwrap().clone(), 1).unwrap();
    /// let mut state = game.start();
    /// let roll = Event::read(&game, &state, "W4 Y3 B2 G6 O1 V5").unwrap();
    /// roll.apply(&game, &mut state).unwrap();
    /// let choice = Event::read(&game, &state, "1 white as violet 4").unwrap();
    /// assert_eq!(choice, Event::Choice(Seat(0), game.read_action("white as violet 4").unwrap()));
    /// assert_eq!(choice.text(&game), "1 white as violet 4");
    /// ```
    pub fn text(&self, game: &G) -> String {
        match self {
            Event::Choice(seat, action) => format!("{seat} {}", game.action_text(*action)),
            Event::Outcome(outcome) => game.outcome_text(*outcome),
        }
    }

    /// The event with this text, in a state in which it is due. Whether it is legal is for the rules to say.
    pub fn read(game: &G, state: &G::State, text: &str) -> Result<Event<G>, EventError> {
        let text = text.trim();
        match game.next(state) {
            Next::Over => Err(EventError::Over),
            Next::Chance(_) => game
                .read_outcome(text)
                .map(Event::Outcome)
                .map_err(EventError::Outcome),
            Next::Choice(seats) => {
                let (seat, action) = choice_parts(text);
                let seat = number(seat).and_then(|seat| seat.checked_sub(1));
                let seat = seat.map(Seat).ok_or(EventError::NoSeat(seats))?;
                if !seats.contains(seat) {
                    return Err(EventError::NotAsked(seat, seats));
                }
                let action = game.read_action(action);
                action
                    .map(|action| Event::Choice(seat, action))
                    .map_err(|error| EventError::Action(seat, error))
            }
        }
    }
}

/// The seat and the action of a choice, as they are written.
pub(crate) fn choice_parts(text: &str) -> (&str, &str) {
    text.split_once([' ', '\t']).unwrap_or((text, ""))
}

// Written out because deriving would ask the game itself to be `Copy`, comparable and so on.
impl<G: Game> Clone for Event<G> {
    fn clone(&self) -> Event<G> {
        *self
    }
}

impl<G: Game> Copy for Event<G> {}

impl<G: Game> PartialEq for Event<G> {
    fn eq(&self, other: &Event<G>) -> bool {
        match (self, other) {
            (Event::Choice(seat, action), Event::Choice(other_seat, other)) => {
                (seat, action) == (other_seat, other)
            }
            (Event::Outcome(outcome), Event::Outcome(other)) => outcome == other,
            _ => false,
        }
    }
}

impl<G: Game> Eq for Event<G> {}

impl<G: Game> std::fmt::Debug for Event<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Event::Choice(seat, action) => f.debug_tuple("Choice").field(seat).field(action).finish(),
            Event::Outcome(outcome) => f.debug_tuple("Outcome").field(outcome).finish(),
        }
    }
}
