//! What is remembered of many games: sums and counts, never the games themselves.

use finaud_players::End;
use finaud_players::arena::{FINE, Sample};
use finaud_players::coach::Outlook;
use finaud_rules::Seat;

use crate::stats::{Histogram, ratio};
use crate::surface::{MAX_PARTS, Surface};

/// A victory is counted in parts that 2, 3, 4, … winners can share without a remainder.
const WHOLE_WIN: u64 = 840;

/// The sums of many games.
#[derive(Clone, Debug)]
pub(super) struct SimTally {
    scores: Histogram,
    parts: [i128; MAX_PARTS],
    foxes: i128,
    fox_points: i128,
    seats: Vec<SeatTally>,
    games: u64,
    decisions: u64,
    /// The scores of a game without luck, all seats together, in millionths of points.
    adjusted: Sample,
}

/// Scores without luck.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Adjusted {
    /// The mean of a seat.
    pub(super) mean: f64,
    /// Its standard error.
    pub(super) error: f64,
    /// The standard deviation of the mean of a game's seats; of the score, where one plays.
    pub(super) deviation: f64,
}

#[derive(Clone, Debug, Default)]
struct SeatTally {
    points: i128,
    wins: u64,
}

impl SimTally {
    /// Nothing yet.
    pub(super) fn new(seats: usize) -> SimTally {
        SimTally {
            scores: Histogram::default(),
            parts: [0; MAX_PARTS],
            foxes: 0,
            fox_points: 0,
            seats: vec![SeatTally::default(); seats],
            games: 0,
            decisions: 0,
            adjusted: Sample::default(),
        }
    }

    /// Counts a game.
    #[inline]
    pub(super) fn count<G: Surface>(&mut self, game: &G, end: &End<G::State>) {
        self.games += 1;
        self.decisions += end.decisions;
        for (index, tally) in self.seats.iter_mut().enumerate() {
            let score = game.score_parts(&end.state, Seat(index as u8));
            self.scores.add(score.total);
            for (sum, points) in self.parts.iter_mut().zip(score.parts) {
                *sum += i128::from(points);
            }
            self.foxes += i128::from(score.foxes);
            self.fox_points += i128::from(score.fox_points);
            tally.points += i128::from(score.total);
        }
        if self.seats.len() > 1 {
            let winners = game.winners(&end.state);
            let share = WHOLE_WIN / (winners.iter().count() as u64).max(1);
            for seat in winners.iter() {
                self.seats[seat.index()].wins += share;
            }
        }
    }

    /// Counts a game without the luck of each seat.
    pub(super) fn count_adjusted<G: Surface>(&mut self, game: &G, end: &End<G::State>, luck: &[Outlook]) {
        let seats = (0..).map(Seat).zip(luck);
        let sum: f64 = seats
            .map(|(seat, luck)| f64::from(game.points(&end.state, seat)) - luck.points)
            .sum();
        self.adjusted.add((sum * FINE as f64).round() as i64);
    }

    /// The scores without luck, where it was measured.
    pub(super) fn adjusted(&self) -> Option<Adjusted> {
        let games = self.adjusted.many();
        if games == 0 {
            return None;
        }
        let unit = FINE as f64 * self.seats.len() as f64;
        let deviation = self.adjusted.deviation().unwrap_or(0.0) / unit;
        Some(Adjusted {
            mean: self.adjusted.sum() as f64 / games as f64 / unit,
            error: deviation / (games as f64).sqrt(),
            deviation,
        })
    }

    /// Adds another tally to this one.
    pub(super) fn merge(&mut self, other: &SimTally) {
        self.scores.merge(&other.scores);
        self.parts
            .iter_mut()
            .zip(other.parts)
            .for_each(|(sum, part)| *sum += part);
        self.foxes += other.foxes;
        self.fox_points += other.fox_points;
        for (seat, part) in self.seats.iter_mut().zip(&other.seats) {
            seat.points += part.points;
            seat.wins += part.wins;
        }
        self.games += other.games;
        self.decisions += other.decisions;
        self.adjusted.merge(&other.adjusted);
    }

    /// How many games were counted.
    pub(super) fn games(&self) -> u64 {
        self.games
    }

    /// How many choices were made in them.
    pub(super) fn decisions(&self) -> u64 {
        self.decisions
    }

    /// The scores of all seats.
    pub(super) fn scores(&self) -> &Histogram {
        &self.scores
    }

    /// The mean points of a part of the score.
    pub(super) fn part(&self, index: usize) -> f64 {
        ratio(self.parts[index], self.scores.total())
    }

    /// The mean number of foxes of a sheet.
    pub(super) fn foxes(&self) -> f64 {
        ratio(self.foxes, self.scores.total())
    }

    /// The mean points of the foxes of a sheet.
    pub(super) fn fox_points(&self) -> f64 {
        ratio(self.fox_points, self.scores.total())
    }

    /// The mean points of each seat.
    pub(super) fn seat_means(&self) -> Vec<f64> {
        self.seats
            .iter()
            .map(|seat| ratio(seat.points, self.games))
            .collect()
    }

    /// How many games each seat won; a shared victory counts by its share.
    pub(super) fn wins(&self) -> Vec<f64> {
        self.seats
            .iter()
            .map(|seat| seat.wins as f64 / WHOLE_WIN as f64)
            .collect()
    }
}
