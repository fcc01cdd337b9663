//! What an outcome of chance was worth, against what might have come in its place.

use finaud_record::SplitMix64;
use finaud_rules::{Game, Next, Seat, insertion_sort};

use super::{Evaluation, FOLLOWING, Search};

/// So many outcomes are drawn where there are more than that. The mean over them is off by an eighth of what rolls usually
/// differ by, to either side: that adds a hundredth to the spread of luck, and nothing to its mean.
const DRAWN: usize = 64;

/// The outcomes an outcome is measured against, with their weights: all of them where they are few, else some that `bits`
/// draw. Every outcome is as likely to be drawn as it is to happen, so that the mean over the drawn ones is right on average.
///
/// The bits must not depend on the outcome that is measured.
pub fn draw_outcomes<G: Game>(game: &G, state: &G::State, bits: u64) -> Vec<(G::Outcome, u32)> {
    let mut drawn = Vec::with_capacity(DRAWN);
    let mut count = 0usize;
    let total = game.outcomes(state, &mut |outcome, weight| {
        if count < DRAWN {
            drawn.push((outcome, weight));
        }
        count += 1;
    });
    if count <= DRAWN {
        return drawn;
    }
    drawn.clear();
    let mut places = places(u64::from(total), bits).into_iter().peekable();
    let mut passed = 0u64;
    game.outcomes(state, &mut |outcome, weight| {
        passed += u64::from(weight);
        let mut times = 0;
        while places.next_if(|place| *place < passed).is_some() {
            times += 1;
        }
        if times > 0 {
            drawn.push((outcome, times));
        }
    });
    drawn
}

/// Places among so many, in their order, each drawn by itself.
fn places(total: u64, bits: u64) -> Vec<u64> {
    let mut random = SplitMix64::new(bits);
    let mut places: Vec<u64> = (0..DRAWN).map(|_| random.below(total)).collect();
    insertion_sort(&mut places, u64::cmp);
    places
}

impl<E: Clone + Send> Search<E> {
    /// What an outcome is worth to a seat against the mean of these outcomes of the same chance. Both sides are looked at
    /// in the same way, the best choice after an outcome by static evaluation: whatever the evaluation knows or does not
    /// know, luck is 0 on average.
    ///
    /// It is nothing where others choose after the outcome and the evaluation does not know such states.
    pub fn luck<G: Game>(
        &mut self,
        game: &G,
        before: &G::State,
        outcome: G::Outcome,
        seat: Seat,
        sample: &[(G::Outcome, u32)],
    ) -> f64
    where
        E: Evaluation<G>,
    {
        if !self.evaluate.evaluates_after_chance() && left_to_others(game, before, seat, sample) {
            return 0.0;
        }
        self.begin(game, before, seat);
        // What is predicted once for a decision is predicted before the outcome.
        self.evaluate.value(game, before, seat);
        let mut value =
            |outcome| f64::from(self.after_chance(game, before, outcome, seat, DRAWN / FOLLOWING));
        let total: f64 = sample.iter().map(|(_, weight)| f64::from(*weight)).sum();
        let sum: f64 = sample
            .iter()
            .map(|(outcome, weight)| f64::from(*weight) * value(*outcome))
            .sum();
        value(outcome) - sum / total.max(1.0)
    }
}

/// Whether chance leaves the choice to others here. The sample decides, and not the outcome, which must make no difference.
fn left_to_others<G: Game>(game: &G, before: &G::State, seat: Seat, sample: &[(G::Outcome, u32)]) -> bool {
    let mut others = false;
    for (outcome, _) in sample {
        let mut after = *before;
        if game.apply_chance(&mut after, *outcome).is_err() {
            continue;
        }
        match game.next(&after) {
            Next::Choice(seats) if seats.contains(seat) => return false,
            Next::Choice(_) => others = true,
            Next::Chance(_) | Next::Over => {}
        }
    }
    others
}
