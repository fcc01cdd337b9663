//! Any game of the house, and what happens in it.

use finaud_record::{Event, Notation};
use finaud_rules::{
    Action, Chance, Effect, Game, Outcome, Push, PushAction, PushChance, PushEffect, PushOutcome, Seat,
    Sheet, SoloGame, TableGame,
};

/// A game of any kind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AnyGame {
    /// A dice game. One person plays a game with room for four as well: one kind of state for every table.
    Dice(Box<TableGame>),
    /// PUSH.
    Push(Box<Push>),
}

/// Does something with the game inside a reference to an [`AnyGame`], whatever it is: the expression is compiled for each
/// kind. With `into` before it, the game itself is handed over.
///
/// ```
/// use finaud_record::Notation;
/// use finaud_table::{GameSpec, with_game};
///
/// let game = GameSpec::plain("push", 3).build().unwrap();
/// assert_eq!(with_game!(&game, game => game.name().to_string()), "PUSH");
/// ```
#[macro_export]
macro_rules! with_game {
    (into $game:expr, $it:ident => $body:expr) => {
        match $game {
            $crate::AnyGame::Dice(inner) => {
                let $it = *inner;
                $body
            }
            $crate::AnyGame::Push(inner) => {
                let $it = *inner;
                $body
            }
        }
    };
    ($game:expr, $it:ident => $body:expr) => {
        match $game {
            $crate::AnyGame::Dice(inner) => {
                let $it = &**inner;
                $body
            }
            $crate::AnyGame::Push(inner) => {
                let $it = &**inner;
                $body
            }
        }
    };
}

/// As [`with_game`], but a dice game for one comes with the smaller state of a solo game: for whoever plays thousands.
/// The game is handed over.
#[macro_export]
macro_rules! with_compact_game {
    ($game:expr, $it:ident => $body:expr) => {{
        let game = $game;
        match game.solo() {
            Some($it) => $body,
            None => $crate::with_game!(into game, $it => $body),
        }
    }};
}

impl AnyGame {
    /// The id of the game.
    pub fn id(&self) -> &str {
        with_game!(self, game => game.id())
    }

    /// The name of the game.
    pub fn name(&self) -> &str {
        with_game!(self, game => game.name())
    }

    /// How many play.
    pub fn seats(&self) -> usize {
        with_game!(self, game => game.seats())
    }

    /// The options that differ from the game's own reading of the rules.
    pub fn options(&self) -> Vec<(String, String)> {
        with_game!(self, game => game.options())
    }

    /// The sheet of a dice game.
    pub fn sheet(&self) -> Option<&Sheet> {
        match self {
            AnyGame::Dice(game) => Some(game.sheet()),
            AnyGame::Push(_) => None,
        }
    }

    /// The same dice game with the smaller state of a solo game, if one plays.
    pub fn solo(&self) -> Option<SoloGame> {
        match self {
            AnyGame::Dice(game) if game.seats() == 1 => SoloGame::new(game.sheet().clone(), 1).ok(),
            AnyGame::Dice(_) | AnyGame::Push(_) => None,
        }
    }
}

/// An action of any game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AnyAction {
    /// Of a dice game.
    Dice(Action),
    /// Of PUSH.
    Push(PushAction),
}

/// An outcome of chance in any game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AnyOutcome {
    /// In a dice game.
    Dice(Outcome),
    /// In PUSH.
    Push(PushOutcome),
}

/// What is to be rolled or drawn in any game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AnyChance {
    /// In a dice game.
    Dice(Chance),
    /// In PUSH.
    Push(PushChance),
}

/// One thing an event did in any game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AnyEffect {
    /// In a dice game.
    Dice(Effect),
    /// In PUSH.
    Push(PushEffect),
}

/// Something that happened in any game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AnyEvent {
    /// A seat chose.
    Choice(Seat, AnyAction),
    /// Dice fell, or a card was turned.
    Outcome(AnyOutcome),
}

/// A game whose parts have a place among those of all games.
pub(crate) trait Member: Notation {
    fn any_action(action: Self::Action) -> AnyAction;
    fn own_action(action: AnyAction) -> Option<Self::Action>;
    fn any_outcome(outcome: Self::Outcome) -> AnyOutcome;
    fn own_outcome(outcome: AnyOutcome) -> Option<Self::Outcome>;
    fn any_chance(chance: Self::Chance) -> AnyChance;
    fn any_effect(effect: Self::Effect) -> AnyEffect;

    fn any_event(event: Event<Self>) -> AnyEvent
    where
        Self: Sized,
    {
        match event {
            Event::Choice(seat, action) => AnyEvent::Choice(seat, Self::any_action(action)),
            Event::Outcome(outcome) => AnyEvent::Outcome(Self::any_outcome(outcome)),
        }
    }

    fn own_event(event: AnyEvent) -> Option<Event<Self>>
    where
        Self: Sized,
    {
        Some(match event {
            AnyEvent::Choice(seat, action) => Event::Choice(seat, Self::own_action(action)?),
            AnyEvent::Outcome(outcome) => Event::Outcome(Self::own_outcome(outcome)?),
        })
    }
}

macro_rules! member {
    ($game:ty, $kind:ident) => {
        impl Member for $game {
            fn any_action(action: Self::Action) -> AnyAction {
                AnyAction::$kind(action)
            }

            fn own_action(action: AnyAction) -> Option<Self::Action> {
                match action {
                    AnyAction::$kind(action) => Some(action),
                    _ => None,
                }
            }

            fn any_outcome(outcome: Self::Outcome) -> AnyOutcome {
                AnyOutcome::$kind(outcome)
            }

            fn own_outcome(outcome: AnyOutcome) -> Option<Self::Outcome> {
                match outcome {
                    AnyOutcome::$kind(outcome) => Some(outcome),
                    _ => None,
                }
            }

            fn any_chance(chance: Self::Chance) -> AnyChance {
                AnyChance::$kind(chance)
            }

            fn any_effect(effect: Self::Effect) -> AnyEffect {
                AnyEffect::$kind(effect)
            }
        }
    };
}

member!(TableGame, Dice);
member!(Push, Push);
