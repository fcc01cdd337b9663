//! Ratings after Weng and Lin: what is believed of somebody's strength, and what a game changes in it.
//!
//! The scale of a game is held in its place by bots, which never change: `club` has 1500 points. How much luck there is, its
//! width, was fitted on games of bots (docs/ratings.md).

use finaud_catalog::RatingScale;
use serde::{Deserialize, Serialize};
use skillratings::MultiTeamOutcome;
use skillratings::weng_lin::{WengLinConfig, WengLinRating, expected_score, weng_lin_multi_team};

/// What is believed of somebody's strength.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Belief {
    /// The middle.
    pub mean: f64,
    /// How far off that may be.
    pub deviation: f64,
}

impl Belief {
    /// Of somebody of whom nothing is known.
    pub const START: Belief = Belief {
        mean: 1500.0,
        deviation: 350.0,
    };

    /// Of a bot: it never changes.
    pub fn fixed(mean: f64) -> Belief {
        Belief { mean, deviation: 0.0 }
    }

    /// Does it say something yet?
    pub fn is_shown(self) -> bool {
        self.deviation <= SHOWN_BELOW
    }

    /// People change: before each game a little of what is known is forgotten.
    fn aged(self) -> Belief {
        let deviation = self.deviation.hypot(DRIFT).min(Belief::START.deviation);
        Belief { deviation, ..self }
    }
}

/// A rating is shown when its deviation is not above this.
pub const SHOWN_BELOW: f64 = 200.0;
/// By how much somebody changes from game to game.
const DRIFT: f64 = 3.5;

/// What a result says about a seat.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RatedSeat {
    /// Its rank, from 1.
    pub rank: u8,
    /// Its points.
    pub points: i32,
    /// What was believed before.
    #[serde(flatten)]
    pub before: Belief,
    /// How many games that came from; none for a bot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub games: Option<u32>,
    /// The level, if it was a bot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bot: Option<String>,
}

/// A result as it is kept. It names nobody, so that it can stay when somebody is forgotten, and has everything that is needed to
/// compute each rating again.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ResultBody {
    /// The width of the scale it was computed with.
    pub width: u32,
    /// The seats, in their order.
    pub seats: Vec<RatedSeat>,
}

impl ResultBody {
    /// What is believed of each seat afterwards.
    pub fn after(&self) -> Vec<Belief> {
        let seats: Vec<(Belief, u8)> = self
            .seats
            .iter()
            .map(|seat| match seat.bot {
                Some(_) => (seat.before, seat.rank),
                None => (seat.before.aged(), seat.rank),
            })
            .collect();
        after(&seats, f64::from(self.width))
    }
}

/// What is believed after a game of those of whom this was believed, with their ranks.
pub fn after(seats: &[(Belief, u8)], width: f64) -> Vec<Belief> {
    let ratings: Vec<[WengLinRating; 1]> = seats.iter().map(|(belief, _)| [weng_lin(*belief)]).collect();
    let teams: Vec<(&[WengLinRating], MultiTeamOutcome)> = ratings
        .iter()
        .zip(seats)
        .map(|(rating, (_, rank))| (&rating[..], MultiTeamOutcome::new(usize::from(*rank))))
        .collect();
    let new = weng_lin_multi_team(&teams, &config(width));
    let beliefs = new.iter().zip(seats).map(|(new, (before, _))| match new.first() {
        // What is certain stays: the crate divides by what is not known.
        Some(new) if before.deviation > 0.0 => Belief {
            mean: new.rating,
            deviation: new.uncertainty,
        },
        _ => *before,
    });
    beliefs.collect()
}

/// How probable it is that the first one is before the second one.
pub fn expected(one: Belief, other: Belief, width: f64) -> f64 {
    expected_score(&weng_lin(one), &weng_lin(other), &config(width)).0
}

fn weng_lin(belief: Belief) -> WengLinRating {
    WengLinRating {
        rating: belief.mean,
        uncertainty: belief.deviation,
    }
}

fn config(width: f64) -> WengLinConfig {
    WengLinConfig {
        beta: width,
        ..WengLinConfig::new()
    }
}

/// What is believed of a bot at a game.
pub fn bot(scale: &RatingScale, level: &str) -> Option<Belief> {
    let mean = scale.bots.get(level)?;
    Some(Belief::fixed(f64::from(*mean)))
}

/// A rating is what the results of somebody add up to: these, in any order, with the seats they had.
pub fn fold(results: &[(u8, ResultBody)]) -> Belief {
    let games = |(seat, body): &(u8, ResultBody)| body.seats.get(usize::from(*seat))?.games;
    let mut results: Vec<&(u8, ResultBody)> = results.iter().collect();
    results.sort_by_key(|result| games(result));
    let mut belief = Belief::START;
    for (seat, body) in results {
        let mut body = body.clone();
        if let Some(place) = body.seats.get_mut(usize::from(*seat)) {
            place.before = belief;
        }
        belief = body.after().get(usize::from(*seat)).copied().unwrap_or(belief);
    }
    belief
}

#[cfg(test)]
mod tests {
    use super::*;

    fn person(rank: u8, before: Belief, games: u32) -> RatedSeat {
        RatedSeat {
            rank,
            points: 0,
            before,
            games: Some(games),
            bot: None,
        }
    }

    fn club(rank: u8) -> RatedSeat {
        RatedSeat {
            rank,
            points: 0,
            before: Belief::fixed(1500.0),
            games: None,
            bot: Some("club".into()),
        }
    }

    #[test]
    fn whoever_wins_rises_and_a_bot_stays() {
        let body = ResultBody {
            width: 300,
            seats: vec![person(1, Belief::START, 0), club(2), person(3, Belief::START, 0)],
        };
        let [first, bot, last] = body.after()[..] else {
            panic!("three seats");
        };
        assert!(first.mean > 1500.0 && last.mean < 1500.0, "{first:?} {last:?}");
        assert!(first.deviation < Belief::START.deviation);
        assert_eq!(bot, Belief::fixed(1500.0));
        let level = after(&[(Belief::START, 1), (Belief::START, 1)], 300.0);
        assert_eq!((level[0].mean, level[1].mean), (1500.0, 1500.0));
    }

    #[test]
    fn luck_makes_a_result_worth_less() {
        let risen = |width: f64| after(&[(Belief::START, 1), (Belief::fixed(1500.0), 2)], width)[0].mean;
        assert!(risen(100.0) > risen(300.0) && risen(300.0) > risen(900.0));
        assert_eq!(expected(Belief::START, Belief::START, 300.0), 0.5);
        let better = Belief::fixed(1800.0);
        assert!((expected(better, Belief::fixed(1500.0), 300.0) - 0.67).abs() < 0.01);
    }

    #[test]
    fn a_rating_is_shown_after_enough_games_and_moves_to_the_truth() {
        let mut belief = Belief::START;
        let mut games = 0;
        // Two wins of three against the club player.
        while games < 300 {
            games += 1;
            let rank = if games % 3 == 0 { 2 } else { 1 };
            let body = ResultBody {
                width: 300,
                seats: vec![person(rank, belief, games), club(3 - rank)],
            };
            belief = body.after()[0];
            assert_eq!(belief.is_shown(), belief.deviation <= SHOWN_BELOW);
            assert!(games > 5 || !belief.is_shown());
        }
        assert!(belief.is_shown());
        assert!((belief.mean - 1794.0).abs() < 60.0, "{belief:?}");
    }

    #[test]
    fn a_rating_is_a_fold_over_results() {
        let mut kept = Vec::new();
        let mut belief = Belief::START;
        for games in 0..20 {
            let rank = if games % 4 == 0 { 2 } else { 1 };
            let body = ResultBody {
                width: 250,
                seats: vec![club(3 - rank), person(rank, belief, games)],
            };
            belief = body.after()[1];
            let text = serde_json::to_string(&body).unwrap();
            kept.push((1, serde_json::from_str::<ResultBody>(&text).unwrap()));
        }
        kept.reverse();
        let folded = fold(&kept);
        assert!(
            (folded.mean - belief.mean).abs() < 1e-9 && (folded.deviation - belief.deviation).abs() < 1e-9
        );
    }
}
