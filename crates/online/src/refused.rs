//! Why something is refused, and why a log cannot be.

use finaud_rules::{Message, Seat};
use finaud_table::CannotUndo;
use serde::{Deserialize, Serialize};

use crate::ids::seat_number;
use crate::{Seq, SheetHash};

/// Why a command or a message is refused. Nothing changed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Refused {
    /// The message is longer than this many bytes.
    TooLong {
        /// The most bytes.
        most: usize,
    },
    /// The message cannot be read.
    Unreadable,
    /// Client and server speak different versions.
    Version {
        /// The one spoken here.
        spoken: u32,
    },
    /// Too many messages in too short a time.
    TooFast,
    /// The server does as much as it can.
    Busy,
    /// There is no such table.
    NoSuchTable,
    /// The key belongs to nothing at this table.
    WrongKey,
    /// There is no such game, or not with these options.
    NoSuchGame,
    /// There is no such sheet, or no such weights: never posted, or forgotten since.
    NoSuchSheet,
    /// What was posted has another hash than it was said to have.
    WrongHash,
    /// The sheet cannot be played on.
    BadSheet,
    /// The weights cannot be read, or are for another sheet.
    BadWeights,
    /// Too many sheets were posted from one address.
    TooManySheets,
    /// The server keeps as many sheets as it may.
    NoRoom,
    /// So many cannot play this game.
    BadPlayers {
        /// The fewest who can.
        least: u8,
        /// The most who can.
        most: u8,
    },
    /// What is to be agreed is not possible.
    BadSettings,
    /// The name is empty, too long, or has letters that cannot be seen.
    BadName,
    /// There is no bot of this level.
    BadLevel,
    /// The key is used already.
    BadKey,
    /// There is no such phrase.
    BadPhrase,
    /// The new order does not name every seat once.
    BadOrder,
    /// Whoever gives the command has no seat.
    NoSeat,
    /// The command needs an invitation.
    NotInvited,
    /// Only the host may do this.
    NotHost,
    /// Nobody at the table may do this.
    NotYours,
    /// There is no such seat.
    NoSuchSeat,
    /// Somebody sits there.
    SeatTaken,
    /// Nobody sits there.
    SeatFree,
    /// All seats are taken.
    NoFreeSeat,
    /// Whoever gives the command sits already.
    AlreadySeated,
    /// The game cannot begin while seats are free.
    EmptySeats,
    /// The game has begun.
    Begun,
    /// The game is not on.
    NotPlaying,
    /// Nothing more happens at this table.
    Over,
    /// The table has seen too much.
    Full,
    /// The seat has done this already.
    AlreadyDone,
    /// Others have to commit to their seeds first.
    TooEarly,
    /// The seed is not the one that was committed to.
    WrongSeed,
    /// The decision is gone; the seat is at this one now.
    Stale {
        /// The number of the decision of that seat.
        at: u32,
    },
    /// It is not this seat's turn to choose.
    NotAsked,
    /// The action is not legal now.
    Illegal,
    /// Nothing is to be rolled, or by somebody else.
    NotYourDice,
    /// A bot plays in this seat.
    Away,
    /// No bot plays for this seat.
    NotAway,
    /// Their time is not over.
    NotLate,
    /// There is nothing to take back since the last luck.
    NothingToUndo,
    /// Somebody has answered the choice.
    Answered {
        /// Who.
        #[serde(with = "seat_number")]
        seat: Seat,
    },
    /// Others want to go on.
    OthersPlay,
    /// The dice are still secret.
    Sealed,
}

impl Refused {
    /// The reason in a sentence.
    pub fn message(&self) -> Message {
        match self {
            Refused::TooLong { most } => Message::new(
                "online.too-long",
                "the message is too long: at most {most} bytes are read",
            )
            .with("most", *most),
            Refused::Unreadable => Message::new("online.unreadable", "the message cannot be read"),
            Refused::Version { spoken } => Message::new(
                "online.version",
                "app and server do not speak the same version; this one speaks version {spoken}",
            )
            .with("spoken", *spoken),
            Refused::TooFast => Message::new("online.too-fast", "too many messages at once; wait a moment"),
            Refused::Busy => Message::new("online.busy", "the server is full; try again later"),
            Refused::NoSuchTable => Message::new("online.no-such-table", "there is no such table"),
            Refused::WrongKey => Message::new(
                "online.wrong-key",
                "this link does not belong to a seat at this table",
            ),
            Refused::NoSuchGame => Message::new(
                "online.no-such-game",
                "there is no such game, or not with these options",
            ),
            Refused::NoSuchSheet => {
                Message::new("online.no-such-sheet", "the server no longer has this sheet")
            }
            Refused::WrongHash => Message::new("online.wrong-hash", "the sheet was changed on its way"),
            Refused::BadSheet => Message::new("online.bad-sheet", "the server cannot play on this sheet"),
            Refused::BadWeights => Message::new(
                "online.bad-weights",
                "what the bots have learned does not fit this sheet",
            ),
            Refused::TooManySheets => Message::new(
                "online.too-many-sheets",
                "too many sheets were sent from here; try again in an hour",
            ),
            Refused::NoRoom => Message::new("online.no-room", "the server has no room for more sheets"),
            Refused::BadPlayers { least, most } => {
                Message::new("online.bad-players", "the game is for {least} to {most} players")
                    .with("least", *least)
                    .with("most", *most)
            }
            Refused::BadSettings => Message::new("online.bad-settings", "a table cannot be set up like this"),
            Refused::BadName => Message::new(
                "online.bad-name",
                "a name has 1 to 24 letters, all of which can be seen",
            ),
            Refused::BadLevel => Message::new("online.bad-level", "there is no such bot"),
            Refused::BadKey => Message::new("online.bad-key", "this key is in use already"),
            Refused::BadPhrase => Message::new("online.bad-phrase", "there is no such phrase"),
            Refused::BadOrder => {
                Message::new("online.bad-order", "the order must name every seat exactly once")
            }
            Refused::NoSeat => Message::new("online.no-seat", "only those who sit at the table can do this"),
            Refused::NotInvited => Message::new("online.not-invited", "taking a seat needs an invitation"),
            Refused::NotHost => Message::new("online.not-host", "only the host can do this"),
            Refused::NotYours => Message::new("online.not-yours", "only the server can do this"),
            Refused::NoSuchSeat => Message::new("online.no-such-seat", "there is no such seat"),
            Refused::SeatTaken => Message::new("online.seat-taken", "this seat is taken"),
            Refused::SeatFree => Message::new("online.seat-free", "nobody sits there"),
            Refused::NoFreeSeat => Message::new("online.no-free-seat", "all seats are taken"),
            Refused::AlreadySeated => Message::new("online.already-seated", "you have a seat already"),
            Refused::EmptySeats => Message::new(
                "online.empty-seats",
                "the game can begin when every seat is taken",
            ),
            Refused::Begun => Message::new("online.begun", "the game has begun"),
            Refused::NotPlaying => Message::new("online.not-playing", "the game has not begun"),
            Refused::Over => Message::new("online.over", "the game is over"),
            Refused::Full => Message::new("online.full", "this table has seen too much: open another one"),
            Refused::AlreadyDone => Message::new("online.already-done", "that was done already"),
            Refused::TooEarly => Message::new("online.too-early", "others have to do their part first"),
            Refused::WrongSeed => {
                Message::new("online.wrong-seed", "this is not the seed that was committed to")
            }
            Refused::Stale { .. } => {
                Message::new("online.stale", "the game has moved on: that decision is gone")
            }
            Refused::NotAsked => Message::new("online.not-asked", "it is not your turn to choose"),
            Refused::Illegal => Message::new("online.illegal", "that is not allowed now"),
            Refused::NotYourDice => Message::new("online.not-your-dice", "it is not your turn to roll"),
            Refused::Away => Message::new("online.away", "a bot plays in this seat"),
            Refused::NotAway => Message::new("online.not-away", "no bot plays for you"),
            Refused::NotLate => Message::new("online.not-late", "their time is not over yet"),
            Refused::NothingToUndo => CannotUndo::NoChoice.message(),
            Refused::Answered { seat } => CannotUndo::Answered(*seat).message(),
            Refused::OthersPlay => {
                Message::new("online.others-play", "the others want to go on; you may leave")
            }
            Refused::Sealed => Message::new("online.sealed", "the dice of this day are still secret"),
        }
    }
}

impl std::fmt::Display for Refused {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.message())
    }
}

impl std::error::Error for Refused {}

impl From<CannotUndo> for Refused {
    fn from(why: CannotUndo) -> Refused {
        match why {
            CannotUndo::NoChoice => Refused::NothingToUndo,
            CannotUndo::Answered(seat) => Refused::Answered { seat },
        }
    }
}

/// Why a log cannot be that of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LogError {
    /// There is nothing in it.
    Empty,
    /// An entry is missing, or stands there twice.
    Gap {
        /// The number that is due.
        due: Seq,
        /// The number that was found.
        found: Seq,
    },
    /// A newer version of this program wrote it.
    Newer(u32),
    /// The game is not known here.
    NoSuchGame,
    /// It is played on a sheet of somebody's own that is not here.
    NoSheet(SheetHash),
    /// It was played on another edition of the sheet.
    OtherEdition,
    /// This entry cannot have happened, for this reason (for those who look for mistakes).
    Impossible(Seq, String),
}

impl LogError {
    /// Would a newer program read it?
    pub fn is_newer(&self) -> bool {
        matches!(
            self,
            LogError::Newer(_) | LogError::OtherEdition | LogError::NoSuchGame
        )
    }

    /// The reason in a sentence.
    pub fn message(&self) -> Message {
        match self {
            LogError::Empty => Message::new("online.log-empty", "this table has no log"),
            LogError::Gap { due, .. } => {
                Message::new("online.log-gap", "entry {number} of the log is missing").with("number", *due)
            }
            LogError::Newer(_) => Message::new(
                "online.log-newer",
                "this table was opened by a newer version; update the app",
            ),
            LogError::NoSuchGame => {
                Message::new("online.log-game", "this app does not know the game of this table")
            }
            LogError::NoSheet(_) => Message::new("online.log-sheet", "the sheet of this table is missing"),
            LogError::OtherEdition => Message::new(
                "online.log-edition",
                "this app has another edition of the sheet; update it",
            ),
            LogError::Impossible(seq, _) => Message::new(
                "online.log-impossible",
                "entry {number} of the log cannot have happened",
            )
            .with("number", *seq),
        }
    }
}

impl std::fmt::Display for LogError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.message())?;
        match self {
            LogError::Impossible(_, why) => write!(f, " ({why})"),
            _ => Ok(()),
        }
    }
}

impl std::error::Error for LogError {}
