//! The native part of the Python package `finaud`: states, batches of games, bots, coach, review, records, series.
//!
//! Python's own layers (`python/finaud`) give it the shapes that libraries expect. The rules stay in `finaud-rules`.
#![deny(unsafe_code)]

mod batch;
mod bots;
mod coach;
mod game;
mod net;
mod observation;
mod records;
mod series;
mod sparse;
mod state;
mod width;

use pyo3::prelude::*;

/// The native part of `finaud`.
#[pymodule]
mod _finaud {
    #[pymodule_export]
    use crate::batch::RawBatch;
    #[pymodule_export]
    use crate::bots::bot_names;
    #[pymodule_export]
    use crate::coach::review_record;
    #[pymodule_export]
    use crate::game::{
        PyGame, gallery_sheets, game_ids, player_counts, read_seed, seed_in_series, unpickled_game,
    };
    #[pymodule_export]
    use crate::net::{PyNet, fingerprint, use_weights};
    #[pymodule_export]
    use crate::records::record_columns;
    #[pymodule_export]
    use crate::series::{arena_part, arena_report, games_per_deal, sim_part};
    #[pymodule_export]
    use crate::state::{PyState, unpickled_state};

    /// The version of the action numbers.
    #[pymodule_export]
    const ACTION_SPACE_VERSION: u32 = finaud_rules::ACTION_SPACE_VERSION;
}
