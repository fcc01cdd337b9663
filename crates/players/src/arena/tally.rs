//! What is remembered of many deals: sums, never the deals themselves.

use super::{AdjustedTally, Deal, Estimate, Sample, Seatings, WHOLE_WIN};

/// The sums of many deals.
#[derive(Clone, Debug)]
pub struct Tally {
    seatings: Seatings,
    deals: u64,
    entrants: Vec<EntrantTally>,
    /// The differences of points in a deal, in the order of [`pairs`].
    differences: Vec<Sample>,
    /// The same without luck.
    adjusted: AdjustedTally,
    /// In how many deals luck was measured.
    measured: u64,
}

#[derive(Clone, Debug, Default)]
struct EntrantTally {
    /// The points in each seat.
    scores: Sample,
    /// The points in a deal, all seats together.
    points: Sample,
    /// The parts of victories in a deal.
    wins: Sample,
}

/// How an entrant did.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Standing {
    /// The games it took part in.
    pub games: u64,
    /// The seats it had in them: more than games where it sat twice at a table.
    pub seats: u64,
    /// The points in a seat.
    pub points: Estimate,
    /// The standard deviation of the points in a seat; `None` of a single score.
    pub deviation: Option<f64>,
    /// The share of victories: where k win together, each has 1/k of one. Those who play alone are compared deal by deal.
    pub wins: Estimate,
    /// The share of victories it would have if all played alike.
    pub fair: f64,
}

impl Tally {
    /// Nothing counted yet.
    pub fn new(seatings: &Seatings) -> Tally {
        Tally {
            seatings: seatings.clone(),
            deals: 0,
            entrants: vec![EntrantTally::default(); seatings.entrants()],
            differences: vec![Sample::default(); pairs(seatings.entrants()).count()],
            adjusted: AdjustedTally::new(seatings),
            measured: 0,
        }
    }

    /// Counts a deal.
    pub fn count(&mut self, deal: &Deal) {
        self.deals += 1;
        if let Some(adjusted) = &deal.adjusted {
            self.adjusted.count(adjusted);
            self.measured += 1;
        }
        let points = |entrant: usize| deal.scores[entrant].sum() as i64;
        for (index, entrant) in self.entrants.iter_mut().enumerate() {
            entrant.scores.merge(&deal.scores[index]);
            entrant.points.add(points(index));
            entrant.wins.add(deal.wins[index]);
        }
        let seats = |entrant| self.seatings.seats_of(entrant) as i64;
        for ((one, other), difference) in pairs(self.seatings.entrants()).zip(&mut self.differences) {
            difference.add(points(one) * seats(other) - points(other) * seats(one));
        }
    }

    /// Adds another tally of the same match.
    pub fn merge(&mut self, other: &Tally) {
        self.deals += other.deals;
        self.measured += other.measured;
        self.adjusted.merge(&other.adjusted);
        for (sums, more) in self.entrants.iter_mut().zip(&other.entrants) {
            sums.scores.merge(&more.scores);
            sums.points.merge(&more.points);
            sums.wins.merge(&more.wins);
        }
        for (sums, more) in self.differences.iter_mut().zip(&other.differences) {
            sums.merge(more);
        }
    }

    /// How many deals were played.
    pub fn deals(&self) -> u64 {
        self.deals
    }

    /// How many games were played in them.
    pub fn games(&self) -> u64 {
        self.deals * self.seatings.len() as u64
    }

    /// The same figures without luck; `None` unless it was measured in every deal.
    pub fn adjusted(&self) -> Option<&AdjustedTally> {
        (self.measured == self.deals && self.deals > 0).then_some(&self.adjusted)
    }

    /// How an entrant did.
    pub fn standing(&self, entrant: usize) -> Standing {
        let sums = &self.entrants[entrant];
        let seats = self.seatings.seats_of(entrant) as i64;
        // Those who play alone have one victory for all in a deal; at a table there is one in every game.
        let victories = match self.seatings.order() {
            super::Order::Alone => 1,
            super::Order::All | super::Order::OneAgainst | super::Order::Rotations => {
                self.seatings.len() as i64
            }
        };
        Standing {
            games: self.deals * self.seatings.games_of(entrant) as u64,
            seats: sums.scores.many(),
            points: sums.points.estimate(seats),
            deviation: sums.scores.deviation(),
            wins: sums.wins.estimate(WHOLE_WIN * victories),
            fair: self.seatings.fair_share(entrant),
        }
    }

    /// For each pair of entrants how many points the first has more than the second in a seat, deal by deal.
    pub fn pairs(&self) -> impl Iterator<Item = (usize, usize, Estimate)> {
        let seats = |entrant| self.seatings.seats_of(entrant) as i64;
        let differences = pairs(self.seatings.entrants()).zip(&self.differences);
        differences.map(move |((one, other), sums)| (one, other, sums.estimate(seats(one) * seats(other))))
    }
}

/// Each entrant with each later one.
pub(super) fn pairs(entrants: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..entrants).flat_map(move |one| (one + 1..entrants).map(move |other| (one, other)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn deal(points: [&[i64]; 2], wins: [i64; 2]) -> Deal {
        let sample = |points: &[i64]| {
            let mut sample = Sample::default();
            points.iter().for_each(|points| sample.add(*points));
            sample
        };
        Deal {
            scores: points.map(sample).into(),
            wins: wins.into(),
            adjusted: None,
        }
    }

    /// Two entrants at a table for two, two deals of two games each.
    fn tally() -> Tally {
        let mut tally = Tally::new(&Seatings::of(2, 2).unwrap());
        tally.count(&deal([&[10, 20], &[8, 12]], [2 * WHOLE_WIN, 0]));
        tally.count(&deal(
            [&[30, 40], &[35, 45]],
            [WHOLE_WIN / 2, WHOLE_WIN + WHOLE_WIN / 2],
        ));
        tally
    }

    #[test]
    fn intervals_are_computed_over_deals() {
        let standing = tally().standing(0);
        assert_eq!((standing.games, standing.seats), (4, 4));
        // Deals of 15 and 35 points: mean 25, deviation √200, standard error 10, t with 1 degree of freedom 12.706.
        assert_eq!(standing.points.mean, 25.0);
        assert!((standing.points.margin.unwrap() - 127.06).abs() < 1e-9);
        // Scores 10, 20, 30, 40: squares of the distances 225 + 25 + 25 + 225 = 500, over 3.
        assert!((standing.deviation.unwrap() - (500.0f64 / 3.0).sqrt()).abs() < 1e-12);
        // Shares 1 and ¼: mean 0.625, standard error 0.375.
        assert_eq!(standing.wins.mean, 0.625);
        assert!((standing.wins.margin.unwrap() - 0.375 * 12.706).abs() < 1e-9);
        assert_eq!(standing.fair, 0.5);
    }

    #[test]
    fn pairs_are_compared_deal_by_deal() {
        let all: Vec<_> = tally().pairs().collect();
        let [(0, 1, difference)] = all[..] else {
            panic!("{all:?}");
        };
        // 15 − 10 = 5 and 35 − 40 = −5: mean 0, standard error 5.
        assert_eq!(difference.mean, 0.0);
        assert!((difference.margin.unwrap() - 5.0 * 12.706).abs() < 1e-9);
    }
}
