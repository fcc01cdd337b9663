//! The commands, with the fields each of them knows.

use serde_json::{Map, Value, json};

/// What a line can ask for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Command {
    New,
    Load,
    Next,
    Legal,
    Play,
    Luck,
    Outcomes,
    Undo,
    Position,
    Score,
    Analyse,
    Actions,
    Record,
    Games,
    Version,
    Help,
}

/// A command as `help` shows it.
pub(crate) struct Described {
    pub(crate) command: Command,
    pub(crate) word: &'static str,
    does: &'static str,
    /// The fields it knows beside `do` and `id`, each with what it means.
    pub(crate) fields: &'static [(&'static str, &'static str)],
}

const GAME: (&str, &str) = ("game", "the id of a built-in game: ask `games` for them");
const SHEET: (&str, &str) = (
    "sheet",
    "the TOML text of a sheet of your own, instead of a built-in game",
);
const RULINGS: (&str, &str) = (
    "rulings",
    "readings of the rules that differ from the sheet's own: {\"forfeit_always\":true}",
);
const VARIANT: (&str, &str) = (
    "variant",
    "PUSH: `risk` if the star of the die takes the whole zone; `standard` if left out",
);
const SEED: (&str, &str) = (
    "seed",
    "where seeded luck comes from: a whole number, or a text that names the game too, as records have it",
);
const FROM: (&str, &str) = ("from", "the index of the first one listed; 0 if left out");
const COUNT: (&str, &str) = (
    "count",
    "how many are listed at most; 1000 if left out, never more than 10000",
);

/// The fields of `luck` that describe luck of one game or another.
pub(crate) const LUCK_FIELDS: [&str; 5] = ["dice", "platter", "slots", "card", "die"];

/// All commands, in the order `help` lists them.
pub(crate) const COMMANDS: [Described; 16] = [
    Described {
        command: Command::New,
        word: "new",
        does: "starts a game",
        fields: &[
            GAME,
            SHEET,
            ("players", "how many play; 1 if left out, but PUSH is for 2 to 6"),
            RULINGS,
            VARIANT,
            SEED,
        ],
    },
    Described {
        command: Command::Load,
        word: "load",
        does: "starts from a position or a record",
        fields: &[
            ("position", "the position as JSON, as `position` answers it"),
            ("text", "or the position in one line"),
            ("record", "or a record: the game as far as it tells it"),
            ("game", "its game; if left out, the position says it"),
            SHEET,
            ("players", "how many play; if left out, the position says it"),
            RULINGS,
            VARIANT,
            SEED,
        ],
    },
    Described {
        command: Command::Next,
        word: "next",
        does: "says who or what is asked",
        fields: &[],
    },
    Described {
        command: Command::Legal,
        word: "legal",
        does: "lists the legal actions",
        fields: &[(
            "seat",
            "of this seat only; of every seat that is asked if left out",
        )],
    },
    Described {
        command: Command::Play,
        word: "play",
        does: "plays an action",
        fields: &[
            ("seat", "who plays; may be left out if one seat only is asked"),
            ("action", "the text of the action"),
            ("number", "or its number"),
        ],
    },
    Described {
        command: Command::Luck,
        word: "luck",
        does: "lets dice fall, or turns a card",
        fields: &[
            ("luck", "what happened, as text"),
            ("dice", "or the face of each die that is rolled: {\"white\":4}"),
            (
                "platter",
                "or, where distance decides, the three dice on the platter",
            ),
            ("slots", "and the three others, first slot first"),
            (
                "card",
                "or, in PUSH, the card that is turned: `red 5`, `die`, `switch`",
            ),
            ("die", "or, in PUSH, what the die shows: `red`, `star`"),
            ("seeded", "or true: what the seed of the game gives"),
        ],
    },
    Described {
        command: Command::Outcomes,
        word: "outcomes",
        does: "lists what luck can do now, with exact weights",
        fields: &[FROM, COUNT],
    },
    Described {
        command: Command::Undo,
        word: "undo",
        does: "takes the last event back",
        fields: &[],
    },
    Described {
        command: Command::Position,
        word: "position",
        does: "answers the whole position",
        fields: &[],
    },
    Described {
        command: Command::Score,
        word: "score",
        does: "answers the points as they stand",
        fields: &[],
    },
    Described {
        command: Command::Analyse,
        word: "analyse",
        does: "says what every choice is worth, and why",
        fields: &[
            (
                "seat",
                "for this seat only; for every seat that is asked if left out",
            ),
            (
                "nodes",
                "how many states are valued, about; 60000 if left out, 0 for the static evaluation alone",
            ),
            ("time", "how many milliseconds are spent at most"),
        ],
    },
    Described {
        command: Command::Actions,
        word: "actions",
        does: "lists all actions of the game by number, legal now or not",
        fields: &[FROM, COUNT],
    },
    Described {
        command: Command::Record,
        word: "record",
        does: "answers the record of the game so far",
        fields: &[],
    },
    Described {
        command: Command::Games,
        word: "games",
        does: "lists the built-in games",
        fields: &[],
    },
    Described {
        command: Command::Version,
        word: "version",
        does: "answers the versions",
        fields: &[],
    },
    Described {
        command: Command::Help,
        word: "help",
        does: "lists the commands",
        fields: &[],
    },
];

impl Described {
    /// The command with this word.
    pub(crate) fn find(word: &str) -> Option<&'static Described> {
        COMMANDS.iter().find(|described| described.word == word)
    }

    /// The command as `help` answers it.
    pub(crate) fn json(&self) -> Value {
        let fields: Map<String, Value> = self
            .fields
            .iter()
            .map(|(field, what)| ((*field).to_string(), (*what).into()))
            .collect();
        json!({ "do": self.word, "does": self.does, "fields": fields })
    }
}
