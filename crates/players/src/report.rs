//! A report for whoever designs a sheet: what many games of the taught bot say about it.
//!
//! A [`Reporter`] plays the games, one by one and in any order; [`Report::of`] adds up what was noted. There are no threads,
//! files or clocks here, so the same code serves the command line and the browser. A report depends on the sheet, the
//! number of players, the number of games, the seed and the weights, and on nothing else.
//!
//! ```
//! use finaud_players::report::{Report, Reporter};
//! use finaud_rules::{SoloGame, builtin};
//!
//! let game = SoloGame::new(builtin("tres-fute").unwrap().clone(), 1).unwrap();
//! let mut reporter = Reporter::new(&game, 1);
//! let played: Vec<_> = (0..3).map(|index| reporter.play(index)).collect();
//! let report = Report::of(&game, 1, &played);
//! assert_eq!(report.games, 3);
//! assert!(report.results.mean > 0.0);
//! ```

mod add_up;
mod bins;
mod figures;
mod html;
mod names;
mod outline;
mod played;
mod question;
mod svg;
mod text;

use serde::{Deserialize, Serialize};

pub use figures::{Figures, built_in, figures_text};
pub use html::{contents, html};
pub use played::{Place, PlayedBy, PlayedGame, Reporter};
pub use question::Question;
pub use svg::{cells as cells_svg, results as results_svg, svg};
pub use text::text;

/// A cell that fewer sheets than this fill is one that nobody reaches.
pub const UNREACHED: f64 = 0.01;

/// A kind of decision of which fewer than this are close is no choice.
pub const NO_CHOICE: f64 = 0.05;

/// What many games say about a sheet.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Report {
    /// The id of the sheet.
    pub game: String,
    /// Its name, for people.
    pub name: String,
    /// How many played.
    pub players: usize,
    /// How many games were played.
    pub games: u64,
    /// The seed of the series.
    pub seed: u64,
    /// What they were played by.
    pub played: PlayedBy,
    /// The results of all seats.
    pub results: Results,
    /// The zones, in the order of the sheet.
    pub zones: Vec<ZoneReport>,
    /// The foxes.
    pub foxes: FoxReport,
    /// Every bonus that is printed.
    pub bonuses: Vec<BonusReport>,
    /// Two choices are close if they are no more than so many points apart: a hundredth of the mean result.
    pub close_within: f64,
    /// The kinds of decision there are.
    pub questions: Vec<QuestionReport>,
    /// How long a game is.
    pub length: Length,
    /// What dice and play make of the results.
    pub luck: LuckReport,
    /// The seats, the first one first; a single one where somebody plays alone.
    pub seats: Vec<SeatReport>,
}

/// Results and how they spread.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Results {
    /// The mean.
    pub mean: f64,
    /// How far the mean may be off: its standard error.
    pub standard_error: f64,
    /// The standard deviation.
    pub sd: f64,
    /// The lowest.
    pub min: i32,
    /// A tenth of all results is below.
    pub p10: i32,
    /// Half of them are below.
    pub median: i32,
    /// A tenth of them is above.
    pub p90: i32,
    /// The highest.
    pub max: i32,
    /// Every result that came, lowest first, and how often it came.
    pub counts: Vec<(i32, u64)>,
}

/// A zone.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ZoneReport {
    /// Its name.
    pub name: String,
    /// Its mean points.
    pub points: f64,
    /// The standard deviation of its points.
    pub sd: f64,
    /// How often it was the lowest of all zones; several that are share it.
    pub lowest: f64,
    /// Which share of its cells is filled in the end.
    pub filled: f64,
    /// Its cells.
    pub cells: Vec<CellReport>,
}

/// A cell.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct CellReport {
    /// Its number in the zone.
    pub cell: u8,
    /// Its row, from 1.
    pub row: u8,
    /// Its column, from 1.
    pub column: u8,
    /// On how many sheets it is filled, from 0 to 1.
    pub filled: f64,
    /// In which round on average; `None` if never.
    pub round: Option<f64>,
}

/// The foxes.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct FoxReport {
    /// How many the sheet has.
    pub printed: usize,
    /// How many are won on average.
    pub count: f64,
    /// What they are worth together on average.
    pub points: f64,
    /// The share of sheets with so many foxes, from none.
    pub shares: Vec<f64>,
}

/// A bonus that is printed on the sheet.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct BonusReport {
    /// Where.
    pub place: Place,
    /// What it gives, in the word that sheets have for it.
    pub award: String,
    /// On how many sheets it is won, from 0 to 1.
    pub won: f64,
    /// On how many sheets it comes when it can be used no more.
    pub lost: f64,
    /// In which round on average; `None` if never.
    pub round: Option<f64>,
}

/// A kind of decision.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct QuestionReport {
    /// Which.
    #[serde(flatten)]
    pub question: Question,
    /// How often it comes for each player in a game.
    pub per_game: f64,
    /// How many choices there are on average.
    pub options: f64,
    /// How many of them are close, from 0 to 1.
    pub close: f64,
    /// Half of the decisions are won by less, in points.
    pub median_margin: f64,
}

impl QuestionReport {
    /// Is it nearly never close, and therefore no choice?
    pub fn is_no_choice(&self) -> bool {
        self.close < NO_CHOICE
    }
}

/// How long a game is, on average.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Length {
    /// Turns of the table.
    pub turns: f64,
    /// Rolls of the table.
    pub rolls: f64,
    /// What each player does: everything that is tapped.
    pub actions: f64,
    /// The part of it in which there is more than one choice.
    pub decisions: f64,
}

/// What dice and play make of the results.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct LuckReport {
    /// In how many games luck was measured.
    pub games: u64,
    /// The share of the variance of the results that goes away if everybody's luck is taken out.
    pub share: f64,
    /// The standard deviation of the results without luck.
    pub sd_without: f64,
    /// What a careful beginner reaches with the same dice, on average.
    pub beginner: f64,
    /// How often the beginner does better than the taught bot with the same dice; with others at the table, how often he
    /// wins against them.
    pub beginner_wins: f64,
    /// At a table where every other player is such a beginner: the share of the variance that comes from how people play.
    pub skill_share: f64,
}

/// A seat.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SeatReport {
    /// Its mean result.
    pub mean: f64,
    /// How often it wins; a shared victory counts by its share.
    pub wins: f64,
}

impl Report {
    /// The cells that nearly nobody fills: the zone, by index, and the cell.
    pub fn unreached(&self) -> impl Iterator<Item = (usize, &CellReport)> {
        let zones = self.zones.iter().enumerate();
        let cells = zones.flat_map(|(zone, report)| report.cells.iter().map(move |cell| (zone, cell)));
        cells.filter(|(_, cell)| cell.filled < UNREACHED)
    }

    /// The decisions that are nearly never close.
    pub fn no_choices(&self) -> impl Iterator<Item = &QuestionReport> {
        self.questions.iter().filter(|question| question.is_no_choice())
    }

    /// The share of all decisions that are close.
    pub fn close(&self) -> f64 {
        let (mut close, mut all) = (0.0, 0.0);
        for report in &self.questions {
            // A row of boxes asks within a decision that is counted already.
            if !matches!(report.question, Question::Box(_)) {
                close += report.per_game * report.close;
                all += report.per_game;
            }
        }
        if all > 0.0 { close / all } else { 0.0 }
    }
}
