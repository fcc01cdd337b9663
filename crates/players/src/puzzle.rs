//! Puzzles: a position in which somebody has to choose, and what each choice is worth, so that any answer can be judged at
//! once.
//!
//! They come from games of bots ([`make`]) or of people, and are kept as plain text, one block for each:
//!
//! ```text
//! finaud puzzles 1
//! game tres-fute
//!
//! puzzle 2
//! players 1
//! seat 1
//! position tres-fute phase=rolled pool=W5,Y3,B6,G6,O1,V5 / blue=9,10,12
//! from expert 7K3 41
//! best 212.4 blue 11
//! loss 1.9 white as blue 11
//! ```
//!
//! - `puzzle` begins a block and has its grade, from 1 (for beginners) to 3.
//! - `option KEY VALUE` may follow where the rules are read in another way.
//! - `best` has what is to be expected after the best choice: points, or `61.3%`, the chance to win.
//! - Each `loss` has what another choice costs against it, cheapest first. A choice that is not listed costs at least as
//!   much as the last one that is, or as `rest` says.

mod check;
mod make;
mod text;

pub use check::{PuzzleFault, check};
pub use make::{Made, PuzzleOrder, make};
pub use text::{Collection, PuzzleError};

/// In which terms choices are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PuzzleTerms {
    /// In points.
    Points,
    /// In chances to win, from 0 to 1.
    Win,
}

impl PuzzleTerms {
    /// A choice that costs no more is as good as the best one: the searches cannot tell them apart.
    pub fn as_good(self) -> f64 {
        match self {
            PuzzleTerms::Points => 0.3,
            PuzzleTerms::Win => 0.003,
        }
    }

    /// A choice that costs no more is almost right.
    pub fn almost(self) -> f64 {
        match self {
            PuzzleTerms::Points => 2.5,
            PuzzleTerms::Win => 0.025,
        }
    }
}

/// A choice and what it costs against the best one.
#[derive(Clone, PartialEq, Debug)]
pub struct RatedChoice {
    /// The choice, as records write it.
    pub action: String,
    /// What it costs; 0 for the best one.
    pub loss: f64,
}

/// A position in which a seat has to choose.
#[derive(Clone, PartialEq, Debug)]
pub struct Puzzle {
    /// The id of the game.
    pub game: String,
    /// How hard it is, from 1 to 3.
    pub grade: u8,
    /// How many play.
    pub players: u8,
    /// How the rules are read, where it is not as the game has them.
    pub options: Vec<(String, String)>,
    /// Where the game stands.
    pub position: String,
    /// Who has to choose, from 0.
    pub seat: u8,
    /// Where it comes from: for the maker and the curious, never shown as it is.
    pub from: String,
    /// In which terms the choices are compared.
    pub terms: PuzzleTerms,
    /// What is to be expected after the best choice.
    pub value: f64,
    /// The choices, best first.
    pub choices: Vec<RatedChoice>,
    /// What a choice that is not listed costs at least; as much as the last one that is listed, if not given.
    pub rest: Option<f64>,
}

/// How good an answer is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// As good as the best choice.
    Right,
    /// Nearly as good.
    Almost,
    /// There was something better.
    Wrong,
}

/// An answer that was judged.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Judgement {
    /// How good it is.
    pub verdict: Verdict,
    /// What it costs against the best choice.
    pub loss: f64,
    /// Does it cost at least that much, since the puzzle does not list it?
    pub at_least: bool,
}

impl Puzzle {
    /// Judges a choice, as records write it.
    pub fn judge(&self, action: &str) -> Judgement {
        let listed = self.choices.iter().find(|choice| choice.action == action);
        let last = self.choices.last().map_or(0.0, |choice| choice.loss);
        let rest = self.rest.unwrap_or(last);
        let loss = listed.map_or(rest, |choice| choice.loss);
        let verdict = match listed {
            Some(_) if loss <= self.terms.as_good() => Verdict::Right,
            _ if loss <= self.terms.almost() => Verdict::Almost,
            _ => Verdict::Wrong,
        };
        Judgement {
            verdict,
            loss,
            at_least: listed.is_none(),
        }
    }

    /// The answers that are right.
    pub fn solutions(&self) -> impl Iterator<Item = &RatedChoice> {
        let as_good = self.terms.as_good();
        self.choices.iter().filter(move |choice| choice.loss <= as_good)
    }

    /// A record that begins with this position: what a table opens.
    pub fn record_text(&self) -> String {
        let mut text = format!(
            "finaud record 1\ngame: {}\nplayers: {}\n",
            self.game, self.players
        );
        for (key, value) in &self.options {
            text += &format!("option {key}: {value}\n");
        }
        text + &format!("position: {}\n", self.position)
    }
}
