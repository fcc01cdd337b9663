//! What a game must offer so that the commands can show and measure it.

use finaud_players::Roster;
use finaud_record::Notation;
use finaud_rules::{DiceGame, Game, Score, Seat, ZONES};

/// The most parts a score may have.
pub(crate) const PARTS: usize = ZONES;

/// What a score is made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Measure {
    /// Everything together.
    pub(crate) total: i32,
    /// The parts, in the order of [`Surface::parts`].
    pub(crate) parts: [i32; PARTS],
    /// How many foxes there are.
    pub(crate) foxes: i32,
    /// What they are worth together.
    pub(crate) fox_points: i32,
}

/// A step of a rating: its title and the least score it takes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Step {
    pub(crate) from: Option<i32>,
    pub(crate) title: String,
}

/// A game the commands can show and measure.
pub(crate) trait Surface: Notation + Roster + Sync {
    /// The names of the parts of a score: the zones of a sheet.
    fn parts(&self) -> Vec<String>;

    /// What the score of a seat is made of.
    fn measure(&self, state: &Self::State, seat: Seat) -> Measure;

    /// The steps of the rating, highest first; empty where there is none for so many players.
    fn rating(&self) -> Vec<Step>;
}

/// The index of English among a rating's titles.
const ENGLISH: usize = 1;

impl<const SEATS: usize> Surface for DiceGame<SEATS> {
    fn parts(&self) -> Vec<String> {
        self.sheet().zones.iter().map(|zone| zone.name.clone()).collect()
    }

    fn measure(&self, state: &Self::State, seat: Seat) -> Measure {
        let score = Score::of(self.sheet(), state.player(seat));
        Measure {
            total: i32::from(score.total),
            parts: score.zones.map(i32::from),
            foxes: i32::from(score.foxes),
            fox_points: i32::from(score.fox_points),
        }
    }

    fn rating(&self) -> Vec<Step> {
        if self.seats() > 1 {
            return Vec::new();
        }
        let steps = self.sheet().ratings.iter();
        steps
            .map(|step| Step {
                from: step.from.map(i32::from),
                title: step.titles[ENGLISH].clone(),
            })
            .collect()
    }
}
