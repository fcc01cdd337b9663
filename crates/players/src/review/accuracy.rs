//! How well somebody chose, as one number that means the same in every game.
//!
//! What choices lost is set against what was at stake in the same places. At stake is what a blind choice loses on average,
//! less where there are many choices: most of them are then plainly bad, and nobody deserves praise for leaving them alone.
//! 100 is always the best choice, 0 is no better than a choice by lot. How `club` and the others come out is in
//! docs/strength.md.

use super::{Moment, Part};
use crate::coach::{self, EvaluatedAction, Outlook};

/// What a blind choice loses on average.
pub(super) fn stake<A>(evaluated: &[EvaluatedAction<A>]) -> Outlook {
    let best = coach::best(evaluated);
    let mean = |number: &dyn Fn(&Outlook) -> f64| {
        let sum: f64 = evaluated.iter().map(|this| number(&this.outlook)).sum();
        sum / evaluated.len().max(1) as f64
    };
    Outlook {
        points: best.points - mean(&|outlook| outlook.points),
        win: best
            .win
            .map(|best| best - mean(&|outlook| outlook.win.unwrap_or(0.0))),
    }
}

/// How much less is at stake with more choices. Fitted: with this exponent `club` comes out the same in all games, whether
/// there are two choices on average (PUSH) or thirty (Hyper Futé).
const MANY: f64 = 0.75;

/// The accuracy of the choices among these events.
pub(super) fn accuracy(moments: &[Moment]) -> Option<f64> {
    let (mut lost, mut at_stake) = (0.0, 0.0);
    for moment in moments.iter().filter(|moment| moment.part == Part::Own) {
        lost -= moment.moved.win.unwrap_or(moment.moved.points);
        let blind = moment.stake.win.unwrap_or(moment.stake.points);
        at_stake += blind * (2.0 / moment.choices.max(2) as f64).powf(MANY);
    }
    (at_stake > 0.0).then(|| 100.0 * (1.0 - lost / at_stake).max(0.0).sqrt())
}
