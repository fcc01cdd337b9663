//! Who sits at the table.

use finaud_players::Bot;

/// A place at the table and who sits there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chair {
    /// The name on the sheet.
    pub name: String,
    /// Who chooses.
    pub sitter: Sitter,
}

/// Who chooses for a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sitter {
    /// Somebody who is asked.
    Person,
    /// A player that needs nobody.
    Bot(Bot),
}

impl Chair {
    /// A person of this name.
    pub fn person(name: impl Into<String>) -> Chair {
        Chair {
            name: name.into(),
            sitter: Sitter::Person,
        }
    }

    /// A bot of this name.
    pub fn bot(name: impl Into<String>, bot: Bot) -> Chair {
        Chair {
            name: name.into(),
            sitter: Sitter::Bot(bot),
        }
    }
}
