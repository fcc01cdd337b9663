//! What a mark would do to a zone, for whoever looks at zones one by one.

use crate::bonus::Award;
use crate::dice_game::DiceGame;
use crate::zone::{Ink, Mark};

impl<const SEATS: usize> DiceGame<SEATS> {
    /// The ink of a zone after a mark that it allows, and what the mark gives.
    pub fn written(&self, zone: usize, ink: &Ink, mark: Mark) -> (Ink, Vec<Award>) {
        let rules = &self.sheet().zones[zone];
        let mut after = *ink;
        let mut awards = Vec::new();
        rules.write(&mut after, mark, |_, award| awards.push(award));
        (self.with_mark_counts(zone, after), awards)
    }
}
