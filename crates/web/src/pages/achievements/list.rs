//! The achievements there are: what each counts, and how much of it is wanted.

use finaud_rules::insertion_sort;

use super::feats::Feats;
use crate::daily::Day;

/// How an achievement counts.
#[derive(Clone, Copy)]
pub(super) enum Measure {
    /// All games together.
    Sum(fn(&Feats) -> u32),
    /// The best single game.
    Most(fn(&Feats) -> u32),
    /// How many different games were played like that.
    Games(fn(&Feats) -> bool),
    /// Days in a row with a challenge.
    Streak,
}

/// An achievement. Its name and its sentence are in the languages: `achievements.ID.name`.
#[derive(Clone, Copy)]
pub(super) struct Achievement {
    /// Its name in texts and on the device. Never changes.
    pub(super) id: &'static str,
    /// How much is wanted.
    pub(super) goal: u32,
    /// What is counted.
    pub(super) measure: Measure,
    /// The sign on its badge.
    pub(super) sign: Sign,
}

/// What is drawn on a badge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Sign {
    Fox,
    Die,
    Chain,
    Star,
    Card,
    Crown,
    Calendar,
    Shield,
    Flag,
}

/// Games without help of the coach count so much, others nothing.
fn unaided(feats: &Feats, count: u32) -> u32 {
    if feats.hints == 0 { count } else { 0 }
}

/// The points of a dice game alone, without help.
fn solo_points(feats: &Feats) -> u32 {
    if feats.players == 1 && feats.cards == 0 {
        unaided(feats, feats.points)
    } else {
        0
    }
}

/// A victory over a bot of this place or a stronger one, without help.
fn beats(feats: &Feats, place: u32) -> u32 {
    unaided(feats, u32::from(feats.beaten >= place))
}

fn if_cards(feats: &Feats, count: u32) -> u32 {
    if feats.cards == 1 { count } else { 0 }
}

const fn row(id: &'static str, sign: Sign, goal: u32, measure: Measure) -> Achievement {
    Achievement {
        id,
        goal,
        measure,
        sign,
    }
}

use Measure::{Games, Most, Streak, Sum};

/// All achievements, in the order in which they are shown.
pub(super) const ACHIEVEMENTS: [Achievement; 36] = [
    row("first-game", Sign::Flag, 1, Sum(|_| 1)),
    row("ten-games", Sign::Flag, 10, Sum(|_| 1)),
    row("hundred-games", Sign::Flag, 100, Sum(|_| 1)),
    row("every-game", Sign::Flag, 5, Games(|feats| feats.own_sheet == 0)),
    row("first-fox", Sign::Fox, 1, Sum(|feats| feats.foxes)),
    row("three-foxes", Sign::Fox, 3, Most(|feats| feats.foxes)),
    row("all-foxes", Sign::Fox, 1, Sum(|feats| feats.all_foxes)),
    row("fifty-foxes", Sign::Fox, 50, Sum(|feats| feats.foxes)),
    row("fox-feast", Sign::Fox, 60, Most(|feats| feats.fox_points)),
    row("chain-3", Sign::Chain, 3, Most(|feats| feats.chain)),
    row("chain-5", Sign::Chain, 5, Most(|feats| feats.chain)),
    row("chain-8", Sign::Chain, 8, Most(|feats| feats.chain)),
    row("full-zone", Sign::Die, 1, Sum(|feats| feats.full_zones)),
    row("two-full-zones", Sign::Die, 2, Most(|feats| feats.full_zones)),
    row("balanced", Sign::Die, 30, Most(|feats| feats.low_zone)),
    row("specialist", Sign::Die, 80, Most(|feats| feats.high_zone)),
    row(
        "nothing-lost",
        Sign::Die,
        1,
        Sum(|feats| u32::from(feats.cards == 0 && feats.lost == 0 && feats.foxes > 0)),
    ),
    row(
        "no-net",
        Sign::Die,
        1,
        Sum(|feats| u32::from(feats.rerolls == 0 && solo_points(feats) >= 200)),
    ),
    row("extra-dice", Sign::Die, 5, Most(|feats| feats.extras)),
    row("points-200", Sign::Star, 200, Most(solo_points)),
    row("points-250", Sign::Star, 250, Most(solo_points)),
    row("points-300", Sign::Star, 300, Most(solo_points)),
    row("points-400", Sign::Star, 400, Most(solo_points)),
    row(
        "upper-half",
        Sign::Star,
        1,
        Sum(|feats| unaided(feats, u32::from(feats.step > 0 && 2 * feats.step > feats.steps))),
    ),
    row(
        "top-step",
        Sign::Star,
        1,
        Sum(|feats| unaided(feats, u32::from(feats.step > 0 && feats.step == feats.steps))),
    ),
    row("push-won", Sign::Card, 1, Sum(|feats| if_cards(feats, feats.won))),
    row(
        "push-no-bust",
        Sign::Card,
        1,
        Sum(|feats| if_cards(feats, u32::from(feats.busts == 0))),
    ),
    row("push-run", Sign::Card, 7, Most(|feats| feats.run)),
    row("push-safe", Sign::Shield, 40, Most(|feats| feats.protected)),
    row(
        "push-crowd",
        Sign::Card,
        1,
        Sum(|feats| if_cards(feats, u32::from(feats.won == 1 && feats.players >= 5))),
    ),
    row("beat-club", Sign::Crown, 1, Sum(|feats| beats(feats, 2))),
    row("beat-expert", Sign::Crown, 1, Sum(|feats| beats(feats, 3))),
    row("beat-master", Sign::Crown, 1, Sum(|feats| beats(feats, 4))),
    row(
        "hot-seat",
        Sign::Crown,
        1,
        Sum(|feats| u32::from(feats.people > 1)),
    ),
    row(
        "first-challenge",
        Sign::Calendar,
        1,
        Sum(|feats| u32::from(feats.day > 0)),
    ),
    row("week", Sign::Calendar, 7, Streak),
];

/// How far somebody is with an achievement.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Progress {
    /// How much is done, at most the goal.
    pub(super) done: u32,
    /// When it was earned, and in which game.
    pub(super) earned: Option<(f64, String)>,
}

/// How far somebody is with everything, by all games in any order; in the order of [`ACHIEVEMENTS`].
pub(super) fn progress(games: &[Feats]) -> Vec<Progress> {
    let mut games: Vec<&Feats> = games.iter().collect();
    insertion_sort(&mut games, |one, other| one.when.total_cmp(&other.when));
    ACHIEVEMENTS
        .iter()
        .map(|achievement| of(achievement, &games))
        .collect()
}

fn of(achievement: &Achievement, games: &[&Feats]) -> Progress {
    let mut progress = Progress {
        done: 0,
        earned: None,
    };
    let (mut total, mut seen, mut days) = (0u32, Vec::<&str>::new(), Vec::<u32>::new());
    for game in games {
        total = match achievement.measure {
            Measure::Sum(count) => total.saturating_add(count(game)),
            Measure::Most(count) => total.max(count(game)),
            Measure::Games(counts) => {
                if counts(game) && !seen.contains(&game.game.as_str()) {
                    seen.push(&game.game);
                }
                seen.len() as u32
            }
            Measure::Streak => {
                if let Err(place) = days.binary_search(&game.day)
                    && game.day > 0
                {
                    days.insert(place, game.day);
                }
                total.max(days_in_a_row(&days, game.day))
            }
        };
        if total >= achievement.goal && progress.earned.is_none() {
            progress.earned = Some((game.when, game.id.clone()));
        }
    }
    progress.done = total.min(achievement.goal);
    progress
}

/// So many of these days, which are sorted, lie in a row around this one.
fn days_in_a_row(days: &[u32], day: u32) -> u32 {
    let Ok(place) = days.binary_search(&day) else {
        return 0;
    };
    let follow = |two: &&[u32]| two[0] + 1 == two[1];
    let before = days[..=place].windows(2).rev().take_while(follow).count();
    let after = days[place..].windows(2).take_while(follow).count();
    (before + after + 1) as u32
}

/// The longest row of days with a challenge that there ever was.
pub(crate) fn longest_streak(days: &[Day]) -> usize {
    let mut numbers: Vec<i64> = days.iter().map(|day| day.number()).collect();
    insertion_sort(&mut numbers, Ord::cmp);
    numbers.dedup();
    let rows = numbers.chunk_by(|one, next| one + 1 == *next);
    rows.map(<[i64]>::len).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messages::Language;
    use crate::pages::achievements::feats::tests::{played, saved};

    fn game(when: f64) -> Feats {
        Feats {
            id: format!("g{when}"),
            game: "tres-fute".into(),
            when,
            players: 1,
            people: 1,
            ..Feats::default()
        }
    }

    fn of_id(id: &str, games: &[Feats]) -> Progress {
        let place = ACHIEVEMENTS.iter().position(|known| known.id == id).expect(id);
        progress(games).swap_remove(place)
    }

    #[test]
    fn each_has_an_id_a_name_and_a_sentence_of_its_own() {
        for language in Language::all() {
            let mut names = Vec::new();
            for achievement in ACHIEVEMENTS {
                for part in ["name", "about"] {
                    let key = format!("achievements.{}.{part}", achievement.id);
                    let text = language
                        .find(&key)
                        .unwrap_or_else(|| panic!("{key} in {}", language.code()));
                    assert!(!names.contains(&text), "{text}");
                    names.push(text);
                }
            }
        }
    }

    #[test]
    fn sums_bests_and_games_are_counted_and_dated() {
        let foxes = |when, foxes| Feats { foxes, ..game(when) };
        let games = [foxes(3.0, 3), foxes(1.0, 0), foxes(2.0, 2)];
        assert_eq!(of_id("first-fox", &games).earned, Some((2.0, "g2".into())));
        assert_eq!(of_id("three-foxes", &games).earned, Some((3.0, "g3".into())));
        let fifty = of_id("fifty-foxes", &games);
        assert_eq!((fifty.done, fifty.earned), (5, None));
        assert_eq!(of_id("every-game", &games).done, 1);
        let ours = Feats {
            own_sheet: 1,
            game: "ours".into(),
            ..game(4.0)
        };
        assert_eq!(of_id("every-game", &[games[0].clone(), ours]).done, 1);
    }

    #[test]
    fn points_count_alone_and_without_hints() {
        let points = |points| Feats { points, ..game(1.0) };
        assert!(of_id("points-300", &[points(300)]).earned.is_some());
        assert_eq!(
            of_id("points-300", &[points(299)]),
            Progress {
                done: 299,
                earned: None
            }
        );
        assert_eq!(
            of_id(
                "points-300",
                &[Feats {
                    hints: 1,
                    ..points(320)
                }]
            )
            .done,
            0
        );
        assert_eq!(
            of_id(
                "points-300",
                &[Feats {
                    players: 2,
                    ..points(320)
                }]
            )
            .done,
            0
        );
        let beaten = |hints| Feats {
            won: 1,
            beaten: 4,
            players: 2,
            hints,
            ..game(1.0)
        };
        assert!(of_id("beat-club", &[beaten(0)]).earned.is_some());
        assert!(of_id("beat-master", &[beaten(0)]).earned.is_some());
        assert!(of_id("beat-master", &[beaten(1)]).earned.is_none());
    }

    #[test]
    fn a_week_is_seven_days_in_a_row_in_any_order() {
        let day = |when: u32, day| Feats {
            day,
            ..game(f64::from(when))
        };
        let days = [20_001, 20_003, 20_002, 20_006, 20_005, 20_007, 20_009];
        let mut games: Vec<Feats> = (0..).zip(days).map(|(when, number)| day(when, number)).collect();
        assert_eq!(
            of_id("week", &games),
            Progress {
                done: 3,
                earned: None
            }
        );
        games.push(day(10, 20_004));
        let week = of_id("week", &games);
        assert_eq!((week.done, week.earned.map(|(when, _)| when)), (7, Some(10.0)));
        assert_eq!(of_id("week", &[game(1.0)]).done, 0);
    }

    #[test]
    fn the_longest_row_of_days_is_found_in_any_order_and_days_count_once() {
        let days =
            |numbers: &[i64]| -> Vec<Day> { numbers.iter().map(|day| Day::from_number(*day)).collect() };
        assert_eq!(longest_streak(&[]), 0);
        assert_eq!(longest_streak(&days(&[20_000])), 1);
        assert_eq!(
            longest_streak(&days(&[20_003, 20_001, 20_002, 20_002, 20_005, 20_006])),
            3
        );
    }

    /// Real games of every kind earn what they should, and only once.
    #[test]
    fn whole_games_earn_their_first() {
        let games: Vec<Feats> = (1..6)
            .map(|seed| {
                let table = played("tres-fute", 1, seed, "greedy");
                let mut saved = saved(&table);
                saved.id = format!("g{seed}");
                saved.changed = seed as f64;
                Feats::of(&saved, &table, "").unwrap()
            })
            .collect();
        assert_eq!(of_id("first-game", &games).earned, Some((1.0, "g1".into())));
        assert!(of_id("chain-3", &games).done >= 2);
        assert_eq!(of_id("ten-games", &games).done, 5);
    }
}
