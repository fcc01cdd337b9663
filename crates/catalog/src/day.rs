//! Days, and which game is played on which: the same in the app and on the server.
//!
//! The game of a day is the one at place *n* mod *m* of the *m* games that take turns by then, sorted by their turn, where
//! *n* counts the days since 1970-01-01; turns are frozen, and a game that joins names its first day (`game.toml`).

use std::fmt;
use std::str::FromStr;

use crate::{Daily, GameEntry};

/// A date.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Day {
    year: i32,
    month: u8,
    day: u8,
}

impl Day {
    /// The date, if there is one like it.
    pub fn new(year: i32, month: u8, day: u8) -> Option<Day> {
        let date = Day { year, month, day };
        let exists = (1..=9999).contains(&year)
            && (1..=12).contains(&month)
            && day >= 1
            && Day::from_number(date.number()) == date;
        exists.then_some(date)
    }

    /// How many days after 1970-01-01.
    pub fn number(self) -> i64 {
        // Years begin in March here, so that a leap day is the last one of its year; 400 years have 146,097 days.
        let year = i64::from(self.year) - i64::from(self.month <= 2);
        let month = (i64::from(self.month) + 9) % 12;
        let in_year = (153 * month + 2) / 5 + i64::from(self.day) - 1;
        let leap_days = year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
        year * 365 + leap_days + in_year - 719_468
    }

    /// The day so many days after 1970-01-01.
    pub fn from_number(number: i64) -> Day {
        let days = number + 719_468;
        let era = days.div_euclid(146_097);
        let in_era = days.rem_euclid(146_097);
        let year_of_era = (in_era - in_era / 1_460 + in_era / 36_524 - in_era / 146_096) / 365;
        let in_year = in_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let from_march = (5 * in_year + 2) / 153;
        let month = if from_march < 10 {
            from_march + 3
        } else {
            from_march - 9
        };
        Day {
            year: (era * 400 + year_of_era + i64::from(month <= 2)) as i32,
            month: month as u8,
            day: (in_year - (153 * from_march + 2) / 5 + 1) as u8,
        }
    }

    /// The day before.
    pub fn before(self) -> Day {
        Day::from_number(self.number() - 1)
    }

    /// The number of its challenge: 1 is that of 2026-01-01.
    pub fn challenge(self) -> i64 {
        self.number() - 20_453
    }

    /// The year, the month and the day.
    pub fn parts(self) -> (i32, u8, u8) {
        (self.year, self.month, self.day)
    }
}

/// The game of a day among these: those that take part by then take turns.
pub fn game_on(day: Day, games: &[GameEntry]) -> Option<&str> {
    let takes_part =
        |daily: &Daily| daily.from.is_empty() || daily.from.parse().is_ok_and(|from: Day| from <= day);
    let turn = |game: &'_ GameEntry| {
        game.about
            .daily
            .clone()
            .filter(takes_part)
            .map(|daily| daily.turn)
    };
    let turns: Vec<(u32, &str)> = games
        .iter()
        .filter_map(|game| Some((turn(game)?, game.id.as_str())))
        .collect();
    let place = day.number().checked_rem_euclid(turns.len() as i64)?;
    // The one with so many before it. There are few of them, and the app is smaller without a sort.
    let has_place = |game: &&(u32, &str)| {
        let before = turns.iter().filter(|other| other < game);
        before.count() as i64 == place
    };
    turns.iter().find(has_place).map(|(_, id)| *id)
}

/// As saved games name it: `2031-05-04`.
impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

/// A text is no date.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoDay;

impl FromStr for Day {
    type Err = NoDay;

    fn from_str(text: &str) -> Result<Day, NoDay> {
        let plain = text.len() == 10 && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
        let mut parts = text.split('-').map(str::parse::<u16>);
        let mut next = || parts.next().and_then(Result::ok).ok_or(NoDay);
        let (year, month, day) = (next()?, next()?, next()?);
        let small = |part: u16| u8::try_from(part).map_err(|_| NoDay);
        Day::new(i32::from(year), small(month)?, small(day)?)
            .filter(|_| plain)
            .ok_or(NoDay)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> Day {
        text.parse().unwrap()
    }

    #[test]
    fn days_are_counted_through_leap_days_and_year_ends() {
        for (date, number) in [
            ("1970-01-01", 0),
            ("1969-12-31", -1),
            ("2000-02-29", 11_016),
            ("2000-03-01", 11_017),
            ("2026-12-31", 20_818),
            ("2027-01-01", 20_819),
            ("2028-02-29", 21_243),
        ] {
            assert_eq!(day(date).number(), number, "{date}");
            assert_eq!(Day::from_number(number), day(date));
        }
        for number in -200_000..200_000 {
            assert_eq!(Day::from_number(number).number(), number);
        }
        assert_eq!(day("2026-01-01").challenge(), 1);
        assert_eq!(day("2028-03-01").before(), day("2028-02-29"));
        assert_eq!(day("2027-03-01").before(), day("2027-02-28"));
        assert_eq!(day("2027-01-01").before(), day("2026-12-31"));
    }

    #[test]
    fn what_is_no_date_is_refused() {
        for text in [
            "",
            "2027-02-29",
            "2100-02-29",
            "2026-13-01",
            "2026-00-01",
            "2026-01-00",
            "2026-1-01",
            "20260101",
            "2026-01-01-1",
            "+026-01-01",
            "0000-01-01",
            "2026-01-32",
            "2026-01-01 ",
            "٢٠٢٦-٠١-٠١",
        ] {
            assert_eq!(text.parse::<Day>(), Err(NoDay), "{text}");
        }
        assert_eq!(day("2031-05-04").to_string(), "2031-05-04");
    }
}
