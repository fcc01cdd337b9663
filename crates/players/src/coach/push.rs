//! What the actions of PUSH do.

use finaud_rules::push::{Colour, Push, PushAction, PushChance, PushState, Variant};
use finaud_rules::{Game, Next, Seat};

use super::{Explain, Reason};

impl Explain for Push {
    fn reasons(&self, state: &PushState, seat: Seat, action: PushAction) -> Vec<Reason> {
        let mut after = *state;
        if self.play(&mut after, seat, action).is_err() {
            return Vec::new();
        }
        let points = |index: usize| state.columns().get(index).map_or(0, |column| column.points());
        match action {
            PushAction::Draw => vec![bust(state)],
            PushAction::Stop => {
                let mut columns = sorted(state);
                let own = if columns.is_empty() { 0 } else { columns.remove(0) };
                columns.truncate(self.seats() - 1);
                with_left(Reason::Secures(own), columns)
            }
            PushAction::Protect(colour) => vec![Reason::Protects {
                colour: colour.word(),
                points: state.bench(seat).zone().of(colour).points(),
            }],
            PushAction::Place(column) => {
                let column = usize::from(column);
                let builds = Reason::Builds {
                    column,
                    points: after.columns().get(column).map_or(0, |column| column.points()),
                };
                vec![builds, bust(&after)]
            }
            PushAction::PlaceNew => vec![Reason::Begins(state.columns().len()), bust(&after)],
            PushAction::Take(column) => {
                let column = usize::from(column);
                let mut reasons = vec![Reason::Takes(points(column))];
                if matches!(self.next(&after), Next::Chance(PushChance::Die(_))) {
                    reasons.push(Reason::RollsForIt(cost_of_die(self, &after, seat)));
                }
                // Columns that nobody takes any more are gone already.
                let left = sorted(&after);
                if !left.is_empty() {
                    reasons.push(Reason::Leaves(left));
                }
                reasons
            }
        }
    }
}

fn with_left(reason: Reason, left: Vec<i16>) -> Vec<Reason> {
    let mut reasons = vec![reason];
    if !left.is_empty() {
        reasons.push(Reason::Leaves(left));
    }
    reasons
}

/// The points of the columns, best first.
fn sorted(state: &PushState) -> Vec<i16> {
    let mut columns: Vec<i16> = state.columns().iter().map(|column| column.points()).collect();
    columns.sort_by(|one, other| other.cmp(one));
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
    let zone = state.bench(seat).zone();
    let colours: i16 = Colour::ALL
        .into_iter()
        .map(|colour| zone.of(colour).points())
        .sum();
    let star = match game.variant() {
        Variant::Standard => 0,
        Variant::Risk => zone.points(),
    };
    f64::from(colours + star) / 6.0
}
