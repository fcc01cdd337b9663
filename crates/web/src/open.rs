//! The table of a record that comes from storage, a link or a file.

use finaud_players::{UnknownBot, seated};
use finaud_rules::Message;
use finaud_table::{RestoreError, Table};

/// Why a record cannot be opened.
#[derive(Clone, PartialEq, Debug)]
pub enum OpenError {
    /// The table cannot be set up again.
    Restore(RestoreError),
    /// A bot sat there that does not exist here.
    Bot(UnknownBot),
}

impl OpenError {
    /// The reason in a sentence.
    pub fn message(&self) -> Message {
        match self {
            OpenError::Restore(error) => error.message(),
            OpenError::Bot(error) => error.message(),
        }
    }
}

/// The table at which a record was written. `sheet` is the text of the sheet, where it is somebody's own.
pub fn open(record: &str, sheet: Option<&str>) -> Result<Table, OpenError> {
    let table = Table::restore(record, sheet).map_err(OpenError::Restore)?;
    seated::check_bots(&table).map_err(OpenError::Bot)?;
    Ok(table)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bot_that_does_not_exist_is_named_instead_of_awaited_for_ever() {
        let record = "finaud record 1\ngame: push\nplayers: 2\nseat 1: Ada\nbot 2: wizard\n";
        let error = open(record, None).unwrap_err();
        assert!(error.message().to_string().contains("`wizard`"), "{error:?}");
    }
}
