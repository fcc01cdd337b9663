//! The log of a table as rows of the store, and back.

use finaud_online::{CommandId, Entry, Logged, Private, Time};
use finaud_rules::Seat;

use crate::store::{Row, Store, StoreError};

/// A row as the store keeps it.
pub(crate) fn row_of(logged: &Logged) -> Row {
    let Logged { entry, private } = logged;
    let rest = Private {
        command: None,
        ..private.clone()
    };
    Row {
        seq: entry.seq,
        at: entry.at.0 as i64,
        seat: entry.by.map(|seat| seat.0),
        command: private.command.map(|command| command.0),
        body: entry.body.clone(),
        private: (rest != Private::default()).then(|| serde_json::to_string(&rest).unwrap_or_default()),
    }
}

/// The other way round; none if the private part cannot be read.
pub(crate) fn logged_of(row: Row) -> Option<Logged> {
    let private: Private = match &row.private {
        Some(text) => serde_json::from_str(text).ok()?,
        None => Private::default(),
    };
    Some(Logged {
        entry: Entry {
            seq: row.seq,
            at: Time(row.at as u64),
            by: row.seat.map(Seat),
            body: row.body,
        },
        private: Private {
            command: row.command.map(CommandId),
            ..private
        },
    })
}

/// The whole log of a table; empty if there is no such table, or it cannot be read.
pub(crate) async fn read_log(store: &dyn Store, table: &str) -> Result<Vec<Logged>, StoreError> {
    let rows = store.tail(table, 0).await?;
    Ok(rows
        .into_iter()
        .map(logged_of)
        .collect::<Option<Vec<_>>>()
        .unwrap_or_default())
}
