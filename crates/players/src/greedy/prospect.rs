//! What a zone promises beyond the points it already has.

use finaud_rules::zone::Unfinished;
use finaud_rules::{Award, Ink, Zone};

use super::{FOX, GIFT, POINT, box_worth};

/// How much of a group's worth its first cells bring: this percentage of the square of the share that is filled.
const GROUP: i32 = 60;
/// How much of the bonus under the next cell of a row counts already, in percent; half of that for the one after it, and a
/// quarter for the third.
const NEAR: i32 = 90;
/// How many cells ahead a bonus counts.
const CELLS_AHEAD: u8 = 3;
/// Points that grow faster and faster lead a player who counts the next step only away from long rows. So a row is also
/// worth what it would have if its points grew evenly, times this percentage.
const EVEN_GROWTH: i32 = 250;
/// The middle of what a die shows, in hundredths.
const MEAN_FACE: i32 = 350;

/// What the zone promises, in hundredths of a point.
pub(super) fn prospect(zone: &Zone, ink: &Ink) -> i32 {
    let mut worth = 0;
    zone.unfinished(ink, |unfinished| worth += unfinished_worth(unfinished));
    worth
}

fn unfinished_worth(unfinished: Unfinished) -> i32 {
    match unfinished {
        Unfinished::Row {
            filled,
            cells,
            now,
            end,
        } => {
            let even = i32::from(filled) * i32::from(end) * POINT / i32::from(cells).max(1);
            (even - i32::from(now) * POINT) * EVEN_GROWTH / 100
        }
        Unfinished::Group {
            filled,
            cells,
            points,
            award,
        } => {
            let worth = i32::from(points) * POINT + award.map_or(0, award_worth);
            let (filled, cells) = (i32::from(filled), i32::from(cells));
            // A group that is complete has paid already.
            if filled == cells {
                0
            } else {
                worth * GROUP * filled * filled / (100 * cells * cells)
            }
        }
        Unfinished::Ahead { before, award } if before < CELLS_AHEAD => {
            award_worth(award) * NEAR / 100 / (1 << before)
        }
        Unfinished::Ahead { .. } => 0,
        // The other half is expected to be a middling number.
        Unfinished::HalfBlock { points, factor } => i32::from(points) * POINT + MEAN_FACE * i32::from(factor),
    }
}

fn award_worth(award: Award) -> i32 {
    match award {
        Award::Fox => FOX,
        Award::Circle(power) => box_worth(power),
        Award::Gift(_) => GIFT,
    }
}
