//! Who sits at the table.

/// A place at the table and who sits there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chair {
    /// The name on the sheet.
    pub name: String,
    /// Who chooses.
    pub sitter: Sitter,
}

/// Who chooses for a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Sitter {
    /// Somebody who is asked.
    Person,
    /// A player that needs nobody, by the name records use: `expert`. Whether there is one is not known here.
    Bot(String),
}

impl Chair {
    /// A person of this name.
    pub fn person(name: impl Into<String>) -> Chair {
        Chair {
            name: name.into(),
            sitter: Sitter::Person,
        }
    }

    /// A bot of this name, played by the player that is called `bot`.
    pub fn bot(name: impl Into<String>, bot: impl Into<String>) -> Chair {
        Chair {
            name: name.into(),
            sitter: Sitter::Bot(bot.into()),
        }
    }

    /// Does a person sit there?
    pub fn is_person(&self) -> bool {
        self.sitter == Sitter::Person
    }
}
