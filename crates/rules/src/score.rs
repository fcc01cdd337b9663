//! Final scores, foxes and winners.

use crate::die::ZONES;
use crate::game::{Seat, Seats};
use crate::position::Player;
use crate::sheet::Sheet;

/// What a sheet is worth.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Score {
    /// The points of each zone.
    pub zones: [i16; ZONES],
    /// How many foxes there are.
    pub foxes: u8,
    /// What the foxes are worth together: each as much as the lowest zone.
    pub fox_points: i16,
    /// Everything together.
    pub total: i16,
}

impl Score {
    /// The score of a player's sheet as it stands.
    pub fn of(sheet: &Sheet, player: &Player) -> Score {
        let zones = std::array::from_fn(|zone| sheet.zones[zone].score(&player.zones[zone]));
        Score::from_zones(sheet, zones, player.foxes)
    }

    /// The score of these zones with so many foxes.
    pub fn from_zones(sheet: &Sheet, zones: [i16; ZONES], foxes: u8) -> Score {
        let lowest = zones.into_iter().min().unwrap_or(0);
        let worth = if sheet.rulings.foxes_floor_zero {
            lowest.max(0)
        } else {
            lowest
        };
        let fox_points = i16::from(foxes).saturating_mul(worth);
        Score {
            zones,
            foxes,
            fox_points,
            total: zones.iter().sum::<i16>().saturating_add(fox_points),
        }
    }

    /// The highest single zone, which breaks ties. Foxes are no zone.
    pub fn best_zone(&self) -> i16 {
        self.zones.into_iter().max().unwrap_or(0)
    }
}

/// The seats with the most points; among them those with the highest single zone; several share the victory.
pub fn winners(scores: impl Iterator<Item = Score>) -> Seats {
    let mut best = None;
    let mut winners = Seats::default();
    for (seat, score) in scores.enumerate() {
        let key = Some((score.total, score.best_zone()));
        if key > best {
            best = key;
            winners = Seats::default();
        }
        if key == best {
            winners.insert(Seat(seat as u8));
        }
    }
    winners
}
