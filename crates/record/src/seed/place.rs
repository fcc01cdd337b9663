//! Where in a game luck stands.

use std::fmt;

/// The kinds of luck.
pub(crate) const ROLL: u64 = 0;
pub(crate) const SORT: u64 = 1;
pub(crate) const CARD: u64 = 2;
pub(crate) const DIE: u64 = 3;

/// Where in a game luck stands, packed in a number: [`crate::dice::seeded`] and [`crate::push::seeded`] say how. As text it
/// says the same for people, and for others who want to derive the luck of a game:
///
/// | text | what |
/// |---|---|
/// | `roll 2.1.3.0` | round 2, turn 1, third roll, not rolled again yet |
/// | `sort 2.2.1.0` | the sorting after that roll |
/// | `card 18` | the 18th card of the game |
/// | `die 18.1` | after 18 cards, the first roll of the die in this turn |
///
/// ```
/// use finaud_record::Notation;
/// use finaud_rules::{Game, SoloGame, builtin};
///
/// let game = SoloGame::new(builtin("tres-fute").unwrap().clone(), 1).unwrap();
/// assert_eq!(game.chance_place(&game.start()).unwrap().to_string(), "roll 1.1.1.0");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Place(pub u64);

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let byte = |index: u32| self.0 >> (8 * index) & 0xff;
        let kind = self.0 >> 32;
        match kind {
            ROLL | SORT => {
                let word = if kind == ROLL { "roll" } else { "sort" };
                let (round, turn, roll, rerolls) = (byte(3), byte(2) + 1, byte(1), byte(0));
                write!(f, "{word} {round}.{turn}.{roll}.{rerolls}")
            }
            CARD => write!(f, "card {}", (self.0 >> 8 & 0xff_ffff) + 1),
            DIE => write!(f, "die {}.{}", self.0 >> 8 & 0xff_ffff, byte(0) + 1),
            _ => write!(f, "place {:x}", self.0),
        }
    }
}
