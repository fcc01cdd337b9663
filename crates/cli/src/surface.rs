//! What a game must offer so that the commands can show and measure it.

mod dice;
mod dice_menu;
mod push;

use finaud_messages::Language;
use finaud_players::Roster;
use finaud_record::Notation;
use finaud_rules::{Message, Seat, ZONES};

use crate::draw::TextLine;

/// The most parts a score may have.
pub(crate) const MAX_PARTS: usize = ZONES;

/// What a score is made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ScoreParts {
    /// Everything together.
    pub(crate) total: i32,
    /// The parts, in the order of [`Surface::parts`].
    pub(crate) parts: [i32; MAX_PARTS],
    /// How many foxes there are.
    pub(crate) foxes: i32,
    /// What they are worth together.
    pub(crate) fox_points: i32,
}

/// A step of a rating: its title and the least score it takes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct RatingStep {
    pub(crate) from: Option<i32>,
    pub(crate) title: String,
}

/// One action that a person may choose.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct MenuItem<Action> {
    pub(crate) action: Action,
    /// What it is, in words.
    pub(crate) text: String,
    /// What it brings at once.
    pub(crate) gain: String,
}

/// Actions that belong together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct MenuSection<Action> {
    pub(crate) title: TextLine,
    pub(crate) items: Vec<MenuItem<Action>>,
    /// Do the actions spend something that could be kept?
    pub(crate) spends: bool,
}

/// A game the commands can show and measure.
pub(crate) trait Surface: Notation + Roster + Clone + Send + Sync + 'static {
    /// The names of the parts of a score, as records and figures have them: the zones of a sheet.
    fn parts(&self) -> Vec<String>;

    /// What people call the parts of a score.
    fn part_titles(&self) -> Vec<String>;

    /// Are there foxes in this game?
    fn has_foxes(&self) -> bool {
        true
    }

    /// What the score of a seat is made of.
    fn score_parts(&self, state: &Self::State, seat: Seat) -> ScoreParts;

    /// The steps of the rating, highest first; empty where there is none for so many players.
    fn rating(&self, language: Language) -> Vec<RatingStep>;

    /// Where the game stands, in a few words: round, turn, roll.
    fn moment(&self, state: &Self::State, names: &[String]) -> String;

    /// What lies on the table.
    fn table_view(&self, state: &Self::State) -> Vec<TextLine>;

    /// What a seat has written.
    fn sheet_view(&self, state: &Self::State, seat: Seat) -> Vec<TextLine>;

    /// What the signs on a sheet mean.
    fn legend(&self) -> Vec<String> {
        Vec::new()
    }

    /// The legal actions of a seat as a person reads them.
    fn menu(&self, state: &Self::State, seat: Seat, legal: &[Self::Action])
    -> Vec<MenuSection<Self::Action>>;

    /// What is to be rolled or drawn, and how to type what came.
    fn chance_prompt(&self, state: &Self::State) -> Vec<String>;

    /// Reads what was typed.
    fn read_typed_outcome(&self, state: &Self::State, text: &str) -> Result<Self::Outcome, Message>;

    /// An outcome in words.
    fn outcome_description(&self, outcome: Self::Outcome) -> String;

    /// What an event did that is nobody's doing, one line each: what a round gives.
    fn announcements(&self, _: &[Self::Effect], _names: &[String]) -> Vec<String> {
        Vec::new()
    }

    /// What chance may bring a seat, in sentences, for those who ask; nothing if there is nothing to say.
    fn chances(&self, _: &Self::State, _: Seat) -> Vec<String> {
        Vec::new()
    }
}
