//! What a record from elsewhere claims beside its game, and how much of it can be believed.
//!
//! Anybody can write a record. Whether a game is the challenge of a day follows from the day and the dice, so a claim that does
//! not fit is left out; how often the coach was asked cannot be checked, so what cannot be read counts as help.

use finaud_record::RecordHeader;
use finaud_table::{ChanceSource, Table};

use crate::daily::{Challenge as _, Day};
use crate::messages::Language;
use crate::saved::{BROUGHT, GUIDED};

/// Nobody asks more often in one game.
const MOST_HINTS: u32 = 9_999;
/// So many letters of a claim are shown.
const LONGEST_SHOWN: usize = 24;

/// What of a record's claims is taken over.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Claims {
    /// How often the coach was asked.
    pub hints: u32,
    /// The day whose challenge it is.
    pub daily: Option<Day>,
    /// Was it a guided game?
    pub guided: bool,
    /// Did it come from a link?
    pub brought: bool,
    /// What is not believed.
    pub doubts: Vec<Doubt>,
}

/// A claim that is not believed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Doubt {
    /// This is no number of hints.
    Hints(String),
    /// This is no day.
    NoDay(String),
    /// The challenge of this day is still to come.
    NotYet(Day),
    /// The challenge of this day was another game, or other dice.
    OtherGame(Day),
    /// It was begun in the future.
    Future,
}

impl Claims {
    /// The claims of a record whose game is at this table, as they are judged on this day.
    pub fn of(header: &RecordHeader, table: &Table, today: Day) -> Claims {
        let mut claims = Claims {
            guided: header.tag(GUIDED).is_some(),
            brought: header.tag(BROUGHT).is_some(),
            ..Claims::default()
        };
        match hints(header) {
            Ok(hints) => claims.hints = hints,
            Err(text) => {
                claims.hints = 1;
                claims.doubts.push(Doubt::Hints(text));
            }
        }
        match header.tag("challenge").map(|day| (day, day.parse::<Day>())) {
            None => {}
            Some((text, Err(_))) => claims.doubts.push(Doubt::NoDay(shown(text))),
            Some((_, Ok(day))) if day > today => claims.doubts.push(Doubt::NotYet(day)),
            Some((_, Ok(day))) if !is_challenge(header, table, day) => {
                claims.doubts.push(Doubt::OtherGame(day));
            }
            Some((_, Ok(day))) => claims.daily = Some(day),
        }
        claims
    }
}

/// How often the coach was asked, or what stands there instead of a number.
fn hints(header: &RecordHeader) -> Result<u32, String> {
    let Some(text) = header.tag("hints") else {
        return Ok(0);
    };
    let hints = text.parse().ok().filter(|hints| *hints <= MOST_HINTS);
    hints.ok_or_else(|| shown(text))
}

/// How often the coach was asked, by a record from a link: what cannot be read counts as help.
pub fn told_hints(header: &RecordHeader) -> u32 {
    hints(header).unwrap_or(1)
}

/// Is it a game of the challenge of this day: the game, the dice and the rules of everybody?
fn is_challenge(header: &RecordHeader, table: &Table, day: Day) -> bool {
    table.chance_source() == ChanceSource::Seed(day.seed())
        && table.id() == day.game()
        && table.seats() == 1
        && header.options.is_empty()
        && header.position.is_none()
}

/// What somebody wrote, short and without letters that do something instead of being seen.
fn shown(text: &str) -> String {
    let letters = text
        .chars()
        .filter(|letter| !finaud_rules::is_unprintable(*letter));
    let mut shown: String = letters.clone().take(LONGEST_SHOWN).collect();
    if letters.count() > LONGEST_SHOWN {
        shown.push('…');
    }
    shown
}

impl Doubt {
    /// What is not believed and what became of it, in a sentence.
    pub fn text(&self, language: Language) -> String {
        let about_day = |key, day: Day| {
            let day = crate::daily::date_text(language, &day.to_string());
            language.fill(key, &[("day", &day)])
        };
        match self {
            Doubt::Hints(text) => language.fill("history.doubt.hints", &[("text", text)]),
            Doubt::NoDay(text) => language.fill("history.doubt.no-day", &[("text", text)]),
            Doubt::NotYet(day) => about_day("history.doubt.not-yet", *day),
            Doubt::OtherGame(day) => about_day("history.doubt.other-game", *day),
            Doubt::Future => language.text("history.doubt.future").into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messages::tests::french;
    use finaud_table::{Chair, GameSpec};

    const DAY: &str = "2026-11-15";

    fn today() -> Day {
        "2026-11-20".parse().unwrap()
    }

    /// The claims of a game with this seed, with these lines in its head.
    fn claims(game: &str, seed: u64, lines: &str) -> Claims {
        let chairs = vec![Chair::person("Ada")];
        let table = Table::new(&GameSpec::plain(game, 1), chairs, ChanceSource::Seed(seed)).unwrap();
        let record = table
            .record_text()
            .replacen("players:", &format!("{lines}players:"), 1);
        let table = crate::open::open(&record, None).unwrap();
        Claims::of(&RecordHeader::read(&record).unwrap(), &table, today())
    }

    #[test]
    fn the_challenge_of_a_day_is_its_game_with_its_dice() {
        let day: Day = DAY.parse().unwrap();
        let claim = format!("challenge: {DAY}\n");
        let fits = claims(day.game(), day.seed(), &claim);
        assert_eq!((fits.daily, fits.doubts.len()), (Some(day), 0));
        for (game, seed) in [(day.game(), day.seed() + 1), ("hyper-fute", day.seed())] {
            let other = claims(game, seed, &claim);
            assert_eq!(
                (other.daily, &other.doubts[..]),
                (None, &[Doubt::OtherGame(day)][..])
            );
        }
        let other_rules = format!("{claim}option forfeit_always: true\n");
        assert_eq!(claims(day.game(), day.seed(), &other_rules).daily, None);
        assert_eq!(claims("tres-fute", 3, "").doubts, []);
    }

    #[test]
    fn a_day_that_is_still_to_come_has_no_challenge() {
        for text in ["2026-11-21", "9999-12-31"] {
            let day: Day = text.parse().unwrap();
            let claimed = claims(day.game(), day.seed(), &format!("challenge: {text}\n"));
            assert_eq!(
                (claimed.daily, &claimed.doubts[..]),
                (None, &[Doubt::NotYet(day)][..])
            );
        }
        let claimed = claims("tres-fute", 3, "challenge: tomorrow\n");
        assert_eq!(claimed.doubts, [Doubt::NoDay("tomorrow".into())]);
    }

    #[test]
    fn help_that_cannot_be_counted_is_help() {
        for text in ["99999999999999999999", "10000", "-1", "many", "3.5"] {
            let claimed = claims("tres-fute", 3, &format!("hints: {text}\n"));
            assert_eq!(claimed.hints, 1, "{text}");
            assert_eq!(claimed.doubts, [Doubt::Hints(text.into())]);
            let told = claimed.doubts[0].text(french());
            assert!(
                told.contains(text) && told.contains("avec des conseils"),
                "{told}"
            );
        }
        let claimed = claims("tres-fute", 3, "hints: 12\n");
        assert_eq!((claimed.hints, claimed.doubts.len()), (12, 0));
        // Long and strange words are shown short, and turn nothing around.
        let strange = claims("tres-fute", 3, &format!("hints: \u{202e}{}\n", "9".repeat(4_000)));
        let told = strange.doubts[0].text(french());
        assert!(told.chars().count() < 160 && !told.contains('\u{202e}'), "{told}");
    }
}
