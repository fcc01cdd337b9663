//! The weights that come with the program, and those that are registered while it runs.

use std::sync::{OnceLock, PoisonError, RwLock};

use super::Weights;

/// The game, the numbers of players and the contents of a file of weights.
type File = (&'static str, &'static str, &'static [u8]);

/// The files inside the program.
#[cfg(feature = "built-in")]
const FILES: &[File] = include!(concat!(env!("OUT_DIR"), "/weights.rs"));
#[cfg(not(feature = "built-in"))]
const FILES: &[File] = &[];

/// What was read of each file.
static READ: OnceLock<Vec<OnceLock<Option<Weights>>>> = OnceLock::new();

/// Weights from elsewhere; the last ones go first. They stay until the program ends: players on all threads use them.
static REGISTERED: RwLock<Vec<&'static Weights>> = RwLock::new(Vec::new());

/// Registers weights: from now on they are used instead of the program's own by every game that accepts them.
pub fn register_weights(weights: Weights) {
    let weights: &'static Weights = Box::leak(Box::new(weights));
    REGISTERED
        .write()
        .unwrap_or_else(PoisonError::into_inner)
        .push(weights);
}

/// The weights that were registered, the last ones first.
pub(super) fn registered() -> Vec<&'static Weights> {
    let registered = REGISTERED.read().unwrap_or_else(PoisonError::into_inner);
    registered.iter().rev().copied().collect()
}

/// The weights for a game and a number of players (`1`, `2-4`), if the program has them.
pub fn built_in(game: &str, players: &str) -> Option<&'static Weights> {
    let index = FILES
        .iter()
        .position(|(known, range, _)| *known == game && *range == players)?;
    let read = READ.get_or_init(|| FILES.iter().map(|_| OnceLock::new()).collect());
    read[index]
        .get_or_init(|| Weights::read(FILES[index].2).ok())
        .as_ref()
}

#[cfg(all(test, feature = "built-in"))]
mod tests {
    use super::super::weights_name;
    use super::*;

    #[test]
    fn every_file_is_found_by_the_name_of_its_game_and_number_of_players() {
        let names = |game: &str, players: std::ops::RangeInclusive<usize>| {
            players
                .map(|players| weights_name(game, players))
                .collect::<Vec<_>>()
        };
        assert!(FILES.len() >= 9);
        for (game, range, _) in FILES {
            let name = format!("{game}.{range}");
            let (first, last) = range.split_once('-').unwrap_or((range, range));
            let players = first.parse().unwrap()..=last.parse().unwrap();
            assert!(names(game, players).iter().all(|other| *other == name), "{name}");
            let weights = built_in(game, range).expect("weights that can be read");
            assert_eq!(
                (weights.header.game.as_str(), weights.header.players.as_str()),
                (*game, *range)
            );
        }
    }
}
