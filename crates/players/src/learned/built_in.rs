//! The weights that come with the program, and those that are registered while it runs.

use std::sync::{OnceLock, PoisonError, RwLock};

use super::Weights;

struct Slot {
    game: &'static str,
    table: &'static str,
    file: &'static [u8],
    read: OnceLock<Option<Weights>>,
}

#[cfg(feature = "built-in")]
macro_rules! slot {
    ($game:literal, $table:literal) => {
        Slot {
            game: $game,
            table: $table,
            file: include_bytes!(concat!("../../weights/", $game, ".", $table, ".weights")),
            read: OnceLock::new(),
        }
    };
}

#[cfg(not(feature = "built-in"))]
static SLOTS: [Slot; 0] = [];

#[cfg(feature = "built-in")]
static SLOTS: [Slot; 9] = [
    slot!("tres-fute", "1"),
    slot!("tres-fute", "2-4"),
    slot!("tres-fute-deluxe", "1"),
    slot!("tres-fute-deluxe", "2-4"),
    slot!("melange-fute", "1"),
    slot!("melange-fute", "2-4"),
    slot!("hyper-fute", "1"),
    slot!("hyper-fute", "2-4"),
    slot!("push", "2-6"),
];

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

/// The weights for a game and a table (`1`, `2-4`), if the program has them.
pub fn built_in(game: &str, table: &str) -> Option<&'static Weights> {
    let slot = SLOTS
        .iter()
        .find(|slot| slot.game == game && slot.table == table)?;
    slot.read.get_or_init(|| Weights::read(slot.file).ok()).as_ref()
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
        for slot in &SLOTS {
            let name = format!("{}.{}", slot.game, slot.table);
            let (first, last) = slot.table.split_once('-').unwrap_or((slot.table, slot.table));
            let players = first.parse().unwrap()..=last.parse().unwrap();
            assert!(
                names(slot.game, players).iter().all(|other| *other == name),
                "{name}"
            );
            let weights = built_in(slot.game, slot.table).expect("weights that can be read");
            assert_eq!(
                (weights.header.game.as_str(), weights.header.players.as_str()),
                (slot.game, slot.table)
            );
        }
    }
}
