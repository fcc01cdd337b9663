//! The challenge of the day: the same dice for everybody, one of the dice games, alone.
//!
//! A day is the date the device shows. What is played on it depends on the date alone and never changes:
//!
//! - which game it is, [`game_on`] says;
//! - the seed is [`seed_in_series`]\(`SERIES`, year × 10000 + month × 100 + day) without its lowest 24 bits, so that its
//!   code has at most eight letters.
//!
//! A game belongs to the day it was started for, whatever the clock does later. The first one of a day that was
//! finished counts; whoever plays the day again practises.

pub use finaud_catalog::day::Day;
use finaud_catalog::day::game_on;
use finaud_record::{RecordHeader, seed_in_series};
use wasm_bindgen::JsValue;

use crate::catalog;
use crate::messages::Language;
use crate::saved::Saved;

/// Names the series of all days' seeds. Frozen: another one would give the past other dice.
const SERIES: u64 = 0x00f1_4a0d_da11;

/// What the app makes of a day.
pub trait Challenge: Sized {
    /// The date this device shows.
    fn today() -> Self;

    /// The game of the day.
    fn game(self) -> &'static str;

    /// The seed of the day.
    fn seed(self) -> u64;
}

impl Challenge for Day {
    fn today() -> Day {
        let now = js_sys::Date::new_0();
        let part = |number: u32| u8::try_from(number).unwrap_or(1);
        let year = i32::try_from(now.get_full_year()).unwrap_or(1970);
        // A clock beyond the year 9999 shows some day too.
        Day::new(year, part(now.get_month() + 1), part(now.get_date())).unwrap_or(Day::from_number(0))
    }

    fn game(self) -> &'static str {
        game_on(self, catalog::games()).unwrap_or_default()
    }

    fn seed(self) -> u64 {
        let (year, month, day) = self.parts();
        let date = i64::from(year) * 10_000 + i64::from(month) * 100 + i64::from(day);
        seed_in_series(SERIES, date.unsigned_abs()) >> 24
    }
}

/// A day as the browser writes it in a language: `[("weekday", "long")]`.
pub fn written(language: Language, day: Day, parts: &[(&str, &str)]) -> String {
    let (year, month, number) = day.parts();
    let date =
        js_sys::Date::new_with_year_month_day(year.unsigned_abs(), i32::from(month) - 1, i32::from(number));
    date.to_locale_date_string(language.code(), &options(parts))
        .into()
}

/// Options of JavaScript for writing a date.
pub fn options(pairs: &[(&str, &str)]) -> JsValue {
    let object = js_sys::Object::new();
    for (name, value) in pairs {
        let _ = js_sys::Reflect::set(&object, &JsValue::from_str(name), &JsValue::from_str(value));
    }
    object.into()
}

/// A day as it is kept, written as the language writes it; what is no day stays as it is.
pub fn date_text(language: Language, kept: &str) -> String {
    let Ok(kept_day) = kept.parse::<Day>() else {
        return kept.to_owned();
    };
    let (year, month, day) = kept_day.parts();
    let two = |part: u8| format!("{part:02}");
    language.fill(
        "language.date",
        &[
            ("dd", &two(day)),
            ("mm", &two(month)),
            ("day", &day),
            ("month", &month),
            ("year", &year),
        ],
    )
}

/// A game of some day's challenge on this device.
#[derive(Clone, PartialEq, Debug)]
pub struct Attempt {
    /// The name it is kept under.
    pub id: String,
    /// The day it was started for.
    pub day: Day,
    /// The points at the end; `None` while it goes on.
    pub points: Option<i32>,
    /// How often the coach was asked.
    pub hints: u32,
    /// When it was last kept.
    pub changed: f64,
}

impl Attempt {
    /// The attempt a kept game is, if it is one.
    pub fn of(saved: &Saved) -> Option<Attempt> {
        let day = saved.daily.as_deref()?.parse().ok()?;
        let result = || RecordHeader::read(&saved.record).ok()?.result?.first().copied();
        Some(Attempt {
            id: saved.id.clone(),
            day,
            points: saved.over.then(result).flatten(),
            hints: saved.hints,
            changed: saved.changed,
        })
    }
}

/// How somebody stands with the challenges.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct DayStatus {
    /// The result of the day.
    pub result: Option<Attempt>,
    /// The game of the day that is not finished yet, if there is no result.
    pub begun: Option<Attempt>,
    /// So many days in a row have a result: up to this day, or up to the day before while this one is not played.
    pub streak: usize,
}

/// How somebody stands on a day, by all attempts on this device in any order.
pub fn day_status(attempts: &[Attempt], today: Day) -> DayStatus {
    let over = || attempts.iter().filter(|attempt| attempt.points.is_some());
    let earliest = |one: &&Attempt, other: &&Attempt| one.changed.total_cmp(&other.changed);
    let result = over()
        .filter(|attempt| attempt.day == today)
        .min_by(earliest)
        .cloned();
    let begun = attempts
        .iter()
        .filter(|attempt| result.is_none() && attempt.day == today && attempt.points.is_none())
        .max_by(|one, other| one.changed.total_cmp(&other.changed))
        .cloned();
    DayStatus {
        streak: streak(|day| over().any(|attempt| attempt.day == day), today),
        result,
        begun,
    }
}

/// What is played when somebody asks for the challenge of a day.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ChallengeGame {
    /// The game of the day that was begun, by the name it is kept under.
    Resume(String),
    /// A new game, which counts.
    Begin,
    /// A new game with the same dice, to beat the points of the one that counts.
    Practise(i32),
}

/// What is played on a day: a game that goes on is resumed; once there is a result, it is practice.
pub fn challenge_game(attempts: &[Attempt], today: Day) -> ChallengeGame {
    let DayStatus { result, begun, .. } = day_status(attempts, today);
    match (begun, result.and_then(|result| result.points)) {
        (Some(begun), _) => ChallengeGame::Resume(begun.id),
        (None, Some(points)) => ChallengeGame::Practise(points),
        (None, None) => ChallengeGame::Begin,
    }
}

/// So many days in a row were played, up to today or to the day before.
fn streak(was_played: impl Fn(Day) -> bool, today: Day) -> usize {
    let last = if was_played(today) { today } else { today.before() };
    std::iter::successors(Some(last), |day| Some(day.before()))
        .take_while(|day| was_played(*day))
        .count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messages::tests::{english, french, german};
    use finaud_catalog::Daily;
    use std::collections::BTreeSet;

    fn day(text: &str) -> Day {
        text.parse().unwrap()
    }

    fn attempt(date: &str, points: Option<i32>, changed: f64) -> Attempt {
        Attempt {
            id: format!("{date} {changed}"),
            day: day(date),
            points,
            hints: 0,
            changed,
        }
    }

    #[test]
    fn the_games_take_turns_over_every_border() {
        // Four games until two more join, then six.
        for (from, count) in [("2025-12-20", 4), ("2027-12-20", 6)] {
            let days = (day(from).number()..).map(Day::from_number).take(100);
            let games: Vec<&str> = days.map(Day::game).collect();
            for window in games.windows(count + 1) {
                let all: std::collections::BTreeSet<&&str> = window[..count].iter().collect();
                assert_eq!((all.len(), window[count]), (count, window[0]));
            }
        }
        let first = (0..4).map(|number| Day::from_number(number).game());
        assert_eq!(
            first.collect::<Vec<_>>(),
            ["tres-fute", "hyper-fute", "tres-fute-deluxe", "melange-fute"]
        );
        let joined = day("2027-01-04").number();
        let before = (joined - 400..joined).map(|number| Day::from_number(number).game());
        let young = ["vraiment-tres-fute", "clever-4ever"];
        assert!(before.into_iter().all(|game| !young.contains(&game)));
    }

    #[test]
    fn a_game_that_joins_changes_nothing_before_its_first_day() {
        let mut games = catalog::games().to_vec();
        let mut fifth = games[0].clone();
        fifth.id = "fox-hole".into();
        fifth.about.daily = Some(Daily {
            turn: 7,
            from: "2027-03-01".into(),
        });
        games.push(fifth);
        let both = |number: i64| {
            let day = Day::from_number(number);
            (day.game(), game_on(day, &games).unwrap())
        };
        let first = day("2027-03-01").number();
        assert!((first - 400..first).map(both).all(|(then, now)| then == now));
        let after: Vec<&str> = (first..first + 7).map(|number| both(number).1).collect();
        assert!(after.contains(&"fox-hole"), "{after:?}");
        assert_eq!(game_on(day("2027-03-01"), &[]), None);
    }

    /// Days that are over never change: everybody has the same dice on a day, whatever version of Finaud they have. A game that
    /// joins takes days to come.
    #[test]
    fn the_seeds_are_frozen() {
        let codes: Vec<String> = ["2026-11-15", "2028-02-29", "2031-05-04"]
            .map(|date| {
                format!(
                    "{}-p1-{}",
                    day(date).game(),
                    finaud_record::seed_code(day(date).seed())
                )
            })
            .into();
        assert_eq!(codes, FROZEN);
        let all: BTreeSet<u64> = (0..40_000)
            .map(|number| Day::from_number(number).seed())
            .collect();
        assert_eq!(all.len(), 40_000);
        assert!(all.iter().all(|seed| *seed < 1 << 40));
    }

    const FROZEN: [&str; 3] = [
        "tres-fute-p1-WKC6DMJ0",
        "melange-fute-p1-GS3JR5SC",
        "clever-4ever-p1-CYTJ5D57",
    ];

    #[test]
    fn the_first_finished_game_of_a_day_counts() {
        let attempts = [
            attempt("2026-11-15", Some(250), 30.0),
            attempt("2026-11-15", Some(180), 20.0),
            attempt("2026-11-15", None, 10.0),
            attempt("2026-11-14", Some(200), 40.0),
        ];
        let now = day_status(&attempts, day("2026-11-15"));
        assert_eq!(now.result.unwrap().points, Some(180));
        assert_eq!(now.begun, None);
        assert_eq!(now.streak, 2);
    }

    #[test]
    fn a_day_is_begun_gone_on_with_and_then_practised() {
        let today = day("2026-11-15");
        let yesterday = attempt("2026-11-14", Some(300), 1.0);
        let begun = attempt("2026-11-15", None, 2.0);
        let over = attempt("2026-11-15", Some(210), 3.0);
        assert_eq!(
            challenge_game(std::slice::from_ref(&yesterday), today),
            ChallengeGame::Begin
        );
        assert_eq!(
            challenge_game(&[yesterday.clone(), begun.clone()], today),
            ChallengeGame::Resume(begun.id.clone())
        );
        // A game that was begun beside the one that counts is left alone.
        assert_eq!(
            challenge_game(&[begun, yesterday, over], today),
            ChallengeGame::Practise(210)
        );
    }

    #[test]
    fn a_game_that_goes_on_past_midnight_stays_the_day_before() {
        let attempts = [attempt("2026-12-31", Some(210), 5.0)];
        let new_year = day_status(&attempts, day("2027-01-01"));
        assert_eq!((new_year.result, new_year.streak), (None, 1));
        let back = day_status(&attempts, day("2026-12-31"));
        assert_eq!(back.result.unwrap().points, Some(210));
        let begun = day_status(&[attempt("2026-12-31", None, 5.0)], day("2027-01-01"));
        assert_eq!(begun, DayStatus::default());
    }

    #[test]
    fn a_clock_that_jumps_neither_loses_nor_doubles_days() {
        let attempts: Vec<Attempt> = ["2028-02-28", "2028-02-29", "2028-03-01", "2030-01-01"]
            .into_iter()
            .map(|date| attempt(date, Some(100), 1.0))
            .collect();
        assert_eq!(day_status(&attempts, day("2028-03-01")).streak, 3);
        assert_eq!(day_status(&attempts, day("2028-03-02")).streak, 3);
        assert_eq!(day_status(&attempts, day("2028-03-03")).streak, 0);
        assert_eq!(day_status(&attempts, day("2028-02-29")).streak, 2);
        assert_eq!(day_status(&attempts, day("2030-01-01")).streak, 1);
    }

    #[test]
    fn each_language_writes_a_day_its_own_way() {
        let written = [french(), english(), german()].map(|language| date_text(language, "2026-02-09"));
        assert_eq!(written, ["09/02/2026", "9 Feb 2026", "09.02.2026"]);
        assert_eq!(date_text(german(), "2026-02-30"), "2026-02-30");
    }
}
