//! Plain estimates for games without weights.

use finaud_rules::push::{Push, PushChance, PushState};
use finaud_rules::{Game, Next, Seat, insertion_sort};

use crate::evaluation::share;
use crate::search::Evaluation;

/// The chance to win from an estimate of everybody's final score: the more points ahead, the likelier.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct WinFromLead<E> {
    estimate: E,
    /// So many points ahead are worth odds of e to 1.
    spread: f32,
}

impl<E> WinFromLead<E> {
    /// The chances on this estimate.
    pub fn new(estimate: E, spread: f32) -> WinFromLead<E> {
        WinFromLead { estimate, spread }
    }
}

impl<G: Game, E: Evaluation<G>> Evaluation<G> for WinFromLead<E> {
    fn set_root(&mut self, game: &G, state: &G::State, seat: Seat) {
        self.estimate.set_root(game, state, seat);
    }

    fn value(&mut self, game: &G, state: &G::State, seat: Seat) -> f32 {
        if game.next(state) == Next::Over {
            return share(game, state, seat);
        }
        let mine = self.estimate.value(game, state, seat);
        let others = (0..game.seats() as u8).map(Seat).filter(|other| *other != seat);
        let odds: f32 = others
            .map(|other| ((self.estimate.value(game, state, other) - mine) / self.spread).exp())
            .sum();
        1.0 / (1.0 + odds)
    }

    /// Chosen by hand, not measured.
    fn margin(&self) -> f32 {
        0.25
    }
}

/// A plain estimate of the final score in PUSH: what lies safe, what lies open, what is about to be taken, and a share of the
/// cards to come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PushEstimate;

// The shares below were chosen by hand, not measured. They serve only a program without the weights of PUSH.

/// How much of an open point is still there in the end.
const OPEN: f32 = 0.85;
/// How much of the points in the pile somebody gets in the end: the rest is lost by busts, dice and left-over columns.
const OF_PILE: f32 = 0.6;
/// What a column loses in value if its Die card must be rolled for.
const DIE_CARD: f32 = 2.0;
/// How sure the best column is to whoever still turns cards.
const PROMISED: f32 = 0.8;

impl Evaluation<Push> for PushEstimate {
    fn set_root(&mut self, _: &Push, _: &PushState, _: Seat) {}

    fn value(&mut self, game: &Push, state: &PushState, seat: Seat) -> f32 {
        if game.next(state) == Next::Over {
            return game.points(state, seat) as f32;
        }
        let bench = state.bench(seat);
        let has = f32::from(bench.protected().points()) + OPEN * f32::from(bench.zone().points());
        let share = OF_PILE * f32::from(state.unseen().numbers().points()) / game.seats() as f32;
        has + share + promised(game, state, seat)
    }

    /// Chosen by hand, not measured.
    fn margin(&self) -> f32 {
        15.0
    }
}

/// What the columns on the table promise a seat.
fn promised(game: &Push, state: &PushState, seat: Seat) -> f32 {
    let mut columns: Vec<f32> = state
        .columns()
        .iter()
        .map(|column| {
            let die = if column.has_die() { DIE_CARD } else { 0.0 };
            OPEN * f32::from(column.points()) - die
        })
        .collect();
    insertion_sort(&mut columns, |one, other| other.total_cmp(one));
    let rolls = matches!(game.next(state), Next::Chance(PushChance::Die(_)));
    let sure = if state.taker() == state.current() && !rolls {
        PROMISED
    } else {
        1.0
    };
    let turn = game.takers(state).position(|taker| taker == seat);
    turn.and_then(|turn| columns.get(turn))
        .map_or(0.0, |column| sure * column)
}
