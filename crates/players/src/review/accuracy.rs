//! How well somebody chose, as one number that means the same in every game.
//!
//! Each choice is scored by what it lost against what was at stake: 1 if nothing was lost, a half if as much was lost as was
//! at stake. At stake is what a blind choice loses on average, less where there are many choices: most of them are then
//! plainly bad, and nobody deserves praise for leaving them alone. The accuracy is the mean of the scores, in which a choice
//! counts more if more is at stake. How the levels come out is in docs/strength.md.

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

// Both exponents were fitted to games of `club`, so that it scores the same in all games, whether there are two choices on
// average (PUSH) or thirty (Hyper Futé): docs/strength.md.

/// How much less is at stake with more choices.
const MANY: f64 = 0.6;
/// How much more a choice counts if more is at stake: sixteen times as much counts twice.
const WEIGHT: f64 = 0.25;

/// The accuracy of the choices among these events, from 0 to 100; `None` if nothing was at stake.
pub(super) fn accuracy(moments: &[Moment]) -> Option<f64> {
    let (mut scored, mut counted) = (0.0, 0.0);
    for moment in moments.iter().filter(|moment| moment.part == Part::Own) {
        let lost = 0.0 - moment.moved.win.unwrap_or(moment.moved.points);
        let blind = moment.stake.win.unwrap_or(moment.stake.points);
        if blind <= LEAST {
            continue;
        }
        let stake = blind * (2.0 / moment.choices.max(2) as f64).powf(MANY);
        let weight = stake.powf(WEIGHT);
        scored += weight * stake / (stake + lost);
        counted += weight;
    }
    (counted > 0.0).then(|| 100.0 * scored / counted)
}

/// Less than this is rounding.
const LEAST: f64 = 1e-9;
