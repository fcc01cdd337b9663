//! Everything that belongs to a game besides its rules.
//!
//! A game is a folder, `games/ID/`:
//!
//! | file | what it is |
//! |---|---|
//! | `sheet.toml` | the sheet of a dice game; docs/sheets.md |
//! | `game.toml` | its place in lists, its turn in the daily challenge, its example: [`About`] |
//! | `fr.toml`, `en.toml`, … | what the app says about it, in each language |
//! | `card.svg` | the picture on its card |
//! | `lesson.txt` | the scripted first turn of its guided game |
//! | `puzzles.txt` | its puzzles, by grade; made by `finaud puzzles make` |
//! | `1.weights`, `2-4.weights` | what the bots have learned, by numbers of players |
//!
//! `gallery/` holds folders like these, of sheets that show what can be made: nobody counts them among the games. Only the sheet is
//! needed; the rest has defaults. The app gets all games in one file, [`Catalog`]; reading the folders is
//! `files`.
#![forbid(unsafe_code)]

pub mod day;
#[cfg(feature = "files")]
pub mod files;

#[cfg(feature = "files")]
pub use finaud_messages::files::Messages;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// What `game.toml` says.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct About {
    /// Its place in lists, the lowest first.
    pub order: u32,
    /// How long a game takes at a screen.
    pub minutes: u8,
    /// The colour behind its picture.
    pub tint: String,
    /// Whose texts it shares, the nearest first: `howto.star` and `guide.star` in the files of the languages.
    pub families: Vec<String>,
    /// How many sit at a table that is set with one tap.
    pub quick: u8,
    /// How many sit at the table of the guided game.
    pub guided: u8,
    /// Its turn in the daily challenge; none, and it is never drawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub daily: Option<Daily>,
    /// What ratings at this game mean; none, and nobody is rated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rating: Option<RatingScale>,
    /// What the pictures of its how-to page show.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub example: Option<Example>,
}

impl Default for About {
    fn default() -> About {
        About {
            order: 1000,
            minutes: 15,
            tint: "yellow".into(),
            families: vec!["dice".into()],
            quick: 1,
            guided: 1,
            daily: None,
            rating: None,
            example: None,
        }
    }
}

/// The turn of a game in the daily challenge.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Daily {
    /// Its place among the games that take turns.
    pub turn: u32,
    /// The first day it takes part, `2031-05-04`; from the beginning if left out. What was played on earlier days stays.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub from: String,
}

/// What ratings at a game mean; `finaud ratings` finds these numbers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RatingScale {
    /// How much luck there is, in points of the scale: whoever is better by this much wins two games of three, about.
    pub width: u32,
    /// The bots, which never change and so hold the scale in its place.
    pub bots: BTreeMap<String, u32>,
}

/// What the pictures of a dice game show.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Example {
    /// What is written on the sheet, as in a position: `yellow=1,2 blue=5`.
    pub sheet: String,
    /// What six dice show, in the order of the sheet.
    pub roll: Vec<u8>,
    /// The name of the die chosen from them.
    pub chosen: String,
    /// For each zone, the cells written last and the dice they were written with.
    #[serde(default)]
    pub last: Vec<LastWritten>,
    /// Three dice on their slots, where slots are numbered: `pink 3`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub slots: Vec<String>,
}

/// The cells written last in a zone, and the dice they were written with.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct LastWritten {
    /// The cells, counted from 0.
    pub cells: Vec<u8>,
    /// The dice: `blue 3`.
    pub dice: Vec<String>,
}

/// A game as the app gets it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GameEntry {
    /// The id.
    pub id: String,
    /// What `game.toml` says.
    pub about: About,
    /// The text of its sheet, for a dice game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sheet: Option<String>,
    /// The inside of its picture, 320 wide and 160 high.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub card: Option<String>,
    /// The numbers of players it has weights for: `1`, `2-4`.
    #[serde(default)]
    pub weights: Vec<String>,
    /// Does its guided game begin with a script, `lesson.txt`? The app fetches it when somebody goes there.
    #[serde(default)]
    pub lesson: bool,
    /// How many puzzles of each grade it has, the easiest first; they stand in this order in its `puzzles.txt`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub puzzles: Vec<u16>,
}

/// All games, and what every page needs to know about each language before it is fetched.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Catalog {
    /// The games, in the order in which they are offered.
    pub games: Vec<GameEntry>,
    /// A few messages of each language, in the order in which they are offered: [`Catalog::SHARED`].
    pub languages: Vec<(String, BTreeMap<String, String>)>,
    /// The sheets of the gallery by id, with the numbers of players there are weights for: `1`, `2-4`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub gallery: BTreeMap<String, Vec<String>>,
}

/// The sheets that show what can be made, `gallery/ID/`: fetched when somebody comes to see them.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Gallery {
    /// The sheets, in the order in which they are offered.
    pub games: Vec<GameEntry>,
    /// What is said about them, by the code of the language.
    pub texts: BTreeMap<String, BTreeMap<String, String>>,
}

impl Catalog {
    /// The messages that are needed in all languages at once: what they call themselves, and what people without a name
    /// are called, which tells a name from none in games that began in another language.
    pub const SHARED: [&'static str; 3] = ["language.name", "common.you", "setup.person"];

    /// The catalog as the app fetches it.
    pub fn json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Reads what [`Catalog::json`] wrote.
    pub fn read(json: &str) -> Result<Catalog, serde_json::Error> {
        serde_json::from_str(json)
    }
}
