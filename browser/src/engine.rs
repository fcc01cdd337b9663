//! What the engine says about a record, to compare with what a page shows.

use anyhow::{Context as _, Result};
use finaud_table::Table;

/// How the game of a record stands.
#[derive(Debug)]
pub(crate) struct RecordSummary {
    pub(crate) points: Vec<i32>,
    pub(crate) over: bool,
    pub(crate) events: usize,
}

/// Plays a record through by the rules.
pub(crate) fn replay(text: &str) -> Result<RecordSummary> {
    let table = Table::restore(text, None).context("the record is refused")?;
    Ok(RecordSummary {
        points: table.all_seats().map(|seat| table.points(seat)).collect(),
        over: table.is_over(),
        events: table.steps(),
    })
}
