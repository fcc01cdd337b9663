//! Whole games as text: replayable without any generator, with the version inside.
//!
//! ```text
//! finaud record 1
//! game: tres-fute
//! players: 2
//! seed: tres-fute-p2-7K3
//! option forfeit_always: true
//! sheet: 4f3a9c0d12e45b67
//! seat 1: Ada
//! seat 2: random
//! date: 2031-05-04
//! result: 201 187
//!
//! round 1 turn 1
//!   W4 Y3 B2 G6 O1 V5
//!   1 white as violet 4  ; a comment
//!   V3 G2
//!   1 green
//! ```
//!
//! - The first line names the version. Then come tags, `name: value`, up to the first empty line. `game` and `players`
//!   must be there; `option` (only those that differ from the game's own reading of the rules), `sheet` (a fingerprint),
//!   `seat`, `seed`, `position` (where the game started, if not at its beginning) and `result` have a meaning; all others
//!   are kept as they are.
//! - Lines that begin in the first column are headings. They may be left out; where they stand, they must be right.
//! - Indented lines are events: outcome, or a seat and its action.
//! - `;` starts a comment. It belongs to the event of its line, or to the event before if it has a line of its own.
//!
//! A record is replayed while it is read: every event is checked by the rules.

mod header;
mod lines;
mod read;

pub use header::RecordHeader;
pub use read::Replayed;

use finaud_rules::{Game, Next, Refusal, Seat};

use crate::notation::{Event, Notation, ParseError};
use lines::clean;

/// The version this program writes and reads.
pub const RECORD_VERSION: u32 = 1;

/// What is wrong with a record, and in which line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordError {
    /// The line, from 1; `None` if the fault is not in one line.
    pub line: Option<usize>,
    /// What is wrong, in a sentence.
    pub why: String,
}

impl RecordError {
    fn at(line: usize, why: impl Into<String>) -> RecordError {
        RecordError {
            line: Some(line),
            why: why.into(),
        }
    }

    fn whole(why: impl Into<String>) -> RecordError {
        RecordError {
            line: None,
            why: why.into(),
        }
    }
}

impl std::fmt::Display for RecordError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.line {
            Some(line) => write!(f, "line {line}: {}", self.why),
            None => f.write_str(&self.why),
        }
    }
}

impl std::error::Error for RecordError {}

/// An event of a record, and what somebody had to say about it.
pub struct Logged<G: Game> {
    /// The event.
    pub event: Event<G>,
    /// Comments, one a line.
    pub comments: Vec<String>,
}

/// A whole game, or its beginning.
///
/// ```
/// use finaud_record::{Event, Notation, Record, RecordHeader};
/// use finaud_rules::{Game, TableGame, builtin};
///
/// let game = TableGame::new(builtin("tres-fute").unwrap().clone(), 2).unwrap();
/// let mut record = Record::of(&game, [Event::Outcome(game.read_outcome("W4 Y3 B2 G6 O1 V5").unwrap())]).unwrap();
/// record.header.seats[0] = "Ada".into();
/// let text = record.write(&game);
///
/// let header = RecordHeader::read(&text).unwrap();
/// assert_eq!((header.game.as_str(), header.players), ("tres-fute", 2));
/// let replayed = Record::read(&game, &text).unwrap();
/// assert_eq!(replayed.record, record);
/// assert_eq!(game.heading(&replayed.state), "round 1 turn 1");
/// ```
pub struct Record<G: Game> {
    /// Who played what.
    pub header: RecordHeader,
    /// What happened.
    pub events: Vec<Logged<G>>,
}

impl<G: Notation> Record<G> {
    /// The record of these events from the start of the game; the first one that cannot be is told.
    pub fn of(game: &G, events: impl IntoIterator<Item = Event<G>>) -> Result<Record<G>, Refusal> {
        Record::since(game, game.start(), events)
    }

    /// The record of these events from a position in the middle of the game.
    pub fn since(
        game: &G,
        start: G::State,
        events: impl IntoIterator<Item = Event<G>>,
    ) -> Result<Record<G>, Refusal> {
        let mut record = Record {
            header: RecordHeader::of(game),
            events: Vec::new(),
        };
        record.header.position = (start != game.start()).then(|| game.position_text(&start));
        let mut state = start;
        for event in events {
            event.apply(game, &mut state)?;
            record.events.push(Logged {
                event,
                comments: Vec::new(),
            });
        }
        record.header.result = result(game, &state);
        Ok(record)
    }

    /// The events.
    pub fn log(&self) -> impl Iterator<Item = Event<G>> {
        self.events.iter().map(|logged| logged.event)
    }

    /// The state before the first event.
    pub fn start(&self, game: &G) -> Result<G::State, ParseError> {
        self.header
            .position
            .as_ref()
            .map_or_else(|| Ok(game.start()), |position| game.read_position(position))
    }

    /// Walks through the game. The walk ends after the last event, or after the first refused one.
    pub fn replay<'a>(&'a self, game: &'a G) -> Replay<'a, G> {
        Replay {
            game,
            state: self.start(game).ok(),
            events: self.events.iter(),
        }
    }

    /// Every state of the game: the start, then the state after each event.
    pub fn states(&self, game: &G) -> Result<Vec<G::State>, RecordError> {
        let mut states = vec![
            self.start(game)
                .map_err(|fault| RecordError::whole(fault.to_string()))?,
        ];
        for step in self.replay(game) {
            let number = states.len();
            states.push(
                step.map_err(|refusal| RecordError::whole(format!("event {number}: {refusal}")))?
                    .after,
            );
        }
        Ok(states)
    }

    /// Writes the record. Control characters in names, tags and comments are left out.
    pub fn write(&self, game: &G) -> String {
        let mut text = self.header.write();
        let mut state = self.start(game).unwrap_or_else(|_| game.start());
        let mut heading = String::new();
        for Logged { event, comments } in &self.events {
            let now = game.heading(&state);
            if now != heading {
                heading = now;
                text += &format!("\n{heading}\n");
            }
            text += &match event {
                Event::Choice(seat, action) => format!("  {seat} {}", game.action_text(*action)),
                Event::Outcome(outcome) => format!("  {}", game.outcome_text(*outcome)),
            };
            let comments = comments.iter().flat_map(|comment| comment.lines()).map(clean);
            let mut comments = comments.filter(|comment| !comment.is_empty());
            if let Some(first) = comments.next() {
                text += &format!("  ; {first}");
            }
            text.push('\n');
            comments.for_each(|comment| text += &format!("  ; {comment}\n"));
            // A refused event leaves the state as it is; reading the text will name it.
            let _ = event.apply(game, &mut state);
        }
        text
    }
}

/// The points of all seats if the game is over.
fn result<G: Notation>(game: &G, state: &G::State) -> Option<Vec<i32>> {
    let over = matches!(game.next(state), Next::Over);
    over.then(|| {
        (0..game.seats() as u8)
            .map(|seat| game.points(state, Seat(seat)))
            .collect()
    })
}

/// One step of a replay.
pub struct Step<G: Game> {
    /// The state before the event.
    pub before: G::State,
    /// The event.
    pub event: Event<G>,
    /// The state after it.
    pub after: G::State,
}

/// Walks through a record.
pub struct Replay<'a, G: Game> {
    game: &'a G,
    state: Option<G::State>,
    events: std::slice::Iter<'a, Logged<G>>,
}

impl<G: Game> Iterator for Replay<'_, G> {
    type Item = Result<Step<G>, Refusal>;

    fn next(&mut self) -> Option<Result<Step<G>, Refusal>> {
        let before = self.state?;
        let event = self.events.next()?.event;
        let mut after = before;
        let happened = event.apply(self.game, &mut after);
        self.state = happened.is_ok().then_some(after);
        Some(happened.map(|()| Step { before, event, after }))
    }
}

// Written out because deriving would ask the game itself to be comparable and so on.
impl<G: Game> Clone for Logged<G> {
    fn clone(&self) -> Logged<G> {
        Logged {
            event: self.event,
            comments: self.comments.clone(),
        }
    }
}

impl<G: Game> PartialEq for Logged<G> {
    fn eq(&self, other: &Logged<G>) -> bool {
        self.event == other.event && self.comments == other.comments
    }
}

impl<G: Game> Eq for Logged<G> {}

impl<G: Game> std::fmt::Debug for Logged<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Logged")
            .field("event", &self.event)
            .field("comments", &self.comments)
            .finish()
    }
}

impl<G: Game> Clone for Record<G> {
    fn clone(&self) -> Record<G> {
        Record {
            header: self.header.clone(),
            events: self.events.clone(),
        }
    }
}

impl<G: Game> PartialEq for Record<G> {
    fn eq(&self, other: &Record<G>) -> bool {
        self.header == other.header && self.events == other.events
    }
}

impl<G: Game> Eq for Record<G> {}

impl<G: Game> std::fmt::Debug for Record<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Record")
            .field("header", &self.header)
            .field("events", &self.events)
            .finish()
    }
}
