//! `club` for PUSH: a regular player who weighs what the next card risks, keeps the best column clean and protects in time.

use finaud_rules::push::{Bench, Column, Push, PushAction, PushState, Variant};
use finaud_rules::{Game, Seat};

use crate::Player;

/// When to stop and when to protect. All values are in tenths of points.
///
/// The values of [`Thresholds::for_game`] were found by measurement: `finaud tune` plays every candidate against the best
/// one so far, on the same cards and from every seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Thresholds {
    /// Stop as soon as the next card puts so much at risk: chance to bust × what busting costs.
    pub stop: i32,
    /// Protect a colour whose open cards are worth so much.
    pub protect: i32,
    /// What a point in a column that others will take counts against a point in the best one.
    pub others: i32,
}

impl Thresholds {
    /// What suits a number of players and a variant.
    pub fn for_game(seats: usize, variant: Variant) -> Thresholds {
        // Found with `finaud tune --players N --variant V --games 2500` from stop 7, protect 200 (Risk: 120), others 2;
        // the same command with 700 games finds nothing better than these but for noise.
        let protect = match (variant, seats) {
            (Variant::Standard, ..=2) => 440,
            (Variant::Standard, 3 | 4) => 360,
            (Variant::Standard, _) => 280,
            (Variant::Risk, ..=2) => 160,
            (Variant::Risk, _) => 280,
        };
        let (stop, others) = (7, 2);
        Thresholds {
            stop,
            protect,
            others,
        }
    }
}

/// Plays PUSH by thresholds.
#[derive(Clone, Debug)]
pub struct Club {
    thresholds: Option<Thresholds>,
}

impl Club {
    /// The player with the measured thresholds of whatever game it sits down at.
    pub fn new() -> Club {
        Club { thresholds: None }
    }

    /// The player with these thresholds.
    pub fn with(thresholds: Thresholds) -> Club {
        Club {
            thresholds: Some(thresholds),
        }
    }

    fn value(&self, game: &Push, state: &PushState, seat: Seat, action: PushAction) -> i32 {
        let limits = self
            .thresholds
            .unwrap_or_else(|| Thresholds::for_game(game.seats(), game.variant()));
        let bench = state.bench(seat);
        match action {
            PushAction::Draw if state.columns().is_empty() && state.switches() == 0 => 0,
            PushAction::Draw => limits.stop,
            PushAction::Stop => at_risk(game, state, bench),
            PushAction::Protect(colour) => 10 * i32::from(bench.zone().of(colour).points()) - limits.protect,
            PushAction::Place(_) | PushAction::PlaceNew => {
                let mut after = *state;
                let placed = game.play(&mut after, seat, action);
                placed.map_or(0, |()| columns_worth(game, &after, bench, limits.others))
            }
            PushAction::Take(column) => state
                .columns()
                .get(usize::from(column))
                .map_or(0, |column| worth(game, bench, *column)),
        }
    }
}

impl Default for Club {
    fn default() -> Club {
        Club::new()
    }
}

impl Player<Push> for Club {
    fn begin(&mut self, _: u64) {}

    /// # Panics
    /// If there is no legal action.
    fn choose(&mut self, game: &Push, state: &PushState, seat: Seat, legal: &[PushAction]) -> PushAction {
        // The first of equals: `max_by_key` would take the last.
        let best = legal
            .iter()
            .rev()
            .max_by_key(|action| self.value(game, state, seat, **action));
        *best.expect("a seat that is asked has a legal action")
    }
}

/// What the next roll of the die costs a player on average, in tenths of points.
fn loss_by_die(game: &Push, open: i32) -> i32 {
    10 * open * game.faces_that_take_a_card() as i32 / Push::die_faces().len() as i32
}

/// What taking a column is worth to a player, in tenths of points.
fn worth(game: &Push, bench: &Bench, column: Column) -> i32 {
    let points = i32::from(column.points());
    let roll = if column.has_die() {
        loss_by_die(game, i32::from(bench.zone().points()) + points)
    } else {
        0
    };
    10 * points - roll
}

/// What the next card puts at risk: the chance that it fits nowhere, times the best column and a roll of the die.
fn at_risk(game: &Push, state: &PushState, bench: &Bench) -> i32 {
    if state.unseen().is_empty() {
        return 0;
    }
    let busting: u32 = state
        .unseen()
        .iter()
        .map(|(card, count)| u32::from(count) * u32::from(state.busts(card)))
        .sum();
    let best = state
        .columns()
        .iter()
        .map(|column| worth(game, bench, *column))
        .max()
        .unwrap_or(0);
    let cost = best.max(0) + loss_by_die(game, i32::from(bench.zone().points()));
    cost * busting as i32 / state.unseen().len() as i32
}

/// How good the columns are for a player: the best one, less a share of what others get.
fn columns_worth(game: &Push, state: &PushState, bench: &Bench, others: i32) -> i32 {
    let worths = || state.columns().iter().map(|column| worth(game, bench, *column));
    let best = worths().max().unwrap_or(0);
    let rest: i32 = worths().sum::<i32>() - best;
    10 * best - others * rest
}
