//! Deals without luck: the same means, with much less spread.

use super::{Estimate, GameResult, Sample, Seatings};
use crate::coach::Outlook;

/// Points and victories without luck are no whole numbers. They are counted in millionths, so that neither the order of the
/// games nor their number costs precision.
pub const FINE: i64 = 1_000_000;

/// What came of one deal without luck.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct AdjustedDeal {
    /// For each entrant the points of all its seats, in millionths.
    points: Vec<i64>,
    /// For each entrant its share of the victories, in millionths; nothing for those who play alone.
    wins: Option<Vec<i64>>,
}

impl AdjustedDeal {
    /// The deal whose games, one for each seating in order, came to this with this luck of each seat.
    pub(super) fn of(seatings: &Seatings, games: &[GameResult], luck: &[Vec<Outlook>]) -> AdjustedDeal {
        let mut points = vec![0; seatings.entrants()];
        let mut wins = vec![0; seatings.entrants()];
        let mut shared = true;
        for ((seating, game), luck) in seatings.iter().zip(games).zip(luck) {
            let share = 1.0 / game.winners.iter().count().max(1) as f64;
            for (seat, (entrant, luck)) in seating.iter().zip(luck).enumerate() {
                points[*entrant] += fine(f64::from(game.points[seat]) - luck.points);
                let won = game.winners.iter().any(|winner| winner.index() == seat);
                let won = if won { share } else { 0.0 };
                match luck.win {
                    Some(win) => wins[*entrant] += fine(won - win),
                    None => shared = false,
                }
            }
        }
        AdjustedDeal {
            points,
            wins: shared.then_some(wins),
        }
    }
}

fn fine(number: f64) -> i64 {
    (number * FINE as f64).round() as i64
}

/// The sums of many deals without luck.
#[derive(Clone, Debug)]
pub struct AdjustedTally {
    seatings: Seatings,
    points: Vec<Sample>,
    wins: Vec<Sample>,
    /// The differences of points in a deal, each entrant with each later one.
    differences: Vec<Sample>,
}

/// How an entrant did without luck.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct AdjustedStanding {
    /// The points in a seat.
    pub points: Estimate,
    /// The share of victories; `None` for those who play alone.
    pub wins: Option<Estimate>,
}

impl AdjustedTally {
    pub(super) fn new(seatings: &Seatings) -> AdjustedTally {
        let entrants = seatings.entrants();
        AdjustedTally {
            seatings: seatings.clone(),
            points: vec![Sample::default(); entrants],
            wins: vec![Sample::default(); entrants],
            differences: vec![Sample::default(); super::tally::pairs(entrants).count()],
        }
    }

    pub(super) fn count(&mut self, deal: &AdjustedDeal) {
        for (sums, points) in self.points.iter_mut().zip(&deal.points) {
            sums.add(*points);
        }
        for (sums, wins) in self.wins.iter_mut().zip(deal.wins.iter().flatten()) {
            sums.add(*wins);
        }
        let seats = |entrant| self.seatings.seats_of(entrant) as i64;
        let pairs = super::tally::pairs(self.seatings.entrants());
        for ((one, other), difference) in pairs.zip(&mut self.differences) {
            difference.add(deal.points[one] * seats(other) - deal.points[other] * seats(one));
        }
    }

    pub(super) fn merge(&mut self, other: &AdjustedTally) {
        let mine = self
            .points
            .iter_mut()
            .chain(&mut self.wins)
            .chain(&mut self.differences);
        let more = other.points.iter().chain(&other.wins).chain(&other.differences);
        mine.zip(more).for_each(|(sums, more)| sums.merge(more));
    }

    /// How an entrant did.
    pub fn standing(&self, entrant: usize) -> AdjustedStanding {
        let seats = self.seatings.seats_of(entrant) as i64;
        let wins = &self.wins[entrant];
        AdjustedStanding {
            points: self.points[entrant].estimate(FINE * seats),
            wins: (wins.many() > 0).then(|| wins.estimate(FINE * self.seatings.len() as i64)),
        }
    }

    /// For each pair of entrants how many points the first has more than the second in a seat, deal by deal.
    pub fn pairs(&self) -> impl Iterator<Item = (usize, usize, Estimate)> {
        let seats = |entrant| self.seatings.seats_of(entrant) as i64;
        let differences = super::tally::pairs(self.seatings.entrants()).zip(&self.differences);
        differences
            .map(move |((one, other), sums)| (one, other, sums.estimate(FINE * seats(one) * seats(other))))
    }
}
