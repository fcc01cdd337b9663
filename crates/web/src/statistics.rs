//! What many games add up to. Nothing here knows about browsers.

use crate::reviewed::Account;
use finaud_rules::insertion_sort;

/// A finished game, seen from the person at this device.
#[derive(Clone, PartialEq, Debug)]
pub struct Finished {
    /// The name it is kept under.
    pub id: String,
    /// When it was begun, in milliseconds since 1970.
    pub when: f64,
    /// The points.
    pub points: i32,
    /// The points of each zone, then of the foxes; empty for games without zones.
    pub parts: Vec<i32>,
    /// Was it won, where there were others?
    pub won: Option<bool>,
    /// What its review adds up to, once there was one.
    pub account: Option<Account>,
    /// Was the coach asked?
    pub helped: bool,
}

/// So many games make a distribution: fewer are told one by one.
pub const ENOUGH: usize = 5;

/// Which games are looked at: those with help of the coach are kept apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Help {
    /// Those without.
    Without,
    /// Those with.
    With,
    /// All of them.
    Any,
}

impl Help {
    /// In the order in which they are offered.
    pub const ALL: [Help; 3] = [Help::Without, Help::With, Help::Any];

    /// Is a game looked at?
    pub fn takes(self, helped: bool) -> bool {
        match self {
            Help::Without => !helped,
            Help::With => helped,
            Help::Any => true,
        }
    }
}

/// A bar of a histogram.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bin {
    /// The least points that belong to it.
    pub from: i32,
    /// The most points that belong to it.
    pub to: i32,
    /// How many games.
    pub games: usize,
}

/// A game in the course of time.
#[derive(Clone, PartialEq, Debug)]
pub struct FormPoint {
    /// The name it is kept under.
    pub id: String,
    /// When it was begun.
    pub when: f64,
    /// Its points.
    pub points: f64,
    /// Its points without luck, once it was reviewed.
    pub without_luck: Option<f64>,
}

/// What games of one kind add up to.
#[derive(Clone, PartialEq, Debug)]
pub struct GameStatistics {
    /// How many games.
    pub games: usize,
    /// The mean of the points.
    pub mean: f64,
    /// How far games lie around the mean.
    pub spread: f64,
    /// The most points, and in which game.
    pub best: (i32, String),
    /// How many were won, where there were others.
    pub won: Option<usize>,
    /// The mean of each zone, then of the foxes.
    pub parts: Vec<f64>,
    /// The best of each, in whatever game.
    pub best_parts: Vec<i32>,
    /// How often which points were reached.
    pub bins: Vec<Bin>,
    /// The games in the order they were played.
    pub form: Vec<FormPoint>,
    /// The mean without luck of the games that were reviewed, and how many those are.
    pub without_luck: Option<(f64, usize)>,
}

/// The most bars of a histogram.
const MOST_BINS: i32 = 14;

/// The figures of some games; `None` if there are none.
pub fn figures(games: &[Finished]) -> Option<GameStatistics> {
    let best = games.iter().max_by_key(|game| game.points)?;
    let mean = mean(games.iter().map(|game| f64::from(game.points)))?;
    let square = games
        .iter()
        .map(|game| (f64::from(game.points) - mean).powi(2))
        .sum::<f64>();
    let spread = if games.len() > 1 {
        (square / (games.len() - 1) as f64).sqrt()
    } else {
        0.0
    };
    let parts = games.iter().map(|game| game.parts.len()).max().unwrap_or(0);
    let part = |index: usize| {
        let with = games.iter().filter_map(|game| game.parts.get(index));
        self::mean(with.map(|points| f64::from(*points))).unwrap_or(0.0)
    };
    // The newest come first.
    let mut in_order: Vec<&Finished> = games.iter().rev().collect();
    insertion_sort(&mut in_order, |one, other| one.when.total_cmp(&other.when));
    let form: Vec<FormPoint> = in_order
        .into_iter()
        .map(|game| FormPoint {
            id: game.id.clone(),
            when: game.when,
            points: f64::from(game.points),
            without_luck: game.account.map(|account| account.without_luck()),
        })
        .collect();
    let reviewed: Vec<f64> = form.iter().filter_map(|point| point.without_luck).collect();
    Some(GameStatistics {
        games: games.len(),
        mean,
        spread,
        best: (best.points, best.id.clone()),
        won: games
            .iter()
            .map(|game| game.won)
            .collect::<Option<Vec<bool>>>()
            .map(|won| won.into_iter().filter(|won| *won).count()),
        parts: (0..parts).map(part).collect(),
        best_parts: (0..parts)
            .filter_map(|index| games.iter().filter_map(|game| game.parts.get(index)).max())
            .copied()
            .collect(),
        bins: bins(games),
        without_luck: self::mean(reviewed.iter().copied()).map(|mean| (mean, reviewed.len())),
        form,
    })
}

fn mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let (sum, count) = values.fold((0.0, 0u32), |(sum, count), value| (sum + value, count + 1));
    (count > 0).then(|| sum / f64::from(count))
}

/// Bars of equal, round widths from the lowest to the highest game.
fn bins(games: &[Finished]) -> Vec<Bin> {
    let points = || games.iter().map(|game| game.points);
    let (Some(least), Some(most)) = (points().min(), points().max()) else {
        return Vec::new();
    };
    let width = [1, 2, 5, 10, 20, 25, 50, 100, 200, 500]
        .into_iter()
        .find(|width| most.div_euclid(*width) - least.div_euclid(*width) < MOST_BINS)
        .unwrap_or(1_000)
        .max(5);
    (least.div_euclid(width)..=most.div_euclid(width))
        .map(|bin| Bin {
            from: bin * width,
            to: bin * width + width - 1,
            games: points().filter(|points| points.div_euclid(width) == bin).count(),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(when: f64, points: i32) -> Finished {
        Finished {
            id: format!("g{when}"),
            when,
            points,
            parts: vec![points / 2, points / 2],
            won: None,
            account: None,
            helped: false,
        }
    }

    #[test]
    fn nothing_adds_up_to_nothing() {
        assert_eq!(figures(&[]), None);
    }

    #[test]
    fn mean_best_and_spread() {
        let figures = figures(&[game(3.0, 200), game(1.0, 240), game(2.0, 220)]).unwrap();
        assert_eq!(
            (figures.games, figures.mean, figures.best.0, figures.spread),
            (3, 220.0, 240, 20.0)
        );
        assert_eq!(figures.best.1, "g1");
        assert_eq!(figures.parts, [110.0, 110.0]);
        assert_eq!(figures.best_parts, [120, 120]);
        let order: Vec<f64> = figures.form.iter().map(|point| point.when).collect();
        assert_eq!(order, [1.0, 2.0, 3.0]);
        assert_eq!((figures.won, figures.without_luck), (None, None));
    }

    #[test]
    fn games_with_help_are_kept_apart() {
        let taken = |help: Help| [false, true].map(|helped| help.takes(helped));
        assert_eq!(Help::ALL.map(taken), [[true, false], [false, true], [true, true]]);
    }

    #[test]
    fn the_best_of_a_zone_may_come_from_any_game() {
        let with = |when, parts: [i32; 2]| Finished {
            parts: parts.to_vec(),
            ..game(when, parts.iter().sum())
        };
        let figures = figures(&[with(1.0, [10, 80]), with(2.0, [60, 50])]).unwrap();
        assert_eq!((figures.best_parts, figures.best.0), (vec![60, 80], 110));
    }

    #[test]
    fn every_game_is_in_one_bar() {
        for span in [0, 3, 40, 170, 900] {
            let games: Vec<Finished> = (0..50)
                .map(|index| game(f64::from(index), -20 + index * span / 50))
                .collect();
            let bins = bins(&games);
            assert!(bins.len() as i32 <= MOST_BINS);
            assert_eq!(bins.iter().map(|bin| bin.games).sum::<usize>(), 50);
            assert!(bins.windows(2).all(|two| two[0].to + 1 == two[1].from));
        }
    }

    #[test]
    fn luck_is_taken_out_of_the_games_that_were_reviewed() {
        let mut reviewed = game(1.0, 240);
        reviewed.account = Some(Account {
            start: 220.0,
            luck: 30.0,
            others: 0.0,
            losses: 14.0,
            correction: Some(4.0),
            end: 240.0,
        });
        let figures = figures(&[reviewed, game(2.0, 200)]).unwrap();
        assert_eq!(figures.without_luck, Some((210.0, 1)));
        assert_eq!(figures.form[0].without_luck, Some(210.0));
        assert_eq!(figures.form[1].without_luck, None);
    }

    #[test]
    fn victories_are_counted_where_there_were_others() {
        let with = |when, won| Finished {
            won: Some(won),
            ..game(when, 10)
        };
        assert_eq!(
            figures(&[with(1.0, true), with(2.0, false)]).unwrap().won,
            Some(1)
        );
    }
}
