//! What the actions of PUSH do.

use finaud_rules::push::{Push, PushAction, PushChance, PushEffect, PushState};
use finaud_rules::{Game, Next, Seat, insertion_sort};

use finaud_messages::Names;

use super::{Explain, Reason};

impl Explain for Push {
    fn reasons(&self, state: &PushState, seat: Seat, action: PushAction) -> Vec<Reason> {
        let mut after = *state;
        let mut effects = Vec::new();
        if self
            .play_observed(&mut after, seat, action, &mut effects)
            .is_err()
        {
            return Vec::new();
        }
        let mut reasons: Vec<Reason> = effects
            .into_iter()
            .filter_map(|effect| match effect {
                PushEffect::Stopped(_) => Some(Reason::Secures(sorted(&after).first().copied().unwrap_or(0))),
                PushEffect::Protected { colour, cards, .. } => Some(Reason::Protects {
                    colour,
                    points: cards.points(),
                }),
                PushEffect::Placed {
                    column, begins: true, ..
                } => Some(Reason::Begins(column)),
                PushEffect::Placed { column, .. } => Some(Reason::Builds {
                    column,
                    points: after.columns()[usize::from(column)].points(),
                }),
                PushEffect::Taken { cards, .. } => Some(Reason::Takes(cards.points())),
                _ => None,
            })
            .collect();
        match action {
            PushAction::Draw | PushAction::Place(_) | PushAction::PlaceNew => reasons.push(bust(&after)),
            PushAction::Stop => {
                // The first of those who take is the one who stops.
                let takers = self.takers(&after).count();
                reasons.extend(leaves(sorted(&after).into_iter().take(takers).skip(1).collect()));
            }
            PushAction::Take(_) => {
                if matches!(self.next(&after), Next::Chance(PushChance::Die(_))) {
                    reasons.push(Reason::RollsForIt(cost_of_die(self, &after, seat)));
                }
                // Columns that nobody takes any more are gone already.
                reasons.extend(leaves(sorted(&after)));
            }
            PushAction::Protect(_) => {}
        }
        reasons
    }

    /// Colours and columns have names of their own.
    fn names(&self) -> Names<'_> {
        Names::default()
    }
}

fn leaves(columns: Vec<i16>) -> Option<Reason> {
    (!columns.is_empty()).then_some(Reason::Leaves(columns))
}

/// The points of the columns, best first.
fn sorted(state: &PushState) -> Vec<i16> {
    let mut columns: Vec<i16> = state.columns().iter().map(|column| column.points()).collect();
    insertion_sort(&mut columns, |one, other| other.cmp(one));
    columns
}

/// How likely the next card fits nowhere, and what is at stake.
fn bust(state: &PushState) -> Reason {
    let all = state.unseen().len();
    let busting: u32 = state
        .unseen()
        .iter()
        .filter(|(card, _)| state.busts(*card))
        .map(|(_, count)| u32::from(count))
        .sum();
    Reason::Bust {
        chance: f64::from(busting) / f64::from(all.max(1)),
        stake: sorted(state).first().copied().unwrap_or(0),
    }
}

/// What a roll of the die costs on average.
fn cost_of_die(game: &Push, state: &PushState, seat: Seat) -> f64 {
    let taken = game.points_taken_by_all_faces(state.bench(seat).zone());
    f64::from(taken) / Push::die_faces().len() as f64
}
