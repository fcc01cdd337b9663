//! What is agreed before a game: which game, how fast, with which help.

use finaud_rules::is_unprintable;
use finaud_table::{GameSpec, players_of};
use serde::{Deserialize, Serialize};

use crate::{Refused, SheetHash, WeightsHash};

/// The most letters of a name.
pub const NAME_LETTERS: usize = 24;
/// The most letters of a bot's level.
const LEVEL_LETTERS: usize = 16;
/// The most options of a game, and the most letters of one.
const MOST_OPTIONS: usize = 16;
const OPTION_LETTERS: usize = 40;
/// Nobody can be asked to decide quicker.
const LEAST_SECONDS: u32 = 10;
/// Nobody waits longer for a live decision, or for a slow one: an hour, a month.
const MOST_SECONDS: u32 = 3_600;
const MOST_HOURS: u32 = 31 * 24;
/// Who plays for somebody who is away, unless the table says otherwise.
const STAND_IN: &str = "club";
/// At a rated table: nobody is to win a rating by leaving.
const RATED_STAND_IN: &str = "novice";

/// What is agreed when a table is opened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Settings {
    /// The id of the game.
    pub game: String,
    /// How many play.
    pub players: u8,
    /// What differs from the game's own reading of the rules: rulings, or PUSH's `variant`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<(String, String)>,
    /// The sheet, where it is somebody's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sheet: Option<SheetHash>,
    /// The weights by which the bots play there; without them they borrow what was learned on the nearest sheet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weights: Option<WeightsHash>,
    /// How much time there is for a decision.
    #[serde(default)]
    pub pace: Pace,
    /// What happens when that is over.
    #[serde(default)]
    pub late: Late,
    /// The level of the bot that plays for somebody who is away.
    #[serde(default = "stand_in")]
    pub stand_in: String,
    /// May the coach be asked?
    #[serde(default)]
    pub hints: bool,
    /// Can the result count for ratings? Then the game is played as it is, without help, and a novice stands in for whoever is away.
    /// It does count if everybody agrees.
    #[serde(default)]
    pub rated: bool,
    /// The day whose challenge is played, `2031-05-04`: with the dice of that day, one person, and no seeds of people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub daily: Option<String>,
}

fn stand_in() -> String {
    STAND_IN.into()
}

/// How much time there is for a decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pace {
    /// As much as anybody likes.
    #[default]
    Free,
    /// Everybody is there.
    Live {
        /// For each decision.
        seconds: u32,
    },
    /// A game over days.
    Days {
        /// For each decision.
        hours: u32,
    },
}

impl Pace {
    /// The milliseconds for a decision; `None` without a limit.
    pub fn milliseconds(self) -> Option<u64> {
        match self {
            Pace::Free => None,
            Pace::Live { seconds } => Some(u64::from(seconds) * 1_000),
            Pace::Days { hours } => Some(u64::from(hours) * 3_600_000),
        }
    }
}

/// What happens when somebody's time is over. Dice are rolled for them in any case.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Late {
    /// The others may hand the seat to a bot.
    #[default]
    Offer,
    /// A bot takes over by itself, until they return.
    Bot,
}

impl Settings {
    /// A game with its own rules, without clock, coach or rating.
    pub fn plain(game: &str, players: u8) -> Settings {
        Settings {
            game: game.into(),
            players,
            options: Vec::new(),
            sheet: None,
            weights: None,
            pace: Pace::Free,
            late: Late::Offer,
            stand_in: stand_in(),
            hints: false,
            rated: false,
            daily: None,
        }
    }

    /// The level of the bot that plays for somebody who is away.
    pub fn stand_in(&self) -> &str {
        match self.rated {
            true => RATED_STAND_IN,
            false => &self.stand_in,
        }
    }

    /// The game, as a table is asked for it; `sheet` is the text of the sheet where it is somebody's own.
    pub fn spec(&self, sheet: Option<&str>) -> GameSpec {
        GameSpec {
            game: self.game.clone(),
            sheet: sheet.map(Into::into),
            options: self.options.clone(),
            players: usize::from(self.players),
        }
    }

    /// Is everything within its limits? Whether there is such a game is for the shelf to say.
    pub(crate) fn check(&self) -> Result<(), Refused> {
        let within = |text: &str| !text.is_empty() && text.len() <= OPTION_LETTERS;
        let pace = match self.pace {
            Pace::Free => true,
            Pace::Live { seconds } => (LEAST_SECONDS..=MOST_SECONDS).contains(&seconds),
            Pace::Days { hours } => (1..=MOST_HOURS).contains(&hours),
        };
        let options = self
            .options
            .iter()
            .all(|(key, value)| within(key) && within(value));
        let daily = self.daily.as_ref().is_none_or(|day| is_day(day));
        // A rating says how well people play the game as it is, against each other or against bots, without help.
        let comparable = !self.hints
            && self.options.is_empty()
            && self.sheet.is_none()
            && self.daily.is_none()
            && self.players > 1;
        let rated = comparable || !self.rated;
        // A day is played as the box has it, and only a sheet of one's own comes with weights.
        let own = self.sheet.is_none() || self.daily.is_none();
        let weights = self.sheet.is_some() || self.weights.is_none();
        let all = [
            within(&self.game),
            pace,
            options,
            self.options.len() <= MOST_OPTIONS,
            daily,
            rated,
            own,
            weights,
        ];
        if all.contains(&false) {
            return Err(Refused::BadSettings);
        }
        check_level(&self.stand_in)?;
        check_players(&self.game, self.players)
    }
}

/// Can so many play the game?
pub(crate) fn check_players(game: &str, players: u8) -> Result<(), Refused> {
    let range = players_of(game);
    if range.contains(&usize::from(players)) {
        return Ok(());
    }
    Err(Refused::BadPlayers {
        least: *range.start() as u8,
        most: *range.end() as u8,
    })
}

/// Is this a date, `2031-05-04`?
fn is_day(text: &str) -> bool {
    let form = |(index, letter): (usize, u8)| match index {
        4 | 7 => letter == b'-',
        _ => letter.is_ascii_digit(),
    };
    text.len() == 10 && text.bytes().enumerate().all(form)
}

/// Could a bot of this level exist? Whether it does is for those to say who have bots.
pub(crate) fn check_level(level: &str) -> Result<(), Refused> {
    let letters = level
        .bytes()
        .all(|letter| letter.is_ascii_lowercase() || letter == b'-');
    if letters && (1..=LEVEL_LETTERS).contains(&level.len()) {
        Ok(())
    } else {
        Err(Refused::BadLevel)
    }
}

/// Somebody's name, as it is kept: text, and nothing that does something.
pub fn check_name(name: &str) -> Result<String, Refused> {
    let name = name.trim();
    let letters = (1..=NAME_LETTERS).contains(&name.chars().count());
    // A letter of Braille without a dot is the one printable letter that cannot be seen.
    let seen = !name
        .chars()
        .any(|letter| is_unprintable(letter) || letter == '\u{2800}');
    if letters && seen && most_marks(name) <= MARKS {
        Ok(name.into())
    } else {
        Err(Refused::BadName)
    }
}

/// How many marks may be piled on a letter; no language needs more.
const MARKS: usize = 3;

/// The most marks on one letter: piled high, they are drawn over the lines above and below.
fn most_marks(name: &str) -> usize {
    let mut most = 0;
    let mut marks = 0;
    for letter in name.chars() {
        let is_mark = matches!(letter, '\u{300}'..='\u{36f}' | '\u{483}'..='\u{489}' | '\u{1ab0}'..='\u{1aff}'
            | '\u{1dc0}'..='\u{1dff}' | '\u{20d0}'..='\u{20ff}' | '\u{fe20}'..='\u{fe2f}');
        marks = if is_mark { marks + 1 } else { 0 };
        most = most.max(marks);
    }
    most
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_text_that_can_be_seen() {
        for name in [
            "Ada",
            " Ada ",
            "<b>Ada</b>",
            "Nguye\u{302}\u{303}n",
            "Ольга",
            "אדה",
            "👩",
            "a\u{301}b\u{301}",
        ] {
            assert_eq!(check_name(name).as_deref(), Ok(name.trim()), "{name}");
        }
        let piled = format!("A{}", "\u{301}".repeat(20));
        let long = "a".repeat(NAME_LETTERS + 1);
        for name in [
            "",
            "  ",
            "\u{a0}",
            "\u{2800}",
            "\u{2800}\u{2800}",
            "A\u{200b}da",
            "\u{202e}adA",
            "a\0b",
            "a\nb",
            &piled,
            &long,
        ] {
            assert_eq!(check_name(name), Err(Refused::BadName), "{name:?}");
        }
    }
}
