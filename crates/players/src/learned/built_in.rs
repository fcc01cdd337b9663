//! The weights that come with the program.

use std::sync::OnceLock;

use super::Weights;

struct Slot {
    game: &'static str,
    table: &'static str,
    file: &'static [u8],
    read: OnceLock<Option<Weights>>,
}

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

static SLOTS: [Slot; 4] = [
    slot!("tres-fute", "1"),
    slot!("tres-fute-deluxe", "1"),
    slot!("melange-fute", "1"),
    slot!("hyper-fute", "1"),
];

/// The weights for a game and a table (`1`, `2-4`), if the program has them.
pub fn built_in(game: &str, table: &str) -> Option<&'static Weights> {
    let slot = SLOTS
        .iter()
        .find(|slot| slot.game == game && slot.table == table)?;
    slot.read.get_or_init(|| Weights::read(slot.file).ok()).as_ref()
}
